//! Calls and returns.
//!
//! A call starts a process and waits for its answer on a channel of the caller; with `--inline` the body is put in
//! place of the call, unless the function is recursive.

use super::Kind;
use super::body::{Body, Frame, Local, Return};
use crate::analysis::places::box_shape;
use crate::ast::{Expr as C, ExprKind, FnId, Storage, VarId};
use crate::error::{Error, Result};
use crate::ir::{Branch, Channel, Class, Decl, Expr, Item, Place, Prim};
use crate::types::Type;
use std::collections::HashMap;

impl Body<'_, '_> {
    /// Translates the function that the process is for.
    pub fn function(&mut self, function: FnId, kind: Kind) -> Result<()> {
        let definition = &self.l.program.functions[function];
        let returns = match kind {
            Kind::Main => {
                if self.l.options.plain {
                    self.params.push(Decl::plain("chan", &self.l.symbols.main_call));
                }
                Return::Main
            }
            Kind::Thread => Return::Thread,
            Kind::Served => {
                self.this = self.names.helper("self");
                let name = self.l.symbols.functions[function].reply.clone();
                Return::Channel(Channel { name, of: Some(Expr::local(&self.this)) })
            }
            Kind::Called => {
                let wanted = if self.l.options.plain {
                    format!("in_{}", definition.name)
                } else {
                    "reply".into()
                };
                let channel = self.names.helper(&wanted);
                self.params.push(Decl::plain("chan", &channel));
                Return::Channel(Channel::named(channel))
            }
        };
        let numbered = kind == Kind::Called && self.l.uses_thread_number(function);
        if kind == Kind::Thread || kind == Kind::Served || numbered {
            self.this =
                if self.this.is_empty() { self.names.helper("self") } else { self.this.clone() };
            self.params.push(Decl::plain("byte", &self.this));
        }
        self.frames.push(Frame {
            function,
            vars: HashMap::new(),
            boxes: Vec::new(),
            returns,
            jumps: Vec::new(),
            labels: HashMap::new(),
        });
        if kind == Kind::Served {
            return self.serve(function);
        }
        self.parameters(function, kind)?;
        self.body_of(function)?;
        let end = self.end.clone();
        self.item(Item::Label(end));
        Ok(())
    }

    /// A process that waits for calls, and may do so for ever: its label says that this is a proper end.
    fn serve(&mut self, function: FnId) -> Result<()> {
        let definition = &self.l.program.functions[function];
        self.end = self.names.helper(&format!("end_{}", definition.name));
        let at = self.at.clone();
        let round = self.collect(|body| {
            let mut to = Vec::new();
            for param in &definition.params {
                to.push(body.parameter(*param)?);
            }
            let name = body.l.symbols.functions[function].call.clone();
            let channel = Channel { name, of: Some(Expr::local(&body.this)) };
            let places = to.iter().map(|(name, _)| Place::local(name)).collect();
            body.push_as(vec![Prim::Receive { channel, to: places }], Class::Call);
            for (param, (name, _)) in definition.params.iter().zip(&to) {
                body.settle_parameter(*param, name)?;
            }
            for (_, decl) in to {
                body.locals.push(decl);
            }
            body.body_of(function)
        })?;
        let end = self.end.clone();
        self.item(Item::Label(end));
        self.item(Item::Loop(vec![Branch {
            guard: Some(Expr::Number(1)),
            body: round,
            joined: false,
            at,
        }]));
        Ok(())
    }

    /// The variable that a parameter arrives in.
    fn parameter(&mut self, param: VarId) -> Result<(String, Decl)> {
        let var = self.l.program.var(param);
        if var.ty.is_aggregate() {
            let hint = "pass a pointer to it";
            return Err(Error::untranslatable(
                &var.at,
                format!("the struct parameter `{}`", var.name),
                hint,
            ));
        }
        let name = self.names.local(&var.name);
        let decl = self.l.declare(param, &name)?;
        Ok((name, decl))
    }

