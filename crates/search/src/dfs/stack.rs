//! The stack of a depth-first search: the path and the edges that wait.

use super::trail::Trail;
use crate::depth::AtDepth;
use crate::ends::EarlyEnd;
use crate::handover::Opens;
use crate::kernel::Kernel;
use allways_space::{Edge, State, System};
use allways_store::VisitedSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Marks the root of a state on the path.
pub(super) const ON_PATH: u64 = 1 << 63;
/// Marks a root on the path of which edges were forgotten.
const FORGOTTEN: u64 = 1 << 62;
const MARKS: u64 = ON_PATH | FORGOTTEN;
pub(super) struct Stack<'w> {
    pub(super) roots: Vec<u64>,
    /// The number of marked roots.
    pub(super) marked: u64,
    /// Up to here, edges were forgotten already.
    thinned: usize,
    most_waiting: u64,
    /// The path below this stack, where it is a part of one that was divided.
    pub(super) below: Option<Arc<Trail<'w>>>,
    pub(super) trails: &'w AtomicU64,
}

impl<'w> Stack<'w> {
    pub(super) fn new(most_waiting: u64, trails: &'w AtomicU64) -> Stack<'w> {
        Stack { roots: Vec::new(), marked: 0, thinned: 0, most_waiting, below: None, trails }
    }

    /// A stack with one edge to follow and the roots on the way to it, for the owner of another.
    pub(super) fn beginning_at(root: u64, way: Vec<u64>, other: &Stack<'w>) -> Stack<'w> {
        let mut stack = Stack::new(other.most_waiting, other.trails);
        stack.roots.push(root);
        stack.below = (!way.is_empty()).then(|| Arc::new(Trail::along(way, other.trails)));
        stack
    }

    /// The length of the path.
    pub(super) fn depth(&self) -> u64 {
        self.marked + self.below.as_ref().map_or(0, |trail| trail.depth)
    }

    /// Puts the state on top of the stack on the path.
    pub(super) fn enter(&mut self) {
        *self.roots.last_mut().expect("the root is still there") |= ON_PATH;
        self.marked += 1;
    }

    /// Takes the lower part with half of the waiting edges away, for another worker. Both parts are
    /// stacks; what stays knows the path below it by a trail. `None` where one of them would have
    /// nothing to follow.
    pub(super) fn split(&mut self) -> Option<Stack<'w>> {
        let waiting = self.roots.len() as u64 - self.marked;
        let mut wanted = waiting.div_ceil(2).min(waiting.saturating_sub(1));
        if wanted == 0 {
            return None;
        }
        let (mut end, mut marked) = (0, 0);
        while wanted > 0 {
            let on_path = self.roots[end] & ON_PATH != 0;
            if on_path {
                marked += 1;
            } else {
                wanted -= 1;
            }
            end += 1;
        }
        let upper = self.roots.split_off(end);
        let lower = std::mem::replace(&mut self.roots, upper);
        let part = Stack {
            roots: lower,
            marked,
            thinned: self.thinned.min(end),
            most_waiting: self.most_waiting,
            below: self.below.clone(),
            trails: self.trails,
        };
        self.thinned = self.thinned.saturating_sub(end);
        self.marked -= marked;
        if marked > 0 {
            self.below = Some(Arc::new(part.trail()));
        }
        Some(part)
    }

    /// Its path as a trail, for who stands above it.
    fn trail(&self) -> Trail<'w> {
        let mut trail = Trail::along(self.marked().collect(), self.trails);
        trail.depth = self.depth();
        trail.below = self.below.clone();
        trail
    }

