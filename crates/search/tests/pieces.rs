//! Frontiers that are divided, searched from piece by piece and joined again, on random graphs against the reference
//! explorer: exactly what can be reached is visited, and what gets lost on the way is noticed.

#![allow(clippy::result_large_err, reason = "a verdict is what a search comes to")]

use allways_search::{
    Control, Frontier, JoinError, Limits, Options, Order, PartError, Store, replay, run_part,
};
use allways_space::{Audit, Reason, Rounds, State, System, Target, Verdict};
use allways_testkit::{
    Arrow, Counters, Graph, Random, Reference, To, explore, graphs, random_graph,
};
use proptest::prelude::*;
use std::sync::Mutex;

fn engines() -> impl Iterator<Item = Options> {
    let kinds = [(Order::Dfs, None), (Order::Bfs, None), (Order::Dfs, Some(2))];
    kinds.into_iter().flat_map(|(order, handoff)| {
        [Store::Tree, Store::Flat].map(|store| Options {
            order,
            store,
            handoff,
            alone: 0,
            ..Options::default()
        })
    })
}

/// Goes on from a frontier, with up to so many more states, in a store of its own.
fn go_on<S: System>(
    system: &S,
    options: &Options,
    from: Option<&Frontier>,
    more: Option<u64>,
) -> Result<Frontier, Verdict<S::Action>> {
    let states = more.map(|more| more + from.map_or(0, Frontier::states));
    let options = Options { limits: Limits { states, ..Limits::default() }, ..options.clone() };
    let part = run_part(system, &options, &Control::none(), from).expect("a part runs");
    let is_piece = from.is_some_and(|from| !from.is_whole());
    match part.frontier {
        Some(frontier) => {
            assert!(matches!(part.verdict, Verdict::Unknown(..)), "{:?}", part.verdict);
            assert_eq!(frontier.is_whole(), !is_piece);
            Ok(frontier)
        }
        None => {
            let found = matches!(part.verdict, Verdict::Violated(..) | Verdict::Unsupported(..));
            assert!(found || !is_piece, "a piece says nothing about the whole: {:?}", part.verdict);
            Err(part.verdict)
        }
    }
}

/// Divides what is left, lets the pieces go on each by itself, and joins them in any order. Some pieces are divided
/// once more, some travel as bytes, some are stopped, and some are not even begun.
fn in_pieces<S: System>(
    system: &S,
    options: &Options,
    whole: &Frontier,
    random: &mut Random,
    depth: u32,
) -> Result<Frontier, Verdict<S::Action>> {
    let mut pieces = whole.split(1 + random.below(4) as u32);
    for piece in &mut pieces {
        *piece = match random.below(5) {
            0 => piece.clone(),
            1 if depth < 2 => in_pieces(system, options, piece, random, depth + 1)?,
            2 => go_on(system, options, Some(piece), None)?,
            _ => go_on(system, options, Some(piece), Some(random.below(12)))?,
        };
        if random.below(2) == 0 {
            *piece = Frontier::unpack(system, &piece.pack(system)).expect("what was packed");
        }
    }
    while pieces.len() > 1 {
        let one = pieces.swap_remove(random.below(pieces.len() as u64) as usize);
        let other = pieces.swap_remove(random.below(pieces.len() as u64) as usize);
        assert!(!one.is_whole() && !other.is_whole());
        pieces.push(one.join(&other).expect("pieces of one frontier"));
    }
    let joined = pieces.pop().expect("at least one piece");
    assert_eq!(joined.is_whole(), whole.is_whole());
    assert!(joined.states() >= whole.states());
    Ok(joined)
}

/// Searches in pieces a few times, and then to the end.
fn verdict_in_pieces<S: System>(
    system: &S,
    options: &Options,
    random: &mut Random,
) -> Verdict<S::Action> {
    let search = |random: &mut Random| {
        let mut frontier = go_on(system, options, None, Some(random.below(10)))?;
        for _ in 0..random.below(4) {
            frontier = in_pieces(system, options, &frontier, random, 0)?;
        }
        go_on(system, options, Some(&frontier), None)
    };
    search(random).expect_err("the last part ends by itself")
}

