/* allways.h - what a program can say to the model checker Allways.
 *
 *   vassert(e)               must hold whenever it is reached, like assert
 *   arbitrary(n)             any value 0 ... n-1; all of them are explored
 *   range(var, lo, hi)       var takes each value lo ... hi
 *   beginatomic()            no other thread runs from here to endatomic(),
 *   endatomic()              unless this one blocks in between
 *   vlock(&x), vunlock(&x)   lock and unlock any variable or resource by its address
 *   trace(fmt, ...)          a line in the counterexample, formatted like printf
 *   malloc_guaranteed(n)     an allocation that never fails
 *
 *   LTL(name, formula)       a temporal property of the program: at file scope, with or without `;`
 *   LTL(formula)             the same, named after its line (`ltl_12`)
 *   ap(P)                    proposition P holds in the one state this call makes, and no longer
 *   ap_set(P, v)             P keeps the value v from here on
 *   ap_global(P, fn, x, ...) P is fn(x, ...) over global variables, at all times
 *   ap_local(P, fn, y, ...)  P is fn(y, ...) over variables of this scope, while the scope lives
 *
 *   allways_abstract[...]    where the function of --abstraction writes the abstract state: states
 *                            with the same one, and the threads at the same places, are one
 *
 * P is an enumerator; a formula refers to it by its name:
 *
 *   enum AP { Sent, Recv };
 *   LTL(served, G (Sent -> F Recv));
 *
 * Every construct also exists with the prefix `allways_`; define ALLWAYS_NO_SHORT_NAMES before the
 * #include to have these only. The checker defines __ALLWAYS__. In all other builds a construct does
 * the natural thing (vassert, arbitrary, range, trace, malloc_guaranteed) or nothing (the rest: a
 * program that must also run elsewhere needs real locks beside vlock and beginatomic).
 *
 * For C11, C++17 and later, with gcc or clang.
 */
#ifndef ALLWAYS_H
#define ALLWAYS_H

#include <stddef.h>

#ifndef __ALLWAYS__
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#endif

/* ---- Preprocessor helpers. Names that end in `_` are for this header alone. ---- */

#define ALLWAYS_CAT_(a, b) ALLWAYS_CAT2_(a, b)
#define ALLWAYS_CAT2_(a, b) a##b
#define ALLWAYS_STRING_(a) ALLWAYS_STRING2_(a)
#define ALLWAYS_STRING2_(a) #a
#define ALLWAYS_PICK_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, n, ...) n
/* How many arguments, 1 ... 16. */
#define ALLWAYS_COUNT_(...) \
  ALLWAYS_PICK_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
/* 1 for one argument, 2 for 2 ... 16. (No letters: the user's macros may change them.) */
#define ALLWAYS_ONE_OR_MORE_(...) \
  ALLWAYS_PICK_(__VA_ARGS__, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 0)
/* A name no other use in this file has. Only after `__extension__`: pedantic clang objects to
 * __COUNTER__ otherwise. */
#define ALLWAYS_UNIQUE_(prefix) ALLWAYS_CAT_(prefix, __COUNTER__)

#ifdef __cplusplus
#define ALLWAYS_ID_(P) static_cast<int>(P)
#else
#define ALLWAYS_ID_(P) ((int)(P))
#endif

#ifdef __ALLWAYS__

/* ---- Checked builds: functions that the checker models, known to it by these symbols. ---- */

#ifdef __cplusplus
extern "C" {
#endif

void __allways_assert(int cond, const char *expr, const char *file, unsigned line, const char *func);
long long __allways_range(long long lo, long long hi);
void __allways_ap(int id, const char *name);
void __allways_ap_set(int id, const char *name, int value);
/* After `count`, three arguments per variable: its address, its size (unsigned) and its kind
 * (unsigned, ALLWAYS_..._ below). `fn` returns its verdict as bool or int. */
void __allways_ap_global(int id, const char *name, void (*fn)(void), unsigned count, ...);
/* The same; the result names the binding for __allways_ap_end. */
int __allways_ap_local(int id, const char *name, void (*fn)(void), unsigned count, ...);
void __allways_ap_end(int token);

/* The symbol is given by hand, so that the call stands on the user's line and is not a macro. */
#define ALLWAYS_MODEL_(prefix)                                                         \
  int prefix##arbitrary(unsigned n) __asm__("__allways_choose");                       \
  void prefix##beginatomic(void) __asm__("__allways_atomic_begin");                    \
  void prefix##endatomic(void) __asm__("__allways_atomic_end");                        \
  void prefix##vlock(const volatile void *address) __asm__("__allways_lock");          \
  void prefix##vunlock(const volatile void *address) __asm__("__allways_unlock");      \
  void *prefix##malloc_guaranteed(size_t size) __asm__("__allways_malloc_guaranteed"); \
  void prefix##trace(const char *fmt, ...) __asm__("__allways_trace")                  \
      __attribute__((format(printf, 1, 2)))

ALLWAYS_MODEL_(allways_);
#ifndef ALLWAYS_NO_SHORT_NAMES
ALLWAYS_MODEL_();
#endif

/* Zero before the function of --abstraction is called. */
#define ALLWAYS_ABSTRACT_SIZE 256
extern unsigned char allways_abstract[ALLWAYS_ABSTRACT_SIZE];

#ifdef __cplusplus
}
#endif

