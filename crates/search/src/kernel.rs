//! What all engines share: expand a state, insert what is reached, count, watch the limits, and
//! remember what was left out.

use crate::crew::Crew;
use crate::ends::EarlyEnd;
use crate::omitted::Omitted;
use crate::options::Progress;
use crate::path::visit_edges;
use allways_space::{Edge, Flow, Reason, State, Stepper, System, Target};
use allways_store::{Payload, Seen, StateId, VisitedSet};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// One worker's half of a search: its stepper and its account.
pub(crate) struct Kernel<'a, S: System, V, P> {
    stepper: S::Stepper<'a>,
    pub(crate) account: Account<'a, S, V, P>,
}

/// Everything of a worker except its stepper, so that it can be used while edges are visited.
pub(crate) struct Account<'a, S, V, P> {
    pub(crate) system: &'a S,
    pub(crate) store: &'a V,
    pub(crate) crew: &'a Crew<'a, S, V>,
    clock: Clock,
    omitted: Omitted,
    transitions: u64,
    /// The limit of them: for one worker, who begins alone.
    most_transitions: u64,
    /// What the crew knows of this worker.
    told_transitions: u64,
    told_bytes: u64,
    deepest: u64,
    payload: PhantomData<P>,
}

impl<'a, S: System, V: VisitedSet<P>, P: Payload> Kernel<'a, S, V, P> {
    pub(crate) fn new(crew: &'a Crew<'a, S, V>) -> Self {
        Kernel {
            stepper: crew.system.stepper(),
            account: Account {
                system: crew.system,
                store: crew.store,
                crew,
                clock: Clock::new(crew.start),
                omitted: Omitted::default(),
                transitions: 0,
                most_transitions: crew.limits.transitions.unwrap_or(u64::MAX),
                told_transitions: 0,
                told_bytes: 0,
                deepest: 0,
                payload: PhantomData,
            },
        }
    }

