//! Lvalues.

use super::body::{Body, Local};
use crate::ast::walk::has_effect;
use crate::ast::{Expr as C, ExprKind, VarId};
use crate::error::{Error, Result};
use crate::ir::{Expr, Place, Root, Select, SpaceId};
use crate::types::Type;

impl Body<'_, '_> {
    /// The place that an lvalue denotes.
    pub fn place(&mut self, expr: &C) -> Result<Place> {
        match &expr.kind {
            ExprKind::Var(var) => self.variable(*var, expr),
            ExprKind::Deref(pointer) => self.pointee(pointer),
            ExprKind::Member(base, field) => {
                let mut place = self.place(base)?;
                if let Type::Record(record) = base.ty.plain() {
                    let name = &self.l.program.records.get(*record).fields[*field].name;
                    place.path.push(Select::Field(self.l.names.member(name)));
                }
                Ok(place)
            }
            ExprKind::Element(array, index) => self.element(array, index),
            ExprKind::Literal(init) => {
                let name = self.names.helper("literal");
                let ty = expr.ty.cell();
                let decl = self.l.shapes.declare(self.l.memory, &ty, &name, None);
                self.locals.push(decl);
                self.initialise(&Place::local(&name), &expr.ty, init)?;
                Ok(Place::local(&name))
            }
            _ => Err(Error::untranslatable(
                &expr.at,
                "a place inside a value that has no name",
                "store the value in a variable first",
            )),
        }
    }

    fn variable(&mut self, var: VarId, expr: &C) -> Result<Place> {
        if let Some(name) = self.l.symbols.globals.get(&var).cloned() {
            let shared = self.is_shared(var);
            return Ok(Place::global(name, Vec::new(), shared));
        }
        match self.frames.iter().rev().find_map(|f| f.vars.get(&var)).cloned() {
            Some(Local::Named(name)) => Ok(Place::local(name)),
            Some(Local::Boxed(pointer)) => {
                let ty = self.l.program.var(var).ty.cell();
                let space = self.space_of(&ty, expr)?;
                Ok(self.cell(
                    space,
                    Expr::local(&pointer),
                    !self.l.facts.escape.is_private_object(var),
                ))
            }
            None => Err(Error::untranslatable(
                &expr.at,
                "a variable out of its scope",
                "declare it before its use",
            )),
        }
    }

    fn is_shared(&self, var: VarId) -> bool {
        if self.l.facts.sharing.is_watched(var) {
            return true;
        }
        if !self.l.concurrent() {
            return false;
        }
        if !self.l.analysed() {
            return true;
        }
        if self.l.facts.places.promoted.contains(&var) {
            return !self.l.facts.escape.is_private_object(var);
        }
        self.l.facts.sharing.is_shared(var)
    }

    /// What a pointer points to.
    pub fn pointee(&mut self, pointer: &C) -> Result<Place> {
        let Some(to) = pointer.ty.pointee().cloned() else {
            return Err(Error::untranslatable(
                &pointer.at,
                "an access through a number",
                "use a pointer",
            ));
        };
        if to == Type::Void {
            let hint = "convert it to a pointer to the type that is meant";
            return Err(Error::untranslatable(
                &pointer.at,
                "an access through a void pointer",
                hint,
            ));
        }
        let space = self.space_of(&to.cell(), pointer)?;
        let private = self.l.facts.escape.is_private(pointer);
        let value = self.value(pointer)?;
        let value = self.settle(value, 0);
        Ok(self.cell(space, value, !private))
    }

    fn cell(&self, space: SpaceId, pointer: Expr, reachable: bool) -> Place {
        let shared = self.l.concurrent() && (reachable || !self.l.analysed());
        Place { root: Root::Cell { space, pointer: Box::new(pointer) }, path: Vec::new(), shared }
    }

    /// The space of pointers to a type.
    pub fn space_of(&self, ty: &Type, expr: &C) -> Result<SpaceId> {
        self.l.memory.space(ty).ok_or_else(|| {
            Error::untranslatable(
                &expr.at,
                "a pointer to an object of this type",
                "use a pointer to an allocated object",
            )
        })
    }

