//! Memory: pages that appear when touched, and a stack that only grows until a frame ends.

use super::{Frame, Machine, Outcome, cannot};
use allways_program::code::Rmw;
use allways_program::{Inst, Layout};
use std::collections::HashMap;

const PAGE: u64 = 4096;

/// All of memory.
pub(super) struct Memory {
    pages: HashMap<u64, Box<[u8; PAGE as usize]>>,
    /// Where the next stack object lies.
    top: u64,
    /// Where the next object of the heap lies.
    heap: u64,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory { pages: HashMap::new(), top: 0x7000_0000, heap: 0x2000_0000 }
    }

    pub(super) fn mark(&self) -> u64 {
        self.top
    }

    pub(super) fn release(&mut self, mark: u64) {
        self.top = mark;
    }

    pub(super) fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let address = self.top.next_multiple_of(align.max(16));
        self.top = address + size;
        address
    }

    pub(super) fn allocate_for_ever(&mut self, size: u64) -> u64 {
        let address = self.heap;
        self.heap += (size + 16).next_multiple_of(16);
        address
    }

    pub(super) fn read(&self, address: u64, length: usize) -> Vec<u8> {
        (address..address + length as u64).map(|at| self.byte(at)).collect()
    }

    pub(super) fn byte(&self, at: u64) -> u8 {
        self.pages.get(&(at / PAGE)).map_or(0, |page| page[(at % PAGE) as usize])
    }

    pub(super) fn word(&self, at: u64) -> u64 {
        u64::from_le_bytes(self.read(at, 8).try_into().expect("eight bytes"))
    }

    pub(super) fn write(&mut self, address: u64, bytes: &[u8]) {
        for (at, byte) in (address..).zip(bytes) {
            let page = self.pages.entry(at / PAGE).or_insert_with(|| Box::new([0; PAGE as usize]));
            page[(at % PAGE) as usize] = *byte;
        }
    }
}

/// The words of a value that lies in memory like this.
fn gather(layout: &Layout, bytes: &[u8]) -> Vec<u64> {
    let mut words = vec![0; layout.words.into()];
    for part in &layout.parts {
        for i in 0..u32::from(part.bits) {
            let bit = part.bit + i;
            if bytes[bit as usize / 8] >> (bit % 8) & 1 == 1 {
                words[usize::from(part.word) + i as usize / 64] |= 1 << (i % 64);
            }
        }
    }
    words
}

fn scatter(layout: &Layout, words: &[u64]) -> Vec<u8> {
    let mut bytes = vec![0; layout.size as usize];
    for part in &layout.parts {
        for i in 0..u32::from(part.bits) {
            let bit = part.bit + i;
            if words[usize::from(part.word) + i as usize / 64] >> (i % 64) & 1 == 1 {
                bytes[bit as usize / 8] |= 1 << (bit % 8);
            }
        }
    }
    bytes
}

impl Machine<'_> {
    /// Executes an instruction that concerns memory; `false` when it is another one.
    pub(super) fn memory_step(&mut self, frame: &mut Frame, inst: &Inst) -> Outcome<bool> {
        let program = self.program;
        let layout =
            |access: u32| &program.layouts[program.accesses[access as usize].layout as usize];
        match *inst {
            Inst::Load { dst, ptr, access } => {
                let words = self.load(self.read(frame, ptr), layout(access));
                frame.slots[dst as usize..dst as usize + words.len()].copy_from_slice(&words);
            }
            Inst::Store { src, ptr, access } => {
                let layout = layout(access);
                let words = self.words(frame, src, layout.words.into());
                self.memory.write(self.read(frame, ptr), &scatter(layout, &words));
            }
            Inst::Rmw { op, dst, ptr, value, access } => {
                let layout = layout(access);
                let bits = layout.parts[0].bits as u8;
                let ptr = self.read(frame, ptr);
                let old = number(&self.load(ptr, layout));
                let Some(new) = modify(op, old, self.wide(frame, value, bits), bits) else {
                    return cannot(op);
                };
                self.memory.write(ptr, &scatter(layout, &[new as u64, (new >> 64) as u64]));
                self.set(frame, dst, old, bits.into());
            }
            Inst::CompareExchange { dst, success, ptr, expected, new, access } => {
                let layout = layout(access);
                let bits = layout.parts[0].bits as u8;
                let ptr = self.read(frame, ptr);
                let old = number(&self.load(ptr, layout));
                let equal = old == self.wide(frame, expected, bits);
                if equal {
                    let new = self.words(frame, new, layout.words.into());
                    self.memory.write(ptr, &scatter(layout, &new));
                }
                self.set(frame, dst, old, bits.into());
                frame.slots[success as usize] = equal.into();
            }
            Inst::StackAlloc { dst, site, count, bits } => {
                let site = &program.sites[site as usize];
                let count = self.wide(frame, count, bits) as u64;
                frame.slots[dst as usize] =
                    self.memory.allocate(site.size * count, site.align.into());
            }
            Inst::StackSave { dst } => frame.slots[dst as usize] = self.memory.mark(),
            Inst::StackRestore { src } => self.memory.release(self.read(frame, src)),
            Inst::ThreadLocal { dst, global } => {
                frame.slots[dst as usize] = self.own[global as usize];
            }
            Inst::Address { dst, base, index, bits, scale } => {
                let index = super::signed(self.read(frame, index).into(), bits) as u64;
                let address = self.read(frame, base).wrapping_add(index.wrapping_mul(scale as u64));
                self.set(frame, dst, address.into(), program.pointer_bits.into());
            }
            Inst::Bitcast { dst, src, from, to } => {
                let (from, to) = (&program.layouts[from as usize], &program.layouts[to as usize]);
                let words = self.words(frame, src, from.words.into());
                let words = gather(to, &scatter(from, &words));
                frame.slots[dst as usize..dst as usize + words.len()].copy_from_slice(&words);
            }
            Inst::VaStart { list } => {
                let list = self.read(frame, list);
                self.start_variable_arguments(list, &frame.variable);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn load(&self, ptr: u64, layout: &Layout) -> Vec<u64> {
        gather(layout, &self.memory.read(ptr, layout.size as usize))
    }

    /// A list that says that all registers are used up, so that all arguments are on the stack.
    fn start_variable_arguments(&mut self, list: u64, arguments: &[u64]) {
        let area = self.memory.allocate(8 * arguments.len() as u64, 16);
        for (at, word) in (area..).step_by(8).zip(arguments) {
            self.memory.write(at, &word.to_le_bytes());
        }
        self.memory.write(list, &48u32.to_le_bytes());
        self.memory.write(list + 4, &176u32.to_le_bytes());
        self.memory.write(list + 8, &area.to_le_bytes());
    }
}

fn number(words: &[u64]) -> u128 {
    words.iter().rev().fold(0, |value, word| value << 64 | u128::from(*word))
}

fn modify(op: Rmw, old: u128, value: u128, bits: u8) -> Option<u128> {
    let (x, y) = (super::signed(old, bits), super::signed(value, bits));
    Some(match op {
        Rmw::Exchange => value,
        Rmw::Add => old.wrapping_add(value),
        Rmw::Sub => old.wrapping_sub(value),
        Rmw::And => old & value,
        Rmw::Nand => !(old & value),
        Rmw::Or => old | value,
        Rmw::Xor => old ^ value,
        Rmw::Max => x.max(y) as u128,
        Rmw::Min => x.min(y) as u128,
        Rmw::UMax => old.max(value),
        Rmw::UMin => old.min(value),
        _ => return None,
    })
}
