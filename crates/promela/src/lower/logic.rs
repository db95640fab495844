//! Conditions: `&&`, `||`, `?:` and branches.
//!
//! An operand that C may leave out can stay inside an expression only if evaluating it is no step of its own:
//! nothing shared is read, nothing can fault. Otherwise the choice becomes a branch of the process.

use super::arith::truth;
use super::body::{Body, checks_of};
use crate::ast::walk::has_effect;
use crate::ast::{Expr as C, ExprKind};
use crate::error::Result;
use crate::ir::{Expr, Item, Place};

/// A part of a translation that is run on demand.
pub type Part<'f, 'l, 'p> = &'f mut dyn FnMut(&mut Body<'l, 'p>) -> Result<()>;

impl<'l, 'p> Body<'l, 'p> {
    /// Runs a translation and takes back what it emitted; `None` if it emitted anything.
    fn attempt<T>(&mut self, build: impl FnOnce(&mut Self) -> Result<T>) -> Result<Option<T>> {
        let (busy, length) = (self.busy, self.open.last().map_or(0, Vec::len));
        let result = build(self);
        let items = self.open.last_mut().expect("a list is always open");
        let emitted = items.len() > length;
        items.truncate(length);
        if emitted || result.is_err() {
            self.busy = busy;
        }
        result.map(|value| (!emitted).then_some(value))
    }

    /// The value of an expression that emits nothing, reads nothing shared and cannot fault.
    fn try_simple(&mut self, expr: &C) -> Result<Option<Expr>> {
        if has_effect(expr) {
            return Ok(None);
        }
        let value = self.attempt(|body| body.value(expr))?;
        Ok(value.filter(|v| v.shared_reads() == 0 && checks_of(v).is_empty()))
    }

    /// Whether evaluating an expression emits anything.
    pub fn needs_steps(&mut self, expr: &C) -> bool {
        has_effect(expr) || !matches!(self.attempt(|body| body.value(expr)), Ok(Some(_)))
    }

    /// Whether finding a place emits anything.
    pub fn place_needs_steps(&mut self, place: &C) -> bool {
        has_effect(place) || !matches!(self.attempt(|body| body.place(place)), Ok(Some(_)))
    }

    /// `a && b`, `a || b`.
    pub fn short_circuit(&mut self, a: &C, b: &C, and: bool) -> Result<Expr> {
        let left = self.value(a)?;
        if let Expr::Number(n) = left {
            return if (n != 0) == and {
                Ok(truth(self.value(b)?))
            } else {
                Ok(Expr::Number(i64::from(!and)))
            };
        }
        if let Some(right) = self.try_simple(b)? {
            return Ok(Expr::binary(if and { "&&" } else { "||" }, left, right));
        }
        let result = self.temp();
        let left = self.settle(truth(left), 1);
        self.assign(Place::local(&result), left);
        let mark = self.busy;
        let more = self.collect(|body| {
            let right = body.value(b)?;
            let right = body.settle(truth(right), 1);
            body.assign(Place::local(&result), right);
            Ok(())
        })?;
        self.busy = mark;
        let guard = Expr::local(&result);
        self.branch(if and { guard } else { guard.negated() }, more, Vec::new());
        Ok(Expr::local(&result))
    }

    /// `c ? a : b`.
    pub fn conditional(&mut self, c: &C, a: &C, b: &C) -> Result<Expr> {
        if let (Some(then), Some(otherwise)) = (self.try_simple(a)?, self.try_simple(b)?) {
            let condition = self.value(c)?;
            return Ok(match condition {
                Expr::Number(n) => {
                    if n != 0 {
                        then
                    } else {
                        otherwise
                    }
                }
                _ => Expr::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)),
            });
        }
        let result = self.temp();
        let leave = |body: &mut Self, value: &C| {
            let value = body.value(value)?;
            let value = body.settle(value, 1);
            body.assign(Place::local(&result), value);
            Ok(())
        };
        let condition = self.value(c)?;
        let condition = self.guard(condition);
        let then = self.collect(|body| leave(body, a))?;
        let otherwise = self.collect(|body| leave(body, b))?;
        self.branch(condition, then, otherwise);
        Ok(Expr::local(&result))
    }

    /// `if (c) … else …`. A conjunction without `else` nests, so that no truth value has to be kept.
    pub fn if_else(
        &mut self,
        c: &C,
        then: Part<'_, 'l, 'p>,
        otherwise: Part<'_, 'l, 'p>,
        no_else: bool,
    ) -> Result<()> {
        let mark = self.busy;
        if let (ExprKind::And(a, b), true) = (&c.kind, no_else)
            && self.try_simple(b)?.is_none()
        {
            return self.if_else(
                a,
                &mut |body| body.if_else(b, then, &mut |_| Ok(()), true),
                otherwise,
                true,
            );
        }
        let at = self.at.clone();
        let condition = self.value(c)?;
        let condition = self.guard(condition);
        self.busy = mark;
        if let Expr::Number(n) = condition {
            return if n != 0 { then(self) } else { otherwise(self) };
        }
        let then = self.collect(then)?;
        let otherwise = self.collect(otherwise)?;
        self.at = at;
        self.branch(condition, then, otherwise);
        Ok(())
    }

    /// Leaves a loop unless a condition holds; conjunctions are tested one after the other.
    pub fn leave_unless(&mut self, c: &C, exit: &Item) -> Result<()> {
        if let ExprKind::And(a, b) = &c.kind
            && self.try_simple(b)?.is_none()
        {
            self.leave_unless(a, exit)?;
            return self.leave_unless(b, exit);
        }
        let mark = self.busy;
        let condition = self.value(c)?;
        let condition = self.guard(condition);
        self.busy = mark;
        match condition {
            Expr::Number(0) => self.item(exit.clone()),
            Expr::Number(_) => {}
            condition => self.branch(condition, Vec::new(), vec![exit.clone()]),
        }
        Ok(())
    }

    /// Whether a condition can be the guard of a loop as it is.
    pub fn simple_guard(&mut self, c: &C) -> Result<Option<Expr>> {
        if has_effect(c) {
            return Ok(None);
        }
        let value = self.attempt(|body| body.value(c))?;
        Ok(value.filter(|v| v.shared_reads() <= 1 && checks_of(v).is_empty()))
    }
}
