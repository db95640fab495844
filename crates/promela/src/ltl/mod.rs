//! Formulas: `LTL(…)` in the source becomes an `ltl` block of the model.

mod parse;
mod proposition;

use crate::ast::{Formula, Program, VarId};
use crate::error::{Error, Result};
use crate::names::Names;
use crate::symbols::Symbols;
use parse::Tree;
use std::collections::BTreeMap;

/// A formula that was read, with the variables it watches.
pub struct Watched {
    tree: Tree,
    pub vars: Vec<VarId>,
    source: Formula,
}

/// Reads all formulas of a program.
pub fn read(program: &Program, names: &Names) -> Result<Vec<Watched>> {
    program.formulas.iter().map(|formula| watch(program, formula, names)).collect()
}

fn watch(program: &Program, formula: &Formula, names: &Names) -> Result<Watched> {
    let tree = parse::parse(&formula.text).map_err(|problem| {
        let construct = format!("the formula `{}`: {problem}", formula.text);
        Error::untranslatable(
            &formula.at,
            construct,
            "write it with G F U W R M ! && || -> <-> and {C expressions}",
        )
    })?;
    let mut vars = Vec::new();
    for text in tree.expressions() {
        vars.extend(proposition::variables(program, text, formula, names)?);
    }
    Ok(Watched { tree, vars, source: formula.clone() })
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
        let mut atom = |text: &str, braces: bool| -> Result<String> {
            if braces {
                let globals = &symbols.globals;
                return proposition::expression(program, text, &self.source, globals, names);
            }
            match symbols.propositions.get(text) {
                Some(variable) => Ok(variable.clone()),
                None => Err(self.unknown(text, &symbols.propositions)),
            }
        };
        let text = self.tree.promela(&mut atom)?;
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
