//! Data that the C library keeps for a program: character tables, `stdout`, messages.
//!
//! They are globals like any other, put behind the program's own. Tables are constants and no part
//! of the state; what a function keeps between calls, such as `strtok`'s place, is an ordinary
//! variable, so that races on it are races. Only what a program can reach is added.

pub mod host;
pub mod text;

use allways_program::{Bytes, Global, Program};
use std::collections::HashSet;

/// A piece of data.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// Bits of every character from -128 to 255.
    Classes,
    /// Its lower case.
    Lower,
    /// Its upper case.
    Upper,
    /// Where the entry of character 0 of [`Datum::Classes`] is.
    ClassesAt,
    /// The same for [`Datum::Lower`].
    LowerAt,
    /// The same for [`Datum::Upper`].
    UpperAt,
    /// What `stdin` points to.
    Stdin,
    /// What `stdout` points to.
    Stdout,
    /// What `stderr` points to.
    Stderr,
    /// What `environ` points to: no variables.
    Environment,
    /// The texts of the error numbers, one after the other.
    Errors,
    /// The texts of the signals.
    Signals,
    /// The name of the one locale.
    Locale,
    /// Where `strtok` goes on.
    Token,
    /// Names of the time zone.
    Zones,
    /// What `gmtime` and `localtime` return.
    BrokenDown,
    /// What `asctime` and `ctime` return.
    TimeText,
}

/// How a piece of data is made.
struct Entry {
    datum: Datum,
    /// What reports call it.
    name: &'static str,
    /// The functions and variables that make it reachable.
    users: &'static [&'static str],
    kind: Kind,
    make: fn(&Library) -> Vec<u8>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// Never changes.
    Constant,
    /// Its inside is not the program's business.
    Opaque,
    /// A variable.
    Variable,
}

/// Error numbers and signals that have a text; those above say "unknown".
pub const ERRORS: i32 = 134;
/// See [`ERRORS`].
pub const SIGNALS: i32 = 32;

/// Bytes of a `FILE`, as glibc has it.
const FILE: usize = 216;
/// Bytes of a `struct tm`; on 32-bit targets it is smaller.
const BROKEN_DOWN: usize = 56;
/// Bytes that `asctime` keeps.
const TIME_TEXT: usize = 114;

const STRERROR: &[&str] = &["strerror", "strerror_r", "__xpg_strerror_r", "strerror_l"];
const CLASSES: &[&str] = &[
    "__ctype_b_loc",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
];

/// In an order in which each needs only those before it.
const ENTRIES: &[Entry] = &[
    constant(Datum::Classes, "the table of character classes", CLASSES, |_| class_table()),
    constant(Datum::Lower, "the table of lower case", &["__ctype_tolower_loc"], |_| {
        case_table(|c| c.to_ascii_lowercase())
    }),
    constant(Datum::Upper, "the table of upper case", &["__ctype_toupper_loc"], |_| {
        case_table(|c| c.to_ascii_uppercase())
    }),
    constant(Datum::ClassesAt, "the place of the character classes", CLASSES, |l| {
        l.pointer(l.address(Datum::Classes) + 2 * 128)
    }),
    constant(Datum::LowerAt, "the place of the lower case", &["__ctype_tolower_loc"], |l| {
        l.pointer(l.address(Datum::Lower) + 4 * 128)
    }),
    constant(Datum::UpperAt, "the place of the upper case", &["__ctype_toupper_loc"], |l| {
        l.pointer(l.address(Datum::Upper) + 4 * 128)
    }),
    opaque(Datum::Stdin, "*stdin", &["stdin"]),
    opaque(Datum::Stdout, "*stdout", &["stdout"]),
    opaque(Datum::Stderr, "*stderr", &["stderr"]),
    constant(Datum::Environment, "*environ", &["environ", "__environ", "_environ"], |l| {
        l.pointer(0)
    }),
    constant(Datum::Errors, "the texts of errors", STRERROR, |_| texts(ERRORS, host::error_text)),
    constant(Datum::Signals, "the texts of signals", &["strsignal"], |_| {
        texts(SIGNALS, host::signal_text)
    }),
    constant(Datum::Locale, "the name of the locale", &["setlocale"], |_| b"C\0".to_vec()),
    variable(Datum::Token, "the place where strtok goes on", &["strtok"], |l| l.pointer(0)),
    constant(
        Datum::Zones,
        "the names of time zones",
        &["gmtime", "gmtime_r", "localtime", "localtime_r", "mktime", "timegm", "timelocal"],
        |_| b"GMT\0UTC\0".to_vec(),
    ),
    variable(
        Datum::BrokenDown,
        "the result of gmtime and localtime",
        &["gmtime", "localtime"],
        |_| vec![0; BROKEN_DOWN],
    ),
    variable(Datum::TimeText, "the result of asctime and ctime", &["asctime", "ctime"], |_| {
        vec![0; TIME_TEXT]
    }),
];

