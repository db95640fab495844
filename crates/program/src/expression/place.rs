//! Places in memory: variables, members, elements, what pointers point to.

use super::check::{Checked, Checker};
use super::convert::Value;
use super::error::ExpressionError;
use super::names::{Meaning, list, nearest};
use super::node::{Node, NodeKind};
use super::syntax::{Path, Syntax, SyntaxKind, Unary};
use super::types::{Scalar, Ty};
use crate::debug::{Field, Type, TypeId};
use std::ops::Range;

/// An expression: a place in memory or a value.
pub(super) struct Operand {
    /// The address of a place; the value of a value.
    pub(super) node: Node,
    pub(super) ty: Ty,
    pub(super) is_place: bool,
    pub(super) bit_field: Option<BitField>,
}

/// Where a bit-field lies behind the address of its first byte.
#[derive(Copy, Clone)]
pub(super) struct BitField {
    shift: u32,
    bits: u16,
}

/// So many structs without names are looked into for a member: the types of a damaged file may
/// contain themselves.
const MOST_STRUCTS: u32 = 1000;
/// The standard library's atomic types are nested a few levels.
const DEEPEST: u32 = 8;

impl Operand {
    fn place(kind: NodeKind, ty: Ty, span: Range<usize>) -> Operand {
        Operand { node: Node { kind, span }, ty, is_place: true, bit_field: None }
    }
}

