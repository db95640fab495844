//! What sort of thing an instruction does, as others could notice it.
//!
//! Every instruction is named here once. Whoever decides by the sort of an instruction matches all kinds, so that a
//! new instruction cannot be forgotten anywhere.

use crate::code::{FunctionId, Inst, Operand};

/// The sort of an instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum InstKind {
    /// It computes in the registers of its frame.
    Compute,
    /// It goes elsewhere in its function.
    Jump,
    /// It reads memory.
    Load,
    /// It writes memory.
    Store,
    /// It reads and writes memory in one.
    ReadWrite,
    /// It orders accesses.
    Fence,
    /// It makes a variable of its frame.
    Allocate {
        /// Where in the program.
        site: u32,
    },
    /// It begins or ends the life of one variable of its frame.
    Scope,
    /// It ends the life of several variables of its frame.
    Restore,
    /// It finds, and perhaps makes, a thread's own copy of a variable.
    ThreadLocal,
    /// It writes where the arguments of a variadic function are.
    Arguments,
    /// It calls a function.
    Call {
        /// Which.
        function: FunctionId,
        /// From where.
        site: u32,
    },
    /// It calls a function that is found when it runs.
    CallIndirect {
        /// Where its address is.
        target: Operand,
        /// From where.
        site: u32,
    },
    /// It leaves its function.
    Return,
    /// It receives an exception.
    LandingPad,
    /// It lets an exception go on.
    Resume,
    /// It does not come to its end.
    Stop,
}

impl Inst {
    /// What sort of thing it does.
    #[inline]
    pub fn kind(&self) -> InstKind {
        match *self {
            Inst::Copy { .. }
            | Inst::Copies { .. }
            | Inst::Binary { .. }
            | Inst::Checked { .. }
            | Inst::Unary { .. }
            | Inst::Funnel { .. }
            | Inst::Compare { .. }
            | Inst::Resize { .. }
            | Inst::Select { .. }
            | Inst::Freeze { .. }
            | Inst::Address { .. }
            | Inst::LaneGet { .. }
            | Inst::LanePut { .. }
            | Inst::Bitcast { .. }
            | Inst::StackSave { .. }
            | Inst::Float { .. }
            | Inst::FloatUnary { .. }
            | Inst::FloatFma { .. }
            | Inst::FloatCompare { .. }
            | Inst::FloatConvert { .. }
            | Inst::FloatClass { .. } => InstKind::Compute,
            Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::JumpIndirect { .. } => InstKind::Jump,
            Inst::Load { .. } => InstKind::Load,
            Inst::Store { .. } => InstKind::Store,
            Inst::Rmw { .. } | Inst::CompareExchange { .. } => InstKind::ReadWrite,
            Inst::Fence { .. } => InstKind::Fence,
            Inst::StackAlloc { site, .. } => InstKind::Allocate { site },
            Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. } => InstKind::Scope,
            Inst::StackRestore { .. } => InstKind::Restore,
            Inst::ThreadLocal { .. } => InstKind::ThreadLocal,
            Inst::VaStart { .. } => InstKind::Arguments,
            Inst::Call { function, site } => InstKind::Call { function, site },
            Inst::CallIndirect { target, site } => InstKind::CallIndirect { target, site },
            Inst::Return { .. } => InstKind::Return,
            Inst::LandingPad { .. } => InstKind::LandingPad,
            Inst::Resume { .. } => InstKind::Resume,
            Inst::Unreachable | Inst::Trap | Inst::Unsupported { .. } => InstKind::Stop,
        }
    }
}
