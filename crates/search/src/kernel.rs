//! What all engines share: expand a state, insert what is reached, count, watch the limits, and
//! remember what was left out.

use crate::Found;
use crate::options::{Control, Limits, Progress};
use crate::path::visit_edges;
use allways_space::{
    Coverage, Edge, Fault, Flow, Guarantee, Reason, State, Stepper, System, Target, Verdict,
};
use allways_store::{Payload, Seen, StateId, VisitedSet};
use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Why a search stops before everything is explored.
pub(crate) enum Stop<A> {
    /// The edge `action` out of the last state of the path leads to a target that ends the search.
    Found(Vec<State>, A, Target),
    /// A path to a cycle with every mark that was asked for.
    Cycle(Knot),
    /// Something ran out.
    Limit(Reason),
    /// A guess of the system fell: nothing that was not found means anything.
    Demoted,
}

/// Where a cycle is.
pub(crate) struct Knot {
    /// States from the beginning to one of the members, which is the last.
    pub(crate) path: Vec<State>,
    /// States among which the cycle runs.
    pub(crate) members: HashSet<u64>,
}

/// Why an expansion stops. The engine adds the path.
pub(crate) enum Halt<A> {
    At(A, Target),
    Limit(Reason),
    Demoted,
}

impl<A> Halt<A> {
    /// Adds the path of states that leads to the edge.
    pub(crate) fn on(self, path: impl FnOnce() -> Vec<State>) -> Stop<A> {
        match self {
            Halt::At(action, target) => Stop::Found(path(), action, target),
            Halt::Limit(reason) => Stop::Limit(reason),
            Halt::Demoted => Stop::Demoted,
        }
    }
}

/// What was left out although the search came to its end.
#[derive(Default)]
pub(crate) struct Left {
    /// Paths that ended at a fault whose property is not selected; the first of them.
    ended: Option<Fault>,
    /// Some choice was not tried in full.
    sampled: bool,
    /// Paths that the depth bound cut.
    cut: Option<u64>,
    /// The greatest number of context switches, where executions with more were not followed.
    bound: Option<u32>,
    /// The system takes different states for one.
    abstracted: bool,
    /// The store takes different states for one.
    lossy: bool,
}

impl Left {
    /// The verdict of a search that found nothing and ended by itself.
    pub(crate) fn verdict<A>(self, coverage: Coverage) -> Verdict<A> {
        let reason = None
            .or(self.ended.map(Reason::PathEnded))
            .or(self.sampled.then_some(Reason::Sampled))
            .or(self.cut.map(Reason::Depth))
            .or(self.bound.map(Reason::ContextBound))
            .or(self.abstracted.then_some(Reason::Abstraction))
            .or(self.lossy.then_some(Reason::LossyStore));
        match reason {
            Some(reason) => Verdict::Unknown(reason, coverage),
            None => Verdict::Holds(coverage),
        }
    }
}

/// One worker's half of a search: its stepper and its account.
pub(crate) struct Kernel<'a, S: System, V, P> {
    stepper: S::Stepper<'a>,
    pub(crate) account: Account<'a, S, V, P>,
}

/// Everything of a worker except its stepper, so that it can be used while edges are visited.
pub(crate) struct Account<'a, S, V, P> {
    pub(crate) system: &'a S,
    pub(crate) store: &'a V,
    limits: &'a Limits,
    goal: Option<Target>,
    control: &'a Control<'a>,
    clock: Clock,
    left: Left,
    transitions: u64,
    deepest: u64,
    peak_bytes: u64,
    payload: PhantomData<P>,
}

