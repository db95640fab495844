//! The value of a constant expression.

use super::{BinOp, Cast, Expr, ExprKind, UnOp};
use crate::types::Type;

/// The value, or `None` when it is not a constant.
pub fn constant(expr: &Expr) -> Option<i64> {
    let value = match &expr.kind {
        ExprKind::Int(value) => *value,
        ExprKind::Zero => 0,
        ExprKind::Unary(op, operand) => {
            let value = constant(operand)?;
            match op {
                UnOp::Negate => value.checked_neg()?,
                UnOp::Not => i64::from(value == 0),
                UnOp::Complement => !value,
            }
        }
        ExprKind::Binary(op, a, b) => binary(*op, constant(a)?, constant(b)?)?,
        ExprKind::And(a, b) => i64::from(constant(a)? != 0 && constant(b)? != 0),
        ExprKind::Or(a, b) => i64::from(constant(a)? != 0 || constant(b)? != 0),
        ExprKind::Conditional(c, a, b) => constant(if constant(c)? != 0 { a } else { b })?,
        ExprKind::Cast(Cast::ToBool, inner) => i64::from(constant(inner)? != 0),
        ExprKind::Cast(Cast::ToVoid, _) => return None,
        ExprKind::Cast(_, inner) => constant(inner)?,
        _ => return None,
    };
    Some(wrap(value, &expr.ty))
}

/// The result of an operation, or `None` when it has none.
pub fn binary(op: BinOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        BinOp::Add => a.checked_add(b)?,
        BinOp::Sub => a.checked_sub(b)?,
        BinOp::Mul => a.checked_mul(b)?,
        BinOp::Div => a.checked_div(b)?,
        BinOp::Rem => a.checked_rem(b)?,
        BinOp::Shl => a.checked_shl(u32::try_from(b).ok()?)?,
        BinOp::Shr => a.checked_shr(u32::try_from(b).ok()?)?,
        BinOp::BitAnd => a & b,
        BinOp::BitOr => a | b,
        BinOp::BitXor => a ^ b,
        BinOp::Lt => i64::from(a < b),
        BinOp::Le => i64::from(a <= b),
        BinOp::Gt => i64::from(a > b),
        BinOp::Ge => i64::from(a >= b),
        BinOp::Eq => i64::from(a == b),
        BinOp::Ne => i64::from(a != b),
    })
}

/// The value as the type keeps it.
fn wrap(value: i64, ty: &Type) -> i64 {
    match ty.integer() {
        (64, _) => value,
        (1, _) => i64::from(value != 0),
        (bits, signed) => {
            let low = value & ((1 << bits) - 1);
            if signed && low >> (bits - 1) != 0 { low - (1 << bits) } else { low }
        }
    }
}