#define ALLWAYS_VASSERT_(cond, text) __allways_assert((cond) ? 1 : 0, text, __FILE__, __LINE__, __func__)
#define ALLWAYS_ANY_ __allways_range
#define ALLWAYS_AP_(P, name) __allways_ap(ALLWAYS_ID_(P), name)
#define ALLWAYS_AP_SET_(P, name, v) __allways_ap_set(ALLWAYS_ID_(P), name, (v) ? 1 : 0)
#define ALLWAYS_AP_GLOBAL_(P, name, ...) \
  __allways_ap_global(ALLWAYS_ID_(P), name, ALLWAYS_BIND_(__VA_ARGS__))
#define ALLWAYS_AP_LOCAL_VALUE_(P, name, ...) \
  __allways_ap_local(ALLWAYS_ID_(P), name, ALLWAYS_BIND_(__VA_ARGS__))

/* A constant "name\0formula" that no optimiser drops, under a symbol that C++ does not mangle. The last
 * __extension__ is a prefix of the next declaration, or makes the user's `;` a declaration that no
 * compiler complains about. (So the very last line of a file needs its `;`.) */
#define ALLWAYS_LTL_(...)                                                              \
  __extension__ ALLWAYS_LTL_TEXT_AS_(ALLWAYS_UNIQUE_(__allways_ltl_),                  \
      ALLWAYS_CAT_(ALLWAYS_LTL_TEXT_, ALLWAYS_ONE_OR_MORE_(__VA_ARGS__))(__VA_ARGS__)) \
  __extension__
#define ALLWAYS_LTL_TEXT_AS_(symbol, text) \
  static const char symbol[] __asm__(ALLWAYS_STRING_(symbol)) __attribute__((used)) = text;
#define ALLWAYS_LTL_TEXT_1(formula) "ltl_" ALLWAYS_STRING_(__LINE__) "\0" #formula
#define ALLWAYS_LTL_TEXT_2(name, ...) #name "\0" #__VA_ARGS__

/* ALLWAYS_BIND_(fn, x, ...): the function and its variables, as __allways_ap_global takes them. */
#define ALLWAYS_BIND_(...) ALLWAYS_CAT_(ALLWAYS_BIND_, ALLWAYS_COUNT_(__VA_ARGS__))(__VA_ARGS__)
#define ALLWAYS_BIND_1(fn) ALLWAYS_FN_0_(fn), 0u
#define ALLWAYS_BIND_2(fn, ...) ALLWAYS_FN_(fn, __VA_ARGS__), 1u, ALLWAYS_VAR_(__VA_ARGS__)
#define ALLWAYS_BIND_3(fn, ...) ALLWAYS_FN_(fn, __VA_ARGS__), 2u, ALLWAYS_VARS_2_(__VA_ARGS__)
#define ALLWAYS_BIND_4(fn, ...) ALLWAYS_FN_(fn, __VA_ARGS__), 3u, ALLWAYS_VARS_3_(__VA_ARGS__)
#define ALLWAYS_BIND_5(fn, ...) ALLWAYS_FN_(fn, __VA_ARGS__), 4u, ALLWAYS_VARS_4_(__VA_ARGS__)
#define ALLWAYS_BIND_6(fn, ...) ALLWAYS_FN_(fn, __VA_ARGS__), 5u, ALLWAYS_VARS_5_(__VA_ARGS__)
#define ALLWAYS_BIND_7(fn, ...) ALLWAYS_FN_(fn, __VA_ARGS__), 6u, ALLWAYS_VARS_6_(__VA_ARGS__)
#define ALLWAYS_VARS_2_(x, ...) ALLWAYS_VAR_(x), ALLWAYS_VAR_(__VA_ARGS__)
#define ALLWAYS_VARS_3_(x, ...) ALLWAYS_VAR_(x), ALLWAYS_VARS_2_(__VA_ARGS__)
#define ALLWAYS_VARS_4_(x, ...) ALLWAYS_VAR_(x), ALLWAYS_VARS_3_(__VA_ARGS__)
#define ALLWAYS_VARS_5_(x, ...) ALLWAYS_VAR_(x), ALLWAYS_VARS_4_(__VA_ARGS__)
#define ALLWAYS_VARS_6_(x, ...) ALLWAYS_VAR_(x), ALLWAYS_VARS_5_(__VA_ARGS__)

