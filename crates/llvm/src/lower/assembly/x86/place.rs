//! Where instructions read and write: registers, memory, numbers.

use super::super::operand::{Operands, Register};
use super::{Processor, integer_shape};
use crate::ir::Value;
use crate::lower::body::Body;
use crate::lower::constant;
use allways_program::code::{Binary, Resize};
use allways_program::{Inst, Operand, Order};
use std::collections::HashMap;

/// Where an instruction reads or writes.
#[derive(Copy, Clone)]
pub(super) enum Place {
    Register(Register),
    /// At that address.
    Memory(Operand),
    /// A number in the text.
    Number(u128),
}

impl Place {
    /// A register by its letter.
    pub(super) fn named(name: char) -> Place {
        Place::Register(Register::Named(name))
    }
}

/// An operand of an instruction.
#[derive(Copy, Clone)]
pub(super) struct Term {
    pub(super) place: Place,
    /// Its width, if it is a register's.
    pub(super) bits: Option<u32>,
}

/// What a register holds: the lowest bits of it are known.
#[derive(Copy, Clone)]
struct Held {
    value: Operand,
    bits: u32,
    /// An integer of the text, which instructions take with its sign.
    constant: Option<Value>,
}

/// The registers that hold something.
pub(super) struct Registers(HashMap<Register, Held>);

impl Registers {
    /// What they hold before the first instruction.
    pub(super) fn begin(body: &mut Body<'_, '_>, operands: &Operands) -> Registers {
        let mut held = HashMap::new();
        for (number, operand) in operands.iter() {
            let (Some(value), false) = (operand.value, operand.in_memory) else { continue };
            let Some(register) = operands.register_of(number) else { continue };
            let Ok(bits) = body.cx.scalar_of(value).map(|scalar| scalar.bits()) else { continue };
            if let (Ok(operand), true) = (body.operand(value), bits <= 64) {
                let constant = Some(value).filter(|value| value.as_u64().is_some());
                held.insert(register, Held { value: operand, bits, constant });
            }
        }
        Registers(held)
    }

    /// Two registers change places, whether anything is known of them or not.
    pub(super) fn swap(&mut self, a: Register, b: Register) {
        let (in_a, in_b) = (self.0.remove(&a), self.0.remove(&b));
        self.0.extend(in_b.map(|held| (a, held)));
        self.0.extend(in_a.map(|held| (b, held)));
    }
}

/// A register by its name, and how much of it the name means.
fn register(name: &str) -> Option<(Register, u32)> {
    let (letter, bits) = match name {
        "al" | "bl" | "cl" | "dl" => (name.chars().next()?, 8),
        "ax" | "bx" | "cx" | "dx" => (name.chars().next()?, 16),
        "eax" | "ebx" | "ecx" | "edx" => (name.chars().nth(1)?, 32),
        "rax" | "rbx" | "rcx" | "rdx" => (name.chars().nth(1)?, 64),
        "esi" => ('S', 32),
        "edi" => ('D', 32),
        "rsi" => ('S', 64),
        "rdi" => ('D', 64),
        _ => return None,
    };
    Some((Register::Named(letter), bits))
}

/// A number in the text, which clang writes with two dollar signs.
fn immediate(text: &str) -> Option<u128> {
    let digits = text.strip_prefix("$$")?;
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let number = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    let number = u128::from(number);
    Some(if negative { number.wrapping_neg() } else { number })
}

