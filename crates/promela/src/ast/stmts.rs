//! Statements.

use super::json::Node;
use super::unit::Converter;
use super::{Stmt, StmtKind, Storage, constant};
use crate::error::{Error, Result};

impl<'n, 'a> Converter<'n, 'a> {
    /// Converts a list of statements; labels come before the statement they stand at.
    pub fn statements(&mut self, nodes: &'n [Node<'a>]) -> Result<Vec<Stmt>> {
        let mut out = Vec::new();
        for node in nodes {
            self.statement(node, &mut out)?;
        }
        Ok(out)
    }

    fn body(&mut self, node: &'n Node<'a>) -> Result<Vec<Stmt>> {
        if node.kind == "CompoundStmt" {
            return self.statements(&node.inner);
        }
        let mut out = Vec::new();
        self.statement(node, &mut out)?;
        Ok(out)
    }

    fn statement(&mut self, node: &'n Node<'a>, out: &mut Vec<Stmt>) -> Result<()> {
        if node.is_missing() {
            return Ok(());
        }
        let at = self.place(node);
        let kind = match &*node.kind {
            "NullStmt" => return Ok(()),
            "CompoundStmt" => StmtKind::Block(self.statements(&node.inner)?),
            "DeclStmt" => self.declaration(node)?,
            "IfStmt" => self.if_statement(node)?,
            "WhileStmt" => self.while_statement(node)?,
            "DoStmt" => {
                StmtKind::DoWhile(self.body(&node.inner[0])?, self.expression(&node.inner[1])?)
            }
            "ForStmt" => self.for_statement(node)?,
            "SwitchStmt" => {
                let condition = self.expression(&node.inner[node.inner.len() - 2])?;
                StmtKind::Switch(condition, self.body(&node.inner[node.inner.len() - 1])?)
            }
            "CaseStmt" => return self.case(node, out),
            "DefaultStmt" => {
                out.push(Stmt { kind: StmtKind::Default, at });
                return self.statement(&node.inner[0], out);
            }
            "LabelStmt" => {
                out.push(Stmt { kind: StmtKind::Label(node.name.to_string()), at });
                return self.statement(&node.inner[0], out);
            }
            "ReturnStmt" => {
                StmtKind::Return(node.inner.first().map(|e| self.expression(e)).transpose()?)
            }
            "BreakStmt" => StmtKind::Break,
            "ContinueStmt" => StmtKind::Continue,
            "GotoStmt" => self.goto(node)?,
            "AttributedStmt" => match node.inner.last() {
                Some(inner) => return self.statement(inner, out),
                None => return Ok(()),
            },
            "GCCAsmStmt" | "MSAsmStmt" => {
                let hint =
                    "write it in C, with C11 atomics where it is a fence or a locked operation";
                return Err(Error::untranslatable(&at, "inline assembly", hint));
            }
            "IndirectGotoStmt" => {
                return Err(Error::untranslatable(&at, "a computed goto", "use a switch"));
            }
            _ => StmtKind::Expr(self.expression(node)?),
        };
        out.push(Stmt { kind, at });
        Ok(())
    }

    fn declaration(&mut self, node: &'n Node<'a>) -> Result<StmtKind> {
        let mut vars = Vec::new();
        let function = self.current;
        for inner in
            node.inner.iter().filter(|n| n.kind == "VarDecl" && n.storage_class != "extern")
        {
            vars.push(self.variable(inner, Storage::Local(function))?);
        }
        Ok(StmtKind::Declare(vars))
    }

    fn if_statement(&mut self, node: &'n Node<'a>) -> Result<StmtKind> {
        let parts: Vec<&Node> = node.inner.iter().collect();
        let branches = if node.has_else { 2 } else { 1 };
        let first = parts.len() - branches;
        let condition = self.expression(parts[first - 1])?;
        let then = self.body(parts[first])?;
        let otherwise = if node.has_else { self.body(parts[first + 1])? } else { Vec::new() };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn while_statement(&mut self, node: &'n Node<'a>) -> Result<StmtKind> {
        let last = node.inner.len() - 1;
        Ok(StmtKind::While(self.expression(&node.inner[last - 1])?, self.body(&node.inner[last])?))
    }

    /// clang gives five children: initialisation, a C++ variable, condition, step, body.
    fn for_statement(&mut self, node: &'n Node<'a>) -> Result<StmtKind> {
        let [init, _, condition, step, body] = &node.inner[..] else {
            let at = self.place(node);
            return Err(Error::untranslatable(
                &at,
                "a loop of an unknown shape",
                "write it as a while loop",
            ));
        };
        let mut start = Vec::new();
        self.statement(init, &mut start)?;
        let condition =
            (!condition.is_missing()).then(|| self.expression(condition)).transpose()?;
        let step = (!step.is_missing()).then(|| self.expression(step)).transpose()?;
        Ok(StmtKind::For { init: start, condition, step, body: self.body(body)? })
    }

    fn case(&mut self, node: &'n Node<'a>, out: &mut Vec<Stmt>) -> Result<()> {
        let at = self.place(node);
        let low = self.case_value(&node.inner[0])?;
        let high = if node.is_gnu_range { self.case_value(&node.inner[1])? } else { low };
        out.push(Stmt { kind: StmtKind::Case(low, high), at });
        match node.inner.last() {
            Some(inner) => self.statement(inner, out),
            None => Ok(()),
        }
    }

    fn case_value(&mut self, node: &'n Node<'a>) -> Result<i64> {
        let value = self.expression(node)?;
        constant(&value).ok_or_else(|| {
            Error::untranslatable(
                &value.at,
                "a case label that is not a constant",
                "use a number or an enumerator",
            )
        })
    }

    fn goto(&mut self, node: &'n Node<'a>) -> Result<StmtKind> {
        let at = self.place(node);
        match self.labels.get(&*node.target_label_decl_id) {
            Some(name) => Ok(StmtKind::Goto(name.clone())),
            None => Err(Error::untranslatable(
                &at,
                "a goto to an unknown label",
                "add the label to the function",
            )),
        }
    }
}
