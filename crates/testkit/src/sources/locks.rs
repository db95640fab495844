//! Locks, and what is done to them other than locking.

use super::Theme;

pub(super) const THEMES: &[Theme] = &[
    Theme {
        name: "raw mutexes",
        globals: "",
        prepare: "",
        operations: &[
            "@(@d = 1;@|@) int r = ((volatile int *)&m0)[@(0@|1@|2@|2@)]; @(assert(r == 0);@|if (r) { @o }@)",
            "((volatile int *)&m0)[2] = 0;",
            "if (@d) { pthread_mutex_lock(&m0); @(pthread_mutex_unlock(&m0);@|@) }",
            "pthread_mutex_lock(&m0); @d = 1; pthread_mutex_unlock(&m0);",
        ],
    },
    Theme {
        name: "re-initialisation",
        globals: "",
        prepare: "",
        operations: &[
            "pthread_mutex_lock(&m0); d1 = 1; p0 = 1; @(pthread_mutex_unlock(&m0);@|@)",
            "if (d1) { @(pthread_mutex_init(&m0, 0);@|memset(&m0, 0, sizeof m0);@|pthread_mutex_destroy(&m0); pthread_mutex_init(&m0, 0);@) pthread_mutex_lock(&m0); p0 = 2; d1 = 3; assert(p0 == 2); @(pthread_mutex_unlock(&m0);@|@) }",
            "@(pthread_mutex_init(&m0, 0);@|memset(&m0, 0, sizeof m0);@|m0 = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;@)",
        ],
    },
    Theme {
        name: "mutexes in heap objects",
        globals: "static struct guarded { pthread_mutex_t m; long value; } *_Atomic guarded;",
        prepare: "guarded = calloc(1, sizeof *guarded); pthread_mutex_init(&guarded->m, 0);",
        operations: &[
            "struct guarded *g = guarded; if (g) { pthread_mutex_lock(&g->m); g->value++; @(d0 = 1;@|@) pthread_mutex_unlock(&g->m); @(d0 = 1;@|@) }",
            "struct guarded *g = guarded; guarded = 0; if (g) { pthread_mutex_lock(&g->m); pthread_mutex_unlock(&g->m); free(g); }",
            "if (d0) free(guarded);",
        ],
    },
    Theme {
        name: "condition variables",
        globals: "static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;",
        prepare: "",
        operations: &[
            "pthread_mutex_lock(&m0); p0 = 1; @(pthread_cond_signal(&c0); pthread_mutex_unlock(&m0);@|pthread_mutex_unlock(&m0); pthread_cond_@(signal@|broadcast@)(&c0);@)",
            "pthread_mutex_lock(&m0); @(if@|while@) (!p0) pthread_cond_wait(&c0, &m0); @(d1 = p0;@|@) pthread_mutex_unlock(&m0);",
        ],
    },
    Theme {
        name: "other locks",
        globals: "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\nstatic pthread_spinlock_t spin;\nstatic sem_t sem;",
        prepare: "pthread_spin_init(&spin, 0); sem_init(&sem, 0, @(0@|1@));",
        operations: &[
            "pthread_rwlock_rdlock(&rw); d1 = p1; pthread_rwlock_unlock(&rw);",
            "pthread_rwlock_wrlock(&rw); p1++; pthread_rwlock_unlock(&rw);",
            "if (!pthread_rwlock_try@(rd@|wr@)lock(&rw)) { @o pthread_rwlock_unlock(&rw); }",
            "pthread_spin_lock(&spin); p1++; pthread_spin_unlock(&spin);",
            "sem_post(&sem);",
            "sem_wait(&sem); p1++; sem_post(&sem);",
            "if (!sem_trywait(&sem)) { p1++; sem_post(&sem); }",
        ],
    },
    Theme {
        name: "tries to lock",
        globals: "",
        prepare: "",
        operations: &[
            "if (!pthread_mutex_trylock(&m0)) { p0++; pthread_mutex_unlock(&m0); } else { @o }",
            "pthread_mutex_lock(&m0); p0++; @d = 1; pthread_mutex_unlock(&m0); @d = 2;",
        ],
    },
    Theme {
        name: "mutex types",
        globals: "static pthread_mutex_t typed;",
        prepare: "pthread_mutexattr_t attributes; pthread_mutexattr_init(&attributes); pthread_mutexattr_@(settype(&attributes, PTHREAD_MUTEX_RECURSIVE)@|settype(&attributes, PTHREAD_MUTEX_ERRORCHECK)@|setrobust(&attributes, PTHREAD_MUTEX_ROBUST)@); pthread_mutex_init(&typed, &attributes);",
        operations: &[
            "int r = pthread_mutex_lock(&typed); p0++; pthread_mutex_unlock(&typed); d1 = r;",
            "pthread_mutex_lock(&typed); int r = pthread_mutex_lock(&typed); p0++; if (!r) pthread_mutex_unlock(&typed); pthread_mutex_unlock(&typed);",
            "d1 = pthread_mutex_@(lock@|unlock@)(&typed);",
        ],
    },
    Theme {
        name: "C11 threads",
        globals: "static mtx_t x0;\nstatic cnd_t x1;\nstatic int c11(void *p) { mtx_lock(&x0); p0++; @(cnd_signal(&x1);@|@) mtx_unlock(&x0); @(@d = 1;@|@) return 1; }",
        prepare: "mtx_init(&x0, mtx_plain); cnd_init(&x1);",
        operations: &[
            "mtx_lock(&x0); p0++; mtx_unlock(&x0);",
            "thrd_t t; thrd_create(&t, c11, 0); @o @(thrd_join(t, 0);@|thrd_detach(t);@)",
            "mtx_lock(&x0); if (!p0) cnd_wait(&x1, &x0); mtx_unlock(&x0);",
            "if (mtx_trylock(&x0) == thrd_success) { p0++; mtx_unlock(&x0); }",
        ],
    },
    Theme {
        name: "choices in sections",
        globals: "void __VERIFIER_atomic_choose(void) { if (__VERIFIER_nondet_bool()) @(p1 = p0;@|d1 = p0;@|assert(p0 != 1);@) @(else @d = 1;@|@) }",
        prepare: "",
        operations: &[
            "__VERIFIER_atomic_choose();",
            "p0 = 1;",
            "p1 = @n;",
            "beginatomic(); if (@d == @n) { if (__VERIFIER_nondet_bool()) p1 = p0; } endatomic();",
        ],
    },
    Theme {
        name: "sections",
        globals: "void __VERIFIER_atomic_both(void) { p0++; p1 = p0; }",
        prepare: "",
        operations: &[
            "__VERIFIER_atomic_both();",
            "beginatomic(); @o p0++; endatomic();",
            "beginatomic(); assert(p0 == p1 || @d == @n); endatomic();",
        ],
    },
];
