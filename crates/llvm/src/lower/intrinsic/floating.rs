//! Floating-point intrinsics.

use super::{Table, first_argument};
use crate::ir::Value;
use crate::lower::body::Body;
use crate::lower::shape::Scalar;
use crate::lower::{Gap, cast, float};
use allways_program::code::{FloatBinary, FloatConvert, FloatKind, FloatUnary, OutOfRange};
use allways_program::{Inst, Operand};

pub(super) const TABLE: Table = &[
    ("llvm.fabs", |b, i| float::unary(b, i, FloatUnary::Abs)),
    ("llvm.sqrt", |b, i| float::unary(b, i, FloatUnary::Sqrt)),
    ("llvm.floor", |b, i| float::unary(b, i, FloatUnary::Floor)),
    ("llvm.ceil", |b, i| float::unary(b, i, FloatUnary::Ceil)),
    ("llvm.trunc", |b, i| float::unary(b, i, FloatUnary::Trunc)),
    ("llvm.round", |b, i| float::unary(b, i, FloatUnary::Round)),
    ("llvm.roundeven", |b, i| float::unary(b, i, FloatUnary::RoundEven)),
    ("llvm.rint", |b, i| float::unary(b, i, FloatUnary::RoundEven)),
    ("llvm.nearbyint", |b, i| float::unary(b, i, FloatUnary::RoundEven)),
    ("llvm.canonicalize", first_argument),
    ("llvm.minnum", |b, i| float::elementwise(b, i, FloatBinary::MinNum)),
    ("llvm.maxnum", |b, i| float::elementwise(b, i, FloatBinary::MaxNum)),
    ("llvm.minimumnum", |b, i| float::elementwise(b, i, FloatBinary::MinNum)),
    ("llvm.maximumnum", |b, i| float::elementwise(b, i, FloatBinary::MaxNum)),
    ("llvm.minimum", |b, i| float::elementwise(b, i, FloatBinary::Minimum)),
    ("llvm.maximum", |b, i| float::elementwise(b, i, FloatBinary::Maximum)),
    ("llvm.copysign", |b, i| float::elementwise(b, i, FloatBinary::CopySign)),
    ("llvm.fma", fused),
    ("llvm.fmuladd", unfused),
    ("llvm.is.fpclass", class),
    ("llvm.fptosi.sat", |b, i| saturating(b, i, true)),
    ("llvm.fptoui.sat", |b, i| saturating(b, i, false)),
    ("llvm.lround", |b, i| round_to_int(b, i, FloatUnary::Round)),
    ("llvm.llround", |b, i| round_to_int(b, i, FloatUnary::Round)),
    ("llvm.lrint", |b, i| round_to_int(b, i, FloatUnary::RoundEven)),
    ("llvm.llrint", |b, i| round_to_int(b, i, FloatUnary::RoundEven)),
    ("llvm.sin", |b, i| library(b, i, "sin")),
    ("llvm.cos", |b, i| library(b, i, "cos")),
    ("llvm.tan", |b, i| library(b, i, "tan")),
    ("llvm.asin", |b, i| library(b, i, "asin")),
    ("llvm.acos", |b, i| library(b, i, "acos")),
    ("llvm.atan", |b, i| library(b, i, "atan")),
    ("llvm.atan2", |b, i| library(b, i, "atan2")),
    ("llvm.sinh", |b, i| library(b, i, "sinh")),
    ("llvm.cosh", |b, i| library(b, i, "cosh")),
    ("llvm.tanh", |b, i| library(b, i, "tanh")),
    ("llvm.exp", |b, i| library(b, i, "exp")),
    ("llvm.exp2", |b, i| library(b, i, "exp2")),
    ("llvm.exp10", |b, i| library(b, i, "exp10")),
    ("llvm.log", |b, i| library(b, i, "log")),
    ("llvm.log2", |b, i| library(b, i, "log2")),
    ("llvm.log10", |b, i| library(b, i, "log10")),
    ("llvm.pow", |b, i| library(b, i, "pow")),
    ("llvm.ldexp", |b, i| library(b, i, "ldexp")),
    ("llvm.powi", power_of_integer),
    ("llvm.modf", split),
    ("llvm.sincos", sine_and_cosine),
    ("llvm.frexp", fraction_and_exponent),
];

