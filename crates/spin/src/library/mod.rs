//! The machine as a C library, linked with the verifiers that SPIN generates. `include/allways_vm.h` is its
//! header.

mod c_interface;
mod contents;
mod engine;
mod expansion;
mod script;
mod session;
