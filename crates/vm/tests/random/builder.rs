//! Puts lowered programs together.

use allways_program::code::{Binary, Compare, Rmw};
use allways_program::{
    Access, AllocSite, Arg, ArgClass, CallSite, Constant, Function, Global, Inst, Layout, Operand,
    Order, Part, Pc, Program, Slot,
};

/// Slots of every frame: the parameter, those that are used in turn, the counters of loops.
const WORDS: u32 = 28;
const COUNTERS: u32 = 4;
/// Distance of globals.
const STEP: u64 = 1 << 16;

/// A program that is being made.
pub struct Builder {
    pub program: Program,
    start: Pc,
    next: Slot,
    loops: u32,
}

impl Builder {
    pub fn new() -> Builder {
        let mut program = Program { pointer_bits: 64, ..Program::default() };
        program.layouts.push(Layout {
            size: 8,
            words: 1,
            parts: vec![Part { bit: 0, bits: 64, word: 0 }],
        });
        for order in [None, Some(Order::SeqCst)] {
            program.accesses.push(Access {
                size: 8,
                align: 8,
                layout: 0,
                scalar: 64,
                order,
                failure: order,
                volatile: false,
            });
        }
        program.debug.locations.push(Default::default());
        Builder { program, start: 0, next: 0, loops: 0 }
    }

    /// A zeroed global; its address.
    pub fn global(&mut self, name: &str, size: u64) -> u64 {
        let space = allways_program::address::AddressSpace::new(64, 1);
        let address = space.first_global() + STEP * self.program.globals.len() as u64;
        self.program.globals.push(Global {
            name: name.to_string(),
            address,
            size,
            align: 16,
            constant: false,
            thread_local: None,
            init: Default::default(),
            variable: None,
            external: false,
        });
        address
    }

    /// A constant text; its address.
    pub fn text(&mut self, text: &str) -> u64 {
        let address = self.global(text, text.len() as u64 + 1);
        let global = self.program.globals.last_mut().expect("it was just made");
        global.constant = true;
        global.init.value = text.as_bytes().to_vec();
        address
    }

    /// A function; its code follows until [`Builder::end`].
    pub fn function(&mut self, name: &str, external: bool) -> u32 {
        let start = self.program.code.len() as Pc;
        self.program.functions.push(Function {
            name: name.to_string(),
            display: name.to_string(),
            code: start..start,
            words: if external { 0 } else { WORDS },
            params: Vec::new(),
            variadic: false,
            returns: 1,
            weak: false,
        });
        self.program.functions.len() as u32 - 1
    }

    pub fn begin(&mut self, function: u32, parameter: bool) {
        self.start = self.program.code.len() as Pc;
        (self.next, self.loops) = (0, 0);
        let class = ArgClass::Int(64);
        let param = parameter.then_some(allways_program::Param { slot: 0, words: 1, class });
        self.program.functions[function as usize].params = param.into_iter().collect();
    }

    /// The parameter of the function.
    pub fn parameter(&self) -> Operand {
        Operand::slot(0)
    }

    pub fn end(&mut self, function: u32) {
        let src = self.constant(0);
        self.end_with(function, src);
    }

    pub fn end_with(&mut self, function: u32, src: Operand) {
        self.push(Inst::Return { src, words: 1 });
        let end = self.program.code.len() as Pc;
        self.program.functions[function as usize].code = self.start..end;
    }

    pub fn push(&mut self, inst: Inst) -> Pc {
        self.program.code.push(inst);
        self.program.debug.at.push(0);
        self.program.code.len() as Pc - 1
    }

    /// A slot of the frame; they are used in turn.
    pub fn slot(&mut self) -> Slot {
        let slot = 1 + self.next % (WORDS - COUNTERS - 1);
        self.next += 1;
        slot
    }

    pub fn constant(&mut self, value: u64) -> Operand {
        self.program.constants.push(Constant { value, defined: !0 });
        Operand::constant(self.program.constants.len() as u32 - 1)
    }

    pub fn load(&mut self, ptr: Operand, atomic: bool) -> Operand {
        let dst = self.slot();
        self.push(Inst::Load { dst, ptr, access: u32::from(atomic) });
        Operand::slot(dst)
    }

