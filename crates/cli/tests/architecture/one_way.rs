//! What is turned into words is not turned back: a request never becomes a command line again, and nobody reads
//! sentences that we wrote ourselves.

use crate::{code_of, crates, root, sources};
use std::path::PathBuf;

/// All sources of a crate.
fn files_of(name: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    sources(&root().join("crates").join(name).join("src"), &mut files);
    files
}

/// What holds everything that decides an answer.
const REQUESTS: [&str; 3] = ["Request", "Execution", "Checked"];

/// What a command line is made of.
const LINES: [&str; 5] = ["Vec<String>", "Vec<OsString>", "Vec<&", "[String]", "Command"];

/// The functions of a text that make a command line of a request, `own` if it is the one that defines it.
fn that_make_lines(text: &str, own: bool) -> Vec<String> {
    let signature = |rest: &str| {
        let (head, _) = rest.split_once(['{', ';'])?;
        let (takes, gives) = head.rsplit_once("->")?;
        let words = |text: &str| -> Vec<String> {
            text.split(|c: char| !c.is_alphanumeric()).map(str::to_string).collect()
        };
        let takes_request = words(takes)
            .iter()
            .any(|word| REQUESTS.contains(&word.as_str()) || (own && word == "self"));
        let gives_line = LINES.iter().any(|line| gives.contains(line));
        (takes_request && gives_line).then(|| head.trim().to_string())
    };
    text.split("fn ").skip(1).filter_map(signature).collect()
}

#[test]
fn no_request_becomes_a_command_line_again() {
    // The request of `llvm` is another: it becomes a command line of clang.
    for name in crates().into_iter().filter(|name| name != "llvm") {
        for file in files_of(&name) {
            let own = name == "check" && file.ends_with("request.rs");
            let found = that_make_lines(&code_of(&file), own);
            assert!(found.is_empty(), "{}: {found:?}", file.display());
        }
    }
}

#[test]
fn functions_that_make_command_lines_are_found() {
    let text = "fn a(r: &Request) -> Vec<String> { } fn b(r: &Request) -> u32 { } \
                fn c(words: &[String]) -> Result<(Build, Request)> { } \
                fn d(x: u8, e: Execution) -> Result<Vec<OsString>> { } fn e(&self) -> Vec<String> { }";
    let found = that_make_lines(text, false);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("a(") && found[1].starts_with("d("));
    assert_eq!(that_make_lines(text, true).len(), 3);
}

/// How a text is compared with another.
const COMPARES: [&str; 13] = [
    "starts_with(",
    "ends_with(",
    "contains(",
    "strip_prefix(",
    "strip_suffix(",
    "split_once(",
    "rsplit_once(",
    "split(",
    "find(",
    "matches(",
    "trim_start_matches(",
    "== ",
    "!= ",
];

/// Several words: a name or a keyword is one, and so is a separator.
fn is_phrase(text: &str) -> bool {
    let mut letters = text.split(' ').map(|word| word.chars().any(char::is_alphabetic));
    text.contains(' ') && letters.any(|has| has)
}

/// The phrases that a line of code compares something with.
fn compared(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let parts: Vec<&str> = line.split('"').collect();
    for (number, literal) in parts.iter().enumerate().skip(1).step_by(2) {
        let (before, after) =
            (parts[number - 1].trim_start(), parts.get(number + 1).unwrap_or(&""));
        // An arm of a match begins with what is compared.
        let is_pattern = number == 1
            && matches!(before, "" | "(" | "Some(")
            && line.contains("=>")
            && after.split("=>").next().is_some_and(|rest| !rest.contains('('));
        let compares = COMPARES.iter().any(|how| before.ends_with(how));
        if (compares || is_pattern) && is_phrase(literal) {
            found.push(literal.to_string());
        }
    }
    found
}

/// Sentences are for people. Whoever wants to know what happened looks at data: an `Event`, a `Fault`, a `Reason`.
#[test]
fn nobody_parses_words_back() {
    for name in ["check", "report", "search", "space", "store", "trace", "vm"] {
        for file in files_of(name) {
            for line in code_of(&file).lines() {
                let found = compared(line);
                assert!(found.is_empty(), "{}: compares with {found:?}", file.display());
            }
        }
    }
}

#[test]
fn comparisons_with_words_are_found() {
    assert_eq!(compared(r#"if text.starts_with("store ") {"#), ["store "]);
    assert_eq!(compared(r#"("free of", _) => format!("`{name}` is freed twice"),"#), ["free of"]);
    assert_eq!(compared(r#"if what == "at the same time" {"#), ["at the same time"]);
    assert_eq!(compared(r#"row.add("at the same time").split(", ")"#), Vec::<String>::new());
    assert_eq!(compared(r#"line.starts_with("RssAnon:")"#), Vec::<String>::new());
    assert_eq!(compared(r#"Some(_) => "a b","#), Vec::<String>::new());
}
