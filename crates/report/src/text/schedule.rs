//! The schedule of a counterexample: who did what, in which order.

use super::columns::Columns;
use super::elide::{Gap, Item, elided};
use super::gutter::{Gutter, SWITCH};
use super::line::{Line, Style, wrap};
use super::listing::Listing;
use super::rows::{Row, rows, switches};
use super::{Look, thread_label};
use crate::measure::plural;
use crate::source::Sources;
use crate::visible::width;
use allways_trace::{Changed, Trace};

/// Rows of a schedule, or of each part of a lasso, before its middle is left out.
const MOST_ROWS: usize = 45;

/// The lines of the schedule; none when there are no steps.
pub(super) fn lines(explanation: &Trace, sources: &mut Sources, look: &Look) -> Vec<Line> {
    let rows = rows(explanation, sources);
    if rows.is_empty() {
        return Vec::new();
    }
    let cycle_start = explanation.cycle_start.unwrap_or(usize::MAX);
    let (prefix, cycle) = rows.split_at(rows.partition_point(|r| r.first_step < cycle_start));
    let most = (!look.full).then_some(MOST_ROWS);
    let (prefix, cycle) = (elided(prefix, most), elided(cycle, most));
    let shown: Vec<&Row> = prefix.iter().chain(&cycle).filter_map(Item::row).collect();

    let drawing = Drawing::new(explanation, &shown, look);
    let mut lines = drawing.heading(switches(&rows));
    lines.push(Line::new());
    lines.extend(drawing.header());
    lines.extend(drawing.part(&prefix));
    if explanation.cycle_start.is_some() {
        lines.extend(drawing.cycle(&cycle));
    }
    lines
}

enum Layout {
    Columns(Columns),
    Listing(Listing),
}

struct Drawing<'a> {
    explanation: &'a Trace,
    look: &'a Look,
    gutter: Gutter,
    layout: Layout,
}

impl<'a> Drawing<'a> {
    /// Decides on a layout for the rows that are shown.
    fn new(explanation: &'a Trace, rows: &[&Row], look: &'a Look) -> Drawing<'a> {
        let mut gutter = Gutter::new(rows);
        let room = |gutter: &Gutter| look.columns().saturating_sub(gutter.width());
        let title = |thread| format!("thread {}", thread_label(explanation, thread));
        let layout = match Columns::new(rows, title, room(&gutter), look.full) {
            Some(columns) => Layout::Columns(columns),
            None => {
                let labels = rows.iter().map(|row| width(&thread_label(explanation, row.thread)));
                let widest = labels.max().unwrap_or(0);
                gutter = gutter.with_threads(widest.min(look.columns() / 5));
                Layout::Listing(Listing::new(rows, room(&gutter), look.full))
            }
        };
        Drawing { explanation, look, gutter, layout }
    }

    fn heading(&self, switches: usize) -> Vec<Line> {
        let total = self.explanation.steps.len();
        let place = match &self.gutter.file {
            Some(file) => format!("schedule in {file}: "),
            None => "schedule: ".to_string(),
        };
        let mut text = place;
        match self.explanation.cycle_start.map(|start| start.min(total)) {
            Some(start) if start < total => text.push_str(&format!(
                "{}, then {} that repeat forever",
                plural(start as u64, "step"),
                total - start
            )),
            _ => text.push_str(&plural(total as u64, "step")),
        }
        match switches {
            0 => {}
            n => text.push_str(&format!(", {} ({SWITCH})", plural(n as u64, "context switch"))),
        }
        if !self.explanation.shortest {
            text.push_str("; not proven shortest");
        }
        let lines = wrap(&text, self.look.columns());
        lines.iter().map(|line| Line::new().with(Style::Strong, line)).collect()
    }

    fn header(&self) -> Vec<Line> {
        match &self.layout {
            Layout::Columns(columns) => columns.header(&self.gutter),
            Layout::Listing(listing) => listing.header(&self.gutter),
        }
    }

    fn part(&self, items: &[Item<'_>]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut last = None;
        for item in items {
            match item {
                Item::Row(row) => {
                    let named = last.replace(row.thread) != Some(row.thread);
                    lines.extend(self.row(row, named));
                }
                Item::Gap(gap) => {
                    last = None;
                    lines.extend(self.gap(gap));
                }
            }
        }
        lines
    }

    /// A row; `named` is whether its thread needs to be named.
    fn row(&self, row: &Row, named: bool) -> Vec<Line> {
        match &self.layout {
            Layout::Columns(columns) => columns.row(row, &self.gutter),
            Layout::Listing(listing) => {
                let label = named.then(|| thread_label(self.explanation, row.thread));
                listing.row(row, &label.unwrap_or_default(), &self.gutter)
            }
        }
    }

    fn gap(&self, gap: &Gap) -> Vec<Line> {
        let mut text = format!("{} left out", plural(gap.steps as u64, "step"));
        if !gap.values.is_empty() {
            let value = |c: &Changed| format!("{} = {}", c.name, c.value);
            let values: Vec<String> = gap.values.iter().map(value).collect();
            text.push_str(&format!("; after them {}", values.join("; ")));
        }
        let indent = self.gutter.width() + 2;
        let room = self.look.columns().saturating_sub(indent);
        let mut lines = Vec::new();
        for (i, line) in wrap(&text, room).iter().enumerate() {
            let dots = if i == 0 { "⋮" } else { "" };
            let edge = Line::indented(indent - 3).with(Style::Caution, dots).padded(indent);
            lines.push(edge.with(Style::Faint, line));
        }
        lines
    }

    /// The part of a lasso that repeats, between two rules.
    fn cycle(&self, items: &[Item<'_>]) -> Vec<Line> {
        if items.is_empty() {
            return vec![self.rule("and nothing happens any more, forever")];
        }
        let mut lines = vec![self.rule("then this repeats forever")];
        lines.extend(self.part(items));
        lines.push(self.rule("and again"));
        lines
    }

    fn rule(&self, text: &str) -> Line {
        let table = match &self.layout {
            Layout::Columns(columns) => self.gutter.width() + columns.width(),
            Layout::Listing(_) => self.look.columns().min(60),
        };
        let begin = format!("── {text} ");
        let rest = "─".repeat(table.saturating_sub(width(&begin)));
        Line::new().with(Style::Caution, &format!("{begin}{rest}")).fit(self.look.columns())
    }
}
