//! `switch`.

use super::arith::kept;
use super::body::{Body, Jump};
use crate::ast::{Expr as C, Stmt, StmtKind};
use crate::error::Result;
use crate::ir::{Branch, Expr, Item};
use crate::types::Type;

/// The labels and statements of one part of a switch.
struct Arm<'s> {
    ranges: Vec<(i64, i64)>,
    default: bool,
    body: &'s [Stmt],
}

impl Body<'_, '_> {
    /// Arms that do not fall through become the branches of an `if`; otherwise the branches jump to labels.
    pub fn switch(&mut self, c: &C, body: &[Stmt]) -> Result<()> {
        let value = self.value(c)?;
        let value = self.settle(value, 0);
        let value = self.stable(value);
        let arms = arms(body, c.ty.plain());
        let after = self.label("after_switch");
        let clean = arms.iter().rev().skip(1).all(|arm| ends(arm.body));
        if clean {
            self.branches(value, &arms, &after)?
        } else {
            self.jumps(value, &arms, &after)?
        }
        if self.used_labels.contains(&after) {
            self.item(Item::Label(after));
        }
        Ok(())
    }

    fn branches(&mut self, value: Expr, arms: &[Arm<'_>], after: &str) -> Result<()> {
        let (mut branches, mut otherwise) = (Vec::new(), Vec::new());
        for arm in arms {
            let at = self.at.clone();
            let body = match arm.body.split_last() {
                Some((Stmt { kind: StmtKind::Break, .. }, before)) => before,
                _ => arm.body,
            };
            let items = self.arm(body, after)?;
            if arm.default {
                otherwise = items;
                continue;
            }
            branches.push(Branch {
                guard: Some(matches(&value, &arm.ranges)),
                body: items,
                joined: false,
                at,
            });
        }
        let at = self.at.clone();
        branches.push(Branch { guard: None, body: otherwise, joined: false, at });
        self.item(Item::Choice(branches));
        Ok(())
    }

    fn jumps(&mut self, value: Expr, arms: &[Arm<'_>], after: &str) -> Result<()> {
        let mut branches = Vec::new();
        let mut default = after.to_string();
        let mut targets = Vec::new();
        for arm in arms {
            let label = self.label(if arm.default { "default_case" } else { "case" });
            let at = self.at.clone();
            if arm.default {
                default = label.clone();
            } else {
                let body = vec![Item::Goto(label.clone())];
                branches.push(Branch {
                    guard: Some(matches(&value, &arm.ranges)),
                    body,
                    joined: false,
                    at,
                });
            }
            self.used_labels.insert(label.clone());
            targets.push(label);
        }
        self.used_labels.insert(default.clone());
        let at = self.at.clone();
        branches.push(Branch { guard: None, body: vec![Item::Goto(default)], joined: false, at });
        self.item(Item::Choice(branches));
        for (arm, label) in arms.iter().zip(targets) {
            self.item(Item::Label(label));
            let items = self.arm(arm.body, after)?;
            items.into_iter().for_each(|item| self.item(item));
        }
        Ok(())
    }

    fn arm(&mut self, body: &[Stmt], after: &str) -> Result<Vec<Item>> {
        let jump = Jump { on_break: Item::Goto(after.to_string()), on_continue: None };
        self.frame().jumps.push(jump);
        let items = self.collect(|inner| inner.statements(body));
        self.frame().jumps.pop();
        items
    }
}

/// The condition under which a value is one of an arm's labels.
fn matches(value: &Expr, ranges: &[(i64, i64)]) -> Expr {
    let tests = ranges.iter().map(|(low, high)| {
        if low == high {
            return value.clone().equals(*low);
        }
        let above = Expr::binary(">=", value.clone(), Expr::Number(*low));
        Expr::binary("&&", above, Expr::binary("<=", value.clone(), Expr::Number(*high)))
    });
    tests.reduce(|a, b| Expr::binary("||", a, b)).unwrap_or(Expr::Number(0))
}

fn arms<'s>(body: &'s [Stmt], ty: &Type) -> Vec<Arm<'s>> {
    let mut arms: Vec<Arm<'_>> = Vec::new();
    let mut position = 0;
    while position < body.len() {
        let (mut ranges, mut default) = (Vec::new(), false);
        while let Some(stmt) = body.get(position) {
            match stmt.kind {
                StmtKind::Case(low, high) => ranges.push((kept(low, ty), kept(high, ty))),
                StmtKind::Default => default = true,
                _ => break,
            }
            position += 1;
        }
        let start = position;
        while body
            .get(position)
            .is_some_and(|s| !matches!(s.kind, StmtKind::Case(..) | StmtKind::Default))
        {
            position += 1;
        }
        // Statements before the first label are never reached.
        if default || !ranges.is_empty() {
            // A default shares its statements with its other labels, which need no test of their own.
            arms.push(Arm { ranges, default, body: &body[start..position] });
        }
    }
    arms
}

/// Whether control never runs off the end of an arm.
fn ends(body: &[Stmt]) -> bool {
    match body.last().map(|s| &s.kind) {
        Some(StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) | StmtKind::Goto(_)) => {
            true
        }
        Some(StmtKind::Block(inner)) => ends(inner),
        Some(StmtKind::If(_, a, b)) => ends(a) && ends(b),
        _ => false,
    }
}