    /// Leaves the last state of the path, unless edges of it were forgotten.
    pub(super) fn step_back<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        root: u64,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.roots.pop();
        self.thinned = self.thinned.min(self.roots.len());
        if root & FORGOTTEN == 0 {
            self.marked -= 1;
            return Ok(());
        }
        self.roots.push(root & !FORGOTTEN);
        let first = self.roots.len();
        let state = kernel.account.system.state(root & !MARKS);
        let (store, depth) = (kernel.account.store, self.depth() + 1);
        let push = |_: &Edge<S::Action>, state: State| {
            if !store.covers(state, P::at(depth)) {
                self.roots.push(state.root);
            }
        };
        let looked = kernel.look_again(Some(state), push);
        if looked.is_err() {
            self.roots[first - 1] |= FORGOTTEN;
        }
        self.roots[first..].reverse();
        looked
    }

    /// Puts the edges into the initial states on the stack, without counting them once more.
    pub(super) fn push_initial_again<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        kernel.look_again(None, |_, state| self.roots.push(state.root))?;
        self.roots.reverse();
        Ok(())
    }

    /// Forgets waiting edges in the lower half of what was not thinned yet, if too many wait. The
    /// states they leave are marked; edges into initial states have no such state and stay.
    fn forget(&mut self) {
        let waiting = self.roots.len() as u64 - self.marked;
        if waiting <= self.most_waiting + self.marked / 4 {
            return;
        }
        let end = self.thinned + (self.roots.len() - self.thinned) / 2;
        let mut kept = self.thinned;
        for place in self.thinned..end {
            let root = self.roots[place];
            let below = kept.checked_sub(1).map(|last| &mut self.roots[last]);
            match below {
                Some(owner) if root & ON_PATH == 0 && *owner & ON_PATH != 0 => *owner |= FORGOTTEN,
                _ => {
                    self.roots[kept] = root;
                    kept += 1;
                }
            }
        }
        self.roots.drain(kept..end);
        self.thinned = kept;
    }

    /// Puts the states that edges lead to on the stack, the first on top. Those that are covered
    /// already would lead nowhere later and are left out.
    pub(super) fn push_edges<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        from: Option<State>,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let first = self.roots.len();
        let depth = self.depth() + 1;
        kernel.expand(from, |account, _, state| {
            debug_assert_eq!(state.root & MARKS, 0, "roots are below 2^62");
            if !account.store.covers(state, P::at(depth)) {
                self.roots.push(state.root);
            }
            Ok(())
        })?;
        self.roots[first..].reverse();
        self.forget();
        Ok(())
    }

    /// The roots of the states on the path, as far as they are in this part.
    pub(super) fn marked(&self) -> impl Iterator<Item = u64> {
        let marked = self.roots.iter().filter(|&&root| root & ON_PATH != 0);
        marked.map(|&root| root & !MARKS)
    }

    /// The states on the path.
    pub(super) fn path<S: System>(&self, system: &S) -> Vec<State> {
        self.way().map(|root| system.state(root)).collect()
    }

    /// The roots of the states on the path, from the beginning.
    pub(super) fn way(&self) -> impl Iterator<Item = u64> {
        let mut parts = Vec::new();
        let mut at = self.below.as_deref();
        while let Some(trail) = at {
            parts.push(&trail.roots[..]);
            at = trail.below.as_deref();
        }
        parts.into_iter().rev().flatten().copied().chain(self.marked())
    }

    /// Notes the states with edges that were not followed. Those that lead to a state that is stored are
    /// followed by whoever stored it.
    pub(super) fn note(&self, opens: &mut Opens, is_stored: impl Fn(u64) -> bool) {
        opens.way(self.way());
        let mut owner = self.below.as_ref().and_then(|trail| trail.roots.last().copied());
        for &root in &self.roots {
            if root & ON_PATH != 0 {
                owner = Some(root & !MARKS);
                if root & FORGOTTEN != 0 {
                    opens.open(owner, true);
                }
            } else if !is_stored(root) {
                opens.open(owner, true);
            }
        }
    }

    /// A stack for a state that another search left open, above a part of its path.
    pub(super) fn for_open(
        root: u64,
        expanded: bool,
        below: Option<Arc<Trail<'w>>>,
        other: &Stack<'w>,
    ) -> Stack<'w> {
        let mut stack = Stack::new(other.most_waiting, other.trails);
        stack.below = below;
        // One whose edges were counted is as one whose edges were forgotten.
        stack.roots.push(if expanded { root | ON_PATH | FORGOTTEN } else { root });
        stack.marked = u64::from(expanded);
        stack
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.roots) as u64
    }
}
