//! Constants as words. Addresses are numbers here: globals, functions and labels lie where
//! [`allways_program::address::AddressSpace`] puts them.

use crate::ir::{Opcode, Value};
use crate::lower::address::Place;
use crate::lower::shape::{Scalar, Shape};
use crate::lower::{Gap, Lowering};
use allways_program::{Constant, Operand};

/// A word whose bits are all defined.
pub(crate) fn word(value: u64) -> Constant {
    Constant { value, defined: !0 }
}

/// The words of an integer of at most 128 bits.
pub(crate) fn integer(value: u128, bits: u32) -> Vec<Constant> {
    let value = if bits >= 128 { value } else { value & ((1 << bits) - 1) };
    (0..bits.div_ceil(64)).map(|i| word((value >> (64 * i)) as u64)).collect()
}

/// The words of an undefined value. Bits above a leaf's width are zero and defined.
pub(crate) fn undefined(shape: &Shape) -> Vec<Constant> {
    let mut words = Vec::with_capacity(shape.words.into());
    for leaf in &shape.leaves {
        let mut left = leaf.scalar.bits();
        while left > 0 {
            let here = left.min(64);
            words.push(Constant { value: 0, defined: if here == 64 { 0 } else { !0 << here } });
            left -= here;
        }
    }
    words
}

