//! C expressions over the program's variables, as they stand in the braces of a formula.

use crate::ast::{Formula, Program, Storage, VarId};
use crate::error::{Error, Result};
use crate::names::Names;
use std::collections::HashMap;

/// The variables that an expression looks at.
pub fn variables(
    program: &Program,
    text: &str,
    formula: &Formula,
    names: &Names,
) -> Result<Vec<VarId>> {
    let mut vars = Vec::new();
    translate(program, text, formula, names, &mut |var| {
        vars.push(var);
        String::new()
    })?;
    Ok(vars)
}

/// The expression with the model's names.
pub fn expression(
    program: &Program,
    text: &str,
    formula: &Formula,
    globals: &HashMap<VarId, String>,
    names: &Names,
) -> Result<String> {
    translate(program, text, formula, names, &mut |var| {
        globals.get(&var).cloned().unwrap_or_default()
    })
}

/// Promela writes expressions as C does, so only names change, and the second of two indices.
fn translate(
    program: &Program,
    text: &str,
    formula: &Formula,
    names: &Names,
    name: &mut dyn FnMut(VarId) -> String,
) -> Result<String> {
    let wrong = |what: String| {
        let hint = "use variables of the program, members, elements, numbers and operators";
        Err(Error::untranslatable(&formula.at, format!("`{{{text}}}` in a formula: {what}"), hint))
    };
    let mut out = String::new();
    let mut rest = text;
    let mut before = String::new();
    while let Some(c) = rest.chars().next() {
        let word = c.is_alphanumeric() || c == '_';
        let length = if word {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let token = &rest[..length];
        rest = &rest[length..];
        if c.is_whitespace() {
            out.push(' ');
            continue;
        }
        let followed_by = rest.trim_start().chars().next();
        out += &match token {
            "-" if followed_by == Some('>') => return wrong("it follows a pointer".into()),
            "?" | "\"" | ";" | "{" => return wrong(format!("`{token}` has no translation")),
            "[" if before == "]" => format!(".{}[", names.row()),
            _ if word && before == "." => names.member(token),
            _ if word && followed_by == Some('(') => return wrong(format!("it calls `{token}`")),
            _ if word && !c.is_ascii_digit() => match identifier(program, token, name) {
                Some(text) => text,
                None => {
                    return wrong(format!("`{token}` is no variable or enumerator of the program"));
                }
            },
            other => other.to_string(),
        };
        before = token.to_string();
    }
    Ok(out.trim().to_string())
}

fn identifier(
    program: &Program,
    token: &str,
    name: &mut dyn FnMut(VarId) -> String,
) -> Option<String> {
    let var = program.vars.iter().position(|v| v.storage == Storage::Static && v.name == token);
    if let Some(var) = var {
        return Some(name(var));
    }
    let value = program.enumerators.iter().find(|(name, _)| name == token)?.1;
    Some(value.to_string())
}