/* The kind of a variable says how the checker makes fn's argument of it. */
#define ALLWAYS_SIGNED_ 1u   /* load a signed integer of `size` bytes, convert as C does */
#define ALLWAYS_UNSIGNED_ 2u /* load an unsigned integer or _Bool of `size` bytes, convert */
#define ALLWAYS_FLOATING_ 3u /* load a float, double or long double (`size` tells), convert */
#define ALLWAYS_POINTER_ 4u  /* load a pointer */
#define ALLWAYS_ADDRESS_ 5u  /* load nothing: the argument is the address itself */

#ifdef __cplusplus

/* In C++ a generated function takes the variables by address and calls fn as the language would, so
 * references, classes, std::atomic and overloads work; the checker only passes the addresses. */
#define ALLWAYS_FN_0_(fn) allways_thunk_([]() -> bool { return static_cast<bool>(fn()); })
#define ALLWAYS_FN_(fn, ...)                                                                        \
  allways_thunk_([](auto *...allways_v_) -> bool { return static_cast<bool>(fn(*allways_v_...)); }, \
                 __VA_ARGS__)
#define ALLWAYS_VAR_(x) \
  static_cast<const volatile void *>(__builtin_addressof(x)), static_cast<unsigned>(sizeof(x)), ALLWAYS_ADDRESS_

template <class Fn, class... Variable>
inline auto allways_thunk_(Fn fn, Variable &...) -> void (*)() {
  bool (*typed)(Variable *...) = fn;
  return reinterpret_cast<void (*)()>(typed);
}

struct allways_scope_ {
  explicit allways_scope_(int bound) : token(bound) {}
  ~allways_scope_() { __allways_ap_end(token); }
  allways_scope_(const allways_scope_ &) = delete;
  allways_scope_ &operator=(const allways_scope_ &) = delete;
  int token;
};

#define ALLWAYS_AP_LOCAL_(P, name, ...)                               \
  __extension__ const allways_scope_ ALLWAYS_UNIQUE_(allways_scope_)( \
      ALLWAYS_AP_LOCAL_VALUE_(P, name, __VA_ARGS__))

#else /* C */

#define ALLWAYS_FN_0_(fn) ((void (*)(void))(fn))
#define ALLWAYS_FN_(fn, ...) ALLWAYS_FN_0_(fn)
#define ALLWAYS_VAR_(x) ((const volatile void *)&(x)), ((unsigned)sizeof(x)), ALLWAYS_KIND_(x)
#define ALLWAYS_KIND_(x)                                                                  \
  ((unsigned)_Generic((x),                                                                \
      char: (char)-1 < 0 ? ALLWAYS_SIGNED_ : ALLWAYS_UNSIGNED_,                           \
      signed char: ALLWAYS_SIGNED_, short: ALLWAYS_SIGNED_, int: ALLWAYS_SIGNED_,         \
      long: ALLWAYS_SIGNED_, long long: ALLWAYS_SIGNED_, _Bool: ALLWAYS_UNSIGNED_,        \
      unsigned char: ALLWAYS_UNSIGNED_, unsigned short: ALLWAYS_UNSIGNED_,                \
      unsigned: ALLWAYS_UNSIGNED_, unsigned long: ALLWAYS_UNSIGNED_,                      \
      unsigned long long: ALLWAYS_UNSIGNED_, float: ALLWAYS_FLOATING_,                    \
      double: ALLWAYS_FLOATING_, long double: ALLWAYS_FLOATING_,                          \
      default: ALLWAYS_IS_ARRAY_(x) ? ALLWAYS_ADDRESS_ : ALLWAYS_POINTER_) +              \
   0u * (unsigned)sizeof(struct {                                                         \
     _Static_assert(__builtin_classify_type(x) != 12 && __builtin_classify_type(x) != 13, \
                    "ap_global and ap_local take numbers, pointers and arrays; "          \
                    "let the function read a struct or union by itself");                 \
     int allways_unused_;                                                                 \
   }))