impl<'a, S: System, V: VisitedSet<P>, P: Payload> Kernel<'a, S, V, P> {
    pub(crate) fn new(
        system: &'a S,
        store: &'a V,
        limits: &'a Limits,
        goal: Option<Target>,
        control: &'a Control<'a>,
    ) -> Self {
        let left = Left {
            lossy: store.guarantee() == Guarantee::Lossy,
            abstracted: system.is_abstract(),
            ..Left::default()
        };
        Kernel {
            stepper: system.stepper(),
            account: Account {
                system,
                store,
                limits,
                goal,
                control,
                clock: Clock::new(),
                left,
                transitions: 0,
                deepest: 0,
                peak_bytes: 0,
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
    ) -> Result<(), Halt<S::Action>> {
        let account = &mut self.account;
        let mut halt = None;
        let mut visit = |edge: Edge<S::Action>| {
            account.transitions += 1;
            account.left.sampled |= edge.sampled;
            let outcome = match edge.to {
                Target::State(state) => reached(account, &edge, state).map_err(Halt::Limit),
                Target::Ended(fault) => {
                    account.left.ended.get_or_insert(fault);
                    Ok(())
                }
                end if account.goal.is_none_or(|goal| goal == end) => {
                    Err(Halt::At(edge.action, end))
                }
                Target::Fault(_) | Target::Unsupported(_) => Ok(()),
            };
            match outcome {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    halt = Some(why);
                    ControlFlow::Break(())
                }
            }
        };
        let flow = visit_edges(&mut self.stepper, from, &mut visit);
        match (halt, flow) {
            (Some(halt), _) => Err(halt),
            (None, Flow::Full) => Err(Halt::Limit(self.account.out_of_memory())),
            (None, Flow::Demoted) => Err(Halt::Demoted),
            (None, Flow::Done | Flow::Stopped) => Ok(()),
        }
    }

    /// Collects every edge out of a state (or, for `None`, into the initial ones). What they lead to
    /// is the engine's business: see [`Kernel::end`].
    pub(crate) fn collect(
        &mut self,
        from: Option<State>,
        edges: &mut Vec<Edge<S::Action>>,
    ) -> Result<(), Halt<S::Action>> {
        edges.clear();
        let flow = visit_edges(&mut self.stepper, from, &mut |edge| {
            edges.push(edge);
            ControlFlow::Continue(())
        });
        self.account.transitions += edges.len() as u64;
        self.account.left.sampled |= edges.iter().any(|edge| edge.sampled);
        match flow {
            Flow::Full => Err(Halt::Limit(self.account.out_of_memory())),
            Flow::Demoted => Err(Halt::Demoted),
            Flow::Done | Flow::Stopped => Ok(()),
        }
    }

    /// An edge that leads to no state: the execution ends there, or the search does.
    pub(crate) fn end(&mut self, edge: &Edge<S::Action>) -> Result<(), Halt<S::Action>> {
        match edge.to {
            Target::Ended(fault) => {
                self.account.left.ended.get_or_insert(fault);
                Ok(())
            }
            end => Err(Halt::At(edge.action, end)),
        }
    }

    /// Visits the states that edges lead to without following them: they were followed before.
    pub(crate) fn look_again(
        &mut self,
        from: State,
        mut reached: impl FnMut(State),
    ) -> Result<(), Reason> {
        let flow = self.stepper.successors(from, &mut |edge| {
            if let Target::State(state) = edge.to {
                reached(state);
            }
            ControlFlow::Continue(())
        });
        match flow {
            Flow::Full => Err(self.account.out_of_memory()),
            // What was expanded before without breaking a guess breaks none now.
            Flow::Done | Flow::Stopped | Flow::Demoted => Ok(()),
        }
    }

    /// The root by which a state is known when it is met again.
    pub(crate) fn matched(&mut self, state: State) -> State {
        State { root: self.stepper.matched(state) }
    }

    /// Notes that executions with more context switches are not followed.
    pub(crate) fn bound(&mut self, switches: u32) {
        self.account.left.bound = Some(switches);
    }

    /// Notes that the depth bound keeps a state from being expanded, if it has edges at all.
    pub(crate) fn cut(&mut self, state: State) -> Result<(), Reason> {
        let mut leads_on = false;
        let flow = self.stepper.successors(state, &mut |_| {
            leads_on = true;
            ControlFlow::Break(())
        });
        if leads_on || flow == Flow::Demoted {
            self.account.left.cut = self.account.limits.depth;
        } else if flow == Flow::Full {
            return Err(self.account.out_of_memory());
        }
        Ok(())
    }

    /// The end of the search, with what was covered.
    pub(crate) fn finish(
        mut self,
        stop: Option<Stop<S::Action>>,
        own_bytes: u64,
    ) -> Found<S::Action> {
        let account = &mut self.account;
        account.weigh(own_bytes);
        let stored = account.store.states();
        Found {
            stop,
            coverage: Coverage {
                states: account.limits.states.map_or(stored, |most| stored.min(most)),
                transitions: account.transitions,
                depth: account.deepest,
                seconds: account.clock.start.elapsed().as_secs_f64(),
                peak_bytes: account.peak_bytes,
                rounds: 1,
            },
            left: self.account.left,
        }
    }
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
            Ok(Seen::New(id)) => match self.limits.states {
                Some(most) if self.store.states() > most => Err(Reason::MaxStates(most)),
                _ => Ok(Some(id)),
            },
            Err(_) => Err(self.out_of_memory()),
        }
    }

    pub(crate) fn memory_limit(&self) -> Option<u64> {
        self.limits.memory
    }

    /// Whether states at that depth must not be expanded.
    pub(crate) fn too_deep(&self, depth: u64) -> bool {
        self.limits.depth.is_some_and(|most| depth >= most)
    }

    /// To be called before every expansion, with the depth of the state: every few milliseconds it
    /// looks at the clock, the memory and the world outside.
    #[inline]
    pub(crate) fn tick(
        &mut self,
        depth: u64,
        standing: impl FnOnce() -> Standing,
    ) -> Result<(), Reason> {
        self.deepest = self.deepest.max(depth);
        if self.clock.is_due() { self.look(standing()) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, standing: Standing) -> Result<(), Reason> {
        let elapsed = self.clock.read();
        let bytes = self.weigh(standing.bytes);
        if self.clock.progress_is_due(elapsed) {
            (self.control.progress)(&Progress {
                states: self.store.states(),
                transitions: self.transitions,
                depth: standing.depth,
                queue: standing.queue,
                bytes,
                seconds: elapsed.as_secs_f64(),
            });
        }
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(Reason::Interrupted);
        }
        if self.limits.transitions.is_some_and(|most| self.transitions > most) {
            return Err(Reason::MaxStates(self.store.states()));
        }
        match (self.limits.time, self.limits.memory) {
            (Some(most), _) if elapsed >= most => Err(Reason::Timeout(most.as_secs_f64())),
            (_, Some(most)) if bytes >= most => Err(Reason::Memory(most)),
            _ => Ok(()),
        }
    }

    /// Bytes held now; remembers the most that was ever held.
    fn weigh(&mut self, own_bytes: u64) -> u64 {
        let bytes = self.store.bytes() + self.system.bytes() + own_bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
        bytes
    }

    /// The store or the system cannot hold more, whatever the limit says.
    fn out_of_memory(&mut self) -> Reason {
        Reason::Memory(self.limits.memory.unwrap_or_else(|| self.weigh(0)))
    }
}

/// Looks at the time rarely enough that it costs nothing and often enough that nobody waits.
struct Clock {
    start: Instant,
    /// Expansions until the next look, and between looks.
    countdown: u32,
    interval: u32,
    last_look: Duration,
    last_progress: Duration,
}

const LOOK_SOONEST: Duration = Duration::from_millis(2);
const LOOK_LATEST: Duration = Duration::from_millis(8);
const PROGRESS: Duration = Duration::from_millis(100);
const LONGEST_INTERVAL: u32 = 1 << 14;

impl Clock {
    fn new() -> Clock {
        Clock {
            start: Instant::now(),
            countdown: 1,
            interval: 1,
            last_look: Duration::ZERO,
            last_progress: Duration::ZERO,
        }
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

    fn progress_is_due(&mut self, elapsed: Duration) -> bool {
        let due = elapsed - self.last_progress >= PROGRESS;
        if due {
            self.last_progress = elapsed;
        }
        due
    }
}
