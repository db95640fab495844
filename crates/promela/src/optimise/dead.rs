//! Sets local variables to zero once their value is no longer needed, so that states which differ only in values
//! that nobody will read are one state.

use crate::error::Location;
use crate::ir::{Act, Branch, Class, Decl, Expr, Item, Place, Prim, Process, Root};
use std::collections::{BTreeMap, BTreeSet};

type Live = BTreeSet<String>;

/// Live at every point from which anything is still executed; at the end of a process nothing needs a reset.
const RUNNING: &str = "";

/// Adds resets to a body.
pub fn reset(body: Vec<Item>, process: &Process) -> Vec<Item> {
    let plain = |decl: &&Decl| decl.size.is_none() && is_number(&decl.ty);
    let candidates: BTreeSet<String> = process
        .params
        .iter()
        .chain(&process.locals)
        .filter(plain)
        .map(|d| d.name.clone())
        .collect();
    let mut flow = Flow { labels: BTreeMap::new(), candidates };
    // Jumps lead backwards too, so labels are found by iteration.
    loop {
        let before = flow.labels.clone();
        flow.list(&body, Live::new(), &Live::new());
        if flow.labels == before {
            break;
        }
    }
    flow.rewrite(body, Live::new(), &Live::new())
}

fn is_number(ty: &str) -> bool {
    matches!(ty, "int" | "short" | "byte" | "bool")
}

struct Flow {
    /// What is live at each label.
    labels: BTreeMap<String, Live>,
    candidates: BTreeSet<String>,
}

impl Flow {
    /// What is live before a list, given what is live after it and where `break` leads.
    fn list(&mut self, items: &[Item], after: Live, on_break: &Live) -> Live {
        items.iter().rev().fold(after, |live, item| self.item(item, live, on_break))
    }

    fn item(&mut self, item: &Item, after: Live, on_break: &Live) -> Live {
        match item {
            Item::Act(act) => before_act(act, after),
            Item::Group(inner) | Item::Atomic(inner) => self.list(inner, after, on_break),
            Item::Choice(branches) => {
                let branches = branches.iter().map(|b| self.branch(b, after.clone(), on_break));
                branches.fold(Live::new(), |all, live| &all | &live)
            }
            Item::Loop(branches) => self.rounds(branches, &after),
            Item::Label(label) => {
                self.labels.insert(label.clone(), after.clone());
                after
            }
            Item::Goto(label) => self.labels.get(label).cloned().unwrap_or_default(),
            Item::Break => on_break.clone(),
        }
    }

    fn branch(&mut self, branch: &Branch, after: Live, on_break: &Live) -> Live {
        let mut live = self.list(&branch.body, after, on_break);
        if let Some(guard) = &branch.guard {
            read(guard, &mut live);
        }
        live
    }

    /// What is live before a round of a loop; the end of a round leads to its start.
    fn rounds(&mut self, branches: &[Branch], after: &Live) -> Live {
        let mut head = Live::new();
        loop {
            let mut next = head.clone();
            for branch in branches {
                next.extend(self.branch(branch, head.clone(), after));
            }
            if next == head {
                return head;
            }
            head = next;
        }
    }

    /// The same walk again, adding resets where something was live and is not any more.
    fn rewrite(&mut self, items: Vec<Item>, after: Live, on_break: &Live) -> Vec<Item> {
        let mut out = Vec::new();
        let mut live = after;
        for item in items.into_iter().rev() {
            let before = self.item(&item, live.clone(), on_break);
            out.push(match item {
                Item::Act(_) | Item::Group(_) => self.reset_after(item, &before, &live),
                Item::Choice(branches) => {
                    let branches = self.reset_in(branches, &before, &live, on_break);
                    Item::Choice(branches)
                }
                Item::Loop(branches) => {
                    Item::Loop(self.reset_in(branches, &before, &before, &live))
                }
                other => other,
            });
            live = before;
        }
        out.reverse();
        out
    }

    /// Resets at the start of branches that do not need what others need.
    fn reset_in(
        &mut self,
        branches: Vec<Branch>,
        before: &Live,
        after: &Live,
        on_break: &Live,
    ) -> Vec<Branch> {
        branches
            .into_iter()
            .map(|branch| {
                let entry = self.list(&branch.body, after.clone(), on_break);
                let lost = self.lost(before, &entry);
                let body = self.rewrite(branch.body, after.clone(), on_break);
                let branch = Branch { body, ..branch };
                if lost.is_empty() { branch } else { start_with(branch, lost) }
            })
            .collect()
    }