/* `?:` makes a pointer of an array and drops `_Atomic`; everything else keeps its type. */
#define ALLWAYS_VALUE_TYPE_(x) __typeof__(1 ? (x) : (x))
#define ALLWAYS_IS_ARRAY_(x)                                               \
  (!__builtin_types_compatible_p(__typeof__(x), ALLWAYS_VALUE_TYPE_(x)) && \
   !__builtin_types_compatible_p(__typeof__(x), _Atomic(ALLWAYS_VALUE_TYPE_(x))))

static inline __attribute__((unused)) void allways_scope_end_(const int *token) { __allways_ap_end(*token); }

#define ALLWAYS_AP_LOCAL_(P, name, ...)                   \
  __extension__ const int ALLWAYS_UNIQUE_(allways_scope_) \
      __attribute__((unused, cleanup(allways_scope_end_))) = ALLWAYS_AP_LOCAL_VALUE_(P, name, __VA_ARGS__)

#endif /* C */

#else /* ordinary builds */

#define ALLWAYS_FUNCTION_ static inline __attribute__((unused))

#define ALLWAYS_ABSTRACT_SIZE 256
static __attribute__((unused)) unsigned char allways_abstract[ALLWAYS_ABSTRACT_SIZE];

ALLWAYS_FUNCTION_ void allways_failed_(const char *expr, const char *file, int line, const char *func) {
  fprintf(stderr, "%s:%d: %s: vassert `%s` failed\n", file, line, func, expr);
  abort();
}

/* Some value; srand chooses the sequence. */
ALLWAYS_FUNCTION_ unsigned long long allways_random_(void) {
  unsigned long long high = (unsigned)rand(), middle = (unsigned)rand(), low = (unsigned)rand();
  return high << 44 ^ middle << 22 ^ low;
}

ALLWAYS_FUNCTION_ long long allways_any_of_(long long lo, long long hi) {
  unsigned long long values = (unsigned long long)hi - (unsigned long long)lo + 1;
  if (hi <= lo) return lo;
  return (long long)((unsigned long long)lo + (values ? allways_random_() % values : allways_random_()));
}

ALLWAYS_FUNCTION_ void *allways_allocate_(size_t size) {
  void *memory = malloc(size ? size : 1);
  if (!memory) {
    fprintf(stderr, "malloc_guaranteed: no memory\n");
    abort();
  }
  return memory;
}

ALLWAYS_FUNCTION_ __attribute__((format(printf, 1, 0))) void allways_print_(const char *fmt, va_list args) {
  vfprintf(stderr, fmt, args);
  fputc('\n', stderr);
}

#define ALLWAYS_NATURAL_(prefix)                                                                     \
  ALLWAYS_FUNCTION_ int prefix##arbitrary(unsigned n) {                                              \
    return (int)allways_any_of_(0, (long long)n - 1);                                                \
  }                                                                                                  \
  ALLWAYS_FUNCTION_ void prefix##beginatomic(void) {}                                                \
  ALLWAYS_FUNCTION_ void prefix##endatomic(void) {}                                                  \
  ALLWAYS_FUNCTION_ void prefix##vlock(const volatile void *address) { (void)address; }              \
  ALLWAYS_FUNCTION_ void prefix##vunlock(const volatile void *address) { (void)address; }            \
  ALLWAYS_FUNCTION_ void *prefix##malloc_guaranteed(size_t size) { return allways_allocate_(size); } \
  ALLWAYS_FUNCTION_ __attribute__((format(printf, 1, 2))) void prefix##trace(const char *fmt, ...) { \
    va_list args;                                                                                    \
    va_start(args, fmt);                                                                             \
    allways_print_(fmt, args);                                                                       \
    va_end(args);                                                                                    \
  }                                                                                                  \
  ALLWAYS_FUNCTION_ void prefix##trace(const char *fmt, ...)

