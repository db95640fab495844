//! A trail that the verifier wrote is told in lines of C.

use crate::spin_runner::{model, programs, verify};
use allways_promela::{Error, Options, explain_trail};

/// The line of a program that contains a text.
fn line_of(program: &str, text: &str) -> u32 {
    let source = std::fs::read_to_string(programs().join(program)).unwrap();
    let position = source.lines().position(|line| line.contains(text)).expect(text);
    u32::try_from(position).unwrap() + 1
}

#[test]
fn a_lost_update_is_told_line_by_line() {
    for (mode, options) in crate::spin_runner::modes() {
        let folder = model(&programs().join("counter.c"), &[], &options);
        assert!(verify(&folder, &[], &[]).violated);
        let trail =
            explain_trail(&folder.join("model.pml"), &folder.join("model.pml.trail")).unwrap();
        let failed = line_of("counter.c", "assert(counter == 4)");
        let last = trail.steps.last().expect("the trail has steps");
        assert_eq!(last.source, Some(("counter.c".to_string(), failed)), "{mode}: {trail:?}");
        assert_eq!(last.function, "main");
        assert!(trail.outcome.contains("assertion violated"), "{}", trail.outcome);
        assert_eq!(trail.cycle_start, None);
        let source = std::fs::read_to_string(programs().join("counter.c")).unwrap();
        let increment =
            source.lines().enumerate().filter(|(_, line)| line.trim() == "counter++;").last();
        let increment = u32::try_from(increment.expect("there is one").0).unwrap() + 1;
        let by: Vec<u32> = trail
            .steps
            .iter()
            .filter(|step| step.source.as_ref().is_some_and(|(_, line)| *line == increment))
            .map(|step| step.process)
            .collect();
        assert!(by.len() >= 8, "{mode}: four increments are eight steps: {trail:?}");
        assert!(by.windows(2).any(|pair| pair[0] != pair[1]), "{mode}: they interleave: {trail:?}");
        let own = |function: &str| function == "init";
        let lost = trail.steps.iter().filter(|s| s.source.is_none() && !own(&s.function)).count();
        assert_eq!(lost, 0, "{mode}: every step of the program has a line: {trail:?}");
    }
}

#[test]
fn a_cycle_and_a_deadlock_say_so() {
    let folder = model(&programs().join("formulas.c"), &[], &Options::default());
    assert!(verify(&folder, &[], &["-a", "-N", "answered"]).violated);
    let trail = explain_trail(&folder.join("model.pml"), &folder.join("model.pml.trail")).unwrap();
    assert!(trail.cycle_start.is_some_and(|start| start <= trail.steps.len()), "{trail:?}");
    let folder = model(&programs().join("philosophers.c"), &[], &Options::default());
    assert!(verify(&folder, &[], &[]).violated);
    let trail = explain_trail(&folder.join("model.pml"), &folder.join("model.pml.trail")).unwrap();
    assert!(trail.outcome.contains("no process can go on"), "{}", trail.outcome);
}

#[test]
fn a_missing_trail_is_an_error() {
    let folder = model(&programs().join("counter.c"), &[], &Options::default());
    let (model, trail) = (folder.join("model.pml"), folder.join("none.trail"));
    assert!(matches!(explain_trail(&model, &trail), Err(Error::File { .. })));
    assert!(matches!(explain_trail(&folder.join("none.pml"), &trail), Err(Error::File { .. })));
    std::fs::write(&trail, "not a trail\n").unwrap();
    assert!(matches!(explain_trail(&model, &trail), Err(Error::Tool { .. })));
}

#[test]
fn trails_are_told_beside_each_other() {
    let folder = model(&programs().join("counter.c"), &[], &Options::default());
    assert!(verify(&folder, &[], &[]).violated);
    let explain = || explain_trail(&folder.join("model.pml"), &folder.join("model.pml.trail"));
    let alone = explain().unwrap();
    std::thread::scope(|scope| {
        let told: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| (0..25).map(|_| explain()).collect::<Vec<_>>()))
            .collect();
        for trail in told.into_iter().flat_map(|teller| teller.join().unwrap()) {
            assert_eq!(trail.unwrap(), alone, "spin writes `pan.pre` where it runs");
        }
    });
}
