//! The library functions that a model knows, by name, gathered in one table.

/// Symbols of formulas written with `LTL(…)` start with this.
pub const LTL_PREFIX: &str = "__allways_ltl_";

/// A function with a translation of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    Malloc,
    Calloc,
    Free,
    /// `memset` with zero, for a whole object.
    Clear,
    /// `memcpy`, for a whole object.
    Copy,
    ThreadCreate,
    ThreadJoin,
    ThreadDetach,
    ThreadExit,
    ThreadSelf,
    ThreadEqual,
    MutexInit,
    MutexLock,
    MutexTryLock,
    MutexUnlock,
    /// Destroying a library object: nothing happens, the object must not be in use.
    MutexDestroy,
    CondInit,
    CondWait,
    CondTimedWait,
    CondSignal,
    CondBroadcast,
    SemInit,
    SemWait,
    SemTryWait,
    SemPost,
    SemValue,
    Assert,
    AssertFailed,
    Abort,
    Exit,
    Choose,
    Range,
    AtomicBegin,
    AtomicEnd,
    AddressLock,
    AddressUnlock,
    Proposition,
    PropositionSet,
    Print,
    Puts,
    Trace,
    /// `__builtin_expect`: its first argument.
    Expect,
    /// Fences, yields and sleeps: nothing to do under sequential consistency.
    Nothing,
    Unreachable,
}

/// The function of that name, if it is known.
pub fn lookup(name: &str) -> Option<Builtin> {
    use Builtin::*;
    Some(match name {
        "malloc" | "__allways_malloc_guaranteed" => Malloc,
        "calloc" => Calloc,
        "free" => Free,
        "memset" | "__builtin_memset" => Clear,
        "memcpy" | "__builtin_memcpy" => Copy,
        "pthread_create" => ThreadCreate,
        "pthread_join" => ThreadJoin,
        "pthread_detach" => ThreadDetach,
        "pthread_exit" => ThreadExit,
        "pthread_self" => ThreadSelf,
        "pthread_equal" => ThreadEqual,
        "pthread_mutex_init" => MutexInit,
        "pthread_mutex_lock" => MutexLock,
        "pthread_mutex_trylock" => MutexTryLock,
        "pthread_mutex_unlock" => MutexUnlock,
        "pthread_mutex_destroy" => MutexDestroy,
        "pthread_cond_init" => CondInit,
        "pthread_cond_wait" => CondWait,
        "pthread_cond_timedwait" => CondTimedWait,
        "pthread_cond_signal" => CondSignal,
        "pthread_cond_broadcast" => CondBroadcast,
        "sem_init" => SemInit,
        "sem_wait" => SemWait,
        "sem_trywait" => SemTryWait,
        "sem_post" => SemPost,
        "sem_getvalue" => SemValue,
        "__allways_assert" => Assert,
        "__assert_fail" | "__assert_rtn" | "reach_error" | "__VERIFIER_error" => AssertFailed,
        "abort" => Abort,
        "exit" | "_Exit" | "_exit" => Exit,
        "__allways_choose" => Choose,
        "__allways_range" => Range,
        "__allways_atomic_begin" | "__VERIFIER_atomic_begin" => AtomicBegin,
        "__allways_atomic_end" | "__VERIFIER_atomic_end" => AtomicEnd,
        "__allways_lock" => AddressLock,
        "__allways_unlock" => AddressUnlock,
        "__allways_ap" => Proposition,
        "__allways_ap_set" => PropositionSet,
        "printf" => Print,
        "puts" => Puts,
        "__allways_trace" => Trace,
        "__builtin_expect" => Expect,
        "__c11_atomic_thread_fence"
        | "__c11_atomic_signal_fence"
        | "__atomic_thread_fence"
        | "__atomic_signal_fence"
        | "atomic_thread_fence"
        | "__sync_synchronize"
        | "sched_yield"
        | "usleep"
        | "sleep"
        | "pthread_yield"
        | "fflush"
        | "srand"
        | "pthread_cond_destroy"
        | "sem_destroy" => Nothing,
        "__builtin_unreachable" => Unreachable,
        _ => return None,
    })
}

