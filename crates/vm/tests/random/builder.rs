//! Puts lowered programs together.

use allways_program::code::{Binary, Compare, Rmw};
use allways_program::{
    Access, AllocSite, Arg, ArgClass, CallSite, Constant, Function, Global, Inst, Layout, Operand,
    Order, Part, Pc, Program, Slot,
};

/// Slots of every frame: the parameter, those that are used in turn, the counters of loops.
const WORDS: u32 = 64;
const COUNTERS: u32 = 4;
/// Distance of globals.
const STEP: u64 = 1 << 16;

/// A program that is being made.
pub struct Builder {
    pub program: Program,
    /// Bits of a word: a pointer fits.
    bits: u8,
    start: Pc,
    next: Slot,
    loops: u32,
}

/// A loop in the making.
pub struct Repeat {
    pub counter: Slot,
    top: Pc,
}

impl Builder {
    /// Words and pointers of 64 bits.
    pub fn new() -> Builder {
        Builder::with_words(64)
    }

    /// Words and pointers of 32 or 64 bits.
    pub fn with_words(bits: u8) -> Builder {
        let program = Program { pointer_bits: bits, ..Program::default() };
        let mut builder = Builder { program, bits, start: 0, next: 0, loops: 0 };
        builder.program.debug.locations.push(Default::default());
        for order in [None, Some(Order::SeqCst)] {
            builder.access(bits, u32::from(bits) / 8, order);
        }
        builder
    }

    /// Bytes of a word.
    pub fn word(&self) -> u64 {
        u64::from(self.bits) / 8
    }

    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// A way to touch memory: so many bits, so well aligned.
    fn access(&mut self, bits: u8, align: u32, order: Option<Order>) -> u32 {
        let size = u32::from(bits) / 8;
        let access = |layout| Access {
            size,
            align,
            layout,
            scalar: bits,
            order,
            failure: order,
            volatile: false,
            repeats: false,
        };
        let layouts = &mut self.program.layouts;
        let known = layouts.iter().position(|layout| layout.size == size);
        let layout = known.unwrap_or_else(|| {
            let parts = vec![Part { bit: 0, bits: bits.into(), word: 0 }];
            layouts.push(Layout { size, words: 1, parts });
            layouts.len() - 1
        });
        let accesses = &mut self.program.accesses;
        let wanted = access(layout as u32);
        let known = accesses.iter().position(|one| *one == wanted);
        known.unwrap_or_else(|| {
            accesses.push(wanted);
            accesses.len() - 1
        }) as u32
    }

    /// Reads so many bits from any address.
    pub fn load_bits(&mut self, ptr: Operand, bits: u8, atomic: bool) -> Operand {
        let access = self.narrow(bits, atomic);
        let dst = self.slot();
        self.push(Inst::Load { dst, ptr, access });
        Operand::slot(dst)
    }

    /// Writes so many bits to any address.
    pub fn store_bits(&mut self, ptr: Operand, src: Operand, bits: u8, atomic: bool) {
        let access = self.narrow(bits, atomic);
        self.push(Inst::Store { src, ptr, access });
    }

    /// Atomic accesses are aligned, others promise nothing.
    fn narrow(&mut self, bits: u8, atomic: bool) -> u32 {
        match atomic {
            true => self.access(bits, u32::from(bits) / 8, Some(Order::SeqCst)),
            false => self.access(bits, 1, None),
        }
    }

    /// A zeroed global; its address.
    pub fn global(&mut self, name: &str, size: u64) -> u64 {
        let space = allways_program::address::AddressSpace::new(self.bits, 1);
        let address = space.first_global() + STEP * self.program.globals.len() as u64;
        self.program.globals.push(global(name, address, size));
        address
    }

