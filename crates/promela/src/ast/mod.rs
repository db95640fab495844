//! The C program as a small typed tree, made from clang's JSON.
//!
//! Only what `main` reaches is converted, so system headers cost nothing beyond reading them.

mod constant;
mod exprs;
mod index;
mod json;
mod spelling;
mod stmts;
mod unit;
pub mod walk;

use crate::error::{Error, Location, Result};
use crate::types::{Records, Type};

pub use constant::{binary, constant};

/// The index of a variable in [`Program::vars`].
pub type VarId = usize;
/// The index of a function in [`Program::functions`].
pub type FnId = usize;

/// Where a variable lives in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// One for the whole program; static locals too.
    Static,
    /// A local variable of a function.
    Local(FnId),
    /// A parameter of a function.
    Parameter(FnId),
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Type,
    pub storage: Storage,
    pub init: Option<Expr>,
    pub at: Location,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The function as C declares it.
    pub title: String,
    pub params: Vec<VarId>,
    pub result: Type,
    pub body: Vec<Stmt>,
    pub at: Location,
}

/// A property written in the source with `LTL(…)`.
#[derive(Clone, Debug)]
pub struct Formula {
    pub name: String,
    pub text: String,
    pub at: Location,
}

/// The program that `main` reaches.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub records: Records,
    pub vars: Vec<Var>,
    pub functions: Vec<Function>,
    pub formulas: Vec<Formula>,
    /// Enumeration constants by name, for formulas.
    pub enumerators: Vec<(String, i64)>,
}

impl Program {
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id]
    }

    /// The function `main`; conversion starts there, so it exists.
    pub fn main(&self) -> FnId {
        self.functions.iter().position(|f| f.name == "main").unwrap_or(0)
    }
}

/// Who is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    Defined(FnId),
    /// A library function, or one of the compiler's own.
    External(String),
}

/// An expression with its C type.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub at: Location,
}

/// What an expression does. Lvalues are `Var`, `Deref`, `Member`, `Element` and `Literal`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(i64),
    Text(String),
    Var(VarId),
    Function(Callee),
    /// Reads an lvalue.
    Load(Box<Expr>),
    AddrOf(Box<Expr>),
    /// An array as a pointer to its first element.
    Decay(Box<Expr>),
    Deref(Box<Expr>),
    /// A member, by index, of a struct lvalue.
    Member(Box<Expr>, usize),
    /// An element of an array lvalue.
    Element(Box<Expr>, Box<Expr>),
    Unary(UnOp, Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    /// `lhs op= rhs`, computed in the given type.
    Compound(BinOp, Box<Expr>, Box<Expr>, Type),
    /// `++` and `--`.
    Increment {
        place: Box<Expr>,
        by: i64,
        postfix: bool,
    },
    Cast(Cast, Box<Expr>),
    Call(Callee, Vec<Expr>),
    /// One of clang's atomic operations, by name.
    Atomic(String, Vec<Expr>),
    InitList(Vec<Expr>),
    /// All zeros.
    Zero,
    /// A compound literal.
    Literal(Box<Expr>),
    /// `({ … })`; the value is that of the last expression.
    Block(Vec<Stmt>),
}

/// What a cast does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    Integral,
    ToBool,
    /// From one pointer type to another.
    Pointer,
    Null,
    IntegerToPointer,
    PointerToInteger,
    ToVoid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnOp {
    Negate,
    Not,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub at: Location,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Expr(Expr),
    Declare(Vec<VarId>),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    DoWhile(Vec<Stmt>, Expr),
    For {
        init: Vec<Stmt>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Vec<Stmt>,
    },
    Switch(Expr, Vec<Stmt>),
    /// A `case` label for a range of values; the statements follow it.
    Case(i64, i64),
    Default,
    Block(Vec<Stmt>),
    Return(Option<Expr>),
    Break,
    Continue,
    Goto(String),
    Label(String),
}

/// Reads clang's JSON into a program.
pub fn read(text: &[u8]) -> Result<Program> {
    // Deep expressions recurse deeply; a roomy stack keeps that from being a crash.
    let stack = 512 << 20;
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(stack)
            .spawn_scoped(scope, || unit::convert(&json::parse(text)?))
            .map_err(|problem| Error::Tool {
                name: "thread".into(),
                problem: problem.to_string(),
                hint: "free some memory and try again".into(),
            })?
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
