//! Whether a program holds together: every index leads somewhere, so that a virtual machine may
//! trust a program from a file without looking again.

use crate::code::{
    FloatConvert, FloatKind, Inst, Operand, OperandKind, Pc, Resize, Rmw, Slot, Unary,
};
use crate::debug::Type;
use crate::effect::Visitor;
use crate::{AllocSite, ArgClass, CallSite, Function, Global, Layout, Program};

/// A frame may have so many words.
pub const MAX_FRAME_WORDS: u32 = 1 << 20;

type Outcome = Result<(), String>;

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(what()) }
}

fn index(what: &str, index: u32, length: usize) -> Outcome {
    ensure((index as usize) < length, || format!("{what} {index} of {length}"))
}

impl Program {
    /// Checks that every index is in range, that control stays inside functions, that values fit
    /// where they go, and that sorted tables are sorted.
    pub fn check(&self) -> Result<(), String> {
        ensure(matches!(self.pointer_bits, 32 | 64), || {
            format!("pointers of {} bits", self.pointer_bits)
        })?;
        self.check_tables()?;
        self.check_functions()?;
        for (id, function) in self.functions.iter().enumerate() {
            self.check_function(function)
                .map_err(|why| format!("function {id} ({}): {why}", function.name))?;
        }
        self.check_liveness()?;
        self.check_debug()
    }

    fn check_tables(&self) -> Outcome {
        for layout in &self.layouts {
            check_layout(layout)?;
        }
        for access in &self.accesses {
            index("layout", access.layout, self.layouts.len())?;
            let layout = &self.layouts[access.layout as usize];
            ensure(access.size == layout.size, || "an access of another size".into())?;
            ensure(access.align.is_power_of_two(), || "an odd alignment".into())?;
            let one = matches!(layout.parts.as_slice(), [part]
                if part.bit == 0 && part.word == 0 && part.bits == u16::from(access.scalar));
            let scalar = access.scalar == 0 || (access.scalar <= 64 && one);
            ensure(scalar, || "a scalar access that is none".into())?;
        }
        for site in &self.sites {
            self.check_site(site)?;
        }
        let mut end = 0;
        for global in &self.globals {
            self.check_global(global, &mut end)
                .map_err(|why| format!("global `{}`: {why}", global.name))?;
        }
        for id in self.constructors.iter().chain(&self.destructors) {
            index("function", *id, self.functions.len())?;
        }
        ensure(self.labels.is_sorted_by(|a, b| a < b), || "labels out of order".into())?;
        self.labels.iter().try_for_each(|pc| index("label", *pc, self.code.len()))
    }

    fn check_site(&self, site: &AllocSite) -> Outcome {
        ensure(site.align.is_power_of_two(), || "a site with an odd alignment".into())?;
        ensure(site.pc == u32::MAX || (site.pc as usize) <= self.code.len(), || {
            format!("a site at {}", site.pc)
        })?;
        site.variable.map_or(Ok(()), |v| index("variable", v, self.debug.variables.len()))
    }

    fn check_global(&self, global: &Global, end: &mut u64) -> Outcome {
        let space = self.address_space();
        ensure(global.align.is_power_of_two(), || "an odd alignment".into())?;
        ensure(global.init.value.len() as u64 <= global.size, || "more bytes than room".into())?;
        ensure(
            global.init.defined.is_empty() || global.init.defined.len() == global.init.value.len(),
            || "another number of defined bytes than of bytes".into(),
        )?;
        if let Some(variable) = global.variable {
            index("variable", variable, self.debug.variables.len())?;
        }
        if let Some(site) = global.thread_local {
            ensure(*end == 0, || "thread-local behind others".into())?;
            ensure(global.address == 0, || "thread-local with an address".into())?;
            return index("site", site, self.sites.len());
        }
        let last = global.address.checked_add(global.size);
        let inside = global.address >= space.first_global().max(*end)
            && last.is_some_and(|last| last <= space.end_of_globals());
        ensure(inside, || format!("at {:#x}", global.address))?;
        *end = global.address + global.size;
        Ok(())
    }

    /// Functions cover the code, each instruction in at most one.
    fn check_functions(&self) -> Outcome {
        let mut ranges: Vec<_> =
            self.functions.iter().map(|f| f.code.clone()).filter(|r| !r.is_empty()).collect();
        ranges.sort_by_key(|r| r.start);
        ensure(ranges.is_sorted_by(|a, b| a.end <= b.start), || "functions overlap".into())?;
        let inside = ranges.last().is_none_or(|r| r.end as usize <= self.code.len());
        ensure(inside, || "a function behind the end of the code".into())
    }

    fn check_function(&self, function: &Function) -> Outcome {
        ensure(function.words <= MAX_FRAME_WORDS, || "a frame that is too large".into())?;
        if function.is_external() {
            return Ok(());
        }
        let mut checker = Checker { program: self, function, outcome: Ok(()) };
        for param in &function.params {
            checker.writes(param.slot, param.words.into());
        }
        checker.outcome.clone()?;
        for pc in function.code.clone() {
            checker.check_inst(pc).map_err(|why| format!("instruction {pc}: {why}"))?;
        }
        Ok(())
    }

