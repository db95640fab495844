//! Blocks marked `console` are sessions: a line `$ COMMAND`, then what it prints.

use crate::shell::Shell;
use crate::{PAGES, blessing, no_complaints, pages, read, shown};
use allways_testkit::for_each;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// A command of a page, and the lines on which its output stands.
#[derive(Debug, PartialEq)]
struct Step {
    command: String,
    output: Range<usize>,
}

fn steps(lines: &[&str]) -> Vec<Step> {
    let (mut steps, mut inside): (Vec<Step>, bool) = (Vec::new(), false);
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(first) = line.strip_prefix("$ ").filter(|_| inside) {
            let mut command = first.to_string();
            while command.ends_with('\\') && at < lines.len() {
                command = format!("{command}\n{}", lines[at]);
                at += 1;
            }
            steps.push(Step { command, output: at..at });
        } else if let Some(step) = steps.last_mut().filter(|_| inside) {
            step.output.end = at;
        } else {
            assert!(!inside, "a console block begins with a command: {line}");
        }
    }
    steps
}

/// Without what differs from run to run: times, memory, and the depth, which depends on how workers share
/// a large search.
fn steady(text: &str) -> String {
    let units = ["s", "ms", "µs", "ns", "min", "h", "B", "KiB", "MiB", "GiB"];
    let mask = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for i in 1..words.len() {
            if words[i - 1] == "depth" {
                words[i] = "N";
                continue;
            }
            let is_unit = units.contains(&words[i].trim_end_matches([',', ';', '.', ')']));
            if is_unit && words[i - 1].parse::<f64>().is_ok() {
                (words[i - 1], words[i]) = ("N", "UNIT");
            }
        }
        words.join(" ")
    };
    text.lines().map(|line| mask(line.trim_end())).collect::<Vec<_>>().join("\n")
}

/// Runs the commands of a page: what is wrong, and the page as it should be.
fn run(page: &Path) -> (String, String) {
    let text = read(page);
    let lines: Vec<&str> = text.lines().collect();
    let mut shell = Shell::of_page(page);
    let (mut complaints, mut new, mut copied) = (String::new(), String::new(), 0);
    for step in steps(&lines) {
        let printed = shell.run(&step.command);
        let expected = lines[step.output.clone()].join("\n");
        lines[copied..step.output.start].iter().for_each(|line| new += &format!("{line}\n"));
        copied = step.output.end;
        if steady(&printed) == steady(&expected) {
            lines[step.output.clone()].iter().for_each(|line| new += &format!("{line}\n"));
            continue;
        }
        printed.lines().for_each(|line| new += &format!("{}\n", line.trim_end()));
        let place = format!("{}:{}", shown(page), step.output.start);
        write!(
            complaints,
            "{place}: `{}` prints\n{printed}\ninstead of\n{expected}\n",
            step.command
        )
        .expect("text");
    }
    lines[copied..].iter().for_each(|line| new += &format!("{line}\n"));
    (complaints, new)
}

#[test]
fn commands_print_what_the_pages_show() {
    let _alone = PAGES.lock();
    let pages = pages();
    let commands: usize =
        pages.iter().map(|page| steps(&read(page).lines().collect::<Vec<_>>()).len()).sum();
    assert!(commands > 30, "only {commands} commands");
    let results = for_each(&pages, |page| run(page));
    let mut complaints = Vec::new();
    for (page, (complaint, new)) in pages.iter().zip(results) {
        if blessing() {
            std::fs::write(page, new).expect("a page can be written");
        } else if !complaint.is_empty() {
            complaints.push(complaint);
        }
    }
    no_complaints(&complaints);
}

#[test]
fn sessions_are_taken_apart() {
    let page =
        ["```console", "$ a \\", "  b", "one", "two", "$ echo $?", "1", "```", "$ no", "```sh"];
    let step = |command: &str, output| Step { command: command.to_string(), output };
    assert_eq!(steps(&page), [step("a \\\n  b", 3..5), step("echo $?", 6..7)]);
}

#[test]
fn only_times_memory_and_depth_may_differ() {
    let masked = |text| steady(text);
    assert_eq!(
        masked("holds: 43 states, 0.4 ms, 75.0 KiB"),
        masked("holds: 43 states, 2 s, 1 MiB")
    );
    assert_ne!(masked("holds: 43 states, 0.4 ms"), masked("holds: 44 states, 0.4 ms"));
    assert_ne!(masked("holds: 43 states"), masked("violated: 43 states"));
}

#[test]
fn a_status_is_that_of_the_command_before() {
    let mut shell = Shell::of_page(&crate::root().join("README.md"));
    assert_eq!(shell.run("exit 3"), "");
    assert_eq!(shell.run("echo $?"), "3\n");
}
