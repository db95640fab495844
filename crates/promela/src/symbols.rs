//! The names of a model, all given out before anything is translated: a local variable must not have the name of
//! anything else in the model.

use crate::analysis::{Facts, calls};
use crate::ast::{Expr, ExprKind, Program, Storage, VarId, walk};
use crate::builtins::Builtin;
use crate::memory::Memory;
use crate::names::Names;
use crate::shapes::Shapes;
use crate::types::Type;
use std::collections::{BTreeMap, HashMap};

/// Names of what belongs to one address space.
#[derive(Clone, Debug)]
pub struct CellNames {
    pub cells: String,
    pub valid: String,
    pub block: String,
    pub at: String,
    pub put: String,
    pub ok: String,
    pub start: String,
    pub new: String,
    pub free: String,
}

/// Names of what belongs to one function.
#[derive(Clone, Debug)]
pub struct FunctionNames {
    /// The process that runs it for its callers, or as `main`.
    pub process: String,
    /// The process that runs it as a thread.
    pub thread: String,
    /// The channels to and from the processes that serve its calls.
    pub call: String,
    pub reply: String,
}

/// All names.
pub struct Symbols {
    /// The program's variables.
    pub globals: HashMap<VarId, String>,
    pub functions: Vec<FunctionNames>,
    pub cells: Vec<CellNames>,
    /// Is a thread's slot free, running, finished or detached?
    pub status: String,
    /// What finished threads returned.
    pub value: String,
    /// The processes that serve a slot's calls exist.
    pub served: String,
    /// The program is over.
    pub exited: String,
    /// The process whose proposition holds for a moment, plus one.
    pub pulse: String,
    /// Scratch for finding cells.
    pub scan: String,
    /// The macro that takes a thread slot.
    pub take_slot: String,
    /// The variables of propositions, by proposition.
    pub propositions: BTreeMap<String, String>,
    /// The locks that belong to variables.
    pub locks: BTreeMap<VarId, String>,
    /// The formulas, in order.
    pub formulas: Vec<String>,
}

impl Symbols {
    pub fn assign(
        program: &Program,
        facts: &Facts,
        memory: &Memory,
        shapes: &Shapes,
        names: &mut Names,
    ) -> Symbols {
        Symbols {
            globals: globals(program, facts, names),
            functions: functions(program, facts, names),
            cells: cells(program, memory, shapes, names),
            status: names.global("thread_status"),
            value: names.fresh("thread_value"),
            served: names.fresh("served"),
            exited: names.fresh("exited"),
            pulse: names.fresh("pulse"),
            scan: names.global("scan"),
            take_slot: names.fresh("take_slot"),
            propositions: propositions(program, names),
            locks: locks(program, names),
            formulas: program.formulas.iter().map(|f| names.fresh(&f.name)).collect(),
        }
    }
}

fn globals(program: &Program, facts: &Facts, names: &mut Names) -> HashMap<VarId, String> {
    let mut globals = HashMap::new();
    for (id, var) in program.vars.iter().enumerate() {
        let wanted = match var.storage {
            Storage::Static => var.name.clone(),
            _ if facts.places.promoted.contains(&id) => format!("main_{}", var.name),
            _ => continue,
        };
        globals.insert(id, names.global(&wanted));
    }
    globals
}

fn functions(program: &Program, facts: &Facts, names: &mut Names) -> Vec<FunctionNames> {
    let fields: Vec<&str> =
        program.records.0.iter().flat_map(|r| &r.fields).map(|f| f.name.as_str()).collect();
    let mut out = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        let name = &function.name;
        // SPIN's formulas cannot tell a member from a process of the same name.
        let clash = fields.contains(&name.as_str());
        let wanted = if clash { format!("{name}_function") } else { name.clone() };
        // `main` is a fine name for a process: the verifier's own `main` is a C function.
        let process = if name == "main" { name.clone() } else { names.fresh(&wanted) };
        let both = facts.calls.is_called(id) && facts.calls.entries.contains(&id);
        let thread = if both { names.fresh(&format!("{wanted}_thread")) } else { process.clone() };
        let call = names.global(&format!("{name}_call"));
        let reply = names.global(&format!("{name}_reply"));
        out.push(FunctionNames { process, thread, call, reply });
    }
    out
}

fn cells(program: &Program, memory: &Memory, shapes: &Shapes, names: &mut Names) -> Vec<CellNames> {
    let label = |ty: &Type| match ty {
        Type::Record(id) => shapes.record(*id).to_string(),
        other => program.records.label(other),
    };
    let mut out = Vec::new();
    for space in &memory.spaces {
        let label = label(&space.ty);
        let mut name = |suffix: &str| names.global(&format!("{label}_{suffix}"));
        out.push(CellNames {
            cells: name("mem"),
            valid: name("valid"),
            block: name("block"),
            at: name("at"),
            put: name("put"),
            ok: name("ok"),
            start: name("start"),
            new: name("new"),
            free: name("free"),
        });
    }
    out
}

/// Every proposition that the program sets.
fn propositions(program: &Program, names: &mut Names) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for function in &program.functions {
        walk::expressions(program, &function.body, &mut |expr| {
            if let Some((Builtin::Proposition | Builtin::PropositionSet, [_, name, ..])) =
                calls::builtin(expr)
                && let Some(name) = text(name)
            {
                found.entry(name.to_string()).or_insert_with(|| names.global(name));
            }
        });
    }
    found
}

/// A lock for every variable that is locked by its address.
fn locks(program: &Program, names: &mut Names) -> BTreeMap<VarId, String> {
    let mut found = BTreeMap::new();
    for function in &program.functions {
        walk::expressions(program, &function.body, &mut |expr| {
            if let Some((Builtin::AddressLock | Builtin::AddressUnlock, [place])) =
                calls::builtin(expr)
                && let Some(var) = root(place)
            {
                let wanted = format!("{}_lock", program.var(var).name);
                found.entry(var).or_insert_with(|| names.global(&wanted));
            }
        });
    }
    found
}

/// The text of a string literal.
pub fn text(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Text(text) => Some(text),
        ExprKind::Cast(_, inner) | ExprKind::Decay(inner) => text(inner),
        _ => None,
    }
}

fn root(expr: &Expr) -> Option<VarId> {
    match &expr.kind {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Cast(_, inner)
        | ExprKind::AddrOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Element(inner, _) => root(inner),
        _ => None,
    }
}
