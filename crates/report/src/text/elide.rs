//! What a long schedule leaves out: steps that nothing of the fault depends on, those before other threads run first.
//!
//! Context switches and what matters to the fault always stay. Of what goes round and round in one stretch of a
//! thread, the last rounds do.

use super::rows::Row;
use allways_trace::Changed;
use std::collections::HashSet;
use std::ops::Range;

/// Values named for a gap: those that changed last matter most for what follows.
const MOST_VALUES: usize = 8;

/// Rows of one stretch of a thread that matter and are shown, those at its end.
const MOST_IN_STRETCH: usize = 24;

/// Rows before the fault that are always shown.
const END: usize = 12;

/// A gap takes a line or two itself: leaving out less would save nothing.
const SMALLEST: usize = 3;

/// A schedule, or a part of one, as it is shown.
pub(super) enum Item<'a> {
    Row(&'a Row),
    Gap(Gap),
}

impl<'a> Item<'a> {
    /// The row, if it is one.
    pub fn row(&self) -> Option<&'a Row> {
        match self {
            Item::Row(row) => Some(row),
            Item::Gap(_) => None,
        }
    }
}

/// What was left out.
pub(super) struct Gap {
    pub steps: usize,
    /// What the variables that changed last hold at its end, the latest last.
    pub values: Vec<Changed>,
}

/// `rows`, or as few more than `most` of them as can be, with gaps between.
pub(super) fn elided(rows: &[Row], most: Option<usize>) -> Vec<Item<'_>> {
    let Some(most) = most.filter(|most| rows.len() > most + SMALLEST) else {
        return rows.iter().map(Item::Row).collect();
    };
    let mut left_out = superfluous(rows, most);
    // The initialisation goes first, then the longest.
    let other = rows.iter().position(|row| row.switch).unwrap_or(0);
    left_out.sort_by_key(|run| (run.start >= other, std::cmp::Reverse(run.len())));
    let mut shown = rows.len();
    let mut gaps = Vec::new();
    for run in left_out {
        if shown <= most {
            break;
        }
        shown -= run.len();
        gaps.push(run);
    }
    gaps.sort_by_key(|run| run.start);
    with_gaps(rows, &gaps)
}

fn with_gaps<'a>(rows: &'a [Row], gaps: &[Range<usize>]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    let mut at = 0;
    for run in gaps {
        items.extend(rows[at..run.start].iter().map(Item::Row));
        items.push(Item::Gap(gap(&rows[run.clone()])));
        at = run.end;
    }
    items.extend(rows[at..].iter().map(Item::Row));
    items
}

/// The stretches of rows that may be left out.
fn superfluous(rows: &[Row], most: usize) -> Vec<Range<usize>> {
    // Without other threads, how it begins and how it ends say most.
    let alone = !rows.iter().any(|row| row.switch);
    let (begin, end) = if alone { (most / 3, most - most / 3) } else { (1, END) };
    let stays = stays(rows);
    let may_go = |i: usize| i >= begin && i + end < rows.len() && !stays[i];
    let mut runs: Vec<Range<usize>> = Vec::new();
    for i in (0..rows.len()).filter(|&i| may_go(i)) {
        match runs.last_mut().filter(|run| run.end == i) {
            Some(run) => run.end += 1,
            None => runs.push(i..i + 1),
        }
    }
    runs.retain(|run| run.len() >= SMALLEST);
    runs
}

/// Which rows stay: those around context switches, and those that matter.
fn stays(rows: &[Row]) -> Vec<bool> {
    let mut stays = vec![false; rows.len()];
    let mut start = 0;
    for stretch in rows.chunk_by(|a, b| a.thread == b.thread) {
        let end = start + stretch.len();
        let mattering = (start..end).rev().filter(|&i| rows[i].matters).take(MOST_IN_STRETCH);
        mattering.chain([start, end - 1]).for_each(|i| stays[i] = true);
        start = end;
    }
    stays
}

fn gap(rows: &[Row]) -> Gap {
    let mut seen = HashSet::new();
    let latest_first = rows.iter().rev().flat_map(|row| row.changes.iter().rev());
    let mut values: Vec<Changed> = latest_first
        .filter(|change| seen.insert(change.name.as_str()))
        .take(MOST_VALUES)
        .cloned()
        .collect();
    values.reverse();
    Gap { steps: rows.iter().map(|row| row.steps).sum(), values }
}
