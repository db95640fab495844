//! Atomic instructions and fences.

use crate::ir::Value;
use crate::lower::Gap;
use crate::lower::body::Body;
use crate::lower::shape::Scalar;
use allways_program::code::{FloatKind, Rmw};
use allways_program::{Inst, Order};
use llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp};

/// The ordering; `None` when not atomic.
pub(super) fn order(ordering: LLVMAtomicOrdering) -> Option<Order> {
    use LLVMAtomicOrdering::*;
    Some(match ordering {
        LLVMAtomicOrderingNotAtomic => return None,
        LLVMAtomicOrderingUnordered | LLVMAtomicOrderingMonotonic => Order::Relaxed,
        LLVMAtomicOrderingAcquire => Order::Acquire,
        LLVMAtomicOrderingRelease => Order::Release,
        LLVMAtomicOrderingAcquireRelease => Order::AcqRel,
        LLVMAtomicOrderingSequentiallyConsistent => Order::SeqCst,
    })
}

/// A fence between threads.
pub(super) fn fence(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    // A fence for signal handlers alone orders nothing between threads.
    if !inst.is_single_thread()
        && let Some(order) = order(inst.ordering())
    {
        body.emit(Inst::Fence { order });
    }
    Ok(())
}

/// `atomicrmw`.
pub(super) fn read_modify_write(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.ty())?;
    let [leaf] = shape.leaves.as_slice() else {
        return Err(Gap("an atomic operation on a vector".into()));
    };
    leaf.scalar.computable()?;
    let op = operation(inst.rmw_operation(), leaf.scalar)?;
    let ptr = body.operand(inst.operand(0))?;
    let value = body.operand(inst.operand(1))?;
    let dst = body.define(inst)?;
    let order = order(inst.ordering());
    let access = body.access(&shape, inst.align(), order, None, inst.is_volatile());
    body.emit(Inst::Rmw { op, dst, ptr, value, access });
    Ok(())
}

fn operation(op: LLVMAtomicRMWBinOp, scalar: Scalar) -> Result<Rmw, Gap> {
    use LLVMAtomicRMWBinOp::*;
    let float = |make: fn(FloatKind) -> Rmw| scalar.float().map(make);
    Ok(match op {
        LLVMAtomicRMWBinOpXchg => Rmw::Exchange,
        LLVMAtomicRMWBinOpAdd => Rmw::Add,
        LLVMAtomicRMWBinOpSub => Rmw::Sub,
        LLVMAtomicRMWBinOpAnd => Rmw::And,
        LLVMAtomicRMWBinOpNand => Rmw::Nand,
        LLVMAtomicRMWBinOpOr => Rmw::Or,
        LLVMAtomicRMWBinOpXor => Rmw::Xor,
        LLVMAtomicRMWBinOpMax => Rmw::Max,
        LLVMAtomicRMWBinOpMin => Rmw::Min,
        LLVMAtomicRMWBinOpUMax => Rmw::UMax,
        LLVMAtomicRMWBinOpUMin => Rmw::UMin,
        LLVMAtomicRMWBinOpUIncWrap => Rmw::UIncWrap,
        LLVMAtomicRMWBinOpUDecWrap => Rmw::UDecWrap,
        LLVMAtomicRMWBinOpUSubCond => Rmw::USubCond,
        LLVMAtomicRMWBinOpUSubSat => Rmw::USubSat,
        LLVMAtomicRMWBinOpFAdd => float(Rmw::FAdd)?,
        LLVMAtomicRMWBinOpFSub => float(Rmw::FSub)?,
        LLVMAtomicRMWBinOpFMax => float(Rmw::FMax)?,
        LLVMAtomicRMWBinOpFMin => float(Rmw::FMin)?,
        LLVMAtomicRMWBinOpFMaximum => float(Rmw::FMaximum)?,
        LLVMAtomicRMWBinOpFMinimum => float(Rmw::FMinimum)?,
    })
}

/// `cmpxchg`, weak or strong: a weak one that fails without reason is a retry that shows nothing new.
pub(super) fn compare_exchange(body: &mut Body<'_, '_>, inst: Value) -> Result<(), Gap> {
    let shape = body.shape(inst.operand(1).ty())?;
    let ptr = body.operand(inst.operand(0))?;
    let expected = body.operand(inst.operand(1))?;
    let new = body.operand(inst.operand(2))?;
    let dst = body.define(inst)?;
    let (good, bad) = inst.exchange_orderings();
    let access = body.access(&shape, inst.align(), order(good), order(bad), inst.is_volatile());
    let success = dst + u32::from(shape.words);
    body.emit(Inst::CompareExchange { dst, success, ptr, expected, new, access });
    Ok(())
}
