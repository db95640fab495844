//! What an exploration took for granted about the world outside, from the library functions that it
//! reached.

use crate::machine::Vm;
use allways_program::{Inst, Pc, Program};
use std::collections::HashSet;

/// Something about the world that a verdict relies on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Nobody wakes up from a condition variable without a signal.
    NoSpuriousWakeups,
    /// There is always memory.
    AllocationsSucceed,
    /// New memory never lies where freed memory was.
    AddressesNotReused,
    /// There is nothing to read.
    EmptyInput,
    /// The environment is always the same.
    FixedEnvironment,
    /// It is always the same time.
    FixedTime,
}

const WAITS: &[&str] = &[
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "__pthread_cond_timedwait64",
    "pthread_cond_clockwait",
    "__pthread_cond_clockwait64",
    "cnd_wait",
    "cnd_timedwait",
    "__cnd_timedwait64",
];

const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "strdup",
    "__strdup",
    "strndup",
    "__strndup",
    "getline",
    "getdelim",
    "__getdelim",
    "asprintf",
    "vasprintf",
    "__asprintf_chk",
    "__vasprintf_chk",
];

const FREES: &[&str] = &["free", "cfree", "realloc", "reallocarray"];

const READERS: &[&str] = &[
    "getchar",
    "getchar_unlocked",
    "getc",
    "fgetc",
    "_IO_getc",
    "getc_unlocked",
    "fgetc_unlocked",
    "__uflow",
    "fgets",
    "fgets_unlocked",
    "__fgets_chk",
    "__fgets_unlocked_chk",
    "gets",
    "__gets_chk",
    "getline",
    "getdelim",
    "__getdelim",
    "fread",
    "fread_unlocked",
    "__fread_chk",
    "__fread_unlocked_chk",
    "read",
    "scanf",
    "vscanf",
    "fscanf",
    "vfscanf",
    "__isoc99_scanf",
    "__isoc99_vscanf",
    "__isoc99_fscanf",
    "__isoc99_vfscanf",
    "__isoc23_scanf",
    "__isoc23_vscanf",
    "__isoc23_fscanf",
    "__isoc23_vfscanf",
];

const ENVIRONMENT: &[&str] = &[
    "getenv",
    "secure_getenv",
    "__secure_getenv",
    "getpid",
    "getppid",
    "getpagesize",
    "get_nprocs",
    "get_nprocs_conf",
    "sysconf",
];

const CLOCKS: &[&str] = &[
    "time",
    "gettimeofday",
    "clock_gettime",
    "clock_getres",
    "timespec_get",
    "clock",
    "__allways_ticks",
];

impl Vm {
    /// What the executions so far took for granted, as far as the options leave it so.
    pub fn assumed(&self) -> Vec<Assumption> {
        self.assumed_of(&reached(&self.program, |pc| self.was_executed(pc)))
    }

    /// The same for executions elsewhere, which may have reached anything.
    pub fn assumed_elsewhere(&self) -> Vec<Assumption> {
        self.assumed_of(&reached(&self.program, |_| true))
    }

    fn assumed_of(&self, reached: &HashSet<&str>) -> Vec<Assumption> {
        let options = &self.options;
        let any = |names: &[&str]| names.iter().any(|name| reached.contains(name));
        let all = [
            (!options.spurious_wakeups && any(WAITS), Assumption::NoSpuriousWakeups),
            (!options.malloc_fail && any(ALLOCATORS), Assumption::AllocationsSucceed),
            (
                !options.address_reuse && any(FREES) && any(ALLOCATORS),
                Assumption::AddressesNotReused,
            ),
            (options.stdin.is_empty() && any(READERS), Assumption::EmptyInput),
            (any(ENVIRONMENT), Assumption::FixedEnvironment),
            (any(CLOCKS), Assumption::FixedTime),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, what)| what).collect()
    }
}

/// The names of the library functions that calls have reached. Which function an indirect call went to
/// is not recorded: it may have been any.
fn reached(program: &Program, was_executed: impl Fn(Pc) -> bool) -> HashSet<&str> {
    let mut names = HashSet::new();
    let executed = (0..).zip(&program.code).filter(|&(pc, _)| was_executed(pc));
    for (_, inst) in executed {
        match *inst {
            Inst::Call { function, .. } => {
                names.insert(program.functions[function as usize].name.as_str());
            }
            Inst::CallIndirect { .. } => {
                let external = program.functions.iter().filter(|f| f.is_external());
                names.extend(external.map(|f| f.name.as_str()));
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_model() {
        for names in [WAITS, ALLOCATORS, FREES, READERS, ENVIRONMENT, CLOCKS] {
            for name in names {
                assert!(crate::models::find(name).is_some(), "{name}");
            }
        }
    }
}
