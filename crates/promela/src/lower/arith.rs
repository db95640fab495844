//! Numbers: C's integer types on Promela's 32-bit `int`.
//!
//! Narrow types are kept as their value and wrapped when a value is made. Unsigned 32-bit numbers are kept as bit
//! patterns; what depends on the sign goes through macros. 64-bit numbers must stay within 32 bits, and the model
//! asserts that they do.

use super::body::Body;
use crate::ast::{BinOp, binary};
use crate::error::{Error, Result};
use crate::ir::Expr;
use crate::types::Type;

impl Body<'_, '_> {
    /// A value of one integer type as another.
    pub fn convert(&mut self, value: Expr, from: &Type, to: &Type) -> Expr {
        if let Expr::Number(number) = value {
            return Expr::Number(kept(number, to));
        }
        let ((from_low, from_high), (low, high)) = (from.range(), to.range());
        match (from.integer(), to.integer()) {
            (_, (1, _)) => truth(value),
            ((32, false), (64, _)) | ((64, true) | (32, true), (64, false)) => {
                self.given_settled(value, |v| Expr::binary(">=", v, Expr::Number(0)))
            }
            (_, (64 | 32, _)) => value,
            _ if from_low >= low && from_high <= high => value,
            (_, (bits, signed)) => self.wrap(value, bits, signed),
        }
    }

    fn wrap(&mut self, value: Expr, bits: u8, signed: bool) -> Expr {
        if !signed {
            return Expr::binary("&", value, Expr::Number((1 << bits) - 1));
        }
        self.use_macro(if bits == 8 { "wrap8" } else { "wrap16" }, vec![value])
    }

    pub fn use_macro(&mut self, name: &'static str, args: Vec<Expr>) -> Expr {
        self.l.macros.insert(name);
        Expr::Macro(name.into(), args)
    }

    /// A value that must satisfy a condition. The value is loaded first, so that both look at the same.
    pub fn given_settled(&mut self, value: Expr, condition: impl FnOnce(Expr) -> Expr) -> Expr {
        let value = self.settle(value, 0);
        Expr::Given { condition: Box::new(condition(value.clone())), value: Box::new(value) }
    }

    /// Arithmetic and comparison in a type; `positive` says that both operands are known not to be negative.
    pub fn arithmetic(
        &mut self,
        op: BinOp,
        a: Expr,
        b: Expr,
        ty: &Type,
        positive: bool,
    ) -> Result<Expr> {
        if let (Expr::Number(x), Expr::Number(y)) = (&a, &b)
            && let Some(result) = fold(op, *x, *y, ty)
        {
            return Ok(Expr::Number(result));
        }
        Ok(match (op, ty.integer()) {
            (BinOp::Div | BinOp::Rem, _) => self.divide(op, a, b, ty, positive),
            (BinOp::Shl | BinOp::Shr, _) => self.shift(op, a, b, ty),
            (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, (32, false)) if !positive => {
                let (name, a, b) = match op {
                    BinOp::Lt => ("below", a, b),
                    BinOp::Gt => ("below", b, a),
                    BinOp::Le => ("not_above", a, b),
                    _ => ("not_above", b, a),
                };
                self.use_macro(name, vec![a, b])
            }
            (BinOp::Add | BinOp::Sub | BinOp::Mul, (64, signed)) => self.wide(op, a, b, signed),
            _ => Expr::binary(symbol(op), a, b),
        })
    }

    fn divide(&mut self, op: BinOp, a: Expr, b: Expr, ty: &Type, positive: bool) -> Expr {
        let (a, b) = (self.settle(a, 0), self.settle(b, 0));
        let unsigned = ty.integer() == (32, false);
        let value = match op {
            BinOp::Div if unsigned && !positive => {
                self.use_macro("divide_unsigned", vec![a.clone(), b.clone()])
            }
            _ if unsigned && !positive => {
                self.use_macro("remainder_unsigned", vec![a.clone(), b.clone()])
            }
            _ => Expr::binary(symbol(op), a.clone(), b.clone()),
        };
        let conditions = divisible(a, b, !unsigned && !positive);
        conditions.into_iter().rev().fold(value, |value, condition| Expr::Given {
            condition: Box::new(condition),
            value: Box::new(value),
        })
    }