type Make = fn(&Library) -> Vec<u8>;

const fn constant(
    datum: Datum,
    name: &'static str,
    users: &'static [&'static str],
    make: Make,
) -> Entry {
    Entry { datum, name, users, kind: Kind::Constant, make }
}

const fn opaque(datum: Datum, name: &'static str, users: &'static [&'static str]) -> Entry {
    Entry { datum, name, users, kind: Kind::Opaque, make: |_| vec![0; FILE] }
}

const fn variable(
    datum: Datum,
    name: &'static str,
    users: &'static [&'static str],
    make: Make,
) -> Entry {
    Entry { datum, name, users, kind: Kind::Variable, make }
}

/// Variables that a program may declare, and what they start with.
const VARIABLES: &[(&str, Make)] = &[
    ("stdin", |l| l.pointer(l.address(Datum::Stdin))),
    ("stdout", |l| l.pointer(l.address(Datum::Stdout))),
    ("stderr", |l| l.pointer(l.address(Datum::Stderr))),
    ("environ", |l| l.pointer(l.address(Datum::Environment))),
    ("__environ", |l| l.pointer(l.address(Datum::Environment))),
    ("_environ", |l| l.pointer(l.address(Datum::Environment))),
    ("signgam", |_| Vec::new()),
    ("timezone", |_| Vec::new()),
    ("daylight", |_| Vec::new()),
];

/// Where the data lie.
#[derive(Clone, Debug)]
pub struct Library {
    addresses: [u64; ENTRIES.len()],
    /// Address of the program's `signgam`, if it has one.
    pub signgam: Option<u64>,
    pointer_bytes: usize,
}

impl Library {
    /// Adds to a program the data that it can reach.
    pub fn provide(program: &mut Program) -> Library {
        let mut library = Library {
            addresses: [0; ENTRIES.len()],
            signgam: None,
            pointer_bytes: usize::from(program.pointer_bits) / 8,
        };
        let used = missing_names(program);
        for entry in ENTRIES {
            if entry.users.iter().any(|user| used.contains(*user)) {
                let bytes = (entry.make)(&library);
                library.addresses[entry.datum as usize] = append(program, entry, bytes);
            }
        }
        for global in program.globals.iter_mut().filter(|g| g.external) {
            if let Some((_, make)) = VARIABLES.iter().find(|(name, _)| *name == global.name) {
                global.init = Bytes { value: make(&library), defined: Vec::new() };
                global.external = false;
            }
            if global.name == "signgam" {
                library.signgam = Some(global.address);
            }
        }
        library
    }

    /// Where a piece of data lies; 0 when the program cannot reach it.
    pub fn address(&self, datum: Datum) -> u64 {
        self.addresses[datum as usize]
    }

    /// Where the text with a number lies in one of the lists of texts.
    pub fn text(&self, list: Datum, number: i32) -> Option<u64> {
        let (count, text): (i32, fn(i32) -> String) = match list {
            Datum::Errors => (ERRORS, host::error_text),
            _ => (SIGNALS, host::signal_text),
        };
        let before = |n: i32| (0..n).map(|i| text(i).len() as u64 + 1).sum::<u64>();
        (0..count).contains(&number).then(|| self.address(list) + before(number))
    }

    fn pointer(&self, address: u64) -> Vec<u8> {
        address.to_le_bytes()[..self.pointer_bytes].to_vec()
    }
}

/// What a program uses without defining it.
fn missing_names(program: &Program) -> HashSet<String> {
    let functions = program.functions.iter().filter(|f| f.is_external()).map(|f| f.name.clone());
    let globals = program.globals.iter().filter(|g| g.external).map(|g| g.name.clone());
    functions.chain(globals).collect()
}

