//! The workers of one search and what they share: the question, the limits and the accounts.
//!
//! A search with one worker runs on the thread that asked for it. With more, each has a thread, a
//! stepper and a kernel of its own; system, store and this are shared. The first worker that
//! finds something or runs out ends the search for all.

mod gate;
mod pool;
mod ring;

pub(crate) use gate::Gate;
pub(crate) use pool::Pool;
pub(crate) use ring::Ring;

use crate::frontier::Frontier;
use crate::options::{Control, Limits};
use allways_space::System;
use allways_store::{Payload, VisitedSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Milliseconds between two looks at the progress.
const PROGRESS: u64 = 100;

/// What the workers of a search share.
pub(crate) struct Crew<'a, S, V> {
    pub(crate) system: &'a S,
    pub(crate) store: &'a V,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control<'a>,
    pub(crate) workers: usize,
    /// Where another search stopped with which this one goes on.
    pub(crate) from: Option<&'a Frontier>,
    /// Whether somebody wants to go on where this one stops.
    pub(crate) keeps_frontier: bool,
    pub(crate) start: Instant,
    /// Somebody ended the search.
    over: AtomicBool,
    /// Edges that were followed, as far as workers have told.
    pub(crate) transitions: AtomicU64,
    /// Bytes of stacks and queues, as far as workers have told.
    pub(crate) own_bytes: AtomicU64,
    pub(crate) peak_bytes: AtomicU64,
    /// All executions with fewer context switches were followed.
    pub(crate) switches: AtomicU32,
    /// When progress was told last, in milliseconds since the start.
    told: AtomicU64,
}

impl<'a, S: System, V> Crew<'a, S, V> {
    pub(crate) fn new(
        system: &'a S,
        store: &'a V,
        limits: &'a Limits,
        control: &'a Control<'a>,
        workers: usize,
    ) -> Self {
        Crew {
            system,
            store,
            limits,
            control,
            workers: workers.max(1),
            from: None,
            keeps_frontier: false,
            start: Instant::now(),
            over: AtomicBool::new(false),
            transitions: AtomicU64::new(0),
            own_bytes: AtomicU64::new(0),
            peak_bytes: AtomicU64::new(0),
            switches: AtomicU32::new(0),
            told: AtomicU64::new(0),
        }
    }

    /// Makes it a part of a search.
    pub(crate) fn in_part(mut self, from: Option<&'a Frontier>, keeps_frontier: bool) -> Self {
        self.keeps_frontier = keeps_frontier;
        self.from = from;
        self.transitions = AtomicU64::new(from.map_or(0, |from| from.transitions));
        self
    }

    /// Whether somebody ended the search.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Ends the search for everybody.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether the one who asks is to tell how far the search has come.
    pub(crate) fn progress_is_due(&self, elapsed: Duration) -> bool {
        let (told, now) = (self.told.load(Ordering::Relaxed), elapsed.as_millis() as u64);
        let exchange = |told| {
            self.told.compare_exchange(told, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        now >= told + PROGRESS && exchange(told)
    }

    /// Bytes held now; remembers the most that was ever held.
    pub(crate) fn weigh<P: Payload>(&self) -> u64
    where
        V: VisitedSet<P>,
    {
        let own = self.own_bytes.load(Ordering::Relaxed);
        let bytes = self.store.bytes() + self.system.bytes() + own;
        self.peak_bytes.fetch_max(bytes, Ordering::Relaxed);
        bytes
    }
}
