//! Integer arithmetic and comparisons, lane by lane.

use crate::ir::{Opcode, Value};
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::shape::Scalar;
use crate::lower::wide::{NARROW, Wide};
use allways_program::code::{Binary, Compare};
use allways_program::{Inst, Operand, Slot};
use llvm_sys::LLVMIntPredicate;

/// An operation with two operands.
pub(super) fn binary(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let op = operation(inst.opcode());
    let nsw = matches!(op, Binary::Add | Binary::Sub | Binary::Mul) && inst.has_nsw();
    let (a, b) = (inst.operand(0), inst.operand(1));
    elementwise(body, inst, a, b, op, nsw)
}

/// Applies an operation to every lane of `a` and `b`; `value` gets the result.
pub(super) fn elementwise(
    body: &mut Body<'_, '_>,
    value: Value,
    a: Value,
    b: Value,
    op: Binary,
    nsw: bool,
) -> Result<(), Gap> {
    let shape = body.shape(value.ty())?;
    let (a, b) = (body.operand(a)?, body.operand(b)?);
    let dst = body.define(value)?;
    for leaf in &shape.leaves {
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        let dst = dst + leaf.word;
        if leaf.scalar.bits() > NARROW {
            Wide::new(leaf.scalar.bits()).binary(body, op, dst, a, b)?;
            continue;
        }
        let bits = leaf.scalar.computable()?;
        body.emit(Inst::Binary { op, bits, nsw, dst, a, b });
    }
    Ok(())
}

/// A shift. In optimised code shifting by too much gives an undefined value, elsewhere a fault.
pub(super) fn shift(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let op = operation(inst.opcode());
    let nsw = op == Binary::Shl && inst.has_nsw();
    let shape = body.shape(inst.ty())?;
    let is_wide = shape.leaves.iter().any(|leaf| leaf.scalar.bits() > NARROW);
    if !body.speculates || is_wide || inst.operand(1).is_constant() {
        return elementwise(body, inst, inst.operand(0), inst.operand(1), op, nsw);
    }
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    let nothing = body.undefined(inst.ty())?;
    for leaf in &shape.leaves {
        let bits = leaf.scalar.computable()?;
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        let shift = Shift { op, bits, nsw };
        shift.emit_guarded(body, dst + leaf.word, a, b, nothing.word(leaf.word));
    }
    Ok(())
}

struct Shift {
    op: Binary,
    bits: u8,
    nsw: bool,
}

impl Shift {
    /// `dst = count < bits ? a op count : nothing`, where `op` never sees a count that is too large.
    fn emit_guarded(
        &self,
        body: &mut Body<'_, '_>,
        dst: Slot,
        a: Operand,
        count: Operand,
        nothing: Operand,
    ) {
        let words = u16::from(self.bits.div_ceil(64));
        let limit = body.cx.number(self.bits.into(), self.bits.into());
        let zero = body.cx.number(0, self.bits.into());
        let good = body.new_slots(1);
        let safe = body.new_slots(words.into());
        let cond = Operand::slot(good);
        body.emit(Inst::Compare {
            op: Compare::ULt,
            bits: self.bits,
            dst: good,
            a: count,
            b: limit,
        });
        body.emit(Inst::Select { words, dst: safe, cond, a: count, b: zero });
        let b = Operand::slot(safe);
        body.emit(Inst::Binary { op: self.op, bits: self.bits, nsw: self.nsw, dst, a, b });
        body.emit(Inst::Select { words, dst, cond, a: Operand::slot(dst), b: nothing });
    }
}

fn operation(opcode: Opcode) -> Binary {
    match opcode {
        Opcode::LLVMAdd => Binary::Add,
        Opcode::LLVMSub => Binary::Sub,
        Opcode::LLVMMul => Binary::Mul,
        Opcode::LLVMUDiv => Binary::UDiv,
        Opcode::LLVMSDiv => Binary::SDiv,
        Opcode::LLVMURem => Binary::URem,
        Opcode::LLVMSRem => Binary::SRem,
        Opcode::LLVMShl => Binary::Shl,
        Opcode::LLVMLShr => Binary::LShr,
        Opcode::LLVMAShr => Binary::AShr,
        Opcode::LLVMAnd => Binary::And,
        Opcode::LLVMOr => Binary::Or,
        _ => Binary::Xor,
    }
}

/// An integer or pointer comparison.
pub(super) fn compare(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let op = match inst.int_predicate() {
        LLVMIntPredicate::LLVMIntEQ => Compare::Eq,
        LLVMIntPredicate::LLVMIntNE => Compare::Ne,
        LLVMIntPredicate::LLVMIntUGT => Compare::UGt,
        LLVMIntPredicate::LLVMIntUGE => Compare::UGe,
        LLVMIntPredicate::LLVMIntULT => Compare::ULt,
        LLVMIntPredicate::LLVMIntULE => Compare::ULe,
        LLVMIntPredicate::LLVMIntSGT => Compare::SGt,
        LLVMIntPredicate::LLVMIntSGE => Compare::SGe,
        LLVMIntPredicate::LLVMIntSLT => Compare::SLt,
        LLVMIntPredicate::LLVMIntSLE => Compare::SLe,
    };
    let shape = body.shape(inst.operand(0).ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    for (lane, leaf) in shape.leaves.iter().enumerate() {
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        emit_compare(body, op, leaf.scalar, dst + lane as Slot, a, b)?;
    }
    Ok(())
}

/// `dst = a op b`, for scalars of any width.
pub(super) fn emit_compare(
    body: &mut Body<'_, '_>,
    op: Compare,
    scalar: Scalar,
    dst: Slot,
    a: Operand,
    b: Operand,
) -> Result<(), Gap> {
    if scalar.bits() > NARROW {
        Wide::new(scalar.bits()).compare(body, op, dst, a, b);
        return Ok(());
    }
    let bits = scalar.computable()?;
    body.emit(Inst::Compare { op, bits, dst, a, b });
    Ok(())
}
