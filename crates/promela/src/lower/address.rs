//! Addresses: the numbers of places.

use super::body::{Body, Local};
use super::place::{plus, times};
use crate::analysis::places::Step;
use crate::ast::{BinOp, Expr as C, ExprKind};
use crate::error::{Error, Result};
use crate::ir::{Expr, SpaceId};
use crate::memory::{Home, Region};
use crate::types::Type;

/// A place taken apart: where it starts, the steps into it, and the index of each array step.
struct Parts {
    start: Start,
    path: Vec<Step>,
    indices: Vec<Expr>,
}

enum Start {
    Home(Home),
    /// A pointer into a space.
    Pointer(SpaceId, Expr),
}

impl Body<'_, '_> {
    /// The address of an lvalue; of its first element if it is an array that decays.
    pub fn address(&mut self, place: &C, decays: bool) -> Result<Expr> {
        if let ExprKind::Text(_) = place.kind {
            let hint = "texts can only be printed; use numbers or enumerators instead";
            return Err(Error::untranslatable(&place.at, "a pointer to a text", hint));
        }
        let mut parts = self.parts(place)?;
        let mut ty = place.ty.cell();
        if decays && let Some((of, count)) = ty.element().map(|(of, count)| (of.clone(), count)) {
            // The elements of a boxed array are cells of their own already.
            let flat = matches!(&parts.start, Start::Pointer(space, _)
                if parts.path.is_empty() && self.l.memory.spaces[*space].ty != ty);
            if !flat {
                parts.path.push(Step::Any(count));
                parts.indices.push(Expr::Number(0));
            }
            ty = of;
        }
        let space = match &parts.start {
            Start::Pointer(space, pointer) if parts.path.is_empty() => {
                let _ = space;
                return Ok(pointer.clone());
            }
            _ => self.space_of(&ty, place)?,
        };
        self.number(space, parts, place)
    }

    fn parts(&mut self, place: &C) -> Result<Parts> {
        match &place.kind {
            ExprKind::Var(var) => {
                if self.l.symbols.globals.contains_key(var) {
                    let start = Start::Home(Home::Var(*var));
                    return Ok(Parts { start, path: Vec::new(), indices: Vec::new() });
                }
                match self.frames.iter().rev().find_map(|f| f.vars.get(var)).cloned() {
                    Some(Local::Boxed(pointer)) => {
                        let (cell, _) =
                            crate::analysis::places::box_shape(&self.l.program.var(*var).ty);
                        let space = self.space_of(&cell, place)?;
                        let start = Start::Pointer(space, Expr::local(&pointer));
                        Ok(Parts { start, path: Vec::new(), indices: Vec::new() })
                    }
                    _ => Err(Error::untranslatable(
                        &place.at,
                        "the address of this variable",
                        "make it a global",
                    )),
                }
            }
            ExprKind::Deref(pointer) => {
                let to = pointer.ty.pointee().map_or(Type::Void, Type::cell);
                let space = self.space_of(&to, place)?;
                let value = self.value(pointer)?;
                let value = self.settle(value, 0);
                Ok(Parts {
                    start: Start::Pointer(space, value),
                    path: Vec::new(),
                    indices: Vec::new(),
                })
            }
            ExprKind::Member(base, field) => {
                let mut parts = self.parts(base)?;
                parts.path.push(Step::Field(*field));
                Ok(parts)
            }
            ExprKind::Element(array, index) => self.element_parts(array, index),
            _ => Err(Error::untranslatable(
                &place.at,
                "the address of a temporary object",
                "give the object a name",
            )),
        }
    }

    fn element_parts(&mut self, array: &C, index: &C) -> Result<Parts> {
        if let Some((var, indices)) = self.boxed_element(array, index) {
            let offset = self.boxed_offset(var, &indices)?;
            let offset = self.settle(offset, 0);
            let mut parts = self.parts(&root_of(array))?;
            if let Start::Pointer(_, pointer) = &mut parts.start {
                *pointer = plus(pointer.clone(), offset);
            }
            return Ok(parts);
        }
        let mut parts = self.parts(array)?;
        let count = array.ty.element().map_or(1, |(_, count)| count);
        let value = self.value(index)?;
        let value = self.settle(value, 0);
        parts.path.push(Step::Any(count));
        parts.indices.push(value);
        Ok(parts)
    }

