//! Structs and arrays as values, and moves of whole values.

use crate::ir::{Type, Value};
use crate::lower::Gap;
use crate::lower::body::Body;
use allways_program::{Inst, Slot};

/// A part of an aggregate: the same words, so that nothing is to do.
pub(super) fn extract(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let whole = inst.operand(0);
    let offset = word_offset(body, whole.ty(), &inst.indices())?;
    let operand = body.operand(whole)?;
    body.alias(inst, operand.word(offset))
}

/// A copy of an aggregate with one part replaced.
pub(super) fn insert(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let (whole, part) = (inst.operand(0), inst.operand(1));
    let offset = word_offset(body, whole.ty(), &inst.indices())?;
    let words = u32::from(body.shape(whole.ty())?.words);
    let part_words = u32::from(body.shape(part.ty())?.words);
    let (whole, part) = (body.operand(whole)?, body.operand(part)?);
    let dst = body.define(inst)?;
    let end = offset + part_words;
    copy_words(body, dst, whole, offset);
    copy_words(body, dst + offset, part, part_words);
    copy_words(body, dst + end, whole.word(end), words - end);
    Ok(())
}

/// Copies words, if there are any.
pub(super) fn copy_words(
    body: &mut Body<'_, '_>,
    dst: Slot,
    src: allways_program::Operand,
    words: u32,
) {
    if words > 0 {
        body.emit(Inst::Copy { dst, src, words: words as u16 });
    }
}

fn word_offset(body: &mut Body<'_, '_>, mut ty: Type, path: &[u32]) -> Result<u32, Gap> {
    let mut offset = 0;
    for &index in path {
        if ty.is_struct() {
            for before in 0..u64::from(index) {
                offset += u32::from(body.shape(ty.element(before))?.words);
            }
        } else {
            offset += index * u32::from(body.shape(ty.element(0))?.words);
        }
        ty = ty.element(index.into());
    }
    Ok(offset)
}

/// A choice between two values, lane by lane when the condition is a vector.
pub(super) fn select(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let cond_is_vector = inst.operand(0).ty().is_vector();
    let cond = body.operand(inst.operand(0))?;
    let (a, b) = (body.operand(inst.operand(1))?, body.operand(inst.operand(2))?);
    let dst = body.define(inst)?;
    if !cond_is_vector {
        body.emit(Inst::Select { words: shape.words, dst, cond, a, b });
        return Ok(());
    }
    for (lane, leaf) in shape.leaves.iter().enumerate() {
        body.emit(Inst::Select {
            words: leaf.scalar.words() as u16,
            dst: dst + leaf.word,
            cond: cond.word(lane as u32),
            a: a.word(leaf.word),
            b: b.word(leaf.word),
        });
    }
    Ok(())
}

/// Fixes undefined bits.
pub(super) fn freeze(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let words = body.shape(inst.ty())?.words;
    let src = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    body.emit(Inst::Freeze { dst, src, words });
    Ok(())
}
