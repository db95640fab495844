//! Stack objects, loads, stores and addresses.

use crate::ir::{Opcode, Type, Value, source_symbol};
use crate::lower::Gap;
use crate::lower::address::Place;
use crate::lower::atomic;
use crate::lower::body::Body;
use crate::lower::shape::{Leaf, Scalar, Shape};
use allways_program::code::Binary;
use allways_program::{Access, AllocSite, Inst, Operand, Order};

/// A stack object.
pub(super) fn alloca(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let ty = inst.allocated_type();
    if !ty.is_sized() || contains_scalable(ty) {
        return Err(Gap(format!("a stack object of type {}", ty.text())));
    }
    let count = inst.operand(0);
    let bits = body.cx.scalar_of(count)?.computable()?;
    let count = body.operand(count)?;
    let align = inst.align().max(1);
    let size = body.cx.target.alloc_size(ty);
    let variable = body.variable_of_address(inst);
    let site = body.stack_site(size, align);
    body.cx.program.sites[site as usize].variable = variable;
    let dst = body.define(inst)?;
    body.emit(Inst::StackAlloc { dst, site, count, bits });
    Ok(())
}

fn contains_scalable(ty: Type) -> bool {
    matches!(ty.kind(), crate::ir::TypeKind::LLVMScalableVectorTypeKind)
}

/// A load, atomic or not.
pub(super) fn load(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let ptr = body.operand(inst.operand(0))?;
    let dst = body.define(inst)?;
    let order = atomic::order(inst.ordering());
    let access = body.access(&shape, inst.align(), order, None, inst.is_volatile());
    body.emit(Inst::Load { dst, ptr, access });
    Ok(())
}

/// A store, atomic or not.
pub(super) fn store(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.operand(0).ty())?;
    let src = body.operand(inst.operand(0))?;
    let ptr = body.operand(inst.operand(1))?;
    let order = atomic::order(inst.ordering());
    let mut access = body.access(&shape, inst.align(), order, None, inst.is_volatile());
    if order.is_none() && names_table(inst.operand(0)) && stands_in_destructor(body, inst) {
        let plain = body.cx.program.accesses[access as usize];
        let repeats = Access { repeats: true, ..plain };
        access = body.cx.pool.access(&mut body.cx.program, repeats);
    }
    body.emit(Inst::Store { src, ptr, access });
    Ok(())
}

/// Whether a constant points into a table of virtual functions. A destructor begins with writing
/// where it is: to C++ that is no access, and for the class that was made it changes nothing, so
/// that threads may call the object's functions until the destructor has joined them.
fn names_table(value: Value) -> bool {
    if value.is_constant_expression() {
        return value.operand_count() > 0 && names_table(value.operand(0));
    }
    value.is_global_variable() && value.is_constant_global() && value.name().starts_with("_ZTV")
}

/// Whether an instruction was written in a destructor, also in one that was inlined.
fn stands_in_destructor(body: &Body<'_, '_>, inst: Value) -> bool {
    let symbol = source_symbol(inst);
    is_destructor(if symbol.is_empty() { body.function.name() } else { symbol }.as_str())
}

/// Whether a function is a destructor, by its name: `…D2Ev`.
fn is_destructor(name: &str) -> bool {
    let name = name.split_once('.').map_or(name, |(name, _)| name);
    name.starts_with("_ZN") && ["D0Ev", "D1Ev", "D2Ev"].iter().any(|end| name.ends_with(end))
}

/// `va_arg`: all variable arguments lie in the overflow area, one behind the other.
pub(super) fn variable_argument(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let bytes = u64::from(body.cx.program.pointer_bits) / 8;
    let list = body.operand(inst.operand(0))?;
    let shape = body.shape(inst.ty())?;
    let scalar = Scalar::Pointer(body.cx.program.pointer_bits.into());
    let leaf = Leaf { scalar, word: 0, bit: 0 };
    let pointer = Shape { words: 1, leaves: vec![leaf], size: bytes };
    let access = body.access(&pointer, bytes as u32, None, None, false);
    let [area, place] = [(); 2].map(|()| body.new_slots(1));
    // The third field of the list on x86-64; on i386 the list is the pointer.
    let offset = if bytes == 8 { 8 } else { 0 };
    body.emit_address(area, list, offset);
    body.emit(Inst::Load { dst: place, ptr: Operand::slot(area), access });
    let align = u64::from(body.cx.target.align(inst.ty()));
    if align > bytes && bytes == 8 {
        body.emit_address(place, Operand::slot(place), align as i64 - 1);
        let mask = body.cx.number((!(align - 1)).into(), 64);
        let a = Operand::slot(place);
        body.emit(Inst::Binary { op: Binary::And, bits: 64, nsw: false, dst: place, a, b: mask });
    }
    let dst = body.define(inst)?;
    let value = body.access(&shape, bytes as u32, None, None, false);
    body.emit(Inst::Load { dst, ptr: Operand::slot(place), access: value });
    let size = body.cx.target.alloc_size(inst.ty()).next_multiple_of(bytes);
    body.emit_address(place, Operand::slot(place), size as i64);
    body.emit(Inst::Store { src: Operand::slot(place), ptr: Operand::slot(area), access });
    Ok(())
}

