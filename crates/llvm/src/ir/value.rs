//! Values, instructions and blocks.

use super::ty::Type;
use super::{Text, owned};
use allways_program::readable::readable;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeReturnIndex, LLVMLinkage, LLVMOpcode as Opcode, LLVMTailCallKind};

unsafe extern "C" {
    fn aw_constant_words(value: LLVMValueRef, out: *mut u64, count: usize) -> bool;
    fn aw_constant_data(value: LLVMValueRef) -> Text;
    fn aw_equivalent(value: LLVMValueRef) -> LLVMValueRef;
    fn aw_argument_align(call: LLVMValueRef, index: u32) -> u64;
    fn aw_argument_byval(call: LLVMValueRef, index: u32) -> LLVMTypeRef;
}

/// An LLVM value: a constant, global, function, argument or instruction.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Value(pub(super) LLVMValueRef);

/// A basic block.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Block(pub(super) LLVMBasicBlockRef);

/// A `fn name(self) -> bool` for each of LLVM's `IsA` queries.
macro_rules! is_a {
    ($($name:ident $query:ident;)*) => {$(
        pub(crate) fn $name(self) -> bool {
            unsafe { !$query(self.0).is_null() }
        }
    )*};
}

impl Value {
    fn some(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }

    is_a! {
        is_constant LLVMIsAConstant;
        is_instruction LLVMIsAInstruction;
        is_argument LLVMIsAArgument;
        is_function LLVMIsAFunction;
        is_global_variable LLVMIsAGlobalVariable;
        is_alias LLVMIsAGlobalAlias;
        is_ifunc LLVMIsAGlobalIFunc;
        is_inline_asm LLVMIsAInlineAsm;
        is_block_address LLVMIsABlockAddress;
        is_constant_expression LLVMIsAConstantExpr;
        is_alloca LLVMIsAAllocaInst;
        is_phi LLVMIsAPHINode;
        is_constant_int LLVMIsAConstantInt;
        is_null_pointer LLVMIsAConstantPointerNull;
        is_zero_aggregate LLVMIsAConstantAggregateZero;
        is_constant_aggregate_struct LLVMIsAConstantStruct;
        is_constant_aggregate_array LLVMIsAConstantArray;
        is_constant_aggregate_vector LLVMIsAConstantVector;
        is_constant_data LLVMIsAConstantDataSequential;
        is_store LLVMIsAStoreInst;
    }

    /// `undef` or `poison`.
    pub(crate) fn is_undefined(self) -> bool {
        unsafe { LLVMIsUndef(self.0) != 0 || LLVMIsPoison(self.0) != 0 }
    }

    pub(crate) fn ty(self) -> Type {
        unsafe { Type(LLVMTypeOf(self.0)) }
    }

    /// The name, without the mark that says that it is the symbol's name already.
    pub(crate) fn name(self) -> String {
        unsafe {
            let mut length = 0;
            let start = LLVMGetValueName2(self.0, &mut length);
            Text { start: start.cast(), length }.string().trim_start_matches('\x01').to_owned()
        }
    }

    /// The value as LLVM prints it, without surrounding blanks.
    pub(crate) fn text(self) -> String {
        unsafe { owned(LLVMPrintValueToString(self.0)) }.trim().to_owned()
    }

    pub(crate) fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0).max(0) as u32 }
    }

    pub(crate) fn operand(self, index: u32) -> Value {
        unsafe { Value(LLVMGetOperand(self.0, index)) }
    }

    /// Values that use this one, with repetitions.
    pub(crate) fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        unsafe {
            let mut at = LLVMGetFirstUse(self.0);
            while !at.is_null() {
                users.push(Value(LLVMGetUser(at)));
                at = LLVMGetNextUse(at);
            }
        }
        users
    }
}

unsafe extern "C" {
    fn aw_demangle(name: *const std::ffi::c_char) -> *mut std::ffi::c_char;
}

