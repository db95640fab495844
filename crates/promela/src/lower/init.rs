//! Initial values and copies of structs and arrays, one number at a time.

use super::Lowering;
use super::body::Body;
use crate::analysis::places::{pattern, strip};
use crate::ast::{Expr as C, ExprKind, Storage, VarId, constant};
use crate::error::{Error, Result};
use crate::ir::{Class, Expr, Item, Place, Prim, Select};
use crate::memory::Home;
use crate::types::Type;

/// Copies of more numbers than this are refused: nobody would read the model.
const LARGEST: usize = 256;

impl Body<'_, '_> {
    /// Gives every part of a place its initial value.
    pub fn initialise(&mut self, to: &Place, ty: &Type, init: &C) -> Result<()> {
        match &init.kind {
            ExprKind::Literal(inner) => return self.initialise(to, ty, inner),
            ExprKind::Load(place) if matches!(place.kind, ExprKind::Literal(_)) => {
                return self.initialise(to, ty, place);
            }
            _ => {}
        }
        if super::sync::is_library_object(ty) {
            self.assign(to.clone(), Expr::Number(0));
            return Ok(());
        }
        let part = |select: Select| {
            let mut place = to.clone();
            place.path.push(select);
            place
        };
        match (ty.plain(), &init.kind) {
            (Type::Record(id), ExprKind::InitList(items)) => {
                let fields = self.l.program.records.get(*id).fields.clone();
                for (position, field) in fields.iter().enumerate() {
                    let place = part(Select::Field(self.l.names.member(&field.name)));
                    self.part(&place, &field.ty, items.get(position), init)?;
                }
                Ok(())
            }
            (Type::Array(of, count), ExprKind::InitList(items)) => {
                for position in 0..*count {
                    let index = i64::try_from(position).unwrap_or(i64::MAX);
                    let item = usize::try_from(position).ok().and_then(|p| items.get(p));
                    self.part(&part(Select::Index(Expr::Number(index))), of, item, init)?;
                }
                Ok(())
            }
            (Type::Array(_, count), ExprKind::Text(text)) => {
                let bytes = text.bytes().chain(std::iter::repeat(0));
                for (position, byte) in (0..*count).zip(bytes) {
                    let index = Expr::Number(i64::try_from(position).unwrap_or(i64::MAX));
                    self.assign(part(Select::Index(index)), Expr::Number(i64::from(byte)));
                }
                Ok(())
            }
            (Type::Record(_) | Type::Array(..), ExprKind::Zero) => self.zero(to, ty, init),
            (Type::Record(_), ExprKind::Load(from)) => {
                let from = self.place(from)?;
                self.copy_parts(to, &from, ty, init)
            }
            (Type::Record(_) | Type::Array(..), _) => {
                let hint = "fill it member by member, or through a pointer";
                Err(Error::untranslatable(&init.at, "this value of a struct", hint))
            }
            _ => {
                let value = self.value(init)?;
                let value = self.settle(value, usize::from(!to.shared));
                self.assign(to.clone(), value);
                Ok(())
            }
        }
    }

    fn part(&mut self, to: &Place, ty: &Type, item: Option<&C>, whole: &C) -> Result<()> {
        match item {
            Some(item) => self.initialise(to, ty, item),
            None => self.zero(to, ty, whole),
        }
    }

    fn zero(&mut self, to: &Place, ty: &Type, at: &C) -> Result<()> {
        for path in self.l.leaves(ty, at)? {
            let mut place = to.clone();
            place.path.extend(path);
            self.assign(place, Expr::Number(0));
        }
        Ok(())
    }

    /// `a = b` for structs.
    pub fn copy(&mut self, to: &C, value: &C) -> Result<()> {
        let ty = to.ty.plain().clone();
        let place = self.place(to)?;
        let place = self.settle_place(place);
        self.initialise(&place, &ty, value)
    }

    /// `memset(&object, 0, sizeof object)`.
    pub fn clear_object(&mut self, args: &[C], expr: &C) -> Result<Expr> {
        let ty = self.whole_object(&args[0], &args[2], expr)?;
        if constant(&args[1]) != Some(0) {
            return Err(part_of_object(expr));
        }
        let to = self.target(&args[0])?;
        let to = self.settle_place(to);
        self.zero(&to, &ty, expr)?;
        Ok(Expr::Number(0))
    }

