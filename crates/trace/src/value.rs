//! Values as the source would write them.

use crate::standard::{Inner, Standard};
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
