//! Stack variables whose address never leaves their function.
//!
//! Such an object can have no stale pointer to it, so its index is free as soon as it is gone, unless others
//! that are not confined may have it: large objects of all sites share their names. An address leaves when it is stored, passed, returned, compared or computed with; reading and
//! writing through it, or through an address computed from it by indexing, keeps it.

use super::large::large_on_stack;
use allways_program::address::AddressSpace;
use allways_program::code::Inst;
use allways_program::{Function, Operand, OperandKind, Program};

/// For each site whether the addresses of its objects stay inside their function and are those of no other site.
pub fn confined_sites(program: &Program, space: &AddressSpace) -> Vec<bool> {
    let mut confined = vec![false; program.sites.len()];
    for function in program.functions.iter().filter(|f| !f.is_external()) {
        for pc in function.code.clone() {
            if let Inst::StackAlloc { dst, site, .. } = program.code[pc as usize] {
                confined[site as usize] = stays(program, function, dst);
            }
        }
    }
    large_on_stack(program, space).for_each(|site| confined[site as usize] = false);
    confined
}

fn stays(program: &Program, function: &Function, first: u32) -> bool {
    let mut derived = vec![false; function.words as usize];
    derived[first as usize] = true;
    loop {
        let before = derived.iter().filter(|&&d| d).count();
        for pc in function.code.clone() {
            if !keeps(program, program.code[pc as usize], &mut derived) {
                return false;
            }
        }
        if derived.iter().filter(|&&d| d).count() == before {
            return true;
        }
    }
}

/// Whether an instruction keeps the derived addresses in the function; extends them by what it
/// computes from them.
fn keeps(program: &Program, inst: Inst, derived: &mut [bool]) -> bool {
    let is = |derived: &[bool], o: Operand| match o.kind() {
        OperandKind::Slot(slot) => derived[slot as usize],
        OperandKind::Constant(_) => false,
    };
    match inst {
        Inst::Address { dst, base, index, .. } => {
            derived[dst as usize] |= is(derived, base);
            !is(derived, index)
        }
        Inst::Load { .. } | Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. } => true,
        Inst::Store { src, access, .. } => {
            let words = program.layouts[program.accesses[access as usize].layout as usize].words;
            (0..u32::from(words.max(1))).all(|w| !is(derived, src.word(w)))
        }
        Inst::Rmw { value, .. } => !is(derived, value),
        Inst::CompareExchange { expected, new, .. } => !is(derived, expected) && !is(derived, new),
        Inst::Copies { first, count } => {
            for &(dst, src) in &program.copies[first as usize..(first + count) as usize] {
                derived[dst as usize] |= is(derived, src);
            }
            true
        }
        Inst::Copy { dst, src, words } => {
            for word in 0..u32::from(words) {
                derived[(dst + word) as usize] |= is(derived, src.word(word));
            }
            true
        }
        other => !reads_any(program, other, &|o| is(derived, o)),
    }
}

/// Whether any other instruction reads a derived address.
fn reads_any(program: &Program, inst: Inst, is: &dyn Fn(Operand) -> bool) -> bool {
    let words = |first: Operand, count: u16| (0..u32::from(count)).any(|w| is(first.word(w)));
    match inst {
        Inst::Binary { a, b, .. } | Inst::Checked { a, b, .. } | Inst::Compare { a, b, .. } => {
            is(a) || is(b)
        }
        Inst::Unary { a, .. } | Inst::Resize { a, .. } => is(a),
        Inst::Funnel { a, b, count, .. } => is(a) || is(b) || is(count),
        Inst::Select { words: n, a, b, cond, .. } => words(a, n) || words(b, n) || is(cond),
        Inst::Freeze { src, words: n, .. } | Inst::Return { src, words: n } => words(src, n),
        Inst::StackAlloc { .. } | Inst::StackSave { .. } | Inst::Jump { .. } => false,
        Inst::Fence { .. } | Inst::Unreachable | Inst::Trap | Inst::ThreadLocal { .. } => false,
        Inst::Branch { cond, .. } => is(cond),
        Inst::Switch { value, .. } => is(value),
        Inst::JumpIndirect { target } => is(target),
        Inst::Call { site, .. } => call_reads(program, site, is),
        Inst::CallIndirect { target, site } => is(target) || call_reads(program, site, is),
        // Floating point, lanes, casts and the rest: rare enough not to look closer.
        _ => true,
    }
}

fn call_reads(program: &Program, site: u32, is: &dyn Fn(Operand) -> bool) -> bool {
    let call = &program.calls[site as usize];
    call.args.iter().any(|a| (0..u32::from(a.words)).any(|w| is(a.value.word(w))))
}
