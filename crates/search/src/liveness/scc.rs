//! Couvreur's search for a strongly connected component with every mark.
//!
//! Depth-first; the states that are not yet known to be in a finished component stand in `order`,
//! by the number they were found with. Each component found so far is an interval of that order,
//! with the marks of the edges inside it; an edge back to a state of the order joins all components
//! above that state. The search stops as soon as a component has all marks, mostly long before the
//! component is complete. Finished states take two bits, since they are never looked at again.
//!
//! A state that a lossy store takes for another has no number, so it is passed by like a finished
//! one: components are made of states that were entered, and no cycle is found that is not there.

use super::{End, MAP_ENTRY};
use crate::crew::Crew;
use crate::ends::{Found, FoundCycle};
use crate::kernel::{Kernel, Standing};
use allways_space::{State, System};
use allways_store::{RootSet, VisitedSet};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Marks the root of a state on the path.
const ON_PATH: u64 = 1 << 63;

/// Looks for a component that has every mark.
pub(super) fn search<S: System, V: VisitedSet>(
    crew: &Crew<'_, S, V>,
    marks: u128,
) -> Found<S::Action> {
    let one = |kernel: &mut Kernel<'_, S, V, ()>, _| {
        let mut walk = Components { wanted: marks, ..Components::default() };
        let walked = walk.run(kernel);
        super::finish(kernel, walked, walk.path(), walk.bytes())
    };
    crew.search(|| {}, one)
}

#[derive(Copy, Clone)]
struct Entry {
    root: u64,
    /// The marks of the edge to it: their number in the table.
    marks: u32,
}

/// A component as far as it is known.
struct Component {
    /// The number of its first state.
    first: u32,
    /// The marks of edges inside.
    marks: u128,
    /// The marks of the edge by which the path enters it.
    entered: u128,
}

#[derive(Default)]
struct Components {
    wanted: u128,
    stack: Vec<Entry>,
    depth: u64,
    /// States of unfinished components in the order in which they were found, and their places.
    order: Vec<u64>,
    number: HashMap<u64, u32, BuildHasherDefault<super::RootHasher>>,
    components: Vec<Component>,
    dead: RootSet,
    marks: MarkTable,
}

impl Components {
    fn run<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
    ) -> Result<(), End<S::Action>> {
        self.push_edges(kernel, None)?;
        while let Some(&entry) = self.stack.last() {
            if entry.root & ON_PATH != 0 {
                self.stack.pop();
                self.depth -= 1;
                self.leave(kernel, entry.root & !ON_PATH);
                continue;
            }
            let state = kernel.account.system.state(entry.root);
            if !kernel.account.store.covers(state, ()) {
                self.enter(kernel, state, entry.marks)?;
                continue;
            }
            self.stack.pop();
            if let Some(&number) = self.number.get(&entry.root) {
                self.close(kernel, number, self.marks.get(entry.marks))?;
            }
        }
        Ok(())
    }

    /// Stores the state on top of the stack, a component of its own, and goes on from it.
    fn enter<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        state: State,
        marks: u32,
    ) -> Result<(), End<S::Action>> {
        let depth = self.depth + 1;
        kernel.account.insert(state, None, ())?;
        kernel.account.tick(depth, || self.standing())?;
        self.depth = depth;
        self.stack.last_mut().expect("the entry is still there").root |= ON_PATH;
        let first = self.order.len() as u32;
        self.order.push(state.root);
        self.number.insert(state.root, first);
        let entered = self.marks.get(marks);
        self.components.push(Component { first, marks: 0, entered });
        if kernel.account.too_deep(depth) {
            kernel.cut(state)?;
            return Ok(());
        }
        self.push_edges(kernel, Some(state))
    }

    /// An edge leads back to a state that is not finished: what lies above is one component.
    fn close<S: System, V: VisitedSet>(
        &mut self,
        kernel: &Kernel<'_, S, V, ()>,
        number: u32,
        marks: u128,
    ) -> Result<(), End<S::Action>> {
        let mut gathered = marks;
        while let Some(above) = self.components.pop_if(|top| top.first > number) {
            gathered |= above.marks | above.entered;
        }
        let top = self.components.last_mut().expect("the state is in a component");
        top.marks |= gathered;
        if top.marks & self.wanted != self.wanted {
            return Ok(());
        }
        let first = top.first as usize;
        let system = kernel.account.system;
        let mut path = Vec::new();
        for root in self.path() {
            path.push(system.state(root));
            if root == self.order[first] {
                break;
            }
        }
        let members = self.order[first..].iter().copied().collect();
        Err(End::Cycle(FoundCycle { path, members }))
    }

    /// Everything behind a state was seen. If it is the first of its component, that is finished.
    fn leave<S: System, V: VisitedSet>(&mut self, kernel: &Kernel<'_, S, V, ()>, root: u64) {
        let Some(top) = self.components.last() else { return };
        let first = top.first as usize;
        if self.order[first] != root {
            return;
        }
        self.components.pop();
        for root in self.order.drain(first..) {
            self.number.remove(&root);
            let _numbered = self.dead.insert(kernel.account.system.state(root), None, ());
        }
    }

    fn push_edges<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        from: Option<State>,
    ) -> Result<(), End<S::Action>> {
        let first = self.stack.len();
        kernel.expand(from, |_, edge, state| {
            debug_assert_eq!(state.root & ON_PATH, 0, "roots are below 2^62");
            if !self.dead.covers(state, ()) {
                let marks = self.marks.number(edge.marks & self.wanted);
                self.stack.push(Entry { root: state.root, marks });
            }
            Ok(())
        })?;
        self.stack[first..].reverse();
        Ok(())
    }

    fn path(&self) -> impl Iterator<Item = u64> {
        let on_path = self.stack.iter().filter(|entry| entry.root & ON_PATH != 0);
        on_path.map(|entry| entry.root & !ON_PATH)
    }

    fn standing(&self) -> Standing {
        let queue = self.stack.len() as u64 - self.depth.min(self.stack.len() as u64);
        Standing { depth: self.depth, queue, bytes: self.bytes() }
    }

    fn bytes(&self) -> u64 {
        let entries = size_of_val(&*self.stack) + size_of_val(&*self.components);
        let live = self.order.len() * (size_of::<u64>() + MAP_ENTRY);
        entries as u64 + live as u64 + self.dead.bytes()
    }
}

/// Sets of marks, each with a number: there are few, and an entry of the stack stays small.
#[derive(Default)]
struct MarkTable {
    sets: Vec<u128>,
    numbers: HashMap<u128, u32>,
    last: (u128, u32),
}

impl MarkTable {
    fn number(&mut self, set: u128) -> u32 {
        if self.last.0 == set && !self.sets.is_empty() {
            return self.last.1;
        }
        let sets = &mut self.sets;
        let number = *self.numbers.entry(set).or_insert_with(|| {
            sets.push(set);
            sets.len() as u32 - 1
        });
        self.last = (set, number);
        number
    }

    fn get(&self, number: u32) -> u128 {
        self.sets[number as usize]
    }
}
