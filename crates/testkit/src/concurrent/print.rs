//! Programs as C.

use super::make::{ATOMICS, LOCALS, MUTEXES, SHARED};
use super::{Concurrent, Place, Statement, Value};
use std::fmt::Write;

/// Final values are taken modulo this.
const BASE: u64 = 3;

/// What is looked at in the end: every global, and one number of each thread.
fn observed(program: &Concurrent) -> Vec<String> {
    let mut names: Vec<String> = (0..SHARED).map(|n| place(Place::Shared(n))).collect();
    names.extend((0..ATOMICS).map(|n| place(Place::Atomic(n))));
    names.extend((0..program.threads.len()).map(|n| format!("result[{n}]")));
    names
}

pub(super) fn outcomes(program: &Concurrent) -> u64 {
    BASE.pow(observed(program).len() as u32)
}

pub(super) fn text(program: &Concurrent) -> String {
    let mut out = globals(program);
    for (number, body) in program.threads.iter().enumerate() {
        thread(&mut out, number, body);
    }
    main(&mut out, program);
    out
}

fn globals(program: &Concurrent) -> String {
    let kind = if program.style.races { "int" } else { "_Atomic int" };
    let count = program.threads.len();
    let mut out = format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\n\
         struct cell {{\n  {kind} value;\n  {kind} other;\n}};\n\
         struct box {{\n  int value;\n}};\n\
         static {kind} shared[{SHARED}];\n\
         static atomic_int atomics[{ATOMICS}];\n\
         static int guarded[{MUTEXES}];\n\
         static pthread_mutex_t mutexes[{MUTEXES}];\n\
         static struct cell *heap;\n\
         static struct box *_Atomic published;\n\
         static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;\n\
         static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;\n\
         static int ready;\n\
         static int result[{count}];\n\n\
         static void add(int *to, int number) {{\n  NOISE();\n  *to += number;\n}}\n"
    );
    out.push('\n');
    out
}

fn thread(out: &mut String, number: usize, body: &[Statement]) {
    let locals: Vec<String> = (0..LOCALS).map(|n| format!("local{n} = 0")).collect();
    let _ = writeln!(out, "static void *thread{number}(void *unused) {{");
    let _ = writeln!(out, "  int {};", locals.join(", "));
    statements(out, body, 1);
    let sum: Vec<String> = (0..LOCALS).map(|n| format!("local{n} * {}", n + 1)).collect();
    let _ = writeln!(out, "  result[{number}] = {};", sum.join(" + "));
    out.push_str("  return unused;\n}\n\n");
}

fn statements(out: &mut String, body: &[Statement], depth: usize) {
    for one in body {
        let _ = writeln!(out, "{}NOISE();", "  ".repeat(depth));
        statement(out, one, depth);
    }
}

fn block(out: &mut String, head: &str, body: &[Statement], depth: usize) {
    let indent = "  ".repeat(depth);
    let _ = writeln!(out, "{indent}{head} {{");
    statements(out, body, depth + 1);
    let _ = writeln!(out, "{indent}}}");
}

