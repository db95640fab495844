//! What is known of clang's options: which are harmless, whoever sets them, and which are not.

/// Options that are harmless as they are.
const PLAIN: [&str; 14] = [
    "-m32",
    "-m64",
    "-pthread",
    "-g",
    "-w",
    "-ansi",
    "-pedantic",
    "-pedantic-errors",
    "-pipe",
    "-nostdinc",
    "-nostdinc++",
    "-trigraphs",
    "-undef",
    "-Qunused-arguments",
];

/// Options `-fX` that are harmless, and with them `-fno-X`. They change what the code means, or how
/// messages look; they name no file and load nothing.
const FEATURES: [&str; 96] = [
    "PIC",
    "PIE",
    "access-control",
    "aligned-allocation",
    "aligned-new",
    "align-functions",
    "align-loops",
    "asm",
    "associative-math",
    "asynchronous-unwind-tables",
    "blocks",
    "bracket-depth",
    "builtin",
    "caret-diagnostics",
    "char8_t",
    "color-diagnostics",
    "common",
    "concepts",
    "constexpr-depth",
    "constexpr-steps",
    "coroutines",
    "data-sections",
    "delete-null-pointer-checks",
    "diagnostics-color",
    "diagnostics-show-option",
    "dollars-in-identifiers",
    "elide-constructors",
    "exceptions",
    "excess-precision",
    "extended-identifiers",
    "fast-math",
    "finite-math-only",
    "float-store",
    "fp-contract",
    "freestanding",
    "function-sections",
    "gcse",
    "gnu89-inline",
    "gnu-tm",
    "hosted",
    "ident",
    "inline",
    "inline-functions",
    "inline-limit",
    "ipa-cp",
    "jump-tables",
    "keep-inline-functions",
    "lax-vector-conversions",
    "macro-backtrace-limit",
    "math-errno",
    "max-errors",
    "merge-all-constants",
    "merge-constants",
    "message-length",
    "ms-extensions",
    "new-ttp-matching",
    "omit-frame-pointer",
    "operator-names",
    "optimize-sibling-calls",
    "pack-struct",
    "permissive",
    "pic",
    "pie",
    "plan9-extensions",
    "plt",
    "reciprocal-math",
    "reorder-blocks",
    "rounding-math",
    "rtti",
    "sanitize",
    "sanitize-recover",
    "sanitize-trap",
    "schedule-insns",
    "semantic-interposition",
    "short-enums",
    "short-wchar",
    "show-column",
    "signaling-nans",
    "signed-char",
    "signed-zeros",
    "sized-deallocation",
    "stack-check",
    "stack-protector",
    "strict-aliasing",
    "strict-overflow",
    "template-depth",
    "threadsafe-statics",
    "tls-model",
    "trapping-math",
    "trapv",
    "tree-vectorize",
    "trivial-auto-var-init",
    "unroll-loops",
    "unsigned-char",
    "unwind-tables",
    "visibility",
];

/// The same for names that begin so.
const FEATURES_BEGIN: [&str; 3] = ["wrapv", "visibility-", "strict-flex-arrays"];

/// Options `-mX` that are harmless, and with them `-mno-X`, by how they begin: what the processor can do.
const MACHINE: [&str; 36] = [
    "3dnow",
    "abi=",
    "abm",
    "adx",
    "aes",
    "arch=",
    "arm",
    "avx",
    "bmi",
    "branch-protection=",
    "cmodel=",
    "cpu=",
    "crc32",
    "cx16",
    "f16c",
    "float-abi=",
    "fma",
    "fpmath=",
    "fpu=",
    "fsgsbase",
    "gfni",
    "long-double-",
    "lzcnt",
    "mmx",
    "movbe",
    "outline-atomics",
    "pclmul",
    "popcnt",
    "prefer-vector-width=",
    "rdrnd",
    "red-zone",
    "sha",
    "shstk",
    "sse",
    "thumb",
    "tune=",
];

/// Why the best known of the others are refused.
const DANGERS: [(&str, &str); 18] = [
    ("@", "reads options from another file"),
    ("--config", "reads options from another file"),
    ("-fplugin", "loads code into the compiler"),
    ("-fpass-plugin", "loads code into the compiler"),
    ("-Xclang", "can load code into the compiler"),
    ("-mllvm", "can load code into the compiler"),
    ("-load", "loads code into the compiler"),
    ("-B", "can make the compiler run other programs"),
    ("-specs", "can make the compiler run other programs"),
    ("--specs", "can make the compiler run other programs"),
    ("-fuse-ld", "can make the compiler run other programs"),
    ("-W", "can pass options to other programs"),
    ("-o", "writes a file"),
    ("-M", "writes a file"),
    ("-save-temps", "writes files"),
    ("--serialize-diagnostics", "writes a file"),
    ("-gen-cdb-fragment-path", "writes files"),
    ("-fprofile", "reads or writes files"),
];

/// Why an option is refused, if it is one of the best known.
pub fn danger(flag: &str) -> Option<&'static str> {
    DANGERS.iter().find(|(start, _)| flag.starts_with(start)).map(|(_, why)| *why)
}

/// Whether an option may be set by anybody.
pub fn is_harmless(flag: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "-_+=.".contains(c);
    let Some(rest) = flag.strip_prefix('-').filter(|rest| rest.chars().all(is_word)) else {
        return false;
    };
    let is_level = || rest.strip_prefix('O').is_some_and(|level| level.len() <= 4);
    PLAIN.contains(&flag)
        || rest.starts_with("std=")
        || is_level()
        // Words only: `-Wl,…`, `-Wp,…` and `-Wa,…` have commas.
        || rest.starts_with('W')
        || rest.strip_prefix('f').is_some_and(is_feature)
        || rest.strip_prefix('m').is_some_and(is_of_machine)
}

fn is_feature(feature: &str) -> bool {
    let positive = feature.strip_prefix("no-").unwrap_or(feature);
    let name = positive.split('=').next().unwrap_or(positive);
    // -fno-builtin-printf
    FEATURES.contains(&name)
        || FEATURES_BEGIN.iter().any(|begin| name.starts_with(begin))
        || (positive != feature && name.starts_with("builtin-"))
}

fn is_of_machine(feature: &str) -> bool {
    let positive = feature.strip_prefix("no-").unwrap_or(feature);
    MACHINE.iter().any(|begin| positive.starts_with(begin))
}
