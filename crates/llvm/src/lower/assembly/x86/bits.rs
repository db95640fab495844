//! Single bits, and counting them.

use super::flags::compare;
use super::place::{Place, Term, low};
use super::{Line, Processor};
use allways_program::code::{Binary, Compare, Rmw, Unary};
use allways_program::{Inst, Operand};

impl Processor<'_, '_, '_> {
    /// `bt`, `bts`, `btr`, `btc`: a bit changes, and the carry flag tells what it was.
    pub(super) fn bit(&mut self, index: Term, to: Place, line: &Line<'_>) -> Option<()> {
        let bits = line.bits()?;
        let asked = self.read(index.place, bits)?;
        let to = self.word_of_bit(index.place, asked, to, bits)?;
        let within = self.body.cx.number(u128::from(bits - 1), bits);
        let count = self.binary(Binary::And, bits, asked, within);
        let one = self.body.cx.number(1, bits);
        let mask = self.binary(Binary::Shl, bits, one, count);
        let (op, value) = match line.name {
            "bts" => (Rmw::Or, mask),
            "btc" => (Rmw::Xor, mask),
            "btr" => {
                let ones = self.body.cx.number(low(bits), bits);
                (Rmw::And, self.binary(Binary::Xor, bits, mask, ones))
            }
            _ => (Rmw::Or, self.body.cx.number(0, bits)),
        };
        let old = match line.name {
            "bt" => self.read(to, bits)?,
            _ => self.change(op, to, value, bits, line.is_locked)?.0,
        };
        let was = self.binary(Binary::And, bits, old, mask);
        let nothing = self.body.cx.number(0, bits);
        let carry = compare(self.body, Compare::Ne, bits, was, nothing);
        self.flags.set_carry(carry);
        Some(())
    }

    /// In memory a register may name a bit of any other word; a number in the text names one of this.
    fn word_of_bit(&mut self, index: Place, asked: Operand, to: Place, bits: u32) -> Option<Place> {
        let (Place::Register(_), Place::Memory(base)) = (index, to) else { return Some(to) };
        let shift = self.body.cx.number(u128::from(bits.trailing_zeros()), bits);
        let index = self.binary(Binary::AShr, bits, asked, shift);
        let dst = self.body.new_slots(1);
        let scale = i64::from(bits / 8);
        self.body.emit(Inst::Address { dst, base, index, bits: bits as u8, scale });
        Some(Place::Memory(Operand::slot(dst)))
    }

    /// `bsf`, `bsr` and those that count. The first two tell by the zero flag that there is no bit, and then leave
    /// nothing that means something.
    pub(super) fn scan(&mut self, from: Place, to: Place, line: &Line<'_>) -> Option<()> {
        let bits = line.bits()?;
        let a = self.read(from, bits)?;
        let op = match line.name {
            "bsf" | "tzcnt" => Unary::TrailingZeros,
            "bsr" | "lzcnt" => Unary::LeadingZeros,
            _ => Unary::PopCount,
        };
        let dst = self.body.new_slots(1);
        self.body.emit(Inst::Unary { op, bits: bits as u8, dst, a });
        let mut found = Operand::slot(dst);
        let nothing = self.body.cx.number(0, bits);
        let is_zero = match line.name {
            "bsf" | "bsr" | "popcnt" => compare(self.body, Compare::Eq, bits, a, nothing),
            _ => compare(self.body, Compare::Eq, bits, found, nothing),
        };
        if line.name == "bsr" {
            let last = self.body.cx.number(u128::from(bits - 1), bits);
            found = self.binary(Binary::Sub, bits, last, found);
        }
        if matches!(line.name, "bsf" | "bsr") {
            let unknown = self.undefined(bits);
            let dst = self.body.new_slots(1);
            self.body.emit(Inst::Select { words: 1, dst, cond: is_zero, a: unknown, b: found });
            found = Operand::slot(dst);
        }
        self.flags.set_zero(is_zero);
        self.write(to, bits, found)
    }

    /// `bswap`.
    pub(super) fn swap_bytes(&mut self, to: Place, line: &Line<'_>) -> Option<()> {
        let bits = line.bits().filter(|&bits| bits >= 32)?;
        let a = self.read(to, bits)?;
        let dst = self.body.new_slots(1);
        self.body.emit(Inst::Unary { op: Unary::ByteSwap, bits: bits as u8, dst, a });
        self.write(to, bits, Operand::slot(dst))
    }
}
