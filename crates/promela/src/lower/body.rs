//! The process under construction: items, temporaries, local variables.

use super::{Kind, Lowering, act};
use crate::ast::{FnId, VarId};
use crate::error::{Location, Result};
use crate::ir::{Branch, Channel, Class, Decl, Expr, Item, Place, Prim, Process, Root, Select};
use crate::names::Names;
use std::collections::{BTreeSet, HashMap};

/// Where a local variable of C lives.
#[derive(Clone, Debug)]
pub enum Local {
    /// In a variable of the process.
    Named(String),
    /// In cells; the variable of the process holds the pointer.
    Boxed(String),
}

/// What a `return` does.
#[derive(Clone, Debug)]
pub enum Return {
    /// Sends the value to the caller.
    Channel(Channel),
    Thread,
    Main,
    /// Leaves an inlined call with the value in a variable.
    Inline {
        result: Option<String>,
        label: String,
    },
}

/// What `break` and `continue` do.
#[derive(Clone, Debug)]
pub struct Jump {
    pub on_break: Item,
    /// `None` in a switch: `continue` belongs to the loop around it.
    pub on_continue: Option<String>,
}

/// One activation of a C function inside the process.
pub struct Frame {
    pub function: FnId,
    pub vars: HashMap<VarId, Local>,
    pub boxes: Vec<VarId>,
    pub returns: Return,
    pub jumps: Vec<Jump>,
    /// Labels of the C function as the process calls them.
    pub labels: HashMap<String, String>,
}

/// A process under construction.
pub struct Body<'l, 'p> {
    pub l: &'l mut Lowering<'p>,
    pub kind: Kind,
    pub names: Names,
    pub params: Vec<Decl>,
    pub locals: Vec<Decl>,
    /// Channels for answers, with the function that they are for, if only for one.
    pub channels: Vec<(Option<FnId>, String)>,
    /// Lists of items that are open, the innermost last.
    pub open: Vec<Vec<Item>>,
    pub frames: Vec<Frame>,
    temps: Vec<String>,
    /// How many temporaries are in use.
    pub busy: usize,
    /// Where the statement being translated stands.
    pub at: Location,
    /// Locals of inlined functions keep their names from call to call.
    pub inlined: HashMap<VarId, String>,
    pub end: String,
    /// The parameter that holds the thread's number.
    pub this: String,
    /// Labels that are jumped to from elsewhere.
    pub used_labels: BTreeSet<String>,
    /// Inside `beginatomic … endatomic`.
    pub atomic: bool,
}

impl<'l, 'p> Body<'l, 'p> {
    pub fn new(l: &'l mut Lowering<'p>, function: FnId, kind: Kind) -> Body<'l, 'p> {
        let names = l.names.clone();
        let at = l.program.functions[function].at.clone();
        let mut body = Body {
            l,
            kind,
            names,
            params: Vec::new(),
            locals: Vec::new(),
            channels: Vec::new(),
            open: vec![Vec::new()],
            frames: Vec::new(),
            temps: Vec::new(),
            busy: 0,
            at,
            inlined: HashMap::new(),
            end: String::new(),
            this: String::new(),
            used_labels: BTreeSet::new(),
            atomic: false,
        };
        body.end = body.names.helper("leave");
        body
    }

    pub fn finish(mut self, name: String, function: FnId) -> Process {
        let definition = &self.l.program.functions[function];
        Process {
            name,
            params: self.params,
            locals: self.locals,
            channels: self.channels.into_iter().map(|(_, name)| name).collect(),
            body: self.open.pop().unwrap_or_default(),
            at: definition.at.clone(),
            title: definition.title.clone(),
        }
    }

