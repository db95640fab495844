//! Random programs of the subset that has a translation: `allways check`, `allways spin` and SPIN on the Promela
//! model say the same.

use crate::cases::{complaints, json};
use crate::models::verdict_by_spin;
use allways_testkit::seeds;
use std::fmt::Write;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

/// A statement of a thread, over the globals `x`, `y`, `*p`, the mutexes `a`, `b` and the semaphore `s`.
fn statement(random: &mut Random, depth: u64, out: &mut String) {
    let number = random.below(3);
    let var = ["x", "y", "p->value"][random.below(3) as usize];
    let other = ["x", "y", "p->value", "l"][random.below(4) as usize];
    let _ = match random.below(if depth > 0 { 12 } else { 6 }) {
        0 => writeln!(out, "{var} = {other} + {number};"),
        1 => writeln!(out, "{var}++;"),
        2 => writeln!(out, "l = {other};"),
        3 => writeln!(out, "l = add({number}, l);"),
        4 => writeln!(out, "__sync_fetch_and_add(&x, {number});"),
        5 => writeln!(out, "if ({var} > 40) {var} = 0;"),
        6 | 7 => {
            let lock = ["a", "b"][random.below(2) as usize];
            let _ = writeln!(out, "pthread_mutex_lock(&{lock});");
            statement(random, depth - 1, out);
            writeln!(out, "pthread_mutex_unlock(&{lock});")
        }
        8 => {
            let _ = writeln!(out, "if ({other} == {number}) {{");
            statement(random, depth - 1, out);
            writeln!(out, "}}")
        }
        9 => writeln!(out, "if (l == 9) sem_wait(&s);"),
        10 => writeln!(out, "sem_post(&s);"),
        _ => {
            let _ = writeln!(out, "for (int i = 0; i < 2; i++) {{");
            statement(random, depth - 1, out);
            writeln!(out, "}}")
        }
    };
}

/// A program of two threads that may fail an assertion, deadlock or be right.
fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut out = String::from(
        "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n\
         struct cell { int value; } *p;\nint x, y;\nsem_t s;\n\
         pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n\
         static int add(int n, int m) { x += n; return m + 1; }\n",
    );
    for thread in 0..2 {
        let _ = writeln!(out, "void *t{thread}(void *unused) {{ int l = 0;");
        for _ in 0..2 + random.below(2) {
            statement(&mut random, 2, &mut out);
        }
        out.push_str("return 0; }\n");
    }
    let (sum, limit) = (random.below(6), 1 + random.below(8));
    let _ = write!(
        out,
        "int main(void) {{\n  pthread_t one, two;\n  p = malloc(sizeof *p);\n  p->value = 0;\n\
         sem_init(&s, 0, {});\n  pthread_create(&one, 0, t0, 0);\n  pthread_create(&two, 0, t1, 0);\n\
         pthread_join(one, 0);\n  pthread_join(two, 0);\n  assert(x + y + p->value != {sum});\n\
         assert(x < {limit} || y < {limit});\n  free(p);\n  return 0;\n}}\n",
        random.below(2)
    );
    out
}

fn compare(seed: u64) -> Result<bool, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("random.c");
    std::fs::write(&file, program(seed)).expect("a writable folder");
    let file = file.display().to_string();
    let check = json(&["check", &file, "--json", "--property", "assert,deadlock,memory,ub"]);
    let Some(wanted) = check["verdict"].as_str() else { return Err(format!("{seed}: {check}")) };
    let wrong = |who: &str, got: &str| {
        Err(format!("seed {seed}: {got} by {who}: {check}\n{}", program(seed)))
    };
    for way in [&[][..], &["--plain"], &["--inline"]] {
        let model = verdict_by_spin(&file, &[], way)?;
        if model != wanted {
            return wrong(&format!("the model {way:?}"), &model);
        }
    }
    let args = ["spin", &file, "--json", "--property", "assert,deadlock,memory,ub", "--", "-O0"];
    let spin = json(&args);
    if spin["verdict"] != wanted || (wanted == "holds" && spin["states"] != check["states"]) {
        return wrong("allways spin", &spin.to_string());
    }
    Ok(wanted == "holds")
}

#[test]
fn all_three_ways_agree_on_random_programs() {
    let kinds = std::sync::Mutex::new([0; 2]);
    complaints(seeds(10).collect(), |seed| {
        let holds = compare(seed)?;
        kinds.lock().unwrap()[usize::from(holds)] += 1;
        Ok(())
    });
    let [violated, holds] = kinds.into_inner().unwrap();
    assert!(violated > 0 && holds > 0, "{violated} violated, {holds} hold: too much of a kind");
}
