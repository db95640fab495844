//! Somebody at the terminal who watches a check.

use crate::args::CheckArgs;
use crate::desk::Desk;
use crate::task::Task;
use allways_check::{Outcome, Watcher};
use allways_report::Frontier;
use allways_search::{Options, Order, Progress};
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

/// Shows how far a search is, on standard error; reports what is known when a step does not end.
pub struct Terminal<'a> {
    shown: bool,
    line: Mutex<Line>,
    task: &'a Task,
    desk: &'a Desk,
}

/// The progress line of one search.
struct Line {
    order: Order,
    limit: Option<u64>,
    last: Option<Progress>,
}

impl<'a> Terminal<'a> {
    /// Shows progress on a terminal, or wherever standard error goes when that is asked for.
    pub fn new(args: &CheckArgs, task: &'a Task, desk: &'a Desk) -> Terminal<'a> {
        let shown = args.progress || (!args.quiet && std::io::stderr().is_terminal());
        let line = Mutex::new(Line { order: Order::Dfs, limit: None, last: None });
        Terminal { shown, line, task, desk }
    }

    fn line(&self) -> std::sync::MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watcher for Terminal<'_> {
    fn begins(&self, options: &Options) {
        *self.line() = Line { order: options.order, limit: options.limits.memory, last: None };
    }

    fn progress(&self, progress: &Progress) {
        if !self.shown || progress.seconds < 0.3 {
            return;
        }
        let mut line = self.line();
        let text = allways_report::progress_line(&line.moment(progress), 78);
        line.last = Some(*progress);
        let end = if std::io::stderr().is_terminal() { "\x1b[K\r" } else { "\n" };
        let _ = write!(std::io::stderr(), "{text}{end}");
    }

    fn ends(&self) {
        if self.shown && std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\x1b[K");
        }
    }

    /// Leaves the step behind.
    fn given_up(&self, outcome: Outcome) {
        self.ends();
        let code = self.desk.deliver(self.task.report(outcome));
        std::process::exit(code.into());
    }
}

impl Line {
    /// What happened since the line was last shown. When a guess falls, a search begins again and counts
    /// from the beginning.
    fn moment(&self, now: &Progress) -> allways_report::Progress {
        let is_before = |p: &Progress| p.states <= now.states && p.seconds <= now.seconds;
        let before = self.last.filter(is_before);
        let (states, seconds, queue) =
            before.map_or((0, 0.0, 0), |p| (p.states, p.seconds, p.queue));
        let frontier = match self.order {
            Order::Dfs => Frontier::Depth(now.depth),
            Order::Bfs => Frontier::Queue { length: now.queue, trend: now.queue.cmp(&queue) },
        };
        allways_report::Progress {
            states: now.states,
            rate: (now.states - states) as f64 / (now.seconds - seconds).max(1e-3),
            frontier,
            bytes: now.bytes,
            limit: self.limit,
            elapsed: now.seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(states: u64, seconds: f64) -> Progress {
        Progress { states, transitions: 0, depth: 0, queue: 0, bytes: 0, seconds }
    }

    #[test]
    fn a_search_that_begins_again_has_a_rate_of_its_own() {
        let line = |last| Line { order: Order::Dfs, limit: None, last };
        assert_eq!(line(None).moment(&at(100, 2.0)).rate, 50.0);
        assert_eq!(line(Some(at(100, 2.0))).moment(&at(400, 3.0)).rate, 300.0);
        assert_eq!(line(Some(at(1000, 2.0))).moment(&at(100, 2.5)).rate, 40.0);
        assert_eq!(line(Some(at(10, 20.0))).moment(&at(100, 2.0)).rate, 50.0);
    }
}