impl Checker<'_> {
    pub(super) fn name(&self, path: &Path, span: Range<usize>) -> Checked<Operand> {
        let program = self.names.program;
        Ok(match self.names.find(path, span.clone())? {
            Meaning::Global(id, ty) => {
                Operand::place(NodeKind::Global(id), program.ty_of(ty), span)
            }
            Meaning::Constant(value, scalar) => {
                Value::new(NodeKind::Constant(value), Ty::Scalar(scalar), span).operand()
            }
            Meaning::Function(id) => {
                let address = program.address_space().function(id);
                Operand::place(NodeKind::Constant(address.into()), Ty::Function, span)
            }
        })
    }

    pub(super) fn member(
        &self,
        base: Operand,
        name: &str,
        at: Range<usize>,
        span: Range<usize>,
    ) -> Checked<Operand> {
        let program = self.names.program;
        let Ty::Struct(id) = base.ty else {
            let what = program.type_text(&base.ty);
            let error = ExpressionError::new(at, format!("no member `{name}`: this is {what}"));
            return Err(if matches!(base.ty, Ty::Pointer(_)) {
                error.help(format!("write `->{name}`"))
            } else {
                error.help("only structs, unions and classes have members")
            });
        };
        let mut left = MOST_STRUCTS;
        let Some((bit, field)) = self.find_field(id, name, &mut left) else {
            return Err(self.no_member(id, name, at));
        };
        let ty = program.ty_of(field.ty);
        let kind = |bit: u64| match bit / 8 {
            0 => base.node.kind.clone(),
            bytes => NodeKind::Offset(base.node.clone().into(), bytes),
        };
        let mut operand = Operand::place(kind(bit), ty, span);
        if field.bits > 0 {
            operand.bit_field = Some(BitField { shift: (bit % 8) as u32, bits: field.bits });
        }
        Ok(operand)
    }

    /// A member of a struct, of what has no name in it, or of what it inherits from: its first bit
    /// and itself.
    fn find_field(&self, id: TypeId, name: &str, left: &mut u32) -> Option<(u64, &Field)> {
        let fields = self.fields(id);
        if let Some(field) = fields.iter().find(|f| f.name == name && !name.is_empty()) {
            return Some((field.bit, field));
        }
        for inner in fields.iter().filter(|f| f.name.is_empty() && f.bits == 0) {
            *left = left.checked_sub(1)?;
            if let Some((bit, field)) = self.find_field(inner.ty, name, left) {
                return Some((inner.bit.checked_add(bit)?, field));
            }
        }
        None
    }

    fn fields(&self, id: TypeId) -> &[Field] {
        match self.names.program.debug.types.get(id as usize) {
            Some(Type::Struct { fields, .. }) => fields,
            _ => &[],
        }
    }

    /// All names that [`Checker::find_field`] finds.
    fn field_names(&self, id: TypeId) -> Vec<String> {
        let (mut found, mut waiting) = (Vec::new(), vec![id]);
        let mut left = MOST_STRUCTS;
        while let (Some(id), Some(fewer)) = (waiting.pop(), left.checked_sub(1)) {
            left = fewer;
            for field in self.fields(id) {
                if field.name.is_empty() {
                    waiting.push(field.ty);
                } else {
                    found.push(field.name.clone());
                }
            }
        }
        found
    }

    fn no_member(&self, id: TypeId, name: &str, at: Range<usize>) -> ExpressionError {
        let mut names = self.field_names(id);
        let what = self.names.program.type_text(&Ty::Struct(id));
        let error = ExpressionError::new(at, format!("{what} has no member `{name}`"));
        let near = nearest(name, names.iter().map(String::as_str));
        if names.is_empty() {
            error.help("its members are not known: compile the file that defines it with `-g`")
        } else if near.is_empty() {
            names.truncate(8);
            error.help(format!("it has {}", list(&names, "and")))
        } else {
            error.help(format!("similar: {}", list(&near, "and")))
        }
    }

    pub(super) fn index(
        &self,
        base: &Syntax,
        index: &Syntax,
        span: Range<usize>,
    ) -> Checked<Operand> {
        let program = self.names.program;
        let array = self.operand(base)?;
        let Ty::Array { element, count: count @ 1.. } = array.ty else {
            let sum = self.indexed_pointer(self.value(array)?, self.evaluated(index)?, &span)?;
            return self.pointed_to(sum, span);
        };
        let index = self.evaluated(index)?;
        let scalar = self.number(&index)?;
        if matches!(scalar, Scalar::Float(_)) {
            let error = ExpressionError::new(index.node.span, "an index must be an integer");
            return Err(error.help("cast it to an integer type"));
        }
        let ty = program.ty_of(element);
        let stride = program.size_of_type(element).unwrap_or(0);
        let kind = NodeKind::Element {
            base: array.node.into(),
            index: index.node.into(),
            scalar,
            stride,
            count: Some(count),
            back: false,
        };
        Ok(Operand::place(kind, ty, span))
    }

    /// `a[b]` is `*(a + b)`, either way around.
    fn indexed_pointer(&self, a: Value, b: Value, span: &Range<usize>) -> Checked<Value> {
        match (&a.ty, &b.ty) {
            (Ty::Pointer(_), _) => self.moved(a, b, false, span.clone()),
            (_, Ty::Pointer(_)) => self.moved(b, a, false, span.clone()),
            _ => {
                let error = ExpressionError::new(span.clone(), "a number has no elements");
                Err(error.help("only arrays and pointers can be indexed"))
            }
        }
    }

    /// What the pointer that an expression gives points to.
    pub(super) fn follow(&self, inner: &Syntax, span: Range<usize>) -> Checked<Operand> {
        let value = self.evaluated(inner)?;
        self.pointed_to(value, span)
    }

    fn pointed_to(&self, pointer: Value, span: Range<usize>) -> Checked<Operand> {
        let Ty::Pointer(target) = &pointer.ty else {
            let what = self.names.program.type_text(&pointer.ty);
            let error = ExpressionError::new(span, format!("this is {what}, not a pointer"));
            return Err(error.help("only pointers can be followed; members of structs need `.`"));
        };
        let ty = self.names.program.target(target);
        if ty == Ty::Void {
            let error = ExpressionError::new(span, "a pointer to void cannot be followed");
            return Err(error.help("cast it to the type of what it points to"));
        }
        Ok(Operand::place(pointer.node.kind, ty, span))
    }

    pub(super) fn address(&self, inner: &Syntax, span: Range<usize>) -> Checked<Value> {
        // The operand of `&*p` is not read, and need not be readable.
        if let SyntaxKind::Unary(Unary::Follow, pointer) = &inner.kind {
            let mut value = self.evaluated(pointer)?;
            value.node.span = span;
            return Ok(value);
        }
        let operand = self.operand(inner)?;
        if !operand.is_place {
            let error = ExpressionError::new(span, "a computed value has no address");
            return Err(error.help("take the address of a variable, member or element"));
        }
        if operand.bit_field.is_some() {
            let error = ExpressionError::new(span, "a bit-field has no address");
            return Err(error.help("take the address of its struct"));
        }
        let Operand { node, ty, .. } = operand;
        Ok(Value::new(node.kind, Ty::pointer_to(ty), span))
    }

    /// What an operand is worth: places are read, arrays and functions become their addresses.
    pub(super) fn value(&self, operand: Operand) -> Checked<Value> {
        let program = self.names.program;
        let span = operand.node.span.clone();
        match operand.ty {
            Ty::Scalar(scalar) if operand.is_place => {
                self.load(operand.node, scalar, operand.bit_field)
            }
            Ty::Pointer(_) if operand.is_place => {
                let size = u32::from(program.pointer_bits) / 8;
                let bits = program.pointer_bits.into();
                let kind = NodeKind::Load { address: operand.node.into(), size, shift: 0, bits };
                Ok(Value::new(kind, operand.ty, span))
            }
            Ty::Scalar(_) | Ty::Pointer(_) => Ok(Value { node: operand.node, ty: operand.ty }),
            Ty::Array { element, .. } => {
                let ty = Ty::Pointer(super::types::Target::Known(element));
                Ok(Value { node: operand.node, ty })
            }
            Ty::Function => Ok(Value { node: operand.node, ty: Ty::pointer_to(Ty::Function) }),
            Ty::Struct(id) => match self.atomic_value(id, DEEPEST) {
                Some((bit, ty)) => {
                    let kind = NodeKind::Offset(operand.node.into(), bit / 8);
                    self.value(Operand::place(kind, ty, span))
                }
                None => Err(self.no_value(id, span)),
            },
            Ty::Void | Ty::Opaque => {
                let error = ExpressionError::new(span, "the type of this has no values here");
                Err(error.help("compare integers, floating-point numbers and pointers"))
            }
        }
    }

    fn no_value(&self, id: TypeId, span: Range<usize>) -> ExpressionError {
        let what = self.names.program.type_text(&Ty::Struct(id));
        let mut names = self.field_names(id);
        names.truncate(8);
        let error =
            ExpressionError::new(span, format!("this is {what}, which has no single value"));
        if names.is_empty() {
            return error.help("compare its members one by one");
        }
        error.help(format!("name a member: {}", list(&names, "or")))
    }

    /// The value inside of the standard library's atomic types, which C++ programs use like it.
    fn atomic_value(&self, id: TypeId, depth: u32) -> Option<(u64, Ty)> {
        const ATOMIC: [&str; 7] = [
            "atomic<",
            "__atomic_base<",
            "__atomic_float<",
            "atomic_flag",
            "__atomic_flag_base",
            "__cxx_atomic_impl<",
            "__cxx_atomic_base_impl<",
        ];
        let Some(Type::Struct { name, fields, .. }) =
            self.names.program.debug.types.get(id as usize)
        else {
            return None;
        };
        let below = depth.checked_sub(1)?;
        let [field] = fields.as_slice() else { return None };
        let name = name.strip_prefix("std::").unwrap_or(name);
        if !ATOMIC.iter().any(|prefix| name.starts_with(prefix)) || field.bits > 0 {
            return None;
        }
        match self.names.program.ty_of(field.ty) {
            Ty::Struct(inner) => {
                let (bit, ty) = self.atomic_value(inner, below)?;
                Some((field.bit.checked_add(bit)?, ty))
            }
            ty @ (Ty::Scalar(_) | Ty::Pointer(_)) => Some((field.bit, ty)),
            _ => None,
        }
    }

    fn load(&self, address: Node, scalar: Scalar, bits: Option<BitField>) -> Checked<Value> {
        let span = address.span.clone();
        let whole = BitField { shift: 0, bits: scalar.bits() };
        let BitField { shift, bits } = bits.unwrap_or(whole);
        let size = (shift + u32::from(bits)).div_ceil(8);
        if size > 16 || bits > scalar.bits() {
            let error = ExpressionError::new(span, "a bit-field of this width cannot be read");
            return Err(error.help("copy it to a variable"));
        }
        let kind = NodeKind::Load { address: address.into(), size, shift, bits };
        // A narrow bit-field takes part in promotions with its own width, a wide one with that of
        // the type it is declared with.
        let narrow = match scalar {
            Scalar::Int { signed, .. } => Scalar::Int { bits, signed },
            other => other,
        };
        let value = Value::new(kind, Ty::Scalar(narrow), span);
        if bits <= 32 || narrow == scalar {
            return Ok(value);
        }
        let node = self.converted(value, scalar);
        Ok(Value { node, ty: Ty::Scalar(scalar) })
    }
}
