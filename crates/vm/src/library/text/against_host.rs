//! What is written and read here, compared with the host's C library on random values.
#![cfg(all(target_arch = "x86_64", target_env = "gnu"))]

use super::{Field, Piece, Value, convert, parse_float, parse_integer, pieces};
use allways_program::code::FloatKind;
use proptest::prelude::*;
use std::ffi::{CString, c_char, c_int, c_void};

/// A `va_list` whose registers are used up: every argument lies in `stack`.
#[repr(C)]
struct List {
    general: u32,
    floating: u32,
    stack: *const c_void,
    saved: *const c_void,
}

unsafe extern "C" {
    fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, list: *mut List) -> c_int;
    fn strtod(text: *const c_char, end: *mut *mut c_char) -> f64;
    fn strtof(text: *const c_char, end: *mut *mut c_char) -> f32;
    fn strtoll(text: *const c_char, end: *mut *mut c_char, base: c_int) -> i64;
    fn strtoull(text: *const c_char, end: *mut *mut c_char, base: c_int) -> u64;
    fn __errno_location() -> *mut c_int;
}

#[repr(C, align(16))]
struct Stack([u64; 2]);

/// What the host prints for one argument of at most 16 bytes.
fn host(format: &str, argument: u128) -> Vec<u8> {
    let format = CString::new(format).expect("no zero inside");
    let stack = Stack([argument as u64, (argument >> 64) as u64]);
    let mut buffer = vec![0u8; 40_000];
    let mut list = List {
        general: 48,
        floating: 176,
        stack: std::ptr::from_ref(&stack).cast(),
        saved: std::ptr::null(),
    };
    // SAFETY: the buffer is as large as said, the format takes one argument of at most 16 bytes,
    // and the list points to one.
    let length = unsafe {
        vsnprintf(buffer.as_mut_ptr().cast(), buffer.len(), format.as_ptr(), &raw mut list)
    };
    buffer.truncate(length as usize);
    buffer
}

/// What we print.
fn ours(format: &str, value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    for piece in pieces(format.as_bytes()).expect("a format") {
        let Piece::Conversion(spec) = piece else { panic!("only a conversion") };
        let amount = |a| match a {
            super::Amount::Fixed(n) => Some(n as usize),
            _ => None,
        };
        let field =
            Field { width: amount(spec.width).unwrap_or(0), precision: amount(spec.precision) };
        assert!(convert(&spec, field, value, &mut out), "{format}");
    }
    out
}

fn same(format: &str, value: Value) -> Result<(), TestCaseError> {
    let argument = match &value {
        Value::Integer(bits) | Value::Double(bits) => u128::from(*bits),
        Value::Extended(bits) => *bits,
        Value::Text(_) => panic!("numbers only"),
    };
    let (expected, got) = (host(format, argument), ours(format, &value));
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    prop_assert_eq!(text(&got), text(&expected), "{} of {:#x}", format, argument);
    Ok(())
}

fn flags() -> impl Strategy<Value = String> {
    "[-+ #0']{0,3}"
}

fn field() -> impl Strategy<Value = String> {
    (flags(), proptest::option::of(1..40u32), proptest::option::of(0..30u32)).prop_map(
        |(flags, width, precision)| {
            let width = width.map_or(String::new(), |w| w.to_string());
            let precision = precision.map_or(String::new(), |p| format!(".{p}"));
            format!("{flags}{width}{precision}")
        },
    )
}

/// Bits of doubles: any at all, and those that people write.
fn doubles() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        any::<i32>().prop_map(|n| (f64::from(n) / 1000.0).to_bits()),
        any::<i16>().prop_map(|n| (f64::from(n) / 8.0).to_bits()),
        (-400..400i32).prop_map(|e| 10f64.powi(e).to_bits()),
        (0..64u64),
        // Numbers that rounding makes longer.
        (0..18usize, -10..20i32).prop_map(|(nines, e)| {
            let text = format!("9.{}6e{e}", "9".repeat(nines));
            text.parse::<f64>().unwrap_or(0.0).to_bits()
        }),
        Just(f64::INFINITY.to_bits()),
        Just((-0f64).to_bits()),
        Just(f64::NAN.to_bits()),
    ]
}

/// Bits of long doubles: any significand, exponents near those of everyday numbers and at the ends.
fn extended() -> impl Strategy<Value = u128> {
    let significand = prop_oneof![
        any::<u64>().prop_map(|s| s | 1 << 63),
        (any::<u64>(), 0..60u32).prop_map(|(s, cut)| (s | 1 << 63) >> cut << cut),
    ];
    let exponent = prop_oneof![16300..16460u128, 0x7ffd..0x7fffu128, 1..3u128, 0..0x7fffu128];
    let normal = (any::<bool>(), exponent, significand)
        .prop_map(|(n, e, s)| u128::from(n) << 79 | e << 64 | u128::from(s));
    let small = any::<u64>().prop_map(|s| u128::from(s >> 1));
    let special = prop_oneof![
        Just(0x7fff_8000_0000_0000_0000u128),
        Just(0xffff_c000_0000_0000_0000u128),
        Just(0u128),
        Just(1u128 << 79),
    ];
    prop_oneof![8 => normal, 1 => small, 1 => special]
}

