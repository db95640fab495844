//! Formulas in programs become `ltl` blocks: SPIN's verdict on them is that of `allways check`, with and without
//! fairness.

use crate::cases::{Case, cases, complaints, json, root};
use crate::models::{is_out_of_reach, pan, verifier};

/// The formulas of a program's model: those of the source, under names that the model has for them.
fn names(model: &str) -> Vec<&str> {
    let blocks = model.lines().filter_map(|line| line.strip_prefix("ltl "));
    blocks.filter_map(|block| block.split_whitespace().next()).collect()
}

fn has_formula(case: &Case) -> bool {
    let text = std::fs::read_to_string(root().join(&case.file)).unwrap_or_default();
    text.contains("\nLTL(")
}

/// Whether some formula is violated, says SPIN.
fn verdict_by_spin(case: &Case, way: &[&str], fair: bool) -> Result<&'static str, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let flags: Vec<&str> = case.flags.iter().map(String::as_str).collect();
    let (model, heard) = verifier(folder.path(), &case.file, &flags, way)?;
    let names = names(&model);
    if names.is_empty() {
        return Err("the model has no formula".to_string());
    }
    for name in names {
        let flags = ["-a", "-N", name, "-f"];
        let flags = if fair { &flags[..] } else { &flags[..3] };
        if pan(folder.path(), flags).map_err(|said| format!("{heard}\n{said}"))? == "violated" {
            return Ok("violated");
        }
    }
    Ok("holds")
}

fn compare(case: &Case, way: &[&str], fair: bool) -> Result<bool, String> {
    let by_spin = verdict_by_spin(case, way, fair)
        .map_err(|problem| format!("{} {way:?}: {problem}", case.name()))?;
    let fairness = if fair { "weak" } else { "none" };
    let flags: Vec<&str> = case.flags.iter().map(String::as_str).collect();
    let args = ["check", &case.file, "--json", "--property", "ltl", "--fair", fairness];
    let check = json(&[&args[..], &flags].concat());
    if check["verdict"] == by_spin {
        return Ok(by_spin == "holds");
    }
    Err(format!("{} {way:?}, --fair {fairness}: {by_spin} by SPIN: {check}", case.name()))
}

#[test]
fn spin_agrees_with_check_on_the_formulas_of_every_example_in_reach() {
    let mut programs: Vec<Case> = Vec::new();
    for case in cases("examples") {
        let known = programs.iter().any(|p| p.file == case.file && p.flags == case.flags);
        if has_formula(&case) && !is_out_of_reach(&case) && !known {
            programs.push(case);
        }
    }
    assert!(programs.len() >= 9, "only {} programs", programs.len());
    let mut todo: Vec<(Case, &[&str], bool)> = Vec::new();
    for case in programs {
        for fair in [false, true] {
            todo.push((case.clone(), &[], fair));
            todo.push((case.clone(), &["--inline"], fair));
        }
    }
    let kinds = std::sync::Mutex::new([0; 2]);
    complaints(todo, |(case, way, fair)| {
        let holds = compare(&case, way, fair)?;
        kinds.lock().unwrap()[usize::from(holds)] += 1;
        Ok(())
    });
    let [violated, holds] = kinds.into_inner().unwrap();
    assert!(violated > 5 && holds > 5, "{violated} violated, {holds} hold: too much of a kind");
}
