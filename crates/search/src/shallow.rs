//! Breadth-first search beside a depth-first one, so that a fault near the beginning does not wait
//! behind a path that never ends.
//!
//! Both work on one store. A state that is new here is stored, counted and expanded once, like any other,
//! and the depth-first search will not enter it again. A state that the depth-first search was in first is
//! looked through without counting anything: what lies behind it may be far from where that search is. So
//! an exhaustive search visits the same states and follows the same edges, in another order.
//!
//! How much is done here depends on the expansions of the depth-first search and on its depth, never on the
//! time. A new state costs half as much again as it would later, because what came before it was elsewhere; a
//! known one is work done twice. So after a few at the beginning there are few, unless the search dives: when a
//! path is as long as a quarter of all that was expanded, it may well have no end. What was reached and not
//! expanded when the depth-first search runs out of work becomes work for it.

use crate::depth::AtDepth;
use crate::ends::EarlyEnd;
use crate::handover::Opens;
use crate::kernel::Kernel;
use crate::root_hasher::RootHasher;
use allways_space::System;
use allways_store::VisitedSet;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Expansions of the depth-first search before this begins: most programs end sooner.
pub(crate) const FIRST: u64 = 64;
/// Expansions of the depth-first search for one here: of the first few, and while it dives;
const OFTEN: u64 = 4;
/// of a new state;
const FOR_NEW: u64 = 64;
/// of a state that is known already.
const FOR_KNOWN: u64 = 256;
/// The first few: new ones, and known ones.
const FEW_NEW: u64 = 64;
const FEW_KNOWN: u64 = 16;

/// Whether the depth-first search dives. Every search does at first.
fn dives(expansions: u64, depth: u64) -> bool {
    expansions >= 1024 && depth >= expansions / 4
}

/// States that may be reached after so many expansions of the depth-first search: a quarter of a byte for
/// each of those in the long run, and never more than two megabytes.
fn room(expansions: u64) -> u64 {
    (1024 + expansions / 128).min(1 << 16)
}

/// Bytes of the set for one root.
const SET_ENTRY: usize = 16;
/// The parent of initial states.
const NONE: u32 = u32::MAX;

/// What was reached breadth-first.
pub(crate) struct Shallow {
    /// In the order of their depth: the queue, and the way back to the beginning.
    reached: Vec<Reached>,
    seen: HashSet<u64, BuildHasherDefault<RootHasher>>,
    /// The first that was not expanded.
    next: usize,
    /// The one before is being stored and expanded.
    is_unfinished: bool,
    /// New states that were expanded, and known ones that were looked through.
    new: u64,
    known: u64,
    /// Expansions of the depth-first search until the next one here.
    due: u64,
}

#[derive(Copy, Clone)]
struct Reached {
    root: u64,
    parent: u32,
    depth: u32,
}

impl Shallow {
    /// Begins after so many expansions of the depth-first search.
    pub(crate) fn after(expansions: u64) -> Shallow {
        Shallow {
            reached: Vec::new(),
            seen: HashSet::default(),
            next: 0,
            is_unfinished: false,
            new: 0,
            known: 0,
            due: expansions,
        }
    }

    /// Begins with the initial states.
    pub(crate) fn begin(&mut self, initial: impl Iterator<Item = u64>) {
        initial.for_each(|root| self.reach(root, NONE, 1));
    }

    /// Expands the next state if that is due: the depth-first search has made so many expansions and is so
    /// deep.
    pub(crate) fn turn<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        expansions: u64,
        depth: u64,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        if expansions < self.due || self.reached.len() as u64 > room(expansions) {
            return Ok(());
        }
        let next = self.reached.get(self.next).copied();
        let Some(next) = next.filter(|next| !kernel.account.too_deep(next.depth.into())) else {
            self.due = u64::MAX;
            return Ok(());
        };
        let known = self.expand(kernel, next)?;
        self.due = expansions + self.pause(known, dives(expansions, depth));
        Ok(())
    }

    /// Expansions of the depth-first search until the next one here.
    fn pause(&mut self, known: bool, dives: bool) -> u64 {
        let (count, few, usual) = match known {
            true => (&mut self.known, FEW_KNOWN, FOR_KNOWN),
            false => (&mut self.new, FEW_NEW, FOR_NEW),
        };
        *count += 1;
        if *count <= few || dives { OFTEN } else { usual }
    }

    /// Expands the first state of the queue; whether it was known.
    fn expand<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        Reached { root, depth, .. }: Reached,
    ) -> Result<bool, EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let parent = self.next as u32;
        let state = kernel.account.system.state(root);
        self.next += 1;
        self.is_unfinished = true;
        if kernel.account.insert(state, None, P::at(depth.into()))?.is_none() {
            self.is_unfinished = false;
            kernel.look_again(Some(state), |_, state| self.reach(state.root, parent, depth + 1))?;
            return Ok(true);
        }
        kernel.expand(Some(state), |_, _, state| {
            self.reach(state.root, parent, depth + 1);
            Ok(())
        })?;
        self.is_unfinished = false;
        Ok(false)
    }

    fn reach(&mut self, root: u64, parent: u32, depth: u32) {
        if self.seen.insert(root) {
            self.reached.push(Reached { root, parent, depth });
        }
    }

    /// Takes a state from the queue that nobody has stored, with the roots on the way to it.
    pub(crate) fn take<S, V, P>(&mut self, kernel: &Kernel<'_, S, V, P>) -> Option<(u64, Vec<u64>)>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let account = &kernel.account;
        while let Some(&Reached { root, parent, depth }) = self.reached.get(self.next) {
            self.next += 1;
            if !account.store.covers(account.system.state(root), P::at(depth.into())) {
                return Some((root, self.way_to(parent)));
            }
        }
        None
    }

    /// Notes the states with edges that wait here, and one that was stored and not expanded.
    pub(crate) fn note(&self, opens: &mut Opens, is_stored: impl Fn(u64) -> bool) {
        let mut noted = None;
        for waiting in &self.reached[self.next..] {
            if noted != Some(waiting.parent) && !is_stored(waiting.root) {
                let way = self.way_to(waiting.parent);
                opens.open(way.last().copied(), true);
                opens.way(way);
                noted = Some(waiting.parent);
            }
        }
        let last =
            self.path().last().copied().filter(|&root| self.is_unfinished && is_stored(root));
        if let Some(root) = last {
            opens.way(self.path());
            opens.open(Some(root), false);
        }
    }

    /// The roots on the way to the state that was expanded last, and its own.
    pub(crate) fn path(&self) -> Vec<u64> {
        self.way_to(self.next.checked_sub(1).map_or(NONE, |last| last as u32))
    }

    fn way_to(&self, last: u32) -> Vec<u64> {
        let at = |number: u32| self.reached.get(number as usize);
        let back = std::iter::successors(at(last), |reached| at(reached.parent));
        let mut way: Vec<u64> = back.map(|reached| reached.root).collect();
        way.reverse();
        way
    }

    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&*self.reached) + self.seen.len() * SET_ENTRY) as u64
    }
}
