//! What intrinsics do with integers of more than 128 bits: counting and reversing bits, overflow,
//! saturation, funnel shifts.

use super::aggregate::copy_words;
use super::body::Body;
use super::wide::{Wide, copy_zero, emit, resize};
use allways_program::code::{Binary, Checked, Compare, Resize, Unary};
use allways_program::{Inst, Operand, Slot};

impl Wide {
    /// An operation with one operand.
    pub(super) fn unary(self, body: &mut Body<'_, '_>, op: Unary, dst: Slot, a: Operand) {
        match op {
            Unary::PopCount => self.population(body, dst, a),
            Unary::LeadingZeros => self.zeros(body, op, 0..self.words(), dst, a),
            Unary::TrailingZeros => self.zeros(body, op, (0..self.words()).rev(), dst, a),
            Unary::ByteSwap | Unary::BitReverse => self.reverse(body, op, dst, a),
            Unary::Abs => {
                let (zero, flag) = (self.number(body, 0), body.new_slots(1));
                let minus = body.new_slots(self.words());
                self.add(body, Checked::USub, minus, zero, a);
                self.compare(body, Compare::SLt, flag, a, zero);
                self.select(body, dst, Operand::slot(flag), Operand::slot(minus), a);
            }
        }
    }

    fn population(self, body: &mut Body<'_, '_>, dst: Slot, a: Operand) {
        let [total, here] = [(); 2].map(|()| body.new_slots(1));
        copy_zero(body, total, 1);
        for i in 0..self.words() {
            body.emit(Inst::Unary { op: Unary::PopCount, bits: 64, dst: here, a: a.word(i) });
            emit(body, Binary::Add, 64, total, Operand::slot(total), Operand::slot(here));
        }
        self.small(body, dst, total);
    }

    /// Zeros at one end. The words are given from the other end: one that is all zeros adds its width
    /// to what was found before, any other begins anew.
    fn zeros(
        self,
        body: &mut Body<'_, '_>,
        op: Unary,
        words: impl Iterator<Item = u32>,
        dst: Slot,
        a: Operand,
    ) {
        let [total, longer, here, empty] = [(); 4].map(|()| body.new_slots(1));
        copy_zero(body, total, 1);
        let zero = body.cx.number(0, 64);
        for i in words {
            let (bits, a) = (self.used(i), a.word(i));
            let width = body.cx.number(bits.into(), 64);
            emit(body, Binary::Add, 64, longer, Operand::slot(total), width);
            body.emit(Inst::Unary { op, bits, dst: here, a });
            body.emit(Inst::Compare { op: Compare::Eq, bits, dst: empty, a, b: zero });
            let (a, b, cond) = (Operand::slot(longer), Operand::slot(here), Operand::slot(empty));
            body.emit(Inst::Select { words: 1, dst: total, cond, a, b });
        }
        self.small(body, dst, total);
    }

    /// Every word reversed, the words in the other order, and what was unused shifted out.
    fn reverse(self, body: &mut Body<'_, '_>, op: Unary, dst: Slot, a: Operand) {
        let words = self.words();
        let [reversed, shifted] = [(); 2].map(|()| body.new_slots(words + 1));
        for i in 0..words {
            let dst = reversed + words - 1 - i;
            body.emit(Inst::Unary { op, bits: 64, dst, a: a.word(i) });
        }
        copy_zero(body, reversed + words, 1);
        self.shift_by(body, false, shifted, reversed, 64 * words - self.bits);
        copy_words(body, dst, Operand::slot(shifted), words);
    }

    /// A result and whether it does not fit.
    pub(super) fn checked(
        self,
        body: &mut Body<'_, '_>,
        op: Checked,
        (dst, flag): (Slot, Slot),
        a: Operand,
        b: Operand,
    ) {
        if matches!(op, Checked::UMul | Checked::SMul) {
            return self.checked_product(body, op, (dst, flag), a, b);
        }
        // The operands may be where the result goes.
        let result = body.new_slots(self.words());
        let (adds, signed) = (
            matches!(op, Checked::UAdd | Checked::SAdd),
            matches!(op, Checked::SAdd | Checked::SSub),
        );
        self.add(body, if adds { Checked::UAdd } else { Checked::USub }, result, a, b);
        let whole = Operand::slot(result);
        match (signed, adds) {
            (false, true) => self.compare(body, Compare::ULt, flag, whole, a),
            (false, false) => self.compare(body, Compare::ULt, flag, a, b),
            // The sign is wrong when it differs from both operands', or from that of the only one
            // that decides.
            (true, _) => {
                let top = self.words() - 1;
                let (bits, other) = (self.used(top), if adds { whole } else { a });
                let [one, two] = [(); 2].map(|()| body.new_slots(1));
                emit(body, Binary::Xor, bits, one, a.word(top), whole.word(top));
                emit(body, Binary::Xor, bits, two, b.word(top), other.word(top));
                emit(body, Binary::And, bits, one, Operand::slot(one), Operand::slot(two));
                let (a, b) = (Operand::slot(one), body.cx.number(0, bits.into()));
                body.emit(Inst::Compare { op: Compare::SLt, bits, dst: flag, a, b });
            }
        }
        copy_words(body, dst, whole, self.words());
    }

