//! From bytes and a type to a value.

use crate::around::Around;
use crate::bytes::Bytes;
use crate::standard::{Odd, Part, Place, Shape, View, view};
use crate::types::Types;
use crate::value::{Standard, Value};
use allways_program::debug::{Field, Type, TypeId};

/// Elements and fields that a value shows of an aggregate.
const SHOWN: usize = 8;

/// Bytes that are read for a part of a value.
const LARGEST: u64 = 4096;

/// Values that are shown of one value, parts of parts included.
const MOST_VALUES: usize = 100;

/// How deep containers are followed.
const DEEPEST: usize = 4;

/// How deep owners are followed: what a pointer owns may lead back to it.
const DEEPEST_OWNER: usize = 2;

/// A part of a container that lies outside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// What it adds to the container's name: `[3]`, `["key"]`.
    pub name: String,
    /// Where it lies.
    pub address: u64,
    /// What it is.
    pub ty: TypeId,
}

/// Elements of a container that have a place of their own.
const MOST_ELEMENTS: u64 = 64;

/// The first elements of a container of the C++ library, from its bytes; none if it is no such thing.
pub fn elements_of(
    types: Types<'_>,
    ty: TypeId,
    bytes: &Bytes,
    around: &mut dyn Around,
) -> Vec<Element> {
    let Some(Ok(view)) = view(types, ty, bytes, around, MOST_ELEMENTS) else { return Vec::new() };
    let mut elements = Vec::new();
    for (number, part) in view.parts.iter().enumerate().filter(|_| view.shape == Shape::Many) {
        let Place::At(address) = part.place else { continue };
        let name = match part.key {
            Some((ty, place)) => {
                let mut decoder = Decoder { types, around, left: MOST_VALUES, depth: 0 };
                format!("[{}]", decoder.part(ty, place, bytes).nested())
            }
            None => format!("[{number}]"),
        };
        elements.push(Element { name, address, ty: part.ty });
    }
    elements
}

/// A value of a type, from its bytes.
pub fn value_of(
    types: Types<'_>,
    ty: Option<TypeId>,
    bytes: &Bytes,
    around: &mut dyn Around,
) -> Value {
    Decoder { types, around, left: MOST_VALUES, depth: 0 }.value(ty, bytes)
}

struct Decoder<'a> {
    types: Types<'a>,
    around: &'a mut dyn Around,
    /// Values that may still be shown.
    left: usize,
    depth: usize,
}

