//! Small random C programs with threads, about themes that reductions get wrong: scopes, disguised
//! addresses, mutexes that are overwritten, threads that look at each other.
//!
//! Nothing is promised of them but that they compile and that few of them run for long: what matters
//! is that every way of exploring them says the same.

mod grammar;
mod library;
mod locks;
mod objects;
mod threads;

use crate::splitmix::Random;
use grammar::Grammar;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A program.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text: one file.
    pub text: String,
    /// The themes that are in it.
    pub themes: BTreeSet<&'static str>,
}

/// Texts that belong together. They are written in the grammar of `grammar.rs`.
struct Theme {
    name: &'static str,
    /// Declarations in front of all functions.
    globals: &'static str,
    /// What `main` does before it starts threads.
    prepare: &'static str,
    /// Statements.
    operations: &'static [&'static str],
}

const ALL: &[&[Theme]] = &[library::THEMES, locks::THEMES, objects::THEMES, threads::THEMES];

fn all() -> Vec<&'static Theme> {
    ALL.iter().copied().flatten().collect()
}

const HEAD: &str = "#define _GNU_SOURCE
#include <allways.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
_Bool __VERIFIER_nondet_bool(void);
struct pair { long a, b; };
static _Atomic int d0, d1, d2;
static int p0, p1;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static struct pair *_Atomic published;
static pthread_t threads[4];
";

/// What every program may do.
const BASIC: &[&str] = &[
    "@d++;",
    "@d = @n;",
    "@p = @n;",
    "if (@d == @n) { @o }",
    "if (@d == @n) { @o }",
    "assert(@d != @n + 1);",
    "{ int a = @d, b = @d; if (a == @n) assert(b != 1); }",
    "pthread_mutex_lock(&@m); @p++; pthread_mutex_unlock(&@m);",
    "pthread_mutex_lock(&m0); p0++; pthread_mutex_unlock(&m0);",
    "pthread_mutex_lock(&m0); p0 += 2; @(assert(p0 != 3);@|@o@) pthread_mutex_unlock(&m0);",
    "for (int i = 0; i < 2; i++) { @o }",
];

impl Source {
    /// The program of a seed.
    pub fn make(seed: u64) -> Source {
        let mut grammar = Grammar::new(Random::new(seed), all());
        let threads = *grammar.random.one_of(&[2, 2, 2, 3, 3]);
        let alike = grammar.random.once_in(4);
        let most = if threads == 2 { 3 } else { 2 };
        let functions = if alike { 1 } else { threads };
        let mut bodies = String::new();
        for number in 0..functions {
            let count = 1 + grammar.random.below(most);
            let body = grammar.statements(count);
            let _ = writeln!(
                bodies,
                "static void *thread{number}(void *unused) {{\n{body}  return 0;\n}}"
            );
        }
        let main = main_text(&mut grammar, threads, functions);
        let mut text = HEAD.to_string();
        for theme in grammar.chosen() {
            text.push_str(&grammar.expand(theme.globals));
            text.push('\n');
        }
        let _ = write!(text, "{bodies}{main}");
        Source { text, themes: grammar.used() }
    }

    /// The names of all themes.
    pub fn themes() -> Vec<&'static str> {
        all().iter().map(|theme| theme.name).collect()
    }
}

fn main_text(grammar: &mut Grammar, threads: u64, functions: u64) -> String {
    let mut main = String::from("int main(void) {\n");
    for theme in grammar.chosen() {
        let _ = writeln!(main, "  {}", grammar.expand(theme.prepare));
    }
    for number in 0..threads {
        let function = number % functions;
        let _ = writeln!(main, "  pthread_create(&threads[{number}], 0, thread{function}, 0);");
    }
    if grammar.random.once_in(2) {
        main.push_str(&grammar.statements(1));
    }
    let joined = if grammar.random.once_in(6) { 1 } else { threads };
    for number in 0..joined {
        let _ = writeln!(main, "  pthread_join(threads[{number}], 0);");
    }
    main.push_str(&grammar.expand("  @(assert(@d != @n + 1);@|assert(@p != @n + 1);@|@)\n"));
    main.push_str("  return 0;\n}\n");
    main
}
