//! What each `void *` holds: pointers to one type, or numbers.
//!
//! Pointers are numbers whose meaning depends on the type they point to, so a `void *` that holds pointers to two
//! types cannot be translated. Equality-based inference over everything that can hold a `void *`.

use super::calls::{self, Calls};
use super::unionfind::UnionFind;
use crate::ast::{Callee, Cast, Expr, ExprKind, FnId, Program, VarId, walk};
use crate::builtins::Builtin;
use crate::error::{Error, Location, Result};
use crate::types::{RecordId, Type};
use std::collections::HashMap;

/// Something that holds a `void *`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Var(VarId),
    Field(RecordId, usize),
    Result(FnId),
    /// Every `void *` object reached through a `void **`.
    Pointed,
    /// What threads return and joins collect.
    ThreadResult,
}

/// What a `void *` holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Pointers to this type.
    Pointer(Type),
    /// Numbers in disguise.
    Number,
}

/// Where a `void *` value comes from.
#[derive(Clone, Debug)]
enum Source {
    Nothing,
    Holder(Holder),
    Held(Held),
    Either(Box<Source>, Box<Source>),
}

/// The result of the inference.
pub struct Voids {
    holders: HashMap<Holder, usize>,
    classes: UnionFind,
    held: HashMap<usize, Held>,
}

impl Voids {
    pub fn gather(program: &Program, calls: &Calls) -> Result<Voids> {
        let mut voids =
            Voids { holders: HashMap::new(), classes: UnionFind::default(), held: HashMap::new() };
        voids.enter_holders(program);
        for var in &program.vars {
            if let Some(init) = &var.init {
                voids.initial(program, var.ty.clone(), init, &var.at)?;
            }
        }
        for (id, var) in program.vars.iter().enumerate() {
            if let (true, Some(init)) = (var.ty.is_void_pointer(), &var.init) {
                voids.flow(Source::Holder(Holder::Var(id)), source(init), &var.at)?;
            }
        }
        for (id, function) in program.functions.iter().enumerate() {
            let mut returned = Vec::new();
            walk::returned(&function.body, &mut |value| returned.push(value));
            for value in returned.into_iter().filter(|value| value.ty.is_void_pointer()) {
                voids.flow(Source::Holder(Holder::Result(id)), source(value), &value.at)?;
            }
            let mut all = Vec::new();
            walk::expressions(program, &function.body, &mut |expr| all.push(expr));
            for expr in all {
                voids.constrain(program, calls, expr)?;
            }
        }
        Ok(voids)
    }

    fn enter_holders(&mut self, program: &Program) {
        let mut all = vec![Holder::Pointed, Holder::ThreadResult];
        all.extend((0..program.vars.len()).map(Holder::Var));
        all.extend((0..program.functions.len()).map(Holder::Result));
        for (record, content) in program.records.0.iter().enumerate() {
            all.extend((0..content.fields.len()).map(|field| Holder::Field(record, field)));
        }
        self.classes = UnionFind::new(all.len());
        self.holders =
            all.into_iter().enumerate().map(|(number, holder)| (holder, number)).collect();
    }

    fn initial(&mut self, program: &Program, ty: Type, init: &Expr, at: &Location) -> Result<()> {
        let ExprKind::InitList(items) = &init.kind else { return Ok(()) };
        if let Type::Record(record) = ty {
            for (position, item) in items.iter().enumerate() {
                let field = program.records.get(record).fields[position].ty.clone();
                if field.is_void_pointer() {
                    self.flow(Source::Holder(Holder::Field(record, position)), source(item), at)?;
                }
                self.initial(program, field, item, at)?;
            }
        } else if let Some((of, _)) = ty.element() {
            for item in items {
                self.initial(program, of.clone(), item, at)?;
            }
        }
        Ok(())
    }

