//! Which operations may stand in the middle of a step at all. Whether they do is judged when they have
//! been run.

use crate::effects::Merges;
use crate::machine::Machine;
use crate::options::Granularity;
use crate::rules::Rule;
use crate::state::{THREAD_BASE, is_native};
use allways_program::{Arg, CallSite, FunctionId, Inst, InstKind};
use allways_space::Property;

impl Machine<'_> {
    /// Whether the running thread stands before its end and nobody can notice it but those who wait
    /// for it: a release, and so a left-mover.
    pub(crate) fn ends_quietly(&mut self) -> bool {
        self.granularity == Granularity::Full
            && self.frame().pc == THREAD_BASE
            && self.frame().slots[0].value == 0
            && self.is_end_unseen()
    }

    /// Whether a call of `pthread_exit` ends the running thread at once, and the same goes for that end.
    fn exits_quietly(&mut self) -> bool {
        let control = self.thread().control;
        let at_once = control.cleanup == 0 && self.vm.program.landing_pads.is_empty();
        at_once && control.atomic == 0 && (self.is_end_unseen() || self.vm.breaks(Rule::Exits))
    }

    /// Whether nobody but those who wait for it could notice that the running thread ends.
    fn is_end_unseen(&mut self) -> bool {
        !self.watch.facts.ends_seen
            && !self.watch.facts.waits_inside
            && self.process.propositions.bindings.iter().all(|b| b.scope.is_none())
            && !self.vm.options.fair
            && self.process.keys.is_empty()
            && self.vm.thread_exits.is_none()
            && !self.thread().control.detached
            && self.another_is_alive()
    }

    /// Whether the instruction that the thread stands before may be tried in the middle of a step, and if
    /// it is a call of a library function, when that may.
    pub(crate) fn may_be_merged(&mut self, inst: &Inst) -> Option<Merges> {
        let calls = &self.vm.program.calls;
        match inst.kind() {
            InstKind::Call { function, site } => {
                self.call_may_be_merged(function, &calls[site as usize])
            }
            InstKind::CallIndirect { target, site } => {
                let function = self.word(target).get().and_then(|a| self.function_at(a).ok())?;
                self.call_may_be_merged(function, &calls[site as usize])
            }
            InstKind::Return if self.ends_section_noticed() => None,
            InstKind::Return | InstKind::Restore if self.ends_a_scope() => None,
            InstKind::Stop | InstKind::LandingPad => None,
            InstKind::Return
            | InstKind::Resume
            | InstKind::Restore
            | InstKind::Compute
            | InstKind::Jump
            | InstKind::Load
            | InstKind::Store
            | InstKind::ReadWrite
            | InstKind::Fence
            | InstKind::Allocate { .. }
            | InstKind::Scope
            | InstKind::ThreadLocal
            | InstKind::Arguments => Some(Merges::Judged),
        }
    }

    fn call_may_be_merged(&mut self, function: FunctionId, call: &CallSite) -> Option<Merges> {
        let vm = self.vm;
        if !vm.program.functions[function as usize].is_external() {
            return (!self.begins_section(function)).then_some(Merges::Judged);
        }
        let merges = vm.model(function)?.effects.merges;
        let full = self.granularity == Granularity::Full;
        let may = match merges {
            Merges::Never => false,
            Merges::Judged => true,
            Merges::Alone => full && !self.process.shared,
            Merges::Release => full,
            Merges::Join => full && self.noted.joining && self.joins_quietly(call),
            Merges::End => full && self.exits_quietly(),
            Merges::Section => self.is_sheltered(),
            Merges::Proposition => {
                full && match self.argument(call, 1) {
                    Some(name) => matches!(self.proposition_named(name), Ok(None)),
                    None => false,
                }
            }
            Merges::ScopeEnd => {
                full && self.process.propositions.bindings.iter().all(|b| b.scope.is_none())
            }
        };
        may.then_some(merges)
    }

    fn argument(&self, call: &CallSite, number: usize) -> Option<u64> {
        self.word(call.args.get(number).and_then(Arg::first)?).get()
    }

    /// Whether leaving the running frame ends the scope of a proposition.
    fn ends_a_scope(&mut self) -> bool {
        !self.process.propositions.bindings.is_empty() && self.has_scope()
    }

    /// Whether the running thread stands before a join that it may put off until it can make the next
    /// one too, if nothing is in between that anybody could notice.
    pub(crate) fn begins_joins(&mut self) -> bool {
        let pc = self.frame().pc;
        if self.granularity != Granularity::Full || is_native(pc) {
            return false;
        }
        let vm = self.vm;
        let joins = |function| vm.model(function).map(|m| m.effects.merges) == Some(Merges::Join);
        match vm.program.code[pc as usize] {
            Inst::Call { function, site } if joins(function) => {
                self.joins_quietly(&vm.program.calls[site as usize])
            }
            _ => false,
        }
    }

    /// Whether nobody can tell when the running thread makes a join: it alone starts threads, and nobody
    /// looks whether a thread was joined. That the result is stored where only it looks is judged when it
    /// is stored. Others see what it did before in an atomic section.
    fn joins_quietly(&mut self, call: &CallSite) -> bool {
        let vm = self.vm;
        self.thread_id() == 0
            && !self.steps_plainly()
            && !self.is_inside()
            && !self.watch.facts.nested
            && !self.watch.facts.ends_seen
            && !vm.options.fair
            && !vm.is_temporal()
            && !vm.is_cancelled_anywhere()
            // Until it is joined a thread's result is not lost.
            && (!vm.options.properties.contains(Property::Leak) || vm.breaks(Rule::LateJoins))
            && self.argument(call, 1).is_some_and(|out| out == 0 || self.is_own_place(out))
    }

    /// Whether the running thread may store a result at an address without anybody noticing.
    fn is_own_place(&mut self, address: u64) -> bool {
        let size = self.vm.pointer_bytes();
        let touch = crate::machine::Touch::new(address, size, crate::machine::Mode::Write);
        match self.object_at(address, true) {
            Ok((position, offset)) => {
                let inside = offset + size <= self.object(position).size;
                inside && self.exclusive(position, touch).is_some()
            }
            Err(_) => false,
        }
    }

    /// Whether a call of the program's own function begins an atomic section. Others may want to move
    /// before it, so nothing goes before it in a step.
    pub(crate) fn begins_section(&mut self, function: FunctionId) -> bool {
        self.vm.is_atomic(function) && !self.is_inside()
    }

    /// Whether leaving the running function ends an atomic section and it counts who could not move
    /// inside.
    pub(crate) fn ends_section_noticed(&mut self) -> bool {
        let pc = self.frame().pc;
        self.vm.options.fair && !is_native(pc) && self.vm.is_atomic(self.vm.function_at(pc))
    }
}
