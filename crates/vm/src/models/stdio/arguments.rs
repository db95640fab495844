//! The arguments behind a format: those of a call, or those in a `va_list`.

use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine};
use crate::value::word::wide_mask;

/// What a conversion takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Take {
    /// An integer of that many bits.
    Integer(u32),
    /// A `double`.
    Double,
    /// A `long double`.
    Extended,
}

impl Take {
    fn bits(self) -> u32 {
        match self {
            Take::Integer(bits) => bits,
            Take::Double => 64,
            Take::Extended => 80,
        }
    }
}

/// The arguments, in order.
pub enum Varargs<'a> {
    /// Of a call.
    Call {
        /// The call.
        args: Args<'a>,
        /// The next one.
        next: usize,
    },
    /// In memory.
    List(List),
}

/// A `va_list` of x86-64; on 32-bit targets there is only the stack.
#[derive(Copy, Clone, Debug)]
pub struct List {
    general: u64,
    floating: u64,
    stack: u64,
    saved: u64,
}

/// Bytes of the general registers, and of those and the floating-point ones, where they are saved.
const GENERAL_END: u64 = 48;
const FLOATING_END: u64 = 176;

impl<'a> Varargs<'a> {
    /// The arguments of a call from the `first` on.
    pub fn of_call(args: &Args<'a>, first: usize) -> Varargs<'a> {
        Varargs::Call { args: *args, next: first }
    }

    /// The arguments in the `va_list` that argument `number` is.
    pub fn of_list(
        machine: &mut Machine<'_>,
        args: &Args<'a>,
        number: usize,
    ) -> Result<Varargs<'a>, Halt> {
        let address = args.get(machine, number)?;
        if machine.vm.program.pointer_bits == 32 {
            // The list is the pointer itself.
            let used_up =
                List { general: GENERAL_END, floating: FLOATING_END, stack: address, saved: 0 };
            return Ok(Varargs::List(used_up));
        }
        Ok(Varargs::List(List {
            general: machine.read_number(address, 4)?,
            floating: machine.read_number(address + 4, 4)?,
            stack: machine.read_number(address + 8, 8)?,
            saved: machine.read_number(address + 16, 8)?,
        }))
    }

    /// The next argument, which must be defined.
    pub fn next(&mut self, machine: &mut Machine<'_>, take: Take) -> Result<u128, Halt> {
        match self {
            Varargs::Call { args, next } => {
                let number = *next;
                *next += 1;
                let wide = args.wide(machine, number, take.bits());
                let all = wide_mask(take.bits());
                if wide.defined & all != all {
                    return Err(FaultKind::UndefinedArgument { number: number as u32 + 1 }.into());
                }
                Ok(wide.value & all)
            }
            Varargs::List(list) => list.next(machine, take),
        }
    }

    /// The next argument as a pointer.
    pub fn pointer(&mut self, machine: &mut Machine<'_>) -> Result<u64, Halt> {
        let bits = u32::from(machine.vm.program.pointer_bits);
        Ok(self.next(machine, Take::Integer(bits))? as u64)
    }
}

impl List {
    fn next(&mut self, machine: &mut Machine<'_>, take: Take) -> Result<u128, Halt> {
        let address = self.place(machine.vm.pointer_bytes(), take);
        if take == Take::Extended {
            let low = machine.read_number(address, 8)?;
            let high = machine.read_number(address + 8, 2)?;
            return Ok(u128::from(low) | u128::from(high) << 64);
        }
        Ok(machine.read_number(address, u64::from(take.bits()) / 8)?.into())
    }

    /// Where the next argument lies, and moves on.
    fn place(&mut self, unit: u64, take: Take) -> u64 {
        match take {
            Take::Integer(_) if self.general < GENERAL_END => {
                self.general += 8;
                return self.saved + self.general - 8;
            }
            Take::Double if self.floating < FLOATING_END => {
                self.floating += 16;
                return self.saved + self.floating - 16;
            }
            Take::Extended if unit == 8 => self.stack = self.stack.next_multiple_of(16),
            _ => {}
        }
        let size = u64::from(take.bits()).div_ceil(8);
        // A `long double` takes 16 bytes with 64-bit pointers and 12 with 32-bit ones.
        let size =
            if take == Take::Extended && unit == 8 { 16 } else { size.next_multiple_of(unit) };
        let address = self.stack;
        self.stack += size;
        address
    }
}
