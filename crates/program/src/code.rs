//! Instructions.

use crate::memory::Order;
use serde::{Deserialize, Serialize};

/// Index in [`crate::Program::functions`].
pub type FunctionId = u32;

/// Index of an instruction in [`crate::Program::code`].
pub type Pc = u32;
/// Index of a 64-bit word in a frame.
pub type Slot = u32;

const CONSTANT: u32 = 1 << 31;

/// Where an instruction reads a value: a slot of the frame or a constant. A value of several words
/// is named by its first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Operand(u32);

/// An operand, taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// A slot of the frame.
    Slot(Slot),
    /// An index in [`crate::Program::constants`].
    Constant(u32),
}

impl Operand {
    /// The value in a slot.
    pub fn slot(slot: Slot) -> Operand {
        debug_assert!(slot & CONSTANT == 0);
        Operand(slot)
    }

    /// A constant.
    pub fn constant(index: u32) -> Operand {
        debug_assert!(index & CONSTANT == 0);
        Operand(index | CONSTANT)
    }

    /// Slot or constant.
    #[inline(always)]
    pub fn kind(self) -> OperandKind {
        if self.0 & CONSTANT == 0 {
            OperandKind::Slot(self.0)
        } else {
            OperandKind::Constant(self.0 & !CONSTANT)
        }
    }

    /// The operand of the `n`th word of a value that starts here.
    pub fn word(self, n: u32) -> Operand {
        Operand(self.0 + n)
    }
}

/// Integer operations with two operands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Binary {
    /// Wrapping addition.
    Add,
    /// Wrapping subtraction.
    Sub,
    /// Wrapping multiplication.
    Mul,
    /// Unsigned division; zero is a fault.
    UDiv,
    /// Signed division; zero and the overflow are faults.
    SDiv,
    /// Unsigned remainder.
    URem,
    /// Signed remainder.
    SRem,
    /// Shift left; an oversized count is a fault.
    Shl,
    /// Logical shift right.
    LShr,
    /// Arithmetic shift right.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Unsigned minimum.
    UMin,
    /// Unsigned maximum.
    UMax,
    /// Signed minimum.
    SMin,
    /// Signed maximum.
    SMax,
    /// Unsigned saturating addition.
    UAddSat,
    /// Signed saturating addition.
    SAddSat,
    /// Unsigned saturating subtraction.
    USubSat,
    /// Signed saturating subtraction.
    SSubSat,
    /// Unsigned saturating shift left.
    UShlSat,
    /// Signed saturating shift left.
    SShlSat,
}

impl Binary {
    /// Whether the result tells which of the operands is the larger one, although it may be one of them.
    #[inline]
    pub fn orders(self) -> bool {
        use Binary::{SMax, SMin, SRem, UMax, UMin, URem};
        matches!(self, UMin | UMax | SMin | SMax | URem | SRem)
    }
}

/// Operations that also say whether they overflowed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Checked {
    /// Unsigned addition.
    UAdd,
    /// Signed addition.
    SAdd,
    /// Unsigned subtraction.
    USub,
    /// Signed subtraction.
    SSub,
    /// Unsigned multiplication.
    UMul,
    /// Signed multiplication.
    SMul,
}

/// Integer operations with one operand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unary {
    /// Number of ones.
    PopCount,
    /// Leading zeros.
    LeadingZeros,
    /// Trailing zeros.
    TrailingZeros,
    /// Bytes reversed.
    ByteSwap,
    /// Bits reversed.
    BitReverse,
    /// Absolute value; the most negative number stays.
    Abs,
}

/// Integer comparisons.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Compare {
    Eq,
    Ne,
    ULt,
    ULe,
    UGt,
    UGe,
    SLt,
    SLe,
    SGt,
    SGe,
}

/// Changes of an integer's width.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Resize {
    Trunc,
    ZExt,
    SExt,
}

/// Floating-point formats.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum FloatKind {
    Half,
    BFloat,
    Single,
    Double,
    X87,
    Quad,
}

impl FloatKind {
    /// Bits of the format.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }
}

