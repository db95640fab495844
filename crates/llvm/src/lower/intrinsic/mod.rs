//! LLVM's intrinsic functions, by name.

mod bits;
mod constrained;
mod exception;
mod floating;
mod hint;
mod masked;
mod memory;
mod reduce;

use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::dispatch::Handler;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Names without the suffix that says for which types.
type Table = &'static [(&'static str, Handler)];

const TABLES: [Table; 7] = [
    bits::TABLE,
    exception::TABLE,
    floating::TABLE,
    hint::TABLE,
    masked::TABLE,
    memory::TABLE,
    reduce::TABLE,
];

static HANDLERS: LazyLock<HashMap<&str, Handler>> =
    LazyLock::new(|| TABLES.iter().flat_map(|table| table.iter().copied()).collect());

/// Lowers a call of an intrinsic.
pub(super) fn lower(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let full = inst.callee().name();
    let found = match full.strip_prefix(constrained::PREFIX) {
        None => find(&full, |name| HANDLERS.get(name).copied()),
        Some(operation) => find(operation, constrained::handler)
            .or_else(|| find(&format!("llvm.{operation}"), |name| HANDLERS.get(name).copied())),
    };
    let handler = found.ok_or_else(|| Gap(format!("the intrinsic `{full}`")))?;
    handler(body, inst)
}

/// Finds the handler of a name, without as much of its suffixes as needed.
fn find(name: &str, lookup: impl Fn(&str) -> Option<Handler>) -> Option<Handler> {
    let mut name = name;
    loop {
        if let Some(handler) = lookup(name) {
            return Some(handler);
        }
        name = &name[..name.rfind('.')?];
    }
}

/// Nothing to execute.
fn nothing(_: &mut Body<'_, '_>, _: Value) -> Result<(), Gap> {
    Ok(())
}

/// The result is the first argument.
fn first_argument(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let operand = body.operand(inst.operand(0))?;
    body.alias(inst, operand)
}
