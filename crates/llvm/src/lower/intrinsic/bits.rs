//! Integer intrinsics.

use super::Table;
use crate::ir::Value;
use crate::lower::body::Body;
use crate::lower::shape::Leaf;
use crate::lower::wide::{NARROW, Wide};
use crate::lower::{Gap, integer};
use allways_program::code::{Binary, Checked, Compare, Unary};
use allways_program::{Inst, Operand, Slot};

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

/// The width of a part, if it is more than instructions compute with in one piece.
fn wide(leaf: &Leaf) -> Option<Wide> {
    let bits = leaf.scalar.bits();
    (bits > NARROW).then(|| Wide::new(bits))
}

fn two(body: &mut Body<'_, '_>, inst: Value, op: Binary) -> Result<(), Gap> {
    integer::elementwise(body, inst, inst.operand(0), inst.operand(1), op, false)
}

fn one(body: &mut Body<'_, '_>, inst: Value, op: Unary) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let a = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let (dst, a) = (dst + leaf.word, a.word(leaf.word));
        if let Some(wide) = wide(leaf) {
            wide.unary(body, op, dst, a);
            continue;
        }
        let bits = leaf.scalar.computable()?;
        body.emit(Inst::Unary { op, bits, dst, a });
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
        let (a, b) = (a.word(leaf.word), b.word(leaf.word));
        let (dst, flag) = (dst + leaf.word, flags + lane as u32);
        if let Some(wide) = wide(leaf) {
            wide.checked(body, op, (dst, flag), a, b);
            continue;
        }
        let bits = leaf.scalar.computable()?;
        body.emit(Inst::Checked { op, bits, dst, flag, a, b });
    }
    Ok(())
}

fn funnel(body: &mut Body<'_, '_>, inst: Value, left: bool) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let count = body.operand(inst.operand(2))?;
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let (a, b, count) = (a.word(leaf.word), b.word(leaf.word), count.word(leaf.word));
        let dst = dst + leaf.word;
        if let Some(wide) = wide(leaf) {
            wide.funnel(body, left, dst, (a, b), count);
            continue;
        }
        let bits = leaf.scalar.computable()?;
        body.emit(Inst::Funnel { left, bits, dst, a, b, count });
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
        let width = t.scalar.bits();
        let (a, b, dst) = (a.word(f.word), b.word(f.word), dst + t.word);
        let (minus, zero) = (body.cx.number(u128::MAX, width), body.cx.number(0, width));
        let one = body.cx.number(1, width);
        let words = t.scalar.words() as u16;
        let flag = body.new_slots(1);
        let cond = Operand::slot(flag);
        compare(body, f, greater, flag, (a, b))?;
        body.emit(Inst::Select { words, dst, cond, a: one, b: zero });
        compare(body, f, less, flag, (a, b))?;
        body.emit(Inst::Select { words, dst, cond, a: minus, b: Operand::slot(dst) });
    }
    Ok(())
}

fn compare(
    body: &mut Body<'_, '_>,
    leaf: &Leaf,
    op: Compare,
    dst: Slot,
    (a, b): (Operand, Operand),
) -> Result<(), Gap> {
    if let Some(wide) = wide(leaf) {
        wide.compare(body, op, dst, a, b);
        return Ok(());
    }
    let bits = leaf.scalar.computable()?;
    body.emit(Inst::Compare { op, bits, dst, a, b });
    Ok(())
}
