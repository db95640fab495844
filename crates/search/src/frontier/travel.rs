//! A frontier as bytes, for a disk or another process that runs the same program.

use super::{Engine, Frontier, Known, Open, Share};
use crate::omitted::{Omitted, PackedOmitted};
use allways_space::{State, Stepper, System};
use serde::{Deserialize, Serialize};

/// Changes with everything below.
const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
struct Packed {
    version: u32,
    engine: Engine,
    /// What the round believes, and what it taught before the stop.
    beliefs: Vec<u8>,
    round: Vec<u8>,
    /// The content of every state, and its parent.
    known: Vec<(Vec<u8>, Option<u32>)>,
    open: Vec<Open>,
    omitted: PackedOmitted,
    transitions: u64,
    depth: u64,
    share: Share,
    divided: bool,
}

impl Frontier {
    /// Everything as bytes: the states, and what the round of the system believes and has taught.
    ///
    /// # Panics
    /// When the system is in another round than the frontier: what that one relied on would be lost.
    pub fn pack<S: System>(&self, system: &S) -> Vec<u8> {
        assert!(self.beliefs == system.rounds().beliefs(), "a frontier is packed in its own round");
        let mut stepper = system.follower();
        let known = self.known.iter().map(|known| {
            let mut content = Vec::new();
            stepper.encode(State { root: known.root }, &mut content);
            (content, known.parent)
        });
        let packed = Packed {
            version: VERSION,
            engine: self.engine,
            beliefs: self.beliefs.clone(),
            round: system.rounds().round(),
            known: known.collect(),
            open: self.open.clone(),
            omitted: self.omitted.pack(),
            transitions: self.transitions,
            depth: self.depth,
            share: self.share.clone(),
            divided: self.divided,
        };
        postcard::to_stdvec(&packed).expect("a frontier can always be written to memory")
    }

    /// The frontier that [`Frontier::pack`] wrote, for a system of the same program; the system believes then
    /// what the round believed, and has learned what it taught. Of one round, any number of frontiers can be
    /// unpacked, and be joined. `None` when the bytes are not a frontier of the system.
    pub fn unpack<S: System>(system: &S, bytes: &[u8]) -> Option<Frontier> {
        let packed: Packed = postcard::from_bytes(bytes).ok()?;
        let states = packed.known.len();
        let mut parents = packed.known.iter().map(|(_, parent)| parent).enumerate();
        let ordered = parents.all(|(number, parent)| parent.is_none_or(|p| (p as usize) < number));
        let inside = packed.open.iter().all(|open| open.at.is_none_or(|at| (at as usize) < states));
        let omitted = Omitted::unpack(packed.omitted)?;
        if packed.version != VERSION || !ordered || !inside || !packed.share.is_sound() {
            return None;
        }
        // Beliefs first: what a round taught belongs to them. A round that goes on forgets nothing.
        let rounds = system.rounds();
        let goes_on = rounds.beliefs() == packed.beliefs;
        let believes = goes_on || rounds.learn_from(&packed.beliefs);
        if !believes || !rounds.join_round(&packed.round) {
            return None;
        }
        let mut stepper = system.follower();
        let mut state = |(content, parent): &(Vec<u8>, Option<u32>)| {
            let root = stepper.decode(content)?.root;
            Some(Known { root, parent: *parent })
        };
        Some(Frontier {
            engine: packed.engine,
            known: packed.known.iter().map(&mut state).collect::<Option<Vec<Known>>>()?,
            open: packed.open,
            omitted,
            transitions: packed.transitions,
            depth: packed.depth,
            beliefs: packed.beliefs,
            share: packed.share,
            divided: packed.divided,
        })
    }
}
