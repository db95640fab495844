//! What can be seen in the course of an execution: every object, and what each step changed.

use crate::bytes::Bytes;
use crate::step::Place;
use crate::types::Types;
use crate::wait::Status;
use allways_program::address::AddressSpace;
use allways_program::debug::{Type, TypeId};
use serde::{Deserialize, Serialize};

/// An execution as it could be seen, apart from its steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Width of a pointer.
    pub pointer_bits: u8,
    /// Number of places that allocate: with it, addresses tell what they are.
    pub sites: u32,
    /// The types.
    pub types: Vec<Type>,
    /// The functions' names.
    pub functions: Vec<String>,
    /// Places that frames and objects refer to.
    pub places: Vec<Place>,
    /// The variables of the source.
    pub symbols: Vec<Symbol>,
    /// All objects that ever were, in the order in which they came.
    pub objects: Vec<Object>,
    /// What there is before the first step.
    pub start: Vec<Change>,
    /// What each step changes.
    pub deltas: Vec<Delta>,
}

impl Recording {
    /// The types.
    pub fn types(&self) -> Types<'_> {
        Types::new(&self.types, self.pointer_bits)
    }

    /// How addresses are laid out.
    pub(crate) fn space(&self) -> AddressSpace {
        AddressSpace::new(if self.pointer_bits == 32 { 32 } else { 64 }, self.sites)
    }
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// The function, or the namespaces and classes, that it is declared in; empty at file level.
    pub scope: String,
    /// Its place: an index in [`Recording::places`].
    pub declared: u32,
}

/// What an object is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A global variable.
    Global,
    /// One that must not change: a constant, a text.
    Constant,
    /// From `malloc` and its kin.
    Heap,
    /// A local variable whose address is taken.
    Stack,
    /// A thread's copy of a thread-local variable.
    ThreadLocal,
}

/// A range of memory that comes and goes as one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Its first address.
    pub address: u64,
    /// Its size.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
    /// Its name: a variable's, or one that was made for it (`node#2`).
    pub name: String,
    /// Its type, if known: a variable's, or that of pointers to it.
    pub ty: Option<TypeId>,
    /// The variable that it is: an index in [`Recording::symbols`].
    pub symbol: Option<u32>,
    /// For a local variable the frame that it lies in, counted from the outermost.
    pub frame: Option<u32>,
    /// The thread that it belongs to; nobody's if a global.
    pub thread: Option<u32>,
    /// The first moment at which it is there: 0 before the first step.
    pub from: usize,
    /// The first moment at which it is gone.
    pub until: Option<usize>,
    /// Where it was made.
    pub made: Option<Spot>,
    /// Where it was freed.
    pub freed: Option<Spot>,
    /// What it begins with.
    pub first: Bytes,
    /// What lies behind that: zeros, or bytes without a value.
    pub zeroed: bool,
}

impl Object {
    /// Whether it is there at a moment.
    pub fn is_alive_at(&self, moment: usize) -> bool {
        self.from <= moment && self.until.is_none_or(|until| moment < until)
    }
}

/// Where something happened.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The thread.
    pub thread: u32,
    /// An index in [`Recording::places`].
    pub place: u32,
}

/// What a step changes, and what it touches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Delta {
    /// The changes, in order.
    pub changes: Vec<Change>,
    /// The accesses to memory, in order.
    pub accesses: Vec<Access>,
}

/// An access to memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    /// First address.
    pub address: u64,
    /// Number of bytes.
    pub size: u64,
    /// Not only read.
    pub write: bool,
    /// By an atomic operation.
    pub atomic: bool,
}

/// A function that runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// An index in [`Recording::functions`]; none for what is not the program's own.
    pub function: Option<u32>,
    /// Where it stands: an index in [`Recording::places`].
    pub place: u32,
    /// Variables that live in registers, as far as they have a value.
    pub registers: Vec<(u32, Bytes)>,
}

/// One difference between two moments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Bytes of an object.
    Write {
        /// An index in [`Recording::objects`].
        object: u32,
        /// The first byte.
        offset: u64,
        /// What is there now.
        bytes: Bytes,
    },
    /// The scope of a local variable ends, or begins again.
    Scope {
        /// An index in [`Recording::objects`].
        object: u32,
        /// It ends.
        ended: bool,
    },
    /// A function is called.
    Push {
        /// By that thread.
        thread: u32,
        /// Its frame.
        frame: Frame,
    },
    /// A function is left.
    Pop {
        /// By that thread.
        thread: u32,
    },
    /// The innermost function goes on.
    Move {
        /// Of that thread.
        thread: u32,
        /// To that place: an index in [`Recording::places`].
        place: u32,
    },
    /// A variable that lives in registers.
    Register {
        /// Of that thread.
        thread: u32,
        /// The frame, counted from the outermost.
        frame: u32,
        /// An index in [`Recording::symbols`].
        symbol: u32,
        /// Its value now; none if it has none yet.
        value: Option<Bytes>,
    },
    /// What a thread is doing.
    Status {
        /// Which.
        thread: u32,
        /// Nothing if it does not exist yet.
        status: Option<Status>,
    },
    /// A lock changes hands.
    Held {
        /// Its address.
        lock: u64,
        /// The threads that hold it now: several may read.
        by: Vec<u32>,
    },
}
