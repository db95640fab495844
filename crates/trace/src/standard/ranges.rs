//! What lies one behind the other: strings, vectors, arrays, deques.

use super::layout::Object;
use super::{Found, GONE, Odd, Part, Place, Shape, UNINITIALISED, WRONG};
use allways_program::debug::{Type, TypeId};
use allways_program::readable::template;

/// Characters of a string that are shown.
const CHARACTERS: u64 = 64;

impl Object<'_> {
    pub(super) fn string(&mut self) -> Found {
        let short = self.find(&["__rep_", "__s", "__data_"])?;
        let Type::Array { element, .. } = *self.types.get(short.ty) else {
            return Err(Odd::Unknown);
        };
        let each = self.types.size_of(element);
        if self.number(&["__rep_", "__s", "__is_long_"])? != 0 {
            let (data, _) = self.pointer(&["__rep_", "__l", "__data_"])?;
            let size = self.number(&["__rep_", "__l", "__size_"])?;
            return self.text_at(data, size, each);
        }
        let size = self.number(&["__rep_", "__s", "__size_"])?;
        let room = self.types.size_of(short.ty);
        let length = size.checked_mul(each).filter(|l| *l <= room).ok_or(WRONG)?;
        let bytes = self.bytes.slice((short.bit / 8) as usize, length as usize);
        text(&bytes.value, &bytes.defined, each, size)
    }

    pub(super) fn string_view(&mut self) -> Found {
        let (data, to) = self.pointer(&["__data_"])?;
        let size = self.number(&["__size_"])?;
        self.text_at(data, size, self.types.size_of(to))
    }

    fn text_at(&mut self, data: u64, size: u64, each: u64) -> Found {
        let length = size.checked_mul(each).ok_or(WRONG)?;
        if length > 0 && !self.is_there(data, length) {
            return Err(GONE);
        }
        let shown = size.min(CHARACTERS) * each;
        let bytes = if shown == 0 { Default::default() } else { self.read(data, shown)? };
        text(&bytes.value, &bytes.defined, each, size)
    }

    pub(super) fn vector(&mut self) -> Found {
        if self.find(&["__size_"]).is_ok() {
            return self.vector_of_bits();
        }
        let (begin, element) = self.pointer(&["__begin_"])?;
        let (end, _) = self.pointer(&["__end_"])?;
        let (limit, _) = self.pointer(&["__cap_"])?;
        if end > limit {
            return Err(WRONG);
        }
        self.elements(begin, end.checked_sub(begin).ok_or(WRONG)?, element)
    }

    fn vector_of_bits(&mut self) -> Found {
        let (begin, word) = self.pointer(&["__begin_"])?;
        let size = self.number(&["__size_"])?;
        let each = self.types.size_of(word);
        if size > 0 && !self.is_there(begin, size.div_ceil(8)) {
            return Err(GONE);
        }
        if each == 0 {
            return Err(Odd::Unknown);
        }
        let shown = size.min(self.most);
        let bytes =
            if shown == 0 { Default::default() } else { self.read(begin, shown.div_ceil(8))? };
        let bit = |n: u64| {
            let (at, mask) = ((n / 8) as usize, 1u8 << (n % 8));
            (bytes.defined[at] & mask != 0).then_some(bytes.value[at] & mask != 0)
        };
        let bits: Option<Vec<bool>> = (0..shown).map(bit).collect();
        Ok((Shape::Bits(bits.ok_or(UNINITIALISED)?), Vec::new(), size))
    }

    /// Values of a type in that many bytes.
    fn elements(&mut self, begin: u64, length: u64, element: TypeId) -> Found {
        let each = self.types.size_of(element);
        if each == 0 {
            return Err(Odd::Unknown);
        }
        if !length.is_multiple_of(each) {
            return Err(WRONG);
        }
        if length > 0 && !self.is_there(begin, length) {
            return Err(GONE);
        }
        let size = length / each;
        let part = |n: u64| Part::new(element, Place::At(begin + n * each));
        Ok((Shape::Many, (0..size.min(self.most)).map(part).collect(), size))
    }

    pub(super) fn span(&mut self) -> Found {
        let (begin, element) =
            self.pointer(&["__data_"]).or_else(|_| self.pointer(&["__begin_"]))?;
        let size = match self.number(&["__size_"]) {
            Err(Odd::Unknown) => self.fixed_extent()?,
            size => size?,
        };
        let length = size.checked_mul(self.types.size_of(element)).ok_or(WRONG)?;
        self.elements(begin, length, element)
    }

    /// The number of elements of a span that is part of its type.
    fn fixed_extent(&self) -> Result<u64, Odd> {
        let Type::Struct { name, .. } = self.types.get(self.ty) else { return Err(Odd::Unknown) };
        let (_, arguments) = template(name);
        let digits = arguments.get(1).map(|a| a.trim_end_matches(['U', 'L']));
        digits.and_then(|d| d.parse().ok()).ok_or(Odd::Unknown)
    }

    pub(super) fn array(&mut self) -> Found {
        let field = self.find(&["__elems_"])?;
        let Type::Array { element, count } = *self.types.get(field.ty) else {
            return Err(Odd::Unknown);
        };
        let (each, start) = (self.types.size_of(element), field.bit / 8);
        let part = |n: u64| Part::new(element, Place::Inside(start + n * each));
        Ok((Shape::Many, (0..count.min(self.most)).map(part).collect(), count))
    }

    /// Blocks of equal length, of which a table has the addresses.
    pub(super) fn deque(&mut self) -> Found {
        let (table, entry) = self.pointer(&["__map_", "__begin_"])?;
        let (table_end, _) = self.pointer(&["__map_", "__end_"])?;
        let (start, size) = (self.number(&["__start_"])?, self.number(&["__size_"])?);
        let Type::Pointer(element) = *self.types.get(entry) else { return Err(Odd::Unknown) };
        let (each, word) = (self.types.size_of(element), self.types.pointer_size());
        if each == 0 {
            return Err(Odd::Unknown);
        }
        // As libc++ has it.
        let block = if each < 256 { 4096 / each } else { 16 };
        let blocks = table_end.checked_sub(table).ok_or(WRONG)? / word;
        if start.checked_add(size).ok_or(WRONG)? > blocks.saturating_mul(block) {
            return Err(WRONG);
        }
        let mut parts = Vec::new();
        for number in start..start + size.min(self.most) {
            let entry = self.read(table + number / block * word, word)?;
            if entry.defined.iter().any(|&d| d != 0xff) {
                return Err(UNINITIALISED);
            }
            let first = entry.bits(0, word as usize).0 as u64;
            let address = first.wrapping_add(number % block * each);
            if !self.is_there(address, each) {
                return Err(GONE);
            }
            parts.push(Part::new(element, Place::At(address)));
        }
        Ok((Shape::Many, parts, size))
    }
}

