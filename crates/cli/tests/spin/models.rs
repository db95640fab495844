//! `allways promela` on the examples: what is in its reach, and that SPIN's verdict on the model is that of
//! `allways check` on the program.

use crate::cases::{Case, allways, cases, complaints, json};
use std::path::Path;
use std::process::Command;

/// Examples without a translation, and what stands in the way.
const OUT_OF_REACH: [(&str, &str); 7] = [
    ("interner.c", "a pointer to a text"),
    ("ms_queue.c", "a pointer to a text"),
    ("progress.c", "the size of this type"),
    ("scoped.c", "the size of this type"),
    ("treiber_aba.c", "a conversion between a pointer and a number"),
    ("treiber_stack.c", "a pointer to a text"),
    ("two_lock_queue.c", "a pointer to a text"),
];

/// Examples whose models have too many states for an exhaustive search: recursion is processes.
const TOO_LARGE: [&str; 1] = ["cndfs.c"];

/// What a model can violate: it knows no races.
const PROPERTIES: &str = "assert,deadlock,memory,ub";

/// Runs a program in a folder and gives all it says.
fn said(folder: &Path, program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(folder).output();
    let output = output.unwrap_or_else(|problem| panic!("{program}: {problem}"));
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    text
}

/// Translates a program and makes the verifier of its model in a folder: the model, and what SPIN and clang said.
pub fn verifier(
    folder: &Path,
    file: &str,
    flags: &[&str],
    way: &[&str],
) -> Result<(String, String), String> {
    let model = folder.join("model.pml").display().to_string();
    let args = [&["promela", file, "-o", &model], way, flags].concat();
    let output = allways(&args);
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = std::fs::read_to_string(&model).map_err(|problem| problem.to_string())?;
    let mut clang = vec!["-w", "-fwrapv", "-DVECTORSZ=8192", "-DNFAIR=4", "-o", "pan", "pan.c"];
    if text.contains("\nltl ") || text.contains(" -DNOREDUCE ") {
        // SPIN's reduction is not for fairness in models with channels, nor for programs that exit.
        clang.push("-DNOREDUCE");
    }
    // clang takes half of the time of gcc.
    let heard = said(folder, "spin", &["-a", "model.pml"]) + &said(folder, "clang-22", &clang);
    Ok((text, heard))
}

/// The verdict of a verifier with these flags.
pub fn pan(folder: &Path, flags: &[&str]) -> Result<&'static str, String> {
    let pan = said(folder, "./pan", &[&["-m1000000", "-w18"], flags].concat());
    if !pan.contains("errors: ") || pan.contains("max search depth too small") {
        return Err(pan);
    }
    Ok(if pan.contains("errors: 0") { "holds" } else { "violated" })
}

/// SPIN's verdict on the model of a program, formulas left aside.
pub fn verdict_by_spin(file: &str, flags: &[&str], way: &[&str]) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, heard) = verifier(folder.path(), file, flags, way)?;
    let claims = if model.contains("\nltl ") { &["-noclaim"][..] } else { &[] };
    let verdict = pan(folder.path(), claims);
    verdict.map(str::to_string).map_err(|said| format!("{file}: {heard}\n{said}"))
}

fn compare(case: &Case, way: &[&str]) -> Result<(), String> {
    let flags: Vec<&str> = case.flags.iter().map(String::as_str).collect();
    let by_spin = verdict_by_spin(&case.file, &flags, way)?;
    let check = [&["check", &case.file, "--json", "--property", PROPERTIES], &flags[..]].concat();
    let check = json(&check);
    if check["verdict"] != by_spin.as_str() {
        return Err(format!("{} {way:?}: {by_spin} by SPIN: {check}", case.name()));
    }
    Ok(())
}

pub fn is_out_of_reach(case: &Case) -> bool {
    OUT_OF_REACH.iter().any(|(name, _)| case.file.ends_with(&format!("/{name}")))
}

#[test]
fn spin_agrees_with_check_on_every_example_in_reach() {
    let mut todo: Vec<(Case, &[&str])> = Vec::new();
    let mut seen = Vec::new();
    for case in cases("examples") {
        let program = (case.file.clone(), case.flags.clone());
        // A model is of the program as written: what an optimiser makes of it is out of its reach.
        let optimised = case.options.iter().any(|option| option.starts_with("-O"));
        let temporal = is_temporal(&case);
        let large = case.verdict == "holds" && TOO_LARGE.iter().any(|n| case.file.ends_with(n));
        if is_out_of_reach(&case) || large || optimised || temporal || seen.contains(&program) {
            continue;
        }
        seen.push(program);
        todo.push((case.clone(), &[]));
        todo.push((case, &["--inline"]));
    }
    assert!(todo.len() > 30, "only {} cases", todo.len());
    complaints(todo, |(case, way)| compare(&case, way));
}

/// Whether the verdict is about a formula.
fn is_temporal(case: &Case) -> bool {
    let text = std::fs::read_to_string(crate::cases::root().join(&case.file)).unwrap_or_default();
    text.contains("\nLTL(") || text.contains(" ap(") || text.contains("ap_set(")
}

#[test]
fn what_is_out_of_reach_says_why_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("model.pml");
    for (name, why) in OUT_OF_REACH {
        let file = format!("examples/{name}");
        let output = allways(&["promela", &file, "-o", &model.display().to_string()]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(&format!("{file}:")) && said.contains(why), "{name}: {said}");
        assert!(said.contains("hint: "), "{name}: {said}");
        assert!(!model.exists(), "{name} left a model behind");
    }
}

#[test]
fn the_published_form_has_more_states_and_the_same_verdict() {
    let holds = |file: &str, flags: &[&str]| verdict_by_spin(file, flags, &["--plain"]).unwrap();
    assert_eq!(holds("examples/peterson.c", &[]), "holds");
    assert_eq!(holds("examples/peterson_swapped.c", &[]), "violated");
    assert_eq!(holds("examples/philosophers.c", &["-DN=2"]), "violated");
}
