//! Values as the source would write them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A value with its type's meaning. Of aggregates only the beginning is here; a
/// [`Moment`](crate::Moment) has all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// No bit of it has a value.
    Uninitialised,
    /// Some bits of it have none.
    Partly(Box<Value>),
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A number that needs more bits, in decimal digits.
    Wide(String),
    /// A character that can be printed.
    Char(u8),
    /// A number with a point.
    #[serde(with = "as_text")]
    Double(f64),
    /// The same with half the bits.
    #[serde(with = "as_text")]
    Float(f32),
    /// A named number.
    Enumerator {
        /// Its name.
        name: String,
        /// The number.
        value: i64,
    },
    /// No address.
    Null,
    /// An address.
    Pointer {
        /// It.
        address: u64,
        /// What is there.
        to: Target,
    },
    /// The address of characters that end with a zero, soon enough to be shown.
    Text(String),
    /// The handle of a thread.
    Thread(u32),
    /// An array.
    Array {
        /// The first elements.
        elements: Vec<Value>,
        /// There are more.
        more: bool,
    },
    /// A struct, class or union.
    Struct {
        /// The first fields; a name may be empty.
        fields: Vec<(String, Value)>,
        /// There are more.
        more: bool,
    },
    /// A value of a type of the C++ library.
    Standard(Box<Standard>),
    /// Up to 8 bytes of no known type, as a number.
    Word(i64),
    /// That many bytes of no known type.
    Bytes(u64),
    /// Nothing at all.
    Nothing,
}

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A variable, or a part of one.
    Variable(String),
    /// An object without a name of its own, or a part of one: `node#1.next`.
    Object(String),
    /// A function.
    Function(String),
    /// Nothing that is known.
    Unknown,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Uninitialised => f.write_str("uninitialised"),
            Value::Partly(value) => write!(f, "{value} (partly uninitialised)"),
            Value::Bool(value) => value.fmt(f),
            Value::Int(number) => number.fmt(f),
            Value::Wide(digits) => f.write_str(digits),
            Value::Char(code) => write!(f, "{code} '{}'", char::from(*code)),
            Value::Double(number) => number.fmt(f),
            Value::Float(number) => number.fmt(f),
            Value::Enumerator { name, .. } => f.write_str(name),
            Value::Null => f.write_str("NULL"),
            Value::Pointer { to: Target::Variable(name), .. } => write!(f, "&{name}"),
            Value::Pointer { to: Target::Object(name) | Target::Function(name), .. } => {
                f.write_str(name)
            }
            Value::Pointer { address, to: Target::Unknown } => write!(f, "{address:#x}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Thread(number) => write!(f, "thread {number}"),
            Value::Array { elements, more } => {
                let parts = elements.iter().map(Value::nested);
                braced(f, parts.collect(), *more)
            }
            Value::Struct { fields, more } => {
                let field = |(name, value): &(String, Value)| match &name[..] {
                    "" => value.nested(),
                    name => format!("{name} = {}", value.nested()),
                };
                braced(f, fields.iter().map(field).collect(), *more)
            }
            Value::Standard(value) => value.fmt(f),
            Value::Word(number) if number.unsigned_abs() < 1 << 32 => number.fmt(f),
            Value::Word(number) => write!(f, "{number:#x}"),
            Value::Bytes(size) => write!(f, "{size} bytes"),
            Value::Nothing => Ok(()),
        }
    }
}

impl Value {
    /// As a part of another value.
    pub(crate) fn nested(&self) -> String {
        match self {
            Value::Standard(value) => Inner(value).to_string(),
            value => value.to_string(),
        }
    }
}

fn braced(f: &mut fmt::Formatter<'_>, mut parts: Vec<String>, more: bool) -> fmt::Result {
    if more {
        parts.push("…".to_string());
    }
    write!(f, "{{{}}}", parts.join(", "))
}