    fn check_liveness(&self) -> Outcome {
        let whole =
            self.live_before.len() == self.code.len() && self.live_across.len() == self.code.len();
        ensure(whole, || "liveness for another number of instructions".into())?;
        for set in &self.live_sets {
            ensure(set.is_sorted_by(|a, b| a < b), || "a live set out of order".into())?;
        }
        for function in &self.functions {
            for pc in function.code.clone() {
                for set in [self.live_before[pc as usize], self.live_across[pc as usize]] {
                    index("live set", set, self.live_sets.len())?;
                    let last = self.live_sets[set as usize].last();
                    let inside = last.is_none_or(|slot| *slot < function.words);
                    ensure(inside, || format!("instruction {pc}: a live slot outside the frame"))?;
                }
            }
        }
        Ok(())
    }
}

fn check_layout(layout: &Layout) -> Outcome {
    for part in &layout.parts {
        let last_bit = u64::from(part.bit) + u64::from(part.bits);
        let last_word = u32::from(part.word) + u32::from(part.bits).div_ceil(64);
        let fits = part.bits > 0
            && last_bit <= u64::from(layout.size) * 8
            && last_word <= u32::from(layout.words);
        ensure(fits, || "a part outside its layout".into())?;
    }
    Ok(())
}

/// Checks one function's instructions.
struct Checker<'p> {
    program: &'p Program,
    function: &'p Function,
    /// What went wrong first: a visitor cannot return it.
    outcome: Outcome,
}

impl Visitor for Checker<'_> {
    fn reads(&mut self, operand: Operand, words: u32) {
        let (first, length) = match operand.kind() {
            OperandKind::Slot(slot) => (slot, self.function.words as usize),
            OperandKind::Constant(index) => (index, self.program.constants.len()),
        };
        self.range(first, words, length);
    }

    fn writes(&mut self, slot: Slot, words: u32) {
        self.range(slot, words, self.function.words as usize);
    }
}

impl Checker<'_> {
    fn range(&mut self, first: u32, words: u32, length: usize) {
        // A value of no words is nowhere.
        let fits = words == 0 || u64::from(first) + u64::from(words) <= length as u64;
        if !fits && self.outcome.is_ok() {
            self.outcome = Err(format!("words {first} to {words} more, of {length}"));
        }
    }

    fn check_inst(&mut self, pc: Pc) -> Outcome {
        let inst = self.program.code[pc as usize];
        self.check_indices(&inst)?;
        check_widths(&inst)?;
        self.program.visit(&inst, self);
        self.outcome.clone()?;
        self.check_flow(pc, &inst)
    }

    /// Indices in tables. Only after this may an instruction be visited.
    fn check_indices(&self, inst: &Inst) -> Outcome {
        let p = self.program;
        match *inst {
            Inst::Copies { first, count } => {
                let end = u64::from(first) + u64::from(count);
                ensure(end <= p.copies.len() as u64, || format!("copies up to {end}"))
            }
            Inst::Load { access, .. } | Inst::Store { access, .. } => {
                index("access", access, p.accesses.len())
            }
            Inst::Rmw { op, access, .. } => self.check_atomic(access, rmw_float(op)),
            Inst::CompareExchange { access, .. } => self.check_atomic(access, None),
            Inst::StackAlloc { site, .. } => index("site", site, p.sites.len()),
            Inst::ThreadLocal { global, .. } => {
                index("global", global, p.globals.len())?;
                let own = p.globals[global as usize].thread_local.is_some();
                ensure(own, || "the thread's own copy of a shared global".into())
            }
            Inst::Bitcast { from, to, .. } => {
                index("layout", from, p.layouts.len())?;
                index("layout", to, p.layouts.len())
            }
            Inst::Switch { table, .. } => {
                index("switch", table, p.switches.len())?;
                let cases = &p.switches[table as usize].cases;
                ensure(cases.is_sorted_by(|a, b| a.0 < b.0), || "cases out of order".into())
            }
            Inst::Call { function, site } => {
                index("function", function, p.functions.len())?;
                self.check_call(site)
            }
            Inst::CallIndirect { site, .. } => self.check_call(site),
            Inst::LandingPad { clauses, .. } => index("landing pad", clauses, p.landing_pads.len()),
            Inst::Unsupported { what } => index("text", what, p.unsupported.len()),
            _ => Ok(()),
        }
    }

    /// An exchange works on one scalar that instructions can compute with.
    fn check_atomic(&self, access: u32, float: Option<FloatKind>) -> Outcome {
        index("access", access, self.program.accesses.len())?;
        let layout = self.program.accesses[access as usize].layout;
        let parts = self.program.layouts[layout as usize].parts.as_slice();
        let good = matches!(parts, [part] if part.bit == 0 && part.word == 0 && part.bits <= 128
            && float.is_none_or(|kind| kind.bits() == part.bits.into()));
        ensure(good, || "an exchange of something that is no scalar".into())
    }

    fn check_call(&self, site: u32) -> Outcome {
        index("call", site, self.program.calls.len())?;
        let call: &CallSite = &self.program.calls[site as usize];
        let sites = self.program.sites.len();
        if call.site != u32::MAX {
            index("site", call.site, sites)?;
        }
        ensure(u32::from(call.bits) <= u32::from(call.words) * 64, || {
            format!("a result of {} bits in {} words", call.bits, call.words)
        })?;
        for arg in &call.args {
            if let ArgClass::ByVal { align, site, .. } = arg.class {
                index("site", site, sites)?;
                ensure(align.is_power_of_two(), || "an odd alignment".into())?;
                ensure(arg.words == 1, || "a copied object that is no pointer".into())?;
            }
        }
        Ok(())
    }

    /// Control stays inside the function, and a function returns what it says.
    fn check_flow(&self, pc: Pc, inst: &Inst) -> Outcome {
        if let Inst::Return { words, .. } = *inst {
            let same = words == self.function.returns;
            ensure(same, || format!("returns {words} words"))?;
        }
        let mut edges = Vec::new();
        self.program.edges(self.function, pc, &[], &mut edges);
        for edge in edges {
            let inside = self.function.code.contains(&edge.to);
            ensure(inside, || format!("goes to {}", edge.to))?;
        }
        Ok(())
    }
}

