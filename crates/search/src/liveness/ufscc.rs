//! Strongly connected components by several workers, until one has every mark.
//!
//! UFSCC (Bloemen, Laarman and van de Pol, 2016). Workers search depth-first, each with a stack of
//! the components on its path, and share the sets of states that are known to lie on a cycle
//! together. A worker that is in a set takes any member with edges nobody has followed, so several
//! work on one component; a set whose members are all done is complete, and nobody enters it again.
//!
//! Every edge inside a component brings its marks: a member is taken off the list of its set by a
//! worker that found each of its edges to lead into a complete component or back into the set, and in
//! the second case the marks were added. So a component that is complete has all of its marks, and
//! since they are looked at whenever some are added, none with every mark is passed by.

use super::End;
use super::union::{Claim, MOST_MEMBERS, MOST_WORKERS, Union};
use crate::crew::Crew;
use crate::dispatch::OnList;
use crate::ends::{Found, FoundCycle};
use crate::kernel::{Kernel, Standing};
use crate::path;
use allways_space::{State, System};
use allways_store::{RootSet, StateId, StateStore, VisitedSet};

type Walker<'a, S, V> = Kernel<'a, S, V, ()>;

/// Looks for a component that has every mark.
pub(super) struct Components {
    pub(super) marks: u128,
}

impl<S: System> OnList<S> for Components {
    const NUMBERED: bool = true;

    fn run<V: StateStore>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search(crew, self.marks)
    }
}

fn search<S: System, V: StateStore>(crew: &Crew<'_, S, V>, marks: u128) -> Found<S::Action> {
    let (union, dead) = (Union::default(), RootSet::new());
    let one = |kernel: &mut Walker<'_, S, V>, number: usize| {
        if number >= MOST_WORKERS {
            return None; // the others do the work
        }
        let mut worker = Worker {
            wanted: marks,
            union: &union,
            dead: &dead,
            number,
            frames: Vec::new(),
            path: Vec::new(),
            edges: Vec::new(),
            expanded: None,
        };
        let walked = worker.run(kernel);
        let store = kernel.account.store;
        let path = path::by_parents(store, worker.expanded.map(StateId));
        super::finish(kernel, walked, path.iter().map(|state| state.root), worker.bytes(store))
    };
    crew.search(|| {}, one)
}

/// An edge to follow: the root it leads to, and its marks.
type Waiting = (u64, u128);

/// An edge that is followed.
#[derive(Copy, Clone)]
struct Way {
    to: u32,
    marks: u128,
}

/// A call of the recursive algorithm.
struct Frame {
    /// The state it was made for.
    state: u32,
    /// The member of its set whose edges are being followed.
    picked: Option<u32>,
    /// Its edges begin here on the stack of edges.
    first: usize,
}

struct Worker<'u> {
    wanted: u128,
    union: &'u Union,
    /// States that are a component of their own: most, and quicker to find here.
    dead: &'u RootSet,
    number: usize,
    frames: Vec<Frame>,
    /// One state of each set on the path, and the marks of the edge by which the path enters it.
    path: Vec<Way>,
    edges: Vec<Waiting>,
    /// The state that is being expanded.
    expanded: Option<u32>,
}

