//! Calls.

use crate::ir::Value;
use crate::lower::address::is_intrinsic;
use crate::lower::body::{Body, Label};
use crate::lower::shape::{Leaf, Scalar, Shape};
use crate::lower::{Gap, assembly, atomic_library, intrinsic};
use allways_program::{AllocSite, Arg, ArgClass, CallSite, FunctionId, Inst, Operand, Slot};

/// Calls of these say that something did not hold: what is asserted is tested before.
const FAILURES: [&str; 4] = ["__assert_fail", "__assert", "reach_error", "__VERIFIER_error"];

/// Calls of this test something that the program asserts.
const ASSERTION: &str = "__allways_assert";

/// No allocation site: what is called allocates in its own code, if at all.
const NO_SITE: u32 = u32::MAX;

/// `call`.
pub(super) fn call(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    dispatch(body, inst, None)
}

/// `invoke`: a call with a second way out.
pub(super) fn invoke(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let from = inst.block();
    let unwind = body.edge(from, inst.unwind_destination());
    dispatch(body, inst, Some(unwind))?;
    body.jump(from, inst.normal_destination())
}

/// `callbr`: assembly that may go to one of several places.
pub(super) fn branch(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let from = inst.block();
    let to = assembly::lower_branch(body, inst)?;
    body.jump(from, inst.successors()[to])
}

fn dispatch(body: &mut Body<'_, '_>, inst: Value, unwind: Option<Label>) -> Result<(), Gap> {
    let behind = inst.callee().without_aliases();
    // An alias of a place inside something is an address like any other.
    let callee = if behind.is_function() { behind } else { inst.callee() };
    if callee.is_inline_asm() {
        return assembly::lower(body, inst);
    }
    if is_intrinsic(callee) {
        return intrinsic::lower(body, inst);
    }
    let function = body.cx.functions.get(&callee).copied();
    if callee.is_function()
        && !body.cx.has_body(callee)
        && atomic_library::lower(body, inst, &callee.name())?
    {
        return Ok(());
    }
    let target = match function {
        Some(_) => Operand::slot(0),
        None => body.operand(callee)?,
    };
    let args = arguments(body, inst)?;
    let shape = body.shape(inst.ty())?;
    let bits = match shape.leaves.as_slice() {
        [leaf] => leaf.scalar.bits() as u16,
        _ => 0,
    };
    let hands_on = body.cx.allocators.contains(&callee);
    let site = if function.is_some() && !hands_on && body.cx.has_body_or_resolver(callee) {
        NO_SITE
    } else {
        body.new_site()
    };
    let call = CallSite {
        dst: body.define(inst)?,
        words: shape.words,
        bits,
        args,
        unwind,
        site,
        tail: inst.is_must_tail(),
    };
    if function.is_some() {
        body.note_assertion(inst, &callee.name());
    }
    body.emit_call(function, target, call);
    Ok(())
}

fn arguments(body: &mut Body<'_, '_>, inst: Value) -> Result<Vec<Arg>, Gap> {
    let mut args = Vec::new();
    for (index, value) in inst.args().into_iter().enumerate() {
        args.push(argument(body, inst, index as u32, value)?);
    }
    Ok(args)
}

fn argument(body: &mut Body<'_, '_>, inst: Value, index: u32, argument: Value) -> Result<Arg, Gap> {
    let shape = body.shape(argument.ty())?;
    let value = body.operand(argument)?;
    let words = shape.words;
    if let Some(ty) = inst.arg_by_value(index) {
        let size = body.cx.target.alloc_size(ty);
        let align = inst.arg_align(index).max(body.cx.target.align(ty));
        let variable = body.variable_of_argument(inst.callee(), index);
        let site = body.cx.program.sites.len() as u32;
        body.cx.program.sites.push(AllocSite { size, align, pc: body.pc(), variable });
        return Ok(Arg { value, words, class: ArgClass::ByVal { size, align, site } });
    }
    if shape.leaves.len() > 1 && is_variable(inst, index) {
        return Ok(pack(body, &shape, value));
    }
    Ok(Arg { value, words, class: class_of(&shape) })
}

/// Whether an argument stands behind the named ones.
fn is_variable(inst: Value, index: u32) -> bool {
    let ty = inst.function_type();
    ty.is_variadic() && index as usize >= ty.params().len()
}

/// A vector or struct among variable arguments as the bytes that it has in memory.
fn pack(body: &mut Body<'_, '_>, shape: &Shape, src: Operand) -> Arg {
    let scalar = Scalar::Int(shape.size as u32 * 8);
    let words = scalar.words() as u16;
    let leaf = Leaf { scalar, word: 0, bit: 0 };
    let bytes = Shape { words, leaves: vec![leaf], size: shape.size };
    let from = body.cx.pool.layout(&mut body.cx.program, shape);
    let to = body.cx.pool.layout(&mut body.cx.program, &bytes);
    let dst = body.new_slots(words.into());
    body.emit(Inst::Bitcast { dst, src, from, to });
    Arg { value: Operand::slot(dst), words, class: class_of_scalar(scalar) }
}

/// How a value of this shape is passed.
pub(super) fn class_of(shape: &Shape) -> ArgClass {
    match shape.leaves.as_slice() {
        [leaf] => class_of_scalar(leaf.scalar),
        _ => ArgClass::Aggregate,
    }
}

fn class_of_scalar(scalar: Scalar) -> ArgClass {
    match scalar {
        Scalar::Int(bits) | Scalar::Pointer(bits) => ArgClass::Int(bits as u16),
        Scalar::Float(kind) => ArgClass::Float(kind.bits() as u16),
    }
}

impl Body<'_, '_> {
    /// Remembers where something is asserted: the branch that leads to a failure, or the call.
    fn note_assertion(&mut self, inst: Value, callee: &str) {
        let pc = if FAILURES.contains(&callee) {
            let before = inst.block().predecessors();
            let branch = before.iter().filter_map(|b| self.terminators.get(b)).min();
            branch.copied().unwrap_or(self.pc())
        } else if callee == ASSERTION {
            self.pc()
        } else {
            return;
        };
        self.cx.program.debug.assertions.push(pc);
    }

    /// A new allocation site for the next instruction.
    pub(super) fn new_site(&mut self) -> u32 {
        let site = self.cx.program.sites.len() as u32;
        self.cx.program.sites.push(AllocSite { size: 0, align: 16, pc: self.pc(), variable: None });
        site
    }

    pub(super) fn emit_call(
        &mut self,
        function: Option<FunctionId>,
        target: Operand,
        call: CallSite,
    ) {
        let site = self.cx.program.calls.len() as u32;
        self.cx.program.calls.push(call);
        self.emit(match function {
            Some(function) => Inst::Call { function, site },
            None => Inst::CallIndirect { target, site },
        });
    }

    /// A call of an external function that the program did not write: no object is made there.
    /// Each argument is one scalar with its operand.
    pub(crate) fn call_external(
        &mut self,
        name: &str,
        dst: Slot,
        result: Option<Scalar>,
        args: &[(Scalar, Operand)],
    ) {
        let words = result.map_or(0, |r| r.words() as u16);
        let function = self.cx.external(name, words);
        let args = args
            .iter()
            .map(|&(scalar, value)| Arg {
                value,
                words: scalar.words() as u16,
                class: class_of_scalar(scalar),
            })
            .collect();
        let bits = result.map_or(0, |r| r.bits() as u16);
        let call = CallSite { dst, words, bits, args, unwind: None, site: NO_SITE, tail: false };
        self.emit_call(Some(function), Operand::slot(0), call);
    }
}
