//! Memory operations of which a mask switches lanes off: a branch around each lane.

use super::Table;
use crate::ir::{Type, Value};
use crate::lower::Gap;
use crate::lower::aggregate::copy_words;
use crate::lower::body::Body;
use crate::lower::shape::Shape;
use allways_program::{Inst, Operand};
use std::rc::Rc;

pub(super) const TABLE: Table = &[
    ("llvm.masked.load", |b, i| load(b, i, Addresses::Consecutive)),
    ("llvm.masked.gather", |b, i| load(b, i, Addresses::OnePerLane)),
    ("llvm.masked.expandload", |b, i| load(b, i, Addresses::Packed)),
    ("llvm.masked.store", |b, i| store(b, i, Addresses::Consecutive)),
    ("llvm.masked.scatter", |b, i| store(b, i, Addresses::OnePerLane)),
    ("llvm.masked.compressstore", |b, i| store(b, i, Addresses::Packed)),
];

/// Where the lanes lie.
#[derive(Copy, Clone, PartialEq)]
enum Addresses {
    /// Lane after lane.
    Consecutive,
    /// Anywhere.
    OnePerLane,
    /// Lane after lane, without room for those switched off.
    Packed,
}

/// The lanes of a vector in memory.
struct Lanes {
    vector: Rc<Shape>,
    element: Rc<Shape>,
    /// Bytes of an element in memory.
    stride: u64,
    addresses: Addresses,
    pointers: Operand,
    /// For packed lanes: where the next one lies.
    next: u32,
    mask: Operand,
    align: u32,
}

impl Lanes {
    fn new(
        body: &mut Body<'_, '_>,
        ty: Type,
        pointers: Value,
        mask: Value,
        align: u32,
        addresses: Addresses,
    ) -> Result<Lanes, Gap> {
        let stride = body.cx.target.alloc_size(ty.element(0));
        let lanes = Lanes {
            vector: body.shape(ty)?,
            element: body.shape(ty.element(0))?,
            stride,
            addresses,
            pointers: body.operand(pointers)?,
            next: body.new_slots(1),
            mask: body.operand(mask)?,
            // What is promised for the whole holds for its first lane only.
            align: if addresses == Addresses::Consecutive {
                align.min(1 << stride.trailing_zeros().min(16))
            } else {
                align
            },
        };
        if addresses == Addresses::Packed {
            body.emit(Inst::Copy { dst: lanes.next, src: lanes.pointers, words: 1 });
        }
        Ok(lanes)
    }

    /// Emits a branch around what `emit` makes of each lane.
    fn each(&self, body: &mut Body<'_, '_>, emit: impl Fn(&mut Body<'_, '_>, Operand, u32, u32)) {
        let access = body.access(&self.element, self.align, None, None, false);
        for (lane, leaf) in self.vector.leaves.iter().enumerate() {
            let lane = lane as u32;
            let (on, off) = (body.new_label(), body.new_label());
            body.emit(Inst::Branch { cond: self.mask.word(lane), yes: on, no: off });
            body.place(on);
            let ptr = self.pointer(body, lane);
            emit(body, ptr, leaf.word, access);
            if self.addresses == Addresses::Packed {
                let index = body.cx.number(self.stride.into(), 64);
                let base = Operand::slot(self.next);
                body.emit(Inst::Address { dst: self.next, base, index, bits: 64, scale: 1 });
            }
            body.place(off);
        }
    }

    fn pointer(&self, body: &mut Body<'_, '_>, lane: u32) -> Operand {
        match self.addresses {
            Addresses::OnePerLane => self.pointers.word(lane),
            Addresses::Packed => Operand::slot(self.next),
            Addresses::Consecutive => {
                let dst = body.new_slots(1);
                let index = body.cx.number(u128::from(self.stride) * u128::from(lane), 64);
                body.emit(Inst::Address { dst, base: self.pointers, index, bits: 64, scale: 1 });
                Operand::slot(dst)
            }
        }
    }
}

/// Pointer, mask, and the value of lanes that are off. Older bitcode has an alignment between
/// pointer and mask.
fn load(body: &mut Body<'_, '_>, inst: Value, addresses: Addresses) -> Result<(), Gap> {
    let args = inst.args();
    let [pointers, mask, otherwise] = args[..] else {
        return Err(Gap("a masked load of an old form".into()));
    };
    let words = u32::from(body.shape(inst.ty())?.words);
    let otherwise = body.operand(otherwise)?;
    let align = inst.arg_align(0);
    let lanes = Lanes::new(body, inst.ty(), pointers, mask, align, addresses)?;
    let dst = body.define(inst)?;
    copy_words(body, dst, otherwise, words);
    lanes.each(body, |body, ptr, word, access| {
        body.emit(Inst::Load { dst: dst + word, ptr, access });
    });
    Ok(())
}

/// Value, pointer and mask.
fn store(body: &mut Body<'_, '_>, inst: Value, addresses: Addresses) -> Result<(), Gap> {
    let args = inst.args();
    let [value, pointers, mask] = args[..] else {
        return Err(Gap("a masked store of an old form".into()));
    };
    let src = body.operand(value)?;
    let align = inst.arg_align(1);
    let lanes = Lanes::new(body, value.ty(), pointers, mask, align, addresses)?;
    lanes.each(body, |body, ptr, word, access| {
        body.emit(Inst::Store { src: src.word(word), ptr, access });
    });
    Ok(())
}
