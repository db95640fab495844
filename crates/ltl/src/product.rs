//! A system and an automaton that reads its runs, as one system.
//!
//! A run is read as letters: those of the initial edge, then those of each further edge. A run that
//! ends is extended by repeating its last state, for which every fairness mark is given: nobody is
//! kept waiting who could move.

use crate::{Automaton, Edge as Arc};
use allways_space::{Edge, Flow, Letters, Rounds, State, Stepper, System, Target, ThreadId};
use std::ops::ControlFlow;

/// The product of a system and an automaton.
pub struct Product<'s, S> {
    system: &'s S,
    automaton: Automaton,
    finite: Finite,
    marks: u128,
    /// The last bits of a root are the automaton's state.
    bits: u32,
}

/// What becomes of runs that end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Finite {
    /// Their last state is repeated.
    Repeated,
    /// They are no runs: only endless ones count.
    Dropped,
}

/// An edge of a product.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ProductAction<A> {
    /// The system's edge; `None` where its last state is repeated.
    pub action: Option<A>,
    /// The automaton's state afterwards.
    pub to: u32,
    /// The acceptance sets met.
    pub marks: u32,
}

impl<'s, S: System> Product<'s, S> {
    /// The runs of a system that an automaton accepts. With `fair`, only those that have every
    /// fairness mark of the system infinitely often.
    pub fn new(system: &'s S, automaton: Automaton, finite: Finite, fair: bool) -> Self {
        let automaton = with_an_acceptance_set(automaton);
        let fairness = if fair { u128::MAX << allways_space::FIRST_THREAD_MARK } else { 0 };
        let marks = u128::from(automaton.all_marks()) | fairness;
        let bits = automaton.states.len().max(1).next_power_of_two().ilog2();
        Product { system, automaton, finite, marks, bits }
    }

    /// The marks that an accepted run has infinitely often.
    pub fn marks(&self) -> u128 {
        self.marks
    }

    /// The system's part of a state.
    pub fn inner(&self, state: State) -> State {
        self.system.state(state.root >> self.bits)
    }

    /// The automaton's part of a state.
    fn at(&self, state: State) -> u32 {
        (state.root & !(u64::MAX << self.bits)) as u32
    }

    fn join(&self, inner: State, at: u32) -> State {
        State { root: inner.root << self.bits | u64::from(at) }
    }

    fn arcs(&self, at: u32, letter: u64) -> impl Iterator<Item = &Arc> {
        self.automaton.states[at as usize].iter().filter(move |arc| arc.label.matches(letter))
    }

    /// The ways of the automaton over the letters of an edge: where to, with which marks.
    fn ways(
        &self,
        at: u32,
        letters: Letters,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if letters.pulse == 0 {
            return self.arcs(at, letters.last).try_for_each(|arc| visit(arc.to, arc.marks));
        }
        for first in self.arcs(at, letters.last | letters.pulse) {
            for second in self.arcs(first.to, letters.last) {
                visit(second.to, first.marks | second.marks)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// An automaton without acceptance sets accepts every infinite run: engines want that as one set.
fn with_an_acceptance_set(mut automaton: Automaton) -> Automaton {
    if automaton.acceptance_sets == 0 {
        automaton.acceptance_sets = 1;
        automaton.states.iter_mut().flatten().for_each(|arc| arc.marks = 1);
    }
    automaton
}

impl<S: System> System for Product<'_, S> {
    type Action = ProductAction<S::Action>;
    type Stepper<'a>
        = ProductStepper<'a, S>
    where
        Self: 'a;

    fn stepper(&self) -> ProductStepper<'_, S> {
        ProductStepper { product: self, inner: self.system.stepper() }
    }

    fn hash(&self, state: State) -> u64 {
        let at = u64::from(self.at(state));
        self.system.hash(self.inner(state)).rotate_left(7) ^ at.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn content(&self, state: State, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.at(state).to_le_bytes());
        self.system.content(self.inner(state), out);
    }

    fn follower(&self) -> ProductStepper<'_, S> {
        ProductStepper { product: self, inner: self.system.follower() }
    }

    fn rounds(&self) -> &dyn Rounds {
        self.system.rounds()
    }

    fn bytes(&self) -> u64 {
        self.system.bytes()
    }
}

/// The stepper of a [`Product`].
pub struct ProductStepper<'a, S: System + 'a> {
    product: &'a Product<'a, S>,
    inner: S::Stepper<'a>,
}

/// Visits the product's edges over one edge of the system.
fn follow<S: System>(
    product: &Product<'_, S>,
    at: u32,
    edge: Edge<S::Action>,
    visit: &mut dyn FnMut(Edge<ProductAction<S::Action>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let over = |to: Target, at: u32, marks: u32| Edge {
        action: ProductAction { action: Some(edge.action), to: at, marks },
        thread: edge.thread,
        to,
        moves: edge.moves,
        letters: edge.letters,
        marks: edge.marks & !u128::from(u32::MAX) | u128::from(marks),
        sampled: edge.sampled,
    };
    let Target::State(inner) = edge.to else {
        return visit(over(edge.to, at, 0));
    };
    product.ways(at, edge.letters, &mut |to, marks| {
        visit(over(Target::State(product.join(inner, to)), to, marks))
    })
}

impl<S: System> Stepper for ProductStepper<'_, S> {
    type Action = ProductAction<S::Action>;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<Self::Action>) -> ControlFlow<()>) -> Flow {
        let product = self.product;
        let start = product.automaton.initial;
        self.inner.initial(&mut |edge| follow(product, start, edge, visit))
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<Self::Action>) -> ControlFlow<()>,
    ) -> Flow {
        let product = self.product;
        let at = product.at(state);
        let inner = product.inner(state);
        let mut ends = true;
        let flow = self.inner.successors(inner, &mut |edge| {
            ends = false;
            follow(product, at, edge, visit)
        });
        if !ends || flow != Flow::Done || product.finite == Finite::Dropped {
            return flow;
        }
        let letters = Letters { last: self.inner.letter(inner), pulse: 0 };
        let repeated = product.ways(at, letters, &mut |to, marks| {
            let action = ProductAction { action: None, to, marks };
            let target = Target::State(product.join(inner, to));
            let marks = !u128::from(u32::MAX) | u128::from(marks);
            visit(Edge { marks, ..Edge::plain(action, ThreadId(0), target) })
        });
        if repeated.is_break() { Flow::Stopped } else { Flow::Done }
    }

    fn letter(&mut self, state: State) -> u64 {
        self.inner.letter(self.product.inner(state))
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        let at = self.product.at(state);
        out.extend_from_slice(&at.to_le_bytes());
        self.inner.encode(self.product.inner(state), out);
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        let (at, inner) = bytes.split_first_chunk::<4>()?;
        let at = u32::from_le_bytes(*at);
        let inner = self.inner.decode(inner)?;
        ((at as usize) < self.product.automaton.states.len()).then(|| self.product.join(inner, at))
    }
}
