//! How many threads there are, and whether `main` waits for all of them.

use super::calls::{self, Calls};
use crate::ast::{BinOp, Expr, ExprKind, FnId, Program, Stmt, StmtKind, VarId, constant, walk};
use crate::builtins::Builtin;
use std::collections::BTreeMap;

/// What is known about threads before running the program.
pub struct Threads {
    /// Whether the program starts any.
    pub any: bool,
    /// The most threads alive at once beside `main`, when that is known.
    pub bound: Option<u64>,
    /// `main` joins every thread before it returns, and nothing else ends the program.
    pub all_joined: bool,
    /// How often each entry function is started, where that is known.
    starts: BTreeMap<FnId, u64>,
    /// Some thread's result is collected.
    pub results_used: bool,
    /// Some thread is detached.
    pub detached: bool,
}

/// How often threads are started and joined in a piece of code.
#[derive(Clone, Default, PartialEq, Eq)]
struct Count {
    created: BTreeMap<FnId, u64>,
    joined: u64,
}

impl Count {
    fn total(&self) -> u64 {
        self.created.values().sum()
    }

    fn is_zero(&self) -> bool {
        self.total() + self.joined == 0
    }

    fn times(mut self, rounds: u64) -> Count {
        self.created.values_mut().for_each(|n| *n *= rounds);
        Count { joined: self.joined * rounds, ..self }
    }

    fn plus(mut self, other: Count) -> Count {
        for (entry, number) in other.created {
            *self.created.entry(entry).or_default() += number;
        }
        Count { joined: self.joined + other.joined, ..self }
    }
}

impl Threads {
    pub fn gather(program: &Program, calls: &Calls) -> Threads {
        let main = program.main();
        let mut others_act = false;
        let mut exits = false;
        let (mut results_used, mut detached) = (false, false);
        for (id, function) in program.functions.iter().enumerate() {
            walk::expressions(program, &function.body, &mut |expr| match calls::builtin(expr) {
                Some((Builtin::ThreadCreate | Builtin::ThreadJoin, args)) => {
                    others_act |= id != main;
                    let collects = |a: &Expr| !matches!(constant(a), Some(0));
                    results_used |= args.len() == 2 && args.get(1).is_some_and(collects);
                }
                Some((Builtin::Exit | Builtin::ThreadExit, _)) => exits = true,
                Some((Builtin::ThreadDetach, _)) => detached = true,
                _ => {}
            });
        }
        let count = count(program, &program.functions[main].body);
        let known = !others_act && !calls.is_called(main) && !calls.recursive[main];
        let in_main = if known { count } else { None };
        let returns_last = single_return(&program.functions[main].body);
        Threads {
            any: !calls.entries.is_empty(),
            bound: in_main.as_ref().map(Count::total),
            all_joined: !exits
                && !detached
                && returns_last
                && in_main.as_ref().is_some_and(|c| c.total() == c.joined),
            starts: in_main.map(|c| c.created).unwrap_or_default(),
            results_used,
            detached,
        }
    }

    /// Whether at most one thread ever runs this entry function.
    pub fn runs_once(&self, entry: FnId) -> bool {
        self.starts.get(&entry) == Some(&1)
    }
}

/// Whether the only `return` is the last statement.
fn single_return(body: &[Stmt]) -> bool {
    fn returns(body: &[Stmt]) -> usize {
        body.iter()
            .map(|stmt| match &stmt.kind {
                StmtKind::Return(_) | StmtKind::Goto(_) => 1,
                StmtKind::If(_, a, b) => returns(a) + returns(b),
                StmtKind::While(_, b)
                | StmtKind::DoWhile(b, _)
                | StmtKind::Switch(_, b)
                | StmtKind::Block(b) => returns(b),
                StmtKind::For { body, .. } => returns(body),
                _ => 0,
            })
            .sum()
    }
    let last = matches!(body.last().map(|s| &s.kind), Some(StmtKind::Return(_)));
    returns(body) == usize::from(last)
}

/// Counts creations and joins, through loops with a constant number of rounds.
fn count(program: &Program, body: &[Stmt]) -> Option<Count> {
    let mut total = Count::default();
    for stmt in body {
        let part = match &stmt.kind {
            StmtKind::Block(inner) => count(program, inner)?,
            StmtKind::For { init, condition, step, body } => {
                let inside = count(program, body)?;
                let heads = count(program, init)?;
                let rounds = rounds(program, init, condition.as_ref(), step.as_ref(), body);
                match rounds {
                    Some(n) => heads.plus(inside.times(n)),
                    None if inside.is_zero() => heads,
                    None => return None,
                }
            }
            StmtKind::If(_, a, b) => {
                let (a, b) = (count(program, a)?, count(program, b)?);
                if a != b {
                    return None;
                }
                a.plus(in_statement(program, stmt, false)?)
            }
            StmtKind::While(_, inner)
            | StmtKind::DoWhile(inner, _)
            | StmtKind::Switch(_, inner) => {
                let inside = count(program, inner)?;
                if !inside.is_zero() {
                    return None;
                }
                inside
            }
            StmtKind::Label(_) | StmtKind::Goto(_) => return None,
            _ => in_statement(program, stmt, true)?,
        };
        total = total.plus(part);
    }
    Some(total)
}

