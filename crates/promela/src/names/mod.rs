//! Names that mean the same in C, in Promela and in SPIN's generated C.
//!
//! Every name of a model comes from here. A name is either one of the program's own, as it stands in the source, or it
//! is made up; what is made up is never equal to any name of the program, also not to that of a member, and is never
//! handed out twice. So no helper of a model can capture or hide anything of the program.

mod program;
mod words;

use crate::ast::Program;
use crate::macros::MACROS;
use program::Identifiers;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

/// Words at the beginning of a label that give it a meaning in Promela.
const LABELS: &[&str] = &["end", "accept", "progress"];

/// Hands out names that are not taken.
#[derive(Clone)]
pub struct Names {
    used: HashSet<String>,
    fixed: Rc<Fixed>,
}

/// What is known before the first name is handed out.
struct Fixed {
    program: Identifiers,
    of_globals: HashSet<&'static str>,
    of_types: HashSet<&'static str>,
    macros: HashSet<&'static str>,
    /// Members as the model calls them: they have a name space of their own.
    members: BTreeMap<String, String>,
    /// The only member of the struct that a row of an array of arrays is.
    row: String,
}

impl Names {
    /// Names for the model of a program.
    pub fn of(program: &Program) -> Names {
        Names::without(Identifiers::of(program))
    }

    fn without(program: Identifiers) -> Names {
        let macros = MACROS.iter().map(|(name, ..)| *name);
        // `main` is a fine name for a process: the verifier's own is a C function.
        let formulas = if program.has_formulas { words::FORMULAS } else { "" };
        let words = [words::KEYWORDS, formulas].into_iter().flat_map(str::split_whitespace);
        let words = words.chain(macros).chain(["main"]);
        let used = words.map(str::to_string).collect();
        let fixed = Fixed {
            program,
            of_globals: [words::VERIFIER, words::LIBRARY]
                .iter()
                .flat_map(|list| list.split_whitespace())
                .collect(),
            of_types: words::TYPES.split_whitespace().collect(),
            macros: words::MACROS.split_whitespace().collect(),
            members: BTreeMap::new(),
            row: String::new(),
        };
        let mut names = Names { used, fixed: Rc::new(fixed) };
        names.name_members();
        names
    }

    fn name_members(&mut self) {
        let members = self.fixed.program.members.clone();
        let named = members.into_iter().map(|member| {
            let stays =
                is_plain(&member) && !self.used.contains(&member) && !self.is_macro(&member);
            let name = if stays { member.clone() } else { self.helper(&member) };
            (member, name)
        });
        let named = named.collect();
        let row = self.helper("at");
        if let Some(fixed) = Rc::get_mut(&mut self.fixed) {
            (fixed.members, fixed.row) = (named, row);
        }
    }

    /// A variable of a process, or a parameter of it.
    pub fn local(&mut self, name: &str) -> String {
        self.own(name, self.is_macro(name))
    }

    /// A variable of the model.
    pub fn global(&mut self, name: &str) -> String {
        self.own(name, self.is_macro(name) || self.fixed.of_globals.contains(name))
    }

    /// A struct of the model: nothing else may have its name, wherever it stands.
    pub fn type_name(&mut self, tag: &str) -> String {
        if self.fixed.program.contain_ordinary(tag) {
            return self.helper(&format!("{tag}_t"));
        }
        self.own(tag, self.is_macro(tag) || self.is_type(tag))
    }

    /// A process of the model.
    pub fn process(&mut self, name: &str) -> String {
        if name == "main" { name.to_string() } else { self.no_member(name, "function") }
    }

    /// A formula of the model.
    pub fn claim(&mut self, name: &str) -> String {
        self.no_member(name, "formula")
    }

    /// SPIN's formulas cannot tell a process or a claim from a member of its name.
    fn no_member(&mut self, name: &str, kind: &str) -> String {
        if self.fixed.program.members.contains(name) {
            return self.helper(&format!("{name}_{kind}"));
        }
        self.own(name, false)
    }

    /// A label of the program.
    pub fn label(&mut self, name: &str) -> String {
        if has_meaning(name) {
            return self.helper(&format!("at_{name}"));
        }
        self.own(name, false)
    }

    /// A member of a struct of the program.
    pub fn member(&self, name: &str) -> String {
        self.fixed.members.get(name).cloned().unwrap_or_else(|| name.to_string())
    }

