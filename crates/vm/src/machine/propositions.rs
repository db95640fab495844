//! Propositions of the formula that is checked: evaluated when something they read has changed.

use super::{Machine, Mode};
use crate::fault::{FaultKind, Gap, Halt};
use crate::state::{Binding, Given, Scope, Source};
use crate::value::float;
use crate::value::word::{Wide, Word, mask, signed};
use allways_program::code::{FloatConvert, FloatKind, OutOfRange};
use allways_program::expression::{Bits, EvaluateErrorKind, Memory};
use allways_program::{ArgClass, FunctionId, GlobalId};

/// Kinds of variables, as `allways.h` numbers them.
const SIGNED: u8 = 1;
const UNSIGNED: u8 = 2;
const FLOATING: u8 = 3;
const POINTER: u8 = 4;

impl Machine<'_> {
    /// Binds the expressions of the formula, at the beginning.
    pub(crate) fn bind_expressions(&mut self) -> Result<(), Halt> {
        let vm = self.vm;
        for (bit, proposition) in vm.propositions.iter().enumerate() {
            if proposition.expression.is_some() {
                let source = Source::Expression(bit as u32);
                self.process.propositions.bind(Binding::new(bit as u8, source, None));
            }
        }
        for (number, &function) in vm.invariants.iter().enumerate() {
            let bit = vm.invariant_bit(number);
            let source = Source::Function(function, Vec::new());
            self.process.propositions.bind(Binding::new(bit, source, None));
        }
        self.renew_propositions()
    }

    /// Whether an expression of the formula holds, as 0 or 1.
    fn expression(&mut self, bit: u32) -> Result<Word, Halt> {
        let vm = self.vm;
        let Some(expression) = &vm.propositions[bit as usize].expression else {
            return Ok(Word::ZERO);
        };
        let truth = expression.evaluate(self).map_err(|error| why(error.kind))?.truth();
        // What it makes of an address is not known.
        for touch in self.noted.touches.clone() {
            self.look_at_bytes(touch.address, touch.size);
        }
        let bit = Word::new(u64::from(truth.holds));
        Ok(if truth.undefined { Word::undefined(1) } else { bit })
    }

    /// The first invariant that does not hold is a fault.
    fn check_invariants(&self) -> Result<(), Halt> {
        let letter = self.process.propositions.letter;
        let broken = |&number: &usize| letter & 1 << self.vm.invariant_bit(number) == 0;
        match (0..self.vm.invariants.len()).find(broken) {
            Some(number) => {
                Err(FaultKind::Invariant { number: number as u32, faults: false }.into())
            }
            None => Ok(()),
        }
    }

    /// Brings the letter up to date after the first operation of a step.
    pub(crate) fn renew_propositions(&mut self) -> Result<(), Halt> {
        if self.vm.propositions.is_empty() && self.vm.invariants.is_empty() {
            return Ok(());
        }
        for at in 0..self.process.propositions.bindings.len() {
            let binding = &self.process.propositions.bindings[at];
            let mut written = self.noted.touches.iter().filter(|t| t.write);
            if binding.stale || written.any(|t| binding.read(t.address, t.size)) {
                let bit = usize::from(self.process.propositions.bindings[at].bit);
                self.renew(at).map_err(|halt| match (halt, self.vm.invariant_at(bit)) {
                    (Halt::Fault(_), Some(number)) => {
                        FaultKind::Invariant { number, faults: true }.into()
                    }
                    (Halt::Fault(_), None) => FaultKind::Proposition { number: bit as u32 }.into(),
                    _ => halt,
                })?;
            }
        }
        let all = &mut self.process.propositions;
        let held = all.bindings.iter().filter(|b| b.value);
        all.letter = held.fold(all.set, |letter, b| letter | 1 << b.bit);
        all.bindings.sort();
        self.check_invariants()
    }

    fn renew(&mut self, at: usize) -> Result<(), Halt> {
        let evaluated = match self.process.propositions.bindings[at].source.clone() {
            Source::Function(function, given) => {
                self.evaluate(function, |machine| machine.given_arguments(function, &given))?
            }
            Source::Expression(bit) => self.apart(|machine| machine.expression(bit))?,
        };
        self.check_evaluation(&evaluated.reads);
        let value = evaluated.value.get().ok_or(FaultKind::UndefinedBranch)?;
        let binding = &mut self.process.propositions.bindings[at];
        (binding.value, binding.stale) = (value != 0, false);
        binding.reads = evaluated.reads;
        Ok(())
    }

    /// The fault that a proposition commits in the present state.
    pub(crate) fn fault_of_proposition(&mut self, number: u32) -> Option<FaultKind> {
        let bindings = 0..self.process.propositions.bindings.len();
        let mine = |at: &usize| u32::from(self.process.propositions.bindings[*at].bit) == number;
        let mine: Vec<usize> = bindings.filter(mine).collect();
        mine.into_iter().find_map(|at| match self.renew(at) {
            Err(Halt::Fault(kind)) => Some(kind),
            _ => None,
        })
    }

    /// The proposition of the formula that the constant text at an address names.
    pub(crate) fn proposition_named(&mut self, address: u64) -> Result<Option<u8>, Halt> {
        if let Some(&known) = self.propositions_at.get(&address) {
            return Ok(known);
        }
        let name = self.quiet_text(address)?;
        let bit = self.vm.propositions.iter().position(|p| p.name == name).map(|bit| bit as u8);
        self.propositions_at.insert(address, bit);
        Ok(bit)
    }

    /// Whether the running function has a scope with a proposition.
    pub(crate) fn has_scope(&mut self) -> bool {
        let (me, depth) = (self.thread_id(), self.depth());
        let ends = |scope: Scope| scope.thread == me && scope.depth == depth;
        self.process.propositions.bindings.iter().any(|b| b.scope.is_some_and(ends))
    }

    /// Ends the scopes of frames of the running thread that are gone.
    pub(crate) fn end_scopes(&mut self) {
        let me = self.thread_id();
        let mine = |b: &Binding| b.scope.is_some_and(|scope| scope.thread == me);
        if !self.process.propositions.bindings.iter().any(mine) {
            return;
        }
        let depth = self.depth();
        self.process.propositions.end(|scope| scope.thread == me && scope.depth > depth);
    }

    /// What variables are, as the function wants them.
    fn given_arguments(
        &mut self,
        function: FunctionId,
        given: &[Given],
    ) -> Result<Vec<Word>, Halt> {
        let vm = self.vm;
        let params = &vm.program.functions[function as usize].params;
        let mut words = Vec::new();
        for (number, &given) in given.iter().enumerate() {
            let class = params.get(number).map_or(ArgClass::Int(64), |p| p.class);
            words.push(self.given(given, class)?);
        }
        Ok(words)
    }

    fn given(&mut self, given: Given, class: ArgClass) -> Result<Word, Halt> {
        let bits = given.size * 8;
        let ArgClass::Int(width) = class else { return self.given_float(given, class) };
        let width = u32::from(width);
        match given.kind {
            SIGNED | UNSIGNED if bits <= 64 => {
                let word = self.variable(given)?.low();
                let extend = |n: u64| if given.kind == SIGNED { signed(n, bits) as u64 } else { n };
                let defined = signed(word.defined & mask(bits), bits) as u64;
                Ok(fit(Word { value: extend(word.value), defined }, width))
            }
            FLOATING => {
                let op = FloatConvert::ToSigned {
                    from: float_kind(bits)?,
                    bits: width.max(32) as u8,
                    beyond: OutOfRange::Undefined,
                };
                let wide = self.variable(given)?;
                Ok(fit(float::convert(op, wide)?.low(), width))
            }
            POINTER => Ok(self.variable(given)?.low()),
            _ => Ok(Word::new(given.address)),
        }
    }

    fn given_float(&mut self, given: Given, class: ArgClass) -> Result<Word, Halt> {
        let ArgClass::Float(to @ (32 | 64)) = class else {
            return Err(Halt::Unsupported(Gap::ARGUMENT));
        };
        let (to, bits) = (float_kind(to.into())?, given.size * 8);
        let wide = self.variable(given)?;
        let op = match given.kind {
            FLOATING => FloatConvert::Resize { from: float_kind(bits)?, to },
            SIGNED => FloatConvert::FromSigned { bits: bits as u8, to },
            _ => FloatConvert::FromUnsigned { bits: bits as u8, to },
        };
        Ok(float::convert(op, wide)?.low())
    }

    fn variable(&mut self, given: Given) -> Result<Wide, Halt> {
        let size = u64::from(given.size).min(16);
        let (value, defined) = self.read_bits(given.address, size, Mode::Read)?;
        Ok(Wide { value, defined: defined | !crate::value::word::wide_mask(size as u32 * 8) })
    }
}

