//! Values.

use super::arith::truth;
use super::body::Body;
use crate::analysis::places::strip;
use crate::ast::walk::has_effect;
use crate::ast::{BinOp, Callee, Cast, Expr as C, ExprKind, Stmt, StmtKind, UnOp, constant};
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{Expr, Place};
use crate::types::Type;

impl Body<'_, '_> {
    /// The value of an expression; what it does besides is emitted.
    pub fn value(&mut self, expr: &C) -> Result<Expr> {
        self.value_to(expr, None)
    }

    /// The same; a call may leave its result in the destination at once.
    pub fn value_to(&mut self, expr: &C, to: Option<&Place>) -> Result<Expr> {
        if let (Type::Int { .. } | Type::Bool, Some(number)) = (expr.ty.plain(), constant(expr)) {
            return self.literal(number, &expr.ty);
        }
        match &expr.kind {
            ExprKind::Int(number) => self.literal(*number, &expr.ty),
            ExprKind::Zero => Ok(Expr::Number(0)),
            ExprKind::Text(_) => self.address(expr, false),
            ExprKind::Load(place) => {
                super::check_type(&expr.ty, &expr.at, "this value")?;
                Ok(Expr::Read(self.place(place)?))
            }
            ExprKind::AddrOf(place) => self.address(place, false),
            ExprKind::Decay(array) => self.address(array, true),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, &expr.ty),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr),
            ExprKind::And(a, b) => self.short_circuit(a, b, true),
            ExprKind::Or(a, b) => self.short_circuit(a, b, false),
            ExprKind::Conditional(c, a, b) => self.conditional(c, a, b),
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.value_to(b, to)
            }
            ExprKind::Assign(place, value) => self.assignment(place, value, true),
            ExprKind::Compound(op, place, value, compute) => {
                self.compound(*op, place, value, compute, true)
            }
            ExprKind::Increment { place, by, postfix } => {
                self.increment(place, *by, *postfix, true)
            }
            ExprKind::Cast(cast, inner) => self.cast(*cast, inner, expr, to),
            ExprKind::Call(Callee::Defined(function), args) => {
                self.call(*function, args, to, expr, true)
            }
            ExprKind::Call(Callee::External(name), args) => {
                self.library(name, args, to, expr, true)
            }
            ExprKind::Atomic(name, args) => self.atomic(name, args, to, expr),
            ExprKind::Block(body) => self.block_value(body, to),
            ExprKind::Function(_) => {
                let hint = "call the functions by name, for example in a switch over a number";
                Err(Error::untranslatable(&expr.at, "a function pointer", hint))
            }
            ExprKind::InitList(items) if items.len() == 1 => self.value(&items[0]),
            _ => {
                let hint = "store it in a variable first";
                Err(Error::untranslatable(
                    &expr.at,
                    "this use of a struct or array as a value",
                    hint,
                ))
            }
        }
    }

    /// An expression whose value is not used.
    pub fn effect(&mut self, expr: &C) -> Result<()> {
        match &expr.kind {
            ExprKind::Assign(place, value) => self.assignment(place, value, false).map(|_| ()),
            ExprKind::Compound(op, place, value, compute) => {
                self.compound(*op, place, value, compute, false).map(|_| ())
            }
            ExprKind::Increment { place, by, .. } => {
                self.increment(place, *by, false, false).map(|_| ())
            }
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.effect(b)
            }
            ExprKind::Cast(_, inner) => self.effect(inner),
            ExprKind::Call(Callee::Defined(function), args) => {
                self.call(*function, args, None, expr, false).map(|_| ())
            }
            ExprKind::Call(Callee::External(name), args) => {
                self.library(name, args, None, expr, false).map(|_| ())
            }
            ExprKind::Block(body) => self.block_value(body, None).map(|_| ()),
            ExprKind::Conditional(c, _, b) if is_failed_assertion(b) => self.assertion(c),
            ExprKind::Conditional(c, a, b) => {
                let (c, a, b) = (c.clone(), a.clone(), b.clone());
                self.if_else(&c, &mut |body| body.effect(&a), &mut |body| body.effect(&b), false)
            }
            _ if !has_effect(expr) && !reads_volatile(expr) => Ok(()),
            _ => self.value(expr).map(|_| ()),
        }
    }

    fn unary(&mut self, op: UnOp, operand: &C, ty: &Type) -> Result<Expr> {
        let value = self.value(operand)?;
        if let Expr::Number(n) = value {
            let result = match op {
                UnOp::Negate => -n,
                UnOp::Complement => !n,
                UnOp::Not => i64::from(n == 0),
            };
            return self.literal(super::arith::kept(result, ty), ty);
        }
        Ok(match op {
            UnOp::Not => value.negated(),
            UnOp::Negate if ty.integer().0 == 64 => {
                return self.arithmetic(BinOp::Sub, Expr::Number(0), value, ty, false);
            }
            UnOp::Negate => Expr::Unary("-", Box::new(value)),
            UnOp::Complement if ty.integer() == (64, false) => {
                let hint = "use a 32-bit number";
                return Err(Error::untranslatable(
                    &operand.at,
                    "the complement of a 64-bit unsigned number",
                    hint,
                ));
            }
            UnOp::Complement => Expr::Unary("~", Box::new(value)),
        })
    }

    fn binary(&mut self, op: BinOp, a: &C, b: &C, expr: &C) -> Result<Expr> {
        let (left, right) = self.pair(a, b)?;
        if a.ty.is_pointer() {
            return match op {
                BinOp::Add => self.moved(op, left, right, &a.ty, expr),
                BinOp::Sub if b.ty.is_pointer() => self.distance(left, right, &a.ty, expr),
                BinOp::Sub => self.moved(op, left, right, &a.ty, expr),
                _ => Ok(Expr::binary(super::arith::symbol(op), left, right)),
            };
        }
        let positive = never_negative(a) && never_negative(b);
        // Comparisons compute in the type of their operands, shifts in that of the left one.
        self.arithmetic(op, left, right, a.ty.plain(), positive)
    }

    /// Two operands, left before right.
    pub fn pair(&mut self, a: &C, b: &C) -> Result<(Expr, Expr)> {
        let left = self.value(a)?;
        let left = self.before(left, b);
        Ok((left, self.value(b)?))
    }

    /// A value as it must be kept while a later operand is evaluated.
    pub fn before(&mut self, value: Expr, later: &C) -> Expr {
        if has_effect(later) {
            self.stable(value)
        } else if self.needs_steps(later) {
            self.settle(value, 0)
        } else {
            value
        }
    }

    /// The same for a place that is found later.
    fn before_place(&mut self, value: Expr, later: &C) -> Expr {
        if has_effect(later) {
            self.stable(value)
        } else if self.place_needs_steps(later) {
            self.settle(value, 0)
        } else {
            value
        }
    }

    /// `place = value`; clang evaluates the value first.
    fn assignment(&mut self, place: &C, value: &C, used: bool) -> Result<Expr> {
        if place.ty.is_aggregate() {
            self.copy(place, value)?;
            return Ok(Expr::Number(0));
        }
        let local = self.local_target(place)?;
        let held = super::Lowering::held_type(self.l.facts.voids.held_in(place));
        let allocated = match held.filter(|_| place.ty.is_void_pointer()) {
            Some(ty) => self.allocation(strip(value), &ty, local.as_ref())?,
            None => None,
        };
        let result = match allocated {
            Some(value) => value,
            None => self.value_to(value, local.as_ref())?,
        };
        let to = match local {
            Some(to) => to,
            None => {
                let result = self.before_place(result, place);
                return self.store(place, result, used);
            }
        };
        let result = self.settle(result, 1);
        self.assign(to.clone(), result);
        Ok(Expr::Read(to))
    }

    /// A place that is a local variable as a whole.
    fn local_target(&mut self, place: &C) -> Result<Option<Place>> {
        if !matches!(place.kind, ExprKind::Var(_)) {
            return Ok(None);
        }
        Ok(Some(self.place(place)?).filter(|p| p.as_local().is_some()))
    }

    fn store(&mut self, place: &C, value: Expr, used: bool) -> Result<Expr> {
        let to = self.place(place)?;
        let mut reads = 0;
        to.visit(&mut |e| reads += usize::from(matches!(e, Expr::Read(p) if p.shared)));
        let value = self.settle(value, usize::from(!to.shared && reads == 0));
        let to = self.settle_place(to);
        let value = if used { self.stable(value) } else { value };
        self.assign(to, value.clone());
        Ok(value)
    }

    /// `place op= value`; clang evaluates the value first, then loads, computes and stores.
    fn compound(
        &mut self,
        op: BinOp,
        place: &C,
        value: &C,
        compute: &Type,
        used: bool,
    ) -> Result<Expr> {
        let by = self.value(value)?;
        let by = self.before_place(by, place);
        let positive = never_negative(value) && place.ty.range().0 >= 0;
        self.update(place, used, false, |body, old| {
            if place.ty.is_pointer() {
                return body.moved(op, old, by, &place.ty, place);
            }
            let old = body.convert(old, place.ty.plain(), compute);
            let new = body.arithmetic(op, old, by, compute, positive)?;
            Ok(body.convert(new, compute, place.ty.plain()))
        })
    }

    fn increment(&mut self, place: &C, by: i64, postfix: bool, used: bool) -> Result<Expr> {
        let at = place.clone();
        self.update(place, used, postfix, move |body, old| {
            let ty = at.ty.plain().clone();
            if ty.is_pointer() {
                return body.moved(BinOp::Add, old, Expr::Number(by), &ty, &at);
            }
            let op = if by < 0 { BinOp::Sub } else { BinOp::Add };
            // Narrow types are computed as int.
            let wide = if ty.integer().0 < 32 { crate::types::INT } else { ty.clone() };
            let new = body.arithmetic(op, old, Expr::Number(1), &wide, false)?;
            Ok(body.convert(new, &wide, &ty))
        })
    }

    /// Loads, computes and stores: one act on an atomic object, two on a shared one.
    fn update(
        &mut self,
        place: &C,
        used: bool,
        old_value: bool,
        compute: impl FnOnce(&mut Self, Expr) -> Result<Expr>,
    ) -> Result<Expr> {
        let to = self.place(place)?;
        let to = self.settle_place(to);
        if to.shared && place.ty.is_atomic() {
            let temp = self.temp();
            let load = crate::ir::Prim::Assign(Place::local(&temp), Expr::Read(to.clone()));
            let new = compute(self, Expr::local(&temp))?;
            let store = crate::ir::Prim::Assign(to, new.clone());
            self.push(vec![load, store]);
            return Ok(if old_value { Expr::local(&temp) } else { new });
        }
        let old = Expr::Read(to.clone());
        let old = if to.shared || (used && old_value) { self.keep(old) } else { old };
        let new = compute(self, old.clone())?;
        let new = self.settle(new, usize::from(!to.shared));
        let new = if used && !old_value && to.shared { self.stable(new) } else { new };
        self.assign(to.clone(), new.clone());
        Ok(match (old_value, to.shared) {
            (true, _) => old,
            (false, true) => new,
            (false, false) => Expr::Read(to),
        })
    }

    fn cast(&mut self, cast: Cast, inner: &C, expr: &C, to: Option<&Place>) -> Result<Expr> {
        match cast {
            Cast::Integral => {
                let value = self.value_to(inner, None)?;
                Ok(self.convert(value, inner.ty.plain(), expr.ty.plain()))
            }
            Cast::ToBool => Ok(truth(self.value(inner)?)),
            Cast::Null => Ok(Expr::Number(0)),
            Cast::ToVoid => {
                self.effect(inner)?;
                Ok(Expr::Number(0))
            }
            Cast::Pointer => self.pointer_cast(inner, expr, to),
            Cast::IntegerToPointer if constant(inner) == Some(0) => Ok(Expr::Number(0)),
            Cast::IntegerToPointer if expr.ty.is_void_pointer() => self.value(inner),
            Cast::PointerToInteger if inner.ty.is_void_pointer() => self.value(inner),
            Cast::IntegerToPointer | Cast::PointerToInteger => Err(Error::untranslatable(
                &expr.at,
                "a conversion between a pointer and a number",
                "only a void pointer that never holds a pointer can carry a number",
            )),
        }
    }

    fn pointer_cast(&mut self, inner: &C, expr: &C, to: Option<&Place>) -> Result<Expr> {
        let (from, target) = (inner.ty.pointee().cloned(), expr.ty.pointee().cloned());
        let (Some(from), Some(target)) = (from, target) else {
            return Err(Error::untranslatable(
                &expr.at,
                "this conversion of a pointer",
                "use one type of pointer",
            ));
        };
        if let Some(value) = self.allocation(strip(inner), &target.cell(), to)? {
            return Ok(value);
        }
        if from == Type::Void
            || target == Type::Void
            || from.cell() == target.cell()
            || constant(inner) == Some(0)
        {
            return self.value_to(inner, to);
        }
        Err(Error::untranslatable(
            &expr.at,
            "a cast between unrelated pointers",
            "use pointers of one type; a struct's member can be reached by its name",
        ))
    }

    /// `({ … })`: the value of the last statement, if that is an expression.
    fn block_value(&mut self, body: &[Stmt], to: Option<&Place>) -> Result<Expr> {
        match body.split_last() {
            Some((Stmt { kind: StmtKind::Expr(last), .. }, before)) if last.ty != Type::Void => {
                self.statements(before)?;
                self.value_to(last, to)
            }
            _ => {
                self.statements(body)?;
                Ok(Expr::Number(0))
            }
        }
    }
}

/// Whether an operand is known not to be negative, so that signed and unsigned comparison agree.
fn never_negative(expr: &C) -> bool {
    if let Some(value) = constant(expr) {
        return (0..=i64::from(i32::MAX)).contains(&value);
    }
    match &expr.kind {
        ExprKind::Cast(Cast::Integral | Cast::ToBool, inner) => never_negative(inner),
        ExprKind::Binary(BinOp::BitAnd, a, b) => never_negative(a) || never_negative(b),
        ExprKind::Binary(BinOp::Rem, a, b) => never_negative(a) && never_negative(b),
        _ => expr.ty.range().0 >= 0,
    }
}

/// The second half of `assert` where it is written as `c ? (void)0 : __assert_fail(…)`.
fn is_failed_assertion(expr: &C) -> bool {
    let call = strip(expr);
    matches!(crate::analysis::calls::builtin(call), Some((Builtin::AssertFailed, _)))
}

/// A read that is a step even though its value is not used is only kept where it may fault.
fn reads_volatile(expr: &C) -> bool {
    matches!(&expr.kind, ExprKind::Load(place) if matches!(place.kind, ExprKind::Deref(_) | ExprKind::Member(..)))
}
