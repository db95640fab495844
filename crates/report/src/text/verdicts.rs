//! The four answers, each with what its reader needs next.

use super::excerpt::Excerpts;
use super::line::{Line, Style, wrap};
use super::{Look, schedule};
use crate::finding::{help, relation};
use crate::measure::{bytes, plural, seconds};
use crate::source::Sources;
use crate::summary::{Summary, VerdictKind};
use allways_trace::Trace;

/// Names in a list, before the rest is only counted.
const MOST_NAMES: usize = 12;

/// The whole report.
pub(super) fn report(
    summary: &Summary,
    explanation: Option<&Trace>,
    sources: &mut Sources,
    look: &Look,
) -> Vec<Line> {
    let columns = look.columns();
    let mut lines = opening(summary, explanation, columns);
    if let Some(explanation) = explanation {
        lines.extend(places(explanation, columns, sources));
        // What led to something unsupported seldom matters: the place does.
        if summary.verdict == VerdictKind::Violated || look.full {
            let schedule = schedule::lines(explanation, sources, look);
            if !schedule.is_empty() {
                lines.push(Line::new());
                lines.extend(schedule);
                lines.push(Line::new());
            }
        }
    }
    lines.extend(closing(summary, explanation, look));
    lines
}

/// The answer in a line: its word, a sentence, the property.
pub(super) fn headline(summary: &Summary, explanation: Option<&Trace>) -> Line {
    let line = word(summary).with(Style::Strong, &sentence(summary, explanation));
    line.with(Style::Faint, &property(summary, explanation))
}

fn word(summary: &Summary) -> Line {
    let style = match summary.verdict {
        VerdictKind::Holds => Style::Good,
        VerdictKind::Violated | VerdictKind::Error => Style::Bad,
        VerdictKind::Unknown => Style::Caution,
    };
    Line::new().with(style, &format!("{}: ", summary.verdict.name()))
}

fn sentence(summary: &Summary, explanation: Option<&Trace>) -> String {
    match summary.verdict {
        VerdictKind::Holds => visited(summary),
        _ => summary.sentence(explanation),
    }
}

fn property(summary: &Summary, explanation: Option<&Trace>) -> String {
    summary.about(explanation).map_or(String::new(), |p| format!(" [{p}]"))
}

/// The headline, in several lines where it is too long for one.
fn opening(summary: &Summary, explanation: Option<&Trace>, columns: usize) -> Vec<Line> {
    let sentence = sentence(summary, explanation);
    let line = headline(summary, explanation);
    if line.width() <= columns && !sentence.contains('\n') {
        return vec![line];
    }
    let word = word(summary);
    let whole = format!("{sentence}{}", property(summary, explanation));
    hanging(word, Style::Strong, &whole, columns)
}

/// `label` and then `text`, wrapped so that it stays to the right of the label.
fn hanging(label: Line, style: Style, text: &str, columns: usize) -> Vec<Line> {
    let indent = label.width();
    let mut first = Some(label);
    let lines = wrap(text, columns.saturating_sub(indent).max(16));
    let line =
        |text: &String| first.take().unwrap_or_else(|| Line::indented(indent)).with(style, text);
    lines.iter().map(line).collect()
}

/// `name: text`, indented where it belongs to the headline.
fn note(indent: usize, style: Style, name: &str, text: &str, columns: usize) -> Vec<Line> {
    let label = Line::indented(indent).with(style, &format!("{name}:")).plain(" ");
    hanging(label, Style::Plain, text, columns)
}

/// Where it happened, and the other places that belong to it.
fn places(explanation: &Trace, columns: usize, sources: &mut Sources) -> Vec<Line> {
    let related = &explanation.related;
    let all = std::iter::once(&explanation.place).chain(related.iter().map(|r| &r.place));
    let mut excerpts = Excerpts::new(all, columns);
    let thread = faulting_thread(explanation);
    let mut lines = excerpts.show("", &explanation.place, thread, Style::Bad, sources);
    for related in related {
        let thread = Some(related.thread);
        let shown =
            excerpts.show(&relation(related), &related.place, thread, Style::Caution, sources);
        lines.extend(shown);
    }
    lines
}

