//! Formulas, invariants and abstractions: the verdicts of `allways check`.

use crate::cases::{Case, allways, cases, complaints, json, root};

fn run(command: &str, case: &Case, extra: &[&str]) -> serde_json::Value {
    let mut args = vec![command, &case.file, "--json"];
    args.extend(case.options.iter().map(String::as_str));
    args.extend(case.flags.iter().map(String::as_str));
    args.extend(extra);
    json(&args)
}

/// Cases about endless executions.
fn temporal() -> Vec<Case> {
    let text = |case: &Case| std::fs::read_to_string(root().join(&case.file)).unwrap_or_default();
    let mut all = cases("examples");
    all.retain(|case| {
        text(case).contains("\nLTL(")
            || case.options.iter().any(|o| o == "--ltl")
            || case.option("--property").is_some_and(|list| list.contains("termination"))
    });
    all
}

#[test]
fn formulas_and_termination_have_the_verdicts_of_check() {
    let all = temporal();
    assert!(all.len() >= 20, "only {} cases", all.len());
    complaints(all, |case| {
        let spin = run("spin", &case, &["--", "-O0"]);
        if spin["verdict"] != case.verdict.as_str() {
            return Err(format!("{}: want {}: {spin}", case.name(), case.verdict));
        }
        if spin["verdict"] == "violated" && spin["cycle_start"].is_null() {
            return Err(format!("{}: nothing repeats: {spin}", case.name()));
        }
        Ok(())
    });
}

/// A pulse again and again by one thread, and another that could always move.
const PULSES: &str = "#include <allways.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
    enum { Tick, Done };\natomic_int done;\n\
    void *other(void *unused) {\n  done = 1;\n  ap_set(Done, 1);\n  return unused; }\n\
    int main(void) {\n  pthread_t one;\n  pthread_create(&one, 0, other, 0);\n\
    while (!done || FOREVER) ap(Tick);\n  pthread_join(one, 0);\n  return 0;\n}\n";

#[test]
fn pulses_and_fairness_go_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pulses.c");
    std::fs::write(&file, PULSES).expect("a writable folder");
    let file = file.display().to_string();
    let mut todo = Vec::new();
    for formula in [
        "F Done",
        "G F Tick",
        "G F !Tick",
        "F G !Tick",
        "G (Tick -> F !Tick)",
        "F G Tick",
        "F Tick",
    ] {
        for fair in ["weak", "none"] {
            todo.extend(["-DFOREVER=0", "-DFOREVER=1"].map(|forever| (formula, fair, forever)));
        }
    }
    let violated = std::sync::atomic::AtomicUsize::new(0);
    complaints(todo, |(formula, fair, forever)| {
        let args =
            [&file, "--json", "--property", "ltl", "--ltl", formula, "--fair", fair, forever];
        let check = json(&[&["check"], &args[..]].concat());
        let spin = json(&[&["spin"], &args[..], &["--", "-O0"]].concat());
        if check["verdict"] != spin["verdict"] || check["verdict"] == "error" {
            return Err(format!("{formula}, {fair}, {forever}: {check}\n{spin}"));
        }
        let is = usize::from(check["verdict"] == "violated");
        violated.fetch_add(is, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    });
    let violated = violated.into_inner();
    assert!((5..24).contains(&violated), "{violated} are violated");
}

/// Writes a program into a folder.
fn program(folder: &tempfile::TempDir, text: &str) -> String {
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).expect("a writable folder");
    file.display().to_string()
}

const STEPS: &str = "#include <allways.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
    enum { Done };\natomic_int n;\nint last;\n\
    void *run(void *u) {\n  n++;\n  n++;\n  return u;\n}\n\
    int main(void) {\n  pthread_t a;\n  pthread_create(&a, 0, run, 0);\n  n++;\n\
    pthread_join(a, 0);\n  last = 1;\n  ap_set(Done, 1);\n  return 0;\n}\n";

/// SPIN's own formulas have no X.
#[test]
fn formulas_about_single_steps_have_the_verdicts_of_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = program(&folder, STEPS);
    let formulas = [
        ("X X {n == 0}", "holds"),
        ("G ({n == 1} -> X ({n == 1} | {n == 2}))", "holds"),
        ("G ({n == 1} -> X {n == 2})", "violated"),
        ("F ({n == 1} & X {n == 3})", "violated"),
        ("F X Done", "holds"),
        ("X Done", "violated"),
        ("G (Done -> X Done)", "holds"),
    ];
    complaints(formulas.to_vec(), |(formula, expected)| {
        let args = [&file, "--json", "--property", "ltl", "--ltl", formula];
        let check = json(&[&["check"], &args[..]].concat());
        let spin = json(&[&["spin"], &args[..], &["--", "-O0"]].concat());
        if check["verdict"] != expected || spin["verdict"] != expected {
            return Err(format!("{formula}: {check}\n{spin}"));
        }
        Ok(())
    });
}

const NO_VALUE: &str = "#include <allways.h>\n#include <stdlib.h>\nenum { Full };\nint *cell;\n\
    static int full(int *at) { return *at > 3; }\n\
    int main(void) {\n  cell = malloc(sizeof *cell);\n  *cell = 1;\n  ap_global(Full, full, cell);\n\
    free(cell);\n  cell = 0;\n  return 0;\n}\n";

#[test]
fn a_proposition_that_has_no_value_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = program(&folder, NO_VALUE);
    for (command, formula, name) in [
        ("check", "F Full", "`Full`"),
        ("spin", "F Full", "`Full`"),
        ("check", "F {*cell > 1}", "`{*cell > 1}`"),
    ] {
        let output = allways(&[command, &file, "--ltl", formula]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(&format!("proposition {name} cannot be evaluated")), "{said}");
        assert!(said.contains("program.c:"), "{said}");
    }
}

#[test]
fn automata_have_the_verdicts_of_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut todo = Vec::new();
    let formulas = ["G (Sent -> F Recv)", "G F Sent & G F Recv", "F G !Recv", "!Recv W Sent"];
    for (number, formula) in formulas.into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.hoa")).display().to_string();
        // An automaton is of the executions that are wrong.
        let output = allways(&["ltl", &format!("!({formula})"), "-o", &file]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        todo.extend(["none", "weak"].map(|fair| (file.clone(), formula, fair)));
    }
    complaints(todo, |(file, formula, fair)| {
        let program = "examples/fifo_response.c";
        // Without the formula of the source.
        let args =
            [program, "--json", "--property", "assert", "--fair", fair, "--automaton", &file];
        let check = json(&[&["check"], &args[..]].concat());
        let spin = json(&[&["spin"], &args[..], &["--", "-O0"]].concat());
        if check["verdict"] != spin["verdict"] || check["verdict"] == "error" {
            return Err(format!("{formula}, {fair}: {check}\n{spin}"));
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
