//! Programs whose search is stopped and goes on in another machine, as in another process: the same verdict as in one
//! piece, and the same number of states.

use allways::{Build, asked};
use allways_program::Program;
use allways_search::{Control, Frontier, Limits, Options, Order, run, run_part};
use allways_space::Verdict;
use allways_vm::{Action, Granularity, Vm};

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

/// Compares the file's searches with and without stops.
pub fn compare(file: &String) -> Result<(), String> {
    let (build, request) = asked(std::slice::from_ref(file)).map_err(|e| e.to_string())?;
    let program = Build::program_here(&build).map_err(|e| format!("{file}: {e:#}"))?;
    for granularity in [Granularity::Tau, Granularity::Full] {
        let machine = || machine(&program, request.machine_options(), granularity);
        for (order, handoff) in [(Order::Dfs, None), (Order::Bfs, None), (Order::Dfs, Some(3))] {
            let options = Options { order, handoff, shorten: false, ..Options::default() };
            let what = format!("{file}, {granularity:?}, {order:?}, {handoff:?}");
            compare_search(&machine, &options).map_err(|wrong| format!("{what}: {wrong}"))?;
        }
    }
    Ok(())
}

fn machine(program: &Program, options: allways_vm::Options, granularity: Granularity) -> Vm {
    let options = allways_vm::Options { granularity, ..options };
    Vm::new(program.clone(), options).expect("the program starts")
}

fn compare_search(machine: &impl Fn() -> Vm, options: &Options) -> Result<(), String> {
    let limits = Limits { states: Some(LARGEST), ..Limits::default() };
    let limited = Options { limits, ..options.clone() };
    let whole = run(&machine(), &limited, &Control::none()).map_err(|e| e.to_string())?;
    if whole.coverage().states >= LARGEST {
        return Ok(());
    }
    let parts = in_parts(machine, options, 1 + whole.coverage().states / 4)?;
    match (&whole, &parts) {
        (Verdict::Violated(..), Verdict::Violated(..)) => Ok(()),
        // Where a guess falls, what else falls with it depends on the order.
        (Verdict::Holds(w), Verdict::Holds(p)) if w.rounds > 1 || p.rounds > 1 => Ok(()),
        (Verdict::Holds(w), Verdict::Holds(p))
            if (w.states, w.transitions, w.facts) == (p.states, p.transitions, p.facts) =>
        {
            Ok(())
        }
        (Verdict::Unknown(one, _), Verdict::Unknown(other, _)) if one == other => Ok(()),
        _ => Err(format!("{whole:?} in one piece, {parts:?} in parts")),
    }
}

/// Stops after so many states, again and again, and goes on from what was packed.
fn in_parts(
    machine: &impl Fn() -> Vm,
    options: &Options,
    most: u64,
) -> Result<Verdict<Action>, String> {
    let mut packed: Option<Vec<u8>> = None;
    for number in 0.. {
        let vm = machine();
        let from = packed.as_deref().map(|bytes| Frontier::unpack(&vm, bytes));
        let from = from.map(|from| from.ok_or("what was packed is not read")).transpose()?;
        let stored = from.as_ref().map_or(0, Frontier::states);
        let states = (number < 8).then_some(stored + most);
        let limits = Limits { states, ..Limits::default() };
        let options = Options { limits, threads: 1 + number % 2, ..options.clone() };
        let part = run_part(&vm, &options, &Control::none(), from.as_ref());
        let part = part.map_err(|e| e.to_string())?;
        match part.frontier {
            Some(frontier) => packed = Some(frontier.pack(&vm)),
            None => return Ok(part.verdict),
        }
    }
    Err("the last part does not end by itself".to_string())
}