/// `a * b + c` with one rounding.
fn fused(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let c = body.operand(inst.operand(2))?;
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let kind = leaf.scalar.float()?;
        let (a, b, c) = (a.word(leaf.word), b.word(leaf.word), c.word(leaf.word));
        body.emit(Inst::FloatFma { kind, dst: dst + leaf.word, a, b, c });
    }
    Ok(())
}

/// `a * b + c` with two roundings, as plain x86-64 computes it.
fn unfused(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let (a, b) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let c = body.operand(inst.operand(2))?;
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let kind = leaf.scalar.float()?;
        let (a, b, c) = (a.word(leaf.word), b.word(leaf.word), c.word(leaf.word));
        let dst = dst + leaf.word;
        let product = body.new_slots(leaf.scalar.words());
        body.emit(Inst::Float { op: FloatBinary::Mul, kind, dst: product, a, b });
        let a = Operand::slot(product);
        body.emit(Inst::Float { op: FloatBinary::Add, kind, dst, a, b: c });
    }
    Ok(())
}

fn class(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let mask = inst.operand(1).as_u64().unwrap_or(0) as u16;
    cast::each_lane(body, inst, |body, from, _, dst, a| {
        let kind = from.float()?;
        body.emit(Inst::FloatClass { mask, kind, dst, a });
        Ok(())
    })
}

fn saturating(body: &mut Body<'_, '_>, inst: Value, signed: bool) -> Result<(), Gap> {
    let beyond = OutOfRange::Saturate;
    cast::each_lane(body, inst, |body, from, to, dst, a| {
        let (from, bits) = (from.float()?, to.computable()?);
        let op = if signed {
            FloatConvert::ToSigned { from, bits, beyond }
        } else {
            FloatConvert::ToUnsigned { from, bits, beyond }
        };
        body.emit(Inst::FloatConvert { op, dst, a });
        Ok(())
    })
}

fn round_to_int(body: &mut Body<'_, '_>, inst: Value, op: FloatUnary) -> Result<(), Gap> {
    cast::each_lane(body, inst, |body, from, to, dst, a| {
        let (kind, bits) = (from.float()?, to.computable()?);
        let rounded = body.new_slots(from.words());
        body.emit(Inst::FloatUnary { op, kind, dst: rounded, a });
        let beyond = OutOfRange::Undefined;
        let convert = FloatConvert::ToSigned { from: kind, bits, beyond };
        body.emit(Inst::FloatConvert { op: convert, dst, a: Operand::slot(rounded) });
        Ok(())
    })
}

/// A function of the C library, by the name it has for that format.
fn library(body: &mut Body<'_, '_>, inst: Value, name: &str) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let mut operands = Vec::new();
    for arg in inst.args().into_iter().filter(|arg| !arg.ty().is_metadata()) {
        let arg_shape = body.shape(arg.ty())?;
        operands.push((arg_shape, body.operand(arg)?));
    }
    let dst = body.define(inst)?;
    for (lane, leaf) in shape.leaves.iter().enumerate() {
        let name = format!("{name}{}", suffix(leaf.scalar.float()?)?);
        let args: Vec<_> = operands
            .iter()
            .map(|(shape, operand)| {
                let arg = shape.leaves[lane.min(shape.leaves.len() - 1)];
                (arg.scalar, operand.word(arg.word))
            })
            .collect();
        body.call_external(&name, dst + leaf.word, Some(leaf.scalar), &args);
    }
    Ok(())
}

