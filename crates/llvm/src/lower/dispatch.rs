//! Which function lowers which instruction.

use crate::ir::{Opcode, Value};
use crate::lower::body::Body;
use crate::lower::{Gap, aggregate, atomic, call, cast, control, float, integer, memory, vector};

/// Lowers one instruction.
pub(crate) type Handler = fn(&mut Body<'_, '_>, Value) -> Result<(), Gap>;

/// The handler of an opcode.
pub(crate) fn handler(opcode: Opcode) -> Handler {
    use Opcode::*;
    match opcode {
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMAnd
        | LLVMOr | LLVMXor => integer::binary,
        LLVMShl | LLVMLShr | LLVMAShr => integer::shift,
        LLVMICmp => integer::compare,
        LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => float::binary,
        LLVMFNeg => float::negate,
        LLVMFCmp => float::compare,
        LLVMTrunc | LLVMSExt => cast::resize,
        LLVMZExt => cast::zero_extend,
        LLVMPtrToInt | LLVMPtrToAddr | LLVMIntToPtr | LLVMAddrSpaceCast => cast::pointer,
        LLVMBitCast => cast::bits,
        LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => cast::float,
        LLVMSelect => aggregate::select,
        LLVMFreeze => aggregate::freeze,
        LLVMExtractValue => aggregate::extract,
        LLVMInsertValue => aggregate::insert,
        LLVMExtractElement => vector::extract,
        LLVMInsertElement => vector::insert,
        LLVMShuffleVector => vector::shuffle,
        LLVMAlloca => memory::alloca,
        LLVMLoad => memory::load,
        LLVMStore => memory::store,
        LLVMGetElementPtr => memory::address,
        LLVMFence => atomic::fence,
        LLVMAtomicRMW => atomic::read_modify_write,
        LLVMAtomicCmpXchg => atomic::compare_exchange,
        LLVMRet => control::ret,
        LLVMBr => control::branch,
        LLVMSwitch => control::switch,
        LLVMIndirectBr => control::indirect,
        LLVMUnreachable => control::unreachable,
        LLVMLandingPad => control::landing_pad,
        LLVMResume => control::resume,
        LLVMCall => call::call,
        LLVMInvoke => call::invoke,
        LLVMCallBr => call::branch,
        LLVMVAArg => memory::variable_argument,
        _ => gap,
    }
}

fn gap(_: &mut Body<'_, '_>, instruction: Value) -> Result<(), Gap> {
    let name = format!("{:?}", instruction.opcode());
    Err(Gap(format!("the instruction `{}`", name.trim_start_matches("LLVM").to_lowercase())))
}
