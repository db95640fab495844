//! Which objects only the thread that made them can reach.
//!
//! Equality-based: every variable that holds a pointer is a node, and nodes joined by assignments, arguments and
//! results are one class. A pointer stored in memory, in a variable of the program, or given to a new thread
//! joins the class of the escaped. Objects of any other class are reached by one thread at a time.

use super::calls::{self, Calls};
use super::places::{Places, strip};
use super::unionfind::UnionFind;
use crate::ast::{Callee, Cast, Expr, ExprKind, FnId, Program, Storage, VarId, walk};
use crate::builtins::Builtin;

/// The classes.
pub struct Escape {
    classes: UnionFind,
    vars: usize,
}

const ESCAPED: usize = 0;

impl Escape {
    pub fn gather(program: &Program, calls: &Calls, places: &Places) -> Escape {
        // Nodes: the escaped, what each variable holds, each variable as an object, each function's result.
        let vars = program.vars.len();
        let size = 1 + 2 * vars + program.functions.len();
        let mut escape = Escape { classes: UnionFind::new(size), vars };
        for (id, var) in program.vars.iter().enumerate() {
            if var.storage == Storage::Static {
                escape.classes.union(ESCAPED, escape.value_of(id));
                escape.classes.union(ESCAPED, escape.object(id));
            }
            // A pointer variable that is itself pointed to can be changed from anywhere its address goes.
            if places.boxed.contains(&id) || places.promoted.contains(&id) {
                escape.classes.union(ESCAPED, escape.value_of(id));
            }
        }
        for (id, function) in program.functions.iter().enumerate() {
            let mut all = Vec::new();
            walk::expressions(program, &function.body, &mut |expr| all.push(expr));
            for expr in all {
                escape.constrain(program, expr);
            }
            walk::returned(&function.body, &mut |value| escape.join(escape.result(id), value));
        }
        for (id, var) in program.vars.iter().enumerate() {
            if let Some(init) = &var.init {
                escape.initialise(escape.value_of(id), init);
            }
        }
        for entry in &calls.entries {
            escape.classes.union(ESCAPED, escape.result(*entry));
            for param in &program.functions[*entry].params {
                escape.classes.union(ESCAPED, escape.value_of(*param));
            }
        }
        escape
    }

    fn value_of(&self, var: VarId) -> usize {
        1 + var
    }

    fn object(&self, var: VarId) -> usize {
        1 + self.vars + var
    }

    fn result(&self, function: FnId) -> usize {
        1 + 2 * self.vars + function
    }

    fn initialise(&mut self, node: usize, init: &Expr) {
        match &init.kind {
            ExprKind::InitList(items) => items.iter().for_each(|item| self.initialise(node, item)),
            ExprKind::Literal(inner) => self.initialise(node, inner),
            _ => self.join(node, init),
        }
    }

    fn constrain(&mut self, program: &Program, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(place, value) => {
                let node = self.target(place);
                self.initialise(node, value);
            }
            ExprKind::Call(Callee::Defined(callee), args) => {
                for (param, arg) in program.functions[*callee].params.iter().zip(args) {
                    self.join(self.value_of(*param), arg);
                }
            }
            ExprKind::Atomic(_, args) => {
                args.iter().skip(1).for_each(|arg| self.join(ESCAPED, arg))
            }
            ExprKind::Cast(Cast::PointerToInteger, inner) => self.join(ESCAPED, inner),
            _ => match calls::builtin(expr) {
                Some((Builtin::ThreadCreate, [_, _, _, arg])) => self.join(ESCAPED, arg),
                Some((Builtin::ThreadExit, [value])) => self.join(ESCAPED, value),
                Some((Builtin::ThreadJoin, [_, place])) => {
                    if let ExprKind::AddrOf(place) = &strip(place).kind {
                        let node = self.target(place);
                        self.classes.union(ESCAPED, node);
                    }
                }
                _ => {
                    if let ExprKind::Call(Callee::External(name), args) = &expr.kind
                        && crate::builtins::atomic(name).is_some()
                    {
                        args.iter().skip(1).for_each(|arg| self.join(ESCAPED, arg));
                    }
                }
            },
        }
    }

    /// The node that an assignment to a place feeds.
    fn target(&self, place: &Expr) -> usize {
        match &place.kind {
            ExprKind::Var(var) => self.value_of(*var),
            ExprKind::Member(base, _) | ExprKind::Element(base, _) => self.target(base),
            _ => ESCAPED,
        }
    }

    fn join(&mut self, node: usize, value: &Expr) {
        for source in self.sources(value) {
            self.classes.union(node, source);
        }
    }

    /// The nodes that a value may come from. Values without pointers in them come from nowhere.
    fn sources(&self, value: &Expr) -> Vec<usize> {
        match &value.kind {
            ExprKind::Load(place) | ExprKind::Increment { place, .. }
                if may_hold_pointer(value) =>
            {
                vec![self.target(place)]
            }
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => self.pointed(place),
            ExprKind::Cast(_, inner) | ExprKind::Literal(inner) => self.sources(inner),
            ExprKind::Binary(_, a, b) => [self.sources(a), self.sources(b)].concat(),
            ExprKind::Conditional(_, a, b) => [self.sources(a), self.sources(b)].concat(),
            ExprKind::Comma(_, b) | ExprKind::Assign(_, b) => self.sources(b),
            ExprKind::InitList(items) => items.iter().flat_map(|item| self.sources(item)).collect(),
            ExprKind::Compound(_, place, _, _) if may_hold_pointer(value) => {
                vec![self.target(place)]
            }
            ExprKind::Call(Callee::Defined(function), _) => vec![self.result(*function)],
            ExprKind::Atomic(..) | ExprKind::Block(_) if may_hold_pointer(value) => vec![ESCAPED],
            _ => Vec::new(),
        }
    }

    /// The class of the object that a place is part of.
    fn pointed(&self, place: &Expr) -> Vec<usize> {
        match &place.kind {
            ExprKind::Var(var) => vec![self.object(*var)],
            ExprKind::Member(base, _) | ExprKind::Element(base, _) => self.pointed(base),
            ExprKind::Deref(pointer) => self.sources(pointer),
            _ => vec![ESCAPED],
        }
    }

    /// Whether only the thread that runs this expression can reach what the pointer points to.
    pub fn is_private(&self, pointer: &Expr) -> bool {
        self.sources(pointer)
            .into_iter()
            .all(|node| self.classes.find(node) != self.classes.find(ESCAPED))
    }

    /// Whether only one thread can reach a local variable that lives in a cell.
    pub fn is_private_object(&self, var: VarId) -> bool {
        self.classes.find(self.object(var)) != self.classes.find(ESCAPED)
    }
}

fn may_hold_pointer(value: &Expr) -> bool {
    value.ty.is_pointer() || value.ty.is_aggregate()
}
