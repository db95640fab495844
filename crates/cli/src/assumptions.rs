//! What a verdict takes for granted.

use crate::args::{CheckArgs, MemoryModel};
use allways_program::{Inst, Order, Program};
use allways_vm::Assumption;

/// What follows from the program and the options, whatever is executed.
pub fn of_program(program: &Program, args: &CheckArgs) -> Vec<String> {
    let mut all = vec!["sequentially consistent memory".to_string()];
    let weak = |a: &allways_program::Access| a.order.is_some_and(|o| o < Order::SeqCst);
    if args.memory_model == MemoryModel::Sc && program.accesses.iter().any(weak) {
        all.push("atomic orderings weaker than seq_cst are not judged".to_string());
    }
    if program.code.iter().any(|i| matches!(i, Inst::Freeze { .. })) {
        all.push("an indeterminate value that the optimiser freezes is zero".to_string());
    }
    all
}

/// What executions relied on, in words.
pub fn told(assumed: &[Assumption]) -> Vec<String> {
    assumed.iter().map(|&assumption| text(assumption).to_string()).collect()
}

fn text(assumption: Assumption) -> &'static str {
    match assumption {
        Assumption::NoSpuriousWakeups => "no spurious wake-ups (--spurious-wakeups adds them)",
        Assumption::AllocationsSucceed => "allocations succeed (--malloc-fail lets them fail)",
        Assumption::AddressesNotReused => {
            "freed addresses are not reused (--address-reuse lets them be)"
        }
        Assumption::EmptyInput => "empty standard input (--stdin gives it content)",
        Assumption::FixedEnvironment => "a fixed environment, without variables",
        Assumption::FixedTime => "a fixed time: the clock stands still",
    }
}
