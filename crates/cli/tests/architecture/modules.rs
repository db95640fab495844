//! Arrows between the modules of a crate point one way: what a module names, and what that names in turn, never
//! leads back to it.
//!
//! Modules are compared with their siblings: `steps::board` with `steps::memo`, and `steps` with `machine`. A folder
//! and its own files may name each other. Between the rooms of a crate, a call of a method is an arrow too, wherever
//! its type comes from; the files of one room may share the methods of a type among them.

use crate::{code_of, crates, root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of a module in its crate; the crate itself has none.
type Module = Vec<String>;

/// A crate and its modules, with their texts.
type Crate = (String, BTreeMap<Module, String>);

/// Folders whose files are one recursive descent, which no order of files can take apart.
const RECURSIVE: [&str; 2] = [
    // The lowering of a function: every family of instructions is a file with methods of `Body`, which finds
    // the family of an instruction and is called back for its operands.
    "llvm::lower",
    // An expression holds a type that holds an expression, in the parser and in the checker.
    "program::expression",
];

/// The modules of a crate, with their texts without comments and tests.
fn modules(folder: &Path) -> BTreeMap<Module, String> {
    let mut files = Vec::new();
    sources(folder, &mut files);
    let module = |file: &Path| {
        let inside = file.strip_prefix(folder).expect("a file of the folder").with_extension("");
        let mut path: Module =
            inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        path.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
        path
    };
    files.iter().map(|file| (module(file), code_of(file))).collect()
}

/// The paths that begin with `crate::` or `super::` in a text, groups taken apart.
fn paths(text: &str) -> Vec<Vec<String>> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            if text[..at].ends_with(is_path) {
                continue;
            }
            let rest = &text[at..];
            let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
            let path: Vec<String> =
                rest[..end].split("::").filter(|p| !p.is_empty()).map(str::to_string).collect();
            match rest[end..].strip_prefix('{') {
                None => found.push(path),
                Some(group) => {
                    for name in heads(group) {
                        found.push(path.iter().cloned().chain([name]).collect());
                    }
                }
            }
        }
    }
    found
}

/// The first names of the parts of a group, whose opening brace is gone.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut names, mut name) = (1, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(std::mem::take(&mut name)),
            c if depth == 1 && !c.is_whitespace() => name.push(c),
            _ => {}
        }
        if depth == 0 {
            names.push(name);
            break;
        }
    }
    let head = |name: &String| name.split("::").next().unwrap_or_default().to_string();
    names.iter().map(head).filter(|name| !name.is_empty()).collect()
}

/// The module that a path in `from` leads to.
fn target(all: &BTreeMap<Module, String>, from: &Module, path: &[String]) -> Module {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let base = if path[0] == "crate" { Vec::new() } else { from[..from.len() - ups].to_vec() };
    let mut to: Module = base.into_iter().chain(path[ups.max(1)..].iter().cloned()).collect();
    while !all.contains_key(&to) {
        to.pop();
    }
    to
}

/// The names of all functions in a text, and whether each is a method.
fn functions(text: &str) -> Vec<(String, bool)> {
    let function = |rest: &str| {
        let name = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let takes_self = rest.split(')').next().is_some_and(|head| head.contains("self"));
        (name, takes_self)
    };
    text.split("fn ").skip(1).map(function).collect()
}

/// How often a function of a name is defined, in all crates.
fn defined(crates: &[Crate]) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for text in crates.iter().flat_map(|(_, modules)| modules.values()) {
        for (name, _) in functions(text) {
            *count.entry(name).or_default() += 1;
        }
    }
    count
}

/// The methods of a crate that nothing else in the house has the name of, with their modules. Names of one word may
/// be those of the standard library.
fn methods(
    all: &BTreeMap<Module, String>,
    defined: &BTreeMap<String, usize>,
) -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    for (module, text) in all {
        let own = functions(text)
            .into_iter()
            .filter(|(name, is_method)| *is_method && defined[name] == 1 && name.contains('_'));
        found.extend(own.map(|(name, _)| (name, module.clone())));
    }
    found
}

/// The pair of siblings in which an arrow shows.
fn siblings(from: &Module, to: &Module) -> Option<(Module, Module)> {
    let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    (common < from.len() && common < to.len())
        .then(|| (from[..=common].to_vec(), to[..=common].to_vec()))
}

fn arrows(
    all: &BTreeMap<Module, String>,
    methods: &BTreeMap<String, Module>,
) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut arrows: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, text) in all {
        let called = text.split('.').skip(1).filter_map(|rest| {
            let (name, _) = rest.split_once('(')?;
            methods.get(name).filter(|to| to.first() != from.first()).cloned()
        });
        let named = paths(text).into_iter().map(|path| target(all, from, &path));
        for to in called.chain(named) {
            if let Some((from, to)) = siblings(from, &to) {
                arrows.entry(from).or_default().insert(to);
            }
        }
    }
    arrows
}

/// A way from a module back to itself.
fn cycle(arrows: &BTreeMap<Module, BTreeSet<Module>>, start: &Module) -> Option<Vec<Module>> {
    let mut ways = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        for next in arrows.get(way.last()?).into_iter().flatten() {
            let longer: Vec<Module> = way.iter().chain([next]).cloned().collect();
            if next == start {
                return Some(longer);
            }
            if seen.insert(next.clone()) {
                ways.push(longer);
            }
        }
    }
    None
}

/// The first cycle among arrows.
fn first_cycle(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Option<String> {
    let told = |way: Vec<Module>| {
        way.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" → ")
    };
    arrows.keys().find_map(|start| cycle(arrows, start)).map(told)
}

/// The arrows of each crate.
fn all_arrows() -> Vec<(String, BTreeMap<Module, BTreeSet<Module>>)> {
    let folder = |name: &str| root().join("crates").join(name).join("src");
    let crates: Vec<Crate> =
        crates().into_iter().map(|name| (name.clone(), modules(&folder(&name)))).collect();
    let defined = defined(&crates);
    let arrows = |(name, all): &Crate| (name.clone(), arrows(all, &methods(all, &defined)));
    crates.iter().map(arrows).collect()
}

/// The folder that a module lies in.
fn folder(name: &str, module: &Module) -> String {
    [&[name.to_string()], &module[..module.len() - 1]].concat().join("::")
}

#[test]
fn arrows_between_modules_point_one_way() {
    let mut wrong = Vec::new();
    for (name, mut arrows) in all_arrows() {
        arrows.retain(|module, _| !RECURSIVE.contains(&folder(&name, module).as_str()));
        wrong.extend(first_cycle(&arrows).map(|way| format!("{name}: {way}")));
    }
    assert!(wrong.is_empty(), "modules that lead back to themselves:\n{}", wrong.join("\n"));
}

#[test]
fn what_may_be_recursive_is() {
    for inner in RECURSIVE {
        let is_recursive = all_arrows().into_iter().any(|(name, mut arrows)| {
            arrows.retain(|module, _| folder(&name, module) == inner);
            first_cycle(&arrows).is_some()
        });
        assert!(is_recursive, "`{inner}` need not be listed");
    }
}

#[test]
fn groups_of_imports_are_taken_apart() {
    let found = paths("use crate::{a::{b, c}, d};\nuse super::super::e::F; x.crate_::y()");
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["crate::a", "crate::d", "super::super::e::F"]);
}
