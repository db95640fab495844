//! Guesses that fall together are learned together, and what is guessed depends on the program alone: not on what else
//! the machine does, and not on where the file lies or what it is called.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

fn allways(file: &Path, options: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .arg("check")
        .arg(file)
        .args(["--json", "--threads", "1"])
        .args(options)
        .stderr(Stdio::null())
        .output()
        .expect("the checker runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Two threads write every other element of an array, and then one goes over all of them: nothing that was
/// believed of an element in the first executions is right for all.
const HALVES: &str = "
#include <pthread.h>
static int low[N], high[N];
static void *fill(void *which) {
  for (int i = 0; i < N; i++)
    if (i % 2 == (long)which) low[i] = i; else high[i] = i;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, fill, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < N; i++) sum += low[i] + high[i];
  return sum == 1;
}
";

/// An array that one thread has to itself, then another.
const HANDED_ON: &str = "
#include <pthread.h>
#include <stdatomic.h>
static atomic_int seen;
static int items[N];
static void *fill(void *unused) {
  for (int i = 0; i < N; i++) { items[i] = i; if (i % 100 == 0) seen = i; }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  int before = seen;
  pthread_join(thread, 0);
  pthread_create(&thread, 0, fill, 0);
  pthread_join(thread, 0);
  for (int i = 0; i < N; i++) items[i] += before > N;
  return 0;
}
";

#[test]
fn large_arrays_take_few_rounds() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, source) in [("halves.c", HALVES), ("handed_on.c", HANDED_ON)] {
        let file = folder.path().join(name);
        std::fs::write(&file, source).expect("a file");
        for size in ["-DN=800", "-DN=3000"] {
            let json = allways(&file, &[size]);
            assert_eq!(json["verdict"], "holds", "{name} {size}: {json}");
            let rounds = json["rounds"].as_u64().expect("a number");
            assert!(rounds <= 10, "{name} {size}: {rounds} rounds");
        }
    }
}

/// First guesses are bounded by steps: what else the machine does changes no count.
#[test]
fn counts_do_not_depend_on_the_load() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("examples/ms_queue.c");
    let counts = || {
        let json = allways(&file, &["-DTHREADS=\"E|E|D\""]);
        ["states", "transitions", "rounds"].map(|name| json[name].as_u64().expect("a number"))
    };
    let quiet = counts();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = [counts(), counts()];
        done.store(true, Ordering::Relaxed);
        assert_eq!(busy, [quiet, quiet]);
    });
}

/// A program that uses `assert` holds the name of its file as a string; it moves no other object.
#[test]
fn counts_do_not_depend_on_the_name_of_the_file() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().expect("a folder");
    let deep = folder.path().join("a_folder_with_quite_a_long_name/and_another_one_inside_of_it");
    std::fs::create_dir_all(&deep).expect("folders");
    for (example, options) in [
        ("two_lock_queue.c", ["-DTHREADS=\"EE|DD\"", "--reduction", "full"]),
        ("philosophers_ordered.c", ["-DN=4", "--reduction", "superstep"]),
    ] {
        let counts = |file: &Path| {
            std::fs::copy(root.join("examples").join(example), file).expect("a copy");
            let json = allways(file, &options);
            ["states", "transitions", "rounds"].map(|name| json[name].as_u64().expect("a number"))
        };
        let short = counts(&folder.path().join("a.c"));
        assert_eq!(counts(&deep.join("a_program_whose_name_is_long_too.c")), short, "{example}");
    }
}