/// The thread that committed the fault: it took the last step, if that was where the fault is.
fn faulting_thread(explanation: &Trace) -> Option<u32> {
    let last = explanation.steps.last()?;
    let same =
        last.place.file == explanation.place.file && last.place.line == explanation.place.line;
    same.then_some(last.thread)
}

fn closing(summary: &Summary, explanation: Option<&Trace>, look: &Look) -> Vec<Line> {
    let columns = look.columns();
    let mut lines = Vec::new();
    match summary.verdict {
        VerdictKind::Holds => {
            lines.extend(unreached(summary, columns));
            lines.extend(assumptions(summary, columns));
        }
        VerdictKind::Unknown => {
            if let Some(reason) = &summary.reason {
                lines.extend(note(2, Style::Strong, "reason", reason, columns));
            }
            lines.extend(note(2, Style::Strong, "covered", &visited(summary), columns));
            lines.extend(assumptions(summary, columns));
        }
        VerdictKind::Violated | VerdictKind::Error => {}
    }
    for warning in &summary.warnings {
        lines.extend(note(0, Style::Caution, "warning", warning, columns));
    }
    for help in helps(summary, explanation) {
        lines.extend(note(0, Style::Strong, "help", &help, columns));
    }
    if summary.verdict == VerdictKind::Violated {
        lines.extend(note(0, Style::Strong, "replay", &replay(look), columns));
        if !summary.replayed {
            lines.extend(note(0, Style::Strong, "searched", &visited(summary), columns));
        }
    }
    lines
}

/// What to do next, from whoever knows.
fn helps(summary: &Summary, explanation: Option<&Trace>) -> impl Iterator<Item = String> {
    let help = explanation.map(help).filter(|help| !help.is_empty());
    help.into_iter().chain(summary.advice.iter().cloned())
}

fn replay(look: &Look) -> String {
    match &look.saved {
        Some(file) => format!("saved; `allways replay {file}` runs it again"),
        None => "--trace-out FILE saves this execution, `allways replay FILE` runs it again".into(),
    }
}

/// How much was visited, and at what cost.
fn visited(summary: &Summary) -> String {
    let coverage = &summary.coverage;
    format!(
        "{}, {}, depth {}, {}, {}",
        plural(coverage.states, "state"),
        plural(coverage.transitions, "transition"),
        crate::measure::count(coverage.depth),
        seconds(coverage.seconds),
        bytes(coverage.peak_bytes)
    )
}

/// A proof says little about what it never saw.
fn unreached(summary: &Summary, columns: usize) -> Vec<Line> {
    let unreached = &summary.unreached;
    let lists = [("assertion", &unreached.assertions), ("function", &unreached.functions)];
    let mut lines = Vec::new();
    for (noun, names) in lists {
        if !names.is_empty() {
            let text = list(noun, names);
            lines.extend(note(2, Style::Caution, "never reached", &text, columns));
        }
    }
    lines
}

/// `functions a, b and 3 more`.
fn list(noun: &str, names: &[String]) -> String {
    let ending = if names.len() == 1 { "" } else { "s" };
    // One more fits where "and 1 more" would stand.
    let shown = if names.len() <= MOST_NAMES + 1 { names.len() } else { MOST_NAMES };
    let mut text = format!("{noun}{ending} {}", names[..shown].join(", "));
    if shown < names.len() {
        text.push_str(&format!(" and {} more (--json lists them)", names.len() - shown));
    }
    text
}

fn assumptions(summary: &Summary, columns: usize) -> Vec<Line> {
    if summary.assumptions.is_empty() {
        return Vec::new();
    }
    note(2, Style::Strong, "assuming", &summary.assumptions.join("; "), columns)
}
