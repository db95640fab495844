//! What x86's instructions do, one after the other: on registers, which are slots, and on memory. Each access is
//! an instruction of its own, atomic as the processor makes it: a load acquires, a store releases, and what is
//! locked is sequentially consistent. What is not known here makes the whole text an error.

mod atomic;
mod bits;
mod flags;
mod place;

use super::operand::Operands;
use super::{is_fence, is_nothing};
use crate::ir::Value;
use crate::lower::TICKS;
use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use crate::lower::shape::{Leaf, Scalar, Shape};
use allways_program::code::{Binary, Rmw};
use allways_program::{Inst, Operand, Order};
use flags::Flags;
use place::{Place, Registers, Term};

/// A processor in the middle of a text.
struct Processor<'p, 'l, 'm> {
    body: &'p mut Body<'l, 'm>,
    operands: &'p Operands,
    registers: Registers,
    flags: Flags,
}

/// One instruction, taken apart.
struct Line<'t> {
    name: &'t str,
    /// The width that the last letter of the name says.
    suffix: Option<u32>,
    is_locked: bool,
    terms: Vec<Term>,
}

/// Lowers a text; `None` when something in it is not known.
pub(super) fn lower(
    body: &mut Body<'_, '_>,
    inst: Value,
    lines: &[String],
    operands: &Operands,
) -> Option<()> {
    let reads_flags = lines.iter().any(|line| line.starts_with("set"))
        || operands.iter().any(|(_, operand)| operand.flag().is_some());
    let registers = Registers::begin(body, operands);
    let flags = Flags::new(reads_flags);
    let mut processor = Processor { body, operands, registers, flags };
    for line in lines {
        processor.execute(line)?;
    }
    processor.finish(inst)
}

/// An integer of so many bits in memory.
fn integer_shape(bits: u32) -> Shape {
    let scalar = Scalar::Int(bits);
    let leaf = Leaf { scalar, word: 0, bit: 0 };
    Shape { words: scalar.words() as u16, leaves: vec![leaf], size: u64::from(bits / 8) }
}

/// Names of instructions that may have a letter for the width at their end.
const NAMES: [&str; 25] = [
    "add", "and", "bsf", "bsr", "bswap", "bt", "btc", "btr", "bts", "cmp", "cmpxchg", "dec", "inc",
    "lzcnt", "mov", "neg", "not", "or", "popcnt", "sub", "test", "tzcnt", "xadd", "xchg", "xor",
];

/// The instruction's name without the letter for its width.
fn without_suffix(name: &str) -> Option<(&str, Option<u32>)> {
    if NAMES.contains(&name) {
        return Some((name, None));
    }
    let base = &name[..name.len().checked_sub(1)?];
    let bits = match name.as_bytes().last()? {
        b'b' => 8,
        b'w' => 16,
        b'l' => 32,
        b'q' => 64,
        _ => return None,
    };
    NAMES.contains(&base).then_some((base, Some(bits)))
}