fn rmw_float(op: Rmw) -> Option<FloatKind> {
    match op {
        Rmw::FAdd(kind)
        | Rmw::FSub(kind)
        | Rmw::FMax(kind)
        | Rmw::FMin(kind)
        | Rmw::FMaximum(kind)
        | Rmw::FMinimum(kind) => Some(kind),
        _ => None,
    }
}

/// Widths that instructions compute with.
fn check_widths(inst: &Inst) -> Outcome {
    let good =
        |bits: u8| ensure((1..=128).contains(&bits), || format!("an integer of {bits} bits"));
    match *inst {
        Inst::Unary { op: Unary::ByteSwap, bits, .. } => {
            good(bits)?;
            ensure(bits % 16 == 0, || format!("bytes of {bits} bits swapped"))
        }
        Inst::Binary { bits, .. }
        | Inst::Checked { bits, .. }
        | Inst::Unary { bits, .. }
        | Inst::Funnel { bits, .. }
        | Inst::Compare { bits, .. }
        | Inst::StackAlloc { bits, .. } => good(bits),
        Inst::Switch { bits, .. } | Inst::Address { bits, .. } => {
            good(bits)?;
            ensure(bits <= 64, || format!("an integer of {bits} bits"))
        }
        Inst::Resize { op, from, to, .. } => {
            good(from)?;
            good(to)?;
            let narrows = op == Resize::Trunc;
            ensure(if narrows { to <= from } else { from <= to }, || {
                format!("{op:?} from {from} to {to} bits")
            })
        }
        Inst::FloatConvert { op, .. } => match op {
            FloatConvert::Resize { .. } => Ok(()),
            FloatConvert::ToSigned { bits, .. }
            | FloatConvert::ToUnsigned { bits, .. }
            | FloatConvert::FromSigned { bits, .. }
            | FloatConvert::FromUnsigned { bits, .. } => good(bits),
        },
        _ => Ok(()),
    }
}

impl Program {
    fn check_debug(&self) -> Outcome {
        let debug = &self.debug;
        ensure(debug.at.len() == self.code.len(), || "places for other code".into())?;
        let known = |location: &u32| index("location", *location, debug.locations.len());
        debug.at.iter().try_for_each(known)?;
        for location in debug.locations.iter().skip(1) {
            index("file", location.file, debug.files.len())?;
        }
        for variable in &debug.variables {
            index("type", variable.ty, debug.types.len())?;
            index("location", variable.declared, debug.locations.len())?;
        }
        for (_, ty) in &debug.type_names {
            index("type", *ty, debug.types.len())?;
        }
        for ty in &debug.types {
            self.check_type(ty)?;
        }
        for pc in &debug.assertions {
            index("assertion", *pc, self.code.len())?;
        }
        ensure(debug.assigns.is_sorted_by_key(|a| a.pc), || "assignments out of order".into())?;
        let mut functions: Vec<&Function> =
            self.functions.iter().filter(|f| !f.is_external()).collect();
        functions.sort_by_key(|f| f.code.start);
        for assign in &debug.assigns {
            index("variable", assign.variable, debug.variables.len())?;
            let before = functions.partition_point(|f| f.code.start <= assign.pc);
            let function = functions[..before].last().filter(|f| f.code.contains(&assign.pc));
            let function = function.ok_or_else(|| format!("an assignment at {}", assign.pc))?;
            let mut checker = Checker { program: self, function, outcome: Ok(()) };
            checker.reads(assign.value, assign.words.into());
            checker.outcome?;
        }
        Ok(())
    }

    fn check_type(&self, ty: &Type) -> Outcome {
        let known = |id: u32| index("type", id, self.debug.types.len());
        match ty {
            Type::Pointer(to) => known(*to),
            Type::Array { element, .. } => known(*element),
            Type::Struct { fields, .. } => fields.iter().try_for_each(|f| known(f.ty)),
            _ => Ok(()),
        }
    }
}
