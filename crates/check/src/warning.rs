//! What the user should know although it changes nothing.

use crate::claim_name::ClaimName;
use crate::request::{AgainstSymmetry, Store};
use allways_space::Unsupported;
use allways_vm::{Asymmetry, Met, Vm};

/// Something that the user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A function without body and model: its name, and the place of a call.
    Unmodelled(String, Option<String>),
    /// Thread symmetry is asked for and not used.
    SymmetryUnused(AgainstSymmetry),
    /// Thread symmetry is not used for a temporal property: which thread moves can matter to it.
    SymmetryUnusedFor(ClaimName),
    /// Thread symmetry was used, and no two threads ever could change places.
    NothingSymmetric(Asymmetry),
    /// A temporal property tells single steps apart, so nothing is reduced for it.
    CountsSteps(ClaimName),
    /// The memory did not suffice, and the search began again.
    SmallerStore {
        /// States that there was room for.
        states: u64,
        /// In this store.
        from: Store,
        /// The store after it.
        to: Store,
    },
    /// A fault that was found and not reported.
    Ignored(Met),
    /// A smaller store would save too little for temporal properties.
    StoreKept,
    /// So often the machine of somebody else's search forgot what it had interned, for want of memory.
    Forgotten(u64),
}

/// External functions that no model defines, apart from the one that an execution came to: that is said
/// as an error.
pub fn unmodelled(vm: &Vm, reached: Option<Unsupported>) -> Vec<Warning> {
    let said = reached.and_then(|gap| vm.missing_function(gap));
    let unsaid = vm.unmodelled().into_iter().filter(|(name, _)| Some(name.as_str()) != said);
    unsaid.map(|(name, place)| Warning::Unmodelled(name, place)).collect()
}
