//! The compiler's own support functions.

use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};
use crate::value::float;
use crate::value::word::Wide;
use allways_program::code::{FloatBinary, FloatKind};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__powisf2", effects: MEMORY, run: |m, a| power(m, a, FloatKind::Single) },
    Model { name: "__powidf2", effects: MEMORY, run: |m, a| power(m, a, FloatKind::Double) },
    Model { name: "__powixf2", effects: MEMORY, run: |m, a| power(m, a, FloatKind::X87) },
];

/// By squaring, in the order of the compiler's own function, so that it rounds the same.
fn power(machine: &mut Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Outcome, Halt> {
    let mut base = args.wide(machine, 0, kind.bits());
    let exponent = args.int(machine, 1)?;
    let one = float::resize(FloatKind::Double, kind, float::from_double(1.0));
    let multiply = |a: Wide, b: Wide| float::binary(FloatBinary::Mul, kind, a, b);
    let mut left = exponent.unsigned_abs();
    let mut result = one;
    loop {
        if left & 1 == 1 {
            result = multiply(result, base);
        }
        left /= 2;
        if left == 0 {
            break;
        }
        base = multiply(base, base);
    }
    if exponent < 0 {
        result = float::binary(FloatBinary::Div, kind, one, result);
    }
    Ok(Outcome::Wide(result))
}
