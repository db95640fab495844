//! What may stand in the middle of a step, and whether it does what is believed.

mod guards;
mod judge;
mod merge;
mod watch;
