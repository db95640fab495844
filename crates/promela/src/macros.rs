//! The macros for arithmetic that a model may have.

/// The macros, by name, with what they expand to: nothing but their parameters and other macros of this list.
pub const MACROS: &[(&str, &str, &str)] = &[
    ("wrap8", "v", "((((v) & 255) ^ 128) - 128)"),
    ("wrap16", "v", "((((v) & 65535) ^ 32768) - 32768)"),
    ("below", "a, b", "(((a) ^ (1 << 31)) < ((b) ^ (1 << 31)))"),
    ("not_above", "a, b", "(((a) ^ (1 << 31)) <= ((b) ^ (1 << 31)))"),
    ("shift_unsigned", "a, n", "((n) == 0 -> (a) : ((a) >> (n)) & (2147483647 >> ((n) - 1)))"),
    ("half_quotient", "a, b", "(((((a) >> 1) & 2147483647) / (b)) << 1)"),
    (
        "divide_unsigned",
        "a, b",
        "((b) < 0 -> (below(a, b) -> 0 : 1) : \
         half_quotient(a, b) + (below((a) - half_quotient(a, b) * (b), b) -> 0 : 1))",
    ),
    ("remainder_unsigned", "a, b", "((a) - divide_unsigned(a, b) * (b))"),
    ("fits_add", "a, b", "((b) >= 0 -> (a) <= 2147483647 - (b) : (a) >= -2147483647 - 1 - (b))"),
    ("fits_sub", "a, b", "((b) >= 0 -> (a) >= -2147483647 - 1 + (b) : (a) <= 2147483647 + (b))"),
    ("size_of", "a", "((a) < 0 -> -(a) : (a))"),
    ("fits_mul", "a, b", "((a) == 0 || size_of(b) <= 2147483647 / size_of(a))"),
    ("fits_shift", "a, n", "((a) <= (2147483647 >> (n)) && (a) >= -(2147483647 >> (n)))"),
];

/// Macros that a macro needs.
pub fn needs(name: &str) -> &'static [&'static str] {
    match name {
        "divide_unsigned" => &["below", "half_quotient"],
        "remainder_unsigned" => &["divide_unsigned", "below", "half_quotient"],
        "fits_mul" => &["size_of"],
        _ => &[],
    }
}
