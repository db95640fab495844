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
        let in_tests = file.components().any(|part| part.as_os_str() == "tests") && !is_this;
        if in_tests && has_extension(&file, "rs") {
            used.extend(variables(&read(&file)));
        }
    }
    // Users set it; tests give it to the checker.
    used.remove("ALLWAYS_CLANG");
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

#[test]
fn variables_are_found_in_quotes() {
    let found = variables(r#"var("ALLWAYS_A"), "ALLWAYS_B_FROM", "ALLWAYS_x", ALLWAYS_C"#);
    assert_eq!(found, BTreeSet::from(["ALLWAYS_A".to_string(), "ALLWAYS_B_FROM".to_string()]));
}
