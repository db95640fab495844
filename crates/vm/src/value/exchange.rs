//! What a read-modify-write operation makes of the old value.

use crate::fault::Halt;
use crate::value::float;
use crate::value::integer;
use crate::value::word::{Wide, wide_mask};
use allways_program::code::{Binary, Compare, FloatBinary, Rmw};

/// The new value.
pub fn update(op: Rmw, bits: u32, old: Wide, operand: Wide) -> Result<Wide, Halt> {
    let binary = |op| integer::wide(op, bits, old, operand).map_err(Halt::Fault);
    let float = |op, kind| Ok(float::binary(op, kind, old, operand));
    match op {
        Rmw::Exchange => Ok(operand),
        Rmw::Add => binary(Binary::Add),
        Rmw::Sub => binary(Binary::Sub),
        Rmw::And => binary(Binary::And),
        Rmw::Or => binary(Binary::Or),
        Rmw::Xor => binary(Binary::Xor),
        Rmw::Max => binary(Binary::SMax),
        Rmw::Min => binary(Binary::SMin),
        Rmw::UMax => binary(Binary::UMax),
        Rmw::UMin => binary(Binary::UMin),
        Rmw::USubSat => binary(Binary::USubSat),
        Rmw::Nand => {
            let and = binary(Binary::And)?;
            Ok(Wide { value: !and.value & and.defined, defined: and.defined }.canonical(bits))
        }
        Rmw::UIncWrap => wrap_up(bits, old, operand),
        Rmw::UDecWrap => wrap_down(bits, old, operand),
        Rmw::USubCond => {
            let enough = integer::compare_wide(Compare::UGe, bits, old, operand);
            decided(bits, enough, || binary(Binary::Sub), || Ok(old))
        }
        Rmw::FAdd(kind) => float(FloatBinary::Add, kind),
        Rmw::FSub(kind) => float(FloatBinary::Sub, kind),
        Rmw::FMax(kind) => float(FloatBinary::MaxNum, kind),
        Rmw::FMin(kind) => float(FloatBinary::MinNum, kind),
        Rmw::FMaximum(kind) => float(FloatBinary::Maximum, kind),
        Rmw::FMinimum(kind) => float(FloatBinary::Minimum, kind),
    }
}

fn decided(
    bits: u32,
    condition: Wide,
    yes: impl FnOnce() -> Result<Wide, Halt>,
    no: impl FnOnce() -> Result<Wide, Halt>,
) -> Result<Wide, Halt> {
    if !condition.is_defined() {
        return Ok(Wide::undefined(bits));
    }
    if condition.value == 1 { yes() } else { no() }
}

fn wrap_up(bits: u32, old: Wide, limit: Wide) -> Result<Wide, Halt> {
    let at_limit = integer::compare_wide(Compare::UGe, bits, old, limit);
    let next = || integer::wide(Binary::Add, bits, old, Wide::new(1)).map_err(Halt::Fault);
    decided(bits, at_limit, || Ok(Wide::new(0)), next)
}

fn wrap_down(bits: u32, old: Wide, limit: Wide) -> Result<Wide, Halt> {
    if !old.is_defined() || !limit.is_defined() {
        return Ok(Wide::undefined(bits));
    }
    let wraps = old.value == 0 || old.value > limit.value;
    Ok(Wide::new(if wraps { limit.value } else { old.value - 1 } & wide_mask(bits)))
}