    fn shift(&mut self, op: BinOp, a: Expr, b: Expr, ty: &Type) -> Expr {
        let known = matches!(b, Expr::Number(n) if (0..32).contains(&n));
        let (bits, signed) = ty.integer();
        let (a, b) = (self.settle(a, 0), self.settle(b, 0));
        let value = if op == BinOp::Shr && bits == 32 && !signed {
            self.use_macro("shift_unsigned", vec![a.clone(), b.clone()])
        } else {
            Expr::binary(symbol(op), a.clone(), b.clone())
        };
        let mut conditions = Vec::new();
        if !known {
            let low = Expr::binary(">=", b.clone(), Expr::Number(0));
            conditions.push(Expr::binary(
                "&&",
                low,
                Expr::binary("<", b.clone(), Expr::Number(32)),
            ));
        }
        if op == BinOp::Shl && bits == 64 {
            conditions.push(self.use_macro("fits_shift", vec![a, b]));
        }
        conditions.into_iter().rev().fold(value, |value, condition| Expr::Given {
            condition: Box::new(condition),
            value: Box::new(value),
        })
    }

    /// 64-bit arithmetic, as long as the result fits the model's 32 bits.
    fn wide(&mut self, op: BinOp, a: Expr, b: Expr, signed: bool) -> Expr {
        let (a, b) = (self.settle(a, 0), self.settle(b, 0));
        let condition = match op {
            BinOp::Sub if !signed => Expr::binary(">=", a.clone(), b.clone()),
            BinOp::Add => self.use_macro("fits_add", vec![a.clone(), b.clone()]),
            BinOp::Sub => self.use_macro("fits_sub", vec![a.clone(), b.clone()]),
            _ => self.use_macro("fits_mul", vec![a.clone(), b.clone()]),
        };
        let value = Expr::binary(symbol(op), a, b);
        Expr::Given { condition: Box::new(condition), value: Box::new(value) }
    }

    /// Rejects a number that does not fit Promela's `int`.
    pub fn literal(&self, number: i64, ty: &Type) -> Result<Expr> {
        let fits = i32::try_from(number).is_ok()
            || (ty.integer() == (32, false) && u32::try_from(number).is_ok());
        if fits {
            return Ok(Expr::Number(kept(number, ty)));
        }
        Err(Error::untranslatable(
            &self.at,
            format!("the number {number}"),
            "numbers of a model have 32 bits: use a smaller one",
        ))
    }
}

/// What must hold of a dividend and a divisor: the machine has no answer else.
fn divisible(a: Expr, b: Expr, signed: bool) -> Vec<Expr> {
    let mut conditions = Vec::new();
    if !matches!(b, Expr::Number(n) if n != 0) {
        conditions.push(Expr::binary("!=", b.clone(), Expr::Number(0)));
    }
    let may_overflow = !matches!(b, Expr::Number(n) if n != -1)
        && !matches!(a, Expr::Number(n) if n != i64::from(i32::MIN));
    if signed && may_overflow {
        let lowest = Expr::binary("!=", a, Expr::Number(i64::from(i32::MIN)));
        let other = Expr::binary("!=", b, Expr::Number(-1));
        conditions.push(Expr::binary("||", lowest, other));
    }
    conditions
}

/// A number as a variable of the type keeps it.
pub fn kept(number: i64, ty: &Type) -> i64 {
    match ty.integer() {
        (64, _) => number,
        (1, _) => i64::from(number != 0),
        (32, _) => i64::from(number as i32),
        (8, true) => i64::from(number as i8),
        (8, false) => i64::from(number as u8),
        (16, true) => i64::from(number as i16),
        (16, false) => i64::from(number as u16),
        _ => number,
    }
}

/// `value != 0`, unless it is a truth value already.
pub fn truth(value: Expr) -> Expr {
    match value {
        Expr::Number(number) => Expr::Number(i64::from(number != 0)),
        Expr::Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||", ..)
        | Expr::Unary("!", _) => value,
        other => Expr::binary("!=", other, Expr::Number(0)),
    }
}

fn fold(op: BinOp, a: i64, b: i64, ty: &Type) -> Option<i64> {
    let unsigned = ty.integer() == (32, false);
    let view = |n: i64| if unsigned { i64::from(n as u32) } else { n };
    let (a, b) = (view(a), view(b));
    if matches!(op, BinOp::Shl | BinOp::Shr) && !(0..32).contains(&b) {
        return None;
    }
    let result = binary(op, a, b)?;
    if ty.integer().0 == 64 && i32::try_from(result).is_err() {
        return None;
    }
    Some(kept(result, ty))
}

pub fn symbol(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::BitAnd => "&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
    }
}
