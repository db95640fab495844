//! Division of integers of more than 128 bits: bit by bit, as on paper.

use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use crate::lower::wide::{Wide, copy_zero, emit};
use allways_program::code::{Binary, Checked, Compare};
use allways_program::{Inst, Operand, Slot};

impl Wide {
    /// Quotient or remainder. A divisor that is zero or undefined is the fault it is for narrow
    /// integers; undefined bits of the dividend make an undefined result, never a decision.
    pub(super) fn divide(
        self,
        body: &mut Body<'_, '_>,
        op: Binary,
        dst: Slot,
        a: Operand,
        b: Operand,
    ) {
        self.fault_on_zero(body, b);
        let words = self.words();
        let signed = matches!(op, Binary::SDiv | Binary::SRem);
        let [dividend, divisor] = [(); 2].map(|()| body.new_slots(words));
        copy_words(body, dividend, a, words);
        copy_words(body, divisor, b, words);
        if signed {
            self.fault_on_overflow(body, a, b);
            self.negate_if(body, dividend, a.word(words - 1));
            self.negate_if(body, divisor, b.word(words - 1));
        }
        let rest = body.new_slots(words);
        self.long_division(body, dividend, rest, divisor);
        let result = if matches!(op, Binary::UDiv | Binary::SDiv) { dividend } else { rest };
        match op {
            Binary::SDiv => {
                let sign = body.new_slots(1);
                let (x, y) = (a.word(words - 1), b.word(words - 1));
                emit(body, Binary::Xor, self.used(words - 1), sign, x, y);
                self.negate_if(body, result, Operand::slot(sign));
            }
            Binary::SRem => self.negate_if(body, result, a.word(words - 1)),
            _ => {}
        }
        copy_words(body, dst, Operand::slot(result), words);
    }

    /// `quotient` starts as the dividend: in each round its highest bit moves to the rest, and a bit
    /// of the result comes in below.
    fn long_division(self, body: &mut Body<'_, '_>, quotient: Slot, rest: Slot, divisor: Slot) {
        let words = self.words();
        let [count, bit, less, lower] = [(); 4].map(|()| body.new_slots(1));
        let reduced = body.new_slots(words);
        let divisor = Operand::slot(divisor);
        copy_zero(body, rest, words);
        let (bits, one, zero) =
            (body.cx.number(self.bits.into(), 64), body.cx.number(1, 64), body.cx.number(0, 64));
        copy_words(body, count, bits, 1);
        let (again, done) = (body.new_label(), body.new_label());
        body.place(again);
        let top = body.cx.number(u128::from(self.used(words - 1)) - 1, 64);
        emit(body, Binary::LShr, 64, bit, Operand::slot(quotient + words - 1), top);
        // The rest is less than the divisor, so that only its highest bit can be lost: then it is
        // larger for certain, and the difference is right without that bit.
        let lost = body.new_slots(1);
        emit(body, Binary::LShr, 64, lost, Operand::slot(rest + words - 1), top);
        self.shift_in(body, rest, Operand::slot(bit));
        self.compare(body, Compare::ULt, less, Operand::slot(rest), divisor);
        let (a, b) = (Operand::slot(lost), zero);
        body.emit(Inst::Compare { op: Compare::Eq, bits: 64, dst: lower, a, b });
        emit(body, Binary::And, 1, less, Operand::slot(less), Operand::slot(lower));
        self.add(body, Checked::USub, reduced, Operand::slot(rest), divisor);
        let (a, b, cond) = (Operand::slot(rest), Operand::slot(reduced), Operand::slot(less));
        body.emit(Inst::Select { words: words as u16, dst: rest, cond, a, b });
        emit(body, Binary::Xor, 1, less, Operand::slot(less), one);
        self.shift_in(body, quotient, Operand::slot(less));
        emit(body, Binary::Sub, 64, count, Operand::slot(count), one);
        let (a, b) = (Operand::slot(count), zero);
        body.emit(Inst::Compare { op: Compare::Ne, bits: 64, dst: lower, a, b });
        body.emit(Inst::Branch { cond: Operand::slot(lower), yes: again, no: done });
        body.place(done);
    }

