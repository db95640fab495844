//! What names mean in a program.

use super::error::ExpressionError;
use super::syntax::Path;
use super::type_name;
use super::types::{INT, Scalar, Ty};
use crate::debug::{Type, TypeId, Variable};
use crate::{FunctionId, Global, GlobalId, Program};
use std::ops::Range;

/// Looks names up.
pub(super) struct Names<'p> {
    pub(super) program: &'p Program,
}

/// What a name means.
pub(super) enum Meaning {
    Global(GlobalId, TypeId),
    /// A constant: its bits and its type.
    Constant(u128, Scalar),
    Function(FunctionId),
}

type Found<T> = Result<T, ExpressionError>;

impl<'p> Names<'p> {
    /// What a name in an expression means.
    pub(super) fn find(&self, path: &Path, span: Range<usize>) -> Found<Meaning> {
        if let Some((id, ty)) = self.global(path, &span)? {
            return Ok(Meaning::Global(id, ty));
        }
        if let Some((bits, scalar)) = self.enumerator(path, &span)? {
            return Ok(Meaning::Constant(bits, scalar));
        }
        match path.name.as_str() {
            "true" if path.is_plain() => return Ok(Meaning::Constant(1, INT)),
            "false" if path.is_plain() => return Ok(Meaning::Constant(0, INT)),
            _ => {}
        }
        if path.file.is_none()
            && let Some(id) = self.function(path)
        {
            return Ok(Meaning::Function(id));
        }
        Err(self.unknown(path, span))
    }

