//! The identifiers of a program, by what they name.

use crate::analysis::calls::proposition_name;
use crate::ast::{Program, walk};
use std::collections::BTreeSet;

/// What the program calls its things.
#[derive(Default)]
pub struct Identifiers {
    pub members: BTreeSet<String>,
    pub tags: BTreeSet<String>,
    /// What becomes a process or a claim: the verifier makes a macro of each.
    pub processes: BTreeSet<String>,
    /// Variables, parameters and propositions.
    pub variables: BTreeSet<String>,
    pub has_formulas: bool,
}

impl Identifiers {
    pub fn of(program: &Program) -> Identifiers {
        let records = &program.records.0;
        let members = records.iter().flat_map(|record| &record.fields);
        let functions = program.functions.iter().map(|function| function.name.clone());
        let formulas = program.formulas.iter().map(|formula| formula.name.clone());
        let mut variables: BTreeSet<String> =
            program.vars.iter().map(|var| var.name.clone()).collect();
        for function in &program.functions {
            walk::expressions(program, &function.body, &mut |expr| {
                variables.extend(proposition_name(expr).map(str::to_string));
            });
        }
        Identifiers {
            members: members.map(|field| field.name.clone()).collect(),
            tags: records.iter().map(|record| record.name.clone()).collect(),
            processes: functions.chain(formulas).collect(),
            variables,
            has_formulas: !program.formulas.is_empty(),
        }
    }

    /// Whether the program uses a name for anything.
    pub fn contain(&self, name: &str) -> bool {
        self.tags.contains(name) || self.contain_ordinary(name)
    }

    /// Whether the program uses a name for anything but a struct.
    pub fn contain_ordinary(&self, name: &str) -> bool {
        [&self.members, &self.processes, &self.variables].iter().any(|set| set.contains(name))
    }

    /// Whether a name is `P` and a process, under any of the names it may get: the verifier has a macro for each.
    pub fn is_process_macro(&self, name: &str) -> bool {
        let Some(rest) = name.strip_prefix('P') else { return false };
        let of = |process: &str| {
            let more = rest.strip_prefix(process.trim_start_matches('_'));
            more.is_some_and(|more| more.is_empty() || more.starts_with('_'))
        };
        of("init") || of("claim") || self.processes.iter().any(|process| of(process))
    }
}
