//! Memory: accesses, layouts, allocation sites, bytes with definedness.

use serde::{Deserialize, Serialize};

/// Memory orderings, weakest first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// How a load, store or exchange touches memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Access {
    /// Bytes touched.
    pub size: u32,
    /// Promised alignment.
    pub align: u32,
    /// The layout of the value.
    pub layout: u32,
    /// Width of the value when it is one scalar of at most 64 bits that starts at bit 0; else 0.
    pub scalar: u8,
    /// The ordering, when atomic.
    pub order: Option<Order>,
    /// Ordering of a failed compare-and-exchange.
    pub failure: Option<Order>,
    /// Volatile. Not the same as atomic.
    pub volatile: bool,
    /// A store that is none for others when it changes nothing: then it counts as a read.
    pub repeats: bool,
}

/// How a value lies in memory, leaf by leaf.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// Bytes in memory.
    pub size: u32,
    /// Words in a frame.
    pub words: u16,
    /// The leaves.
    pub parts: Vec<Part>,
}

/// One scalar leaf of a layout.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// First bit in memory (little-endian).
    pub bit: u32,
    /// Width.
    pub bits: u16,
    /// First word in the value.
    pub word: u16,
}

/// A place that allocates objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AllocSite {
    /// For stack sites the size of one element; 0 for calls.
    pub size: u64,
    /// Alignment of stack objects.
    pub align: u32,
    /// The instruction, for the place in reports.
    pub pc: u32,
    /// The debug variable of a stack site.
    pub variable: Option<u32>,
}

/// Bytes of which some bits may be undefined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes {
    /// Values; undefined bits are zero.
    pub value: Vec<u8>,
    /// Definedness per bit, as long as `value`; empty when everything is defined.
    pub defined: Vec<u8>,
}
