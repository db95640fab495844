//! Programs in the virtual machine: this file alone knows how it is asked.

use crate::generator::{self, INVARIANT};
use allways_search::{ContextBound, Control, Limits, Options as SearchOptions, Order, Store, run};
use allways_space::{Edge, Fault, Flow, Property, Reason, Stepper, System, Target, Verdict};
use allways_vm::{Action, Granularity, Options, Vm};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

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
pub struct How {
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

impl How {
    /// One worker that goes deep first and keeps everything.
    pub fn plainly(granularity: Granularity) -> How {
        How {
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

/// The machine of a seed. Every fourth program has an invariant.
fn machine(seed: u64, how: How, properties: &[Property]) -> Vm {
    let invariant = seed.is_multiple_of(4).then(|| INVARIANT.to_string());
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
    let vm = Vm::new(generator::make(seed).program, options).expect("there is a main");
    vm.seed_guesses();
    vm
}

/// What is wrong with a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The properties that some execution violates, and where it makes a difference the place.
    pub faults: BTreeSet<(Property, Option<u32>)>,
    pub states: usize,
}

/// Everything that some execution violates, each told from its beginning to its end; `None` when
/// there are too many states.
pub fn violated(seed: u64, how: How) -> Option<Findings> {
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

/// A thread's own fault has a place; which of two threads that race or wait is told is chance.
fn kind_of(fault: &Fault) -> (Property, Option<u32>) {
    let own = matches!(fault.property, Property::Assert | Property::Memory | Property::Ub);
    (fault.property, own.then_some(fault.place))
}

/// Where a state was reached from, and how.
type Origin = (Option<usize>, Action);

fn everything(vm: &Vm) -> Result<Option<Findings>, Demoted> {
    let mut stepper = vm.stepper();
    let (mut faults, mut known) = (BTreeMap::new(), HashSet::new());
    let mut origins: Vec<Origin> = Vec::new();
    let (mut waiting, mut source) = (Vec::new(), None);
    let mut reached = Vec::new();
    loop {
        let from = source.map(|(_, number)| number);
        let mut visit = |edge: Edge<Action>| {
            match edge.to {
                Target::State(state) => reached.push((state, edge.action)),
                Target::Fault(fault) => {
                    faults.entry(kind_of(&fault)).or_insert((from, edge.action));
                }
                other => panic!("{other:?}"),
            }
            ControlFlow::Continue(())
        };
        let flow = match source {
            None => stepper.initial(&mut visit),
            Some((state, _)) => stepper.successors(state, &mut visit),
        };
        match flow {
            Flow::Demoted => return Err(Demoted),
            _ if known.len() > LARGEST => return Ok(None),
            _ => {}
        }
        for (state, action) in reached.drain(..) {
            if known.insert(stepper.matched(state)) {
                waiting.push((state, origins.len()));
                origins.push((from, action));
            }
        }
        source = waiting.pop();
        if source.is_none() {
            break;
        }
    }
    for (&(property, _), &last) in &faults {
        tell(vm, &path_to(&origins, last), property);
    }
    Ok(Some(Findings { faults: faults.into_keys().collect(), states: known.len() }))
}

/// The actions from the beginning to the last.
fn path_to(origins: &[Origin], last: Origin) -> Vec<Action> {
    let mut actions = vec![last.1];
    let mut before = last.0;
    while let Some(number) = before {
        actions.push(origins[number].1);
        before = origins[number].0;
    }
    actions.reverse();
    actions
}

/// A counterexample is replayed in small steps and told.
fn tell(vm: &Vm, actions: &[Action], property: Property) {
    let small = allways_vm::refine(vm, actions).expect("steps can be refined");
    let told = allways_vm::explain(vm, &small).expect("small steps replay");
    assert_eq!(told.property, Some(property));
}

/// What an engine says about one property, with its counterexample replayed.
pub fn answer(seed: u64, property: Property, how: How) -> Answer {
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
            tell(&vm, &path.actions, fault.property);
            Answer::Violated
        }
        Verdict::Unknown(Reason::PathEnded(_) | Reason::ContextBound(_), _) => Answer::Holds,
        // So few states do not collide.
        Verdict::Unknown(Reason::LossyStore(_), _) if how.store.is_lossy() => Answer::Holds,
        Verdict::Unknown(..) => Answer::TooLarge,
        Verdict::Unsupported(..) => panic!("something unsupported"),
    }
}
