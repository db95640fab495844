//! What is asked about a program: everything that decides the answer, as data.

use crate::bytes::Bytes;
use crate::names;
use allways_search::{ContextBound, Order};
use allways_space::Property;
use allways_vm::{Granularity, Ignore};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is asked about a program. Where it is saved, a field that is not known is an error: an answer
/// without it could be another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The properties that are checked.
    #[serde(with = "names")]
    pub properties: Vec<Property>,
    /// The formulas of the source that are checked.
    pub source_formulas: SourceFormulas,
    /// Further formulas that must hold.
    pub formulas: Vec<String>,
    /// A Büchi automaton of the executions that must not exist.
    pub automaton: Option<AutomatonText>,
    /// Functions that must return true in every state.
    pub invariants: Vec<String>,
    /// The endless executions that count; without it what is usual for the property.
    pub fair: Option<Fairness>,

    /// The function to start with.
    pub entry: String,
    /// The program's arguments, its name first.
    pub args: Vec<String>,
    /// What the program reads from standard input.
    pub stdin: Bytes,
    /// Every allocation may also fail.
    pub malloc_fail: bool,
    /// An allocation may also return an address that was freed.
    pub address_reuse: bool,
    /// A wait may also end without a signal.
    pub spurious_wakeups: bool,
    /// Volatile accesses of up to a word are atomic.
    pub volatile_atomic: bool,
    /// Places at which faults are not reported.
    pub ignore: Vec<Ignore>,
    /// The values of nondeterministic integers.
    pub nondet: Option<(i64, i64)>,

    /// How much of an execution is one step.
    pub granularity: Granularity,
    /// States that differ only in which thread is where are taken for one.
    pub symmetry: bool,
    /// The function that writes the abstract state.
    pub abstraction: Option<String>,

    /// The order in which states are visited.
    pub order: Order,
    /// The longest executions that are followed.
    pub depth: Option<u64>,
    /// How many context switches executions may have.
    pub context_bound: Option<ContextBound>,
    /// How states are kept.
    pub store: Store,
    /// How many workers search.
    pub threads: usize,
    /// Stack slicing: a worker hands its search on when it is that deep.
    pub handoff: Option<u32>,
    /// Liveness as multi-core SPIN does it, to compare with.
    pub two_core_baseline: bool,

    /// Bytes that a search may hold; without it a share of what is free.
    pub memory: Option<u64>,
    /// The most states.
    pub max_states: Option<u64>,
    /// Seconds for all searches together.
    pub timeout: Option<f64>,
}

impl Default for Request {
    fn default() -> Request {
        use Property::{Assert, Deadlock, Memory, Race, Ub};
        Request {
            properties: vec![Assert, Deadlock, Memory, Race, Ub],
            source_formulas: SourceFormulas::All,
            formulas: Vec::new(),
            automaton: None,
            invariants: Vec::new(),
            fair: None,
            entry: "main".to_string(),
            args: vec!["program".to_string()],
            stdin: Bytes::default(),
            malloc_fail: false,
            address_reuse: false,
            spurious_wakeups: false,
            volatile_atomic: false,
            ignore: Vec::new(),
            nondet: None,
            granularity: Granularity::Full,
            symmetry: false,
            abstraction: None,
            order: Order::Dfs,
            depth: None,
            context_bound: None,
            store: Store::Tree,
            threads: 1,
            handoff: None,
            two_core_baseline: false,
            memory: None,
            max_states: None,
            timeout: None,
        }
    }
}

/// Which formulas of the source are checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SourceFormulas {
    /// None.
    None,
    /// All that there are.
    All,
    /// The one with this name.
    Only(String),
}

/// An automaton in HOA format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonText {
    /// As reports call it: the file that it was read from.
    pub name: String,
    /// The automaton.
    pub hoa: String,
}

/// Which endless executions count.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fairness {
    /// All.
    None,
    /// Those in which no thread that can always move waits forever.
    Weak,
}

/// How states are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Store {
    /// As roots of trees.
    Tree,
    /// Whole.
    Flat,
    /// As hashes.
    Compact,
    /// As bits in a field.
    Bitstate,
    /// As trees, then as hashes and as bits where the memory does not suffice.
    Auto,
}

impl Store {
    /// Keeps everything that belongs to a state.
    pub fn is_exact(self) -> bool {
        matches!(self, Store::Tree | Store::Flat)
    }
}

