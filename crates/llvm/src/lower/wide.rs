//! Integers of more than 128 bits, word by word: clang makes them of packed bit-fields, and
//! `_BitInt` allows any width.

use crate::lower::Gap;
use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use allways_program::code::{Binary, Checked, Compare, Resize};
use allways_program::{Inst, Operand, Slot};

/// The widest integer that instructions compute with in one piece.
pub(super) const NARROW: u32 = 128;

/// A width of more than 128 bits.
#[derive(Copy, Clone)]
pub(super) struct Wide {
    pub(super) bits: u32,
}

impl Wide {
    pub(super) fn new(bits: u32) -> Wide {
        Wide { bits }
    }

    pub(super) fn words(self) -> u32 {
        self.bits.div_ceil(64)
    }

    /// Bits used in a word.
    pub(super) fn used(self, word: u32) -> u8 {
        (self.bits - 64 * word).min(64) as u8
    }

    /// An operation with two operands.
    pub(super) fn binary(
        self,
        body: &mut Body<'_, '_>,
        op: Binary,
        dst: Slot,
        a: Operand,
        b: Operand,
    ) -> Result<(), Gap> {
        match op {
            Binary::And | Binary::Or | Binary::Xor => {
                for i in 0..self.words() {
                    emit(body, op, self.used(i), dst + i, a.word(i), b.word(i));
                }
            }
            Binary::Add => self.add(body, Checked::UAdd, dst, a, b),
            Binary::Sub => self.add(body, Checked::USub, dst, a, b),
            Binary::Mul => self.multiply(body, dst, a, b),
            Binary::Shl | Binary::LShr | Binary::AShr => self.shift(body, op, dst, a, b),
            Binary::UDiv | Binary::SDiv | Binary::URem | Binary::SRem => {
                self.divide(body, op, dst, a, b);
            }
            Binary::UMin => self.choose(body, Compare::ULt, dst, a, b),
            Binary::UMax => self.choose(body, Compare::UGt, dst, a, b),
            Binary::SMin => self.choose(body, Compare::SLt, dst, a, b),
            Binary::SMax => self.choose(body, Compare::SGt, dst, a, b),
            _ if self.saturating(body, op, dst, a, b) => {}
            _ => return Err(Gap(format!("{op:?} on integers of {} bits", self.bits))),
        }
        Ok(())
    }

    /// `a` if it compares so with `b`, else `b`.
    fn choose(self, body: &mut Body<'_, '_>, op: Compare, dst: Slot, a: Operand, b: Operand) {
        let flag = body.new_slots(1);
        self.compare(body, op, flag, a, b);
        let (words, cond) = (self.words() as u16, Operand::slot(flag));
        body.emit(Inst::Select { words, dst, cond, a, b });
    }

    /// Addition or subtraction with a carry from word to word.
    pub(super) fn add(
        self,
        body: &mut Body<'_, '_>,
        op: Checked,
        dst: Slot,
        a: Operand,
        b: Operand,
    ) {
        let [first, second, carry, sum] = [(); 4].map(|()| body.new_slots(1));
        copy_zero(body, carry, 1);
        for i in 0..self.words() {
            let (a, b) = (a.word(i), b.word(i));
            body.emit(Inst::Checked { op, bits: 64, dst: sum, flag: first, a, b });
            let (a, b) = (Operand::slot(sum), Operand::slot(carry));
            body.emit(Inst::Checked { op, bits: 64, dst: sum, flag: second, a, b });
            let (a, b) = (Operand::slot(first), Operand::slot(second));
            emit(body, Binary::Or, 64, carry, a, b);
            body.cut(self.used(i), dst + i, Operand::slot(sum));
        }
    }

