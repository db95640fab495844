//! Visits all expressions of a function.

use super::{Expr, ExprKind, Program, Stmt, StmtKind};

/// Calls `visit` on every expression of the statements, outer ones first, also in initial values of declared variables.
pub fn expressions<'p>(program: &'p Program, body: &'p [Stmt], visit: &mut dyn FnMut(&'p Expr)) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Expr(e) => expression(program, e, visit),
            StmtKind::Declare(vars) => {
                for init in vars.iter().filter_map(|v| program.var(*v).init.as_ref()) {
                    expression(program, init, visit);
                }
            }
            StmtKind::If(e, a, b) => {
                expression(program, e, visit);
                expressions(program, a, visit);
                expressions(program, b, visit);
            }
            StmtKind::While(e, body) | StmtKind::DoWhile(body, e) | StmtKind::Switch(e, body) => {
                expression(program, e, visit);
                expressions(program, body, visit);
            }
            StmtKind::For { init, condition, step, body } => {
                expressions(program, init, visit);
                for e in condition.iter().chain(step) {
                    expression(program, e, visit);
                }
                expressions(program, body, visit);
            }
            StmtKind::Block(body) => expressions(program, body, visit),
            StmtKind::Return(e) => e.iter().for_each(|e| expression(program, e, visit)),
            StmtKind::Case(..)
            | StmtKind::Default
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Label(_) => {}
        }
    }
}

/// Calls `visit` on every returned value.
pub fn returned<'p>(body: &'p [Stmt], visit: &mut dyn FnMut(&'p Expr)) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Return(Some(value)) => visit(value),
            StmtKind::If(_, a, b) => {
                returned(a, visit);
                returned(b, visit);
            }
            StmtKind::While(_, b)
            | StmtKind::DoWhile(b, _)
            | StmtKind::Switch(_, b)
            | StmtKind::Block(b)
            | StmtKind::For { body: b, .. } => returned(b, visit),
            StmtKind::Expr(Expr { kind: ExprKind::Block(b), .. }) => returned(b, visit),
            _ => {}
        }
    }
}

/// Calls `visit` on an expression and everything in it, outer ones first.
pub fn expression<'p>(program: &'p Program, expr: &'p Expr, visit: &mut dyn FnMut(&'p Expr)) {
    visit(expr);
    if let ExprKind::Block(body) = &expr.kind {
        expressions(program, body, visit);
    }
    for child in children(expr) {
        expression(program, child, visit);
    }
}

/// The direct operands of an expression.
pub fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Text(_)
        | ExprKind::Var(_)
        | ExprKind::Function(_)
        | ExprKind::Zero
        | ExprKind::Block(_) => Vec::new(),
        ExprKind::Load(a)
        | ExprKind::AddrOf(a)
        | ExprKind::Decay(a)
        | ExprKind::Deref(a)
        | ExprKind::Member(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(_, a)
        | ExprKind::Literal(a)
        | ExprKind::Increment { place: a, .. } => vec![a],
        ExprKind::Element(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::Compound(_, a, b, _) => vec![a, b],
        ExprKind::Conditional(a, b, c) => vec![a, b, c],
        ExprKind::Call(_, items) | ExprKind::Atomic(_, items) | ExprKind::InitList(items) => {
            items.iter().collect()
        }
    }
}

/// Whether evaluating the expression changes anything.
pub fn has_effect(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Assign(..)
        | ExprKind::Compound(..)
        | ExprKind::Increment { .. }
        | ExprKind::Call(..)
        | ExprKind::Atomic(..)
        | ExprKind::Block(_) => true,
        _ => children(expr).into_iter().any(has_effect),
    }
}
