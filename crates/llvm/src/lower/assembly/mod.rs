//! Inline assembly: barriers, fences, pauses, and what lock-free code for x86 is made of. Anything else
//! is an error when reached.

mod operand;
mod x86;

use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use crate::lower::constant::shorten;
use allways_program::{Inst, Order};
use operand::Operands;

/// Lowers a call of inline assembly.
pub(super) fn lower(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let (text, constraints) = inst.callee().assembly();
    let gap = || Gap(format!("the inline assembly `{}`", shorten(&text.replace('\n', "; "))));
    let lines = instructions(&text);
    let operands = Operands::parse(body, inst, &constraints).ok_or_else(gap)?;
    if lines.iter().all(|line| is_nothing(line) || is_fence(line)) {
        hand_through(body, inst, &operands).ok_or_else(gap)??;
        if lines.iter().any(|line| is_fence(line)) {
            body.emit(Inst::Fence { order: Order::SeqCst });
        }
        return Ok(());
    }
    x86::lower(body, inst, &lines, &operands).ok_or_else(gap)
}

/// Lowers `asm goto`: which of its successors it goes to, 0 being the next statement.
pub(super) fn lower_branch(body: &mut Body<'_, '_>, inst: Value) -> Result<usize, Gap> {
    let (text, constraints) = inst.callee().assembly();
    let gap = || Gap(format!("the inline assembly `{}`", shorten(&text.replace('\n', "; "))));
    let operands = Operands::parse(body, inst, &constraints).ok_or_else(gap)?;
    let mut lines = instructions(&text);
    let label = match lines.last().and_then(|line| line.strip_prefix("jmp ")) {
        Some(target) => Some(operands.label(target).ok_or_else(gap)?),
        None => None,
    };
    if label.is_some() {
        lines.pop();
    }
    if !lines.iter().all(|line| is_nothing(line) || is_fence(line)) {
        return Err(gap());
    }
    hand_through(body, inst, &operands).ok_or_else(gap)??;
    if lines.iter().any(|line| is_fence(line)) {
        body.emit(Inst::Fence { order: Order::SeqCst });
    }
    Ok(label.map_or(0, |number| number + 1))
}

/// The instructions in a text, in lower case and with single blanks; a prefix stands with its
/// instruction.
fn instructions(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut prefix = "";
    for line in text.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or("");
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        match line.as_str() {
            "" => {}
            "lock" => prefix = "lock ",
            _ => lines.push(format!("{}{line}", std::mem::take(&mut prefix))),
        }
    }
    lines
}

fn is_nothing(line: &str) -> bool {
    let arm = ["yield", "isb", "isb sy", "wfe", "sev", "sevl"];
    matches!(line, "nop" | "pause" | "rep" | "rep nop" | "repz" | "repz nop") || arm.contains(&line)
}

/// Also the locked addition of nothing to the top of the stack, the classic full fence.
fn is_fence(line: &str) -> bool {
    let locked_nothing = |operation: &str| {
        line.strip_prefix("lock ").is_some_and(|rest| {
            rest.starts_with(operation) && rest.contains("$$0,") && rest.ends_with("sp)")
        })
    };
    let arm = line.split_once(' ').is_some_and(|(name, _)| matches!(name, "dmb" | "dsb"));
    arm || matches!(line, "mfence" | "lfence" | "sfence")
        || ["addl", "addq", "orl", "orq"].into_iter().any(locked_nothing)
}

/// `asm("" : "+r"(x))`: each output is the input tied to it. `None` when a result has no input; an
/// output in memory that has none stays as it is.
fn hand_through(
    body: &mut Body<'_, '_>,
    inst: Value,
    operands: &Operands,
) -> Option<Result<(), Gap>> {
    let mut given = Vec::new();
    for (number, word) in operands.results() {
        given.push((word, operands.tied_to(number)?));
    }
    let stored = operands.places().filter_map(|(i, at)| Some((at, operands.tied_to(i)?)));
    let stored: Vec<(Value, Value)> = stored.collect();
    let hand = || {
        for (word, value) in given {
            let words = body.shape(value.ty())?.words;
            let (src, dst) = (body.operand(value)?, body.define(inst)?);
            copy_words(body, dst + word, src, words.into());
        }
        for (place, value) in stored {
            let shape = body.shape(value.ty())?;
            let (src, ptr) = (body.operand(value)?, body.operand(place)?);
            let access = body.access(&shape, 1, None, None, false);
            body.emit(Inst::Store { src, ptr, access });
        }
        Ok(())
    };
    Some(hand())
}
