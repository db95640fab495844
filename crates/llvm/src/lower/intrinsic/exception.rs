//! Exception handling, and jumps by `__builtin_setjmp`.

use super::Table;
use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::shape::Scalar;

pub(super) const TABLE: Table = &[
    ("llvm.eh.typeid.for", type_id),
    ("llvm.eh.sjlj.setjmp", set_jump),
    ("llvm.eh.sjlj.longjmp", jump),
];

/// The number by which a landing pad's selector names a type.
fn type_id(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let address = body.cx.type_info(inst.operand(0))?;
    let id = body.cx.selector(address);
    let operand = body.cx.number(u128::from(id), 32);
    body.alias(inst, operand)
}

fn pointer(body: &Body<'_, '_>) -> Scalar {
    Scalar::Pointer(body.cx.program.pointer_bits.into())
}

/// As `_setjmp` does. What the compiler stored in the buffer before serves real machines only.
fn set_jump(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let buffer = (pointer(body), body.operand(inst.operand(0))?);
    let dst = body.define(inst)?;
    body.call_external("_setjmp", dst, Some(Scalar::Int(32)), &[buffer]);
    Ok(())
}

/// `__builtin_longjmp` returns 1, always.
fn jump(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let buffer = (pointer(body), body.operand(inst.operand(0))?);
    let one = (Scalar::Int(32), body.cx.number(1, 32));
    body.call_external("longjmp", 0, None, &[buffer, one]);
    Ok(())
}
