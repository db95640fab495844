//! Nested depth-first search for a cycle through a marked edge.
//!
//! The first search is the plain one. When it leaves a marked edge from `s` to `t` behind, `t` is
//! finished (or on the path), and a second search from `t` looks for a state on the path: from
//! there the path leads to `s`, so the edge lies on a cycle. Where the second search fails it has
//! seen only finished states, all of whose successors are finished too: nothing there will ever
//! lead to the path again, and no later second search needs to enter. This is the improvement by
//! Schwoon and Esparza of the algorithm of Courcoubetis, Vardi, Wolper and Yannakakis, for marks
//! on edges.
//!
//! A state is white (not stored), cyan (stored, on the path), blue (done) or red (done and in a
//! failed second search): three sets of roots, so three bits a state beyond the interner's.
//!
//! A lossy store may say of a white state that it is stored, which would make it cyan. Then the roots
//! on the path are kept in a set of their own. A second search enters blue states only, so it
//! does not stray into what the first one has left out.

use super::{End, MAP_ENTRY, RootHasher};
use crate::crew::Crew;
use crate::ends::{Found, FoundCycle};
use crate::kernel::{Kernel, Standing};
use allways_space::{Guarantee, State, System};
use allways_store::{RootSet, VisitedSet};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Marks the root of a state on the path.
const ON_PATH: u64 = 1 << 63;
/// Marks the root that a marked edge leads to.
const MARKED: u64 = 1 << 62;
const FLAGS: u64 = ON_PATH | MARKED;

type Walker<'a, S, V> = Kernel<'a, S, V, ()>;

/// Looks for a cycle with an edge that has the mark.
pub(super) fn search<S: System, V: VisitedSet>(
    crew: &Crew<'_, S, V>,
    mark: u128,
) -> Found<S::Action> {
    let lossy = crew.store.guarantee() != Guarantee::Exact;
    let one = |kernel: &mut Walker<'_, S, V>, _| {
        let cyan = lossy.then(HashSet::default);
        let mut walk = Nested { mark, cyan, ..Nested::default() };
        let walked = walk.run(kernel);
        super::finish(kernel, walked, walk.path(), walk.bytes())
    };
    crew.search(|| {}, one)
}

#[derive(Default)]
struct Nested {
    mark: u128,
    /// Edges to follow, and the path: like the stack of the plain depth-first search.
    stack: Vec<u64>,
    depth: u64,
    /// The same for a second search.
    second: Vec<u64>,
    done: RootSet,
    red: RootSet,
    /// The roots on the path, where the store cannot tell.
    cyan: Option<HashSet<u64, BuildHasherDefault<RootHasher>>>,
}

impl Nested {
    fn run<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
    ) -> Result<(), End<S::Action>> {
        self.push_edges(kernel, None)?;
        while let Some(&entry) = self.stack.last() {
            let state = kernel.account.system.state(entry & !FLAGS);
            if entry & ON_PATH != 0 {
                self.depth -= 1;
                self.finish(state);
            } else if !kernel.account.store.covers(state, ()) {
                self.enter(kernel, state)?;
                continue;
            }
            self.stack.pop();
            if entry & MARKED != 0 {
                self.look_for_the_path(kernel, state)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, state: State) {
        if let Some(cyan) = &mut self.cyan {
            cyan.remove(&state.root);
        }
        // It was stored before, so there is a number for it.
        let _numbered = self.done.insert(state, None, ());
    }

    /// Stores the state on top of the stack and goes on from it.
    fn enter<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        state: State,
    ) -> Result<(), End<S::Action>> {
        let depth = self.depth + 1;
        kernel.account.insert(state, None, ())?;
        kernel.account.tick(depth, || self.standing())?;
        self.depth = depth;
        if let Some(cyan) = &mut self.cyan {
            cyan.insert(state.root);
        }
        *self.stack.last_mut().expect("the root is still there") |= ON_PATH;
        if kernel.account.too_deep(depth) {
            kernel.cut(state)?;
            return Ok(());
        }
        self.push_edges(kernel, Some(state))
    }

    fn push_edges<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        from: Option<State>,
    ) -> Result<(), End<S::Action>> {
        let first = self.stack.len();
        kernel.expand(from, |account, edge, state| {
            debug_assert_eq!(state.root & FLAGS, 0, "roots are below 2^62");
            // No cycle runs through an edge into an initial state.
            let marked = from.is_some() && edge.marks & self.mark != 0;
            if marked || !account.store.covers(state, ()) {
                self.stack.push(state.root | if marked { MARKED } else { 0 });
            }
            Ok(())
        })?;
        self.stack[first..].reverse();
        Ok(())
    }

    fn is_on_path<S: System, V: VisitedSet>(
        &self,
        kernel: &Walker<'_, S, V>,
        state: State,
    ) -> bool {
        match &self.cyan {
            Some(cyan) => cyan.contains(&state.root),
            None => kernel.account.store.covers(state, ()) && !self.done.covers(state, ()),
        }
    }

    /// The second search.
    fn look_for_the_path<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        from: State,
    ) -> Result<(), End<S::Action>> {
        self.second.clear();
        self.second.push(from.root);
        if self.is_on_path(kernel, from) {
            return Err(End::Cycle(self.found_cycle(kernel, from)));
        }
        while let Some(&entry) = self.second.last() {
            let state = kernel.account.system.state(entry & !ON_PATH);
            let enters = self.done.covers(state, ()) && !self.red.covers(state, ());
            if entry & ON_PATH != 0 || !enters {
                self.second.pop();
                continue;
            }
            let _numbered = self.red.insert(state, None, ());
            *self.second.last_mut().expect("the root is still there") |= ON_PATH;
            kernel.account.tick(self.depth, || self.standing())?;
            let (mut met, mut next) = (None, Vec::new());
            kernel.look_again(Some(state), |_, to| next.push(to))?;
            for to in next {
                if self.is_on_path(kernel, to) {
                    met = Some(to);
                    break;
                }
                if !self.red.covers(to, ()) {
                    self.second.push(to.root);
                }
            }
            if let Some(met) = met {
                return Err(End::Cycle(self.found_cycle(kernel, met)));
            }
        }
        Ok(())
    }

    /// The second search met a state of the path: that state, what is above it on the path, and the
    /// path of the second search.
    fn found_cycle<S: System, V: VisitedSet>(
        &self,
        kernel: &Walker<'_, S, V>,
        met: State,
    ) -> FoundCycle {
        let system = kernel.account.system;
        let path: Vec<u64> = self.path().collect();
        let place = path.iter().position(|&root| root == met.root).expect("it is on the path");
        let second = self.second.iter().filter(|&&entry| entry & ON_PATH != 0);
        let members = path[place..].iter().copied().chain(second.map(|entry| entry & !ON_PATH));
        FoundCycle {
            members: members.collect(),
            path: path[..=place].iter().map(|&root| system.state(root)).collect(),
        }
    }

    fn path(&self) -> impl Iterator<Item = u64> {
        self.stack.iter().filter(|&&entry| entry & ON_PATH != 0).map(|entry| entry & !FLAGS)
    }

    fn standing(&self) -> Standing {
        let queue = self.stack.len() as u64 - self.depth.min(self.stack.len() as u64);
        Standing { depth: self.depth, queue, bytes: self.bytes() }
    }

    fn bytes(&self) -> u64 {
        let stacks = (self.stack.len() + self.second.len()) * size_of::<u64>();
        let cyan = self.cyan.as_ref().map_or(0, |cyan| cyan.len() * MAP_ENTRY);
        (stacks + cyan) as u64 + self.done.bytes() + self.red.bytes()
    }
}
