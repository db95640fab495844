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

/// Parameters of macros: what a macro's text names beside them must not be called like them.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// A pointer, or a variable that gets one.
    pub pointer: String,
    /// The way from an object to a part of it.
    pub rest: String,
    pub value: String,
    pub count: String,
    pub thread: String,
}

impl Parameters {
    fn assign(names: &mut Names) -> Parameters {
        Parameters {
            pointer: names.helper("p"),
            rest: names.helper("rest"),
            value: names.helper("v"),
            count: names.helper("n"),
            thread: names.helper("t"),
        }
    }
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
    pub parameters: Parameters,
    /// The channels between `main` and what starts it, in the published form.
    pub main_call: String,
    pub main_return: String,
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
            status: names.helper("thread_status"),
            value: names.helper("thread_value"),
            served: names.helper("served"),
            exited: names.helper("exited"),
            pulse: names.helper("pulse"),
            scan: names.helper("scan"),
            take_slot: names.helper("take_slot"),
            parameters: Parameters::assign(names),
            main_call: names.helper("in_main"),
            main_return: names.helper("ret_main"),
            propositions: propositions(program, names),
            locks: locks(program, names),
            formulas: program.formulas.iter().map(|f| names.claim(&f.name)).collect(),
        }
    }
}

fn globals(program: &Program, facts: &Facts, names: &mut Names) -> HashMap<VarId, String> {
    let mut globals = HashMap::new();
    for (id, var) in program.vars.iter().enumerate() {
        let name = match var.storage {
            Storage::Static => names.global(&var.name),
            _ if facts.places.promoted.contains(&id) => names.helper(&format!("main_{}", var.name)),
            _ => continue,
        };
        globals.insert(id, name);
    }
    globals
}

fn functions(program: &Program, facts: &Facts, names: &mut Names) -> Vec<FunctionNames> {
    let mut out = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        let name = &function.name;
        let process = names.process(name);
        let both = facts.calls.is_called(id) && facts.calls.entries.contains(&id);
        let thread = if both { names.helper(&format!("{name}_thread")) } else { process.clone() };
        let call = names.helper(&format!("{name}_call"));
        let reply = names.helper(&format!("{name}_reply"));
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
        let mut name = |suffix: &str| names.helper(&format!("{label}_{suffix}"));
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
            if let Some(name) = calls::proposition_name(expr) {
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
                found.entry(var).or_insert_with(|| names.helper(&wanted));
            }
        });
    }
    found
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
