//! What one worker does beside its depth-first search: a look at the shallow end of the state space, and
//! random walks. Both have a share of the expansions, never of the time, so that what is found and counted
//! does not depend on how quick the machine is.

use crate::dfs::AtDepth;
use crate::hunt::Hunt;
use crate::kernel::{Halt, Kernel};
use crate::shallow::{self, Shallow};
use allways_space::System;
use allways_store::VisitedSet;

/// Expansions of the depth-first search between two looks at what is due here.
const EVERY: u32 = 4;

pub(crate) struct Beside {
    shallow: Shallow,
    hunt: Option<Hunt>,
    /// Expansions of the depth-first search, and until the next look.
    expansions: u64,
    countdown: u32,
    /// The roots on the way to what was found here.
    found: Option<Vec<u64>>,
}

impl Beside {
    /// Walks begin after so many expansions, if there are any.
    pub(crate) fn new(hunt_after: Option<u64>) -> Beside {
        Beside::with(Shallow::after(shallow::FIRST), hunt_after)
    }

    pub(crate) fn with(shallow: Shallow, hunt_after: Option<u64>) -> Beside {
        let hunt = hunt_after.map(Hunt::after);
        Beside { shallow, hunt, expansions: 0, countdown: EVERY, found: None }
    }

    /// To be called with the initial states.
    pub(crate) fn begin(&mut self, initial: impl Iterator<Item = u64> + Clone) {
        self.shallow.begin(initial.clone());
        if let Some(hunt) = &mut self.hunt {
            hunt.begin(initial);
        }
    }

    /// To be called after every expansion of the depth-first search, which is so deep now.
    #[inline]
    pub(crate) fn turn<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        depth: u64,
    ) -> Result<(), Halt<S::Action>>
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
    ) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.countdown = EVERY;
        self.expansions += u64::from(EVERY);
        if let Err(halt) = self.shallow.turn(kernel, self.expansions, depth) {
            self.found = Some(self.shallow.path());
            return Err(halt);
        }
        if let Some(hunt) = &mut self.hunt
            && let Err(halt) = hunt.turn(kernel, self.expansions)
        {
            self.found = Some(hunt.path());
            return Err(halt);
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

    pub(crate) fn bytes(&self) -> u64 {
        self.shallow.bytes()
    }
}