impl Lowering<'_> {
    /// A constant as an operand.
    pub(crate) fn constant_operand(&mut self, value: Value) -> Result<Operand, Gap> {
        if let Some(known) = self.constants.get(&value) {
            return Ok(*known);
        }
        let operand = if self.mentions_label(value) {
            let shape = self.shapes.of(value.ty())?;
            let index = self.pool.reserve(&mut self.program, shape.words.into());
            self.waiting.push((index, value));
            Operand::constant(index)
        } else {
            let words = self.words(value)?;
            self.pool.constant(&mut self.program, words)
        };
        self.constants.insert(value, operand);
        Ok(operand)
    }

    /// An integer as an operand.
    pub(crate) fn number(&mut self, value: u128, bits: u32) -> Operand {
        self.pool.constant(&mut self.program, integer(value, bits))
    }

    /// Constants that name labels are known once all code is laid out.
    pub(crate) fn fill_waiting(&mut self) -> Result<(), Gap> {
        for (index, value) in std::mem::take(&mut self.waiting) {
            let words = self.words(value)?;
            let start = index as usize;
            self.program.constants[start..start + words.len()].copy_from_slice(&words);
        }
        Ok(())
    }

    fn mentions_label(&self, value: Value) -> bool {
        if value.is_block_address() {
            return true;
        }
        let compound = value.is_constant_expression()
            || value.is_constant_aggregate_struct()
            || value.is_constant_aggregate_array()
            || value.is_constant_aggregate_vector();
        compound && (0..value.operand_count()).any(|i| self.mentions_label(value.operand(i)))
    }

    /// The words of a constant.
    pub(crate) fn words(&mut self, value: Value) -> Result<Vec<Constant>, Gap> {
        let shape = self.shapes.of(value.ty())?;
        if value.is_undefined() {
            return Ok(undefined(&shape));
        }
        if value.is_zero_aggregate() || value.is_null_pointer() {
            return Ok(vec![word(0); shape.words.into()]);
        }
        let ty = value.ty();
        let compound = ty.is_struct() || ty.is_array() || ty.is_vector();
        if compound && !value.is_constant_expression() {
            return self.element_words(value);
        }
        if let Some(words) = value.words(shape.words.into()) {
            return Ok(words.into_iter().map(word).collect());
        }
        self.address_or_expression(value)
    }

    fn element_words(&mut self, value: Value) -> Result<Vec<Constant>, Gap> {
        let mut words = Vec::new();
        for index in 0..value.ty().count() {
            let element = value.element(index).ok_or_else(|| gap(value))?;
            words.extend(self.words(element)?);
        }
        Ok(words)
    }

    fn address_or_expression(&mut self, value: Value) -> Result<Vec<Constant>, Gap> {
        if value.is_block_address() {
            let (_, block) = value.block_address();
            let pc = self.labels.get(&block).copied().ok_or_else(|| gap(value))?;
            return Ok(vec![word(self.space.label(pc))]);
        }
        if let Some(place) = self.places.get(&value) {
            return match *place {
                Place::Address(address) => Ok(vec![word(address)]),
                Place::ThreadLocal(_) => {
                    Err(Gap("the address of a thread-local variable as a constant".into()))
                }
            };
        }
        if value.is_alias() {
            return self.words(value.aliasee());
        }
        if let Some(other) = value.equivalent() {
            return self.words(other);
        }
        if value.is_constant_expression() {
            return self.expression(value);
        }
        Err(gap(value))
    }

    fn expression(&mut self, value: Value) -> Result<Vec<Constant>, Gap> {
        if value.constant_opcode() == Opcode::LLVMBitCast {
            let from = self.shapes.of(value.operand(0).ty())?;
            let to = self.shapes.of(value.ty())?;
            return Ok(reinterpret(&self.words(value.operand(0))?, &from, &to));
        }
        let bits = self.scalar_of(value)?.bits();
        if bits > 128 {
            return Err(gap(value));
        }
        let result = match value.constant_opcode() {
            Opcode::LLVMGetElementPtr => self.constant_address(value)?,
            Opcode::LLVMTrunc
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMAddrSpaceCast => self.constant_number(value.operand(0))?,
            Opcode::LLVMAdd => self.combine(value, u128::wrapping_add)?,
            Opcode::LLVMSub => self.combine(value, u128::wrapping_sub)?,
            Opcode::LLVMXor => self.combine(value, |a, b| a ^ b)?,
            _ => return Err(gap(value)),
        };
        Ok(match result {
            Some(number) => integer(number, bits),
            None => undefined(&*self.shapes.of(value.ty())?),
        })
    }

    fn combine(
        &mut self,
        value: Value,
        operation: fn(u128, u128) -> u128,
    ) -> Result<Option<u128>, Gap> {
        let a = self.constant_number(value.operand(0))?;
        let b = self.constant_number(value.operand(1))?;
        Ok(a.zip(b).map(|(a, b)| operation(a, b)))
    }

    /// A constant of at most 128 bits as a number; `None` when it is not wholly defined.
    fn constant_number(&mut self, value: Value) -> Result<Option<u128>, Gap> {
        let words = self.words(value)?;
        if words.len() > 2 {
            return Err(gap(value));
        }
        let defined = words.iter().all(|w| w.defined == !0);
        let number = words.iter().rev().fold(0, |n, w| n << 64 | u128::from(w.value));
        Ok(defined.then_some(number))
    }

    fn constant_address(&mut self, value: Value) -> Result<Option<u128>, Gap> {
        let path = self.path(value)?;
        let Some(base) = self.constant_number(value.operand(0))? else {
            return Ok(None);
        };
        let mut address = base.wrapping_add_signed(path.constant.into());
        for step in path.steps {
            let Some(index) = self.constant_number(step.index)? else {
                return Ok(None);
            };
            let unused = 128 - step.bits;
            let index = ((index << unused) as i128) >> unused;
            address = address.wrapping_add_signed(index.wrapping_mul(step.scale.into()));
        }
        Ok(Some(address))
    }

    /// The one scalar that a value is.
    pub(crate) fn scalar_of(&mut self, value: Value) -> Result<Scalar, Gap> {
        let shape = self.shapes.of(value.ty())?;
        match shape.leaves.as_slice() {
            [leaf] => Ok(leaf.scalar),
            _ => Err(gap(value)),
        }
    }
}

/// The same bits as a value of another shape.
fn reinterpret(words: &[Constant], from: &Shape, to: &Shape) -> Vec<Constant> {
    let mut bits = Vec::new();
    for leaf in &from.leaves {
        for i in 0..leaf.scalar.bits() {
            let word = words[(leaf.word + i / 64) as usize];
            bits.push((word.value >> (i % 64) & 1, word.defined >> (i % 64) & 1));
        }
    }
    let mut bits = bits.into_iter();
    let mut result = vec![word(0); to.words.into()];
    for leaf in &to.leaves {
        for i in 0..leaf.scalar.bits() {
            let (value, defined) = bits.next().unwrap_or((0, 0));
            let word = &mut result[(leaf.word + i / 64) as usize];
            word.value |= value << (i % 64);
            word.defined &= !((1 ^ defined) << (i % 64));
        }
    }
    result
}

fn gap(value: Value) -> Gap {
    Gap(format!("the constant {}", shorten(&value.text())))
}

/// At most so much of a text as fits in a message.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 120;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain("...".chars()).collect()
}
