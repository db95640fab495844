//! Drops assertions that an earlier statement of the same indivisible group has already made sure of.

use crate::ir::{Act, Expr, Item, Place, Prim, Root};

/// Removes repeated checks from all groups.
pub fn drop_repeated(items: &mut [Item]) {
    for item in items {
        match item {
            Item::Group(inner) => list(inner, &mut Vec::new()),
            Item::Act(act) => self::act(act, &mut Vec::new()),
            Item::Choice(branches) | Item::Loop(branches) => {
                branches.iter_mut().for_each(|b| drop_repeated(&mut b.body));
            }
            Item::Atomic(_) | Item::Label(_) | Item::Goto(_) | Item::Break => {}
        }
    }
}

/// `known` are the conditions that hold here.
fn list(items: &mut Vec<Item>, known: &mut Vec<Expr>) {
    for item in items.iter_mut() {
        match item {
            Item::Act(act) => self::act(act, known),
            Item::Choice(branches) => {
                for branch in branches {
                    list(&mut branch.body, &mut known.clone());
                }
                known.clear();
            }
            _ => known.clear(),
        }
    }
    items.retain(|item| !matches!(item, Item::Act(act) if act.prims.is_empty()));
}

fn act(act: &mut Act, known: &mut Vec<Expr>) {
    act.prims.retain(|prim| {
        if let Prim::Assert(condition @ Expr::Valid(..)) = prim {
            let repeated = known.contains(condition);
            if !repeated {
                known.push(condition.clone());
            }
            return !repeated;
        }
        follow(prim, known);
        true
    });
}

/// What is still known after a statement.
fn follow(prim: &Prim, known: &mut Vec<Expr>) {
    match prim {
        // While a process waits, others may free what it knows to be there.
        Prim::Guard(_) | Prim::Send { .. } | Prim::Receive { .. } | Prim::Free { .. } => {
            known.clear()
        }
        _ => {}
    }
    for place in prim.written() {
        if let Root::Local(name) = &place.root {
            known.retain(|condition| !mentions(condition, name));
        }
    }
    if let Prim::New { space, to, .. } = prim {
        known.push(Expr::Valid(*space, Box::new(Expr::Read(to.clone()))));
    }
}

fn mentions(condition: &Expr, name: &str) -> bool {
    let mut found = false;
    condition.visit(&mut |expr| {
        found |=
            matches!(expr, Expr::Read(Place { root: Root::Local(local), .. }) if local == name);
    });
    found
}