impl Processor<'_, '_, '_> {
    /// An operand of an instruction, by its text.
    pub(super) fn term(&mut self, text: &str) -> Option<Term> {
        if let Some(number) = immediate(text) {
            return Some(Term { place: Place::Number(number), bits: None });
        }
        if let Some(name) = text.strip_prefix('%') {
            let (register, bits) = register(name)?;
            return Some(Term { place: Place::Register(register), bits: Some(bits) });
        }
        if let Some((offset, base)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            return self.at_register(offset, base);
        }
        let (number, operand) = self.operands.named(text)?;
        if operand.in_memory {
            let ptr = self.body.operand(operand.value?).ok()?;
            return Some(Term { place: Place::Memory(ptr), bits: None });
        }
        let register = self.operands.register_of(number)?;
        let modifier = text.split_once(':').and_then(|(_, letter)| letter.chars().next());
        let bits = match modifier {
            Some('b') => Some(8),
            Some('w') => Some(16),
            Some('k') => Some(32),
            Some('q') => Some(64),
            Some(_) => return None,
            None => self.width_of(number),
        };
        Some(Term { place: Place::Register(register), bits })
    }

    /// The width of an operand's type: of what it begins with, or of the result.
    fn width_of(&mut self, number: usize) -> Option<u32> {
        let register = self.operands.register_of(number)?;
        let held = self.registers.0.get(&register).map(|held| held.bits);
        held.or_else(|| self.operands.iter().nth(number)?.1.bits)
    }

    /// Memory where a register points to.
    fn at_register(&mut self, offset: &str, base: &str) -> Option<Term> {
        let offset: i64 = if offset.is_empty() { 0 } else { offset.parse().ok()? };
        let Place::Register(register) = self.term(base)?.place else { return None };
        let bits = u32::from(self.body.cx.program.pointer_bits);
        let base = self.read(Place::Register(register), bits)?;
        if offset == 0 {
            return Some(Term { place: Place::Memory(base), bits: None });
        }
        let index = self.body.cx.number(offset as u64 as u128, 64);
        let dst = self.body.new_slots(1);
        self.body.emit(Inst::Address { dst, base, index, bits: 64, scale: 1 });
        Some(Term { place: Place::Memory(Operand::slot(dst)), bits: None })
    }

    /// The value of so many bits at a place.
    pub(super) fn read(&mut self, place: Place, bits: u32) -> Option<Operand> {
        match place {
            Place::Number(number) => Some(self.body.cx.number(number & low(bits), bits)),
            Place::Memory(ptr) => {
                let order = Some(Order::Acquire);
                let access = self.body.access(&integer_shape(bits), bits / 8, order, None, false);
                let dst = self.body.new_slots(1);
                self.body.emit(Inst::Load { dst, ptr, access });
                Some(Operand::slot(dst))
            }
            Place::Register(register) => {
                let Held { value, bits: known, constant } = *self.registers.0.get(&register)?;
                if known >= bits {
                    return Some(self.resize(value, known, bits));
                }
                let number = constant?.as_u64()?;
                let signed = ((number << (64 - known)) as i64 >> (64 - known)) as u64;
                Some(self.body.cx.number(u128::from(signed) & low(bits), bits))
            }
        }
    }

    /// Writes so many bits to a place. In a register the rest stays, or becomes zero behind 32.
    pub(super) fn write(&mut self, place: Place, bits: u32, value: Operand) -> Option<()> {
        match place {
            Place::Number(_) => None,
            Place::Memory(ptr) => {
                let order = Some(Order::Release);
                let access = self.body.access(&integer_shape(bits), bits / 8, order, None, false);
                self.body.emit(Inst::Store { src: value, ptr, access });
                Some(())
            }
            Place::Register(register) => {
                let held = match self.registers.0.get(&register).copied() {
                    _ if bits == 32 => {
                        Held { value: self.resize(value, 32, 64), bits: 64, constant: None }
                    }
                    Some(old) if old.bits > bits => self.merged(old, value, bits),
                    _ => Held { value, bits, constant: None },
                };
                self.registers.0.insert(register, held);
                Some(())
            }
        }
    }

    /// A register whose lowest bits were written.
    fn merged(&mut self, old: Held, value: Operand, bits: u32) -> Held {
        let mask = self.body.cx.number(low(old.bits) & !low(bits), old.bits);
        let rest = self.binary(Binary::And, old.bits, old.value, mask);
        let wide = self.resize(value, bits, old.bits);
        let value = self.binary(Binary::Or, old.bits, rest, wide);
        Held { value, bits: old.bits, constant: None }
    }

    /// A number of another width; new bits are zero.
    pub(super) fn resize(&mut self, a: Operand, from: u32, to: u32) -> Operand {
        if from == to {
            return a;
        }
        let op = if from < to { Resize::ZExt } else { Resize::Trunc };
        let dst = self.body.new_slots(1);
        self.body.emit(Inst::Resize { op, from: from as u8, to: to as u8, dst, a });
        Operand::slot(dst)
    }

    /// A value that says nothing.
    pub(super) fn undefined(&mut self, bits: u32) -> Operand {
        let words = constant::undefined(&integer_shape(bits));
        self.body.cx.pool.constant(&mut self.body.cx.program, words)
    }
}

/// The lowest bits, set.
pub(super) fn low(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}
