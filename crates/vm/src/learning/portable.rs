//! Rounds as engines see them, and what was learned as bytes for another process that runs the same program.

use crate::discipline::History;
use crate::machine::Vm;
use crate::round::Round;
use allways_space::{Audit, Rounds};
use serde::Serialize;

impl Rounds for Vm {
    fn audit(&self) -> Audit {
        let audited = self.audit_round();
        let (broken, fallen) = self.with_round(|round| (round.audited, round.broken));
        Audit { facts: audited.relied, broken, fallen }
    }

    fn next_round(&self) {
        self.believe(self.history_with_lessons());
    }

    fn repeat_round(&self) {
        self.with_round(|round| *round = Round::default());
    }

    fn beliefs(&self) -> Vec<u8> {
        written(&self.history_so_far())
    }

    fn learned(&self) -> Vec<u8> {
        written(&self.history_with_lessons())
    }

    fn learn_from(&self, bytes: &[u8]) -> bool {
        let Ok(history) = postcard::from_bytes::<History>(bytes) else { return false };
        self.believe(history);
        true
    }

    fn round(&self) -> Vec<u8> {
        self.with_round(|round| written(round))
    }

    fn join_round(&self, bytes: &[u8]) -> bool {
        let Ok(other) = postcard::from_bytes::<Round>(bytes) else { return false };
        self.with_round(|round| round.join(other));
        true
    }
}

fn written(what: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(what).expect("what was learned can always be written to memory")
}