proptest! {
    #![proptest_config(allways_testkit::cases(2000))]

    #[test]
    fn integers(
        field in field(), letter in "[diouxX]", bits in any::<u64>(), shift in 0..64u32,
    ) {
        same(&format!("%{field}ll{letter}"), Value::Integer(bits >> shift))?;
        same(&format!("%{field}ll{letter}"), Value::Integer((bits as i64 >> shift) as u64))?;
    }

    #[test]
    fn pointers(field in field(), bits in prop_oneof![Just(0), any::<u64>()]) {
        same(&format!("%{field}p"), Value::Integer(bits))?;
    }

    #[test]
    fn floating_point(field in field(), letter in "[fFeEgGaA]", bits in doubles()) {
        same(&format!("%{field}{letter}"), Value::Double(bits))?;
    }

    #[test]
    fn long_doubles(field in field(), letter in "[fFeEgGaA]", bits in extended()) {
        same(&format!("%{field}L{letter}"), Value::Extended(bits))?;
    }
}

/// The number that the host reads, bytes used, and whether it reports a range error.
fn host_double(text: &CString) -> (u64, u32, usize, bool) {
    let mut end = std::ptr::null_mut();
    // SAFETY: the text ends with a zero, and errno is this thread's own.
    unsafe {
        *__errno_location() = 0;
        let value = strtod(text.as_ptr(), &raw mut end);
        let range = *__errno_location() == 34;
        let used = end.offset_from(text.as_ptr()) as usize;
        (value.to_bits(), strtof(text.as_ptr(), &raw mut end).to_bits(), used, range)
    }
}

fn numbers() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ \t]{0,2}[-+]?[0-9]{0,25}\\.?[0-9]{0,25}([eE][-+]?[0-9]{0,4})?[x ]?",
        "[-+]?0[xX][0-9a-f]{0,20}\\.?[0-9a-f]{0,20}([pP][-+]?[0-9]{0,4})?",
        "[-+]?(inf|INFINITY|nan|NaN\\([0-9a-f]{0,4}\\)|nan\\(|infinit)[a-z]?",
        "4\\.9[0-9]{0,3}e-324|2\\.[0-9]{0,3}e-324",
        "2\\.2250738585072[0-9]{1,4}e-308|1\\.797693134862315[0-9]{1,3}e308",
        any::<f64>().prop_map(|x| format!("{x:e}")),
    ]
}

fn same_number(text: &str) -> Result<(), TestCaseError> {
    let host_text = CString::new(text).expect("no zero inside");
    let (double, single, used, range) = host_double(&host_text);
    let ours = parse_float(text.as_bytes(), FloatKind::Double);
    prop_assert_eq!(ours.used, used, "{}", text);
    prop_assert_eq!(ours.bits as u64, double, "{}", text);
    prop_assert_eq!(ours.out_of_range, range, "{}", text);
    prop_assert_eq!(parse_float(text.as_bytes(), FloatKind::Single).bits as u32, single);
    Ok(())
}

/// Just below the least normal number, and rounded up to it: whether that is out of range is easily got wrong.
#[test]
fn a_number_that_is_rounded_up_to_the_least_normal_one() {
    same_number("2.2250738585072012e-308").expect("as the host");
}

proptest! {
    #![proptest_config(allways_testkit::cases(3000))]

    #[test]
    fn doubles_from_text(text in numbers()) {
        same_number(&text)?;
    }

    #[test]
    fn integers_from_text(
        text in "[ \n]{0,2}[-+]?(0x|0X|0)?[0-9a-zA-Z]{0,24}",
        base in prop_oneof![Just(0u32), 2..=36u32],
    ) {
        let host_text = CString::new(text.clone()).expect("no zero inside");
        let mut end = std::ptr::null_mut();
        // SAFETY: the text ends with a zero.
        let (signed, unsigned, used) = unsafe {
            let start = host_text.as_ptr();
            let signed = strtoll(start, &raw mut end, base as c_int);
            let unsigned = strtoull(start, &raw mut end, base as c_int);
            (signed, unsigned, end.offset_from(start) as usize)
        };
        let ours = parse_integer(text.as_bytes(), base, 64, true, false);
        prop_assert_eq!((ours.value as i64, ours.used), (signed, used), "{} base {}", text, base);
        let ours = parse_integer(text.as_bytes(), base, 64, false, false);
        prop_assert_eq!(ours.value, unsigned, "{} base {}", text, base);
    }
}
