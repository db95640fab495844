//! Vectors folded into one value, and vectors as parts of vectors.

use super::Table;
use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use crate::lower::shape::Leaf;
use allways_program::code::{Binary, Compare, FloatBinary};
use allways_program::{Inst, Operand, Slot};

pub(super) const TABLE: Table = &[
    ("llvm.vector.reduce.add", |b, i| integer(b, i, Binary::Add)),
    ("llvm.vector.reduce.mul", |b, i| integer(b, i, Binary::Mul)),
    ("llvm.vector.reduce.and", |b, i| integer(b, i, Binary::And)),
    ("llvm.vector.reduce.or", |b, i| integer(b, i, Binary::Or)),
    ("llvm.vector.reduce.xor", |b, i| integer(b, i, Binary::Xor)),
    ("llvm.vector.reduce.smax", |b, i| integer(b, i, Binary::SMax)),
    ("llvm.vector.reduce.smin", |b, i| integer(b, i, Binary::SMin)),
    ("llvm.vector.reduce.umax", |b, i| integer(b, i, Binary::UMax)),
    ("llvm.vector.reduce.umin", |b, i| integer(b, i, Binary::UMin)),
    ("llvm.vector.reduce.fmax", |b, i| float(b, i, FloatBinary::MaxNum)),
    ("llvm.vector.reduce.fmin", |b, i| float(b, i, FloatBinary::MinNum)),
    ("llvm.vector.reduce.fmaximum", |b, i| float(b, i, FloatBinary::Maximum)),
    ("llvm.vector.reduce.fminimum", |b, i| float(b, i, FloatBinary::Minimum)),
    ("llvm.vector.reduce.fadd", |b, i| float(b, i, FloatBinary::Add)),
    ("llvm.vector.reduce.fmul", |b, i| float(b, i, FloatBinary::Mul)),
    ("llvm.vector.insert", insert),
    ("llvm.vector.extract", extract),
    ("llvm.vector.reverse", reverse),
    ("llvm.stepvector", steps),
    ("llvm.vector.partial.reduce.add", partly),
    ("llvm.experimental.cttz.elts", first_set),
    ("llvm.get.active.lane.mask", lanes_below),
];

fn integer(body: &mut Body<'_, '_>, inst: Value, op: Binary) -> Result<(), Gap> {
    fold(body, inst, |body, leaf, dst, a, b| {
        let bits = leaf.scalar.computable()?;
        body.emit(Inst::Binary { op, bits, nsw: false, dst, a, b });
        Ok(())
    })
}

/// Sums and products have a start value, in order from it; the others have none.
fn float(body: &mut Body<'_, '_>, inst: Value, op: FloatBinary) -> Result<(), Gap> {
    fold(body, inst, |body, leaf, dst, a, b| {
        let kind = leaf.scalar.float()?;
        body.emit(Inst::Float { op, kind, dst, a, b });
        Ok(())
    })
}

fn fold(
    body: &mut Body<'_, '_>,
    inst: Value,
    emit: impl Fn(&mut Body<'_, '_>, Leaf, Slot, Operand, Operand) -> Result<(), Gap>,
) -> Result<(), Gap> {
    let args = inst.args();
    let vector = *args.last().ok_or_else(|| Gap("a reduction of nothing".into()))?;
    let shape = body.shape(vector.ty())?;
    let src = body.operand(vector)?;
    let lane = |leaf: &Leaf| src.word(leaf.word);
    let mut leaves = shape.leaves.iter();
    let mut result = if args.len() == 2 {
        body.operand(args[0])?
    } else {
        lane(leaves.next().ok_or_else(|| Gap("a reduction of nothing".into()))?)
    };
    let dst = body.define(inst)?;
    for leaf in leaves {
        emit(body, *leaf, dst, result, lane(leaf))?;
        result = Operand::slot(dst);
    }
    if result != Operand::slot(dst) {
        let words = u32::from(body.shape(inst.ty())?.words);
        copy_words(body, dst, result, words);
    }
    Ok(())
}