    fn variable(&self, global: &Global) -> Option<&'p Variable> {
        self.program.debug.variables.get(global.variable? as usize)
    }

    /// Whether a path leads to a variable.
    fn leads_to(&self, path: &Path, variable: &Variable) -> bool {
        variable.name == path.name
            && path.file.as_ref().is_none_or(|file| ends_with(self.file(variable), file, "/"))
            && (path.scopes.is_empty() || ends_with(&variable.scope, &path.scopes.join("::"), "::"))
    }

    fn file(&self, variable: &Variable) -> &'p str {
        let debug = &self.program.debug;
        let location = debug.locations.get(variable.declared as usize);
        location.filter(|_| variable.declared != 0).map_or("", |at| debug.file(at))
    }

    fn global(&self, path: &Path, span: &Range<usize>) -> Found<Option<(GlobalId, TypeId)>> {
        let mut found: Vec<(GlobalId, &Global, &Variable)> = Vec::new();
        for (id, global) in self.program.globals.iter().enumerate() {
            if let Some(variable) = self.variable(global)
                && self.leads_to(path, variable)
            {
                found.push((id as GlobalId, global, variable));
            }
        }
        // What stands outside of functions is meant first.
        if path.scopes.is_empty() && found.iter().any(|(.., v)| v.scope.is_empty()) {
            found.retain(|(.., v)| v.scope.is_empty());
        }
        if found.len() > 1 && found.iter().any(|(_, g, _)| !g.external) {
            found.retain(|(_, g, _)| !g.external);
        }
        match found[..] {
            [] => Ok(None),
            [(id, global, variable)] => {
                usable(global, path, span)?;
                Ok(Some((id, variable.ty)))
            }
            _ => Err(self.ambiguous(path, span, found.iter().map(|(.., v)| *v))),
        }
    }

    fn ambiguous<'v>(
        &self,
        path: &Path,
        span: &Range<usize>,
        found: impl Iterator<Item = &'v Variable>,
    ) -> ExpressionError {
        let found: Vec<&Variable> = found.collect();
        let same_file = found.iter().all(|v| self.file(v) == self.file(found[0]));
        let mut ways: Vec<String> = found
            .iter()
            .map(|v| {
                let scope = if v.scope.is_empty() { "" } else { "::" };
                let inner = format!("{}{scope}{}", v.scope, v.name);
                if same_file { inner } else { format!("{}::{inner}", file_text(self.file(v))) }
            })
            .collect();
        ways.sort_unstable();
        ways.dedup();
        let message = format!("`{}` is the name of {} variables", path.name, found.len());
        let help = if ways.len() == found.len() {
            format!("write {}", list(&ways, "or"))
        } else {
            "they cannot be told apart by file and function: rename one".into()
        };
        ExpressionError::new(span.clone(), message).help(help)
    }

    /// An enumeration's constant. It is an `int` where the values of all of them fit in one, and of
    /// the enumeration's type otherwise.
    fn enumerator(&self, path: &Path, span: &Range<usize>) -> Found<Option<(u128, Scalar)>> {
        let mut found: Option<(u128, Scalar)> = None;
        for ty in &self.program.debug.types {
            let Type::Enum { name, bits, signed, values } = ty else { continue };
            if path.file.is_some() || path.scopes.last().is_some_and(|scope| scope != name) {
                continue;
            }
            let fits = |value: &i64| i32::try_from(*value).is_ok() && (*signed || *value >= 0);
            let own = Scalar::Int { bits: (*bits).clamp(1, 128), signed: *signed };
            let scalar = if values.iter().all(|(value, _)| fits(value)) { INT } else { own };
            for (value, _) in values.iter().filter(|(_, name)| *name == path.name) {
                let mask = u128::MAX >> (128 - scalar.bits());
                let constant = (*value as u128 & mask, scalar);
                if found.is_some_and(|other| other != constant) {
                    let message = format!("`{}` is a constant with several values", path.name);
                    let help = "files give it different values: write the number";
                    return Err(ExpressionError::new(span.clone(), message).help(help));
                }
                found = Some(constant);
            }
        }
        Ok(found)
    }

    fn function(&self, path: &Path) -> Option<FunctionId> {
        let mut name = path.scopes.clone();
        name.push(path.name.clone());
        let name = name.join("::");
        let functions = &self.program.functions;
        let named = functions.iter().position(|f| f.name == name);
        let id = named.or_else(|| functions.iter().position(|f| f.display == name))?;
        // One that need not exist may have no address.
        let exists = !functions[id].weak || !functions[id].is_external();
        exists.then_some(id as FunctionId)
    }

    fn unknown(&self, path: &Path, span: Range<usize>) -> ExpressionError {
        let name = &path.name;
        let debug = &self.program.debug;
        let error = |message: String| ExpressionError::new(span.clone(), message);
        let variable = |global: bool| {
            debug.variables.iter().find(|v| v.global == global && self.leads_to(path, v))
        };
        if variable(true).is_some() {
            return error(format!("the compiler removed or rearranged `{name}`")).help(
                "the compiler removed it: do without optimisation, or use it in the program",
            );
        }
        if let Some(local) = variable(false) {
            let place = if local.scope.is_empty() { "a function" } else { &local.scope };
            return error(format!("`{name}` is a local variable of `{place}`"))
                .help("only global and static variables can be named: copy it to one");
        }
        if self.program.globals.iter().any(|g| g.name == *name) {
            return error(format!("the type of `{name}` is not known"))
                .help("there is no debug information for it: compile with `-g`");
        }
        if !debug.variables.iter().any(|v| v.global) {
            return error(format!("no variable `{name}` is known"))
                .help("the program has no debug information for globals: compile with `-g`");
        }
        let near = self.near(name);
        let help = if near.is_empty() {
            "name a global or static variable, or an enumerator; macros are not known".into()
        } else {
            format!("similar: {}", list(&near, "and"))
        };
        error(format!("no variable `{}` is known", path.text())).help(help)
    }

    /// Names that differ little.
    fn near(&self, name: &str) -> Vec<String> {
        let globals = self.program.globals.iter().filter_map(|g| self.variable(g));
        let globals = globals.map(|v| v.name.as_str());
        let constants = self.program.debug.types.iter().flat_map(|ty| match ty {
            Type::Enum { values, .. } => values.as_slice(),
            _ => &[],
        });
        nearest(name, globals.chain(constants.map(|(_, name)| name.as_str())))
    }

    /// Whether a name in parentheses is a type and not a variable.
    pub(super) fn is_type(&self, name: &str) -> bool {
        let named = self.program.debug.type_names.iter().any(|(n, _)| n == name);
        let tagged = || self.program.debug.types.iter().any(|ty| tag(ty) == Some(name));
        (named || tagged()) && !self.is_variable(name)
    }

    /// Whether a name is that of a global variable.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.program.globals.iter().filter_map(|g| self.variable(g)).any(|v| v.name == name)
    }

    /// The type that a single name means.
    pub(super) fn type_named(&self, name: &str, span: Range<usize>) -> Found<Ty> {
        let named = self.program.debug.type_names.iter().filter(|(n, _)| n == name);
        let ids = named.map(|(_, id)| *id).collect();
        match self.same_type(ids, name, &span)? {
            Some(ty) => Ok(ty),
            None => match type_name::standard(self.program, name) {
                Some(ty) => Ok(ty),
                None => self.tagged("", name, span),
            },
        }
    }

    /// The struct, union or enumeration with that tag; an empty `word` means any of them.
    pub(super) fn tagged(&self, word: &str, name: &str, span: Range<usize>) -> Found<Ty> {
        let is = |ty: &Type| match ty {
            Type::Struct { union, .. } => word != "enum" && (*union == (word == "union")),
            _ => word == "enum",
        };
        let types = self.program.debug.types.iter().enumerate();
        let ids = types.filter(|(_, ty)| tag(ty) == Some(name) && (word.is_empty() || is(ty)));
        let ids = ids.map(|(id, _)| id as TypeId).collect();
        self.same_type(ids, name, &span)?.ok_or_else(|| {
            ExpressionError::new(span, format!("no type `{name}` is known"))
                .help("a type is known when a variable of the program has to do with it")
        })
    }

    /// The type that all of these are: every file describes its own copy.
    fn same_type(&self, ids: Vec<TypeId>, name: &str, span: &Range<usize>) -> Found<Option<Ty>> {
        let mut complete: Vec<TypeId> = ids.clone();
        complete.retain(|id| self.program.size_of_type(*id).is_some_and(|size| size > 0));
        let ids = if complete.is_empty() { ids } else { complete };
        let Some((first, others)) = ids.split_first() else {
            return Ok(None);
        };
        if others.iter().any(|id| !self.program.is_same_type(*first, *id)) {
            let message = format!("`{name}` is the name of different types in different files");
            let help = "name a variable of the type, without a cast";
            return Err(ExpressionError::new(span.clone(), message).help(help));
        }
        Ok(Some(self.program.ty_of(*first)))
    }
}

