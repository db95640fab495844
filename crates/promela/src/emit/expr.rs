//! Expressions and places.

use super::Emitter;
use crate::ir::{Expr, Place, Root, Select};

impl Emitter<'_, '_> {
    /// An expression as Promela.
    pub fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(n) if *n == i64::from(i32::MIN) => "(-2147483647 - 1)".into(),
            Expr::Number(n) if *n < 0 => format!("({n})"),
            Expr::Number(n) => n.to_string(),
            Expr::Read(place) => self.place(place),
            Expr::Unary(op, inner) => format!("{op}{}", self.operand(inner)),
            Expr::Binary(op, a, b) => format!("{} {op} {}", self.operand(a), self.operand(b)),
            Expr::Conditional(c, a, b) => {
                format!("({} -> {} : {})", self.operand(c), self.operand(a), self.operand(b))
            }
            Expr::Macro(name, args) => {
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                format!("{name}({})", args.join(", "))
            }
            Expr::Valid(space, pointer) => {
                let (names, pointer) = (&self.l.symbols.cells[*space], self.expr(pointer));
                if self.l.memory.spaces[*space].is_plain_heap() {
                    format!("{}[{pointer}]", names.valid)
                } else {
                    format!("{}({pointer})", names.ok)
                }
            }
            Expr::Start(space, pointer) => {
                format!("{}({})", self.l.symbols.cells[*space].start, self.expr(pointer))
            }
            Expr::Given { value, .. } => self.expr(value),
        }
    }

    /// An expression inside another one.
    fn operand(&self, expr: &Expr) -> String {
        let text = self.expr(expr);
        let mut inner = expr;
        while let Expr::Given { value, .. } = inner {
            inner = value;
        }
        if matches!(inner, Expr::Binary(..) | Expr::Unary(..)) { format!("({text})") } else { text }
    }

    /// A place as Promela; reading one that a pointer may reach in several ways goes through a macro.
    pub fn place(&self, place: &Place) -> String {
        match &place.root {
            Root::Local(name) | Root::Global(name) => {
                format!("{name}{}", self.path(&place.path, false))
            }
            Root::Cell { space, pointer } => {
                let (names, pointer) = (&self.l.symbols.cells[*space], self.expr(pointer));
                let path = self.path(&place.path, true);
                if self.l.memory.spaces[*space].is_plain_heap() {
                    format!("{}[{pointer}]{path}", names.cells)
                } else if self.has_rest(*space) {
                    format!("{}({pointer}, {path})", names.at)
                } else {
                    format!("{}({pointer})", names.at)
                }
            }
        }
    }

    fn has_rest(&self, space: usize) -> bool {
        use crate::types::Type;
        matches!(self.l.memory.spaces[space].ty, Type::Record(_) | Type::Array(..))
    }

    /// An assignment, in the way its place asks for.
    pub fn assignment(&self, place: &Place, value: &Expr) -> String {
        if let Root::Cell { space, pointer } = &place.root
            && !self.l.memory.spaces[*space].is_plain_heap()
        {
            let (put, pointer) = (&self.l.symbols.cells[*space].put, self.expr(pointer));
            let value = self.expr(value);
            return match self.has_rest(*space) {
                true => format!("{put}({pointer}, {}, {value})", self.path(&place.path, true)),
                false => format!("{put}({pointer}, {value})"),
            };
        }
        let to = self.place(place);
        if let Expr::Binary(op @ ("+" | "-"), a, b) = value
            && **b == Expr::Number(1)
            && **a == Expr::Read(place.clone())
        {
            return format!("{to}{op}{op}");
        }
        format!("{to} = {}", self.expr(value))
    }

    /// What stands between the index of a row and the index in it.
    pub fn row_step(&self, in_row: bool) -> String {
        if in_row { self.l.shapes.row_step() } else { String::new() }
    }

    /// An element of an array of arrays is reached through the struct that its row is.
    fn path(&self, path: &[Select], mut in_row: bool) -> String {
        let mut text = String::new();
        for select in path {
            match select {
                Select::Field(name) => {
                    text += &format!(".{name}");
                    in_row = false;
                }
                Select::Index(index) => {
                    text += &format!("{}[{}]", self.row_step(in_row), self.expr(index));
                    in_row = true;
                }
            }
        }
        text
    }
}
