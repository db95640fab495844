//! What is known of where threads come to when they run alone.

use crate::machine::Vm;
use crate::options::Temporal;
use crate::steps::memo::KeyHasher;
use allways_space::Property;
use allways_store::Id;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// What is remembered at most, before all of it is forgotten.
const MOST_KNOWN: usize = 1 << 16;
/// The names of the globals that hold formulas begin with that.
const FORMULA: &str = "__allways_ltl_";

/// Where a thread stands: its record and all that it may look at.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Stand {
    pub thread: u32,
    pub record: Id,
    pub process: Id,
    pub globals: Id,
    /// What it may look at in other threads; 0 if it does not.
    pub others: (u32, u32),
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Known {
    /// It gets out.
    Out,
    /// It goes round.
    Round,
    /// It looks at other threads' objects.
    Foreign,
}

/// What is known of where threads come to when they run alone.
pub(crate) struct Suspicions {
    pub asked: bool,
    pub known: HashMap<Stand, Known, BuildHasherDefault<KeyHasher>>,
    /// The thread that was found to get out last: it often does in the next state too.
    pub last: u32,
    /// Threads of the present state that can move, and their records.
    pub moving: Vec<(u32, Id)>,
}

impl Suspicions {
    /// Nothing yet.
    pub fn new(vm: &Vm) -> Suspicions {
        let asked = vm.options.properties.contains(Property::Deadlock);
        let asked = asked && vm.starts_threads() && !vm.is_temporal() && !has_formulas(vm);
        Suspicions { asked, known: HashMap::default(), last: 0, moving: Vec::new() }
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        (self.known.capacity() * (size_of::<(Stand, Known)>() + 1)) as u64
    }

    pub fn note(&mut self, stand: Stand, known: Known) {
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(stand, known);
    }
}

/// Whether temporal properties are checked besides.
fn has_formulas(vm: &Vm) -> bool {
    match vm.options.temporal {
        Temporal::Nothing => false,
        Temporal::OfSource => vm.program.globals.iter().any(|g| g.name.starts_with(FORMULA)),
        Temporal::Requested => true,
    }
}
