//! For every library function a program in which another thread writes, reads, locks and ends while it
//! is called.

mod exempt;
mod memory;
mod objects;
mod process;
mod streams;
mod threads;

use objects::OBJECTS;
use std::collections::BTreeSet;
use std::fmt::Write;

/// One call.
pub struct Call {
    pub name: &'static str,
    /// A declaration, for functions that no header declares.
    declaration: Option<String>,
    expression: String,
}

/// Calls, and how many of them may be in one file. What a program mentions may decide how it is
/// explored, so those that are about threads stand alone.
const FAMILIES: &[(&str, usize)] = &[
    (memory::STRING, 12),
    (memory::ATOMIC, 4),
    (memory::NUMBERS, 12),
    (memory::RANDOM, 12),
    (memory::MATH, 12),
    (memory::TIME, 12),
    (memory::HEAP, 1),
    (streams::STDIO, 12),
    (threads::LOCKS, 1),
    (threads::THREADS, 1),
    (threads::ATTRIBUTES, 12),
    (process::PROCESS, 1),
];

/// The calls, as many in a group as may be in one file.
pub fn groups() -> Vec<Vec<Call>> {
    let mut groups = Vec::new();
    for (text, together) in FAMILIES {
        let mut calls = text.lines().filter(|line| !line.is_empty()).map(Call::parse).peekable();
        while calls.peek().is_some() {
            groups.push(calls.by_ref().take(*together).collect());
        }
    }
    groups
}

/// Functions that need no call, with the reason.
pub fn exempt() -> BTreeSet<&'static str> {
    exempt::ALL.iter().flat_map(|(_, names)| names.split_whitespace()).collect()
}

fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|other| other == word)
}

impl Call {
    fn parse(line: &'static str) -> Call {
        let (head, rest) = line.split_once(" = ").expect("a name and a call");
        let Some((name, kind)) = head.split_once(" : ") else {
            let expression = match rest.strip_prefix("void ") {
                Some(rest) => format!("({rest}, 0)"),
                None => rest.to_string(),
            };
            return Call { name: head, declaration: None, expression };
        };
        let (result, parameters) = kind.split_once('(').expect("a type");
        let declaration = format!("{result} call_{name}({parameters} __asm__(\"{name}\");");
        let expression = match result.trim() {
            "void" => format!("(call_{name}{rest}, 0)"),
            _ => format!("call_{name}{rest}"),
        };
        Call { name, declaration: Some(declaration), expression }
    }

    /// The names of the functions to start with: the call is always made, or only after a choice that
    /// a few executions do not meet.
    pub fn entries(&self) -> [String; 2] {
        [format!("main_{}", self.name), format!("rare_{}", self.name)]
    }

    fn objects(&self) -> impl Iterator<Item = &'static objects::Object> {
        OBJECTS.iter().filter(|object| mentions(&self.expression, object.name))
    }

    fn text(&self) -> String {
        let (name, call) = (self.name, &self.expression);
        let actions: String = self.objects().map(|o| format!("  {}\n", o.action)).collect();
        let prepare: String = self.objects().map(|o| format!("  {}\n", o.prepare)).collect();
        let declaration = self.declaration.as_deref().unwrap_or("");
        let after = match mentions(call, "m") {
            true => "pthread_mutex_lock(&m); guarded++; pthread_mutex_unlock(&m);",
            false => "",
        };
        let made = match mentions(call, "list") {
            false => format!("int r = ({call}) != 0;"),
            true => format!("int r = list_{name}(0, buf);"),
        };
        let mut text = format!("{declaration}\n");
        if mentions(call, "list") {
            let _ = writeln!(
                text,
                "static int list_{name}(int n, ...) {{\n  va_list list;\n  va_start(list, n);\n  \
                 int r = ({call}) != 0;\n  va_end(list);\n  return r;\n}}"
            );
        }
        let _ = write!(
            text,
            "static void *one_{name}(void *unused) {{\n  flag = 1;\n  pthread_mutex_lock(&m);\n  \
             guarded++;\n  pthread_mutex_unlock(&m);\n{actions}  flag = 2;\n  return 0;\n}}\n\
             static void *two_{name}(void *unused) {{\n  if (go) {{\n    int before = flag;\n    \
             {made}\n    int after = flag;\n    outcome = before * 6 + after * 2 + r + 1;\n    \
             {after}\n  }}\n  return 0;\n}}\n\
             static int run_{name}(void) {{\n{prepare}  pthread_t second;\n  \
             pthread_create(&first, 0, one_{name}, 0);\n  pthread_create(&second, 0, two_{name}, 0);\n  \
             pthread_join(first, 0);\n  pthread_join(second, 0);\n  judge();\n  return 0;\n}}\n\
             int main_{name}(void) {{\n  go = 1;\n  return run_{name}();\n}}\n\
             int rare_{name}(void) {{\n  go = arbitrary(300) == 7;\n  return run_{name}();\n}}\n"
        );
        text
    }
}

/// A file with calls.
pub fn text(calls: &[Call]) -> String {
    let mut text = HEAD.to_string();
    for object in OBJECTS {
        let wanted = |call: &Call| {
            let needed = mentions(&call.expression, object.name);
            // Texts of variable arguments are in `buf`.
            needed || object.name == "buf" && mentions(&call.expression, "list")
        };
        if calls.iter().any(wanted) {
            let _ = writeln!(text, "{}", object.declaration);
        }
    }
    text.push_str("static void judge(void) {\n  switch (outcome) {\n");
    for outcome in 1..=18 {
        let _ = writeln!(text, "  case {outcome}: assert(outcome != {outcome}); break;");
    }
    text.push_str("  }\n}\n");
    for call in calls {
        text.push_str(&call.text());
    }
    text
}

const HEAD: &str = "#define _GNU_SOURCE
#include <allways.h>
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static _Atomic int flag;
static int go, outcome, guarded;
static volatile char seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;
";
