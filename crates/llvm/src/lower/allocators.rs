//! Functions that hand on what they allocate: `operator new`, `xmalloc` and the like, at any depth.
//!
//! An object is named by the place that made it. For such a function that is where it was called: else
//! all objects of a program would come from one place. A name is only a name, so that a function which
//! returns something else too does no harm here.

use crate::ir::{Module, Opcode, TypeKind, Value};
use std::collections::{HashMap, HashSet};

/// Values that are followed from a `return`, at most.
const MOST: usize = 64;

/// The functions with a body that may return a fresh object.
pub(super) fn find(module: &Module) -> HashSet<Value> {
    let defined: Vec<Value> =
        module.functions().into_iter().filter(|f| !f.is_declaration()).collect();
    let sources: HashMap<Value, Vec<Value>> =
        defined.iter().map(|f| (*f, called_for_result(*f))).collect();
    let mut found: HashSet<Value> = HashSet::new();
    loop {
        let before = found.len();
        for (function, callees) in &sources {
            let fresh = |callee: &Value| {
                found.contains(callee) || (callee.is_declaration() && callee.returns_fresh())
            };
            if callees.iter().any(fresh) {
                found.insert(*function);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The functions whose results a function may return.
fn called_for_result(function: Value) -> Vec<Value> {
    let mut callees = Vec::new();
    if !matches!(function.value_type().result().kind(), TypeKind::LLVMPointerTypeKind) {
        return callees;
    }
    let ends = function.blocks().into_iter().map(|block| block.terminator());
    let mut todo: Vec<Value> = ends
        .filter(|end| matches!(end.opcode(), Opcode::LLVMRet) && end.operand_count() == 1)
        .map(|end| end.operand(0))
        .collect();
    let mut seen = HashSet::new();
    while let Some(value) = todo.pop() {
        if seen.len() > MOST || !value.is_instruction() || !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            Opcode::LLVMCall | Opcode::LLVMInvoke => {
                let callee = value.callee().without_aliases();
                callees.extend(callee.is_function().then_some(callee));
            }
            Opcode::LLVMPHI => todo.extend(value.incoming().into_iter().map(|(_, v)| v)),
            Opcode::LLVMSelect => todo.extend([value.operand(1), value.operand(2)]),
            Opcode::LLVMGetElementPtr => todo.push(value.operand(0)),
            _ => {}
        }
    }
    callees
}
