//! What a verdict takes for granted.

use allways_program::{Access, Inst, Order, Program};
use allways_vm::{Assumption as World, Vm};

/// Something that a verdict takes for granted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Memory is sequentially consistent.
    SequentialConsistency,
    /// The program has atomic accesses whose orderings are weaker, and these are not judged.
    WeakOrderings,
    /// Volatile accesses of up to a word are atomic.
    VolatileAtomic,
    /// An indeterminate value that the optimiser freezes is zero.
    FrozenIsZero,
    /// A thread that can always move does so some time.
    WeakFairness,
    /// Something about the world that executions relied on.
    World(World),
}

/// What follows from the program, whatever is executed.
pub fn of_program(program: &Program, volatile_atomic: bool) -> Vec<Assumption> {
    let weak = |access: &Access| access.order.is_some_and(|order| order < Order::SeqCst);
    let frozen = |inst: &Inst| matches!(inst, Inst::Freeze { .. });
    let mut all = vec![Assumption::SequentialConsistency];
    all.extend(program.accesses.iter().any(weak).then_some(Assumption::WeakOrderings));
    let volatile = |access: &Access| access.volatile && access.order.is_none();
    let counts = volatile_atomic && program.accesses.iter().any(volatile);
    all.extend(counts.then_some(Assumption::VolatileAtomic));
    all.extend(program.code.iter().any(frozen).then_some(Assumption::FrozenIsZero));
    all
}

/// What executions relied on.
pub fn of_world(vm: &Vm) -> Vec<Assumption> {
    vm.assumed().into_iter().map(Assumption::World).collect()
}
