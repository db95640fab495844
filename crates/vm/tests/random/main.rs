//! Random concurrent programs: every reduction gives the verdict of `none` with every step run, and so does
//! symmetry.
//!
//! Programs are made directly in lowered form, so that thousands can be compared in seconds:
//! two to four threads with racy, atomic, guarded and read-only globals, heap and stack objects that
//! are handed on, published openly and in disguise, read and freed, mutexes in and out of order,
//! try-locks, read-write locks, condition variables, semaphores, barriers, atomic sections, loops, waits by
//! spinning, calls, choices, assertions and an invariant.
//! `ALLWAYS_RANDOM=N` compares N programs instead of the few hundred of an ordinary run, from seed
//! `ALLWAYS_SEED` on.

#[allow(dead_code, reason = "the other test that shares it needs more")]
mod builder;
mod generator;
mod sharing;

use allways_search::{ContextBound, Control, Limits, Options as SearchOptions, Order, Store, run};
use allways_space::{Edge, Flow, Property, Reason, Stepper, System, Target, Verdict};
use allways_vm::{Granularity, Options, Vm};
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

/// States after which a program is not compared.
const LARGEST: usize = 10_000;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    Violated,
    TooLarge,
}

/// How a program is explored.
#[derive(Copy, Clone, Debug)]
struct How {
    granularity: Granularity,
    order: Order,
    store: Store,
    bound: Option<u32>,
    /// How many workers, and whether they pass states on.
    threads: usize,
    handoff: Option<u32>,
    symmetry: bool,
    /// Steps are remembered.
    remembers: bool,
}

const PROPERTIES: [Property; 6] = [
    Property::Assert,
    Property::Race,
    Property::Deadlock,
    Property::Memory,
    Property::Ub,
    Property::Invariant,
];

/// The machine of a seed. Every fourth program has an invariant.
fn machine(seed: u64, how: How, properties: &[Property]) -> Vm {
    let invariant = seed.is_multiple_of(4).then(|| generator::INVARIANT.to_string());
    let options = Options {
        granularity: how.granularity,
        symmetry: how.symmetry,
        bounded: how.bound.is_some(),
        nameless: how.store.is_lossy(),
        properties: properties.iter().copied().collect(),
        invariants: invariant.into_iter().collect(),
        remembered: if how.remembers { Options::default().remembered } else { 0 },
        ..Options::default()
    };
    let vm = Vm::new(generator::program(seed), options).expect("there is a main");
    vm.seed_guesses();
    vm
}

/// All properties that some execution violates, and the number of states; `None` when there are too
/// many.
fn violated(seed: u64, how: How) -> Option<(BTreeSet<Property>, usize)> {
    let vm = machine(seed, how, &PROPERTIES);
    loop {
        match everything(&vm) {
            Ok(found) => return found,
            Err(Demoted) => vm.next_round(),
        }
    }
}

/// A guess fell.
struct Demoted;

fn everything(vm: &Vm) -> Result<Option<(BTreeSet<Property>, usize)>, Demoted> {
    let mut stepper = vm.stepper();
    let (mut found, mut known) = (BTreeSet::new(), HashSet::new());
    let (mut waiting, mut source) = (Vec::new(), None);
    let mut reached = Vec::new();
    loop {
        let mut visit = |edge: Edge<allways_vm::Action>| {
            match edge.to {
                Target::State(state) => reached.push(state),
                Target::Fault(fault) => drop(found.insert(fault.property)),
                other => panic!("{other:?}"),
            }
            ControlFlow::Continue(())
        };
        let flow = match source {
            None => stepper.initial(&mut visit),
            Some(state) => stepper.successors(state, &mut visit),
        };
        match flow {
            Flow::Demoted => return Err(Demoted),
            _ if known.len() > LARGEST => return Ok(None),
            _ => {}
        }
        for state in reached.drain(..) {
            if known.insert(stepper.matched(state)) {
                waiting.push(state);
            }
        }
        source = waiting.pop();
        if source.is_none() {
            return Ok(Some((found, known.len())));
        }
    }
}

/// What an engine says about one property, with its counterexample replayed.
fn answer(seed: u64, property: Property, how: How) -> Answer {
    let vm = machine(seed, how, &[property]);
    let search = SearchOptions {
        order: how.order,
        threads: how.threads,
        handoff: how.handoff,
        alone: if how.threads > 1 { 0 } else { LARGEST as u64 },
        store: how.store,
        limits: Limits { states: Some(LARGEST as u64), ..Limits::default() },
        context_bound: how.bound.map(ContextBound::AtMost),
        shorten: false,
        ..SearchOptions::default()
    };
    match run(&vm, &search, &Control::none()).expect("counterexamples replay") {
        Verdict::Holds(_) => Answer::Holds,
        Verdict::Violated(path, fault, _) => {
            let actions = allways_vm::refine(&vm, &path.actions).expect("steps can be refined");
            let told = allways_vm::explain(&vm, &actions).expect("small steps replay");
            assert_eq!(told.property, Some(fault.property));
            Answer::Violated
        }
        Verdict::Unknown(Reason::PathEnded(_) | Reason::ContextBound(_), _) => Answer::Holds,
        // So few states do not collide.
        Verdict::Unknown(Reason::LossyStore(_), _) if how.store.is_lossy() => Answer::Holds,
        Verdict::Unknown(..) => Answer::TooLarge,
        Verdict::Unsupported(..) => panic!("something unsupported"),
    }
}