/// Compares a verdict with everything that can be found.
fn agrees<S: System>(system: &S, verdict: &Verdict<S::Action>, known: &Reference) {
    let replays = |actions: &[S::Action], end: Target| {
        let replay = replay(system, actions).expect("a counterexample replays");
        assert_eq!(replay.end, Some(end));
    };
    let clean = known.faults.is_empty() && known.unsupported.is_empty();
    match verdict {
        Verdict::Violated(counterexample, fault, _) => {
            assert!(known.faults.iter().any(|(_, f)| f == fault));
            replays(&counterexample.actions, Target::Fault(*fault));
        }
        Verdict::Unsupported(counterexample, what, _) => {
            assert!(known.unsupported.iter().any(|(_, u)| u == what));
            replays(&counterexample.actions, Target::Unsupported(*what));
        }
        Verdict::Holds(c) | Verdict::Unknown(_, c) => {
            assert!(clean, "a fault of {known:?} was not found: {verdict:?}");
            assert_eq!(c.states, known.states);
            // What two pieces found is expanded by both.
            assert!(c.transitions >= known.transitions, "{c:?} {known:?}");
            match verdict {
                Verdict::Unknown(Reason::PathEnded(f), _) => assert!(known.ended.contains(f)),
                Verdict::Unknown(Reason::Sampled, _) => {
                    assert!(known.ended.is_empty() && known.sampled);
                }
                Verdict::Holds(_) => assert!(known.ended.is_empty() && !known.sampled),
                _ => panic!("{known:?} does not allow {verdict:?}"),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_search_in_pieces_is_a_search(graph in graphs(40), seed in any::<u64>()) {
        compare(&graph, seed);
    }
}

fn compare(graph: &Graph, seed: u64) {
    let known = explore(graph);
    for (number, options) in engines().enumerate() {
        let options = Options { threads: 1 + number % 2, ..options };
        let verdict = verdict_in_pieces(graph, &options, &mut Random::new(seed));
        agrees(graph, &verdict, &known);
    }
}

/// Without faults, all of it has to be visited.
#[test]
fn everything_is_visited_in_pieces() {
    for seed in 0..400 {
        let mut graph = random_graph(seed, 30 + seed as u32 % 100, 2 + seed as u32 % 2);
        let is_node = |arrow: &Arrow| matches!(arrow.to, To::Node(_));
        graph.nodes.iter_mut().for_each(|arrows| arrows.retain(is_node));
        compare(&graph, seed);
    }
}

#[test]
fn large_systems_in_pieces() {
    let counters = Counters::new(5, 6, true);
    for options in engines().filter(|options| options.store == Store::Tree) {
        let Ok(frontier) = go_on(&counters, &options, None, Some(2_000)) else {
            panic!("too soon")
        };
        let piece = |piece: &Frontier| go_on(&counters, &options, Some(piece), None).unwrap();
        let pieces: Vec<Frontier> = frontier.split(3).iter().map(piece).collect();
        let joined = pieces[2].join(&pieces[0]).and_then(|two| two.join(&pieces[1])).unwrap();
        assert_eq!((joined.states(), joined.open_states()), (6u64.pow(5), 0));
        let verdict = go_on(&counters, &options, Some(&joined), None).unwrap_err();
        assert!(matches!(&verdict, Verdict::Holds(c) if c.states == 6u64.pow(5)), "{verdict:?}");
    }
}

/// An open state that is lost would be a state that nobody expands.
#[test]
fn a_piece_that_is_lost_is_noticed() {
    let counters = Counters::new(3, 5, true);
    for options in engines() {
        let whole = go_on(&counters, &options, None, Some(40)).unwrap();
        let pieces = whole.split(4);
        let open: u64 = pieces.iter().map(Frontier::open_states).sum();
        assert_eq!(open, whole.open_states(), "every open state is in one piece");
        let three = pieces[0].join(&pieces[1]).and_then(|two| two.join(&pieces[2])).unwrap();
        // Searched to the end, and through another process.
        let three = go_on(&counters, &options, Some(&three), None).unwrap();
        let three = Frontier::unpack(&counters, &three.pack(&counters)).unwrap();
        assert!(!three.is_whole() && three.open_states() == 0);
        let part = run_part(&counters, &options, &Control::none(), Some(&three)).unwrap();
        assert!(matches!(part.verdict, Verdict::Unknown(Reason::OtherParts, _)));
        let all = three.join(&pieces[3]).unwrap();
        let verdict = go_on(&counters, &options, Some(&all), None).unwrap_err();
        assert!(matches!(&verdict, Verdict::Holds(c) if c.states == 125), "{verdict:?}");
    }
}

#[test]
fn what_does_not_belong_together_is_not_joined() {
    let counters = Counters::new(3, 5, true);
    let deep = Options { alone: 0, ..Options::default() };
    let stopped = |options: &Options, states: u64| {
        go_on(&counters, options, None, Some(states)).expect("it is stopped")
    };
    let (whole, later) = (stopped(&deep, 20), stopped(&deep, 40));
    let wide = stopped(&Options { order: Order::Bfs, ..deep.clone() }, 20);
    let [one, two] = &whole.split(2)[..] else { panic!("two pieces") };
    assert_eq!(one.join(&wide.split(2)[1]).unwrap_err(), JoinError::OtherSearch);
    assert_eq!(one.join(one).unwrap_err(), JoinError::Overlap);
    assert_eq!(one.join(&whole).unwrap_err(), JoinError::Overlap);
    assert_eq!(one.join(&two.split(2)[0]).unwrap().join(two).unwrap_err(), JoinError::Overlap);
    assert_eq!(one.join(&later.split(2)[1]).unwrap_err(), JoinError::Overlap);
    assert_eq!(one.join(&whole.split(3)[1]).unwrap_err(), JoinError::Overlap);
    assert!(one.join(&whole.split(2)[1]).is_ok(), "the same division once more");
}

#[test]
fn a_divided_search_has_no_depth_bound() {
    let graph = Graph::chain(50, Some(To::Fault(1)));
    let wide = Options { order: Order::Bfs, alone: 0, ..Options::default() };
    let whole = go_on(&graph, &wide, None, Some(10)).unwrap();
    let limits = Limits { depth: Some(20), ..Limits::default() };
    let bounded = Options { limits, ..wide };
    let part = |from: &Frontier| run_part(&graph, &bounded, &Control::none(), Some(from));
    assert!(matches!(part(&whole).unwrap().verdict, Verdict::Unknown(Reason::Depth(20), _)));
    let [one, two] = &whole.split(2)[..] else { panic!("two pieces") };
    assert_eq!(part(one).unwrap_err(), PartError::OtherSearch);
    assert_eq!(part(&one.join(two).unwrap()).unwrap_err(), PartError::OtherSearch);
}

/// A graph that believes something.
struct Believing {
    graph: Graph,
    beliefs: Mutex<Vec<u8>>,
}

impl System for Believing {
    type Action = u32;
    type Stepper<'a> = <Graph as System>::Stepper<'a>;

    fn stepper(&self) -> Self::Stepper<'_> {
        self.graph.stepper()
    }

    fn hash(&self, state: State) -> u64 {
        self.graph.hash(state)
    }

    fn rounds(&self) -> &dyn Rounds {
        self
    }
}

impl Rounds for Believing {
    fn audit(&self) -> Audit {
        Audit::default()
    }

    fn next_round(&self) {}

    fn repeat_round(&self) {}

    fn beliefs(&self) -> Vec<u8> {
        self.beliefs.lock().unwrap().clone()
    }

    fn learned(&self) -> Vec<u8> {
        self.beliefs()
    }

    fn learn_from(&self, bytes: &[u8]) -> bool {
        *self.beliefs.lock().unwrap() = bytes.to_vec();
        true
    }

    fn round(&self) -> Vec<u8> {
        Vec::new()
    }

    fn join_round(&self, bytes: &[u8]) -> bool {
        bytes.is_empty()
    }
}

/// What was reached by other beliefs need not be what can be reached.
#[test]
fn frontiers_of_different_rounds_do_not_meet() {
    let system = Believing { graph: Graph::chain(50, None), beliefs: Mutex::new(vec![1]) };
    let options = Options { alone: 0, ..Options::default() };
    let before = go_on(&system, &options, None, Some(10)).unwrap();
    let packed = before.pack(&system);
    assert!(system.learn_from(&[2]));
    let after = go_on(&system, &options, None, Some(10)).unwrap();
    assert_eq!(before.split(2)[0].join(&after.split(2)[1]).unwrap_err(), JoinError::OtherRound);
    let refused = run_part(&system, &options, &Control::none(), Some(&before));
    assert_eq!(refused.unwrap_err(), PartError::OtherRound);
    // Unpacked, it brings its beliefs along.
    let before = Frontier::unpack(&system, &packed).unwrap();
    assert!(matches!(go_on(&system, &options, Some(&before), None), Err(Verdict::Holds(_))));
    assert_eq!(system.beliefs(), [1]);
}
