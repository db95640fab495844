//! Nested depth-first search by several workers, for a cycle through a marked edge.
//!
//! CNDFS (Evangelista, Laarman, Petrucci and van de Pol, 2012). Every worker makes a nested search of
//! its own, in an order of its own, and two colours are shared: blue for states whose first search is
//! finished, red for those from which no worker needs a second search any more.
//!
//! That algorithm has marks on states. So a marked edge to `t` leads here to a place of its own, "`t`
//! by a marked edge", from where the only edge leads to `t`: a place is a root and a bit, and a
//! cycle through a marked edge is a cycle through a place with the bit.
//!
//! What the colours stand for:
//! - cyan, each worker's own: on its path. Meeting it in a second search closes a cycle.
//! - blue: every place behind it is blue, or cyan for somebody. So a first search need not enter it.
//! - red: no cycle through a place with the bit that is not found otherwise runs through it. A worker
//!   gives the colour to all places of its second search, and only after every place with the
//!   bit among them is red: whoever searches from there might still find that it lies on the
//!   cycle. That wait ends, because of the workers that wait for each other one is first in the
//!   order of finishing (the authors' theorem 2).
//!
//! Every worker goes through to the end, so nothing is left when the last one is.

use super::End;
use crate::crew::Crew;
use crate::ends::{Found, FoundCycle};
use crate::kernel::{Kernel, Standing};
use allways_space::{State, System};
use allways_store::{RootSet, VisitedSet};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Marks a place on the path of a search.
const ON_PATH: u64 = 1 << 63;
/// The bit of a place that a marked edge leads to.
const MARKED: u64 = 1 << 62;
const FLAGS: u64 = ON_PATH | MARKED;

type Walker<'a, S, V> = Kernel<'a, S, V, ()>;
type Places = HashSet<u64, BuildHasherDefault<super::RootHasher>>;

/// Looks for a cycle with an edge that has the mark.
pub(super) fn search<S: System, V: VisitedSet>(
    crew: &Crew<'_, S, V>,
    mark: u128,
) -> Found<S::Action> {
    let colours = Colours::default();
    let one = |kernel: &mut Walker<'_, S, V>, number: usize| {
        let mut worker = Nested::new(mark, &colours, number, None);
        let walked = worker.run(kernel);
        let bytes = worker.bytes() + if number == 0 { colours.bytes() } else { 0 };
        super::finish(kernel, walked, worker.path(), bytes)
    };
    crew.search(|| {}, one)
}

/// Sets of places.
#[derive(Default)]
pub(super) struct Colours {
    blue: [RootSet; 2],
    red: [RootSet; 2],
}

impl Colours {
    fn bytes(&self) -> u64 {
        self.blue.iter().chain(&self.red).map(RootSet::bytes).sum()
    }
}

fn has(colour: &[RootSet; 2], place: u64) -> bool {
    let set = &colour[usize::from(place & MARKED != 0)];
    set.covers(State { root: place & !FLAGS }, ())
}

fn paint(colour: &[RootSet; 2], place: u64) {
    let set = &colour[usize::from(place & MARKED != 0)];
    // Whether it had the colour before does not matter, and there is a number for every root.
    let _numbered = set.insert(State { root: place & !FLAGS }, None, ());
}

/// One worker.
pub(super) struct Nested<'c> {
    mark: u128,
    colours: &'c Colours,
    number: u64,
    /// Places to go to, and the path: like the stack of the plain depth-first search.
    stack: Vec<u64>,
    depth: u64,
    cyan: Places,
    /// The same for a second search, and all places it came to.
    second: Vec<u64>,
    seen: Places,
    next: Vec<u64>,
    /// Where somebody else makes the second searches, the way to tell where they begin.
    seeds: Option<&'c dyn Fn(u64) -> bool>,
}

