//! The library functions that clang calls for atomics it has no instruction for, mostly of 128
//! bits: `__atomic_load` and the like, with the size as an argument or in the name. They become
//! the instructions they stand for. Sizes without an instruction stay calls.

use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::shape::{Leaf, Scalar, Shape};
use allways_program::code::Rmw;
use allways_program::{Inst, Operand, Order, Slot};

/// An atomic operation on so many bytes.
struct Atomic {
    shape: Shape,
    align: u32,
}

/// Lowers a call of such a function; `false` when it is none, or of another size.
pub(super) fn lower(body: &mut Body<'_, '_>, inst: Value, name: &str) -> Result<bool, Gap> {
    let Some(operation) = name.strip_prefix("__atomic_") else {
        return Ok(false);
    };
    let args = inst.args();
    let (base, suffix) = operation.rsplit_once('_').unwrap_or((operation, ""));
    if let Some(atomic) = suffix.parse().ok().and_then(Atomic::of_size) {
        return atomic.sized(body, inst, base, &args);
    }
    let size = args.first().and_then(|size| size.as_u64());
    match size.and_then(Atomic::of_size) {
        Some(atomic) => atomic.generic(body, inst, operation, &args[1..]),
        None => Ok(false),
    }
}

impl Atomic {
    fn of_size(size: u64) -> Option<Atomic> {
        if !matches!(size, 1 | 2 | 4 | 8 | 16) {
            return None;
        }
        let scalar = Scalar::Int(size as u32 * 8);
        let leaf = Leaf { scalar, word: 0, bit: 0 };
        let shape = Shape { words: scalar.words() as u16, leaves: vec![leaf], size };
        Some(Atomic { shape, align: size as u32 })
    }

    fn access(&self, body: &mut Body<'_, '_>, success: Order, failure: Option<Order>) -> u32 {
        body.access(&self.shape, self.align, Some(success), failure, false)
    }

    /// A plain access to a value that the caller keeps in memory; nothing is known of its place.
    fn plain(&self, body: &mut Body<'_, '_>) -> u32 {
        body.access(&self.shape, 1, None, None, false)
    }

