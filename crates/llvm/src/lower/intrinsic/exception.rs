//! Exception handling.

use super::Table;
use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::body::Body;

pub(super) const TABLE: Table = &[("llvm.eh.typeid.for", type_id)];

/// The number by which a landing pad's selector names a type.
fn type_id(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let address = body.cx.type_info(inst.operand(0))?;
    let id = body.cx.selector(address);
    let operand = body.cx.number(u128::from(id), 32);
    body.alias(inst, operand)
}
