//! Abstractions: states told apart by what a function of the program says about them.
//!
//! All data of the program is tracked but not matched. What is matched is what the function writes
//! to the buffer of `allways.h`, and where the threads are: their positions and what they wait for.

use super::action::Action;
use super::stepper::VmStepper;
use crate::fault::{Gap, Halt};
use crate::machine::{Machine, Mode};
use crate::state::{Frame, thread_at, write_number};
use allways_program::FunctionId;
use allways_space::{Edge, State, Target, ThreadId, Unsupported};
use allways_store::Id;
use allways_store::row::Row;

impl Machine<'_> {
    /// What the function writes to the buffer, with zeroes at the end left out.
    fn abstract_content(&mut self, function: FunctionId, buffer: u32) -> Result<Vec<u8>, Halt> {
        let global = &self.vm.program.globals[buffer as usize];
        let (address, size) = (global.address, global.size);
        let mut content = Vec::new();
        self.abstract_buffer = Some(buffer);
        let evaluated = self.evaluate_then(function, |machine| {
            content = machine.read_bytes(address, size, Mode::Read)?.value;
            Ok(())
        });
        self.abstract_buffer = None;
        evaluated?;
        let end = content.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        content.truncate(end);
        Ok(content)
    }
}

impl VmStepper<'_> {
    /// The root by which a state is known when it is met again; `None` where that is its own.
    pub(crate) fn abstract_root(&mut self, state: State) -> Option<u64> {
        let content = self.abstract_content(state)?.ok()?;
        let mut bytes = Vec::new();
        write_number(&mut bytes, content.len() as u64);
        bytes.extend(content);
        self.write_positions(state, &mut bytes);
        let id = self.machine.vm.interner.piece(&bytes).ok()?;
        Some(id.index().into())
    }

    /// The abstract content of a state; `None` without an abstraction, or without a thread in whose
    /// name it could be computed.
    fn abstract_content(&mut self, state: State) -> Option<Result<Vec<u8>, Halt>> {
        let (function, buffer) = self.machine.vm.abstraction?;
        self.machine.load(state);
        let thread = *self.machine.thread_numbers().first()?;
        self.machine.enter(thread);
        Some(self.machine.abstract_content(function, buffer))
    }

    /// Where the threads are.
    fn write_positions(&self, state: State, out: &mut Vec<u8>) {
        let vm = self.machine.vm;
        let interner = &vm.interner;
        Row::open(interner, vm.top(state)).for_each(&mut |place, record| {
            let Some(thread) = thread_at(place) else { return };
            let &[control, mut frames, _] = interner.children(record) else { return };
            write_number(out, thread.into());
            let control = interner.bytes_of(control);
            write_number(out, control.len() as u64);
            out.extend_from_slice(control);
            let mut top = true;
            while frames != Id::EMPTY {
                let &[frame, below] = interner.children(frames) else { return };
                let bytes = interner.bytes_of(frame);
                let frame = Frame::decode(&vm.program, top, |pc| vm.frame_words(pc), bytes);
                write_number(out, u64::from(frame.pc) + 1);
                (frames, top) = (below, false);
            }
            out.push(0);
        });
    }

    /// An abstraction that cannot be computed ends the check.
    pub(crate) fn report_abstraction(&mut self, state: State) {
        let Some(Err(halt)) = self.abstract_content(state) else { return };
        let gap = match halt {
            Halt::Unsupported(gap) => gap,
            _ => Gap::ABSTRACTION,
        };
        let to = Target::Unsupported(Unsupported { what: gap.code(), place: 0 });
        let action = Action::of_thread(0, Action::ABSTRACTION);
        self.edges.insert(0, Edge { moves: false, ..Edge::plain(action, ThreadId(0), to) });
    }
}
