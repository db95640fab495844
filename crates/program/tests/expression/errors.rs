//! What is refused, where, and what is advised.

use super::{constant, parse, program, refused};
use allways_program::expression::Expression;

/// A text, what is pointed at, and parts of the message and the help.
const REFUSED: [(&str, &str, &str, &str); 50] = [
    ("coutn == 1", "coutn", "no variable `coutn` is known", "`count`"),
    ("state == REDY", "REDY", "no variable `REDY`", "`READY`"),
    ("a.c::zzz", "a.c::zzz", "no variable `a.c::zzz` is known", "macros are not known"),
    ("1 + local", "local", "`local` is a local variable of `f`", "only global and static"),
    ("f::local", "f::local", "local variable", "only global"),
    ("removed", "removed", "the compiler removed or rearranged `removed`", "optimisation"),
    ("bare", "bare", "the type of `bare` is not known", "`-g`"),
    ("own", "own", "each thread has its own `own`", "copy it to a global"),
    ("elsewhere", "elsewhere", "defined in no file", "add the file"),
    ("hits > 0", "hits", "`hits` is the name of 2 variables", "write `f::hits` or `g::hits`"),
    ("twice", "twice", "2 variables", "`'src/a.c'::twice` or `'src/b-side.c'::twice`"),
    ("node == ring[0]", "node", "a `struct node`", "name a member: `key`, `next`"),
    ("node", "node", "no single value", "name a member"),
    ("ring", "ring", "an array: always true", "name an element"),
    ("f", "f", "a function: always true", "compare"),
    ("node.kye", "kye", "has no member `kye`", "similar: `key`"),
    ("node.whatever", "whatever", "has no member", "it has `key`, `next`"),
    ("box.key", "key", "this is a pointer", "write `->key`"),
    ("node->key", "node", "no single value", "name a member"),
    ("count.x", "x", "this is an integer", "only structs"),
    ("*count", "*count", "an integer, not a pointer", "only pointers"),
    ("count[0]", "count[0]", "a number has no elements", "arrays"),
    ("*nothing", "*nothing", "a pointer to void", "cast"),
    ("box == 1", "box == 1", "compared with a number", "cast"),
    ("box * 2", "box", "a pointer is used as a number", "uintptr_t"),
    ("ring[1.5].key", "1.5", "an index must be an integer", "cast"),
    ("handler + 1", "handler + 1", "size of what the pointer points to", "cast"),
    ("&1", "&1", "no address", "variable"),
    ("&node.a", "&node.a", "a bit-field has no address", "struct"),
    ("sizeof node.a", "sizeof node.a", "a bit-field has no size", "struct"),
    ("ratio % 2", "ratio % 2", "for integers", "cast"),
    ("~ratio", "~ratio", "for integers", "cast"),
    ("(int *)ratio", "(int *)ratio", "cannot be converted", "integer type first"),
    ("(struct node)count", "(struct node)count", "a cast to a `struct node`", "integer"),
    ("(struct nod *)box", "struct nod", "no type `nod` is known", "known"),
    ("count = 1", "=", "an assignment changes the program", "`==`"),
    ("count += 1", "+=", "an assignment", "without storing"),
    ("count++", "++", "must not change the program", "x + 1"),
    ("--count", "--", "must not change the program", "x - 1"),
    ("f(1)", "(", "functions cannot be called", "variables"),
    ("count, limit", ",", "the comma operator", "`&&`"),
    ("text == \"abc\"", "\"abc\"", "strings cannot be compared", "name[0]"),
    ("12q", "12q", "not a number", "as in C"),
    ("99999999999999999999", "99999999999999999999", "64 bits", "no integer type"),
    ("9223372036854775808", "9223372036854775808", "too large", "`u`"),
    ("count @ 1", "@", "`@` has no meaning", ""),
    ("'\\q'", "\\", "unknown escape", "number"),
    ("count limit", "limit", "where an operator belongs", ""),
    ("0 < count < 3", "<", "two comparisons in a row", "`a < b && b < c`"),
    ("count == * ", "", "ends too early", "missing"),
];

#[test]
fn errors_say_what_where_and_what_to_do() {
    for (text, at, message, help) in REFUSED {
        let error = refused(text);
        assert_eq!(&text[error.span.clone()], at, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
        assert!(error.help.as_deref().unwrap_or("").contains(help), "{text}: {error}");
    }
}

#[test]
fn a_program_without_debug_information_says_so() {
    let mut program = program();
    program.debug = Default::default();
    for global in &mut program.globals {
        global.variable = None;
    }
    let error = Expression::parse("count", &program).expect_err("its type is not known");
    assert!(error.to_string().contains("compile with `-g`"), "{error}");
    let error = Expression::parse("typo", &program).expect_err("nothing is known");
    assert!(error.to_string().contains("compile with `-g`"), "{error}");
}

#[test]
fn depth_is_bounded() {
    let program = program();
    let sum = |n: usize| vec!["count"; n].join(" + ");
    parse(&program, &sum(400));
    assert_eq!(constant(&format!("{}1{}", "(".repeat(190), ")".repeat(190))), 1);
    for text in [
        sum(100_000),
        "(".repeat(100_000),
        "-".repeat(100_000).replace('-', "- "),
        "1?".repeat(100_000),
        "1?1:".repeat(100_000),
        "count[".repeat(100_000),
        format!("count{}", ".x".repeat(100_000)),
        format!("count{}", "->x".repeat(100_000)),
        "sizeof ".repeat(100_000),
        "(int)".repeat(100_000),
    ] {
        let error = Expression::parse(&text, &program).expect_err("it is too much");
        let short = error.message.contains("too");
        assert!(short || error.message.contains("no "), "{}", error.message);
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let parts = [
        "count", "node", "box", "(", ")", "[", "]", ".", "->", "::", "'", "\"", "\\", "?", ":",
        "*", "&", "-", "++", "1", "0x", "1e", "1.5", "sizeof", "int", "struct", "unsigned", "key",
        "é", "0b", "€", " ", "<<", "&&", "~", "'a'", "'\\x", "NULL",
    ];
    // A fixed sequence of pseudo-random numbers.
    let mut seed = 1u64;
    let program = program();
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..8 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text += parts[(seed >> 33) as usize % parts.len()];
        }
        if let Err(error) = Expression::parse(&text, &program) {
            assert!(text.get(error.span.clone()).is_some(), "{text}: {:?}", error.span);
        }
    }
}
