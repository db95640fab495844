//! `allways cc` is the user's compiler, whatever it is asked for.

use crate::workshop::Workshop;
use std::io::Write;
use std::process::{Output, Stdio};

/// What `allways cc` and gcc do with the same words and the same input.
fn both(shop: &Workshop, words: &[&str], input: &str) -> [Output; 2] {
    ["allways-cc", "cc"].map(|compiler| {
        let mut command = shop.command(compiler, words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let pipe = child.stdin.take().expect("a pipe");
        // It may end without reading.
        let _ = { pipe }.write_all(input.as_bytes());
        child.wait_with_output().expect("it ends")
    })
}

#[test]
fn what_makes_no_code_is_passed_on() {
    let shop = Workshop::empty();
    shop.write("a.c", "#include \"a.h\"\nint main(void) { return N; }\n");
    shop.write("a.h", "#define N 3\n");
    shop.write("bad.c", "int main(void) { return");
    for line in [
        "-E a.c",
        "-S -o - a.c",
        "-M a.c",
        "-MM a.c",
        "-E -",
        "-fsyntax-only a.c",
        "-dumpmachine",
        "--version",
        "-print-file-name=libc.a",
        "-c bad.c",
        "-c none.c",
        "a.h",
        "",
        "-no-such-option",
        "-x c -c -o /dev/null -",
        "-c -o /dev/null a.c",
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [ours, theirs] = both(&shop, &words, "int x;\n");
        assert_eq!(ours.status.code(), theirs.status.code(), "{line}");
        assert_eq!(ours.stdout, theirs.stdout, "{line}");
        assert_eq!(ours.stderr, theirs.stderr, "{line}");
    }
    let null = std::fs::metadata("/dev/null").expect("it is still there");
    assert!(!null.is_file());
}

#[test]
fn objects_are_called_as_the_compiler_calls_them() {
    let shop = Workshop::empty();
    shop.write("a.c", "int f(void);\nint main(void) { return f(); }\n");
    std::fs::create_dir(shop.path("in")).expect("a folder");
    shop.write("in/b.c", "int f(void) { return 0; }\n");
    shop.write("in/c.i", "int f(void) { return 0; }\n");
    shop.write("d", "int f(void) { return 0; }\n");
    shop.run("allways-cc", &["-c", "-MMD", "a.c", "in/b.c", "in/c.i"]);
    let rule = std::fs::read_to_string(shop.path("a.d")).expect("a rule for make");
    assert!(rule.starts_with("a.o: a.c"), "{rule}");
    shop.holds(&["a.o", "b.o"]);
    shop.holds(&["a.o", "c.o"]);
    shop.run("allways-cc", &["-x", "c", "-od.o", "-c", "d"]);
    shop.holds(&["a.o", "d.o"]);
    shop.run("allways-cc", &["a.c", "b.o"]);
    shop.holds(&["a.out"]);
    shop.run("ld", &["-r", "a.o", "b.o", "-o", "both.o"]);
    shop.holds(&["both.o"]);
    shop.run("ar", &["rcsT", "thin.a", "b.o"]);
    shop.holds(&["a.o", "thin.a"]);
    // What is kept of a thin archive does not outlive its members.
    shop.write("b.c", "#include <stdlib.h>\nint f(void) { char *p = 0; return *p; }\n");
    shop.run("allways-cc", &["-c", "b.c"]);
    shop.violated(&["a.o", "thin.a"], "null");
}

#[test]
fn a_weak_reference_takes_nothing_out_of_an_archive() {
    let shop = Workshop::empty();
    let main = "__attribute__((weak)) int f(void);\n#include <assert.h>\nint main(void) { assert(!f); return 0; }\n";
    shop.write("a.c", main);
    shop.write("f.c", "int f(void) { return 0; }\n");
    shop.run("allways-cc", &["-c", "a.c", "f.c"]);
    shop.run("ar", &["rcs", "libf.a", "f.o"]);
    shop.run("cc", &["a.o", "libf.a", "-o", "a"]);
    shop.run("./a", &[]);
    shop.holds(&["./a"]);
    shop.holds(&["a.o", "libf.a"]);
    shop.violated(&["a.o", "f.o"], "assertion");
}

#[test]
fn asserts_are_there_and_options_that_clang_lacks_are_not() {
    let shop = Workshop::empty();
    shop.write("a.c", "#include <assert.h>\nint main(void) { assert(X); return 0; }\n");
    let options = ["-O3", "-DNDEBUG", "-fira-loop-pressure", "-fno-gcse-lm", "-DX=0", "-m64"];
    shop.run("allways-cc", &[&options[..], &["-o", "a", "a.c"]].concat());
    shop.run("./a", &[]);
    shop.violated(&["./a"], "assertion `X` failed");
}

#[test]
fn what_clang_cannot_compile_is_built_and_says_so() {
    let shop = Workshop::empty();
    let nested = "int f(int n) { int g(void) { return n; } return g(); }\n";
    shop.write("nested.c", nested);
    shop.write("a.c", "int f(int);\nint main(void) { return f(0); }\n");
    let said = shop.run("allways-cc", &["-c", "nested.c", "a.c"]);
    assert!(said.contains("allways: warning: `nested.c` cannot be checked"), "{said}");
    shop.run("allways-cc", &["-o", "a", "a.o", "nested.o"]);
    shop.run("ar", &["rcs", "libf.a", "nested.o"]);
    shop.run("./a", &[]);
    for words in [&["./a"][..], &["nested.o"], &["a.o", "libf.a"]] {
        let error = shop.fails(words);
        assert!(error.contains("function definition is not allowed here"), "{error}");
    }
    shop.run("cc", &["-c", "a.c", "-o", "plain.o"]);
    let error = shop.fails(&["plain.o"]);
    assert!(error.contains("it was not built with `allways cc`"), "{error}");
    assert!(error.contains("CC=\"allways cc\""), "{error}");
}

#[test]
fn assembly_is_left_out_and_said_to_be() {
    let shop = Workshop::empty();
    shop.write("a.c", "int f(void);\nint main(void) { return N; }\n");
    shop.write("f.S", ".text\n.globl f\nf: ret\n.section .note.GNU-stack,\"\",@progbits\n");
    shop.run("allways-cc", &["-DN=0", "-c", "a.c", "f.S"]);
    let text = shop.holds(&["a.o", "f.o"]);
    assert!(text.contains("`f.S` in `f.o` is assembly"), "{text}");
    shop.run("allways-cc", &["-DN=f()", "-o", "a", "a.c", "f.S"]);
    let error = shop.fails(&["a"]);
    assert!(error.contains("`f`"), "{error}");
}

#[test]
fn the_compiler_can_be_named() {
    let shop = Workshop::empty();
    shop.write("a.c", "int main(void) { return 0; }\n");
    let with = |compiler: &str| {
        let mut command = shop.command("allways", &["cc", "-c", "a.c"]);
        let output = command.env("ALLWAYS_CC", compiler).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(with("gcc -pipe"), (Some(0), String::new()));
    shop.holds(&["a.o"]);
    let (code, error) = with("no-such-compiler");
    assert!(code == Some(2) && error.contains("cannot run the compiler"), "{error}");
    let (code, error) = with("allways cc");
    assert!(code != Some(0) && error.contains("name another one"), "{error}");
}
