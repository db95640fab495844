//! Functions that need no call.

/// Reasons, and the functions that they are about.
pub const ALL: &[(&str, &str)] = &[
    (
        "They choose a value, as `__VERIFIER_nondet_bool` does.",
        "
__VERIFIER_nondet_char __VERIFIER_nondet_charp __VERIFIER_nondet_const_char_pointer
__VERIFIER_nondet_double __VERIFIER_nondet_float __VERIFIER_nondet_int
__VERIFIER_nondet_int128 __VERIFIER_nondet_loff_t __VERIFIER_nondet_long
__VERIFIER_nondet_longlong __VERIFIER_nondet_pchar __VERIFIER_nondet_pointer
__VERIFIER_nondet_s128 __VERIFIER_nondet_s16 __VERIFIER_nondet_s32 __VERIFIER_nondet_s64
__VERIFIER_nondet_s8 __VERIFIER_nondet_schar __VERIFIER_nondet_sector_t
__VERIFIER_nondet_short __VERIFIER_nondet_size_t __VERIFIER_nondet_ssize_t
__VERIFIER_nondet_u128 __VERIFIER_nondet_u16 __VERIFIER_nondet_u32 __VERIFIER_nondet_u64
__VERIFIER_nondet_u8 __VERIFIER_nondet_uchar __VERIFIER_nondet_uint
__VERIFIER_nondet_uint128 __VERIFIER_nondet_ulong __VERIFIER_nondet_ulonglong
__VERIFIER_nondet_unsigned __VERIFIER_nondet_unsigned_char __VERIFIER_nondet_unsigned_int
__VERIFIER_nondet_unsigned_long __VERIFIER_nondet_ushort
",
    ),
    (
        "Propositions are compared in crates/vm/tests/temporal.",
        "
__allways_ap __allways_ap_end __allways_ap_global __allways_ap_local __allways_ap_set
",
    ),
    (
        "The model of `raise` in runtime/ alone calls them.",
        "
__allways_signal_default __allways_signal_handler
",
    ),
    (
        "The C++ runtime alone calls them: tests/programs/cpp compares all reductions.",
        "
_Unwind_Backtrace _Unwind_DeleteException _Unwind_RaiseException
__abort_message __allways_atomic_notify __allways_atomic_wait __allways_time_is_over
",
    ),
    (
        "The answer is always the same.",
        "
__atomic_is_lock_free __fdelt_chk get_nprocs get_nprocs_conf getpagesize getpid getppid
pthread_getconcurrency pthread_setconcurrency sysconf tzset
",
    ),
    (
        "Characters: constant tables alone are read.",
        "
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc _tolower _toupper isalnum isalpha
isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
toascii tolower toupper
",
    ),
    (
        "They compute from their arguments alone.",
        "
__finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl __isinf __isinff
__isinfl __isnan __isnanf __isnanl __powidf2 __powisf2 __powixf2 __signbit __signbitf
__signbitl abs acos acosf acosh acoshf acoshl acosl asin asinf asinh asinhf asinhl asinl
atan atan2 atan2f atan2l atanf atanh atanhf atanhl atanl cbrt cbrtf cbrtl ceil ceilf ceill
copysign copysignf copysignl cos cosf cosh coshf coshl cosl difftime drem dremf dreml erf
erfc erfcf erfcl erff erfl exp exp10 exp10f exp10l exp2 exp2f exp2l expf expl expm1 expm1f
expm1l fabs fabsf fabsl fdim fdimf fdiml ffs ffsl ffsll finite finitef finitel floor floorf
floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl hypot hypotf hypotl
ilogb ilogbf ilogbl imaxabs isinf isinff isinfl isnan isnanf isnanl j0 j0f j0l j1 j1f j1l jn
jnf jnl labs ldexp ldexpf ldexpl llabs llrint llrintf llrintl llround llroundf llroundl log
log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf logl lrint
lrintf lrintl lround lroundf lroundl nearbyint nearbyintf nearbyintl nextafter nextafterf
nextafterl nexttoward nexttowardf nexttowardl pow powf powl remainder remainderf remainderl
rint rintf rintl round roundeven roundevenf roundevenl roundf roundl scalb scalbf scalbl
scalbln scalblnf scalblnl scalbn scalbnf scalbnl significand significandf significandl sin
sinf sinh sinhf sinhl sinl sqrt sqrtf sqrtl tan tanf tanh tanhf tanhl tanl tgamma tgammaf
tgammal trunc truncf truncl y0 y0f y0l y1 y1f y1l yn ynf ynl
",
    ),
    (
        "Other names of functions that are called, for which compilers need to know what they are.",
        "
__longjmp_chk setjmp sigsetjmp
",
    ),
    (
        "`pthread_cleanup_push` and cancellation make them: random sources have both.",
        "
__pthread_register_cancel __pthread_register_cancel_defer __pthread_unregister_cancel
__pthread_unregister_cancel_restore __pthread_unwind_next
",
    ),
];
