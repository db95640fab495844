//! Floating-point intrinsics.

use super::{Table, first_argument};
use crate::ir::Value;
use crate::lower::body::Body;
use crate::lower::shape::Scalar;
use crate::lower::{Gap, cast, float};
use allways_program::code::{FloatBinary, FloatConvert, FloatKind, FloatUnary};
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
    ("llvm.sincos", |b, i| library_pair(b, i, "sin", "cos")),
    ("llvm.modf", |b, i| library_pair(b, i, "__allways_modf_fraction", "trunc")),
    ("llvm.frexp", |b, i| {
        library_pair(b, i, "__allways_frexp_fraction", "__allways_frexp_exponent")
    }),
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
    let saturate = true;
    cast::each_lane(body, inst, |body, from, to, dst, a| {
        let (from, bits) = (from.float()?, to.computable()?);
        let op = if signed {
            FloatConvert::ToSigned { from, bits, saturate }
        } else {
            FloatConvert::ToUnsigned { from, bits, saturate }
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
        let convert = FloatConvert::ToSigned { from: kind, bits, saturate: false };
        body.emit(Inst::FloatConvert { op: convert, dst, a: Operand::slot(rounded) });
        Ok(())
    })
}

/// A function of the C library, by the name it has for that format.
fn library(body: &mut Body<'_, '_>, inst: Value, name: &str) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let mut operands = Vec::new();
    for arg in inst.args() {
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

/// A function of one number with two results, each of which the C library computes alone.
fn library_pair(
    body: &mut Body<'_, '_>,
    inst: Value,
    first: &str,
    second: &str,
) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let arg = body.shape(inst.operand(0).ty())?;
    let operand = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    let lanes = arg.leaves.len();
    for (index, leaf) in shape.leaves.iter().enumerate() {
        let from = arg.leaves[index % lanes];
        let name = if index < lanes { first } else { second };
        let name = format!("{name}{}", suffix(from.scalar.float()?)?);
        let args = [(from.scalar, operand.word(from.word))];
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
