//! What is computed only to ask whether it is a constant. C evaluates nothing of it: a load there may
//! go through a null pointer.

use crate::ir::{Opcode, Value};
use crate::lower::address::is_intrinsic;
use std::collections::HashSet;

/// The instructions of a function whose values only `__builtin_constant_p` asks for.
pub(super) fn unasked(function: Value) -> HashSet<Value> {
    let mut unasked = HashSet::new();
    let mut waiting: Vec<Value> = Vec::new();
    for block in function.blocks() {
        let questions = block.instructions().into_iter().filter(|i| is_question(*i));
        waiting.extend(questions.map(|question| question.operand(0)));
    }
    while let Some(value) = waiting.pop() {
        let only_asked = |user: &Value| is_question(*user) || unasked.contains(user);
        if is_silent(value) && value.users().iter().all(only_asked) && unasked.insert(value) {
            waiting.extend((0..value.operand_count()).map(|i| value.operand(i)));
        }
    }
    unasked
}

fn is_question(value: Value) -> bool {
    value.is_instruction()
        && value.opcode() == Opcode::LLVMCall
        && is_intrinsic(value.callee())
        && value.callee().name().starts_with("llvm.is.constant")
}

/// Whether leaving an instruction out changes nothing but its value.
fn is_silent(value: Value) -> bool {
    use Opcode::*;
    if !value.is_instruction() {
        return false;
    }
    match value.opcode() {
        LLVMLoad => !value.is_volatile(),
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMAnd
        | LLVMOr | LLVMXor | LLVMShl | LLVMLShr | LLVMAShr | LLVMICmp | LLVMFAdd | LLVMFSub
        | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg | LLVMFCmp | LLVMTrunc | LLVMSExt
        | LLVMZExt | LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast | LLVMFPToUI | LLVMFPToSI
        | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt | LLVMSelect | LLVMFreeze
        | LLVMExtractValue | LLVMGetElementPtr => true,
        _ => false,
    }
}
