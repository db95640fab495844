//! Statements.

use super::body::{Body, Jump};
use crate::ast::{Expr as C, ExprKind, Stmt, StmtKind, VarId, constant};
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{Branch, Expr, Item};

impl<'l, 'p> Body<'l, 'p> {
    /// Translates a list of statements. `beginatomic` takes in everything up to its `endatomic` in the list.
    pub fn statements(&mut self, body: &[Stmt]) -> Result<()> {
        let mut rest = body;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            if is_call(first, Builtin::AtomicBegin) {
                let Some(end) = after.iter().position(|s| is_call(s, Builtin::AtomicEnd)) else {
                    let hint = "put beginatomic and endatomic into one block";
                    return Err(Error::untranslatable(
                        &first.at,
                        "beginatomic without endatomic in its block",
                        hint,
                    ));
                };
                let outer = std::mem::replace(&mut self.atomic, true);
                let items = self.collect(|inner| inner.statements(&after[..end]))?;
                self.atomic = outer;
                self.item(Item::Atomic(items));
                rest = &after[end + 1..];
                continue;
            }
            self.statement(first)?;
        }
        Ok(())
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        self.at = stmt.at.clone();
        let mark = self.busy;
        match &stmt.kind {
            StmtKind::Expr(expr) => self.effect(expr)?,
            StmtKind::Declare(vars) => vars.iter().try_for_each(|var| self.declaration(*var))?,
            StmtKind::If(c, a, b) if is_assertion(a, b) => {
                self.assertion(c)?;
            }
            StmtKind::If(c, a, b) => {
                let no_else = b.is_empty();
                self.if_else(
                    c,
                    &mut |body| body.statements(a),
                    &mut |body| body.statements(b),
                    no_else,
                )?;
            }
            StmtKind::While(c, body) => self.looping(Some(c), None, body, false)?,
            StmtKind::DoWhile(body, c) if constant(c) == Some(0) && !jumps(body) => {
                self.statements(body)?
            }
            StmtKind::DoWhile(body, c) => self.looping(Some(c), None, body, true)?,
            StmtKind::For { init, condition, step, body } => {
                self.statements(init)?;
                self.at = stmt.at.clone();
                self.looping(condition.as_ref(), step.as_ref(), body, false)?;
            }
            StmtKind::Switch(c, body) => self.switch(c, body)?,
            StmtKind::Block(body) => self.statements(body)?,
            StmtKind::Return(value) => self.returning(value.as_ref())?,
            StmtKind::Break => {
                let exit = self.frame().jumps.last().map(|j| j.on_break.clone());
                exit.into_iter().for_each(|item| self.jump(item));
            }
            StmtKind::Continue => {
                let label = self.frame().jumps.iter().rev().find_map(|j| j.on_continue.clone());
                label.into_iter().for_each(|label| self.jump(Item::Goto(label)));
            }
            StmtKind::Goto(label) => {
                let label = self.c_label(label);
                self.jump(Item::Goto(label));
            }
            StmtKind::Label(label) => {
                let label = self.c_label(label);
                self.item(Item::Label(label));
            }
            // The labels of a switch are taken out by it, so this one is deeper inside.
            StmtKind::Case(..) | StmtKind::Default => {
                let hint = "put all case labels directly into the switch";
                return Err(Error::untranslatable(
                    &stmt.at,
                    "a case label inside another statement",
                    hint,
                ));
            }
        }
        self.busy = mark;
        Ok(())
    }

    /// Emits a jump and remembers its label.
    pub fn jump(&mut self, item: Item) {
        if let Item::Goto(label) = &item {
            self.used_labels.insert(label.clone());
        }
        self.item(item);
    }

    /// The process's name for a label of the C function; each inlined copy has its own.
    fn c_label(&mut self, label: &str) -> String {
        if let Some(name) = self.frame().labels.get(label) {
            return name.clone();
        }
        let name = self.names.label(label);
        self.frame().labels.insert(label.to_string(), name.clone());
        name
    }

    /// `while`, `for` and `do … while`.
    fn looping(
        &mut self,
        c: Option<&C>,
        step: Option<&C>,
        body: &[Stmt],
        test_last: bool,
    ) -> Result<()> {
        let at = self.at.clone();
        let next = self.label("next");
        let jump = Jump { on_break: Item::Break, on_continue: Some(next.clone()) };
        let guard = match c {
            Some(c) if !test_last => self.simple_guard(c)?,
            _ => None,
        };
        let guarded = guard.clone().filter(|g| !matches!(g, Expr::Number(_)));
        let round = self.collect(|inner| {
            if let (Some(c), None, false) = (c, &guarded, test_last) {
                inner.leave_unless(c, &Item::Break)?;
            }
            inner.frame().jumps.push(jump);
            let result = inner.statements(body);
            inner.frame().jumps.pop();
            result?;
            inner.at = at.clone();
            inner.continue_label(&next, step.is_some() || test_last);
            if let Some(step) = step {
                inner.effect(step)?;
            }
            match c {
                Some(c) if test_last => inner.leave_unless(c, &Item::Break),
                _ => Ok(()),
            }
        })?;
        if self.used_labels.contains(&next) && step.is_none() && !test_last {
            self.item(Item::Label(next));
        }
        let branches = match guarded {
            Some(guard) => vec![
                Branch { guard: Some(guard), body: round, joined: false, at: at.clone() },
                Branch { guard: None, body: vec![Item::Break], joined: false, at },
            ],
            None => vec![Branch { guard: Some(Expr::Number(1)), body: round, joined: false, at }],
        };
        self.item(Item::Loop(branches));
        Ok(())
    }

    /// The label that `continue` jumps to stands before the step, or, without one, before the loop.
    fn continue_label(&mut self, next: &str, inside: bool) {
        if inside && self.used_labels.contains(next) {
            self.item(Item::Label(next.to_string()));
        }
    }

    fn declaration(&mut self, var: VarId) -> Result<()> {
        let definition = self.l.program.var(var);
        if self.l.symbols.globals.contains_key(&var) && !self.l.facts.places.promoted.contains(&var)
        {
            return Ok(());
        }
        self.at = definition.at.clone();
        self.enter_local(var)?;
        let Some(init) = &definition.init else { return Ok(()) };
        let place =
            C { kind: ExprKind::Var(var), ty: definition.ty.clone(), at: definition.at.clone() };
        if definition.ty.is_aggregate() {
            let to = self.place(&place)?;
            return self.initialise(&to, &definition.ty, init);
        }
        let assign = ExprKind::Assign(Box::new(place), Box::new(init.clone()));
        self.effect(&C { kind: assign, ty: definition.ty.clone(), at: definition.at.clone() })
    }
}

/// Whether a loop's body leaves the loop or goes to its next round.
fn jumps(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If(_, a, b) => jumps(a) || jumps(b),
        StmtKind::Block(b) | StmtKind::Switch(_, b) => jumps(b),
        _ => false,
    })
}

fn is_call(stmt: &Stmt, function: Builtin) -> bool {
    matches!(&stmt.kind, StmtKind::Expr(e) if matches!(crate::analysis::calls::builtin(e), Some((f, _)) if f == function))
}

/// `if (c) ; else __assert_fail(…)`, which is how `assert` arrives.
fn is_assertion(then: &[Stmt], otherwise: &[Stmt]) -> bool {
    then.is_empty() && matches!(otherwise, [only] if is_call(only, Builtin::AssertFailed))
}
