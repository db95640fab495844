//! How a value of the C++ library is shown.

use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::fmt;

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
pub(crate) struct Inner<'a>(pub(crate) &'a Standard);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Standard::Text { text, more, .. } => {
                write!(f, "{text:?}{}", if *more { "…" } else { "" })
            }
            Standard::Sequence { kind, elements, size } => {
                braced(f, kind, elements.iter().map(Value::nested).collect(), *size)
            }
            Standard::Mapping { kind, entries, size } => {
                let entry =
                    |(key, value): &(Value, Value)| format!("{}: {}", key.nested(), value.nested());
                braced(f, kind, entries.iter().map(entry).collect(), *size)
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

fn braced(
    f: &mut fmt::Formatter<'_>,
    kind: &str,
    mut parts: Vec<String>,
    size: u64,
) -> fmt::Result {
    if size > parts.len() as u64 {
        parts.push("…".to_string());
    }
    write!(f, "{kind}{{{}}}", parts.join(", "))
}
