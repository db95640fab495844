//! The host's C library, where the answer is to be the host's: mathematics and messages. The only
//! file that calls foreign code.

use std::ffi::{CStr, c_char, c_int, c_long, c_longlong, c_void};

/// Functions of one number, by format. `$use` is a macro that takes the list.
macro_rules! unary_functions {
    ($use:ident) => {
        $use! {
            acos acosf acosl, acosh acoshf acoshl, asin asinf asinl, asinh asinhf asinhl,
            atan atanf atanl, atanh atanhf atanhl, cbrt cbrtf cbrtl, ceil ceilf ceill,
            cos cosf cosl, cosh coshf coshl, erf erff erfl, erfc erfcf erfcl, exp expf expl,
            exp10 exp10f exp10l, exp2 exp2f exp2l, expm1 expm1f expm1l, fabs fabsf fabsl,
            floor floorf floorl, j0 j0f j0l, j1 j1f j1l, log logf logl, log10 log10f log10l,
            log1p log1pf log1pl, log2 log2f log2l, logb logbf logbl,
            nearbyint nearbyintf nearbyintl, rint rintf rintl, round roundf roundl,
            roundeven roundevenf roundevenl, significand significandf significandl, sin sinf sinl,
            sinh sinhf sinhl, sqrt sqrtf sqrtl, tan tanf tanl, tanh tanhf tanhl,
            tgamma tgammaf tgammal, trunc truncf truncl, y0 y0f y0l, y1 y1f y1l
        }
    };
}
pub(crate) use unary_functions;

/// Functions of two numbers.
macro_rules! binary_functions {
    ($use:ident) => {
        $use! {
            atan2 atan2f atan2l, copysign copysignf copysignl, drem dremf dreml, fdim fdimf fdiml,
            fmax fmaxf fmaxl, fmin fminf fminl, fmod fmodf fmodl, hypot hypotf hypotl,
            nextafter nextafterf nextafterl, pow powf powl, remainder remainderf remainderl,
            scalb scalbf scalbl
        }
    };
}
pub(crate) use binary_functions;

/// Functions from a number to a `long` or `long long`, or to an `int`.
macro_rules! rounding_functions {
    ($use:ident) => {
        $use! {
            lrint lrintf lrintl, llrint llrintf llrintl, lround lroundf lroundl,
            llround llroundf llroundl
        }
    };
}
pub(crate) use rounding_functions;

macro_rules! declare_unary {
    ($($double:ident $single:ident $extended:ident),*) => {
        #[link(name = "m")]
        unsafe extern "C" {
            $(
                pub safe fn $double(x: f64) -> f64;
                pub safe fn $single(x: f32) -> f32;
                pub fn $extended();
            )*
        }
    };
}
unary_functions!(declare_unary);

macro_rules! declare_binary {
    ($($double:ident $single:ident $extended:ident),*) => {
        unsafe extern "C" {
            $(
                pub safe fn $double(x: f64, y: f64) -> f64;
                pub safe fn $single(x: f32, y: f32) -> f32;
                pub fn $extended();
            )*
        }
    };
}
binary_functions!(declare_binary);

macro_rules! declare_rounding {
    ($($double:ident $single:ident $extended:ident),*) => {
        unsafe extern "C" {
            $(
                pub safe fn $double(x: f64) -> c_longlong;
                pub safe fn $single(x: f32) -> c_longlong;
                pub fn $extended();
            )*
        }
    };
}
rounding_functions!(declare_rounding);

unsafe extern "C" {
    pub safe fn fma(x: f64, y: f64, z: f64) -> f64;
    pub safe fn fmaf(x: f32, y: f32, z: f32) -> f32;
    pub safe fn ldexp(x: f64, n: c_int) -> f64;
    pub safe fn ldexpf(x: f32, n: c_int) -> f32;
    pub fn ldexpl();
    pub safe fn jn(n: c_int, x: f64) -> f64;
    pub safe fn jnf(n: c_int, x: f32) -> f32;
    pub fn jnl();
    pub safe fn yn(n: c_int, x: f64) -> f64;
    pub safe fn ynf(n: c_int, x: f32) -> f32;
    pub fn ynl();
    pub safe fn ilogb(x: f64) -> c_int;
    pub safe fn ilogbf(x: f32) -> c_int;
    pub fn ilogbl();
    fn frexp(x: f64, exponent: *mut c_int) -> f64;
    fn frexpf(x: f32, exponent: *mut c_int) -> f32;
    fn frexpl();
    fn lgamma_r(x: f64, sign: *mut c_int) -> f64;
    fn lgammaf_r(x: f32, sign: *mut c_int) -> f32;
    fn lgammal_r();
    fn modf(x: f64, whole: *mut f64) -> f64;
    fn modff(x: f32, whole: *mut f32) -> f32;
    fn modfl();
    fn remquo(x: f64, y: f64, quotient: *mut c_int) -> f64;
    fn remquof(x: f32, y: f32, quotient: *mut c_int) -> f32;
    fn remquol();
    fn strsignal(signal: c_int) -> *const c_char;
    fn __errno_location() -> *mut c_int;
}

/// A function whose arguments or result are `long double`, which Rust has no type for.
pub type Extended = unsafe extern "C" fn();

/// What `call` returns and the error number that it left behind, 0 for none.
pub fn with_errno<T>(call: impl FnOnce() -> T) -> (T, i32) {
    // SAFETY: the location is this thread's own and always valid.
    unsafe {
        *__errno_location() = 0;
        let result = call();
        (result, *__errno_location())
    }
}

