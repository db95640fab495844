//! How a check is stopped and watched from outside.

use crate::outcome::Outcome;
use allways_search::{Options, Progress};
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a check to end: all its searches, those that are still to begin too.
#[derive(Debug, Default)]
pub struct Stop {
    pub(crate) asked: AtomicBool,
    pub(crate) urgent: AtomicBool,
}

impl Stop {
    /// Asks to end; asked again, not even the present step is waited for.
    pub fn ask(&self) {
        if self.asked.swap(true, Ordering::Relaxed) {
            self.urgent.store(true, Ordering::Relaxed);
        }
    }

    /// Whether somebody asked.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether somebody asked twice.
    pub fn is_urgent(&self) -> bool {
        self.urgent.load(Ordering::Relaxed)
    }
}

/// Hears how a check goes.
pub trait Watcher: Sync {
    /// A search begins.
    fn begins(&self, _options: &Options) {}

    /// How far the search is; called about every tenth of a second.
    fn progress(&self, _progress: &Progress) {}

    /// The search is over.
    fn ends(&self) {}

    /// The check should have ended, and a step goes on and on. It cannot be broken off; who does not
    /// want to wait for it gets what is known and ends the process.
    fn given_up(&self, _outcome: Outcome) {}
}

/// Watches nothing and waits for everything.
#[derive(Copy, Clone, Debug)]
pub struct Nobody;

impl Watcher for Nobody {}

/// Who stops a check, and who watches it.
#[derive(Copy, Clone)]
pub struct Control<'a> {
    /// Ends it.
    pub stop: &'a Stop,
    /// Watches it.
    pub watcher: &'a dyn Watcher,
}
