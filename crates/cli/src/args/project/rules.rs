//! Which options a project file may set. Every option of `check` and `spin` has a row.

use crate::args::check::CheckArgs;
use crate::args::{Command, SpinArgs};
use allways_check::Request;
use allways_llvm::Limits;

/// What a project file may do with an option.
#[derive(Copy, Clone)]
pub enum Rule {
    /// It is harmless: it says what is checked and how, or how the result looks.
    Free,
    /// It names a file to read, which must lie inside the project.
    Inside,
    /// It is a limit, which can be lowered and not lifted.
    Limit(fn(&Command) -> Lifts),
    /// Only with `--trust-project`; why.
    Refused(&'static str),
    /// Only on the command line; why.
    Never(&'static str),
}

/// What a value does to a limit.
pub enum Lifts {
    /// It is as strict as the default, or stricter.
    Nothing,
    /// It is more than this machine has by default; this counts instead.
    Lowered(String),
    /// It is more than the default.
    Above(String),
}

const WRITES: &str = "writes a file, which a project file may not do";
const WRITES_FOLDER: &str = "writes into a folder, which a project file may not do";

/// The table.
pub const RULES: [(&str, Rule); 57] = [
    ("files", Rule::Never("is for the command line: it says what is checked")),
    ("property", Rule::Free),
    ("ltl", Rule::Free),
    ("ltl-only", Rule::Free),
    ("automaton", Rule::Inside),
    ("invariant", Rule::Free),
    ("fair", Rule::Free),
    ("memory-model", Rule::Free),
    ("volatile", Rule::Free),
    ("search", Rule::Free),
    ("heuristic", Rule::Free),
    ("depth", Rule::Free),
    ("context-bound", Rule::Free),
    ("seed", Rule::Free),
    ("reduction", Rule::Free),
    ("symmetry", Rule::Free),
    ("abstraction", Rule::Free),
    ("store", Rule::Free),
    ("memory", Rule::Limit(memory)),
    ("disk", Rule::Refused(WRITES_FOLDER)),
    ("checkpoint", Rule::Refused(WRITES_FOLDER)),
    ("resume", Rule::Refused("takes over a search that somebody else may have prepared")),
    ("threads", Rule::Limit(threads)),
    ("handoff", Rule::Free),
    ("two-core-baseline", Rule::Refused("is for benchmarks")),
    ("malloc-fail", Rule::Free),
    ("address-reuse", Rule::Free),
    ("spurious-wakeups", Rule::Free),
    ("strict", Rule::Free),
    ("nondet", Rule::Free),
    ("entry", Rule::Free),
    ("arg", Rule::Free),
    ("stdin", Rule::Inside),
    // There is no limit by default: every value is stricter.
    ("max-states", Rule::Free),
    ("timeout", Rule::Free),
    ("compile-timeout", Rule::Limit(compile_timeout)),
    ("compile-commands", Rule::Inside),
    ("build-target", Rule::Free),
    ("unit", Rule::Inside),
    ("trust-project", Rule::Never("is for the command line: no project can trust itself")),
    ("json", Rule::Free),
    ("trace-out", Rule::Refused(WRITES)),
    // It only adds to the file that `trace-out` names.
    ("embed-source", Rule::Free),
    ("full-trace", Rule::Free),
    ("coverage", Rule::Free),
    ("sarif", Rule::Refused(WRITES)),
    ("junit", Rule::Refused(WRITES)),
    ("witness", Rule::Refused(WRITES)),
    // Like `property` it narrows what is checked, and every report says so.
    ("ignore", Rule::Free),
    ("quiet", Rule::Free),
    ("color", Rule::Free),
    ("progress", Rule::Free),
    // `allways spin` only.
    ("keep", Rule::Refused(WRITES_FOLDER)),
    ("state", Rule::Free),
    ("vector", Rule::Refused("sets how much memory a state takes")),
    ("interned", Rule::Limit(interned)),
    (
        "pan",
        Rule::Never(
            "is only for the command line: it contains options for the compiler and the verifier",
        ),
    ),
];

/// The row of an option.
pub fn rule(name: &str) -> Option<Rule> {
    RULES.iter().find(|(option, _)| *option == name).map(|(_, rule)| *rule)
}

fn check_args(command: &Command) -> Option<&CheckArgs> {
    match command {
        Command::Check(args) => Some(args),
        Command::Spin(args) => Some(&args.check),
        _ => None,
    }
}

/// How much there is depends on the machine and on the moment: less counts, without a complaint.
fn memory(command: &Command) -> Lifts {
    let wanted = check_args(command).and_then(|args| args.memory).map_or(0, |size| size.0);
    match Request::default().memory_limit() {
        Some(most) if wanted > most => Lifts::Lowered(most.to_string()),
        _ => Lifts::Nothing,
    }
}

/// The same holds for cores.
fn threads(command: &Command) -> Lifts {
    let wanted = check_args(command).and_then(|args| args.threads).unwrap_or(1);
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    if wanted as usize > most { Lifts::Lowered(most.to_string()) } else { Lifts::Nothing }
}

fn compile_timeout(command: &Command) -> Lifts {
    let wanted = check_args(command).map_or(0, |args| args.compile_timeout);
    let most = Limits::SECONDS;
    if wanted > most { Lifts::Above(format!("{most} s")) } else { Lifts::Nothing }
}

fn interned(command: &Command) -> Lifts {
    match command {
        Command::Spin(args) if args.interned.0 > SpinArgs::INTERNED => Lifts::Above("1G".into()),
        _ => Lifts::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// The options of a command, and its other arguments, by the names that the table has for them.
    fn options(command: &str) -> BTreeSet<String> {
        let cli = Cli::command();
        let command = cli.find_subcommand(command).expect("a command");
        let name = |arg: &clap::Arg| arg.get_long().unwrap_or(arg.get_id().as_str()).to_string();
        command.get_arguments().map(name).filter(|name| name != "help").collect()
    }

    /// Whoever adds an option decides what a project file may do with it.
    #[test]
    fn every_option_has_one_row() {
        let listed: BTreeSet<String> = RULES.iter().map(|(name, _)| name.to_string()).collect();
        assert_eq!(listed.len(), RULES.len(), "a row is there twice");
        let (mut all, spin) = (options("check"), options("spin"));
        all.extend(spin);
        let missing: Vec<_> = all.difference(&listed).collect();
        let stale: Vec<_> = listed.difference(&all).collect();
        assert!(missing.is_empty(), "no row in the table for {missing:?}");
        assert!(stale.is_empty(), "no option for the rows {stale:?}");
    }

    /// An option that takes a path reads or writes what somebody chooses.
    #[test]
    fn no_option_with_a_path_is_free() {
        let cli = Cli::command();
        let mut paths = 0;
        for command in ["check", "spin"] {
            let command = cli.find_subcommand(command).expect("a command");
            for arg in command.get_arguments() {
                let path = std::any::TypeId::of::<std::path::PathBuf>();
                if arg.get_value_parser().type_id() == path {
                    let name = arg.get_long().unwrap_or(arg.get_id().as_str());
                    let rule = rule(name).expect("a row");
                    paths += 1;
                    assert!(!matches!(rule, Rule::Free | Rule::Limit(_)), "{name}");
                }
            }
        }
        assert!(paths > 10, "{paths}");
    }
}
