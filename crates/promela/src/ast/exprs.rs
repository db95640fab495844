//! Expressions.

use super::json::{Node, Value};
use super::unit::{Converter, unquote};
use super::walk::has_effect;
use super::{BinOp, Callee, Cast, Expr, ExprKind, UnOp, constant};
use crate::error::{Error, Location, Result};
use crate::types::{INT, Type};

impl<'n, 'a> Converter<'n, 'a> {
    /// Converts an expression.
    pub fn expression(&mut self, node: &'n Node<'a>) -> Result<Expr> {
        let at = self.place(node);
        let ty = self.index.read_type(&node.ty.spelling);
        let kind = match &*node.kind {
            "ParenExpr" | "ConstantExpr" | "OpaqueValueExpr" => return self.child(node, 0),
            "IntegerLiteral" | "CharacterLiteral" => ExprKind::Int(literal(node)),
            "StringLiteral" => ExprKind::Text(text(node)),
            "PredefinedExpr" => return self.child(node, 0),
            "DeclRefExpr" => self.reference(node, &at)?,
            "ImplicitCastExpr" | "CStyleCastExpr" => return self.cast(node, ty, at),
            "UnaryOperator" => return self.unary(node, ty, at),
            "BinaryOperator" => self.binary(node, &ty, &at)?,
            "CompoundAssignOperator" => self.compound(node, &at)?,
            "ConditionalOperator" => {
                let [c, a, b] = [self.child(node, 0)?, self.child(node, 1)?, self.child(node, 2)?];
                ExprKind::Conditional(Box::new(c), Box::new(a), Box::new(b))
            }
            "BinaryConditionalOperator" => self.elvis(node)?,
            "UnaryExprOrTypeTraitExpr" => ExprKind::Int(self.size_of(node, &at)?),
            "MemberExpr" => self.member(node, &at)?,
            "ArraySubscriptExpr" => self.subscript(node, &ty, &at)?,
            "CallExpr" => self.call(node, &at)?,
            "AtomicExpr" => ExprKind::Atomic(node.name.to_string(), self.children(&node.inner)?),
            "InitListExpr" => self.init_list(node, &ty)?,
            "ImplicitValueInitExpr" => ExprKind::Zero,
            "CompoundLiteralExpr" => ExprKind::Literal(Box::new(self.child(node, 0)?)),
            "StmtExpr" => ExprKind::Block(self.statements(&node.inner[0].inner)?),
            "GenericSelectionExpr" => return self.generic(node, &at),
            "FloatingLiteral" | "ImaginaryLiteral" => {
                return Err(Error::untranslatable(
                    &at,
                    "a floating-point number",
                    "scale it to an integer",
                ));
            }
            "VAArgExpr" => {
                let hint = "give the function a fixed list of parameters";
                return Err(Error::untranslatable(&at, "a variable argument", hint));
            }
            other => {
                let construct = format!("this expression ({other})");
                return Err(Error::untranslatable(
                    &at,
                    construct,
                    "write it with simpler operators",
                ));
            }
        };
        Ok(Expr { kind, ty, at })
    }

    fn child(&mut self, node: &'n Node<'a>, position: usize) -> Result<Expr> {
        match node.inner.get(position) {
            Some(child) => self.expression(child),
            None => {
                let at = self.place(node);
                Err(Error::untranslatable(
                    &at,
                    "an incomplete expression",
                    "check that clang accepts the file",
                ))
            }
        }
    }