    fn lost(&self, before: &Live, after: &Live) -> Vec<String> {
        if !after.contains(RUNNING) {
            return Vec::new();
        }
        before.difference(after).filter(|name| self.candidates.contains(*name)).cloned().collect()
    }

    /// An act or group, with resets of what it was the last to use or gave a value nobody reads.
    fn reset_after(&self, item: Item, before: &Live, after: &Live) -> Item {
        let mut touched = before.clone();
        written(&item, &mut touched);
        let lost = self.lost(&touched, after);
        if lost.is_empty() {
            return item;
        }
        let mut inner = match item {
            Item::Group(inner) => inner,
            other => vec![other],
        };
        let at = place(&inner);
        insert(&mut inner, lost, &at);
        Item::Group(inner)
    }
}

/// Adds resets to the end of a group, but before an answer is sent: control is handed over with it.
fn insert(inner: &mut Vec<Item>, lost: Vec<String>, at: &Location) {
    let sent = match inner.last() {
        Some(Item::Act(act)) if matches!(act.prims.last(), Some(Prim::Send { .. })) => {
            Some(act.clone())
        }
        _ => None,
    };
    let Some(send) = sent else {
        inner.push(resets(lost, at));
        return;
    };
    let mut used = Live::new();
    send.prims.iter().for_each(|p| p.visit(&mut |e| read_one(e, &mut used)));
    let (late, early): (Vec<String>, Vec<String>) =
        lost.into_iter().partition(|name| used.contains(name));
    inner.pop();
    if !early.is_empty() {
        inner.push(resets(early, at));
    }
    inner.push(Item::Act(send));
    if !late.is_empty() {
        inner.push(resets(late, at));
    }
}

fn resets(names: Vec<String>, at: &Location) -> Item {
    let reset = Prim::Reset(names.into_iter().map(Place::local).collect());
    Item::Act(Act { prims: vec![reset], class: Class::Local, at: at.clone() })
}

fn start_with(mut branch: Branch, lost: Vec<String>) -> Branch {
    let first = resets(lost, &branch.at);
    match branch.body.first_mut() {
        Some(Item::Group(inner)) if branch.joined => inner.insert(0, first),
        _ => {
            branch.body.insert(0, Item::Group(vec![first]));
            branch.joined = true;
        }
    }
    branch
}

fn place(items: &[Item]) -> Location {
    let at = |item: &Item| match item {
        Item::Act(act) => Some(act.at.clone()),
        Item::Choice(branches) => branches.first().map(|b| b.at.clone()),
        _ => None,
    };
    items.iter().rev().find_map(at).unwrap_or(Location { file: "".into(), line: 0 })
}

fn before_act(act: &Act, after: Live) -> Live {
    let mut live = after;
    for prim in act.prims.iter().rev() {
        if !matches!(prim, Prim::Branch(_)) {
            for place in prim.written() {
                if let Some(name) = place.as_local() {
                    live.remove(name);
                }
            }
        }
        prim.visit(&mut |expr| read_one(expr, &mut live));
        for place in prim.written() {
            // Writing a part of a variable keeps the rest of it alive.
            if let Root::Local(name) = &place.root
                && !place.path.is_empty()
            {
                live.insert(name.clone());
            }
        }
    }
    live.insert(RUNNING.to_string());
    live
}

fn read(expr: &Expr, live: &mut Live) {
    expr.visit(&mut |e| read_one(e, live));
}

fn read_one(expr: &Expr, live: &mut Live) {
    if let Expr::Read(place) = expr
        && let Root::Local(name) = &place.root
    {
        live.insert(name.clone());
    }
}

/// The local variables that an item writes.
fn written(item: &Item, out: &mut Live) {
    match item {
        Item::Act(act) => {
            let names = act.prims.iter().flat_map(Prim::written).filter_map(Place::as_local);
            out.extend(names.map(str::to_string));
        }
        Item::Group(inner) | Item::Atomic(inner) => inner.iter().for_each(|i| written(i, out)),
        Item::Choice(branches) | Item::Loop(branches) => {
            branches.iter().flat_map(|b| &b.body).for_each(|i| written(i, out));
        }
        _ => {}
    }
}