/// What came of comparing a program.
#[derive(Default)]
struct Compared {
    comparisons: u64,
    differences: Vec<String>,
    /// States with `full`, without symmetry and with it.
    states: (usize, usize),
}

fn compare(seed: u64) -> Compared {
    use Granularity::{Full, Global, Instruction, Superstep, Tau};
    let (mut compared, mut differences, mut states) = (0, Vec::new(), (0, 0));
    let how = |granularity, symmetry| How {
        granularity,
        order: Order::Dfs,
        store: Store::Tree,
        bound: None,
        threads: 1,
        handoff: None,
        symmetry,
        remembers: granularity != Instruction,
    };
    let Some((plain, _)) = violated(seed, how(Instruction, false)) else {
        return Compared::default();
    };
    for (granularity, symmetry) in
        [(Tau, false), (Global, false), (Superstep, false), (Full, false), (Full, true)]
    {
        match violated(seed, how(granularity, symmetry)) {
            None => continue,
            Some((same, count)) if same == plain => {
                compared += 1;
                match (granularity, symmetry) {
                    (Full, false) => states.0 = count,
                    (Full, true) => states.1 = count,
                    _ => {}
                }
            }
            Some((other, _)) => {
                let how = if symmetry { "with symmetry" } else { "" };
                differences.push(format!("{granularity:?} {how}: {plain:?}, {other:?}"));
            }
        }
    }
    // Engines take turns with the properties.
    let (property, turn) = (PROPERTIES[seed as usize % 6], seed as usize / 6);
    let (granularity, symmetry) =
        [(Tau, false), (Global, false), (Superstep, false), (Full, false), (Full, true)][turn % 5];
    let bound = turn as u32 / 4 % 3;
    let expected = if plain.contains(&property) { Answer::Violated } else { Answer::Holds };
    for (order, store, threads, handoff) in [
        (Order::Dfs, Store::Tree, 1, None),
        (Order::Bfs, Store::Tree, 1, None),
        (Order::Dfs, Store::Compact, 1 + seed as usize % 2, None),
        (Order::Dfs, Store::Tree, 3, None),
        (Order::Bfs, Store::Tree, 3, None),
        (Order::Dfs, Store::Tree, 2, Some(5)),
    ] {
        let symmetry = symmetry && store == Store::Tree;
        let how = How {
            granularity,
            order,
            store,
            bound: None,
            threads,
            handoff,
            symmetry,
            remembers: true,
        };
        match answer(seed, property, how) {
            Answer::TooLarge => continue,
            same if same == expected => compared += 1,
            other => differences.push(format!("{property}, {how:?}: {expected:?}, {other:?}")),
        }
    }
    if !is_covered(seed, property, bound) {
        differences.push(format!("{property} with at most {bound} switches"));
    }
    Compared { comparisons: compared + 1, differences, states }
}

/// With a bound, larger steps find what small ones find, and perhaps more.
fn is_covered(seed: u64, property: Property, bound: u32) -> bool {
    let (store, bound, symmetry) = (Store::Tree, Some(bound), false);
    let how = |granularity, order| How {
        granularity,
        order,
        store,
        bound,
        threads: 1,
        handoff: None,
        symmetry,
        remembers: true,
    };
    let small = answer(seed, property, how(Granularity::Instruction, Order::Dfs));
    let again = answer(seed, property, how(Granularity::Instruction, Order::Bfs));
    let large = answer(seed, property, how(Granularity::Full, Order::Dfs));
    if [small, again, large].contains(&Answer::TooLarge) {
        return true;
    }
    small == again && (large == small || small == Answer::Holds)
}

#[test]
fn reductions_agree_with_none() {
    let count = std::env::var("ALLWAYS_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let first = std::env::var("ALLWAYS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    if std::env::var_os("ALLWAYS_DUMP").is_some() {
        println!("{}", generator::program(first));
    }
    let (mut compared, mut wrong, mut states) = (0, Vec::new(), (0, 0));
    for seed in first..first + count {
        match std::panic::catch_unwind(|| compare(seed)) {
            Ok(more) => {
                compared += more.comparisons;
                states = (states.0 + more.states.0, states.1 + more.states.1);
                let differences = more.differences.into_iter();
                wrong.extend(differences.map(|what| format!("seed {seed}: {what}")));
            }
            Err(_) => wrong.push(format!("seed {seed}: panicked")),
        }
        if seed % 1000 == 999 {
            println!(
                "{} programs, {compared} comparisons, states {states:?}, {wrong:?}",
                seed + 1 - first
            );
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > count, "most programs are small enough to compare");
    let bites = states.1 < states.0 || count < 100;
    assert!(bites, "threads are interchangeable in some programs: {states:?}");
}
