//! Puts acts together that need not be interleaved.
//!
//! A group is, in this order: any number of local acts, at most one that takes a resource, at most one visible
//! access, and any number of acts that give resources back, with local acts anywhere. Taking a resource commutes
//! with what others do after it and giving one back with what they do before it, so every run is equivalent to one
//! in which each group is executed in one go (Lipton's reduction). Nothing in a group after the first thing that
//! may have to wait can have to wait, so deadlocks are kept; local acts are finite, since loops stay outside.

use crate::ir::{Act, Branch, Class, Expr, Item};

/// What a group has done so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Only local acts.
    Local,
    /// A resource was taken.
    Taken,
    /// The visible access, or giving back, has begun.
    Done,
}

impl Phase {
    /// The phase after an act, or `None` if the act has to start a new group.
    fn after(self, class: Class) -> Option<Phase> {
        match (self, class) {
            (phase, Class::Local) => Some(phase),
            (Phase::Local, Class::Acquire) => Some(Phase::Taken),
            (Phase::Local | Phase::Taken, Class::Visible) => Some(Phase::Done),
            (Phase::Local, Class::Blocking) => Some(Phase::Done),
            (_, Class::Release | Class::Call) => Some(Phase::Done),
            _ => None,
        }
    }
}

/// Groups a list and everything in it.
pub fn group(items: Vec<Item>) -> Vec<Item> {
    let (first, rest) = list(items, Phase::Local);
    wrap(first).into_iter().chain(rest).collect()
}

/// Splits a list into the acts that belong to a group already begun, and the rest.
fn list(items: Vec<Item>, begun: Phase) -> (Vec<Item>, Vec<Item>) {
    let mut first: Option<Vec<Item>> = None;
    let mut out: Vec<Item> = Vec::new();
    let mut current: Vec<Item> = Vec::new();
    let mut phase = begun;
    let mut flush = |current: &mut Vec<Item>, out: &mut Vec<Item>| {
        let done = std::mem::take(current);
        if first.is_none() {
            first = Some(done);
        } else {
            out.extend(wrap(done));
        }
    };
    for item in items {
        let class = match &item {
            Item::Act(act) => Some(act.class),
            other if is_local(other) => Some(Class::Local),
            _ => None,
        };
        let Some(class) = class else {
            flush(&mut current, &mut out);
            phase = Phase::Local;
            out.push(structure(item));
            continue;
        };
        phase = match phase.after(class) {
            Some(next) => next,
            None => {
                flush(&mut current, &mut out);
                Phase::Local.after(class).unwrap_or(Phase::Done)
            }
        };
        current.push(item);
    }
    flush(&mut current, &mut out);
    (first.unwrap_or_default(), out)
}

fn wrap(items: Vec<Item>) -> Option<Item> {
    match items.len() {
        0 => None,
        1 if matches!(items[0], Item::Act(_)) => items.into_iter().next(),
        _ => Some(Item::Group(items)),
    }
}

fn structure(item: Item) -> Item {
    match item {
        Item::Choice(branches) => Item::Choice(branches_of(branches)),
        Item::Loop(branches) => Item::Loop(branches_of(branches)),
        other => other,
    }
}

fn branches_of(branches: Vec<Branch>) -> Vec<Branch> {
    let noticed = branches.iter().any(|b| b.guard.as_ref().is_some_and(|g| g.shared_reads() > 0));
    let begun = if noticed { Phase::Done } else { Phase::Local };
    branches
        .into_iter()
        .map(|branch| {
            let (first, rest) = list(branch.body, begun);
            let joined = !first.is_empty();
            let head = joined.then_some(Item::Group(first));
            Branch { body: head.into_iter().chain(rest).collect(), joined, ..branch }
        })
        .collect()
}

/// A branching of local acts that comes together again. Loops are left out: they may not end.
fn is_local(item: &Item) -> bool {
    match item {
        Item::Act(Act { class, .. }) => *class == Class::Local,
        Item::Choice(branches) => branches.iter().all(|b| {
            b.guard.as_ref().is_none_or(|g| Expr::shared_reads(g) == 0)
                && b.body.iter().all(is_local)
        }),
        _ => false,
    }
}
