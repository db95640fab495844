//! Tables of the program that hold each entry once.

use crate::lower::shape::{Leaf, Shape};
use allways_program::{Access, Constant, Layout, Operand, Part, Program};
use std::collections::HashMap;

/// What is already in the tables.
#[derive(Default)]
pub(crate) struct Pool {
    constants: HashMap<Vec<Constant>, u32>,
    accesses: HashMap<Access, u32>,
    layouts: HashMap<Layout, u32>,
    unsupported: HashMap<String, u32>,
}

impl Pool {
    /// A constant of several words, which stand next to each other.
    pub(crate) fn constant(&mut self, program: &mut Program, words: Vec<Constant>) -> Operand {
        if words.is_empty() {
            return Operand::constant(0);
        }
        let next = program.constants.len() as u32;
        let index = *self.constants.entry(words).or_insert_with_key(|words| {
            program.constants.extend_from_slice(words);
            next
        });
        Operand::constant(index)
    }

    /// A constant that is filled in later, and so shared with nobody.
    pub(crate) fn reserve(&mut self, program: &mut Program, words: u32) -> u32 {
        let index = program.constants.len() as u32;
        let empty = Constant { value: 0, defined: !0 };
        program.constants.extend(std::iter::repeat_n(empty, words as usize));
        index
    }

    pub(crate) fn layout(&mut self, program: &mut Program, shape: &Shape) -> u32 {
        let layout = Layout {
            size: shape.size as u32,
            words: shape.words,
            parts: shape.leaves.iter().map(part).collect(),
        };
        let next = program.layouts.len() as u32;
        *self.layouts.entry(layout).or_insert_with_key(|layout| {
            program.layouts.push(layout.clone());
            next
        })
    }

    pub(crate) fn access(&mut self, program: &mut Program, access: Access) -> u32 {
        let next = program.accesses.len() as u32;
        *self.accesses.entry(access).or_insert_with(|| {
            program.accesses.push(access);
            next
        })
    }

    pub(crate) fn unsupported(&mut self, program: &mut Program, what: String) -> u32 {
        let next = program.unsupported.len() as u32;
        *self.unsupported.entry(what).or_insert_with_key(|what| {
            program.unsupported.push(what.clone());
            next
        })
    }
}

fn part(leaf: &Leaf) -> Part {
    Part { bit: leaf.bit as u32, bits: leaf.scalar.bits() as u16, word: leaf.word as u16 }
}
