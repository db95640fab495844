//! A program as text, for people and for tests.
//!
//! One line per instruction: its index, the instruction, and behind `;` its place in the source.
//! `s3` is slot 3, a value of several words is `s3..5`, and a constant is its number, with `?` for
//! bits that are undefined.

use crate::code::{FloatKind, Inst, Operand, OperandKind, Pc, Slot};
use crate::effect::{convert_words, words_of};
use crate::{Access, Function, Program};
use std::fmt::{self, Write};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for global in &self.globals {
            self.dump_global(f, global)?;
        }
        for (index, function) in self.functions.iter().enumerate() {
            if function.is_external() {
                let weak = if function.weak { " weak" } else { "" };
                writeln!(f, "external {} #{index}{weak}", function.name)?;
            }
        }
        for (index, function) in self.functions.iter().enumerate() {
            if !function.is_external() {
                writeln!(f)?;
                self.dump_function(f, index, function)?;
            }
        }
        self.dump_structors(f, "constructor", &self.constructors)?;
        self.dump_structors(f, "destructor", &self.destructors)
    }
}

impl Program {
    fn dump_global(&self, f: &mut fmt::Formatter<'_>, global: &crate::Global) -> fmt::Result {
        write!(f, "global {}", global.name)?;
        match global.thread_local {
            Some(site) => write!(f, " thread-local site {site}")?,
            None => write!(f, " at {:#x}", global.address)?,
        }
        write!(f, " size {} align {}", global.size, global.align)?;
        for (is, word) in [(global.constant, " constant"), (global.external, " external")] {
            f.write_str(if is { word } else { "" })?;
        }
        if !global.init.value.is_empty() {
            f.write_str(" = ")?;
            for (i, byte) in global.init.value.iter().enumerate().take(64) {
                let defined = global.init.defined.get(i).copied().unwrap_or(!0);
                if defined == !0 { write!(f, "{byte:02x}")? } else { f.write_str("??")? }
            }
            f.write_str(if global.init.value.len() > 64 { "..." } else { "" })?;
        }
        writeln!(f)
    }

    fn dump_structors(&self, f: &mut fmt::Formatter<'_>, what: &str, list: &[u32]) -> fmt::Result {
        for id in list {
            let name = self.functions.get(*id as usize).map_or("?", |f| f.name.as_str());
            writeln!(f, "{what} {name}")?;
        }
        Ok(())
    }