/// Puts a variable behind all others, with a gap that no overrun crosses.
fn append(program: &mut Program, entry: &Entry, bytes: Vec<u8>) -> u64 {
    let space = program.address_space();
    let last = program.globals.iter().map(|g| g.address + g.size + g.size.next_power_of_two());
    let end = last.max().unwrap_or(0).max(space.first_global());
    let gap = if program.pointer_bits == 64 { 4096 } else { 64 };
    let address = (end + gap).next_multiple_of(16);
    program.globals.push(Global {
        name: entry.name.to_string(),
        address,
        size: bytes.len() as u64,
        align: 16,
        constant: entry.kind != Kind::Variable,
        thread_local: None,
        init: Bytes { value: bytes, defined: Vec::new() },
        variable: None,
        external: entry.kind == Kind::Opaque,
    });
    address
}

fn texts(count: i32, text: fn(i32) -> String) -> Vec<u8> {
    (0..count).flat_map(|n| text(n).into_bytes().into_iter().chain([0])).collect()
}

/// The bits of a character's classes, in the order of glibc's `<ctype.h>`, low byte first.
pub fn classes(byte: u8) -> u16 {
    let graph = byte.is_ascii_graphic();
    let tests = [
        byte.is_ascii_punctuation().then_some(2),
        byte.is_ascii_control().then_some(1),
        matches!(byte, b' ' | b'\t').then_some(0),
        byte.is_ascii_alphanumeric().then_some(3),
        byte.is_ascii_uppercase().then_some(8),
        byte.is_ascii_lowercase().then_some(9),
        byte.is_ascii_alphabetic().then_some(10),
        byte.is_ascii_digit().then_some(11),
        byte.is_ascii_hexdigit().then_some(12),
        text::is_space(byte).then_some(13),
        (graph || byte == b' ').then_some(14),
        graph.then_some(15),
    ];
    tests.iter().flatten().fold(0, |all, bit| all | 1 << bit)
}

/// Entries for -128 to 255; above 127 there is nothing in the C locale.
fn class_table() -> Vec<u8> {
    let entry = |i: i32| if (0..128).contains(&i) { classes(i as u8) } else { 0 };
    (-128..256).flat_map(|i| entry(i).to_le_bytes()).collect()
}

/// Negative characters stand for themselves as unsigned ones, except -1, which is `EOF`.
fn case_table(change: fn(u8) -> u8) -> Vec<u8> {
    let entry = |i: i32| match i {
        -1 => -1,
        -128..=-2 => i32::from(i as u8),
        _ => i32::from(change(i as u8)),
    };
    (-128..256).flat_map(|i| entry(i).to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_env = "gnu")]
    #[test]
    fn character_tables_are_the_hosts() {
        unsafe extern "C" {
            fn __ctype_b_loc() -> *const *const u16;
            fn __ctype_tolower_loc() -> *const *const i32;
            fn __ctype_toupper_loc() -> *const *const i32;
        }
        let (classes, lower, upper) = (
            class_table(),
            case_table(|c| c.to_ascii_lowercase()),
            case_table(|c| c.to_ascii_uppercase()),
        );
        for c in -128..256isize {
            let at = (c + 128) as usize;
            let short = |t: &[u8]| u16::from_le_bytes([t[2 * at], t[2 * at + 1]]);
            let int = |t: &[u8]| i32::from_le_bytes(t[4 * at..4 * at + 4].try_into().unwrap());
            // SAFETY: the tables have entries from -128 to 255.
            unsafe {
                assert_eq!(short(&classes), *(*__ctype_b_loc()).offset(c), "class of {c}");
                assert_eq!(int(&lower), *(*__ctype_tolower_loc()).offset(c), "lower of {c}");
                assert_eq!(int(&upper), *(*__ctype_toupper_loc()).offset(c), "upper of {c}");
            }
        }
    }

    #[test]
    fn only_what_is_reachable_is_added() {
        let mut program = Program { pointer_bits: 64, ..Program::default() };
        Library::provide(&mut program);
        assert!(program.globals.is_empty());
    }

    #[test]
    fn messages_are_found_by_number() {
        assert_eq!(host::error_text(2), "No such file or directory");
        let all = texts(ERRORS, host::error_text);
        let library = Library { addresses: [1000; ENTRIES.len()], signgam: None, pointer_bytes: 8 };
        let at = library.text(Datum::Errors, 22).unwrap() as usize - 1000;
        assert!(all[at..].starts_with(b"Invalid argument\0"));
        assert_eq!(library.text(Datum::Errors, 134), None);
    }
}