/// A value of a type of the C++ library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standard {
    /// Characters.
    Text {
        /// Of which type: `string`, `string_view`.
        kind: String,
        /// The first of them.
        text: String,
        /// There are more.
        more: bool,
    },
    /// Elements.
    Sequence {
        /// Of which type: `vector`, `list`, `set`, `tuple`.
        kind: String,
        /// The first of them.
        elements: Vec<Value>,
        /// How many there are.
        size: u64,
    },
    /// Entries with a key.
    Mapping {
        /// Of which type: `map`, `unordered_map`.
        kind: String,
        /// The first of them.
        entries: Vec<(Value, Value)>,
        /// How many there are.
        size: u64,
    },
    /// A value, or none: `optional`, `variant`.
    Maybe {
        /// Of which type.
        kind: String,
        /// The value.
        value: Option<Value>,
    },
    /// A pointer that owns something.
    Owner {
        /// Of which type: `unique_ptr`, `shared_ptr`, `weak_ptr`.
        kind: String,
        /// The pointer.
        pointer: Value,
        /// What it owns, if that is there and not too deep.
        pointee: Option<Value>,
        /// How many own it, if they are counted.
        owners: Option<u64>,
    },
    /// A lock.
    Lock {
        /// Of which type.
        kind: String,
        /// The thread that holds it.
        holder: Option<u32>,
    },
    /// An object that is not, not yet, or not any more what its type says.
    Damaged {
        /// Of which type.
        kind: String,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standard::Text { kind, .. } => write!(f, "std::{kind} {}", Inner(self)),
            _ => Inner(self).fmt(f),
        }
    }
}

/// A value inside of another: a text needs no type there.
struct Inner<'a>(&'a Standard);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Standard::Text { text, more, .. } => {
                write!(f, "{text:?}{}", if *more { "…" } else { "" })
            }
            Standard::Sequence { kind, elements, size } => {
                list(f, kind, elements.iter().map(Value::nested).collect(), *size)
            }
            Standard::Mapping { kind, entries, size } => {
                let entry =
                    |(key, value): &(Value, Value)| format!("{}: {}", key.nested(), value.nested());
                list(f, kind, entries.iter().map(entry).collect(), *size)
            }
            Standard::Maybe { value: Some(value), kind } => {
                write!(f, "{kind}{{{}}}", value.nested())
            }
            Standard::Maybe { value: None, kind } => match &kind[..] {
                "optional" => f.write_str("nullopt"),
                _ => write!(f, "{kind}{{}}"),
            },
            Standard::Owner { kind, pointer, pointee, owners } => {
                let to = match (pointer, pointee) {
                    (Value::Null, _) => "nullptr".to_string(),
                    (_, Some(value)) => value.nested(),
                    (pointer, None) => pointer.to_string(),
                };
                write!(f, "{kind} → {to}{}", owned_by(*owners))
            }
            Standard::Lock { kind, holder: Some(thread) } => {
                write!(f, "{kind} (held by thread {thread})")
            }
            Standard::Lock { kind, holder: None } => write!(f, "{kind} (free)"),
            Standard::Damaged { kind, why } => write!(f, "{kind} ({why})"),
        }
    }
}

fn owned_by(owners: Option<u64>) -> String {
    match owners {
        None => String::new(),
        Some(0) => " (expired)".to_string(),
        Some(1) => " (1 owner)".to_string(),
        Some(owners) => format!(" ({owners} owners)"),
    }
}

fn list(f: &mut fmt::Formatter<'_>, kind: &str, mut parts: Vec<String>, size: u64) -> fmt::Result {
    if size > parts.len() as u64 {
        parts.push("…".to_string());
    }
    write!(f, "{kind}{{{}}}", parts.join(", "))
}

/// Floating-point numbers as text: JSON has no word for infinity, nor for what is no number.
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub fn serialize<T: Display, S: Serializer>(number: &T, to: S) -> Result<S::Ok, S::Error> {
        number.to_string().serialize(to)
    }

    pub fn deserialize<'d, T: FromStr, D: Deserializer<'d>>(from: D) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| D::Error::custom(format!("`{text}` is no number")))
    }
}
