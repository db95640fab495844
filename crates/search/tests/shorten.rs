//! Shorter counterexamples: the same end, few changes of thread, few actions, replayed; proven where the budget
//! suffices.

use allways_search::{Control, Limits, Options, Order, Shortening, fewest, replay, run, shorten};
use allways_space::{Edge, Flow, Property, State, Stepper, System, Target, Verdict};
use allways_testkit::{Arrow, Counters, Graph, GraphStepper, To, graphs};
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

fn budget(states: u64) -> Shortening {
    Shortening { states, expansions: 1_000_000, time: Duration::from_secs(20) }
}

fn shortened<S: System>(system: &S, actions: &[S::Action], states: u64) -> Vec<S::Action> {
    let (budget, limits) = (budget(states), Limits::default());
    shorten(system, actions, &budget, &limits, &Control::none()).expect("the schedule replays")
}

fn switches<S: System>(system: &S, actions: &[S::Action]) -> usize {
    let threads = replay(system, actions).unwrap().threads;
    threads.windows(2).filter(|w| w[0] != w[1]).count()
}

/// The counterexample that depth-first search finds first.
fn first_found<S: System>(system: &S) -> Option<Vec<S::Action>> {
    let options = Options { order: Order::Dfs, shorten: false, ..Options::default() };
    match run(system, &options, &Control::none()).unwrap() {
        Verdict::Violated(c, _, _) | Verdict::Unsupported(c, _, _) => Some(c.actions),
        Verdict::Holds(_) | Verdict::Unknown(..) => None,
    }
}

/// The fewest changes of thread to a goal, and the fewest actions with so few: by relaxing until nothing changes.
fn reference(graph: &Graph, goal: To) -> Option<(usize, usize)> {
    let mut costs: HashMap<(u32, u32), (usize, usize)> = HashMap::new();
    let mut best: Option<(usize, usize)> = None;
    let mut known = None;
    while known != Some((costs.clone(), best)) {
        known = Some((costs.clone(), best));
        let starts = graph.initial.iter().map(|arrow| (arrow, (0, 1)));
        let inner = costs.iter().flat_map(|(&(node, last), &(changes, actions))| {
            let arrows = graph.nodes[node as usize].iter();
            let cost =
                move |arrow: &Arrow| (changes + usize::from(arrow.thread != last), actions + 1);
            arrows.map(move |arrow| (arrow, cost(arrow)))
        });
        for (arrow, cost) in starts.chain(inner).collect::<Vec<_>>() {
            match arrow.to {
                To::Node(node) => {
                    let entry = costs.entry((node, arrow.thread)).or_insert(cost);
                    *entry = cost.min(*entry);
                }
                to if to == goal => best = Some(best.map_or(cost, |best| best.min(cost))),
                _ => {}
            }
        }
    }
    best
}

/// Where a list of actions of a graph ends.
fn goal(graph: &Graph, actions: &[u32]) -> To {
    let (last, before) = actions.split_last().expect("an action");
    let mut arrows = &graph.initial;
    for action in before {
        let To::Node(node) = arrows[*action as usize].to else { panic!("it goes on") };
        arrows = &graph.nodes[node as usize];
    }
    arrows[*last as usize].to
}

proptest! {
    #![proptest_config(allways_testkit::cases(400))]

    #[test]
    fn what_is_proven_is_the_best(graph in graphs(25), states in 0u64..100) {
        if let Some(found) = first_found(&graph) {
            let (effort, limits) = (budget(states), Limits::default());
            let best = fewest(&graph, &found, &effort, &limits, &Control::none()).unwrap();
            let cost = |actions: &[u32]| (switches(&graph, actions), actions.len());
            let wanted = reference(&graph, goal(&graph, &found));
            prop_assert_eq!(goal(&graph, &best.actions), goal(&graph, &found));
            prop_assert!(cost(&best.actions) <= cost(&found));
            if best.proven {
                prop_assert_eq!(Some(cost(&best.actions)), wanted);
            } else {
                prop_assert!(states < 80, "a budget for every state and thread suffices");
            }
        }
    }

    #[test]
    fn shortening_keeps_the_end_and_makes_nothing_worse(graph in graphs(40), search in any::<bool>()) {
        if let Some(found) = first_found(&graph) {
            let short = shortened(&graph, &found, if search { 1000 } else { 0 });
            let (before, after) = (replay(&graph, &found).unwrap(), replay(&graph, &short).unwrap());
            prop_assert_eq!(before.end, after.end);
            let cost = |actions: &[u32]| match (switches(&graph, actions), actions.len()) {
                cost if search => cost,
                (changes, actions) => (actions, changes),
            };
            prop_assert!(cost(&short) <= cost(&found));
        }
    }
}

