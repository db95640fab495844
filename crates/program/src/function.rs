//! Functions and calls.

use crate::code::{Operand, Pc, Slot};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A function, defined in the program or external.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Its (linkage) name.
    pub name: String,
    /// Its name in the source, for reports.
    pub display: String,
    /// Where its code lies; empty for an external function, which is matched by name.
    pub code: Range<Pc>,
    /// Words in a frame.
    pub words: u32,
    /// Where the arguments go.
    pub params: Vec<Param>,
    /// Takes further arguments.
    pub variadic: bool,
    /// Words of the result.
    pub returns: u16,
    /// An external function that need not exist: its address is then null.
    pub weak: bool,
    /// No exception leaves it: one that would ends the program.
    pub nounwind: bool,
    /// It may return an object that it allocated: such an object belongs to whoever called it.
    pub allocates: bool,
}

impl Function {
    /// Has no code of its own.
    pub fn is_external(&self) -> bool {
        self.code.is_empty()
    }
}

/// Where an argument goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Param {
    /// First slot.
    pub slot: Slot,
    /// Number of words.
    pub words: u16,
    /// What it is.
    pub class: ArgClass,
}

/// A call instruction's further data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallSite {
    /// Where the result goes.
    pub dst: Slot,
    /// Words of the result; 0 when there is none.
    pub words: u16,
    /// Width of the result in bits, when it is one scalar.
    pub bits: u16,
    /// The arguments.
    pub args: Vec<Arg>,
    /// Where to go when the callee unwinds (`invoke`); control goes on behind the call otherwise.
    pub unwind: Option<Pc>,
    /// The allocation site this call is, for callees that allocate.
    pub site: u32,
    /// The frame of the caller ends before the callee runs (`musttail`).
    pub tail: bool,
}

/// An argument of a call.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arg {
    /// Its first word.
    pub value: Operand,
    /// Number of words.
    pub words: u16,
    /// How it is passed.
    pub class: ArgClass,
}

impl Arg {
    /// The operand that its first word is. An empty aggregate has none.
    #[inline]
    pub fn first(&self) -> Option<Operand> {
        (self.words > 0).then_some(self.value)
    }
}

/// How an argument is passed; it matters for variable arguments and for copies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArgClass {
    /// An integer or pointer of that many bits.
    Int(u16),
    /// A floating-point number of that many bits.
    Float(u16),
    /// An aggregate taken apart.
    Aggregate,
    /// A pointer to an object that the callee gets a copy of.
    ByVal {
        /// Size of the object.
        size: u64,
        /// Its alignment.
        align: u32,
        /// Allocation site of the copy.
        site: u32,
    },
}
