//! Formulas on random graphs: verdicts of the product against lassos of the graph, read directly.

use allways_ltl::word::{Lasso, holds};
use allways_ltl::{Automaton, Finite, Formula, Product};
use allways_search::{Control, Options, find_cycle};
use allways_space::{Fault, Property, Verdict};
use allways_testkit::{Arrow, Graph, Random, To};

const FAULT: Fault = Fault { property: Property::Ltl, what: 0, place: 0 };
const FORMULAS: [&str; 14] = [
    "G a",
    "F a",
    "G (a -> F b)",
    "G F a",
    "F G b",
    "a U b",
    "G (a -> (b U c))",
    "(G F a) -> (G F b)",
    "F (a && F (b && F c))",
    "G (a -> G b) || F c",
    "a W (b && c)",
    "!(a U (b U c))",
    "X a",
    "G (a -> X b)",
];

fn graph(random: &mut Random) -> Graph {
    let nodes = 1 + random.below(6) as u32;
    let arrow = |random: &mut Random| {
        let pulse = if random.below(5) == 0 { random.below(8) } else { 0 };
        Arrow { pulse, ..Arrow::new(0, To::Node(random.below(nodes.into()) as u32)) }
    };
    Graph {
        initial: vec![arrow(random)],
        nodes: (0..nodes).map(|_| (0..random.below(4)).map(|_| arrow(random)).collect()).collect(),
        letters: (0..nodes).map(|_| random.below(8)).collect(),
    }
}

/// The letters that an arrow adds.
fn letters(graph: &Graph, arrow: &Arrow, word: &mut Vec<u64>) -> usize {
    let To::Node(node) = arrow.to else { unreachable!("only nodes here") };
    let last = graph.letters[node as usize];
    if arrow.pulse != 0 {
        word.push(last | arrow.pulse);
    }
    word.push(last);
    node as usize
}

/// A random lasso of the graph, as the word it reads.
fn random_lasso(graph: &Graph, random: &mut Random) -> Lasso {
    let (mut word, mut seen) = (Vec::new(), Vec::new());
    let first = random.below(graph.initial.len() as u64) as usize;
    let mut node = letters(graph, &graph.initial[first], &mut word);
    loop {
        seen.push((node, word.len()));
        let arrows = &graph.nodes[node];
        if arrows.is_empty() {
            let last = graph.letters[node];
            return Lasso { prefix: word, cycle: vec![last] };
        }
        node = letters(graph, &arrows[random.below(arrows.len() as u64) as usize], &mut word);
        let places: Vec<usize> =
            seen.iter().filter(|(known, _)| *known == node).map(|(_, at)| *at).collect();
        if !places.is_empty() && (random.below(3) == 0 || word.len() > 40) {
            let from = places[random.below(places.len() as u64) as usize];
            let cycle = word.split_off(from);
            return Lasso { prefix: word, cycle };
        }
    }
}

/// The word of a counterexample.
fn word_of(graph: &Graph, actions: &[Option<u32>], start: usize) -> Lasso {
    let (mut word, mut node, mut cut) = (Vec::new(), None, 0);
    for (place, action) in actions.iter().enumerate() {
        if place == start {
            cut = word.len();
        }
        match (action, node) {
            (Some(action), None) => {
                node = Some(letters(graph, &graph.initial[*action as usize], &mut word));
            }
            (Some(action), Some(at)) => {
                let arrow = graph.nodes[at][*action as usize];
                node = Some(letters(graph, &arrow, &mut word));
            }
            (None, at) => word.push(graph.letters[at.expect("a state is repeated")]),
        }
    }
    let cycle = word.split_off(cut);
    Lasso { prefix: word, cycle }
}

#[test]
fn verdicts_agree_with_words_read_directly() {
    let names = ["a", "b", "c"].map(str::to_string);
    let (mut violated, seeds) = (0, allways_testkit::seeds(4000));
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let mut random = Random::new(seed);
        let graph = graph(&mut random);
        let text = FORMULAS[random.below(FORMULAS.len() as u64) as usize];
        let formula = Formula::parse(text).expect("a formula");
        let mut automaton = Automaton::of(&formula.negated()).expect("small enough");
        // Bits of letters are about a, b, c; the automaton numbers its own.
        renumber(&mut automaton, &names);
        let product = Product::new(&graph, automaton, Finite::Repeated, false);
        let found =
            find_cycle(&product, product.marks(), FAULT, &Options::default(), &Control::none())
                .expect("it replays");
        match found {
            Verdict::Violated(path, ..) => {
                violated += 1;
                let actions: Vec<Option<u32>> = path.actions.iter().map(|a| a.action).collect();
                let word = word_of(&graph, &actions, path.cycle_start.expect("a lasso"));
                assert!(!holds(&formula, &names, &word), "seed {seed}: {text} holds on {word:?}");
            }
            Verdict::Holds(_) => {
                for _ in 0..60 {
                    let word = random_lasso(&graph, &mut random);
                    assert!(
                        holds(&formula, &names, &word),
                        "seed {seed}: {text} fails on {word:?}"
                    );
                }
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!((count / 4..count / 10 * 9).contains(&violated), "{violated} of {count} are violated");
}

fn renumber(automaton: &mut Automaton, names: &[String]) {
    let place = |bit: usize| names.iter().position(|n| *n == automaton.propositions[bit]);
    let places: Vec<usize> =
        (0..automaton.propositions.len()).map(|bit| place(bit).expect("known")).collect();
    let moved = |set: u64| {
        let bits = (0..places.len()).filter(|bit| set >> bit & 1 == 1);
        bits.fold(0, |all, bit| all | 1 << places[bit])
    };
    for arc in automaton.states.iter_mut().flatten() {
        arc.label.pos = moved(arc.label.pos);
        arc.label.neg = moved(arc.label.neg);
    }
}
