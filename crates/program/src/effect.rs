//! What an instruction reads, writes and leads to: the one place that knows.

use crate::code::{FloatConvert, Inst, Operand, Pc, Slot};
use crate::{CallSite, Function, Program};

/// Is told what an instruction does to its frame.
pub trait Visitor {
    /// The instruction reads `words` words.
    fn reads(&mut self, operand: Operand, words: u32);
    /// The instruction writes `words` words.
    fn writes(&mut self, slot: Slot, words: u32);
}

/// Words of an integer.
pub fn words_of(bits: u8) -> u32 {
    u32::from(bits).div_ceil(64)
}

/// An edge of the control flow out of an instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub to: Pc,
    /// The instruction whose results are there when it is taken: the one it leaves, or none where
    /// that did not come to its end, or a `setjmp` that returns again.
    pub defines: Option<Pc>,
}

/// External functions that may return more than once.
const RETURNS_AGAIN: [&str; 6] =
    ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "savectx", "vfork"];

impl Program {
    /// Tells `visitor` what an instruction reads and writes. Indices in tables must be valid.
    pub fn visit(&self, inst: &Inst, visitor: &mut impl Visitor) {
        match *inst {
            Inst::Copy { dst, src, words } | Inst::Freeze { dst, src, words } => {
                visitor.reads(src, words.into());
                visitor.writes(dst, words.into());
            }
            Inst::Copies { first, count } => self.visit_copies(first, count, visitor),
            Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Rmw { .. }
            | Inst::CompareExchange { .. }
            | Inst::StackAlloc { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::LifetimeStart { .. }
            | Inst::LifetimeEnd { .. }
            | Inst::ThreadLocal { .. }
            | Inst::Address { .. }
            | Inst::VaStart { .. } => self.visit_memory(inst, visitor),
            Inst::Float { .. }
            | Inst::FloatUnary { .. }
            | Inst::FloatFma { .. }
            | Inst::FloatCompare { .. }
            | Inst::FloatConvert { .. }
            | Inst::FloatClass { .. } => visit_float(inst, visitor),
            Inst::Select { .. }
            | Inst::LaneGet { .. }
            | Inst::LanePut { .. }
            | Inst::Bitcast { .. } => self.visit_values(inst, visitor),
            Inst::Call { site, .. } => self.visit_call(site, visitor),
            Inst::CallIndirect { target, site } => {
                visitor.reads(target, 1);
                self.visit_call(site, visitor);
            }
            Inst::Branch { cond, .. } => visitor.reads(cond, 1),
            Inst::Switch { value, bits, .. } => visitor.reads(value, words_of(bits)),
            Inst::JumpIndirect { target } => visitor.reads(target, 1),
            Inst::Return { src, words } => visitor.reads(src, words.into()),
            Inst::LandingPad { dst, .. } => visitor.writes(dst, 2),
            Inst::Resume { src } => visitor.reads(src, 2),
            Inst::Jump { .. }
            | Inst::Fence { .. }
            | Inst::Unreachable
            | Inst::Trap
            | Inst::Unsupported { .. } => {}
            _ => visit_integer(inst, visitor),
        }
    }

    fn visit_copies(&self, first: u32, count: u32, visitor: &mut impl Visitor) {
        let copies = &self.copies[first as usize..(first + count) as usize];
        copies.iter().for_each(|(_, src)| visitor.reads(*src, 1));
        copies.iter().for_each(|(dst, _)| visitor.writes(*dst, 1));
    }

    fn visit_call(&self, site: u32, visitor: &mut impl Visitor) {
        let call = &self.calls[site as usize];
        call.args.iter().for_each(|arg| visitor.reads(arg.value, arg.words.into()));
        visitor.writes(call.dst, call.words.into());
    }

    fn visit_memory(&self, inst: &Inst, visitor: &mut impl Visitor) {
        let words = |access: u32| {
            let layout = self.accesses[access as usize].layout;
            u32::from(self.layouts[layout as usize].words)
        };
        match *inst {
            Inst::Load { dst, ptr, access } => {
                visitor.reads(ptr, 1);
                visitor.writes(dst, words(access));
            }
            Inst::Store { src, ptr, access } => {
                visitor.reads(src, words(access));
                visitor.reads(ptr, 1);
            }
            Inst::Rmw { dst, ptr, value, access, .. } => {
                visitor.reads(ptr, 1);
                visitor.reads(value, words(access));
                visitor.writes(dst, words(access));
            }
            Inst::CompareExchange { dst, success, ptr, expected, new, access } => {
                visitor.reads(ptr, 1);
                visitor.reads(expected, words(access));
                visitor.reads(new, words(access));
                visitor.writes(dst, words(access));
                visitor.writes(success, 1);
            }
            Inst::StackAlloc { dst, count, bits, .. } => {
                visitor.reads(count, words_of(bits));
                visitor.writes(dst, 1);
            }
            Inst::StackSave { dst } | Inst::ThreadLocal { dst, .. } => visitor.writes(dst, 1),
            Inst::StackRestore { src: a }
            | Inst::LifetimeStart { ptr: a }
            | Inst::LifetimeEnd { ptr: a }
            | Inst::VaStart { list: a } => visitor.reads(a, 1),
            Inst::Address { dst, base, index, .. } => {
                visitor.reads(base, 1);
                visitor.reads(index, 1);
                visitor.writes(dst, 1);
            }
            _ => {}
        }
    }

    fn visit_values(&self, inst: &Inst, visitor: &mut impl Visitor) {
        match *inst {
            Inst::Select { words, dst, cond, a, b } => {
                visitor.reads(cond, 1);
                visitor.reads(a, words.into());
                visitor.reads(b, words.into());
                visitor.writes(dst, words.into());
            }
            Inst::LaneGet { dst, src, index, lanes, words } => {
                visitor.reads(src, u32::from(lanes) * u32::from(words));
                visitor.reads(index, 1);
                visitor.writes(dst, words.into());
            }
            // The other lanes stay, so that all are read and written.
            Inst::LanePut { dst, value, index, lanes, words } => {
                visitor.reads(Operand::slot(dst), u32::from(lanes) * u32::from(words));
                visitor.reads(value, words.into());
                visitor.reads(index, 1);
                visitor.writes(dst, u32::from(lanes) * u32::from(words));
            }
            Inst::Bitcast { dst, src, from, to } => {
                visitor.reads(src, self.layouts[from as usize].words.into());
                visitor.writes(dst, self.layouts[to as usize].words.into());
            }
            _ => {}
        }
    }

    /// The edges out of the instruction at `pc`.
    pub fn edges(&self, function: &Function, pc: Pc, again: &[Pc], out: &mut Vec<Edge>) {
        out.clear();
        let here = Some(pc);
        match self.code[pc as usize] {
            Inst::Jump { to } => out.push(Edge { to, defines: here }),
            Inst::Branch { yes, no, .. } => {
                out.extend([yes, no].map(|to| Edge { to, defines: here }));
            }
            Inst::Switch { table, .. } => {
                let table = &self.switches[table as usize];
                let targets = table.cases.iter().map(|(_, to)| *to).chain([table.default]);
                out.extend(targets.map(|to| Edge { to, defines: here }));
            }
            Inst::JumpIndirect { .. } => {
                let labels = self.labels_of(function);
                out.extend(labels.iter().map(|&to| Edge { to, defines: here }));
            }
            Inst::Return { .. }
            | Inst::Unreachable
            | Inst::Trap
            | Inst::Resume { .. }
            | Inst::Unsupported { .. } => {}
            Inst::Call { site, .. } | Inst::CallIndirect { site, .. } => {
                self.call_edges(&self.calls[site as usize], pc, again, out);
            }
            _ => out.push(Edge { to: pc + 1, defines: here }),
        }
    }

    fn call_edges(&self, call: &CallSite, pc: Pc, again: &[Pc], out: &mut Vec<Edge>) {
        out.push(Edge { to: pc + 1, defines: Some(pc) });
        out.extend(call.unwind.map(|to| Edge { to, defines: None }));
        // Whatever is called may jump back to a `setjmp` of this frame.
        out.extend(again.iter().map(|&at| Edge { to: at + 1, defines: Some(at) }));
    }

    /// The calls of a function from which it may return more than once.
    pub fn returns_again(&self, function: &Function) -> Vec<Pc> {
        let again = |pc: &Pc| match self.code[*pc as usize] {
            Inst::Call { function, .. } => {
                let callee = &self.functions[function as usize];
                callee.is_external() && RETURNS_AGAIN.contains(&callee.name.as_str())
            }
            _ => false,
        };
        function.code.clone().filter(again).collect()
    }

    /// Where computed gotos in a function may go.
    pub fn labels_of(&self, function: &Function) -> &[Pc] {
        let start = self.labels.partition_point(|&pc| pc < function.code.start);
        let end = self.labels.partition_point(|&pc| pc < function.code.end);
        &self.labels[start..end]
    }
}

fn visit_integer(inst: &Inst, visitor: &mut impl Visitor) {
    match *inst {
        Inst::Binary { bits, dst, a, b, .. } => {
            visitor.reads(a, words_of(bits));
            visitor.reads(b, words_of(bits));
            visitor.writes(dst, words_of(bits));
        }
        Inst::Checked { bits, dst, flag, a, b, .. } => {
            visitor.reads(a, words_of(bits));
            visitor.reads(b, words_of(bits));
            visitor.writes(dst, words_of(bits));
            visitor.writes(flag, 1);
        }
        Inst::Unary { bits, dst, a, .. } => {
            visitor.reads(a, words_of(bits));
            visitor.writes(dst, words_of(bits));
        }
        Inst::Funnel { bits, dst, a, b, count, .. } => {
            [a, b, count].into_iter().for_each(|o| visitor.reads(o, words_of(bits)));
            visitor.writes(dst, words_of(bits));
        }
        Inst::Compare { bits, dst, a, b, .. } => {
            visitor.reads(a, words_of(bits));
            visitor.reads(b, words_of(bits));
            visitor.writes(dst, 1);
        }
        Inst::Resize { from, to, dst, a, .. } => {
            visitor.reads(a, words_of(from));
            visitor.writes(dst, words_of(to));
        }
        _ => {}
    }
}

fn visit_float(inst: &Inst, visitor: &mut impl Visitor) {
    match *inst {
        Inst::Float { kind, dst, a, b, .. } => {
            let words = kind.bits().div_ceil(64);
            visitor.reads(a, words);
            visitor.reads(b, words);
            visitor.writes(dst, words);
        }
        Inst::FloatUnary { kind, dst, a, .. } => {
            visitor.reads(a, kind.bits().div_ceil(64));
            visitor.writes(dst, kind.bits().div_ceil(64));
        }
        Inst::FloatFma { kind, dst, a, b, c } => {
            let words = kind.bits().div_ceil(64);
            [a, b, c].into_iter().for_each(|o| visitor.reads(o, words));
            visitor.writes(dst, words);
        }
        Inst::FloatCompare { kind, dst, a, b, .. } => {
            visitor.reads(a, kind.bits().div_ceil(64));
            visitor.reads(b, kind.bits().div_ceil(64));
            visitor.writes(dst, 1);
        }
        Inst::FloatClass { kind, dst, a, .. } => {
            visitor.reads(a, kind.bits().div_ceil(64));
            visitor.writes(dst, 1);
        }
        Inst::FloatConvert { op, dst, a } => {
            let (from, to) = convert_words(op);
            visitor.reads(a, from);
            visitor.writes(dst, to);
        }
        _ => {}
    }
}

/// Words of the operand and of the result.
pub(crate) fn convert_words(op: FloatConvert) -> (u32, u32) {
    let float = |kind: crate::code::FloatKind| kind.bits().div_ceil(64);
    match op {
        FloatConvert::Resize { from, to } => (float(from), float(to)),
        FloatConvert::ToSigned { from, bits, .. } | FloatConvert::ToUnsigned { from, bits, .. } => {
            (float(from), words_of(bits))
        }
        FloatConvert::FromSigned { bits, to } | FloatConvert::FromUnsigned { bits, to } => {
            (words_of(bits), float(to))
        }
    }
}
