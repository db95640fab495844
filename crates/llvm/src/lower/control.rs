//! Control flow.

use crate::ir::Value;
use crate::lower::body::Body;
use crate::lower::shape::Scalar;
use crate::lower::{Gap, integer};
use allways_program::code::{Compare, SwitchTable};
use allways_program::{Inst, Operand};

/// `ret`.
pub(super) fn ret(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    if inst.operand_count() == 0 {
        body.emit(Inst::Return { src: Operand::slot(0), words: 0 });
        return Ok(());
    }
    let value = inst.operand(0);
    let words = body.shape(value.ty())?.words;
    let src = body.operand(value)?;
    body.emit(Inst::Return { src, words });
    Ok(())
}

/// `br`, with and without a condition.
pub(super) fn branch(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let from = inst.block();
    let successors = inst.successors();
    if !inst.is_conditional() {
        return body.jump(from, successors[0]);
    }
    let cond = body.operand(inst.operand(0))?;
    let yes = body.edge(from, successors[0]);
    let no = body.edge(from, successors[1]);
    body.emit(Inst::Branch { cond, yes, no });
    Ok(())
}

/// `switch`.
pub(super) fn switch(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let from = inst.block();
    let scalar = body.cx.scalar_of(inst.operand(0))?;
    let value = body.operand(inst.operand(0))?;
    let targets = inst.successors();
    let default = body.edge(from, targets[0]);
    let mut cases = Vec::new();
    for (i, target) in targets.iter().enumerate().skip(1) {
        cases.push((inst.case_value(i as u32), body.edge(from, *target)));
    }
    if scalar.bits() > 64 {
        return wide_switch(body, value, scalar, &cases, default);
    }
    let bits = scalar.computable()?;
    let mut cases: Vec<_> =
        cases.into_iter().map(|(v, to)| (v.as_u64().unwrap_or(0), to)).collect();
    cases.sort_unstable();
    let table = body.cx.program.switches.len() as u32;
    body.cx.program.switches.push(SwitchTable { cases, default });
    body.emit(Inst::Switch { value, bits, table });
    Ok(())
}

/// A switch on more than 64 bits: one comparison after the other.
fn wide_switch(
    body: &mut Body<'_, '_>,
    value: Operand,
    scalar: Scalar,
    cases: &[(Value, u32)],
    default: u32,
) -> Result<(), Gap> {
    for (case, target) in cases {
        let b = body.operand(*case)?;
        let dst = body.new_slots(1);
        let next = body.new_label();
        integer::emit_compare(body, Compare::Eq, scalar, dst, value, b)?;
        body.emit(Inst::Branch { cond: Operand::slot(dst), yes: *target, no: next });
        body.place(next);
    }
    body.emit(Inst::Jump { to: default });
    Ok(())
}

/// Computed goto.
pub(super) fn indirect(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let target = body.operand(inst.operand(0))?;
    body.stage_phis(inst.block())?;
    body.emit(Inst::JumpIndirect { target });
    Ok(())
}

/// Where control must not come.
pub(super) fn unreachable(body: &mut Body<'_, '_>, _: Value) -> Result<(), Gap> {
    body.emit(Inst::Unreachable);
    Ok(())
}

/// Where an exception arrives.
pub(super) fn landing_pad(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    if shape.words != 2 {
        return Err(Gap(format!("a landing pad of type {}", inst.ty().text())));
    }
    let clauses = body.cx.clauses(inst)?;
    let dst = body.define(inst)?;
    body.emit(Inst::LandingPad { dst, clauses });
    Ok(())
}

/// The exception goes on.
pub(super) fn resume(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let src = body.operand(inst.operand(0))?;
    body.emit(Inst::Resume { src });
    Ok(())
}
