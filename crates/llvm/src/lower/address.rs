//! Where globals and functions lie, and the tables of them.

use crate::ir::{Type, Value};
use crate::lower::{Gap, Lowering};
use crate::{Error, ir};
use allways_program::readable::without_parameters;
use allways_program::{AllocSite, Bytes, Function, FunctionId, Global};
use llvm_sys::LLVMLinkage;

/// Where a global or function lies.
#[derive(Copy, Clone)]
pub(crate) enum Place {
    Address(u64),
    /// Index in [`allways_program::Program::globals`].
    ThreadLocal(u32),
}

impl Lowering<'_> {
    /// Gives every function its number. Intrinsics are no functions.
    pub(super) fn number_functions(&mut self) -> Result<(), Error> {
        for function in self.module.functions() {
            if is_intrinsic(function) || is_personality(function) {
                continue;
            }
            let weak = function.linkage() == LLVMLinkage::LLVMExternalWeakLinkage;
            let id = self.add_function(function, function.value_type(), weak);
            let exists = !weak || self.options.modelled.contains(&function.name());
            let address = if exists { self.space.function(id) } else { 0 };
            self.places.insert(function, Place::Address(address));
        }
        for ifunc in self.module.ifuncs() {
            let id = self.add_function(ifunc, ifunc.value_type(), false);
            self.places.insert(ifunc, Place::Address(self.space.function(id)));
        }
        Ok(())
    }

    fn add_function(&mut self, function: Value, ty: Type, weak: bool) -> FunctionId {
        let id = self.program.functions.len() as FunctionId;
        let name = function.name();
        let written = function.is_function().then(|| ir::subprogram(function)).flatten();
        let display = match written.map(ir::qualified_name).filter(|n| !n.is_empty()) {
            Some(written) if lacks_scope(&written, &name) => {
                without_parameters(&ir::demangled(&name)).to_owned()
            }
            Some(written) => written,
            None => ir::demangled(&name),
        };
        let returns = self.shapes.of(ty.result()).map_or(0, |shape| shape.words);
        self.program.functions.push(Function {
            display,
            name,
            variadic: ty.is_variadic(),
            returns,
            weak,
            nounwind: function.is_function() && function.has_attribute("nounwind"),
            allocates: self.allocators.contains(&function),
            ..bare_function()
        });
        self.functions.insert(function, id);
        if function.is_function() && !self.has_body(function) {
            self.externals.insert(function.name(), id);
        }
        id
    }

    /// An external function that the lowering itself calls.
    pub(crate) fn external(&mut self, name: &str, returns: u16) -> FunctionId {
        if let Some(id) = self.externals.get(name) {
            return *id;
        }
        let id = self.program.functions.len() as FunctionId;
        self.program.functions.push(Function {
            name: name.to_owned(),
            display: name.to_owned(),
            returns,
            ..bare_function()
        });
        self.externals.insert(name.to_owned(), id);
        id
    }

    /// Whether a function's code is taken from the module. A copy for inlining of something that
    /// is modelled elsewhere is not.
    pub(crate) fn has_body(&self, function: Value) -> bool {
        let copy = function.linkage() == LLVMLinkage::LLVMAvailableExternallyLinkage;
        let elsewhere = copy && self.options.modelled.contains(&function.name());
        !function.is_declaration() && !elsewhere
    }

    /// Gives every global its address. Thread-local variables, which have none, come first, so
    /// that the table is sorted by address. Constants come last: the name of the file is one where `assert` is used,
    /// and its length must not move the variables (the order in which a search tries threads depends on states).
    pub(super) fn place_globals(&mut self) -> Result<(), Error> {
        let mut globals = self.module.globals();
        globals.retain(|g| !is_special(*g));
        globals.sort_by_key(|g| (!g.is_thread_local(), g.is_constant_global()));
        let mut next = self.space.first_global();
        for global in globals {
            let weak = global.linkage() == LLVMLinkage::LLVMExternalWeakLinkage;
            if weak && !self.options.modelled.contains(&global.name()) {
                self.places.insert(global, Place::Address(0));
                continue;
            }
            self.place_global(global, &mut next)?;
        }
        Ok(())
    }

    fn place_global(&mut self, global: Value, next: &mut u64) -> Result<(), Error> {
        let index = self.program.globals.len() as u32;
        let ty = global.value_type();
        let size = if ty.is_sized() { self.target.alloc_size(ty) } else { 0 };
        let natural = if ty.is_sized() { self.target.align(ty) } else { 1 };
        let align = global.align().max(natural).max(1);
        let variable = self.debug.global(&mut self.program.debug, global);
        let mut record = Global {
            name: if variable.is_some() { global.name() } else { readable_name(&global.name()) },
            address: 0,
            size,
            align,
            constant: global.is_constant_global(),
            thread_local: None,
            init: Bytes::default(),
            variable,
            external: global.is_declaration(),
        };
        let place = if global.is_thread_local() {
            record.thread_local = Some(self.program.sites.len() as u32);
            let variable = record.variable;
            self.program.sites.push(AllocSite { size, align, pc: u32::MAX, variable });
            Place::ThreadLocal(index)
        } else {
            let align = u64::from(align).max(if record.constant { self.slot() } else { 16 });
            record.address = self.reserve(next, size, align)?;
            Place::Address(record.address)
        };
        self.places.insert(global, place);
        self.program.globals.push(record);
        self.initializers.push(global.initializer());
        Ok(())
    }

    /// The least distance between constants: a name of usual length takes one slot, however long it is.
    fn slot(&self) -> u64 {
        if self.program.pointer_bits == 64 { 8192 } else { 512 }
    }

    /// Takes room for a global, and a gap behind it that no overrun crosses.
    fn reserve(&self, next: &mut u64, size: u64, align: u64) -> Result<u64, Error> {
        let least = if self.program.pointer_bits == 64 { 4096 } else { 64 };
        let room = || {
            let address = next.checked_next_multiple_of(align)?;
            let gap = size.checked_next_power_of_two()?.max(least);
            let end = address.checked_add(size)?.checked_add(gap)?;
            (end <= self.space.end_of_globals()).then_some((address, end))
        };
        let (address, end) = room().ok_or(Error::TooLarge {
            what: "the global variables".into(),
            limit: format!(
                "{} bytes with the gaps between them",
                self.space.end_of_globals() - self.space.first_global()
            ),
        })?;
        *next = end;
        Ok(address)
    }

    /// Writes what the globals start with. Labels must be known.
    pub(super) fn fill_globals(&mut self) -> Result<(), Error> {
        for index in 0..self.initializers.len() {
            let Some(initializer) = self.initializers[index] else {
                continue;
            };
            let name = &self.program.globals[index].name;
            let what = format!("the initial value of `{name}`");
            let bytes =
                self.image(initializer).map_err(|Gap(why)| Error::Unsupported { what, why })?;
            self.program.globals[index].init = bytes;
        }
        Ok(())
    }
}

