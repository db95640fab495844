//! The report for people, as snapshots. Bless with `INSTA_UPDATE=always cargo test`.

mod sample;

use allways_report::{Look, Sources, Summary, VerdictKind, headline, schedule, text};
use allways_trace::{Deadlock, Event, Finding, Gap, NoModel, Place, Step, Trace};
use insta::assert_snapshot;
use sample::*;
use unicode_width::UnicodeWidthStr;

fn plain() -> Look {
    Look::default()
}

fn narrow(width: usize) -> Look {
    Look { width, ..Look::default() }
}

fn without_explanation(summary: &Summary) -> String {
    text(summary, None, &mut sources(), &plain())
}

#[test]
fn assertion_with_two_threads() {
    assert_snapshot!(violated(&assertion(), &plain()));
}

#[test]
fn race_shows_both_sides() {
    assert_snapshot!(violated(&race(), &plain()));
}

#[test]
fn deadlock_of_three() {
    assert_snapshot!(violated(&deadlock(), &plain()));
}

#[test]
fn lasso_repeats_forever() {
    assert_snapshot!(violated(&lasso(), &plain()));
}

#[test]
fn lasso_that_ends_in_silence() {
    let end = lasso().steps.len();
    let silent = Trace { cycle_start: Some(end), ..lasso() };
    let shown = schedule(&silent, &mut sources(), &plain());
    assert!(shown.contains("schedule in polite.c: 6 steps, 5 context switches"), "{shown}");
    assert!(shown.contains("── and nothing happens any more, forever ──"), "{shown}");
}

#[test]
fn memory_fault_with_allocation_and_free() {
    assert_snapshot!(violated(&dangling(), &plain()));
}

#[test]
fn a_saved_trace_is_named() {
    let look = Look { saved: Some("bug.json".to_string()), ..plain() };
    let shown = violated(&race(), &look);
    assert!(shown.contains("replay: saved; `allways replay bug.json` runs it again"), "{shown}");
}

#[test]
fn holds_with_unreached_parts() {
    let mut summary = summary(VerdictKind::Holds);
    summary.unreached = unreached();
    summary.warnings = vec!["`gettimeofday` is modelled as any time".to_string()];
    assert_snapshot!(without_explanation(&summary));
}

#[test]
fn holds_is_one_line_when_there_is_nothing_to_add() {
    let mut summary = summary(VerdictKind::Holds);
    summary.assumptions.clear();
    assert_eq!(
        without_explanation(&summary),
        "holds: 1,118 states, 2,231 transitions, depth 40, 12 ms, 1.0 MiB\n"
    );
}

#[test]
fn unknown_with_reason() {
    let mut unknown = Summary::unknown(&allways_space::Reason::MaxStates(1118));
    unknown.coverage = summary(VerdictKind::Holds).coverage;
    assert_snapshot!(without_explanation(&unknown));
}

#[test]
fn unsupported_function_names_place_and_way_out() {
    let explanation = Trace {
        property: None,
        finding: Finding::Unsupported {
            missing: Gap::Function { name: "pthread_cancel".to_string(), why: NoModel::Unknown },
        },
        place: Place { line: 25, column: 9, function: "main".to_string(), ..assertion().place },
        ..assertion()
    };
    let summary = summary(VerdictKind::Error);
    assert_snapshot!(text(&summary, Some(&explanation), &mut sources(), &plain()));
}

#[test]
fn error_without_place() {
    let mut summary = Summary::new(VerdictKind::Error);
    summary.message = "no such file: nope.c".to_string();
    assert_eq!(without_explanation(&summary), "error: no such file: nope.c\n");
}

#[test]
fn narrow_terminals_get_a_list() {
    assert_snapshot!(violated(&assertion(), &narrow(48)));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let mut long_names = race();
    long_names.threads = threads(&["a_function\twith_a_very_long_name_indeed_one_that_goes_on"; 2]);
    for width in [32, 40, 60, 80, 100, 140] {
        for explanation in all().into_iter().chain([long_names.clone()]) {
            for line in violated(&explanation, &narrow(width)).lines() {
                // A place stays whole, so that it can be clicked and copied.
                assert!(line.width() <= width || line.contains(" at "), "{width}: {line}");
            }
        }
    }
}

