//! Temporal properties from the command line: automata from files, what reports and JSON say.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn allways() -> Command {
    Command::new(env!("CARGO_BIN_EXE_allways"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn json(arguments: &[&str]) -> Value {
    let output =
        allways().current_dir(root()).arg("check").args(arguments).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|e| {
        panic!("{e}: {text}{}", String::from_utf8_lossy(&output.stderr));
    })
}

const RESPONSE: &str = "examples/fifo_response.c";

#[test]
fn an_automaton_from_a_file_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("unanswered.hoa");
    let name = file.display().to_string();
    let made = allways().args(["ltl", "!G(Sent -> F Recv)", "-o", &name]).output().unwrap();
    assert!(made.status.success());
    let fair =
        json(&[RESPONSE, "--json", "--property", "assert", "--fair", "weak", "--automaton", &name]);
    assert_eq!(fair["verdict"], "holds", "{fair}");
    let unfair = json(&[RESPONSE, "--json", "--property", "assert", "--automaton", &name]);
    assert_eq!((&unfair["verdict"], &unfair["property"]), (&"violated".into(), &"ltl".into()));
    assert!(unfair["message"].as_str().unwrap().contains("unanswered.hoa"), "{unfair}");
}

#[test]
fn a_lasso_names_its_cycle_its_propositions_and_who_waits() {
    let found = json(&[RESPONSE, "--json", "--fair", "none"]);
    let trace = found["trace"].as_array().unwrap();
    let start = found["cycle_start"].as_u64().unwrap() as usize;
    assert!(0 < start && start <= trace.len(), "{start} of {}", trace.len());
    let holding: Vec<&Value> =
        trace.iter().filter_map(|s| s["holds"].as_array()).flatten().collect();
    assert!(holding.contains(&&Value::from("Sent")), "{holding:?}");
    let related = found["related"].to_string();
    assert!(related.contains("could move"), "{related}");
    let text = allways().current_dir(root()).args(["check", RESPONSE, "--fair", "none"]).output();
    let text = String::from_utf8_lossy(&text.unwrap().stdout).into_owned();
    assert!(text.contains("then this repeats forever"), "{text}");
    assert!(text.contains("--fair weak"), "{text}");
}

#[test]
fn what_is_taken_for_granted_is_said() {
    let fair = json(&[RESPONSE, "--json", "--fair", "weak"]);
    assert!(fair["assumptions"].to_string().contains("weak fairness"), "{fair}");
    let program = "tests/programs/ltl/next.c";
    let next = json(&[program, "--json", "--ltl", "G (Now -> X !Now)"]);
    assert!(next["warnings"].to_string().contains("every instruction is a step"), "{next}");
}

#[test]
fn a_wrong_formula_is_shown_with_a_caret_and_an_unknown_name_with_the_known_ones() {
    let run = |formula: &str| {
        let output = allways()
            .current_dir(root())
            .args(["check", RESPONSE, "--ltl", formula])
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let wrong = run("G (Sent -> )");
    assert!(wrong.contains('^'), "{wrong}");
    let unknown = run("G (Sent -> F Rcev)");
    assert!(unknown.contains("Recv") && unknown.contains("Rcev"), "{unknown}");
    let expression = run("G {no_such_variable}");
    assert!(expression.contains('^') && expression.contains("no_such_variable"), "{expression}");
}
