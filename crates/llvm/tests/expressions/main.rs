//! Expressions of formulas mean what they mean in C: the same text, compiled, gives the same value.

mod random;

use allways_llvm::{Optimise, Request, compile_and_lower};
use allways_program::expression::{Bits, Expression, Memory, Scalar, Value};
use allways_program::{GlobalId, Program};
use random::Random;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The memory before `main` runs.
struct Start<'p>(&'p Program);

impl Memory for Start<'_> {
    type Error = String;

    fn read(&mut self, address: u64, size: u32) -> Result<Bits, String> {
        let holds = |g: &&allways_program::Global| {
            g.address <= address && address + u64::from(size) <= g.address + g.size
        };
        let globals = self.0.globals.iter().filter(|g| g.thread_local.is_none());
        let global = globals.clone().find(holds).ok_or(format!("nothing at {address:#x}"))?;
        let mut bits = Bits::known(0);
        for byte in 0..size {
            let at = (address - global.address) as usize + byte as usize;
            let value = global.init.value.get(at).copied().unwrap_or(0);
            let defined = global.init.defined.get(at).copied().unwrap_or(0xff);
            bits.value |= u128::from(value) << (8 * byte);
            bits.defined &= !(u128::from(!defined) << (8 * byte));
        }
        Ok(bits)
    }

    fn global(&self, id: GlobalId) -> u64 {
        self.0.globals[id as usize].address
    }
}

fn lowered(inputs: Vec<PathBuf>, optimise: Optimise) -> Program {
    let request = Request { inputs, optimise, ..Request::default() };
    let program = compile_and_lower(&request).expect("the source is sound").program;
    // What a file holds is what is used.
    Program::from_bytes(&program.to_bytes()).expect("it was just written")
}

fn globals() -> PathBuf {
    "tests/expressions/globals.c".into()
}

