//! What a check asks of the virtual machine.

use crate::rules::Broken;
use allways_space::Property;
use serde::{Deserialize, Serialize};

/// How much of an execution is one step.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Granularity {
    /// One instruction.
    Instruction,
    /// Up to the next instruction that touches memory or leaves the basic block.
    Tau,
    /// Up to the next access to memory that is not the thread's alone, or the next library function.
    Global,
    /// Up to an operation that conflicts with what other threads are about to do.
    Superstep,
    /// Up to the next operation that another thread could notice.
    Full,
}

/// A set of properties.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Properties(u16);

impl Properties {
    /// No property.
    pub const NONE: Properties = Properties(0);

    /// Whether `property` is in the set.
    pub fn contains(self, property: Property) -> bool {
        self.0 & (1 << property as u16) != 0
    }

    /// With `property`.
    pub fn with(self, property: Property) -> Properties {
        Properties(self.0 | 1 << property as u16)
    }

    /// The properties in the set.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |&p| self.contains(p))
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(all: I) -> Properties {
        all.into_iter().fold(Properties::NONE, Properties::with)
    }
}

/// A line at which faults are not reported: executions go on behind them where they can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignore {
    /// The end of the file's path.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The properties.
    pub properties: Properties,
}

impl Ignore {
    /// A line, for one property or for all.
    pub fn new(file: &str, line: u32, property: Option<Property>) -> Ignore {
        let properties = match property {
            Some(property) => Properties::NONE.with(property),
            None => Property::ALL.into_iter().collect(),
        };
        Ignore { file: file.to_string(), line, properties }
    }
}

/// What else is checked: endless executions, which are looked at apart.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Temporal {
    /// No temporal property.
    #[default]
    Nothing,
    /// The formulas of the source, if it has any.
    OfSource,
    /// One that the request names: a formula, an automaton, one formula of the source.
    Requested,
}

/// Options of an execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The properties whose violation is reported.
    pub properties: Properties,
    /// How much is one step.
    pub granularity: Granularity,
    /// The function to start with.
    pub entry: String,
    /// Arguments of the program, its name first.
    pub args: Vec<String>,
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
    /// The values of nondeterministic integers; without it wide ones are sampled.
    pub nondet: Option<(i64, i64)>,
    /// What the program reads from standard input.
    pub stdin: Vec<u8>,
    /// Bytes of steps that each worker remembers; with 0 every step is run.
    pub remembered: u64,
    /// Bytes that one step may hold of what it touches.
    pub working: u64,
    /// The propositions of the formula that is checked: bit `i` of a letter is about the `i`th.
    pub propositions: Vec<String>,
    /// The temporal properties that are checked besides. Where there are any, they say what threads
    /// may wait for in loops, and a thread that spins is no deadlock.
    pub temporal: Temporal,
    /// Edges carry marks of weak fairness.
    pub fair: bool,
    /// Executions are told apart by their context switches: large steps of `full` are not put
    /// together, because that could cost switches.
    pub bounded: bool,
    /// Functions that must return true in every state.
    pub invariants: Vec<String>,
    /// States that differ only in which thread is where are taken for one. Only with
    /// [`Granularity::Full`], and not where `fair`, `bounded` or `abstraction` are asked for.
    pub symmetry: bool,
    /// The function that writes the abstract state, by which states are told apart then.
    pub abstraction: Option<String>,
    /// The top of a state is not interned: its name is made of those of its two halves, and has up to
    /// 62 bits. What a state takes is then all in the store, which may be a small one; the pieces of
    /// states may take 8 GiB.
    pub packed_roots: bool,
    /// Rules of the reductions that are switched off, to see what notices. For tests.
    pub broken: Broken,
}

impl Default for Options {
    fn default() -> Options {
        use Property::{Assert, Deadlock, Memory, Race, Ub};
        Options {
            properties: [Assert, Deadlock, Memory, Race, Ub].into_iter().collect(),
            granularity: Granularity::Tau,
            entry: "main".to_string(),
            args: vec!["program".to_string()],
            malloc_fail: false,
            address_reuse: false,
            spurious_wakeups: false,
            volatile_atomic: false,
            ignore: Vec::new(),
            nondet: None,
            stdin: Vec::new(),
            remembered: 256 << 20,
            working: u64::MAX,
            propositions: Vec::new(),
            temporal: Temporal::Nothing,
            fair: false,
            bounded: false,
            invariants: Vec::new(),
            symmetry: false,
            abstraction: None,
            packed_roots: false,
            broken: Broken::default(),
        }
    }
}
