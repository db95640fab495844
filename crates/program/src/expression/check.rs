//! From expressions as they are written to checked ones: types, C's rules for operators.

use super::convert::Value;
use super::error::ExpressionError;
use super::names::Names;
use super::node::{Node, NodeKind};
use super::place::Operand;
use super::syntax::{Binary, Compare, Syntax, SyntaxKind, Unary};
use super::types::{Scalar, Ty};
use std::ops::Range;

pub(super) type Checked<T> = Result<T, ExpressionError>;

/// A whole expression, which must be usable as a condition.
pub(super) fn whole(names: &Names<'_>, syntax: &Syntax) -> Checked<(Node, Scalar)> {
    let checker = Checker { names };
    let operand = checker.operand(syntax)?;
    if matches!(operand.ty, Ty::Array { .. } | Ty::Function) {
        let text = names.program.type_text(&operand.ty);
        let error =
            ExpressionError::new(syntax.span.clone(), format!("this is {text}: always true"));
        return Err(error.help("compare it, or name an element"));
    }
    let value = checker.value(operand)?;
    let scalar = checker.scalar(&value.ty);
    Ok((value.node, scalar))
}

/// Checks expressions against a program.
pub(super) struct Checker<'p> {
    pub(super) names: &'p Names<'p>,
}

