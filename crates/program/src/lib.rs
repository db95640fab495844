//! The lowered program: immutable data with its own file format.
//!
//! Everything a virtual machine needs and nothing of the compiler that made it: a dense array of
//! pre-decoded [`Inst`]s whose operands are frame slots or constants, globals with their addresses
//! and initial bytes, liveness for every point, and debug information beside the code.
//!
//! Values are scalars. A slot is 64 bits with 64 bits of definedness; an integer of `n` bits takes
//! `ceil(n / 64)` consecutive slots. Vectors, structs and arrays are taken apart by the front end
//! into their scalar leaves, so no instruction knows of them.

pub mod address;
pub mod check;
pub mod code;
pub mod debug;
pub mod dump;
pub mod effect;
pub mod expression;
pub mod file;
pub mod function;
pub mod global;
pub mod holder;
pub mod kind;
pub mod liveness;
pub mod memory;
pub mod readable;
pub mod unwind;

pub use code::{FunctionId, Inst, Operand, OperandKind, Pc, Slot};
pub use expression::{Expression, ExpressionError};
pub use function::{Arg, ArgClass, CallSite, Function, Param};
pub use global::{Global, GlobalId};
pub use kind::InstKind;
pub use memory::{Access, AllocSite, Bytes, Layout, Order, Part};

use serde::{Deserialize, Serialize};

/// A constant word: bits that are not `defined` are zero in `value`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Constant {
    /// The value.
    pub value: u64,
    /// One where the bit is defined.
    pub defined: u64,
}

/// A whole program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// Width of a pointer: 64 or 32.
    pub pointer_bits: u8,
    /// All instructions of all functions; a [`Pc`] indexes it.
    pub code: Vec<Inst>,
    /// For each instruction, the index in `live_sets` of the slots live *before* it.
    pub live_before: Vec<u32>,
    /// For each instruction, the index in `live_sets` of the slots live *after* it, without those
    /// it defines: what a frame keeps while its callee runs.
    pub live_across: Vec<u32>,
    /// Sorted lists of slots.
    pub live_sets: Vec<Vec<Slot>>,
    /// Words that operands name.
    pub constants: Vec<Constant>,
    /// Parallel moves of [`Inst::Copies`].
    pub copies: Vec<(Slot, Operand)>,
    /// Shapes of memory accesses.
    pub accesses: Vec<Access>,
    /// How values lie in memory.
    pub layouts: Vec<Layout>,
    /// Jump tables of [`Inst::Switch`].
    pub switches: Vec<code::SwitchTable>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Functions, defined and external.
    pub functions: Vec<Function>,
    /// Global variables, in order of address; thread-local ones too.
    pub globals: Vec<Global>,
    /// Places that allocate: stack variables and calls that leave the program.
    pub sites: Vec<AllocSite>,
    /// Functions to run before `main`, in order.
    pub constructors: Vec<FunctionId>,
    /// Functions to run at exit, in order.
    pub destructors: Vec<FunctionId>,
    /// Where computed gotos may go, sorted: places whose address is taken.
    pub labels: Vec<Pc>,
    /// What landing pads stop for; [`Inst::LandingPad`] indexes it.
    pub landing_pads: Vec<unwind::LandingPad>,
    /// Texts of [`Inst::Unsupported`].
    pub unsupported: Vec<String>,
    /// Lines, variables and types.
    pub debug: debug::Debug,
}

impl Program {
    /// The function with that name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(|i| i as FunctionId)
    }

    /// The function whose code holds `pc`.
    pub fn function_at(&self, pc: Pc) -> Option<FunctionId> {
        self.functions
            .iter()
            .position(|f| f.code.start <= pc && pc < f.code.end)
            .map(|i| i as FunctionId)
    }

    /// The slots live before the instruction at `pc`.
    pub fn live_before(&self, pc: Pc) -> &[Slot] {
        &self.live_sets[self.live_before[pc as usize] as usize]
    }

    /// The slots that outlive the instruction at `pc` and are not defined by it.
    pub fn live_across(&self, pc: Pc) -> &[Slot] {
        &self.live_sets[self.live_across[pc as usize] as usize]
    }

    /// How this program's addresses are laid out.
    pub fn address_space(&self) -> address::AddressSpace {
        address::AddressSpace::new(self.pointer_bits, self.sites.len() as u32)
    }
}
