//! What a verdict takes for granted is said, when it mattered to the run.

use serde_json::Value;
use std::process::Command;

fn check(source: &str, options: &[&str]) -> (Value, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .current_dir(folder.path())
        .args(["check", "program.c", "--json"])
        .args(options)
        .output()
        .expect("the checker runs");
    let json = serde_json::from_slice(&output.stdout).expect("JSON");
    (json, output.status.code())
}

/// What a program assumes besides the memory model, in one text.
fn assumed(source: &str, options: &[&str]) -> String {
    let (json, _) = check(source, options);
    assert_eq!(json["verdict"], "holds", "{json}");
    let all = json["assumptions"].as_array().expect("a list");
    assert_eq!(all[0], "sequentially consistent memory");
    let texts: Vec<&str> = all[1..].iter().filter_map(Value::as_str).collect();
    texts.join("; ")
}

const WAIT: &str = r#"
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;
static int ready;
static void *wake(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&set);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wake, 0);
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&set, &lock);
  pthread_mutex_unlock(&lock);
  return pthread_join(thread, 0);
}
"#;

#[test]
fn waits_end_with_a_signal_unless_asked_for() {
    assert_eq!(assumed(WAIT, &[]), "no spurious wake-ups (--spurious-wakeups adds them)");
    assert_eq!(assumed(WAIT, &["--threads", "1", "--search", "bfs"]), assumed(WAIT, &[]));
    assert_eq!(assumed(WAIT, &["--spurious-wakeups"]), "");
}

const SUCCEED: &str = "allocations succeed (--malloc-fail lets them fail)";
const NOT_REUSED: &str = "freed addresses are not reused (--address-reuse explores reuse)";

#[test]
fn allocations_succeed_and_addresses_are_not_reused() {
    for call in
        ["malloc(8)", "calloc(1, 8)", "realloc(0, 8)", "aligned_alloc(8, 8)", "strdup(\"a\")"]
    {
        let keep = format!(
            "#include <stdlib.h>\n#include <string.h>\nint main(void) {{ char *p = {call}; return !p; }}"
        );
        let reuse = call.starts_with("realloc").then(|| format!("{SUCCEED}; {NOT_REUSED}"));
        assert_eq!(assumed(&keep, &[]), reuse.unwrap_or(SUCCEED.to_string()), "{call}");
    }
    let free = "#include <stdlib.h>\nint main(void) { free(malloc(8)); return 0; }";
    assert_eq!(assumed(free, &[]), format!("{SUCCEED}; {NOT_REUSED}"));
    assert_eq!(assumed(free, &["--malloc-fail"]), NOT_REUSED);
    assert_eq!(assumed(free, &["--address-reuse"]), SUCCEED);
    assert_eq!(assumed(free, &["--strict"]), "");
}

#[test]
fn what_is_not_reached_does_not_matter() {
    let source = "#include <stdlib.h>\n#include <time.h>\n#include <stdio.h>\nstatic volatile int no;\n\
        int main(void) { if (no) { free(malloc(8)); time(0); getchar(); getenv(\"A\"); } return 0; }";
    assert_eq!(assumed(source, &[]), "");
    let through_a_pointer = "#include <stdlib.h>\nint main(void) {\n\
        void *(*volatile make)(size_t) = malloc; return !make(8); }";
    assert_eq!(assumed(through_a_pointer, &[]), SUCCEED);
}

#[test]
fn input_environment_and_time_are_fixed() {
    let program = |body: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\nint main(void) {{ {body} return 0; }}"
        )
    };
    let reads = program("getchar();");
    assert_eq!(assumed(&reads, &[]), "empty standard input (--stdin gives it content)");
    assert_eq!(assumed(&reads, &["--stdin", "program.c"]), "");
    let asks = program("if (getenv(\"HOME\")) return 1;");
    assert_eq!(assumed(&asks, &[]), "no environment variables");
    let looks = program("struct timespec t; if (clock_gettime(0, &t)) return 1; time(0);");
    assert_eq!(assumed(&looks, &[]), "a fixed time: the clock stands still");
    let formula = ["--ltl", "G true"];
    assert_eq!(assumed(&looks, &formula), "a fixed time: the clock stands still");
}

#[test]
fn strict_is_all_three() {
    let free = "#include <stdlib.h>\nint main(void) { free(malloc(8)); return 0; }";
    let (json, code) = check(free, &["--strict", "--symmetry", "threads"]);
    assert_eq!(code, Some(0), "{json}");
    assert_eq!(
        json["warnings"][0],
        "--symmetry threads is not used: it can matter which thread frees an address and which one gets it"
    );
    assert_eq!(assumed(WAIT, &["--strict"]), "");
}

/// Why `--symmetry threads` finds nothing in a program of three workers, if it says so.
fn asymmetry(worker: &str, end: &str) -> Option<String> {
    let source = format!(
        "#include <pthread.h>\n#include <stdlib.h>\n\
         static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int count;\n\
         static void *worker(void *unused) {{\n\
         pthread_mutex_lock(&lock);\n{worker}\npthread_mutex_unlock(&lock);\nreturn unused;\n}}\n\
         int main(void) {{\npthread_t t[3];\n\
         for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);\n{end}\nreturn 0;\n}}\n"
    );
    let (json, _) = check(&source, &["--symmetry", "threads"]);
    assert_eq!(json["verdict"], "holds", "{json}");
    let warnings = json["warnings"].as_array().expect("a list");
    warnings.first().map(|words| words.as_str().expect("a text").to_string())
}

#[test]
fn symmetry_says_why_it_finds_nothing() {
    let joins = "for (int i = 0; i < 3; i++) pthread_join(t[i], 0);";
    assert_eq!(asymmetry("count++;", joins), None);
    let allocates = asymmetry("free(malloc(8));", joins).expect("a reason");
    assert!(allocates.contains("`worker` does at program.c:7 "), "{allocates}");
    let works = "for (int i = 0; i < 3; i++) {\n\
                 pthread_join(t[i], 0);\n\
                 pthread_mutex_lock(&lock); count++; pthread_mutex_unlock(&lock);\n}";
    let between = asymmetry("count++;", works).expect("a reason");
    assert!(between.contains("join them in a row"), "{between}");
    let alone = "int main(void) { return 0; }";
    let (json, _) = check(alone, &["--symmetry", "threads"]);
    let text = json["warnings"][0].as_str().expect("a warning");
    assert!(text.ends_with("there never are two besides the first one"), "{text}");
}
