//! What has no translation is an error with file, line, construct and a hint.

use crate::spin_runner::translate;
use allways_promela::{Error, Options};

/// Expects an error at the line marked with `//~`, which names the construct.
fn rejects(program: &str) {
    let (line, marked) =
        program.lines().enumerate().find(|(_, line)| line.contains("//~")).expect("a mark");
    let construct = marked.split("//~").nth(1).unwrap().trim();
    let source = crate::spin_runner::folder().join("program.c");
    std::fs::write(&source, program).unwrap();
    for options in [Options::default(), Options { plain: true, ..Options::default() }] {
        let error = translate(&source, &["-D_GNU_SOURCE".into()], &options).expect_err(program);
        let Error::Untranslatable { at, construct: named, hint } = &error else {
            panic!("{error}")
        };
        assert!(named.contains(construct), "`{named}` does not name `{construct}`");
        assert_eq!((at.line as usize, at.file.ends_with("program.c")), (line + 1, true), "{error}");
        assert!(!hint.is_empty());
        assert!(error.to_string().contains("program.c:"), "{error}");
    }
}

#[test]
fn function_pointers() {
    rejects(
        "static int f(int a) { return a; }\nint main(void) {\n int (*p)(int) = f;\n return p(1); //~ function pointer\n}",
    );
    rejects(
        "#include <pthread.h>\nvoid *(*entry)(void *);\nint main(void) {\n pthread_t t;\n\
         pthread_create(&t, 0, entry, 0); //~ function pointer\n}",
    );
}

#[test]
fn functions_that_are_sections() {
    rejects(
        "int x;\nstatic void __VERIFIER_atomic_f(void) { //~ atomic section\n x++;\n}\nint main(void) {\n\
         __VERIFIER_atomic_f();\n}",
    );
}

#[test]
fn floating_point() {
    rejects("int main(void) {\n double d = 1.5; //~ floating\n return d > 1;\n}");
    rejects("float f;\nint main(void) {\n return f > 1; //~ floating\n}");
}

#[test]
fn unrelated_pointers() {
    rejects(
        "int main(void) {\n int x = 1;\n int y = *(char *)&x; //~ unrelated pointers\n return y;\n}",
    );
    rejects(
        "int x;\nint main(void) {\n int y = (int)(long)&x; //~ between a pointer and a number\n return y;\n}",
    );
    rejects(
        "int x; char c;\nint main(void) {\n void *p = &x;\n p = &c; //~ several types\n return p != 0;\n}",
    );
}

#[test]
fn varargs_unions_and_the_like() {
    rejects(
        "static int f(int n, ...) { return n; } //~ variadic\nint main(void) {\n return f(1, 2);\n}",
    );
    rejects("union u { int a; char b; } u;\nint main(void) {\n u.a = 1; //~ union\n return 0;\n}");
    rejects(
        "int main(int n, char **v) {\n int a[n]; //~ without a constant size\n return a[0];\n}",
    );
    rejects("struct { int a : 3; } s; //~ bit-field\nint main(void) {\n s.a = 1;\n return 0;\n}");
    rejects("static __thread int z; //~ thread-local\nint main(void) {\n return z++;\n}");
    rejects("int main(void) {\n __asm__(\"nop\"); //~ assembly\n return 0;\n}");
    rejects("int main(void) {\n const char *s = \"x\"; //~ text\n return s[0];\n}");
    rejects("int main(void) {\n long long x = 1LL << 40; //~ number\n return x > 1;\n}");
    rejects(
        "int other(void);\nint main(void) {\n return other() + 1; //~ `other`\n}"
            .replace("return", "int x =")
            .as_str(),
    );
}

#[test]
fn library_objects_of_special_kinds() {
    rejects(
        "#include <pthread.h>\npthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; //~ special kind\n\
         int main(void) { pthread_mutex_lock(&m); return 0; }",
    );
    rejects(
        "#include <pthread.h>\npthread_mutex_t m; pthread_mutexattr_t a;\nint main(void) {\n\
         pthread_mutex_init(&m, &a); //~ attributes\n return 0; }",
    );
}

#[test]
fn formulas() {
    rejects(
        "const char __allways_ltl_0[] = \"p\\0G {y == 1}\"; //~ `y`\nint main(void) { return 0; }",
    );
    rejects(
        "const char __allways_ltl_0[] = \"p\\0G (a\"; //~ never closed\nint main(void) { return 0; }",
    );
    rejects(
        "const char __allways_ltl_0[] = \"p\\0F Done\"; //~ unknown proposition\nint main(void) { return 0; }",
    );
    rejects(
        "const char __allways_ltl_0[] = \"p\\0X {y == 1}\"; //~ size of steps\nint y; int main(void) { return 0; }",
    );
}

#[test]
fn a_program_needs_main() {
    let source = crate::spin_runner::folder().join("library.c");
    std::fs::write(&source, "int f(void) { return 1; }\n").unwrap();
    let error = translate(&source, &[], &Options::default()).expect_err("there is no main");
    assert!(error.to_string().contains("without `main`"), "{error}");
}