/// The readable form of a symbol's name; other names stay what they are.
pub(crate) fn demangled(name: &str) -> String {
    let Ok(text) = std::ffi::CString::new(name) else { return name.to_owned() };
    // SAFETY: the shim returns a text that is to be disposed of like a message of LLVM's.
    let name = unsafe { owned(aw_demangle(text.as_ptr())) };
    readable(&name)
}

/// Functions.
impl Value {
    /// Whether nothing else points to what a function returns.
    pub(crate) fn returns_fresh(self) -> bool {
        let name = "noalias";
        // SAFETY: callers ask functions only.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(self.0, LLVMAttributeReturnIndex, kind).is_null()
        }
    }
}

/// Constants.
impl Value {
    /// The bit pattern of an integer or floating-point constant.
    pub(crate) fn words(self, count: usize) -> Option<Vec<u64>> {
        let mut words = vec![0; count];
        unsafe { aw_constant_words(self.0, words.as_mut_ptr(), count) }.then_some(words)
    }

    /// An integer constant of at most 64 bits, zero-extended.
    pub(crate) fn as_u64(self) -> Option<u64> {
        if !self.is_constant_int() {
            return None;
        }
        let width = self.ty().width();
        let words = self.words(width.div_ceil(64) as usize)?;
        words[1..].iter().all(|&w| w == 0).then_some(words[0])
    }

    /// An integer constant, sign-extended or cut to 64 bits.
    pub(crate) fn as_i64(self) -> Option<i64> {
        if !self.is_constant_int() {
            return None;
        }
        let width = self.ty().width();
        let low = self.words(width.div_ceil(64) as usize)?[0];
        let unused = 64 - width.min(64);
        Some(((low << unused) as i64) >> unused)
    }

    /// The bytes of an array or vector of plain numbers.
    pub(crate) fn data(self) -> Vec<u8> {
        unsafe { aw_constant_data(self.0) }.bytes()
    }

    /// An element of a constant aggregate.
    pub(crate) fn element(self, index: u64) -> Option<Value> {
        let index = u32::try_from(index).ok()?;
        unsafe { Value::some(LLVMGetAggregateElement(self.0, index)) }
    }

    /// The text of a metadata string that is an argument.
    pub(crate) fn metadata_text(self) -> String {
        unsafe {
            let mut length = 0;
            let start = LLVMGetMDString(self.0, &mut length);
            Text { start: start.cast(), length: length as usize }.string()
        }
    }

    /// The function or global that this names in a roundabout way.
    pub(crate) fn equivalent(self) -> Option<Value> {
        unsafe { Value::some(aw_equivalent(self.0)) }
    }

    pub(crate) fn constant_opcode(self) -> Opcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    /// Function and block of a block address.
    pub(crate) fn block_address(self) -> (Value, Block) {
        unsafe {
            (
                Value(LLVMGetBlockAddressFunction(self.0)),
                Block(LLVMGetBlockAddressBasicBlock(self.0)),
            )
        }
    }
}

/// Globals and functions.
impl Value {
    pub(crate) fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub(crate) fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    /// The type of what a global is the address of.
    pub(crate) fn value_type(self) -> Type {
        unsafe { Type(LLVMGlobalGetValueType(self.0)) }
    }

    /// The alignment that a global, or an instruction that touches memory, was given; 0 when none.
    pub(crate) fn align(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }

