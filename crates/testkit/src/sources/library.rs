//! Library functions on data that others use.

use super::Theme;

pub(super) const THEMES: &[Theme] = &[
    Theme {
        name: "copies",
        globals: "static long from[2], to[2];",
        prepare: "",
        operations: &[
            "mem@(cpy@|move@)(to, from, sizeof @(to@|to[0]@)); @(d0 = 1;@|@)",
            "memset(@(to@|from@), @n, sizeof to); @(d0 = 1;@|@)",
            "@(to@|from@)[@(0@|1@)] = @n;",
            "assert(memcmp(to, from, sizeof to) == 0);",
            "struct pair *o = malloc(sizeof *o); o->a = 1; memcpy(&published, &o, sizeof o); o->b = 1;",
            "struct pair *q = published; if (q) q->b = @n;",
        ],
    },
    Theme {
        name: "texts",
        globals: "static char text[8] = \"a\", copy[16];",
        prepare: "",
        operations: &[
            "d1 = (int)strlen(text);",
            "((volatile char *)text)[@(0@|1@|2@)] = @(0@|'a'@);",
            "str@(cpy@|cat@)(copy, text);",
            "char *s = strdup(text); @o d2 = s[0] == 'a'; free(s);",
            "char *s = strchr(text, 'a'); if (s) *s = 'b';",
        ],
    },
    Theme {
        name: "sorting",
        globals: "static int numbers[3] = { 2, 1, 0 };\nstatic int compare(const void *a, const void *b) { @(d1 = 1;@|@) return *(const int *)a - *(const int *)b; }",
        prepare: "",
        operations: &[
            "qsort(numbers, 2, sizeof numbers[0], compare);",
            "numbers[@(0@|1@|2@)] = @n;",
            "d2 = numbers[0];",
        ],
    },
    Theme {
        name: "assumptions",
        globals: "void __VERIFIER_assume(int);",
        prepare: "",
        operations: &["__VERIFIER_assume(@d == @n);", "@d = @n; __VERIFIER_assume(@d == 0);"],
    },
];
