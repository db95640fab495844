//! Programs on the pages are those that are tested: a C block whose first line is `// FILE` is a part of it.

use crate::{files, no_complaints, pages, read, root, shown};

/// The C blocks of a page, as lines.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let (mut blocks, mut inside) = (Vec::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```c";
            if inside {
                blocks.push(Vec::new());
            }
        } else if let Some(block) = blocks.last_mut().filter(|_| inside) {
            block.push(line);
        }
    }
    blocks
}

#[test]
fn programs_on_the_pages_are_tested_programs() {
    let (mut complaints, mut compared) = (Vec::new(), 0);
    for page in pages() {
        for block in blocks(&read(&page)) {
            let (name, rest) = block.split_first().expect("a program");
            let Some(name) = name.strip_prefix("// ").filter(|name| name.ends_with(".c")) else {
                complaints.push(format!("{}: a C block without `// FILE`", shown(&page)));
                continue;
            };
            let folder = if page == root().join("README.md") { "" } else { "examples/guide" };
            let program = read(&root().join(folder).join(name));
            let program: Vec<&str> = program.lines().collect();
            if !program.windows(rest.len()).any(|part| part == rest) {
                complaints.push(format!(
                    "{}: this is not in {name}:\n{}",
                    shown(&page),
                    rest.join("\n")
                ));
            }
            compared += 1;
        }
    }
    no_complaints(&complaints);
    assert!(compared > 3, "only {compared} programs");
}

#[test]
fn every_cpp_program_stands_behind_a_feature() {
    let page = read(&root().join("docs/guide/cpp.md"));
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
    let mut complaints = Vec::new();
    for file in files(&root().join("tests/programs/cpp")) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".cpp") && !rows.iter().any(|row| row.contains(&format!("`{name}`"))) {
            complaints.push(format!("docs/guide/cpp.md has no row for {name}"));
        }
    }
    no_complaints(&complaints);
}
