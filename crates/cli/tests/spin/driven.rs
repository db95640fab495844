//! `allways spin`: the verdict and, where nothing is found, the counts of `allways check`.

use crate::cases::{Case, cases, complaints, json, root};

/// Nothing that SPIN does in its own way, and no formula: states are counted together with those of its automaton,
/// and SPIN makes another.
fn is_for_both(case: &Case) -> bool {
    let own = ["--search", "--depth", "--store", "--max-states", "--ltl", "--fair", "--timeout"];
    let text = std::fs::read_to_string(root().join(&case.file)).unwrap_or_default();
    !text.contains("\nLTL(")
        && !case.options.iter().any(|option| own.contains(&option.as_str()))
        && case.option("--property").is_none_or(|list| !list.contains("termination"))
}

/// `allways COMMAND FILE OPTIONS FLAGS --json EXTRA`.
fn run(command: &str, case: &Case, extra: &[&str]) -> serde_json::Value {
    let mut args = vec![command, &case.file, "--json"];
    args.extend(case.options.iter().map(String::as_str));
    args.extend(case.flags.iter().map(String::as_str));
    args.extend(extra);
    json(&args)
}

fn compare(case: &Case) -> Result<(), String> {
    let spin = run("spin", case, &["--", "-O0"]);
    if spin["verdict"] != case.verdict.as_str() {
        return Err(format!("{}: want {}: {spin}", case.name(), case.verdict));
    }
    if case.verdict == "violated" {
        let wrong = case.property.as_ref().is_some_and(|p| spin["property"] != p.as_str());
        let told = spin["trace"].as_array().is_some_and(|steps| !steps.is_empty());
        return if wrong || !told { Err(format!("{}: {spin}", case.name())) } else { Ok(()) };
    }
    let check = run("check", case, &[]);
    for count in ["states", "transitions"] {
        if spin[count] != check[count] {
            let counts = format!("{} by SPIN, {} by check", spin[count], check[count]);
            return Err(format!("{}: {count}: {counts}", case.name()));
        }
    }
    Ok(())
}

#[test]
fn verdicts_and_counts_agree_on_the_examples() {
    let cases: Vec<Case> = cases("examples").into_iter().filter(is_for_both).collect();
    assert!(cases.len() > 30, "only {} cases", cases.len());
    complaints(cases, |case| compare(&case));
}

/// States up to which a correct program is searched twice with every reduction.
const SMALL: u64 = 5_000;

#[test]
fn every_reduction_gives_the_verdicts_and_the_counts_of_check() {
    let mut todo = Vec::new();
    // The reductions take turns with the programs; `full` has a test of its own.
    let reductions = ["none", "tau", "global", "superstep"].into_iter().cycle();
    for (mut case, reduction) in cases("examples").into_iter().filter(is_for_both).zip(reductions) {
        case.options.extend(["--reduction".to_string(), reduction.to_string()]);
        todo.push(case);
    }
    let compared = std::sync::atomic::AtomicUsize::new(0);
    complaints(todo, |case| {
        let limit = SMALL.to_string();
        let check = run("check", &case, &["--max-states", &limit]);
        if check["verdict"] == "unknown" {
            return Ok(());
        }
        compared.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        compare(&case)
    });
    let compared = compared.into_inner();
    assert!(compared > 20, "only {compared} programs are small");
}

/// The ways to store states: flags for pan, and whether a search that finds nothing is a proof.
const STORES: [(&[&str], bool); 6] = [
    (&["-DCOLLAPSE"], true),
    (&["-DMA=60"], true),
    (&["-DBFS"], true),
    (&["-DNCORE=2"], true),
    (&["-DHC4"], false),
    (&["-DBITSTATE"], false),
];

#[test]
fn spins_own_stores_and_searches_find_the_same_states() {
    let all = cases("examples");
    let case = all.into_iter().find(|c| c.file.ends_with("/peterson.c")).unwrap();
    let states = run("check", &case, &[])["states"].clone();
    let todo: Vec<_> = STORES.iter().collect();
    complaints(todo, |(flags, exact)| {
        let extra: Vec<&str> = ["--", "-O0"].iter().chain(*flags).copied().collect();
        let spin = run("spin", &case, &extra);
        let wanted = if *exact { "holds" } else { "unknown" };
        // A lossy store may lose some, but not in so small a state space.
        if spin["verdict"] != wanted || spin["states"] != states {
            return Err(format!("{flags:?}: want {wanted} and {states} states: {spin}"));
        }
        Ok(())
    });
}

#[test]
fn faults_are_found_by_every_store_and_search() {
    let all = cases("examples");
    let case = all.into_iter().find(|c| c.file.ends_with("/peterson_swapped.c")).unwrap();
    complaints(STORES.iter().collect(), |(flags, _)| {
        let extra: Vec<&str> = ["--", "-O0"].iter().chain(*flags).copied().collect();
        let spin = run("spin", &case, &extra);
        if spin["verdict"] != "violated" || spin["property"] != "assert" {
            return Err(format!("{flags:?}: {spin}"));
        }
        Ok(())
    });
}

