//! Inline assembly: barriers, fences and pauses. Anything else is an error when reached.

use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::constant::shorten;
use allways_program::{Inst, Order};

/// Lowers a call of inline assembly.
pub(super) fn lower(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let (text, constraints) = inst.callee().assembly();
    let lines = instructions(&text);
    let plain = lines.iter().all(|line| is_nothing(line) || is_fence(line));
    if !plain {
        return Err(gap(&text));
    }
    if !inst.ty().is_void() {
        hand_through(body, inst, &text, &constraints)?;
    }
    if lines.iter().any(|line| is_fence(line)) {
        body.emit(Inst::Fence { order: Order::SeqCst });
    }
    Ok(())
}

fn gap(text: &str) -> Gap {
    Gap(format!("the inline assembly `{}`", shorten(&text.replace('\n', "; "))))
}

/// The instructions in a text, in lower case and with single blanks.
fn instructions(text: &str) -> Vec<String> {
    text.split(['\n', ';'])
        .map(|line| line.split('#').next().unwrap_or(""))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
        .filter(|line| !line.is_empty())
        .collect()
}

fn is_nothing(line: &str) -> bool {
    matches!(line, "nop" | "pause" | "rep" | "rep nop" | "repz" | "repz nop")
}

/// Also the locked addition of nothing to the top of the stack, the classic full fence.
fn is_fence(line: &str) -> bool {
    let locked_nothing = |operation: &str| {
        line.strip_prefix("lock ")
            .or_else(|| line.strip_prefix("lock"))
            .is_some_and(|rest| rest.trim_start().starts_with(operation) && rest.contains("sp)"))
            && (line.contains("$0,") || line.contains("$$0,"))
    };
    matches!(line, "mfence" | "lfence" | "sfence")
        || ["addl", "addq", "orl", "orq"].into_iter().any(locked_nothing)
}

/// `asm("" : "+r"(x))`: the output is the input tied to it.
fn hand_through(
    body: &mut Body<'_, '_>,
    inst: Value,
    text: &str,
    constraints: &str,
) -> Result<(), Gap> {
    let parts: Vec<&str> = constraints.split(',').collect();
    let outputs = parts.iter().filter(|c| c.starts_with('=') && !c.contains('*')).count();
    let inputs: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|c| !c.starts_with('~') && (!c.starts_with('=') || c.contains('*')))
        .collect();
    let tied = |output: usize| inputs.iter().position(|c| c.parse() == Ok(output));
    let dst = body.define(inst)?;
    let mut word = 0;
    for output in 0..outputs {
        let argument = tied(output).ok_or_else(|| gap(text))?;
        let value = *inst.args().get(argument).ok_or_else(|| gap(text))?;
        let words = u32::from(body.shape(value.ty())?.words);
        let src = body.operand(value)?;
        super::aggregate::copy_words(body, dst + word, src, words);
        word += words;
    }
    if word != u32::from(body.shape(inst.ty())?.words) {
        return Err(gap(text));
    }
    Ok(())
}
