//! Which instructions nobody else can notice.

use crate::machine::{Kind, Machine};
use crate::options::Granularity;
use crate::state::{THREAD_BASE, is_native};
use allways_program::{Arg, ArgClass, CallSite, FunctionId, Inst, Operand};

/// When a call of a library function goes unnoticed. All of these leave the state as it was when
/// they cannot complete.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// Never.
    Never,
    /// Always.
    Always,
    /// While one thread exists.
    Alone,
    /// When it releases a mutex that nobody polls: a left-mover.
    Unlock,
    /// When no object of the site was freed after its address was out.
    Allocate,
    /// When the object is the thread's own.
    Free,
    /// When the formula does not name the proposition.
    Proposition,
    /// When no proposition of the formula has a scope.
    ScopeEnd,
    /// When both ranges may be touched unnoticed: `(to, from, size)`.
    Copy,
    /// When the range may be touched unnoticed: `(to, byte, size)`.
    Fill,
    /// When the step began with the same, and the result is stored unnoticed: `(thread, result)`.
    Join,
    /// When the thread is in an atomic section and nobody counts who could have moved: it begins one inside,
    /// or ends one.
    Section,
}

/// No object of the threads' library is larger.
pub const LARGEST_SYNC: u64 = 64;

/// When calls of the function with that name go unnoticed.
pub fn quiet_kind(name: &str) -> Quiet {
    match name {
        "pthread_self" | "thrd_current" | "pthread_equal" | "sched_yield" | "thrd_yield" => {
            Quiet::Always
        }
        // Where a thread's own error number and the constant tables of characters are.
        "__errno_location" | "__ctype_b_loc" | "__ctype_tolower_loc" | "__ctype_toupper_loc" => {
            Quiet::Always
        }
        "pthread_mutex_lock" | "pthread_mutex_init" | "pthread_cond_init" | "printf" | "puts"
        | "putchar" => Quiet::Alone,
        "pthread_mutex_unlock" | "mtx_unlock" => Quiet::Unlock,
        "malloc" | "calloc" | "__allways_malloc_guaranteed" => Quiet::Allocate,
        "free" => Quiet::Free,
        "__allways_ap" | "__allways_ap_set" | "__allways_ap_global" | "__allways_ap_local" => {
            Quiet::Proposition
        }
        "__allways_ap_end" => Quiet::ScopeEnd,
        "memcpy" | "memmove" => Quiet::Copy,
        "memset" => Quiet::Fill,
        "pthread_join" | "thrd_join" => Quiet::Join,
        "__allways_atomic_begin"
        | "__VERIFIER_atomic_begin"
        | "__allways_atomic_end"
        | "__VERIFIER_atomic_end" => Quiet::Section,
        _ => Quiet::Never,
    }
}

/// Whether the function with that name looks at a mutex without waiting for it, or ends it.
pub fn polls_mutexes(name: &str) -> bool {
    let verbs = ["trylock", "timedlock", "clocklock", "destroy", "init", "consistent"];
    let mutex = name.contains("pthread_mutex_") || name.starts_with("mtx_");
    mutex && verbs.iter().any(|verb| name.contains(verb))
}

/// Whether the function with that name makes a difference between a thread that is about to end and
/// one that has ended, other than by waiting for the end.
pub fn polls_ends(name: &str) -> bool {
    let verbs = ["tryjoin", "timedjoin", "clockjoin", "kill", "cancel", "detach", "robust"];
    let thread = name.starts_with("pthread_") || name.starts_with("thrd_");
    // The object of `errno` ends with its thread.
    name == "__errno_location" || thread && verbs.iter().any(|verb| name.contains(verb))
}