    /// Follows every edge out of a state (or, for `None`, into the initial ones) and hands the
    /// states that are reached to the engine.
    pub(crate) fn expand(
        &mut self,
        from: Option<State>,
        mut reached: impl FnMut(
            &mut Account<'a, S, V, P>,
            &Edge<S::Action>,
            State,
        ) -> Result<(), Reason>,
    ) -> Result<(), EarlyEnd<S::Action>> {
        let account = &mut self.account;
        let before = account.transitions;
        let mut early = None;
        let mut visit = |edge: Edge<S::Action>| {
            account.transitions += 1;
            account.omitted.sampled |= edge.sampled;
            let outcome = match edge.to {
                Target::State(state) => reached(account, &edge, state).map_err(EarlyEnd::Limit),
                Target::Ended(fault) => {
                    account.omitted.ended.get_or_insert(fault);
                    Ok(())
                }
                end @ (Target::Fault(_) | Target::Unsupported(_)) => {
                    Err(EarlyEnd::At(edge.action, end))
                }
            };
            match outcome {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    early = Some(why);
                    ControlFlow::Break(())
                }
            }
        };
        let flow = visit_edges(&mut self.stepper, from, &mut visit);
        let ended = match (early, flow) {
            (Some(early), _) => Err(early),
            (None, Flow::Full) => Err(EarlyEnd::Limit(self.account.out_of_memory())),
            (None, Flow::Demoted) => Err(EarlyEnd::Demoted),
            (None, Flow::Done | Flow::Stopped) => Ok(()),
        };
        if matches!(ended, Err(EarlyEnd::Limit(_))) && self.account.crew.keeps_frontier {
            // Whoever goes on will follow all of them.
            self.account.transitions = before;
        }
        ended
    }

    /// Collects every edge out of a state (or, for `None`, into the initial ones). What they lead to
    /// is the engine's business: see [`Kernel::end`].
    pub(crate) fn collect(
        &mut self,
        from: Option<State>,
        edges: &mut Vec<Edge<S::Action>>,
    ) -> Result<(), EarlyEnd<S::Action>> {
        edges.clear();
        let flow = visit_edges(&mut self.stepper, from, &mut |edge| {
            edges.push(edge);
            ControlFlow::Continue(())
        });
        self.account.transitions += edges.len() as u64;
        self.account.omitted.sampled |= edges.iter().any(|edge| edge.sampled);
        match flow {
            Flow::Full => Err(EarlyEnd::Limit(self.account.out_of_memory())),
            Flow::Demoted => Err(EarlyEnd::Demoted),
            Flow::Done | Flow::Stopped => Ok(()),
        }
    }

    /// An edge that leads to no state: the execution ends there, or the search does.
    pub(crate) fn end(&mut self, edge: &Edge<S::Action>) -> Result<(), EarlyEnd<S::Action>> {
        match edge.to {
            Target::Ended(fault) => {
                self.account.omitted.ended.get_or_insert(fault);
                Ok(())
            }
            end => Err(EarlyEnd::At(edge.action, end)),
        }
    }

    /// Visits the edges to states that leave a state (or, for `None`, lead into the initial ones)
    /// without following them: they were followed before, or another worker does it.
    pub(crate) fn look_again(
        &mut self,
        from: Option<State>,
        mut reached: impl FnMut(&Edge<S::Action>, State),
    ) -> Result<(), EarlyEnd<S::Action>> {
        self.glance(from, |edge| {
            if let Target::State(state) = edge.to {
                reached(&edge, state);
            }
            ControlFlow::Continue(())
        })
    }

    /// Visits the edges that leave a state (or, for `None`, lead into the initial ones), wherever they
    /// lead, until the visitor has enough. Nothing is counted.
    pub(crate) fn glance(
        &mut self,
        from: Option<State>,
        mut visit: impl FnMut(Edge<S::Action>) -> ControlFlow<()>,
    ) -> Result<(), EarlyEnd<S::Action>> {
        match visit_edges(&mut self.stepper, from, &mut visit) {
            Flow::Full => Err(EarlyEnd::Limit(self.account.out_of_memory())),
            Flow::Demoted => Err(EarlyEnd::Demoted),
            Flow::Done | Flow::Stopped => Ok(()),
        }
    }

    /// Steps that were run so far and not remembered: they take the time.
    pub(crate) fn ran(&self) -> u64 {
        self.stepper.ran()
    }

    /// Visits the edges to states: follows them if that is done for the `first` time, else looks again.
    pub(crate) fn follow(
        &mut self,
        from: Option<State>,
        first: bool,
        mut reached: impl FnMut(&Edge<S::Action>, State),
    ) -> Result<(), EarlyEnd<S::Action>> {
        if !first {
            return self.look_again(from, reached);
        }
        self.expand(from, |_, edge, state| {
            reached(edge, state);
            Ok(())
        })
    }

    /// The root by which a state is known when it is met again.
    pub(crate) fn matched(&mut self, state: State) -> State {
        State { root: self.stepper.matched(state) }
    }

    /// Notes that all executions with so many context switches were followed.
    pub(crate) fn has_all_with(&mut self, switches: u32) {
        self.account.crew.switches.store(switches + 1, Ordering::Relaxed);
    }

    /// Notes that executions with more context switches are not followed.
    pub(crate) fn bound(&mut self, switches: u32) {
        self.account.omitted.bound = Some(switches);
    }

    /// Notes that the depth bound keeps a state from being expanded, if it has edges at all.
    pub(crate) fn cut(&mut self, state: State) -> Result<(), Reason> {
        let mut leads_on = false;
        let flow = self.stepper.successors(state, &mut |_| {
            leads_on = true;
            ControlFlow::Break(())
        });
        if leads_on || flow == Flow::Demoted {
            self.account.omitted.cut = self.account.crew.limits.depth;
        } else if flow == Flow::Full {
            return Err(self.account.out_of_memory());
        }
        Ok(())
    }

    /// What the worker leaves when it goes.
    pub(crate) fn leave(mut self) -> Share {
        // What it held stays counted: the most that was held at once includes it.
        self.account.tell(self.account.told_bytes);
        Share { omitted: self.account.omitted, deepest: self.account.deepest }
    }
}

/// What a worker leaves when it goes.
pub(crate) struct Share {
    pub(crate) omitted: Omitted,
    pub(crate) deepest: u64,
}

/// What an engine itself holds at a moment.
pub(crate) struct Standing {
    /// Actions on the present path.
    pub(crate) depth: u64,
    /// What waits to be expanded or followed.
    pub(crate) queue: u64,
    /// Bytes of stacks and queues.
    pub(crate) bytes: u64,
}