impl<'c> Nested<'c> {
    pub(super) fn new(
        mark: u128,
        colours: &'c Colours,
        number: usize,
        seeds: Option<&'c dyn Fn(u64) -> bool>,
    ) -> Nested<'c> {
        Nested {
            mark,
            colours,
            number: number as u64,
            stack: Vec::new(),
            depth: 0,
            cyan: Places::default(),
            second: Vec::new(),
            seen: Places::default(),
            next: Vec::new(),
            seeds,
        }
    }

    pub(super) fn run<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
    ) -> Result<(), End<S::Action>> {
        // The edges into the initial states are counted once, and no cycle runs through them.
        let stack = &mut self.stack;
        kernel.follow(None, self.number == 0, |_, state| stack.push(state.root))?;
        self.stack.reverse();
        while let Some(&entry) = self.stack.last() {
            let place = entry & !ON_PATH;
            if entry & ON_PATH != 0 {
                self.leave(kernel, place)?;
            } else if self.cyan.contains(&place) || has(&self.colours.blue, place) {
                self.stack.pop();
            } else {
                self.enter(kernel, place)?;
            }
        }
        Ok(())
    }

    /// Puts the place on top of the stack on the path and goes on from it.
    fn enter<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        place: u64,
    ) -> Result<(), End<S::Action>> {
        *self.stack.last_mut().expect("the place is still there") |= ON_PATH;
        self.cyan.insert(place);
        if place & MARKED != 0 {
            self.stack.push(place & !MARKED);
            return Ok(());
        }
        self.depth += 1;
        let state = kernel.account.system.state(place);
        let new = kernel.account.insert(state, None, ())?.is_some();
        kernel.account.tick(self.depth, || self.standing())?;
        if kernel.account.too_deep(self.depth) {
            return Ok(kernel.cut(state)?);
        }
        self.look_at(kernel, state, new)?;
        self.turn(place);
        let blue = &self.colours.blue;
        self.stack.extend(self.next.iter().rev().filter(|&&next| !has(blue, next)));
        Ok(())
    }

    /// Collects the places behind a state. The edges are followed where this is the `first` time.
    fn look_at<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        state: State,
        first: bool,
    ) -> Result<(), End<S::Action>> {
        self.next.clear();
        let (mark, next) = (self.mark, &mut self.next);
        Ok(kernel.follow(Some(state), first, |edge, to| {
            next.push(place_of(to, edge.marks & mark != 0));
        })?)
    }

    /// Every worker takes the edges of a place in another order, so that they part.
    fn turn(&mut self, place: u64) {
        if self.number > 0 && !self.next.is_empty() {
            let mixed = (place ^ self.number.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let by = (mixed >> 33) as usize % self.next.len();
            self.next.rotate_left(by);
            if mixed & 1 == 1 {
                self.next.reverse();
            }
        }
    }

    /// Everything behind a place was seen.
    fn leave<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        place: u64,
    ) -> Result<(), End<S::Action>> {
        paint(&self.colours.blue, place);
        if let Some(seeds) = self.seeds.filter(|_| place & MARKED != 0) {
            while !seeds(place & !MARKED) {
                kernel.account.tick(self.depth, || self.standing())?;
                std::thread::yield_now();
            }
        } else if place & MARKED != 0 {
            self.look_for_the_path(kernel, place)?;
            self.wait_for_red(kernel, place)?;
            self.seen.iter().for_each(|&seen| paint(&self.colours.red, seen));
        } else {
            self.depth -= 1;
        }
        self.cyan.remove(&place);
        self.stack.pop();
        Ok(())
    }

    /// The second search.
    fn look_for_the_path<S: System, V: VisitedSet>(
        &mut self,
        kernel: &mut Walker<'_, S, V>,
        from: u64,
    ) -> Result<(), End<S::Action>> {
        self.seen.clear();
        self.second.clear();
        self.second.push(from);
        while let Some(&entry) = self.second.last() {
            if entry & ON_PATH != 0 || self.seen.contains(&entry) || has(&self.colours.red, entry) {
                self.second.pop();
                continue;
            }
            self.seen.insert(entry);
            *self.second.last_mut().expect("the place is still there") |= ON_PATH;
            if entry & MARKED != 0 {
                self.next.clear();
                self.next.push(entry & !MARKED);
            } else {
                kernel.account.tick(self.depth, || self.standing())?;
                let state = kernel.account.system.state(entry);
                self.look_at(kernel, state, false)?;
            }
            if let Some(&met) = self.next.iter().find(|next| self.cyan.contains(next)) {
                return Err(End::Cycle(self.found_cycle(kernel, met)));
            }
            self.second.extend(
                self.next
                    .iter()
                    .filter(|&next| !self.seen.contains(next) && !has(&self.colours.red, *next)),
            );
        }
        Ok(())
    }

    /// Waits until every other place with the bit in the second search is red.
    fn wait_for_red<S: System, V: VisitedSet>(
        &self,
        kernel: &mut Walker<'_, S, V>,
        own: u64,
    ) -> Result<(), End<S::Action>> {
        let others = self.seen.iter().filter(|&&seen| seen & MARKED != 0 && seen != own);
        for &other in others {
            let mut looks = 0;
            while !has(&self.colours.red, other) {
                kernel.account.tick(self.depth, || self.standing())?;
                looks += 1;
                if looks < 100 {
                    std::hint::spin_loop();
                } else {
                    std::thread::yield_now();
                }
            }
        }
        Ok(())
    }

    /// The second search met a place of the path: that, what is above it on the path, and the path
    /// of the second search.
    fn found_cycle<S: System, V: VisitedSet>(
        &self,
        kernel: &Walker<'_, S, V>,
        met: u64,
    ) -> FoundCycle {
        let system = kernel.account.system;
        let on_path = |stack: &[u64]| -> Vec<u64> {
            stack.iter().filter(|&&entry| entry & ON_PATH != 0).map(|e| e & !ON_PATH).collect()
        };
        let path = on_path(&self.stack);
        let at = path.iter().position(|&place| place == met).expect("cyan places are on the path");
        let second = on_path(&self.second);
        // A place with the bit is followed by the one without it, unless it is the last.
        let states = path[..at].iter().filter(|&&place| place & MARKED == 0).chain([&met]);
        FoundCycle {
            members: path[at..].iter().chain(&second).map(|place| place & !MARKED).collect(),
            path: states.map(|place| system.state(place & !MARKED)).collect(),
        }
    }

    pub(super) fn path(&self) -> impl Iterator<Item = u64> {
        let on_path = self.stack.iter().filter(|&&entry| entry & FLAGS == ON_PATH);
        on_path.map(|entry| entry & !FLAGS)
    }

    fn standing(&self) -> Standing {
        let waiting = self.stack.len().saturating_sub(self.cyan.len()) as u64;
        let shared = if self.number == 0 { self.colours.bytes() } else { 0 };
        Standing { depth: self.depth, queue: waiting, bytes: self.bytes() + shared }
    }

    pub(super) fn bytes(&self) -> u64 {
        let stacks = self.stack.len() + self.second.len();
        // A set takes a slot of 9 bytes for each place, and at most seven eighths are in use.
        let sets = (self.cyan.capacity() + self.seen.capacity()) * 9 * 8 / 7;
        (stacks * size_of::<u64>() + sets) as u64
    }
}

fn place_of(state: State, marked: bool) -> u64 {
    debug_assert_eq!(state.root & FLAGS, 0, "roots are below 2^62");
    state.root | if marked { MARKED } else { 0 }
}
