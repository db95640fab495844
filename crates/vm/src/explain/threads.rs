//! What threads are called: by the function of the program that they run.

use super::Event;
use crate::machine::Vm;
use allways_program::FunctionId;
use allways_program::readable::template;
use allways_trace::{Event as Done, Step, ThreadName};
use std::collections::HashSet;

/// The threads that take part.
#[derive(Default)]
pub(super) struct Threads {
    names: Vec<ThreadName>,
    /// Those that a function of the C++ library started and that have not come to the program's own code yet.
    hidden: HashSet<u32>,
}

impl Threads {
    /// A thread begins with a function.
    pub(super) fn begin(&mut self, vm: &Vm, thread: u32, function: FunctionId) {
        let display = &vm.program.functions[function as usize].display;
        self.hidden.remove(&thread);
        let name = if vm.is_library_function(function) {
            self.hidden.insert(thread);
            name_of_proxy(display)
        } else {
            display.clone()
        };
        self.name(thread, name);
    }

    fn name(&mut self, thread: u32, function: String) {
        self.names.retain(|t| t.thread != thread);
        self.names.push(ThreadName { thread, function });
    }

    /// Notes which threads began in a step of a thread, and whether it came to the program's own code.
    pub(super) fn heed(&mut self, vm: &Vm, thread: u32, events: &[Event]) {
        for event in events {
            match event {
                Event::Created { thread, function } => self.begin(vm, *thread, *function),
                Event::At(pc) if self.hidden.contains(&thread) => {
                    let located = vm.program.debug.location(*pc).is_some();
                    if located && !vm.is_library(*pc) {
                        self.hidden.remove(&thread);
                        let function = &vm.program.functions[vm.function_at(*pc) as usize];
                        self.name(thread, function.display.clone());
                    }
                }
                _ => {}
            }
        }
    }

    /// The names. Steps that created threads get them too.
    pub(super) fn name_in(self, steps: &mut [Step]) -> Vec<ThreadName> {
        for step in steps {
            if let Some(Done::Spawn { thread, function }) = &mut step.event
                && let Some(name) = self.names.iter().find(|name| name.thread == *thread)
                && function.starts_with("std::")
            {
                function.clone_from(&name.function);
            }
        }
        self.names
    }
}

/// What a thread is called that has not come to the program's own code: by the closure that it is given, if it is one.
fn name_of_proxy(display: &str) -> String {
    let (_, arguments) = template(display);
    let (_, given) = template(arguments.first().copied().unwrap_or_default());
    let closure = given.get(1).and_then(|g| g.strip_prefix('(')).and_then(|g| g.strip_suffix(')'));
    match closure.filter(|c| c.starts_with("lambda at ")) {
        Some(closure) => closure.rsplit_once(':').map_or(closure, |(line, _)| line).to_string(),
        None => "std::thread".to_string(),
    }
}