    pub fn store(&mut self, ptr: Operand, src: Operand, atomic: bool) {
        self.push(Inst::Store { src, ptr, access: u32::from(atomic) });
    }

    pub fn add(&mut self, ptr: Operand, value: u64) {
        let (dst, value) = (self.slot(), self.constant(value));
        self.push(Inst::Rmw { op: Rmw::Add, dst, ptr, value, access: 1 });
    }

    pub fn plus(&mut self, a: Operand, value: u64) -> Operand {
        let (dst, b) = (self.slot(), self.constant(value));
        self.push(Inst::Binary { op: Binary::Add, bits: 64, nsw: false, dst, a, b });
        Operand::slot(dst)
    }

    pub fn compare(&mut self, op: Compare, a: Operand, value: u64) -> Operand {
        let (dst, b) = (self.slot(), self.constant(value));
        self.push(Inst::Compare { op, bits: 64, dst, a, b });
        Operand::slot(dst)
    }

    /// A branch over what `body` makes, taken when the condition is false.
    pub fn when(&mut self, cond: Operand, body: impl FnOnce(&mut Builder)) {
        let at = self.push(Inst::Unreachable);
        body(self);
        let end = self.program.code.len() as Pc;
        self.push(Inst::Jump { to: end + 1 });
        self.program.code[at as usize] = Inst::Branch { cond, yes: at + 1, no: end + 1 };
    }

    /// What `body` makes, twice.
    pub fn twice(&mut self, body: impl FnOnce(&mut Builder)) {
        let dst = WORDS - COUNTERS + self.loops % COUNTERS;
        self.loops += 1;
        let (zero, one, two) = (self.constant(0), self.constant(1), self.constant(2));
        let counter = Operand::slot(dst);
        let step = |a, b| Inst::Binary { op: Binary::Add, bits: 64, nsw: false, dst, a, b };
        self.push(step(zero, zero));
        let top = self.program.code.len() as Pc;
        self.push(Inst::Jump { to: top + 1 });
        body(self);
        self.push(step(counter, one));
        let more = self.slot();
        self.push(Inst::Compare { op: Compare::ULt, bits: 64, dst: more, a: counter, b: two });
        let at = self.program.code.len() as Pc;
        self.push(Inst::Branch { cond: Operand::slot(more), yes: top + 1, no: at + 1 });
    }

    /// What `body` makes, again as long as its result is true.
    pub fn again_while(&mut self, body: impl FnOnce(&mut Builder) -> Operand) {
        let top = self.program.code.len() as Pc;
        self.push(Inst::Jump { to: top + 1 });
        let cond = body(self);
        let at = self.program.code.len() as Pc;
        self.push(Inst::Branch { cond, yes: top + 1, no: at + 1 });
    }

    /// A stack object of 8 bytes; its address.
    pub fn local(&mut self) -> Operand {
        let (dst, count) = (self.slot(), self.constant(1));
        let pc = self.program.code.len() as u32;
        let site = self.program.sites.len() as u32;
        self.program.sites.push(AllocSite { size: 8, align: 8, pc, variable: None });
        self.push(Inst::StackAlloc { dst, site, count, bits: 64 });
        Operand::slot(dst)
    }

    pub fn call(&mut self, function: u32, args: &[Operand]) -> Operand {
        let dst = self.slot();
        let pc = self.program.code.len() as u32;
        let site = self.program.sites.len() as u32;
        self.program.sites.push(AllocSite { size: 0, align: 16, pc, variable: None });
        let arg = |&value: &Operand| Arg { value, words: 1, class: ArgClass::Int(64) };
        self.program.calls.push(CallSite {
            dst,
            words: 1,
            bits: 64,
            args: args.iter().map(arg).collect(),
            unwind: None,
            site,
            tail: false,
        });
        let site = self.program.calls.len() as u32 - 1;
        self.push(Inst::Call { function, site });
        Operand::slot(dst)
    }

    pub fn finish(mut self) -> Program {
        self.program.fill_liveness();
        self.program.check().expect("the program holds together");
        self.program
    }
}
