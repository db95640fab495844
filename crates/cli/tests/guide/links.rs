//! Links of all pages lead to files and headings that are there, and so do the pages that sources name.

use crate::{files, has_extension, no_complaints, read, root, shown};
use std::path::Path;

/// A page without what is code.
fn prose(text: &str) -> Vec<String> {
    let (mut prose, mut inside) = (Vec::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            prose.push(line.to_string());
        }
    }
    prose
}

/// The targets of the links in a line, those in code left out.
fn targets(line: &str) -> Vec<String> {
    let text: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let behind = text.split("](").skip(1);
    behind.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_string()).collect()
}

/// The name under which a heading can be linked.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_anchor(page: &Path, name: &str) -> bool {
    let lines = prose(&read(page));
    lines.iter().filter(|line| line.starts_with('#')).any(|line| anchor(line) == name)
}

fn complaint(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, name) = target.split_once('#').unwrap_or((target, ""));
    let file = if path.is_empty() {
        page.to_path_buf()
    } else {
        page.parent().expect("a folder").join(path)
    };
    let wrong = |what: &str| Some(format!("{}: `{target}` {what}", shown(page)));
    if !file.exists() {
        return wrong("leads nowhere");
    }
    if !name.is_empty() && has_extension(&file, "md") && !has_anchor(&file, name) {
        return wrong("names no heading");
    }
    None
}

#[test]
fn links_lead_somewhere() {
    let all = files(&root());
    let (mut complaints, mut count) = (Vec::new(), 0);
    for page in all.iter().filter(|file| has_extension(file, "md")) {
        let targets = prose(&read(page)).iter().flat_map(|line| targets(line)).collect::<Vec<_>>();
        count += targets.len();
        complaints.extend(targets.iter().filter_map(|target| complaint(page, target)));
    }
    no_complaints(&complaints);
    assert!(count > 50, "only {count} links");
}

/// Sources and pages name other pages by their path from the repository's folder.
#[test]
fn pages_that_are_named_are_there() {
    let mut complaints = Vec::new();
    let named = |text: &str| -> Vec<String> {
        let is_path = |c: char| c.is_alphanumeric() || ['_', '/', '.', '-'].contains(&c);
        let words = text.split(|c| !is_path(c)).filter(|word| word.starts_with("docs/"));
        words.filter_map(|w| Some(format!("{}.md", w.split_once(".md")?.0))).collect()
    };
    let kinds = ["rs", "md", "c", "h", "py", "sh", "toml", "yml"];
    for file in files(&root()) {
        if !kinds.iter().any(|kind| has_extension(&file, kind)) {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&file).expect("a file")).into_owned();
        let missing = named(&text).into_iter().filter(|page| !root().join(page).is_file());
        complaints.extend(missing.map(|page| format!("{} names {page}", shown(&file))));
    }
    no_complaints(&complaints);
}

/// Files that pages name in code are there; names in capitals stand for something.
#[test]
fn files_that_pages_name_are_there() {
    let folders = [
        "crates/",
        "tests/programs/",
        "tests/native/",
        "examples/",
        "bench/",
        "runtime/",
        "include/",
    ];
    let (mut complaints, mut count) = (Vec::new(), 0);
    for page in files(&root()).iter().filter(|file| has_extension(file, "md")) {
        let lines = prose(&read(page));
        let code = lines.iter().flat_map(|line| line.split('`').skip(1).step_by(2));
        let words = code.flat_map(str::split_whitespace);
        for word in words.filter(|word| folders.iter().any(|folder| word.starts_with(folder))) {
            let stands_for = |c: char| c.is_ascii_uppercase() || "*…{<|".contains(c);
            let name = word.rsplit('/').next().unwrap_or_default();
            if name.chars().any(stands_for) && !name.ends_with(".md") || word.contains("PROPERTY") {
                continue;
            }
            count += 1;
            if !root().join(word.trim_end_matches(['.', ','])).exists() {
                complaints.push(format!("{} names {word}", shown(page)));
            }
        }
    }
    no_complaints(&complaints);
    assert!(count > 100, "only {count} files");
}

#[test]
fn the_book_has_every_page() {
    let docs = root().join("docs");
    let summary = read(&docs.join("SUMMARY.md"));
    let pages = files(&docs).into_iter().filter(|file| has_extension(file, "md"));
    let names = pages.map(|page| page.strip_prefix(&docs).expect("a page").display().to_string());
    let missing: Vec<String> = names
        .filter(|name| name != "SUMMARY.md" && !summary.contains(&format!("]({name})")))
        .map(|name| format!("docs/SUMMARY.md does not list {name}"))
        .collect();
    no_complaints(&missing);
}

#[test]
fn links_in_code_are_none_and_headings_have_names() {
    assert_eq!(targets("see [a](b.md#c) and `[x](y)` and ![](z.svg)"), ["b.md#c", "z.svg"]);
    assert_eq!(anchor("## What `holds` means, and limits"), "what-holds-means-and-limits");
    let page = root().join("README.md");
    assert!(complaint(&page, "nowhere.md").is_some());
    assert!(complaint(&page, "README.md#no-such-heading").is_some());
    assert_eq!(complaint(&page, "https://example.org/x"), None);
}