impl Machine<'_> {
    /// Whether the running thread stands before its end and nobody can notice it but those who wait
    /// for it: a release, and so a left-mover.
    pub(crate) fn ends_quietly(&mut self) -> bool {
        self.granularity == Granularity::Full
            && self.vm.ends_unnoticed()
            && !self.facts.waits_inside
            && self.process.propositions.bindings.iter().all(|b| b.scope.is_none())
            && !self.vm.options.fair
            && self.process.keys.is_empty()
            && self.frame().pc == THREAD_BASE
            && self.frame().slots[0].value == 0
            && !self.thread().control.detached
            && self.another_is_alive()
    }

    /// Whether nobody else can notice the instruction that the thread stands before.
    pub(crate) fn is_quiet(&mut self, inst: Inst) -> bool {
        let vm = self.vm;
        let size_of = |access: u32| u64::from(vm.program.accesses[access as usize].size);
        match inst {
            Inst::Load { ptr, access, .. } => self.quiet_at(ptr, size_of(access), false),
            Inst::Store { ptr, access, .. }
            | Inst::Rmw { ptr, access, .. }
            | Inst::CompareExchange { ptr, access, .. } => {
                self.quiet_at(ptr, size_of(access), true)
            }
            Inst::LifetimeStart { ptr } | Inst::LifetimeEnd { ptr } => self.quiet_at(ptr, 1, true),
            Inst::VaStart { list } => self.quiet_at(list, 24, true),
            Inst::Return { .. } if self.ends_section_noticed() => false,
            Inst::Return { .. } | Inst::StackRestore { .. } => self.quiet_frame(),
            Inst::Call { function, site } => {
                self.quiet_call(function, &vm.program.calls[site as usize])
            }
            Inst::CallIndirect { target, site } => {
                let function = self.word(target).get().and_then(|a| self.function_at(a).ok());
                let call = &vm.program.calls[site as usize];
                function.is_some_and(|function| self.quiet_call(function, call))
            }
            Inst::Unreachable | Inst::Trap | Inst::Unsupported { .. } => false,
            Inst::LandingPad { .. } | Inst::Resume { .. } => false,
            _ => true,
        }
    }

    /// Whether the running thread stands before a join that it may put off until it can make the next
    /// one too, if nothing is in between that anybody could notice.
    pub(crate) fn begins_joins(&mut self) -> bool {
        let pc = self.frame().pc;
        if self.granularity != Granularity::Full || is_native(pc) {
            return false;
        }
        match self.vm.program.code[pc as usize] {
            Inst::Call { function, site } if self.vm.quiet(function) == Quiet::Join => {
                self.joins_quietly(&self.vm.program.calls[site as usize])
            }
            _ => false,
        }
    }

    /// Whether nobody can tell when the running thread makes a join: it alone starts threads, nobody
    /// looks whether a thread was joined, and the result is stored where only it looks. Others see what it
    /// did before in an atomic section.
    fn joins_quietly(&mut self, call: &CallSite) -> bool {
        let vm = self.vm;
        if self.thread_id() != 0
            || self.is_inside()
            || self.facts.nested
            || !vm.ends_unnoticed()
            || vm.options.fair
            || vm.is_temporal()
            || vm.is_cancelled_anywhere()
        {
            return false;
        }
        match call.args.get(1).and_then(Arg::first).and_then(|out| self.word(out).get()) {
            Some(0) => true,
            Some(out) => self.is_exclusive(out, vm.pointer_bytes(), true),
            None => false,
        }
    }

    fn quiet_at(&mut self, ptr: Operand, size: u64, write: bool) -> bool {
        self.word(ptr).get().is_some_and(|address| self.is_exclusive(address, size, write))
    }

    /// Whether nobody else can move where the running thread is, because it is in an atomic section.
    /// With fairness it counts that they cannot.
    pub(super) fn is_sheltered(&mut self) -> bool {
        self.granularity == Granularity::Full && !self.vm.options.fair && self.is_inside()
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

    /// Leaving the frame is a write to its objects.
    fn quiet_frame(&mut self) -> bool {
        if !self.process.propositions.bindings.is_empty() && self.has_scope() {
            return false;
        }
        let objects = self.frame().objects.clone();
        objects.into_iter().all(|base| self.is_exclusive(base, 0, true))
    }

    /// Whether a proposition depends on what may be a mutex or the like at an address.
    fn watches_at(&self, address: Option<u64>) -> bool {
        address.is_some_and(|at| self.process.propositions.watch(at, LARGEST_SYNC))
    }

    /// Whether a proposition depends on the object at an address.
    fn watches_object(&mut self, address: u64) -> bool {
        if self.process.propositions.bindings.is_empty() {
            return false;
        }
        let object = self.object_info(address);
        object.is_some_and(|(_, base, size)| self.process.propositions.watch(base, size))
    }

    fn quiet_call(&mut self, function: FunctionId, call: &CallSite) -> bool {
        let vm = self.vm;
        if !vm.program.functions[function as usize].is_external() {
            let by_value = |class| matches!(class, ArgClass::ByVal { .. });
            return !self.begins_section(function) && !call.args.iter().any(|a| by_value(a.class));
        }
        let shared = self.process.shared;
        let kind = vm.quiet(function);
        if self.granularity == Granularity::Global {
            return kind == Quiet::Always;
        }
        let arg = |machine: &Self, n: usize| {
            call.args.get(n).and_then(Arg::first).and_then(|first| machine.word(first).get())
        };
        match kind {
            Quiet::Never => false,
            Quiet::Always => true,
            Quiet::Alone => !shared && !self.watches_at(arg(self, 0)),
            Quiet::Unlock => {
                // Whoever waits for the lock must be seen to wait: see docs/reductions.md.
                let kept = self.facts.polled || self.facts.waits_inside || self.joining;
                let free = !kept && !vm.options.fair && !vm.options.bounded;
                (!shared || free) && !self.watches_at(arg(self, 0))
            }
            Quiet::Proposition => match arg(self, 1) {
                Some(name) => matches!(self.proposition_named(name), Ok(None)),
                None => false,
            },
            Quiet::ScopeEnd => self.process.propositions.bindings.iter().all(|b| b.scope.is_none()),
            Quiet::Allocate => !shared || !self.facts.recycled.contains(&call.site),
            Quiet::Free => match arg(self, 0) {
                Some(0) => true,
                Some(address) if shared => self.is_own(address, Kind::Heap),
                Some(address) => !self.watches_object(address),
                None => false,
            },
            Quiet::Copy => match (arg(self, 0), arg(self, 1), arg(self, 2)) {
                (Some(to), Some(from), Some(size)) => {
                    self.is_exclusive(to, size, true) && self.is_exclusive(from, size, false)
                }
                _ => false,
            },
            Quiet::Fill => match (arg(self, 0), arg(self, 2)) {
                (Some(to), Some(size)) => self.is_exclusive(to, size, true),
                _ => false,
            },
            Quiet::Join => self.joining && self.joins_quietly(call),
            Quiet::Section => self.is_sheltered(),
        }
    }
}
