//! The model as a tree: processes made of steps.
//!
//! An [`Act`] is one indivisible action with at most one access that other threads can notice. Everything between
//! two acts may be interleaved; the optimiser only ever puts acts together where that cannot be noticed.

use crate::error::Location;

/// The index of an address space, one per pointed-to type.
pub type SpaceId = usize;

/// Where a place starts.
#[derive(Clone, Debug, PartialEq)]
pub enum Root {
    /// A variable of the process.
    Local(String),
    /// A variable of the model.
    Global(String),
    /// What a pointer points to.
    Cell { space: SpaceId, pointer: Box<Expr> },
}

/// A step from an object into it.
#[derive(Clone, Debug, PartialEq)]
pub enum Select {
    Field(String),
    Index(Expr),
}

/// Something that can be read and written.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub root: Root,
    pub path: Vec<Select>,
    /// Other threads can notice an access.
    pub shared: bool,
}

impl Place {
    pub fn local(name: impl Into<String>) -> Place {
        Place { root: Root::Local(name.into()), path: Vec::new(), shared: false }
    }

    pub fn global(name: impl Into<String>, path: Vec<Select>, shared: bool) -> Place {
        Place { root: Root::Global(name.into()), path, shared }
    }

    /// The name of a local variable that is used as a whole.
    pub fn as_local(&self) -> Option<&str> {
        match &self.root {
            Root::Local(name) if self.path.is_empty() => Some(name),
            _ => None,
        }
    }
}

/// An expression without side effects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Number(i64),
    Read(Place),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `(condition -> then : otherwise)`; the operands have no shared reads.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A macro of the model.
    Macro(String, Vec<Expr>),
    /// Whether a pointer points to something that is there.
    Valid(SpaceId, Box<Expr>),
    /// The first element of the array that a pointer points into.
    Start(SpaceId, Box<Expr>),
    /// A value that has a meaning only where the condition holds; the act it is used in asserts that.
    Given {
        condition: Box<Expr>,
        value: Box<Expr>,
    },
}

impl Expr {
    pub fn local(name: &str) -> Expr {
        Expr::Read(Place::local(name))
    }

    pub fn binary(op: &'static str, a: Expr, b: Expr) -> Expr {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    pub fn equals(self, value: i64) -> Expr {
        Expr::binary("==", self, Expr::Number(value))
    }

    /// The opposite of a condition.
    pub fn negated(self) -> Expr {
        match self {
            Expr::Binary("==", a, b) => Expr::Binary("!=", a, b),
            Expr::Binary("!=", a, b) => Expr::Binary("==", a, b),
            Expr::Unary("!", inner) => *inner,
            other => Expr::Unary("!", Box::new(other)),
        }
    }

    /// Calls `visit` on this expression and all in it, inner ones first, in the order of evaluation.
    pub fn visit<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match self {
            Expr::Number(_) => {}
            Expr::Read(place) => place.visit(visit),
            Expr::Unary(_, a) | Expr::Valid(_, a) | Expr::Start(_, a) => a.visit(visit),
            Expr::Binary(_, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            Expr::Conditional(a, b, c) => {
                a.visit(visit);
                b.visit(visit);
                c.visit(visit);
            }
            Expr::Macro(_, args) => args.iter().for_each(|arg| arg.visit(visit)),
            Expr::Given { condition, value } => {
                condition.visit(visit);
                value.visit(visit);
            }
        }
        visit(self);
    }

    /// The number of reads that other threads can notice.
    pub fn shared_reads(&self) -> usize {
        let mut reads = 0;
        self.visit(&mut |expr| {
            reads += usize::from(matches!(expr, Expr::Read(place) if place.shared))
        });
        reads
    }

    /// Whether the value depends on nothing but numbers.
    pub fn is_constant(&self) -> bool {
        let mut constant = true;
        self.visit(&mut |expr| constant &= !matches!(expr, Expr::Read(_)));
        constant
    }
}

impl Place {
    /// Visits the expressions that say which place it is.
    pub fn visit<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        if let Root::Cell { pointer, .. } = &self.root {
            pointer.visit(visit);
        }
        for select in &self.path {
            if let Select::Index(index) = select {
                index.visit(visit);
            }
        }
    }
}

/// A channel, or the one of a thread in an array of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    pub name: String,
    pub of: Option<Expr>,
}

impl Channel {
    pub fn named(name: impl Into<String>) -> Channel {
        Channel { name: name.into(), of: None }
    }
}

