//! Small programs and what a checker would say about them: pure data for the tests.
#![allow(dead_code, reason = "each test file uses a part")]

use allways_report::{Look, Sources, Summary, Unreached, VerdictKind, text};
use allways_space::{Coverage, Property};
use allways_trace::{
    Changed, Deadlock, Deed, Event, Finding, Name, Operation, Optimised, Place, Related, Relation,
    Side, Step, Temporal, ThreadName, Trace, Value, Wait,
};

pub const PETERSON: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2], turn, inside;

static void *worker(void *arg) {
    long me = (long)arg, other = 1 - me;
    turn = other; /* too early */
    flag[me] = 1;
    while (flag[other] && turn == other)
        ;
    ++inside;
    assert(inside == 1);
    --inside;
    flag[me] = 0;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
}
";

pub const COUNTER: &str = "\
#include <pthread.h>
int c;
void *w(void *a) { for (int i = 0; i < 3; i++) { c++; } return a; }
int main(void) {
\tpthread_t t[2];
\tpthread_create(&t[0], 0, w, 0);
\tpthread_create(&t[1], 0, w, 0);
\tc = 0;
}
";

pub const PHILOSOPHERS: &str = "\
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t fork_[3];
void *philosopher(void *a) {
    long i = (long)a;
    pthread_mutex_lock(&fork_[i]);
    printf(\"philosopher %ld has one fork\\n\", i);
    pthread_mutex_lock(&fork_[(i + 1) % 3]);
    return 0;
}
";

pub const HEAP: &str = "\
struct node { struct node *next; int value; };
struct node *head;
void push(int v) {
    struct node *n = malloc(sizeof *n);
    n->value = v;
    n->next = head; head = n;
}
void pop(void) { struct node *n = head; head = n->next; free(n); }
int sum(void) {
    int s = 0;
    for (struct node *n = head; n; n = n->next) s += n->value;
    return s;
}
";

pub const POLITE: &str = "\
atomic_int want[2];
void *polite(void *a) {
    long me = (long)a;
    do {
        want[me] = 0;
        want[me] = 1;
    } while (want[1 - me]);
    return 0;
}
";

/// All of the programs above, under the names that the explanations use.
pub fn sources() -> Sources {
    let mut sources = Sources::new();
    sources.insert("peterson.c", PETERSON);
    sources.insert("counter.c", COUNTER);
    sources.insert("src/philosophers.c", PHILOSOPHERS);
    sources.insert("heap.c", HEAP);
    sources.insert("polite.c", POLITE);
    sources
}

pub fn place(file: &str, line: u32, column: u32, function: &str) -> Place {
    Place {
        file: file.to_string(),
        line,
        column,
        function: function.to_string(),
        ..Place::default()
    }
}

/// A step; `changed` is `name = value` pairs.
pub fn step(thread: u32, place: Place, event: Event, changed: &[(&str, &str)]) -> Step {
    let change =
        |(name, text): &(&str, &str)| Changed { name: name.to_string(), value: value(text) };
    let changed = changed.iter().map(change).collect();
    Step { thread, place, event: Some(event), changed, ..Step::default() }
}

/// A value that is shown as the text.
pub fn value(text: &str) -> Value {
    match text.parse() {
        Ok(number) => Value::Int(number),
        Err(_) => Value::Enumerator { name: text.to_string(), value: 0 },
    }
}

fn name(text: &str) -> Name {
    Name { text: text.to_string(), address: 4096 }
}

pub fn store(to: &str, new: &str) -> Event {
    Event::Store { to: name(to), value: value(new) }
}

pub fn load(from: &str, found: &str) -> Event {
    Event::Load { from: name(from), value: value(found) }
}

pub fn lock(object: &str) -> Event {
    Event::Sync { operation: Operation::Lock, object: name(object) }
}

pub fn call(function: &str) -> Event {
    Event::Call { function: function.to_string() }
}

/// Something that is told in its own words.
pub fn said(text: &str) -> Event {
    let (verb, name) = text.split_once(' ').unwrap_or((text, ""));
    Event::Proposition { verb: verb.to_string(), name: name.to_string() }
}

pub fn printing(mut step: Step, output: &str) -> Step {
    step.output = output.to_string();
    step
}

pub fn threads(functions: &[&str]) -> Vec<ThreadName> {
    let name = |(i, function): (usize, &&str)| ThreadName {
        thread: i as u32,
        function: function.to_string(),
    };
    functions.iter().enumerate().map(name).collect()
}

pub fn related(what: Relation, thread: u32, place: Place) -> Related {
    Related { what, thread, place, stack: Vec::new() }
}

/// A thread waits for a lock that another one holds.
fn awaits(lock: &str, holder: u32) -> Relation {
    Relation::Waits { wait: Wait::Lock { lock: name(lock), holder, own: false } }
}

pub fn summary(verdict: VerdictKind) -> Summary {
    Summary {
        coverage: Coverage {
            states: 1118,
            transitions: 2231,
            depth: 40,
            seconds: 0.012_345_678_9,
            peak_bytes: 1 << 20,
            rounds: 2,
            facts: 12,
            audit_broken: 0,
            context_bound: None,
        },
        assumptions: vec!["sequentially consistent memory".to_string()],
        threads: 2,
        reduction: "tau".to_string(),
        memory_model: "sc".to_string(),
        search: "dfs".to_string(),
        store: "tree".to_string(),
        options: vec!["check".to_string(), "peterson.c".to_string()],
        replayed: false,
        ..Summary::new(verdict)
    }
}

pub fn unreached() -> Unreached {
    Unreached {
        assertions: vec!["peterson.c:14".to_string()],
        functions: vec!["log_all".to_string(), "usage".to_string()],
    }
}

/// A failed assertion with two threads besides `main`.
pub fn assertion() -> Trace {
    let at = |line, column| place("peterson.c", line, column, "worker");
    let main = |line, column| place("peterson.c", line, column, "main");
    Trace {
        property: Some(Property::Assert),
        finding: Finding::Assertion { text: "inside == 1".to_string() },
        place: at(14, 5),
        related: Vec::new(),
        threads: threads(&["main", "worker", "worker"]),
        steps: vec![
            step(0, main(23, 9), said("create thread 1"), &[("t[0]", "thread 1")]),
            step(0, main(23, 9), said("create thread 2"), &[("t[1]", "thread 2")]),
            step(1, at(9, 10), store("turn", "1"), &[("turn", "1")]),
            step(2, at(9, 10), store("turn", "0"), &[("turn", "0")]),
            step(2, at(10, 14), store("flag[1]", "1"), &[("flag[1]", "1")]),
            step(2, at(11, 12), load("flag[0]", "0"), &[]),
            step(2, at(13, 5), said("add inside = 1"), &[("inside", "1")]),
            step(1, at(10, 14), store("flag[0]", "1"), &[("flag[0]", "1")]),
            step(1, at(11, 12), load("flag[1]", "1"), &[]),
            step(1, at(11, 27), load("turn", "0"), &[]),
            step(1, at(13, 5), said("add inside = 2"), &[("inside", "2")]),
            step(1, at(14, 5), load("inside", "2"), &[]),
        ],
        cycle_start: None,
        optimised: Optimised::No,
        stack: Vec::new(),
        shortest: true,
        recording: None,
    }
}

/// A race whose sides are on one line that holds a whole function.
pub fn race() -> Trace {
    let at = |column| place("counter.c", 3, column, "w");
    let main = |line, column| place("counter.c", line, column, "main");
    Trace {
        property: Some(Property::Race),
        finding: Finding::Race {
            object: name("c"),
            one: Side { thread: 1, write: false, volatile: false },
            other: Side { thread: 0, write: true, volatile: false },
        },
        place: main(8, 4),
        related: vec![related(Relation::OtherAccess, 1, at(51))],
        threads: threads(&["main", "w", "w"]),
        steps: vec![
            step(0, main(6, 2), said("create thread 1"), &[("t[0]", "thread 1")]),
            step(0, main(7, 2), said("create thread 2"), &[("t[1]", "thread 2")]),
            step(1, at(30), said("i = 0"), &[("i", "0")]),
            step(0, main(8, 4), store("c", "0"), &[("c", "0")]),
        ],
        cycle_start: None,
        optimised: Optimised::No,
        stack: Vec::new(),
        shortest: true,
        recording: None,
    }
}

/// Three threads that wait for each other, with output.
pub fn deadlock() -> Trace {
    let at = |line| place("src/philosophers.c", line, 5, "philosopher");
    let mut steps = Vec::new();
    for i in 0..3u32 {
        let fork = lock(&format!("fork_[{i}]"));
        let text = format!("philosopher {i} has one fork\n");
        steps.push(step(i + 1, at(6), fork, &[]));
        steps.push(printing(step(i + 1, at(7), call("printf"), &[]), &text));
    }
    Trace {
        property: Some(Property::Deadlock),
        finding: Finding::Deadlock { deadlock: Deadlock::Cycle { threads: vec![1, 2, 3] } },
        place: at(8),
        related: vec![
            related(awaits("fork_[1]", 2), 1, at(8)),
            related(awaits("fork_[2]", 3), 2, at(8)),
            related(awaits("fork_[0]", 1), 3, at(8)),
        ],
        threads: threads(&["main", "philosopher", "philosopher", "philosopher"]),
        steps,
        cycle_start: None,
        optimised: Optimised::No,
        stack: Vec::new(),
        shortest: true,
        recording: None,
    }
}

/// A use after free, with where the object came from and went.
pub fn dangling() -> Trace {
    Trace {
        property: Some(Property::Memory),
        finding: Finding::Gone { object: name("n->value"), heap: true, deed: Deed::Read },
        place: place("heap.c", 11, 54, "sum"),
        related: vec![
            related(Relation::Allocated, 0, place("heap.c", 4, 22, "push")),
            related(Relation::Freed, 1, place("heap.c", 8, 57, "pop")),
        ],
        threads: threads(&["main", "popper"]),
        steps: vec![
            step(
                0,
                place("heap.c", 6, 13, "push"),
                store("n->next", "null"),
                &[("n->next", "null")],
            ),
            step(0, place("heap.c", 6, 26, "push"), store("head", "node#1"), &[("head", "node#1")]),
            step(0, place("heap.c", 11, 27, "sum"), load("head", "node#1"), &[("n", "node#1")]),
            step(1, place("heap.c", 8, 41, "pop"), store("head", "null"), &[("head", "null")]),
            step(1, place("heap.c", 8, 57, "pop"), said("free node#1"), &[]),
            step(0, place("heap.c", 11, 54, "sum"), said("load n->value"), &[]),
        ],
        cycle_start: None,
        optimised: Optimised::No,
        stack: Vec::new(),
        shortest: true,
        recording: None,
    }
}

/// Two threads that give way to each other forever.
pub fn lasso() -> Trace {
    let at = |line, column| place("polite.c", line, column, "polite");
    Trace {
        property: Some(Property::Termination),
        finding: Finding::Endless { property: Temporal::Termination, ends: false },
        place: at(7, 14),
        related: Vec::new(),
        threads: threads(&["main", "polite", "polite"]),
        steps: vec![
            step(1, at(5, 18), store("want[0]", "0"), &[("want[0]", "0")]),
            step(2, at(5, 18), store("want[1]", "0"), &[("want[1]", "0")]),
            step(1, at(6, 18), store("want[0]", "1"), &[("want[0]", "1")]),
            step(2, at(6, 18), store("want[1]", "1"), &[("want[1]", "1")]),
            step(1, at(7, 14), load("want[1]", "1"), &[]),
            step(2, at(7, 14), load("want[0]", "1"), &[]),
        ],
        cycle_start: Some(2),
        optimised: Optimised::No,
        stack: Vec::new(),
        shortest: true,
        recording: None,
    }
}

/// `lock m` and `x = i` in turn by `threads` threads, `rounds` times, without source.
pub fn long(threads_: u32, rounds: u32) -> Trace {
    let mut steps = Vec::new();
    for i in 0..rounds {
        let thread = i % threads_;
        let at = |line| place("gone.c", line, 3, "turn");
        steps.push(step(thread, at(10), lock("m"), &[]));
        let value = i.to_string();
        steps.push(step(thread, at(11), store("x", &value), &[("x", &value)]));
    }
    Trace {
        property: Some(Property::Assert),
        finding: Finding::Assertion { text: "x < 100".to_string() },
        place: place("gone.c", 11, 3, "turn"),
        related: Vec::new(),
        threads: threads(&vec!["turn"; threads_ as usize]),
        steps,
        cycle_start: None,
        optimised: Optimised::No,
        stack: Vec::new(),
        shortest: true,
        recording: None,
    }
}

/// Every explanation above.
pub fn all() -> Vec<Trace> {
    vec![assertion(), race(), deadlock(), dangling(), lasso(), long(6, 200)]
}

/// The report of a violation.
pub fn violated(explanation: &Trace, look: &Look) -> String {
    text(&summary(VerdictKind::Violated), Some(explanation), &mut sources(), look)
}
