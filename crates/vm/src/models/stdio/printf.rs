//! `printf`'s formats with their arguments.

use super::arguments::{Take, Varargs};
use crate::effects::Merges;
use crate::fault::{Gap, Halt};
use crate::library::text::{Amount, Field, Length, Piece, Spec, Value, convert, pieces};
use crate::machine::Machine;
use crate::models::string::error_text;
use crate::value::word::{mask, signed};

/// Longest field that is written; more is a slip or an attack.
const WIDEST: u32 = 1 << 20;

/// Which arguments a conversion takes, by number.
#[derive(Default)]
struct Uses {
    width: Option<usize>,
    precision: Option<usize>,
    value: Option<usize>,
}

/// The kinds of all arguments, in order. One that no conversion names is an `int`.
#[derive(Default)]
struct Plan {
    takes: Vec<Take>,
    /// The next number, where the format gives none.
    next: usize,
}

impl Plan {
    fn add(&mut self, number: Option<u32>, take: Take) -> Result<usize, Halt> {
        let index = match number {
            Some(number) => number as usize - 1,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        if index >= MOST_ARGUMENTS {
            return Err(Halt::Unsupported(Gap::CONVERSION));
        }
        if self.takes.len() <= index {
            self.takes.resize(index + 1, Take::Integer(32));
        }
        self.takes[index] = take;
        Ok(index)
    }

    fn add_amount(&mut self, amount: Amount) -> Result<Option<usize>, Halt> {
        match amount {
            Amount::Next => self.add(None, Take::Integer(32)).map(Some),
            Amount::Argument(number) => self.add(Some(number), Take::Integer(32)).map(Some),
            Amount::Default | Amount::Fixed(_) => Ok(None),
        }
    }

    fn uses(&mut self, spec: &Spec, pointer_bits: u32) -> Result<Uses, Halt> {
        let width = self.add_amount(spec.width)?;
        let precision = self.add_amount(spec.precision)?;
        let take = match spec.letter {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' => {
                Some(Take::Integer(spec.length.bits(pointer_bits).max(32)))
            }
            b'c' | b'C' => Some(Take::Integer(32)),
            b's' | b'S' | b'p' | b'n' => Some(Take::Integer(pointer_bits)),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let long = spec.length == Length::LongDouble;
                Some(if long { Take::Extended } else { Take::Double })
            }
            b'm' | b'%' => None,
            _ => return Err(Halt::Unsupported(Gap::CONVERSION)),
        };
        let value = take.map(|t| self.add(spec.argument, t)).transpose()?;
        Ok(Uses { width, precision, value })
    }
}

/// More arguments than any call has.
const MOST_ARGUMENTS: usize = 4096;

/// The text that the format at an address makes of its arguments.
pub fn format(
    machine: &mut Machine<'_>,
    template: u64,
    args: &mut Varargs<'_>,
) -> Result<Vec<u8>, Halt> {
    let template = machine.read_string(template)?;
    let pieces = pieces(&template).ok_or(Halt::Unsupported(Gap::CONVERSION))?;
    let pointer_bits = u32::from(machine.vm.program.pointer_bits);
    let mut plan = Plan::default();
    let mut uses = Vec::new();
    for piece in &pieces {
        if let Piece::Conversion(spec) = piece {
            uses.push(plan.uses(spec, pointer_bits)?);
        }
    }
    let mut values = Vec::new();
    for &take in &plan.takes {
        let value = args.next(machine, take)?;
        if machine.merge.calling == Some(Merges::Judged) {
            machine.spell_value(value as u64); // into memory, from where it can be read again
        }
        values.push(value);
    }
    let mut uses = uses.into_iter();
    let mut out = Vec::new();
    for piece in pieces {
        match (piece, &mut uses) {
            (Piece::Text(text), _) => out.extend_from_slice(&text),
            (Piece::Conversion(spec), uses) => {
                let uses = uses.next().unwrap_or_default();
                write(machine, spec, &uses, &values, &mut out)?;
            }
        }
    }
    Ok(out)
}

/// A width or precision; `None` when there is none, or a negative precision.
fn amount(amount: Amount, argument: Option<usize>, values: &[u128]) -> Result<Option<i32>, Halt> {
    let number = match (amount, argument) {
        (Amount::Fixed(n), _) => n as i32,
        (_, Some(index)) => values[index] as i32,
        _ => return Ok(None),
    };
    if number.unsigned_abs() > WIDEST {
        return Err(Halt::Unsupported(Gap::WIDE_FIELD));
    }
    Ok(Some(number))
}

fn write(
    machine: &mut Machine<'_>,
    mut spec: Spec,
    uses: &Uses,
    values: &[u128],
    out: &mut Vec<u8>,
) -> Result<(), Halt> {
    let width = amount(spec.width, uses.width, values)?.unwrap_or(0);
    spec.left |= width < 0;
    let precision = amount(spec.precision, uses.precision, values)?;
    let field = Field {
        width: width.unsigned_abs() as usize,
        precision: precision.and_then(|p| usize::try_from(p).ok()),
    };
    let raw = uses.value.map_or(0, |index| values[index]);
    let bits = spec.length.bits(machine.vm.program.pointer_bits.into());
    let value = match spec.letter {
        b'd' | b'i' => Value::Integer(signed(raw as u64 & mask(bits), bits) as u64),
        b'o' | b'u' | b'x' | b'X' | b'b' | b'B' => Value::Integer(raw as u64 & mask(bits)),
        b'p' => Value::Integer(raw as u64),
        b'c' | b'C' => Value::Text(vec![character(&spec, raw as u32)?]),
        b's' | b'S' => Value::Text(string(machine, &spec, raw as u64, field.precision)?),
        b'm' => {
            let address = machine.errno_address()?;
            let code = machine.read_number(address, 4)? as i32;
            let text = error_text(code).into_bytes();
            let shown = field.precision.unwrap_or(text.len()).min(text.len());
            Value::Text(text[..shown].to_vec())
        }
        b'n' => return machine.write_number(raw as u64, u64::from(bits) / 8, out.len() as u128),
        b'%' => {
            out.push(b'%');
            return Ok(());
        }
        _ if spec.length == Length::LongDouble => Value::Extended(raw),
        _ => Value::Double(raw as u64),
    };
    convert(&spec, field, &value, out);
    Ok(())
}

/// Whether text is of wide characters.
fn is_wide(spec: &Spec) -> bool {
    spec.letter.is_ascii_uppercase() || spec.length == Length::Long
}

fn character(spec: &Spec, value: u32) -> Result<u8, Halt> {
    if is_wide(spec) && value > 0x7f {
        return Err(Halt::Unsupported(Gap::WIDE_CHARACTER));
    }
    Ok(value as u8)
}

fn string(
    machine: &mut Machine<'_>,
    spec: &Spec,
    address: u64,
    precision: Option<usize>,
) -> Result<Vec<u8>, Halt> {
    const NULL: &[u8] = b"(null)";
    let limit = precision.unwrap_or(usize::MAX);
    if address == 0 {
        return Ok(if limit >= NULL.len() { NULL.to_vec() } else { Vec::new() });
    }
    if !is_wide(spec) {
        return machine.read_string_up_to(address, limit as u64);
    }
    let mut text = Vec::new();
    while text.len() < limit {
        let wide = machine.read_number(address + 4 * text.len() as u64, 4)? as u32;
        match character(spec, wide)? {
            0 => break,
            byte => text.push(byte),
        }
    }
    Ok(text)
}
