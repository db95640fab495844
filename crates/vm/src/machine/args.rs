//! Arguments of library functions, as what they are.

use super::Machine;
use crate::fault::{FaultKind, Halt};
use crate::state::is_native;
use crate::value::float;
use crate::value::word::{Wide, Word, mask};
use allways_program::{Arg, CallSite, FunctionId, Inst, Pc};

/// The arguments of a call of a library function.
#[derive(Copy, Clone)]
pub struct Args<'v> {
    /// The function.
    pub function: FunctionId,
    /// The call.
    pub site: &'v CallSite,
}

/// Functions that hand on what others allocated are looked through up to this depth.
const LEVELS: usize = 16;

impl Machine<'_> {
    /// The site at which a library function allocates: where its caller was called, if that hands on what
    /// it gets, and so on. Who calls `new`, or a function around `malloc`, names the object.
    pub(crate) fn allocation_site(&mut self, args: &Args<'_>) -> u32 {
        let vm = self.vm;
        let mut site = args.site.site;
        for pair in self.innermost_positions(LEVELS + 1).windows(2) {
            let hands_on = !is_native(pair[0])
                && vm.program.functions[vm.function_at(pair[0]) as usize].allocates;
            if !hands_on || is_native(pair[1]) {
                break;
            }
            match vm.program.code[pair[1] as usize] {
                Inst::Call { site: call, .. } | Inst::CallIndirect { site: call, .. } => {
                    let outer = vm.program.calls[call as usize].site;
                    if outer as usize >= vm.program.sites.len() {
                        break;
                    }
                    site = outer;
                }
                _ => break,
            }
        }
        site
    }

    /// The first argument of the call at which the running thread stands.
    pub(crate) fn first_argument(&self, pc: Pc) -> Option<u64> {
        let program = &self.vm.program;
        match *program.code.get(pc as usize)? {
            Inst::Call { site, .. } | Inst::CallIndirect { site, .. } => {
                self.word(program.calls[site as usize].args.first()?.first()?).get()
            }
            _ => None,
        }
    }
}

impl Args<'_> {
    /// Number of arguments.
    pub fn len(&self) -> usize {
        self.site.args.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first word of an argument; undefined when it is missing.
    pub fn word(&self, machine: &Machine<'_>, number: usize) -> Word {
        let first = self.site.args.get(number).and_then(Arg::first);
        first.map_or(Word::undefined(64), |first| machine.word(first))
    }

    /// An argument that must be defined.
    pub fn get(&self, machine: &Machine<'_>, number: usize) -> Result<u64, Halt> {
        let fault = FaultKind::UndefinedArgument { number: number as u32 + 1 };
        self.word(machine, number).get().ok_or(Halt::Fault(fault))
    }

    /// An argument that is a size.
    pub fn size(&self, machine: &Machine<'_>, number: usize) -> Result<u64, Halt> {
        self.word(machine, number).get().ok_or(Halt::Fault(FaultKind::UndefinedSize))
    }

    /// An argument of `bits` bits, more than one word if need be.
    pub fn wide(&self, machine: &Machine<'_>, number: usize, bits: u32) -> Wide {
        let Some(arg) = self.site.args.get(number) else { return Wide::undefined(bits) };
        let high = if arg.words > 1 { machine.word(arg.value.word(1)) } else { Word::ZERO };
        Wide::from_words(self.word(machine, number), high)
    }

    /// The lowest `bits` bits of an argument, which must be defined.
    pub fn low(&self, machine: &Machine<'_>, number: usize, bits: u32) -> Result<u64, Halt> {
        let word = self.word(machine, number);
        let word = Word { value: word.value & mask(bits), defined: word.defined | !mask(bits) };
        word.get().ok_or_else(|| undefined(number))
    }

    /// An `int`.
    pub fn int(&self, machine: &Machine<'_>, number: usize) -> Result<i32, Halt> {
        Ok(self.low(machine, number, 32)? as i32)
    }

    /// A `long` of the target.
    pub fn long(&self, machine: &Machine<'_>, number: usize) -> Result<i64, Halt> {
        let bits = u32::from(machine.vm.program.pointer_bits);
        Ok(crate::value::word::signed(self.low(machine, number, bits)?, bits))
    }

    /// A `double`.
    pub fn double(&self, machine: &Machine<'_>, number: usize) -> Result<f64, Halt> {
        Ok(f64::from_bits(self.get(machine, number)?))
    }

    /// A `float`.
    pub fn single(&self, machine: &Machine<'_>, number: usize) -> Result<f32, Halt> {
        Ok(float::single(Wide::new(self.get(machine, number)?.into())))
    }

    /// The bits of a `long double`.
    pub fn extended(&self, machine: &Machine<'_>, number: usize) -> Result<u128, Halt> {
        let wide = self.wide(machine, number, 80);
        if wide.is_defined() { Ok(wide.value) } else { Err(undefined(number)) }
    }
}

fn undefined(number: usize) -> Halt {
    FaultKind::UndefinedArgument { number: number as u32 + 1 }.into()
}
