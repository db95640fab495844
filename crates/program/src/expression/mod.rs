//! C expressions over the global variables of a program, as formulas hold them: `count <= 1`,
//! `queue.head == queue.tail`, `box->full && ring[2].state != READY`.
//!
//! An expression is [parsed](Expression::parse) once, against the debug information of a program:
//! names become addresses, and C's conversions are written out. It is then
//! [evaluated](Expression::evaluate) in many states, each of which is a [`Memory`]. Only what C
//! would read is read, and undefined bits are followed to the result.
//!
//! Where names are not enough, a variable is named with what it is declared in, as debuggers do:
//! `file.c::count`, `'dir/file.c'::count`, `function::count`, `name_space::count`.
//!
//! Differences from C: signed overflow wraps around; what is undefined in C otherwise (division by
//! zero, shifts that are too wide, indices outside of an array) is an error; nothing can be
//! assigned or called; macros are not known. A `std::atomic` is its value. C++'s references are
//! pointers.

mod bits;
mod check;
mod convert;
mod error;
mod float;
mod lex;
mod literal;
mod memory;
mod names;
mod node;
mod parser;
mod place;
mod syntax;
mod type_name;
mod types;

pub use bits::Bits;
pub use error::{EvaluateError, EvaluateErrorKind, ExpressionError};
pub use memory::Memory;
pub use types::Scalar;

use crate::{GlobalId, Program};
use node::{Evaluator, Node, NodeKind};
use std::fmt;

/// A C expression with a scalar value.
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    root: Node,
    scalar: Scalar,
    pointer_bits: u16,
    globals: Vec<GlobalId>,
    follows_pointers: bool,
}

/// The value of an expression.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub scalar: Scalar,
    /// Its bits; those above its width are zero, and defined.
    pub bits: Bits,
}

/// A value as a condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Whether the value is not zero, where undefined bits are taken as zero.
    pub holds: bool,
    /// Whether that depends on bits that were never initialised.
    pub undefined: bool,
}

impl Expression {
    /// Reads an expression over the globals of a program.
    pub fn parse(text: &str, program: &Program) -> Result<Expression, ExpressionError> {
        let names = names::Names { program };
        let syntax = parser::parse(text, &names)?;
        let (root, scalar) = check::whole(&names, &syntax)?;
        let mut globals = Vec::new();
        let mut follows_pointers = false;
        visit(&root, &mut |node| match &node.kind {
            NodeKind::Global(id) => globals.push(*id),
            NodeKind::Load { address, size, .. } => {
                let stays = |(id, last): (GlobalId, u64)| {
                    let end = last.checked_add((*size).into());
                    end.is_some_and(|end| end <= program.globals[id as usize].size)
                };
                follows_pointers |= !farthest(address).is_some_and(stays);
            }
            _ => {}
        });
        globals.sort_unstable();
        globals.dedup();
        let pointer_bits = program.pointer_bits.into();
        Ok(Expression { text: text.into(), root, scalar, pointer_bits, globals, follows_pointers })
    }

    /// The value in a state.
    pub fn evaluate<M: Memory + ?Sized>(
        &self,
        memory: &mut M,
    ) -> Result<Value, EvaluateError<M::Error>> {
        let mut evaluator = Evaluator { memory, pointer_bits: self.pointer_bits };
        let bits = evaluator.evaluate(&self.root)?.lowest(self.scalar.bits());
        Ok(Value { scalar: self.scalar, bits })
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The globals it names, sorted.
    pub fn globals(&self) -> &[GlobalId] {
        &self.globals
    }

    /// Whether it may read anything but the globals it names.
    pub fn follows_pointers(&self) -> bool {
        self.follows_pointers
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Value {
    /// The value as a condition.
    pub fn truth(self) -> Truth {
        let bits = node::truth(self.bits, self.scalar);
        Truth { holds: bits.value != 0, undefined: !bits.is_defined() }
    }

    /// The value as a number, where it is an integer or an address.
    pub fn integer(self) -> Option<i128> {
        match self.scalar {
            Scalar::Float(_) => None,
            Scalar::Int { bits, signed: true } => Some(bits::signed(self.bits.value, bits)),
            _ => i128::try_from(self.bits.value).ok(),
        }
    }
}

/// The global that an address is computed from without following a pointer, and how far behind its
/// start the address can be.
fn farthest(address: &Node) -> Option<(GlobalId, u64)> {
    let (base, by) = match &address.kind {
        NodeKind::Global(id) => return Some((*id, 0)),
        NodeKind::Offset(base, by) => (base, *by),
        NodeKind::Element { base, stride, count: Some(count), .. } => {
            (base, count.saturating_sub(1).checked_mul(*stride)?)
        }
        _ => return None,
    };
    let (id, before) = farthest(base)?;
    Some((id, before.checked_add(by)?))
}

/// Calls a function for every node.
fn visit(node: &Node, each: &mut impl FnMut(&Node)) {
    each(node);
    match &node.kind {
        NodeKind::Constant(_) | NodeKind::Global(_) => {}
        NodeKind::Load { address: a, .. }
        | NodeKind::Offset(a, _)
        | NodeKind::Convert(a, ..)
        | NodeKind::Complement(a, _)
        | NodeKind::Minus(a, _)
        | NodeKind::Not(a) => visit(a, each),
        NodeKind::Element { base: a, index: b, .. }
        | NodeKind::Distance(a, b, _)
        | NodeKind::Binary(_, _, a, b)
        | NodeKind::Shift(_, _, a, b, _)
        | NodeKind::Compare(_, _, a, b)
        | NodeKind::And(a, b)
        | NodeKind::Or(a, b) => {
            visit(a, each);
            visit(b, each);
        }
        NodeKind::If(a, b, c, _) => {
            visit(a, each);
            visit(b, each);
            visit(c, each);
        }
    }
}