/// An address computation, lane by lane for vectors of pointers.
pub(super) fn address(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let path = body.cx.path(inst)?;
    let base = inst.operand(0);
    let result = body.shape(inst.ty())?;
    let base_words = if base.ty().is_vector() { 1 } else { 0 };
    let base = body.operand(base)?;
    if path.constant == 0 && path.steps.is_empty() && (base_words == 1 || result.words == 1) {
        return body.alias(inst, base);
    }
    let mut steps = Vec::new();
    for step in path.steps {
        let stride = if step.index.ty().is_vector() {
            body.shape(step.index.ty().element(0))?.words.into()
        } else {
            0
        };
        steps.push((body.operand(step.index)?, stride, step.bits as u8, step.scale));
    }
    if path.constant != 0 || steps.is_empty() {
        let constant = body.cx.number(path.constant as u64 as u128, 64);
        steps.push((constant, 0, 64, 1));
    }
    let dst = body.define(inst)?;
    for lane in 0..u32::from(result.words) {
        let mut base = base.word(lane * base_words);
        for &(index, stride, bits, scale) in &steps {
            let index = index.word(lane * stride);
            body.emit(Inst::Address { dst: dst + lane, base, index, bits, scale });
            base = Operand::slot(dst + lane);
        }
    }
    Ok(())
}

impl Body<'_, '_> {
    /// `dst = base + offset`.
    fn emit_address(&mut self, dst: u32, base: Operand, offset: i64) {
        let index = self.cx.number(offset as u64 as u128, 64);
        self.emit(Inst::Address { dst, base, index, bits: 64, scale: 1 });
    }

    /// A new allocation site for a stack object.
    pub(crate) fn stack_site(&mut self, size: u64, align: u32) -> u32 {
        let site = self.cx.program.sites.len() as u32;
        self.cx.program.sites.push(AllocSite { size, align, pc: self.pc(), variable: None });
        site
    }

    /// The entry for an access in the program's table.
    pub(crate) fn access(
        &mut self,
        shape: &Shape,
        align: u32,
        order: Option<Order>,
        failure: Option<Order>,
        volatile: bool,
    ) -> u32 {
        let layout = self.cx.pool.layout(&mut self.cx.program, shape);
        let scalar = match shape.leaves.as_slice() {
            [leaf] if leaf.bit == 0 && leaf.scalar.bits() <= 64 => leaf.scalar.bits() as u8,
            _ => 0,
        };
        let size = shape.size as u32;
        let align = align.max(1);
        let repeats = false;
        let access = Access { size, align, layout, scalar, order, failure, volatile, repeats };
        self.cx.pool.access(&mut self.cx.program, access)
    }

    /// Whether a constant depends on the running thread.
    pub(crate) fn is_thread_local(&self, value: Value) -> bool {
        if value.is_constant_expression() {
            return (0..value.operand_count()).any(|i| self.is_thread_local(value.operand(i)));
        }
        if value.is_alias() {
            return self.is_thread_local(value.aliasee());
        }
        matches!(self.cx.places.get(&value), Some(Place::ThreadLocal(_)))
    }

    /// The address of a thread-local variable, or of a place in one.
    pub(crate) fn thread_local_operand(&mut self, value: Value) -> Result<Operand, Gap> {
        if value.is_alias() {
            return self.thread_local_operand(value.aliasee());
        }
        if let Some(&Place::ThreadLocal(global)) = self.cx.places.get(&value) {
            let dst = self.new_slots(1);
            self.emit(Inst::ThreadLocal { dst, global });
            return Ok(Operand::slot(dst));
        }
        let base = value.operand(0);
        match value.constant_opcode() {
            Opcode::LLVMGetElementPtr if self.is_thread_local(base) => {
                let path = self.cx.path(value)?;
                if !path.steps.is_empty() {
                    return Err(Gap("a computed address in a thread-local variable".into()));
                }
                let base = self.thread_local_operand(base)?;
                let index = self.cx.number(path.constant as u64 as u128, 64);
                let dst = self.new_slots(1);
                self.emit(Inst::Address { dst, base, index, bits: 64, scale: 1 });
                Ok(Operand::slot(dst))
            }
            Opcode::LLVMPtrToInt | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast
                if self.cx.scalar_of(value)?.bits() == self.cx.scalar_of(base)?.bits() =>
            {
                self.thread_local_operand(base)
            }
            _ => Err(Gap(format!("the constant {}", value.text()))),
        }
    }
}
