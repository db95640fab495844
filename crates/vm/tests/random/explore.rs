//! Programs in the virtual machine.

use crate::exhaustive::{self, Findings, tell};
use crate::generator::{self, INVARIANT};
use allways_search::{ContextBound, Control, Limits, Options as SearchOptions, Order, Store, run};
use allways_space::{Property, Reason, Verdict};
use allways_vm::{Granularity, Options, Vm};

/// States after which a program is not compared.
const LARGEST: usize = 20_000;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Holds,
    Violated,
    TooLarge,
}

/// How a program is explored.
#[derive(Copy, Clone, Debug)]
pub struct Combination {
    pub granularity: Granularity,
    pub order: Order,
    pub store: Store,
    pub bound: Option<u32>,
    /// How many workers, and whether they pass states on.
    pub threads: usize,
    pub handoff: Option<u32>,
    pub symmetry: bool,
    /// Steps are remembered.
    pub remembers: bool,
}

impl Combination {
    /// One worker that goes deep first and keeps everything.
    pub fn plainly(granularity: Granularity) -> Combination {
        Combination {
            granularity,
            order: Order::Dfs,
            store: Store::Tree,
            bound: None,
            threads: 1,
            handoff: None,
            symmetry: false,
            remembers: granularity != Granularity::Instruction,
        }
    }
}

pub const PROPERTIES: [Property; 6] = [
    Property::Assert,
    Property::Race,
    Property::Deadlock,
    Property::Memory,
    Property::Ub,
    Property::Invariant,
];

/// The machine of a seed. Every fourth program has an invariant, and in every fifth freed addresses may be
/// used again.
pub fn machine(seed: u64, with: Combination, properties: &[Property]) -> Vm {
    let invariant = seed.is_multiple_of(4).then(|| INVARIANT.to_string());
    let address_reuse = reuses_addresses(seed);
    let options = Options {
        granularity: with.granularity,
        symmetry: with.symmetry && !address_reuse,
        address_reuse,
        bounded: with.bound.is_some(),
        packed_roots: with.store.is_lossy(),
        properties: properties.iter().copied().collect(),
        invariants: invariant.into_iter().collect(),
        remembered: if with.remembers { Options::default().remembered } else { 0 },
        ..Options::default()
    };
    Vm::new(generator::make(seed).program, options).expect("there is a main")
}

fn reuses_addresses(seed: u64) -> bool {
    seed.is_multiple_of(5) || std::env::var_os("ALLWAYS_REUSE").is_some()
}

/// What is wrong with the program of a seed; `None` when there are too many states.
pub fn violated(seed: u64, with: Combination) -> Option<Findings> {
    exhaustive::violated(&machine(seed, with, &PROPERTIES), LARGEST)
}

/// What an engine says about one property, with its counterexample replayed.
pub fn answer(seed: u64, property: Property, with: Combination) -> Answer {
    let vm = machine(seed, with, &[property]);
    let search = SearchOptions {
        order: with.order,
        threads: with.threads,
        handoff: with.handoff,
        alone: if with.threads > 1 { 0 } else { LARGEST as u64 },
        store: with.store,
        limits: Limits { states: Some(LARGEST as u64), ..Limits::default() },
        context_bound: with.bound.map(ContextBound::AtMost),
        shorten: false,
        ..SearchOptions::default()
    };
    match run(&vm, &search, &Control::none()).expect("counterexamples replay") {
        Verdict::Holds(_) => Answer::Holds,
        Verdict::Violated(path, fault, _) => {
            tell(&vm, &path.actions, fault.property).expect("the engine's counterexample");
            Answer::Violated
        }
        Verdict::Unknown(Reason::PathEnded(_) | Reason::ContextBound(_), _) => Answer::Holds,
        // So few states do not collide.
        Verdict::Unknown(Reason::LossyStore(_), _) if with.store.is_lossy() => Answer::Holds,
        Verdict::Unknown(..) => Answer::TooLarge,
        Verdict::Unsupported(..) => panic!("something unsupported"),
    }
}
