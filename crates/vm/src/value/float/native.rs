//! The formats that the host computes with.

use allways_program::code::{FloatBinary, FloatUnary};

macro_rules! binary_native {
    ($name:ident, $float:ty) => {
        /// A two-operand operation.
        pub fn $name(op: FloatBinary, a: $float, b: $float) -> $float {
            match op {
                FloatBinary::Add => a + b,
                FloatBinary::Sub => a - b,
                FloatBinary::Mul => a * b,
                FloatBinary::Div => a / b,
                FloatBinary::Rem => a % b,
                FloatBinary::MinNum | FloatBinary::MaxNum if a.is_nan() => b,
                FloatBinary::MinNum | FloatBinary::MaxNum if b.is_nan() => a,
                // Of two zeros it is the first, as clang compiles it for x86.
                FloatBinary::MinNum => {
                    if b < a {
                        b
                    } else {
                        a
                    }
                }
                FloatBinary::MaxNum => {
                    if b > a {
                        b
                    } else {
                        a
                    }
                }
                FloatBinary::Minimum | FloatBinary::Maximum if a.is_nan() => a,
                FloatBinary::Minimum | FloatBinary::Maximum if b.is_nan() => b,
                FloatBinary::Minimum if a == b && a.is_sign_negative() => a,
                FloatBinary::Minimum if a == b => b,
                FloatBinary::Maximum if a == b && a.is_sign_negative() => b,
                FloatBinary::Maximum if a == b => a,
                FloatBinary::Minimum => a.min(b),
                FloatBinary::Maximum => a.max(b),
                FloatBinary::CopySign => a.copysign(b),
            }
        }
    };
}

binary_native!(binary_single, f32);
binary_native!(binary_double, f64);

macro_rules! unary_native {
    ($name:ident, $float:ty) => {
        /// A one-operand operation.
        pub fn $name(op: FloatUnary, a: $float) -> $float {
            match op {
                FloatUnary::Neg => -a,
                FloatUnary::Abs => a.abs(),
                FloatUnary::Sqrt => a.sqrt(),
                FloatUnary::Floor => a.floor(),
                FloatUnary::Ceil => a.ceil(),
                FloatUnary::Trunc => a.trunc(),
                FloatUnary::Round => a.round(),
                FloatUnary::RoundEven => a.round_ties_even(),
            }
        }
    };
}

unary_native!(unary_single, f32);
unary_native!(unary_double, f64);
