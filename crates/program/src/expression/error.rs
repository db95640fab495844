//! What is wrong with an expression, and what goes wrong when one is evaluated.

use std::fmt;
use std::ops::Range;

/// An expression that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The bytes of the text the error is about; empty at the end of the text.
    pub span: Range<usize>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to write or do instead.
    pub help: Option<String>,
}

impl ExpressionError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> ExpressionError {
        ExpressionError { span, message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> ExpressionError {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, ": {help}"))
    }
}

impl std::error::Error for ExpressionError {}

/// An expression that has no value in a state. `E` is what the memory says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluateError<E> {
    /// The bytes of the text that have no value.
    pub span: Range<usize>,
    /// Why.
    pub kind: EvaluateErrorKind<E>,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluateErrorKind<E> {
    /// The memory cannot be read.
    Memory(E),
    /// A pointer, or an index, with bits that were never initialised is followed.
    UninitialisedAddress,
    /// An index outside of its array.
    Index {
        /// The index.
        index: i128,
        /// Number of elements.
        count: u64,
    },
    /// A division by zero.
    DivisionByZero,
    /// The smallest number divided by -1.
    Overflow,
    /// A shift by a negative number of bits, or by as many as the number has or more.
    Shift {
        /// By so many bits.
        by: i128,
        /// Of a number of so many bits.
        bits: u16,
    },
    /// A floating-point number does not fit in the integer type it is converted to.
    Conversion,
}

impl<E: fmt::Display> fmt::Display for EvaluateError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            EvaluateErrorKind::Memory(error) => error.fmt(f),
            EvaluateErrorKind::UninitialisedAddress => {
                f.write_str("a pointer or index that was never initialised is followed")
            }
            EvaluateErrorKind::Index { index, count } => {
                write!(f, "index {index} of an array with {count} elements")
            }
            EvaluateErrorKind::DivisionByZero => f.write_str("division by zero"),
            EvaluateErrorKind::Overflow => {
                f.write_str("the smallest number divided by -1 overflows")
            }
            EvaluateErrorKind::Shift { by, bits } => {
                write!(f, "a shift by {by} of a number with {bits} bits")
            }
            EvaluateErrorKind::Conversion => {
                f.write_str("a floating-point number does not fit in the integer type")
            }
        }
    }
}

impl<E: fmt::Display + fmt::Debug> std::error::Error for EvaluateError<E> {}
