//! Projects with a build system, built by `allways cc`, and what `allways check` finds in them.

mod compiler;
mod workshop;

use workshop::Workshop;

#[test]
fn make_builds_what_can_be_checked() {
    let shop = Workshop::of("make");
    shop.run("make", &["-s", "CC=allways cc", "CXX=allways c++"]);
    for program in ["program", "together", "counter"] {
        shop.run(&format!("./{program}"), &[]);
        shop.holds(&[&format!("./{program}")]);
    }
    shop.holds(&["main.c", "./libqueue.so"]);
    shop.holds(&["./dynamic", "./libqueue.so"]);
    shop.holds(&["main.c", "-L.", "-lqueue", "-lm"]);
    shop.holds(&["main.o", "queue.o", "asm.o"]);
    let error = shop.fails(&["./libqueue.so"]);
    assert!(error.contains("no function `main`"), "{error}");
    for file in ["queue.c", "counter.cc"] {
        shop.touch(file);
    }
    shop.run("make", &["-s", "CC=allways cc", "CXX=allways c++", "BUG=-DNO_LOCK"]);
    for program in ["program", "together"] {
        shop.violated(&[program], "data race on `full`");
    }
    shop.violated(&["counter"], "data race on `count`");
    damaged(&shop);
}

/// Whatever is in a file: it is read or refused.
fn damaged(shop: &Workshop) {
    for name in ["program", "libqueue.a", "queue.o", "libqueue.so"] {
        let whole = std::fs::read(shop.path(name)).expect("it was built");
        let file = shop.path("damaged");
        for seed in 0..150 {
            std::fs::write(&file, allways_testkit::damaged(&whole, seed)).expect("a file");
            let _ = allways_objects::read(&file);
            if seed < 4 {
                let code = shop.check(&["damaged", "--max-states", "1000"]).status.code();
                assert!(code.is_some_and(|code| code < 4), "{name}, seed {seed}: {code:?}");
            }
        }
    }
}

#[test]
fn cmake_takes_a_link_for_a_compiler() {
    let shop = Workshop::of("cmake");
    shop.run("cmake", &["-B", "build", "-DCMAKE_C_COMPILER=allways-cc"]);
    shop.run("cmake", &["--build", "build"]);
    shop.holds(&["build/app"]);
    shop.holds(&["harness.c", "build/libpool.a", "-Iinclude", "-Ibuild"]);
    let error = shop.fails(&["build/libpool.a"]);
    assert!(error.contains("nothing in it defines `main`"), "{error}");
    let options = ["-B", "build", "-DLOSE_WAKEUP=ON"];
    shop.run("cmake", &options);
    shop.run("cmake", &["--build", "build"]);
    shop.violated(&["build/app"], "deadlock");
}

const DATABASE: &str = "build/compile_commands.json";