#[test]
fn schedules_are_shortened_without_a_search() {
    // Depth-first runs the wrapping counters round and round before it meets the fault.
    let counters = Counters::new(3, 6, true).with_fault_at(vec![2, 5, 3]);
    let found = first_found(&counters).unwrap();
    assert!(found.len() > 50, "{found:?}");
    let short = shortened(&counters, &found, 0);
    // An initial action and ten steps lead to the state (2, 5, 3); the next is the fault.
    assert_eq!(short.len(), 12, "{short:?}");
    assert_eq!(switches(&counters, &short), 2, "{short:?}");
}

#[test]
fn changes_of_thread_go_even_where_no_action_can() {
    let counters = Counters::new(2, 9, false).with_fault_at(vec![4, 4]);
    let turns = [0, 1].repeat(4);
    let alternating: Vec<u8> = [0].into_iter().chain(turns).chain([0]).collect();
    assert_eq!(switches(&counters, &alternating), 8);
    let short = shortened(&counters, &alternating, 0);
    assert_eq!(short.len(), alternating.len());
    assert_eq!(switches(&counters, &short), 1, "{short:?}");
}

#[test]
fn another_fault_nearby_is_not_taken_for_this_one() {
    // A chain to fault 1 of which every node leads to fault 2 as well, by a later edge.
    let mut graph = Graph::chain(20, Some(To::Fault(1)));
    for arrows in &mut graph.nodes {
        arrows.push(Arrow::new(1, To::Fault(2)));
    }
    let along: Vec<u32> = vec![0; 21];
    for states in [0, 1000] {
        let short = shortened(&graph, &along, states);
        assert_eq!(short, along, "no shorter way to fault 1 exists");
    }
    graph.nodes[3].push(Arrow::new(0, To::Node(18)));
    for (states, expected) in [(0, 21), (1000, 7)] {
        let short = shortened(&graph, &along, states);
        let end = replay(&graph, &short).unwrap().end;
        let Some(Target::Fault(fault)) = end else { panic!("{end:?}") };
        assert_eq!((fault.what, fault.property), (1, Property::Assert));
        // Only a search finds an action that was not taken.
        assert_eq!(short.len(), expected);
    }
}

#[test]
fn a_schedule_without_fault_comes_back_as_it_is() {
    let chain = Graph::chain(5, None);
    assert_eq!(shortened(&chain, &[0, 0, 0], 100), [0, 0, 0]);
    let limits = Limits::default();
    let error = shorten(&chain, &[0, 7], &budget(10), &limits, &Control::none()).unwrap_err();
    assert!(error.to_string().contains("step 1 "), "{error}");
}

#[test]
fn breadth_first_counterexamples_get_fewer_changes_of_thread() {
    let counters = Counters::new(3, 5, false).with_fault_at(vec![3, 3, 3]);
    let options = Options { order: Order::Bfs, ..Options::default() };
    let Verdict::Violated(c, ..) = run(&counters, &options, &Control::none()).unwrap() else {
        panic!("the fault can be reached")
    };
    assert_eq!(c.actions.len(), 11);
    assert!(switches(&counters, &c.actions) <= 3, "{:?}", c.actions);
}

#[test]
fn fewer_changes_of_thread_do_not_exceed_a_depth_bound() {
    // Thread 0 alone comes to the fault after six actions, with a step of thread 1 after three.
    let mut graph = Graph::chain(5, Some(To::Fault(1)));
    graph.nodes[0].push(Arrow::new(1, To::Node(4)));
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let options = Options { order: Order::Dfs, limits, ..Options::default() };
    let Verdict::Violated(c, ..) = run(&graph, &options, &Control::none()).unwrap() else {
        panic!("the fault can be reached")
    };
    assert!(c.actions.len() <= 4, "{:?}", c.actions);
}

/// A graph of which every node takes long.
struct Heavy(Graph);

struct HeavyStepper<'a>(GraphStepper<'a>, u64);

impl System for Heavy {
    type Action = u32;
    type Stepper<'a> = HeavyStepper<'a>;

    fn stepper(&self) -> HeavyStepper<'_> {
        HeavyStepper(self.0.stepper(), 0)
    }

    fn hash(&self, state: State) -> u64 {
        self.0.hash(state)
    }
}

impl Stepper for HeavyStepper<'_> {
    type Action = u32;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<u32>) -> ControlFlow<()>) -> Flow {
        self.0.initial(visit)
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<u32>) -> ControlFlow<()>,
    ) -> Flow {
        self.1 += 1000;
        self.0.successors(state, visit)
    }

    fn toil(&self) -> u64 {
        self.1
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        self.0.encode(state, out);
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        self.0.decode(bytes)
    }
}

#[test]
fn long_steps_use_up_the_effort_sooner() {
    let graph = Graph::chain(20, Some(To::Fault(1)));
    let along: Vec<u32> = vec![0; 21];
    let (effort, limits, control) = (budget(100), Limits::default(), Control::none());
    assert!(fewest(&graph, &along, &effort, &limits, &control).unwrap().proven);
    let best = fewest(&Heavy(graph), &along, &effort, &limits, &control).unwrap();
    assert_eq!((best.actions, best.proven), (along, false));
}
