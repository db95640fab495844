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

#[test]
fn every_granularity_gives_the_same_counts() {
    let base = cases("examples").into_iter().find(|c| c.file.ends_with("/peterson.c")).unwrap();
    let todo = ["none", "tau", "full"].map(|reduction| {
        let options = vec!["--reduction".to_string(), reduction.to_string()];
        Case { options, ..base.clone() }
    });
    complaints(todo.to_vec(), |case| compare(&case));
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
fn a_bound_on_switches_leaves_something_out_and_finds_more_when_it_is_larger() {
    let all = cases("examples");
    let case = all.into_iter().find(|c| c.file.ends_with("/peterson_selfish.c")).unwrap();
    let verdict = |bound: &str| {
        let extra = ["--property", "assert", "--context-bound", bound, "--", "-O0"];
        run("spin", &case, &extra)["verdict"].clone()
    };
    assert_eq!(verdict("0"), "unknown");
    assert_eq!(verdict("2"), "violated");
    let correct = Case { file: "examples/peterson.c".to_string(), ..case.clone() };
    let spin = run("spin", &correct, &["--context-bound", "9", "--", "-O0"]);
    assert_eq!(spin["verdict"], "unknown");
    assert!(spin["reason"].as_str().unwrap().contains("context switches"), "{spin}");
}