    /// The number of a place in its space.
    fn number(&mut self, space: SpaceId, parts: Parts, place: &C) -> Result<Expr> {
        let missing = || {
            Error::untranslatable(&place.at, "the address of this place", "use an index instead")
        };
        match parts.start {
            Start::Home(home) => {
                let region =
                    self.l.memory.region(space, home, &parts.path).ok_or_else(missing)?.clone();
                let inner = self.offset(&region, 0, parts.indices);
                Ok(plus(Expr::Number(number(region.base)), inner))
            }
            Start::Pointer(from, pointer) => {
                let sources = self.l.memory.spaces[from].regions.clone();
                let mut ways = Vec::new();
                for source in &sources {
                    let mut path = source.path.clone();
                    path.extend(&parts.path);
                    let region = self
                        .l
                        .memory
                        .region(space, source.home, &path)
                        .ok_or_else(missing)?
                        .clone();
                    let fixed = region.dims.len() - parts.indices.len();
                    let per_object: u64 = region.dims[fixed..].iter().map(|d| d.numbers).product();
                    let inner = self.offset(&region, fixed, parts.indices.clone());
                    let start = number(region.base) - number(source.base) * number(per_object);
                    let moved = plus(times(pointer.clone(), per_object), Expr::Number(start));
                    ways.push((source.end(), plus(moved, inner)));
                }
                Ok(pick(pointer, ways))
            }
        }
    }

    /// How far a place is from the start of its region, by the indices of the dimensions from `first` on.
    fn offset(&mut self, region: &Region, first: usize, indices: Vec<Expr>) -> Expr {
        let mut sum = Expr::Number(0);
        for (dim, index) in region.dims[first..].iter().zip(indices) {
            let index = self.bounded(index, dim.numbers);
            sum = plus(sum, times(index, dim.stride));
        }
        sum
    }

    /// A pointer moved by a number of elements, within its array.
    pub fn moved(&mut self, op: BinOp, pointer: Expr, by: Expr, ty: &Type, at: &C) -> Result<Expr> {
        if by == Expr::Number(0) {
            return Ok(pointer);
        }
        let to = ty.pointee().map_or(Type::Void, Type::cell);
        let space = self.space_of(&to, at)?;
        let (pointer, by) = (self.settle(pointer, 0), self.settle(by, 0));
        let symbol = if op == BinOp::Sub { "-" } else { "+" };
        let target = Expr::binary(symbol, pointer.clone(), by);
        let same = Expr::binary(
            "==",
            Expr::Start(space, Box::new(pointer)),
            Expr::Start(space, Box::new(target.clone())),
        );
        Ok(Expr::Given { condition: Box::new(same), value: Box::new(target) })
    }

    /// The distance between two pointers into one array.
    pub fn distance(&mut self, a: Expr, b: Expr, ty: &Type, at: &C) -> Result<Expr> {
        let to = ty.pointee().map_or(Type::Void, Type::cell);
        let space = self.space_of(&to, at)?;
        let (a, b) = (self.settle(a, 0), self.settle(b, 0));
        let (start_a, start_b) =
            (Expr::Start(space, Box::new(a.clone())), Expr::Start(space, Box::new(b.clone())));
        Ok(Expr::Given {
            condition: Box::new(Expr::binary("==", start_a, start_b)),
            value: Box::new(Expr::binary("-", a, b)),
        })
    }
}

fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The variable below a chain of elements.
fn root_of(expr: &C) -> C {
    match &expr.kind {
        ExprKind::Element(array, _) => root_of(array),
        _ => expr.clone(),
    }
}

/// Chooses by the region that a pointer is in.
fn pick(pointer: Expr, mut ways: Vec<(u64, Expr)>) -> Expr {
    let Some((_, mut value)) = ways.pop() else { return Expr::Number(0) };
    for (end, way) in ways.into_iter().rev() {
        let here = Expr::binary("<", pointer.clone(), Expr::Number(number(end)));
        value = Expr::Conditional(Box::new(here), Box::new(way), Box::new(value));
    }
    value
}
