//! Calls and returns.

use super::{Args, Event, ExtraSite, Machine, Mode, Outcome};
use crate::effects::Cancellation;
use crate::fault::{FaultKind, Gap, Halt};
use crate::state::{Chunk, EVALUATE, Frame, START, THREAD_BASE, is_native};
use crate::value::word::{Wide, Word};
use allways_program::{ArgClass, CallSite, FunctionId, Operand};

/// What stands in a table of virtual functions for one that is pure or deleted, of any type: it ends the program.
const FOR_ANY: [&str; 2] = ["__cxa_pure_virtual", "__cxa_deleted_virtual"];

impl<'v> Machine<'v> {
    pub(super) fn call(&mut self, function: FunctionId, site: u32) -> Result<(), Halt> {
        let vm = self.vm;
        let call = &vm.program.calls[site as usize];
        if vm.program.functions[function as usize].is_external() {
            return self.call_model(Args { function, site: call });
        }
        self.check_size(function, call)?;
        self.call_defined(function, call)
    }

    pub(super) fn call_indirect(&mut self, target: Operand, site: u32) -> Result<(), Halt> {
        let address = self.word(target).get().ok_or(FaultKind::UndefinedAddress)?;
        let function = self.function_at(address)?;
        let vm = self.vm;
        let name = &*vm.program.functions[function as usize].name;
        if !self.takes(function, &vm.program.calls[site as usize]) && !FOR_ANY.contains(&name) {
            return Err(FaultKind::WrongArguments { function }.into());
        }
        self.call(function, site)
    }

    /// Whether a function takes the arguments that it is given. Numbers and pointers of one width are
    /// told apart by nobody.
    fn takes(&self, function: FunctionId, call: &CallSite) -> bool {
        let callee = &self.vm.program.functions[function as usize];
        let differs = |taken: ArgClass, given: ArgClass| {
            use ArgClass::{Float, Int};
            matches!((taken, given), (Int(_) | Float(_), Int(_) | Float(_)) if taken != given)
        };
        let (taken, given) = (&callee.params, &call.args);
        callee.is_external()
            || given.len() >= taken.len()
                && (callee.variadic || given.len() == taken.len())
                && !taken.iter().zip(given).any(|(param, arg)| differs(param.class, arg.class))
    }

    /// The function at an address.
    pub fn function_at(&self, address: u64) -> Result<FunctionId, Halt> {
        let functions = self.vm.program.functions.len() as u32;
        let found = self.vm.space.function_at(address).filter(|&f| f < functions);
        found.ok_or(Halt::Fault(FaultKind::NotAFunction { address }))
    }

    fn call_model(&mut self, args: Args<'v>) -> Result<(), Halt> {
        let Some(model) = self.vm.model(args.function) else {
            return Err(Halt::Unsupported(Gap::Function(args.function)));
        };
        if !model.effects.impartial {
            self.show_identity();
        }
        self.see_arguments(&args, model.effects.computes);
        let point = model.effects.cancellation == Cancellation::Point;
        if point && self.thread().control.must_cancel() {
            return self.cancel();
        }
        self.merge.calling = Some(model.effects.merges);
        let outcome = (model.run)(self, &args);
        self.merge.calling = None;
        let result = match outcome? {
            Outcome::Value(word) => Wide::from_word(word),
            Outcome::Wide(wide) => wide,
            Outcome::Nothing => Wide::undefined(128),
            Outcome::Moved => return Ok(()),
        };
        let bits = u32::from(args.site.bits).max(1);
        if args.site.words > 0 {
            self.set_wide(args.site.dst, bits, result.canonical(bits));
        }
        // A prototype may promise more than the function gives.
        for word in bits.div_ceil(64)..u32::from(args.site.words) {
            self.set(args.site.dst + word, Word::undefined(64));
        }
        self.touch_thread();
        self.advance();
        Ok(())
    }

    /// What a library function computes with it sees as a number: floats always, all else if it is said to.
    fn see_arguments(&mut self, args: &Args<'v>, computes: bool) {
        for arg in &args.site.args {
            let seen = computes || matches!(arg.class, ArgClass::Float(_));
            if let Some(first) = arg.first().filter(|_| seen) {
                self.spell_value(self.word(first).value);
            }
        }
    }

    fn call_defined(&mut self, function: FunctionId, call: &'v CallSite) -> Result<(), Halt> {
        let vm = self.vm;
        let callee = &vm.program.functions[function as usize];
        let mut frame = self.frame_for(callee.words, callee.code.start)?;
        let copies = self.pass_arguments(function, call, &mut frame)?;
        let variable = if callee.variadic { self.pack_variable(function, call)? } else { None };
        if call.tail {
            self.release_stack(0)?;
            self.end_function();
            self.pop_frame();
        }
        self.push_frame(frame);
        self.begin_function(function);
        for (slot, bytes, site, align) in copies {
            let address = self.allocate_stack(site, bytes.value.len() as u64, align)?;
            self.write_bytes(address, &bytes, Mode::Write)?;
            self.set(slot, Word::new(address));
        }
        if let Some(bytes) = variable {
            let site = vm.extra_site(ExtraSite::VariableArgs);
            let address = self.allocate_stack(site, bytes.value.len() as u64, 16)?;
            self.write_bytes(address, &bytes, Mode::Write)?;
            self.frame().variable_args = address;
        }
        self.note(|| Event::Called(function));
        Ok(())
    }

