//! Converts what `main` reaches: functions, variables, formulas.

use super::index::Index;
use super::json::{Node, Value};
use super::{Expr, FnId, Formula, Function, Program, Storage, Var, VarId};
use crate::builtins;
use crate::error::{Error, Location, Result};
use crate::types::Type;
use std::collections::HashMap;
use std::sync::Arc;

/// Converts the whole tree.
pub fn convert(root: &Node<'_>) -> Result<Program> {
    let mut converter = Converter::new(root);
    if !converter.index.functions.contains_key("main") {
        let file: Arc<str> =
            root.inner.last().and_then(|n| n.at.as_ref()).map_or("".into(), |at| at.file.clone());
        let at = Location { file, line: 0 };
        return Err(Error::untranslatable(
            &at,
            "a program without `main`",
            "give the file that defines `main`",
        ));
    }
    converter.function("main");
    while let Some(name) = converter.waiting.pop() {
        converter.convert_function(name)?;
    }
    converter.formulas(root)?;
    Ok(converter.finish())
}

/// The state of a conversion.
pub struct Converter<'n, 'a> {
    pub index: Index<'n, 'a>,
    pub program: Program,
    vars: HashMap<&'n str, VarId>,
    functions: HashMap<&'n str, FnId>,
    waiting: Vec<&'n str>,
    /// The function being converted.
    pub current: FnId,
    /// The last place seen, for nodes that have none.
    pub at: Location,
    /// Names of labels by clang's id.
    pub labels: HashMap<&'n str, String>,
}

impl<'n, 'a> Converter<'n, 'a> {
    fn new(root: &'n Node<'a>) -> Self {
        Converter {
            index: Index::new(root),
            program: Program::default(),
            vars: HashMap::new(),
            functions: HashMap::new(),
            waiting: Vec::new(),
            current: 0,
            at: Location { file: "".into(), line: 0 },
            labels: HashMap::new(),
        }
    }

    /// The function of that name, which will be converted in its turn; `None` when it has no body.
    pub fn function(&mut self, name: &str) -> Option<FnId> {
        let (name, node) = self.index.functions.get_key_value(name)?;
        if let Some(id) = self.functions.get(name) {
            return Some(*id);
        }
        let id = self.program.functions.len();
        self.functions.insert(name, id);
        self.waiting.push(name);
        self.program.functions.push(Function {
            name: name.to_string(),
            title: title(node),
            params: Vec::new(),
            result: Type::Void,
            body: Vec::new(),
            at: node.at.clone().unwrap_or_else(|| self.at.clone()),
        });
        Some(id)
    }

    fn convert_function(&mut self, name: &'n str) -> Result<()> {
        let (node, id) = (self.index.functions[name], self.functions[name]);
        let at = self.program.functions[id].at.clone();
        if node.variadic {
            return Err(Error::untranslatable(
                &at,
                format!("the variadic function `{name}`"),
                "give it a fixed list of parameters",
            ));
        }
        self.current = id;
        self.labels.clear();
        collect_labels(node, &mut self.labels);
        self.program.functions[id].result =
            self.index.read_type(result_spelling(&node.ty.spelling));
        for parameter in node.inner.iter().filter(|n| n.kind == "ParmVarDecl") {
            let var = self.variable(parameter, Storage::Parameter(id))?;
            self.program.functions[id].params.push(var);
        }
        for body in node.inner.iter().filter(|n| n.kind == "CompoundStmt") {
            self.program.functions[id].body = self.statements(&body.inner)?;
        }
        Ok(())
    }

    /// The variable a reference names; variables of the program are converted when first met.
    pub fn referenced(&mut self, id: &str) -> Result<VarId> {
        if let Some(var) = self.vars.get(id) {
            return Ok(*var);
        }
        let Some(node) = self.index.definition(id) else {
            let hint = "give it a definition in this file";
            return Err(Error::untranslatable(
                &self.at,
                "a variable that is defined elsewhere",
                hint,
            ));
        };
        // Every declaration of the same variable leads to the one that defines it.
        let var = match self.vars.get(&*node.id) {
            Some(var) => *var,
            None => self.variable(node, Storage::Static)?,
        };
        if let Some((id, _)) = self.index.declarations.get_key_value(id) {
            self.vars.insert(id, var);
        }
        Ok(var)
    }

