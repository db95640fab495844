//! Integer intrinsics.

use super::Table;
use crate::ir::Value;
use crate::lower::body::Body;
use crate::lower::{Gap, integer};
use allways_program::code::{Binary, Checked, Compare, Unary};
use allways_program::{Inst, Operand};

pub(super) const TABLE: Table = &[
    ("llvm.umin", |b, i| two(b, i, Binary::UMin)),
    ("llvm.umax", |b, i| two(b, i, Binary::UMax)),
    ("llvm.smin", |b, i| two(b, i, Binary::SMin)),
    ("llvm.smax", |b, i| two(b, i, Binary::SMax)),
    ("llvm.uadd.sat", |b, i| two(b, i, Binary::UAddSat)),
    ("llvm.sadd.sat", |b, i| two(b, i, Binary::SAddSat)),
    ("llvm.usub.sat", |b, i| two(b, i, Binary::USubSat)),
    ("llvm.ssub.sat", |b, i| two(b, i, Binary::SSubSat)),
    ("llvm.ushl.sat", |b, i| two(b, i, Binary::UShlSat)),
    ("llvm.sshl.sat", |b, i| two(b, i, Binary::SShlSat)),
    ("llvm.uadd.with.overflow", |b, i| checked(b, i, Checked::UAdd)),
    ("llvm.sadd.with.overflow", |b, i| checked(b, i, Checked::SAdd)),
    ("llvm.usub.with.overflow", |b, i| checked(b, i, Checked::USub)),
    ("llvm.ssub.with.overflow", |b, i| checked(b, i, Checked::SSub)),
    ("llvm.umul.with.overflow", |b, i| checked(b, i, Checked::UMul)),
    ("llvm.smul.with.overflow", |b, i| checked(b, i, Checked::SMul)),
    ("llvm.ctpop", |b, i| one(b, i, Unary::PopCount)),
    ("llvm.ctlz", |b, i| one(b, i, Unary::LeadingZeros)),
    ("llvm.cttz", |b, i| one(b, i, Unary::TrailingZeros)),
    ("llvm.bswap", |b, i| one(b, i, Unary::ByteSwap)),
    ("llvm.bitreverse", |b, i| one(b, i, Unary::BitReverse)),
    ("llvm.abs", |b, i| one(b, i, Unary::Abs)),
    ("llvm.fshl", |b, i| funnel(b, i, true)),
    ("llvm.fshr", |b, i| funnel(b, i, false)),
    ("llvm.ptrmask", pointer_mask),
    ("llvm.scmp", |b, i| three_way(b, i, Compare::SLt, Compare::SGt)),
    ("llvm.ucmp", |b, i| three_way(b, i, Compare::ULt, Compare::UGt)),
];

fn two(body: &mut Body<'_, '_>, inst: Value, op: Binary) -> Result<(), Gap> {
    integer::elementwise(body, inst, inst.operand(0), inst.operand(1), op, false)
}

fn one(body: &mut Body<'_, '_>, inst: Value, op: Unary) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let a = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let bits = leaf.scalar.computable()?;
        body.emit(Inst::Unary { op, bits, dst: dst + leaf.word, a: a.word(leaf.word) });
    }
    Ok(())
}

/// The result is a pair of (vectors of) numbers and flags.
fn checked(body: &mut Body<'_, '_>, inst: Value, op: Checked) -> Result<(), Gap> {
    let numbers = body.shape(inst.operand(0).ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    let flags = dst + u32::from(numbers.words);
    for (lane, leaf) in numbers.leaves.iter().enumerate() {
        let bits = leaf.scalar.computable()?;
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        let flag = flags + lane as u32;
        body.emit(Inst::Checked { op, bits, dst: dst + leaf.word, flag, a, b });
    }
    Ok(())
}

fn funnel(body: &mut Body<'_, '_>, inst: Value, left: bool) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let count = body.operand(inst.operand(2))?;
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let bits = leaf.scalar.computable()?;
        let (a, b, count) = (a.word(leaf.word), b.word(leaf.word), count.word(leaf.word));
        body.emit(Inst::Funnel { left, bits, dst: dst + leaf.word, a, b, count });
    }
    Ok(())
}

/// Bits of a pointer cleared. The mask is as wide as an address.
fn pointer_mask(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    integer::elementwise(body, inst, inst.operand(0), inst.operand(1), Binary::And, false)
}

/// -1, 0 or 1.
fn three_way(
    body: &mut Body<'_, '_>,
    inst: Value,
    less: Compare,
    greater: Compare,
) -> Result<(), Gap> {
    let from = body.shape(inst.operand(0).ty())?;
    let to = body.shape(inst.ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    for (f, t) in from.leaves.iter().zip(&to.leaves) {
        let bits = f.scalar.computable()?;
        let width = t.scalar.bits();
        let (a, b, dst) = (a.word(f.word), b.word(f.word), dst + t.word);
        let (minus, zero) = (body.cx.number(u128::MAX, width), body.cx.number(0, width));
        let one = body.cx.number(1, width);
        let words = t.scalar.words() as u16;
        let flag = body.new_slots(1);
        let cond = Operand::slot(flag);
        body.emit(Inst::Compare { op: greater, bits, dst: flag, a, b });
        body.emit(Inst::Select { words, dst, cond, a: one, b: zero });
        body.emit(Inst::Compare { op: less, bits, dst: flag, a, b });
        body.emit(Inst::Select { words, dst, cond, a: minus, b: Operand::slot(dst) });
    }
    Ok(())
}
