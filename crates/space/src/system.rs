//! Systems and steppers: state spaces as engines see them.

use crate::edge::Edge;
use crate::rounds::{OneRound, Rounds};
use crate::state::State;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// The immutable half of a state space, shared by all workers.
pub trait System: Sync {
    /// What distinguishes one edge of a state from its others; a path is a list of these.
    type Action: Copy + Eq + Debug + Send + Sync;
    /// The mutable half.
    type Stepper<'a>: Stepper<Action = Self::Action>
    where
        Self: 'a;

    /// A new stepper; each worker makes its own.
    fn stepper(&self) -> Self::Stepper<'_>;

    /// The state with that root, which an edge of this system led to before.
    fn state(&self, root: u64) -> State {
        State { root }
    }

    /// A hash of the content of a state, the same in every process. It is not kept with states
    /// and may have to be computed from a part of the content.
    fn hash(&self, state: State) -> u64;

    /// Appends the content of a state in a form that is the same for equal states and for no others
    /// of this process; what stores need that hold states whole.
    fn content(&self, state: State, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.root.to_le_bytes());
    }

    /// A new stepper to follow executions that are known to be real: that they break a guess means
    /// nothing, and nothing is learned from them.
    fn follower(&self) -> Self::Stepper<'_> {
        self.stepper()
    }

    /// What the system guesses. Most guess nothing.
    fn rounds(&self) -> &dyn Rounds {
        &OneRound
    }

    /// Whether states that differ are taken for one where [`Stepper::matched`] says so: then what is
    /// not found may still exist.
    fn is_abstract(&self) -> bool {
        false
    }

    /// Whether states that differ only in names are taken for one where [`Stepper::matched`] says so:
    /// what can be reached from one, up to names, can be reached from the other.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Bytes that the system itself holds to represent states (its interner), counted against the
    /// memory limit together with the visited set.
    fn bytes(&self) -> u64 {
        0
    }
}

/// How an enumeration of edges ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// Every edge was visited.
    Done,
    /// The visitor asked to stop.
    Stopped,
    /// The system cannot represent another state; its memory is full.
    Full,
    /// A guess that the system relies on does not hold: the search must call
    /// [`Rounds::next_round`], make a new stepper and start again. What was found so far is real, what
    /// was not found means nothing.
    Demoted,
}

/// The mutable half of a state space: one per worker.
pub trait Stepper {
    /// See [`System::Action`].
    type Action;

    /// Visits the edges into the initial states. They are edges because the program's beginning
    /// may already choose or fault.
    fn initial(&mut self, visit: &mut dyn FnMut(Edge<Self::Action>) -> ControlFlow<()>) -> Flow;

    /// Visits every edge that leaves `state`, always in the same order.
    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<Self::Action>) -> ControlFlow<()>,
    ) -> Flow;

    /// The root by which `state` is known when it is met again: its own, unless the system is
    /// abstract or symmetric. Below 2^62 too.
    fn matched(&mut self, state: State) -> u64 {
        state.root
    }

    /// The letter of a state: what holds in it. Asked only where a run ends and its last state is
    /// repeated.
    fn letter(&mut self, state: State) -> u64 {
        let _ = state;
        0
    }

    /// Steps that were run so far, and not remembered from before: where there are such, they take the time.
    fn ran(&self) -> u64 {
        0
    }

    /// What was done so far in steps that are longer than usual, in instructions or the like: the number of states does
    /// not tell how long these take.
    fn toil(&self) -> u64 {
        0
    }

    /// Appends the content of `state` in a form that means the same in every process.
    fn encode(&mut self, state: State, out: &mut Vec<u8>);

    /// The state whose content [`Stepper::encode`] wrote, or `None` when the bytes are not one.
    fn decode(&mut self, bytes: &[u8]) -> Option<State>;
}
