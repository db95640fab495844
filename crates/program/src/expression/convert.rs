//! Values, and conversions between their types.

use super::check::{Checked, Checker};
use super::error::ExpressionError;
use super::node::{Node, NodeKind};
use super::place::Operand;
use super::syntax::Syntax;
use super::types::{Scalar, Ty};
use std::ops::Range;

/// An expression with a value: its type is a scalar or a pointer.
pub(super) struct Value {
    pub(super) node: Node,
    pub(super) ty: Ty,
}

impl Value {
    pub(super) fn new(kind: NodeKind, ty: Ty, span: Range<usize>) -> Value {
        Value { node: Node { kind, span }, ty }
    }

    /// C's null pointer constants, and other zeros that are written out.
    pub(super) fn is_zero(&self) -> bool {
        let mut node = &self.node;
        while let NodeKind::Convert(inner, ..) = &node.kind {
            node = inner;
        }
        let float = matches!(self.ty, Ty::Scalar(Scalar::Float(_)));
        matches!(node.kind, NodeKind::Constant(0)) && !float
    }

    pub(super) fn operand(self) -> Operand {
        Operand { node: self.node, ty: self.ty, is_place: false, bit_field: None }
    }
}

impl Checker<'_> {
    /// How values of a type of values are represented.
    pub(super) fn scalar(&self, ty: &Ty) -> Scalar {
        match ty {
            Ty::Scalar(scalar) => *scalar,
            _ => Scalar::Pointer(self.names.program.pointer_bits.into()),
        }
    }

    /// The type of a number; a pointer is none.
    pub(super) fn number(&self, value: &Value) -> Checked<Scalar> {
        match value.ty {
            Ty::Scalar(scalar) => Ok(scalar),
            _ => {
                let span = value.node.span.clone();
                let error = ExpressionError::new(span, "a pointer is used as a number");
                Err(error.help("follow it with `*`, or cast it to `uintptr_t`"))
            }
        }
    }

    pub(super) fn converted(&self, value: Value, to: Scalar) -> Node {
        let from = self.scalar(&value.ty);
        if from == to {
            return value.node;
        }
        let span = value.node.span.clone();
        Node { kind: NodeKind::Convert(value.node.into(), from, to), span }
    }

    /// A truth value.
    pub(super) fn condition(&self, syntax: &Syntax) -> Checked<Box<Node>> {
        let value = self.evaluated(syntax)?;
        Ok(self.converted(value, Scalar::Bool).into())
    }

    pub(super) fn cast(&self, value: Value, to: &Ty, span: Range<usize>) -> Checked<Value> {
        let error = |message: String| ExpressionError::new(span.clone(), message);
        if !matches!(to, Ty::Scalar(_) | Ty::Pointer(_)) {
            let text = self.names.program.type_text(to);
            return Err(error(format!("a cast to {text} has no value"))
                .help("cast to an integer, floating-point or pointer type"));
        }
        let (from, scalar) = (self.scalar(&value.ty), self.scalar(to));
        if let (Scalar::Float(_), Scalar::Pointer(_)) | (Scalar::Pointer(_), Scalar::Float(_)) =
            (from, scalar)
        {
            return Err(error("pointers and floating-point numbers cannot be converted".into())
                .help("cast to an integer type first"));
        }
        let mut node = self.converted(value, scalar);
        node.span = span;
        Ok(Value { node, ty: to.clone() })
    }

    /// A pointer and an integer.
    pub(super) fn moved(
        &self,
        pointer: Value,
        index: Value,
        back: bool,
        span: Range<usize>,
    ) -> Checked<Value> {
        let scalar = self.number(&index)?;
        if matches!(scalar, Scalar::Float(_)) {
            let error = ExpressionError::new(index.node.span, "an index must be an integer");
            return Err(error.help("cast it to an integer type"));
        }
        let stride = self.stride(&pointer.ty, &span)?;
        let ty = pointer.ty.clone();
        let (base, index) = (pointer.node.into(), index.node.into());
        let kind = NodeKind::Element { base, index, scalar, stride, count: None, back };
        Ok(Value::new(kind, ty, span))
    }

    pub(super) fn distance(&self, a: Value, b: Value, span: Range<usize>) -> Checked<Value> {
        let stride = self.stride(&a.ty, &span)?;
        if self.stride(&b.ty, &span)? != stride {
            let message = "the pointers point to things of different sizes";
            return Err(ExpressionError::new(span, message).help("cast one of them"));
        }
        let signed = Scalar::Int { bits: self.names.program.pointer_bits.into(), signed: true };
        let kind = NodeKind::Distance(a.node.into(), b.node.into(), stride);
        Ok(Value::new(kind, Ty::Scalar(signed), span))
    }

    /// Bytes from one element to the next, for a pointer.
    fn stride(&self, ty: &Ty, span: &Range<usize>) -> Checked<u64> {
        let program = self.names.program;
        let Ty::Pointer(target) = ty else { unreachable!("only pointers are moved") };
        let target = program.target(target);
        // As compilers do, a step of a pointer to nothing in particular is a byte.
        if target == Ty::Void {
            return Ok(1);
        }
        program.size_of(&target).filter(|size| *size > 0).ok_or_else(|| {
            let message = "the size of what the pointer points to is not known";
            ExpressionError::new(span.clone(), message).help("cast it to a pointer to a known type")
        })
    }
}
