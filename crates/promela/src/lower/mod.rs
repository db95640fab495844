//! From C to steps.
//!
//! Every read and write that another thread can notice becomes an act of its own, in the order in which clang's
//! code makes them: `x++` on a shared variable is a load and a store.

mod address;
mod arith;
mod atomics;
mod body;
mod call;
mod expr;
mod init;
mod library;
mod logic;
mod place;
mod print;
mod stmt;
mod switch;
mod sync;
mod threads;

use crate::Options;
use crate::analysis::voids::Held;
use crate::analysis::{Facts, calls};
use crate::ast::{FnId, Function, Program, VarId, walk};
use crate::builtins::Builtin;
use crate::error::{Error, Location, Result};
use crate::ir::{Act, Class, Decl, Item, Prim, Process, SpaceId};
use crate::memory::Memory;
use crate::names::Names;
use crate::shapes::Shapes;
use crate::symbols::Symbols;
use crate::types::Type;
use body::Body;
pub use body::shared_accesses;
use std::collections::{BTreeMap, BTreeSet};

/// How a function is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The program's start.
    Main,
    /// The start of a thread.
    Thread,
    /// Called by another function, which waits for the answer; each call is a new process.
    Called,
    /// The same, by a process that serves all calls of one thread, one after the other.
    Served,
}

/// Kinds of objects whose state is looked at without waiting, so that taking and giving back do not commute.
#[derive(Clone, Copy, Default)]
pub struct Polls {
    pub mutexes: bool,
    pub semaphores: bool,
}

impl Polls {
    fn gather(program: &Program) -> Polls {
        let mut polls = Polls::default();
        for function in &program.functions {
            walk::expressions(program, &function.body, &mut |expr| match calls::builtin(expr) {
                Some((Builtin::MutexTryLock | Builtin::MutexDestroy, _)) => polls.mutexes = true,
                Some((Builtin::SemTryWait | Builtin::SemValue, _)) => polls.semaphores = true,
                _ => {}
            });
        }
        polls
    }
}

/// The state of a translation.
pub struct Lowering<'p> {
    pub program: &'p Program,
    pub facts: &'p Facts,
    pub memory: &'p Memory,
    pub options: &'p Options,
    pub names: Names,
    pub shapes: Shapes,
    pub symbols: Symbols,
    pub processes: Vec<Process>,
    /// What is translated, or waits for it.
    wanted: BTreeSet<(FnId, Kind)>,
    waiting: Vec<(FnId, Kind)>,
    /// Macros for arithmetic that are used.
    pub macros: BTreeSet<&'static str>,
    /// Number of thread slots; slot 0 is never used and slot 1 is `main`.
    pub slots: u64,
    /// Spaces whose cells are given back, so that they can be taken again.
    pub reused: BTreeSet<SpaceId>,
    /// Locks that belong to variables, by variable.
    pub address_locks: BTreeMap<VarId, Decl>,
    pub polls: Polls,
    /// Whether propositions hold for a moment.
    pub pulses: bool,
    /// Whether some run can end while threads are still at work.
    pub exits_early: bool,
}

