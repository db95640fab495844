//! Random programs: classes with random bases, functions that throw them through objects whose destructors log, and
//! handlers that catch, log and throw again. Everything that happens goes into a number, which is compared at the end.
//!
//! A file holds several programs, each in a namespace, because compiling takes longer than running.

use allways_testkit::Random;
use std::fmt::Write;
use std::ops::Range;

/// Classes that are thrown, and functions.
const CLASSES: u64 = 6;
const FUNCTIONS: u64 = 7;

/// Statements are nested at most that deep.
const DEPTH: u32 = 4;

/// What all programs of a file share. The second argument is the number that is expected; without it, the number is
/// printed.
const SHARED: &str = r#"#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <exception>
static bool is_expected;
static unsigned expected;
static void compare(unsigned sum) {
  if (is_expected) assert(sum == expected);
  else {
    std::printf("%u", sum);
    std::fflush(stdout);
  }
}
"#;

const PRELUDE: &str = r#"static unsigned sum = 2166136261u;
static int turn;
static void log(long what) { sum = (sum ^ (unsigned)what) * 16777619u; }
struct L {
  int k;
  L(int k) : k(k) { log(k); }
  L(const L &o) : k(o.k + 1) { log(k); }
  ~L() { log(-k); log(std::uncaught_exceptions()); }
};
struct M : L { // the fourth in a row throws
  M() : L(7) { if (++turn % 4 == 0) throw turn; }
};
struct D { // throws when it ends, if it may
  int k;
  D(int k) : k(k) {}
  ~D() noexcept(false) { log(k); if (!std::uncaught_exceptions() && k % 2) throw k; }
};
struct F { // what its members throw leaves it as something else
  L a; M b;
  F() try : a(11) { log(12); if (turn % 3 == 0) throw 'f'; } catch (int x) { log(x); throw 13L; }
};
"#;

/// A file with the programs of these seeds. The first argument is the seed of the one to run.
pub fn file(seeds: Range<u64>) -> String {
    let mut text = SHARED.to_owned();
    for seed in seeds.clone() {
        let _ = writeln!(text, "namespace p{seed} {{\n{}}}", body(seed));
    }
    text += "int main(int argc, char **argv) {\n  is_expected = argc > 2;\n";
    text += "  if (is_expected) expected = std::strtoul(argv[2], nullptr, 10);\n";
    text += "  switch (std::strtoul(argv[1], nullptr, 10)) {\n";
    for seed in seeds {
        let _ = writeln!(text, "  case {seed}: p{seed}::run(); break;");
    }
    text + "  }\n}\n"
}

/// The program of a seed.
fn body(seed: u64) -> String {
    let mut writer = Writer {
        random: Random::new(seed),
        text: PRELUDE.to_owned(),
        function: 0,
        shares: Vec::new(),
    };
    for class in 0..CLASSES {
        writer.class(class);
    }
    for function in (0..FUNCTIONS).rev() {
        writer.function = function;
        let safe = if writer.random.once_in(12) { " noexcept" } else { "" };
        let _ = writeln!(writer.text, "static void f{function}(){safe} {{");
        writer.block(0, false);
        writer.text += "}\n";
    }
    writer.text += "static void run() {\n";
    writer.text += "  std::set_terminate([] { log(99); compare(sum); std::_Exit(0); });\n";
    writer.text += "  for (int i = 0; i < 4; i++) try { f0(); } catch (...) { log(i); }\n";
    writer.text += "  log(std::uncaught_exceptions());\n  compare(sum);\n}\n";
    writer.text
}

struct Writer {
    random: Random,
    text: String,
    /// The one that is written: it calls later ones only.
    function: u64,
    /// Which classes have virtual bases.
    shares: Vec<bool>,
}

impl Writer {
    fn below(&mut self, end: u64) -> u64 {
        self.random.below(end)
    }

    /// A class with up to two bases, and an object of it whose address can be thrown.
    fn class(&mut self, number: u64) {
        let mut bases: Vec<u64> = Vec::new();
        for _ in 0..self.below(3).min(number) {
            let base = self.below(number);
            if !bases.contains(&base) {
                bases.push(base);
            }
        }
        let (mut list, mut shares) = (String::new(), false);
        for base in bases {
            // A virtual base that is private could not be destroyed by what is derived further.
            let kinds = ["public", "public virtual", "public virtual", "public", "private"];
            let of_these = if self.shares[base as usize] { &kinds[..4] } else { &kinds };
            let access = self.random.one_of(of_these);
            shares |= self.shares[base as usize] || access.ends_with("virtual");
            let comma = if list.is_empty() { " :" } else { "," };
            let _ = write!(list, "{comma} {access} E{base}");
        }
        self.shares.push(shares);
        let _ = writeln!(
            self.text,
            "struct E{number}{list} {{ int m{number} = {number}; virtual ~E{number}() {{ log(20 + m{number}); }} }};\n\
             static E{number} e{number};"
        );
    }

