//! Random C expressions whose value C defines, given the variables of `globals.c`.

/// A sequence of numbers that is the same in every run.
pub struct Random(u64);

const INTEGERS: [&str; 72] = [
    "i",
    "u",
    "sc",
    "uc",
    "c",
    "s",
    "us",
    "l",
    "ul",
    "ll",
    "ull",
    "flag",
    "(long)huge",
    "vi",
    "au",
    "al",
    "constant",
    "state",
    "flags",
    "byte",
    "size",
    "node.key",
    "node.a",
    "node.b",
    "node.c",
    "node.wide",
    "node.narrow",
    "node.kind",
    "node.x",
    "node.bytes[0]",
    "node.bytes[3]",
    "node.pair.low",
    "node.pair.high",
    "node.state",
    "box->key",
    "box->next->key",
    "box->b",
    "box->next[1].key",
    "box->next->next->state",
    "ring[1].key",
    "ring[au & 1].key",
    "other->key",
    "packed.c",
    "packed.l",
    "packed.u",
    "packed.v",
    "matrix[1][0]",
    "matrix[flag][2]",
    "*matrix[0]",
    "(*(matrix + 1))[1]",
    "p[1]",
    "*p",
    "q[-1]",
    "*(q + 1)",
    "2[matrix[0]]",
    "*text",
    "word[3]",
    "text[-1]",
    "hidden",
    "READY",
    "BROKEN",
    "FIRST",
    "SECOND",
    "ANONYMOUS",
    "WIDE_ONE",
    "sizeof node",
    "sizeof matrix[0]",
    "sizeof(Node)",
    "sizeof(struct packed)",
    "sizeof(box->pair)",
    "(q - &matrix[0][0])",
    "(other - ring)",
];

const LITERALS: [&str; 22] = [
    "0",
    "1",
    "2",
    "-1",
    "7",
    "255",
    "0x7fffffff",
    "0x80000000",
    "2147483647",
    "2147483648",
    "4294967295",
    "0xffffffffffffffff",
    "1u",
    "3l",
    "5ul",
    "6ll",
    "9ull",
    "017",
    "0b1011",
    "'a'",
    "'\\n'",
    "'\\xf0'",
];

const FLOATS: [&str; 12] =
    ["f", "d", "ld", "1.5", "0.1f", "2.25l", "1e3", ".5", "3.", "0x1.8p3", "-0.0", "(float)l"];

const CONDITIONS: [&str; 16] = [
    "box == &node",
    "box->next == ring + 1",
    "nothing == NULL",
    "ring[2].next == 0",
    "!nothing",
    "box->next > ring",
    "other <= box->next",
    "(void *)p == &node.pair",
    "handler == visit",
    "none == 0",
    "handler != &visit",
    "text == &word[1]",
    "(uintptr_t)nothing == 0",
    "!box",
    "box && box->next && box->next->next",
    "nothing && *(int *)nothing",
];

const CASTS: [&str; 16] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long int",
    "long long",
    "_Bool",
    "uint8_t",
    "int16_t",
    "size_t",
    "enum state",
    "__int128",
];

impl Random {
    /// The sequence that a seed starts.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.below(texts.len())]
    }

    /// An expression with an integer value. Casts from `__int128` keep results printable.
    pub fn integer(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.below(8) {
                0 | 1 => self.one_of(&LITERALS).to_owned(),
                2 => format!("({})", self.one_of(&CONDITIONS)),
                _ => self.one_of(&INTEGERS).to_owned(),
            };
        }
        let below = depth - 1;
        match self.below(12) {
            0..=3 => {
                let op = self.one_of(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {op} {})", self.integer(below), self.integer(below))
            }
            4 => {
                let op = self.one_of(&["/", "%"]);
                format!("({} {op} (({} & 0xff) | 1))", self.integer(below), self.integer(below))
            }
            5 => {
                let op = self.one_of(&["<<", ">>"]);
                format!("({} {op} ({} & 31))", self.integer(below), self.integer(below))
            }
            6 => format!("{}({})", self.one_of(&["-", "~", "+", "!"]), self.integer(below)),
            7 => format!("({}){}", self.one_of(&CASTS), self.integer(below)),
            8 => self.condition(below),
            9 => {
                let condition = self.condition(below);
                format!("({condition} ? {} : {})", self.integer(below), self.integer(below))
            }
            // Precedence decides without parentheses.
            10 => {
                let ops = ["+", "-", "*", "&", "|", "^", "==", "!=", "&&", "||"];
                let [a, b, c, d] = std::array::from_fn(|_| self.integer(0));
                let [first, last] = std::array::from_fn(|_| self.one_of(&ops));
                let middle = self.one_of(&["<", ">=", "+", "^", "=="]);
                format!("({a} {first} {b} {middle} {c} {last} {d})")
            }
            _ => format!("({} < {})", self.float(below), self.float(below)),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.below(4) {
            0 => {
                let op = self.one_of(&["&&", "||"]);
                format!("({} {op} {})", self.integer(depth), self.integer(depth))
            }
            1 => format!("({})", self.one_of(&CONDITIONS)),
            _ => {
                let op = self.one_of(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.integer(depth), self.integer(depth))
            }
        }
    }

    /// An expression with a floating-point value.
    pub fn float(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.one_of(&FLOATS).to_owned();
        }
        let below = depth - 1;
        match self.below(6) {
            0..=2 => {
                let op = self.one_of(&["+", "-", "*", "/"]);
                format!("({} {op} {})", self.float(below), self.float(below))
            }
            3 => format!("({} * {})", self.float(below), self.integer(below)),
            4 => format!("(({})({}))", self.one_of(&["float", "double"]), self.float(below)),
            _ => format!(
                "({} ? {} : {})",
                self.condition(below),
                self.float(below),
                self.integer(below)
            ),
        }
    }
}