    pub(crate) fn is_thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    pub(crate) fn is_constant_global(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    pub(crate) fn initializer(self) -> Option<Value> {
        unsafe { Value::some(LLVMGetInitializer(self.0)) }
    }

    pub(crate) fn aliasee(self) -> Value {
        unsafe { Value(LLVMAliasGetAliasee(self.0)) }
    }

    /// What an alias stands for in the end.
    pub(crate) fn without_aliases(self) -> Value {
        let mut at = self;
        while at.is_alias() {
            at = at.aliasee();
        }
        at
    }

    pub(crate) fn resolver(self) -> Value {
        unsafe { Value(LLVMGetGlobalIFuncResolver(self.0)) }
    }

    pub(crate) fn is_intrinsic(self) -> bool {
        unsafe { LLVMGetIntrinsicID(self.0) != 0 }
    }

    pub(crate) fn params(self) -> Vec<Value> {
        unsafe {
            let count = LLVMCountParams(self.0);
            (0..count).map(|i| Value(LLVMGetParam(self.0, i))).collect()
        }
    }

    pub(crate) fn blocks(self) -> Vec<Block> {
        let mut blocks = Vec::new();
        unsafe {
            let mut at = LLVMGetFirstBasicBlock(self.0);
            while !at.is_null() {
                blocks.push(Block(at));
                at = LLVMGetNextBasicBlock(at);
            }
        }
        blocks
    }

    /// Whether a function has an attribute, by LLVM's name for it.
    pub(crate) fn has_attribute(self, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(self.0, llvm_sys::LLVMAttributeFunctionIndex, kind)
                .is_null()
        }
    }
}

/// Instructions.
impl Value {
    pub(crate) fn opcode(self) -> Opcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    pub(crate) fn block(self) -> Block {
        unsafe { Block(LLVMGetInstructionParent(self.0)) }
    }

    pub(crate) fn successors(self) -> Vec<Block> {
        unsafe {
            (0..LLVMGetNumSuccessors(self.0)).map(|i| Block(LLVMGetSuccessor(self.0, i))).collect()
        }
    }

    pub(crate) fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.0) != 0 }
    }

    pub(crate) fn incoming(self) -> Vec<(Block, Value)> {
        unsafe {
            (0..LLVMCountIncoming(self.0))
                .map(|i| {
                    (Block(LLVMGetIncomingBlock(self.0, i)), Value(LLVMGetIncomingValue(self.0, i)))
                })
                .collect()
        }
    }

    pub(crate) fn has_nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }

    pub(crate) fn int_predicate(self) -> llvm_sys::LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    pub(crate) fn float_predicate(self) -> llvm_sys::LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    pub(crate) fn allocated_type(self) -> Type {
        unsafe { Type(LLVMGetAllocatedType(self.0)) }
    }

    pub(crate) fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    pub(crate) fn ordering(self) -> llvm_sys::LLVMAtomicOrdering {
        unsafe { LLVMGetOrdering(self.0) }
    }

    /// Orders only against signal handlers of the same thread.
    pub(crate) fn is_single_thread(self) -> bool {
        unsafe { LLVMIsAtomicSingleThread(self.0) != 0 }
    }

    /// The value that leads to a successor of a switch; the first one is the default.
    pub(crate) fn case_value(self, successor: u32) -> Value {
        unsafe { Value(LLVMGetSwitchCaseValue(self.0, successor)) }
    }

    pub(crate) fn exchange_orderings(
        self,
    ) -> (llvm_sys::LLVMAtomicOrdering, llvm_sys::LLVMAtomicOrdering) {
        unsafe { (LLVMGetCmpXchgSuccessOrdering(self.0), LLVMGetCmpXchgFailureOrdering(self.0)) }
    }

    pub(crate) fn rmw_operation(self) -> llvm_sys::LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    /// The type that the first index of an address computation counts in.
    pub(crate) fn source_element_type(self) -> Type {
        unsafe { Type(LLVMGetGEPSourceElementType(self.0)) }
    }

    /// The constant path of `extractvalue` and `insertvalue`.
    pub(crate) fn indices(self) -> Vec<u32> {
        unsafe {
            let count = LLVMGetNumIndices(self.0) as usize;
            let start = LLVMGetIndices(self.0);
            if count == 0 { Vec::new() } else { std::slice::from_raw_parts(start, count).to_vec() }
        }
    }

    /// The lanes a shuffle takes; `None` where the result is undefined.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<u32>> {
        unsafe {
            (0..LLVMGetNumMaskElements(self.0))
                .map(|i| u32::try_from(LLVMGetMaskValue(self.0, i)).ok())
                .collect()
        }
    }
}