    /// Multiplication as on paper, a row per word.
    pub(super) fn multiply(self, body: &mut Body<'_, '_>, dst: Slot, a: Operand, b: Operand) {
        let words = self.words();
        let total = body.new_slots(words);
        copy_zero(body, total, words);
        let [x, y, product] = [(); 3].map(|()| body.new_slots(2));
        for i in 0..words {
            let carry = body.new_slots(2);
            copy_zero(body, carry, 2);
            extend(body, x, a.word(i));
            for j in 0..words - i {
                // product = x * y + total + carry fits in 128 bits.
                extend(body, y, b.word(j));
                emit(body, Binary::Mul, 128, product, Operand::slot(x), Operand::slot(y));
                emit(body, Binary::Add, 128, product, Operand::slot(product), Operand::slot(carry));
                extend(body, y, Operand::slot(total + i + j));
                emit(body, Binary::Add, 128, product, Operand::slot(product), Operand::slot(y));
                copy_words(body, total + i + j, Operand::slot(product), 1);
                copy_words(body, carry, Operand::slot(product + 1), 1);
            }
        }
        for i in 0..words {
            body.cut(self.used(i), dst + i, Operand::slot(total + i));
        }
    }

    /// A shift by any number: by each power of two that the number has. Shifting by too much gives
    /// an undefined value.
    pub(super) fn shift(
        self,
        body: &mut Body<'_, '_>,
        op: Binary,
        dst: Slot,
        a: Operand,
        count: Operand,
    ) {
        let words = self.words();
        let source = body.new_slots(words + 1);
        copy_words(body, source, a, words);
        self.extend_sign(body, source, op == Binary::AShr);
        let moved = body.new_slots(words + 1);
        let flag = body.new_slots(1);
        let mut step = 1;
        while step < self.bits {
            self.shift_by(body, op == Binary::Shl, moved, source, step);
            let bit = body.cx.number(step.into(), 64);
            emit(body, Binary::And, 64, flag, count, bit);
            let zero = body.cx.number(0, 64);
            let (a, cond) = (Operand::slot(flag), Operand::slot(flag));
            body.emit(Inst::Compare { op: Compare::Ne, bits: 64, dst: flag, a, b: zero });
            let (a, b) = (Operand::slot(moved), Operand::slot(source));
            body.emit(Inst::Select { words: words as u16, dst: source, cond, a, b });
            step *= 2;
        }
        for i in 0..words {
            body.cut(self.used(i), dst + i, Operand::slot(source + i));
        }
        self.undefine_if_too_far(body, dst, count, flag);
    }

    fn undefine_if_too_far(self, body: &mut Body<'_, '_>, dst: Slot, count: Operand, flag: Slot) {
        let words = self.words();
        let limit: Vec<_> = (0..words)
            .map(|i| super::constant::word(if i == 0 { self.bits.into() } else { 0 }))
            .collect();
        let limit = body.cx.pool.constant(&mut body.cx.program, limit);
        self.compare(body, Compare::ULt, flag, count, limit);
        let nothing = (0..words)
            .map(|i| {
                let used = self.used(i);
                let defined = if used == 64 { 0 } else { !0 << used };
                allways_program::Constant { value: 0, defined }
            })
            .collect();
        let b = body.cx.pool.constant(&mut body.cx.program, nothing);
        let (a, cond) = (Operand::slot(dst), Operand::slot(flag));
        body.emit(Inst::Select { words: words as u16, dst, cond, a, b });
    }

    /// Makes the last word of `source` whole, and the one behind it what shifts in.
    fn extend_sign(self, body: &mut Body<'_, '_>, source: Slot, signed: bool) {
        let top = source + self.words() - 1;
        if !signed {
            copy_zero(body, top + 1, 1);
            return;
        }
        let used = self.used(self.words() - 1);
        let a = Operand::slot(top);
        if used < 64 {
            body.emit(Inst::Resize { op: Resize::SExt, from: used, to: 64, dst: top, a });
        }
        let b = body.cx.number(63, 64);
        emit(body, Binary::AShr, 64, top + 1, a, b);
    }

