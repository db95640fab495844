//! Removes jumps to where control goes anyway, code that is never reached, and labels that nobody jumps to.

use super::sink::leaves;
use crate::ir::{Branch, Item};
use std::collections::BTreeSet;

/// Tidies a whole body.
pub fn tidy(mut items: Vec<Item>) -> Vec<Item> {
    loop {
        let before = items.clone();
        items = list(items, &BTreeSet::new());
        let mut targets = BTreeSet::new();
        collect(&items, &mut targets);
        items = without_labels(items, &targets);
        if items == before {
            return items;
        }
    }
}

/// `after` are the labels that control reaches by running off the end of the list.
fn list(items: Vec<Item>, after: &BTreeSet<String>) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    let mut next = after.clone();
    // Backwards, so that it is known what comes after each item.
    let mut rest = items;
    while let Some(item) = rest.pop() {
        match item {
            Item::Goto(label) if next.contains(&label) => {}
            Item::Label(label) => {
                next.insert(label.clone());
                out.push(Item::Label(label));
            }
            Item::Choice(branches) => {
                let branches: Vec<Branch> =
                    branches.into_iter().map(|b| inside(b, &next)).collect();
                next.clear();
                if !is_empty_choice(&branches) {
                    out.push(Item::Choice(branches));
                }
            }
            Item::Loop(branches) => {
                // Running off the end of a round leads to the label before the loop.
                let head: BTreeSet<String> = match rest.last() {
                    Some(Item::Label(label)) => BTreeSet::from([label.clone()]),
                    _ => BTreeSet::new(),
                };
                next.clear();
                out.push(Item::Loop(branches.into_iter().map(|b| inside(b, &head)).collect()));
            }
            other => {
                next.clear();
                out.push(other);
            }
        }
    }
    out.reverse();
    reachable(out)
}

fn inside(branch: Branch, after: &BTreeSet<String>) -> Branch {
    Branch { body: list(branch.body, after), ..branch }
}

/// A test of local values that leads nowhere in particular.
fn is_empty_choice(branches: &[Branch]) -> bool {
    branches
        .iter()
        .all(|b| b.body.is_empty() && b.guard.as_ref().is_none_or(|g| g.shared_reads() == 0))
}

/// Drops what stands between a jump and the next label.
fn reachable(items: Vec<Item>) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    for item in items {
        if matches!(item, Item::Label(_)) || !leaves(&out) {
            out.push(item);
        }
    }
    out
}

fn collect(items: &[Item], targets: &mut BTreeSet<String>) {
    for item in items {
        match item {
            Item::Goto(label) => {
                targets.insert(label.clone());
            }
            Item::Choice(branches) | Item::Loop(branches) => {
                branches.iter().for_each(|b| collect(&b.body, targets));
            }
            Item::Group(inner) | Item::Atomic(inner) => collect(inner, targets),
            _ => {}
        }
    }
}

fn without_labels(items: Vec<Item>, targets: &BTreeSet<String>) -> Vec<Item> {
    let clean = |branches: Vec<Branch>| -> Vec<Branch> {
        branches
            .into_iter()
            .map(|b| Branch { body: without_labels(b.body, targets), ..b })
            .collect()
    };
    items
        .into_iter()
        .filter(|item| !matches!(item, Item::Label(label) if !targets.contains(label) && !label.starts_with("end_")))
        .map(|item| match item {
            Item::Choice(branches) => Item::Choice(clean(branches)),
            Item::Loop(branches) => Item::Loop(clean(branches)),
            Item::Atomic(inner) => Item::Atomic(without_labels(inner, targets)),
            other => other,
        })
        .collect()
}
