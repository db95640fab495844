//! Integers of more than 128 bits, word by word. Clang makes them to read and write bit-fields in
//! packed structs: what that takes is here, arithmetic is not.

use crate::ir::{Opcode, TypeKind, Value};
use crate::lower::Gap;
use crate::lower::body::Body;
use allways_program::code::{Binary, Compare, Resize};
use allways_program::{Inst, Operand, Slot};

const WORD: u32 = 64;

/// Whether a value is an integer that no instruction computes with as a whole.
pub(super) fn is_wide(value: Value) -> bool {
    matches!(value.ty().kind(), TypeKind::LLVMIntegerTypeKind) && value.ty().width() > 128
}

/// Bits in the last word of an integer.
fn top_bits(bits: u32) -> u32 {
    (bits - 1) % WORD + 1
}

fn last_word(bits: u32) -> u32 {
    bits.div_ceil(WORD) - 1
}

/// `and`, `or`, `xor`.
pub(super) fn bitwise(body: &mut Body<'_, '_>, inst: Value, op: Binary) -> Result<(), Gap> {
    if !matches!(op, Binary::And | Binary::Or | Binary::Xor) {
        return Err(Gap(format!("arithmetic on integers of {} bits", inst.ty().width())));
    }
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    for word in 0..=last_word(inst.ty().width()) {
        emit(body, op, dst + word, a.word(word), b.word(word));
    }
    Ok(())
}

/// A shift by a constant.
pub(super) fn shift(body: &mut Body<'_, '_>, inst: Value, op: Binary) -> Result<(), Gap> {
    let bits = inst.ty().width();
    let last = last_word(bits);
    let count = match inst.operand(1).words(last as usize + 1).as_deref() {
        Some([count, rest @ ..]) if *count < bits.into() && rest.iter().all(|w| *w == 0) => {
            *count as u32
        }
        _ => return Err(Gap(format!("a variable shift of {bits} bits"))),
    };
    let (whole, rest) = (count / WORD, body.cx.number((count % WORD).into(), WORD));
    let value = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    let zero = body.cx.number(0, WORD);
    let (top, fill) =
        if op == Binary::AShr { extended(body, value, bits) } else { (value.word(last), zero) };
    let word_at = |at: i64| match at {
        _ if at < 0 => zero,
        _ if at > last.into() => fill,
        _ if at == last.into() => top,
        _ => value.word(at as u32),
    };
    for word in 0..=last {
        let (at, whole) = (i64::from(word), i64::from(whole));
        let left = op == Binary::Shl;
        let (high, low) = if left {
            (word_at(at - whole), word_at(at - whole - 1))
        } else {
            (word_at(at + whole + 1), word_at(at + whole))
        };
        let (bits, dst) = (WORD as u8, dst + word);
        body.emit(Inst::Funnel { left, bits, dst, a: high, b: low, count: rest });
    }
    clear_above(body, dst, bits);
    Ok(())
}

/// The last word with its sign in all bits, and a word of nothing but the sign.
fn extended(body: &mut Body<'_, '_>, value: Operand, bits: u32) -> (Operand, Operand) {
    let (top, fill) = (body.new_slots(1), body.new_slots(1));
    let (from, to) = (top_bits(bits) as u8, WORD as u8);
    let last = value.word(last_word(bits));
    body.emit(Inst::Resize { op: Resize::SExt, from, to, dst: top, a: last });
    let count = body.cx.number((WORD - 1).into(), WORD);
    emit(body, Binary::AShr, fill, Operand::slot(top), count);
    (Operand::slot(top), Operand::slot(fill))
}

/// Truncation and extension from or to a wide integer.
pub(super) fn resize(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let (from, to) = (inst.operand(0).ty().width(), inst.ty().width());
    let value = body.operand(inst.operand(0))?;
    let signed = matches!(inst.opcode(), Opcode::LLVMSExt);
    let dst = body.define(inst)?;
    let zero = body.cx.number(0, WORD);
    let (top, fill) =
        if signed { extended(body, value, from) } else { (value.word(last_word(from)), zero) };
    for word in 0..=last_word(to) {
        let src = match word.cmp(&last_word(from)) {
            std::cmp::Ordering::Less => value.word(word),
            std::cmp::Ordering::Equal => top,
            std::cmp::Ordering::Greater => fill,
        };
        body.emit(Inst::Copy { dst: dst + word, src, words: 1 });
    }
    clear_above(body, dst, to);
    Ok(())
}

/// A comparison, from the first word that matters least to the last.
pub(super) fn compare(body: &mut Body<'_, '_>, inst: Value, op: Compare) -> Result<(), Gap> {
    use Compare::*;
    let bits = inst.operand(0).ty().width();
    let (mut a, mut b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    if matches!(op, UGt | UGe | SGt | SGe) {
        std::mem::swap(&mut a, &mut b);
    }
    let dst = body.define(inst)?;
    let signed = matches!(op, SLt | SLe | SGt | SGe);
    let start = matches!(op, Eq | ULe | UGe | SLe | SGe);
    let start = body.cx.number(start.into(), 1);
    body.emit(Inst::Copy { dst, src: start, words: 1 });
    let (equal, here) = (body.new_slots(1), body.new_slots(1));
    for word in 0..=last_word(bits) {
        let last = word == last_word(bits);
        let bits = if last { top_bits(bits) } else { WORD } as u8;
        let op = match op {
            Eq => None,
            Ne => Some(Ne),
            _ if signed && last => Some(SLt),
            _ => Some(ULt),
        };
        let (a, b) = (a.word(word), b.word(word));
        body.emit(Inst::Compare { op: Eq, bits, dst: equal, a, b });
        emit_bit(body, Binary::And, dst, Operand::slot(equal));
        if let Some(op) = op {
            body.emit(Inst::Compare { op, bits, dst: here, a, b });
            emit_bit(body, Binary::Or, dst, Operand::slot(here));
        }
    }
    Ok(())
}

fn emit(body: &mut Body<'_, '_>, op: Binary, dst: Slot, a: Operand, b: Operand) {
    body.emit(Inst::Binary { op, bits: WORD as u8, nsw: false, dst, a, b });
}

fn emit_bit(body: &mut Body<'_, '_>, op: Binary, dst: Slot, b: Operand) {
    body.emit(Inst::Binary { op, bits: 1, nsw: false, dst, a: Operand::slot(dst), b });
}

/// Bits above a value's width are zero.
fn clear_above(body: &mut Body<'_, '_>, dst: Slot, bits: u32) {
    let top = top_bits(bits);
    if top < WORD {
        let mask = body.cx.number((1 << top) - 1, WORD);
        let last = dst + last_word(bits);
        emit(body, Binary::And, last, Operand::slot(last), mask);
    }
}
