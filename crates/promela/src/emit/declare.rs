//! Declarations: macros, structs, variables.

use super::Emitter;
use crate::ast::Storage;
use crate::error::Result;
use crate::ir::Decl;
use crate::macros;
use crate::types::Type;
use std::collections::BTreeSet;

/// A declaration without its semicolon.
pub fn text(decl: &Decl) -> String {
    let size = decl.size.map_or(String::new(), |n| format!("[{n}]"));
    let values: Vec<String> = decl.values.iter().map(i64::to_string).collect();
    let value = match (decl.size, values.is_empty()) {
        (_, true) => String::new(),
        (Some(_), _) => format!(" = {{ {} }}", values.join(", ")),
        (None, _) => format!(" = {}", values.concat()),
    };
    format!("{} {}{size}{value}", decl.ty, decl.name)
}

/// Declarations, those of one type on one line.
pub fn grouped(decls: &[Decl]) -> Vec<String> {
    let mut types: Vec<&str> = Vec::new();
    for decl in decls {
        if !types.contains(&decl.ty.as_str()) {
            types.push(&decl.ty);
        }
    }
    types
        .into_iter()
        .map(|ty| {
            let names =
                decls.iter().filter(|d| d.ty == ty).map(|d| text(d)[ty.len() + 1..].to_string());
            format!("{ty} {};", names.collect::<Vec<_>>().join(", "))
        })
        .collect()
}

impl Emitter<'_, '_> {
    pub fn header(&mut self, title: &str) {
        let form = if self.l.options.plain { "published form" } else { "optimised" };
        // SPIN's reduction is not for rendezvous inside `unless`.
        let reduction = if self.l.exits_early { " -DNOREDUCE" } else { "" };
        let lines = [
            format!("/* {title} as a Promela model ({form}), made by Allways."),
            " *".into(),
            format!(" *   spin -a MODEL.pml && gcc -O2 -fwrapv -DVECTORSZ=8192{reduction} -o pan pan.c && ./pan -m1000000"),
            " *".into(),
            " * Comments name the line of C that a step comes from. Memory is sequentially consistent.".into(),
            format!(
                " * A pointer is a number and 0 is null; there are {} cells per allocated type (--cells).",
                self.l.memory.cells.saturating_sub(1)
            ),
            " */".into(),
        ];
        for line in lines {
            self.out.line(&line, None);
        }
    }

    pub fn macros(&mut self) {
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        for name in &self.l.macros {
            wanted.insert(name);
            wanted.extend(macros::needs(name));
        }
        if !wanted.is_empty() {
            self.out.blank();
        }
        for (name, params, body) in macros::MACROS.iter().filter(|(name, ..)| wanted.contains(name))
        {
            self.out.line(&format!("#define {name}({params}) {body}"), None);
        }
    }

    /// Structs, contained ones first.
    pub fn structs(&mut self) {
        let mut done = BTreeSet::new();
        let spaces: Vec<Type> = self.l.memory.spaces.iter().map(|s| s.ty.clone()).collect();
        let vars: Vec<Type> = self.l.program.vars.iter().map(|v| v.ty.cell()).collect();
        for ty in vars.iter().chain(&spaces) {
            self.structs_of(ty, &mut done);
        }
        for (_, ty) in self.l.shapes.rows().to_vec() {
            self.structs_of(&Type::Array(Box::new(ty), 1), &mut done);
        }
    }

    fn structs_of(&mut self, ty: &Type, done: &mut BTreeSet<String>) {
        match ty {
            Type::Atomic(inner) => self.structs_of(inner, done),
            Type::Array(of, _) => {
                self.structs_of(of, done);
                if matches!(**of, Type::Array(..)) {
                    self.row_of(of, done);
                }
            }
            Type::Record(id) => {
                let name = self.l.shapes.record(*id).to_string();
                if !done.insert(name.clone()) {
                    return;
                }
                for field in &self.l.program.records.get(*id).fields {
                    self.structs_of(&field.ty.cell(), done);
                }
                let members = self.l.members(*id);
                self.structure(&name, &members);
            }
            _ => {}
        }
    }

    /// Promela has no arrays of arrays, so each row is a struct.
    fn row_of(&mut self, array: &Type, done: &mut BTreeSet<String>) {
        let decl = self.l.shapes.row_member(self.l.memory, array);
        if let Some((name, _)) = self.l.shapes.rows().iter().find(|(_, ty)| ty == array)
            && done.insert(name.clone())
        {
            self.structure(name, &[decl]);
        }
    }

    fn structure(&mut self, name: &str, members: &[Decl]) {
        self.out.blank();
        self.out.open(&format!("typedef {name} {{"));
        for member in members {
            self.out.line(&format!("{};", text(member)), None);
        }
        self.out.close("}");
    }

    /// The program's variables.
    pub fn variables(&mut self) -> Result<()> {
        let (numbers, _) = self.l.initial_values()?;
        self.out.blank();
        let mut vars: Vec<_> = self.l.program.vars.iter().enumerate().collect();
        vars.sort_by_key(|(_, var)| &var.at);
        for (id, var) in vars {
            let Some(name) = self.l.symbols.globals.get(&id) else { continue };
            let mut decl = self.l.declare(id, name)?;
            let given = numbers.iter().find(|(var, _)| *var == id);
            decl.values = given.map(|(_, values)| values.clone()).unwrap_or_default();
            let line = format!("{};", text(&decl));
            let named =
                var.storage == Storage::Static || self.l.facts.places.promoted.contains(&id);
            self.out.line(&line, named.then_some(&var.at));
        }
        for lock in self.l.address_locks.values() {
            self.out.line(&format!("{};", text(lock)), None);
        }
        for variable in self.l.symbols.propositions.values() {
            self.out.line(&format!("bool {variable};"), None);
        }
        if self.l.pulses {
            let pulse = &self.l.symbols.pulse;
            let line = format!("byte {pulse}; /* who is in the one state of a proposition */");
            self.out.line(&line, None);
        }
        if self.l.exits_early {
            self.out
                .line(&format!("bool {}; /* the program is over */", self.l.symbols.exited), None);
        }
        Ok(())
    }
}