    /// A boxed parameter is copied into its cell.
    fn settle_parameter(&mut self, param: VarId, name: &str) -> Result<()> {
        if !self.l.facts.places.boxed.contains(&param) {
            self.frame().vars.insert(param, Local::Named(name.to_string()));
            return Ok(());
        }
        self.enter_box(param)?;
        let var = self.l.program.var(param);
        let place = C { kind: ExprKind::Var(param), ty: var.ty.clone(), at: var.at.clone() };
        let to = self.place(&place)?;
        self.assign(to, Expr::local(name));
        Ok(())
    }

    /// Parameters of the process; boxed ones are copied into their cell.
    fn parameters(&mut self, function: FnId, kind: Kind) -> Result<()> {
        let definition = &self.l.program.functions[function];
        if kind == Kind::Main {
            return self.main_parameters(function);
        }
        for param in &definition.params {
            let (name, decl) = self.parameter(*param)?;
            self.params.push(decl);
            self.settle_parameter(*param, &name)?;
        }
        Ok(())
    }

    /// Nobody gives `main` arguments: there is the program's own name, which no model has, and no more.
    fn main_parameters(&mut self, main: FnId) -> Result<()> {
        let params = &self.l.program.functions[main].params;
        for (position, param) in params.iter().enumerate() {
            self.enter_local(*param)?;
            if position == 0 {
                let var = self.l.program.var(*param);
                let kind = ExprKind::Var(*param);
                let place = self.place(&C { kind, ty: var.ty.clone(), at: var.at.clone() })?;
                self.assign(place, Expr::Number(1));
            }
        }
        Ok(())
    }

    /// The statements, and the return at the end if control gets there.
    fn body_of(&mut self, function: FnId) -> Result<()> {
        let definition = &self.l.program.functions[function];
        let boxed: Vec<VarId> = self.l.facts.places.boxed.iter().copied().collect();
        for var in boxed {
            if self.l.program.var(var).storage == Storage::Local(function) {
                self.enter_local(var)?;
            }
        }
        self.statements(&definition.body)?;
        let last = definition.body.last();
        if !matches!(last.map(|s| &s.kind), Some(crate::ast::StmtKind::Return(_))) {
            if let Some(last) = last {
                self.at = last.at.clone();
            }
            self.returning(None)?;
        }
        Ok(())
    }

    /// Gives a local variable its place, at its declaration.
    pub fn enter_local(&mut self, var: VarId) -> Result<()> {
        if self.l.symbols.globals.contains_key(&var) || self.frame().vars.contains_key(&var) {
            return Ok(());
        }
        if self.l.facts.places.boxed.contains(&var) {
            return self.enter_box(var);
        }
        let definition = self.l.program.var(var);
        if let Some(name) = self.inlined.get(&var).cloned() {
            self.frame().vars.insert(var, Local::Named(name));
            return Ok(());
        }
        let name = self.local_name(&definition.name);
        let decl = self.l.declare(var, &name)?;
        self.locals.push(decl);
        self.inlined.insert(var, name.clone());
        self.frame().vars.insert(var, Local::Named(name));
        Ok(())
    }

    /// Variables of inlined functions carry the function's name.
    fn local_name(&mut self, name: &str) -> String {
        let function = self.frame().function;
        match self.frames.len() {
            1 => self.names.local(name),
            _ => {
                let function = &self.l.program.functions[function].name;
                self.names.helper(&format!("{function}_{name}"))
            }
        }
    }

