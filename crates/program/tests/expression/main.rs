//! Expressions over the globals of a program made by hand.

mod errors;
mod sample;

use allways_program::Program;
use allways_program::expression::{
    EvaluateErrorKind, Expression, ExpressionError, Scalar, Truth, Value,
};
use sample::{Image, Nowhere, program};

fn parse(program: &Program, text: &str) -> Expression {
    Expression::parse(text, program).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> ExpressionError {
    Expression::parse(text, &program()).err().unwrap_or_else(|| panic!("{text} is refused"))
}

fn value(image: &mut Image<'_>, program: &Program, text: &str) -> Value {
    let evaluated = parse(program, text).evaluate(image);
    evaluated.unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The value of an expression without variables.
fn constant(text: &str) -> i128 {
    let program = program();
    value(&mut Image::new(&program), &program, text).integer().expect("an integer")
}

fn failure(image: &mut Image<'_>, program: &Program, text: &str) -> EvaluateErrorKind<Nowhere> {
    let evaluated = parse(program, text).evaluate(image);
    evaluated.err().unwrap_or_else(|| panic!("{text} has no value")).kind
}

/// A memory with something in every variable.
fn filled(program: &Program) -> Image<'_> {
    let mut image = Image::new(program);
    image.put("count", 0, &(-3i32).to_le_bytes());
    image.put("limit", 0, &4_000_000_000u32.to_le_bytes());
    image.put("small", 0, &[200]);
    image.put("tiny", 0, &[0x9c]); // -100
    image.put("big", 0, &i64::MIN.to_le_bytes());
    image.put("size", 0, &u64::MAX.to_le_bytes());
    image.put("flag", 0, &[1]);
    image.put("ratio", 0, &1.5f64.to_le_bytes());
    image.put("part", 0, &0.1f32.to_le_bytes());
    image.put("wide", 0, &[0, 0, 0, 0, 0, 0, 0, 0xc0, 0x00, 0x40]); // 3.0
    image.put("state", 0, &5u32.to_le_bytes());
    image.put("node", 0, &7i32.to_le_bytes());
    image.put("node", 16, &[0b1100_1110]); // a = 6, b = -7, c = 1
    image.put("node", 20, &[1, 2, 3, 4]);
    let (node, ring) = (image.address("node"), image.address("ring"));
    image.put("box", 0, &node.to_le_bytes());
    image.put("node", 8, &(ring + 32).to_le_bytes());
    image.put("ring", 32, &11i32.to_le_bytes());
    image.put("ring", 64, &12i32.to_le_bytes());
    for i in 0..6u8 {
        image.put("matrix", 4 * u64::from(i), &[i, 0, 0, 0]);
    }
    let small = image.address("small");
    image.put("text", 0, &small.to_le_bytes());
    image.put("handler", 0, &program.address_space().function(1).to_le_bytes());
    image
}

#[test]
fn literals_have_the_values_and_types_of_c() {
    assert_eq!(constant("42"), 42);
    assert_eq!(constant("0x2A"), 42);
    assert_eq!(constant("052"), 42);
    assert_eq!(constant("0b101010"), 42);
    assert_eq!(constant("'a'"), 97);
    assert_eq!(constant("'\\n' + '\\x41' + '\\0' + '\\''"), 10 + 65 + 39);
    assert_eq!(constant("'\\xff'"), -1);
    assert_eq!(constant("true + false"), 1);
    assert_eq!(constant("sizeof 1 * 1000 + sizeof 1l * 100 + sizeof 2147483648 * 10"), 4880);
    assert_eq!(constant("0xffffffff < 0"), 0);
    assert_eq!(constant("-1 < 0xffffffff"), 0, "hexadecimal numbers may be unsigned");
    assert_eq!(constant("-1 < 4294967295"), 1, "decimal numbers are signed");
    assert_eq!(constant("-1 < 0u"), 0);
    assert_eq!(constant("18446744073709551615u == ~0ull"), 1);
    assert_eq!(constant("1.5f * 2 == 0x1.8p1 && .5 + 5e-1 == 1."), 1);
    assert_eq!(constant("HUGE > 0 && sizeof HUGE == 4 && BROKEN == -1"), 1);
}

#[test]
fn arithmetic_wraps_at_the_width_of_c() {
    assert_eq!(constant("2147483647 + 1"), -2147483648);
    assert_eq!(constant("2147483647 + 1u"), 2147483648);
    assert_eq!(constant("2147483647 + 1l"), 2147483648);
    assert_eq!(constant("-7 / 2 * 10 + -7 % 2"), -31);
    assert_eq!(constant("-8 >> 1"), -4);
    assert_eq!(constant("1 << 31"), -2147483648);
    assert_eq!(constant("~0u >> 31"), 1);
    assert_eq!(constant("(unsigned char)300 + (signed char)200"), 44 - 56);
    assert_eq!(constant("(int)2.9 + (_Bool)0.5"), 3);
    assert_eq!(constant("2 + 3 * 4 == 14 && (1 | 2 ^ 3 & 1) == 3"), 1);
    assert_eq!(constant("1 ? 2 : 0 ? 3 : 4"), 2);
    assert_eq!(constant("10 - 4 - 3"), 3);
}

#[test]
fn variables_of_every_type_are_read() {
    let program = program();
    let mut image = filled(&program);
    for text in [
        "count == -3",
        "count > limit",
        "limit == 4000000000u && limit == 4000000000",
        "small == 200 && small + small == 400 && ~small == -201",
        "tiny == -100 && (unsigned char)tiny == 156",
        "big < 0 && big - 1 > 0 && size + 1 == 0",
        "flag && flag == 1 && flag + flag == 2",
        "ratio == 1.5 && ratio * count == -4.5 && part != 0.1 && part == 0.1f",
        "wide == 3 && wide / 2 == ratio && (double)wide == 3.0L",
        "state == READY && state != IDLE",
        "node.key == 7 && (&node)->key == 7 && (*&node).key == 7",
        "node.a == 6 && node.b == -7 && node.c && node.a - 7 < 0",
        "node.x == 0x04030201 && node.bytes[2] == 3",
        "box == &node && box->next == &ring[1] && box->next->key == 11",
        "box->next[1].key == 12 && (box->next + 1)->key == 12 && box->next - ring == 1",
        "box != NULL && nothing == 0 && !nothing && ring[2].next == NULL",
        "matrix[1][2] == 5 && *(*(matrix + 1) + 1) == 4 && 1[matrix[1]] == 4",
        "*text == -56 && text[0] == (char)200 && (void *)text == &small",
        "((unsigned char *)text)[0] == 200 && *(unsigned char *)&small == 200",
        "((struct node *)nothing == 0) && ((Node *)&node)->key == 7",
        "handler == space::g && handler == &space::g && handler != f",
        "sizeof node == 32 && sizeof(struct node) == 32 && sizeof matrix == 24",
        "sizeof(ring) / sizeof ring[0] == 3 && sizeof(long double) == 16 && sizeof box == 8",
        "(box ? box->key : 0) == 7 && (nothing ? box : 0) == NULL",
        "space::shared == 0 && shared < 1",
    ] {
        let truth = value(&mut image, &program, text).truth();
        assert_eq!(truth, Truth { holds: true, undefined: false }, "{text}");
    }
}

#[test]
fn a_value_has_a_type() {
    let program = program();
    let mut image = filled(&program);
    let mut scalar = |text: &str| value(&mut image, &program, text).scalar;
    assert_eq!(scalar("count"), Scalar::Int { bits: 32, signed: true });
    assert_eq!(scalar("limit + count"), Scalar::Int { bits: 32, signed: false });
    assert_eq!(scalar("limit + big"), Scalar::Int { bits: 64, signed: true });
    assert_eq!(scalar("box"), Scalar::Pointer(64));
    assert_eq!(scalar("flag"), Scalar::Bool);
    assert_eq!(scalar("part * big"), Scalar::Float(allways_program::code::FloatKind::Single));
}

#[test]
fn only_what_c_reads_is_read() {
    let program = program();
    let mut image = filled(&program);
    let mut reads = |text: &str| {
        image.reads.clear();
        let holds = value(&mut image, &program, text).truth().holds;
        (image.reads.len(), holds)
    };
    assert_eq!(reads("nothing && *(int *)nothing"), (1, false));
    assert_eq!(reads("flag || *(int *)nothing"), (1, true));
    assert_eq!(reads("nothing ? *(int *)nothing : count"), (2, true));
    assert_eq!(reads("sizeof *box && &box->key"), (1, true));
    assert_eq!(reads("&*(int *)4 == (int *)4"), (0, true));
    assert_eq!(reads("node.b"), (1, true));
    image.reads.clear();
    value(&mut image, &program, "ring[2].state");
    assert_eq!(image.reads, [(image.address("ring") + 64 + 24, 4)]);
}

#[test]
fn what_has_no_value_says_why() {
    let program = program();
    let mut image = filled(&program);
    let mut why = |text: &str| failure(&mut image, &program, text);
    assert_eq!(why("1 / node.state"), EvaluateErrorKind::DivisionByZero);
    assert_eq!(why("big / -1"), EvaluateErrorKind::Overflow);
    assert_eq!(why("big % -1"), EvaluateErrorKind::Overflow);
    assert_eq!(why("1 << 32"), EvaluateErrorKind::Shift { by: 32, bits: 32 });
    assert_eq!(why("1l >> count"), EvaluateErrorKind::Shift { by: -3, bits: 64 });
    assert_eq!(why("ring[count].key"), EvaluateErrorKind::Index { index: -3, count: 3 });
    assert_eq!(why("matrix[0][3]"), EvaluateErrorKind::Index { index: 3, count: 3 });
    assert_eq!(why("(int)1e10"), EvaluateErrorKind::Conversion);
    assert_eq!(why("ring->next->key"), EvaluateErrorKind::Memory(Nowhere(0)));
    let error = parse(&program, "1 + ring->next->key").evaluate(&mut image);
    assert_eq!(error.expect_err("it is null").span, 4..19);
}

#[test]
fn undefined_bits_are_followed() {
    let program = program();
    let mut image = filled(&program);
    image.put("count", 0, &[0x10, 0, 0, 0]);
    image.undefine("count", 0, 0x0f);
    image.put("limit", 0, &[0; 4]);
    image.undefine("limit", 3, 0xff);
    let mut undefined = |text: &str| value(&mut image, &program, text).truth().undefined;
    for text in [
        "limit",
        "!limit",
        "count == 16",
        "limit < 5",
        "count + 1 == 17",
        "flag && limit",
        "limit ? 1 : 1",
        "(double)limit > 0",
        "limit / 2 == 0",
        "1 << (limit & 0xff000000)",
    ] {
        assert!(undefined(text), "{text}");
    }
    for text in [
        "count",
        "count != 0x20",
        "(count & 0x10) == 16",
        "(count | 0xf) == 31",
        "(limit & 0xff) == 0",
        "count >> 4 == 1",
        "(unsigned char)limit == 0",
        "limit << 8 == 0",
        "flag || limit",
        "nothing && limit",
        "(limit * 3 & 0xff) == 0",
    ] {
        assert!(!undefined(text), "{text}");
    }
    image.undefine("box", 5, 1);
    assert_eq!(failure(&mut image, &program, "box->key"), EvaluateErrorKind::UninitialisedAddress);
    assert_eq!(
        failure(&mut image, &program, "ring[limit].key"),
        EvaluateErrorKind::UninitialisedAddress
    );
}

#[test]
fn neighbours_of_a_bit_field_do_not_matter() {
    let program = program();
    let mut image = filled(&program);
    image.undefine("node", 16, 0b1000_0111);
    assert!(!value(&mut image, &program, "node.b == -7").truth().undefined);
    assert!(value(&mut image, &program, "node.a == 6").truth().undefined);
}

#[test]
fn names_are_told_apart_by_file_and_function() {
    let program = program();
    let mut image = Image::new(&program);
    let number = |text: &str| parse(&program, text).globals().to_vec();
    assert_eq!(number("f::hits"), [19]);
    assert_eq!(number("g::hits == f::hits + g::hits"), [19, 20]);
    assert_eq!(number("a.c::twice"), [21]);
    assert_eq!(number("'src/a.c'::twice + \"a.c\"::f::hits"), [19, 21]);
    assert_eq!(number("'b-side.c'::twice"), [22]);
    assert_eq!(number("a.c::node.key"), [12]);
    image.put("twice", 0, &[1]);
    assert!(value(&mut image, &program, "a.c::twice > 'src/b-side.c'::twice").truth().holds);
}

#[test]
fn what_an_expression_may_read_is_known() {
    let mut program = program();
    let follows_in = |program: &Program, text: &str| parse(program, text).follows_pointers();
    let follows = |text: &str| follows_in(&program, text);
    assert!(!follows("count + node.key + ring[count].state + matrix[1][2] + (int)(&node)->key"));
    assert!(!follows("box == &ring[1] && handler != f"));
    assert!(follows("box->key"));
    assert!(follows("*(&count + 1)"));
    assert!(follows("*(int *)4096"));
    assert!(!follows("((struct node *)&ring)->key"));
    assert!(follows("((struct node *)&node.x)[1].key"));
    assert!(!follows("((struct node *)&count)->state"));
    program.globals[1].size = 4;
    assert!(follows_in(&program, "((struct node *)&count)->state"), "it is not in `count`");
}

#[test]
fn pointers_of_32_bits_are_read_and_wrap() {
    let mut program = program();
    program.pointer_bits = 32;
    let mut image = Image::new(&program);
    let node = image.address("node") as u32;
    image.put("box", 0, &node.to_le_bytes());
    image.put("node", 0, &[9]);
    image.put("box", 4, &[0xff; 4]);
    let text = "box->key == 9 && sizeof box == 4 && sizeof 1l == 4 && sizeof(long double) == 12";
    assert!(value(&mut image, &program, text).truth().holds);
    assert!(value(&mut image, &program, "(char *)0 - 1 == (char *)0xffffffff").truth().holds);
    assert!(value(&mut image, &program, "4000000000 > 0 && sizeof 4000000000 == 8").truth().holds);
}