/// Defines a function that returns a number and, through a pointer, a second result.
macro_rules! with_second_result {
    ($($name:ident = $call:ident($($x:ident: $float:ty),+) -> $second:ty;)*) => {
        $(
            /// The result and what C returns through the pointer.
            pub fn $name($($x: $float),+) -> (f64, $second) {
                let mut second = Default::default();
                // SAFETY: the pointer is to a local of the right type.
                let result = unsafe { $call($($x,)+ &raw mut second) };
                (result.into(), second)
            }
        )*
    };
}

with_second_result! {
    frexp_double = frexp(x: f64) -> c_int;
    frexp_single = frexpf(x: f32) -> c_int;
    lgamma_double = lgamma_r(x: f64) -> c_int;
    lgamma_single = lgammaf_r(x: f32) -> c_int;
    modf_double = modf(x: f64) -> f64;
    modf_single = modff(x: f32) -> f32;
    remquo_double = remquo(x: f64, y: f64) -> c_int;
    remquo_single = remquof(x: f32, y: f32) -> c_int;
}

/// The functions of [`Pointed`].
pub const POINTED: [Extended; 4] = [frexpl, lgammal_r, modfl, remquol];

/// Functions on `long double` with a second result through a pointer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pointed {
    /// `frexpl`.
    Frexp,
    /// `lgammal_r`.
    Lgamma,
    /// `modfl`.
    Modf,
    /// `remquol`.
    Remquo,
}

/// The arguments of a call on `long double`: up to two of them, and a number or a pointer.
#[repr(C, align(16))]
struct Call {
    numbers: [[u8; 16]; 2],
    other: usize,
    integer: i64,
    result: [u8; 16],
}

fn bytes(number: u128) -> [u8; 16] {
    (number & ((1 << 80) - 1)).to_le_bytes()
}

/// Calls a function as the System V ABI of x86-64 has it: each `long double` takes 16 bytes of
/// stack, the result comes back in the first x87 register, or an integer in rax.
#[cfg(target_arch = "x86_64")]
fn run(function: Extended, call: &mut Call, floating: bool) {
    // SAFETY: on entry the stack is aligned for a call. `function` is a function of the C library
    // that takes what `Call` holds: arguments it does not have are ignored. The block keeps its
    // address in a register that the callee preserves, and pops exactly what was pushed on the
    // x87 stack.
    unsafe {
        std::arch::asm!(
            "sub rsp, 32",
            "fld tbyte ptr [r12]",
            "fstp tbyte ptr [rsp]",
            "fld tbyte ptr [r12 + 16]",
            "fstp tbyte ptr [rsp + 16]",
            "mov rdi, [r12 + 32]",
            "call {function}",
            "mov [r12 + 40], rax",
            "test r13, r13",
            "jz 2f",
            "fstp tbyte ptr [r12 + 48]",
            "2:",
            "add rsp, 32",
            function = in(reg) function,
            in("r12") std::ptr::from_mut(call),
            in("r13") usize::from(floating),
            out("rdi") _,
            clobber_abi("C"),
        );
    }
}

#[cfg(target_arch = "x86_64")]
fn call(function: Extended, numbers: [u128; 2], other: usize, floating: bool) -> Option<Call> {
    let numbers = numbers.map(bytes);
    let mut call = Call { numbers, other, integer: 0, result: [0; 16] };
    run(function, &mut call, floating);
    Some(call)
}

/// Only x86-64 has this format and these calls.
#[cfg(not(target_arch = "x86_64"))]
fn call(_: Extended, _: [u128; 2], _: usize, _: bool) -> Option<Call> {
    None
}

/// Calls a function of one or two numbers, and of an integer. `None` where the host has no x87.
pub fn extended(function: Extended, numbers: [u128; 2], integer: i64) -> Option<u128> {
    let done = call(function, numbers, integer as usize, true)?;
    Some(u128::from_le_bytes(done.result))
}

/// Calls a function of a number that returns an integer.
pub fn extended_to_integer(function: Extended, number: u128) -> Option<i64> {
    Some(call(function, [number, 0], 0, false)?.integer)
}

/// Calls a function of numbers that returns a second result through a pointer.
pub fn extended_pointed(which: Pointed, numbers: [u128; 2]) -> Option<(u128, u128)> {
    let mut second = [0u8; 16];
    let address = std::ptr::from_mut(&mut second).cast::<c_void>() as usize;
    let done = call(POINTED[which as usize], numbers, address, true)?;
    Some((u128::from_le_bytes(done.result), u128::from_le_bytes(second)))
}

/// The text of an error number.
pub fn error_text(code: i32) -> String {
    let text = std::io::Error::from_raw_os_error(code).to_string();
    let suffix = format!(" (os error {code})");
    text.strip_suffix(&suffix).unwrap_or(&text).to_string()
}

/// The text of a signal.
pub fn signal_text(signal: i32) -> String {
    // SAFETY: the result is a string that stays until this thread asks again.
    let text = unsafe {
        let text = strsignal(signal);
        if text.is_null() { c"" } else { CStr::from_ptr(text) }.to_owned()
    };
    text.to_string_lossy().into_owned()
}

const _: () =
    assert!(size_of::<c_long>() == size_of::<c_longlong>() || cfg!(target_pointer_width = "32"));
