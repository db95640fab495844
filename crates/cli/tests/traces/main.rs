//! Recorded counterexamples: stacks, variables with types and values, the heap, waits and locks at any step.

mod every;
mod seen;

use allways_trace::{Event, Moment, Value};
use seen::*;

const VALUES: &str = r#"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
enum colour { RED, GREEN = 5, BLUE };
struct point { int x; double y; };
struct line { struct point from, to; const char *label; struct line *next; };
union word { int number; unsigned char bytes[4]; };
struct flags { unsigned on : 1; int level : 4; unsigned : 3; unsigned wide : 24; };
static int table[10000];
static struct line lines[2];
static atomic_long counter;
static union word word;
static struct flags flags;
enum colour colour = GREEN;
float half = 0.5f;
_Bool yes = 1;
static char name[8];
static void (*callback)(int);
static void called(int depth) {
    int local[3] = {depth, depth + 1, depth + 2};
    int *middle = &local[1];
    if (depth == 2) { assert(*middle < 0); /* fault */ }
    called(depth + 1);
}
int main(void) {
    table[9999] = 7;
    lines[0].from = (struct point){3, 2.5};
    lines[0].label = "first";
    lines[0].next = &lines[1];
    counter = -1;
    word.number = 0x01020304;
    flags.on = 1; flags.level = -3; flags.wide = 0x123456;
    strcpy(name, "abc");
    callback = called;
    struct line *heap = malloc(3 * sizeof *heap);
    heap[1].from.x = 11;
    free(malloc(5));
    called(0);
}
"#;

#[test]
fn stacks_of_a_recursion_have_all_their_variables() {
    let trace = recorded(VALUES, &[]);
    let mut moment = Moment::new(recording(&trace));
    moment.go(trace.steps.len());
    let fault = line(VALUES, "/* fault */");
    let call = fault + 1;
    let main = line(VALUES, "called(0);");
    assert_eq!(
        stack(&moment, 0),
        [
            format!("called:{fault}"),
            format!("called:{call}"),
            format!("called:{call}"),
            format!("main:{main}")
        ]
    );
    let calls = moment.stack(0);
    assert!(calls.iter().all(|call| call.place.column > 0 && call.place.file.ends_with(".c")));
    for (call, depth) in calls.iter().zip([2, 1, 0]) {
        let locals = moment.locals(0, call.frame);
        let array = format!("int[3] local = {{{}, {}, {}}}", depth, depth + 1, depth + 2);
        let expected = [format!("int depth = {depth}"), array, "int * middle = &local[1]".into()];
        assert_eq!(shown(&locals), expected);
        let pointed = parts(&moment, &locals[2]);
        assert_eq!(shown(&pointed)[0], format!("int [0] = {}", depth + 1));
    }
}

#[test]
fn globals_have_types_values_and_parts() {
    let trace = recorded(VALUES, &[]);
    let mut moment = Moment::new(recording(&trace));
    let global = |moment: &Moment<'_>, name: &str| named(moment.globals(), name);
    let value = |moment: &Moment<'_>, name: &str| shown(&[global(moment, name)]).remove(0);
    assert_eq!(value(&moment, "counter"), "long counter = 0");
    assert_eq!(value(&moment, "callback"), "function * callback = NULL");
    moment.go(trace.steps.len());
    assert_eq!(value(&moment, "counter"), "long counter = -1");
    assert_eq!(value(&moment, "colour"), "colour colour = GREEN");
    assert_eq!(
        global(&moment, "colour").value,
        Value::Enumerator { name: "GREEN".into(), value: 5 }
    );
    assert_eq!(value(&moment, "half"), "float half = 0.5");
    assert_eq!(value(&moment, "yes"), "_Bool yes = true");
    assert_eq!(value(&moment, "callback"), "function * callback = called");
    assert_eq!(
        shown(&parts(&moment, &global(&moment, "flags"))),
        ["unsigned int on = 1", "int level = -3", "unsigned int wide = 1193046"]
    );
    let word = parts(&moment, &global(&moment, "word"));
    assert_eq!(word[0].value, Value::Int(0x0102_0304));
    assert_eq!(
        shown(&parts(&moment, &word[1]))[..2],
        ["unsigned char [0] = 4", "unsigned char [1] = 3"]
    );
    let lines = parts(&moment, &global(&moment, "lines"));
    let first = parts(&moment, &lines[0]);
    assert_eq!(
        shown(&first),
        [
            "point from = {x = 3, y = 2.5}",
            "point to = {x = 0, y = 0}",
            "char * label = \"first\"",
            "line * next = &lines[1]"
        ]
    );
    assert_eq!(parts(&moment, &first[3])[0].name, "*next");
    assert_eq!(parts(&moment, &parts(&moment, &first[0])[1]).len(), 0);
    let text = parts(&moment, &global(&moment, "name"));
    let letters: Vec<&Value> = text.iter().map(|c| &c.value).take(4).collect();
    let expected = [Value::Char(b'a'), Value::Char(b'b'), Value::Char(b'c'), Value::Int(0)];
    assert_eq!(letters, expected.iter().collect::<Vec<_>>());
}

