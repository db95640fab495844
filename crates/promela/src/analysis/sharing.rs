//! Which of the program's variables several threads use.

use super::calls::{self, Calls};
use super::places::{Places, Root, pattern};
use super::threads::Threads;
use crate::ast::{Callee, Expr, ExprKind, FnId, Program, Storage, VarId, walk};
use crate::builtins;
use std::collections::{BTreeMap, BTreeSet};

/// Variables of the program whose use by one thread another one can notice.
pub struct Sharing {
    shared: BTreeSet<VarId>,
    watched: BTreeSet<VarId>,
}

/// Who touches a variable.
#[derive(Default)]
struct Uses {
    by: BTreeSet<FnId>,
    written: bool,
}

impl Sharing {
    pub fn gather(program: &Program, calls: &Calls, threads: &Threads, places: &Places) -> Sharing {
        let mut uses: BTreeMap<VarId, Uses> = BTreeMap::new();
        for (id, function) in program.functions.iter().enumerate() {
            walk::expressions(program, &function.body, &mut |expr| {
                if let ExprKind::Var(var) = expr.kind {
                    uses.entry(var).or_default().by.insert(id);
                }
                for place in written(expr) {
                    if let Some(Root::Var(var)) = pattern(place).map(|p| p.root) {
                        uses.entry(var).or_default().written = true;
                    }
                }
            });
        }
        // Each way to run code: which functions, and whether several threads may do so.
        let mut roots = vec![(calls.reach(program.main()), false)];
        roots.extend(
            calls.entries.iter().map(|entry| (calls.reach(*entry), !threads.runs_once(*entry))),
        );
        let mut shared = BTreeSet::new();
        for (id, var) in program.vars.iter().enumerate() {
            if var.storage != Storage::Static || !threads.any {
                continue;
            }
            let used = uses.remove(&id).unwrap_or_default();
            let pointed_to = places.taken.iter().any(|p| p.root == Root::Var(id));
            let users: usize = roots
                .iter()
                .filter(|(functions, _)| used.by.iter().any(|f| functions.contains(f)))
                .map(|(_, several)| if *several { 2 } else { 1 })
                .sum();
            if pointed_to || (used.written && users > 1) {
                shared.insert(id);
            }
        }
        Sharing { shared, watched: BTreeSet::new() }
    }

    /// Whether other threads can notice a use of this variable.
    pub fn is_shared(&self, var: VarId) -> bool {
        self.shared.contains(&var)
    }

    /// Says that a formula watches a variable.
    pub fn watch(&mut self, var: VarId) {
        self.watched.insert(var);
    }

    /// Whether a formula watches a variable, so that every change of it counts.
    pub fn is_watched(&self, var: VarId) -> bool {
        self.watched.contains(&var)
    }
}

/// The places that an expression writes itself.
fn written(expr: &Expr) -> Vec<&Expr> {
    let through = |args: &'_ [Expr]| -> Vec<usize> { (0..args.len()).collect() };
    match &expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::Compound(_, place, _, _)
        | ExprKind::Increment { place, .. } => vec![place],
        ExprKind::Atomic(_, args) => addressed(args, &through(args)),
        ExprKind::Call(Callee::External(name), args) => match calls::builtin(expr) {
            Some((function, args)) => addressed(args, function.places()),
            None if builtins::atomic(name).is_some() => addressed(args, &[0]),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn addressed<'e>(args: &'e [Expr], positions: &[usize]) -> Vec<&'e Expr> {
    let stripped = positions.iter().filter_map(|p| args.get(*p)).map(super::places::strip);
    stripped
        .filter_map(|arg| match &arg.kind {
            ExprKind::AddrOf(place) => Some(&**place),
            _ => None,
        })
        .collect()
}
