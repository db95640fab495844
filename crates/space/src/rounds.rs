//! Rounds: searches that rely on guesses of a system and are made again when one falls.

/// What a system guesses, and what rounds of a search teach it.
///
/// A system may rely on guesses to have fewer states: that a variable is only used by one thread, say. A guess that
/// does not hold ends a round ([`crate::Flow::Demoted`]), or is seen in the audit at its end. The next round goes
/// without it.
///
/// What is learned travels as bytes, to another process that runs the same program. Lessons of several processes
/// that made parts of one round can be joined in any order.
pub trait Rounds {
    /// Everything was explored: whether all that the round relied on held. Called when no stepper of the
    /// round is left.
    fn audit(&self) -> Audit;

    /// Begins a new round with what was learned.
    fn next_round(&self);

    /// Forgets what the present round taught: it will be made again, in an order that is always the same.
    fn repeat_round(&self);

    /// What the present round believes, without what it taught so far. The same bytes for the same beliefs.
    fn beliefs(&self) -> Vec<u8>;

    /// What was learned so far, lessons of the present round included: what the next round believes.
    fn learned(&self) -> Vec<u8>;

    /// Begins a round that believes what [`Rounds::beliefs`] or [`Rounds::learned`] wrote. False when the bytes
    /// are not that; then nothing changes.
    fn learn_from(&self, bytes: &[u8]) -> bool;

    /// What the present round taught so far and what it relied on. Complete when no stepper of the round is
    /// left.
    fn round(&self) -> Vec<u8>;

    /// Adds what [`Rounds::round`] wrote about another part of the same round. False when the bytes are not
    /// that; then nothing changes.
    fn join_round(&self, bytes: &[u8]) -> bool;
}

/// What became of the guesses that a round relied on.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Audit {
    /// How many there are.
    pub facts: u64,
    /// How many of them do not hold although nothing noticed it when it happened.
    pub broken: u64,
    /// Some guess fell: what was not found means nothing.
    pub fallen: bool,
}

/// The rounds of a system that guesses nothing: there is one, and it teaches nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct OneRound;

impl Rounds for OneRound {
    fn audit(&self) -> Audit {
        Audit::default()
    }

    fn next_round(&self) {}

    fn repeat_round(&self) {}

    fn beliefs(&self) -> Vec<u8> {
        Vec::new()
    }

    fn learned(&self) -> Vec<u8> {
        Vec::new()
    }

    fn learn_from(&self, bytes: &[u8]) -> bool {
        bytes.is_empty()
    }

    fn round(&self) -> Vec<u8> {
        Vec::new()
    }

    fn join_round(&self, bytes: &[u8]) -> bool {
        bytes.is_empty()
    }
}