    /// `dst = source << by` or `source >> by`; the word behind `source` is what shifts in from
    /// above.
    pub(super) fn shift_by(
        self,
        body: &mut Body<'_, '_>,
        left: bool,
        dst: Slot,
        source: Slot,
        by: u32,
    ) {
        let words = self.words();
        let (whole, rest) = (by / 64, by % 64);
        let zero = body.cx.number(0, 64);
        let count = body.cx.number(rest.into(), 64);
        let word = |i: i64| {
            if i < 0 { zero } else { Operand::slot(source + (i as u32).min(words)) }
        };
        for i in 0..words {
            let (i, whole) = (i64::from(i), i64::from(whole));
            let (a, b) = if left {
                (word(i - whole), word(i - whole - 1))
            } else {
                (word(i + whole + 1), word(i + whole))
            };
            body.emit(Inst::Funnel { left, bits: 64, dst: dst + i as u32, a, b, count });
        }
    }

    /// A comparison: the highest word that differs decides.
    pub(super) fn compare(
        self,
        body: &mut Body<'_, '_>,
        op: Compare,
        dst: Slot,
        a: Operand,
        b: Operand,
    ) {
        let words = self.words();
        let equal = body.new_slots(1);
        let here = body.new_slots(1);
        let unsigned = match op {
            Compare::SLt => Compare::ULt,
            Compare::SLe => Compare::ULe,
            Compare::SGt => Compare::UGt,
            Compare::SGe => Compare::UGe,
            other => other,
        };
        let result = body.new_slots(1);
        for i in 0..words {
            let bits = self.used(i);
            let (a, b) = (a.word(i), b.word(i));
            let op = if i + 1 == words { op } else { unsigned };
            body.emit(Inst::Compare { op, bits, dst: here, a, b });
            if i == 0 {
                copy_words(body, result, Operand::slot(here), 1);
                continue;
            }
            body.emit(Inst::Compare { op: Compare::Eq, bits, dst: equal, a, b });
            let (a, b) = (Operand::slot(result), Operand::slot(here));
            let cond = Operand::slot(equal);
            body.emit(Inst::Select { words: 1, dst: result, cond, a, b });
        }
        copy_words(body, dst, Operand::slot(result), 1);
    }
}

/// A change of width where one side has more than 128 bits.
pub(super) fn resize(
    body: &mut Body<'_, '_>,
    op: Resize,
    (from, to): (u32, u32),
    dst: Slot,
    a: Operand,
) {
    let (from, to) = (Wide { bits: from }, Wide { bits: to });
    let both = from.words().min(to.words());
    let source = body.new_slots(from.words() + 1);
    copy_words(body, source, a, from.words());
    from.extend_sign(body, source, op == Resize::SExt);
    for i in 0..to.words() {
        let word = if i < both { source + i } else { source + from.words() };
        body.cut(to.used(i), dst + i, Operand::slot(word));
    }
}

impl Body<'_, '_> {
    /// The low bits of a word.
    pub(super) fn cut(&mut self, bits: u8, dst: Slot, a: Operand) {
        self.emit(if bits == 64 {
            Inst::Copy { dst, src: a, words: 1 }
        } else {
            Inst::Resize { op: Resize::Trunc, from: 64, to: bits, dst, a }
        });
    }
}

pub(super) fn emit(
    body: &mut Body<'_, '_>,
    op: Binary,
    bits: u8,
    dst: Slot,
    a: Operand,
    b: Operand,
) {
    body.emit(Inst::Binary { op, bits, nsw: false, dst, a, b });
}

fn extend(body: &mut Body<'_, '_>, dst: Slot, a: Operand) {
    body.emit(Inst::Resize { op: Resize::ZExt, from: 64, to: 128, dst, a });
}

pub(super) fn copy_zero(body: &mut Body<'_, '_>, dst: Slot, words: u32) {
    for i in 0..words {
        let zero = body.cx.number(0, 64);
        copy_words(body, dst + i, zero, 1);
    }
}
