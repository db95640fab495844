//! A floating-point number taken apart.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended;

/// The value of a `double` or `long double`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The sign, of zeros and NaNs too.
    pub negative: bool,
    /// What it is.
    pub magnitude: Magnitude,
    /// It is a `long double`; `%a` shows those differently.
    pub extended: bool,
}

/// The value without its sign.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Magnitude {
    /// Not a number.
    Nan,
    /// Infinite.
    Infinite,
    /// `significand * 2^exponent`; the significand is as stored, not shifted.
    Finite {
        /// The significand.
        significand: u64,
        /// Of its lowest bit.
        exponent: i32,
    },
}

impl Number {
    /// From the bits of a `double`.
    pub fn from_double(bits: u64) -> Number {
        let biased = (bits >> 52 & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let magnitude = match (biased, fraction) {
            (0x7ff, 0) => Magnitude::Infinite,
            (0x7ff, _) => Magnitude::Nan,
            (0, _) => Magnitude::Finite { significand: fraction, exponent: -1074 },
            _ => Magnitude::Finite { significand: fraction | 1 << 52, exponent: biased - 1075 },
        };
        Number { negative: bits >> 63 == 1, magnitude, extended: false }
    }

    /// From the 80 bits of an x87 `long double`.
    pub fn from_extended(bits: u128) -> Number {
        let biased = (bits >> 64 & 0x7fff) as i32;
        let magnitude = if X87DoubleExtended::from_bits(bits).is_nan() {
            Magnitude::Nan
        } else if biased == 0x7fff {
            Magnitude::Infinite
        } else {
            Magnitude::Finite { significand: bits as u64, exponent: biased.max(1) - 16383 - 63 }
        };
        Number { negative: bits >> 79 & 1 == 1, magnitude, extended: true }
    }
}
