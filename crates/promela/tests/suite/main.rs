//! Tests with the real clang, spin and gcc.

mod hostile_names;
mod interleavings;
mod native;
mod queue;
mod spin_runner;
mod trails;
mod untranslatable;
mod verdicts;
mod warnings;
