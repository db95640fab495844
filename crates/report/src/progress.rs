//! The line that says how far a search is.

use crate::measure::{bytes, short_count};
use crate::visible::width;
use std::cmp::Ordering;

/// What is left to do, as far as the engine can tell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Frontier {
    /// A depth-first search is that many steps deep.
    Depth(u64),
    /// That many states wait to be expanded; `trend` compares with the last time it was asked.
    Queue {
        /// Their number.
        length: u64,
        /// Whether it grew.
        trend: Ordering,
    },
}

/// A search at one moment.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// States stored.
    pub states: u64,
    /// States per second, lately.
    pub rate: f64,
    /// What is left.
    pub frontier: Frontier,
    /// Bytes held.
    pub bytes: u64,
    /// Bytes it may hold.
    pub limit: Option<u64>,
    /// Seconds since the search began.
    pub elapsed: f64,
}

/// One terminal line of at most `columns` columns, without its end. Where room is short, what
/// matters least is left out.
pub fn progress_line(progress: &Progress, columns: usize) -> String {
    let frontier = match progress.frontier {
        Frontier::Depth(depth) => format!("depth {}", short_count(depth)),
        Frontier::Queue { length, trend } => {
            format!("queue {}{}", short_count(length), arrow(trend))
        }
    };
    let memory = match progress.limit {
        Some(limit) => format!("{} of {}", bytes(progress.bytes), bytes(limit)),
        None => bytes(progress.bytes),
    };
    // Each with its rank: the highest is given up first.
    let parts = [
        (0, format!("{} states", short_count(progress.states))),
        (2, format!("{}/s", short_count(progress.rate.max(0.0) as u64))),
        (4, frontier),
        (3, memory),
        (1, clock(progress.elapsed)),
    ];
    let line = |ranks: usize| {
        let kept = parts.iter().filter(|(rank, _)| *rank < ranks).map(|(_, text)| text.as_str());
        kept.collect::<Vec<_>>().join(" · ")
    };
    let fitting = (1..=parts.len()).rev().map(line).find(|line| width(line) <= columns);
    fitting.unwrap_or_default()
}

fn arrow(trend: Ordering) -> &'static str {
    match trend {
        Ordering::Less => " ↓",
        Ordering::Equal => "",
        Ordering::Greater => " ↑",
    }
}

/// `0:04`, `12:30`, `1:02:03`.
fn clock(elapsed: f64) -> String {
    let whole = elapsed.max(0.0) as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEEP: Progress = Progress {
        states: 1_240_000,
        rate: 312_345.6,
        frontier: Frontier::Depth(4210),
        bytes: 50_650_000,
        limit: None,
        elapsed: 4.2,
    };

    #[test]
    fn a_wide_line_says_everything() {
        assert_eq!(
            progress_line(&DEEP, 80),
            "1.24 M states · 312 k/s · depth 4.21 k · 48.3 MiB · 0:04"
        );
        let queue = Progress {
            frontier: Frontier::Queue { length: 12_345, trend: Ordering::Less },
            limit: Some(1 << 30),
            elapsed: 3723.0,
            ..DEEP
        };
        assert_eq!(
            progress_line(&queue, 80),
            "1.24 M states · 312 k/s · queue 12.3 k ↓ · 48.3 MiB of 1.0 GiB · 1:02:03"
        );
    }

    #[test]
    fn a_narrow_line_says_less_and_never_wraps() {
        assert_eq!(progress_line(&DEEP, 30), "1.24 M states · 312 k/s · 0:04");
        assert_eq!(progress_line(&DEEP, 14), "1.24 M states");
        for columns in 0..100 {
            assert!(width(&progress_line(&DEEP, columns)) <= columns);
        }
    }

    #[test]
    fn nonsense_from_a_clock_is_no_crash() {
        let odd = Progress { rate: f64::NAN, elapsed: f64::NEG_INFINITY, ..DEEP };
        let line = progress_line(&odd, 80);
        assert!(line.contains(" 0/s ") && line.ends_with(" 0:00"), "{line}");
    }
}