    /// `value = value << 1 | low`.
    fn shift_in(self, body: &mut Body<'_, '_>, value: Slot, low: Operand) {
        let words = self.words();
        let one = body.cx.number(1, 64);
        for i in (1..words).rev() {
            let (dst, a, b) = (value + i, Operand::slot(value + i), Operand::slot(value + i - 1));
            body.emit(Inst::Funnel { left: true, bits: 64, dst, a, b, count: one });
        }
        emit(body, Binary::Shl, 64, value, Operand::slot(value), one);
        emit(body, Binary::Or, 64, value, Operand::slot(value), low);
        let top = value + words - 1;
        body.cut(self.used(words - 1), top, Operand::slot(top));
    }

    /// `value = -value` if the sign bit of the highest word `sign` is set.
    fn negate_if(self, body: &mut Body<'_, '_>, value: Slot, sign: Operand) {
        let words = self.words();
        let (zeros, negative) = (body.new_slots(words), body.new_slots(words));
        let flag = body.new_slots(1);
        copy_zero(body, zeros, words);
        self.add(body, Checked::USub, negative, Operand::slot(zeros), Operand::slot(value));
        let zero = body.cx.number(0, 64);
        let bits = self.used(words - 1);
        body.emit(Inst::Compare { op: Compare::SLt, bits, dst: flag, a: sign, b: zero });
        let (a, b, cond) = (Operand::slot(negative), Operand::slot(value), Operand::slot(flag));
        body.emit(Inst::Select { words: words as u16, dst: value, cond, a, b });
    }

    /// Divides one by whether the divisor has a bit: the fault is that of the division.
    fn fault_on_zero(self, body: &mut Body<'_, '_>, b: Operand) {
        let any = body.new_slots(1);
        copy_words(body, any, b, 1);
        for i in 1..self.words() {
            emit(body, Binary::Or, 64, any, Operand::slot(any), b.word(i));
        }
        let one = body.cx.number(1, 64);
        let quotient = body.new_slots(1);
        emit(body, Binary::UDiv, 64, quotient, one, Operand::slot(any));
    }

    /// Divides the most negative word by -1 if that is what happens to the whole.
    fn fault_on_overflow(self, body: &mut Body<'_, '_>, a: Operand, b: Operand) {
        let (least, ones) = (self.least(body), self.ones(body));
        let [first, second, x, y] = [(); 4].map(|()| body.new_slots(1));
        self.compare(body, Compare::Eq, first, a, least);
        self.compare(body, Compare::Eq, second, b, ones);
        emit(body, Binary::And, 1, first, Operand::slot(first), Operand::slot(second));
        let cond = Operand::slot(first);
        let (min, zero) = (body.cx.number(1 << 63, 64), body.cx.number(0, 64));
        body.emit(Inst::Select { words: 1, dst: x, cond, a: min, b: zero });
        let (minus, one) = (body.cx.number(u64::MAX.into(), 64), body.cx.number(1, 64));
        // An undefined dividend decides nothing: then the divisor is one.
        body.emit(Inst::Select { words: 1, dst: y, cond: Operand::slot(second), a: minus, b: one });
        emit(body, Binary::SDiv, 64, second, Operand::slot(x), Operand::slot(y));
    }

    /// The most negative number.
    fn least(self, body: &mut Body<'_, '_>) -> Operand {
        let last = self.words() - 1;
        let word = |i| if i == last { 1 << (self.used(last) - 1) } else { 0 };
        self.constant(body, word)
    }

    fn ones(self, body: &mut Body<'_, '_>) -> Operand {
        self.constant(body, |i| u64::MAX >> (64 - self.used(i)))
    }

    fn constant(self, body: &mut Body<'_, '_>, word: impl Fn(u32) -> u64) -> Operand {
        let words = (0..self.words()).map(|i| super::constant::word(word(i))).collect();
        body.cx.pool.constant(&mut body.cx.program, words)
    }
}
