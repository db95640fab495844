//! One program, explored in many ways.

use crate::explore::{Answer, Combination, PROPERTIES, answer, violated};
use allways_search::{Order, Store};
use allways_space::Property;
use allways_testkit::Random;
use allways_vm::Granularity::{self, Full, Global, Instruction, Superstep, Tau};

/// What came of comparing a program.
#[derive(Default)]
pub struct Compared {
    /// None when the program is too large.
    pub comparisons: u64,
    pub differences: Vec<String>,
    /// States with `full`, without symmetry and with it.
    pub states: (usize, usize),
}

impl Compared {
    pub fn panicked(panic: &(dyn std::any::Any + Send)) -> Compared {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        Compared { differences: vec![format!("panicked: {text}")], ..Compared::default() }
    }
}

/// Every reduction, with and without symmetry.
const REDUCTIONS: [(Granularity, bool); 5] =
    [(Tau, false), (Global, false), (Superstep, false), (Full, false), (Full, true)];

pub fn compare(seed: u64) -> Compared {
    let mut all = Compared::default();
    let Some(plain) = violated(seed, Combination::plainly(Instruction)) else { return all };
    all.differences.extend(plain.untold.iter().map(|what| format!("none: {what}")));
    for (granularity, symmetry) in REDUCTIONS {
        let with = Combination { symmetry, ..Combination::plainly(granularity) };
        let Some(other) = violated(seed, with) else { continue };
        match (granularity, symmetry) {
            (Full, false) => all.states.0 = other.states,
            (Full, true) => all.states.1 = other.states,
            _ => {}
        }
        all.comparisons += 1;
        let with = if symmetry { " with symmetry" } else { "" };
        let differences = plain.differences(&other).into_iter();
        all.differences.extend(differences.map(|what| format!("{granularity:?}{with}: {what}")));
    }
    // A reduction that is wrong is wrong in every engine.
    if all.differences.is_empty() {
        let broken = |property| plain.faults.iter().any(|(found, _)| *found == property);
        engines(seed, &mut all, broken);
    }
    all
}

/// Orders, stores, workers and bounds: one combination of them, so that every two values of two
/// axes meet in some program.
fn engines(seed: u64, all: &mut Compared, broken: impl Fn(Property) -> bool) {
    let mut random = Random::new(!seed);
    let property = *random.one_of(&PROPERTIES);
    let expected = if broken(property) { Answer::Violated } else { Answer::Holds };
    for _ in 0..2 {
        let with = combination(&mut random);
        match answer(seed, property, with) {
            Answer::TooLarge => {}
            same if same == expected => all.comparisons += 1,
            other => {
                all.differences.push(format!("{property}, {with:?}: {expected:?}, {other:?}"));
            }
        }
    }
    let bound = random.below(3) as u32;
    if random.once_in(3) {
        all.comparisons += 1;
        if !is_covered(seed, property, bound) {
            all.differences.push(format!("{property} with at most {bound} switches"));
        }
    }
}

fn combination(random: &mut Random) -> Combination {
    let (granularity, symmetry) = *random.one_of(&REDUCTIONS);
    let store = *random.one_of(&[
        Store::Tree,
        Store::Tree,
        Store::Flat,
        Store::Compact,
        Store::Bitstate(1 << 20),
    ]);
    let order = *random.one_of(&[Order::Dfs, Order::Bfs]);
    let threads = *random.one_of(&[1, 1, 2, 3]);
    let handoff = (order == Order::Dfs && threads == 2 && random.once_in(2)).then_some(5);
    Combination {
        granularity,
        order,
        store,
        bound: None,
        threads,
        handoff,
        symmetry: symmetry && store == Store::Tree,
        remembers: random.once_in(2),
    }
}

/// With a bound, larger steps find what small ones find, and perhaps more.
fn is_covered(seed: u64, property: Property, bound: u32) -> bool {
    let with = |granularity, order| Combination {
        order,
        bound: Some(bound),
        remembers: true,
        ..Combination::plainly(granularity)
    };
    let small = answer(seed, property, with(Instruction, Order::Dfs));
    let again = answer(seed, property, with(Instruction, Order::Bfs));
    let large = answer(seed, property, with(Full, Order::Dfs));
    if [small, again, large].contains(&Answer::TooLarge) {
        return true;
    }
    small == again && (large == small || small == Answer::Holds)
}
