//! What a request asks of the virtual machine.

use crate::request::{Request, SourceFormulas};
use allways_space::Property;
use allways_vm::{Broken, Options, Properties, Temporal};

impl Request {
    /// The virtual machine's options.
    pub fn machine_options(&self) -> Options {
        Options {
            properties: self.selected(),
            granularity: self.granularity,
            bounded: self.context_bound.is_some(),
            invariants: self.invariants.clone(),
            symmetry: self.uses_symmetry(),
            abstraction: self.abstraction.clone(),
            entry: self.entry.clone(),
            args: self.args.clone(),
            malloc_fail: self.malloc_fail,
            address_reuse: self.address_reuse,
            spurious_wakeups: self.spurious_wakeups,
            volatile_atomic: self.volatile_atomic,
            ignore: self.ignore.clone(),
            nondet: self.nondet,
            stdin: self.stdin.0.clone(),
            remembered: self.remembered(),
            working: self.working(),
            propositions: Vec::new(),
            temporal: self.temporal(),
            fair: false,
            packed_roots: false,
            broken: Broken::default(),
        }
    }

    /// The selected properties: invariants that are named are checked whatever else is.
    fn selected(&self) -> Properties {
        let invariant = (!self.invariants.is_empty()).then_some(Property::Invariant);
        self.properties.iter().copied().chain(invariant).collect()
    }

    /// What the machine has to know of temporal properties when it looks for faults.
    fn temporal(&self) -> Temporal {
        if !self.formulas.is_empty() || self.automaton.is_some() {
            return Temporal::Requested;
        }
        match self.source_formulas {
            SourceFormulas::Only(_) => Temporal::Requested,
            SourceFormulas::All => Temporal::OfSource,
            SourceFormulas::None => Temporal::Nothing,
        }
    }
}