/// Floating-point operations with two operands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum FloatBinary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// C's `fmin`: a quiet NaN loses.
    MinNum,
    /// C's `fmax`.
    MaxNum,
    /// IEEE 754-2019 minimum: NaN wins.
    Minimum,
    /// IEEE 754-2019 maximum.
    Maximum,
    CopySign,
}

/// Floating-point operations with one operand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum FloatUnary {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To the nearest, halves away from zero.
    Round,
    /// To the nearest, halves to even.
    RoundEven,
}

/// What a conversion of a number gives that the result cannot hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutOfRange {
    /// It is undefined behaviour.
    Fault,
    /// No value, and nothing wrong until somebody looks at it.
    Undefined,
    /// The nearest number that fits.
    Saturate,
}

/// Conversions that involve floating point.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FloatConvert {
    /// Between formats.
    Resize {
        /// From.
        from: FloatKind,
        /// To.
        to: FloatKind,
    },
    /// To a signed integer.
    ToSigned {
        /// From.
        from: FloatKind,
        /// Width of the result.
        bits: u8,
        /// What does not fit.
        beyond: OutOfRange,
    },
    /// To an unsigned integer.
    ToUnsigned {
        /// From.
        from: FloatKind,
        /// Width of the result.
        bits: u8,
        /// What does not fit.
        beyond: OutOfRange,
    },
    /// From a signed integer.
    FromSigned {
        /// Width of the integer.
        bits: u8,
        /// To.
        to: FloatKind,
    },
    /// From an unsigned integer.
    FromUnsigned {
        /// Width of the integer.
        bits: u8,
        /// To.
        to: FloatKind,
    },
}

/// Read-modify-write operations. Floating-point ones work on the access's width.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rmw {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
    FAdd(FloatKind),
    FSub(FloatKind),
    FMax(FloatKind),
    FMin(FloatKind),
    FMaximum(FloatKind),
    FMinimum(FloatKind),
}

impl Rmw {
    /// Whether the result tells which of the operands is the larger one, although it may be one of them.
    pub fn orders(self) -> bool {
        use Rmw::{Max, Min, UDecWrap, UIncWrap, UMax, UMin, USubCond, USubSat};
        matches!(self, Max | Min | UMax | UMin | UIncWrap | UDecWrap | USubCond | USubSat)
    }
}

/// The cases of a [`Inst::Switch`], sorted by value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchTable {
    /// Value and target; values wider than 64 bits do not occur (the front end compares those).
    pub cases: Vec<(u64, Pc)>,
    /// Where every other value goes.
    pub default: Pc,
}

