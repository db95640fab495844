//! Locals whose address never leaves their function become registers.
//!
//! This is LLVM's mem2reg, run on the program as written. On its own it would hide reads of
//! uninitialised variables: it merges `undef` with any other value that reaches the same point,
//! and it lets a variable keep its value when its scope is entered again. So the moments at which
//! a variable has no value (its allocation and the start of its lifetime) first become stores of
//! an opaque marker, which is replaced by `undef` afterwards.

use super::{Module, Type, Value};
use llvm_sys::core::*;
use llvm_sys::prelude::*;

const MARKER: &str = "allways.undefined";

impl Module {
    /// Promotes what can be promoted.
    pub(crate) fn promote_locals(&mut self) -> Result<(), String> {
        let mut markers = Markers::new(self);
        // SAFETY: instructions are only added, before ones that exist.
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context());
            for function in self.functions() {
                let Some(entry) = function.blocks().first().copied() else {
                    continue;
                };
                for alloca in entry.instructions().into_iter().filter(|i| i.is_alloca()) {
                    markers.mark_alloca(builder, alloca);
                }
            }
            LLVMDisposeBuilder(builder);
        }
        let outcome = self.run_passes(c"function(mem2reg)");
        markers.remove();
        outcome
    }
}

struct Markers {
    module: LLVMModuleRef,
    /// The metadata that tells the markers' stores from the program's.
    tag: u32,
    node: LLVMValueRef,
    calls: Vec<LLVMValueRef>,
    /// The marker functions, one per type.
    functions: Vec<(Type, LLVMValueRef)>,
}

impl Markers {
    fn new(module: &Module) -> Markers {
        // SAFETY: the name's length is passed with it; the node has no operands.
        let (tag, node) = unsafe {
            (
                LLVMGetMDKindIDInContext(
                    module.context(),
                    MARKER.as_ptr().cast(),
                    MARKER.len() as u32,
                ),
                LLVMMetadataAsValue(
                    module.context(),
                    LLVMMDNodeInContext2(module.context(), std::ptr::null_mut(), 0),
                ),
            )
        };
        Markers { module: module.raw(), tag, node, calls: Vec::new(), functions: Vec::new() }
    }

    unsafe fn mark_alloca(&mut self, builder: LLVMBuilderRef, alloca: Value) {
        let ty = alloca.allocated_type();
        if !can_be_promoted(alloca, ty) {
            return;
        }
        let users = alloca.users();
        if users.iter().any(|user| is_parameter_store(*user)) {
            return;
        }
        let mut places: Vec<Value> = users.into_iter().filter(|u| is_lifetime_start(*u)).collect();
        if places.is_empty() {
            places.push(alloca);
        }
        let marker = self.function(ty);
        for place in places {
            unsafe {
                let next = LLVMGetNextInstruction(place.0);
                LLVMPositionBuilderBefore(builder, next);
                let call_type = LLVMGlobalGetValueType(marker);
                let call = LLVMBuildCall2(
                    builder,
                    call_type,
                    marker,
                    std::ptr::null_mut(),
                    0,
                    c"".as_ptr(),
                );
                let store = LLVMBuildStore(builder, call, alloca.0);
                LLVMSetMetadata(store, self.tag, self.node);
                self.calls.push(call);
            }
        }
    }

    fn function(&mut self, ty: Type) -> LLVMValueRef {
        if let Some((_, found)) = self.functions.iter().find(|(t, _)| *t == ty) {
            return *found;
        }
        let name = format!("{MARKER}.{}\0", self.functions.len());
        // SAFETY: `name` ends in a zero byte.
        let function = unsafe {
            let function_type = LLVMFunctionType(ty.0, std::ptr::null_mut(), 0, 0);
            LLVMAddFunction(self.module, name.as_ptr().cast(), function_type)
        };
        self.functions.push((ty, function));
        function
    }

    /// Leaves no trace of the markers but `undef`.
    fn remove(self) {
        // SAFETY: mem2reg deletes stores and loads, never the calls; each is deleted once.
        unsafe {
            for call in self.calls {
                for user in Value(call).users() {
                    if user.is_store() && !LLVMGetMetadata(user.0, self.tag).is_null() {
                        LLVMInstructionEraseFromParent(user.0);
                    }
                }
                LLVMReplaceAllUsesWith(call, LLVMGetUndef(LLVMTypeOf(call)));
                LLVMInstructionEraseFromParent(call);
            }
            for (_, function) in self.functions {
                LLVMDeleteFunction(function);
            }
        }
    }
}

/// Whether mem2reg would take this variable: it is only loaded, stored to and marked, as a whole.
/// Marking too many would be harmless, but slow.
fn can_be_promoted(alloca: Value, ty: Type) -> bool {
    use super::Opcode::*;
    alloca.operand(0).as_u64() == Some(1)
        && alloca.users().iter().all(|user| {
            user.is_instruction()
                && match user.opcode() {
                    LLVMLoad => user.ty() == ty && !user.is_volatile(),
                    LLVMStore => {
                        user.operand(0) != alloca
                            && user.operand(0).ty() == ty
                            && !user.is_volatile()
                    }
                    LLVMCall => is_lifetime(*user),
                    _ => false,
                }
        })
}

/// A parameter has a value from the start.
fn is_parameter_store(user: Value) -> bool {
    user.is_store() && user.operand(0).is_argument()
}

fn is_lifetime(call: Value) -> bool {
    call.callee().name().starts_with("llvm.lifetime.")
}

fn is_lifetime_start(user: Value) -> bool {
    user.is_instruction()
        && matches!(user.opcode(), super::Opcode::LLVMCall)
        && user.callee().name().starts_with("llvm.lifetime.start")
}