impl Checker<'_> {
    /// An expression that may be a place in memory.
    pub(super) fn operand(&self, syntax: &Syntax) -> Checked<Operand> {
        let span = syntax.span.clone();
        match &syntax.kind {
            SyntaxKind::Name(path) => self.name(path, span),
            SyntaxKind::Member { base, name, arrow, at } => {
                let base = if *arrow {
                    self.follow(base, base.span.clone())?
                } else {
                    self.operand(base)?
                };
                self.member(base, name, at.clone(), span)
            }
            SyntaxKind::Index(base, index) => self.index(base, index, span),
            SyntaxKind::Unary(Unary::Follow, inner) => self.follow(inner, span),
            _ => Ok(self.computed(syntax)?.operand()),
        }
    }

    /// The value of an expression.
    pub(super) fn evaluated(&self, syntax: &Syntax) -> Checked<Value> {
        let operand = self.operand(syntax)?;
        self.value(operand)
    }

    /// An expression that is not a place.
    fn computed(&self, syntax: &Syntax) -> Checked<Value> {
        let span = syntax.span.clone();
        match &syntax.kind {
            SyntaxKind::Literal(value, scalar) => {
                Ok(Value::new(NodeKind::Constant(*value), Ty::Scalar(*scalar), span))
            }
            SyntaxKind::Null => {
                Ok(Value::new(NodeKind::Constant(0), Ty::pointer_to(Ty::Void), span))
            }
            SyntaxKind::Unary(Unary::Address, inner) => self.address(inner, span),
            SyntaxKind::Unary(op, inner) => self.unary(*op, inner, span),
            SyntaxKind::Binary(op, a, b) => {
                let (a, b) = (self.evaluated(a)?, self.evaluated(b)?);
                self.binary(*op, a, b, span)
            }
            SyntaxKind::Compare(op, a, b) => {
                let (a, b) = (self.evaluated(a)?, self.evaluated(b)?);
                self.compare(*op, a, b, span)
            }
            SyntaxKind::And(a, b) => {
                let kind = NodeKind::And(self.condition(a)?, self.condition(b)?);
                Ok(Value::new(kind, Ty::int(), span))
            }
            SyntaxKind::Or(a, b) => {
                let kind = NodeKind::Or(self.condition(a)?, self.condition(b)?);
                Ok(Value::new(kind, Ty::int(), span))
            }
            SyntaxKind::If(condition, yes, no) => self.conditional(condition, yes, no, span),
            SyntaxKind::Cast(ty, inner) => {
                let value = self.evaluated(inner)?;
                self.cast(value, ty, span)
            }
            SyntaxKind::SizeOf(inner) => {
                let operand = self.operand(inner)?;
                if operand.bit_field.is_some() {
                    let error = ExpressionError::new(span, "a bit-field has no size in bytes");
                    return Err(error.help("take the size of its struct"));
                }
                self.size(&operand.ty, span)
            }
            SyntaxKind::SizeOfType(ty) => self.size(ty, span),
            SyntaxKind::Name(_) | SyntaxKind::Member { .. } | SyntaxKind::Index(..) => {
                unreachable!("these are places")
            }
        }
    }

    fn size(&self, ty: &Ty, span: Range<usize>) -> Checked<Value> {
        let Some(size) = self.names.program.size_of(ty) else {
            let error = ExpressionError::new(span, "the size of this is not known");
            return Err(error.help("write the number"));
        };
        let scalar = self.names.program.size_type();
        Ok(Value::new(NodeKind::Constant(size.into()), Ty::Scalar(scalar), span))
    }

    fn unary(&self, op: Unary, inner: &Syntax, span: Range<usize>) -> Checked<Value> {
        if op == Unary::Not {
            let kind = NodeKind::Not(self.condition(inner)?);
            return Ok(Value::new(kind, Ty::int(), span));
        }
        let value = self.evaluated(inner)?;
        let scalar = self.number(&value)?.promoted();
        if op == Unary::Complement && matches!(scalar, Scalar::Float(_)) {
            return Err(not_for_floats(span));
        }
        let node = self.converted(value, scalar).into();
        let kind = match op {
            Unary::Complement => NodeKind::Complement(node, scalar),
            Unary::Minus => NodeKind::Minus(node, scalar),
            _ => return Ok(Value { node: *node, ty: Ty::Scalar(scalar) }),
        };
        Ok(Value::new(kind, Ty::Scalar(scalar), span))
    }

    fn binary(&self, op: Binary, a: Value, b: Value, span: Range<usize>) -> Checked<Value> {
        match (op, &a.ty, &b.ty) {
            (Binary::Add | Binary::Sub, Ty::Pointer(_), Ty::Scalar(_)) => {
                return self.moved(a, b, op == Binary::Sub, span);
            }
            (Binary::Add, Ty::Scalar(_), Ty::Pointer(_)) => return self.moved(b, a, false, span),
            (Binary::Sub, Ty::Pointer(_), Ty::Pointer(_)) => return self.distance(a, b, span),
            _ => {}
        }
        let (x, y) = (self.number(&a)?, self.number(&b)?);
        if matches!(op, Binary::Shl | Binary::Shr) {
            return self.shift(op, a, b, span);
        }
        let scalar = x.common(y);
        let whole_only = !matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div);
        if whole_only && matches!(scalar, Scalar::Float(_)) {
            return Err(not_for_floats(span));
        }
        let (a, b) = (self.converted(a, scalar), self.converted(b, scalar));
        let kind = NodeKind::Binary(op, scalar, a.into(), b.into());
        Ok(Value::new(kind, Ty::Scalar(scalar), span))
    }

    /// Each operand of a shift is promoted alone; the left one gives the type.
    fn shift(&self, op: Binary, a: Value, b: Value, span: Range<usize>) -> Checked<Value> {
        let (scalar, by) = (self.number(&a)?.promoted(), self.number(&b)?.promoted());
        if matches!(scalar, Scalar::Float(_)) || matches!(by, Scalar::Float(_)) {
            return Err(not_for_floats(span));
        }
        let (a, b) = (self.converted(a, scalar), self.converted(b, by));
        let kind = NodeKind::Shift(op, scalar, a.into(), b.into(), by);
        Ok(Value::new(kind, Ty::Scalar(scalar), span))
    }

    fn compare(&self, op: Compare, a: Value, b: Value, span: Range<usize>) -> Checked<Value> {
        let scalar = match (&a.ty, &b.ty) {
            (Ty::Scalar(x), Ty::Scalar(y)) => x.common(*y),
            (Ty::Pointer(_), Ty::Pointer(_)) => self.scalar(&a.ty),
            (Ty::Pointer(_), Ty::Scalar(_)) if b.is_zero() => self.scalar(&a.ty),
            (Ty::Scalar(_), Ty::Pointer(_)) if a.is_zero() => self.scalar(&b.ty),
            _ => {
                let error = ExpressionError::new(span, "a pointer is compared with a number");
                return Err(error.help("follow it with `*`, or write a cast"));
            }
        };
        let (a, b) = (self.converted(a, scalar), self.converted(b, scalar));
        let kind = NodeKind::Compare(op, scalar, a.into(), b.into());
        Ok(Value::new(kind, Ty::int(), span))
    }

    fn conditional(
        &self,
        condition: &Syntax,
        yes: &Syntax,
        no: &Syntax,
        span: Range<usize>,
    ) -> Checked<Value> {
        let condition = self.condition(condition)?;
        let (yes, no) = (self.evaluated(yes)?, self.evaluated(no)?);
        let ty = match (&yes.ty, &no.ty) {
            (Ty::Scalar(a), Ty::Scalar(b)) => Ty::Scalar(a.common(*b)),
            // A null pointer takes the type of the other.
            (Ty::Pointer(_), Ty::Pointer(_)) if yes.is_zero() => no.ty.clone(),
            (Ty::Pointer(_), Ty::Pointer(_)) => yes.ty.clone(),
            (Ty::Pointer(_), _) if no.is_zero() => yes.ty.clone(),
            (_, Ty::Pointer(_)) if yes.is_zero() => no.ty.clone(),
            _ => {
                let message = "one result is a pointer and the other a number";
                return Err(ExpressionError::new(span, message).help("write a cast"));
            }
        };
        let scalar = self.scalar(&ty);
        let (yes, no) = (self.converted(yes, scalar), self.converted(no, scalar));
        let kind = NodeKind::If(condition, yes.into(), no.into(), scalar.bits());
        Ok(Value::new(kind, ty, span))
    }
}

fn not_for_floats(span: Range<usize>) -> ExpressionError {
    ExpressionError::new(span, "this operator is for integers")
        .help("cast the floating-point number to an integer type")
}
