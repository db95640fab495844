//! Formulas, invariants and abstractions: the verdicts of `allways check`.

use crate::cases::{Case, cases, complaints, json, root};

fn run(command: &str, case: &Case, extra: &[&str]) -> serde_json::Value {
    let mut args = vec![command, &case.file, "--json"];
    args.extend(case.options.iter().map(String::as_str));
    args.extend(case.flags.iter().map(String::as_str));
    args.extend(extra);
    json(&args)
}

/// Cases about formulas that SPIN can check.
fn formulas() -> Vec<Case> {
    let text = |case: &Case| std::fs::read_to_string(root().join(&case.file)).unwrap_or_default();
    let mut all = cases("examples");
    all.retain(|case| {
        let asks = text(case).contains("\nLTL(") || case.options.iter().any(|o| o == "--ltl");
        asks && case.option("--property").is_none_or(|list| !list.contains("termination"))
    });
    all
}

#[test]
fn formulas_have_the_verdicts_of_check() {
    let all = formulas();
    assert!(all.len() >= 10, "only {} cases", all.len());
    complaints(all, |case| {
        let spin = run("spin", &case, &["--", "-O0"]);
        let pulses = spin["message"].as_str().is_some_and(|m| m.contains("for a moment only"));
        if spin["verdict"] == "error" && pulses && case.option("--fair") == Some("weak") {
            return Ok(());
        }
        if spin["verdict"] != case.verdict.as_str() {
            return Err(format!("{}: want {}: {spin}", case.name(), case.verdict));
        }
        if spin["verdict"] == "violated" && spin["cycle_start"].is_null() {
            return Err(format!("{}: nothing repeats: {spin}", case.name()));
        }
        Ok(())
    });
}

#[test]
fn an_invariant_is_checked_in_every_state() {
    let file = "crates/cli/tests/spin/driver.c";
    let spin = |flags: &[&str]| {
        let args = ["spin", file, "--json", "--invariant", "exclusive", "--property", "assert"];
        json(&[&args[..], flags, &["--", "-O0"]].concat())
    };
    assert_eq!(spin(&[])["verdict"], "holds");
    let broken = spin(&["-DLIMIT=0"]);
    assert_eq!(broken["verdict"], "violated", "{broken}");
    assert_eq!(broken["property"], "invariant", "{broken}");
}

const COUNTER: &str = "#include <allways.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
    atomic_int n;\n\
    void parity(void) { allways_abstract[0] = n & 1; }\n\
    void *count(void *unused) { for (int i = 0; i < 9; i++) n++; return unused; }\n\
    int main(void) {\n  pthread_t one, two;\n  pthread_create(&one, 0, count, 0);\n\
    pthread_create(&two, 0, count, 0);\n  pthread_join(one, 0);\n  pthread_join(two, 0);\n\
    return 0;\n}\n";

#[test]
fn an_abstraction_is_matched_instead_of_the_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("counter.c");
    std::fs::write(&file, COUNTER).expect("a writable folder");
    let file = file.display().to_string();
    let whole = json(&["spin", &file, "--json", "--", "-O0"]);
    assert_eq!(whole["verdict"], "holds", "{whole}");
    let less = json(&["spin", &file, "--json", "--abstraction", "parity", "--", "-O0"]);
    assert_eq!(less["verdict"], "unknown", "{less}");
    assert!(less["reason"].as_str().unwrap().contains("--abstraction"), "{less}");
    let states = |json: &serde_json::Value| json["states"].as_u64().unwrap();
    assert!(states(&less) * 2 < states(&whole), "{less}\n{whole}");
}
