//! Propositions that a program declares.

use allways_program::{Arg, Inst, OperandKind, Program};

/// Calls that declare a proposition, whose second argument is its name.
const DECLARING: [&str; 4] =
    ["__allways_ap", "__allways_ap_set", "__allways_ap_global", "__allways_ap_local"];

/// The names of the propositions that calls in the program are about, sorted.
pub fn declared_propositions(program: &Program) -> Vec<String> {
    let mut names = Vec::new();
    for inst in &program.code {
        let Inst::Call { function, site } = *inst else { continue };
        if DECLARING.contains(&program.functions[function as usize].name.as_str()) {
            let argument = program.calls[site as usize].args.get(1);
            let first = argument.and_then(Arg::first);
            names.extend(first.and_then(|first| text(program, first.kind())));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// The text of a constant that an operand points to.
fn text(program: &Program, operand: OperandKind) -> Option<String> {
    let OperandKind::Constant(index) = operand else { return None };
    let address = program.constants[index as usize].value;
    let global = program.globals.iter().find(|g| g.address == address)?;
    let bytes = global.init.value.split(|&byte| byte == 0).next()?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}
