//! From bytes and a type to a value.

use crate::bytes::Bytes;
use crate::types::Types;
use crate::value::Value;
use allways_program::debug::{Field, Type, TypeId};

/// Elements and fields that a value shows of an aggregate.
const SHOWN: usize = 8;

/// What the bytes of a value alone do not tell.
pub trait Around {
    /// The thread that a handle stands for.
    fn thread_of(&self, handle: u64) -> Option<u32>;
    /// What a pointer to a type means that is neither null nor the handle of a thread.
    fn pointer(&mut self, address: u64, to: TypeId) -> Value;
}

/// A value of a type, from its bytes.
pub fn value_of(
    types: Types<'_>,
    ty: Option<TypeId>,
    bytes: &Bytes,
    around: &mut dyn Around,
) -> Value {
    if bytes.is_undefined() {
        return Value::Uninitialised;
    }
    let Some(ty) = ty else { return plain(bytes) };
    match types.get(ty) {
        Type::Bool => Value::Bool(bytes.bits(0, 1).0 != 0),
        Type::Int { bits: 64, .. } if thread(bytes, around).is_some() => {
            Value::Thread(thread(bytes, around).unwrap_or_default())
        }
        Type::Int { bits, signed, char } => integer(bytes, *bits, *signed, *char),
        Type::Float(64) if bytes.len() >= 8 => {
            Value::Double(f64::from_bits(bytes.bits(0, 8).0 as u64))
        }
        Type::Float(32) if bytes.len() >= 4 => {
            Value::Float(f32::from_bits(bytes.bits(0, 4).0 as u32))
        }
        Type::Pointer(to) => pointer(*to, bytes, around),
        Type::Enum { values, bits, .. } => enumerator(values, *bits, bytes),
        Type::Array { element, count } => array(types, *element, *count, bytes, around),
        Type::Struct { fields, .. } => record(types, fields, bytes, around),
        _ => plain(bytes),
    }
}

/// The thread that a word is the handle of.
fn thread(bytes: &Bytes, around: &dyn Around) -> Option<u32> {
    (bytes.len() == 8).then(|| bytes.bits(0, 8).0 as u64).and_then(|h| around.thread_of(h))
}

fn pointer(to: TypeId, bytes: &Bytes, around: &mut dyn Around) -> Value {
    if bytes.len() < 4 {
        return plain(bytes);
    }
    let address = bytes.bits(0, bytes.len().min(8)).0 as u64;
    match around.thread_of(address) {
        _ if address == 0 => Value::Null,
        Some(thread) => Value::Thread(thread),
        None => around.pointer(address, to),
    }
}

fn enumerator(values: &[(i64, String)], bits: u16, bytes: &Bytes) -> Value {
    let size = usize::from(bits).div_ceil(8).min(bytes.len()).min(8);
    let value = signed(bytes.bits(0, size).0, size) as i64;
    let named = values.iter().find(|(v, _)| *v == value);
    named.map_or(Value::Int(value), |(_, name)| Value::Enumerator { name: name.clone(), value })
}

fn array(
    types: Types<'_>,
    element: TypeId,
    count: u64,
    bytes: &Bytes,
    around: &mut dyn Around,
) -> Value {
    let each = types.size_of(element) as usize;
    if each == 0 {
        return plain(bytes);
    }
    let shown = (count as usize).min(SHOWN).min(bytes.len() / each);
    let element = |i: usize| value_of(types, Some(element), &bytes.slice(i * each, each), around);
    Value::Array { elements: (0..shown).map(element).collect(), more: count as usize > shown }
}

fn record(types: Types<'_>, fields: &[Field], bytes: &Bytes, around: &mut dyn Around) -> Value {
    let mut shown = Vec::new();
    for field in fields.iter().take(SHOWN) {
        let Some(part) = field_of(types, field, bytes) else { break };
        shown.push((field.name.clone(), value_of(types, Some(field.ty), &part, around)));
    }
    Value::Struct { fields: shown, more: fields.len() > SHOWN }
}

/// The bytes of a field, if they are all there.
pub(crate) fn field_of(types: Types<'_>, field: &Field, bytes: &Bytes) -> Option<Bytes> {
    let (start, size) = ((field.bit / 8) as usize, types.size_of(field.ty) as usize);
    if field.bits > 0 {
        let end = field.bit + u64::from(field.bits);
        let signed = types.is_signed(field.ty);
        return (end <= bytes.len() as u64 * 8)
            .then(|| bytes.bit_field(field.bit, field.bits, signed));
    }
    (start + size <= bytes.len()).then(|| bytes.slice(start, size))
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