fn insert(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let (whole, part, at) = (inst.operand(0), inst.operand(1), inst.operand(2));
    let total = u32::from(body.shape(inst.ty())?.words);
    let words = u32::from(body.shape(part.ty())?.words);
    let lane = u32::from(body.shape(inst.ty().element(0))?.words);
    let start = at.as_u64().unwrap_or(0) as u32 * lane;
    if start + words > total {
        return Err(Gap("a vector put beyond the end of another".into()));
    }
    let (whole, part) = (body.operand(whole)?, body.operand(part)?);
    let dst = body.define(inst)?;
    copy_words(body, dst, whole, start);
    copy_words(body, dst + start, part, words);
    let end = start + words;
    copy_words(body, dst + end, whole.word(end), total - end);
    Ok(())
}

fn extract(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let total = u32::from(body.shape(inst.operand(0).ty())?.words);
    let words = u32::from(body.shape(inst.ty())?.words);
    let lane = u32::from(body.shape(inst.ty().element(0))?.words);
    let start = inst.operand(1).as_u64().unwrap_or(0) as u32 * lane;
    if start + words > total {
        return Err(Gap("a vector taken beyond the end of another".into()));
    }
    let operand = body.operand(inst.operand(0))?;
    body.alias(inst, operand.word(start))
}

fn reverse(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let src = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    for (to, from) in shape.leaves.iter().zip(shape.leaves.iter().rev()) {
        copy_words(body, dst + to.word, src.word(from.word), to.scalar.words());
    }
    Ok(())
}

/// 0, 1, 2 and so on.
fn steps(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let dst = body.define(inst)?;
    for (lane, leaf) in shape.leaves.iter().enumerate() {
        let number = body.cx.number(lane as u128, leaf.scalar.bits());
        copy_words(body, dst + leaf.word, number, leaf.scalar.words());
    }
    Ok(())
}

/// Adds the lanes of a long vector to those of a short one, in turn.
fn partly(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let short = body.shape(inst.ty())?;
    let long = body.shape(inst.operand(1).ty())?;
    let (start, src) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    copy_words(body, dst, start, short.words.into());
    for (to, from) in short.leaves.iter().cycle().zip(&long.leaves) {
        let bits = to.scalar.computable()?;
        let (a, b) = (Operand::slot(dst + to.word), src.word(from.word));
        body.emit(Inst::Binary { op: Binary::Add, bits, nsw: false, dst: dst + to.word, a, b });
    }
    Ok(())
}

/// The first lane that is not zero; their number when all are.
fn first_set(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let vector = body.shape(inst.operand(0).ty())?;
    let src = body.operand(inst.operand(0))?;
    let scalar = body.cx.scalar_of(inst)?;
    let words = scalar.words() as u16;
    let dst = body.define(inst)?;
    let none = body.cx.number(vector.leaves.len() as u128, scalar.bits());
    copy_words(body, dst, none, words.into());
    for (lane, leaf) in vector.leaves.iter().enumerate().rev() {
        let (a, b) = (src.word(leaf.word), body.cx.number(0, leaf.scalar.bits()));
        let flag = body.new_slots(1);
        let bits = leaf.scalar.computable()?;
        body.emit(Inst::Compare { op: Compare::Ne, bits, dst: flag, a, b });
        let (a, cond) = (body.cx.number(lane as u128, scalar.bits()), Operand::slot(flag));
        body.emit(Inst::Select { words, dst, cond, a, b: Operand::slot(dst) });
    }
    Ok(())
}

/// For each lane whether a first number plus the lane's is below a second one, without wrapping.
fn lanes_below(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let lanes = body.shape(inst.ty())?;
    let scalar = body.cx.scalar_of(inst.operand(0))?;
    let bits = scalar.computable()?;
    let (first, end) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let left = body.new_slots(scalar.words());
    let dst = body.define(inst)?;
    let op = Binary::USubSat;
    body.emit(Inst::Binary { op, bits, nsw: false, dst: left, a: end, b: first });
    for (lane, leaf) in lanes.leaves.iter().enumerate() {
        let (a, b) = (body.cx.number(lane as u128, scalar.bits()), Operand::slot(left));
        body.emit(Inst::Compare { op: Compare::ULt, bits, dst: dst + leaf.word, a, b });
    }
    Ok(())
}