    /// Converts the declaration of a variable.
    pub fn variable(&mut self, node: &'n Node<'a>, storage: Storage) -> Result<VarId> {
        let at = self.place(node);
        let storage = if node.storage_class == "static" { Storage::Static } else { storage };
        if !node.tls.is_empty() {
            return Err(Error::untranslatable(
                &at,
                format!("the thread-local variable `{}`", node.name),
                "pass it to the functions that use it, or make it a local variable of the thread's function",
            ));
        }
        let ty = self.index.read_type(&node.ty.spelling);
        let id = self.program.vars.len();
        self.vars.insert(&node.id, id);
        let name =
            if node.name.is_empty() { format!("unnamed_{id}") } else { node.name.to_string() };
        self.program.vars.push(Var { name, ty, storage, init: None, at });
        let init =
            node.inner.iter().find(|n| !n.kind.ends_with("Attr") && !n.kind.ends_with("Comment"));
        if let Some(init) = init {
            let value: Expr = self.expression(init)?;
            self.program.vars[id].init = Some(value);
        }
        Ok(id)
    }

    /// Where a node stands, or the last place known.
    pub fn place(&mut self, node: &Node<'_>) -> Location {
        if let Some(at) = &node.at {
            self.at = at.clone();
        }
        self.at.clone()
    }

    fn formulas(&mut self, root: &'n Node<'a>) -> Result<()> {
        for node in root.inner.iter().filter(|n| n.kind == "VarDecl") {
            let Some(name) = node.name.strip_prefix(builtins::LTL_PREFIX) else { continue };
            let at = self.place(node);
            match string_in(node) {
                Some(text) => {
                    // The header writes "name\0formula"; without a name, the symbol gives one.
                    let (name, text) = text.split_once('\0').unwrap_or((name, &text));
                    let (name, text) = (name.to_string(), text.to_string());
                    self.program.formulas.push(Formula { name, text, at });
                }
                None => {
                    let hint = "write it with the macro LTL of allways.h";
                    return Err(Error::untranslatable(&at, "a formula that is not a text", hint));
                }
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Program {
        self.program.records = self.index.records;
        self.program.enumerators = self.index.enumerators.into_values().collect();
        self.program.enumerators.sort();
        self.program
    }
}

/// The result's part of a function type's spelling: what stands before the parameters.
fn result_spelling(spelling: &str) -> &str {
    let open = spelling.match_indices('(').map(|(at, _)| at);
    let mut parameters = open.filter(|at| !spelling[*at..].starts_with("(unnamed"));
    parameters.next().map_or(spelling, |end| spelling[..end].trim_end())
}

/// The declaration of a function, for readers.
fn title(node: &Node<'_>) -> String {
    let params = node.inner.iter().filter(|n| n.kind == "ParmVarDecl");
    let params: Vec<String> = params.map(|p| joined(&p.ty.spelling, &p.name)).collect();
    let list = if params.is_empty() { "void".to_string() } else { params.join(", ") };
    format!("{}({list})", joined(result_spelling(&node.ty.spelling), &node.name))
}

fn joined(ty: &str, name: &str) -> String {
    if ty.ends_with('*') { format!("{ty}{name}") } else { format!("{ty} {name}") }
}

fn collect_labels<'n>(node: &'n Node<'_>, labels: &mut HashMap<&'n str, String>) {
    if node.kind == "LabelStmt" {
        labels.insert(&node.decl_id, node.name.to_string());
    }
    for child in &node.inner {
        collect_labels(child, labels);
    }
}

/// The first string literal below a node.
fn string_in(node: &Node<'_>) -> Option<String> {
    if node.kind == "StringLiteral"
        && let Some(Value::Text(text)) = &node.value
    {
        return Some(unquote(text));
    }
    node.inner.iter().find_map(string_in)
}

/// The text of a string literal as clang prints it.
pub fn unquote(literal: &str) -> String {
    let body = literal.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(literal);
    let mut out = String::new();
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            out.push(c);
            continue;
        }
        let octal = rest.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
        if octal > 0 {
            out.push(u8::from_str_radix(&rest[..octal], 8).map_or('?', char::from));
            rest = &rest[octal..];
            continue;
        }
        let Some(escaped) = rest.chars().next() else { break };
        rest = &rest[escaped.len_utf8()..];
        out.push(match escaped {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            other => other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_lose_their_quotes_and_escapes() {
        assert_eq!(unquote(r#""a\000G \"x\"\n""#), "a\0G \"x\"\n");
    }

    #[test]
    fn the_result_stands_before_the_parameters() {
        assert_eq!(result_spelling("void *(void *)"), "void *");
        assert_eq!(
            result_spelling("struct (unnamed at a.c:1:2) (int)"),
            "struct (unnamed at a.c:1:2)"
        );
    }
}