fn statement(out: &mut String, one: &Statement, depth: usize) {
    let indent = "  ".repeat(depth);
    let mut line = |text: String| {
        let _ = writeln!(out, "{indent}{text}");
    };
    match one {
        Statement::Set { to, value: v } => line(format!("{} = {};", place(*to), value(*v))),
        Statement::FetchAdd { atomic, add, old } => {
            line(format!("local{old} = atomic_fetch_add(&atomics[{atomic}], {add});"));
        }
        Statement::CompareExchange { atomic, expected, new, success } => {
            let call = "atomic_compare_exchange_strong";
            line("{".into());
            line(format!("  int expected = {expected};"));
            line(format!("  local{success} = {call}(&atomics[{atomic}], &expected, {new});"));
            line("}".into());
        }
        Statement::Call { local, add } => line(format!("add(&local{local}, {add});")),
        Statement::Publish { value: v } => {
            line("if (!published) {".into());
            line("  struct box *made = malloc(sizeof *made);".into());
            line(format!("  made->value = {};", value(*v)));
            line("  published = made;".into());
            line("}".into());
        }
        Statement::Consume { to } => {
            line(format!("if (published) local{to} = published->value;"));
        }
        Statement::Private { local } => {
            line("{".into());
            line("  int *own = malloc(sizeof *own);".into());
            line(format!("  *own = local{local} + 1;"));
            line(format!("  local{local} = *own;"));
            line("  free(own);".into());
            line("}".into());
        }
        Statement::Signal { everybody } => {
            let wake = if *everybody { "broadcast" } else { "signal" };
            line("pthread_mutex_lock(&gate);".into());
            line("ready = 1;".into());
            line(format!("pthread_cond_{wake}(&opened);"));
            line("pthread_mutex_unlock(&gate);".into());
        }
        Statement::Wait => {
            line("pthread_mutex_lock(&gate);".into());
            line("while (!ready) pthread_cond_wait(&opened, &gate);".into());
            line("pthread_mutex_unlock(&gate);".into());
        }
        nested => compound(out, nested, depth),
    }
}

/// Statements in statements.
fn compound(out: &mut String, one: &Statement, depth: usize) {
    let indent = "  ".repeat(depth);
    match one {
        Statement::Locked { mutex, body } => {
            let _ = writeln!(out, "{indent}pthread_mutex_lock(&mutexes[{mutex}]);");
            block(out, "", body, depth);
            let _ = writeln!(out, "{indent}pthread_mutex_unlock(&mutexes[{mutex}]);");
        }
        Statement::TryLocked { mutex, body, otherwise } => {
            let head = format!("if (pthread_mutex_trylock(&mutexes[{mutex}]) == 0)");
            let _ = writeln!(out, "{indent}{head} {{");
            statements(out, body, depth + 1);
            let _ = writeln!(out, "{indent}  pthread_mutex_unlock(&mutexes[{mutex}]);");
            let _ = writeln!(out, "{indent}}}");
            block(out, "else", otherwise, depth);
        }
        Statement::Repeat { times, body } => {
            let head = format!("for (int i{depth} = 0; i{depth} < {times}; i{depth}++)");
            block(out, &head, body, depth);
        }
        Statement::If { left, right, body } => {
            block(out, &format!("if ({} % 3 == {right})", value(*left)), body, depth);
        }
        _ => unreachable!("all others are simple"),
    }
}

fn place(place: Place) -> String {
    match place {
        Place::Local(n) => format!("local{n}"),
        Place::Shared(n) => format!("shared[{n}]"),
        Place::Atomic(n) => format!("atomics[{n}]"),
        Place::Guarded(n) => format!("guarded[{n}]"),
        Place::Heap => "heap->value".into(),
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Number(n) => n.to_string(),
        Value::Place(p) => place(p),
        Value::Sum(p, n) => format!("({} + {n})", place(p)),
    }
}

fn main(out: &mut String, program: &Concurrent) {
    let count = program.threads.len();
    let _ = write!(
        out,
        "int main(void) {{\n  pthread_t threads[{count}];\n  heap = calloc(1, sizeof *heap);\n\
         \x20 for (int i = 0; i < {MUTEXES}; i++) pthread_mutex_init(&mutexes[i], NULL);\n"
    );
    for n in 0..count {
        let _ = writeln!(out, "  pthread_create(&threads[{n}], NULL, thread{n}, NULL);");
    }
    let _ = writeln!(out, "  for (int i = 0; i < {count}; i++) pthread_join(threads[i], NULL);");
    out.push_str("  unsigned outcome = 0;\n");
    for name in observed(program) {
        let _ = writeln!(out, "  outcome = outcome * {BASE} + (unsigned){name} % {BASE};");
    }
    out.push_str("  free(published);\n  free(heap);\n  report(outcome);\n  return 0;\n}\n");
}
