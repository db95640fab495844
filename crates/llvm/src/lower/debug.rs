//! Debug information: places, variables and their values.

use crate::ir::{self, Metadata, Record, Value};
use crate::lower::body::Body;
use crate::lower::debug_type::Types;
use allways_program::debug::{Assign, Debug, Location, Variable};
use allways_program::{Constant, Operand};
use std::collections::HashMap;
use std::path::Path;

/// What is already in the tables.
#[derive(Default)]
pub(crate) struct DebugTables {
    files: HashMap<Metadata, u32>,
    paths: HashMap<String, u32>,
    locations: HashMap<Location, u32>,
    variables: HashMap<Metadata, u32>,
    types: Types,
}

/// Tables with the entry that stands for "unknown".
pub(crate) fn empty() -> Debug {
    Debug { locations: vec![Location::default()], ..Debug::default() }
}

impl DebugTables {
    /// The place of an instruction; 0 when unknown.
    pub(crate) fn location(&mut self, debug: &mut Debug, instruction: Value) -> u32 {
        let Some(at) = ir::location(instruction) else {
            return 0;
        };
        let Some(file) = at.file.map(|file| self.file(debug, file)) else {
            return 0;
        };
        self.place(debug, Location { file, line: at.line, column: at.column })
    }

    fn place(&mut self, debug: &mut Debug, location: Location) -> u32 {
        let next = debug.locations.len() as u32;
        *self.locations.entry(location).or_insert_with(|| {
            debug.locations.push(location);
            next
        })
    }

    fn file(&mut self, debug: &mut Debug, file: Metadata) -> u32 {
        if let Some(known) = self.files.get(&file) {
            return *known;
        }
        let path = shown_path(file);
        let next = debug.files.len() as u32;
        let index = *self.paths.entry(path).or_insert_with_key(|path| {
            debug.files.push(path.clone());
            next
        });
        self.files.insert(file, index);
        index
    }

    /// The variable that a global is.
    pub(crate) fn global(&mut self, debug: &mut Debug, global: Value) -> Option<u32> {
        let variable = ir::global_variable(global)?;
        self.variable(debug, variable)
    }

    /// A global variable or an enumeration of the source, whether it is used or not: both can be
    /// named in formulas.
    pub(crate) fn source_global(&mut self, debug: &mut Debug, md: Metadata) {
        match ir::variable_of(md) {
            Some(variable) if variable.name.is_empty() => {}
            Some(_) => {
                self.variable(debug, md);
            }
            None => {
                self.types.of(debug, Some(md));
            }
        }
    }

    fn variable(&mut self, debug: &mut Debug, md: Metadata) -> Option<u32> {
        if let Some(known) = self.variables.get(&md) {
            return Some(*known);
        }
        let found = ir::variable_of(md)?;
        let ty = self.types.of(debug, found.ty);
        let file = found.file.map(|file| self.file(debug, file));
        let declared = file
            .map_or(0, |file| self.place(debug, Location { file, line: found.line, column: 0 }));
        let scope = found.scope.map(ir::qualified_name).unwrap_or_default();
        let index = debug.variables.len() as u32;
        debug.variables.push(Variable {
            name: found.name,
            ty,
            declared,
            scope,
            global: found.global,
        });
        self.variables.insert(md, index);
        Some(index)
    }
}

/// The path as it was given where that leads to the file, else with its directory.
fn shown_path(file: Metadata) -> String {
    let (directory, name) = ir::file_path(file);
    let name = without_here(&name).to_string();
    if directory.is_empty() || Path::new(&name).is_absolute() || Path::new(&name).exists() {
        return name;
    }
    Path::new(&directory).join(name).to_string_lossy().into_owned()
}

/// What is included from a file in this folder is called `./x.h` by clang: that is `x.h`.
fn without_here(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    name
}

impl Body<'_, '_> {
    /// A variable gets a value here, or lives at an address.
    pub(super) fn record_variable(&mut self, record: &Record) {
        if record.is_address {
            return;
        }
        let Some(variable) = self.cx.debug.variable(&mut self.cx.program.debug, record.variable)
        else {
            return;
        };
        // A value that is computed from others, or one of several parts, is not followed: the
        // variable is unknown from here on.
        let value = record.value.filter(|_| record.plain);
        let known = value.and_then(|v| self.value_for_debugging(v));
        let (value, words) = known.unwrap_or_else(|| (self.unknown(), 1));
        let pc = self.pc();
        let assigns = &mut self.cx.program.debug.assigns;
        // Of several values for one variable at one place, only the last is ever seen.
        let here = assigns.iter().rev().take_while(|a| a.pc == pc).count();
        let start = assigns.len() - here;
        if let Some(at) = assigns[start..].iter().position(|a| a.variable == variable) {
            assigns.remove(start + at);
        }
        assigns.push(Assign { pc, variable, value, words });
    }

    fn unknown(&mut self) -> Operand {
        let word = vec![Constant { value: 0, defined: 0 }];
        self.cx.pool.constant(&mut self.cx.program, word)
    }

    fn value_for_debugging(&mut self, value: Value) -> Option<(Operand, u16)> {
        let words = self.shape(value.ty()).ok()?.words;
        let operand = match self.known_operand(value) {
            Some(operand) => operand,
            None if value.is_constant() && !self.is_thread_local(value) => {
                self.cx.constant_operand(value).ok()?
            }
            None => return None,
        };
        Some((operand, words))
    }

    /// The variable that lives in a stack object.
    pub(super) fn variable_of_address(&mut self, address: Value) -> Option<u32> {
        let variable = self.addressed.get(&address).copied()?;
        self.cx.debug.variable(&mut self.cx.program.debug, variable)
    }

    /// The variable of a parameter that the callee gets a copy of.
    pub(super) fn variable_of_argument(&mut self, callee: Value, index: u32) -> Option<u32> {
        if !callee.is_function() {
            return None;
        }
        let param = *callee.params().get(index as usize)?;
        let entry = *callee.blocks().first()?;
        let record = entry
            .instructions()
            .into_iter()
            .flat_map(ir::records)
            .find(|r| r.is_address && r.value == Some(param))?;
        self.cx.debug.variable(&mut self.cx.program.debug, record.variable)
    }
}

/// Which variables live at which addresses, by the records of a function.
pub(super) fn addressed(function: Value) -> HashMap<Value, Metadata> {
    let mut found = HashMap::new();
    for block in function.blocks() {
        for record in block.instructions().into_iter().flat_map(ir::records) {
            if let (true, true, Some(address)) = (record.is_address, record.plain, record.value) {
                found.entry(address).or_insert(record.variable);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::without_here;

    #[test]
    fn this_folder_is_not_named() {
        for (given, shown) in [
            ("./x.h", "x.h"),
            ("././/a/x.h", "a/x.h"),
            ("../x.h", "../x.h"),
            (".x.h", ".x.h"),
            ("/a/./x.h", "/a/./x.h"),
        ] {
            assert_eq!(without_here(given), shown);
        }
    }
}
