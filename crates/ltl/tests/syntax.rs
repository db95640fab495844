//! The grammar: what is read, how it is grouped, how it is printed, and what errors say.

use allways_ltl::formula::{Binary, Unary, joined_operators};
use allways_ltl::{Formula, ParseError, next_free};
use proptest::prelude::*;

fn parsed(text: &str) -> Formula {
    Formula::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

fn error(text: &str) -> ParseError {
    Formula::parse(text).expect_err(text)
}

/// Checks that two texts are the same formula.
#[track_caller]
fn same(left: &str, right: &str) {
    assert_eq!(parsed(left), parsed(right), "{left} and {right}");
}

#[test]
fn every_spelling_of_an_operator() {
    same("[] a", "G a");
    same("<> a", "F a");
    same("~a", "!a");
    same("a V b", "a R b");
    for and in ["&", "/\\"] {
        same(&format!("a {and} b"), "a && b");
    }
    for or in ["|", "\\/"] {
        same(&format!("a {or} b"), "a || b");
    }
    for implies in ["=>", "-->"] {
        same(&format!("a {implies} b"), "a -> b");
    }
    for iff in ["<=>", "<-->"] {
        same(&format!("a {iff} b"), "a <-> b");
    }
    same("a ^ b", "a xor b");
    same("1 U 0", "true U false");
    same("[]<>a&&<>[]b", "(G(F(a))) && (F(G(b)))");
    same("a\\/b/\\c", "a || (b && c)");
}

#[test]
fn precedence_and_grouping() {
    same("!a U b", "(!a) U b");
    same("X a U b", "(X a) U b");
    same("G a U F b", "(G a) U (F b)");
    same("a U b U c", "a U (b U c)");
    same("a R b W c M d", "a R (b W (c M d))");
    same("a && b U c", "a && (b U c)");
    same("a U b && c", "(a U b) && c");
    same("a || b && c", "a || (b && c)");
    same("a xor b && c", "a xor (b && c)");
    same("a || b xor c", "a || (b xor c)");
    same("a && b && c", "(a && b) && c");
    same("a || b || c", "(a || b) || c");
    same("a -> b -> c", "a -> (b -> c)");
    same("a <-> b -> c", "a <-> (b -> c)");
    same("a -> b <-> c", "a -> (b <-> c)");
    same("a || b -> c && d", "(a || b) -> (c && d)");
    same("!!a", "!(!(a))");
}

#[test]
fn joined_operators_and_names_that_look_like_them() {
    same("GF a", "G F a");
    same("FG(a)", "F G a");
    same("XXX a", "X X X a");
    same("GFX[]a", "G F X G a");
    for name in [
        "GFoo", "G1", "F0", "Fa", "GFa", "XXa", "X_", "Gx", "_G", "UU", "xorr", "G_F", "truex",
        "R2",
    ] {
        assert_eq!(parsed(name), Formula::proposition(name));
    }
}

#[test]
fn expressions_are_opaque() {
    let text = "G { count[i] <= 1 && f(\"}\") != '}' } -> F{a{b}c}";
    let names = parsed(text).propositions();
    assert_eq!(names, ["{count[i] <= 1 && f(\"}\") != '}'}", "{a{b}c}"]);
    assert_eq!(parsed("{'\\''}").propositions(), ["{'\\''}"]);
    same("{ a == b }", "{a == b}");
    same("\"count <= 1\"", "{count <= 1}");
    assert_eq!(parsed("\"U\""), Formula::proposition("U"));
    assert_eq!(parsed("\"foo\""), parsed("foo"));
}

#[test]
fn propositions_and_next() {
    let formula = parsed("G(b -> a U {x > 0}) && !b");
    assert_eq!(formula.propositions(), ["b", "a", "{x > 0}"]);
    assert!(next_free(&formula));
    assert!(!next_free(&parsed("G(a -> X b)")));
    assert_eq!(joined_operators("GFa"), Some("GF a".to_owned()));
    assert_eq!(joined_operators("GF"), None);
    assert_eq!(joined_operators("a"), None);
    assert_eq!(parsed("!a").negated(), parsed("a"));
    assert_eq!(parsed("a U b").negated(), parsed("!(a U b)"));
}

#[test]
fn printed_with_few_parentheses() {
    for text in [
        "G(Sent -> F Recv)",
        "GF a -> GF b",
        "a U b U c",
        "(a U b) U c",
        "a && b && c",
        "a && (b && c)",
        "!a || !(b xor c)",
        "(a -> b) -> c",
        "a -> b -> c",
        "(a <-> b) -> c",
        "X !a",
        "!F a",
        "a U (b R c)",
        "\"G\" && \"true\" || {x < 3}",
    ] {
        assert_eq!(parsed(text).to_string(), text);
    }
}

/// The message, the marked text and the help of an error.
#[track_caller]
fn check(text: &str, message: &str, marked: &str, help: &str) {
    let error = error(text);
    assert_eq!(error.message, message, "{text}");
    assert_eq!(&text[error.span.clone()], marked, "{text}");
    let given = error.help.unwrap_or_default();
    assert!(given.contains(help), "{text}: {given}");
}

#[test]
fn errors_mark_the_place() {
    check("", "there is no formula here", "", "");
    check("a U", "the right operand of `U` is missing", "", "");
    check("G", "the operand of `G` is missing", "", "");
    check("a && || b", "the right operand of `&&` is missing", "||", "");
    check("&& a", "a formula cannot begin with this", "&&", "");
    check("()", "an operand is missing after `(`", ")", "");
    check("(a && (b)", "this `(` is never closed", "(", "");
    check("a)", "there is no `(` for this `)`", ")", "");
    check("a b", "an operator is missing before this", "b", "`&&`");
    check("a (b)", "an operator is missing before this", "(", "braces");
}

#[test]
fn errors_know_the_operator_that_was_meant() {
    check("a and b", "an operator is missing here", "and", "the operator is `&&`");
    check("not a", "an operator is missing here", "not", "the operator is `!`");
    check("a until b", "an operator is missing here", "until", "the operator is `U`");
    check("a u b", "an operator is missing here", "u", "the operator is `U`");
    check("always a", "an operator is missing here", "always", "the operator is `G`");
    check("GFa (b)", "an operator is missing here", "GFa", "write `GF a`");
}

#[test]
fn errors_know_what_belongs_in_braces() {
    check("count <= 1", "`<=` is not an operator of temporal logic", "<=", "{count <= 1}");
    check("a != b", "`!=` is not an operator of temporal logic", "!=", "braces");
    check("a == b", "`==` is not an operator of temporal logic", "==", "braces");
    check("q.head", "`.` is not an operator of temporal logic", ".", "braces");
    check("G 7", "`7` is neither a proposition nor a constant", "7", "0, 1, false and true");
}

#[test]
fn errors_in_signs_and_expressions() {
    check("[ ] a", "`[]` has a space in it", "[ ]", "write `[]`");
    check("< > a", "`<>` has a space in it", "< >", "write `<>`");
    check("a[0]", "`[` has no meaning here", "[", "braces");
    check("□ a", "`□` has no meaning here", "□", "write `[]`");
    check("{a", "this `{` is never closed", "{", "");
    check("{a \"}", "this `{` is never closed", "{", "");
    check("\"a", "this `\"` is never closed", "\"", "");
    check("{ }", "there is no expression in here", "{ }", "braces");
    check("a }", "`}` has no meaning here", "}", "no `{`");
    check("\"a {\"", "braces or quotes are not balanced in this proposition", "\"a {\"", "");
}

#[test]
fn rendered_errors_show_the_line_with_carets() {
    let text = "G(a ->\n  b and c)";
    let expected = "an operator is missing here\n  |   b and c)\n  |     ^^^\n  help: `and` is a proposition; the operator is `&&`";
    assert_eq!(error(text).render(text), expected);
    let text = "{é} U\t)";
    assert_eq!(
        error(text).render(text),
        "the right operand of `U` is missing\n  | {é} U )\n  |       ^"
    );
    let long = format!("{} b {}", "a && ".repeat(60) + "a", "&& a".repeat(60));
    let shown = error(&long).render(&long);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].chars().count() < 110 && lines[1].contains('…'), "{shown}");
    let caret = lines[2].chars().position(|c| c == '^').expect("a caret");
    assert_eq!(lines[1].chars().nth(caret), Some('b'), "{shown}");
}

