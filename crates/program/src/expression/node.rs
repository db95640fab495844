//! Checked expressions, and their evaluation.

use super::bits::{self, Bits, mask, signed};
use super::error::{EvaluateError, EvaluateErrorKind};
use super::float;
use super::memory::Memory;
use super::syntax::{Binary, Compare};
use super::types::Scalar;
use crate::GlobalId;
use std::ops::Range;

/// A checked expression. All conversions are written out, and every node gives a number.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// The text it stands for.
    pub(super) span: Range<usize>,
}

type Inner = Box<Node>;

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Constant(u128),
    /// The address of a global.
    Global(GlobalId),
    Load {
        address: Inner,
        /// Bytes to read.
        size: u32,
        /// Where the value starts in them.
        shift: u32,
        bits: u16,
    },
    /// An address so many bytes further on.
    Offset(Inner, u64),
    Element {
        base: Inner,
        index: Inner,
        /// The type of the index.
        scalar: Scalar,
        stride: u64,
        /// Elements of the array, where that is known: an index outside is an error.
        count: Option<u64>,
        /// Backwards.
        back: bool,
    },
    /// The number of elements between two addresses.
    Distance(Inner, Inner, u64),
    Convert(Inner, Scalar, Scalar),
    Complement(Inner, Scalar),
    Minus(Inner, Scalar),
    Binary(Binary, Scalar, Inner, Inner),
    /// A shift, and the type of the number of bits.
    Shift(Binary, Scalar, Inner, Inner, Scalar),
    Compare(Compare, Scalar, Inner, Inner),
    /// Operands are truth values.
    And(Inner, Inner),
    Or(Inner, Inner),
    Not(Inner),
    /// With the width of the result.
    If(Inner, Inner, Inner, u16),
}

/// Evaluates with a memory, for pointers of a width.
pub(super) struct Evaluator<'m, M: Memory + ?Sized> {
    pub(super) memory: &'m mut M,
    pub(super) pointer_bits: u16,
}

type Outcome<T, M> = Result<T, EvaluateError<<M as Memory>::Error>>;
type Kind<M> = EvaluateErrorKind<<M as Memory>::Error>;

impl<M: Memory + ?Sized> Evaluator<'_, M> {
    pub(super) fn evaluate(&mut self, node: &Node) -> Outcome<Bits, M> {
        let fail = |kind: Kind<M>| EvaluateError { span: node.span.clone(), kind };
        Ok(match &node.kind {
            NodeKind::Constant(value) => Bits::known(*value),
            NodeKind::Global(id) => Bits::known(self.memory.global(*id).into()),
            NodeKind::Load { address, size, shift, bits } => {
                let address = self.evaluate(address)?;
                if !address.is_defined() {
                    return Err(fail(EvaluateErrorKind::UninitialisedAddress));
                }
                let read = self.memory.read(address.value as u64, *size);
                let read = read.map_err(|error| fail(EvaluateErrorKind::Memory(error)))?;
                let value = read.value >> shift;
                Bits { value, defined: read.defined >> shift }.lowest(*bits)
            }
            NodeKind::Offset(base, by) => self.moved(base, Bits::known((*by).into()), false)?,
            NodeKind::Element { .. } => self.element(node)?,
            NodeKind::Distance(a, b, stride) => {
                let (a, b) = (self.evaluate(a)?, self.evaluate(b)?);
                self.distance(a, b, *stride)
            }
            NodeKind::Convert(value, from, to) => {
                let value = self.evaluate(value)?;
                convert(value, *from, *to).map_err(fail)?
            }
            NodeKind::Complement(value, scalar) => self.evaluate(value)?.complement(scalar.bits()),
            NodeKind::Minus(value, scalar) => {
                let value = self.evaluate(value)?;
                minus(value, *scalar).map_err(fail)?
            }
            NodeKind::Binary(op, scalar, a, b) => {
                let (a, b) = (self.evaluate(a)?, self.evaluate(b)?);
                binary(*op, *scalar, a, b).map_err(fail)?
            }
            NodeKind::Shift(op, scalar, a, b, by) => {
                let (a, b) = (self.evaluate(a)?, self.evaluate(b)?);
                if !b.is_defined() {
                    return Ok(Bits::unknown(scalar.bits()));
                }
                let of = (scalar.bits(), scalar.is_signed());
                bits::shift(*op, of, a, integer(b, *by)).map_err(fail)?
            }
            NodeKind::Compare(op, scalar, a, b) => {
                let (a, b) = (self.evaluate(a)?, self.evaluate(b)?);
                compare(*op, *scalar, a, b)
            }
            NodeKind::And(..) | NodeKind::Or(..) | NodeKind::Not(_) | NodeKind::If(..) => {
                self.logic(&node.kind)?
            }
        })
    }

    /// Operators that read only what decides. A decision on undefined bits makes the result
    /// undefined.
    fn logic(&mut self, kind: &NodeKind) -> Outcome<Bits, M> {
        Ok(match kind {
            NodeKind::And(a, b) => match self.evaluate(a)?.is_true() {
                Some(true) => self.evaluate(b)?,
                Some(false) => Bits::truth(false),
                None => Bits::undecided(),
            },
            NodeKind::Or(a, b) => match self.evaluate(a)?.is_true() {
                Some(true) => Bits::truth(true),
                Some(false) => self.evaluate(b)?,
                None => Bits::undecided(),
            },
            NodeKind::Not(a) => {
                let truth = self.evaluate(a)?.is_true();
                truth.map_or(Bits::undecided(), |holds| Bits::truth(!holds))
            }
            NodeKind::If(condition, yes, no, bits) => match self.evaluate(condition)?.is_true() {
                Some(true) => self.evaluate(yes)?,
                Some(false) => self.evaluate(no)?,
                None => Bits::unknown(*bits),
            },
            _ => unreachable!("only logical operators come here"),
        })
    }

    fn moved(&mut self, base: &Node, by: Bits, back: bool) -> Outcome<Bits, M> {
        let base = self.evaluate(base)?;
        if !base.is_defined() || !by.is_defined() {
            return Ok(Bits::unknown(self.pointer_bits));
        }
        let to = if back {
            base.value.wrapping_sub(by.value)
        } else {
            base.value.wrapping_add(by.value)
        };
        Ok(Bits::known(to).lowest(self.pointer_bits))
    }

    fn element(&mut self, node: &Node) -> Outcome<Bits, M> {
        let NodeKind::Element { base, index, scalar, stride, count, back } = &node.kind else {
            unreachable!("only elements come here");
        };
        let index = self.evaluate(index)?;
        if !index.is_defined() {
            return Ok(Bits::unknown(self.pointer_bits));
        }
        let number = integer(index, *scalar);
        if let Some(count) = count
            && !(0..i128::from(*count)).contains(&number)
        {
            let kind = EvaluateErrorKind::Index { index: number, count: *count };
            return Err(EvaluateError { span: node.span.clone(), kind });
        }
        let by = (number as u128).wrapping_mul((*stride).into());
        self.moved(base, Bits::known(by), *back)
    }

    fn distance(&self, a: Bits, b: Bits, stride: u64) -> Bits {
        let bits = self.pointer_bits;
        if !a.is_defined() || !b.is_defined() {
            return Bits::unknown(bits);
        }
        let bytes = signed(a.value.wrapping_sub(b.value) & mask(bits), bits);
        Bits::known((bytes / i128::from(stride)) as u128).lowest(bits)
    }
}