impl Path {
    fn is_plain(&self) -> bool {
        self.file.is_none() && self.scopes.is_empty()
    }

    fn text(&self) -> String {
        let file = self.file.iter().map(|file| file_text(file));
        let names = self.scopes.iter().chain([&self.name]).cloned();
        file.chain(names).collect::<Vec<_>>().join("::")
    }
}

/// Whether a global can be looked at in a formula.
fn usable(global: &Global, path: &Path, span: &Range<usize>) -> Found<()> {
    let name = &path.name;
    let error = |message: String| ExpressionError::new(span.clone(), message);
    if global.thread_local.is_some() {
        return Err(error(format!("each thread has its own `{name}`"))
            .help("a formula cannot say which thread's is meant: copy it to a global"));
    }
    if global.external {
        return Err(error(format!("`{name}` is declared but defined in no file of the program"))
            .help("add the file that defines it"));
    }
    Ok(())
}

fn tag(ty: &Type) -> Option<&str> {
    match ty {
        Type::Struct { name, .. } | Type::Enum { name, .. } => Some(name.as_str()),
        _ => None,
    }
}

/// Whether `whole` is `end`, or ends with it behind a separator.
fn ends_with(whole: &str, end: &str, separator: &str) -> bool {
    let rest = whole.strip_suffix(end);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(separator))
}

/// A file in front of `::`: quoted where it is not a plain `name.c`.
fn file_text(path: &str) -> String {
    let word = |w: &str| {
        let mut chars = w.chars();
        let first = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        first && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match path.split_once('.') {
        Some((stem, end)) if word(stem) && word(end) => path.to_owned(),
        _ => format!("'{path}'"),
    }
}

/// `a`, `b` and `c`, quoted as code.
pub(super) fn list(names: &[String], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// The few names that differ least from a name, if they differ little.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let most = (name.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &str)> = names
        .filter(|other| !other.is_empty())
        .map(|other| (distance(name, other), other))
        .filter(|(far, _)| *far <= most)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours from one text to the other, upper
/// and lower case alike.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
