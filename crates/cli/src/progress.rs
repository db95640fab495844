//! The progress line.

use allways_report::Frontier;
use allways_search::{Order, Progress};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;

/// Shows how far a search is, on standard error, while somebody watches.
pub struct Watch {
    shown: bool,
    order: Order,
    limit: Option<u64>,
    last: Mutex<Option<Progress>>,
}

impl Watch {
    /// Shows progress on a terminal, or wherever standard error goes when `forced`.
    pub fn new(order: Order, limit: Option<u64>, forced: bool, quiet: bool) -> Watch {
        let shown = forced || (!quiet && std::io::stderr().is_terminal());
        Watch { shown, order, limit, last: Mutex::new(None) }
    }

    /// Shows one moment of the search.
    pub fn show(&self, progress: &Progress) {
        if !self.shown || progress.seconds < 0.3 {
            return;
        }
        let Ok(mut last) = self.last.lock() else { return };
        let line = allways_report::progress_line(&self.moment(progress, last.as_ref()), 78);
        *last = Some(*progress);
        let end = if std::io::stderr().is_terminal() { "\x1b[K\r" } else { "\n" };
        let _ = write!(std::io::stderr(), "{line}{end}");
    }

    fn moment(&self, now: &Progress, last: Option<&Progress>) -> allways_report::Progress {
        let (states, seconds, queue) = last.map_or((0, 0.0, 0), |p| (p.states, p.seconds, p.queue));
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

    /// Removes the line.
    pub fn clear(&self) {
        if self.shown && std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\x1b[K");
        }
    }
}
