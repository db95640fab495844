//! What a search never executed.

use crate::asymmetry::Asymmetry;
use crate::fault::Gap;
use crate::machine::Vm;
use allways_program::{Function, FunctionId, Inst, Pc};
use allways_space::Unsupported;

/// Assertions and functions that no execution reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unreached {
    /// `file:line` of assertions.
    pub assertions: Vec<String>,
    /// Names of functions.
    pub functions: Vec<String>,
}

impl Vm {
    /// What no worker has executed so far.
    pub fn unreached(&self) -> Unreached {
        let functions = self.program.functions.iter().filter(|f| !f.is_external());
        let mut unreached = Unreached {
            functions: functions
                .filter(|f| !self.was_executed(f.code.start) && self.is_written(f))
                .map(|f| f.display.clone())
                .collect(),
            assertions: Vec::new(),
        };
        for &pc in &self.program.debug.assertions {
            if !self.line_was_executed(pc) {
                unreached.assertions.extend(self.file_and_line(pc));
            }
        }
        unreached.assertions.dedup();
        unreached
    }

    /// Whether a function stands in the program's source: those of the C++ library and those that the compiler makes
    /// do not.
    fn is_written(&self, function: &Function) -> bool {
        let debug = &self.program.debug;
        !debug.uses_library()
            || function.code.clone().find_map(|pc| debug.location(pc)).is_some()
                && !self.is_library(function.code.start)
    }

    /// External functions that no model defines, each with the place of a call, if there is one.
    pub fn unmodelled(&self) -> Vec<(String, Option<String>)> {
        let mut all = Vec::new();
        for (number, function) in self.program.functions.iter().enumerate() {
            let number = number as FunctionId;
            if function.is_external() && self.model(number).is_none() {
                let call = |inst: &Inst| matches!(*inst, Inst::Call { function, .. } if function == number);
                let pc = self.program.code.iter().position(call);
                let place = pc.and_then(|pc| self.file_and_line(pc as Pc));
                all.push((function.name.clone(), place));
            }
        }
        all
    }

    /// Why no threads were interchangeable in the last round; `None` where some were, or where that was not asked.
    pub fn asymmetry(&self) -> Option<Asymmetry> {
        let names = |function: FunctionId, pc| {
            (self.program.functions[function as usize].name.clone(), self.file_and_line(pc))
        };
        self.options.symmetry.then(|| self.asymmetry.reason(names)).flatten()
    }

    /// The function whose body is missing, if that is what cannot be executed.
    pub fn missing_function(&self, gap: Unsupported) -> Option<&str> {
        match Gap::from_code(gap.what) {
            Gap::Function(number) => Some(&self.program.functions[number as usize].name),
            _ => None,
        }
    }

    /// Whether anything on the same line of the same function was executed: an assertion that holds
    /// never gets to the call that reports it.
    fn line_was_executed(&self, pc: Pc) -> bool {
        let debug = &self.program.debug;
        let line = |at: Pc| debug.location(at).map(|l| (l.file, l.line));
        let function = &self.program.functions[self.function_at(pc) as usize];
        function.code.clone().any(|at| line(at) == line(pc) && self.was_executed(at))
    }

    fn file_and_line(&self, pc: Pc) -> Option<String> {
        let location = self.program.debug.location(pc)?;
        Some(format!("{}:{}", self.program.debug.file(location), location.line))
    }
}
