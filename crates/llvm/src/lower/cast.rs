//! Conversions.

use crate::ir::{Opcode, Value};
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::shape::{Leaf, Scalar};
use crate::lower::wide::{self, NARROW};
use allways_program::code::{FloatConvert, OutOfRange, Resize};
use allways_program::{Inst, Operand, Slot};

/// Truncation and sign extension.
pub(super) fn resize(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let op = if inst.opcode() == Opcode::LLVMTrunc { Resize::Trunc } else { Resize::SExt };
    each_lane(body, inst, |body, from, to, dst, a| emit_resize(body, op, (from, to), dst, a))
}

/// Zero extension: bits above a value's width are zero already, so that often nothing is to do.
pub(super) fn zero_extend(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let from = body.shape(inst.operand(0).ty())?;
    let to = body.shape(inst.ty())?;
    if from.words == to.words {
        let operand = body.operand(inst.operand(0))?;
        return body.alias(inst, operand);
    }
    each_lane(body, inst, |body, from, to, dst, a| {
        emit_resize(body, Resize::ZExt, (from, to), dst, a)
    })
}

/// Between pointers and integers: a change of width at most.
pub(super) fn pointer(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let from = body.shape(inst.operand(0).ty())?;
    let to = body.shape(inst.ty())?;
    let widths = |leaves: &[Leaf]| leaves.iter().map(|l| l.scalar.bits()).max().unwrap_or(0);
    let (from_bits, to_bits) = (widths(&from.leaves), widths(&to.leaves));
    if from_bits == to_bits || (from_bits < to_bits && from.words == to.words) {
        let operand = body.operand(inst.operand(0))?;
        return body.alias(inst, operand);
    }
    let op = if from_bits < to_bits { Resize::ZExt } else { Resize::Trunc };
    each_lane(body, inst, |body, from, to, dst, a| emit_resize(body, op, (from, to), dst, a))
}

pub(super) fn emit_resize(
    body: &mut Body<'_, '_>,
    op: Resize,
    (from, to): (Scalar, Scalar),
    dst: Slot,
    a: Operand,
) -> Result<(), Gap> {
    if from.bits().max(to.bits()) > NARROW {
        wide::resize(body, op, (from.bits(), to.bits()), dst, a);
        return Ok(());
    }
    let (from, to) = (from.computable()?, to.computable()?);
    body.emit(Inst::Resize { op, from, to, dst, a });
    Ok(())
}

/// The same bits as another type.
pub(super) fn bits(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let from = body.shape(inst.operand(0).ty())?;
    let to = body.shape(inst.ty())?;
    let src = body.operand(inst.operand(0))?;
    let same = from.leaves.len() == to.leaves.len()
        && from.leaves.iter().zip(&to.leaves).all(|(a, b)| a.scalar.bits() == b.scalar.bits());
    if same {
        return body.alias(inst, src);
    }
    let from = body.cx.pool.layout(&mut body.cx.program, &from);
    let to = body.cx.pool.layout(&mut body.cx.program, &to);
    let dst = body.define(inst)?;
    body.emit(Inst::Bitcast { dst, src, from, to });
    Ok(())
}

/// Conversions that involve floating point.
pub(super) fn float(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    convert(body, inst, inst.opcode())
}

/// The conversion that an opcode stands for, of the first operand of `inst`.
pub(super) fn convert(body: &mut Body<'_, '_>, inst: Value, opcode: Opcode) -> Result<(), Gap> {
    each_lane(body, inst, |body, from, to, dst, a| {
        let beyond = if body.speculates { OutOfRange::Undefined } else { OutOfRange::Fault };
        let op = match opcode {
            Opcode::LLVMFPToSI => {
                FloatConvert::ToSigned { from: from.float()?, bits: to.computable()?, beyond }
            }
            Opcode::LLVMFPToUI => {
                FloatConvert::ToUnsigned { from: from.float()?, bits: to.computable()?, beyond }
            }
            Opcode::LLVMSIToFP => {
                FloatConvert::FromSigned { bits: from.computable()?, to: to.float()? }
            }
            Opcode::LLVMUIToFP => {
                FloatConvert::FromUnsigned { bits: from.computable()?, to: to.float()? }
            }
            _ => FloatConvert::Resize { from: from.float()?, to: to.float()? },
        };
        body.emit(Inst::FloatConvert { op, dst, a });
        Ok(())
    })
}

/// Calls `emit` with the scalars and places of each lane of the operand and the result.
pub(super) fn each_lane(
    body: &mut Body<'_, '_>,
    inst: Value,
    mut emit: impl FnMut(&mut Body<'_, '_>, Scalar, Scalar, Slot, Operand) -> Result<(), Gap>,
) -> Result<(), Gap> {
    let from = body.shape(inst.operand(0).ty())?;
    let to = body.shape(inst.ty())?;
    let a = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    for (f, t) in from.leaves.iter().zip(&to.leaves) {
        emit(body, f.scalar, t.scalar, dst + t.word, a.word(f.word))?;
    }
    Ok(())
}