    /// The only member of the struct that a row of an array of arrays is.
    pub fn row(&self) -> &str {
        &self.fixed.row
    }

    /// A name for something that the program does not know.
    pub fn helper(&mut self, wanted: &str) -> String {
        let mut wanted = base(wanted);
        if self.fixed.program.is_process_macro(&wanted) {
            wanted.insert_str(0, "v_");
        }
        let mut name = wanted.clone();
        let mut number = 2;
        while self.is_anything(&name) || !self.used.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }

    /// A label that the program does not know and that has no meaning.
    pub fn helper_label(&mut self, wanted: &str) -> String {
        if has_meaning(wanted) {
            return self.helper(&format!("at_{wanted}"));
        }
        self.helper(wanted)
    }

    /// A name of the program, if it can stay.
    fn own(&mut self, name: &str, taken: bool) -> String {
        if is_plain(name) && !taken && self.used.insert(name.to_string()) {
            return name.to_string();
        }
        self.helper(name)
    }

    fn is_anything(&self, name: &str) -> bool {
        self.fixed.program.contain(name)
            || self.fixed.of_globals.contains(name)
            || self.is_type(name)
            || self.is_macro(name)
    }

    /// The verifier calls process and channel types `P0`, `Q1` and so on.
    fn is_type(&self, name: &str) -> bool {
        self.fixed.of_types.contains(name) || is_numbered(name, &["P", "Q"])
    }

    /// Whether the generated C, and what it includes, has a macro of this name. Nearly all are in capitals.
    fn is_macro(&self, name: &str) -> bool {
        is_capital(name)
            || self.fixed.macros.contains(name)
            || is_numbered(name, &["Air", "maxseq", "minseq"])
            || self.fixed.program.is_process_macro(name)
    }
}

/// Whether the name is one in Promela.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What a made-up name begins with.
fn base(wanted: &str) -> String {
    let ascii = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let wanted: String = wanted.chars().map(ascii).collect();
    let bare = wanted.trim_start_matches('_');
    let bare = if is_plain(bare) { bare.to_string() } else { format!("v_{bare}") };
    // A number behind capitals would still be capitals.
    if bare.contains(|c: char| c.is_ascii_lowercase()) { bare } else { bare.to_ascii_lowercase() }
}

fn is_capital(name: &str) -> bool {
    name.len() > 1 && is_plain(name) && !name.contains(|c: char| c.is_ascii_lowercase())
}

fn is_numbered(name: &str, kinds: &[&str]) -> bool {
    let number = kinds.iter().find_map(|kind| name.strip_prefix(kind));
    number.is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
}

fn has_meaning(label: &str) -> bool {
    LABELS.iter().any(|word| base(label).starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(variables: &[&str], members: &[&str]) -> Names {
        let set = |list: &[&str]| list.iter().map(|name| name.to_string()).collect();
        Names::without(Identifiers {
            variables: set(variables),
            members: set(members),
            processes: set(&["run_all"]),
            ..Identifiers::default()
        })
    }

    #[test]
    fn names_stay_unless_taken() {
        let mut names = names(&[], &["len", "next", "at"]);
        assert_eq!(names.local("queue"), "queue");
        assert_eq!(names.local("queue"), "queue_2");
        assert_eq!(names.local("len"), "len_3");
        assert_eq!(names.local("__x"), "x");
        assert_eq!(names.local("depth"), "depth");
        assert_eq!(names.global("done"), "done_2");
        assert_eq!(names.global("EOF"), "eof");
        assert_eq!(names.global("Prun_all"), "v_Prun_all");
        assert_eq!(names.type_name("P0"), "p0");
        assert_eq!(names.label("end"), "at_end");
        assert_eq!(names.member("len"), "len_2");
        assert_eq!(names.member("next"), "next");
        assert_ne!(names.row(), "at");
    }

    #[test]
    fn what_is_made_up_is_no_name_of_the_program() {
        let mut names = names(&["p", "p_2"], &["rest", "v", "s", "s_t"]);
        assert_eq!(names.helper("p"), "p_3");
        assert_eq!(names.helper("rest"), "rest_2");
        assert_eq!(names.helper("rest"), "rest_3");
        assert_eq!(names.local("p"), "p");
        assert_eq!(names.type_name("s"), "s_t_2");
        assert_eq!(names.process("v"), "v_function");
        assert_eq!(names.helper_label("end_run"), "at_end_run");
    }
}