    fn dump_function(
        &self,
        f: &mut fmt::Formatter<'_>,
        index: usize,
        function: &Function,
    ) -> fmt::Result {
        write!(f, "function {} #{index} (", function.name)?;
        for (i, param) in function.params.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}", slots(param.slot, param.words.into()))?;
        }
        let dots = if function.variadic { ", ..." } else { "" };
        writeln!(f, "{dots}) returns {} words {}", function.returns, function.words)?;
        for pc in function.code.clone() {
            let Some(inst) = self.code.get(pc as usize) else {
                return writeln!(f, "  {pc}: missing");
            };
            write!(f, "  {pc}: {}", self.dump_inst(inst))?;
            self.dump_place(f, pc)?;
            writeln!(f)?;
        }
        Ok(())
    }

    fn dump_place(&self, f: &mut fmt::Formatter<'_>, pc: Pc) -> fmt::Result {
        if let Some(at) = self.debug.location(pc) {
            write!(f, "  ; {}:{}:{}", self.debug.file(at), at.line, at.column)?;
        }
        for assign in self.debug.assigns_at(pc) {
            let name = self.debug.variables.get(assign.variable as usize);
            let name = name.map_or("?", |v| v.name.as_str());
            write!(f, "  {name} = {}", self.operand(assign.value, assign.words.into()))?;
        }
        Ok(())
    }

    /// One instruction as text. Indices that lead nowhere are shown, not followed.
    pub fn dump_inst(&self, inst: &Inst) -> String {
        match *inst {
            Inst::Copies { first, count } => self.dump_copies(first, count),
            Inst::Call { function, site } => {
                let name = self.functions.get(function as usize).map_or("?", |f| f.name.as_str());
                self.dump_call(name, site)
            }
            Inst::CallIndirect { target, site } => {
                self.dump_call(&format!("*{}", self.operand(target, 1)), site)
            }
            Inst::Switch { value, bits, table } => self.dump_switch(value, bits, table),
            Inst::Load { dst, ptr, access } => {
                let (words, how) = self.dump_access(access);
                format!("{} = load{how} [{}]", slots(dst, words), self.operand(ptr, 1))
            }
            Inst::Store { src, ptr, access } => {
                let (words, how) = self.dump_access(access);
                format!("store{how} [{}] {}", self.operand(ptr, 1), self.operand(src, words))
            }
            Inst::Rmw { op, dst, ptr, value, access } => {
                let (words, how) = self.dump_access(access);
                let value = self.operand(value, words);
                let op = format!("{op:?}").to_lowercase();
                format!("{} = {op}{how} [{}] {value}", slots(dst, words), self.operand(ptr, 1))
            }
            Inst::CompareExchange { dst, success, ptr, expected, new, access } => {
                let (words, how) = self.dump_access(access);
                let (expected, new) = (self.operand(expected, words), self.operand(new, words));
                let ptr = self.operand(ptr, 1);
                format!("{}, s{success} = cas{how} [{ptr}] {expected} {new}", slots(dst, words))
            }
            Inst::Unsupported { what } => {
                let text = self.unsupported.get(what as usize).map_or("?", String::as_str);
                format!("unsupported {text}")
            }
            _ => self.dump_plain(inst),
        }
    }

    /// Instructions that need no table.
    fn dump_plain(&self, inst: &Inst) -> String {
        let one = |operand| self.operand(operand, 1);
        let several = |operand, words: u16| self.operand(operand, words.into());
        match *inst {
            Inst::Copy { dst, src, words } => {
                format!("{} = {}", slots(dst, words.into()), several(src, words))
            }
            Inst::Freeze { dst, src, words } => {
                format!("{} = freeze {}", slots(dst, words.into()), several(src, words))
            }
            Inst::Select { words, dst, cond, a, b } => {
                let (a, b) = (several(a, words), several(b, words));
                format!("{} = {} ? {a} : {b}", slots(dst, words.into()), one(cond))
            }
            Inst::Address { dst, base, index, bits, scale } => {
                format!("s{dst} = {} + {}.{bits} * {scale}", one(base), one(index))
            }
            Inst::Fence { order } => format!("fence.{order:?}").to_lowercase(),
            Inst::StackAlloc { dst, site, count, bits } => {
                let count = self.operand(count, words_of(bits));
                format!("s{dst} = alloca site {site} count {count}")
            }
            Inst::StackSave { dst } => format!("s{dst} = stack save"),
            Inst::StackRestore { src } => format!("stack restore {}", one(src)),
            Inst::LifetimeStart { ptr } => format!("start {}", one(ptr)),
            Inst::LifetimeEnd { ptr } => format!("end {}", one(ptr)),
            Inst::ThreadLocal { dst, global } => format!("s{dst} = thread-local {global}"),
            Inst::LaneGet { dst, src, index, lanes, words } => {
                let src = self.operand(src, u32::from(lanes) * u32::from(words));
                format!("{} = {src} lane {}", slots(dst, words.into()), one(index))
            }
            Inst::LanePut { dst, value, index, lanes, words } => {
                let all = slots(dst, u32::from(lanes) * u32::from(words));
                format!("{all} lane {} = {}", one(index), several(value, words))
            }
            Inst::Bitcast { dst, src, from, to } => {
                let words = |l: u32| self.layouts.get(l as usize).map_or(1, |l| l.words.into());
                format!("{} = bits {}", slots(dst, words(to)), self.operand(src, words(from)))
            }
            Inst::Jump { to } => format!("jump {to}"),
            Inst::Branch { cond, yes, no } => format!("branch {} {yes} {no}", one(cond)),
            Inst::JumpIndirect { target } => format!("jump *{}", one(target)),
            Inst::Return { words: 0, .. } => "return".into(),
            Inst::Return { src, words } => format!("return {}", several(src, words)),
            Inst::Unreachable => "unreachable".into(),
            Inst::Trap => "trap".into(),
            Inst::VaStart { list } => format!("va_start {}", one(list)),
            Inst::LandingPad { dst, clauses } => {
                format!("{} = landing pad {clauses}", slots(dst, 2))
            }
            Inst::Resume { src } => format!("resume {}", self.operand(src, 2)),
            _ => self.dump_arithmetic(inst),
        }
    }

    fn dump_arithmetic(&self, inst: &Inst) -> String {
        let sized = |operand, bits| self.operand(operand, words_of(bits));
        let to = |dst, bits| slots(dst, words_of(bits));
        let float = |operand, kind: FloatKind| self.operand(operand, kind.bits().div_ceil(64));
        let float_to = |dst, kind: FloatKind| slots(dst, kind.bits().div_ceil(64));
        let text = match *inst {
            Inst::Binary { op, bits, nsw, dst, a, b } => {
                let nsw = if nsw { ".nsw" } else { "" };
                let (a, b) = (sized(a, bits), sized(b, bits));
                format!("{} = {op:?}.{bits}{nsw} {a} {b}", to(dst, bits))
            }
            Inst::Checked { op, bits, dst, flag, a, b } => {
                let (a, b) = (sized(a, bits), sized(b, bits));
                format!("{}, s{flag} = checked {op:?}.{bits} {a} {b}", to(dst, bits))
            }
            Inst::Unary { op, bits, dst, a } => {
                format!("{} = {op:?}.{bits} {}", to(dst, bits), sized(a, bits))
            }
            Inst::Funnel { left, bits, dst, a, b, count } => {
                let side = if left { "left" } else { "right" };
                let [a, b, count] = [a, b, count].map(|o| sized(o, bits));
                format!("{} = funnel {side}.{bits} {a} {b} {count}", to(dst, bits))
            }
            Inst::Compare { op, bits, dst, a, b } => {
                format!("s{dst} = {op:?}.{bits} {} {}", sized(a, bits), sized(b, bits))
            }
            Inst::Resize { op, from, to: bits, dst, a } => {
                format!("{} = {op:?}.{from}.{bits} {}", to(dst, bits), sized(a, from))
            }
            Inst::Float { op, kind, dst, a, b } => {
                let (a, b) = (float(a, kind), float(b, kind));
                format!("{} = {op:?}.{kind:?} {a} {b}", float_to(dst, kind))
            }
            Inst::FloatUnary { op, kind, dst, a } => {
                format!("{} = {op:?}.{kind:?} {}", float_to(dst, kind), float(a, kind))
            }
            Inst::FloatFma { kind, dst, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|o| float(o, kind));
                format!("{} = fma.{kind:?} {a} {b} {c}", float_to(dst, kind))
            }
            Inst::FloatCompare { mask, kind, dst, a, b } => {
                format!("s{dst} = compare.{kind:?}.{mask} {} {}", float(a, kind), float(b, kind))
            }
            Inst::FloatClass { mask, kind, dst, a } => {
                format!("s{dst} = class.{kind:?}.{mask} {}", float(a, kind))
            }
            Inst::FloatConvert { op, dst, a } => {
                let (from, into) = convert_words(op);
                format!("{} = {op:?} {}", slots(dst, into), self.operand(a, from))
            }
            _ => format!("{inst:?}"),
        };
        text.to_lowercase()
    }

    fn dump_copies(&self, first: u32, count: u32) -> String {
        let range = first as usize..first as usize + count as usize;
        let Some(copies) = self.copies.get(range) else {
            return "copies ?".into();
        };
        let mut text = String::from("copies");
        for (i, (dst, src)) in copies.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            let _ = write!(text, "{comma} s{dst} = {}", self.operand(*src, 1));
        }
        text
    }

    fn dump_call(&self, callee: &str, site: u32) -> String {
        let Some(call) = self.calls.get(site as usize) else {
            return format!("call {callee} ?");
        };
        let args: Vec<String> =
            call.args.iter().map(|a| self.operand(a.value, a.words.into())).collect();
        let mut text = String::new();
        if call.words > 0 {
            let _ = write!(text, "{} = ", slots(call.dst, call.words.into()));
        }
        let _ = write!(
            text,
            "{}call {callee}({})",
            if call.tail { "tail " } else { "" },
            args.join(", ")
        );
        if let Some(unwind) = call.unwind {
            let _ = write!(text, " unwind {unwind}");
        }
        if call.site != u32::MAX {
            let _ = write!(text, " site {}", call.site);
        }
        text
    }

    fn dump_switch(&self, value: Operand, bits: u8, table: u32) -> String {
        let mut text = format!("switch.{bits} {}", self.operand(value, 1));
        if let Some(table) = self.switches.get(table as usize) {
            for (case, to) in &table.cases {
                let _ = write!(text, ", {case}: {to}");
            }
            let _ = write!(text, ", else {}", table.default);
        }
        text
    }

    /// Words of the value, and how memory is touched.
    fn dump_access(&self, access: u32) -> (u32, String) {
        let Some(access) = self.accesses.get(access as usize) else {
            return (1, ".?".into());
        };
        let words = self.layouts.get(access.layout as usize).map_or(1, |l| l.words.into());
        (words, access_text(access))
    }

    fn operand(&self, operand: Operand, words: u32) -> String {
        match operand.kind() {
            OperandKind::Slot(slot) => slots(slot, words),
            OperandKind::Constant(index) => {
                let all: Vec<String> =
                    (0..words.max(1)).map(|i| self.constant(index + i)).collect();
                all.join(":")
            }
        }
    }

    fn constant(&self, index: u32) -> String {
        match self.constants.get(index as usize) {
            None => "?".into(),
            Some(c) if c.defined != !0 => format!("{}?", c.value),
            Some(c) if c.value >= 1 << 32 => format!("{:#x}", c.value),
            Some(c) => c.value.to_string(),
        }
    }
}

fn access_text(access: &Access) -> String {
    let mut text = format!(".{}", access.size);
    if u64::from(access.align) < u64::from(access.size).next_power_of_two() {
        let _ = write!(text, ".align{}", access.align);
    }
    if access.volatile {
        text.push_str(".volatile");
    }
    if access.repeats {
        text.push_str(".repeats");
    }
    for order in [access.order, access.failure].into_iter().flatten() {
        let _ = write!(text, ".{}", format!("{order:?}").to_lowercase());
    }
    text
}

fn slots(first: Slot, words: u32) -> String {
    match words {
        0 => "nothing".into(),
        1 => format!("s{first}"),
        _ => format!("s{first}..{}", u64::from(first) + u64::from(words) - 1),
    }
}
