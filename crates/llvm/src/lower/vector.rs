//! Vectors: lanes that are taken, put and shuffled.

use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use allways_program::{Inst, Operand};

/// One lane.
pub(super) fn extract(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let (vector, index) = (inst.operand(0), inst.operand(1));
    let lanes = vector.ty().count();
    let words = body.shape(inst.ty())?.words;
    let src = body.operand(vector)?;
    if let Some(at) = index.as_u64() {
        let lane = if at < lanes {
            src.word(at as u32 * u32::from(words))
        } else {
            body.undefined(inst.ty())?
        };
        return body.alias(inst, lane);
    }
    let index = lane_index(body, index)?;
    let dst = body.define(inst)?;
    body.emit(Inst::LaneGet { dst, src, index, lanes: lanes as u16, words });
    Ok(())
}

/// A copy with one lane replaced.
pub(super) fn insert(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let (vector, value, index) = (inst.operand(0), inst.operand(1), inst.operand(2));
    let lanes = vector.ty().count();
    let total = body.shape(inst.ty())?.words;
    let words = body.shape(value.ty())?.words;
    let (src, part) = (body.operand(vector)?, body.operand(value)?);
    let Some(at) = index.as_u64() else {
        let index = lane_index(body, index)?;
        let dst = body.define(inst)?;
        body.emit(Inst::Copy { dst, src, words: total });
        body.emit(Inst::LanePut { dst, value: part, index, lanes: lanes as u16, words });
        return Ok(());
    };
    if at >= lanes {
        let nothing = body.undefined(inst.ty())?;
        return body.alias(inst, nothing);
    }
    let dst = body.define(inst)?;
    let start = at as u32 * u32::from(words);
    let end = start + u32::from(words);
    copy_words(body, dst, src, start);
    copy_words(body, dst + start, part, words.into());
    copy_words(body, dst + end, src.word(end), u32::from(total) - end);
    Ok(())
}

/// A lane number in one word: of a wider index the low word and, when others are not zero, no lane.
fn lane_index(body: &mut Body<'_, '_>, index: Value) -> Result<Operand, Gap> {
    if body.cx.scalar_of(index)?.bits() > 64 {
        return Err(Gap("a lane number of more than 64 bits".into()));
    }
    body.operand(index)
}

/// Lanes of two vectors in another order.
pub(super) fn shuffle(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let lanes = inst.operand(0).ty().count() as u32;
    let words = u32::from(body.shape(inst.ty().element(0))?.words);
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let nothing = body.undefined(inst.ty())?;
    let dst = body.define(inst)?;
    for (lane, from) in inst.shuffle_mask().into_iter().enumerate() {
        let src = match from {
            None => nothing,
            Some(index) if index < lanes => a.word(index * words),
            Some(index) => b.word((index - lanes) * words),
        };
        copy_words(body, dst + lane as u32 * words, src, words);
    }
    Ok(())
}
