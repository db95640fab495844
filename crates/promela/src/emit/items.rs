//! Processes: branches, loops, indivisible blocks.

use super::Emitter;
use crate::error::Location;
use crate::ir::{Act, Branch, Class, Expr, Item, Prim};

impl Emitter<'_, '_> {
    /// Writes a list of items.
    pub fn items(&mut self, items: &[Item]) {
        for (position, item) in items.iter().enumerate() {
            let jumped_to =
                position.checked_sub(1).is_some_and(|before| is_jump_target(&items[before]));
            match item {
                Item::Act(act) if act.prims.len() == 1 && !needs_block(&act.prims[0]) => {
                    self.flat(item)
                }
                Item::Act(act) if self.l.options.plain && act.class == Class::Call => {
                    self.flat(item)
                }
                Item::Act(act) => self.block(std::slice::from_ref(item), jumped_to, Some(&act.at)),
                Item::Group(inner) => self.block(inner, jumped_to, first_place(inner)),
                Item::Atomic(inner) => self.block(inner, true, first_place(inner)),
                Item::Choice(branches) => self.branches("if", branches, "fi;"),
                Item::Loop(branches) => self.branches("do", branches, "od;"),
                Item::Label(label) => {
                    let bare = matches!(items.get(position + 1), None | Some(Item::Label(_)));
                    self.out
                        .outdented(&format!("{label}:{}", if bare { " skip;" } else { "" }), None);
                }
                Item::Goto(label) => self.out.line(&format!("goto {label};"), None),
                Item::Break => self.out.line("break;", None),
            }
        }
    }

    /// Items that are executed without interruption; one transition where nothing in it waits or chooses.
    fn block(&mut self, items: &[Item], interruptible: bool, at: Option<&Location>) {
        let keyword =
            if !interruptible && is_deterministic(items, true) { "d_step" } else { "atomic" };
        match at {
            Some(at) => self.out.open_at(&format!("{keyword} {{"), at),
            None => self.out.open(&format!("{keyword} {{")),
        }
        items.iter().for_each(|item| self.flat(item));
        self.out.close("};");
    }

    /// An item inside an indivisible block.
    fn flat(&mut self, item: &Item) {
        match item {
            Item::Act(Act { prims, at, .. }) => prims.iter().for_each(|prim| self.prim(prim, at)),
            Item::Group(inner) | Item::Atomic(inner) => {
                inner.iter().for_each(|item| self.flat(item))
            }
            Item::Choice(branches) => self.flat_branches("if", branches, "fi;"),
            Item::Loop(branches) => self.flat_branches("do", branches, "od;"),
            other => self.items(std::slice::from_ref(other)),
        }
    }

    fn flat_branches(&mut self, open: &str, branches: &[Branch], close: &str) {
        self.out.line(open, branches.first().map(|b| &b.at));
        for branch in branches {
            let guard = self.guard(branch);
            if branch.body.is_empty() {
                self.out.line(&format!(":: {guard}"), Some(&branch.at));
                continue;
            }
            self.out.open_at(&format!(":: {guard} ->"), &branch.at);
            branch.body.iter().for_each(|item| self.flat(item));
            self.out.dedent();
        }
        self.out.line(close, None);
    }

    fn guard(&self, branch: &Branch) -> String {
        match &branch.guard {
            None => "else".into(),
            Some(Expr::Number(_)) => "true".into(),
            Some(guard) => format!("({})", self.expr(guard)),
        }
    }

    fn branches(&mut self, open: &str, branches: &[Branch], close: &str) {
        self.out.line(open, branches.first().map(|b| &b.at));
        branches.iter().for_each(|branch| self.branch(branch));
        self.out.line(close, None);
    }

    fn branch(&mut self, branch: &Branch) {
        let guard = self.guard(branch);
        let at = &branch.at;
        // A single way on needs no test: the first statement of the body is the guard.
        let always = matches!(branch.guard, Some(Expr::Number(_)));
        match branch.body.split_first() {
            None => self.out.line(&format!(":: {guard}"), Some(at)),
            Some((Item::Group(inner), rest)) if branch.joined => {
                let fixed = is_deterministic(inner, always);
                self.out.open_at(&format!(":: {} {{", if fixed { "d_step" } else { "atomic" }), at);
                self.out.indent();
                if !always {
                    self.out.line(&format!("{guard} ->"), Some(at));
                }
                inner.iter().for_each(|item| self.flat(item));
                self.out.close("};");
                self.items(rest);
                self.out.dedent();
            }
            Some(_) => {
                let head = if always { "::".to_string() } else { format!(":: {guard} ->") };
                self.out.open_at(&head, at);
                self.items(&branch.body);
                self.out.dedent();
            }
        }
    }
}

/// Whether a jump may lead to what follows an item; SPIN accepts no jump to a `d_step`.
fn is_jump_target(before: &Item) -> bool {
    match before {
        Item::Loop(_) | Item::Label(_) => true,
        Item::Choice(branches) => {
            branches.iter().any(|b| b.body.last().is_some_and(is_jump_target))
        }
        _ => false,
    }
}

fn first_place(items: &[Item]) -> Option<&Location> {
    items.iter().find_map(|item| match item {
        Item::Act(act) => Some(&act.at),
        Item::Choice(branches) | Item::Loop(branches) => branches.first().map(|b| &b.at),
        Item::Group(inner) | Item::Atomic(inner) => first_place(inner),
        _ => None,
    })
}

/// A statement that is more than one statement of Promela.
fn needs_block(prim: &Prim) -> bool {
    matches!(
        prim,
        Prim::New { .. }
            | Prim::Free { .. }
            | Prim::Branch(_)
            | Prim::Choose { .. }
            | Prim::ClearAnyBit { .. }
    )
}

/// Whether a block never waits after its first statement, never chooses and never jumps.
fn is_deterministic(items: &[Item], mut at_start: bool) -> bool {
    items.iter().all(|item| {
        let first = std::mem::replace(&mut at_start, false);
        match item {
            Item::Act(act) => act
                .prims
                .iter()
                .enumerate()
                .all(|(n, prim)| deterministic_prim(prim, first && n == 0)),
            Item::Choice(branches) | Item::Loop(branches) => {
                branches.iter().all(|b| is_deterministic(&b.body, false) || b.body == [Item::Break])
                    && branches.iter().any(|b| b.guard.is_none())
            }
            Item::Group(inner) => is_deterministic(inner, first),
            Item::Break => true,
            Item::Atomic(_) | Item::Label(_) | Item::Goto(_) => false,
        }
    })
}

fn deterministic_prim(prim: &Prim, first: bool) -> bool {
    match prim {
        Prim::Guard(_) => first,
        Prim::Run { .. }
        | Prim::Send { .. }
        | Prim::Receive { .. }
        | Prim::Choose { .. }
        | Prim::ClearAnyBit { .. } => false,
        Prim::Branch(branches) => {
            branches.iter().all(|(_, body)| body.iter().all(|p| deterministic_prim(p, false)))
        }
        _ => true,
    }
}