    /// Values are arguments and results: `T load(T *, int order)`.
    fn sized(
        &self,
        body: &mut Body<'_, '_>,
        inst: Value,
        operation: &str,
        args: &[Value],
    ) -> Result<bool, Gap> {
        let rmw = operation.strip_prefix("fetch_").and_then(fetch);
        match (operation, args) {
            ("load", [ptr, order]) => {
                let ptr = body.operand(*ptr)?;
                let access = self.access(body, order_of(*order), None);
                let dst = self.result(body, inst)?;
                body.emit(Inst::Load { dst, ptr, access });
            }
            ("store", [ptr, value, order]) => {
                let (ptr, src) = (body.operand(*ptr)?, self.value(body, *value)?);
                let access = self.access(body, order_of(*order), None);
                body.emit(Inst::Store { src, ptr, access });
            }
            ("exchange", [ptr, value, order]) => {
                self.exchange(body, inst, Rmw::Exchange, [*ptr, *value, *order])?;
            }
            ("compare_exchange", [ptr, expected, new, success, failure]) => {
                let new = self.value(body, *new)?;
                let orders = (order_of(*success), order_of(*failure));
                self.compare(body, inst, *ptr, *expected, new, orders)?;
            }
            (_, [ptr, value, order]) if rmw.is_some() => {
                let op = rmw.unwrap_or(Rmw::Add);
                self.exchange(body, inst, op, [*ptr, *value, *order])?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Values are in memory: `void load(T *, T *result, int order)`.
    fn generic(
        &self,
        body: &mut Body<'_, '_>,
        inst: Value,
        operation: &str,
        args: &[Value],
    ) -> Result<bool, Gap> {
        let held = body.new_slots(self.shape.words.into());
        let plain = self.plain(body);
        match (operation, args) {
            ("load", [ptr, result, order]) => {
                let (ptr, to) = (body.operand(*ptr)?, body.operand(*result)?);
                let access = self.access(body, order_of(*order), None);
                body.emit(Inst::Load { dst: held, ptr, access });
                body.emit(Inst::Store { src: Operand::slot(held), ptr: to, access: plain });
            }
            ("store", [ptr, value, order]) => {
                let (ptr, from) = (body.operand(*ptr)?, body.operand(*value)?);
                let access = self.access(body, order_of(*order), None);
                body.emit(Inst::Load { dst: held, ptr: from, access: plain });
                body.emit(Inst::Store { src: Operand::slot(held), ptr, access });
            }
            ("exchange", [ptr, value, result, order]) => {
                let (ptr, from) = (body.operand(*ptr)?, body.operand(*value)?);
                let to = body.operand(*result)?;
                let access = self.access(body, order_of(*order), None);
                body.emit(Inst::Load { dst: held, ptr: from, access: plain });
                let value = Operand::slot(held);
                body.emit(Inst::Rmw { op: Rmw::Exchange, dst: held, ptr, value, access });
                body.emit(Inst::Store { src: value, ptr: to, access: plain });
            }
            ("compare_exchange", [ptr, expected, new, success, failure]) => {
                let from = body.operand(*new)?;
                body.emit(Inst::Load { dst: held, ptr: from, access: plain });
                let orders = (order_of(*success), order_of(*failure));
                self.compare(body, inst, *ptr, *expected, Operand::slot(held), orders)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn exchange(
        &self,
        body: &mut Body<'_, '_>,
        inst: Value,
        op: Rmw,
        [ptr, value, order]: [Value; 3],
    ) -> Result<(), Gap> {
        let (ptr, value) = (body.operand(ptr)?, self.value(body, value)?);
        let access = self.access(body, order_of(order), None);
        let dst = self.result(body, inst)?;
        body.emit(Inst::Rmw { op, dst, ptr, value, access });
        Ok(())
    }

    /// The expected value is in memory and becomes the one found; the result says whether it was
    /// exchanged.
    fn compare(
        &self,
        body: &mut Body<'_, '_>,
        inst: Value,
        ptr: Value,
        expected: Value,
        new: Operand,
        (success, failure): (Order, Order),
    ) -> Result<(), Gap> {
        let (ptr, place) = (body.operand(ptr)?, body.operand(expected)?);
        let found = body.new_slots(self.shape.words.into());
        let plain = self.plain(body);
        let access = self.access(body, success, Some(failure));
        let done = body.define(inst)?;
        body.emit(Inst::Load { dst: found, ptr: place, access: plain });
        let expected = Operand::slot(found);
        body.emit(Inst::CompareExchange { dst: found, success: done, ptr, expected, new, access });
        let (failed, behind) = (body.new_label(), body.new_label());
        body.emit(Inst::Branch { cond: Operand::slot(done), yes: behind, no: failed });
        body.place(failed);
        body.emit(Inst::Store { src: Operand::slot(found), ptr: place, access: plain });
        body.place(behind);
        Ok(())
    }

    /// An argument, if it is one value of this size.
    fn value(&self, body: &mut Body<'_, '_>, value: Value) -> Result<Operand, Gap> {
        self.expect(body, value)?;
        body.operand(value)
    }

    fn result(&self, body: &mut Body<'_, '_>, inst: Value) -> Result<Slot, Gap> {
        self.expect(body, inst)?;
        body.define(inst)
    }

    fn expect(&self, body: &mut Body<'_, '_>, value: Value) -> Result<(), Gap> {
        let bits = body.cx.scalar_of(value)?.bits();
        if bits == self.align * 8 {
            return Ok(());
        }
        Err(Gap(format!("an atomic operation of {} bytes on {bits} bits", self.align)))
    }
}

fn fetch(name: &str) -> Option<Rmw> {
    Some(match name {
        "add" => Rmw::Add,
        "sub" => Rmw::Sub,
        "and" => Rmw::And,
        "or" => Rmw::Or,
        "xor" => Rmw::Xor,
        "nand" => Rmw::Nand,
        _ => return None,
    })
}

/// The ordering that an argument says; the strongest when it is not known.
fn order_of(value: Value) -> Order {
    match value.as_u64() {
        Some(0) => Order::Relaxed,
        Some(1 | 2) => Order::Acquire,
        Some(3) => Order::Release,
        Some(4) => Order::AcqRel,
        _ => Order::SeqCst,
    }
}