/// Parts of a request that exclude each other, or lack something.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A bound or an abstraction with a store that keeps too little.
    SmallStore,
    /// A bound of context switches with a bound of the depth.
    TwoBounds,
    /// Stack slicing with something other than an unbounded depth-first search.
    HandoffOrder,
    /// Stack slicing with what one worker does.
    HandoffAlone,
    /// Invariants are to be checked, and none is named.
    NoInvariant,
}

/// What keeps thread symmetry from being used where it is asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AgainstSymmetry {
    /// Steps are not those of the full reduction.
    Reduction,
    /// A context bound counts who moved last.
    ContextBound,
    /// An abstraction says itself which states are one.
    Abstraction,
    /// Which thread frees an address and which gets it can matter.
    AddressReuse,
    /// The store has no names of states.
    Store,
    /// Several workers hand states on.
    Handoff,
}

impl Request {
    /// The first contradiction.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let (bounded, is_abstract) = (self.context_bound.is_some(), self.abstraction.is_some());
        let handed_on = self.handoff.is_some();
        let asked = [
            (!self.store.is_exact() && (bounded || is_abstract), Contradiction::SmallStore),
            (bounded && self.depth.is_some(), Contradiction::TwoBounds),
            (
                handed_on && (self.order != Order::Dfs || self.depth.is_some()),
                Contradiction::HandoffOrder,
            ),
            (handed_on && (bounded || is_abstract), Contradiction::HandoffAlone),
            (
                self.properties.contains(&Property::Invariant) && self.invariants.is_empty(),
                Contradiction::NoInvariant,
            ),
        ];
        asked.into_iter().find(|(asked, _)| *asked).map(|(_, what)| what)
    }

    /// Whether states that differ only in which thread is where are taken for one.
    pub fn uses_symmetry(&self) -> bool {
        self.symmetry && self.against_symmetry().is_none()
    }

    /// What keeps thread symmetry from being used where it is asked for.
    pub fn against_symmetry(&self) -> Option<AgainstSymmetry> {
        let against = [
            (self.granularity != Granularity::Full, AgainstSymmetry::Reduction),
            (self.context_bound.is_some(), AgainstSymmetry::ContextBound),
            (self.abstraction.is_some(), AgainstSymmetry::Abstraction),
            (self.address_reuse, AgainstSymmetry::AddressReuse),
            (!self.store.is_exact(), AgainstSymmetry::Store),
            (self.handoff.is_some(), AgainstSymmetry::Handoff),
        ];
        let found = against.into_iter().find(|(against, _)| *against).map(|(_, why)| why);
        found.filter(|_| self.symmetry)
    }

    /// The time for all searches together.
    pub fn time(&self) -> Option<Duration> {
        self.timeout.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)))
    }

    /// Whether only endless executions can violate what is asked for.
    pub(crate) fn is_only_temporal(&self) -> bool {
        self.properties.iter().all(|p| matches!(p, Property::Ltl | Property::Termination))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_saved_and_read_and_nothing_in_it_is_skipped() {
        let request = Request {
            properties: vec![Property::Race, Property::Ltl],
            formulas: vec!["G p".to_string()],
            context_bound: Some(ContextBound::AtMost(3)),
            stdin: Bytes(vec![0, 255]),
            timeout: Some(0.1),
            ..Request::default()
        };
        let mut saved = serde_json::to_value(&request).expect("a value");
        assert_eq!(saved["properties"], serde_json::json!(["race", "ltl"]));
        let read: Request = serde_json::from_value(saved.clone()).expect("the request");
        assert_eq!(read, request);
        saved["unheard-of"] = true.into();
        assert!(serde_json::from_value::<Request>(saved.clone()).is_err());
        let fields = saved.as_object_mut().expect("an object");
        fields.remove("unheard-of");
        fields.remove("malloc_fail");
        assert!(serde_json::from_value::<Request>(saved).is_err());
    }

    #[test]
    fn symmetry_says_what_it_lacks() {
        let asked = Request { symmetry: true, ..Request::default() };
        assert!(asked.uses_symmetry());
        let flat = Request { store: Store::Compact, ..asked };
        assert_eq!(flat.against_symmetry(), Some(AgainstSymmetry::Store));
        let unasked = Request { symmetry: false, ..flat };
        assert_eq!((unasked.against_symmetry(), unasked.uses_symmetry()), (None, false));
    }
}