    /// Fills the parameters; what is passed by value in memory is copied afterwards, into objects
    /// of the new frame: slot, bytes, site, alignment.
    fn pass_arguments(
        &mut self,
        function: FunctionId,
        call: &CallSite,
        frame: &mut Frame,
    ) -> Result<Vec<(u32, Chunk, u32, u64)>, Halt> {
        let vm = self.vm;
        let mut copies = Vec::new();
        for (number, param) in vm.program.functions[function as usize].params.iter().enumerate() {
            let arg = call.args.get(number);
            for word in 0..u32::from(param.words) {
                let value = match arg {
                    Some(arg) if word < u32::from(arg.words) => self.word(arg.value.word(word)),
                    _ => Word::undefined(64),
                };
                frame.slots[(param.slot + word) as usize] = value;
            }
            if let Some(arg) = arg
                && let ArgClass::ByVal { size, align, site } = arg.class
            {
                let from = self.address(self.word(arg.value))?;
                let bytes = self.read_bytes(from, size, Mode::Read)?;
                copies.push((param.slot, bytes, site, align.into()));
            }
        }
        Ok(copies)
    }

    /// The arguments behind the named ones, as they lie on the stack of a real machine.
    fn pack_variable(
        &mut self,
        function: FunctionId,
        call: &CallSite,
    ) -> Result<Option<Chunk>, Halt> {
        let named = self.vm.program.functions[function as usize].params.len();
        let unit = usize::from(self.vm.program.pointer_bits) / 8;
        let mut area = Chunk::zero(0);
        for arg in call.args.iter().skip(named) {
            let bytes = match arg.class {
                ArgClass::ByVal { size, .. } => {
                    let from = self.address(self.word(arg.value))?;
                    self.read_bytes(from, size, Mode::Read)?
                }
                class => self.scalar_argument(arg.value, arg.words, class),
            };
            let align = match arg.class {
                ArgClass::Float(80..) if unit == 8 => 16,
                // Vectors; i386 passes no other integer of this width.
                ArgClass::Int(128) => 16,
                ArgClass::ByVal { align, .. } => (align as usize).max(unit),
                _ => unit,
            };
            pad(&mut area, align);
            area.value.extend_from_slice(&bytes.value);
            area.defined.extend_from_slice(&bytes.defined);
            pad(&mut area, unit);
        }
        Ok(Some(area))
    }

    fn scalar_argument(&mut self, value: Operand, words: u16, class: ArgClass) -> Chunk {
        let unit = usize::from(self.vm.program.pointer_bits) / 8;
        let bits = match class {
            ArgClass::Int(bits) | ArgClass::Float(bits) => usize::from(bits),
            _ => usize::from(words) * 64,
        };
        let size = bits.div_ceil(8).next_multiple_of(unit);
        let mut bytes = Chunk::zero(size);
        for word in 0..usize::from(words).min(size.div_ceil(8)) {
            let w = self.word(value.word(word as u32));
            let count = 8.min(size - word * 8);
            bytes.set_bits(word * 8, count, w.value.into(), w.defined.into());
        }
        bytes
    }

    /// Fills a `va_list`: registers all used up, everything on the stack.
    pub(super) fn start_variable_args(&mut self, list: Operand) -> Result<(), Halt> {
        let list = self.address(self.word(list))?;
        let area = self.frame().variable_args;
        let defined = u128::from(u64::MAX);
        if self.vm.program.pointer_bits == 32 {
            return self.write_bits(list, 4, (area.into(), defined), Mode::Write);
        }
        let offsets = 48u128 | 176 << 32;
        self.write_bits(list, 8, (offsets, defined), Mode::Write)?;
        self.write_bits(list + 8, 8, (area.into(), defined), Mode::Write)?;
        self.write_bits(list + 16, 8, (0, defined), Mode::Write)
    }

    pub(super) fn return_from(&mut self, src: Operand, words: u16) -> Result<(), Halt> {
        let values: Vec<Word> = (0..u32::from(words)).map(|i| self.word(src.word(i))).collect();
        self.release_stack(0)?;
        self.end_function();
        self.pop_frame();
        self.note(|| Event::Returned);
        self.deliver(&values);
        Ok(())
    }

    /// An atomic section may begin with a function.
    pub(super) fn begin_function(&mut self, function: FunctionId) {
        if self.vm.is_atomic(function) {
            self.thread().control.atomic += 1;
        }
    }

    /// The running function ends, and with it the atomic section that it is. The program may have
    /// ended it by hand already.
    pub(super) fn end_function(&mut self) {
        let pc = self.frame().pc;
        if !is_native(pc) && self.vm.is_atomic(self.vm.function_at(pc)) {
            let control = &mut self.thread().control;
            control.atomic = control.atomic.saturating_sub(1);
        }
    }

    /// Gives a result to the frame on top, which called.
    pub(super) fn deliver(&mut self, values: &[Word]) {
        let pc = self.frame().pc;
        if is_native(pc) {
            // What exit handlers and destructors return is nobody's business; what `main` returns
            // is the status.
            let main_runs = self.vm.program.constructors.len() as u64 + 1;
            let stage = self.frame().slots[0].value;
            if pc == EVALUATE
                || (pc == THREAD_BASE && stage == 0)
                || (pc == START && stage == main_runs)
            {
                let result = values.first().copied().unwrap_or(Word::undefined(64));
                self.frame().slots[1] = result;
            }
            return;
        }
        let site = match self.vm.program.code[pc as usize] {
            allways_program::Inst::Call { site, .. }
            | allways_program::Inst::CallIndirect { site, .. } => site,
            _ => unreachable!("a frame below the top stands at a call"),
        };
        let call = &self.vm.program.calls[site as usize];
        for word in 0..call.words {
            let value = values.get(word as usize).copied().unwrap_or(Word::undefined(64));
            self.set(call.dst + u32::from(word), value);
        }
        self.advance();
    }
}

fn pad(area: &mut Chunk, align: usize) {
    let size = area.value.len().next_multiple_of(align);
    area.value.resize(size, 0);
    area.defined.resize(size, 0xff);
}
