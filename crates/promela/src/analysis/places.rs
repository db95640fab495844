//! Which objects pointers can point to.
//!
//! A place is a variable or a heap cell, then members and elements. Places of one type whose address is taken
//! get numbers of their own, next to the heap cells of that type.

use super::calls::{self, Calls};
use super::voids::{Held, Voids};
use crate::ast::{BinOp, Callee, Cast, Expr, ExprKind, FnId, Program, Storage, VarId, walk};
use crate::builtins::{self, Builtin};
use crate::error::{Error, Result};
use crate::types::Type;
use std::collections::BTreeSet;

/// A step from an object into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    Field(usize),
    /// Any element of an array of this length.
    Any(u64),
}

/// Where a place starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    Var(VarId),
    /// Whatever a pointer to this type points to.
    Pointee(Type),
}

/// A place, with all elements of an array taken as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    pub root: Root,
    pub path: Vec<Step>,
    /// The type of the place.
    pub ty: Type,
}

/// What the program does with addresses.
#[derive(Default)]
pub struct Places {
    /// Places whose address is taken.
    pub taken: Vec<Pattern>,
    /// Local variables that live in cells, because a pointer to them may be used by another function.
    pub boxed: BTreeSet<VarId>,
    /// Local variables of `main` that live as long as the program and can be reached through pointers.
    pub promoted: BTreeSet<VarId>,
    /// Types with cells: allocated, boxed or pointed to.
    pub heap: Vec<Type>,
    /// Types of which several cells are allocated at once.
    pub blocks: Vec<Type>,
    /// Types whose pointers move.
    pub moved: Vec<Type>,
    /// Types that are reached through a pointer.
    pub reached: Vec<Type>,
    /// Types whose cells are given back.
    pub freed: Vec<Type>,
}

impl Places {
    pub fn gather(program: &Program, calls: &Calls, voids: &Voids) -> Result<Places> {
        let mut places = Places::default();
        let main = program.main();
        let once = !calls.is_called(main);
        for function in &program.functions {
            let mut all: Vec<&Expr> = Vec::new();
            walk::expressions(program, &function.body, &mut |expr| all.push(expr));
            let direct = direct_addresses(&all);
            for expr in all {
                if !direct.contains(&std::ptr::from_ref(expr)) {
                    places.address(expr)?;
                }
                places.pointer_use(program, voids, expr)?;
            }
        }
        for var in program.vars.iter().filter(|v| v.storage == Storage::Static) {
            if let Some(init) = &var.init {
                let mut problem = Ok(());
                walk::expression(program, init, &mut |expr| {
                    problem = std::mem::replace(&mut problem, Ok(())).and(places.address(expr));
                });
                problem?;
            }
        }
        places.settle_locals(program, main, once);
        Ok(places)
    }

    /// Enters a place whose address an expression takes and keeps.
    fn address(&mut self, expr: &Expr) -> Result<()> {
        let (ExprKind::AddrOf(place) | ExprKind::Decay(place)) = &expr.kind else { return Ok(()) };
        if matches!(place.kind, ExprKind::Function(_) | ExprKind::Text(_)) {
            return Ok(());
        }
        let Some(mut pattern) = pattern(place) else {
            let hint = "give the object a name";
            return Err(Error::untranslatable(&expr.at, "the address of a temporary object", hint));
        };
        let whole = matches!(expr.kind, ExprKind::AddrOf(_)) && place.ty.element().is_some();
        if whole && !matches!(pattern.path.last(), Some(Step::Any(_))) {
            let hint = "use a pointer to its first element";
            return Err(Error::untranslatable(&expr.at, "a pointer to a whole array", hint));
        }
        if let (ExprKind::Decay(_), Some((of, count))) = (&expr.kind, place.ty.element()) {
            pattern.path.push(Step::Any(count));
            pattern.ty = of.cell();
        }
        let pointer_itself = pattern.path.is_empty() && matches!(pattern.root, Root::Pointee(_));
        if !pointer_itself && !self.taken.contains(&pattern) {
            self.taken.push(pattern);
        }
        Ok(())
    }

