//! One thread alone, an instruction at a time.

use crate::fault::Block;
use crate::machine::{Home, Kind, Machine, Touch, Vm};
use crate::state::{SHARED, is_native, thread_place};
use crate::steps::actor::Actor;
use crate::steps::done::Done;
use crate::steps::done::Step;
use allways_program::{InstKind, Pc};
use allways_space::State;
use allways_store::Id;
use allways_store::row::Row;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Places that a thread may come to in its loop, and on the way there; with more it is not taken for
/// one that waits.
pub(crate) const MOST: usize = 5_000;
/// Outcomes of one choice that are followed.
const MOST_OUTCOMES: u32 = 256;

/// Why a thread is not taken for one that waits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum No {
    /// It can do something else.
    Acts,
    /// It comes to more places than are followed.
    Far,
}

/// What becomes of a thread that runs alone.
pub(super) enum Fate {
    /// It waits where it is, for what lies there.
    Blocked { touched: Vec<Touch> },
    /// It goes round.
    Spins(Loop),
}

/// A thread that goes round.
pub(super) struct Loop {
    /// The first of the instructions that look at `watched`.
    pub pc: Pc,
    /// What the loop looks at that another thread could write.
    pub watched: Vec<Touch>,
    /// All that it touches, on the way to the loop too.
    touched: Vec<Touch>,
    /// Objects of its own that it changes.
    changed: Vec<(u64, u64)>,
}

impl Fate {
    /// Whether a thread changes something that another one touches.
    pub fn disturbs(&self, other: &Fate) -> bool {
        let Fate::Spins(Loop { changed, .. }) = self else { return false };
        let (Fate::Blocked { touched } | Fate::Spins(Loop { touched, .. })) = other;
        let meets = |t: &Touch| {
            changed.iter().any(|&(base, size)| t.address < base + size && base < t.address + t.size)
        };
        touched.iter().any(meets)
    }
}

/// A place that the thread comes to.
struct Node {
    state: State,
    pc: Pc,
    /// What the operation there reads that another thread could write.
    reads: Vec<Touch>,
    next: Vec<usize>,
}

struct Alone<'m, 'v> {
    machine: &'m mut Machine<'v>,
    thread: u32,
    nodes: Vec<Node>,
    known: HashMap<u64, usize>,
    touched: Vec<Touch>,
    changed: Vec<(u64, u64)>,
}

/// Runs a thread from a state, with all choices.
pub(super) fn run(machine: &mut Machine<'_>, state: State, thread: u32) -> Result<Fate, No> {
    let mut alone = Alone {
        machine,
        thread,
        nodes: Vec::new(),
        known: HashMap::new(),
        touched: Vec::new(),
        changed: Vec::new(),
    };
    alone.place(state)?;
    let mut at = 0;
    while at < alone.nodes.len() {
        let done = alone.step(at, None);
        match done.step {
            Step::To(next) => alone.follow(at, &done, next)?,
            Step::Choices(count) if count <= MOST_OUTCOMES => {
                for choice in 0..count {
                    let done = alone.step(at, Some(choice));
                    let Step::To(next) = done.step else { return Err(No::Acts) };
                    alone.follow(at, &done, next)?;
                }
            }
            // A thread that runs on before it waits is found where it waits.
            Step::Blocked(block) if at == 0 && block != Block::Assume => {
                return Ok(Fate::Blocked { touched: done.touches });
            }
            _ => return Err(No::Acts),
        }
        at += 1;
    }
    Ok(Fate::Spins(alone.close()))
}

