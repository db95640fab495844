// What LLVM's C interface does not tell: wide constants, and debug information.
// Every function is a plain query; none changes the module.

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm-c/Core.h"
#include "llvm-c/DebugInfo.h"

using namespace llvm;

struct Text {
  const char *start;
  size_t length;
};

static Text text(StringRef s) { return {s.data(), s.size()}; }

// Mirrors `DiType` in src/ir/debug.rs.
struct DiTypeData {
  unsigned tag;
  unsigned encoding;
  uint64_t size_bits;
  uint64_t offset_bits;
  bool bit_field;
  bool is_static;
  Text name;
  LLVMMetadataRef base;
};

// Mirrors `DiVariable`.
struct DiVariableData {
  Text name;
  LLVMMetadataRef type;
  LLVMMetadataRef file;
  unsigned line;
  LLVMMetadataRef scope; // a function, namespace or class; null at file level
  bool global;
};

// Mirrors `DiRecord`.
struct DiRecordData {
  int kind; // 0: another record, 1: a value, 2: the address of the variable
  LLVMMetadataRef variable;
  LLVMValueRef value; // null when there is none or several
  bool plain;         // the expression adds nothing
};

// Mirrors `DiLocation`.
struct DiLocationData {
  unsigned line;
  unsigned column;
  LLVMMetadataRef file;
};

static DIType *as_type(LLVMMetadataRef md) {
  return dyn_cast_or_null<DIType>(unwrap(md));
}

