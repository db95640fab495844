//! Functions of the program that are evaluated on a state without being a part of the execution:
//! they may read everything and change nothing.

use super::{Event, Home, Machine, ThreadState, Touch};
use crate::fault::{Gap, Halt};
use crate::state::{EVALUATE, Frame, Process};
use crate::value::word::Word;
use allways_program::{FunctionId, Pc};

/// Instructions after which an evaluation is given up.
const LONGEST: u32 = 1_000_000;

/// What an evaluation came to.
pub struct Evaluated {
    /// What the function returned.
    pub value: Word,
    /// The bytes of variables that it read, as addresses and sizes, sorted.
    pub reads: Vec<(u64, u64)>,
}

/// What must be as before when an evaluation is over.
struct Before {
    thread: ThreadState,
    process: Process,
    touches: Vec<Touch>,
    events: Option<Vec<Event>>,
    evaluating: Option<usize>,
    whole: bool,
    choice: Option<u32>,
    sampled: bool,
    last_pc: Pc,
}

impl Machine<'_> {
    /// What `function` returns in the present state. `arguments` may read memory; what it reads
    /// counts as read by the function.
    pub(crate) fn evaluate(
        &mut self,
        function: FunctionId,
        arguments: impl FnOnce(&mut Self) -> Result<Vec<Word>, Halt>,
    ) -> Result<Evaluated, Halt> {
        self.apart(|machine| {
            let args = arguments(machine)?;
            machine.call_apart(function, &args)
        })
    }

    /// Evaluates a function and looks at what it has written, before that is forgotten.
    pub(crate) fn evaluate_then(
        &mut self,
        function: FunctionId,
        look: impl FnOnce(&mut Self) -> Result<(), Halt>,
    ) -> Result<Evaluated, Halt> {
        self.apart(|machine| {
            let value = machine.call_apart(function, &[])?;
            look(machine)?;
            Ok(value)
        })
    }

    fn call_apart(&mut self, function: FunctionId, args: &[Word]) -> Result<Word, Halt> {
        let mut frame = Frame::native(EVALUATE);
        frame.stack_bytes = self.thread().frames.last().map_or(0, |f| f.stack_bytes);
        self.push_frame(frame);
        self.start_call(function, args)?;
        let value = self.run_evaluation();
        if let Err(Halt::Fault(_)) = value {
            self.faulted_apart = Some(self.noted.last_pc);
        }
        value
    }

    /// Does something that reads the state and leaves no trace in it.
    pub(crate) fn apart(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Word, Halt>,
    ) -> Result<Evaluated, Halt> {
        let before = Before {
            thread: self.thread().clone(),
            process: self.process.clone(),
            touches: std::mem::take(&mut self.noted.touches),
            events: self.events.take(),
            evaluating: self.evaluating.replace(self.objects.len()),
            whole: self.noted.whole,
            choice: self.noted.choice.take(),
            sampled: self.noted.sampled,
            last_pc: self.noted.last_pc,
        };
        self.faulted_apart = None;
        let value = read(self);
        let touches = std::mem::replace(&mut self.noted.touches, before.touches);
        self.objects.truncate(self.evaluating.unwrap_or(0));
        *self.thread() = before.thread;
        self.process = before.process;
        self.events = before.events;
        self.evaluating = before.evaluating;
        self.noted.whole = before.whole;
        self.noted.choice = before.choice;
        self.noted.sampled = before.sampled;
        self.noted.last_pc = before.last_pc;
        let reads = self.variables_in(&touches);
        let value = value.map_err(|halt| match halt {
            Halt::Block(_) | Halt::Choose(_) => Halt::Unsupported(Gap::WAITING),
            other => other,
        })?;
        Ok(Evaluated { value, reads })
    }

    fn run_evaluation(&mut self) -> Result<Word, Halt> {
        for _ in 0..LONGEST {
            if self.frame().pc == EVALUATE {
                return Ok(self.frame().slots[1]);
            }
            self.execute_one()?;
            if self.process.ended.is_some() {
                return Err(Halt::Unsupported(Gap::WAITING));
            }
        }
        Err(Halt::Unsupported(Gap::ENDLESS))
    }

    /// The bytes touched that belong to variables which outlive the evaluation.
    fn variables_in(&mut self, touches: &[Touch]) -> Vec<(u64, u64)> {
        let mut reads: Vec<(u64, u64)> = Vec::new();
        for touch in touches {
            match self.object_info(touch.address) {
                None | Some((Home::Constant(_), ..)) => {}
                Some(_) => reads.push((touch.address, touch.size)),
            }
        }
        reads.sort_unstable();
        reads.dedup();
        reads
    }

    /// Whether accesses are no part of the execution.
    pub(crate) fn is_evaluating(&self) -> bool {
        self.evaluating.is_some()
    }

    /// Something is asked for that each thread has of its own. No thread runs what is evaluated: its value
    /// is a function of the state, and not of who moved last.
    pub fn needs_thread(&self) -> Result<(), Halt> {
        if self.is_evaluating() { Err(Halt::Unsupported(Gap::OWN)) } else { Ok(()) }
    }

    /// Whether an object may be written to: while something is evaluated, only what it made itself.
    pub(super) fn may_write(&self, position: usize) -> bool {
        match self.evaluating {
            Some(first) => {
                let object = &self.objects[position];
                let buffer =
                    matches!(object.home, Home::Global(n) if Some(n) == self.abstract_buffer);
                position >= first && (object.dirty || buffer)
            }
            None => true,
        }
    }
}
