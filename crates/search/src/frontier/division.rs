//! Frontiers divided among several who go on, and put together again.

use super::{Engine, Frontier, Known, Open, Share};
use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Why two frontiers cannot be joined.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum JoinError {
    /// They are of different kinds of search.
    OtherSearch,
    /// They are of rounds that believe different things.
    OtherRound,
    /// They are not pieces of one frontier, or one has a piece of the other.
    Overlap,
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            JoinError::OtherSearch => "frontiers of different searches cannot be joined",
            JoinError::OtherRound => "frontiers of different rounds cannot be joined",
            JoinError::Overlap => "only different pieces of one frontier can be joined",
        })
    }
}

impl std::error::Error for JoinError {}

impl Frontier {
    /// Divides what is left to do into so many pieces, at least one. All know all stored states, and each has its
    /// part of the open ones. A search that goes on with a piece alone never comes to the end of the whole: it
    /// gives a frontier back, to be joined with those of the others. Only when a guess falls does it begin the next
    /// round with everything.
    pub fn split(&self, pieces: u32) -> Vec<Frontier> {
        let pieces = pieces.max(1);
        let shares = self.share.divided(self.digest(), pieces);
        let piece = |(number, share): (usize, Share)| {
            let mine = self.open.iter().skip(number).step_by(pieces as usize);
            Frontier {
                open: mine.copied().collect(),
                share,
                divided: self.divided || pieces > 1,
                // One has counted what was done before.
                transitions: if number == 0 { self.transitions } else { 0 },
                ..self.clone()
            }
        };
        shares.enumerate().map(piece).collect()
    }

    /// Puts two pieces of one frontier together, after searches went on with both or with none: the states that one
    /// of them knows, and what one of them has left open. A state that both found is stored once, and may have been
    /// counted twice. Both are of one system: those of other processes are unpacked first.
    ///
    /// # Errors
    /// When the two do not belong together.
    pub fn join(&self, other: &Frontier) -> Result<Frontier, JoinError> {
        if self.engine != other.engine {
            return Err(JoinError::OtherSearch);
        }
        if self.beliefs != other.beliefs {
            return Err(JoinError::OtherRound);
        }
        let share = self.share.joined(&other.share).ok_or(JoinError::Overlap)?;
        let mut union = Union::default();
        for frontier in [self, other] {
            union.add(frontier, &frontier.is_on_way());
        }
        for frontier in [self, other] {
            union.add(frontier, &vec![true; frontier.known.len()]);
        }
        let mut omitted = self.omitted.clone();
        omitted.join(other.omitted.clone());
        let mut joined = Frontier {
            engine: self.engine,
            open: union.open([self, other]),
            known: union.known,
            omitted,
            transitions: self.transitions + other.transitions,
            depth: self.depth.max(other.depth),
            beliefs: self.beliefs.clone(),
            share,
            divided: true,
        };
        if joined.engine == Engine::BreadthFirst {
            joined.sort_by_depth();
        }
        Ok(joined)
    }

    /// Tells what is divided from anything else that could be.
    fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.known.len(), self.transitions, self.depth).hash(&mut hasher);
        let open = self.open.iter().map(|open| (open.root_in(&self.known), open.expanded));
        open.for_each(|open| open.hash(&mut hasher));
        hasher.finish()
    }

    /// For each state whether it is on the way to an open one.
    fn is_on_way(&self) -> Vec<bool> {
        let mut is_on_way = vec![false; self.known.len()];
        for open in &self.open {
            let mut at = open.at;
            while let Some(number) = at.filter(|&number| !is_on_way[number as usize]) {
                is_on_way[number as usize] = true;
                at = self.known[number as usize].parent;
            }
        }
        is_on_way
    }

    /// Lists states level by level, as a breadth-first search stores them.
    fn sort_by_depth(&mut self) {
        let depths = self.depths();
        let mut order: Vec<u32> = (0..self.known.len() as u32).collect();
        order.sort_by_key(|&number| depths[number as usize]);
        let mut places = vec![0; order.len()];
        for (place, &number) in order.iter().enumerate() {
            places[number as usize] = place as u32;
        }
        let moved = |number: u32| places[number as usize];
        let known = |&number: &u32| {
            let Known { root, parent } = self.known[number as usize];
            Known { root, parent: parent.map(moved) }
        };
        self.known = order.iter().map(known).collect();
        self.open.iter_mut().for_each(|open| open.at = open.at.map(moved));
        self.open.sort_unstable_by_key(|open| open.at);
    }
}

impl Open {
    /// The state; `None` for the beginning.
    fn root_in(self, known: &[Known]) -> Option<u64> {
        self.at.map(|at| known[at as usize].root)
    }
}

/// The states of several frontiers, each once.
#[derive(Default)]
struct Union {
    known: Vec<Known>,
    /// Where each of them stands there.
    places: HashMap<u64, u32>,
}

impl Union {
    /// Adds the states of a frontier that are `wanted`, with their parents, which are wanted too. A state that is
    /// there keeps its parent, so no chain of parents ever closes. So those on the ways to open states come first:
    /// of others the parent may not be known.
    fn add(&mut self, frontier: &Frontier, wanted: &[bool]) {
        for (known, _) in frontier.known.iter().zip(wanted).filter(|(_, wanted)| **wanted) {
            let parent = known.parent.map(|parent| frontier.known[parent as usize].root);
            let parent = parent.map(|root| self.places[&root]);
            self.places.entry(known.root).or_insert_with(|| {
                self.known.push(Known { root: known.root, parent });
                self.known.len() as u32 - 1
            });
        }
    }

    /// What is open in one of the frontiers. Where one has looked at all edges of a state, they are counted.
    fn open(&self, frontiers: [&Frontier; 2]) -> Vec<Open> {
        let mut expanded: HashMap<Option<u32>, bool> = HashMap::new();
        for frontier in frontiers {
            for open in &frontier.open {
                let at = open.root_in(&frontier.known).map(|root| self.places[&root]);
                *expanded.entry(at).or_default() |= open.expanded;
            }
        }
        // Slices store a state after its parent was expanded. So here one of the two has expanded it, and it is
        // stored before those that were reached from it.
        if frontiers[0].engine == Engine::Slicing {
            for parent in self.known.iter().filter_map(|known| known.parent) {
                expanded.entry(Some(parent)).and_modify(|expanded| *expanded = true);
            }
        }
        let open = |(at, expanded)| Open { at, expanded };
        let mut open: Vec<Open> = expanded.into_iter().map(open).collect();
        open.sort_unstable_by_key(|open| open.at);
        open
    }
}