impl Decoder<'_> {
    fn value(&mut self, ty: Option<TypeId>, bytes: &Bytes) -> Value {
        if bytes.is_undefined() {
            return Value::Uninitialised;
        }
        let Some(ty) = ty else { return plain(bytes) };
        self.left = self.left.saturating_sub(1);
        match self.types.get(ty) {
            Type::Bool => Value::Bool(bytes.bits(0, 1).0 != 0),
            Type::Int { bits: 64, .. } if self.thread(bytes).is_some() => {
                Value::Thread(self.thread(bytes).unwrap_or_default())
            }
            Type::Int { bits, signed, char } => integer(bytes, *bits, *signed, *char),
            Type::Float(64) if bytes.len() >= 8 => {
                Value::Double(f64::from_bits(bytes.bits(0, 8).0 as u64))
            }
            Type::Float(32) if bytes.len() >= 4 => {
                Value::Float(f32::from_bits(bytes.bits(0, 4).0 as u32))
            }
            Type::Pointer(to) => self.pointer(*to, bytes),
            Type::Enum { values, bits, .. } => enumerator(values, *bits, bytes),
            Type::Array { element, count } => self.array(*element, *count, bytes),
            Type::Struct { fields, .. } => match self.standard(ty, bytes) {
                Some(value) => value,
                None => self.record(fields, bytes),
            },
            _ => plain(bytes),
        }
    }

    /// The thread that a word is the handle of.
    fn thread(&self, bytes: &Bytes) -> Option<u32> {
        let handle = (bytes.len() == 8).then(|| bytes.bits(0, 8).0 as u64)?;
        self.around.thread_of(handle)
    }

    fn pointer(&mut self, to: TypeId, bytes: &Bytes) -> Value {
        if bytes.len() < 4 {
            return plain(bytes);
        }
        let address = bytes.bits(0, bytes.len().min(8)).0 as u64;
        match self.around.thread_of(address) {
            _ if address == 0 => Value::Null,
            Some(thread) => Value::Thread(thread),
            None => self.around.pointer(address, to),
        }
    }

    fn array(&mut self, element: TypeId, count: u64, bytes: &Bytes) -> Value {
        let each = self.types.size_of(element) as usize;
        if each == 0 {
            return plain(bytes);
        }
        let shown = (count as usize).min(SHOWN).min(bytes.len() / each);
        let elements = (0..shown).map(|i| self.value(Some(element), &bytes.slice(i * each, each)));
        Value::Array { elements: elements.collect(), more: count as usize > shown }
    }

    fn record(&mut self, fields: &[Field], bytes: &Bytes) -> Value {
        let mut shown = Vec::new();
        let fields = fields.iter().filter(|field| !self.is_hidden(field));
        let fields: Vec<&Field> = fields.collect();
        for field in fields.iter().take(SHOWN) {
            let Some(part) = self.types.field_of(field, bytes) else { break };
            shown.push((self.field_name(field), self.value(Some(field.ty), &part)));
        }
        Value::Struct { fields: shown, more: fields.len() > SHOWN }
    }

    /// What the compiler put there by itself, and bases without anything in them.
    fn is_hidden(&self, field: &Field) -> bool {
        let nothing =
            |ty| matches!(self.types.get(ty), Type::Struct { fields, .. } if fields.is_empty());
        field.name.starts_with("_vptr$") || field.name.is_empty() && nothing(field.ty)
    }

    /// A base class is called by its type.
    fn field_name(&self, field: &Field) -> String {
        match self.types.get(field.ty) {
            Type::Struct { name, union: false, .. } if field.name.is_empty() => name.clone(),
            _ => field.name.clone(),
        }
    }

    /// A value of the C++ library.
    fn standard(&mut self, ty: TypeId, bytes: &Bytes) -> Option<Value> {
        let view = view(self.types, ty, bytes, self.around, SHOWN as u64)?;
        let View { kind, shape, parts, size } = match view {
            Ok(view) => view,
            Err(odd) => {
                let Odd::Damaged(why) = odd else { return None };
                let kind = self.types.standard_kind(ty)?.to_string();
                return Some(standard(Standard::Damaged { kind, why: why.to_string() }));
            }
        };
        self.depth += 1;
        let value = match shape {
            Shape::Plain => parts.first().map(|part| self.part(part.ty, part.place, bytes)),
            Shape::Text(text, all) => {
                let more = (text.chars().count() as u64) < all && text.len() as u64 != all;
                Some(standard(Standard::Text { kind, text, more }))
            }
            Shape::Bits(bits) => {
                let elements = bits.into_iter().map(Value::Bool).collect();
                Some(standard(Standard::Sequence { kind, elements, size }))
            }
            Shape::Lock(holder) => Some(standard(Standard::Lock { kind, holder })),
            Shape::Maybe => {
                let value = parts.first().map(|part| self.part(part.ty, part.place, bytes));
                Some(standard(Standard::Maybe { kind, value }))
            }
            Shape::Owner { pointer, to, owners } => {
                let word = bytes.slice(pointer as usize, self.types.pointer_size() as usize);
                let pointer = self.pointer(to, &word);
                let first = parts.first().filter(|_| self.depth <= DEEPEST_OWNER && self.left > 0);
                let pointee = first.map(|part| self.part(part.ty, part.place, bytes));
                Some(standard(Standard::Owner { kind, pointer, pointee, owners }))
            }
            Shape::Many | Shape::Fixed => Some(self.many(kind, &parts, size, bytes)),
        };
        self.depth -= 1;
        value
    }

    fn many(&mut self, kind: String, parts: &[Part], size: u64, bytes: &Bytes) -> Value {
        let (mut elements, mut entries) = (Vec::new(), Vec::new());
        for part in parts {
            if self.left == 0 || self.depth > DEEPEST {
                break;
            }
            let value = self.part(part.ty, part.place, bytes);
            match part.key {
                Some((ty, place)) => entries.push((self.part(ty, place, bytes), value)),
                None => elements.push(value),
            }
        }
        if kind.ends_with("map") {
            return standard(Standard::Mapping { kind, entries, size });
        }
        standard(Standard::Sequence { kind, elements, size })
    }

    fn part(&mut self, ty: TypeId, place: Place, bytes: &Bytes) -> Value {
        let size = self.types.size_of(ty);
        let part = match place {
            Place::Inside(offset) => bytes.slice(offset as usize, size as usize),
            Place::At(address) => self.around.read(address, size.min(LARGEST)).unwrap_or_default(),
        };
        self.value(Some(ty), &part)
    }
}

fn standard(value: Standard) -> Value {
    Value::Standard(Box::new(value))
}

fn enumerator(values: &[(i64, String)], bits: u16, bytes: &Bytes) -> Value {
    let size = usize::from(bits).div_ceil(8).min(bytes.len()).min(8);
    let value = signed(bytes.bits(0, size).0, size) as i64;
    let named = values.iter().find(|(v, _)| *v == value);
    named.map_or(Value::Int(value), |(_, name)| Value::Enumerator { name: name.clone(), value })
}

fn integer(bytes: &Bytes, bits: u16, is_signed: bool, char: bool) -> Value {
    let size = usize::from(bits).div_ceil(8).min(bytes.len()).min(16);
    if size == 0 {
        return Value::Nothing;
    }
    let (value, defined) = bytes.bits(0, size);
    if defined != u128::MAX >> (128 - size * 8) {
        return Value::Partly(Box::new(plain(bytes)));
    }
    if let Ok(c @ b' '..=b'~') = u8::try_from(value)
        && char
    {
        return Value::Char(c);
    }
    let number = if is_signed { signed(value, size) } else { value as i128 };
    match i64::try_from(number) {
        Ok(number) if is_signed || number >= 0 => Value::Int(number),
        _ if is_signed => Value::Wide(number.to_string()),
        _ => Value::Wide(value.to_string()),
    }
}

fn signed(value: u128, size: usize) -> i128 {
    let shift = 128 - size.clamp(1, 16) * 8;
    ((value << shift) as i128) >> shift
}

/// Bytes of no known type.
fn plain(bytes: &Bytes) -> Value {
    match bytes.len() {
        0 => Value::Nothing,
        size @ 1..=8 => Value::Word(signed(bytes.bits(0, size).0, size) as i64),
        size => Value::Bytes(size as u64),
    }
}