    fn children(&mut self, nodes: &'n [Node<'a>]) -> Result<Vec<Expr>> {
        nodes.iter().map(|n| self.expression(n)).collect()
    }

    fn reference(&mut self, node: &'n Node<'a>, at: &Location) -> Result<ExprKind> {
        let Some(decl) = &node.referenced_decl else {
            return Err(Error::untranslatable(
                at,
                "a reference to something undeclared",
                "declare it first",
            ));
        };
        Ok(match &*decl.kind {
            "EnumConstantDecl" => {
                ExprKind::Int(self.index.enumerators.get(&*decl.id).map_or(0, |e| e.1))
            }
            "FunctionDecl" => ExprKind::Function(match self.function(&decl.name) {
                Some(id) => Callee::Defined(id),
                None => Callee::External(self.index.symbol(&decl.id, &decl.name)),
            }),
            _ => ExprKind::Var(self.referenced(&decl.id)?),
        })
    }

    fn cast(&mut self, node: &'n Node<'a>, ty: Type, at: Location) -> Result<Expr> {
        let inner = self.child(node, 0)?;
        let cast = match &*node.cast_kind {
            "LValueToRValue" => {
                return Ok(Expr {
                    kind: ExprKind::Load(Box::new(inner)),
                    ty: ty.plain().clone(),
                    at,
                });
            }
            "ArrayToPointerDecay" => {
                return Ok(Expr { kind: ExprKind::Decay(Box::new(inner)), ty, at });
            }
            "NoOp"
            | "FunctionToPointerDecay"
            | "BuiltinFnToFnPtr"
            | "NonAtomicToAtomic"
            | "AtomicToNonAtomic" => {
                return Ok(inner);
            }
            "IntegralCast" | "BooleanToSignedIntegral" => Cast::Integral,
            "IntegralToBoolean" | "PointerToBoolean" => Cast::ToBool,
            "BitCast" => Cast::Pointer,
            "NullToPointer" => Cast::Null,
            "IntegralToPointer" => Cast::IntegerToPointer,
            "PointerToIntegral" => Cast::PointerToInteger,
            "ToVoid" => Cast::ToVoid,
            other if other.contains("Float") => {
                return Err(Error::untranslatable(
                    &at,
                    "a floating-point number",
                    "scale it to an integer",
                ));
            }
            other => {
                let construct = format!("this cast ({other})");
                return Err(Error::untranslatable(&at, construct, "use values of one type"));
            }
        };
        Ok(Expr { kind: ExprKind::Cast(cast, Box::new(inner)), ty, at })
    }

    fn unary(&mut self, node: &'n Node<'a>, ty: Type, at: Location) -> Result<Expr> {
        let inner = self.child(node, 0)?;
        let inner_box = Box::new(inner);
        let kind = match &*node.opcode {
            "+" | "__extension__" => return Ok(*inner_box),
            "-" => ExprKind::Unary(UnOp::Negate, inner_box),
            "!" => ExprKind::Unary(UnOp::Not, inner_box),
            "~" => ExprKind::Unary(UnOp::Complement, inner_box),
            "&" => ExprKind::AddrOf(inner_box),
            "*" => return Ok(deref(*inner_box, ty)),
            "++" | "--" => {
                let by = if node.opcode == "++" { 1 } else { -1 };
                ExprKind::Increment { place: inner_box, by, postfix: node.is_postfix }
            }
            other => {
                let construct = format!("the operator `{other}`");
                return Err(Error::untranslatable(
                    &at,
                    construct,
                    "write it with simpler operators",
                ));
            }
        };
        Ok(Expr { kind, ty, at })
    }

    fn binary(&mut self, node: &'n Node<'a>, ty: &Type, at: &Location) -> Result<ExprKind> {
        let (a, b) = (Box::new(self.child(node, 0)?), Box::new(self.child(node, 1)?));
        Ok(match &*node.opcode {
            "=" => ExprKind::Assign(a, b),
            "," => ExprKind::Comma(a, b),
            "&&" => ExprKind::And(a, b),
            "||" => ExprKind::Or(a, b),
            // Pointer arithmetic keeps the pointer on the left.
            "+" if ty.is_pointer() && b.ty.is_pointer() => ExprKind::Binary(BinOp::Add, b, a),
            symbol => ExprKind::Binary(operator(symbol, at)?, a, b),
        })
    }

    fn compound(&mut self, node: &'n Node<'a>, at: &Location) -> Result<ExprKind> {
        let (a, b) = (Box::new(self.child(node, 0)?), Box::new(self.child(node, 1)?));
        let symbol = node.opcode.trim_end_matches('=');
        let compute = match &node.compute_type {
            Some(name) => self.index.read_type(&name.spelling),
            None => a.ty.plain().clone(),
        };
        Ok(ExprKind::Compound(operator(symbol, at)?, a, b, compute))
    }

    /// `a ?: b` has the shared value as its first child, used twice.
    fn elvis(&mut self, node: &'n Node<'a>) -> Result<ExprKind> {
        let condition = self.child(node, 0)?;
        if has_effect(&condition) {
            let hint = "store the value in a variable first";
            return Err(Error::untranslatable(
                &condition.at,
                "`?:` after an expression with effects",
                hint,
            ));
        }
        let last = node.inner.len() - 1;
        let otherwise = self.child(node, last)?;
        Ok(ExprKind::Conditional(
            Box::new(condition.clone()),
            Box::new(condition),
            Box::new(otherwise),
        ))
    }

    fn size_of(&mut self, node: &'n Node<'a>, at: &Location) -> Result<i64> {
        let ty = match &node.arg_type {
            Some(name) => self.index.read_type(&name.spelling),
            None => self.child(node, 0)?.ty,
        };
        let layout = self.index.records.layout(&ty);
        let size = layout.map(|(size, align)| if node.name == "sizeof" { size } else { align });
        size.and_then(|size| i64::try_from(size).ok()).ok_or_else(|| {
            Error::untranslatable(
                at,
                "the size of this type",
                "use a type made of integers, pointers and structs",
            )
        })
    }

    fn member(&mut self, node: &'n Node<'a>, at: &Location) -> Result<ExprKind> {
        let base = self.child(node, 0)?;
        let Some(position) = self.index.fields.get(&*node.referenced_member_decl).copied() else {
            return Err(Error::untranslatable(
                at,
                format!("the member `{}`", node.name),
                "use a member of a struct",
            ));
        };
        let base = match base.ty.pointee().cloned() {
            Some(to) if node.is_arrow => deref(base, to),
            _ => base,
        };
        if let Type::Unsupported(what) = base.ty.plain() {
            return Err(Error::untranslatable(at, format!("a member of a {what}"), "use a struct"));
        }
        Ok(ExprKind::Member(Box::new(base), position))
    }

    fn subscript(&mut self, node: &'n Node<'a>, ty: &Type, at: &Location) -> Result<ExprKind> {
        let (mut base, mut index) = (self.child(node, 0)?, self.child(node, 1)?);
        if index.ty.is_pointer() {
            std::mem::swap(&mut base, &mut index);
        }
        if let ExprKind::Decay(array) = base.kind {
            return Ok(ExprKind::Element(array, Box::new(index)));
        }
        let pointer = Type::Pointer(Box::new(ty.clone()));
        let sum = ExprKind::Binary(BinOp::Add, Box::new(base), Box::new(index));
        Ok(ExprKind::Deref(Box::new(Expr { kind: sum, ty: pointer, at: at.clone() })))
    }

    fn call(&mut self, node: &'n Node<'a>, at: &Location) -> Result<ExprKind> {
        let callee = self.child(node, 0)?;
        let args = self.children(&node.inner[1..])?;
        match callee.kind {
            ExprKind::Function(callee) => Ok(ExprKind::Call(callee, args)),
            _ => {
                let hint = "call the functions by name, for example in a switch over a number";
                Err(Error::untranslatable(at, "a call through a function pointer", hint))
            }
        }
    }

    fn init_list(&mut self, node: &'n Node<'a>, ty: &Type) -> Result<ExprKind> {
        if matches!(ty, Type::Mutex | Type::Condition | Type::Semaphore) {
            let at = self.place(node);
            let parts = self.children(&node.inner)?;
            if !parts.iter().all(is_zero) {
                let hint = "use the initialiser of a normal mutex";
                return Err(Error::untranslatable(&at, "a special kind of library object", hint));
            }
            return Ok(ExprKind::Zero);
        }
        // With a filler, the first entry is the filler itself; what is missing at the end is zero.
        let written = match node.array_filler.split_first() {
            Some((_, rest)) => rest,
            None => &node.inner[..],
        };
        Ok(ExprKind::InitList(self.children(written)?))
    }

    fn generic(&mut self, node: &'n Node<'a>, at: &Location) -> Result<Expr> {
        let chosen = node.inner.iter().find(|n| n.selected).and_then(|n| n.inner.last());
        match chosen {
            Some(chosen) => self.expression(chosen),
            None => {
                Err(Error::untranslatable(at, "a generic selection", "write the chosen expression"))
            }
        }
    }
}