    /// `memcpy(&to, &from, sizeof to)`.
    pub fn copy_object(&mut self, args: &[C], expr: &C) -> Result<Expr> {
        let ty = self.whole_object(&args[0], &args[2], expr)?;
        if strip(&args[1]).ty.pointee().map(Type::cell) != Some(ty.cell()) {
            return Err(part_of_object(expr));
        }
        let to = self.target(&args[0])?;
        let to = self.settle_place(to);
        let from = self.target(&args[1])?;
        self.copy_parts(&to, &from, &ty, expr)?;
        Ok(Expr::Number(0))
    }

    /// The type of the object that a pointer points to, if it has exactly the given size.
    fn whole_object(&self, pointer: &C, size: &C, expr: &C) -> Result<Type> {
        let ty = strip(pointer).ty.pointee().cloned();
        let bytes = ty.as_ref().and_then(|ty| self.l.program.records.layout(ty));
        match (ty, bytes, constant(size)) {
            (Some(ty), Some((bytes, _)), Some(size)) if i64::try_from(bytes) == Ok(size) => Ok(ty),
            _ => Err(part_of_object(expr)),
        }
    }

    fn copy_parts(&mut self, to: &Place, from: &Place, ty: &Type, at: &C) -> Result<()> {
        let from = self.settle_place(from.clone());
        for path in self.l.leaves(ty, at)? {
            let (mut source, mut target) = (from.clone(), to.clone());
            source.path.extend(path.clone());
            target.path.extend(path);
            let mark = self.busy;
            let value = self.settle(Expr::Read(source), usize::from(!target.shared));
            self.assign(target, value);
            self.busy = mark;
        }
        Ok(())
    }
}

/// Variables whose values a declaration lists, and statements for all others.
pub type InitialValues = (Vec<(VarId, Vec<i64>)>, Vec<Item>);