    /// Enters what an expression allocates, moves or reaches.
    fn pointer_use(&mut self, program: &Program, voids: &Voids, expr: &Expr) -> Result<()> {
        match &expr.kind {
            ExprKind::Call(..) => {
                if let Some((Builtin::Free, [pointer])) = calls::builtin(expr) {
                    let pointer = strip(pointer);
                    match (pointer.ty.pointee(), voids.held(pointer)) {
                        (Some(Type::Void), Some(Held::Pointer(to))) => enter(&mut self.freed, to),
                        (Some(to), _) => enter(&mut self.freed, to.cell()),
                        (None, _) => {}
                    }
                }
            }
            ExprKind::Deref(pointer) => {
                if let Some(to) = pointer.ty.pointee() {
                    enter(&mut self.reached, to.cell());
                }
            }
            ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b)
                if a.ty.is_pointer()
                    && (b.ty.is_pointer() || crate::ast::constant(b) != Some(0)) =>
            {
                self.moves(&a.ty);
            }
            ExprKind::Increment { place, .. } | ExprKind::Compound(_, place, _, _) => {
                self.moves(&place.ty)
            }
            ExprKind::Cast(Cast::Pointer, inner) => {
                if let Some(to) = expr.ty.pointee().filter(|to| **to != Type::Void)
                    && let Some(several) = allocated(program, inner, to)
                {
                    self.allocates(to.cell(), several);
                }
            }
            ExprKind::Assign(place, value) if place.ty.is_void_pointer() => {
                if let Some(Held::Pointer(to)) = voids.held_in(place)
                    && let Some(several) = allocated(program, value, &to)
                {
                    self.allocates(to, several);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn moves(&mut self, pointer: &Type) {
        if let Some(to) = pointer.pointee() {
            enter(&mut self.moved, to.cell());
        }
    }

    fn allocates(&mut self, ty: Type, several: bool) {
        if several {
            enter(&mut self.blocks, ty.clone());
        }
        enter(&mut self.heap, ty);
    }

    /// Local variables whose address is taken move to cells, or, in `main`, to the program's variables.
    fn settle_locals(&mut self, program: &Program, main: FnId, main_runs_once: bool) {
        for pattern in &mut self.taken {
            let Root::Var(id) = pattern.root else { continue };
            let var = program.var(id);
            let (Storage::Local(owner) | Storage::Parameter(owner)) = var.storage else { continue };
            if owner == main && main_runs_once {
                self.promoted.insert(id);
                continue;
            }
            self.boxed.insert(id);
            let (cell, dimensions) = box_shape(&var.ty);
            let mut path = pattern.path.clone();
            path.drain(..dimensions.min(path.len()));
            pattern.root = Root::Pointee(cell);
            pattern.path = path;
        }
        self.taken.retain(|p| !(p.path.is_empty() && matches!(p.root, Root::Pointee(_))));
        for id in self.boxed.clone() {
            let ty = &program.var(id).ty;
            let (cell, dimensions) = box_shape(ty);
            enter(&mut self.freed, cell.clone());
            self.allocates(cell, dimensions > 0);
        }
    }
}

/// The cell type of a boxed variable, and how many array dimensions are flattened into cells.
pub fn box_shape(ty: &Type) -> (Type, usize) {
    let (mut ty, mut dimensions) = (ty, 0);
    while let Some((of, _)) = ty.element() {
        ty = of;
        dimensions += 1;
    }
    (ty.cell(), dimensions)
}

fn enter(list: &mut Vec<Type>, ty: Type) {
    if !list.contains(&ty) {
        list.push(ty);
    }
}

/// The place that an lvalue denotes.
pub fn pattern(place: &Expr) -> Option<Pattern> {
    let ty = place.ty.cell();
    Some(match &place.kind {
        ExprKind::Var(var) => Pattern { root: Root::Var(*var), path: Vec::new(), ty },
        ExprKind::Deref(pointer) => {
            let to = pointer.ty.pointee()?.cell();
            Pattern { root: Root::Pointee(to), path: Vec::new(), ty }
        }
        ExprKind::Member(base, field) => {
            let mut inner = pattern(base)?;
            inner.path.push(Step::Field(*field));
            Pattern { ty, ..inner }
        }
        ExprKind::Element(array, _) => {
            let (_, count) = array.ty.element()?;
            let mut inner = pattern(array)?;
            inner.path.push(Step::Any(count));
            Pattern { ty, ..inner }
        }
        _ => return None,
    })
}

/// Addresses that are handed to a library function which uses them at once, or that are compared with null.
fn direct_addresses(all: &[&Expr]) -> BTreeSet<*const Expr> {
    let mut direct = BTreeSet::new();
    let mut add = |expr: &Expr| {
        direct.insert(std::ptr::from_ref(strip(expr)));
    };
    for expr in all {
        if let Some((function, args)) = calls::builtin(expr) {
            function.places().iter().filter_map(|position| args.get(*position)).for_each(&mut add);
            if matches!(function, Builtin::Print | Builtin::Puts | Builtin::Trace) {
                args.iter().for_each(&mut add);
            }
        }
        match &expr.kind {
            ExprKind::Atomic(_, args) => args.iter().for_each(&mut add),
            ExprKind::Call(Callee::External(name), args) if builtins::atomic(name).is_some() => {
                args.iter().take(1).for_each(&mut add);
            }
            _ => {}
        }
    }
    direct
}

/// The expression below casts of pointers.
pub fn strip(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(Cast::Pointer | Cast::ToVoid, inner) => strip(inner),
        _ => expr,
    }
}

/// Whether an expression allocates memory for this type, and whether it may be more than one object.
fn allocated(program: &Program, expr: &Expr, ty: &Type) -> Option<bool> {
    let unit = program.records.layout(ty).and_then(|(size, _)| i64::try_from(size).ok());
    match calls::builtin(strip(expr))? {
        (Builtin::Malloc, [size]) => Some(crate::ast::constant(size) != unit),
        (Builtin::Calloc, [count, _]) => Some(crate::ast::constant(count) != Some(1)),
        _ => None,
    }
}
