//! The zero flag and the carry flag.

use crate::lower::body::Body;
use allways_program::code::{Binary, Compare};
use allways_program::{Inst, Operand};

/// Two flags, where something reads them.
pub(super) struct Flags {
    are_read: bool,
    zero: Option<Operand>,
    carry: Option<Operand>,
}

impl Flags {
    pub(super) fn new(are_read: bool) -> Flags {
        Flags { are_read, zero: None, carry: None }
    }

    /// Whether a condition holds, in one bit.
    pub(super) fn get(&self, body: &mut Body<'_, '_>, condition: &str) -> Option<Operand> {
        let (flag, wanted) = match condition {
            "z" | "e" => (self.zero?, true),
            "nz" | "ne" => (self.zero?, false),
            "c" | "b" | "nae" => (self.carry?, true),
            "nc" | "nb" | "ae" => (self.carry?, false),
            _ => return None,
        };
        if wanted {
            return Some(flag);
        }
        let (b, dst) = (body.cx.number(1, 64), body.new_slots(1));
        body.emit(Inst::Binary { op: Binary::Xor, bits: 1, nsw: false, dst, a: flag, b });
        Some(Operand::slot(dst))
    }

    /// What an operation leaves: its operands, and its result.
    pub(super) fn after(
        &mut self,
        body: &mut Body<'_, '_>,
        op: Binary,
        bits: u32,
        [a, b, new]: [Operand; 3],
    ) {
        if !self.are_read {
            return;
        }
        self.after_step(body, bits, new);
        self.carry = Some(match op {
            Binary::Add => compare(body, Compare::ULt, bits, new, b),
            Binary::Sub => compare(body, Compare::ULt, bits, a, b),
            _ => body.cx.number(0, 1),
        });
    }

    /// What counting up or down leaves: the carry flag stays.
    pub(super) fn after_step(&mut self, body: &mut Body<'_, '_>, bits: u32, new: Operand) {
        if self.are_read {
            let nothing = body.cx.number(0, bits);
            self.zero = Some(compare(body, Compare::Eq, bits, new, nothing));
        }
    }

    /// The zero flag is told, and nothing of the other.
    pub(super) fn set_zero(&mut self, zero: Operand) {
        (self.zero, self.carry) = (Some(zero), None);
    }

    /// The carry flag is told; the other stays.
    pub(super) fn set_carry(&mut self, carry: Operand) {
        self.carry = Some(carry);
    }
}

/// Whether a comparison holds.
pub(super) fn compare(
    body: &mut Body<'_, '_>,
    op: Compare,
    bits: u32,
    a: Operand,
    b: Operand,
) -> Operand {
    let dst = body.new_slots(1);
    body.emit(Inst::Compare { op, bits: bits as u8, dst, a, b });
    Operand::slot(dst)
}
