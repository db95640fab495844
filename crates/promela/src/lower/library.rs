//! Calls of library functions: one short method each.

use super::body::Body;
use crate::analysis::calls::text;
use crate::ast::{BinOp, Expr as C, ExprKind, constant};
use crate::builtins::{self, Builtin};
use crate::error::{Error, Result};
use crate::ir::{Class, Expr, Place, Prim, SpaceId};
use crate::types::Type;

impl Body<'_, '_> {
    /// Translates a call of a function that the program does not define.
    pub fn library(
        &mut self,
        name: &str,
        args: &[C],
        to: Option<&Place>,
        expr: &C,
        used: bool,
    ) -> Result<Expr> {
        if builtins::atomic(name).is_some() {
            return self.atomic(name, args, to, expr);
        }
        let Some(function) = builtins::lookup(name) else {
            let hint = "define it in this file, or leave the call out for the model";
            return Err(Error::untranslatable(
                &expr.at,
                format!("a call of `{name}`, which has no body"),
                hint,
            ));
        };
        use Builtin::*;
        match function {
            Malloc | Calloc => Err(untyped_allocation(expr)),
            Free => self.free(&args[0]),
            Clear => self.clear_object(args, expr),
            Copy => self.copy_object(args, expr),
            ThreadCreate => self.create_thread(args, expr),
            ThreadJoin => self.join_thread(args),
            ThreadDetach => self.detach_thread(args),
            ThreadExit => self.exit_thread(args, expr),
            ThreadSelf => Ok(self.this_thread()),
            ThreadEqual => {
                let (a, b) = self.pair(&args[0], &args[1])?;
                Ok(Expr::binary("==", a, b))
            }
            MutexInit | CondInit => {
                self.no_attributes(&args[1])?;
                self.init_object(args, Expr::Number(0))
            }
            SemInit => {
                let value = self.value(&args[2])?;
                self.init_object(args, value)
            }
            MutexLock => self.lock(args),
            MutexTryLock => self.try_lock(args),
            MutexUnlock => self.unlock(args),
            MutexDestroy => self.destroy_mutex(args),
            CondWait => self.wait(args, false),
            CondTimedWait => self.wait(args, true),
            CondSignal => self.signal(args),
            CondBroadcast => self.broadcast(args),
            SemWait => self.sem_wait(args),
            SemTryWait => self.sem_try_wait(args),
            SemPost => self.sem_post(args),
            SemValue => self.sem_value(args),
            _ => self.other(function, args, to, expr, used),
        }
    }

    fn other(
        &mut self,
        function: Builtin,
        args: &[C],
        to: Option<&Place>,
        expr: &C,
        used: bool,
    ) -> Result<Expr> {
        use Builtin::*;
        match function {
            Assert => self.assertion(&args[0])?,
            AssertFailed | Abort | Unreachable => self.push(vec![Prim::Assert(Expr::Number(0))]),
            Exit => self.exit_program(),
            Choose => return self.choose(&args[0], to),
            Range => return self.range(args),
            AddressLock => return self.address_lock(args, true),
            AddressUnlock => return self.address_lock(args, false),
            Proposition => self.pulse(args, expr)?,
            PropositionSet => self.set_proposition(args, expr)?,
            Print | Puts | Trace => self.print(function, args, expr, used)?,
            Expect => return self.value_to(&args[0], to),
            AtomicBegin | AtomicEnd => {
                let hint = "put beginatomic and endatomic into one block";
                return Err(Error::untranslatable(
                    &expr.at,
                    "an atomic section that crosses blocks",
                    hint,
                ));
            }
            _ => {
                for arg in args {
                    self.effect(arg)?;
                }
            }
        }
        Ok(Expr::Number(0))
    }

    /// `assert`.
    pub fn assertion(&mut self, condition: &C) -> Result<()> {
        let value = self.value(condition)?;
        let value = self.settle(value, 1);
        self.push(vec![Prim::Assert(value)]);
        Ok(())
    }

    /// An allocation whose type is known from the cast around it; `None` if it is none.
    pub fn allocation(&mut self, call: &C, ty: &Type, to: Option<&Place>) -> Result<Option<Expr>> {
        let ty = match ty {
            Type::Void => return Ok(None),
            other => other.clone(),
        };
        let count = match crate::analysis::calls::builtin(call) {
            Some((Builtin::Malloc, [size])) => self.object_count(size, &ty, call)?,
            Some((Builtin::Calloc, [count, size])) => {
                if constant(size) != self.size_of(&ty) {
                    return Err(self.bad_size(call));
                }
                self.count_value(count)?
            }
            _ => return Ok(None),
        };
        let space = self.space_of(&ty, call)?;
        let target = match to.filter(|p| p.as_local().is_some()) {
            Some(place) => place.clone(),
            None => Place::local(self.temp()),
        };
        self.new_cells(space, &target, count);
        Ok(Some(Expr::Read(target)))
    }

    fn size_of(&self, ty: &Type) -> Option<i64> {
        let (size, _) = self.l.program.records.layout(ty)?;
        i64::try_from(size).ok()
    }

    fn bad_size(&self, expr: &C) -> Error {
        Error::untranslatable(
            &expr.at,
            "an allocation of this size",
            "allocate sizeof(T), n * sizeof(T) or sizeof(T) * n bytes for a pointer to T",
        )
    }

