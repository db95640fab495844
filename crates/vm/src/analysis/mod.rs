//! What is known of a program before it runs.

pub mod confined;
pub mod declared;
pub mod heap_sites;
pub mod large;
pub mod operators;
pub mod spelt_out;
