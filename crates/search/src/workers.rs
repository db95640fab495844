//! Lets the workers of a crew work, each with a kernel of its own, and puts together what they came to.

use crate::crew::Crew;
use crate::ends::{Found, Stop};
use crate::kernel::{Kernel, Share};
use crate::omitted::Omitted;
use allways_space::{Coverage, Guarantee, Reason, System};
use allways_store::{Payload, VisitedSet};
use std::cell::RefCell;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Deep recursion in a system gets as much room on every thread as on the main one.
const STACK: usize = 16 << 20;

/// Lets the other workers begin; to be called once.
pub(crate) type Call<'c> = &'c dyn Fn();

impl<S: System, V> Crew<'_, S, V> {
    /// Lets every worker work, and puts together what they came to. `work` gets a worker's number;
    /// `wake` is called when the search is over, for those who wait.
    pub(crate) fn search<P: Payload>(
        &self,
        wake: impl Fn() + Sync,
        work: impl Fn(&mut Kernel<'_, S, V, P>, usize) -> Option<Stop<S::Action>> + Sync,
    ) -> Found<S::Action>
    where
        V: VisitedSet<P>,
    {
        self.search_from(wake, |kernel, number, call| {
            call();
            work(kernel, number)
        })
    }

    /// The same where the first worker begins alone: the others begin when it calls them, if it does.
    pub(crate) fn search_from<P: Payload>(
        &self,
        wake: impl Fn() + Sync,
        work: impl Fn(&mut Kernel<'_, S, V, P>, usize, Call<'_>) -> Option<Stop<S::Action>> + Sync,
    ) -> Found<S::Action>
    where
        V: VisitedSet<P>,
    {
        let first: Mutex<Option<Stop<S::Action>>> = Mutex::new(None);
        let fail = |given: usize| {
            let reason = Stop::Limit(Reason::Threads(given, self.workers));
            keep_weightier(&mut first.lock().unwrap_or_else(PoisonError::into_inner), reason);
            self.end();
            wake();
        };
        let run = |number: usize, call: Call<'_>| {
            let _guard = EndOnPanic { crew: self, wake: &wake };
            let mut kernel = Kernel::new(self);
            let stop = work(&mut kernel, number, call);
            if let Some(stop) = stop {
                keep_weightier(&mut first.lock().unwrap_or_else(PoisonError::into_inner), stop);
                self.end();
                wake();
            }
            kernel.leave()
        };
        let shares = match self.workers {
            1 => vec![run(0, &|| {})],
            _ => self.on_threads(&run, &fail),
        };
        let stop = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.put_together(stop, shares)
    }

    fn on_threads(
        &self,
        run: &(impl Fn(usize, Call<'_>) -> Share + Sync),
        fail: &(impl Fn(usize) + Sync),
    ) -> Vec<Share> {
        std::thread::scope(|scope| {
            let others = RefCell::new(Vec::new());
            let call = || {
                for number in 1..self.workers {
                    let builder = std::thread::Builder::new().stack_size(STACK);
                    let builder = builder.name(format!("worker {number}"));
                    match builder.spawn_scoped(scope, move || run(number, &|| {})) {
                        Ok(worker) => others.borrow_mut().push(worker),
                        Err(_) => return fail(number),
                    }
                }
            };
            let mut shares = vec![run(0, &call)];
            for other in others.take() {
                match other.join() {
                    Ok(share) => shares.push(share),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            shares
        })
    }

    fn put_together<P: Payload>(
        &self,
        stop: Option<Stop<S::Action>>,
        shares: Vec<Share>,
    ) -> Found<S::Action>
    where
        V: VisitedSet<P>,
    {
        // A piece of a frontier that is through says nothing about the others.
        let is_piece = self.from.is_some_and(|from| !from.is_whole());
        let stop = stop.or_else(|| is_piece.then_some(Stop::Limit(Reason::OtherParts)));
        // What a lossy store has lost is known when it is as full as it gets.
        let lossy = match self.store.guarantee() {
            Guarantee::Lossy(loss) => Some(loss),
            Guarantee::Exact => None,
        };
        let mut omitted = Omitted::new(lossy, self.system.is_abstract());
        let mut depth = 0;
        if let Some(from) = self.from {
            omitted.join(from.omitted.clone());
            depth = from.depth;
        }
        for share in shares {
            omitted.join(share.omitted);
            depth = depth.max(share.deepest);
        }
        // Of executions that were cut short for another reason, their switches say nothing.
        let all_with = self.switches.load(Ordering::Relaxed).checked_sub(1);
        let all_with = all_with.filter(|_| !omitted.sampled && omitted.ended.is_none());
        self.weigh::<P>();
        let stored = self.store.states();
        Found {
            stop,
            omitted,
            alone: self.workers == 1,
            coverage: Coverage {
                states: self.limits.states.map_or(stored, |most| stored.min(most)),
                transitions: self.transitions.load(Ordering::Relaxed),
                depth,
                seconds: self.start.elapsed().as_secs_f64(),
                peak_bytes: self.peak_bytes.load(Ordering::Relaxed),
                rounds: 1,
                facts: 0,
                audit_broken: 0,
                context_bound: all_with,
            },
            frontier: None,
        }
    }
}

/// Of two ends that workers came to at the same time, what was found counts more than that
/// something ran out.
fn keep_weightier<A>(known: &mut Option<Stop<A>>, stop: Stop<A>) {
    let weight = |stop: &Stop<A>| match stop {
        Stop::Found(..) | Stop::Cycle(_) => 2,
        Stop::Demoted => 1,
        Stop::Limit(_) => 0,
    };
    if known.as_ref().is_none_or(|known| weight(known) < weight(&stop)) {
        *known = Some(stop);
    }
}

/// A worker that panics ends the search, so that nobody waits for it; the panic goes on where the
/// workers are joined.
struct EndOnPanic<'c, 'a, S: System, V, W: Fn()> {
    crew: &'c Crew<'a, S, V>,
    wake: &'c W,
}

impl<S: System, V, W: Fn()> Drop for EndOnPanic<'_, '_, S, V, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.crew.end();
            (self.wake)();
        }
    }
}