impl Builtin {
    /// The arguments that are places given by address, used at once and not kept.
    pub fn places(self) -> &'static [usize] {
        use Builtin::*;
        match self {
            Clear | ThreadCreate | MutexInit | MutexLock | MutexTryLock | MutexUnlock
            | MutexDestroy | CondInit | CondSignal | CondBroadcast | SemInit | SemWait
            | SemTryWait | SemPost | AddressLock | AddressUnlock => &[0],
            ThreadJoin => &[1],
            Copy | CondWait | CondTimedWait | SemValue => &[0, 1],
            _ => &[],
        }
    }
}

/// What an atomic read-modify-write does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    Init,
    Load,
    Store,
    Exchange,
    CompareExchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    TestAndSet,
    Clear,
}

/// An atomic operation and how its arguments and result are arranged.
#[derive(Clone, Copy, Debug)]
pub struct Atomic {
    pub op: AtomicOp,
    /// `__sync_…`: no memory orders among the arguments, compare-and-swap by value.
    pub legacy: bool,
    /// The result is the new value, not the old one.
    pub new_value: bool,
    /// `__atomic_load` and its like: values are given and returned through pointers.
    pub by_pointer: bool,
}

/// The atomic operation of that name, if it is one.
pub fn atomic(name: &str) -> Option<Atomic> {
    let make =
        |op, legacy, new_value, by_pointer| Some(Atomic { op, legacy, new_value, by_pointer });
    if let Some(rest) = name.strip_prefix("__sync_") {
        let rest = rest.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit());
        if let Some(op) = rest.strip_prefix("fetch_and_") {
            return make(arithmetic(op)?, true, false, false);
        }
        if let Some(op) = rest.strip_suffix("_and_fetch") {
            return make(arithmetic(op)?, true, true, false);
        }
        return match rest {
            "bool_compare_and_swap" => make(AtomicOp::CompareExchange, true, true, false),
            "val_compare_and_swap" => make(AtomicOp::CompareExchange, true, false, false),
            "lock_test_and_set" => make(AtomicOp::Exchange, true, false, false),
            "lock_release" => make(AtomicOp::Clear, true, false, false),
            _ => None,
        };
    }
    let c11 = name.strip_prefix("__c11_atomic_");
    let rest = c11.or_else(|| name.strip_prefix("__atomic_"))?;
    let by_value = rest.strip_suffix("_n");
    let by_pointer = c11.is_none() && by_value.is_none();
    let rest = by_value.unwrap_or(rest);
    if let Some(op) = rest.strip_prefix("fetch_") {
        return make(arithmetic(op)?, false, false, false);
    }
    if let Some(op) = rest.strip_suffix("_fetch") {
        return make(arithmetic(op)?, false, true, false);
    }
    match rest {
        "init" => make(AtomicOp::Init, false, false, false),
        "load" => make(AtomicOp::Load, false, false, by_pointer),
        "store" => make(AtomicOp::Store, false, false, by_pointer),
        "exchange" => make(AtomicOp::Exchange, false, false, by_pointer),
        "compare_exchange_strong" | "compare_exchange_weak" => {
            make(AtomicOp::CompareExchange, false, false, false)
        }
        "compare_exchange" => make(AtomicOp::CompareExchange, false, false, by_pointer),
        "test_and_set" => make(AtomicOp::TestAndSet, false, false, false),
        "clear" => make(AtomicOp::Clear, false, false, false),
        _ => None,
    }
}

fn arithmetic(name: &str) -> Option<AtomicOp> {
    Some(match name {
        "add" => AtomicOp::Add,
        "sub" => AtomicOp::Sub,
        "and" => AtomicOp::And,
        "or" => AtomicOp::Or,
        "xor" => AtomicOp::Xor,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atomic_names_are_taken_apart() {
        let add = atomic("__sync_add_and_fetch_4").unwrap();
        assert_eq!((add.op, add.legacy, add.new_value), (AtomicOp::Add, true, true));
        let cas = atomic("__c11_atomic_compare_exchange_weak").unwrap();
        assert_eq!((cas.op, cas.legacy, cas.by_pointer), (AtomicOp::CompareExchange, false, false));
        assert!(atomic("__atomic_load").unwrap().by_pointer);
        assert!(!atomic("__atomic_load_n").unwrap().by_pointer);
        assert!(atomic("__c11_atomic_thread_fence").is_none());
    }
}
