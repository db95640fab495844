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
nondet_bool nondet_char nondet_schar nondet_uchar nondet_unsigned_char nondet_short
nondet_ushort nondet_unsigned_short nondet_int nondet_uint nondet_unsigned
nondet_unsigned_int nondet_longlong nondet_long_long nondet_ulonglong
nondet_unsigned_long_long nondet_long nondet_ulong nondet_unsigned_long nondet_size_t
nondet_ssize_t nondet_float nondet_double nondet_pointer
",
    ),
    (
        "Propositions are compared in crates/vm/tests/temporal.",
        "
__allways_ap __allways_ap_end __allways_ap_global __allways_ap_local __allways_ap_set
",
    ),
    (
        "The models of signals in runtime/ alone call them, and touch what belongs to one thread.",
        "
__allways_block_signals __allways_blocked_signals __allways_next_signal __allways_signal_default
__allways_signal_handler __allways_waiting_signals
",
    ),
    (
        "They end the check with a reason.",
        "
__allways_refuse_descriptor __allways_refuse_float_flags __allways_refuse_mapping
__allways_refuse_protection __allways_refuse_rounding
",
    ),
    (
        "They do nothing.",
        "
__VERIFIER_loop_begin __VERIFIER_spin_end __VERIFIER_spin_start __goblint_split_begin
__goblint_split_end
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
__allways_ticks __atomic_is_lock_free __fdelt_chk get_nprocs get_nprocs_conf getpagesize getpid getppid
pthread_getconcurrency pthread_setconcurrency __sysconf sysconf tzset
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
__allways_cacos __allways_cacosf __allways_cacosh __allways_cacoshf __allways_casin
__allways_casinf __allways_casinh __allways_casinhf __allways_catan __allways_catanf
__allways_catanh __allways_catanhf __allways_ccos __allways_ccosf __allways_ccosh
__allways_ccoshf __allways_cexp __allways_cexpf __allways_clog __allways_clogf
__allways_clog10 __allways_clog10f __allways_csin __allways_csinf __allways_csinh
__allways_csinhf __allways_csqrt __allways_csqrtf __allways_ctan __allways_ctanf
__allways_ctanh __allways_ctanhf __allways_cpow __allways_cpowf
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