/// One Promela statement inside an act.
#[derive(Clone, Debug, PartialEq)]
pub enum Prim {
    Assign(Place, Expr),
    Assert(Expr),
    /// Waits until the expression holds.
    Guard(Expr),
    /// Takes free cells; the destination is a local variable.
    New {
        space: SpaceId,
        to: Place,
        count: Option<Expr>,
    },
    /// Gives cells back.
    Free {
        space: SpaceId,
        pointer: Expr,
    },
    /// Starts a process.
    Run {
        process: String,
        args: Vec<Expr>,
    },
    Send {
        channel: Channel,
        values: Vec<Expr>,
    },
    Receive {
        channel: Channel,
        to: Vec<Place>,
    },
    /// `if … fi` inside an indivisible action.
    Branch(Vec<(Option<Expr>, Vec<Prim>)>),
    /// Any value from 0 up to a limit, the limit excluded.
    Choose {
        to: Place,
        limit: Expr,
    },
    /// One of the bits that are set in a place is cleared; which one is a choice.
    ClearAnyBit {
        place: Place,
        bits: u32,
    },
    /// Takes the first thread slot that is free.
    TakeSlot {
        to: Place,
    },
    Print(String, Vec<Expr>),
    /// Sets local variables to zero whose values are not needed any more.
    Reset(Vec<Place>),
}

/// What another thread can notice of an act, and whether the act may have to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Nothing.
    Local,
    /// An access, executable at once.
    Visible,
    /// Takes a resource and may have to wait; commutes with whatever others do afterwards.
    Acquire,
    /// Gives a resource back; commutes with whatever others did before.
    Release,
    /// May have to wait, and commutes with nothing.
    Blocking,
    /// Calls a process and waits for its answer.
    Call,
}

/// One indivisible action.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    pub prims: Vec<Prim>,
    pub class: Class,
    pub at: Location,
}

/// One way on from a branching point; without a guard it is `else`.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub guard: Option<Expr>,
    pub body: Vec<Item>,
    /// The guard and the first item of the body are one indivisible action.
    pub joined: bool,
    pub at: Location,
}

/// A piece of a process.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Act(Act),
    /// `if … fi`
    Choice(Vec<Branch>),
    /// `do … od`
    Loop(Vec<Branch>),
    /// Executed without interruption, unless something in it has to wait.
    Group(Vec<Item>),
    /// The same, asked for by the program.
    Atomic(Vec<Item>),
    Label(String),
    Goto(String),
    Break,
}

/// A declared variable: Promela type, name, and a size if it is an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    pub ty: String,
    pub name: String,
    pub size: Option<u64>,
    /// Initial values: one for a number, one per element for an array, none for zero.
    pub values: Vec<i64>,
}

impl Decl {
    /// A single variable that starts as zero.
    pub fn plain(ty: &str, name: &str) -> Decl {
        Decl { ty: ty.into(), name: name.into(), size: None, values: Vec::new() }
    }
}

/// A process type.
#[derive(Clone, Debug)]
pub struct Process {
    pub name: String,
    pub params: Vec<Decl>,
    pub locals: Vec<Decl>,
    /// Channels for answers.
    pub channels: Vec<String>,
    pub body: Vec<Item>,
    pub at: Location,
    /// The function as C declares it, for the comment above the process.
    pub title: String,
}

impl Prim {
    /// Visits the expressions of a statement in the order of evaluation.
    pub fn visit<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match self {
            Prim::Assign(place, value) => {
                value.visit(visit);
                place.visit(visit);
            }
            Prim::Assert(e) | Prim::Guard(e) => e.visit(visit),
            Prim::New { to, count, .. } => {
                count.iter().for_each(|e| e.visit(visit));
                to.visit(visit);
            }
            Prim::Free { pointer, .. } => pointer.visit(visit),
            Prim::Run { args, .. } | Prim::Print(_, args) => {
                args.iter().for_each(|e| e.visit(visit))
            }
            Prim::Send { channel, values } => {
                channel.of.iter().chain(values).for_each(|e| e.visit(visit));
            }
            Prim::Receive { channel, to } => {
                channel.of.iter().for_each(|e| e.visit(visit));
                to.iter().for_each(|p| p.visit(visit));
            }
            Prim::Branch(branches) => {
                for (guard, body) in branches {
                    guard.iter().for_each(|e| e.visit(visit));
                    body.iter().for_each(|p| p.visit(visit));
                }
            }
            Prim::Choose { to, limit } => {
                limit.visit(visit);
                to.visit(visit);
            }
            Prim::ClearAnyBit { place, .. } => place.visit(visit),
            Prim::TakeSlot { to } => to.visit(visit),
            Prim::Reset(_) => {}
        }
    }

    /// The places that a statement writes.
    pub fn written(&self) -> Vec<&Place> {
        match self {
            Prim::Assign(place, _) => vec![place],
            Prim::New { to, .. } | Prim::Choose { to, .. } | Prim::TakeSlot { to } => vec![to],
            Prim::ClearAnyBit { place, .. } => vec![place],
            Prim::Receive { to, .. } | Prim::Reset(to) => to.iter().collect(),
            Prim::Branch(branches) => {
                branches.iter().flat_map(|(_, body)| body.iter().flat_map(Prim::written)).collect()
            }
            _ => Vec::new(),
        }
    }
}
