//! Moves what follows an `if` into the one branch that gets there.
//!
//! `if (c) return; rest` becomes `if :: c -> return :: else -> rest fi`. Nothing changes in what is executed, but
//! the test and the first step of the rest can then be one transition.

use crate::ir::{Branch, Class, Item};
use std::collections::VecDeque;

/// How many acts are worth copying.
const SHORT: usize = 2;

/// Restructures a list and everything in it.
pub fn sink(items: Vec<Item>) -> Vec<Item> {
    let mut out = Vec::new();
    let mut rest = VecDeque::from(items);
    while let Some(item) = rest.pop_front() {
        let item = match item {
            Item::Choice(mut branches) => {
                if let Some(way_on) = only_way_on(&branches) {
                    // A label stays where it is, since others may jump to it.
                    let length =
                        rest.iter().position(|i| matches!(i, Item::Label(_))).unwrap_or(rest.len());
                    branches[way_on].body.extend(rest.drain(..length));
                }
                share_tail(&mut branches, &mut rest);
                Item::Choice(branches.into_iter().map(inside).collect())
            }
            Item::Loop(mut branches) => {
                if let Some(exit) = only_exit(&branches) {
                    let movable = |item: &Item| matches!(item, Item::Act(act) if matches!(act.class, Class::Local | Class::Release));
                    let length = rest.iter().take(SHORT).take_while(|item| movable(item)).count();
                    let body = &mut branches[exit].body;
                    let end = body.len() - 1;
                    body.splice(end..end, rest.drain(..length));
                }
                Item::Loop(branches.into_iter().map(inside).collect())
            }
            other => other,
        };
        out.push(item);
    }
    out
}

/// A few local acts that follow are copied into every branch that gets there, where they cost no transition.
fn share_tail(branches: &mut [Branch], rest: &mut VecDeque<Item>) {
    let local = |item: &Item| matches!(item, Item::Act(act) if act.class == Class::Local && act.prims.len() == 1);
    let length = rest.iter().take_while(|item| local(item)).count();
    if length == 0 || length > SHORT {
        return;
    }
    let tail: Vec<Item> = rest.drain(..length).collect();
    for branch in branches.iter_mut().filter(|b| !leaves(&b.body)) {
        branch.body.extend(tail.iter().cloned());
    }
}

fn inside(branch: Branch) -> Branch {
    Branch { body: sink(branch.body), ..branch }
}

/// The branch that ends with the only `break` of a loop: what comes after the loop can as well be done before it.
fn only_exit(branches: &[Branch]) -> Option<usize> {
    let total: usize = branches.iter().map(|b| breaks(&b.body)).sum();
    let exit = branches.iter().position(|b| b.body.last() == Some(&Item::Break))?;
    (total == 1).then_some(exit)
}

fn breaks(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| match item {
            Item::Break => 1,
            Item::Choice(branches) => branches.iter().map(|b| breaks(&b.body)).sum(),
            Item::Group(inner) | Item::Atomic(inner) => breaks(inner),
            _ => 0,
        })
        .sum()
}

/// The only branch that what follows can be reached from.
fn only_way_on(branches: &[Branch]) -> Option<usize> {
    let mut through = branches.iter().enumerate().filter(|(_, b)| !leaves(&b.body));
    match (through.next(), through.next()) {
        (Some((position, _)), None) => Some(position),
        _ => None,
    }
}

/// Whether control never runs off the end of a list.
pub fn leaves(items: &[Item]) -> bool {
    match items.last() {
        Some(Item::Goto(_) | Item::Break) => true,
        Some(Item::Choice(branches)) => branches.iter().all(|b| leaves(&b.body)),
        _ => false,
    }
}