    /// The product in twice the width; it fits if the low half says the same.
    fn checked_product(
        self,
        body: &mut Body<'_, '_>,
        op: Checked,
        (dst, flag): (Slot, Slot),
        a: Operand,
        b: Operand,
    ) {
        let twice = Wide::new(2 * self.bits);
        let extension = if op == Checked::SMul { Resize::SExt } else { Resize::ZExt };
        let [x, y, product] = [(); 3].map(|()| body.new_slots(twice.words()));
        resize(body, extension, (self.bits, twice.bits), x, a);
        resize(body, extension, (self.bits, twice.bits), y, b);
        twice.multiply(body, product, Operand::slot(x), Operand::slot(y));
        resize(body, Resize::Trunc, (twice.bits, self.bits), dst, Operand::slot(product));
        resize(body, extension, (self.bits, twice.bits), x, Operand::slot(dst));
        twice.compare(body, Compare::Ne, flag, Operand::slot(x), Operand::slot(product));
    }

    /// An operation whose result is the nearest that fits. Gives false for other operations.
    pub(super) fn saturating(
        self,
        body: &mut Body<'_, '_>,
        op: Binary,
        dst: Slot,
        a: Operand,
        b: Operand,
    ) -> bool {
        let [flag, negative] = [(); 2].map(|()| body.new_slots(1));
        let [result, limit] = [(); 2].map(|()| body.new_slots(self.words()));
        let (most, zero) = (self.number(body, !0), self.number(body, 0));
        let checked = match op {
            Binary::UAddSat => Some((Checked::UAdd, most)),
            Binary::USubSat => Some((Checked::USub, zero)),
            Binary::SAddSat => Some((Checked::SAdd, Operand::slot(limit))),
            Binary::SSubSat => Some((Checked::SSub, Operand::slot(limit))),
            Binary::UShlSat | Binary::SShlSat => None,
            _ => return false,
        };
        self.compare(body, Compare::SLt, negative, a, zero);
        let (least, greatest) = (self.extreme(body, true), self.extreme(body, false));
        self.select(body, limit, Operand::slot(negative), least, greatest);
        let bound = match checked {
            Some((op, bound)) => {
                self.checked(body, op, (result, flag), a, b);
                bound
            }
            None => {
                let signed = op == Binary::SShlSat;
                let back = body.new_slots(self.words());
                self.shift(body, Binary::Shl, result, a, b);
                let again = if signed { Binary::AShr } else { Binary::LShr };
                self.shift(body, again, back, Operand::slot(result), b);
                self.compare(body, Compare::Ne, flag, Operand::slot(back), a);
                if signed { Operand::slot(limit) } else { most }
            }
        };
        self.select(body, dst, Operand::slot(flag), bound, Operand::slot(result));
        true
    }

    /// A part of two integers behind each other.
    pub(super) fn funnel(
        self,
        body: &mut Body<'_, '_>,
        left: bool,
        dst: Slot,
        (a, b): (Operand, Operand),
        count: Operand,
    ) {
        let words = self.words();
        let [by, rest, high, low] = [(); 4].map(|()| body.new_slots(words));
        let flag = body.new_slots(1);
        let (width, zero) = (self.number(body, self.bits.into()), self.number(body, 0));
        self.divide(body, Binary::URem, by, count, width);
        self.add(body, Checked::USub, rest, width, Operand::slot(by));
        let (up, down) = if left { (by, rest) } else { (rest, by) };
        self.shift(body, Binary::Shl, high, a, Operand::slot(up));
        self.shift(body, Binary::LShr, low, b, Operand::slot(down));
        for i in 0..words {
            let (a, b) = (Operand::slot(high + i), Operand::slot(low + i));
            emit(body, Binary::Or, self.used(i), high + i, a, b);
        }
        // A shift by the whole width has no value, and is not needed.
        self.compare(body, Compare::Eq, flag, Operand::slot(by), zero);
        self.select(body, dst, Operand::slot(flag), if left { a } else { b }, Operand::slot(high));
    }

    /// A constant; `!0` has all bits.
    fn number(self, body: &mut Body<'_, '_>, value: u64) -> Operand {
        let above = if value == !0 { !0 } else { 0 };
        self.of_words(body, |i| if i == 0 { value } else { above })
    }

    /// The least or the greatest signed integer.
    fn extreme(self, body: &mut Body<'_, '_>, least: bool) -> Operand {
        let top = self.words() - 1;
        let sign = 1 << (self.used(top) - 1);
        self.of_words(body, |i| match (i == top, least) {
            (true, true) => sign,
            (true, false) => sign - 1,
            (false, true) => 0,
            (false, false) => !0,
        })
    }

    fn of_words(self, body: &mut Body<'_, '_>, word: impl Fn(u32) -> u64) -> Operand {
        let cut = |i: u32| word(i) & (!0 >> (64 - self.used(i)));
        let words = (0..self.words()).map(|i| super::constant::word(cut(i))).collect();
        body.cx.pool.constant(&mut body.cx.program, words)
    }

    fn select(self, body: &mut Body<'_, '_>, dst: Slot, cond: Operand, a: Operand, b: Operand) {
        body.emit(Inst::Select { words: self.words() as u16, dst, cond, a, b });
    }

    /// A number of one word.
    fn small(self, body: &mut Body<'_, '_>, dst: Slot, word: Slot) {
        copy_words(body, dst, Operand::slot(word), 1);
        copy_zero(body, dst + 1, self.words() - 1);
    }
}