    pub fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a body is built inside a function")
    }

    pub fn item(&mut self, item: Item) {
        self.open.last_mut().expect("a list is always open").push(item);
    }

    /// Collects what a piece of translation emits.
    pub fn collect(&mut self, build: impl FnOnce(&mut Self) -> Result<()>) -> Result<Vec<Item>> {
        self.open.push(Vec::new());
        let result = build(self);
        let items = self.open.pop().unwrap_or_default();
        result.map(|()| items)
    }

    /// Emits one indivisible action; what it must check comes first in it.
    pub fn push(&mut self, prims: Vec<Prim>) {
        let accesses = prims.iter().any(|prim| shared_accesses(prim) > 0);
        self.push_as(prims, if accesses { Class::Visible } else { Class::Local });
    }

    /// The same, of a given class.
    pub fn push_as(&mut self, prims: Vec<Prim>, class: Class) {
        let mut all: Vec<Prim> = Vec::new();
        for prim in prims {
            for check in checks(&prim) {
                let check = Prim::Assert(check);
                if !all.contains(&check) {
                    all.push(check);
                }
            }
            all.push(prim);
        }
        let item = act(all, class, &self.at);
        self.item(item);
    }

    pub fn assign(&mut self, to: Place, value: Expr) {
        if value != Expr::Read(to.clone()) {
            self.push(vec![Prim::Assign(to, value)]);
        }
    }

    /// A temporary that is free again when the statement is over.
    pub fn temp(&mut self) -> String {
        if self.busy == self.temps.len() {
            let name = self.names.helper("tmp");
            self.locals.push(Decl::plain("int", &name));
            self.temps.push(name);
        }
        self.busy += 1;
        self.temps[self.busy - 1].clone()
    }

    /// The value in a temporary.
    pub fn keep(&mut self, value: Expr) -> Expr {
        let temp = self.temp();
        self.assign(Place::local(&temp), value);
        Expr::local(&temp)
    }

    /// The value, safe from whatever is executed before it is used.
    pub fn stable(&mut self, value: Expr) -> Expr {
        if value.is_constant() { value } else { self.keep(value) }
    }

    /// Loads shared values, in order, until no more than `allowed` shared reads are left to happen later.
    pub fn settle(&mut self, value: Expr, allowed: usize) -> Expr {
        let mut excess = value.shared_reads().saturating_sub(allowed);
        if excess == 0 { value } else { self.load_first(value, &mut excess) }
    }

    /// The same for several values that one act uses.
    pub fn settle_all(&mut self, values: Vec<Expr>, allowed: usize) -> Vec<Expr> {
        let total: usize = values.iter().map(Expr::shared_reads).sum();
        let mut excess = total.saturating_sub(allowed);
        values
            .into_iter()
            .map(|v| if excess == 0 { v } else { self.load_first(v, &mut excess) })
            .collect()
    }

    fn load_first(&mut self, value: Expr, excess: &mut usize) -> Expr {
        let mut part = |body: &mut Self, e: Box<Expr>| Box::new(body.load_first(*e, excess));
        match value {
            Expr::Read(place) => {
                let place = self.load_in_place(place, excess);
                if place.shared && *excess > 0 {
                    *excess -= 1;
                    return self.keep(Expr::Read(place));
                }
                Expr::Read(place)
            }
            Expr::Unary(op, a) => Expr::Unary(op, part(self, a)),
            Expr::Valid(space, a) => Expr::Valid(space, part(self, a)),
            Expr::Start(space, a) => Expr::Start(space, part(self, a)),
            Expr::Binary(op, a, b) => {
                let a = part(self, a);
                Expr::Binary(op, a, part(self, b))
            }
            Expr::Conditional(a, b, c) => Expr::Conditional(part(self, a), b, c),
            Expr::Macro(name, args) => {
                Expr::Macro(name, args.into_iter().map(|a| self.load_first(a, excess)).collect())
            }
            // Conditions are made of settled values already.
            Expr::Given { condition, value } => Expr::Given { condition, value: part(self, value) },
            Expr::Number(_) => value,
        }
    }

    fn load_in_place(&mut self, place: Place, excess: &mut usize) -> Place {
        let mut path = Vec::new();
        for select in place.path {
            path.push(match select {
                Select::Index(index) => Select::Index(self.load_first(index, excess)),
                field => field,
            });
        }
        Place { path, ..place }
    }

    /// A place that the next act can use without any other shared access.
    pub fn settle_place(&mut self, place: Place) -> Place {
        let mut all = usize::MAX;
        self.load_in_place(place, &mut all)
    }

    /// A condition that can be a guard: one shared read at most, and nothing to assert.
    pub fn guard(&mut self, value: Expr) -> Expr {
        let value = self.settle(value, 1);
        if checks_of(&value).is_empty() { value } else { self.keep(value) }
    }

    /// `if` with two ways on; an empty one is left out of neither, since `else` must be there.
    pub fn branch(&mut self, guard: Expr, then: Vec<Item>, otherwise: Vec<Item>) {
        let at = self.at.clone();
        let branches = vec![
            Branch { guard: Some(guard), body: then, joined: false, at: at.clone() },
            Branch { guard: None, body: otherwise, joined: false, at },
        ];
        self.item(Item::Choice(branches));
    }

    /// A label that nothing else is called.
    pub fn label(&mut self, wanted: &str) -> String {
        self.names.helper_label(wanted)
    }

    /// The number of the thread that runs this.
    pub fn this_thread(&self) -> Expr {
        match self.kind {
            Kind::Main => Expr::Number(1),
            Kind::Thread | Kind::Called | Kind::Served => Expr::local(&self.this),
        }
    }
}

/// The conditions under which a statement has a meaning, inner ones first.
fn checks(prim: &Prim) -> Vec<Expr> {
    let mut out = Vec::new();
    prim.visit(&mut |expr| check(expr, &mut out));
    for place in prim.written() {
        check_place(place, &mut out);
    }
    out
}

/// The conditions under which a value has a meaning.
pub fn checks_of(value: &Expr) -> Vec<Expr> {
    let mut out = Vec::new();
    value.visit(&mut |expr| check(expr, &mut out));
    out
}

fn check(expr: &Expr, out: &mut Vec<Expr>) {
    match expr {
        Expr::Read(place) => check_place(place, out),
        Expr::Given { condition, .. } => out.push((**condition).clone()),
        _ => {}
    }
}

fn check_place(place: &Place, out: &mut Vec<Expr>) {
    if let Root::Cell { space, pointer } = &place.root {
        out.push(Expr::Valid(*space, pointer.clone()));
    }
}

/// How many accesses of a statement other threads can notice.
pub fn shared_accesses(prim: &Prim) -> usize {
    let mut reads = 0;
    prim.visit(&mut |expr| reads += usize::from(matches!(expr, Expr::Read(place) if place.shared)));
    reads + prim.written().into_iter().filter(|place| place.shared).count()
}