#[test]
fn rendering_with_another_text_does_not_panic() {
    let error = error("a && b && c )");
    for text in ["", "ééééééééééé", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n"] {
        error.render(text);
    }
}

#[test]
fn deep_nesting_is_an_error_and_no_stack_overflow() {
    let many = 100_000;
    let deep = [
        "(".repeat(many),
        "(".repeat(many) + "a" + &")".repeat(many),
        "!".repeat(many) + "a",
        "GF".repeat(many) + " a",
        "a U ".repeat(many) + "a",
        "a && ".repeat(many) + "a",
        "a -> ".repeat(many) + "a",
        "(a U ".repeat(many),
        "!(".repeat(many) + "a",
    ];
    for text in deep {
        let error = error(&text);
        assert!(error.message.contains("deeper"), "{}", error.message);
        assert!(error.render(&text).len() < 1000);
    }
    let braces = "{".repeat(many);
    assert_eq!(error(&braces).message, "this `{` is never closed");
}

#[test]
fn the_65th_proposition_is_an_error() {
    let names: Vec<String> = (0..65).map(|number| format!("p{number}")).collect();
    assert!(Formula::parse(&names[..64].join(" && ")).is_ok());
    let text = names.join(" && ");
    let error = error(&text);
    assert_eq!(&text[error.span], "p64");
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z_][A-Za-z0-9_]{0,6}",
        "[GFX]{1,3}[a-z0-9_]{0,2}",
        proptest::sample::select(vec!["U", "V", "W", "R", "M", "true", "false", "xor", "_"])
            .prop_map(str::to_owned),
        "[a-z]{1,3} (<=|==|!=) [0-9]{1,2}".prop_map(|text| format!("{{{text}}}")),
        proptest::sample::select(vec!["{f(\"}\\\"\")}", "{a{b}{c}}", "{c == '\\''}", "{é == 'x'}"])
            .prop_map(str::to_owned),
    ]
}

