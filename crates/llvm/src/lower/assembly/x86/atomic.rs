//! Exchanges of registers with memory.

use super::place::{Place, Term};
use super::{Line, Processor, integer_shape};
use crate::lower::aggregate::copy_words;
use allways_program::code::{Binary, Rmw};
use allways_program::{Inst, Operand, Order};

impl Processor<'_, '_, '_> {
    /// Changes memory in one step: what was there.
    pub(super) fn locked(&mut self, op: Rmw, ptr: Operand, value: Operand, bits: u32) -> Operand {
        let order = Some(Order::SeqCst);
        let access = self.body.access(&integer_shape(bits), bits / 8, order, None, false);
        let dst = self.body.new_slots(1);
        self.body.emit(Inst::Rmw { op, dst, ptr, value, access });
        Operand::slot(dst)
    }

    /// `xchg`, which locks memory by itself.
    pub(super) fn exchange(&mut self, a: Term, b: Term, line: &Line<'_>) -> Option<()> {
        let bits = line.bits()?;
        match (a.place, b.place) {
            (Place::Register(a), Place::Register(b)) => {
                // Half registers keep their other halves.
                (bits >= 32).then(|| self.registers.swap(a, b))
            }
            (Place::Register(register), Place::Memory(ptr))
            | (Place::Memory(ptr), Place::Register(register)) => {
                let value = self.read(Place::Register(register), bits)?;
                let old = self.locked(Rmw::Exchange, ptr, value, bits);
                self.write(Place::Register(register), bits, old)
            }
            _ => None,
        }
    }

    /// `xadd`: the register gets what was there.
    pub(super) fn exchange_and_add(&mut self, from: Term, to: Term, line: &Line<'_>) -> Option<()> {
        let bits = line.bits()?;
        let value = self.read(from.place, bits)?;
        let (old, new) = self.change(Rmw::Add, to.place, value, bits, line.is_locked)?;
        self.flags.after(self.body, Binary::Add, bits, [old, value, new]);
        self.write(from.place, bits, old)
    }

    /// `cmpxchg`: memory gets the register if it holds what the accumulator holds, and the accumulator gets
    /// what was there.
    pub(super) fn compare_exchange(
        &mut self,
        new: Place,
        to: Place,
        line: &Line<'_>,
    ) -> Option<()> {
        let bits = line.bits()?;
        let Place::Memory(ptr) = to else { return None };
        let new = self.read(new, bits)?;
        let expected = self.read(Place::named('a'), bits)?;
        let (old, success) = self.exchanged(ptr, expected, new, bits);
        self.flags.set_zero(success);
        self.write(Place::named('a'), bits, old)
    }

    /// `cmpxchg8b` and `cmpxchg16b`: two registers of so many bits each are one number.
    pub(super) fn exchange_pair(&mut self, to: Place, bits: u32) -> Option<()> {
        let Place::Memory(ptr) = to else { return None };
        let expected = self.pair('a', 'd', bits)?;
        let new = self.pair('b', 'c', bits)?;
        let (old, success) = self.exchanged(ptr, expected, new, 2 * bits);
        self.flags.set_zero(success);
        let (low, high) = if bits == 64 {
            (old, old.word(1))
        } else {
            let shift = self.body.cx.number(32, 64);
            let high = self.binary(Binary::LShr, 64, old, shift);
            (self.resize(old, 64, 32), self.resize(high, 64, 32))
        };
        self.write(Place::named('a'), bits, low)?;
        self.write(Place::named('d'), bits, high)
    }

    /// Two registers as one number.
    fn pair(&mut self, low: char, high: char, bits: u32) -> Option<Operand> {
        let low = self.read(Place::named(low), bits)?;
        let high = self.read(Place::named(high), bits)?;
        if bits == 64 {
            let dst = self.body.new_slots(2);
            copy_words(self.body, dst, low, 1);
            copy_words(self.body, dst + 1, high, 1);
            return Some(Operand::slot(dst));
        }
        let (low, high) = (self.resize(low, 32, 64), self.resize(high, 32, 64));
        let shift = self.body.cx.number(32, 64);
        let high = self.binary(Binary::Shl, 64, high, shift);
        Some(self.binary(Binary::Or, 64, low, high))
    }

    /// Compares and exchanges memory: what was there, and whether it was exchanged.
    fn exchanged(
        &mut self,
        ptr: Operand,
        expected: Operand,
        new: Operand,
        bits: u32,
    ) -> (Operand, Operand) {
        let shape = integer_shape(bits);
        let order = Some(Order::SeqCst);
        let access = self.body.access(&shape, bits / 8, order, order, false);
        let dst = self.body.new_slots(shape.words.into());
        let success = self.body.new_slots(1);
        self.body.emit(Inst::CompareExchange { dst, success, ptr, expected, new, access });
        (Operand::slot(dst), Operand::slot(success))
    }
}
