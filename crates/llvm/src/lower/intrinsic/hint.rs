//! Intrinsics that tell the optimiser something, ask about the compilation, or stop.

use super::{Table, first_argument, nothing};
use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::TICKS;
use crate::lower::body::Body;
use crate::lower::shape::Scalar;
use allways_program::{Inst, Order};

pub(super) const TABLE: Table = &[
    ("llvm.assume", nothing),
    ("llvm.sideeffect", nothing),
    ("llvm.donothing", nothing),
    ("llvm.prefetch", nothing),
    ("llvm.var.annotation", nothing),
    ("llvm.codeview.annotation", nothing),
    ("llvm.pseudoprobe", nothing),
    ("llvm.dbg", nothing),
    ("llvm.invariant.end", nothing),
    ("llvm.experimental.noalias.scope.decl", nothing),
    ("llvm.clear_cache", nothing),
    ("llvm.fake.use", nothing),
    ("llvm.x86.sse2.pause", nothing),
    ("llvm.expect", first_argument),
    ("llvm.expect.with.probability", first_argument),
    ("llvm.annotation", first_argument),
    ("llvm.ptr.annotation", first_argument),
    ("llvm.launder.invariant.group", first_argument),
    ("llvm.strip.invariant.group", first_argument),
    ("llvm.preserve.array.access.index", first_argument),
    ("llvm.preserve.struct.access.index", first_argument),
    ("llvm.preserve.union.access.index", first_argument),
    ("llvm.ssa.copy", first_argument),
    ("llvm.arithmetic.fence", first_argument),
    ("llvm.allow.runtime.check", |b, i| number(b, i, 1)),
    ("llvm.allow.ubsan.check", |b, i| number(b, i, 1)),
    ("llvm.invariant.start", undefined),
    ("llvm.is.constant", is_constant),
    ("llvm.objectsize", object_size),
    ("llvm.returnaddress", return_address),
    ("llvm.frameaddress", |b, i| number(b, i, 0)),
    ("llvm.get.rounding", |b, i| number(b, i, 1)),
    ("llvm.readcyclecounter", ticks),
    ("llvm.x86.rdtsc", ticks),
    ("llvm.trap", trap),
    ("llvm.ubsantrap", trap),
    ("llvm.debugtrap", trap),
    ("llvm.x86.sse2.mfence", fence),
    ("llvm.x86.sse2.lfence", fence),
    ("llvm.x86.sse.sfence", fence),
];

fn number(body: &mut Body<'_, '_>, inst: Value, value: u128) -> Result<(), Gap> {
    let bits = body.cx.scalar_of(inst)?.bits();
    let operand = body.cx.number(value, bits);
    body.alias(inst, operand)
}

/// The processor's counter.
fn ticks(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let dst = body.define(inst)?;
    body.call_external(TICKS, dst, Some(Scalar::Int(64)), &[]);
    Ok(())
}

fn undefined(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let operand = body.undefined(inst.ty())?;
    body.alias(inst, operand)
}

/// Only what is a constant in the code counts as one.
fn is_constant(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let known = inst.operand(0).is_constant() && !inst.operand(0).is_undefined();
    number(body, inst, u128::from(known))
}

/// "Unknown": nothing was optimised that could have found out.
fn object_size(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let least = inst.operand(1).as_u64() == Some(1);
    number(body, inst, if least { 0 } else { u128::MAX })
}

/// Programs test it, print it and keep it: an address in code that is not null and not that of a function. Which
/// call it belongs to cannot be told from it. Frames further up are not known.
fn return_address(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let is_own = inst.operand(0).as_u64() == Some(0);
    let address = body.cx.space.label(body.start) + 1;
    number(body, inst, if is_own { address.into() } else { 0 })
}

fn trap(body: &mut Body<'_, '_>, _: Value) -> Result<(), Gap> {
    body.emit(Inst::Trap);
    Ok(())
}

fn fence(body: &mut Body<'_, '_>, _: Value) -> Result<(), Gap> {
    body.emit(Inst::Fence { order: Order::SeqCst });
    Ok(())
}
