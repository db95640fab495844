//! Floating-point arithmetic and comparisons, lane by lane.

use crate::ir::{Opcode, Value};
use crate::lower::Gap;
use crate::lower::body::Body;
use allways_program::code::{FloatBinary, FloatUnary};
use allways_program::{Inst, Slot};
use llvm_sys::LLVMRealPredicate;

/// An operation with two operands.
pub(super) fn binary(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let op = match inst.opcode() {
        Opcode::LLVMFAdd => FloatBinary::Add,
        Opcode::LLVMFSub => FloatBinary::Sub,
        Opcode::LLVMFMul => FloatBinary::Mul,
        Opcode::LLVMFDiv => FloatBinary::Div,
        _ => FloatBinary::Rem,
    };
    elementwise(body, inst, op)
}

/// `inst` gets `op` of its first two operands.
pub(super) fn elementwise(
    body: &mut Body<'_, '_>,
    inst: Value,
    op: FloatBinary,
) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let kind = leaf.scalar.float()?;
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        body.emit(Inst::Float { op, kind, dst: dst + leaf.word, a, b });
    }
    Ok(())
}

/// `inst` gets `op` of its first operand.
pub(super) fn unary(body: &mut Body<'_, '_>, inst: Value, op: FloatUnary) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let a = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let kind = leaf.scalar.float()?;
        body.emit(Inst::FloatUnary { op, kind, dst: dst + leaf.word, a: a.word(leaf.word) });
    }
    Ok(())
}

/// Changes the sign.
pub(super) fn negate(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    unary(body, inst, FloatUnary::Neg)
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;

/// A comparison.
pub(super) fn compare(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    emit_compare(body, inst, mask(inst.float_predicate()))
}

/// `inst` says which of the results in `mask` its first two operands give.
pub(super) fn emit_compare(body: &mut Body<'_, '_>, inst: Value, mask: u8) -> Result<(), Gap> {
    let shape = body.shape(inst.operand(0).ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    for (lane, leaf) in shape.leaves.iter().enumerate() {
        let kind = leaf.scalar.float()?;
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        body.emit(Inst::FloatCompare { mask, kind, dst: dst + lane as Slot, a, b });
    }
    Ok(())
}

fn mask(predicate: LLVMRealPredicate) -> u8 {
    use LLVMRealPredicate::*;
    match predicate {
        LLVMRealPredicateFalse => 0,
        LLVMRealOEQ => EQUAL,
        LLVMRealOGT => GREATER,
        LLVMRealOGE => GREATER | EQUAL,
        LLVMRealOLT => LESS,
        LLVMRealOLE => LESS | EQUAL,
        LLVMRealONE => LESS | GREATER,
        LLVMRealORD => LESS | EQUAL | GREATER,
        LLVMRealUNO => UNORDERED,
        LLVMRealUEQ => UNORDERED | EQUAL,
        LLVMRealUGT => UNORDERED | GREATER,
        LLVMRealUGE => UNORDERED | GREATER | EQUAL,
        LLVMRealULT => UNORDERED | LESS,
        LLVMRealULE => UNORDERED | LESS | EQUAL,
        LLVMRealUNE => UNORDERED | LESS | GREATER,
        LLVMRealPredicateTrue => UNORDERED | LESS | EQUAL | GREATER,
    }
}
