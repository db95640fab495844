//! Depth-first search with an explicit stack of roots.
//!
//! The stack holds the edges that are still to be followed, as the roots they lead to. An edge
//! that leads to a new state stays on the stack, marked, below the edges of that state: the marked
//! roots are the path. A level of the path takes 8 bytes, and so does an edge that waits.
//! A state is stored when its edge is followed and not before, so the order is the one of the
//! recursive algorithm.
//!
//! With a depth bound, the least depth of each state is kept and a state that is reached on a
//! shorter path is expanded again: everything within the bound is found.

use crate::Found;
use crate::kernel::{Halt, Kernel, Standing};
use allways_space::{State, System};
use allways_store::{Payload, VisitedSet};

/// Marks the root of a state on the path.
const ON_PATH: u64 = 1 << 63;

/// What depth-first search keeps with a state.
pub(crate) trait AtDepth: Payload {
    /// For a state that is reached at that depth.
    fn at(depth: u64) -> Self;
}

impl AtDepth for () {
    fn at(_: u64) {}
}

/// The least depth at which a state was reached.
#[derive(Copy, Clone)]
pub(crate) struct Depth(u32);

impl Payload for Depth {
    fn join(&mut self, other: Depth) -> bool {
        let sooner = other.0 < self.0;
        self.0 = self.0.min(other.0);
        sooner
    }
}

impl AtDepth for Depth {
    fn at(depth: u64) -> Depth {
        Depth(u32::try_from(depth).unwrap_or(u32::MAX))
    }
}

/// Explores everything, or stops where something is found or runs out.
pub(crate) fn search<S, V, P>(mut kernel: Kernel<'_, S, V, P>) -> Found<S::Action>
where
    S: System,
    V: VisitedSet<P>,
    P: AtDepth,
{
    let mut stack = Stack::default();
    let walked = stack.walk(&mut kernel);
    let system = kernel.account.system;
    let stop = walked.err().map(|halt| halt.on(|| stack.path(system)));
    let bytes = stack.bytes();
    kernel.finish(stop, bytes)
}

#[derive(Default)]
struct Stack {
    roots: Vec<u64>,
    /// The number of marked roots.
    depth: u64,
}

impl Stack {
    fn walk<S, V, P>(&mut self, kernel: &mut Kernel<'_, S, V, P>) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.push_edges(kernel, None)?;
        while let Some(&root) = self.roots.last() {
            if root & ON_PATH != 0 {
                self.roots.pop();
                self.depth -= 1;
                continue;
            }
            let depth = self.depth + 1;
            let account = &mut kernel.account;
            let state = account.system.state(root);
            let new = account
                .insert(state, None, P::at(depth))
                .map_err(Halt::Limit)?;
            if new.is_none() {
                self.roots.pop();
                continue;
            }
            account
                .tick(depth, || self.standing())
                .map_err(Halt::Limit)?;
            if account.too_deep(depth) {
                kernel.cut(state).map_err(Halt::Limit)?;
                self.roots.pop();
            } else {
                *self.roots.last_mut().expect("the root is still there") |= ON_PATH;
                self.depth = depth;
                self.push_edges(kernel, Some(state))?;
            }
        }
        Ok(())
    }

    /// Puts the states that edges lead to on the stack, the first on top.
    fn push_edges<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        from: Option<State>,
    ) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let first = self.roots.len();
        kernel.expand(from, |_, state| {
            debug_assert_eq!(state.root & ON_PATH, 0, "roots are below 2^63");
            self.roots.push(state.root);
            Ok(())
        })?;
        self.roots[first..].reverse();
        Ok(())
    }

    /// The states on the path.
    fn path<S: System>(&self, system: &S) -> Vec<State> {
        let marked = self.roots.iter().filter(|&&root| root & ON_PATH != 0);
        marked.map(|&root| system.state(root & !ON_PATH)).collect()
    }

    fn standing(&self) -> Standing {
        Standing {
            depth: self.depth,
            queue: self.roots.len() as u64 - self.depth,
            bytes: self.bytes(),
        }
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.roots) as u64
    }
}