    fn constrain(&mut self, program: &Program, calls: &Calls, expr: &Expr) -> Result<()> {
        let at = &expr.at;
        match &expr.kind {
            ExprKind::Cast(Cast::Pointer, inner) if inner.ty.is_void_pointer() => {
                if let Some(to) = expr.ty.pointee().filter(|to| **to != Type::Void) {
                    self.flow(source(inner), Source::Held(Held::Pointer(to.cell())), at)?;
                }
            }
            ExprKind::Cast(Cast::PointerToInteger, inner) if inner.ty.is_void_pointer() => {
                self.flow(source(inner), Source::Held(Held::Number), at)?;
            }
            ExprKind::Assign(place, value) if place.ty.is_void_pointer() => {
                self.flow(lvalue(place), source(value), at)?;
            }
            ExprKind::Call(Callee::Defined(callee), args) => {
                for (param, arg) in program.functions[*callee].params.iter().zip(args) {
                    if program.var(*param).ty.is_void_pointer() {
                        self.flow(Source::Holder(Holder::Var(*param)), source(arg), at)?;
                    }
                }
            }
            ExprKind::Atomic(_, args)
                if args.first().is_some_and(|a| points_to_void_pointer(&a.ty)) =>
            {
                let place = pointed(&args[0]);
                for arg in args[1..].iter().filter(|a| a.ty.is_void_pointer()) {
                    self.flow(place.clone(), source(arg), at)?;
                }
                for arg in args[1..].iter().filter(|a| points_to_void_pointer(&a.ty)) {
                    self.flow(place.clone(), pointed(arg), at)?;
                }
            }
            _ => self.thread_call(program, calls, expr)?,
        }
        Ok(())
    }

