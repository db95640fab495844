//! Values with definedness.
//!
//! Bits that are not defined are zero in the value, so that equal values are equal bytes. Bits
//! above a value's width are zero and defined.

/// A value of at most 64 bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The value; undefined bits are zero.
    pub value: u64,
    /// One where the bit is defined.
    pub defined: u64,
}

impl Word {
    /// Zero.
    pub const ZERO: Word = Word::new(0);

    /// A defined value.
    pub const fn new(value: u64) -> Word {
        Word { value, defined: !0 }
    }

    /// A value of `bits` undefined bits.
    pub const fn undefined(bits: u32) -> Word {
        Word { value: 0, defined: !mask(bits) }
    }

    /// Whether every bit is defined.
    #[inline(always)]
    pub const fn is_defined(self) -> bool {
        self.defined == !0
    }

    /// The value, if every bit is defined.
    #[inline(always)]
    pub fn get(self) -> Option<u64> {
        self.is_defined().then_some(self.value)
    }
}

/// The lowest `bits` bits.
#[inline(always)]
pub const fn mask(bits: u32) -> u64 {
    if bits >= 64 { !0 } else { (1 << bits) - 1 }
}

/// The lowest `bits` bits.
pub const fn wide_mask(bits: u32) -> u128 {
    if bits >= 128 { !0 } else { (1 << bits) - 1 }
}

/// `value` of `bits` bits as a signed number.
#[inline(always)]
pub const fn signed(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    ((value << shift) as i64) >> shift
}

/// A value of at most 128 bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Wide {
    /// The value; undefined bits are zero.
    pub value: u128,
    /// One where the bit is defined.
    pub defined: u128,
}

impl Wide {
    /// A value of `bits` undefined bits.
    pub fn undefined(bits: u32) -> Wide {
        Wide { value: 0, defined: !wide_mask(bits) }
    }

    /// A defined value.
    pub fn new(value: u128) -> Wide {
        Wide { value, defined: !0 }
    }

    /// From two words, the lower first.
    pub fn from_words(low: Word, high: Word) -> Wide {
        Wide {
            value: u128::from(low.value) | u128::from(high.value) << 64,
            defined: u128::from(low.defined) | u128::from(high.defined) << 64,
        }
    }

    /// From one word.
    pub fn from_word(low: Word) -> Wide {
        Wide::from_words(low, Word::ZERO)
    }

    /// The lower word.
    pub fn low(self) -> Word {
        Word { value: self.value as u64, defined: self.defined as u64 }
    }

    /// The upper word.
    pub fn high(self) -> Word {
        Word { value: (self.value >> 64) as u64, defined: (self.defined >> 64) as u64 }
    }

    /// With the bits from `bits` on zero and defined, and undefined bits zero.
    pub fn canonical(self, bits: u32) -> Wide {
        let defined = self.defined | !wide_mask(bits);
        Wide { value: self.value & self.defined & wide_mask(bits), defined }
    }

    /// Whether every bit is defined.
    pub fn is_defined(self) -> bool {
        self.defined == !0
    }

    /// Undefined from the lowest undefined bit of `self` or `other` on: how far an addition is known.
    pub fn known_below(self, other: Wide) -> u128 {
        let unknown = !(self.defined & other.defined);
        if unknown == 0 { !0 } else { (unknown & unknown.wrapping_neg()) - 1 }
    }
}