    /// A variable that others may point to gets cells of its own, as long as the function runs.
    fn enter_box(&mut self, var: VarId) -> Result<()> {
        let definition = self.l.program.var(var);
        let (cell, dimensions) = box_shape(&definition.ty);
        self.l.check_deep(
            &definition.ty,
            &definition.at,
            &format!("the variable `{}`", definition.name),
        )?;
        let Some(space) = self.l.memory.space(&cell) else { return Ok(()) };
        let ty = self.l.shapes.scalar(self.l.memory, &Type::Pointer(Box::new(cell)), None);
        let pointer = match self.inlined.get(&var) {
            Some(name) => name.clone(),
            None => {
                let wanted = self.local_name(&format!("{}_at", definition.name));
                self.locals.push(Decl::plain(&ty, &wanted));
                self.inlined.insert(var, wanted.clone());
                wanted
            }
        };
        let count = (dimensions > 0).then(|| Expr::Number(cells(&definition.ty)));
        self.new_cells(space, &Place::local(&pointer), count);
        let frame = self.frame();
        frame.vars.insert(var, Local::Boxed(pointer));
        frame.boxes.push(var);
        Ok(())
    }

    /// `return`.
    pub fn returning(&mut self, value: Option<&C>) -> Result<()> {
        if let Some(value) = value.filter(|v| v.ty.is_aggregate()) {
            let hint = "return a pointer to it, or fill it through a pointer parameter";
            return Err(Error::untranslatable(&value.at, "a struct as a result", hint));
        }
        let returns = self.frame().returns.clone();
        let result = match (value, &returns) {
            (Some(value), Return::Main) => {
                self.effect(value)?;
                Expr::Number(0)
            }
            (Some(value), _) => self.value(value)?,
            (None, _) => Expr::Number(0),
        };
        let result = self.leave_boxes(result);
        match returns {
            Return::Channel(channel) => {
                let result = self.settle(result, 0);
                self.push_as(vec![Prim::Send { channel, values: vec![result] }], Class::Release);
                self.jump(Item::Goto(self.end.clone()));
            }
            Return::Thread => self.finish_thread(result),
            Return::Main => self.finish_main(),
            Return::Inline { result: to, label } => {
                if let Some(to) = to {
                    let result = self.settle(result, 1);
                    self.assign(Place::local(&to), result);
                }
                self.jump(Item::Goto(label));
            }
        }
        Ok(())
    }

    /// Cells of local variables are free again once the result is known.
    fn leave_boxes(&mut self, result: Expr) -> Expr {
        let boxes = self.frame().boxes.clone();
        if boxes.is_empty() {
            return result;
        }
        let result = self.settle(result, 0);
        let result = self.stable(result);
        for var in boxes {
            let (cell, _) = box_shape(&self.l.program.var(var).ty);
            let pointer = match self.frame().vars.get(&var) {
                Some(Local::Boxed(pointer)) => Expr::local(pointer),
                _ => continue,
            };
            if let Some(space) = self.l.memory.space(&cell) {
                self.free_cells(space, pointer);
            }
        }
        result
    }

    /// Calls a function of the program.
    pub fn call(
        &mut self,
        function: FnId,
        args: &[C],
        to: Option<&Place>,
        expr: &C,
        used: bool,
    ) -> Result<Expr> {
        let mut values = Vec::new();
        let recursive = self.l.facts.calls.recursive[function];
        let inline = (self.l.options.inline || self.atomic) && !recursive;
        if self.atomic && recursive {
            let hint = "make the function loop instead";
            return Err(Error::untranslatable(
                &expr.at,
                "a recursive call between beginatomic and endatomic",
                hint,
            ));
        }
        for (position, arg) in args.iter().enumerate() {
            if arg.ty.is_aggregate() {
                let hint = "pass a pointer to it";
                return Err(Error::untranslatable(&arg.at, "a struct as an argument", hint));
            }
            let mut value = self.value(arg)?;
            for later in &args[position + 1..] {
                value = self.before(value, later);
            }
            values.push(value);
        }
        if inline {
            return self.inline_call(function, values, to);
        }
        let used = used && self.l.program.functions[function].result != Type::Void;
        if self.l.is_served(function) {
            return Ok(self.served_call(function, values, to, used));
        }
        self.process_call(function, values, to, used)
    }