impl Lowering<'_> {
    /// The paths to all numbers inside an object.
    pub fn leaves(&self, ty: &Type, at: &C) -> Result<Vec<Vec<Select>>> {
        let mut out = Vec::new();
        self.add_leaves(ty, &mut Vec::new(), &mut out);
        if out.len() <= LARGEST {
            return Ok(out);
        }
        Err(Error::untranslatable(
            &at.at,
            format!("a copy of an object of {} numbers", out.len()),
            "use a loop, or a smaller object",
        ))
    }

    fn add_leaves(&self, ty: &Type, path: &mut Vec<Select>, out: &mut Vec<Vec<Select>>) {
        match ty.plain() {
            Type::Record(id) => {
                for field in &self.program.records.get(*id).fields {
                    path.push(Select::Field(self.names.member(&field.name)));
                    self.add_leaves(&field.ty, path, out);
                    path.pop();
                }
            }
            Type::Array(of, count) => {
                for index in 0..i64::try_from(*count).unwrap_or(0) {
                    path.push(Select::Index(Expr::Number(index)));
                    self.add_leaves(of, path, out);
                    path.pop();
                    if out.len() > LARGEST {
                        return;
                    }
                }
            }
            _ => out.push(path.clone()),
        }
    }

    /// Initial values of the program's variables: numbers where a declaration can say them, statements for the rest.
    pub fn initial_values(&self) -> Result<InitialValues> {
        let (mut numbers, mut items) = (Vec::new(), Vec::new());
        for (id, var) in self.program.vars.iter().enumerate() {
            let (Storage::Static, Some(init)) = (var.storage, &var.init) else { continue };
            let Some(name) = self.symbols.globals.get(&id) else { continue };
            let place = Place::global(name, Vec::new(), false);
            let mut prims = Vec::new();
            self.initial(&place, &var.ty, init, &mut prims)?;
            match declared(&var.ty, &prims) {
                Some(values) => numbers.push((id, values)),
                None if self.facts.sharing.is_watched(id) => {
                    let construct =
                        format!("a formula over `{}`, which starts with values", var.name);
                    let hint = "give it its first values in main";
                    return Err(Error::untranslatable(&var.at, construct, hint));
                }
                None => items.push(super::act(prims, Class::Local, &var.at)),
            }
        }
        Ok((numbers, items))
    }

    fn initial(&self, to: &Place, ty: &Type, init: &C, out: &mut Vec<Prim>) -> Result<()> {
        let part = |select: Select| {
            let mut place = to.clone();
            place.path.push(select);
            place
        };
        match (ty.plain(), &init.kind) {
            (_, ExprKind::Literal(inner)) => return self.initial(to, ty, inner, out),
            (_, ExprKind::Zero) => {}
            (Type::Record(id), ExprKind::InitList(items)) => {
                for (field, item) in self.program.records.get(*id).fields.iter().zip(items) {
                    self.initial(
                        &part(Select::Field(self.names.member(&field.name))),
                        &field.ty,
                        item,
                        out,
                    )?;
                }
            }
            (Type::Array(of, _), ExprKind::InitList(items)) => {
                for (position, item) in (0i64..).zip(items) {
                    self.initial(&part(Select::Index(Expr::Number(position))), of, item, out)?;
                }
            }
            (Type::Array(..), ExprKind::Text(text)) => {
                for (position, byte) in (0i64..).zip(text.bytes()) {
                    let value = Expr::Number(i64::from(byte));
                    out.push(Prim::Assign(part(Select::Index(Expr::Number(position))), value));
                }
            }
            _ => {
                let value = self.initial_number(ty, init)?;
                if value != 0 {
                    out.push(Prim::Assign(to.clone(), Expr::Number(value)));
                }
            }
        }
        Ok(())
    }

    fn initial_number(&self, ty: &Type, init: &C) -> Result<i64> {
        let inner = strip(init);
        let found = match &inner.kind {
            ExprKind::InitList(items) if items.len() == 1 => {
                return self.initial_number(ty, &items[0]);
            }
            ExprKind::AddrOf(place) => self.constant_address(place, false),
            ExprKind::Decay(place) => self.constant_address(place, true),
            _ => constant(init).map(|n| super::arith::kept(n, ty)),
        };
        let fits = found.filter(|n| i32::try_from(*n).is_ok());
        fits.ok_or_else(|| {
            let hint = "use a number of at most 32 bits or the address of a variable";
            Error::untranslatable(&init.at, "this initial value", hint)
        })
    }

    /// The number of a place of the program that is known before it runs.
    fn constant_address(&self, place: &C, decays: bool) -> Option<i64> {
        let mut pattern = pattern(place)?;
        let mut indices = constant_indices(place)?;
        if decays {
            let (of, count) = place.ty.element()?;
            pattern.path.push(crate::analysis::places::Step::Any(count));
            pattern.ty = of.cell();
            indices.push(0);
        }
        let crate::analysis::places::Root::Var(var) = pattern.root else { return None };
        let space = self.memory.space(&pattern.ty)?;
        let region = self.memory.region(space, Home::Var(var), &pattern.path)?;
        let offset: i64 = region
            .dims
            .iter()
            .zip(indices)
            .map(|(dim, index)| i64::try_from(dim.stride).unwrap_or(0) * index)
            .sum();
        Some(i64::try_from(region.base).ok()? + offset)
    }
}

fn part_of_object(expr: &C) -> Error {
    let hint = "set or copy whole objects: memset(&x, 0, sizeof x), memcpy(&x, &y, sizeof x), or use a loop";
    Error::untranslatable(&expr.at, "an operation on the bytes of an object", hint)
}

/// The values as a declaration lists them; structs have to be filled by statements.
fn declared(ty: &Type, prims: &[Prim]) -> Option<Vec<i64>> {
    let mut values = match ty.plain() {
        _ if prims.is_empty() => return Some(Vec::new()),
        Type::Record(_) => return None,
        Type::Array(of, _) if of.is_aggregate() => return None,
        Type::Array(_, count) => vec![0; usize::try_from(*count).ok()?],
        _ => vec![0],
    };
    for prim in prims {
        let Prim::Assign(Place { path, .. }, Expr::Number(value)) = prim else { return None };
        let position = match path.first() {
            Some(Select::Index(Expr::Number(index))) => usize::try_from(*index).ok()?,
            _ => 0,
        };
        *values.get_mut(position)? = *value;
    }
    Some(values)
}

/// The indices along a place, outermost first.
fn constant_indices(place: &C) -> Option<Vec<i64>> {
    Some(match &place.kind {
        ExprKind::Var(_) => Vec::new(),
        ExprKind::Member(base, _) => constant_indices(base)?,
        ExprKind::Element(array, index) => {
            let mut indices = constant_indices(array)?;
            indices.push(constant(index)?);
            indices
        }
        _ => return None,
    })
}
