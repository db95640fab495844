//! Threads and calls: slots, channels, and the processes that serve calls.

use super::Emitter;
use crate::symbols::FunctionNames;
use crate::types::Type;
use std::collections::BTreeSet;

impl Emitter<'_, '_> {
    /// Thread slots.
    pub fn runtime(&mut self) {
        self.call_channels();
        if !self.l.concurrent() {
            return;
        }
        let (status, value, slots) = (&self.l.symbols.status, &self.l.symbols.value, self.l.slots);
        self.out.blank();
        self.out.line(
            &format!("byte {status}[{slots}]; /* 0 free, 1 running, 2 finished, 3 detached */"),
            None,
        );
        if self.l.facts.threads.results_used {
            self.out.line(
                &format!("int {value}[{slots}]; /* what a finished thread returned */"),
                None,
            );
        }
        let thread = &self.l.symbols.parameters.thread;
        let mut body = vec![
            format!("{thread} = 2; /* 1 is main */"),
            "do".into(),
            format!(":: {thread} < {slots} && {status}[{thread}] -> {thread}++"),
            ":: else -> break".into(),
            "od;".into(),
            format!("assert({thread} < {slots}); /* too many threads: raise --cells */"),
            format!("{status}[{thread}] = 1"),
        ];
        let (names, served) = (self.served_by(false), &self.l.symbols.served);
        if !names.is_empty() {
            let runs: Vec<String> =
                names.iter().map(|name| format!("run {name}({thread})")).collect();
            body.extend([
                ";".into(),
                "if".into(),
                format!(":: !{served}[{thread}] -> {served}[{thread}] = true; {}", runs.join("; ")),
                ":: else".into(),
                "fi".into(),
            ]);
        }
        self.out.definition(&format!("{}({thread})", self.l.symbols.take_slot), &body);
    }

    /// A pair of channels per function and thread.
    fn call_channels(&mut self) {
        let slots = self.l.slots;
        let functions = self.l.served();
        if !functions.is_empty() {
            self.out.blank();
            self.out.line(
                "/* Calls: each thread has a process that serves its calls of a function. */",
                None,
            );
        }
        for function in functions {
            let FunctionNames { call, reply, .. } = &self.l.symbols.functions[function];
            let definition = &self.l.program.functions[function];
            let fields: Vec<String> = definition
                .params
                .iter()
                .map(|param| self.l.declare(*param, "x").map_or("int".into(), |decl| decl.ty))
                .collect();
            let fields = if fields.is_empty() { "bit".to_string() } else { fields.join(", ") };
            let held = self.l.facts.voids.held_by_result(function);
            let result = self.l.shapes.scalar(self.l.memory, &definition.result, held.as_ref());
            let result = if definition.result == Type::Void { "bit".to_string() } else { result };
            self.out.line(&format!("chan {call}[{slots}] = [0] of {{ {fields} }};"), None);
            self.out.line(&format!("chan {reply}[{slots}] = [0] of {{ {result} }};"), None);
        }
        let served = self.l.concurrent() && !self.served_by(false).is_empty();
        if served {
            self.out.line(
                &format!(
                    "bool {}[{slots}]; /* the processes of this slot exist */",
                    self.l.symbols.served
                ),
                None,
            );
        }
    }

    /// The served functions that `main`, or any other thread, may call.
    pub fn served_by(&self, main: bool) -> Vec<String> {
        let calls = &self.l.facts.calls;
        let starts: Vec<usize> = match main {
            true => vec![self.l.program.main()],
            false => calls.entries.iter().copied().collect(),
        };
        let reached: BTreeSet<usize> = starts.into_iter().flat_map(|f| calls.reach(f)).collect();
        let served = self.l.served().into_iter().filter(|function| reached.contains(function));
        served.map(|function| self.l.symbols.functions[function].process.clone()).collect()
    }
}
