//! Threads that look at each other, and what each has of its own.

use super::Theme;

pub(super) const THEMES: &[Theme] = &[
    Theme {
        name: "looks at threads",
        globals: "",
        prepare: "",
        operations: &[
            "pthread_t t = threads[@(0@|0@|1@)]; if (t) pthread_setname_np(t, \"x\");",
            "pthread_t t = threads[0]; if (t) d1 = pthread_setschedprio(t, 0);",
            "pthread_t t = threads[0]; int policy; struct sched_param param; if (t) d1 = pthread_getschedparam(t, &policy, &param);",
        ],
    },
    Theme {
        name: "joins by others",
        globals: "",
        prepare: "",
        operations: &[
            "pthread_t t = threads[@(0@|1@)]; if (t) d1 = pthread_tryjoin_np(t, 0);",
            "pthread_t t = threads[@(0@|1@)]; if (t) pthread_detach(t);",
            "pthread_detach(pthread_self());",
            "pthread_t t = threads[0]; if (t && !pthread_equal(t, pthread_self())) pthread_join(t, 0);",
        ],
    },
    Theme {
        name: "threads that start threads",
        globals: "static void *child(void *argument) { struct pair *o = argument; if (o) { o->a = 1; @(free(o);@|published = o;@|@) } d1++; return argument; }",
        prepare: "",
        operations: &[
            "struct pair *o = malloc(sizeof *o); o->a = 0; pthread_t t; pthread_create(&t, 0, child, o); @(o->b = 1;@|@o@|@) pthread_join(t, 0); @(d2 = o->a;@|@)",
            "pthread_t t; pthread_create(&t, 0, child, 0); @(pthread_detach(t);@|@)",
            "struct pair *q = published; if (q) q->a = 2;",
        ],
    },
    Theme {
        name: "results",
        globals: "static void *_Atomic result;",
        prepare: "",
        operations: &[
            "struct pair *o = malloc(sizeof *o); o->a = 1; if (@d == @n) pthread_exit(o);",
            "struct pair *o = malloc(sizeof *o); o->a = 1; result = (void *)~(uintptr_t)o; if (@d == @n) pthread_exit((void *)~(uintptr_t)o); *(volatile long *)&o->a = 2;",
            "uintptr_t h = (uintptr_t)result; if (h) published = (struct pair *)~h;",
            "struct pair *q = published; if (q) assert(q->a != @n);",
        ],
    },
    Theme {
        name: "thread-local variables",
        globals: "static _Thread_local struct pair own;",
        prepare: "",
        operations: &[
            "own.a++; published = &own; @(own.b = 1;@|@)",
            "struct pair *q = published; if (q) q->a = @n;",
            "@(errno = @n; published = (struct pair *)&errno;@|own.a = @n;@)",
        ],
    },
    Theme {
        name: "keys",
        globals: "static pthread_key_t key;\nstatic void destroy(void *o) { @(free(o);@|((struct pair *)o)->a = 3;@) @(d1 = 1;@|@) }",
        prepare: "pthread_key_create(&key, destroy);",
        operations: &[
            "struct pair *o = malloc(sizeof *o); o->a = @n; pthread_setspecific(key, o); @(published = o;@|@)",
            "struct pair *o = pthread_getspecific(key); if (o) o->a++;",
            "struct pair *q = published; if (q) d2 = q->a;",
        ],
    },
    Theme {
        name: "once",
        globals: "static pthread_once_t once = PTHREAD_ONCE_INIT;\nstatic void first(void) { p0++; @(d1 = 1;@|@) }",
        prepare: "",
        operations: &["pthread_once(&once, first); d2 = p0;", "pthread_once(&once, first); @o"],
    },
    Theme {
        name: "cancellation",
        globals: "static void clean(void *o) { free(o); @(d1 = 1;@|@) }",
        prepare: "",
        operations: &[
            "pthread_t t = threads[0]; if (t) pthread_cancel(t);",
            "@d++; pthread_testcancel(); @d++;",
            "void *o = malloc(8); pthread_cleanup_push(clean, o); pthread_testcancel(); @o pthread_cleanup_pop(1);",
        ],
    },
    Theme {
        name: "ends",
        globals: "static void last(void) { assert(@d != @n + 1); }",
        prepare: "atexit(last);",
        operations: &["if (@d == @n) exit(0);", "if (@d == @n) pthread_exit(0);", "@d++;"],
    },
    Theme {
        name: "rare choices",
        globals: "static _Atomic int rare;",
        prepare: "{ int c = arbitrary(300); if (c == 3) rare = 1; else if (c == 200) rare = 2; c = 0; }",
        operations: &[
            "if (rare == 1) { @o }",
            "if (rare == 2) { @o }",
            "if (rare) { @o } else { @d = 1; }",
            "if (rare) { p0 = @n; }",
            "if (rare == @(1@|2@)) if (((volatile int *)&m0)[2] != 0) assert(@d == 1);",
        ],
    },
];