/// The object that a pointer expression points to.
fn deref(pointer: Expr, ty: Type) -> Expr {
    let at = pointer.at.clone();
    let kind = match pointer.kind {
        ExprKind::AddrOf(place) => return *place,
        ExprKind::Decay(array) => {
            let first = Expr { kind: ExprKind::Int(0), ty: INT, at: at.clone() };
            ExprKind::Element(array, Box::new(first))
        }
        kind => ExprKind::Deref(Box::new(Expr { kind, ty: pointer.ty, at: at.clone() })),
    };
    Expr { kind, ty, at }
}

/// Whether an initial value is made of zeros only.
fn is_zero(init: &Expr) -> bool {
    match &init.kind {
        ExprKind::InitList(items) => items.iter().all(is_zero),
        _ => constant(init).is_none_or(|value| value == 0),
    }
}

fn literal(node: &Node<'_>) -> i64 {
    match &node.value {
        Some(Value::Number(value)) => *value,
        Some(Value::Text(text)) => text.parse::<i128>().map_or(i64::MAX, |v| v as i64),
        _ => 0,
    }
}

fn text(node: &Node<'_>) -> String {
    match &node.value {
        Some(Value::Text(text)) => unquote(text),
        _ => String::new(),
    }
}

fn operator(symbol: &str, at: &Location) -> Result<BinOp> {
    Ok(match symbol {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "%" => BinOp::Rem,
        "<<" => BinOp::Shl,
        ">>" => BinOp::Shr,
        "&" => BinOp::BitAnd,
        "|" => BinOp::BitOr,
        "^" => BinOp::BitXor,
        "<" => BinOp::Lt,
        "<=" => BinOp::Le,
        ">" => BinOp::Gt,
        ">=" => BinOp::Ge,
        "==" => BinOp::Eq,
        "!=" => BinOp::Ne,
        other => {
            let construct = format!("the operator `{other}`");
            return Err(Error::untranslatable(at, construct, "write it with simpler operators"));
        }
    })
}