#[test]
fn a_large_array_is_read_where_it_is_looked_at() {
    let trace = recorded(VALUES, &[]);
    let mut moment = Moment::new(recording(&trace));
    let stored = store(&trace, line(VALUES, "table[9999] = 7"), "table[9999]");
    let last = |moment: &Moment<'_>| {
        let table = named(moment.globals(), "table");
        assert_eq!((&table.ty[..], table.parts), ("int[10000]", 10000));
        shown(&moment.parts(&table, 9998..20000))
    };
    moment.go(stored);
    assert_eq!(last(&moment), ["int [9998] = 0", "int [9999] = 0"]);
    moment.go(stored + 1);
    assert_eq!(last(&moment), ["int [9998] = 0", "int [9999] = 7"]);
    moment.go(trace.steps.len());
    moment.go(stored);
    assert_eq!(last(&moment), ["int [9998] = 0", "int [9999] = 0"]);
    let bytes = serde_json::to_string(recording(&trace)).expect("a recording is data").len();
    assert!(bytes < 200_000, "{bytes} bytes for one element of an array");
}

#[test]
fn the_heap_knows_where_objects_came_from_and_went() {
    let trace = recorded(VALUES, &[]);
    let mut moment = Moment::new(recording(&trace));
    assert_eq!(moment.heap().count(), 0);
    moment.go(trace.steps.len());
    let heap: Vec<_> = moment.heap().collect();
    let sizes: Vec<u64> = heap.iter().map(|object| object.size).collect();
    assert_eq!(sizes, [3 * 48, 5]);
    assert_eq!(
        heap.iter().map(|object| moment.is_alive(object)).collect::<Vec<_>>(),
        [true, false]
    );
    let at = |spot: Option<allways_trace::Spot>| {
        let spot = spot.expect("a known place");
        (spot.thread, moment.place(spot.place).expect("a place").line)
    };
    assert_eq!(at(heap[0].made), (0, line(VALUES, "malloc(3")));
    assert_eq!(at(heap[1].made), (0, line(VALUES, "malloc(5)")));
    assert_eq!(at(heap[1].freed), (0, line(VALUES, "malloc(5)")));
    let main = moment.stack(0).last().expect("main is there").frame;
    let pointer = named(moment.locals(0, main), "heap");
    assert_eq!((&pointer.ty[..], pointer.parts), ("line *", 3));
    assert_eq!(pointer.value.to_string(), "line#1");
    let second = &parts(&moment, &pointer)[1];
    let from = &parts(&moment, second)[0];
    assert_eq!(shown(&parts(&moment, from)), ["int x = 11", "double y = uninitialised"]);
}

const BLOCKED: &str = r#"
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static void *locker(void *arg) {
    pthread_mutex_lock(&first);
    printf("locked %d\n", *(int *)arg);
    pthread_mutex_lock(&second); /* blocks */
    return 0;
}
static void *waiter(void *arg) {
    pthread_mutex_lock(&second);
    pthread_mutex_t *mine = arg;
    pthread_mutex_lock(mine);
    pthread_cond_wait(&never, mine); /* waits */
    return 0;
}
int main(void) {
    static pthread_mutex_t third = PTHREAD_MUTEX_INITIALIZER;
    int number = 42;
    pthread_t a, b;
    pthread_create(&a, 0, locker, &number);
    pthread_create(&b, 0, waiter, &third);
    pthread_join(a, 0); /* joins */
}
"#;

