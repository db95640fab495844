//! One search, watched.

use crate::error::Error;
use crate::outcome::Outcome;
use crate::part::Unfinished;
use crate::request::Request;
use crate::telling::Effort;
use crate::watchdog::Watchdog;
use crate::{control, stores};
use allways_search::{Control, Limits, Options, Progress, Store};
use allways_space::{Coverage, Reason, Verdict};
use allways_vm::{Action, Vm};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How to search with a store and within a time.
pub fn options(request: &Request, store: Store, time: Option<Duration>) -> Options {
    Options {
        order: request.order,
        threads: request.threads,
        handoff: request.handoff,
        two_core_baseline: request.two_core_baseline,
        store,
        limits: Limits {
            states: request.max_states,
            time,
            memory: request.memory_limit(),
            depth: request.depth,
            ..Limits::default()
        },
        context_bound: request.context_bound,
        ..Options::default()
    }
}

/// The searches of `allways-search`.
pub(crate) struct Own<'a> {
    /// Who stops and who watches.
    pub control: control::Control<'a>,
    /// When the first search began: the time is for all together.
    pub start: Instant,
    /// Whether the check is one in parts.
    pub part: Option<Part<'a>>,
}

/// A part of a check.
#[derive(Copy, Clone)]
pub(crate) struct Part<'a> {
    /// Where it goes on; without it, it is the first.
    pub from: Option<&'a Unfinished>,
}

impl Own<'_> {
    /// What there is for telling what a search found.
    pub fn effort<'a>(&'a self, coverage: &'a Coverage) -> Effort<'a> {
        Effort { stop: self.control.stop, start: self.start, coverage }
    }

    /// Makes a machine and searches with it. Making it counts: it runs the program a few times.
    pub fn search<A>(
        &self,
        request: &Request,
        store: Store,
        machine: impl FnOnce() -> Result<Vm, Error>,
        search: impl FnOnce(&Vm, &Options, &Control<'_>) -> Result<Verdict<A>, Error>,
    ) -> Result<(Vm, Verdict<A>), Error> {
        let time = request.time().map(|most| most.saturating_sub(self.start.elapsed()));
        let options = options(request, store, time);
        let (stop, watcher) = (self.control.stop, self.control.watcher);
        let last = Mutex::new(None);
        let progress = |progress: &Progress| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
            watcher.progress(progress);
        };
        let control = Control { stop: &stop.asked, progress: &progress };
        let watchdog = Watchdog { stop, time, last: &last };
        let give_up = |reason, coverage| {
            let verdict = in_all(Verdict::<Action>::Unknown(reason, coverage), request);
            watcher.given_up(Outcome::of(&verdict, stores::name(store)));
        };
        watcher.begins(&options);
        let searched = watchdog.watch(give_up, || {
            let vm = machine()?;
            let verdict = search(&vm, &options, &control)?;
            Ok((vm, in_all(verdict, request)))
        });
        watcher.ends();
        searched
    }
}

/// Earlier searches took a part of the time that was given for all.
fn in_all<A>(mut verdict: Verdict<A>, request: &Request) -> Verdict<A> {
    if let (Verdict::Unknown(Reason::Timeout(seconds), _), Some(all)) =
        (&mut verdict, request.timeout)
    {
        *seconds = all;
    }
    verdict
}
