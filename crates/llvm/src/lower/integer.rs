//! Integer arithmetic and comparisons, lane by lane.

use crate::ir::{Opcode, Value};
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::wide;
use allways_program::code::{Binary, Compare};
use allways_program::{Inst, Operand, Slot};
use llvm_sys::LLVMIntPredicate;

/// An operation with two operands.
pub(super) fn binary(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let op = operation(inst.opcode());
    if wide::is_wide(inst) {
        return wide::bitwise(body, inst, op);
    }
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
        let bits = leaf.scalar.computable()?;
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        body.emit(Inst::Binary { op, bits, nsw, dst: dst + leaf.word, a, b });
    }
    Ok(())
}

/// A shift. In optimised code shifting by too much gives an undefined value, elsewhere a fault.
pub(super) fn shift(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let op = operation(inst.opcode());
    if wide::is_wide(inst) {
        return wide::shift(body, inst, op);
    }
    let nsw = op == Binary::Shl && inst.has_nsw();
    if !body.speculates || inst.operand(1).is_constant() {
        return elementwise(body, inst, inst.operand(0), inst.operand(1), op, nsw);
    }
    let shape = body.shape(inst.ty())?;
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
    if wide::is_wide(inst.operand(0)) {
        return wide::compare(body, inst, op);
    }
    let shape = body.shape(inst.operand(0).ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    for (lane, leaf) in shape.leaves.iter().enumerate() {
        let bits = leaf.scalar.computable()?;
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        body.emit(Inst::Compare { op, bits, dst: dst + lane as Slot, a, b });
    }
    Ok(())
}