extern "C" {

// The bit pattern of an integer or floating-point constant, low word first.
bool aw_constant_words(LLVMValueRef value, uint64_t *out, size_t count) {
  APInt bits;
  if (auto *i = dyn_cast<ConstantInt>(unwrap(value)))
    bits = i->getValue();
  else if (auto *f = dyn_cast<ConstantFP>(unwrap(value)))
    bits = f->getValueAPF().bitcastToAPInt();
  else
    return false;
  for (size_t i = 0; i < count; i++)
    out[i] = i < bits.getNumWords() ? bits.getRawData()[i] : 0;
  return true;
}

// The bytes of an array or vector of plain numbers, or nothing.
Text aw_constant_data(LLVMValueRef value) {
  if (auto *d = dyn_cast<ConstantDataSequential>(unwrap(value)))
    return text(d->getRawDataValues());
  return {nullptr, 0};
}

// The function or global behind `dso_local_equivalent` and `no_cfi`, or null.
LLVMValueRef aw_equivalent(LLVMValueRef value) {
  if (auto *e = dyn_cast<DSOLocalEquivalent>(unwrap(value)))
    return wrap(e->getGlobalValue());
  if (auto *e = dyn_cast<NoCFIValue>(unwrap(value)))
    return wrap(e->getGlobalValue());
  return nullptr;
}

// The promised alignment of a pointer argument; 1 when there is no promise.
uint64_t aw_argument_align(LLVMValueRef call, unsigned index) {
  return cast<CallBase>(unwrap(call))->getParamAlign(index).valueOrOne().value();
}

// The type an argument is passed by value as, or null.
LLVMTypeRef aw_argument_byval(LLVMValueRef call, unsigned index) {
  return wrap(cast<CallBase>(unwrap(call))->getParamByValType(index));
}

bool aw_is_optimised(LLVMModuleRef module) {
  for (DICompileUnit *unit : unwrap(module)->debug_compile_units())
    if (unit->isOptimized())
      return true;
  return false;
}

static bool lies_in(DILocation *at, StringRef folder) {
  return at->getFilename().contains(folder) || at->getDirectory().contains(folder);
}

// The place of an instruction. Code of the library that was inlined into the program counts as the program's.
bool aw_location(LLVMValueRef instruction, const char *library, DiLocationData *out) {
  DILocation *at = cast<Instruction>(unwrap(instruction))->getDebugLoc().get();
  DILocation *outer = at;
  while (outer && outer->getLine() != 0 && lies_in(outer, library))
    outer = outer->getInlinedAt();
  if (outer)
    at = outer;
  if (!at || at->getLine() == 0)
    return false;
  *out = {at->getLine(), at->getColumn(), wrap(at->getFile())};
  return true;
}

// The symbol of the function in whose source an instruction stands, also where that was inlined.
Text aw_source_symbol(LLVMValueRef instruction) {
  DILocation *at = cast<Instruction>(unwrap(instruction))->getDebugLoc().get();
  DISubprogram *function = at ? at->getScope()->getSubprogram() : nullptr;
  return function ? text(function->getLinkageName()) : Text{nullptr, 0};
}

Text aw_file_name(LLVMMetadataRef file) {
  auto *f = dyn_cast_or_null<DIFile>(unwrap(file));
  return f ? text(f->getFilename()) : Text{nullptr, 0};
}

Text aw_file_directory(LLVMMetadataRef file) {
  auto *f = dyn_cast_or_null<DIFile>(unwrap(file));
  return f ? text(f->getDirectory()) : Text{nullptr, 0};
}

LLVMMetadataRef aw_subprogram(LLVMValueRef function) {
  return wrap(cast<Function>(unwrap(function))->getSubprogram());
}

// The scope around a scope or type; null at the top and for functions.
LLVMMetadataRef aw_scope(LLVMMetadataRef md) {
  auto *scope = dyn_cast_or_null<DIScope>(unwrap(md));
  if (!scope)
    return nullptr;
  DIScope *outer = scope->getScope();
  return outer && (isa<DINamespace>(outer) || isa<DIType>(outer)) ? wrap(outer) : nullptr;
}

// Where a class without a name is written that closures are of; false for everything else.
bool aw_closure(LLVMMetadataRef md, DiLocationData *out) {
  auto *type = dyn_cast_or_null<DICompositeType>(unwrap(md));
  if (!type || type->getTag() != dwarf::DW_TAG_class_type || !type->getName().empty())
    return false;
  *out = {type->getLine(), 0, wrap(type->getFile())};
  return true;
}

Text aw_scope_name(LLVMMetadataRef md) {
  auto *scope = dyn_cast_or_null<DIScope>(unwrap(md));
  return scope ? text(scope->getName()) : Text{nullptr, 0};
}

// What a debug record says; false when it is not about a variable.
bool aw_record(LLVMDbgRecordRef record, DiRecordData *out) {
  *out = {0, nullptr, nullptr, false};
  auto *variable = dyn_cast<DbgVariableRecord>(unwrap(record));
  if (!variable || !variable->getVariable())
    return false;
  out->kind = variable->isDbgDeclare() ? 2 : 1;
  out->variable = wrap(variable->getVariable());
  if (variable->getNumVariableLocationOps() == 1 && !variable->hasArgList())
    out->value = wrap(variable->getVariableLocationOp(0));
  out->plain = variable->getExpression() && variable->getExpression()->getNumElements() == 0;
  return true;
}

// The variable that a global is as a whole: the optimiser may leave parts of one, or a global from
// which the variable's value is to be computed.
LLVMMetadataRef aw_global_variable(LLVMValueRef global) {
  auto *variable = dyn_cast<GlobalVariable>(unwrap(global));
  if (!variable)
    return nullptr;
  SmallVector<DIGlobalVariableExpression *, 1> found;
  variable->getDebugInfo(found);
  for (DIGlobalVariableExpression *each : found)
    if (!each->getExpression() || each->getExpression()->getNumElements() == 0)
      return wrap(each->getVariable());
  return nullptr;
}

// All global variables and enumerations of the source, whether anything is left of them or not.
void aw_source_globals(LLVMModuleRef module, void *context,
                       void (*each)(void *, LLVMMetadataRef)) {
  for (DICompileUnit *unit : unwrap(module)->debug_compile_units()) {
    for (DIGlobalVariableExpression *variable : unit->getGlobalVariables())
      each(context, wrap(variable->getVariable()));
    for (DICompositeType *type : unit->getEnumTypes())
      each(context, wrap(type));
  }
}

// The function, namespace or class a variable is declared in.
static DIScope *variable_scope(DIVariable *variable) {
  if (auto *global = dyn_cast<DIGlobalVariable>(variable))
    if (auto *member = dyn_cast_or_null<DIType>(global->getStaticDataMemberDeclaration()))
      return member->getScope();
  DIScope *scope = variable->getScope();
  if (auto *local = dyn_cast_or_null<DILocalScope>(scope))
    return local->getSubprogram();
  return scope && (isa<DINamespace>(scope) || isa<DIType>(scope)) ? scope : nullptr;
}

bool aw_variable(LLVMMetadataRef md, DiVariableData *out) {
  auto *variable = dyn_cast_or_null<DIVariable>(unwrap(md));
  if (!variable)
    return false;
  *out = {text(variable->getName()), wrap(variable->getType()), wrap(variable->getFile()),
          variable->getLine(), wrap(variable_scope(variable)), isa<DIGlobalVariable>(variable)};
  return true;
}

bool aw_type(LLVMMetadataRef md, DiTypeData *out) {
  DIType *type = as_type(md);
  if (!type)
    return false;
  *out = {type->getTag(), 0, type->getSizeInBits(), type->getOffsetInBits(),
          type->isBitField(), type->isStaticMember(), text(type->getName()), nullptr};
  if (auto *basic = dyn_cast<DIBasicType>(type))
    out->encoding = basic->getEncoding();
  else if (auto *derived = dyn_cast<DIDerivedType>(type))
    out->base = wrap(derived->getBaseType());
  else if (auto *composite = dyn_cast<DICompositeType>(type))
    out->base = wrap(composite->getBaseType());
  return true;
}

size_t aw_type_elements(LLVMMetadataRef md) {
  auto *composite = dyn_cast_or_null<DICompositeType>(unwrap(md));
  return composite ? composite->getElements().size() : 0;
}

LLVMMetadataRef aw_type_element(LLVMMetadataRef md, size_t index) {
  return wrap(cast<DICompositeType>(unwrap(md))->getElements()[index]);
}

// The number of elements of one dimension of an array; 0 when it is not constant.
uint64_t aw_subrange(LLVMMetadataRef md) {
  auto *range = dyn_cast_or_null<DISubrange>(unwrap(md));
  if (!range)
    return 0;
  if (auto *count = dyn_cast_if_present<ConstantInt *>(range->getCount()))
    return count->getSExtValue() < 0 ? 0 : count->getZExtValue();
  return 0;
}

// The readable form of a symbol's name, for LLVMDisposeMessage.
char *aw_demangle(const char *name) { return LLVMCreateMessage(llvm::demangle(name).c_str()); }

bool aw_enumerator(LLVMMetadataRef md, int64_t *value, Text *name) {
  auto *enumerator = dyn_cast_or_null<DIEnumerator>(unwrap(md));
  if (!enumerator)
    return false;
  const APInt &bits = enumerator->getValue();
  *value = (enumerator->isUnsigned() ? bits.zextOrTrunc(64) : bits.sextOrTrunc(64)).getSExtValue();
  *name = text(enumerator->getName());
  return true;
}

} // extern "C"