impl<'p> Lowering<'p> {
    pub fn new(
        program: &'p Program,
        facts: &'p Facts,
        memory: &'p Memory,
        options: &'p Options,
        mut names: Names,
    ) -> Lowering<'p> {
        let mut shapes = Shapes::new(&program.records, &mut names, !options.plain);
        prepare_shapes(program, memory, &mut shapes, &mut names);
        let symbols = Symbols::assign(program, facts, memory, &shapes, &mut names);
        let threads = facts.threads.bound.unwrap_or(memory.cells.saturating_sub(1));
        Lowering {
            program,
            facts,
            memory,
            options,
            names,
            shapes,
            symbols,
            processes: Vec::new(),
            wanted: BTreeSet::new(),
            waiting: Vec::new(),
            macros: BTreeSet::new(),
            slots: if facts.threads.any { threads.clamp(1, 28) + 2 } else { 2 },
            reused: BTreeSet::new(),
            address_locks: BTreeMap::new(),
            polls: Polls::gather(program),
            pulses: false,
            exits_early: facts.threads.any && !facts.threads.all_joined,
        }
    }

    /// Translates `main` and every process it needs.
    pub fn run(&mut self) -> Result<()> {
        self.program.functions.iter().try_for_each(check_function)?;
        self.process(self.program.main(), Kind::Main);
        while let Some((function, kind)) = self.waiting.pop() {
            let process = self.build(function, kind)?;
            self.processes.push(process);
        }
        let order: Vec<&str> = self.program.functions.iter().map(|f| f.name.as_str()).collect();
        let rank = |p: &Process| (p.at.line, order.iter().position(|n| p.name.starts_with(n)));
        self.processes.sort_by_key(rank);
        Ok(())
    }

    /// The name of the process that runs a function, which will be translated in its turn.
    pub fn process(&mut self, function: FnId, kind: Kind) -> String {
        if self.wanted.insert((function, kind)) {
            self.waiting.push((function, kind));
        }
        self.process_name(function, kind).to_string()
    }

    fn process_name(&self, function: FnId, kind: Kind) -> &str {
        let names = &self.symbols.functions[function];
        if kind == Kind::Thread { &names.thread } else { &names.process }
    }

    fn build(&mut self, function: FnId, kind: Kind) -> Result<Process> {
        let name = self.process_name(function, kind).to_string();
        let definition = &self.program.functions[function];
        check_type(&definition.result, &definition.at, "the result of this function")?;
        let mut body = Body::new(self, function, kind);
        body.function(function, kind)?;
        Ok(body.finish(name, function))
    }

    /// The functions whose calls are served.
    pub fn served(&self) -> Vec<FnId> {
        let served = self.wanted.iter().filter(|(_, kind)| *kind == Kind::Served);
        served.map(|(function, _)| *function).collect()
    }

    /// A declaration for a variable of the program or a process.
    pub fn declare(&self, var: VarId, name: &str) -> Result<Decl> {
        let definition = self.program.var(var);
        self.check_deep(
            &definition.ty,
            &definition.at,
            &format!("the variable `{}`", definition.name),
        )?;
        let held = self.facts.voids.held_by(var);
        Ok(self.shapes.declare(self.memory, &definition.ty.cell(), name, held.as_ref()))
    }

    /// Rejects types that have no translation, also inside structs and arrays.
    pub fn check_deep(&self, ty: &Type, at: &Location, what: &str) -> Result<()> {
        match ty {
            Type::Array(of, _) => self.check_deep(of, at, what),
            Type::Atomic(inner) => self.check_deep(inner, at, what),
            Type::Record(id) => {
                for field in &self.program.records.get(*id).fields {
                    self.check_deep(
                        &field.ty,
                        at,
                        &format!("the member `{}` of {what}", field.name),
                    )?;
                }
                Ok(())
            }
            other => check_type(other, at, what),
        }
    }

    /// The declaration of a struct's members.
    pub fn members(&self, record: usize) -> Vec<Decl> {
        let fields = self.program.records.get(record).fields.iter().enumerate();
        fields
            .map(|(position, field)| {
                let held = self.facts.voids.held_by_field(record, position);
                let ty = field.ty.cell();
                let name = self.names.member(&field.name);
                self.shapes.declare(self.memory, &ty, &name, held.as_ref())
            })
            .collect()
    }

    /// What a model cannot find because cells are used again.
    pub fn forgotten(&self) -> Option<String> {
        let label = |id: &SpaceId| self.program.records.label(&self.memory.spaces[*id].ty);
        let types: Vec<String> = self.reused.iter().map(label).collect();
        (!types.is_empty()).then(|| {
            format!(
                "a cell that was given back is taken again by the next allocation or call; the model does not find a \
                 use of the old object after that (objects of {}): `allways check` does",
                types.join(", ")
            )
        })
    }

    /// Whether threads exist, so that an access can be noticed at all.
    pub fn concurrent(&self) -> bool {
        self.facts.threads.any
    }

    /// Whether facts about sharing may be used.
    pub fn analysed(&self) -> bool {
        !self.options.plain
    }

    /// What a pointer type points to, in a `void *` variable.
    pub fn held_type(held: Option<Held>) -> Option<Type> {
        match held {
            Some(Held::Pointer(ty)) => Some(ty),
            _ => None,
        }
    }
}

fn prepare_shapes(program: &Program, memory: &Memory, shapes: &mut Shapes, names: &mut Names) {
    let fields = program.records.0.iter().flat_map(|r| r.fields.iter().map(|f| f.ty.cell()));
    let cells = memory.spaces.iter().map(|s| Type::Array(Box::new(s.ty.clone()), 1));
    let vars = program.vars.iter().map(|v| v.ty.cell());
    for ty in fields.chain(cells).chain(vars) {
        shapes.prepare(&program.records, names, &ty);
    }
}

/// Rejects a function whose name makes it an atomic section: its body is a process of its own.
fn check_function(function: &Function) -> Result<()> {
    if !function.name.starts_with("__VERIFIER_atomic_") {
        return Ok(());
    }
    let construct = "a function that is an atomic section by its name";
    let hint = "give it another name, and put its statements between beginatomic() and endatomic()";
    Err(Error::untranslatable(&function.at, construct, hint))
}

/// Rejects a type that has no translation.
pub fn check_type(ty: &Type, at: &Location, what: &str) -> Result<()> {
    let (construct, hint) = match ty {
        Type::Unsupported(kind) if kind.starts_with("floating") => {
            (kind.as_str(), "scale it to an integer")
        }
        Type::Unsupported(kind) if kind == "union" => {
            (kind.as_str(), "use a struct with a member per use")
        }
        Type::Unsupported(kind) if kind == "bit-field" => (kind.as_str(), "use a whole integer"),
        Type::Unsupported(kind) if kind.starts_with("array") => {
            (kind.as_str(), "give the array a constant size")
        }
        Type::Unsupported(kind) => (kind.as_str(), "use integers, pointers, arrays and structs"),
        Type::Pointer(to) if **to == Type::Function => (
            "function pointer",
            "call the functions by name, for example in a switch over a number",
        ),
        _ => return Ok(()),
    };
    Err(Error::untranslatable(at, format!("{what} ({construct})"), hint))
}

/// An act without a class of its own: what it is follows from its accesses.
pub fn act(prims: Vec<Prim>, class: Class, at: &Location) -> Item {
    Item::Act(Act { prims, class, at: at.clone() })
}
