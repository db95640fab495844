//! What all engines share: expand a state, insert what is reached, count, watch the limits, and
//! remember what was left out.

use crate::crew::{Crew, Share};
use crate::options::Progress;
use crate::path::visit_edges;
use allways_space::{
    Coverage, Edge, Fault, Flow, Loss, Property, Reason, State, Stepper, System, Target, Verdict,
};
use allways_store::{Payload, Seen, StateId, VisitedSet};
use serde::{Deserialize, Serialize};
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
    Cycle(FoundCycle),
    /// Something ran out.
    Limit(Reason),
    /// A guess of the system fell: nothing that was not found means anything.
    Demoted,
}

/// Where a cycle is.
pub(crate) struct FoundCycle {
    /// States from the beginning to one of the members, which is the last.
    pub(crate) path: Vec<State>,
    /// States among which the cycle runs.
    pub(crate) members: HashSet<u64>,
}

/// Why an expansion stops. The engine adds the path.
pub(crate) enum EarlyEnd<A> {
    At(A, Target),
    Limit(Reason),
    Demoted,
    /// Another worker ended the search.
    Over,
}

impl<A> EarlyEnd<A> {
    /// Adds the path of states that leads to the edge; nothing where somebody else stopped.
    pub(crate) fn on(self, path: impl FnOnce() -> Vec<State>) -> Option<Stop<A>> {
        match self {
            EarlyEnd::At(action, target) => Some(Stop::Found(path(), action, target)),
            EarlyEnd::Limit(reason) => Some(Stop::Limit(reason)),
            EarlyEnd::Demoted => Some(Stop::Demoted),
            EarlyEnd::Over => None,
        }
    }
}

impl<A> From<Reason> for EarlyEnd<A> {
    fn from(reason: Reason) -> EarlyEnd<A> {
        EarlyEnd::Limit(reason)
    }
}

/// What was left out although the search came to its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Omitted {
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
    lossy: Option<Loss>,
}

impl Omitted {
    /// Nothing yet, but what the store and the system leave out anyway.
    pub(crate) fn new(lossy: Option<Loss>, abstracted: bool) -> Omitted {
        Omitted { lossy, abstracted, ..Omitted::default() }
    }

    /// Takes in what another worker left out.
    pub(crate) fn join(&mut self, other: Omitted) {
        self.ended = self.ended.or(other.ended);
        self.sampled |= other.sampled;
        self.cut = self.cut.or(other.cut);
        self.bound = self.bound.max(other.bound);
        self.abstracted |= other.abstracted;
    }

    /// For another process. What store and system leave out anyway is none of it.
    pub(crate) fn pack(&self) -> PackedOmitted {
        let ended = self.ended.map(|fault| (fault.property.name().into(), fault.what, fault.place));
        PackedOmitted { ended, sampled: self.sampled, cut: self.cut, bound: self.bound }
    }

    /// The other way; `None` when there is no such property.
    pub(crate) fn unpack(packed: PackedOmitted) -> Option<Omitted> {
        let PackedOmitted { ended, sampled, cut, bound } = packed;
        let ended = match ended {
            Some((name, what, place)) => {
                Some(Fault { property: Property::from_name(&name)?, what, place })
            }
            None => None,
        };
        Some(Omitted { ended, sampled, cut, bound, ..Omitted::default() })
    }

    /// The verdict of a search that found nothing and ended by itself.
    pub(crate) fn verdict<A>(self, coverage: Coverage) -> Verdict<A> {
        let reason = None
            .or(self.ended.map(Reason::PathEnded))
            .or(self.sampled.then_some(Reason::Sampled))
            .or(self.lossy.map(|loss| Reason::LossyStore(Some(loss))))
            .or(self.cut.map(Reason::Depth))
            .or(self.bound.map(Reason::ContextBound))
            .or(self.abstracted.then_some(Reason::Abstraction));
        match reason {
            Some(reason) => Verdict::Unknown(reason, coverage),
            None => Verdict::Holds(coverage),
        }
    }
}

/// [`Omitted`] as it travels.
#[derive(Serialize, Deserialize)]
pub(crate) struct PackedOmitted {
    ended: Option<(String, u32, u32)>,
    sampled: bool,
    cut: Option<u64>,
    bound: Option<u32>,
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
            // With a goal, only executions are looked at that are known to end there.
            stepper: if crew.goal.is_some() {
                crew.system.follower()
            } else {
                crew.system.stepper()
            },
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
                end if account.crew.goal.is_none_or(|goal| goal == end) => {
                    Err(EarlyEnd::At(edge.action, end))
                }
                Target::Fault(_) | Target::Unsupported(_) => Ok(()),
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
