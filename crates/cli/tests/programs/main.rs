//! Programs with expected verdicts: `tests/programs/` and `examples/`.
//!
//! A program says what to expect in its first lines, `// expect: OPTIONS => VERDICT [PROPERTY]`,
//! and marks the faulty line with `//~ PROPERTY`. The report stands beside it as a snapshot
//! (`NAME.report`); `make bless` writes the snapshots anew. Every counterexample is saved and
//! replayed. `// slow:` lines are run when `ALLWAYS_SLOW` is set.

mod case;
mod group;
mod matrix;
mod native;
mod parts;
mod run;
mod snapshot;

use allways_testkit::for_each;
use case::Case;
use group::groups;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Runs `check` on every item, several at a time, and fails with all complaints together.
fn for_all<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    assert!(!items.is_empty(), "there is nothing to check");
    let complaints: Vec<String> =
        for_each(items, check).into_iter().filter_map(Result::err).collect();
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}

/// Every test begins with it: programs are named as they are in the repository's folder, also in this process.
fn set_up() {
    std::env::set_current_dir(root()).expect("the repository");
}

fn cases_in(folder: &str) -> Vec<Case> {
    set_up();
    let mut cases = Vec::new();
    case::collect(&root().join(folder), &mut cases);
    cases
}

#[test]
fn programs_get_the_expected_verdicts() {
    for_all(&cases_in("tests/programs"), run::expected);
}

#[test]
fn examples_get_the_expected_verdicts() {
    for_all(&cases_in("examples"), run::expected);
}

#[test]
fn a_removed_invariant_says_what_to_do() {
    let mut cases = cases_in("tests/programs/bounds");
    cases.retain(|c| c.file.ends_with("unused_invariant.c") && c.verdict == "error");
    for_all(&cases, |case| {
        let (json, _) = run::check_json(case, &[])?;
        let message = json["message"].as_str().unwrap_or_default();
        let wanted = ["`small`", "static", "__attribute__((used))"];
        match wanted.iter().find(|word| !message.contains(*word)) {
            Some(word) => Err(format!("{word} is missing: {message}")),
            None => Ok(()),
        }
    });
}

#[test]
fn reports_are_as_their_snapshots() {
    let mut cases = cases_in("tests/programs");
    cases.retain(|c| c.number == 0);
    for_all(&cases, snapshot::compare);
}

#[test]
fn every_engine_and_reduction_says_the_same() {
    let mut cases = cases_in("tests/programs");
    cases.retain(Case::is_plain);
    for_all(&groups(cases), matrix::compare);
}

#[test]
fn every_reduction_says_the_same_about_examples() {
    let mut cases = cases_in("examples");
    cases.retain(Case::is_plain);
    for_all(&groups(cases), matrix::compare_reductions);
}

/// All programs that break naive reductions, and a few of the others; all with `ALLWAYS_SLOW`.
#[test]
fn every_reduction_says_the_same_about_compiled_code() {
    let mut cases = cases_in("tests/programs/soundness");
    let others = cases_in("tests/programs");
    let step = if std::env::var_os("ALLWAYS_SLOW").is_some() { 1 } else { 12 };
    cases.extend(others.into_iter().step_by(step));
    cases.retain(|case| case.is_plain() && !case.options.iter().any(|o| o.starts_with("-O")));
    for_all(&groups(cases), matrix::compare_levels);
}

#[test]
fn searches_go_on_where_they_stopped() {
    set_up();
    for_all(&parts::files(), parts::compare);
}

#[test]
fn the_library_does_what_the_hosts_does() {
    set_up();
    for_all(&native::library(), native::compare);
}

#[test]
fn cpp_programs_hold_natively_too() {
    let mut cases = cases_in("tests/programs/cpp");
    cases.retain(native::runs_well);
    for_all(&cases, native::succeeds);
}

#[test]
fn instructions_do_what_the_processor_does() {
    set_up();
    for_all(&native::instructions(), native::compare);
}