/// Words for a check of sources in the compile database.
fn of_database(words: &[&'static str]) -> Vec<&'static str> {
    [&["--compile-commands", DATABASE], words].concat()
}

#[test]
fn cmake_needs_no_build_for_its_compile_commands() {
    let shop = Workshop::of("cmake");
    shop.run("cmake", &["-B", "build"]);
    let check = of_database;
    shop.holds(&check(&["--build-target", "pool", "--build-target", "app"]));
    shop.holds(&check(&["--build-target", "pool", "harness.c"]));
    shop.holds(&check(&["--unit", "src/pool.c", "harness.c"]));
    shop.violated(&check(&["--unit", "src/pool.c", "harness.c", "-DLOSE_WAKEUP"]), "deadlock");
    for (words, wanted) in [
        (&[][..], "--build-target NAME (app, pool) or --unit FILE"),
        (&["--build-target", "pond"], "no target `pond`"),
        (&["--unit", "src/none.c", "harness.c"], "it does not have `src/none.c`"),
    ] {
        let error = shop.fails(&check(words));
        assert!(error.contains(wanted), "{error}");
    }
    // A trace has the options of the build, and replays.
    let words = ["--unit", "src/pool.c", "harness.c", "-DLOSE_WAKEUP", "--trace-out", "t.json"];
    shop.violated(&check(&words), "deadlock");
    assert_eq!(shop.allways(&["replay", "t.json"]).status.code(), Some(1));
    shop.edit("t.json", "-fno-strict-aliasing", "-fplugin=x.so");
    let replayed = shop.allways(&["replay", "t.json"]);
    let error = String::from_utf8_lossy(&replayed.stderr).into_owned();
    assert!(error.contains("`-fplugin=x.so` loads code into the compiler"), "{error}");
    shop.edit(DATABASE, "-fno-strict-aliasing", "-fplugin=x.so");
    let error = shop.fails(&check(&["--build-target", "pool", "harness.c"]));
    assert!(error.contains("`-fplugin=x.so` loads code into the compiler"), "{error}");
}

#[test]
fn databases_are_read_in_both_forms() {
    let shop = Workshop::of("make");
    std::fs::write(shop.path("flags"), "-O2 '-DTITLE=\"a b\"' -DNO_LOCK").expect("a file");
    let entry = |command: &str| {
        format!(r#"[{{"directory": ".", "file": "queue.c", {command}, "output": "q.o"}}]"#)
    };
    for command in [
        r#""command": "gcc @flags -Werror -o q.o -c queue.c""#,
        r#""command": "ccache gcc -DTITLE=\\\"x\\\" '-DNO_LOCK' -c queue.c""#,
        r#""arguments": ["gcc", "@flags", "-MMD", "-c", "./queue.c"]"#,
    ] {
        std::fs::write(shop.path("commands.json"), entry(command)).expect("a file");
        let words = ["--compile-commands", "commands.json", "--unit", "queue.c", "main.c"];
        shop.violated(&words, "data race on `full`");
    }
    for text in ["", "{}", "[{}]", "[1]", &entry("\"x\": 1"), &entry("\"command\": \"\"")] {
        std::fs::write(shop.path("commands.json"), text).expect("a file");
        shop.fails(&["--compile-commands", "commands.json", "--unit", "queue.c", "main.c"]);
    }
}

#[test]
fn configure_finds_a_compiler() {
    let shop = Workshop::of("autotools");
    shop.run("autoreconf", &["-i"]);
    shop.run("./configure", &["-q", "--disable-dependency-tracking", "CC=allways cc"]);
    shop.run("make", &["-s"]);
    shop.run("./ring", &[]);
    shop.holds(&["./ring"]);
    shop.run("make", &["-s", "clean", "all", "CFLAGS=-O2 -DBUG"]);
    shop.violated(&["./ring"], "data race on `slots[0]`");
}

#[test]
fn a_header_is_enough_to_begin_with() {
    let shop = Workshop::of("cmake");
    shop.write("include/config.h", "#define QUEUE_SIZE 1\n");
    let said = shop.run("allways", &["init", "include/pool.h"]);
    assert!(said.contains("next: allways check pool_harness.c FILES..."), "{said}");
    shop.holds(&["pool_harness.c", "src/pool.c"]);
    shop.violated(&["pool_harness.c", "src/pool.c", "-DLOSE_WAKEUP"], "deadlock");
    let again = shop.allways(&["init", "include/pool.h"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("`allways.toml` is there already"));
    for name in ["allways.toml", "pool_harness.c", "allways-ci.yml"] {
        std::fs::remove_file(shop.path(name)).expect("it was written");
    }
    std::fs::remove_file(shop.path("harness.c")).expect("it is part of the project");
    shop.run("allways", &["init"]);
    shop.holds(&["harness.c"]);
}

/// Everything that a function can take.
const HEADER: &str = "#include <pthread.h>\n#include <stddef.h>\n#include <stdio.h>\n\
    typedef struct pool pool;\ntypedef struct { int x; } item;\nenum mode { A, B };\nunion u { int x; float f; };\n\
    typedef int (*callback)(void *, int);\npool *pool_create(size_t size, enum mode mode, const char *name);\n\
    void pool_destroy(pool *);\nint pool_submit(pool *, void (*)(void *), void *argument);\n\
    int pool_on(struct pool *, callback, FILE *, pthread_mutex_t *, char **, double, _Bool, const item *);\n\
    item pool_get(pool *, item, union u, int a[3], pool **);\nint pool_log(const char *, ...);\nextern int counter;\n\
    static inline int twice(int x) { return 2 * x; }\nvoid (*handler(int))(void);\n";

#[test]
fn a_harness_compiles_whatever_the_header_declares() {
    let shop = Workshop::empty();
    shop.write("pool.h", HEADER);
    shop.run("allways", &["init", "pool.h"]);
    shop.run(
        "cc",
        &[
            "-Wall",
            "-Werror",
            "-fsyntax-only",
            "-Wno-unused-value",
            "-I",
            &include(),
            "pool_harness.c",
        ],
    );
    let error = shop.fails(&["pool_harness.c"]);
    assert!(error.contains("the function `pool_create` has no body"), "{error}");
    shop.write("empty.h", "#define X 1\n");
    let output = shop.allways(&["init", "empty.h"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("declares no functions"));
}

fn include() -> String {
    format!("{}/../../include", env!("CARGO_MANIFEST_DIR"))
}
