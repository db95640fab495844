//! The reference model: a graph whose branch factor, size of states, cost of steps and number of states
//! are chosen, after the one with which Holzmann and Bošnački measured multi-core searches.

use allways_space::{Edge, Flow, State, Stepper, System, Target, ThreadId};
use allways_store::{Id, Interner};
use std::hint::black_box;
use std::ops::ControlFlow;

/// What the model looks like.
#[derive(Copy, Clone, Debug)]
pub struct Setting {
    /// Where the edges of a state lead.
    pub shape: Shape,
    /// Edges of each state.
    pub branch: u32,
    /// Bytes of a state besides its number.
    pub size: usize,
    /// Bytes that a step writes before it is done.
    pub time: u64,
    /// States.
    pub states: u32,
}

/// Where the edges of a state lead.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All to the same next state: the published model. What can be done at the same time is
    /// the other steps of a state and the next state.
    Chain,
    /// Each to another state, so there is always something to share.
    Fan,
}

impl Shape {
    pub fn name(self) -> &'static str {
        match self {
            Shape::Chain => "chain",
            Shape::Fan => "fan",
        }
    }
}

/// The model itself. States are pieces of an interner: a number, and bytes that are 0 between steps.
pub struct Model {
    setting: Setting,
    interner: Interner,
}

impl Model {
    pub fn new(setting: Setting) -> Model {
        Model { setting, interner: Interner::new() }
    }

    fn number(&self, state: State) -> u32 {
        let bytes = self.interner.bytes_of(Id::from_index(state.root as u32));
        u32::from_le_bytes(bytes[..4].try_into().expect("a state begins with its number"))
    }
}

impl System for Model {
    type Action = u32;
    type Stepper<'a> = Worker<'a>;

    fn stepper(&self) -> Worker<'_> {
        Worker { model: self, state: vec![0; 4 + self.setting.size] }
    }

    fn hash(&self, state: State) -> u64 {
        self.interner.hash(Id::from_index(state.root as u32))
    }

    fn bytes(&self) -> u64 {
        self.interner.bytes()
    }
}

pub struct Worker<'a> {
    model: &'a Model,
    /// The state that is being made.
    state: Vec<u8>,
}

type Visit<'a> = dyn FnMut(Edge<u32>) -> ControlFlow<()> + 'a;

impl Worker<'_> {
    /// Makes a state and visits the edge to it.
    fn reach(&mut self, action: u32, number: u32, visit: &mut Visit<'_>) -> Flow {
        self.state[..4].copy_from_slice(&number.to_le_bytes());
        let Ok(id) = self.model.interner.piece(&self.state) else { return Flow::Full };
        let to = Target::State(State { root: id.index().into() });
        match visit(Edge::plain(action, ThreadId(action), to)) {
            ControlFlow::Continue(()) => Flow::Done,
            ControlFlow::Break(()) => Flow::Stopped,
        }
    }

    /// What a step costs, whatever it leads to.
    fn work(&mut self) {
        let filler = &mut self.state[4..];
        if filler.is_empty() {
            return;
        }
        for n in 0..self.model.setting.time {
            filler[n as usize % filler.len()] = n as u8;
        }
        // Written before it is emptied again, whatever the compiler thinks of it.
        black_box(&mut *filler).fill(0);
    }

    fn next(&self, number: u32, action: u32) -> Option<u32> {
        let Setting { shape, branch, states, .. } = self.model.setting;
        match shape {
            Shape::Chain => Some(number + 1).filter(|&next| next < states),
            Shape::Fan => {
                let next = u64::from(number) * u64::from(branch) + u64::from(action) + 1;
                Some((next % u64::from(states)) as u32)
            }
        }
    }
}

impl Stepper for Worker<'_> {
    type Action = u32;

    fn initial(&mut self, visit: &mut Visit<'_>) -> Flow {
        self.reach(0, 0, visit)
    }

    fn successors(&mut self, state: State, visit: &mut Visit<'_>) -> Flow {
        let number = self.model.number(state);
        for action in 0..self.model.setting.branch {
            let Some(next) = self.next(number, action) else { break };
            self.work();
            match self.reach(action, next, visit) {
                Flow::Done => {}
                flow => return flow,
            }
        }
        Flow::Done
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.model.number(state).to_le_bytes());
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        self.state[..4].copy_from_slice(bytes.get(..4)?);
        let id = self.model.interner.piece(&self.state).ok()?;
        Some(State { root: id.index().into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allways_search::{Control, Options, Order, Store, run};
    use allways_space::Verdict;

    #[test]
    fn it_has_the_states_and_edges_that_were_asked_for() {
        for (shape, order) in [
            (Shape::Chain, Order::Dfs),
            (Shape::Chain, Order::Bfs),
            (Shape::Fan, Order::Dfs),
            (Shape::Fan, Order::Bfs),
        ] {
            for branch in [1, 2, 8] {
                let setting = Setting { shape, branch, size: 10, time: 3, states: 5000 };
                for store in [Store::Tree, Store::Flat] {
                    let model = Model::new(setting);
                    let options = Options { order, store, ..Options::default() };
                    let verdict = run(&model, &options, &Control::none()).expect("no path");
                    let Verdict::Holds(covered) = verdict else { panic!("{verdict:?}") };
                    assert_eq!(covered.states, 5000, "{setting:?}");
                    let sources = if shape == Shape::Chain { 4999 } else { 5000 };
                    assert_eq!(covered.transitions, 1 + sources * u64::from(branch));
                }
            }
        }
    }
}