fn formulas() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        1 => Just(Formula::True),
        1 => Just(Formula::False),
        6 => names().prop_map(Formula::Proposition),
    ];
    let unary =
        proptest::sample::select(vec![Unary::Not, Unary::Next, Unary::Finally, Unary::Globally]);
    let binary = proptest::sample::select(vec![
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Implies,
        Binary::Iff,
        Binary::Until,
        Binary::WeakUntil,
        Binary::Release,
        Binary::StrongRelease,
    ]);
    leaf.prop_recursive(8, 60, 2, move |inner| {
        prop_oneof![
            (unary.clone(), inner.clone())
                .prop_map(|(operator, operand)| Formula::unary(operator, operand)),
            (binary.clone(), inner.clone(), inner)
                .prop_map(|(operator, left, right)| Formula::binary(operator, left, right)),
        ]
    })
}

proptest! {
    #![proptest_config(allways_testkit::cases(2000))]

    #[test]
    fn printing_and_reading_give_the_same_formula(formula in formulas()) {
        let text = formula.to_string();
        prop_assert_eq!(Formula::parse(&text), Ok(formula));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[a-cGFXU01 (){}\\[\\]<>\"'!&|\\\\/=\\-^~é.\n]{0,40}") {
        if let Err(error) = Formula::parse(&text) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {:?}", error.span, text);
            error.render(&text);
        }
    }
}
