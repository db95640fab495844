//! The host's C library, where the answer is to be the host's: mathematics and messages. The only
//! file that calls foreign code.
//!
//! Functions are looked up by name at run time. Linked in the ordinary way some would be those of
//! Rust's own support library, which round differently and leave `errno` alone.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::LazyLock;

unsafe extern "C" {
    fn dlopen(file: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn strsignal(signal: c_int) -> *const c_char;
    fn __errno_location() -> *mut c_int;
}

/// The address of a function, if the host has it.
fn find(name: &CStr) -> Option<*const c_void> {
    static LIBRARY: LazyLock<usize> = LazyLock::new(|| {
        const NOW: c_int = 2;
        // SAFETY: both arguments are valid; a null file is the program itself.
        let libm = unsafe { dlopen(c"libm.so.6".as_ptr(), NOW) };
        let whole = || unsafe { dlopen(std::ptr::null(), NOW) };
        (if libm.is_null() { whole() } else { libm }) as usize
    });
    // SAFETY: the library is one that `dlopen` gave, or null, which means all that are loaded.
    let found = unsafe { dlsym(*LIBRARY as *mut c_void, name.as_ptr()) };
    (!found.is_null()).then_some(found.cast_const())
}

/// Defines types of functions that the host may have. Only the lists below make values of them, so
/// that a name always goes with its type. `None` is a function that the host does not have.
macro_rules! signatures {
    ($($name:ident($($arg:ident: $ty:ty),*) -> $result:ty;)*) => {
        $(
            #[doc = concat!("A function (", stringify!($($ty),*), ") -> ", stringify!($result), ".")]
            #[derive(Copy, Clone, Debug)]
            pub struct $name(&'static CStr);

            impl $name {
                /// Calls it.
                pub fn call(self, $($arg: $ty),*) -> Option<$result> {
                    let found = find(self.0)?;
                    // SAFETY: the lists below give each name its type, and pointers are to locals.
                    unsafe {
                        let function: unsafe extern "C" fn($($ty),*) -> $result =
                            std::mem::transmute(found);
                        Some(function($($arg),*))
                    }
                }
            }
        )*
    };
}

signatures! {
    Double(x: f64) -> f64;
    Single(x: f32) -> f32;
    Double2(x: f64, y: f64) -> f64;
    Single2(x: f32, y: f32) -> f32;
    Double3(x: f64, y: f64, z: f64) -> f64;
    Single3(x: f32, y: f32, z: f32) -> f32;
    DoubleToLong(x: f64) -> i64;
    SingleToLong(x: f32) -> i64;
    DoubleToInt(x: f64) -> c_int;
    SingleToInt(x: f32) -> c_int;
    DoubleAndInt(x: f64, n: c_int) -> f64;
    SingleAndInt(x: f32, n: c_int) -> f32;
    IntAndDouble(n: c_int, x: f64) -> f64;
    IntAndSingle(n: c_int, x: f32) -> f32;
    DoublePointed(x: f64, second: *mut c_int) -> f64;
    SinglePointed(x: f32, second: *mut c_int) -> f32;
    Double2Pointed(x: f64, y: f64, second: *mut c_int) -> f64;
    Single2Pointed(x: f32, y: f32, second: *mut c_int) -> f32;
    DoubleSplit(x: f64, whole: *mut f64) -> f64;
    SingleSplit(x: f32, whole: *mut f32) -> f32;
    ComplexDouble(z: Complex<f64>) -> Complex<f64>;
    ComplexSingle(z: Complex<f32>) -> Complex<f32>;
    ComplexDouble2(z: Complex<f64>, n: Complex<f64>) -> Complex<f64>;
    ComplexSingle2(z: Complex<f32>, n: Complex<f32>) -> Complex<f32>;
}

/// A complex number: the ABI passes it as a struct of its parts.
#[derive(Copy, Clone, Debug)]
#[repr(C)]
pub struct Complex<T>(pub [T; 2]);

/// A function of `long double`, which Rust has no type for: up to two numbers, and an `int` or a
/// pointer.
#[derive(Copy, Clone, Debug)]
pub struct Extended(&'static CStr);

/// Names the functions of a list: a constant for each, of the type behind it.
macro_rules! functions {
    ($($name:ident: $ty:ident),* $(,)?) => {
        $(
            #[allow(non_upper_case_globals, reason = "the name is the function's")]
            pub const $name: $ty = $ty(c_name(concat!(stringify!($name), "\0")));
        )*
    };
}

const fn c_name(name: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(name.as_bytes()) {
        Ok(name) => name,
        Err(_) => panic!("a name ends with its zero"),
    }
}

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

/// Functions from a number to a `long` or `long long`.
macro_rules! rounding_functions {
    ($use:ident) => {
        $use! {
            lrint lrintf lrintl, llrint llrintf llrintl, lround lroundf lroundl,
            llround llroundf llroundl
        }
    };
}
pub(crate) use rounding_functions;

/// Functions of one complex number.
macro_rules! complex_functions {
    ($use:ident) => {
        $use! {
            cacos cacosf, cacosh cacoshf, casin casinf, casinh casinhf, catan catanf, catanh catanhf,
            ccos ccosf, ccosh ccoshf, cexp cexpf, clog clogf, clog10 clog10f, csin csinf, csinh csinhf,
            csqrt csqrtf, ctan ctanf, ctanh ctanhf
        }
    };
}
pub(crate) use complex_functions;

macro_rules! complex_constants {
    ($($d:ident $s:ident),*) => { functions! { $($d: ComplexDouble, $s: ComplexSingle,)* } };
}
complex_functions!(complex_constants);

macro_rules! unary_constants {
    ($($d:ident $s:ident $e:ident),*) => { functions! { $($d: Double, $s: Single, $e: Extended,)* } };
}
macro_rules! binary_constants {
    ($($d:ident $s:ident $e:ident),*) => {
        functions! { $($d: Double2, $s: Single2, $e: Extended,)* }
    };
}
macro_rules! rounding_constants {
    ($($d:ident $s:ident $e:ident),*) => {
        functions! { $($d: DoubleToLong, $s: SingleToLong, $e: Extended,)* }
    };
}
unary_functions!(unary_constants);
binary_functions!(binary_constants);
rounding_functions!(rounding_constants);

functions! {
    fma: Double3, fmaf: Single3,
    ldexp: DoubleAndInt, ldexpf: SingleAndInt, ldexpl: Extended,
    jn: IntAndDouble, jnf: IntAndSingle, jnl: Extended,
    yn: IntAndDouble, ynf: IntAndSingle, ynl: Extended,
    ilogb: DoubleToInt, ilogbf: SingleToInt, ilogbl: Extended,
    frexp: DoublePointed, frexpf: SinglePointed, frexpl: Extended,
    lgamma_r: DoublePointed, lgammaf_r: SinglePointed, lgammal_r: Extended,
    remquo: Double2Pointed, remquof: Single2Pointed, remquol: Extended,
    cpow: ComplexDouble2, cpowf: ComplexSingle2,
    modf: DoubleSplit, modff: SingleSplit, modfl: Extended,
}

/// What `call` returns and the error number that it left behind, 0 for none.
pub fn with_errno<T>(call: impl FnOnce() -> T) -> (T, i32) {
    // SAFETY: the location is this thread's own and always valid.
    unsafe {
        __errno_location().write_volatile(0);
        let result = call();
        (result, __errno_location().read_volatile())
    }
}

/// A call on `long double`.
#[repr(C, align(16))]
struct Call {
    numbers: [[u8; 16]; 2],
    /// The `int` or pointer.
    other: usize,
    /// The result in each of the two places where one can be.
    integer: i64,
    number: [u8; 16],
}

/// Calls a function as the System V ABI of x86-64 has it: each `long double` takes 16 bytes of
/// stack, the result comes back in the first x87 register, or an integer in rax.
#[cfg(target_arch = "x86_64")]
fn run(function: *const c_void, call: &mut Call, returns_number: bool) {
    // SAFETY: on entry the stack is aligned for a call. The function takes what `Call` holds;
    // arguments it does not have are ignored. What is used behind the call is in registers that it
    // preserves, and exactly what was pushed on the x87 stack is popped.
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
            in("r13") usize::from(returns_number),
            out("rdi") _,
            clobber_abi("C"),
        );
    }
}

impl Extended {
    #[cfg(target_arch = "x86_64")]
    fn run(self, numbers: [u128; 2], other: usize, returns_number: bool) -> Option<Call> {
        let numbers = numbers.map(|n| (n & crate::value::word::wide_mask(80)).to_le_bytes());
        let mut call = Call { numbers, other, integer: 0, number: [0; 16] };
        run(find(self.0)?, &mut call, returns_number);
        Some(call)
    }

    /// Only x86-64 has this format and this way to call.
    #[cfg(not(target_arch = "x86_64"))]
    fn run(self, _: [u128; 2], _: usize, _: bool) -> Option<Call> {
        None
    }

    /// Calls a function of one or two numbers, and of an integer.
    pub fn call(self, numbers: [u128; 2], integer: i32) -> Option<u128> {
        Some(u128::from_le_bytes(self.run(numbers, integer as usize, true)?.number))
    }

    /// Calls a function of a number that returns an integer.
    pub fn to_integer(self, number: u128) -> Option<i64> {
        Some(self.run([number, 0], 0, false)?.integer)
    }

    /// Calls a function of numbers that returns a second result through a pointer.
    pub fn with_second(self, numbers: [u128; 2]) -> Option<(u128, u128)> {
        let mut second = [0u8; 16];
        let address = std::ptr::from_mut(&mut second) as usize;
        let number = self.run(numbers, address, true)?.number;
        // The callee wrote behind the compiler's back.
        let second = std::hint::black_box(&second);
        Some((u128::from_le_bytes(number), u128::from_le_bytes(*second)))
    }
}

/// The text of an error number.
pub fn error_text(code: i32) -> String {
    let text = std::io::Error::from_raw_os_error(code).to_string();
    let suffix = format!(" (os error {code})");
    text.strip_suffix(&suffix).unwrap_or(&text).to_string()
}

/// The text of a signal.
pub fn signal_text(signal: i32) -> String {
    // SAFETY: the result is null or a string that stays until this thread asks again.
    let text = unsafe {
        let text = strsignal(signal);
        if text.is_null() { c"" } else { CStr::from_ptr(text) }.to_owned()
    };
    text.to_string_lossy().into_owned()
}