#[test]
fn many_threads_are_listed() {
    assert_snapshot!(schedule(&long(6, 40), &mut sources(), &plain()));
}

/// One thread prepares, then two take turns.
fn prepared(preparations: usize) -> Trace {
    let mut explanation = long(2, 20);
    let first = |line: u32| {
        let value = line.to_string();
        let mut step =
            step(0, place("gone.c", line, 1, "main"), store("table", &value), &[("table", &value)]);
        if let Some(Event::Store { to, .. }) = &mut step.event {
            to.address = 64;
        }
        step
    };
    let turns = std::mem::take(&mut explanation.steps);
    let turns = turns.into_iter().map(|step| Step { thread: step.thread + 1, ..step });
    explanation.steps = (100..100 + preparations as u32).map(first).chain(turns).collect();
    explanation
}

#[test]
fn the_initialisation_is_folded_and_no_context_switch_is() {
    let explanation = prepared(200);
    let short = schedule(&explanation, &mut sources(), &plain());
    let full = schedule(&explanation, &mut sources(), &Look { full: true, ..plain() });
    assert!(short.contains("198 steps left out; after them table = 298"), "{short}");
    assert!(short.contains("240 steps, 20 context switches"), "{short}");
    assert_eq!(short.matches('▸').count(), 21, "{short}");
    assert_eq!(short.matches("store x = ").count(), 20, "{short}");
    assert_eq!(full.matches("store table = ").count(), 200);
    assert!(!full.contains("left out"));
}

#[test]
fn long_schedules_of_one_thread_keep_both_ends() {
    let explanation = long(1, 200);
    let short = schedule(&explanation, &mut sources(), &plain());
    assert!(short.contains("left out; after them x = "), "{short}");
    assert!(short.contains("store x = 0") && short.contains("store x = 199"), "{short}");
    assert!(short.lines().count() < 60, "{short}");
}

#[test]
fn many_waiting_threads_are_counted() {
    let threads = (1..=600).collect();
    let finding = Finding::Deadlock { deadlock: Deadlock::Cycle { threads } };
    let said = violated(&Trace { finding, ..deadlock() }, &plain());
    let first = "deadlock: 600 threads wait for each other in a cycle: 1 → 2 → … → 600 → 1";
    assert!(said.starts_with(&format!("violated: {first}")), "{said}");
}

#[test]
fn files_of_one_name_are_told_apart() {
    let mut explanation = long(1, 1);
    for (step, file) in explanation.steps.iter_mut().zip(["src/net/pool.c", "src/disk/pool.c"]) {
        step.place.file = file.to_string();
    }
    let said = schedule(&explanation, &mut sources(), &plain());
    assert!(said.contains("net/pool.c:10") && said.contains("disk/pool.c:11"), "{said}");
    assert!(!said.contains("src/"), "{said}");
}

#[test]
fn calls_that_led_to_a_place_stand_below_it() {
    let stack = vec![place("a.c", 30, 3, "push"), place("a.c", 44, 3, "worker")];
    let said = violated(&Trace { stack, ..assertion() }, &plain());
    assert!(said.contains("    called from a.c:30 in push, a.c:44 in worker\n"), "{said}");
}

#[test]
fn what_is_not_proven_shortest_says_so() {
    let said = violated(&Trace { shortest: false, ..assertion() }, &plain());
    assert!(said.contains("; not proven shortest\n"), "{said}");
    assert!(!violated(&assertion(), &plain()).contains("proven"));
}

#[test]
fn what_was_never_reached_is_counted_unless_asked_for() {
    let names = |all: &[&str]| all.iter().map(|name| name.to_string()).collect();
    let mut summary = summary(VerdictKind::Holds);
    summary.unreached.assertions = names(&["a.c:9"]);
    summary.unreached.functions = names(&["one", "two", "three"]);
    let said = text(&summary, None, &mut sources(), &plain());
    assert!(
        said.contains("never reached: assertion a.c:9, 3 functions (--coverage lists them)"),
        "{said}"
    );
    let listed = text(&summary, None, &mut sources(), &Look { coverage: true, ..plain() });
    assert!(listed.contains("never reached: functions one, two, three\n"), "{listed}");
}

