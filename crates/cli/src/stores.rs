//! `--store`: which stores are tried, and how large they are.

use crate::args::{CheckArgs, Store};
use crate::check::memory_limit;
use allways_search::Store as Kept;
use allways_space::{Coverage, Reason, Verdict};

/// The largest field of bits when no memory limit is given: good for a thousand million states.
const USUAL_FIELD: u64 = 512 << 20;

/// The stores of a check, in the order in which they are tried: the next one where the memory does not
/// suffice for the one before.
pub fn all(args: &CheckArgs) -> Vec<Kept> {
    match args.store {
        Store::Auto => vec![Kept::Tree, Kept::Compact, Kept::Bitstate(field(args))],
        _ => vec![exact_or_asked(args)],
    }
}

/// The store where states are named by their roots, which takes the memory that a smaller one would
/// save: `auto` does not change it.
pub fn exact_or_asked(args: &CheckArgs) -> Kept {
    match args.store {
        Store::Tree | Store::Auto => Kept::Tree,
        Store::Flat => Kept::Flat,
        Store::Compact => Kept::Compact,
        Store::Bitstate => Kept::Bitstate(field(args)),
    }
}

/// Half of the memory: the other half is for the pieces of states and the path.
fn field(args: &CheckArgs) -> u64 {
    let half = memory_limit(args).map_or(USUAL_FIELD, |bytes| bytes / 2);
    if args.memory.is_some() { half } else { half.min(USUAL_FIELD) }
}

/// As it is typed on the command line.
pub fn name(store: Kept) -> &'static str {
    match store {
        Kept::Tree => "tree",
        Kept::Flat => "flat",
        Kept::Compact => "compact",
        Kept::Bitstate(_) => "bitstate",
    }
}

/// What the search covered when it ended because there was no memory for another state.
pub fn ran_out<A>(verdict: &Verdict<A>) -> Option<&Coverage> {
    match verdict {
        Verdict::Unknown(Reason::Memory(_), coverage) => Some(coverage),
        _ => None,
    }
}

/// Says that a smaller store is used.
pub fn changed(from: Kept, to: Kept, covered: &Coverage) -> String {
    format!(
        "the memory limit was reached after {} states with --store {}; the search began again with \
         --store {}, which may take different states for one",
        covered.states,
        name(from),
        name(to)
    )
}