    fn element(&mut self, array: &C, index: &C) -> Result<Place> {
        if let Some((var, indices)) = self.boxed_element(array, index) {
            return self.boxed_cell(var, &indices);
        }
        let mut place = self.place(array)?;
        if has_effect(index) {
            place = self.settle_place(place);
        }
        let index = self.value(index)?;
        place.path.push(Select::Index(index));
        Ok(place)
    }

    /// The boxed array variable that an element belongs to, with all its indices, outermost first.
    pub fn boxed_element<'e>(&self, array: &'e C, index: &'e C) -> Option<(VarId, Vec<&'e C>)> {
        match &array.kind {
            ExprKind::Var(var) => {
                let boxed = self.frames.iter().rev().find_map(|f| f.vars.get(var));
                matches!(boxed, Some(Local::Boxed(_))).then(|| (*var, vec![index]))
            }
            ExprKind::Element(outer, first) => {
                let (var, mut indices) = self.boxed_element(outer, first)?;
                indices.push(index);
                Some((var, indices))
            }
            _ => None,
        }
    }

    /// A cell of a boxed array: its dimensions are laid out one after another.
    fn boxed_cell(&mut self, var: VarId, indices: &[&C]) -> Result<Place> {
        let offset = self.boxed_offset(var, indices)?;
        let Some(Local::Boxed(pointer)) =
            self.frames.iter().rev().find_map(|f| f.vars.get(&var)).cloned()
        else {
            return Err(Error::untranslatable(
                &self.at,
                "a variable out of its scope",
                "declare it before its use",
            ));
        };
        let mut cell = self.l.program.var(var).ty.cell();
        for _ in indices {
            cell = cell.element().map_or(cell.clone(), |(of, _)| of.clone());
        }
        let offset = self.settle(offset, 0);
        let space = self.space_of(&cell, indices[0])?;
        let pointer = plus(Expr::local(&pointer), offset);
        Ok(self.cell(space, pointer, !self.l.facts.escape.is_private_object(var)))
    }

    /// How far an element of a boxed array is from the first, with its bounds checked.
    pub fn boxed_offset(&mut self, var: VarId, indices: &[&C]) -> Result<Expr> {
        let mut ty = self.l.program.var(var).ty.cell();
        let mut offset = Expr::Number(0);
        for index in indices {
            let Some((of, count)) = ty.element().map(|(of, count)| (of.clone(), count)) else {
                break;
            };
            let value = self.value(index)?;
            let value = self.bounded(value, count);
            offset = plus(times(offset, count), value);
            ty = of;
        }
        // Elements that are arrays themselves start at a multiple of their size.
        while let Some((of, count)) = ty.element().map(|(of, count)| (of.clone(), count)) {
            offset = times(offset, count);
            ty = of;
        }
        Ok(offset)
    }

    /// An index that is asserted to be below a limit.
    pub fn bounded(&mut self, index: Expr, limit: u64) -> Expr {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        if matches!(index, Expr::Number(n) if (0..limit).contains(&n)) {
            return index;
        }
        self.given_settled(index, |value| {
            let low = Expr::binary(">=", value.clone(), Expr::Number(0));
            Expr::binary("&&", low, Expr::binary("<", value, Expr::Number(limit)))
        })
    }
}

/// A sum, without adding nothing.
pub fn plus(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::Number(x), Expr::Number(y)) => Expr::Number(x + y),
        (Expr::Number(0), other) | (other, Expr::Number(0)) => other,
        (a, b) => Expr::binary("+", a, b),
    }
}

/// A product, without multiplying by one.
pub fn times(a: Expr, factor: u64) -> Expr {
    let factor = i64::try_from(factor).unwrap_or(i64::MAX);
    match a {
        Expr::Number(x) => Expr::Number(x * factor),
        other if factor == 1 => other,
        other => Expr::binary("*", other, Expr::Number(factor)),
    }
}
