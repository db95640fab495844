//! Graphs that are written down edge by edge.

use allways_space::{
    Edge, Fault, Flow, Letters, Property, State, Stepper, System, Target, ThreadId, Unsupported,
};
use std::ops::ControlFlow;

/// A system given by its graph. An action is the position of an edge among those of its source.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The edges into initial states.
    pub initial: Vec<Arrow>,
    /// For every node the edges that leave it.
    pub nodes: Vec<Vec<Arrow>>,
    /// What holds in each node; nothing in nodes beyond the end.
    pub letters: Vec<u64>,
}

/// An edge of a [`Graph`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Who moves.
    pub thread: u32,
    /// Where it leads.
    pub to: To,
    /// Whether the edge stands for choices that were not tried.
    pub sampled: bool,
    /// Its acceptance and fairness sets.
    pub marks: u128,
    /// What holds for a moment on it.
    pub pulse: u64,
}

/// Where an [`Arrow`] leads. Faults and the like carry a number that tells them apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// To a node.
    Node(u32),
    /// To a fault of a selected property.
    Fault(u32),
    /// To a fault of a property that is not selected.
    Ended(u32),
    /// To something unsupported.
    Unsupported(u32),
}

impl Graph {
    /// The graph that starts in node 0 and has an edge for every pair, made by thread 0.
    pub fn of(nodes: u32, edges: impl IntoIterator<Item = (u32, To)>) -> Graph {
        let mut graph = Graph {
            initial: vec![Arrow::new(0, To::Node(0))],
            nodes: vec![Vec::new(); nodes as usize],
            letters: Vec::new(),
        };
        for (from, to) in edges {
            graph.nodes[from as usize].push(Arrow::new(0, to));
        }
        graph
    }

    /// `length` nodes in a row; the last one leads to `end`, if there is one.
    pub fn chain(length: u32, end: Option<To>) -> Graph {
        let steps = (1..length).map(|to| (to - 1, To::Node(to)));
        Graph::of(length, steps.chain(end.map(|end| (length - 1, end))))
    }

    fn edge(&self, action: usize, arrow: &Arrow) -> Edge<u32> {
        let to = match arrow.to {
            To::Node(node) => Target::State(self.state(u64::from(node))),
            To::Fault(what) => Target::Fault(fault(Property::Assert, what)),
            To::Ended(what) => Target::Ended(fault(Property::Memory, what)),
            To::Unsupported(what) => Target::Unsupported(Unsupported { what, place: 0 }),
        };
        let thread = ThreadId(arrow.thread);
        let letters = Letters { last: arrow.letter(self), pulse: arrow.pulse };
        let (marks, sampled) = (arrow.marks, arrow.sampled);
        Edge { action: action as u32, thread, to, moves: true, letters, marks, sampled }
    }

    fn letter(&self, node: u64) -> u64 {
        self.letters.get(node as usize).copied().unwrap_or(0)
    }

    fn visit(&self, arrows: &[Arrow], visit: &mut dyn FnMut(Edge<u32>) -> ControlFlow<()>) -> Flow {
        for (action, arrow) in arrows.iter().enumerate() {
            if visit(self.edge(action, arrow)).is_break() {
                return Flow::Stopped;
            }
        }
        Flow::Done
    }
}

impl Arrow {
    /// An edge of `thread` that leads `to` somewhere and leaves no choice out.
    pub fn new(thread: u32, to: To) -> Arrow {
        Arrow { thread, to, sampled: false, marks: 0, pulse: 0 }
    }

    fn letter(&self, graph: &Graph) -> u64 {
        if let To::Node(node) = self.to { graph.letter(node.into()) } else { 0 }
    }
}

fn fault(property: Property, what: u32) -> Fault {
    Fault { property, what, place: 0 }
}

impl System for Graph {
    type Action = u32;
    type Stepper<'a> = GraphStepper<'a>;

    fn stepper(&self) -> GraphStepper<'_> {
        GraphStepper(self)
    }

    fn hash(&self, state: State) -> u64 {
        state.root.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The stepper of a [`Graph`].
pub struct GraphStepper<'a>(&'a Graph);

impl Stepper for GraphStepper<'_> {
    type Action = u32;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<u32>) -> ControlFlow<()>) -> Flow {
        self.0.visit(&self.0.initial, visit)
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<u32>) -> ControlFlow<()>,
    ) -> Flow {
        self.0.visit(&self.0.nodes[state.root as usize], visit)
    }

    fn letter(&mut self, state: State) -> u64 {
        self.0.letter(state.root)
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.root.to_le_bytes());
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        let root = u64::from_le_bytes(bytes.try_into().ok()?);
        (root < self.0.nodes.len() as u64).then(|| self.0.state(root))
    }
}