#[test]
fn a_state_is_its_root_or_its_content() {
    let all = cases("examples");
    let file = "/philosophers_ordered.c";
    let case = all.into_iter().find(|c| c.file.ends_with(file) && c.flags.is_empty()).unwrap();
    // A vector that is too small is noticed and made larger.
    let forms: [&[&str]; 3] =
        [&["--state", "root"], &["--state", "content"], &["--state", "content", "--vector", "100"]];
    let counts: Vec<_> = forms
        .iter()
        .map(|form| {
            let extra = [*form, &["--", "-O0"]].concat();
            let spin = run("spin", &case, &extra);
            assert_eq!(spin["verdict"], "holds", "{spin}");
            (spin["states"].clone(), spin["transitions"].clone())
        })
        .collect();
    assert_eq!(counts[0], counts[1]);
    assert_eq!(counts[0], counts[2]);
}

#[test]
fn the_machine_may_forget_what_it_has_interned() {
    let all = cases("examples");
    let file = "/philosophers_ordered.c";
    let case = all.into_iter().find(|c| c.file.ends_with(file)).unwrap();
    let case = Case { flags: vec!["-DN=3".to_string()], ..case };
    // More states than the contents of which are kept, so some must be read again.
    let spin = |interned: &str| {
        let form = ["--reduction", "tau", "--state", "content"];
        run("spin", &case, &[&form[..], &["--interned", interned, "--", "-O0"]].concat())
    };
    let forgets = |spin: &serde_json::Value| spin["warnings"].to_string().contains("--interned");
    let (whole, less) = (spin("1G"), spin("1"));
    assert_eq!(whole["verdict"], "holds", "{whole}");
    assert!(!forgets(&whole) && forgets(&less), "{whole}\n{less}");
    for name in ["verdict", "states", "transitions"] {
        assert_eq!(whole[name], less[name], "{name}");
    }
    // A trail is followed all the same.
    let faulty = Case { file: "examples/philosophers.c".to_string(), ..case.clone() };
    let extra = ["--state", "content", "--interned", "1", "--", "-O0"];
    let spin = run("spin", &faulty, &extra);
    assert_eq!(spin["property"], "deadlock", "{spin}");
}

#[test]
fn a_bound_on_switches_leaves_something_out_and_finds_more_when_it_is_larger() {
    let all = cases("examples");
    let case = all.into_iter().find(|c| c.file.ends_with("/peterson_selfish.c")).unwrap();
    let bounded = |bound: &str| {
        let extra = ["--property", "assert", "--context-bound", bound, "--", "-O0"];
        run("spin", &case, &extra)
    };
    assert_eq!(bounded("0")["verdict"], "unknown");
    let two = bounded("2");
    assert_eq!(two["verdict"], "violated");
    let correct = Case { file: "examples/peterson.c".to_string(), ..case.clone() };
    let spin = run("spin", &correct, &["--context-bound", "9", "--", "-O0"]);
    assert_eq!(spin["verdict"], "unknown");
    assert!(spin["reason"].as_str().unwrap().contains("context switches"), "{spin}");
}

/// The verdict of a command with a bound.
fn verdict_with(case: &Case, command: &str, bound: &str) -> serde_json::Value {
    let extra = ["--property", "assert", "--context-bound", bound];
    let pan: &[&str] = if command == "spin" { &["--", "-O0"] } else { &[] };
    run(command, case, &[&extra, pan].concat())["verdict"].clone()
}

#[test]
fn few_switches_are_tried_first() {
    let case = |file: &str, flags: &[&str]| Case {
        file: file.to_string(),
        options: Vec::new(),
        flags: flags.iter().map(|f| f.to_string()).collect(),
        verdict: String::new(),
        property: None,
    };
    // Correct: proved without a bound. Without a preemption: nothing is left out.
    assert_eq!(verdict_with(&case("examples/peterson.c", &[]), "spin", "auto"), "holds");
    for (file, flags) in [("peterson_selfish.c", &[][..]), ("bakery.c", &["-DHASTY"])] {
        let faulty = case(&format!("examples/{file}"), flags);
        assert_eq!(verdict_with(&faulty, "spin", "auto"), "violated", "{file}");
        // The same bounds find something.
        for bound in ["0", "1", "2"] {
            let both = ["spin", "check"].map(|command| verdict_with(&faulty, command, bound));
            assert_eq!(both[0], both[1], "{file} with {bound}");
        }
    }
}

#[test]
fn a_bound_that_cuts_nothing_proves() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("alone.c");
    std::fs::write(&file, "int main(void) { return 0; }\n").expect("a writable folder");
    let file = file.display().to_string();
    for bound in ["0", "auto"] {
        let spin = json(&["spin", &file, "--json", "--context-bound", bound, "--", "-O0"]);
        assert_eq!(spin["verdict"], "holds", "{spin}");
    }
}
