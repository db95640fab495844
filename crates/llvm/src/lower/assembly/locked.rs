//! Single locked operations, as lock-free code writes them: exchanges, additions and the like,
//! with the flag they set.

use super::operand::Operands;
use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use crate::lower::shape::{Leaf, Scalar, Shape};
use allways_program::code::{Binary, Compare, Rmw};
use allways_program::{Inst, Operand, Order, Slot};

/// What is left of an instruction when it was done.
struct Done {
    /// The results that were written, by the number of the output.
    written: Vec<usize>,
    /// Holds whether the zero flag is set.
    zero: Slot,
}

/// Lowers one locked instruction and what reads its flag; `None` when it is something else.
pub(super) fn lower(
    body: &mut Body<'_, '_>,
    inst: Value,
    lines: &[String],
    operands: &Operands,
) -> Option<Result<(), Gap>> {
    let (first, rest) = lines.split_first()?;
    let mut instruction = Instruction::parse(first, operands)?;
    instruction.sets_flag = !rest.is_empty() || operands.iter().any(|(_, o)| o.flag().is_some());
    let mut done = match instruction.emit(body, inst, operands)? {
        Ok(done) => done,
        Err(gap) => return Some(Err(gap)),
    };
    for line in rest {
        let (name, place) = line.split_once(' ')?;
        let (number, output) = operands.named(place.trim())?;
        let condition = name.strip_prefix("set")?;
        if output.in_memory {
            let ptr = body.operand(output.value?).ok()?;
            let flag = body.new_slots(1);
            copy_flag(body, condition, flag, done.zero)?;
            let access = body.access(&scalar_shape(8), 1, None, None, false);
            body.emit(Inst::Store { src: Operand::slot(flag), ptr, access });
            continue;
        }
        let dst = body.define(inst).ok()? + output.result?;
        copy_flag(body, condition, dst, done.zero)?;
        done.written.push(number);
    }
    for (number, output) in operands.iter() {
        if let (Some(flag), Some(word)) = (output.flag(), output.result) {
            let dst = body.define(inst).ok()? + word;
            copy_flag(body, flag, dst, done.zero)?;
            done.written.push(number);
        }
    }
    // An output that nothing writes means that the text was not understood.
    operands.results().all(|(number, _)| done.written.contains(&number)).then_some(Ok(()))
}

fn scalar_shape(bits: u32) -> Shape {
    let leaf = Leaf { scalar: Scalar::Int(bits), word: 0, bit: 0 };
    Shape { words: 1, leaves: vec![leaf], size: u64::from(bits / 8) }
}

fn copy_flag(body: &mut Body<'_, '_>, condition: &str, dst: Slot, zero: Slot) -> Option<()> {
    match condition {
        "e" | "z" => copy_words(body, dst, Operand::slot(zero), 1),
        "ne" | "nz" => {
            let (a, b) = (Operand::slot(zero), body.cx.number(1, 64));
            body.emit(Inst::Binary { op: Binary::Xor, bits: 1, nsw: false, dst, a, b });
        }
        _ => return None,
    }
    Some(())
}

/// What an instruction does to memory.
enum Action {
    /// Memory and a register change places; the operand is the register.
    Exchange(Rmw, usize),
    /// Memory gets a register's value if it holds what the accumulator holds.
    Compare(usize),
    /// Memory changes; only flags tell.
    Change(Rmw, Source),
}

enum Source {
    Operand(usize),
    Number(u128),
}

struct Instruction<'t> {
    action: Action,
    /// The operand in memory.
    memory: &'t super::operand::Operand,
    bits: u32,
    /// Something reads the zero flag afterwards.
    sets_flag: bool,
}