    fn thread_call(&mut self, program: &Program, calls: &Calls, expr: &Expr) -> Result<()> {
        match calls::builtin(expr) {
            Some((Builtin::ThreadCreate, [_, _, _, arg])) => {
                if let Some(Ok(entry)) = calls::started(expr) {
                    for param in &program.functions[entry].params {
                        self.flow(Source::Holder(Holder::Var(*param)), source(arg), &expr.at)?;
                    }
                }
                if !calls.entries.is_empty() {
                    for entry in &calls.entries {
                        let result = Source::Holder(Holder::Result(*entry));
                        self.flow(Source::Holder(Holder::ThreadResult), result, &expr.at)?;
                    }
                }
            }
            Some((Builtin::ThreadJoin, [_, place])) if points_to_void_pointer(&place.ty) => {
                self.flow(Source::Holder(Holder::ThreadResult), pointed(place), &expr.at)?;
            }
            Some((Builtin::ThreadExit, [value])) => {
                self.flow(Source::Holder(Holder::ThreadResult), source(value), &expr.at)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Both hold the same.
    fn flow(&mut self, a: Source, b: Source, at: &Location) -> Result<()> {
        match (a, b) {
            (Source::Either(x, y), other) | (other, Source::Either(x, y)) => {
                self.flow(*x, other.clone(), at)?;
                self.flow(*y, other, at)
            }
            (Source::Nothing, _) | (_, Source::Nothing) => Ok(()),
            (Source::Holder(a), Source::Holder(b)) => self.join(a, b, at),
            (Source::Holder(holder), Source::Held(held))
            | (Source::Held(held), Source::Holder(holder)) => {
                let class = self.classes.find(self.holders[&holder]);
                self.hold(class, held, at)
            }
            (Source::Held(a), Source::Held(b)) if a != b => Err(conflict(at)),
            (Source::Held(_), Source::Held(_)) => Ok(()),
        }
    }

    fn join(&mut self, a: Holder, b: Holder, at: &Location) -> Result<()> {
        let pair = self.classes.union(self.holders[&a], self.holders[&b]);
        if let Some((kept, gone)) = pair
            && let Some(held) = self.held.remove(&gone)
        {
            self.hold(kept, held, at)?;
        }
        Ok(())
    }

    fn hold(&mut self, class: usize, held: Held, at: &Location) -> Result<()> {
        match self.held.get(&class) {
            Some(known) if *known != held => Err(conflict(at)),
            _ => {
                self.held.insert(class, held);
                Ok(())
            }
        }
    }

    /// What a `void *` expression holds, if the program ever says.
    pub fn held(&self, expr: &Expr) -> Option<Held> {
        self.resolve(&source(expr))
    }

    /// What a `void *` place holds.
    pub fn held_in(&self, place: &Expr) -> Option<Held> {
        self.resolve(&lvalue(place))
    }

    /// What a `void *` variable holds.
    pub fn held_by(&self, var: VarId) -> Option<Held> {
        self.resolve(&Source::Holder(Holder::Var(var)))
    }

    /// What the `void *` that a function returns holds.
    pub fn held_by_result(&self, function: FnId) -> Option<Held> {
        self.resolve(&Source::Holder(Holder::Result(function)))
    }

    /// What a `void *` member holds.
    pub fn held_by_field(&self, record: RecordId, field: usize) -> Option<Held> {
        self.resolve(&Source::Holder(Holder::Field(record, field)))
    }

    fn resolve(&self, source: &Source) -> Option<Held> {
        match source {
            Source::Nothing => None,
            Source::Held(held) => Some(held.clone()),
            Source::Holder(holder) => {
                let class = self.classes.find(*self.holders.get(holder)?);
                self.held.get(&class).cloned()
            }
            Source::Either(a, b) => self.resolve(a).or_else(|| self.resolve(b)),
        }
    }
}

fn conflict(at: &Location) -> Error {
    Error::untranslatable(
        at,
        "a void pointer that holds pointers to several types, or pointers and numbers",
        "use one variable, parameter or result per type",
    )
}

fn points_to_void_pointer(ty: &Type) -> bool {
    ty.pointee().is_some_and(Type::is_void_pointer)
}

/// The holder that a `void **` expression points to.
fn pointed(expr: &Expr) -> Source {
    match &expr.kind {
        ExprKind::AddrOf(place) => lvalue(place),
        ExprKind::Cast(Cast::Pointer, inner) => pointed(inner),
        ExprKind::Cast(Cast::Null, _) => Source::Nothing,
        _ => Source::Holder(Holder::Pointed),
    }
}

/// The holder that a `void *` lvalue is.
fn lvalue(expr: &Expr) -> Source {
    match &expr.kind {
        ExprKind::Var(var) => Source::Holder(Holder::Var(*var)),
        ExprKind::Element(array, _) => lvalue(array),
        ExprKind::Member(base, field) => match base.ty.plain() {
            Type::Record(record) => Source::Holder(Holder::Field(*record, *field)),
            _ => Source::Nothing,
        },
        ExprKind::Deref(_) => Source::Holder(Holder::Pointed),
        _ => Source::Nothing,
    }
}

/// Where the value of a `void *` expression comes from.
fn source(expr: &Expr) -> Source {
    match &expr.kind {
        ExprKind::Load(place) => lvalue(place),
        ExprKind::Cast(Cast::Pointer, inner) => match inner.ty.pointee() {
            Some(Type::Void) | None => source(inner),
            Some(to) => Source::Held(Held::Pointer(to.cell())),
        },
        ExprKind::Cast(Cast::IntegerToPointer, inner) if crate::ast::constant(inner) == Some(0) => {
            Source::Nothing
        }
        ExprKind::Cast(Cast::IntegerToPointer, _) => Source::Held(Held::Number),
        ExprKind::Conditional(_, a, b) => Source::Either(Box::new(source(a)), Box::new(source(b))),
        ExprKind::Comma(_, b) | ExprKind::Assign(_, b) => source(b),
        ExprKind::Call(Callee::Defined(function), _) => Source::Holder(Holder::Result(*function)),
        ExprKind::Atomic(_, args) => args.first().map_or(Source::Nothing, pointed),
        _ => Source::Nothing,
    }
}