#[test]
fn blocked_threads_say_what_they_wait_for_and_locks_who_holds_them() {
    let trace = recorded(BLOCKED, &[]);
    let mut moment = Moment::new(recording(&trace));
    assert_eq!(
        (doing(&moment, 0), doing(&moment, 1)),
        ("can move".into(), "does not exist".into())
    );
    let created = step_in(&trace, line(BLOCKED, "locker, &number"), |step| {
        matches!(step.event, Some(Event::Spawn { thread: 1, .. }))
    });
    moment.go(created + 1);
    assert_eq!(
        (doing(&moment, 1), doing(&moment, 2)),
        ("can move".into(), "does not exist".into())
    );
    assert_eq!(shown(&locals(&moment, 1)), ["void * arg = &number"]);
    moment.go(trace.steps.len());
    assert_eq!(doing(&moment, 0), "waits for the end of thread 1");
    assert_eq!(doing(&moment, 1), "waits for lock second, held by thread 2");
    assert_eq!(doing(&moment, 2), "waits for a signal on never");
    let held: Vec<(String, Vec<u32>)> =
        moment.locks().into_iter().map(|lock| (lock.lock.text, lock.holders)).collect();
    assert_eq!(held, [("first".to_string(), vec![1]), ("second".to_string(), vec![2])]);
    assert_eq!(stack(&moment, 1), [format!("locker:{}", line(BLOCKED, "/* blocks */"))]);
    assert_eq!(stack(&moment, 2), [format!("waiter:{}", line(BLOCKED, "/* waits */"))]);
    assert_eq!(stack(&moment, 0), [format!("main:{}", line(BLOCKED, "/* joins */"))]);
    assert_eq!(
        shown(&locals(&moment, 2)),
        ["void * arg = &third", "pthread_mutex_t * mine = &third"]
    );
    let output: String = trace.steps.iter().map(|step| &step.output[..]).collect();
    assert_eq!(output, "locked 42\n");
}

const ENDED: &str = r#"
#include <assert.h>
#include <pthread.h>
static __thread int mine = 5;
static void *worker(void *arg) { mine += (int)(long)arg; return arg; }
int main(void) {
    pthread_t t;
    mine = 6;
    pthread_create(&t, 0, worker, (void *)3);
    pthread_join(t, 0);
    assert(mine == 5);
}
"#;

#[test]
fn a_thread_has_variables_of_its_own_until_it_ends() {
    let trace = recorded(ENDED, &[]);
    let mut moment = Moment::new(recording(&trace));
    let changed = store(&trace, line(ENDED, "mine +="), "mine");
    moment.go(changed + 1);
    assert_eq!(shown(&moment.thread_locals(0)), ["int mine = 6"]);
    assert_eq!(shown(&moment.thread_locals(1)), ["int mine = 8"]);
    moment.go(trace.steps.len());
    assert_eq!(doing(&moment, 1), "has ended");
    assert!(stack(&moment, 1).is_empty() && moment.thread_locals(1).is_empty());
    assert_eq!(shown(&moment.thread_locals(0)), ["int mine = 6"]);
    assert_eq!(named(locals(&moment, 0), "t").value, Value::Thread(1));
}

const ENDLESS: &str = r#"
#include <stdatomic.h>
static atomic_int turn;
int main(void) {
    for (int i = 0;; i = 1 - i) turn = i;
}
"#;

#[test]
fn an_endless_execution_is_recorded_once_round() {
    let trace = recorded(ENDLESS, &["--property", "termination"]);
    let start = trace.cycle_start.expect("it is a lasso");
    let mut moment = Moment::new(recording(&trace));
    moment.go(start);
    let before = shown(&moment.globals());
    moment.go(trace.steps.len());
    assert_eq!(shown(&moment.globals()), before, "the cycle ends where it began");
}