/// Characters of 1, 2 or 4 bytes.
fn text(value: &[u8], defined: &[u8], each: u64, size: u64) -> Found {
    let shown = (size.min(CHARACTERS) * each) as usize;
    let (value, defined) = (&value[..shown.min(value.len())], &defined[..shown.min(defined.len())]);
    if defined.iter().any(|&d| d != 0xff) {
        return Err(UNINITIALISED);
    }
    let wide = |bytes: &[u8]| bytes.iter().rev().fold(0u32, |n, b| n << 8 | u32::from(*b));
    let text = match each {
        1 => whole_characters(value, size),
        2 => {
            let units: Vec<u16> = value.chunks(2).map(|c| wide(c) as u16).collect();
            String::from_utf16_lossy(&units)
        }
        4 => value.chunks(4).map(|c| char::from_u32(wide(c)).unwrap_or('\u{fffd}')).collect(),
        _ => return Err(Odd::Unknown),
    };
    Ok((Shape::Text(text, size), Vec::new(), 0))
}

/// Bytes as text, without the beginning of a character at the end where the rest is left out.
fn whole_characters(value: &[u8], size: u64) -> String {
    let text = String::from_utf8_lossy(value);
    match std::str::from_utf8(value) {
        Err(e) if e.error_len().is_none() && (value.len() as u64) < size => {
            String::from_utf8_lossy(&value[..e.valid_up_to()]).into_owned()
        }
        _ => text.into_owned(),
    }
}