ALLWAYS_NATURAL_(allways_);
#ifndef ALLWAYS_NO_SHORT_NAMES
ALLWAYS_NATURAL_();
#endif

#ifdef NDEBUG
#define ALLWAYS_VASSERT_(cond, text) ((void)(1 || (cond)))
#else
#define ALLWAYS_VASSERT_(cond, text) ((cond) ? (void)0 : allways_failed_(text, __FILE__, __LINE__, __func__))
#endif
#define ALLWAYS_ANY_ allways_any_of_
#define ALLWAYS_LTL_(...) __extension__

/* Propositions are compiled, so that a build finds their mistakes, but never run. */
#define ALLWAYS_AP_(P, name) ((void)ALLWAYS_ID_(P))
#define ALLWAYS_AP_SET_(P, name, v) ((void)ALLWAYS_ID_(P), (void)(v))
#define ALLWAYS_AP_GLOBAL_(P, name, ...) ((void)ALLWAYS_ID_(P), ALLWAYS_NEVER_(__VA_ARGS__))
#define ALLWAYS_AP_LOCAL_(P, name, ...)                                             \
  __extension__ const int ALLWAYS_UNIQUE_(allways_scope_) __attribute__((unused)) = \
      ((void)ALLWAYS_ID_(P), ALLWAYS_NEVER_(__VA_ARGS__), 0)
#define ALLWAYS_NEVER_(...) ALLWAYS_CAT_(ALLWAYS_NEVER_, ALLWAYS_ONE_OR_MORE_(__VA_ARGS__))(__VA_ARGS__)
#define ALLWAYS_NEVER_1(fn) (0 ? (void)(fn)() : (void)0)
#define ALLWAYS_NEVER_2(fn, ...) (0 ? (void)(fn)(__VA_ARGS__) : (void)0)

#endif /* ordinary builds */

#ifdef __cplusplus
/* A value that becomes whatever number, enumerator or std::atomic it is assigned to. */
template <bool> struct allways_if_;
template <> struct allways_if_<true> {
  typedef void type;
};
struct allways_number_ {
  long long value;
  template <class Number, class = typename allways_if_<!__is_class(Number)>::type>
  operator Number() const {
    return static_cast<Number>(value);
  }
};
#define ALLWAYS_RANGE_(var, lo, hi) ((void)((var) = allways_number_{ALLWAYS_ANY_((lo), (hi))}))
#else
#define ALLWAYS_RANGE_(var, lo, hi) ((void)((var) = ALLWAYS_ANY_((lo), (hi))))
#endif

/* ---- The constructs that must be macros: they need a name, a text, a place or a scope. ---- */

#define allways_vassert(...) ALLWAYS_VASSERT_((__VA_ARGS__), #__VA_ARGS__)
#define allways_range(var, lo, hi) ALLWAYS_RANGE_(var, lo, hi)
/* Macros in a formula are expanded, so `G {count <= LIMIT}` means what it says. */
#define allways_LTL(...) ALLWAYS_LTL_(__VA_ARGS__)
#define allways_ap(P) ALLWAYS_AP_(P, #P)
#define allways_ap_set(P, v) ALLWAYS_AP_SET_(P, #P, v)
/* Up to six variables; none at all when fn reads what it needs by itself. */
#define allways_ap_global(P, ...) ALLWAYS_AP_GLOBAL_(P, #P, __VA_ARGS__)
/* A declaration: the binding ends with the block it stands in. */
#define allways_ap_local(P, ...) ALLWAYS_AP_LOCAL_(P, #P, __VA_ARGS__)

#ifndef ALLWAYS_NO_SHORT_NAMES
#define vassert(...) ALLWAYS_VASSERT_((__VA_ARGS__), #__VA_ARGS__)
#define range(var, lo, hi) ALLWAYS_RANGE_(var, lo, hi)
#define LTL(...) ALLWAYS_LTL_(__VA_ARGS__)
#define ap(P) ALLWAYS_AP_(P, #P)
#define ap_set(P, v) ALLWAYS_AP_SET_(P, #P, v)
#define ap_global(P, ...) ALLWAYS_AP_GLOBAL_(P, #P, __VA_ARGS__)
#define ap_local(P, ...) ALLWAYS_AP_LOCAL_(P, #P, __VA_ARGS__)
#endif

#endif /* ALLWAYS_H */
