//! What calls are about, and what the other thread does with it.

/// Something that calls mention.
pub struct Object {
    pub name: &'static str,
    pub declaration: &'static str,
    /// What is done before there are threads.
    pub prepare: &'static str,
    /// What the other thread does.
    pub action: &'static str,
}

const fn object(
    name: &'static str,
    declaration: &'static str,
    prepare: &'static str,
    action: &'static str,
) -> Object {
    Object { name, declaration, prepare, action }
}

pub const OBJECTS: &[Object] = &[
    object(
        "buf",
        "static char buf[16] __attribute__((aligned(16))) = \"abc\";",
        "",
        "((volatile char *)buf)[1] = 'x';",
    ),
    object(
        "src",
        "static char src[16] __attribute__((aligned(16))) = \"bcd\";",
        "",
        "seen = ((volatile char *)src)[0];",
    ),
    object(
        "place",
        "static char text[8] = \"abc\", *place;",
        "place = text;",
        "seen = *(volatile char *)&place;",
    ),
    object("length", "static size_t length;", "", "seen = *(volatile char *)&length;"),
    object(
        "heap",
        "static void *heap;",
        "heap = malloc(16); *(long *)heap = 1;",
        "((volatile char *)heap)[1] = 1;",
    ),
    object(
        "c",
        "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;",
        "",
        "pthread_cond_signal(&c);",
    ),
    object(
        "rw",
        "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;",
        "",
        "pthread_rwlock_wrlock(&rw); guarded++; pthread_rwlock_unlock(&rw);",
    ),
    object("sem", "static sem_t sem;", "sem_init(&sem, 0, 1);", "sem_post(&sem);"),
    object(
        "bar",
        "static pthread_barrier_t bar;",
        "pthread_barrier_init(&bar, 0, 2);",
        "pthread_barrier_wait(&bar);",
    ),
    object(
        "spin",
        "static pthread_spinlock_t spin;",
        "pthread_spin_init(&spin, 0);",
        "pthread_spin_lock(&spin); guarded++; pthread_spin_unlock(&spin);",
    ),
    object("nothing", "static void nothing(void) { guarded++; }", "", ""),
    object(
        "once",
        "static pthread_once_t once = PTHREAD_ONCE_INIT;",
        "",
        "pthread_once(&once, nothing);",
    ),
    object("only", "static once_flag only = ONCE_FLAG_INIT;", "", "call_once(&only, nothing);"),
    object(
        "mtx",
        "static mtx_t mtx;",
        "mtx_init(&mtx, mtx_plain);",
        "mtx_lock(&mtx); guarded++; mtx_unlock(&mtx);",
    ),
    object("cv", "static cnd_t cv;", "cnd_init(&cv);", "cnd_signal(&cv);"),
    object(
        "word",
        "static _Atomic int word = 1;",
        "",
        "word = 0; syscall(SYS_futex, &word, 1, 1);",
    ),
    object(
        "guard",
        "static long long guard;\nint __cxa_guard_acquire(void *);\nvoid __cxa_guard_release(void *);",
        "",
        "if (__cxa_guard_acquire(&guard)) guarded++, __cxa_guard_release(&guard);",
    ),
    object(
        "key",
        "static pthread_key_t key;",
        "pthread_key_create(&key, 0);",
        "pthread_setspecific(key, (void *)&flag);",
    ),
    object(
        "attr",
        "static pthread_attr_t attr;",
        "pthread_attr_init(&attr);",
        "seen = *(volatile char *)&attr;",
    ),
    object("param", "static struct sched_param param;", "", "seen = *(volatile char *)&param;"),
    object("cpus", "static cpu_set_t cpus;", "", "seen = *(volatile char *)&cpus;"),
    object("instant", "static struct timespec instant;", "", "seen = *(volatile char *)&instant;"),
    object("when", "static time_t when;", "", "*(volatile char *)&when = 1;"),
    object(
        "calendar",
        "static struct tm calendar = { .tm_mday = 1 };",
        "",
        "*(volatile char *)&calendar = 1;",
    ),
    object("wide", "static char wide[64];", "", "seen = *(volatile char *)wide;"),
    object("set", "static sigset_t set;", "", "seen = *(volatile char *)&set;"),
    object("old", "static struct sigaction old;", "", "seen = *(volatile char *)&old;"),
    object("large", "static char large[65536] __attribute__((aligned(4096)));", "", ""),
    object(
        "other",
        "static pthread_t other;\n\
         static void *third(void *unused) { flag = 1; guarded++; return 0; }\n\
         static int third11(void *unused) { flag = 1; guarded++; return 0; }",
        "",
        "seen = *(volatile char *)&other;",
    ),
    object("look", "static void look(void) { assert(flag != 1); }", "", ""),
    object(
        "BEGIN",
        "void BEGIN(void) __asm__(\"__VERIFIER_atomic_begin\");\n\
         void END(void) __asm__(\"__VERIFIER_atomic_end\");",
        "",
        "",
    ),
    object("jump", "static jmp_buf jump;", "", "seen = *(volatile char *)&jump;"),
    object("signgam", "", "", "signgam = 1;"),
];