    fn block(&mut self, depth: u32, handling: bool) {
        for _ in 0..1 + self.below(4) {
            self.statement(depth, handling);
        }
    }

    fn statement(&mut self, depth: u32, handling: bool) {
        let number = self.below(100);
        let deep = depth < DEPTH;
        match self.below(16) {
            0 | 1 => self.line(&format!("log({number});")),
            2 | 3 => self.line(&format!("L l{}({number});", self.text.len())),
            4..=7 if deep => self.attempt(depth),
            8 | 9 if self.function + 1 < FUNCTIONS => {
                let left = FUNCTIONS - self.function - 1;
                let callee = self.function + 1 + self.below(left);
                self.line(&format!("f{callee}();"));
            }
            10 if deep => {
                let (turns, hit) = (2 + self.below(3), self.below(2));
                self.line(&format!("if (turn++ % {turns} == {hit}) {{"));
                self.block(depth + 1, handling);
                self.line("}");
            }
            11 if deep => self.repeat(depth, handling),
            12 => self.object(),
            13 if handling => self.line("if (turn++ % 2) throw;"),
            14 if handling => self.keep(),
            _ => {
                let thrown = self.thrown();
                self.line(&format!("if (turn++ % 3 == 0) throw {thrown};"));
            }
        }
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn thrown(&mut self) -> String {
        let (class, number) = (self.below(CLASSES), self.below(50));
        match self.below(10) {
            0 => format!("{number}"),
            1 => format!("{number}L"),
            2 => "nullptr".into(),
            3 | 4 => format!("&e{class}"),
            5 => format!("(const E{class} *)&e{class}"),
            _ => format!("E{class}()"),
        }
    }

    /// A block with handlers.
    fn attempt(&mut self, depth: u32) {
        self.line("try {");
        self.block(depth + 1, false);
        let thrown = self.thrown();
        if self.random.once_in(2) {
            self.line(&format!("throw {thrown};"));
        }
        for _ in 0..1 + self.below(3) {
            let (clause, first) = self.clause();
            self.line(&format!("}} catch ({clause}) {{\n{first}"));
            self.block(depth + 1, true);
        }
        if self.random.once_in(3) {
            self.line("} catch (...) {\nlog(31);");
            self.block(depth + 1, true);
        }
        self.line("}");
    }

    /// What a handler takes, and what it does first.
    fn clause(&mut self) -> (String, String) {
        let class = self.below(CLASSES);
        let look = format!("log(40 + e.m{class});");
        match self.below(8) {
            0 => ("int i".into(), "log(i);".into()),
            1 => ("const long &l".into(), "log(l);".into()),
            2 => (format!("E{class} *p"), format!("log(p ? p->m{class} : 50);")),
            3 => (format!("const E{class} *const &p"), format!("log(p ? p->m{class} : 51);")),
            4 => ("const void *p".into(), "log(p ? 52 : 53);".into()),
            5 => (format!("const E{class} &e"), look),
            _ => (format!("E{class} &e"), format!("{look} e.m{class} += 2;")),
        }
    }

    fn repeat(&mut self, depth: u32, handling: bool) {
        let name = self.text.len();
        self.line(&format!("for (int i{name} = 0; i{name} < 2; i{name}++) {{\nL l(i{name});"));
        let leave = ["continue;", "break;", "return;"][self.below(3) as usize];
        self.line(&format!("try {{ if (turn++ % 3 == 0) {leave} L m(60);"));
        self.block(depth + 1, handling);
        self.line("} catch (int) { log(61); }\n}");
    }

    /// An object that may throw when it begins or ends.
    fn object(&mut self) {
        let (name, number) = (self.text.len(), self.below(10));
        let made = match self.below(5) {
            0 => format!("M m{name}[3];"),
            1 => format!("F x{name};"),
            2 => format!("D d{name}({number});"),
            3 => format!("delete new F; log({number});"),
            _ => format!(
                "[&]() noexcept {{ try {{ M m; throw m; }} catch (...) {{ log({number}); }} }}();"
            ),
        };
        self.line(&made);
    }

    /// The exception that is handled is kept, and thrown again elsewhere or in another.
    fn keep(&mut self) {
        let class = self.below(CLASSES);
        let kept = if self.random.once_in(2) {
            "{ auto p = std::current_exception(); try { std::rethrow_exception(p); } \
             catch (int i) { log(i); } catch (...) { log(70); } }"
                .to_owned()
        } else {
            format!(
                "try {{ std::throw_with_nested(E{class}()); }} catch (E{class} &e) {{ log(71); \
                 try {{ std::rethrow_if_nested(e); log(72); }} catch (int i) {{ log(i); }} \
                 catch (...) {{ log(73); }} }} catch (...) {{ log(74); }}"
            )
        };
        self.line(&kept);
    }
}
