//! Values of types of the C++ library (libc++), as its users see them: a string is its characters, a map its entries.
//!
//! What a type consists of comes from the debug information: fields are found by name, so that no offset is written
//! here. An object may be damaged, half made or destroyed when somebody looks at it. Then its view says so, or the
//! object is shown as the struct that it is: a view never contains what is not in memory, and it is bounded.

mod layout;
mod nodes;
mod owners;
mod ranges;
mod unions;

use crate::around::Around;
use crate::bytes::Bytes;

use crate::types::Types;
use allways_program::debug::TypeId;
use layout::Object;

/// Where a part of a value lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// That many bytes behind the beginning of the value itself.
    Inside(u64),
    /// At an address.
    At(u64),
}

/// A part of a value as its user sees it: an element, an entry, what a pointer owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) ty: TypeId,
    pub(crate) place: Place,
    /// For entries of maps.
    pub(crate) key: Option<(TypeId, Place)>,
}

impl Part {
    fn new(ty: TypeId, place: Place) -> Part {
        Part { ty, place, key: None }
    }
}

/// What a value looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Characters: the first of them, and how many there are.
    Text(String, u64),
    /// Elements or entries.
    Many,
    /// As many values as there are parts, of different types.
    Fixed,
    /// Nothing but the value in it: what is done with it is what counts, as with an `atomic`.
    Plain,
    /// A value, or none.
    Maybe,
    /// A pointer that owns something: the place of the pointer and what it is declared to point to.
    Owner { pointer: u64, to: TypeId, owners: Option<u64> },
    /// Truth values, one bit each.
    Bits(Vec<bool>),
    /// A lock and the thread that holds it.
    Lock(Option<u32>),
}

/// A value as its user sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The template's name: `vector`.
    pub(crate) kind: String,
    pub(crate) shape: Shape,
    /// The first parts.
    pub(crate) parts: Vec<Part>,
    /// How many parts there are.
    pub(crate) size: u64,
}

/// Why there is no view.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    /// The debug information does not have what is looked for.
    Unknown,
    /// The object is not, or not yet, or not any more, what its type says.
    Damaged(&'static str),
}

const UNINITIALISED: Odd = Odd::Damaged("partly uninitialised");
const GONE: Odd = Odd::Damaged("what it refers to is not there");
const WRONG: Odd = Odd::Damaged("its fields do not fit together");

/// A value of the C++ library as its user sees it, with up to `most` parts. Nothing if it is no such value.
pub(crate) fn view(
    types: Types<'_>,
    ty: TypeId,
    bytes: &Bytes,
    around: &mut dyn Around,
    most: u64,
) -> Option<Result<View, Odd>> {
    let kind = types.standard_kind(ty)?;
    let mut object = Object { types, ty, bytes, around, most };
    let found = match kind {
        "string" | "wstring" | "u8string" | "u16string" | "u32string" | "basic_string" => {
            object.string()
        }
        "string_view" | "wstring_view" => object.string_view(),
        "vector" => object.vector(),
        "span" | "initializer_list" => object.span(),
        "array" => object.array(),
        "deque" => object.deque(),
        "list" => object.list(),
        "forward_list" => object.forward_list(),
        "map" | "multimap" | "set" | "multiset" => object.tree(),
        "unordered_map" | "unordered_multimap" | "unordered_set" | "unordered_multiset" => {
            object.hash_table()
        }
        "queue" | "stack" | "priority_queue" => object.adapter(),
        "pair" => object.pair(),
        "tuple" => object.tuple(),
        "optional" => object.optional(),
        "variant" => object.variant(),
        "atomic" | "atomic_flag" => object.atomic(),
        "unique_ptr" => object.unique_ptr(),
        "shared_ptr" | "weak_ptr" => object.shared_ptr(),
        "mutex" | "recursive_mutex" => object.mutex(),
        "thread" => object.only("__t_"),
        "lock_guard" => object.only("__m_"),
        "unique_lock" | "shared_lock" => object.lock(),
        "__wrap_iter" => object.only("__i_"),
        "function" => object.function(),
        _ => return None,
    };
    match found {
        Err(Odd::Unknown) => None,
        found => Some(found.map(|(shape, parts, size)| View {
            kind: kind.to_string(),
            shape,
            parts,
            size,
        })),
    }
}

/// What is found of a view, without its name.
type Found = Result<(Shape, Vec<Part>, u64), Odd>;