    /// How many objects an allocation is for; `None` for one.
    fn object_count(&mut self, size: &C, ty: &Type, expr: &C) -> Result<Option<Expr>> {
        let unit = self.size_of(ty).ok_or_else(|| self.bad_size(expr))?;
        if let Some(bytes) = constant(size) {
            if bytes % unit != 0 || bytes == 0 {
                return Err(self.bad_size(expr));
            }
            return Ok((bytes != unit).then(|| Expr::Number(bytes / unit)));
        }
        if let ExprKind::Binary(BinOp::Mul, a, b) = &size.kind {
            if constant(b) == Some(unit) {
                return self.count_value(a);
            }
            if constant(a) == Some(unit) {
                return self.count_value(b);
            }
        }
        Err(self.bad_size(expr))
    }

    fn count_value(&mut self, count: &C) -> Result<Option<Expr>> {
        let value = self.value(count)?;
        let value = self.settle(value, 0);
        Ok((value != Expr::Number(1)).then_some(value))
    }

    /// Takes free cells; others may want them too.
    pub fn new_cells(&mut self, space: SpaceId, to: &Place, count: Option<Expr>) {
        let blocks = self.l.memory.spaces[space].blocks;
        let count = if blocks { count.or(Some(Expr::Number(1))) } else { count };
        let class = if self.l.concurrent() { Class::Visible } else { Class::Local };
        self.push_as(vec![Prim::New { space, to: to.clone(), count }], class);
    }

    pub fn free_cells(&mut self, space: SpaceId, pointer: Expr) {
        let class = if self.l.concurrent() { Class::Visible } else { Class::Local };
        self.l.reused.insert(space);
        self.push_as(vec![Prim::Free { space, pointer }], class);
    }

    /// `free`; freeing null does nothing.
    fn free(&mut self, arg: &C) -> Result<Expr> {
        let inner = crate::analysis::places::strip(arg);
        let ty = match inner.ty.pointee() {
            Some(Type::Void) => super::Lowering::held_type(self.l.facts.voids.held(inner)),
            Some(to) => Some(to.cell()),
            None => None,
        };
        let value = self.value(inner)?;
        let Some(ty) = ty else {
            // Nothing was ever stored in this pointer, so it is null.
            return Ok(value);
        };
        let pointer = self.settle(value, 0);
        if let Expr::Number(0) = pointer {
            return Ok(Expr::Number(0));
        }
        let space = self.space_of(&ty, arg)?;
        self.free_cells(space, pointer);
        Ok(Expr::Number(0))
    }

    /// `arbitrary(n)`: any value below n.
    fn choose(&mut self, limit: &C, to: Option<&Place>) -> Result<Expr> {
        let limit = self.value(limit)?;
        let limit = self.settle(limit, 0);
        let target = match to.and_then(Place::as_local) {
            Some(name) => name.to_string(),
            None => self.temp(),
        };
        self.push(vec![Prim::Choose { to: Place::local(&target), limit }]);
        Ok(Expr::local(&target))
    }

    /// `range(v, lo, hi)`: any value from lo to hi.
    fn range(&mut self, args: &[C]) -> Result<Expr> {
        let (low, high) = self.pair(&args[0], &args[1])?;
        let (low, high) = (self.settle(low, 0), self.settle(high, 0));
        let width = match (&low, &high) {
            (Expr::Number(a), Expr::Number(b)) => Expr::Number(b - a + 1),
            _ => Expr::binary("+", Expr::binary("-", high, low.clone()), Expr::Number(1)),
        };
        let target = self.temp();
        self.push(vec![Prim::Choose { to: Place::local(&target), limit: width }]);
        Ok(super::place::plus(Expr::local(&target), low))
    }

    /// The variable that holds a proposition.
    fn proposition(&mut self, args: &[C], expr: &C) -> Result<Place> {
        let name = args.get(1).and_then(text);
        let variable = name.and_then(|name| self.l.symbols.propositions.get(name));
        match variable {
            Some(variable) => Ok(Place::global(variable, Vec::new(), true)),
            None => {
                let hint = "use ap or ap_set";
                Err(Error::untranslatable(&expr.at, "a proposition without a name", hint))
            }
        }
    }

    /// `ap(P)`: P holds in one state and no longer.
    fn pulse(&mut self, args: &[C], expr: &C) -> Result<()> {
        let place = self.proposition(args, expr)?;
        let pulse = Place::global(&self.l.symbols.pulse, Vec::new(), true);
        let this = Expr::Read(Place::global("_pid", Vec::new(), false));
        let this = Expr::binary("+", this, Expr::Number(1));
        self.l.pulses = true;
        let (on, off) = (Expr::Number(1), Expr::Number(0));
        // Nobody else moves while the pulse lasts, so it is one state and no more.
        self.push(vec![Prim::Assign(place.clone(), on), Prim::Assign(pulse.clone(), this)]);
        self.push(vec![Prim::Assign(place, off.clone()), Prim::Assign(pulse, off)]);
        Ok(())
    }

    /// `ap_set(P, v)`: P keeps the value.
    fn set_proposition(&mut self, args: &[C], expr: &C) -> Result<()> {
        let place = self.proposition(args, expr)?;
        let value = self.value(&args[2])?;
        let value = self.settle(super::arith::truth(value), 0);
        self.push(vec![Prim::Assign(place, value)]);
        Ok(())
    }
}

/// Cells have a type, so an allocation must be for something.
fn untyped_allocation(expr: &C) -> Error {
    let hint = "assign the result to a pointer to the type of the object";
    Error::untranslatable(&expr.at, "an allocation without a type", hint)
}