fn suffix(kind: FloatKind) -> Result<&'static str, Gap> {
    match kind {
        FloatKind::Single => Ok("f"),
        FloatKind::Double => Ok(""),
        FloatKind::X87 => Ok("l"),
        _ => Err(Gap(format!("library functions on floating point of {} bits", kind.bits()))),
    }
}

/// `powi`: the compiler's own support library has it.
fn power_of_integer(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let (base, power) = (body.operand(inst.operand(0))?, body.operand(inst.operand(1))?);
    let dst = body.define(inst)?;
    for leaf in &shape.leaves {
        let name = match leaf.scalar.float()? {
            FloatKind::Single => "__powisf2",
            FloatKind::Double => "__powidf2",
            FloatKind::X87 => "__powixf2",
            _ => return Err(Gap("`powi` in this format".into())),
        };
        let args = [(leaf.scalar, base.word(leaf.word)), (Scalar::Int(32), power)];
        body.call_external(name, dst + leaf.word, Some(leaf.scalar), &args);
    }
    Ok(())
}

/// Fraction and integer part, both with the sign of the number.
fn split(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    const INFINITE: u16 = 0x204;
    let shape = body.shape(inst.operand(0).ty())?;
    let number = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    let whole = dst + u32::from(shape.words);
    for leaf in &shape.leaves {
        let kind = leaf.scalar.float()?;
        let (dst, whole, a) = (dst + leaf.word, whole + leaf.word, number.word(leaf.word));
        let rest = Operand::slot(dst);
        let zero = body.cx.number(0, leaf.scalar.bits());
        let flag = body.new_slots(1);
        let cond = Operand::slot(flag);
        let words = leaf.scalar.words() as u16;
        body.emit(Inst::FloatUnary { op: FloatUnary::Trunc, kind, dst: whole, a });
        body.emit(Inst::FloatClass { mask: INFINITE, kind, dst: flag, a });
        let b = Operand::slot(whole);
        body.emit(Inst::Float { op: FloatBinary::Sub, kind, dst, a, b });
        body.emit(Inst::Select { words, dst, cond, a: zero, b: rest });
        body.emit(Inst::Float { op: FloatBinary::CopySign, kind, dst, a: rest, b: a });
    }
    Ok(())
}

fn sine_and_cosine(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.operand(0).ty())?;
    let number = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    let cosine = dst + u32::from(shape.words);
    for leaf in &shape.leaves {
        let suffix = suffix(leaf.scalar.float()?)?;
        let args = [(leaf.scalar, number.word(leaf.word))];
        let result = Some(leaf.scalar);
        body.call_external(&format!("sin{suffix}"), dst + leaf.word, result, &args);
        body.call_external(&format!("cos{suffix}"), cosine + leaf.word, result, &args);
    }
    Ok(())
}

/// `frexp` of the library puts the exponent into memory: a stack object for the time of the call.
fn fraction_and_exponent(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.operand(0).ty())?;
    let [leaf] = shape.leaves.as_slice() else {
        return Err(Gap("`frexp` of a vector".into()));
    };
    let name = format!("frexp{}", suffix(leaf.scalar.float()?)?);
    let number = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    let exponent = body.shape(inst.ty().element(1))?;
    let [saved, place] = [(); 2].map(|()| body.new_slots(1));
    let pointer = Scalar::Pointer(body.cx.program.pointer_bits.into());
    let one = body.cx.number(1, 32);
    let site = body.stack_site(exponent.size, 4);
    body.emit(Inst::StackSave { dst: saved });
    body.emit(Inst::StackAlloc { dst: place, site, count: one, bits: 32 });
    let ptr = Operand::slot(place);
    let args = [(leaf.scalar, number), (pointer, ptr)];
    body.call_external(&name, dst, Some(leaf.scalar), &args);
    let access = body.access(&exponent, 4, None, None, false);
    body.emit(Inst::Load { dst: dst + u32::from(shape.words), ptr, access });
    body.emit(Inst::StackRestore { src: Operand::slot(saved) });
    Ok(())
}
