//! Values as the source would write them.

use super::names::Names;
use crate::machine::Machine;
use crate::state::Chunk;
use crate::word::Word;
use allways_program::debug::{Type, TypeId};

/// Elements and fields shown of an aggregate.
const SHOWN: usize = 8;

impl<'v> Names<'v> {
    /// A value of a type, from its bytes.
    pub fn value(
        &mut self,
        machine: &mut Machine<'v>,
        ty: Option<TypeId>,
        bytes: &Chunk,
    ) -> String {
        if bytes.defined.iter().all(|&d| d == 0) && !bytes.value.is_empty() {
            return "uninitialised".to_string();
        }
        let Some(ty) = ty else { return plain(bytes) };
        match self.ty(ty) {
            Type::Bool => (if bytes.value.first() == Some(&0) { "false" } else { "true" }).into(),
            Type::Int { bits: 64, .. } if handle(machine, bytes).is_some() => {
                format!("thread {}", handle(machine, bytes).unwrap_or(0))
            }
            Type::Int { bits, signed, char } => integer(bytes, *bits, *signed, *char),
            Type::Float(64) if bytes.value.len() >= 8 => {
                f64::from_bits(bytes.bits(0, 8).0 as u64).to_string()
            }
            Type::Float(32) if bytes.value.len() >= 4 => {
                f32::from_bits(bytes.bits(0, 4).0 as u32).to_string()
            }
            Type::Pointer(to) => self.pointer(machine, *to, bytes),
            Type::Enum { values, bits, .. } => {
                let value = as_signed(bytes, *bits);
                let named = values.iter().find(|(v, _)| *v == value);
                named.map_or_else(|| value.to_string(), |(_, name)| name.clone())
            }
            Type::Array { element, count } => self.array(machine, *element, *count, bytes),
            Type::Struct { fields, .. } => self.record(machine, fields, bytes),
            _ => plain(bytes),
        }
    }

    /// A value of a type, from slots.
    pub fn value_of_words(
        &mut self,
        machine: &mut Machine<'v>,
        ty: TypeId,
        words: &[Word],
    ) -> String {
        let mut bytes = Chunk::zero(words.len() * 8);
        for (number, word) in words.iter().enumerate() {
            bytes.set_bits(number * 8, 8, word.value.into(), word.defined.into());
        }
        let size = (self.size_of(ty) as usize).min(bytes.value.len());
        if size > 0 {
            bytes.value.truncate(size);
            bytes.defined.truncate(size);
        }
        self.value(machine, Some(ty), &bytes)
    }

    fn pointer(&mut self, machine: &mut Machine<'v>, to: TypeId, bytes: &Chunk) -> String {
        if bytes.value.len() < 4 {
            return plain(bytes);
        }
        let address = bytes.bits(0, bytes.value.len().min(8)).0 as u64;
        if address == 0 {
            return "NULL".to_string();
        }
        if let Some(thread) = machine.vm.space.thread_of(address) {
            return format!("thread {thread}");
        }
        let sized = self.size_of(to) > 0 && !matches!(self.ty(to), Type::Int { char: true, .. });
        if sized && self.objects.get(address).is_some() {
            self.objects.learn(address, to);
        }
        if let Type::Int { char: true, .. } = self.ty(to)
            && let Some(text) = constant_text(machine, address)
        {
            return text;
        }
        let name = self.of(machine, address, self.size_of(to).max(1)).text;
        if name.contains('#') || name.starts_with("0x") || self.is_function(machine, address) {
            name
        } else {
            format!("&{name}")
        }
    }

    fn is_function(&self, machine: &Machine<'v>, address: u64) -> bool {
        machine.vm.space.function_at(address).is_some()
    }

    fn array(
        &mut self,
        machine: &mut Machine<'v>,
        element: TypeId,
        count: u64,
        bytes: &Chunk,
    ) -> String {
        let each = self.size_of(element) as usize;
        if each == 0 {
            return plain(bytes);
        }
        let shown = (count as usize).min(SHOWN).min(bytes.value.len() / each);
        let mut parts: Vec<String> = (0..shown)
            .map(|i| self.value(machine, Some(element), &slice(bytes, i * each, each)))
            .collect();
        if count as usize > shown {
            parts.push("…".to_string());
        }
        format!("{{{}}}", parts.join(", "))
    }

