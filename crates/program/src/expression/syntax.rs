//! Expressions as they are written.

use super::types::{Scalar, Ty};
use std::ops::Range;

/// An expression and its place.
#[derive(Clone, Debug)]
pub(super) struct Syntax {
    pub(super) kind: SyntaxKind,
    pub(super) span: Range<usize>,
    /// Levels of operators: bounds the depth of every walk.
    pub(super) height: u32,
}

type Inner = Box<Syntax>;

#[derive(Clone, Debug)]
pub(super) enum SyntaxKind {
    /// A literal: its bits and its type.
    Literal(u128, Scalar),
    /// `NULL`.
    Null,
    Name(Path),
    Member {
        base: Inner,
        name: String,
        /// `->` and not `.`.
        arrow: bool,
        /// Where the name stands.
        at: Range<usize>,
    },
    Index(Inner, Inner),
    Unary(Unary, Inner),
    Binary(Binary, Inner, Inner),
    Compare(Compare, Inner, Inner),
    And(Inner, Inner),
    Or(Inner, Inner),
    If(Inner, Inner, Inner),
    Cast(Ty, Inner),
    SizeOf(Inner),
    SizeOfType(Ty),
}

/// A name with what stands before its `::`.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// A file, or the end of its path.
    pub(super) file: Option<String>,
    /// A function, or namespaces and classes.
    pub(super) scopes: Vec<String>,
    pub(super) name: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Complement,
    Minus,
    Plus,
    Follow,
    Address,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    And,
    Xor,
    Or,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An operator between two operands.
#[derive(Copy, Clone)]
pub(super) enum Infix {
    Binary(Binary),
    Compare(Compare),
    And,
    Or,
}

/// How tightly `<` and its like bind.
pub(super) const RELATIONAL: u8 = 7;

/// C's operators between two operands, with how tightly they bind.
pub(super) fn infix(symbol: &str) -> Option<(u8, Infix)> {
    Some(match symbol {
        "*" => (10, Infix::Binary(Binary::Mul)),
        "/" => (10, Infix::Binary(Binary::Div)),
        "%" => (10, Infix::Binary(Binary::Rem)),
        "+" => (9, Infix::Binary(Binary::Add)),
        "-" => (9, Infix::Binary(Binary::Sub)),
        "<<" => (8, Infix::Binary(Binary::Shl)),
        ">>" => (8, Infix::Binary(Binary::Shr)),
        "<" => (RELATIONAL, Infix::Compare(Compare::Lt)),
        "<=" => (RELATIONAL, Infix::Compare(Compare::Le)),
        ">" => (RELATIONAL, Infix::Compare(Compare::Gt)),
        ">=" => (RELATIONAL, Infix::Compare(Compare::Ge)),
        "==" => (6, Infix::Compare(Compare::Eq)),
        "!=" => (6, Infix::Compare(Compare::Ne)),
        "&" => (5, Infix::Binary(Binary::And)),
        "^" => (4, Infix::Binary(Binary::Xor)),
        "|" => (3, Infix::Binary(Binary::Or)),
        "&&" => (2, Infix::And),
        "||" => (1, Infix::Or),
        _ => return None,
    })
}

pub(super) fn prefix(symbol: &str) -> Option<Unary> {
    Some(match symbol {
        "!" => Unary::Not,
        "~" => Unary::Complement,
        "-" => Unary::Minus,
        "+" => Unary::Plus,
        "*" => Unary::Follow,
        "&" => Unary::Address,
        _ => return None,
    })
}
