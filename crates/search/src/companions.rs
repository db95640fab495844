//! What one worker does beside its depth-first search: a look at the shallow end of the state space, and
//! random walks. Both have a share of the expansions, never of the time, so that what is found and counted
//! does not depend on how quick the machine is.

use crate::depth::AtDepth;
use crate::ends::EarlyEnd;
use crate::handover::Opens;
use crate::kernel::Kernel;
use crate::shallow::{self, Shallow};
use crate::walks::Walks;
use allways_space::System;
use allways_store::VisitedSet;

/// Expansions of the depth-first search between two looks at what is due here.
const EVERY: u32 = 4;

pub(crate) struct Companions {
    shallow: Shallow,
    walks: Option<Walks>,
    /// Expansions of the depth-first search, and until the next look.
    expansions: u64,
    countdown: u32,
    /// The roots on the way to what was found here.
    found: Option<Vec<u64>>,
}

impl Companions {
    /// Walks begin after so many expansions, if there are any.
    pub(crate) fn new(walks_after: Option<u64>) -> Companions {
        Companions::with(Shallow::after(shallow::FIRST), walks_after)
    }

    pub(crate) fn with(shallow: Shallow, walks_after: Option<u64>) -> Companions {
        let walks = walks_after.map(Walks::after);
        Companions { shallow, walks, expansions: 0, countdown: EVERY, found: None }
    }

    /// To be called with the initial states.
    pub(crate) fn begin(&mut self, initial: impl Iterator<Item = u64> + Clone) {
        self.shallow.begin(initial.clone());
        if let Some(walks) = &mut self.walks {
            walks.begin(initial);
        }
    }

    /// To be called after every expansion of the depth-first search, which is so deep now.
    #[inline]
    pub(crate) fn turn<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        depth: u64,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.countdown -= 1;
        if self.countdown == 0 { self.look(kernel, depth) } else { Ok(()) }
    }

    fn look<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        depth: u64,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.countdown = EVERY;
        self.expansions += u64::from(EVERY);
        if let Err(early) = self.shallow.turn(kernel, self.expansions, depth) {
            self.found = Some(self.shallow.path());
            return Err(early);
        }
        if let Some(walks) = &mut self.walks
            && let Err(early) = walks.turn(kernel, self.expansions)
        {
            self.found = Some(walks.path());
            return Err(early);
        }
        Ok(())
    }

    /// A state that was reached here and waits to be expanded, with the roots on the way to it.
    pub(crate) fn take<S, V, P>(&mut self, kernel: &Kernel<'_, S, V, P>) -> Option<(u64, Vec<u64>)>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.shallow.take(kernel)
    }

    /// The roots on the way to what was found here, if the search ended here.
    pub(crate) fn found(&self) -> Option<&[u64]> {
        self.found.as_deref()
    }

    /// Notes what is left to do.
    pub(crate) fn note(&self, opens: &mut Opens, is_stored: impl Fn(u64) -> bool) {
        self.shallow.note(opens, is_stored);
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.shallow.bytes()
    }
}