/// Calls.
impl Value {
    pub(crate) fn callee(self) -> Value {
        unsafe { Value(LLVMGetCalledValue(self.0)) }
    }

    /// The type of the function that a call calls.
    pub(crate) fn function_type(self) -> Type {
        unsafe { Type(LLVMGetCalledFunctionType(self.0)) }
    }

    pub(crate) fn args(self) -> Vec<Value> {
        unsafe { (0..LLVMGetNumArgOperands(self.0)).map(|i| self.operand(i)).collect() }
    }

    pub(crate) fn arg_align(self, index: u32) -> u32 {
        u32::try_from(unsafe { aw_argument_align(self.0, index) }).unwrap_or(1)
    }

    pub(crate) fn arg_by_value(self, index: u32) -> Option<Type> {
        let ty = unsafe { aw_argument_byval(self.0, index) };
        (!ty.is_null()).then_some(Type(ty))
    }

    pub(crate) fn is_must_tail(self) -> bool {
        unsafe { LLVMGetTailCallKind(self.0) == LLVMTailCallKind::LLVMTailCallKindMustTail }
    }

    pub(crate) fn normal_destination(self) -> Block {
        unsafe { Block(LLVMGetNormalDest(self.0)) }
    }

    pub(crate) fn unwind_destination(self) -> Block {
        unsafe { Block(LLVMGetUnwindDest(self.0)) }
    }

    /// Text and constraints of inline assembly.
    pub(crate) fn assembly(self) -> (String, String) {
        unsafe {
            let mut length = 0;
            let start = LLVMGetInlineAsmAsmString(self.0, &mut length).cast();
            let text = Text { start, length }.string();
            let start = LLVMGetInlineAsmConstraintString(self.0, &mut length).cast();
            (text, Text { start, length }.string())
        }
    }

    pub(crate) fn clauses(self) -> Vec<Value> {
        unsafe { (0..LLVMGetNumClauses(self.0)).map(|i| Value(LLVMGetClause(self.0, i))).collect() }
    }

    pub(crate) fn is_cleanup(self) -> bool {
        unsafe { LLVMIsCleanup(self.0) != 0 }
    }
}

impl Block {
    pub(crate) fn instructions(self) -> Vec<Value> {
        let mut instructions = Vec::new();
        unsafe {
            let mut at = LLVMGetFirstInstruction(self.0);
            while !at.is_null() {
                instructions.push(Value(at));
                at = LLVMGetNextInstruction(at);
            }
        }
        instructions
    }

    /// The phis, which stand first.
    pub(crate) fn phis(self) -> Vec<Value> {
        let mut phis = Vec::new();
        unsafe {
            let mut at = LLVMGetFirstInstruction(self.0);
            while !at.is_null() && Value(at).is_phi() {
                phis.push(Value(at));
                at = LLVMGetNextInstruction(at);
            }
        }
        phis
    }

    pub(crate) fn has_phis(self) -> bool {
        unsafe {
            let first = LLVMGetFirstInstruction(self.0);
            !first.is_null() && Value(first).is_phi()
        }
    }

    pub(crate) fn terminator(self) -> Value {
        unsafe { Value(LLVMGetBasicBlockTerminator(self.0)) }
    }

    pub(crate) fn successors(self) -> Vec<Block> {
        self.terminator().successors()
    }

    /// The blocks that lead here, with repetitions.
    pub(crate) fn predecessors(self) -> Vec<Block> {
        let mut users = unsafe { Value(LLVMBasicBlockAsValue(self.0)) }.users();
        users.retain(|user| user.is_instruction());
        users.into_iter().map(Value::block).collect()
    }

    /// Whether `blockaddress` names it.
    pub(crate) fn is_address_taken(self) -> bool {
        // Of all users of a block, only block addresses are constants.
        unsafe { Value(LLVMBasicBlockAsValue(self.0)) }.users().iter().any(|u| u.is_constant())
    }
}