impl Memory for Machine<'_> {
    type Error = Halt;

    fn read(&mut self, address: u64, size: u32) -> Result<Bits, Halt> {
        let (value, defined) = self.read_bits(address, size.into(), Mode::Read)?;
        Ok(Bits { value, defined })
    }

    fn global(&self, id: GlobalId) -> u64 {
        self.vm.program.globals[id as usize].address
    }
}

/// What an expression without a value is as a fault.
fn why(kind: EvaluateErrorKind<Halt>) -> Halt {
    match kind {
        EvaluateErrorKind::Memory(halt) => halt,
        EvaluateErrorKind::UninitialisedAddress => FaultKind::UndefinedAddress.into(),
        EvaluateErrorKind::DivisionByZero => FaultKind::DivisionByZero.into(),
        EvaluateErrorKind::Shift { by, bits } => {
            FaultKind::Shift { count: by as u64, bits: bits.into() }.into()
        }
        EvaluateErrorKind::Overflow => FaultKind::SignedOverflow.into(),
        EvaluateErrorKind::Index { .. } | EvaluateErrorKind::Conversion => {
            Halt::Unsupported(Gap::NO_VALUE)
        }
    }
}

fn float_kind(bits: u32) -> Result<FloatKind, Halt> {
    match bits {
        32 => Ok(FloatKind::Single),
        64 => Ok(FloatKind::Double),
        80 | 96 | 128 => Ok(FloatKind::X87),
        _ => Err(Halt::Unsupported(Gap::ARGUMENT)),
    }
}

/// A number converted to an integer of `width` bits, or to a truth value.
fn fit(word: Word, width: u32) -> Word {
    if width == 1 && word.is_defined() {
        return Word::new(u64::from(word.value != 0));
    }
    Word { value: word.value & mask(width), defined: word.defined | !mask(width) }
}
