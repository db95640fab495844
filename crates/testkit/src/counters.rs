//! Counters that move independently: as many states as one likes, each a tree of interned pieces
//! of which a step changes one, which is how states of programs look.

use allways_space::{Edge, Fault, Flow, Property, State, Stepper, System, Target, ThreadId};
use allways_store::{Id, Interner, trie};
use std::ops::ControlFlow;

/// `count` counters from 0 to `limit - 1`. A step raises one of them; with `wrap` the highest
/// value is followed by 0. There are `limit^count` states; without `wrap` the longest path has
/// `count * (limit - 1) + 1` actions.
pub struct Counters {
    count: u8,
    limit: u32,
    wrap: bool,
    fault_at: Option<Vec<u32>>,
    interner: Interner,
}

impl Counters {
    /// Counters without faults.
    pub fn new(count: u8, limit: u32, wrap: bool) -> Counters {
        Counters { count, limit, wrap, fault_at: None, interner: Interner::new() }
    }

    /// Any step out of the state with these values is a fault of the thread that makes it.
    pub fn with_fault_at(mut self, values: Vec<u32>) -> Counters {
        self.fault_at = Some(values);
        self
    }

    /// The values of the counters in a state.
    pub fn values(&self, state: State) -> Vec<u32> {
        let root = Id::from_index(state.root as u32);
        (0..self.count).map(|who| self.value(root, who)).collect()
    }

    fn value(&self, root: Id, who: u8) -> u32 {
        let piece = trie::get(&self.interner, root, u64::from(who));
        let bytes = self.interner.bytes_of(piece);
        u32::from_le_bytes(bytes[..4].try_into().expect("a counter has four bytes"))
    }

    fn with(&self, root: Id, who: u8, value: u32) -> Option<Id> {
        // As long as a small stack frame.
        let mut piece = [who; 24];
        piece[..4].copy_from_slice(&value.to_le_bytes());
        let piece = self.interner.piece(&piece).ok()?;
        trie::set(&self.interner, root, u64::from(who), piece).ok()
    }

    fn start(&self) -> Option<Id> {
        (0..self.count).try_fold(Id::EMPTY, |root, who| self.with(root, who, 0))
    }

    /// The value after `value`, if there is one.
    fn next(&self, value: u32) -> Option<u32> {
        let next = value + 1;
        if next < self.limit { Some(next) } else { self.wrap.then_some(0) }
    }
}

impl System for Counters {
    type Action = u8;
    type Stepper<'a> = CountersStepper<'a>;

    fn stepper(&self) -> CountersStepper<'_> {
        CountersStepper(self)
    }

    fn hash(&self, state: State) -> u64 {
        self.interner.hash(Id::from_index(state.root as u32))
    }

    fn bytes(&self) -> u64 {
        self.interner.bytes()
    }
}

/// The stepper of [`Counters`].
pub struct CountersStepper<'a>(&'a Counters);

impl CountersStepper<'_> {
    fn target(&self, state: State, who: u8) -> Option<Result<Target, Flow>> {
        let counters = self.0;
        let root = Id::from_index(state.root as u32);
        let next = counters.next(counters.value(root, who))?;
        if let Some(values) = &counters.fault_at
            && *values == counters.values(state)
        {
            return Some(Ok(Target::Fault(Fault {
                property: Property::Assert,
                what: 0,
                place: 0,
            })));
        }
        Some(match counters.with(root, who, next) {
            Some(root) => Ok(Target::State(counters.state(u64::from(root.index())))),
            None => Err(Flow::Full),
        })
    }
}

impl Stepper for CountersStepper<'_> {
    type Action = u8;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<u8>) -> ControlFlow<()>) -> Flow {
        let Some(root) = self.0.start() else {
            return Flow::Full;
        };
        let to = Target::State(self.0.state(u64::from(root.index())));
        let edge = Edge::plain(0, ThreadId(0), to);
        match visit(edge) {
            ControlFlow::Continue(()) => Flow::Done,
            ControlFlow::Break(()) => Flow::Stopped,
        }
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<u8>) -> ControlFlow<()>,
    ) -> Flow {
        for who in 0..self.0.count {
            let to = match self.target(state, who) {
                None => continue,
                Some(Ok(to)) => to,
                Some(Err(flow)) => return flow,
            };
            let edge = Edge::plain(who, ThreadId(u32::from(who)), to);
            if visit(edge).is_break() {
                return Flow::Stopped;
            }
        }
        Flow::Done
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        for value in self.0.values(state) {
            out.extend_from_slice(&value.to_le_bytes());
        }
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        let values = bytes.chunks_exact(4);
        if !values.remainder().is_empty() || values.len() != usize::from(self.0.count) {
            return None;
        }
        let mut root = Id::EMPTY;
        for (who, value) in values.enumerate() {
            let value = u32::from_le_bytes(value.try_into().ok()?);
            if value >= self.0.limit {
                return None;
            }
            root = self.0.with(root, who as u8, value)?;
        }
        Some(self.0.state(u64::from(root.index())))
    }
}
