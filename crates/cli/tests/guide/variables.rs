//! Every variable that a test reads is set by some target of the Makefile and explained in
//! docs/internals/testing.md.

use crate::{files, has_extension, no_complaints, read, root};
use std::collections::BTreeSet;

/// Names in quotes that begin with `ALLWAYS_`.
fn variables(text: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_uppercase() || c == '_';
    let quoted = text.split('"').skip(1);
    quoted
        .filter(|word| word.starts_with("ALLWAYS_") && word.chars().all(is_name))
        .map(str::to_string)
        .collect()
}

#[test]
fn variables_of_tests_are_set_by_a_target_and_documented() {
    let mut used = BTreeSet::new();
    for file in files(&root().join("crates")) {
        let is_this = file.ends_with("guide/variables.rs");
        let is_part = |name: &str| file.components().any(|part| part.as_os_str() == name);
        let in_tests = (is_part("tests") || is_part("testkit")) && !is_this;
        if in_tests && has_extension(&file, "rs") {
            used.extend(variables(&read(&file)));
        }
    }
    // Users set it; tests give it to the checker.
    for name in ["ALLWAYS_CLANG", "ALLWAYS_CC", "ALLWAYS_CXX"] {
        used.remove(name);
    }
    used.extend(SEEDS.map(str::to_string));
    assert!(used.contains("ALLWAYS_BLESS") && used.len() > 10, "{used:?}");
    let (makefile, page) =
        (read(&root().join("Makefile")), read(&root().join("docs/internals/testing.md")));
    let mut complaints = Vec::new();
    for name in used {
        if !makefile.contains(&format!("{name}=")) {
            complaints.push(format!("no target of the Makefile sets {name}"));
        }
        if !page.contains(&format!("`{name}`")) {
            complaints.push(format!("docs/internals/testing.md does not explain {name}"));
        }
    }
    no_complaints(&complaints);
}

/// Variables with the seeds of libraries that would draw new ones in every run.
const SEEDS: [&str; 2] = ["PROPTEST_RNG_SEED", "SHUTTLE_RANDOM_SEED"];

#[test]
fn seeds_are_fixed_unless_the_environment_sets_them() {
    let config: toml::Value =
        toml::from_str(&read(&root().join(".cargo/config.toml"))).expect("a configuration");
    for name in SEEDS {
        // A plain value gives way to the environment; `{ value = …, force = true }` would not.
        let fixed = config["env"].get(name).and_then(toml::Value::as_str);
        assert!(fixed.is_some_and(|seed| seed.parse::<u64>().is_ok()), "{name} is {fixed:?}");
        assert!(std::env::var_os(name).is_some(), "cargo gives {name} to tests");
        assert!(read(&root().join("Makefile")).contains(&format!("{name}=$(FROM)")), "{name}");
    }
}

#[test]
fn variables_are_found_in_quotes() {
    let found = variables(r#"var("ALLWAYS_A"), "ALLWAYS_B_FROM", "ALLWAYS_x", ALLWAYS_C"#);
    assert_eq!(found, BTreeSet::from(["ALLWAYS_A".to_string(), "ALLWAYS_B_FROM".to_string()]));
}