/// LLVM's own tables are no variables of the program.
fn is_special(global: Value) -> bool {
    global.name().starts_with("llvm.")
}

/// Whether the name of a function of the C++ library has lost its namespace, as in a mere declaration.
fn lacks_scope(written: &str, symbol: &str) -> bool {
    let standard = symbol.starts_with("_ZNSt") || symbol.starts_with("_ZNKSt");
    standard && !written.contains("::")
}

/// Whether a function is one of LLVM's own.
pub(crate) fn is_intrinsic(function: Value) -> bool {
    function.is_function() && (function.is_intrinsic() || function.name().starts_with("llvm."))
}

/// What a real machine asks where exceptions land. Nobody calls it here.
fn is_personality(function: Value) -> bool {
    function.is_declaration() && function.name() == crate::lower::PERSONALITY
}

fn bare_function() -> Function {
    Function {
        name: String::new(),
        display: String::new(),
        code: 0..0,
        words: 0,
        params: Vec::new(),
        variadic: false,
        returns: 0,
        weak: false,
        nounwind: false,
        allocates: false,
    }
}

/// The name of a variable of C++ that only its symbol tells, as people write it. What describes types stays as it is:
/// exceptions are matched by it.
fn readable_name(symbol: &str) -> String {
    match symbol.starts_with("_Z") && !symbol.starts_with("_ZT") {
        true => ir::demangled(symbol),
        false => symbol.to_owned(),
    }
}
