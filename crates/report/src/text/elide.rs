//! The middle of a long schedule, left out: how it begins and how it ends say most.

use super::rows::{Row, switches};
use allways_trace::Changed;
use std::collections::HashSet;

/// Values named for a gap: those that changed last matter most for what follows.
const MOST_VALUES: usize = 8;

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
    pub switches: usize,
    /// What the variables that changed last hold at its end, the latest last.
    pub values: Vec<Changed>,
}

/// `rows`, or the first third and the last two thirds of `most` rows with a gap between.
pub(super) fn elided(rows: &[Row], most: Option<usize>) -> Vec<Item<'_>> {
    // A gap takes a line or two itself: leaving out less would save nothing.
    let Some(most) = most.filter(|most| rows.len() > most + 4) else {
        return rows.iter().map(Item::Row).collect();
    };
    let head = at_switch(rows, most / 3, -1);
    let tail = at_switch(rows, rows.len() - (most - most / 3), 1);
    let gap = Item::Gap(gap(&rows[head..tail]));
    let before = rows[..head].iter().map(Item::Row);
    before.chain([gap]).chain(rows[tail..].iter().map(Item::Row)).collect()
}

/// The row nearest to `index` in that direction at which a thread takes over, if one is close.
fn at_switch(rows: &[Row], index: usize, direction: isize) -> usize {
    let near = (0..4).filter_map(|n| index.checked_add_signed(n * direction));
    near.into_iter().find(|i| rows.get(*i).is_some_and(|row| row.switch)).unwrap_or(index)
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
    let steps = rows.iter().map(|row| row.steps).sum();
    Gap { steps, switches: switches(rows), values }
}
