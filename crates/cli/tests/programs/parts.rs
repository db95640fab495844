//! Programs whose check is stopped and goes on in another machine, as in another process: the same answer as in one
//! piece, and the same number of states.

use allways::{Build, asked};
use allways_check::{
    Answer, Control, Error, Nobody, Outcome, Request, SourceFormulas, Stop, Unfinished, Why, check,
    check_part,
};
use allways_program::Program;
use allways_search::Order;
use allways_space::Reason;
use allways_vm::Granularity;

/// Programs with guesses that hold, guesses that fall, and faults.
const FILES: [&str; 8] = [
    "examples/bounded_buffer.c",
    "examples/peterson.c",
    "examples/philosophers_ordered.c",
    "examples/readers_writers.c",
    "examples/treiber_stack.c",
    "tests/programs/holds/flag_handover.c",
    "tests/programs/holds/gate_lock.c",
    "tests/programs/holds/made_once.c",
];

/// States after which a search in one piece is not compared.
const LARGEST: u64 = 20_000;

pub fn files() -> Vec<String> {
    FILES.map(str::to_string).to_vec()
}

/// Compares checks of the file with and without stops.
pub fn compare(file: &String) -> Result<(), String> {
    let (program, asked) = subject(file)?;
    for granularity in [Granularity::Tau, Granularity::Full] {
        for (order, handoff) in [(Order::Dfs, None), (Order::Bfs, None), (Order::Dfs, Some(3))] {
            let request = Request { granularity, order, handoff, ..asked.clone() };
            let what = format!("{file}, {granularity:?}, {order:?}, {handoff:?}");
            compare_check(&program, &request).map_err(|wrong| format!("{what}: {wrong}"))?;
        }
    }
    Ok(())
}

/// A program, and a request about what it does in finitely many steps.
fn subject(file: &String) -> Result<(Program, Request), String> {
    let (build, request) = asked(std::slice::from_ref(file)).map_err(|e| e.to_string())?;
    let program = Build::program_here(&build).map_err(|e| format!("{file}: {e:#}"))?;
    Ok((program, Request { source_formulas: SourceFormulas::None, ..request }))
}

fn compare_check(program: &Program, request: &Request) -> Result<(), String> {
    let (stop, max_states) = (Stop::default(), Some(LARGEST));
    let limited = Request { max_states, ..request.clone() };
    let control = Control { stop: &stop, watcher: &Nobody };
    let whole = check(program, &limited, control).map_err(|e| format!("{e:?}"))?;
    assert!(whole.unfinished.is_none(), "nobody asked for it");
    if whole.coverage.states >= LARGEST {
        return Ok(());
    }
    let parts = in_parts(program, request, 1 + whole.coverage.states / 4)?;
    let (w, p) = (&whole.coverage, &parts.coverage);
    let same = match (&whole.answer, &parts.answer) {
        (Answer::Violated(_), Answer::Violated(_)) => true,
        // Where a guess falls, what else falls with it depends on the order.
        (Answer::Holds, Answer::Holds) => {
            let counts = (w.states, w.transitions, w.facts) == (p.states, p.transitions, p.facts);
            w.rounds > 1 || p.rounds > 1 || counts
        }
        (Answer::Unknown(one), Answer::Unknown(other)) => one == other,
        _ => false,
    };
    if same { Ok(()) } else { Err(format!("{whole:?} in one piece, {parts:?} in parts")) }
}

/// Stops after so many states, again and again, and goes on from what was saved. The first part is stopped before
/// it begins.
fn in_parts(program: &Program, request: &Request, most: u64) -> Result<Outcome, String> {
    let mut saved: Option<String> = None;
    for number in 0..9 {
        let from: Option<Unfinished> =
            saved.as_deref().map(|text| serde_json::from_str(text).expect("what was saved"));
        let stored = from.as_ref().map_or(0, Unfinished::states);
        let max_states = (number < 8).then_some(stored + most);
        let request = Request { max_states, threads: 1 + number % 2, ..request.clone() };
        let stop = Stop::default();
        if number == 0 {
            stop.ask();
        }
        let control = Control { stop: &stop, watcher: &Nobody };
        let outcome = check_part(program, &request, control, from.as_ref());
        let outcome = outcome.map_err(|e| format!("{e:?}"))?;
        let interrupted = outcome.answer == Answer::Unknown(Why::Reason(Reason::Interrupted));
        assert_eq!(interrupted, number == 0, "{outcome:?}");
        match &outcome.unfinished {
            Some(left) => saved = Some(serde_json::to_string(left).expect("it can be saved")),
            None => return Ok(outcome),
        }
    }
    Err("the last part does not end by itself".to_string())
}

/// What one check left unfinished is not continued by another, and not when it is damaged.
#[test]
fn a_part_belongs_to_one_check() {
    crate::set_up();
    let (program, request) = subject(&FILES[0].to_string()).expect("a program");
    let stop = Stop::default();
    let control = Control { stop: &stop, watcher: &Nobody };
    let few = Request { max_states: Some(50), ..request.clone() };
    let outcome = check_part(&program, &few, control, None).expect("an outcome");
    let left = outcome.unfinished.expect("it is not finished");
    let continued = |program: &Program, request: &Request, from: &Unfinished| {
        check_part(program, request, control, Some(from)).map(|outcome| outcome.answer)
    };
    assert!(matches!(continued(&program, &request, &left), Ok(Answer::Holds)));
    let other = Request { malloc_fail: true, ..request.clone() };
    assert!(matches!(continued(&program, &other, &left), Err(Error::OtherCheck)));
    let (another, same) = subject(&FILES[4].to_string()).expect("a program");
    assert!(matches!(continued(&another, &same, &left), Err(Error::OtherCheck)));
    let mut damaged = serde_json::to_value(&left).expect("it can be saved");
    damaged["frontier"] = "damaged".into();
    let damaged: Unfinished = serde_json::from_value(damaged).expect("its form is right");
    assert!(matches!(continued(&program, &request, &damaged), Err(Error::DamagedPart)));
}
