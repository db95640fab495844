//! Who calls whom, who starts which thread, and what is recursive.

use crate::ast::{Callee, Expr, ExprKind, FnId, Program, walk};
use crate::builtins::{self, Builtin};
use crate::error::{Error, Result};
use std::collections::BTreeSet;

/// The call graph.
pub struct Calls {
    /// The functions that each function calls.
    pub callees: Vec<BTreeSet<FnId>>,
    /// Functions that can be active twice in one thread.
    pub recursive: Vec<bool>,
    /// Functions that `pthread_create` starts.
    pub entries: BTreeSet<FnId>,
}

impl Calls {
    pub fn gather(program: &Program) -> Result<Calls> {
        let mut callees = vec![BTreeSet::new(); program.functions.len()];
        let mut entries = BTreeSet::new();
        let mut problem = None;
        for (caller, function) in program.functions.iter().enumerate() {
            walk::expressions(program, &function.body, &mut |expr| {
                if let ExprKind::Call(Callee::Defined(callee), _) = &expr.kind {
                    callees[caller].insert(*callee);
                }
                match started(expr) {
                    Some(Ok(entry)) => {
                        entries.insert(entry);
                    }
                    Some(Err(e)) => problem = problem.take().or(Some(e)),
                    None => {}
                }
            });
        }
        if let Some(problem) = problem {
            return Err(problem);
        }
        let mut calls = Calls { callees, recursive: Vec::new(), entries };
        calls.recursive = (0..program.functions.len())
            .map(|f| calls.callees[f].iter().any(|callee| calls.reach(*callee).contains(&f)))
            .collect();
        Ok(calls)
    }

    /// Everything a function runs, itself included.
    pub fn reach(&self, from: FnId) -> BTreeSet<FnId> {
        let (mut seen, mut todo) = (BTreeSet::from([from]), vec![from]);
        while let Some(function) = todo.pop() {
            for callee in &self.callees[function] {
                if seen.insert(*callee) {
                    todo.push(*callee);
                }
            }
        }
        seen
    }

    /// Whether anyone calls the function.
    pub fn is_called(&self, function: FnId) -> bool {
        self.callees.iter().any(|callees| callees.contains(&function))
    }
}

/// The builtin that an expression calls, with its arguments.
pub fn builtin(expr: &Expr) -> Option<(Builtin, &[Expr])> {
    match &expr.kind {
        ExprKind::Call(Callee::External(name), args) => Some((builtins::lookup(name)?, args)),
        _ => None,
    }
}

/// The function that an expression starts as a thread.
pub fn started(expr: &Expr) -> Option<Result<FnId>> {
    let (Builtin::ThreadCreate, [_, _, function, _]) = builtin(expr)? else { return None };
    let mut function = function;
    while let ExprKind::Cast(_, inner) | ExprKind::AddrOf(inner) = &function.kind {
        function = inner;
    }
    Some(match &function.kind {
        ExprKind::Function(Callee::Defined(id)) => Ok(*id),
        _ => Err(Error::untranslatable(
            &expr.at,
            "a thread that is started through a function pointer",
            "name the thread's function in the call of pthread_create",
        )),
    })
}

/// The proposition that an expression sets.
pub fn proposition_name(expr: &Expr) -> Option<&str> {
    match builtin(expr) {
        Some((Builtin::Proposition | Builtin::PropositionSet, [_, name, ..])) => text(name),
        _ => None,
    }
}

/// The text of a string literal.
pub fn text(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Text(text) => Some(text),
        ExprKind::Cast(_, inner) | ExprKind::Decay(inner) => text(inner),
        _ => None,
    }
}
