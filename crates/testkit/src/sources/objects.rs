//! Objects on heap and stack whose addresses get around.

use super::Theme;

/// Uses of an object whose address everybody may know.
macro_rules! look {
    () => {
        "{ struct pair *q = published; if (q) { @(q->a = @n;@|q->b = 7;@|assert(q->a != @n);@|d1 = q->a;@|free(q);@) } }"
    };
}

pub(super) const THEMES: &[Theme] = &[
    Theme {
        name: "published objects",
        globals: "",
        prepare: "",
        operations: &[
            "struct pair *o = malloc(sizeof *o); o->a = @n; published = o; @(o->a = @n;@|free(o);@|@)",
            "struct pair *o = calloc(1, sizeof *o); o->a = @n; published = o; @o o->b = 1;",
            look!(),
            look!(),
        ],
    },
    Theme {
        name: "realloc",
        globals: "",
        prepare: "",
        operations: &[
            "struct pair *o = malloc(sizeof *o); o->a = @n; @(published = o;@|@) o = realloc(o, @(64@|8192@)); o->b = @n; @(published = o;@|@)",
            look!(),
        ],
    },
    Theme {
        name: "scopes in loops",
        globals: "static sem_t gate;\n__attribute__((noinline)) static void let_out(struct pair *z) { z->a = 1; published = z; d0 = 1; }",
        prepare: "sem_init(&gate, 0, 0);",
        operations: &[
            "for (int i = 0; i < 2; i++) { struct pair z; let_out(&z); @(if (i == 1) sem_wait(&gate);@|@o@|z.b = @n;@|@) }",
            "for (int i = 0; i < 2; i++) { struct pair z = { @n, 0 }; let_out(&z); @o }",
            look!(),
            "{ struct pair *q = published; if (q) q->b = 7; } sem_post(&gate);",
        ],
    },
    Theme {
        name: "frames of calls",
        globals: "__attribute__((noinline)) static long frame(long n) { struct pair z = { n, n }; published = &z; d0 = 1; @(z.a++;@|@) @(d1 = z.a;@|@) return z.b; }",
        prepare: "",
        operations: &["d2 = frame(@n);", "@p = frame(@n) + frame(1);", look!()],
    },
    Theme {
        name: "structures by value",
        globals: "struct wide { struct pair one, two; };\nstatic struct wide everybodys;\n__attribute__((noinline)) static long by_value(struct wide w) { w.one.a++; @(published = &w.two;@|@) d0 = 1; return w.one.a + w.two.b; }",
        prepare: "",
        operations: &[
            "d1 = by_value(everybodys);",
            "everybodys.one.a = @n;",
            "everybodys.two.b = @n;",
            look!(),
        ],
    },
    Theme {
        name: "arrays of variable length",
        globals: "static volatile int count = 2;",
        prepare: "",
        operations: &[
            "for (int i = 0; i < 2; i++) { struct pair z[count]; z[1].a = @n; published = &z[1]; @(d0 = 1;@|@o@) z[1].b = @n; }",
            look!(),
        ],
    },
    Theme {
        name: "packed pointers",
        globals: "struct __attribute__((packed)) parcel { int kind; struct pair *p; };\nstatic struct parcel parcel;\nstatic _Atomic int full;",
        prepare: "",
        operations: &[
            "struct pair *o = malloc(sizeof *o); o->a = 0; struct parcel m = { 1, o }; memcpy(&parcel, &m, sizeof m); full = 1; *(volatile long *)&o->a = 1; *(volatile long *)&o->a = 2;",
            "if (full) { struct parcel m; memcpy(&m, &parcel, sizeof m); @(published = m.p;@|m.p->a = @n;@) }",
            look!(),
        ],
    },
    Theme {
        name: "disguised pointers",
        globals: "static _Atomic uintptr_t hidden;\nstatic _Atomic uint16_t parts[4];",
        prepare: "",
        operations: &[
            "struct pair *o = malloc(sizeof *o); o->a = @n; hidden = ~(uintptr_t)o; *(volatile long *)&o->a = @n; @(o->b = 1;@|@)",
            "uintptr_t h = hidden; if (h) { struct pair *q = (struct pair *)~h; @(published = q;@|q->a = @n;@) }",
            "struct pair *o = malloc(sizeof *o); o->a = 0; for (unsigned i = 0; i < sizeof o / 2; i++) parts[i] = (uint16_t)((uintptr_t)o >> 16 * i); d2 = 5; *(volatile long *)&o->a = 1;",
            "if (d2 == 5) { uintptr_t h = 0; for (unsigned i = 0; i < sizeof h / 2; i++) h |= (uintptr_t)parts[i] << 16 * i; @(published = (struct pair *)h;@|((struct pair *)h)->a = @n;@) }",
            look!(),
        ],
    },
    Theme {
        name: "names of heap objects",
        globals: "static _Atomic uintptr_t old;\n__attribute__((noinline)) static void *make(void) { return malloc(sizeof(struct pair)); }",
        prepare: "@({ struct pair *p = make(); published = p; old = ~(uintptr_t)p; free(p); }@|@)",
        operations: &[
            "struct pair *p = make(); old = ~(uintptr_t)p; @(published = p;@|@) free(p);",
            "@(@d = 1;@|@) struct pair *q = make(); assert(~(uintptr_t)q != old); @(free(q);@|@)",
            "@(if (@d) @|@)published = 0;",
        ],
    },
    Theme {
        name: "freed addresses",
        globals: "static struct pair *_Atomic stale;",
        prepare: "@({ struct pair *p = malloc(sizeof *p); stale = p; free(p); }@|@)",
        operations: &[
            "struct pair *p = malloc(sizeof *p); p->a = @n; stale = p; @o free(p);",
            "struct pair *q = malloc(sizeof *q); q->a = @n; @(if (q == stale) @d = 1;@|assert(q != stale);@|@o@) @(q->b = @n;@|@) @(free(q);@|@)",
            "struct pair *q = stale; if (q) { @(q->a = @n;@|@d = q->a;@|free(q);@) }",
            "struct pair *q = stale; if (q && atomic_compare_exchange_strong(&stale, &q, 0)) free(q);",
            "@(if (@d) @|@)stale = 0;",
        ],
    },
    Theme {
        name: "names of stack objects",
        globals: "static _Atomic uintptr_t frame_name;\n__attribute__((noinline)) static void name(void) { struct pair z; z.a = 1; @(published = &z;@|@) @(assert(~(uintptr_t)&z != frame_name);@|@) frame_name = ~(uintptr_t)&z; }",
        prepare: "",
        operations: &["name();", "@(if (@d) @|@)published = 0;", look!()],
    },
    Theme {
        name: "parts of words",
        globals: "static union { long words[2]; char bytes[16]; short shorts[8]; } u;",
        prepare: "",
        operations: &[
            "((volatile char *)u.bytes)[@(0@|7@|8@)] = @n;",
            "@p = ((volatile char *)u.bytes)[@(0@|7@|8@)];",
            "u.words[@(0@|1@)] = @n;",
            "long w; memcpy(&w, u.bytes + 4, sizeof w); d1 = (int)w;",
            "long w = @n; memcpy(u.bytes + 4, &w, sizeof w);",
        ],
    },
    Theme {
        name: "large objects",
        globals: "static struct large { char front[8192]; pthread_mutex_t m; long value; } *_Atomic large;",
        prepare: "large = malloc(sizeof *large); pthread_mutex_init(&large->m, 0); large->value = 0;",
        operations: &[
            "struct large *q = large; pthread_mutex_lock(&q->m); d0 = 1; pthread_mutex_unlock(&q->m);",
            "struct large *q = large; pthread_mutex_lock(&q->m); q->value++; pthread_mutex_unlock(&q->m);",
            "if (d0) free(large);",
            "if (d0) memset(large, 0, sizeof *large);",
        ],
    },
];
