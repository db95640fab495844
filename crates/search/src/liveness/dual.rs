//! Nested depth-first search on two cores, as multi-core SPIN does it: the baseline.
//!
//! One worker makes the first search and tells the other every state that a marked edge leads to, in
//! the order in which it leaves them. The other makes the second searches one after the other: from
//! such a state, whether a marked edge leads back to it. In that order no later search needs to enter
//! what an earlier one has seen (Courcoubetis, Vardi, Wolper and Yannakakis). No third core has
//! anything to do, which is why the search proper is another one.
//!
//! It only tells whether there is a cycle; the one-worker search finds the way there again.

use super::End;
use super::cndfs::{Colours, Nested};
use crate::crew::{Crew, Ring};
use crate::dispatch::OnSet;
use crate::ends::{EarlyEnd, Found, FoundCycle};
use crate::kernel::{Kernel, Standing};
use crate::sync::atomic::{AtomicBool, Ordering};
use allways_space::{State, System};
use allways_store::{RootSet, VisitedSet};
use std::collections::HashSet;

/// States that may wait for the second search.
const PLACES: usize = 1 << 16;

/// Looks for a cycle with an edge that has the mark. A cycle that comes out has no path.
pub(super) struct TwoCores {
    pub(super) mark: u128,
}

impl<S: System> OnSet<S> for TwoCores {
    fn run<V: VisitedSet>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search(crew, self.mark)
    }
}

fn search<S: System, V: VisitedSet>(crew: &Crew<'_, S, V>, mark: u128) -> Found<S::Action> {
    let (seeds, colours) = (Ring::new(PLACES), Colours::default());
    let all_told = AtomicBool::new(false);
    let tell = |root: u64| seeds.push(root);
    let one = |kernel: &mut Kernel<'_, S, V, ()>, number: usize| match number {
        0 => {
            let mut first = Nested::new(mark, &colours, 0, Some(&tell));
            let walked = first.run(kernel);
            all_told.store(true, Ordering::Release);
            super::finish(kernel, walked, first.path(), first.bytes())
        }
        1 => {
            let mut second = Second { mark, seen: RootSet::new(), stack: Vec::new() };
            let walked = second.run(kernel, &seeds, &all_told);
            let bytes = second.bytes();
            super::finish(kernel, walked, std::iter::empty(), bytes)
        }
        _ => None,
    };
    crew.search(|| {}, one)
}

/// The worker that makes the second searches.
struct Second {
    mark: u128,
    seen: RootSet,
    stack: Vec<u64>,
}

impl Second {
    fn run<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        seeds: &Ring,
        all_told: &AtomicBool,
    ) -> Result<(), End<S::Action>> {
        loop {
            // In this order: what was told before the end is still there after it.
            let last = all_told.load(Ordering::Acquire);
            match seeds.pop() {
                Some(seed) => self.back_to(kernel, seed)?,
                None if last => return Ok(()),
                None if kernel.account.crew.is_over() => return Err(End::Early(EarlyEnd::Over)),
                None => std::thread::yield_now(),
            }
        }
    }

    /// Whether a marked edge leads back to where it begins.
    fn back_to<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        seed: u64,
    ) -> Result<(), End<S::Action>> {
        self.stack.push(seed);
        while let Some(root) = self.stack.pop() {
            let state = kernel.account.system.state(root);
            if self.seen.covers(state, ()) {
                continue;
            }
            // Roots have numbers as long as the first search has found room for them.
            let _numbered = self.seen.insert(state, None, ());
            kernel.account.tick(0, || self.standing())?;
            let (mut closed, mark) = (false, self.mark);
            let (stack, seen) = (&mut self.stack, &self.seen);
            kernel.look_again(Some(state), |edge, to: State| {
                closed |= to.root == seed && edge.marks & mark != 0;
                if !seen.covers(to, ()) {
                    stack.push(to.root);
                }
            })?;
            if closed {
                return Err(End::Cycle(FoundCycle { path: Vec::new(), members: HashSet::new() }));
            }
        }
        Ok(())
    }

    fn standing(&self) -> Standing {
        Standing { depth: 0, queue: self.stack.len() as u64, bytes: self.bytes() }
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.stack) as u64 + self.seen.bytes()
    }
}
