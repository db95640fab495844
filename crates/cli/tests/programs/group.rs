//! Cases that are about one program: it is compiled once, and checked in this process in many ways.

use crate::case::Case;
use allways::{Build, asked};
use allways_check::{Answer, Control, Nobody, Outcome, Request, Stop, Why, check};
use allways_program::Program;
use allways_space::Reason;
use std::path::Path;

/// A program, how it is made, and what is asked about it.
pub struct Group {
    /// How it is made.
    build: Build,
    /// What is expected, and of which request.
    pub cases: Vec<(Case, Request)>,
}

/// Puts cases together whose programs are made in the same way. A case whose words are wrong is compared
/// elsewhere, where they are typed.
pub fn groups(cases: Vec<Case>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for case in cases {
        let Ok((build, request)) = asked(&case.words()) else {
            assert_eq!(case.verdict, "error", "{}", case.name());
            continue;
        };
        match groups.iter_mut().find(|group| group.build == build) {
            Some(group) => group.cases.push((case, request)),
            None => groups.push(Group { build, cases: vec![(case, request)] }),
        }
    }
    groups
}

impl Group {
    /// The same cases at another level of optimisation.
    pub fn at_level(&self, level: u8) -> Group {
        let mut build = self.build.clone();
        build.compiler.level = Some(level);
        Group { build, cases: self.cases.clone() }
    }

    /// The program; `None` where it cannot be compiled and is not expected to.
    pub fn program(&self) -> Result<Option<Program>, String> {
        match self.build.program_by(Path::new(env!("CARGO_BIN_EXE_allways"))) {
            Ok(program) => Ok(Some(program)),
            Err(_) if self.cases.iter().all(|(case, _)| case.verdict == "error") => Ok(None),
            Err(error) => Err(format!("{}: {error:#}", self.build.title())),
        }
    }
}

/// What a check says, as far as it is compared.
#[derive(Debug)]
pub struct Said {
    /// As `--json` says it.
    pub verdict: &'static str,
    /// The same.
    pub property: Option<&'static str>,
    /// Why nothing is known.
    pub reason: Option<Reason>,
    pub states: u64,
    pub transitions: u64,
}

/// Checks a program in this process.
pub fn said(program: &Program, request: &Request) -> Said {
    let control = Control { stop: &Stop::default(), watcher: &Nobody };
    match check(program, request, control) {
        Ok(outcome) => Said::of(&outcome),
        Err(_) => {
            Said { verdict: "error", property: None, reason: None, states: 0, transitions: 0 }
        }
    }
}

impl Said {
    fn of(outcome: &Outcome) -> Said {
        let (verdict, property, reason) = match &outcome.answer {
            Answer::Holds => ("holds", None, None),
            Answer::Violated(property) => ("violated", Some(property.name()), None),
            Answer::Unsupported => ("error", None, None),
            Answer::Unknown(Why::Reason(reason)) => {
                let ended = |reason: &Reason| match reason {
                    Reason::PathEnded(fault) => Some(fault.property.name()),
                    _ => None,
                };
                ("unknown", ended(reason), Some(reason.clone()))
            }
            Answer::Unknown(Why::Elsewhere(_) | Why::Said(_)) => ("unknown", None, None),
        };
        let (states, transitions) = (outcome.coverage.states, outcome.coverage.transitions);
        Said { verdict, property, reason, states, transitions }
    }

    /// Whether it gave up at the limit of states.
    pub fn gave_up(&self) -> bool {
        matches!(self.reason, Some(Reason::MaxStates(_)))
    }
}
