//! Memory: block operations, lifetimes, the stack, variable arguments, thread-local addresses.

use super::{Table, nothing};
use crate::ir::Value;
use crate::lower::address::Place;
use crate::lower::body::Body;
use crate::lower::shape::{Leaf, Scalar, Shape};
use crate::lower::{Gap, cast};
use allways_program::code::Resize;
use allways_program::{Inst, Operand};

pub(super) const TABLE: Table = &[
    ("llvm.memcpy", |b, i| copy(b, i, "memcpy")),
    ("llvm.memcpy.inline", |b, i| copy(b, i, "memcpy")),
    ("llvm.memmove", |b, i| copy(b, i, "memmove")),
    ("llvm.memset", fill),
    ("llvm.memset.inline", fill),
    ("llvm.memcpy.element.unordered.atomic", unsupported),
    ("llvm.memmove.element.unordered.atomic", unsupported),
    ("llvm.memset.element.unordered.atomic", unsupported),
    ("llvm.lifetime.start", |b, i| lifetime(b, i, |ptr| Inst::LifetimeStart { ptr })),
    ("llvm.lifetime.end", |b, i| lifetime(b, i, |ptr| Inst::LifetimeEnd { ptr })),
    ("llvm.stacksave", stack_save),
    ("llvm.stackrestore", stack_restore),
    ("llvm.va_start", va_start),
    ("llvm.va_copy", va_copy),
    ("llvm.va_end", nothing),
    ("llvm.threadlocal.address", thread_local),
    ("llvm.load.relative", load_relative),
];

fn unsupported(_: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    Err(Gap(format!("the intrinsic `{}`", inst.callee().name())))
}

fn pointer(body: &Body<'_, '_>) -> Scalar {
    Scalar::Pointer(body.cx.program.pointer_bits.into())
}

/// A length as wide as a pointer.
fn length(body: &mut Body<'_, '_>, value: Value) -> Result<(Scalar, Operand), Gap> {
    let wide = Scalar::Int(body.cx.program.pointer_bits.into());
    let from = body.cx.scalar_of(value)?;
    let mut operand = body.operand(value)?;
    if from.bits() > wide.bits() {
        let dst = body.new_slots(1);
        cast::emit_resize(body, Resize::Trunc, (from, wide), dst, operand)?;
        operand = Operand::slot(dst);
    }
    Ok((wide, operand))
}

fn copy(body: &mut Body<'_, '_>, inst: Value, name: &str) -> Result<(), Gap> {
    let ptr = pointer(body);
    let (to, from) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let length = length(body, inst.operand(2))?;
    body.call_external(name, 0, None, &[(ptr, to), (ptr, from), length]);
    Ok(())
}

fn fill(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let ptr = pointer(body);
    let (to, byte) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let length = length(body, inst.operand(2))?;
    // A byte in a word is also that `int`.
    body.call_external("memset", 0, None, &[(ptr, to), (Scalar::Int(32), byte), length]);
    Ok(())
}

/// The pointer is the last argument: before it older bitcode has a size.
fn lifetime(body: &mut Body<'_, '_>, inst: Value, make: fn(Operand) -> Inst) -> Result<(), Gap> {
    let object = *inst.args().last().ok_or_else(|| Gap("a lifetime of nothing".into()))?;
    if object.is_undefined() {
        return Ok(());
    }
    let ptr = body.operand(object)?;
    body.emit(make(ptr));
    Ok(())
}

fn stack_save(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let dst = body.define(inst)?;
    body.emit(Inst::StackSave { dst });
    Ok(())
}

fn stack_restore(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let src = body.operand(inst.operand(0))?;
    body.emit(Inst::StackRestore { src });
    Ok(())
}

fn va_start(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let list = body.operand(inst.operand(0))?;
    body.emit(Inst::VaStart { list });
    Ok(())
}

/// A `va_list` is a record of 24 bytes on x86-64 and a pointer on i386.
fn va_copy(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let ptr = pointer(body);
    let bits = ptr.bits();
    let (to, from) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let size = body.cx.number(if bits == 64 { 24 } else { 4 }, bits);
    body.call_external("memcpy", 0, None, &[(ptr, to), (ptr, from), (Scalar::Int(bits), size)]);
    Ok(())
}

fn thread_local(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let variable = inst.operand(0);
    if let Some(&Place::ThreadLocal(global)) = body.cx.places.get(&variable) {
        let dst = body.define(inst)?;
        body.emit(Inst::ThreadLocal { dst, global });
        return Ok(());
    }
    let operand = body.operand(variable)?;
    body.alias(inst, operand)
}

/// A table of distances from its own start: `base + *(int *)(base + offset)`.
fn load_relative(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let base = body.operand(inst.operand(0))?;
    let index = body.operand(inst.operand(1))?;
    let bits = body.cx.scalar_of(inst.operand(1))?.computable()?;
    let leaf = Leaf { scalar: Scalar::Int(32), word: 0, bit: 0 };
    let entry = Shape { words: 1, leaves: vec![leaf], size: 4 };
    let access = body.access(&entry, 4, None, None, false);
    let [place, distance] = [(); 2].map(|()| body.new_slots(1));
    let dst = body.define(inst)?;
    body.emit(Inst::Address { dst: place, base, index, bits: bits.min(64), scale: 1 });
    body.emit(Inst::Load { dst: distance, ptr: Operand::slot(place), access });
    body.emit(Inst::Address { dst, base, index: Operand::slot(distance), bits: 32, scale: 1 });
    Ok(())
}
