//! C11 atomics, and the compiler's `__atomic_` and `__sync_` operations: one indivisible action each.
//!
//! Memory is sequentially consistent, so orders are not looked at, and a weak compare-and-exchange does not fail
//! without a reason.

use super::body::Body;
use crate::ast::{BinOp, Expr as C};
use crate::builtins::{self, AtomicOp};
use crate::error::{Error, Result};
use crate::ir::{Expr, Place, Prim};
use crate::types::{INT, Type};

impl Body<'_, '_> {
    /// Translates an atomic operation.
    pub fn atomic(&mut self, name: &str, args: &[C], to: Option<&Place>, expr: &C) -> Result<Expr> {
        let Some(atomic) = builtins::atomic(name).filter(|a| !a.by_pointer) else {
            let hint = "use the operations of stdatomic.h, or those that end in _n";
            return Err(Error::untranslatable(&expr.at, format!("the operation `{name}`"), hint));
        };
        let place = self.target(&args[0])?;
        let place = self.settle_place(place);
        let ty = args[0].ty.pointee().map_or(INT, |ty| ty.plain().clone());
        // The first value stands after the memory order, except where there is none.
        let first = if atomic.legacy || atomic.op == AtomicOp::Init { 1 } else { 2 };
        match atomic.op {
            AtomicOp::Load => Ok(Expr::Read(place)),
            AtomicOp::Init | AtomicOp::Store => {
                let value = self.atomic_operand(args, first, &ty)?;
                self.assign(place, value);
                Ok(Expr::Number(0))
            }
            AtomicOp::Clear => {
                self.assign(place, Expr::Number(0));
                Ok(Expr::Number(0))
            }
            AtomicOp::TestAndSet => Ok(self.exchange(place, Expr::Number(1), to)),
            AtomicOp::Exchange => {
                let value = self.atomic_operand(args, first, &ty)?;
                Ok(self.exchange(place, value, to))
            }
            AtomicOp::CompareExchange if atomic.legacy => {
                self.swap(place, args, &ty, atomic.new_value)
            }
            AtomicOp::CompareExchange => self.compare_exchange(place, args, &ty),
            AtomicOp::Add | AtomicOp::Sub | AtomicOp::And | AtomicOp::Or | AtomicOp::Xor => {
                let value = self.atomic_operand(args, first, &ty)?;
                self.fetch(atomic.op, place, value, &ty, atomic.new_value, &args[0])
            }
        }
    }

    fn atomic_operand(&mut self, args: &[C], position: usize, ty: &Type) -> Result<Expr> {
        let Some(arg) = args.get(position) else {
            let hint = "use the operations of stdatomic.h";
            return Err(Error::untranslatable(
                &self.at,
                "an atomic operation of an unknown shape",
                hint,
            ));
        };
        let value = self.value(arg)?;
        let value = self.settle(value, 0);
        Ok(self.convert(value, arg.ty.plain(), ty))
    }

    fn exchange(&mut self, place: Place, value: Expr, to: Option<&Place>) -> Expr {
        let old = match to.and_then(Place::as_local) {
            // The destination may be part of the new value, which is stored after the old one is read.
            Some(name) if value.is_constant() => name.to_string(),
            _ => self.temp(),
        };
        let read = Prim::Assign(Place::local(&old), Expr::Read(place.clone()));
        self.push(vec![read, Prim::Assign(place, value)]);
        Expr::local(&old)
    }

    fn fetch(
        &mut self,
        op: AtomicOp,
        place: Place,
        by: Expr,
        ty: &Type,
        new: bool,
        at: &C,
    ) -> Result<Expr> {
        let old = self.temp();
        let op = match op {
            AtomicOp::Sub => BinOp::Sub,
            AtomicOp::And => BinOp::BitAnd,
            AtomicOp::Or => BinOp::BitOr,
            AtomicOp::Xor => BinOp::BitXor,
            _ => BinOp::Add,
        };
        let wide = if ty.integer().0 < 32 { INT } else { ty.clone() };
        let result = if ty.is_pointer() {
            self.moved(op, Expr::local(&old), by, ty, at)?
        } else {
            let result = self.arithmetic(op, Expr::local(&old), by, &wide, false)?;
            self.convert(result, &wide, ty)
        };
        let read = Prim::Assign(Place::local(&old), Expr::Read(place.clone()));
        self.push(vec![read, Prim::Assign(place, result.clone())]);
        Ok(if new { result } else { Expr::local(&old) })
    }

    /// `compare_exchange(&object, &expected, desired)`.
    fn compare_exchange(&mut self, place: Place, args: &[C], ty: &Type) -> Result<Expr> {
        let expected = self.target(&args[2])?;
        let expected = self.settle_place(expected);
        let desired = self.atomic_operand(args, 4, ty)?;
        let done = self.temp();
        let set = |value| Prim::Assign(Place::local(&done), Expr::Number(value));
        // An expected value in shared memory is read before and written after the action itself.
        let near = if expected.shared { Place::local(self.temp()) } else { expected.clone() };
        self.assign(near.clone(), Expr::Read(expected.clone()));
        let equal = Expr::binary("==", Expr::Read(place.clone()), Expr::Read(near.clone()));
        let swap = vec![Prim::Assign(place.clone(), desired), set(1)];
        let fail = vec![Prim::Assign(near.clone(), Expr::Read(place)), set(0)];
        self.push(vec![Prim::Branch(vec![(Some(equal), swap), (None, fail)])]);
        if expected.shared {
            let store = self.collect(|body| {
                body.assign(expected, Expr::Read(near));
                Ok(())
            })?;
            self.branch(Expr::local(&done).negated(), store, Vec::new());
        }
        Ok(Expr::local(&done))
    }

    /// `__sync_…_compare_and_swap(&object, old, new)`.
    fn swap(&mut self, place: Place, args: &[C], ty: &Type, success: bool) -> Result<Expr> {
        let old = self.atomic_operand(args, 1, ty)?;
        let old = self.before(old, &args[2]);
        let new = self.atomic_operand(args, 2, ty)?;
        let seen = self.temp();
        let read = Prim::Assign(Place::local(&seen), Expr::Read(place.clone()));
        let equal = Expr::binary("==", Expr::local(&seen), old);
        let mut branches = vec![(Some(equal), vec![Prim::Assign(place, new)]), (None, Vec::new())];
        if success {
            for ((_, body), value) in branches.iter_mut().zip([1, 0]) {
                body.push(Prim::Assign(Place::local(&seen), Expr::Number(value)));
            }
        }
        self.push(vec![read, Prim::Branch(branches)]);
        Ok(Expr::local(&seen))
    }
}