    /// A variable of which every thread has its own; its number. They stand before all others.
    pub fn thread_local(&mut self, name: &str, size: u64) -> u32 {
        let site = self.site(size);
        let globals = &mut self.program.globals;
        let number = globals.iter().filter(|global| global.thread_local.is_some()).count();
        globals.insert(number, Global { thread_local: Some(site), ..global(name, 0, size) });
        number as u32
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
            nounwind: false,
            allocates: false,
        });
        self.program.functions.len() as u32 - 1
    }

    pub fn begin(&mut self, function: u32, parameter: bool) {
        self.start = self.program.code.len() as Pc;
        (self.next, self.loops) = (0, 0);
        let class = ArgClass::Int(self.bits.into());
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
        let value = value & (!0 >> (64 - self.bits));
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
        let b = self.constant(value);
        self.binary(Binary::Add, a, b)
    }

    pub fn binary(&mut self, op: Binary, a: Operand, b: Operand) -> Operand {
        let (dst, bits) = (self.slot(), self.bits);
        self.push(Inst::Binary { op, bits, nsw: false, dst, a, b });
        Operand::slot(dst)
    }

    pub fn compare(&mut self, op: Compare, a: Operand, value: u64) -> Operand {
        let b = self.constant(value);
        self.compare_both(op, a, b)
    }

    pub fn compare_both(&mut self, op: Compare, a: Operand, b: Operand) -> Operand {
        let (dst, bits) = (self.slot(), self.bits);
        self.push(Inst::Compare { op, bits, dst, a, b });
        Operand::slot(dst)
    }

    /// A branch over what `body` makes, taken when the condition is false.
    pub fn when(&mut self, cond: Operand, body: impl FnOnce(&mut Builder)) {
        let branch = self.branch();
        body(self);
        self.join(branch, cond);
    }

    /// Begins what is left out when a condition is false; [`Builder::join`] ends it.
    pub fn branch(&mut self) -> Pc {
        self.push(Inst::Unreachable)
    }

    pub fn join(&mut self, branch: Pc, cond: Operand) {
        let end = self.program.code.len() as Pc;
        self.push(Inst::Jump { to: end + 1 });
        let inst = Inst::Branch { cond, yes: branch + 1, no: end + 1 };
        self.program.code[branch as usize] = inst;
    }

    /// Begins what is done twice; [`Builder::again`] ends it.
    pub fn repeat(&mut self) -> Repeat {
        let dst = WORDS - COUNTERS + self.loops % COUNTERS;
        self.loops += 1;
        let (zero, bits) = (self.constant(0), self.bits);
        self.push(Inst::Binary { op: Binary::Add, bits, nsw: false, dst, a: zero, b: zero });
        let top = self.program.code.len() as Pc + 1;
        self.push(Inst::Jump { to: top });
        Repeat { counter: dst, top }
    }

    pub fn again(&mut self, repeat: Repeat) {
        let (one, two, bits) = (self.constant(1), self.constant(2), self.bits);
        let (dst, a) = (repeat.counter, Operand::slot(repeat.counter));
        self.push(Inst::Binary { op: Binary::Add, bits, nsw: false, dst, a, b: one });
        let more = self.slot();
        self.push(Inst::Compare { op: Compare::ULt, bits, dst: more, a, b: two });
        let at = self.program.code.len() as Pc;
        self.push(Inst::Branch { cond: Operand::slot(more), yes: repeat.top, no: at + 1 });
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
        self.stack_object(8)
    }

    /// A stack object; its address.
    pub fn stack_object(&mut self, size: u64) -> Operand {
        let (dst, count, bits) = (self.slot(), self.constant(1), self.bits);
        let site = self.site(size);
        self.push(Inst::StackAlloc { dst, site, count, bits });
        Operand::slot(dst)
    }

    fn site(&mut self, size: u64) -> u32 {
        let (pc, align) = (self.program.code.len() as u32, if size == 0 { 16 } else { 8 });
        self.program.sites.push(AllocSite { size, align, pc, variable: None });
        self.program.sites.len() as u32 - 1
    }

    pub fn call(&mut self, function: u32, args: &[Operand]) -> Operand {
        let class = ArgClass::Int(self.bits.into());
        let args = args.iter().map(|&value| Arg { value, words: 1, class }).collect();
        self.call_with(function, args)
    }

    /// A call with a copy of the object of that size at an address.
    pub fn call_by_value(&mut self, function: u32, object: Operand, size: u64) -> Operand {
        let class = ArgClass::ByVal { size, align: 8, site: self.site(size) };
        self.call_with(function, vec![Arg { value: object, words: 1, class }])
    }

    fn call_with(&mut self, function: u32, args: Vec<Arg>) -> Operand {
        let (dst, bits, site) = (self.slot(), self.bits.into(), self.site(0));
        self.program.calls.push(CallSite {
            dst,
            words: 1,
            bits,
            args,
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

fn global(name: &str, address: u64, size: u64) -> Global {
    Global {
        name: name.to_string(),
        address,
        size,
        align: 16,
        constant: false,
        thread_local: None,
        init: Default::default(),
        variable: None,
        external: false,
    }
}
