//! The two-lock queue: how many states each harness has.

use crate::spin_runner::{model, programs, verify};
use allways_promela::Options;

fn states(enqueues: u32, dequeues: u32, options: &Options) -> u64 {
    let flags = [format!("-DENQUEUES={enqueues}"), format!("-DDEQUEUES={dequeues}")];
    let folder = model(&programs().join("two_lock_queue.c"), &flags, options);
    let run = verify(&folder, &[], &[]);
    assert!(!run.violated, "{}", run.output);
    run.states
}

#[test]
fn the_largest_harness_stays_below_a_hundred_thousand_states() {
    let [(_, standard), (_, plain), (_, inline)] = crate::spin_runner::modes();
    let largest = states(5, 5, &standard);
    assert!(largest <= 100_000, "EEEEE|DDDDD: {largest}");
    let inlined = states(5, 5, &inline);
    assert!(inlined <= 100_000, "EEEEE|DDDDD inlined: {inlined}");
    let (merged, split) = (states(2, 2, &standard), states(2, 2, &plain));
    assert!(merged * 10 < split, "EE|DD: {merged} optimised, {split} plain");
}
