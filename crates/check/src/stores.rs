//! Which stores are tried, and how large they are.

use crate::request::{Request, Store};
use allways_search::Store as Kept;
use allways_space::{Coverage, Reason, Verdict};

/// The largest field of bits when no memory limit is given: good for a thousand million states.
const USUAL_FIELD: u64 = 512 << 20;

/// The stores of a check, in the order in which they are tried: the next one where the memory does not
/// suffice for the one before.
pub fn all(request: &Request) -> Vec<Kept> {
    match request.store {
        Store::Auto => vec![Kept::Tree, Kept::Compact, Kept::Bitstate(field(request))],
        _ => vec![exact_or_asked(request)],
    }
}

/// The store where states are named by their roots, which takes the memory that a smaller one would
/// save: `auto` does not change it.
pub fn exact_or_asked(request: &Request) -> Kept {
    match request.store {
        Store::Tree | Store::Auto => Kept::Tree,
        Store::Flat => Kept::Flat,
        Store::Compact => Kept::Compact,
        Store::Bitstate => Kept::Bitstate(field(request)),
    }
}

/// Half of the memory: the other half is for the pieces of states and the path.
fn field(request: &Request) -> u64 {
    let half = request.memory_limit().map_or(USUAL_FIELD, |bytes| bytes / 2);
    if request.memory.is_some() { half } else { half.min(USUAL_FIELD) }
}

/// The store as a request names it.
pub fn name(store: Kept) -> Store {
    match store {
        Kept::Tree => Store::Tree,
        Kept::Flat => Store::Flat,
        Kept::Compact => Store::Compact,
        Kept::Bitstate(_) => Store::Bitstate,
    }
}

/// What the search covered when it ended because there was no memory for another state.
pub fn ran_out<A>(verdict: &Verdict<A>) -> Option<&Coverage> {
    match verdict {
        Verdict::Unknown(Reason::Memory(_) | Reason::StoreFull(_), coverage) => Some(coverage),
        _ => None,
    }
}
