//! Objects that were just allocated belong to the thread that holds their only pointer.
//!
//! From its allocation until the pointer is copied anywhere, a cell can only be reached through the one local
//! variable, so accesses through it cannot be noticed. Jumps and loops end what is known.

use crate::ir::{Act, Class, Expr, Item, Place, Prim, Root, Select};
use std::collections::BTreeSet;

/// Marks accesses to fresh objects as local.
pub fn find(items: &mut [Item]) {
    list(items, &mut BTreeSet::new());
}

fn list(items: &mut [Item], fresh: &mut BTreeSet<String>) {
    for item in items {
        match item {
            Item::Act(act) => self::act(act, fresh),
            Item::Choice(branches) => {
                let mut after: Option<BTreeSet<String>> = None;
                for branch in branches {
                    let mut state = fresh.clone();
                    list(&mut branch.body, &mut state);
                    after = Some(match after {
                        Some(other) => other.intersection(&state).cloned().collect(),
                        None => state,
                    });
                }
                *fresh = after.unwrap_or_default();
            }
            Item::Loop(branches) => {
                fresh.clear();
                for branch in branches {
                    list(&mut branch.body, &mut BTreeSet::new());
                }
            }
            Item::Group(inner) | Item::Atomic(inner) => list(inner, fresh),
            Item::Label(_) => fresh.clear(),
            Item::Goto(_) | Item::Break => {}
        }
    }
}

fn act(act: &mut Act, fresh: &mut BTreeSet<String>) {
    let mut changed = false;
    for prim in &mut act.prims {
        escape(prim, fresh);
        changed |= prim_places(prim, &mut |place| mark(place, fresh));
        for place in prim.written() {
            if let Some(name) = place.as_local() {
                fresh.remove(name);
            }
        }
        if let Prim::New { to, .. } = prim
            && let Some(name) = to.as_local()
        {
            fresh.insert(name.to_string());
        }
    }
    let plain = act.prims.iter().all(|p| matches!(p, Prim::Assign(..) | Prim::Assert(_)));
    let noticed = act.prims.iter().any(|p| crate::lower::shared_accesses(p) > 0);
    if changed && plain && !noticed && act.class == Class::Visible {
        act.class = Class::Local;
    }
}

/// A copy of the pointer, in whatever form, ends what is known about it.
fn escape(prim: &Prim, fresh: &mut BTreeSet<String>) {
    let mut copied = Vec::new();
    match prim {
        Prim::Assign(_, value) => copied.push(value),
        Prim::Run { args, .. } | Prim::Print(_, args) => copied.extend(args),
        Prim::Send { values, .. } => copied.extend(values),
        Prim::Free { pointer, .. } => copied.push(pointer),
        Prim::Branch(branches) => branches.iter().for_each(|(_, body)| {
            body.iter().for_each(|p| escape(p, fresh));
        }),
        _ => {}
    }
    for value in copied {
        for name in values_in(value) {
            fresh.remove(&name);
        }
    }
}

/// The local variables whose value is part of a value, not just the way to a cell.
fn values_in(value: &Expr) -> Vec<String> {
    match value {
        Expr::Read(place) => {
            let mut out: Vec<String> = place.as_local().map(str::to_string).into_iter().collect();
            for select in &place.path {
                if let Select::Index(index) = select {
                    out.extend(values_in(index));
                }
            }
            out
        }
        Expr::Number(_) | Expr::Valid(..) => Vec::new(),
        Expr::Unary(_, a) | Expr::Start(_, a) => values_in(a),
        Expr::Binary(_, a, b) => [values_in(a), values_in(b)].concat(),
        Expr::Conditional(a, b, c) => [values_in(a), values_in(b), values_in(c)].concat(),
        Expr::Macro(_, args) => args.iter().flat_map(values_in).collect(),
        Expr::Given { value, .. } => values_in(value),
    }
}

fn mark(place: &mut Place, fresh: &BTreeSet<String>) -> bool {
    let Root::Cell { pointer, .. } = &place.root else { return false };
    let Expr::Read(holder) = &**pointer else { return false };
    if place.shared && holder.as_local().is_some_and(|name| fresh.contains(name)) {
        place.shared = false;
        return true;
    }
    false
}

/// Visits all places of a statement.
fn prim_places(prim: &mut Prim, visit: &mut dyn FnMut(&mut Place) -> bool) -> bool {
    match prim {
        Prim::Assign(place, value) => {
            let written = visit(place);
            expr_places(value, visit) | written
        }
        Prim::Assert(value) | Prim::Guard(value) => expr_places(value, visit),
        Prim::Branch(branches) => {
            let mut changed = false;
            for (guard, body) in branches {
                if let Some(guard) = guard {
                    changed |= expr_places(guard, visit);
                }
                for prim in body {
                    changed |= prim_places(prim, visit);
                }
            }
            changed
        }
        _ => false,
    }
}

fn expr_places(expr: &mut Expr, visit: &mut dyn FnMut(&mut Place) -> bool) -> bool {
    match expr {
        Expr::Read(place) => visit(place),
        Expr::Number(_) | Expr::Valid(..) | Expr::Start(..) => false,
        Expr::Unary(_, a) => expr_places(a, visit),
        Expr::Binary(_, a, b) => {
            let first = expr_places(a, visit);
            expr_places(b, visit) | first
        }
        Expr::Conditional(a, b, c) => {
            let first = expr_places(a, visit);
            let second = expr_places(b, visit);
            expr_places(c, visit) | first | second
        }
        Expr::Macro(_, args) => {
            args.iter_mut().fold(false, |changed, arg| expr_places(arg, visit) | changed)
        }
        Expr::Given { condition, value } => {
            let first = expr_places(condition, visit);
            expr_places(value, visit) | first
        }
    }
}
