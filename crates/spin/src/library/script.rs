//! A beginning that a driver puts together: functions to run, then threads to start. It becomes the
//! function that the program starts with.

use crate::setup::Setup;
use allways_program::{
    AllocSite, Arg, ArgClass, CallSite, Constant, Function, FunctionId, Inst, Operand, Pc, Program,
};

/// The function that the program starts with.
const ENTRY: &str = "__allways_pan_entry";
/// Slots of its frame: results of calls, and the place of a thread's handle.
const RESULT: u32 = 0;
const HANDLE: u32 = 1;

/// A thread to start.
#[derive(Clone, Debug)]
struct Start {
    function: String,
    argument: u64,
}

/// What happens in the beginning.
#[derive(Clone, Debug, Default)]
pub struct Script {
    runs: Vec<String>,
    starts: Vec<Start>,
}

impl Script {
    /// Runs a function without parameters, after those named before.
    pub fn run(&mut self, function: &str) {
        self.runs.push(function.to_string());
    }

    /// Starts a thread, after those named before: the first is thread 1. False when it is not the next.
    pub fn start(&mut self, thread: u32, function: &str, argument: u64) -> bool {
        let next = thread as usize == self.starts.len() + 1;
        if next {
            self.starts.push(Start { function: function.to_string(), argument });
        }
        next
    }

    /// Makes the script the function that the program starts with; an empty script changes nothing.
    pub fn write_into(&self, setup: &mut Setup) {
        if self.runs.is_empty() && self.starts.is_empty() {
            return;
        }
        // It was learned of another beginning.
        setup.learned.clear();
        let program = setup.program_mut();
        let start = program.code.len() as Pc;
        for run in &self.runs {
            if let Some(function) = program.function_named(run) {
                call(program, function, Vec::new());
            }
        }
        self.start_threads(program);
        let exit = external(program, "pthread_exit");
        let null = constant(program, 0);
        call(program, exit, vec![null]);
        push(program, Inst::Unreachable);
        let end = program.code.len() as Pc;
        program.functions.push(Function {
            name: ENTRY.to_string(),
            display: "the beginning".to_string(),
            code: start..end,
            words: 2,
            params: Vec::new(),
            variadic: false,
            returns: 0,
            weak: false,
            nounwind: false,
            allocates: false,
        });
        program.fill_liveness();
        setup.set_entry(ENTRY);
    }

    fn start_threads(&self, program: &mut Program) {
        let create = external(program, "pthread_create");
        let space = program.address_space();
        for start in &self.starts {
            let Some(function) = program.function_named(&start.function) else { continue };
            let site = program.sites.len() as u32;
            let pc = program.code.len() as u32;
            program.sites.push(AllocSite { size: 8, align: 8, pc, variable: None });
            let count = constant(program, 1);
            push(program, Inst::StackAlloc { dst: HANDLE, site, count, bits: 64 });
            let (null, body) = (constant(program, 0), constant(program, space.function(function)));
            let argument = constant(program, start.argument);
            call(program, create, vec![Operand::slot(HANDLE), null, body, argument]);
        }
    }
}

fn push(program: &mut Program, inst: Inst) {
    program.code.push(inst);
    if program.debug.locations.is_empty() {
        program.debug.locations.push(Default::default());
    }
    program.debug.at.push(0);
}

fn constant(program: &mut Program, value: u64) -> Operand {
    program.constants.push(Constant { value, defined: !0 });
    Operand::constant(program.constants.len() as u32 - 1)
}

fn call(program: &mut Program, function: FunctionId, args: Vec<Operand>) {
    let pc = program.code.len() as u32;
    let site = program.sites.len() as u32;
    program.sites.push(AllocSite { size: 0, align: 16, pc, variable: None });
    let words = program.functions[function as usize].returns.min(1);
    let arg = |value| Arg { value, words: 1, class: ArgClass::Int(64) };
    program.calls.push(CallSite {
        dst: RESULT,
        words,
        bits: 64 * words,
        args: args.into_iter().map(arg).collect(),
        unwind: None,
        site,
        tail: false,
    });
    let site = program.calls.len() as u32 - 1;
    push(program, Inst::Call { function, site });
}

/// A library function, declared if the program does not name it.
fn external(program: &mut Program, name: &str) -> FunctionId {
    if let Some(known) = program.function_named(name) {
        return known;
    }
    program.functions.push(Function {
        name: name.to_string(),
        display: name.to_string(),
        code: 0..0,
        words: 0,
        params: Vec::new(),
        variadic: false,
        returns: 1,
        weak: false,
        nounwind: false,
        allocates: false,
    });
    program.functions.len() as FunctionId - 1
}
