//! Random concurrent programs: every reduction gives the verdict of `none`.
//!
//! Programs are made directly in lowered form, so that thousands can be compared in seconds:
//! two or three threads with racy, atomic, guarded and read-only globals, heap objects that are
//! published, read and freed, mutexes in and out of order, try-locks, choices and assertions.
//! `ALLWAYS_RANDOM=N` compares N programs instead of the few hundred of an ordinary run.

#[allow(dead_code, reason = "the other test that shares it needs more")]
mod builder;
mod generator;

use allways_search::{Control, Limits, Options as SearchOptions, Order, run};
use allways_space::{Property, Verdict};
use allways_vm::{Granularity, Options, Vm};

/// States after which a program is not compared.
const LARGEST: u64 = 60_000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    Violated(Property),
    TooLarge,
}

fn answer(seed: u64, granularity: Granularity, properties: &[Property], order: Order) -> Answer {
    let program = generator::program(seed);
    let options = Options {
        granularity,
        properties: properties.iter().copied().collect(),
        ..Options::default()
    };
    let vm = Vm::new(program, options).expect("there is a main");
    vm.seed_guesses();
    let search = SearchOptions {
        order,
        limits: Limits { states: Some(LARGEST), ..Limits::default() },
        shorten: false,
        ..SearchOptions::default()
    };
    match run(&vm, &search, &Control::none()).expect("counterexamples replay") {
        Verdict::Holds(_) => Answer::Holds,
        Verdict::Violated(path, fault, _) => {
            let actions = allways_vm::refine(&vm, &path.actions).expect("steps can be refined");
            let told = allways_vm::explain(&vm, &actions).expect("small steps replay");
            assert_eq!(told.property, Some(fault.property), "seed {seed}");
            Answer::Violated(fault.property)
        }
        Verdict::Unknown(reason, _) => {
            let ended = matches!(reason, allways_space::Reason::PathEnded(_));
            if ended { Answer::Holds } else { Answer::TooLarge }
        }
        Verdict::Unsupported(..) => panic!("seed {seed} uses something unsupported"),
    }
}

/// Properties are compared one by one: which of several faults is found first is a matter of order.
const ONE_BY_ONE: [Property; 5] =
    [Property::Assert, Property::Race, Property::Deadlock, Property::Memory, Property::Ub];

fn compare(seed: u64) -> u32 {
    let mut compared = 0;
    for property in ONE_BY_ONE {
        let plain = answer(seed, Granularity::Instruction, &[property], Order::Dfs);
        if plain == Answer::TooLarge {
            continue;
        }
        for (granularity, order) in [
            (Granularity::Tau, Order::Bfs),
            (Granularity::Full, Order::Dfs),
            (Granularity::Full, Order::Bfs),
        ] {
            let reduced = answer(seed, granularity, &[property], order);
            assert_eq!(plain, reduced, "seed {seed}, {property}, {granularity:?}, {order:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn reductions_agree_with_none() {
    let count = std::env::var("ALLWAYS_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let first = std::env::var("ALLWAYS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let compared: u32 = (first..first + count).map(compare).sum();
    assert!(u64::from(compared) > count, "most programs are small enough to compare");
}
