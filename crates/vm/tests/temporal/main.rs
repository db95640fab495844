//! Random programs and random formulas without X: every reduction gives the verdict of `none`, with
//! and without fairness, and every counterexample violates its formula when it is read directly.
//! `ALLWAYS_TEMPORAL=N` compares N programs, `ALLWAYS_SEED=S` begins with another.

#[allow(dead_code, reason = "the other test that shares it needs more")]
#[path = "../random/builder.rs"]
mod builder;
mod generator;

use allways_ltl::word::{Lasso, holds};
use allways_ltl::{Automaton, Cube, Edge, Finite, Formula, Product};
use allways_search::{Control, Limits, Options as SearchOptions, find_cycle};
use allways_space::{Fault, Flow, Property, Stepper, System, Target, Verdict};
use allways_testkit::{Random, for_each, number};
use allways_trace::Temporal;
use allways_vm::{Detail, Endless, Granularity, Options, Properties, Vm};

/// Product states after which a program is not compared.
const LARGEST: u64 = 40_000;

const REDUCTIONS: [Granularity; 4] =
    [Granularity::Tau, Granularity::Global, Granularity::Superstep, Granularity::Full];

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    Violated,
    TooLarge,
}

/// A property to compare; without a formula, termination.
struct Claim {
    formula: Option<Formula>,
    automaton: Automaton,
}

impl Claim {
    fn of(text: &str) -> Claim {
        let formula = Formula::parse(text).expect("a formula");
        let automaton = Automaton::of(&formula.negated()).expect("small enough");
        Claim { formula: Some(formula), automaton }
    }

    fn termination() -> Claim {
        let all = Edge { label: Cube::ALL, to: 0, marks: 0 };
        let automaton = Automaton {
            initial: 0,
            states: vec![vec![all]],
            propositions: Vec::new(),
            acceptance_sets: 0,
        };
        Claim { formula: None, automaton }
    }
}

fn answer(seed: u64, granularity: Granularity, claim: &Claim, fair: bool) -> Answer {
    let termination = claim.formula.is_none();
    let properties = Properties::NONE;
    let options = Options {
        granularity,
        properties: if termination { properties.with(Property::Termination) } else { properties },
        propositions: claim.automaton.propositions.clone(),
        fair,
        ..Options::default()
    };
    let vm = Vm::new(generator::program(seed), options).expect("there is a main");
    let finite = if termination { Finite::Dropped } else { Finite::Repeated };
    let product = Product::new(&vm, claim.automaton.clone(), finite, fair);
    // What several workers say of large steps is compared with what one says of small ones.
    let threads = if granularity == Granularity::Instruction { 1 } else { 1 + seed as usize % 3 };
    let search = SearchOptions {
        threads,
        alone: if threads > 1 { 0 } else { LARGEST },
        limits: Limits { states: Some(LARGEST), ..Limits::default() },
        shorten: seed.is_multiple_of(4),
        ..SearchOptions::default()
    };
    let fault = Fault { property: Property::Ltl, what: 0, place: 0 };
    let found = find_cycle(&product, product.marks(), fault, &search, &Control::none());
    match found.expect("counterexamples replay") {
        Verdict::Holds(_) => Answer::Holds,
        Verdict::Unknown(..) => Answer::TooLarge,
        Verdict::Unsupported(..) => panic!("seed {seed} uses something unsupported"),
        Verdict::Violated(path, ..) => {
            let start = path.cycle_start.expect("a lasso");
            let inner = |part: &[allways_ltl::ProductAction<_>]| -> Vec<allways_vm::Action> {
                part.iter().filter_map(|a| a.action).collect()
            };
            let (prefix, all) = (inner(&path.actions[..start]), inner(&path.actions));
            let start = allways_vm::refine(&vm, &prefix).expect("steps can be refined").len();
            let actions = allways_vm::refine(&vm, &all).expect("steps can be refined");
            let endless =
                Endless { property: Temporal::Automaton { name: String::new() }, ends: false };
            let told = allways_vm::explain_lasso(&vm, &actions, start, endless, Detail::Steps);
            let told = told.unwrap_or_else(|e| panic!("seed {seed} {granularity:?}: {e}"));
            let word = Lasso { prefix: told.prefix, cycle: told.cycle };
            if let Some(formula) = &claim.formula {
                let names = &claim.automaton.propositions;
                assert!(!holds(formula, names, &word), "seed {seed}: {word:?} is no violation");
            }
            Answer::Violated
        }
    }
}