/// What the expressions of one statement do; calls inside conditions or conditional operands are not followed.
fn in_statement(program: &Program, stmt: &Stmt, whole: bool) -> Option<Count> {
    let mut total = Count::default();
    let mut unclear = false;
    let mut visit = |expr: &Expr| match (calls::builtin(expr), &expr.kind) {
        (Some((Builtin::ThreadCreate, _)), _) => {
            if let Some(Ok(entry)) = calls::started(expr) {
                *total.created.entry(entry).or_default() += 1;
            }
        }
        (Some((Builtin::ThreadJoin, _)), _) => total.joined += 1,
        (
            _,
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Conditional(..) | ExprKind::Block(_),
        ) => unclear = true,
        _ => {}
    };
    match &stmt.kind {
        StmtKind::If(condition, ..) => walk::expression(program, condition, &mut visit),
        _ if whole => walk::expressions(program, std::slice::from_ref(stmt), &mut visit),
        _ => {}
    }
    (!unclear || total.is_zero()).then_some(total)
}

/// The number of rounds of `for (i = a; i < b; i++)` with constants and a body that leaves `i` alone.
pub fn rounds(
    program: &Program,
    init: &[Stmt],
    condition: Option<&Expr>,
    step: Option<&Expr>,
    body: &[Stmt],
) -> Option<u64> {
    let (var, start) = start_value(program, init)?;
    let ExprKind::Binary(op, left, right) = &condition?.kind else { return None };
    let end = constant(right)?;
    if loaded(left) != Some(var)
        || !steps_by_one(step?, var)
        || changes(program, body, var)
        || leaves(body, true)
    {
        return None;
    }
    let rounds = match op {
        BinOp::Lt | BinOp::Ne => end - start,
        BinOp::Le => end - start + 1,
        _ => return None,
    };
    u64::try_from(rounds).ok()
}

fn start_value(program: &Program, init: &[Stmt]) -> Option<(VarId, i64)> {
    match &init.first()?.kind {
        StmtKind::Declare(vars) => {
            let [var] = vars[..] else { return None };
            Some((var, constant(program.var(var).init.as_ref()?)?))
        }
        StmtKind::Expr(Expr { kind: ExprKind::Assign(place, value), .. }) => match place.kind {
            ExprKind::Var(var) => Some((var, constant(value)?)),
            _ => None,
        },
        _ => None,
    }
}

/// The variable that an expression reads, through casts.
fn loaded(expr: &Expr) -> Option<VarId> {
    match &expr.kind {
        ExprKind::Cast(_, inner) | ExprKind::Load(inner) => loaded(inner),
        ExprKind::Var(var) => Some(*var),
        _ => None,
    }
}

fn steps_by_one(step: &Expr, var: VarId) -> bool {
    match &step.kind {
        ExprKind::Increment { place, by: 1, .. } => loaded(place) == Some(var),
        ExprKind::Compound(BinOp::Add, place, by, _) => {
            loaded(place) == Some(var) && constant(by) == Some(1)
        }
        _ => false,
    }
}

fn changes(program: &Program, body: &[Stmt], var: VarId) -> bool {
    let mut found = false;
    walk::expressions(program, body, &mut |expr| {
        if let ExprKind::Assign(p, _)
        | ExprKind::Compound(_, p, _, _)
        | ExprKind::Increment { place: p, .. }
        | ExprKind::AddrOf(p) = &expr.kind
        {
            found |= matches!(p.kind, ExprKind::Var(v) if v == var);
        }
    });
    found
}

/// Whether a loop's body can end the loop early.
fn leaves(body: &[Stmt], breaks: bool) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break => breaks,
        StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Label(_) => true,
        StmtKind::If(_, a, b) => leaves(a, breaks) || leaves(b, breaks),
        StmtKind::Block(b) => leaves(b, breaks),
        StmtKind::While(_, b) | StmtKind::DoWhile(b, _) | StmtKind::Switch(_, b) => {
            leaves(b, false)
        }
        StmtKind::For { body, .. } => leaves(body, false),
        _ => false,
    })
}