/// Operands stand between commas outside of parentheses.
fn split_operands(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

impl Processor<'_, '_, '_> {
    fn execute(&mut self, line: &str) -> Option<()> {
        if is_nothing(line) {
            return Some(());
        }
        if is_fence(line) {
            self.body.emit(Inst::Fence { order: Order::SeqCst });
            return Some(());
        }
        let (line, is_locked) = match line.strip_prefix("lock ") {
            Some(rest) => (rest, true),
            None => (line, false),
        };
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let texts = split_operands(rest);
        let terms: Option<Vec<Term>> = texts.iter().map(|text| self.term(text)).collect();
        let terms = terms?;
        if let Some(condition) = name.strip_prefix("set") {
            let [Term { place, .. }] = terms.as_slice() else { return None };
            let flag = self.flags.get(self.body, condition)?;
            return self.write(*place, 8, flag);
        }
        match name {
            "cmpxchg8b" => return self.exchange_pair(terms.first()?.place, 32),
            "cmpxchg16b" => return self.exchange_pair(terms.first()?.place, 64),
            "rdtsc" => return self.time_stamp(false),
            "rdtscp" => return self.time_stamp(true),
            "cpuid" => return self.identify(),
            _ => {}
        }
        let (name, suffix) = without_suffix(name)?;
        self.compute(&Line { name, suffix, is_locked, terms })
    }

    fn compute(&mut self, line: &Line<'_>) -> Option<()> {
        match (line.name, line.terms.as_slice()) {
            ("mov", [from, to]) if !line.is_locked => {
                let bits = line.bits()?;
                let value = self.read(from.place, bits)?;
                self.write(to.place, bits, value)
            }
            ("xchg", [a, b]) => self.exchange(*a, *b, line),
            ("xadd", [from, to]) => self.exchange_and_add(*from, *to, line),
            ("cmpxchg", [new, to]) => self.compare_exchange(new.place, to.place, line),
            ("bt" | "bts" | "btr" | "btc", [index, to]) => self.bit(*index, to.place, line),
            ("bsf" | "bsr" | "tzcnt" | "lzcnt" | "popcnt", [from, to]) => {
                self.scan(from.place, to.place, line)
            }
            ("bswap", [to]) => self.swap_bytes(to.place, line),
            ("cmp" | "test", [b, a]) => self.compare(a.place, b.place, line),
            _ => self.arithmetic(line),
        }
    }

    /// `add` and the like: memory or a register changes, and flags tell how.
    fn arithmetic(&mut self, line: &Line<'_>) -> Option<()> {
        let bits = line.bits()?;
        let all_ones = self.body.cx.number(u128::MAX >> (128 - bits), bits);
        let one = self.body.cx.number(1, bits);
        let (op, value, to) = match (line.name, line.terms.as_slice()) {
            ("inc", [to]) => (Rmw::Add, one, to),
            ("dec", [to]) => (Rmw::Sub, one, to),
            ("not", [to]) => (Rmw::Xor, all_ones, to),
            ("add", [from, to]) => (Rmw::Add, self.read(from.place, bits)?, to),
            ("sub", [from, to]) => (Rmw::Sub, self.read(from.place, bits)?, to),
            ("and", [from, to]) => (Rmw::And, self.read(from.place, bits)?, to),
            ("or", [from, to]) => (Rmw::Or, self.read(from.place, bits)?, to),
            ("xor", [from, to]) if line.clears() => {
                let nothing = self.body.cx.number(0, bits);
                self.flags.after(self.body, Binary::Xor, bits, [nothing; 3]);
                return self.write(to.place, bits, nothing);
            }
            ("xor", [from, to]) => (Rmw::Xor, self.read(from.place, bits)?, to),
            _ => return None,
        };
        let (old, new) = self.change(op, to.place, value, bits, line.is_locked)?;
        match line.name {
            // Its flags stay.
            "not" => {}
            "inc" | "dec" => self.flags.after_step(self.body, bits, new),
            _ => self.flags.after(self.body, plain(op), bits, [old, value, new]),
        }
        Some(())
    }

    /// Changes a place: what was there, and what is there then.
    fn change(
        &mut self,
        op: Rmw,
        place: Place,
        value: Operand,
        bits: u32,
        is_locked: bool,
    ) -> Option<(Operand, Operand)> {
        let old = match (place, is_locked) {
            (Place::Memory(ptr), true) => self.locked(op, ptr, value, bits),
            (_, true) => return None,
            _ => self.read(place, bits)?,
        };
        let new = self.binary(plain(op), bits, old, value);
        if !is_locked {
            self.write(place, bits, new)?;
        }
        Some((old, new))
    }

    /// The flags of a difference, or of common bits.
    fn compare(&mut self, a: Place, b: Place, line: &Line<'_>) -> Option<()> {
        let bits = line.bits()?;
        let (a, b) = (self.read(a, bits)?, self.read(b, bits)?);
        let op = if line.name == "cmp" { Binary::Sub } else { Binary::And };
        let new = self.binary(op, bits, a, b);
        self.flags.after(self.body, op, bits, [a, b, new]);
        Some(())
    }

    /// `a op b`.
    fn binary(&mut self, op: Binary, bits: u32, a: Operand, b: Operand) -> Operand {
        let dst = self.body.new_slots(1);
        self.body.emit(Inst::Binary { op, bits: bits as u8, nsw: false, dst, a, b });
        Operand::slot(dst)
    }

    /// The clock stands still, as everywhere. The processor is the first.
    fn time_stamp(&mut self, tells_processor: bool) -> Option<()> {
        let ticks = self.body.new_slots(1);
        self.body.call_external(TICKS, ticks, Some(Scalar::Int(64)), &[]);
        let ticks = Operand::slot(ticks);
        let shift = self.body.cx.number(32, 64);
        let high = self.binary(Binary::LShr, 64, ticks, shift);
        for (name, value) in [('a', ticks), ('d', high)] {
            let low = self.resize(value, 64, 32);
            self.write(Place::named(name), 32, low)?;
        }
        if tells_processor {
            let first = self.body.cx.number(0, 32);
            self.write(Place::named('c'), 32, first)?;
        }
        Some(())
    }

    /// A processor that tells nothing of itself, so that programs go the way that works everywhere.
    fn identify(&mut self) -> Option<()> {
        self.body.emit(Inst::Fence { order: Order::SeqCst });
        let nothing = self.body.cx.number(0, 32);
        ['a', 'b', 'c', 'd']
            .iter()
            .try_for_each(|&name| self.write(Place::named(name), 32, nothing))
    }

    /// Hands over the results. One that nothing wrote means that the text was not understood.
    fn finish(&mut self, inst: Value) -> Option<()> {
        for (number, word) in self.operands.results() {
            let (_, operand) = self.operands.iter().nth(number)?;
            let value = match operand.flag() {
                Some(condition) => self.flags.get(self.body, condition)?,
                None => {
                    let register = self.operands.register_of(number)?;
                    self.read(Place::Register(register), operand.bits?)?
                }
            };
            let dst = self.body.define(inst).ok()? + word;
            copy_words(self.body, dst, value, 1);
        }
        Some(())
    }
}

/// The same without memory.
fn plain(op: Rmw) -> Binary {
    match op {
        Rmw::Sub => Binary::Sub,
        Rmw::And => Binary::And,
        Rmw::Or => Binary::Or,
        Rmw::Xor => Binary::Xor,
        _ => Binary::Add,
    }
}

impl Line<'_> {
    /// The width: by the name's last letter, or by a register.
    fn bits(&self) -> Option<u32> {
        self.suffix.or_else(|| self.terms.iter().rev().find_map(|term| term.bits))
    }

    /// A register is combined with itself, which gives nothing whatever it had.
    fn clears(&self) -> bool {
        match self.terms.as_slice() {
            [Term { place: Place::Register(a), .. }, Term { place: Place::Register(b), .. }] => {
                a == b
            }
            _ => false,
        }
    }
}