/// One instruction. `bits` is the width of the operands; up to 64 they take one slot, up to 128 two.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "dst, src, a, b and the like need no words")]
pub enum Inst {
    /// Moves `words` words.
    Copy {
        dst: Slot,
        src: Operand,
        words: u16,
    },
    /// Parallel one-word moves `copies[first..first + count]`: all are read before one is written.
    Copies {
        first: u32,
        count: u32,
    },
    /// `nsw`: signed overflow is a violation of `overflow` if that is checked.
    Binary {
        op: Binary,
        bits: u8,
        nsw: bool,
        dst: Slot,
        a: Operand,
        b: Operand,
    },
    /// Result in `dst`, overflow in `flag`.
    Checked {
        op: Checked,
        bits: u8,
        dst: Slot,
        flag: Slot,
        a: Operand,
        b: Operand,
    },
    Unary {
        op: Unary,
        bits: u8,
        dst: Slot,
        a: Operand,
    },
    /// Funnel shift of `a:b` by `count` (modulo the width).
    Funnel {
        left: bool,
        bits: u8,
        dst: Slot,
        a: Operand,
        b: Operand,
        count: Operand,
    },
    Compare {
        op: Compare,
        bits: u8,
        dst: Slot,
        a: Operand,
        b: Operand,
    },
    Resize {
        op: Resize,
        from: u8,
        to: u8,
        dst: Slot,
        a: Operand,
    },
    Float {
        op: FloatBinary,
        kind: FloatKind,
        dst: Slot,
        a: Operand,
        b: Operand,
    },
    FloatUnary {
        op: FloatUnary,
        kind: FloatKind,
        dst: Slot,
        a: Operand,
    },
    /// Fused `a * b + c`.
    FloatFma {
        kind: FloatKind,
        dst: Slot,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// `mask`: bit 0 true when less, 1 when equal, 2 when greater, 3 when unordered.
    FloatCompare {
        mask: u8,
        kind: FloatKind,
        dst: Slot,
        a: Operand,
        b: Operand,
    },
    FloatConvert {
        op: FloatConvert,
        dst: Slot,
        a: Operand,
    },
    /// `mask` as in C's `__builtin_isfpclass`.
    FloatClass {
        mask: u16,
        kind: FloatKind,
        dst: Slot,
        a: Operand,
    },
    /// An undefined condition is no fault: bits in which the two differ become undefined.
    Select {
        words: u16,
        dst: Slot,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// Undefined bits become zero.
    Freeze {
        dst: Slot,
        src: Operand,
        words: u16,
    },
    /// `dst = base + sign_extend(index, bits) * scale`, at pointer width.
    Address {
        dst: Slot,
        base: Operand,
        index: Operand,
        bits: u8,
        scale: i64,
    },
    Load {
        dst: Slot,
        ptr: Operand,
        access: u32,
    },
    Store {
        src: Operand,
        ptr: Operand,
        access: u32,
    },
    /// `dst` gets the old value.
    Rmw {
        op: Rmw,
        dst: Slot,
        ptr: Operand,
        value: Operand,
        access: u32,
    },
    /// `dst` gets the old value, `success` whether it was exchanged.
    CompareExchange {
        dst: Slot,
        success: Slot,
        ptr: Operand,
        expected: Operand,
        new: Operand,
        access: u32,
    },
    Fence {
        order: Order,
    },
    /// A stack object of `count` times the site's size.
    StackAlloc {
        dst: Slot,
        site: u32,
        count: Operand,
        bits: u8,
    },
    /// A token for [`Inst::StackRestore`].
    StackSave {
        dst: Slot,
    },
    /// Frees what this frame allocated since the token was made.
    StackRestore {
        src: Operand,
    },
    /// The stack object begins to live, its content undefined.
    LifetimeStart {
        ptr: Operand,
    },
    /// The stack object ends; touching it is a fault.
    LifetimeEnd {
        ptr: Operand,
    },
    /// Address of a thread-local global in the running thread.
    ThreadLocal {
        dst: Slot,
        global: u32,
    },
    /// Lane `index` of `lanes` lanes of `words` words each; out of range is undefined.
    LaneGet {
        dst: Slot,
        src: Operand,
        index: Operand,
        lanes: u16,
        words: u16,
    },
    /// The value at `dst` (already a copy of the vector) gets `value` as lane `index`.
    LanePut {
        dst: Slot,
        value: Operand,
        index: Operand,
        lanes: u16,
        words: u16,
    },
    /// The bits of a value of one layout read as another's.
    Bitcast {
        dst: Slot,
        src: Operand,
        from: u32,
        to: u32,
    },
    Jump {
        to: Pc,
    },
    Branch {
        cond: Operand,
        yes: Pc,
        no: Pc,
    },
    /// `table` indexes [`crate::Program::switches`].
    Switch {
        value: Operand,
        bits: u8,
        table: u32,
    },
    /// Computed goto: the target is a code address.
    JumpIndirect {
        target: Operand,
    },
    /// `site` indexes [`crate::Program::calls`].
    Call {
        function: FunctionId,
        site: u32,
    },
    CallIndirect {
        target: Operand,
        site: u32,
    },
    Return {
        src: Operand,
        words: u16,
    },
    /// Undefined behaviour when reached.
    Unreachable,
    /// `__builtin_trap` and the like.
    Trap,
    /// Fills the `va_list` at `list` with the variable arguments of this frame.
    VaStart {
        list: Operand,
    },
    /// Where an unwinding call lands: `dst` gets the exception pointer and, one word on, the
    /// selector. Control never comes here another way; see [`crate::function::CallSite::unwind`].
    LandingPad {
        dst: Slot,
        clauses: u32,
    },
    /// Unwinding goes on.
    Resume {
        src: Operand,
    },
    /// Something the checker cannot execute; an error when reached.
    Unsupported {
        what: u32,
    },
}