impl<S: System, V: VisitedSet<P>, P: Payload> Account<'_, S, V, P> {
    /// Stores a state; gives its number when it has to be expanded.
    pub(crate) fn insert(
        &mut self,
        state: State,
        parent: Option<StateId>,
        payload: P,
    ) -> Result<Option<StateId>, Reason> {
        match self.store.insert(state, parent, payload) {
            Ok(Seen::Covered) => Ok(None),
            Ok(Seen::Owes(id, _)) => Ok(Some(id)),
            Ok(Seen::New(id)) => match self.crew.limits.states {
                Some(most) if self.store.states() > most => Err(Reason::MaxStates(most)),
                _ => Ok(Some(id)),
            },
            Err(_) => Err(self.out_of_memory()),
        }
    }

    /// Edges that this worker has followed.
    pub(crate) fn transitions(&self) -> u64 {
        self.transitions
    }

    /// Whether states at that depth must not be expanded.
    pub(crate) fn too_deep(&self, depth: u64) -> bool {
        self.crew.limits.depth.is_some_and(|most| depth >= most)
    }

    /// To be called before every expansion, with the depth of the state: every few milliseconds it
    /// looks at the clock, the memory and the world outside.
    #[inline]
    pub(crate) fn tick<A>(
        &mut self,
        depth: u64,
        standing: impl FnOnce() -> Standing,
    ) -> Result<(), EarlyEnd<A>> {
        self.deepest = self.deepest.max(depth);
        if self.crew.is_over() {
            return Err(EarlyEnd::Over);
        }
        // Not when the clock is looked at: where a search goes on must not depend on the time.
        if self.transitions > self.most_transitions {
            return Err(EarlyEnd::Limit(Reason::MaxStates(self.store.states())));
        }
        if self.clock.is_due() { self.look(standing()).map_err(EarlyEnd::Limit) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, standing: Standing) -> Result<(), Reason> {
        let elapsed = self.clock.read();
        let limits = self.crew.limits;
        self.tell(standing.bytes);
        let bytes = self.crew.weigh();
        let transitions = self.crew.transitions.load(Ordering::Relaxed);
        if self.crew.progress_is_due(elapsed) {
            (self.crew.control.progress)(&Progress {
                states: self.store.states(),
                transitions,
                depth: standing.depth,
                queue: standing.queue,
                bytes,
                seconds: elapsed.as_secs_f64(),
            });
        }
        if self.crew.control.stop.load(Ordering::Relaxed) {
            return Err(Reason::Interrupted);
        }
        match (limits.time, limits.memory) {
            (Some(most), _) if elapsed >= most => Err(Reason::Timeout(most.as_secs_f64())),
            (_, Some(most)) if bytes >= most => Err(Reason::Memory(most)),
            _ => Ok(()),
        }
    }

    /// Tells the crew what this worker followed and holds.
    pub(crate) fn tell(&mut self, own_bytes: u64) {
        let followed = self.transitions - self.told_transitions;
        self.told_transitions = self.transitions;
        self.crew.transitions.fetch_add(followed, Ordering::Relaxed);
        // Wraps around where it is less than before, and the sum is right again.
        let more = own_bytes.wrapping_sub(self.told_bytes);
        self.told_bytes = own_bytes;
        self.crew.own_bytes.fetch_add(more, Ordering::Relaxed);
    }

    /// The store or the system cannot hold more, whatever the limit says.
    pub(crate) fn out_of_memory(&self) -> Reason {
        let held = self.crew.weigh();
        match self.crew.limits.memory {
            Some(most) if held >= most => Reason::Memory(most),
            _ => Reason::StoreFull(held),
        }
    }
}

/// Looks at the time rarely enough that it costs nothing and often enough that nobody waits.
struct Clock {
    start: Instant,
    /// Expansions until the next look, and between looks.
    countdown: u32,
    interval: u32,
    last_look: Duration,
}

const LOOK_SOONEST: Duration = Duration::from_millis(2);
const LOOK_LATEST: Duration = Duration::from_millis(8);
const LONGEST_INTERVAL: u32 = 1 << 14;

impl Clock {
    fn new(start: Instant) -> Clock {
        Clock { start, countdown: 1, interval: 1, last_look: Duration::ZERO }
    }

    #[inline]
    fn is_due(&mut self) -> bool {
        self.countdown -= 1;
        self.countdown == 0
    }

    /// The time since the start; adapts the interval to the pace of the search.
    fn read(&mut self) -> Duration {
        let elapsed = self.start.elapsed();
        let passed = elapsed - self.last_look;
        if passed < LOOK_SOONEST {
            self.interval = (self.interval * 2).min(LONGEST_INTERVAL);
        } else if passed > LOOK_LATEST {
            self.interval = (self.interval / 2).max(1);
        }
        self.countdown = self.interval;
        self.last_look = elapsed;
        elapsed
    }
}