fn value(program: &Program, text: &str) -> Value {
    let expression = Expression::parse(text, program);
    let expression = expression.unwrap_or_else(|error| panic!("{text}: {error}"));
    let value = expression.evaluate(&mut Start(program));
    value.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What the compiler makes of the texts: value, size and whether it is signed, a line each.
fn native(directory: &Path, integers: &[String], floats: &[String]) -> Vec<String> {
    let source = directory.join("native.c");
    let globals = std::fs::canonicalize(globals()).expect("the file is there");
    let mut text = format!("#include {globals:?}\n#include <stdio.h>\n#include <string.h>\n");
    text += "static void real(double d, int size) { unsigned long bits; memcpy(&bits, &d, 8);\n";
    text += "  if (d != d) puts(\"nan\"); else printf(\"%lx %d\\n\", bits, size); }\n";
    text += "int main(void) {\n";
    for e in integers {
        let sign = format!("(__typeof__(+({e})))-1 < 1");
        writeln!(text, "printf(\"%lx %d %d\\n\", (long)({e}), (int)sizeof(+({e})), {sign});")
            .expect("a text takes everything");
    }
    for e in floats {
        writeln!(text, "real((double)({e}), (int)sizeof(+({e})));").expect("a text");
    }
    text += "}\n";
    std::fs::write(&source, text).expect("a file");
    let binary = directory.join("native");
    let status = Command::new("clang-22")
        .args(["-w", "-O0", "-fwrapv", "-ffp-contract=off", "-o"])
        .args([&binary, &source])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the expressions compile");
    let output = Command::new(&binary).output().expect("it runs");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn integer_line(program: &Program, text: &str) -> String {
    let value = value(program, &format!("+({text})"));
    let Scalar::Int { bits, signed } = value.scalar else { panic!("{text} is an integer") };
    assert!(!value.truth().undefined, "{text}");
    let number = value.integer().expect("an integer") as i64;
    format!("{number:x} {} {}", bits / 8, u8::from(signed))
}

fn float_line(program: &Program, text: &str) -> String {
    let size = value(program, &format!("sizeof(+({text}))")).integer().expect("a size");
    let bits = value(program, &format!("(double)({text})")).bits.value as u64;
    if f64::from_bits(bits).is_nan() { "nan".into() } else { format!("{bits:x} {size}") }
}

#[test]
fn random_expressions_have_the_values_of_c() {
    let mut random = Random::new(20);
    let integers: Vec<String> = (0..280).map(|n| random.integer(1 + n / 80)).collect();
    let floats: Vec<String> = (0..80).map(|n| random.float(1 + n / 30)).collect();
    let directory = tempfile::tempdir().expect("a directory");
    let expected = native(directory.path(), &integers, &floats);
    assert_eq!(expected.len(), integers.len() + floats.len());
    let program = lowered(vec![globals()], Optimise::AsWritten);
    for (text, expected) in integers.iter().zip(&expected) {
        assert_eq!(integer_line(&program, text), *expected, "{text}");
    }
    for (text, expected) in floats.iter().zip(&expected[integers.len()..]) {
        assert_eq!(float_line(&program, text), *expected, "{text}");
    }
}

/// A program of some files in a directory of their own.
fn files(sources: &[(&str, &str)], optimise: Optimise) -> Program {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |(name, text): &(&str, &str)| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    lowered(sources.iter().map(write).collect(), optimise)
}

fn number(program: &Program, text: &str) -> i128 {
    value(program, text).integer().expect("an integer")
}

fn refusal(program: &Program, text: &str) -> String {
    Expression::parse(text, program).expect_err("it is refused").to_string()
}

#[test]
fn statics_of_one_name_are_told_apart() {
    let program = files(
        &[
            ("a.c", "static int n = 1; int other(void); int main(void) { return n++ + other(); }"),
            (
                "b.c",
                "static int n = 2; static int f(void) { static int hits = 3; return hits++; } \
                 int other(void) { static int hits = 4; int here = n++; \
                   { static int inner = 5; inner += here; } return f() + hits++ + here; }",
            ),
        ],
        Optimise::AsWritten,
    );
    assert_eq!(number(&program, "a.c::n * 10 + b.c::n"), 12);
    assert_eq!(number(&program, "f::hits * 10 + other::hits"), 34);
    assert_eq!(number(&program, "b.c::other::hits + inner"), 9);
    let error = refusal(&program, "n");
    assert!(error.contains("a.c'::n`") && error.contains("b.c'::n`"), "{error}");
    assert!(refusal(&program, "hits").contains("`f::hits` or `other::hits`"));
    assert!(refusal(&program, "here").contains("`here` is a local variable of `other`"));
}

#[test]
fn what_the_optimiser_took_apart_is_refused() {
    let text = "static int gone = 3; static int kept; static int two; \
                static struct { int a; long b; } split;\n\
                void set(int x) { two = 7; split.a = x; split.b = x; }\n\
                int get(void) { return gone + two + split.a + (int)split.b; }\n\
                int main(int argc, char **argv) { kept += argc; set(argc); return get(); }\n\
                int *f(void) { return &kept; }";
    let written = files(&[("a.c", text)], Optimise::AsWritten);
    assert_eq!(number(&written, "gone + kept + split.a + split.b + two"), 3);
    let optimised = files(&[("a.c", text)], Optimise::O2);
    assert_eq!(number(&optimised, "kept"), 0);
    // A constant, a number that became one bit, and a struct that became two variables.
    for name in ["gone", "two", "split"] {
        let error = refusal(&optimised, name);
        assert!(error.contains("removed or rearranged"), "{error}");
    }
}

#[test]
fn a_struct_that_one_file_only_declares_is_known_from_another() {
    let program = files(
        &[
            (
                "a.c",
                "struct queue; extern struct queue *make(void); struct queue *made; \
               extern struct queue first; struct queue *start = &first; \
               int main(void) { made = make(); return made == start; }",
            ),
            (
                "b.c",
                "struct queue { int head, tail; } first = {3, 4}; \
               struct queue *make(void) { return &first; }",
            ),
        ],
        Optimise::AsWritten,
    );
    assert_eq!(number(&program, "start->head * 10 + start[0].tail"), 34);
    assert_eq!(number(&program, "made == 0 && sizeof *start == 8"), 1);
}

#[test]
fn layouts_of_32_bits_are_those_of_the_compiler() {
    let text = "typedef struct s { char c; long l; void *p; long double d[3]; long long n; \
                  struct { char a : 3; unsigned b : 30; }; _Bool f; } S;\n\
                S s[2] = {{1, 2}, {.l = -2, .p = &s[1].n, .n = -3, .b = 0x2aaaaaaa, .f = 1}};\n\
                unsigned long sizes[] = {sizeof(S), sizeof(long), sizeof(long double), sizeof s};\n\
                int main(void) { return s[1].f + (int)sizes[0]; }";
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.c");
    std::fs::write(&path, text).expect("a file");
    let cflags = vec!["-m32".to_owned()];
    let request = Request { inputs: vec![path], cflags, ..Request::default() };
    let program = compile_and_lower(&request).expect("the source is sound").program;
    for text in [
        "sizes[0] == sizeof(S) && sizes[1] == sizeof(long) && sizes[2] == sizeof(long double)",
        "sizes[3] == sizeof s && sizeof sizes == 16",
        "s[1].l == -2 && s[1].n == -3 && s[1].b == 0x2aaaaaaa && s[1].f",
        "*(long long *)s[1].p == -3 && s[1].p == &s[1].n && (char *)(s + 1) - (char *)s == sizeof(S)",
    ] {
        assert_eq!(number(&program, text), 1, "{text}");
    }
}

#[test]
fn what_a_formula_cannot_name_is_refused() {
    let text = "_Thread_local int own; extern int missing; struct p { int x; } p, *pp = &p;\n\
                int main(void) { return own + missing + p.x + pp->x; }";
    let program = files(&[("a.c", text)], Optimise::AsWritten);
    assert!(refusal(&program, "own").contains("each thread has its own"));
    let error = refusal(&program, "missing");
    assert!(error.contains("defined in no file") || error.contains("-g"), "{error}");
    assert!(refusal(&program, "p == *pp").contains("name a member: `x`"));
    assert!(refusal(&program, "pq").contains("similar: `p` and `pp`"));
}

#[test]
fn names_of_cpp_are_found() {
    let text = "#include <atomic>\n\
        namespace outer { namespace inner { int n = 4; } enum class Colour : char { RED = 1, BLUE }; \
          Colour colour = Colour::BLUE; }\n\
        struct Base { int low = 5; }; struct Derived : Base { static int shared; bool high = true; };\n\
        int Derived::shared = 6; Derived derived; std::atomic<int> count{7}; std::atomic<bool> go{true};\n\
        std::atomic<Derived *> where{&derived}; int &alias = outer::inner::n;\n\
        int main() { return count + go + where.load()->low + derived.high + (int)outer::colour; }";
    let program = files(&[("a.cpp", text)], Optimise::AsWritten);
    assert_eq!(number(&program, "outer::inner::n + inner::n + n"), 12);
    assert_eq!(number(&program, "colour == BLUE && outer::colour != Colour::RED"), 1);
    assert_eq!(number(&program, "Derived::shared"), 6);
    assert_eq!(number(&program, "derived.low * 10 + derived.high"), 51);
    assert_eq!(number(&program, "where == &derived && alias == &n"), 1);
    assert_eq!(number(&program, "count * 10 + go"), 71);
}
