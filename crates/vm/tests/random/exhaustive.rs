//! All states of a system, and every fault told: this file and its neighbour `explore.rs` alone know
//! how the virtual machine is asked.

use allways_space::{Edge, Fault, Flow, Property, Rounds, Stepper, System, Target};
use allways_vm::{Action, Detail, Vm, lacks_names};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

/// What is wrong with a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The properties that some execution violates, and where it makes a difference the place.
    pub faults: BTreeSet<(Property, Option<u32>)>,
    pub states: usize,
    /// Faults that could not be told.
    pub untold: Vec<String>,
}

/// Everything that some execution violates, each told from its beginning to its end; `None` when
/// there are too many states, or more objects than can be named.
pub fn violated(vm: &Vm, largest: usize) -> Option<Findings> {
    loop {
        match everything(vm, largest) {
            Ok(found) => return found,
            Err(Demoted) => vm.next_round(),
        }
    }
}

/// A guess fell.
struct Demoted;

/// A thread's own fault has a place. Which of two threads that race, wait for each other or join the
/// same thread is told depends on who comes second, which is not for a reduction to keep.
fn kind_of(fault: &Fault) -> (Property, Option<u32>) {
    let own = matches!(fault.property, Property::Assert | Property::Memory);
    (fault.property, own.then_some(fault.place))
}

/// Where a state was reached from, and how.
type Origin = (Option<usize>, Action);

fn everything(vm: &Vm, largest: usize) -> Result<Option<Findings>, Demoted> {
    let mut stepper = vm.stepper();
    let (mut faults, mut known) = (BTreeMap::new(), HashSet::new());
    let mut origins: Vec<Origin> = Vec::new();
    let (mut waiting, mut source) = (Vec::new(), None);
    let (mut reached, mut nameless) = (Vec::new(), false);
    loop {
        let from = source.map(|(_, number)| number);
        let mut visit = |edge: Edge<Action>| {
            match edge.to {
                Target::State(state) => reached.push((state, edge.action)),
                Target::Fault(fault) => {
                    faults.entry(kind_of(&fault)).or_insert((from, edge.action));
                }
                Target::Unsupported(gap) if lacks_names(gap) => nameless = true,
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
            _ if nameless || known.len() > largest => return Ok(None),
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
    drop(stepper);
    if vm.audit().fallen {
        return Err(Demoted);
    }
    let telling = |(&(property, _), &last)| tell(vm, &path_to(&origins, last), property).err();
    let untold = faults.iter().filter_map(telling).collect();
    Ok(Some(Findings { faults: faults.into_keys().collect(), states: known.len(), untold }))
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
pub fn tell(vm: &Vm, actions: &[Action], property: Property) -> Result<(), String> {
    let small = allways_vm::refine(vm, actions)
        .map_err(|error| format!("{property} is not refined: {error:?}"))?;
    let told = allways_vm::explain(vm, &small, Detail::Steps)
        .map_err(|error| format!("{property} is not replayed: {error:?}"))?;
    match told.property {
        Some(same) if same == property => Ok(()),
        other => Err(format!("{property} is told as {other:?}")),
    }
}

impl Findings {
    /// What reduced findings lack or have too many, in words.
    pub fn differences(&self, reduced: &Findings) -> Vec<String> {
        let mut all = reduced.untold.clone();
        if self.faults != reduced.faults {
            let lost: Vec<_> = self.faults.difference(&reduced.faults).collect();
            let new: Vec<_> = reduced.faults.difference(&self.faults).collect();
            all.push(format!("misses {lost:?}, adds {new:?}"));
        }
        all
    }
}