impl Alone<'_, '_> {
    /// The number of a place.
    fn place(&mut self, state: State) -> Result<usize, No> {
        let number = self.nodes.len();
        match self.known.entry(state.root) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(_) if number == MOST => Err(No::Far),
            Entry::Vacant(new) => {
                new.insert(number);
                self.nodes.push(Node { state, pc: 0, reads: Vec::new(), next: Vec::new() });
                Ok(number)
            }
        }
    }

    fn step(&mut self, at: usize, choice: Option<u32>) -> Done {
        self.machine.load(self.nodes[at].state);
        self.machine.step_done(Actor::Thread(self.thread), choice)
    }

    /// Notes a step that leads to a state, if it is no more than waiting.
    fn follow(&mut self, at: usize, done: &Done, next: State) -> Result<(), No> {
        if done.sampled || !self.waits(done) || !self.leaves_all(self.nodes[at].state, next) {
            return Err(No::Acts);
        }
        let reads = self.reads(done);
        for touch in &done.touches {
            if !self.touched.contains(touch) {
                self.touched.push(*touch);
            }
        }
        let next = self.place(next)?;
        let node = &mut self.nodes[at];
        node.pc = done.pc;
        node.reads.extend(reads);
        node.next.push(next);
        Ok(())
    }

    /// Whether the operation that a step begins with may be a part of waiting.
    fn waits(&mut self, done: &Done) -> bool {
        // A call through a pointer has led into a function of the program, or it was one of the library.
        may_wait(self.machine.vm, done)
            && (!calls_indirectly(self.machine.vm, done) || self.machine.frame().pc != done.pc + 1)
    }

    /// What a step reads that another thread could write.
    fn reads(&mut self, done: &Done) -> Vec<Touch> {
        let looks = match self.machine.vm.program.code[done.pc as usize].kind() {
            InstKind::Load | InstKind::ReadWrite => true,
            InstKind::Call { function, .. } => {
                self.machine.vm.program.functions[function as usize].is_external()
            }
            InstKind::Compute
            | InstKind::Jump
            | InstKind::Store
            | InstKind::Fence
            | InstKind::Allocate { .. }
            | InstKind::Scope
            | InstKind::Restore
            | InstKind::ThreadLocal
            | InstKind::Arguments
            | InstKind::CallIndirect { .. }
            | InstKind::Return
            | InstKind::LandingPad
            | InstKind::Resume
            | InstKind::Stop => false,
        };
        let touches = done.touches.iter().copied();
        touches.filter(|touch| looks && self.is_shared(touch.address)).collect()
    }

    fn is_shared(&mut self, address: u64) -> bool {
        let Some((home, base, _)) = self.machine.object_info(address) else { return false };
        let key = match home {
            Home::Constant(_) => return false,
            Home::Thread { thread, key } if thread == self.thread => key,
            Home::Global(_) | Home::Thread { .. } => return true,
        };
        let kind = self.machine.object_at(base, false).map(|(at, _)| self.machine.object(at).kind);
        match kind {
            Ok(Kind::Stack) => {
                let (site, _) = self.machine.vm.space.site_and_index(key);
                !self.machine.vm.is_private(site)
            }
            Ok(Kind::ThreadLocal) => false,
            _ => true,
        }
    }

    /// Whether a step leaves everything as it was but the thread's own frames, stack and thread-local
    /// objects.
    fn leaves_all(&mut self, before: State, after: State) -> bool {
        let vm = self.machine.vm;
        let place = thread_place(self.thread);
        let others = |state: State| {
            let mut all = Vec::new();
            let row = Row::open(&vm.interner, vm.top(state));
            row.for_each(&mut |at, id| all.extend((at != place && at != SHARED).then_some(id)));
            (row.first(), all, row.get(place))
        };
        let (before, after) = (others(before), others(after));
        if before.0 != after.0 || before.1 != after.1 || after.2 == Id::EMPTY {
            return false;
        }
        let (mine, then) = (vm.interner.children(before.2), vm.interner.children(after.2));
        if mine[0] != then[0] {
            return false;
        }
        let changed = self.machine.changed_objects(self.thread, mine[2], then[2]);
        for object in &changed {
            let range = (object.base, object.size);
            if !self.changed.contains(&range) {
                self.changed.push(range);
            }
        }
        changed.iter().all(|object| matches!(object.kind, Kind::Stack | Kind::ThreadLocal))
    }

    /// Whether the thread made the object at an address. Of one that is gone the address says it.
    fn is_own(&mut self, address: u64) -> bool {
        let owner = match self.machine.object_at(address, false) {
            Ok((at, _)) => Some(self.machine.object(at).owner),
            Err(_) => self.machine.vm.space.object_at(address).map(|(name, _)| name.thread),
        };
        owner == Some(self.thread)
    }

    /// The thread cannot get out. What it passed on its way to the loop is no part of it.
    fn close(mut self) -> Loop {
        let mut ways_in = vec![0; self.nodes.len()];
        self.nodes.iter().flat_map(|node| &node.next).for_each(|&next| ways_in[next] += 1);
        let mut inside = vec![true; self.nodes.len()];
        let mut outside = if ways_in[0] == 0 { vec![0] } else { Vec::new() };
        while let Some(at) = outside.pop() {
            inside[at] = false;
            for &next in &self.nodes[at].next {
                ways_in[next] -= 1;
                if ways_in[next] == 0 {
                    outside.push(next);
                }
            }
        }
        let nodes = std::mem::take(&mut self.nodes);
        let looped = || nodes.iter().zip(&inside).filter(|(_, inside)| **inside);
        let reads =
            || looped().flat_map(|(node, _)| node.reads.iter().map(|read| (node.pc, *read)));
        // A loop that looks at something of others does not wait for local variables of its own.
        let (mut all, mut foreign) = (Vec::new(), Vec::new());
        for (at, touch) in reads() {
            all.push((at, touch));
            if !self.is_own(touch.address) {
                foreign.push((at, touch));
            }
        }
        let (mut watched, mut pc): (Vec<Touch>, _) = (Vec::new(), None);
        for (at, touch) in if foreign.is_empty() { all } else { foreign } {
            pc = Some(pc.map_or(at, |pc: Pc| pc.min(at)));
            if !watched.iter().any(|w| (w.address, w.size) == (touch.address, touch.size)) {
                watched.push(touch);
            }
        }
        let pc = pc.or_else(|| looped().map(|(node, _)| node.pc).min()).unwrap_or(0);
        watched.sort_unstable_by_key(|touch| (touch.address, touch.size));
        Loop { pc, watched, touched: self.touched, changed: self.changed }
    }
}

fn calls_indirectly(vm: &Vm, done: &Done) -> bool {
    matches!(vm.program.code[done.pc as usize].kind(), InstKind::CallIndirect { .. })
}

/// Whether the operation that a step begins with may be a part of waiting, as far as the program tells.
pub(crate) fn may_wait(vm: &Vm, done: &Done) -> bool {
    if is_native(done.pc) {
        return false;
    }
    match vm.program.code[done.pc as usize].kind() {
        InstKind::Call { function, .. } => vm.may_be_called_while_waiting(function),
        InstKind::Compute
        | InstKind::Jump
        | InstKind::Load
        | InstKind::Store
        | InstKind::ReadWrite
        | InstKind::Fence
        | InstKind::Allocate { .. }
        | InstKind::Scope
        | InstKind::Restore
        | InstKind::ThreadLocal
        | InstKind::Arguments
        | InstKind::CallIndirect { .. }
        | InstKind::Return
        | InstKind::LandingPad
        | InstKind::Resume
        | InstKind::Stop => true,
    }
}
