//! The simplest machine that runs a lowered program: one thread, no checks, no definedness. It
//! exists to compare what programs print with what they print natively, and to be so plain that a
//! difference is a bug of the lowering.

mod arithmetic;
mod library;
mod memory;

use allways_program::code::{Compare, Resize};
use allways_program::{Inst, Operand, OperandKind, Program, Slot};
use memory::Memory;

/// A program that runs.
pub struct Machine<'p> {
    program: &'p Program,
    memory: Memory,
    /// What was printed.
    pub output: Vec<u8>,
    /// Instructions that may still be executed.
    fuel: u64,
    /// Addresses of the thread's own copies of thread-local variables.
    own: Vec<u64>,
}

/// Why a run ended before `main` returned.
pub enum Stop {
    /// `exit` and the like.
    Exit(i32),
    /// Something this machine cannot do.
    Cannot(String),
}

/// One frame.
struct Frame {
    slots: Vec<u64>,
    /// Variable arguments, laid out as in memory.
    variable: Vec<u64>,
}

type Outcome<T> = Result<T, Stop>;

fn cannot<T>(what: impl std::fmt::Debug) -> Outcome<T> {
    Err(Stop::Cannot(format!("{what:?}")))
}

impl<'p> Machine<'p> {
    /// A machine with the program's globals in memory.
    pub fn new(program: &'p Program, fuel: u64) -> Machine<'p> {
        let mut memory = Memory::new();
        let mut own = Vec::new();
        for global in &program.globals {
            let address = match global.thread_local {
                Some(_) => memory.allocate(global.size, global.align.into()),
                None => global.address,
            };
            own.push(address);
            memory.write(address, &global.init.value);
        }
        Machine { program, memory, output: Vec::new(), fuel, own }
    }

    /// Runs constructors and `main`; its result is the exit status.
    pub fn run(&mut self) -> Outcome<i32> {
        for id in self.program.constructors.clone() {
            self.enter(id, &[], Vec::new())?;
        }
        let main = match self.program.function_named("main") {
            Some(main) => main,
            None => return cannot("no main"),
        };
        let result = self.enter(main, &[1, 0, 0], Vec::new())?;
        Ok(result.first().map_or(0, |word| *word as i32))
    }

    fn enter(&mut self, id: u32, args: &[u64], variable: Vec<u64>) -> Outcome<Vec<u64>> {
        let function = &self.program.functions[id as usize];
        if function.is_external() {
            return self.library(&function.name.clone(), args);
        }
        let mut slots = vec![0; function.words as usize];
        let mut args = args.iter();
        for param in &function.params {
            for word in 0..u32::from(param.words) {
                slots[(param.slot + word) as usize] = args.next().copied().unwrap_or(0);
            }
        }
        let mark = self.memory.mark();
        let start = function.code.start;
        let result = self.execute(&mut Frame { slots, variable }, start)?;
        self.memory.release(mark);
        Ok(result)
    }

    fn execute(&mut self, frame: &mut Frame, start: u32) -> Outcome<Vec<u64>> {
        let program = self.program;
        let mut pc = start;
        loop {
            self.fuel -= 1;
            if self.fuel == 0 {
                return cannot("it runs too long");
            }
            match program.code[pc as usize] {
                Inst::Jump { to } => pc = to,
                Inst::Branch { cond, yes, no } => {
                    pc = if self.read(frame, cond) & 1 == 1 { yes } else { no };
                }
                Inst::Switch { value, table, .. } => {
                    let value = self.read(frame, value);
                    let table = &program.switches[table as usize];
                    let found = table.cases.binary_search_by_key(&value, |(case, _)| *case);
                    pc = found.map_or(table.default, |i| table.cases[i].1);
                }
                Inst::JumpIndirect { target } => {
                    let target = self.read(frame, target);
                    pc = match program.address_space().label_at(target) {
                        Some(to) => to,
                        None => return cannot("a jump to nowhere"),
                    };
                }
                Inst::Return { src, words } => return Ok(self.words(frame, src, words.into())),
                Inst::Call { function, site } => {
                    self.call(frame, function, site)?;
                    pc += 1;
                }
                Inst::CallIndirect { target, site } => {
                    let target = self.read(frame, target);
                    match program.address_space().function_at(target) {
                        Some(function) => self.call(frame, function, site)?,
                        None => return cannot("a call of nothing"),
                    }
                    pc += 1;
                }
                ref inst => {
                    self.step(frame, inst)?;
                    pc += 1;
                }
            }
        }
    }

    fn call(&mut self, frame: &mut Frame, id: u32, site: u32) -> Outcome<()> {
        let call = &self.program.calls[site as usize];
        let function = &self.program.functions[id as usize];
        let mut fixed = Vec::new();
        let mut variable = Vec::new();
        let named = if function.is_external() { call.args.len() } else { function.params.len() };
        for (index, arg) in call.args.iter().enumerate() {
            let mut words = self.words(frame, arg.value, arg.words.into());
            if let allways_program::ArgClass::ByVal { size, align, .. } = arg.class {
                let copy = self.memory.allocate(size, align.into());
                let bytes = self.memory.read(words[0], size as usize);
                self.memory.write(copy, &bytes);
                words[0] = copy;
                if index >= named {
                    words = (0..size.div_ceil(8)).map(|i| self.memory.word(copy + 8 * i)).collect();
                }
            }
            if index < named { fixed.extend(words) } else { variable.extend(words) }
        }
        let result = self.enter(id, &fixed, variable)?;
        for (word, value) in (0..u32::from(call.words)).zip(result) {
            frame.slots[(call.dst + word) as usize] = value;
        }
        Ok(())
    }

    fn read(&self, frame: &Frame, operand: Operand) -> u64 {
        match operand.kind() {
            OperandKind::Slot(slot) => frame.slots[slot as usize],
            OperandKind::Constant(index) => self.program.constants[index as usize].value,
        }
    }

    fn words(&self, frame: &Frame, operand: Operand, words: u32) -> Vec<u64> {
        (0..words).map(|word| self.read(frame, operand.word(word))).collect()
    }

    fn wide(&self, frame: &Frame, operand: Operand, bits: u8) -> u128 {
        let words = self.words(frame, operand, u32::from(bits).div_ceil(64));
        words.iter().rev().fold(0, |value, word| value << 64 | u128::from(*word))
    }

    fn set(&self, frame: &mut Frame, dst: Slot, value: u128, bits: u32) {
        let value = if bits >= 128 { value } else { value & ((1 << bits) - 1) };
        for word in 0..bits.div_ceil(64) {
            frame.slots[(dst + word) as usize] = (value >> (64 * word)) as u64;
        }
    }

    fn step(&mut self, frame: &mut Frame, inst: &Inst) -> Outcome<()> {
        match *inst {
            Inst::Copy { dst, src, words } | Inst::Freeze { dst, src, words } => {
                let value = self.words(frame, src, words.into());
                frame.slots[dst as usize..dst as usize + value.len()].copy_from_slice(&value);
            }
            Inst::Copies { first, count } => {
                let range = first as usize..(first + count) as usize;
                let copies = &self.program.copies[range];
                let values: Vec<u64> =
                    copies.iter().map(|(_, src)| self.read(frame, *src)).collect();
                for ((dst, _), value) in copies.iter().zip(values) {
                    frame.slots[*dst as usize] = value;
                }
            }
            Inst::Select { words, dst, cond, a, b } => {
                let from = if self.read(frame, cond) & 1 == 1 { a } else { b };
                let value = self.words(frame, from, words.into());
                frame.slots[dst as usize..dst as usize + value.len()].copy_from_slice(&value);
            }
            Inst::Compare { op, bits, dst, a, b } => {
                let (a, b) = (self.wide(frame, a, bits), self.wide(frame, b, bits));
                frame.slots[dst as usize] = u64::from(compare(op, a, b, bits));
            }
            Inst::Resize { op, from, to, dst, a } => {
                let value = self.wide(frame, a, from);
                let value = if op == Resize::SExt { signed(value, from) as u128 } else { value };
                self.set(frame, dst, value, to.into());
            }
            Inst::LaneGet { dst, src, index, lanes, words } => {
                let lane = self.read(frame, index).min(u64::from(lanes) - 1) as u32;
                let value = self.words(frame, src.word(lane * u32::from(words)), words.into());
                frame.slots[dst as usize..dst as usize + value.len()].copy_from_slice(&value);
            }
            Inst::LanePut { dst, value, index, lanes, words } => {
                let lane = self.read(frame, index).min(u64::from(lanes) - 1) as u32;
                let value = self.words(frame, value, words.into());
                let at = (dst + lane * u32::from(words)) as usize;
                frame.slots[at..at + value.len()].copy_from_slice(&value);
            }
            Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. } | Inst::Fence { .. } => {}
            Inst::Unsupported { what } => {
                return cannot(&self.program.unsupported[what as usize]);
            }
            _ if self.memory_step(frame, inst)? => {}
            _ => return self.arithmetic(frame, inst),
        }
        Ok(())
    }
}

/// A number with its sign.
fn signed(value: u128, bits: u8) -> i128 {
    let unused = 128 - u32::from(bits);
    ((value << unused) as i128) >> unused
}

fn compare(op: Compare, a: u128, b: u128, bits: u8) -> bool {
    let (x, y) = (signed(a, bits), signed(b, bits));
    match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::ULt => a < b,
        Compare::ULe => a <= b,
        Compare::UGt => a > b,
        Compare::UGe => a >= b,
        Compare::SLt => x < y,
        Compare::SLe => x <= y,
        Compare::SGt => x > y,
        Compare::SGe => x >= y,
    }
}
