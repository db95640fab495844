//! What runs before and after `main`, functions chosen at start, and where exceptions land.

use crate::ir::Value;
use crate::lower::body::Body;
use crate::lower::call::class_of;
use crate::lower::{Gap, Lowering};
use crate::{Error, ir};
use allways_program::unwind::{Clause, LandingPad};
use allways_program::{Arg, CallSite, FunctionId, Inst, Operand, Param};

impl Lowering<'_> {
    /// Constructors by ascending priority, destructors by descending, equal ones as listed.
    pub(super) fn add_structors(&mut self) -> Result<(), Error> {
        let mut constructors = self.structors("llvm.global_ctors")?;
        if let Some(own) = self.options.own_constructors {
            let own = (own as usize).min(constructors.len());
            constructors.rotate_left(own);
        }
        constructors.sort_by_key(|(priority, _)| *priority);
        self.program.constructors = constructors.into_iter().map(|(_, f)| f).collect();
        let mut destructors = self.structors("llvm.global_dtors")?;
        destructors.reverse();
        destructors.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        self.program.destructors = destructors.into_iter().map(|(_, f)| f).collect();
        Ok(())
    }

    /// Priority and function of each entry of such a table.
    fn structors(&self, table: &str) -> Result<Vec<(u64, FunctionId)>, Error> {
        let Some(list) = self.module.global(table).and_then(Value::initializer) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for index in 0..list.ty().count() {
            let Some(entry) = list.element(index) else {
                continue;
            };
            let priority = entry.element(0).and_then(Value::as_u64).unwrap_or(65535);
            let Some(function) = entry.element(1).filter(|f| !f.is_null_pointer()) else {
                continue;
            };
            let id = self.functions.get(&function.without_aliases()).ok_or_else(|| {
                Error::Unsupported {
                    what: "a constructor or destructor".into(),
                    why: format!("`{}` is not a function", function.name()),
                }
            })?;
            found.push((priority, *id));
        }
        Ok(found)
    }

    /// A function whose code is chosen at start becomes one that asks and then calls.
    pub(super) fn lower_ifunc(&mut self, ifunc: Value) -> Result<(), Error> {
        let id = self.functions[&ifunc];
        let resolver = self.functions.get(&ifunc.resolver().without_aliases()).copied();
        let mut body = Body::new(self, ifunc);
        match body.emit_forwarder(resolver, ifunc.value_type()) {
            Ok(params) => body.finish(id, params),
            Err(gap) => body.refuse(id, gap),
        }
    }

    /// Whether calls of this function stay inside the program.
    pub(crate) fn has_body_or_resolver(&self, callee: Value) -> bool {
        callee.is_ifunc() || self.has_body(callee)
    }

    /// The entry for a landing pad in the program's table.
    pub(crate) fn clauses(&mut self, pad: Value) -> Result<u32, Gap> {
        let mut clauses = Vec::new();
        for clause in pad.clauses() {
            clauses.push(if clause.ty().is_array() {
                self.filter(clause)?
            } else {
                let type_info = self.type_info(clause)?;
                Clause::Catch { type_info, selector: self.selector(type_info) }
            });
        }
        let index = self.program.landing_pads.len() as u32;
        self.program.landing_pads.push(LandingPad { cleanup: pad.is_cleanup(), clauses });
        Ok(index)
    }

    fn filter(&mut self, clause: Value) -> Result<Clause, Gap> {
        let mut type_infos = Vec::new();
        for index in 0..clause.ty().count() {
            let element = clause.element(index).ok_or_else(|| Gap("an exception filter".into()))?;
            type_infos.push(self.type_info(element)?);
        }
        Ok(Clause::Filter { type_infos })
    }

    /// Keeps readable names of the types that descriptions are for.
    pub(super) fn name_thrown_types(&mut self) {
        for global in self.module.globals() {
            if let Some(own) = global.name().strip_prefix("_ZTS") {
                let readable = ir::demangled(&format!("_ZTS{own}"));
                let readable = readable.trim_start_matches("typeinfo name for ").to_owned();
                self.program.debug.thrown.push((own.to_owned(), readable));
            }
        }
    }

    /// The address of a type's description; 0 stands for every type.
    pub(crate) fn type_info(&mut self, value: Value) -> Result<u64, Gap> {
        match self.words(value)?.as_slice() {
            [word] => Ok(word.value),
            _ => Err(Gap("a type description that is no address".into())),
        }
    }

    /// The number of a type in selectors, from 1.
    pub(crate) fn selector(&mut self, type_info: u64) -> u32 {
        let next = self.selectors.len() as u32 + 1;
        *self.selectors.entry(type_info).or_insert(next)
    }
}

/// Parameters of these types, and arguments that pass them on.
fn forward(body: &mut Body<'_, '_>, types: &[ir::Type]) -> Result<(Vec<Param>, Vec<Arg>), Gap> {
    let mut params = Vec::new();
    let mut args = Vec::new();
    for ty in types {
        let shape = body.shape(*ty)?;
        let slot = body.new_slots(shape.words.into());
        params.push(Param { slot, words: shape.words, class: class_of(&shape) });
        args.push(Arg { value: Operand::slot(slot), words: shape.words, class: class_of(&shape) });
    }
    Ok((params, args))
}

impl Body<'_, '_> {
    fn emit_forwarder(
        &mut self,
        resolver: Option<FunctionId>,
        ty: ir::Type,
    ) -> Result<Vec<Param>, Gap> {
        let resolver =
            resolver.ok_or_else(|| Gap("a choice of code that is made by no function".into()))?;
        if ty.is_variadic() {
            return Err(Gap("a choice of code that takes variable arguments".into()));
        }
        let (params, args) = forward(self, &ty.params())?;
        let words = self.shape(ty.result())?.words;
        let bare =
            CallSite { dst: 0, words: 0, bits: 0, args, unwind: None, site: u32::MAX, tail: false };
        let chosen = self.new_slots(1);
        let bits = self.cx.program.pointer_bits.into();
        let ask = CallSite { dst: chosen, words: 1, bits, args: Vec::new(), ..bare.clone() };
        self.emit_call(Some(resolver), Operand::slot(0), ask);
        let dst = self.new_slots(words.into());
        let site = self.new_site();
        self.emit_call(None, Operand::slot(chosen), CallSite { dst, words, site, ..bare });
        self.emit(Inst::Return { src: Operand::slot(dst), words });
        Ok(params)
    }
}
