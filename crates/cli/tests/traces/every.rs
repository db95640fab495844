//! What holds for every recorded counterexample.

use crate::seen::both;
use allways::asked;
use allways_testkit::for_each;
use allways_trace::{Delta, Event, Moment, Step, Trace, Value};
use std::path::{Path, PathBuf};

/// States after which a program is left out.
const LIMIT: u64 = 2000;
/// Moments that are looked at closely, in an execution.
const CLOSELY: usize = 25;

/// Folders of programs most of which violate something soon.
const FOLDERS: [&str; 5] = ["assert", "deadlock", "memory", "race", "reuse"];

fn programs() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let files = |folder: &str| std::fs::read_dir(all.join(folder)).expect("a folder").flatten();
    let mut found: Vec<PathBuf> = FOLDERS.into_iter().flat_map(files).map(|e| e.path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "c"));
    found.sort();
    found
}

/// Recording changes nothing that is told; going back is the way that was come; what was stored is there; and
/// all of it can be written and read.
#[test]
fn recordings_of_the_test_programs_are_sound() {
    let programs: Vec<PathBuf> = programs().into_iter().step_by(2).collect();
    let checked = for_each(&programs, |file| {
        let words = [file.display().to_string(), "--max-states".into(), LIMIT.to_string()];
        let (build, request) = asked(&words).expect("the words are right");
        let Ok(program) = build.program_here() else { return 0 };
        let Some((told, trace)) = both(&program, &request) else { return 0 };
        assert_eq!(told.steps, trace.steps, "{}", file.display());
        sound(&trace, &file.display().to_string())
    });
    let (recorded, stores) =
        (checked.iter().filter(|n| **n > 0).count(), checked.iter().sum::<usize>());
    println!("{recorded} of {} programs recorded, {stores} stores compared", programs.len());
    assert!(recorded > 20 && stores > 40, "{recorded} recordings, {stores} stores");
}

/// How many stores were found in memory.
fn sound(trace: &Trace, file: &str) -> usize {
    let recording = trace.recording.as_ref().expect("it was recorded");
    assert_eq!(recording.deltas.len(), trace.steps.len(), "{file}");
    let mut moment = Moment::new(recording);
    let mut stores = 0;
    let mut seen = Vec::new();
    for (number, step) in trace.steps.iter().enumerate() {
        if number % (trace.steps.len() / CLOSELY + 1) == 0 {
            seen.push((number, picture(&moment)));
        }
        moment.go(number + 1);
        stores += usize::from(holds_what_was_stored(&moment, step, &recording.deltas[number]));
    }
    while let Some((number, before)) = seen.pop() {
        moment.go(number);
        assert_eq!(picture(&moment), before, "{file}: back to {number}");
    }
    let text = serde_json::to_string(trace).expect("a trace is data");
    let again: Trace = serde_json::from_str(&text).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).expect("a trace is data"), text, "{file}");
    stores + 1
}

/// Whether a step stored a number; it must be there afterwards.
fn holds_what_was_stored(moment: &Moment<'_>, step: &Step, delta: &Delta) -> bool {
    let Some(Event::Store { to, value: Value::Int(value) }) = &step.event else { return false };
    let access = delta.accesses.iter().find(|a| a.address == to.address && a.write);
    let bytes = access.and_then(|access| moment.read(to.address, access.size));
    let Some(bytes) = bytes.filter(|bytes| (1..=8).contains(&bytes.len())) else { return false };
    let mask = u64::MAX >> (64 - 8 * bytes.len());
    assert_eq!(bytes.bits(0, 8).0 as u64 & mask, *value as u64 & mask, "{step:?}");
    true
}

/// All that can be seen at a moment, of deep stacks the top.
fn picture(moment: &Moment<'_>) -> String {
    let threads: Vec<_> =
        moment.threads().map(|(thread, status)| (thread, status.clone())).collect();
    let stacks: Vec<_> = threads
        .iter()
        .flat_map(|(thread, _)| {
            moment.stack(*thread).into_iter().take(20).map(move |call| (*thread, call))
        })
        .map(|(thread, call)| (call, moment.locals(thread, call.frame)))
        .collect();
    let heap: Vec<_> =
        moment.heap().map(|o| (o.address, moment.is_alive(o), moment.content(o))).collect();
    format!("{threads:?} {stacks:?} {heap:?} {:?} {:?}", moment.globals(), moment.locks())
}
