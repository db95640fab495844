//! Formulas: `LTL(…)` in the source becomes an `ltl` block of the model.

mod proposition;

use crate::ast::{Formula as Source, Program, VarId};
use crate::error::{Error, Result};
use crate::names::Names;
use crate::symbols::Symbols;
use allways_ltl::{Formula, next_free};
use std::collections::BTreeMap;

/// A formula that was read, with the variables it watches.
pub struct Watched {
    formula: Formula,
    pub vars: Vec<VarId>,
    source: Source,
}

/// Reads all formulas of a program.
pub fn read(program: &Program, names: &Names) -> Result<Vec<Watched>> {
    program.formulas.iter().map(|source| watch(program, source, names)).collect()
}

fn watch(program: &Program, source: &Source, names: &Names) -> Result<Watched> {
    let formula = parse(source)?;
    let mut vars = Vec::new();
    for proposition in formula.propositions() {
        if let Some(text) = expression(&proposition) {
            vars.extend(proposition::variables(program, text, source, names)?);
        }
    }
    Ok(Watched { formula, vars, source: source.clone() })
}

fn parse(source: &Source) -> Result<Formula> {
    let wrong = |problem: &str, hint: Option<String>| {
        let construct = format!("the formula `{}`: {problem}", source.text);
        let usual = || "write it with G F U W R M ! && || -> <-> and {C expressions}".to_string();
        Error::untranslatable(&source.at, construct, hint.unwrap_or_else(usual))
    };
    let formula =
        Formula::parse(&source.text).map_err(|error| wrong(&error.message, error.help))?;
    if next_free(&formula) {
        Ok(formula)
    } else {
        Err(wrong("X depends on the size of steps, which a model changes", None))
    }
}

/// The C expression that a proposition is, if it is one.
fn expression(proposition: &str) -> Option<&str> {
    proposition.strip_prefix('{')?.strip_suffix('}')
}

impl Watched {
    /// The block of the model.
    pub fn block(
        &self,
        program: &Program,
        name: &str,
        symbols: &Symbols,
        names: &Names,
    ) -> Result<String> {
        let mut proposition = |name: &str| match expression(name) {
            Some(text) => {
                let globals = &symbols.globals;
                proposition::expression(program, text, &self.source, globals, names)
            }
            None => {
                let known = symbols.propositions.get(name).cloned();
                known.ok_or_else(|| self.unknown(name, &symbols.propositions))
            }
        };
        let text = self.formula.promela(&mut proposition)?;
        Ok(format!("ltl {name} {{ {text} }} /* {} */", self.source.text.replace("*/", "* /")))
    }

    fn unknown(&self, name: &str, propositions: &BTreeMap<String, String>) -> Error {
        let known: Vec<&str> = propositions.keys().map(String::as_str).collect();
        let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
        Error::untranslatable(
            &self.source.at,
            format!("the unknown proposition `{name}`"),
            format!("set it with ap or ap_set (known: {known}), or write an expression in braces"),
        )
    }
}