    fn record(
        &mut self,
        machine: &mut Machine<'v>,
        fields: &'v [allways_program::debug::Field],
        bytes: &Chunk,
    ) -> String {
        let mut parts = Vec::new();
        for field in fields.iter().take(SHOWN) {
            let (start, size) = ((field.bit / 8) as usize, self.size_of(field.ty) as usize);
            if start + size > bytes.value.len() {
                break;
            }
            let part = bit_field(bytes, field.bit, field.bits)
                .unwrap_or_else(|| slice(bytes, start, size));
            let value = self.value(machine, Some(field.ty), &part);
            parts.push(if field.name.is_empty() {
                value
            } else {
                format!("{} = {value}", field.name)
            });
        }
        if fields.len() > SHOWN {
            parts.push("…".to_string());
        }
        format!("{{{}}}", parts.join(", "))
    }
}

/// The thread that a word is the handle of.
fn handle(machine: &Machine<'_>, bytes: &Chunk) -> Option<u32> {
    (bytes.value.len() == 8)
        .then(|| bytes.bits(0, 8).0 as u64)
        .and_then(|h| machine.vm.space.thread_of(h))
}

fn slice(bytes: &Chunk, start: usize, size: usize) -> Chunk {
    Chunk {
        value: bytes.value[start..start + size].to_vec(),
        defined: bytes.defined[start..start + size].to_vec(),
    }
}

fn bit_field(bytes: &Chunk, bit: u64, bits: u16) -> Option<Chunk> {
    if bits == 0 {
        return None;
    }
    let first = (bit / 8) as usize;
    let size = (bytes.value.len() - first).min(16);
    let (value, defined) = bytes.bits(first, size);
    let mask = crate::word::wide_mask(bits.into());
    let mut part = Chunk::zero(8);
    part.set_bits(0, 8, value >> (bit % 8) & mask, defined >> (bit % 8) & mask | !mask);
    Some(part)
}

fn as_signed(bytes: &Chunk, bits: u16) -> i64 {
    let size = usize::from(bits).div_ceil(8).min(bytes.value.len()).min(8);
    crate::word::signed(bytes.bits(0, size).0 as u64, (size as u32 * 8).clamp(1, 64))
}

fn integer(bytes: &Chunk, bits: u16, signed: bool, char: bool) -> String {
    let size = usize::from(bits).div_ceil(8).min(bytes.value.len()).min(16);
    if size == 0 {
        return String::new();
    }
    let (value, defined) = bytes.bits(0, size);
    if defined & crate::word::wide_mask(size as u32 * 8) != crate::word::wide_mask(size as u32 * 8)
    {
        return format!("{} (partly uninitialised)", plain(bytes));
    }
    let shift = 128 - size as u32 * 8;
    let number =
        if signed { (((value << shift) as i128) >> shift).to_string() } else { value.to_string() };
    match u8::try_from(value) {
        Ok(c) if char && (c.is_ascii_graphic() || c == b' ') => format!("{number} '{}'", c as char),
        _ => number,
    }
}

/// Bytes of no known type.
fn plain(bytes: &Chunk) -> String {
    match bytes.value.len() {
        0 => String::new(),
        size @ 1..=8 => {
            let value = crate::word::signed(bytes.bits(0, size).0 as u64, size as u32 * 8);
            if value.unsigned_abs() < 1 << 32 { value.to_string() } else { format!("{value:#x}") }
        }
        size => format!("{size} bytes"),
    }
}

/// A string constant, quoted.
fn constant_text(machine: &mut Machine<'_>, address: u64) -> Option<String> {
    let bytes = machine.peek(address, 32)?;
    let end = bytes.value.iter().position(|&b| b == 0)?;
    if bytes.defined[..end].iter().any(|&d| d != 0xff) {
        return None;
    }
    let text = std::str::from_utf8(&bytes.value[..end]).ok()?;
    Some(format!("{text:?}"))
}
