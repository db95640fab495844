//! A program's counterexample, recorded, and what is to be seen in it.

use allways::asked;
use allways_check::{Control, Nobody, Stop, check, replay};
use allways_program::Program;
use allways_trace::{Event, Moment, Recording, Status, Step, Trace, Variable};
use allways_vm::Detail;

/// Checks a program and records the counterexample.
pub fn recorded(source: &str, options: &[&str]) -> Trace {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("a file");
    let mut words = vec![file.display().to_string()];
    words.extend(options.iter().map(|word| word.to_string()));
    let (build, request) = asked(&words).expect("the words are right");
    let program = build.program_here().expect("the program compiles");
    let (told, trace) = both(&program, &request).expect("the property is violated");
    assert_eq!(told.steps, trace.steps, "recording changes nothing");
    trace
}

/// Decisions of executions that are looked at.
const LONGEST: usize = 2000;

/// What is told of a counterexample that is not too long, without and with what can be seen.
pub fn both(program: &Program, request: &allways_check::Request) -> Option<(Trace, Trace)> {
    let control = Control { stop: &Stop::default(), watcher: &Nobody };
    let found = check(program, request, control).ok()?.found?;
    if found.execution.decisions.len() > LONGEST {
        return None;
    }
    let again = |detail| replay(program.clone(), &found.execution, detail).expect("it replays");
    Some((again(Detail::Steps), again(Detail::Moments)))
}

/// The recording of a trace.
pub fn recording(trace: &Trace) -> &Recording {
    let recording = trace.recording.as_ref().expect("it was recorded");
    assert_eq!(recording.deltas.len(), trace.steps.len());
    recording
}

/// The first step in a line for which something holds.
pub fn step_in(trace: &Trace, line: u32, is: impl Fn(&Step) -> bool) -> usize {
    let found = trace.steps.iter().position(|step| step.place.line == line && is(step));
    found.unwrap_or_else(|| panic!("no such step in line {line}: {:#?}", trace.steps))
}

/// The first step in a line that stores to a variable.
pub fn store(trace: &Trace, line: u32, name: &str) -> usize {
    step_in(trace, line, |step| match &step.event {
        Some(Event::Store { to, .. }) => to.text == name,
        _ => false,
    })
}

/// The line of the source that holds a mark.
pub fn line(source: &str, mark: &str) -> u32 {
    let found = source.lines().position(|line| line.contains(mark));
    found.unwrap_or_else(|| panic!("no line with {mark}")) as u32 + 1
}

/// Variables as `type name = value`.
pub fn shown(variables: &[Variable]) -> Vec<String> {
    variables.iter().map(|v| format!("{} {} = {}", v.ty, v.name, v.value)).collect()
}

/// The variable of that name.
pub fn named(variables: Vec<Variable>, name: &str) -> Variable {
    let all = shown(&variables);
    let found = variables.into_iter().find(|variable| variable.name == name);
    found.unwrap_or_else(|| panic!("no `{name}` among {all:?}"))
}

/// All parts of a variable.
pub fn parts(moment: &Moment<'_>, of: &Variable) -> Vec<Variable> {
    moment.parts(of, 0..of.parts)
}

/// The stack of a thread as `function:line`, the innermost first.
pub fn stack(moment: &Moment<'_>, thread: u32) -> Vec<String> {
    let calls = moment.stack(thread);
    calls.iter().map(|call| format!("{}:{}", call.function, call.place.line)).collect()
}

/// The local variables of the innermost function of a thread.
pub fn locals(moment: &Moment<'_>, thread: u32) -> Vec<Variable> {
    let top = moment.stack(thread).first().map(|call| call.frame);
    top.map_or(Vec::new(), |frame| moment.locals(thread, frame))
}

/// What a thread does, in words.
pub fn doing(moment: &Moment<'_>, thread: u32) -> String {
    match moment.status(thread) {
        None => "does not exist".to_string(),
        Some(Status::Ready) => "can move".to_string(),
        Some(Status::Waiting(wait)) => allways_report::waiting(wait),
        Some(Status::Ended) => "has ended".to_string(),
    }
}