impl<'t> Instruction<'t> {
    fn parse(line: &str, operands: &'t Operands) -> Option<Instruction<'t>> {
        let is_locked = line.starts_with("lock ");
        let (name, rest) = line.trim_start_matches("lock ").split_once(' ')?;
        let (base, bits) = without_suffix(name)?;
        let places: Vec<&str> = rest.split(',').map(str::trim).collect();
        let named = |text: &&str| operands.named(text);
        // The destination stands last; only `xchg` may have it first.
        let memory = places.iter().rev().filter_map(named).find(|(_, o)| o.in_memory)?.1;
        let register = places.iter().filter_map(named).find(|(_, o)| !o.in_memory);
        let action = match (base, places.as_slice()) {
            ("xchg", [_, _]) => Action::Exchange(Rmw::Exchange, register?.0),
            ("xadd", [_, _]) if is_locked => Action::Exchange(Rmw::Add, register?.0),
            ("cmpxchg", [_, _]) if is_locked => Action::Compare(register?.0),
            ("inc", [_]) if is_locked => Action::Change(Rmw::Add, Source::Number(1)),
            ("dec", [_]) if is_locked => Action::Change(Rmw::Sub, Source::Number(1)),
            ("add" | "sub" | "and" | "or" | "xor", [source, _]) if is_locked => {
                let source = match (immediate(source), register) {
                    (Some(number), _) => Source::Number(number),
                    (None, register) => Source::Operand(register?.0),
                };
                Action::Change(operation(base)?, source)
            }
            _ => return None,
        };
        Some(Instruction { action, memory, bits, sets_flag: false })
    }

    fn emit(
        &self,
        body: &mut Body<'_, '_>,
        inst: Value,
        operands: &Operands,
    ) -> Option<Result<Done, Gap>> {
        let shape = scalar_shape(self.bits);
        let ptr = match body.operand(self.memory.value?) {
            Ok(ptr) => ptr,
            Err(gap) => return Some(Err(gap)),
        };
        let failure = matches!(self.action, Action::Compare(_)).then_some(Order::SeqCst);
        let order = Some(Order::SeqCst);
        let access = body.access(&shape, self.bits / 8, order, failure, false);
        let [old, zero] = [(); 2].map(|()| body.new_slots(1));
        let mut written = Vec::new();
        match &self.action {
            Action::Exchange(op, register) => {
                let value = self.input(body, operands, *register)?;
                body.emit(Inst::Rmw { op: *op, dst: old, ptr, value, access });
                self.set_zero_flag(body, *op, old, value, zero);
                copy_result(body, inst, operands, *register, old)?;
                written.push(*register);
            }
            Action::Compare(register) => {
                let new = self.input(body, operands, *register)?;
                let (number, accumulator) = operands.iter().find(|(_, o)| o.is_accumulator())?;
                let expected = match accumulator.value {
                    Some(value) => body.operand(value).ok()?,
                    None => self.input(body, operands, number)?,
                };
                let success = zero;
                body.emit(Inst::CompareExchange { dst: old, success, ptr, expected, new, access });
                if accumulator.result.is_some() {
                    copy_result(body, inst, operands, number, old)?;
                    written.push(number);
                }
            }
            Action::Change(op, source) => {
                let value = match source {
                    Source::Operand(number) => self.input(body, operands, *number)?,
                    Source::Number(number) => body.cx.number(*number, self.bits),
                };
                body.emit(Inst::Rmw { op: *op, dst: old, ptr, value, access });
                self.set_zero_flag(body, *op, old, value, zero);
            }
        }
        Some(Ok(Done { written, zero }))
    }

    /// The value an operand starts with, if it has the width of the instruction.
    fn input(
        &self,
        body: &mut Body<'_, '_>,
        operands: &Operands,
        number: usize,
    ) -> Option<Operand> {
        let (_, operand) = operands.iter().nth(number)?;
        let value = operand.value.or_else(|| operands.tied_to(number))?;
        let bits = body.cx.scalar_of(value).ok()?.bits();
        (bits == self.bits).then(|| body.operand(value).ok())?
    }

    /// The flag tells whether the new value is zero.
    fn set_zero_flag(
        &self,
        body: &mut Body<'_, '_>,
        op: Rmw,
        old: Slot,
        value: Operand,
        zero: Slot,
    ) {
        let op = match op {
            _ if !self.sets_flag => return,
            Rmw::Add => Binary::Add,
            Rmw::Sub => Binary::Sub,
            Rmw::And => Binary::And,
            Rmw::Or => Binary::Or,
            Rmw::Xor => Binary::Xor,
            // `xchg` leaves the flags alone, and nothing here can have set them.
            _ => return,
        };
        let bits = self.bits as u8;
        let new = body.new_slots(1);
        let nothing = body.cx.number(0, self.bits);
        body.emit(Inst::Binary { op, bits, nsw: false, dst: new, a: Operand::slot(old), b: value });
        let (a, b) = (Operand::slot(new), nothing);
        body.emit(Inst::Compare { op: Compare::Eq, bits, dst: zero, a, b });
    }
}

fn copy_result(
    body: &mut Body<'_, '_>,
    inst: Value,
    operands: &Operands,
    number: usize,
    old: Slot,
) -> Option<()> {
    let word = operands.iter().nth(number)?.1.result?;
    let dst = body.define(inst).ok()? + word;
    copy_words(body, dst, Operand::slot(old), 1);
    Some(())
}

/// The instruction's name without the letter for its width.
fn without_suffix(name: &str) -> Option<(&str, u32)> {
    let bits = match name.chars().last()? {
        'b' => 8,
        'w' => 16,
        'l' => 32,
        'q' => 64,
        _ => return None,
    };
    Some((&name[..name.len() - 1], bits))
}

fn operation(name: &str) -> Option<Rmw> {
    Some(match name {
        "add" => Rmw::Add,
        "sub" => Rmw::Sub,
        "and" => Rmw::And,
        "or" => Rmw::Or,
        "xor" => Rmw::Xor,
        _ => return None,
    })
}

/// A number in the text, which clang writes with two dollar signs.
fn immediate(text: &str) -> Option<u128> {
    let digits = text.strip_prefix("$$")?;
    match digits.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16).ok(),
        None => digits.parse::<i64>().ok().map(|n| n as u64 as u128),
    }
}