/// A defined integer as a number.
fn integer(value: Bits, scalar: Scalar) -> i128 {
    if scalar.is_signed() { signed(value.value, scalar.bits()) } else { value.value as i128 }
}

fn convert<E>(value: Bits, from: Scalar, to: Scalar) -> Result<Bits, EvaluateErrorKind<E>> {
    if to == Scalar::Bool {
        return Ok(truth(value, from));
    }
    match (from, to) {
        (Scalar::Float(_), Scalar::Pointer(_)) | (Scalar::Pointer(_), Scalar::Float(_)) => {
            unreachable!("refused when the expression was checked")
        }
        (Scalar::Float(_), _) | (_, Scalar::Float(_)) if !value.is_defined() => {
            Ok(Bits::unknown(to.bits()))
        }
        (Scalar::Float(a), Scalar::Float(b)) => {
            Ok(Bits::known(float::converted(a, value.value, b)))
        }
        (Scalar::Float(a), _) => {
            let number = float::to_integer(a, value.value, to.bits(), to.is_signed());
            number.map(Bits::known).ok_or(EvaluateErrorKind::Conversion)
        }
        (_, Scalar::Float(b)) => {
            let (bits, is_signed) = (from.bits(), from.is_signed());
            Ok(Bits::known(float::from_integer(b, value.value, bits, is_signed)))
        }
        _ => Ok(value.resized(from.bits(), from.is_signed(), to.bits())),
    }
}

/// Whether a value is not zero.
pub(super) fn truth(value: Bits, scalar: Scalar) -> Bits {
    let decided = match scalar {
        Scalar::Float(kind) => value.is_defined().then(|| float::is_true(kind, value.value)),
        _ => value.is_true(),
    };
    decided.map_or(Bits::undecided(), Bits::truth)
}

fn minus<E>(value: Bits, scalar: Scalar) -> Result<Bits, EvaluateErrorKind<E>> {
    match scalar {
        Scalar::Float(_) if !value.is_defined() => Ok(Bits::unknown(scalar.bits())),
        Scalar::Float(kind) => Ok(Bits::known(float::negated(kind, value.value))),
        _ => bits::binary(Binary::Sub, scalar.bits(), scalar.is_signed(), Bits::known(0), value),
    }
}

fn binary<E>(op: Binary, scalar: Scalar, a: Bits, b: Bits) -> Result<Bits, EvaluateErrorKind<E>> {
    match scalar {
        Scalar::Float(_) if !a.is_defined() || !b.is_defined() => Ok(Bits::unknown(scalar.bits())),
        Scalar::Float(kind) => Ok(Bits::known(float::binary(op, kind, a.value, b.value))),
        _ => bits::binary(op, scalar.bits(), scalar.is_signed(), a, b),
    }
}

fn compare(op: Compare, scalar: Scalar, a: Bits, b: Bits) -> Bits {
    match scalar {
        Scalar::Float(_) if !a.is_defined() || !b.is_defined() => Bits::undecided(),
        Scalar::Float(kind) => Bits::truth(bits::holds(op, float::order(kind, a.value, b.value))),
        _ => bits::compare(op, scalar.bits(), scalar.is_signed(), a, b),
    }
}
