//! Searches that are stopped and go on in another machine, as in another process: the states, the beliefs of the
//! round and what it has relied on travel as bytes.

use crate::explore::{Combination, PROPERTIES, machine};
use allways_search::{Control, Frontier, Limits, Options, Order, run, run_part};
use allways_space::Verdict;
use allways_testkit::Random;
use allways_vm::Granularity::{self, Full, Tau};
use allways_vm::{Action, Vm};

const LARGEST: u64 = 3_000;

/// Searches in parts of up to so many states. Every part has a machine of its own.
fn in_parts(seed: u64, with: Combination, most: u64, random: &mut Random) -> Verdict<Action> {
    let mut from: Option<Vec<u8>> = None;
    for number in 0.. {
        let vm = machine(seed, with, &PROPERTIES);
        let from_here = from
            .as_deref()
            .map(|bytes| Frontier::unpack(&vm, bytes).expect("a frontier of the same program"));
        let stored = from_here.as_ref().map_or(0, Frontier::states);
        // The last part is not stopped.
        let states = (number < 6).then(|| stored + 1 + random.below(most));
        let limits = Limits { states, ..Limits::default() };
        let threads = 1 + random.below(2) as usize;
        let options = Options { limits, threads, ..options(with) };
        let part = run_part(&vm, &options, &Control::none(), from_here.as_ref());
        let part = part.expect("counterexamples replay");
        match part.frontier {
            Some(frontier) => from = Some(frontier.pack(&vm)),
            None => return part.verdict,
        }
    }
    unreachable!("the last part ends by itself")
}

/// Stops after so many states, and lets pieces of what is left go on, each in a machine of its own. What they came to
/// is put together in another.
fn in_pieces(seed: u64, with: Combination, most: u64, random: &mut Random) -> Verdict<Action> {
    let vm = machine(seed, with, &PROPERTIES);
    let search = |vm: &Vm, from: Option<&Frontier>, more: Option<u64>| {
        let states = more.map(|more| more + from.map_or(0, Frontier::states));
        let options = Options { limits: Limits { states, ..Limits::default() }, ..options(with) };
        run_part(vm, &options, &Control::none(), from).expect("counterexamples replay")
    };
    let first = search(&vm, None, Some(1 + random.below(most)));
    let Some(frontier) = first.frontier else { return first.verdict };
    let mut searched = Vec::new();
    for piece in frontier.split(1 + random.below(4) as u32) {
        let other = machine(seed, with, &PROPERTIES);
        let piece = Frontier::unpack(&other, &piece.pack(&vm)).expect("a frontier of the program");
        let more = (random.below(2) == 0).then(|| random.below(most));
        let part = search(&other, Some(&piece), more);
        match part.frontier {
            // Where a guess falls, the next round is about everything.
            Some(frontier) if frontier.is_whole() => {
                return search(&other, Some(&frontier), None).verdict;
            }
            Some(frontier) => searched.push(frontier.pack(&other)),
            None => return part.verdict,
        }
    }
    let vm = machine(seed, with, &PROPERTIES);
    let unpacked = |bytes: &Vec<u8>| Frontier::unpack(&vm, bytes).expect("a frontier of it");
    let join = |one: Frontier, other: Frontier| one.join(&other).expect("pieces of one round");
    let joined = searched.iter().map(unpacked).reduce(join).expect("a piece");
    assert!(joined.is_whole());
    search(&vm, Some(&joined), None).verdict
}

fn options(with: Combination) -> Options {
    let Combination { order, handoff, .. } = with;
    Options { order, handoff, alone: 0, shorten: false, ..Options::default() }
}

/// A search of a program that is stopped after up to so many states.
type Search = fn(u64, Combination, u64, &mut Random) -> Verdict<Action>;

fn compare(
    search: Search,
    seed: u64,
    granularity: Granularity,
    order: Order,
    handoff: Option<u32>,
) {
    let with = Combination { order, handoff, ..Combination::plainly(granularity) };
    let limits = Limits { states: Some(LARGEST), ..Limits::default() };
    let options = Options { limits, ..options(with) };
    let whole = run(&machine(seed, with, &PROPERTIES), &options, &Control::none());
    let whole = whole.expect("counterexamples replay");
    let limited = |verdict: &Verdict<Action>| verdict.coverage().states >= LARGEST;
    if limited(&whole) {
        return;
    }
    let mut random = Random::new(seed);
    let parts = search(seed, with, 1 + whole.coverage().states / 3, &mut random);
    let what = format!("seed {seed}, {granularity:?}, {order:?}, {handoff:?}");
    match (&whole, &parts) {
        (Verdict::Violated(..), Verdict::Violated(..)) => {}
        (Verdict::Holds(whole), Verdict::Holds(parts)) => {
            // Where a guess falls, what else falls with it depends on the order.
            if whole.rounds == 1 && parts.rounds == 1 {
                assert_eq!(whole.states, parts.states, "{what}");
                assert_eq!(whole.facts, parts.facts, "{what}");
            }
        }
        (Verdict::Unknown(one, _), Verdict::Unknown(other, _)) => {
            assert_eq!(std::mem::discriminant(one), std::mem::discriminant(other), "{what}");
        }
        _ => panic!("{what}: {whole:?} in one piece, {parts:?} in parts"),
    }
}

fn compare_programs(search: Search) {
    for seed in 0..120 {
        for granularity in [Tau, Full] {
            compare(search, seed, granularity, Order::Dfs, None);
            compare(search, seed, granularity, Order::Bfs, None);
            compare(search, seed, granularity, Order::Dfs, Some(2));
        }
    }
}

#[test]
fn searches_go_on_in_other_machines() {
    compare_programs(in_parts);
}

#[test]
fn pieces_of_searches_go_on_in_machines_of_their_own() {
    compare_programs(in_pieces);
}
