//! Programs too large to be kept in the repository: each gets a verdict, quickly. Smaller hostile
//! programs are in `tests/programs/hostile/`.

use allways_testkit::{Bounds, run_within};
use serde_json::Value;
use std::fmt::Write;
use std::time::{Duration, Instant};

const BOUNDS: Bounds = Bounds { seconds: 240.0, memory: 6 << 30 };

/// Checks a source and gives the verdict and the message.
fn check(source: &str, options: &[&str]) -> (String, String) {
    let json = report(source, &[&["--timeout", "60"], options].concat());
    let text = |name: &str| json[name].as_str().unwrap_or("").to_string();
    (text("verdict"), text("message"))
}

fn report(source: &str, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("program.c"), source).expect("a file");
    let mut all = vec!["check", "program.c", "--json", "--memory", "1G"];
    all.extend(options);
    let ended = run_within(BOUNDS, folder.path(), env!("CARGO_BIN_EXE_allways"), &all);
    assert!((0..=3).contains(&ended.code), "exit {}: {}", ended.code, ended.stderr);
    serde_json::from_slice(&ended.stdout).unwrap_or_default()
}

/// Limits are looked at between steps; this one takes longer than all the time there is.
#[test]
fn a_step_that_takes_too_long_is_given_up() {
    let source = "#include <string.h>\nstatic char all[1500000000];\nint main(void) {\n\
        \x20 for (unsigned char i = 0;; i++) memset(all, i, sizeof all);\n}\n";
    let begun = Instant::now();
    let json = report(source, &["--timeout", "1"]);
    assert_eq!(json["verdict"], "unknown");
    let reason = json["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("time limit of 1 s") || reason.contains("memory"), "{reason}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

/// One call that needs more memory than there may be is not begun.
#[test]
fn a_copy_beyond_the_memory_limit_is_not_begun() {
    let source = "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n\
        \x20 char *a = malloc(1ul << 30), *b = malloc(1ul << 30);\n  if (!a || !b) return 0;\n\
        \x20 memset(a, 1, 1ul << 30);\n  memcpy(b, a, 1ul << 30);\n  free(a);\n  free(b);\n}\n";
    let json = report(source, &["--threads", "1"]);
    assert_eq!(json["verdict"], "unknown");
    let reason = json["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("memory limit of 1024"), "{reason}");
}

/// A race that -O2 makes, in a program whose states as written never end: whether it is the optimiser's
/// cannot be told, and looking for it must not take longer than there is time.
#[test]
fn a_second_search_keeps_to_the_time_and_claims_nothing() {
    let source = r#"
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static atomic_uint a, b, c;
static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  value = 2;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *count(void *unused) {
  for (;;) {
    a += 1;
    b += a;
    c += b;
  }
  return unused;
}
__attribute__((noinline)) static int look(int held) {
  return held ? value : 7;
}
int main(void) {
  pthread_t thread, other;
  pthread_create(&thread, 0, writer, 0);
  pthread_create(&other, 0, count, 0);
  int seen = look(0);
  pthread_mutex_lock(&lock);
  seen += look(1);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return seen > 9;
}
"#;
    let begun = Instant::now();
    let json = report(source, &["-O2", "--timeout", "2"]);
    assert_eq!((&json["verdict"], &json["property"]), (&"violated".into(), &"race".into()));
    let message = json["message"].as_str().unwrap_or_default();
    assert!(!message.contains("optimised"), "{message}");
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn a_hundred_thousand_globals() {
    let mut source = String::from("#include <assert.h>\n");
    for n in 0..100_000 {
        let _ = writeln!(source, "int g{n} = {n};");
    }
    source += "int main(void) {\n  g99999++;\n  assert(g99999 + g5 == 100005);\n  return 0;\n}\n";
    assert_eq!(check(&source, &[]).0, "holds");
    let wrong = source.replace("100005", "7");
    assert_eq!(check(&wrong, &[]).0, "violated");
}

#[test]
fn a_switch_with_twenty_thousand_cases() {
    let mut source = String::from(
        "#include <assert.h>\nstatic volatile int input = 12345;\n\
         static int map(int x) {\n  switch (x) {\n",
    );
    for n in 0..20_000 {
        let _ = writeln!(source, "  case {}: return {};", n * 3, n % 997);
    }
    source += "  default: return -1;\n  }\n}\n";
    source += "int main(void) {\n  assert(map(input) == 4115 % 997);\n\
               \x20 assert(map(1) == -1);\n  return 0;\n}\n";
    for level in ["-O0", "-O2"] {
        assert_eq!(check(&source, &[level]).0, "holds", "{level}");
    }
}

#[test]
fn a_function_of_twenty_thousand_statements() {
    let mut source = String::from("static volatile unsigned x;\nint main(void) {\n");
    for n in 0..20_000 {
        let _ = writeln!(source, "  x = x * 3 + {n};");
    }
    source += "  return 0;\n}\n";
    assert_eq!(check(&source, &[]).0, "holds");
}

#[test]
fn expressions_and_blocks_in_two_hundred_levels() {
    let (open, close) = ("(1 + ".repeat(200), ")".repeat(200));
    let (begin, end) = ("if (x) {".repeat(200), "}".repeat(200));
    let source = format!(
        "#include <assert.h>\nstatic volatile int x = 1;\nint main(void) {{\n\
         \x20 {begin} x = {open}x{close}; {end}\n  assert(x == 201);\n  return 0;\n}}\n"
    );
    assert_eq!(check(&source, &[]).0, "holds");
}

#[test]
fn structs_in_five_hundred_levels() {
    let mut source = String::from("struct s0 { int x; };\n");
    for n in 1..500 {
        let _ = writeln!(source, "struct s{n} {{ char c; struct s{} in; }};", n - 1);
    }
    source += "static struct s499 whole;\nint main(void) {\n  struct s499 copy = whole;\n";
    let path = ".in".repeat(499);
    let _ =
        writeln!(source, "  copy{path}.x = 3;\n  whole = copy;\n  return whole{path}.x - 3;\n}}");
    let (verdict, message) = check(&source, &["--", "-fbracket-depth=2000"]);
    assert_eq!(verdict, "holds", "{message}");
}