impl Worker<'_> {
    fn run<S: System, V: StateStore>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
    ) -> Result<(), End<S::Action>> {
        self.follow(kernel, None, self.number == 0)?;
        for edge in std::mem::take(&mut self.edges).into_iter().rev() {
            if let Some(way) = self.enter(kernel, edge, None)?
                && self.union.claim(way.to, self.number) == Claim::New
            {
                self.call(way);
                self.walk(kernel)?;
            }
        }
        Ok(())
    }

    /// Stores the state that an edge leads to; `None` where that is finished.
    fn enter<S: System, V: StateStore>(
        &self,
        kernel: &mut Walker<'_, S, V>,
        (root, marks): Waiting,
        source: Option<u32>,
    ) -> Result<Option<Way>, End<S::Action>> {
        let state = kernel.account.system.state(root);
        if self.dead.covers(state, ()) {
            return Ok(None);
        }
        let new = kernel.account.insert(state, source.map(StateId), ())?;
        let number = new.or_else(|| kernel.account.store.number(state));
        let to = number.expect("what is stored has a number").0;
        if u64::from(to) >= MOST_MEMBERS {
            return Err(kernel.account.out_of_memory().into());
        }
        Ok(Some(Way { to, marks }))
    }

    fn call(&mut self, way: Way) {
        self.path.push(way);
        self.frames.push(Frame { state: way.to, picked: None, first: self.edges.len() });
    }

    /// Goes on until the stack of calls is empty.
    fn walk<S: System, V: StateStore>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
    ) -> Result<(), End<S::Action>> {
        while let Some(frame) = self.frames.last_mut() {
            if self.edges.len() > frame.first {
                let (state, source) = (frame.state, frame.picked);
                let edge = self.edges.pop().expect("there are edges");
                let Some(way) = self.enter(kernel, edge, source)? else { continue };
                match self.union.claim(way.to, self.number) {
                    Claim::Dead => {}
                    Claim::New => self.call(way),
                    Claim::Found => self.close(kernel, state, way)?,
                }
                continue;
            }
            let state = frame.state;
            if let Some(done) = frame.picked.take() {
                self.union.remove(done);
            }
            match self.union.pick(state) {
                Some(member) => {
                    frame.picked = Some(member);
                    self.expand(kernel, member)?;
                }
                None => {
                    if self.union.is_alone(state) {
                        let root = kernel.account.store.load(StateId(state));
                        // There are fewer than states in the store, so there is a number for it.
                        let _numbered = self.dead.insert(root, None, ());
                    }
                    self.frames.pop();
                    self.path.pop_if(|way| way.to == state);
                }
            }
        }
        Ok(())
    }

    /// An edge leads back to a set on the path: what lies above is one set.
    fn close<S: System, V: StateStore>(
        &mut self,
        kernel: &Walker<'_, S, V>,
        state: u32,
        way: Way,
    ) -> Result<(), End<S::Action>> {
        let mut marks = way.marks;
        if !self.union.same(way.to, state) {
            let uniting = self.union.uniting();
            while !self.union.same(way.to, state) {
                let above = self.path.pop().expect("the set of the edge is on the path");
                let below = self.path.last().expect("and it is below");
                uniting.unite(above.to, below.to);
                marks |= above.marks;
            }
        }
        let all = self.union.add_marks(state, marks & self.wanted);
        if all == self.wanted {
            return Err(End::Cycle(self.found_cycle(kernel, state)));
        }
        Ok(())
    }

    /// Puts the edges of a member on the stack.
    fn expand<S: System, V: StateStore>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        member: u32,
    ) -> Result<(), End<S::Action>> {
        let depth = self.frames.len() as u64;
        let store = kernel.account.store;
        kernel.account.tick(depth, || self.standing(store))?;
        let state = store.load(StateId(member));
        self.expanded = Some(member);
        let first = self.union.counts(member);
        if kernel.account.too_deep(depth) {
            return Ok(kernel.cut(state)?);
        }
        self.follow(kernel, Some((member, state)), first)
    }

    /// Puts the edges of a state, or those into the initial ones, on the stack. They count where
    /// this is the `first` time.
    fn follow<S: System, V: StateStore>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        from: Option<(u32, State)>,
        first: bool,
    ) -> Result<(), End<S::Action>> {
        let begin = self.edges.len();
        let (edges, dead) = (&mut self.edges, self.dead);
        kernel.follow(from.map(|(_, state)| state), first, |edge, state| {
            if !dead.covers(state, ()) {
                edges.push((state.root, edge.marks));
            }
        })?;
        let new = &mut self.edges[begin..];
        if self.number > 0 && !new.is_empty() {
            // Every worker takes them in another order, so that they part.
            let by = (self.number * 7 + from.map_or(0, |(n, _)| n as usize)) % new.len();
            new.rotate_left(by);
        }
        new.reverse();
        Ok(())
    }

    /// The set of a member, and the way there by which its oldest one was found.
    fn found_cycle<S: System, V: StateStore>(
        &self,
        kernel: &Walker<'_, S, V>,
        member: u32,
    ) -> FoundCycle {
        let store = kernel.account.store;
        // Somebody may have been uniting the sets of a cycle when the marks were complete.
        let _settled = self.union.uniting();
        let root = self.union.find(member);
        let all = 0..store.states().min(u64::from(u32::MAX)) as u32;
        let members: Vec<u32> = all.filter(|&n| self.union.same(n, root)).collect();
        let first = members.first().map(|&n| StateId(n));
        FoundCycle {
            path: path::by_parents(store, first),
            members: members.into_iter().map(|n| store.load(StateId(n)).root).collect(),
        }
    }

    fn standing<V: StateStore>(&self, store: &V) -> Standing {
        let depth = self.frames.len() as u64;
        Standing { depth, queue: self.edges.len() as u64, bytes: self.bytes(store) }
    }

    fn bytes<V: StateStore>(&self, store: &V) -> u64 {
        let shared =
            if self.number == 0 { self.union.bytes(store.states()) + self.dead.bytes() } else { 0 };
        let own = size_of_val(&*self.frames) + size_of_val(&*self.path) + size_of_val(&*self.edges);
        own as u64 + shared
    }
}
