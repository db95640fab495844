//! The four answers, each with what its reader needs next.

use super::excerpt::Excerpts;
use super::line::{Line, Style, wrap};
use super::{Look, schedule};
use crate::finding::{help, relation};
use crate::measure::{bytes, plural, seconds};
use crate::source::Sources;
use crate::summary::{Summary, VerdictKind};
use allways_trace::{Finding, Relation, Trace};

/// Places that are shown besides the one of the fault, unless all are asked for.
const MOST_PLACES: usize = 16;

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
        lines.extend(places(explanation, sources, look));
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
fn places(explanation: &Trace, sources: &mut Sources, look: &Look) -> Vec<Line> {
    let columns = look.columns();
    let most = if look.full { usize::MAX } else { MOST_PLACES };
    let (related, others) = explanation.related.split_at(explanation.related.len().min(most));
    let all = std::iter::once(&explanation.place).chain(related.iter().map(|r| &r.place));
    let mut excerpts = Excerpts::new(all, columns);
    let thread = faulting_thread(explanation);
    let mut lines = excerpts.show("", &explanation.place, thread, Style::Bad, sources);
    // A thread that waits is shown with what it waits for.
    if !related.iter().any(|r| r.place == explanation.place && r.stack == explanation.stack) {
        lines.extend(excerpts.called(&explanation.stack));
    }
    for related in related {
        let thread = Some(related.thread);
        let shown =
            excerpts.show(&relation(related), &related.place, thread, Style::Caution, sources);
        lines.extend(shown);
        lines.extend(excerpts.called(&related.stack));
    }
    if !others.is_empty() {
        let text =
            format!("and {} (--full-trace shows them)", plural(others.len() as u64, "other place"));
        lines.push(Line::indented(2).plain(&text));
    }
    lines
}

/// The thread that committed the fault: it took the last step, if that was where the fault is.
fn faulting_thread(explanation: &Trace) -> Option<u32> {
    if let Finding::Race { one, other, .. } = &explanation.finding {
        let shown = explanation.related.iter().find(|r| r.what == Relation::OtherAccess);
        let is_one = shown.is_none_or(|shown| shown.thread != one.thread);
        return Some(if is_one { one.thread } else { other.thread });
    }
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
            lines.extend(unreached(summary, look));
            lines.extend(assumptions(summary, columns));
        }
        VerdictKind::Unknown => {
            if let Some(reason) = &summary.reason {
                lines.extend(note(2, Style::Strong, "reason", reason, columns));
            }
            lines.extend(note(2, Style::Strong, "covered", &visited(summary), columns));
            if let Some(most) = summary.coverage.context_bound {
                let all = format!(
                    "every execution with at most {}",
                    plural(most.into(), "context switch")
                );
                lines.extend(note(2, Style::Strong, "complete", &all, columns));
            }
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

/// A proof says little about what it never saw: how much that is, or what.
fn unreached(summary: &Summary, look: &Look) -> Vec<Line> {
    let unreached = &summary.unreached;
    let lists = [("assertion", &unreached.assertions), ("function", &unreached.functions)];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    let said: Vec<String> = if look.coverage {
        lists.map(|(noun, names)| list(noun, names)).collect()
    } else {
        let counts: Vec<String> = lists.map(|(noun, names)| counted(noun, names)).collect();
        let all = unreached.assertions.len() + unreached.functions.len();
        let more = if all > counts.len() { " (--coverage lists them)" } else { "" };
        let line = format!("{}{more}", counts.join(", "));
        (all > 0).then_some(line).into_iter().collect()
    };
    let note = |text: &String| note(2, Style::Caution, "never reached", text, look.columns());
    said.iter().flat_map(note).collect()
}

/// `functions a, b and c`.
fn list(noun: &str, names: &[String]) -> String {
    let ending = if names.len() == 1 { "" } else { "s" };
    format!("{noun}{ending} {}", names.join(", "))
}

/// `3 functions`, or a single one by its name.
fn counted(noun: &str, names: &[String]) -> String {
    match names {
        [name] => format!("{noun} {name}"),
        names => plural(names.len() as u64, noun),
    }
}

fn assumptions(summary: &Summary, columns: usize) -> Vec<Line> {
    if summary.assumptions.is_empty() {
        return Vec::new();
    }
    note(2, Style::Strong, "assuming", &summary.assumptions.join("; "), columns)
}