/// A random formula without X.
fn formula(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(6) == 0 {
        return generator::PROPOSITIONS[random.below(3) as usize].to_string();
    }
    let mut part = || formula(random, depth - 1);
    let (a, b) = (part(), part());
    match random.below(9) {
        0 => format!("!({a})"),
        1 | 2 => format!("G ({a})"),
        3 | 4 => format!("F ({a})"),
        5 => format!("(({a}) U ({b}))"),
        6 => format!("(({a}) -> ({b}))"),
        7 => format!("(({a}) && ({b}))"),
        _ => format!("(({a}) W ({b}))"),
    }
}

/// How many comparisons were made, and how many were violations.
fn compare(seed: u64) -> (u32, u32) {
    let mut random = Random::new(seed ^ 0x5eed);
    let text = formula(&mut random, 3);
    let mut counts = (0, 0);
    for (name, claim) in [(text.as_str(), Claim::of(&text)), ("termination", Claim::termination())]
    {
        for fair in [false, true] {
            let plain = answer(seed, Granularity::Instruction, &claim, fair);
            if plain == Answer::TooLarge {
                continue;
            }
            for granularity in REDUCTIONS {
                let reduced = answer(seed, granularity, &claim, fair);
                assert_eq!(plain, reduced, "seed {seed}, {name}, {granularity:?}, fair {fair}");
                counts.0 += 1;
                counts.1 += u32::from(plain == Answer::Violated);
            }
        }
    }
    counts
}

#[test]
fn reductions_keep_temporal_properties() {
    let (count, first) = (number("ALLWAYS_TEMPORAL", 100), number("ALLWAYS_SEED", 0));
    let seeds: Vec<u64> = (first..first + count).collect();
    let counts = for_each(&seeds, |&seed| compare(seed));
    let sum = counts.iter().fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    println!("{} comparisons, {} of violations", sum.0, sum.1);
    assert!(u64::from(sum.0) > 4 * count, "most programs are small enough to compare");
    assert!(u64::from(sum.1) > count / 2 && sum.1 < sum.0, "both answers occur: {sum:?}");
}

/// The edges of a state, as a stepper gives them.
fn edges_of(
    stepper: &mut allways_vm::VmStepper<'_>,
    state: allways_space::State,
) -> Option<Vec<allways_space::Edge<allways_vm::Action>>> {
    let mut edges = Vec::new();
    let flow = stepper.successors(state, &mut |edge| {
        edges.push(edge);
        std::ops::ControlFlow::Continue(())
    });
    (flow == Flow::Done).then_some(edges)
}

/// Whatever a stepper keeps from state to state, it gives the edges that a new one gives.
#[test]
fn a_stepper_has_no_memory_that_shows() {
    for seed in 0..20 {
        for (granularity, fair) in
            [(Granularity::Tau, true), (Granularity::Full, false), (Granularity::Instruction, true)]
        {
            let propositions = generator::PROPOSITIONS.map(str::to_string).to_vec();
            let options = Options { granularity, fair, propositions, ..Options::default() };
            let vm = Vm::new(generator::program(seed), options).expect("there is a main");
            let (mut used, mut seen, mut todo) =
                (vm.stepper(), std::collections::HashSet::new(), Vec::new());
            let _all = used.initial(&mut |edge| {
                todo.push(edge.to);
                std::ops::ControlFlow::Continue(())
            });
            let beginning = todo.clone();
            let mut random = Random::new(seed);
            while !todo.is_empty() {
                // Near and far states in turn: a search jumps when it goes back.
                let place = random.below(todo.len() as u64) as usize;
                let target =
                    if random.below(2) == 0 { todo.swap_remove(place) } else { todo[place] };
                let mut again = Vec::new();
                let _all = used.initial(&mut |edge| {
                    again.push(edge.to);
                    std::ops::ControlFlow::Continue(())
                });
                assert_eq!(again, beginning, "seed {seed}, {granularity:?}, the beginning");
                let Target::State(state) = target else { continue };
                let known = !seen.insert(state.root);
                if seen.len() > 300 {
                    break;
                }
                let edges = edges_of(&mut used, state);
                // Where a guess falls, the search begins anew.
                let Some(fresh) = edges_of(&mut vm.stepper(), state) else { break };
                let Some(edges) = edges else { break };
                assert_eq!(
                    format!("{edges:?}"),
                    format!("{fresh:?}"),
                    "seed {seed}, {granularity:?}, fair {fair}, after {} states",
                    seen.len()
                );
                if !known {
                    todo.extend(edges.iter().map(|edge| edge.to));
                }
            }
        }
    }
}
