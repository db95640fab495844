//! Floating point under `-ffp-model=strict`: the same operations, with the rounding mode and the
//! treatment of exceptions as arguments. The rounding mode is always the default one here, and
//! exceptions are not observed.

use crate::ir::{Opcode, Value};
use crate::lower::body::Body;
use crate::lower::dispatch::Handler;
use crate::lower::{Gap, cast, float};
use allways_program::code::FloatBinary;

/// The prefix of these intrinsics.
pub(super) const PREFIX: &str = "llvm.experimental.constrained.";

/// The handler of an operation that is an instruction without the constraint.
pub(super) fn handler(operation: &str) -> Option<Handler> {
    Some(match operation {
        "fadd" => |b, i| float::elementwise(b, i, FloatBinary::Add),
        "fsub" => |b, i| float::elementwise(b, i, FloatBinary::Sub),
        "fmul" => |b, i| float::elementwise(b, i, FloatBinary::Mul),
        "fdiv" => |b, i| float::elementwise(b, i, FloatBinary::Div),
        "frem" => |b, i| float::elementwise(b, i, FloatBinary::Rem),
        "fptosi" => |b, i| cast::convert(b, i, Opcode::LLVMFPToSI),
        "fptoui" => |b, i| cast::convert(b, i, Opcode::LLVMFPToUI),
        "sitofp" => |b, i| cast::convert(b, i, Opcode::LLVMSIToFP),
        "uitofp" => |b, i| cast::convert(b, i, Opcode::LLVMUIToFP),
        "fptrunc" => |b, i| cast::convert(b, i, Opcode::LLVMFPTrunc),
        "fpext" => |b, i| cast::convert(b, i, Opcode::LLVMFPExt),
        "fcmp" | "fcmps" => compare,
        _ => return None,
    })
}

/// The predicate is a word in an argument.
fn compare(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let predicate = inst.operand(2).metadata_text();
    let mask = match predicate.trim_start_matches(['o', 'u']) {
        _ if predicate == "ord" => 0b0111,
        _ if predicate == "uno" => 0b1000,
        "eq" => 0b0010,
        "gt" => 0b0100,
        "ge" => 0b0110,
        "lt" => 0b0001,
        "le" => 0b0011,
        "ne" => 0b0101,
        _ => return Err(Gap(format!("the comparison `{predicate}`"))),
    };
    let unordered = if predicate.starts_with('u') { 0b1000 } else { 0 };
    float::emit_compare(body, inst, mask | unordered)
}
