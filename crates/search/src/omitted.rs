//! What a search left out although it came to its end: a verdict must not say more.

use allways_space::{Coverage, Fault, Loss, Property, Reason, Verdict};
use serde::{Deserialize, Serialize};

/// What was left out although the search came to its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Omitted {
    /// Paths that ended at a fault whose property is not selected; the first of them.
    pub(crate) ended: Option<Fault>,
    /// Some choice was not tried in full.
    pub(crate) sampled: bool,
    /// Paths that the depth bound cut.
    pub(crate) cut: Option<u64>,
    /// The greatest number of context switches, where executions with more were not followed.
    pub(crate) bound: Option<u32>,
    /// The system takes different states for one.
    abstracted: bool,
    /// The store takes different states for one.
    lossy: Option<Loss>,
}

impl Omitted {
    /// Nothing yet, but what the store and the system leave out anyway.
    pub(crate) fn new(lossy: Option<Loss>, abstracted: bool) -> Omitted {
        Omitted { lossy, abstracted, ..Omitted::default() }
    }

    /// Takes in what another worker left out.
    pub(crate) fn join(&mut self, other: Omitted) {
        self.ended = self.ended.or(other.ended);
        self.sampled |= other.sampled;
        self.cut = self.cut.or(other.cut);
        self.bound = self.bound.max(other.bound);
        self.abstracted |= other.abstracted;
    }

    /// For another process. What store and system leave out anyway is none of it.
    pub(crate) fn pack(&self) -> PackedOmitted {
        let ended = self.ended.map(|fault| (fault.property.name().into(), fault.what, fault.place));
        PackedOmitted { ended, sampled: self.sampled, cut: self.cut, bound: self.bound }
    }

    /// The other way; `None` when there is no such property.
    pub(crate) fn unpack(packed: PackedOmitted) -> Option<Omitted> {
        let PackedOmitted { ended, sampled, cut, bound } = packed;
        let ended = match ended {
            Some((name, what, place)) => {
                Some(Fault { property: Property::from_name(&name)?, what, place })
            }
            None => None,
        };
        Some(Omitted { ended, sampled, cut, bound, ..Omitted::default() })
    }

    /// The verdict of a search that found nothing and ended by itself.
    pub(crate) fn verdict<A>(self, coverage: Coverage) -> Verdict<A> {
        let reason = None
            .or(self.ended.map(Reason::PathEnded))
            .or(self.sampled.then_some(Reason::Sampled))
            .or(self.lossy.map(|loss| Reason::LossyStore(Some(loss))))
            .or(self.cut.map(Reason::Depth))
            .or(self.bound.map(Reason::ContextBound))
            .or(self.abstracted.then_some(Reason::Abstraction));
        match reason {
            Some(reason) => Verdict::Unknown(reason, coverage),
            None => Verdict::Holds(coverage),
        }
    }
}

/// [`Omitted`] as it travels.
#[derive(Serialize, Deserialize)]
pub(crate) struct PackedOmitted {
    ended: Option<(String, u32, u32)>,
    sampled: bool,
    cut: Option<u64>,
    bound: Option<u32>,
}
