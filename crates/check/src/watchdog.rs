//! Limits are looked at between steps, and a single step can take long: an initialisation of
//! gigabytes, say. A search that is still at work a while after it should have ended is given up
//! with what it had covered when it was last heard of.

use crate::control::Stop;
use crate::memory;
use allways_search::Progress;
use allways_space::{Coverage, Reason};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a step may go on after the search should have ended.
const PATIENCE: Duration = Duration::from_millis(1500);
const LOOK: Duration = Duration::from_millis(50);

/// When a search should end, and what was heard of it.
pub struct Watchdog<'a> {
    /// Somebody may want it to end.
    pub stop: &'a Stop,
    /// The time that it has.
    pub time: Option<Duration>,
    /// How far it was.
    pub last: &'a Mutex<Option<Progress>>,
}

impl Watchdog<'_> {
    /// Does the work; calls `give_up` beside it when it takes too long.
    pub fn watch<T>(
        &self,
        give_up: impl FnOnce(Reason, Coverage) + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let start = Instant::now();
        let (alive, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                if let Some(reason) = self.wait(start, &ended) {
                    give_up(reason, self.covered(start));
                }
            });
            let result = work();
            drop(alive);
            result
        })
    }

    /// Waits for the end of the work; gives the reason to end it when that is overdue.
    fn wait(&self, start: Instant, ended: &mpsc::Receiver<()>) -> Option<Reason> {
        let mut asked: Option<Instant> = None;
        while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if self.stop.is_asked() {
                asked.get_or_insert_with(Instant::now);
            }
            let waited = asked.is_some_and(|asked| asked.elapsed() > PATIENCE);
            if waited || self.stop.is_urgent() {
                return Some(Reason::Interrupted);
            }
            if let Some(time) = self.time.filter(|&time| start.elapsed() > time + PATIENCE) {
                return Some(Reason::Timeout(time.as_secs_f64()));
            }
        }
        None
    }

    /// What was covered when it was last heard of; time and memory also count what came after that.
    fn covered(&self, start: Instant) -> Coverage {
        let last = self.last.lock().map_or(None, |last| *last);
        let heard = last.map_or_else(Coverage::default, |last| Coverage {
            states: last.states,
            transitions: last.transitions,
            depth: last.depth,
            peak_bytes: last.bytes,
            ..Coverage::default()
        });
        let (seconds, bytes) = (start.elapsed().as_secs_f64(), memory::resident());
        Coverage { seconds, peak_bytes: heard.peak_bytes.max(bytes), ..heard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn is_given_up(stop: &Stop, time: Option<Duration>, work: Duration) -> bool {
        let (last, given_up) = (Mutex::new(None), AtomicBool::new(false));
        let watchdog = Watchdog { stop, time, last: &last };
        watchdog.watch(|_, _| given_up.store(true, Ordering::Relaxed), || thread::sleep(work));
        given_up.into_inner()
    }

    #[test]
    fn what_takes_too_long_is_given_up_and_what_does_not_is_not() {
        let (stop, short) = (Stop::default(), Duration::from_millis(10));
        assert!(!is_given_up(&stop, None, short));
        assert!(!is_given_up(&stop, Some(short), PATIENCE / 2));
        assert!(is_given_up(&stop, Some(short), 2 * PATIENCE));
        stop.ask();
        assert!(is_given_up(&stop, None, 2 * PATIENCE));
        assert!(!is_given_up(&stop, None, PATIENCE / 2));
    }

    #[test]
    fn what_is_given_up_took_time_and_memory() {
        let (stop, last) = (Stop::default(), Mutex::new(None));
        let watchdog = Watchdog { stop: &stop, time: Some(Duration::ZERO), last: &last };
        let covered = Mutex::new(Coverage::default());
        let give_up = |_, coverage| *covered.lock().unwrap() = coverage;
        watchdog.watch(give_up, || thread::sleep(2 * PATIENCE));
        let covered = covered.into_inner().unwrap();
        assert!(covered.seconds >= PATIENCE.as_secs_f64(), "{covered:?}");
        assert!(covered.peak_bytes > 0, "{covered:?}");
    }

    #[test]
    fn who_asks_twice_does_not_wait() {
        let stop = Stop::default();
        stop.ask();
        stop.ask();
        assert!(is_given_up(&stop, None, PATIENCE / 2));
    }
}