    /// Hands the arguments to the process that serves this thread's calls of the function.
    fn served_call(
        &mut self,
        function: FnId,
        values: Vec<Expr>,
        to: Option<&Place>,
        used: bool,
    ) -> Expr {
        let names = self.l.symbols.functions[function].clone();
        self.l.process(function, Kind::Served);
        let thread = self.this_thread();
        let of_thread = |name| Channel { name, of: Some(thread.clone()) };
        let mut values = self.settle_all(values, 0);
        if values.is_empty() {
            values.push(Expr::Number(0));
        }
        let (targets, result) = self.answer(to, used);
        let send = Prim::Send { channel: of_thread(names.call), values };
        let receive = Prim::Receive { channel: of_thread(names.reply), to: targets };
        self.push_as(vec![send, receive], Class::Call);
        result
    }

    /// Where an answer goes.
    fn answer(&mut self, to: Option<&Place>, used: bool) -> (Vec<Place>, Expr) {
        if !used {
            return (Vec::new(), Expr::Number(0));
        }
        let target = match to.and_then(Place::as_local) {
            Some(name) => name.to_string(),
            None => self.temp(),
        };
        (vec![Place::local(&target)], Expr::local(&target))
    }

    fn process_call(
        &mut self,
        function: FnId,
        values: Vec<Expr>,
        to: Option<&Place>,
        used: bool,
    ) -> Result<Expr> {
        let channel = self.channel(function);
        let process = self.l.process(function, Kind::Called);
        let mut args = vec![Expr::local(&channel)];
        if self.l.uses_thread_number(function) {
            args.push(self.this_thread());
        }
        args.extend(self.settle_all(values, 0));
        let (targets, result) = self.answer(to, used);
        let receive = Prim::Receive { channel: Channel::named(channel), to: targets };
        self.push_as(vec![Prim::Run { process, args }, receive], Class::Call);
        Ok(result)
    }

    /// The channel for answers: one per called function in the published form, else one per process.
    fn channel(&mut self, function: FnId) -> String {
        let of = self.l.options.plain.then_some(function);
        if let Some((_, name)) = self.channels.iter().find(|(whose, _)| *whose == of) {
            return name.clone();
        }
        let name = match of {
            Some(function) => {
                self.names.helper(&format!("ret_{}", self.l.program.functions[function].name))
            }
            None => self.names.helper("answer"),
        };
        self.channels.push((of, name.clone()));
        name
    }

    fn inline_call(
        &mut self,
        function: FnId,
        values: Vec<Expr>,
        to: Option<&Place>,
    ) -> Result<Expr> {
        let definition = &self.l.program.functions[function];
        let at = self.at.clone();
        let label = self.label(&format!("{}_end", definition.name));
        let result = match to.and_then(Place::as_local) {
            _ if definition.result == Type::Void => None,
            Some(name) => Some(name.to_string()),
            None => Some(self.temp()),
        };
        self.frames.push(Frame {
            function,
            vars: HashMap::new(),
            boxes: Vec::new(),
            returns: Return::Inline { result: result.clone(), label: label.clone() },
            jumps: Vec::new(),
            labels: HashMap::new(),
        });
        let values = self.settle_all(values, 0);
        for (param, value) in definition.params.iter().zip(values) {
            self.enter_local(*param)?;
            let var = self.l.program.var(*param);
            let place = C { kind: ExprKind::Var(*param), ty: var.ty.clone(), at: at.clone() };
            let place = self.place(&place)?;
            self.assign(place, value);
        }
        let mark = self.busy;
        self.body_of(function)?;
        self.busy = mark;
        self.item(Item::Label(label));
        self.frames.pop();
        self.at = at;
        Ok(result.map_or(Expr::Number(0), |name| Expr::local(&name)))
    }
}

/// The number of cells of a boxed array.
fn cells(ty: &Type) -> i64 {
    match ty.element() {
        Some((of, count)) => i64::try_from(count).unwrap_or(i64::MAX) * cells(of),
        None => 1,
    }
}