#[test]
fn a_completed_context_bound_is_said() {
    let mut summary = summary(VerdictKind::Unknown);
    summary.coverage.context_bound = Some(3);
    let said = text(&summary, None, &mut sources(), &plain());
    assert!(said.contains("complete: every execution with at most 3 context switches\n"), "{said}");
}

#[test]
fn tabs_and_wide_characters_keep_the_caret_in_place() {
    let mut sources = Sources::new();
    sources.insert("ü.c", "int main() {\n\tif (\t\"日本語\"[i] == größe)\tabort();\n}\n");
    let explanation = Trace {
        place: place("ü.c", 2, 24, "main"),
        steps: vec![step(0, place("ü.c", 2, 33, "main"), call("abort"), &[("größe", "\"é\t\"")])],
        ..assertion()
    };
    assert_snapshot!(text(
        &summary(VerdictKind::Violated),
        Some(&explanation),
        &mut sources,
        &plain()
    ));
}

#[test]
fn a_spin_loop_is_one_row() {
    let at = place("peterson.c", 11, 12, "worker");
    let spin = |i: u32| step(1, at.clone(), load("flag[1]", "1"), &[("n", &i.to_string())]);
    let explanation = Trace { steps: (0..50).map(spin).collect(), ..assertion() };
    let shown = schedule(&explanation, &mut sources(), &plain());
    let row = "  → load flag[1] = 1 (50×); n = 0 then … then 49\n";
    assert!(shown.ends_with(row), "{shown}");
    assert_eq!(shown.matches("while").count(), 1, "{shown}");
}

#[test]
fn several_files_are_named_on_each_row() {
    let mut explanation = race();
    explanation.steps.insert(1, step(0, place("lib/log.c", 7, 1, "log"), call("log"), &[]));
    let shown = schedule(&explanation, &mut sources(), &plain());
    assert!(shown.starts_with("schedule: 5 steps"), "{shown}");
    assert!(shown.contains("counter.c:6 │"), "{shown}");
    assert!(shown.contains("log.c:7 │ call log"), "{shown}");
}

#[test]
fn missing_sources_leave_the_actions() {
    let shown =
        text(&summary(VerdictKind::Violated), Some(&deadlock()), &mut Sources::new(), &plain());
    assert!(shown.contains("at src/philosophers.c:8:5 in philosopher"), "{shown}");
    assert!(shown.contains("lock fork_[1]"), "{shown}");
    assert!(!shown.contains('^'), "{shown}");
}

#[test]
fn colour_changes_nothing_but_the_colour() {
    for explanation in all() {
        let coloured = violated(&explanation, &Look { colour: true, ..plain() });
        let without = violated(&explanation, &plain());
        assert!(coloured.contains("\x1b[1;31mviolated: \x1b[0m"));
        assert!(!without.contains('\x1b'));
        assert_eq!(stripped(&coloured), without);
    }
}

/// Without escape sequences, and without the blanks that colour leaves at ends of lines.
fn stripped(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('\x1b');
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        out.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    out
}

#[test]
fn programs_cannot_send_escapes() {
    let mut explanation = race();
    explanation.finding = Finding::Assertion { text: "evil \x1b[2J\r\nname".to_string() };
    explanation.steps[1].output = "\x1b]0;title\x07 printed\n".to_string();
    explanation.steps[2].changed[0].value = value("\x1b[1m");
    explanation.place.file = "a\x1b.c".to_string();
    let shown = violated(&explanation, &plain());
    let control = shown.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(control, None, "{shown}");
    assert!(shown.contains("prints \"␛]0;title␇ printed\""), "{shown}");
}

#[test]
fn headlines_are_one_line() {
    let violated = summary(VerdictKind::Violated);
    assert_eq!(
        headline(&violated, Some(&assertion())),
        "violated: assertion `inside == 1` failed [assert]\n"
    );
    let unknown = summary(VerdictKind::Unknown);
    assert_eq!(
        headline(&unknown, None),
        "unknown: no violation was found, but not everything was explored\n"
    );
    let several =
        Trace { finding: Finding::Assertion { text: "first\nsecond".to_string() }, ..assertion() };
    assert_eq!(headline(&violated, Some(&several)).lines().count(), 1);
}
