//! What happens before and after the program's own functions: the frames at the bottom of threads,
//! and those below functions that the library calls.

use super::{Args, Event, ExtraSite, Kind, Machine, Mode};
use crate::fault::{Gap, Halt};
use crate::rules::Rule;
use crate::state::{
    ARGUMENT, Chunk, Control, ExitHandler, Frame, HandlerArguments, ONCE, START, THREAD_BASE,
};
use crate::value::word::Word;
use allways_program::{Arg, ArgClass, CallSite, FunctionId, Operand};
use allways_space::Property;
use allways_trace::Operation;
use std::sync::LazyLock;

/// The value of a once control whose routine has returned, as in glibc.
pub const ONCE_DONE: u32 = 2;

/// The stage of `quick_exit`, far from those of `main`.
const QUICK: u64 = u64::MAX;

impl Machine<'_> {
    /// Runs a native position: what happens before and after the program's own functions.
    pub fn native(&mut self) -> Result<(), Halt> {
        match self.frame().pc {
            THREAD_BASE => self.leave_thread(),
            ONCE => self.finish_once(),
            _ => self.run_stage(),
        }
    }

    /// Constructors, `main`, exit handlers, destructors, the end.
    fn run_stage(&mut self) -> Result<(), Halt> {
        let vm = self.vm;
        if self.frame().slots[0].value == QUICK {
            return self.run_quick_handler();
        }
        let stage = self.frame().slots[0].value as usize;
        let constructors = vm.program.constructors.len();
        self.frame().slots[0].value += 1;
        self.touch_thread();
        if stage < constructors {
            return self.start_call(vm.program.constructors[stage], &[]);
        }
        if stage == constructors {
            let args = self.main_arguments()?;
            return self.start_call(vm.entry, &args);
        }
        if stage == constructors + 1 {
            return vm.thread_exits.map_or(Ok(()), |exits| self.start_call(exits, &[]));
        }
        if let Some(handler) = self.process.library.exit_handlers.pop() {
            self.frame().slots[0].value -= 1;
            return self.run_exit_handler(handler);
        }
        if let Some(&function) = vm.program.destructors.get(stage - constructors - 2) {
            return self.start_call(function, &[]);
        }
        let status = self.frame().slots[1].value as u32;
        self.end_process(status);
        Ok(())
    }

    fn run_exit_handler(&mut self, handler: ExitHandler) -> Result<(), Halt> {
        let function = self.function_at(handler.function)?;
        let status = self.frame().slots[1];
        match handler.with {
            HandlerArguments::Nothing => self.start_call(function, &[]),
            HandlerArguments::Pointer(pointer) => self.start_call(function, &[Word::new(pointer)]),
            HandlerArguments::StatusAndPointer(pointer) => {
                self.start_call(function, &[status, Word::new(pointer)])
            }
        }
    }

    /// `quick_exit(status)`: only the handlers of `at_quick_exit` run.
    pub fn quick_exit(&mut self, status: Word) {
        self.exit(status);
        self.frame().slots[0] = Word::new(QUICK);
    }

    fn run_quick_handler(&mut self) -> Result<(), Halt> {
        self.touch_thread();
        if let Some(handler) = self.process.library.quick_handlers.pop() {
            let function = self.function_at(handler)?;
            return self.start_call(function, &[]);
        }
        let status = self.frame().slots[1].value as u32;
        self.end_process(status);
        Ok(())
    }

    /// `exit(status)`: handlers run in the calling thread, on top of what it was doing.
    pub fn exit(&mut self, status: Word) {
        let mut frame = Frame::native(START);
        frame.stack_bytes = self.frame().stack_bytes;
        let stage = if self.vm.thread_exits.is_some() { 1 } else { 2 };
        frame.slots[0] = Word::new(self.vm.program.constructors.len() as u64 + stage);
        frame.slots[1] = status;
        self.push_frame(frame);
    }

    /// The process is over, whatever other threads do.
    pub fn end_process(&mut self, status: u32) {
        self.process.ended = Some(status);
        self.process.holder = None;
    }

    /// Calls `routine` in an initialisation whose control lies at `control`.
    pub fn start_once(&mut self, control: u64, routine: FunctionId) -> Result<(), Halt> {
        let mut frame = Frame::native(ONCE);
        frame.stack_bytes = self.frame().stack_bytes;
        frame.slots[0] = Word::new(control);
        self.push_frame(frame);
        self.start_call(routine, &[])
    }

    /// The initialisation is done: whoever waited for it goes on.
    fn finish_once(&mut self) -> Result<(), Halt> {
        let control = self.frame().slots[0].value;
        self.write_bits(control, 4, (ONCE_DONE.into(), u128::MAX), Mode::AtomicWrite)?;
        self.note(|| Event::Did { what: Operation::Initialised, address: control });
        self.pop_frame();
        self.deliver(&[Word::ZERO]);
        Ok(())
    }

    /// Calls a function with one argument from a native frame. A library function runs at once.
    pub(super) fn call_back(&mut self, function: FunctionId, argument: Word) -> Result<(), Halt> {
        static SITE: LazyLock<CallSite> = LazyLock::new(|| CallSite {
            dst: 0,
            words: 0,
            bits: 0,
            args: vec![Arg { value: Operand::slot(ARGUMENT), words: 1, class: ArgClass::Int(64) }],
            unwind: None,
            site: 0,
            tail: false,
        });
        if !self.vm.program.functions[function as usize].is_external() {
            return self.start_call(function, &[argument]);
        }
        self.show_identity();
        let model = self.vm.model(function).ok_or(Halt::Unsupported(Gap::Function(function)))?;
        self.frame().slots[ARGUMENT as usize] = argument;
        (model.run)(self, &Args { function, site: &SITE })?;
        self.frame().slots[ARGUMENT as usize] = Word::ZERO;
        Ok(())
    }

    /// Puts a frame for `function` on top, with one-word arguments.
    pub fn start_call(&mut self, function: FunctionId, args: &[Word]) -> Result<(), Halt> {
        let vm = self.vm;
        let callee = &vm.program.functions[function as usize];
        if callee.is_external() {
            return Err(Halt::Unsupported(Gap::Function(function)));
        }
        let mut frame = self.frame_for(callee.words, callee.code.start)?;
        fill_parameters(&mut frame, &callee.params, args);
        self.push_frame(frame);
        self.begin_function(function);
        self.note(|| Event::Called(function));
        Ok(())
    }

    /// The frames of a thread that will run `function(argument)`.
    pub fn frames_for_thread(
        &self,
        function: FunctionId,
        argument: Word,
    ) -> Result<Vec<Frame>, Halt> {
        let callee = &self.vm.program.functions[function as usize];
        if callee.is_external() {
            return Err(Halt::Unsupported(Gap::Function(function)));
        }
        let mut frame = Frame::native(callee.code.start);
        frame.slots = vec![Word::ZERO; callee.words as usize];
        frame.stack_bytes = 8 * u64::from(callee.words);
        fill_parameters(&mut frame, &callee.params, &[argument]);
        Ok(vec![Frame::native(THREAD_BASE), frame])
    }

    /// The running thread ends. When it is the last, the process ends as by `exit(0)`.
    pub fn end_thread(&mut self, result: Word) -> Result<(), Halt> {
        let me = self.thread_id();
        if !self.another_is_alive() {
            // Who is the last runs what is to be done at the end, and loses nothing of its own.
            let handlers = !self.process.library.exit_handlers.is_empty();
            let leaks = self.vm.options.properties.contains(Property::Leak)
                && !self.vm.breaks(Rule::LastEnd);
            if handlers || leaks || !self.vm.program.destructors.is_empty() {
                self.note_look_at_end();
            }
            self.exit(Word::ZERO);
            return Ok(());
        }
        if self.holds_any() {
            self.show_identity();
        }
        self.escape_value(result.value);
        self.release_thread_objects()?;
        let thread = self.thread();
        thread.frames.clear();
        thread.below = allways_store::Id::EMPTY;
        thread.dirty = true;
        let Control { detached, released, function, locks, .. } = thread.control;
        let ended = Some(result);
        thread.control =
            Control { ended, detached, released, function, locks, ..Control::default() };
        self.end_scopes();
        self.note(|| Event::Ended);
        if detached {
            self.release_thread(me);
        }
        Ok(())
    }

    /// The thread that runs `main`, at its beginning.
    pub(super) fn start_main(&mut self) -> Result<(), Halt> {
        let control = Control { function: self.vm.entry, ..Control::default() };
        let number = self.new_thread(control, vec![Frame::native(START)])?;
        self.enter(number);
        Ok(())
    }

    /// `argc` and `argv`, if `main` takes them.
    fn main_arguments(&mut self) -> Result<Vec<Word>, Halt> {
        let vm = self.vm;
        if vm.program.functions[vm.entry as usize].params.is_empty() {
            return Ok(Vec::new());
        }
        let unit = u64::from(vm.program.pointer_bits) / 8;
        let count = vm.options.args.len() as u64;
        let site = vm.extra_site(ExtraSite::ArgumentTable);
        let table = self.allocate(site, (count + 1) * unit, 16, Kind::Global, true)?;
        for (number, text) in vm.options.args.iter().enumerate() {
            let site = vm.extra_site(ExtraSite::ArgumentText);
            let size = text.len() + 1;
            let address = self.allocate(site, size as u64, 1, Kind::Global, true)?;
            let mut bytes = Chunk::zero(size);
            bytes.value[..text.len()].copy_from_slice(text.as_bytes());
            self.write_bytes(address, &bytes, Mode::Write)?;
            let slot = table + number as u64 * unit;
            self.write_bits(slot, unit, (address.into(), u64::MAX.into()), Mode::Write)?;
        }
        Ok(vec![Word::new(count), Word::new(table), Word::new(table + count * unit)])
    }
}

fn fill_parameters(frame: &mut Frame, params: &[allways_program::Param], args: &[Word]) {
    for (number, param) in params.iter().enumerate() {
        let given = args.get(number).copied().unwrap_or(Word::undefined(64));
        for word in 0..u32::from(param.words) {
            let value = if word == 0 { given } else { Word::undefined(64) };
            frame.slots[(param.slot + word) as usize] = value;
        }
    }
}
