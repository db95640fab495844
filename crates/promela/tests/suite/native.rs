//! Deterministic programs print in every execution of the model what they print on the machine.

use crate::spin_runner::{folder, lines, model, modes, native, outcomes, programs};
use allways_testkit::seeds;
use std::fmt::Write;

#[test]
fn programs_print_what_they_print_natively() {
    let mut compared = 0;
    for entry in std::fs::read_dir(programs()).expect("there are programs") {
        let program = entry.expect("the folder is readable").path();
        let text = std::fs::read_to_string(&program).unwrap_or_default();
        if !text.lines().any(|line| line == "// native") {
            continue;
        }
        let expected = lines(&native(&program, &[]));
        assert!(!expected.is_empty(), "{} prints nothing", program.display());
        for (mode, options) in modes() {
            let folder = model(&program, &[], &options);
            assert_eq!(outcomes(&folder), expected, "{} ({mode})", program.display());
            compared += 1;
        }
    }
    assert!(compared > 0);
}

/// A small generator of numbers, so that a seed always gives the same program.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len() as u64) as usize]
    }
}

const TYPES: &[&str] =
    &["int", "unsigned", "short", "unsigned short", "signed char", "unsigned char", "_Bool"];
const NAMES: &[&str] = &["a", "b", "c", "d", "e", "g"];

/// An expression of limited depth without undefined behaviour: divisors are odd, shifts are small.
fn expression(random: &mut Random, depth: u64) -> String {
    if depth == 0 {
        return match random.below(4) {
            0 => random.below(300).to_string(),
            1 => format!("t[{}]", random.below(3)),
            2 => format!("s.{}", random.pick(&["low", "high"])),
            _ => random.pick(NAMES).to_string(),
        };
    }
    let a = expression(random, depth - 1);
    let b = expression(random, depth - 1);
    match random.below(9) {
        0 => format!("({a} {} {b})", random.pick(&["+", "-"])),
        1 => format!("({a} * {})", random.below(1000)),
        2 => format!("({a} {} (({b} & 15) | 1))", random.pick(&["/", "%"])),
        3 => format!("({a} {} {})", random.pick(&["<<", ">>"]), random.below(12)),
        4 => format!("({a} {} {b})", random.pick(&["&", "|", "^"])),
        5 => format!("({a} {} {b})", random.pick(&["<", "<=", ">", ">=", "==", "!="])),
        6 => format!("({}{a})", random.pick(&["-", "~", "!"])),
        7 => format!("({a} {} {b} ? {a} : {b})", random.pick(&["&&", "||"])),
        _ => format!("(({}){a})", random.pick(TYPES)),
    }
}

fn arithmetic_program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut out = String::from(
        "int printf(const char *, ...);\nstruct { short low; unsigned high; } s;\nint t[3];\n",
    );
    for name in NAMES {
        let ty = random.pick(TYPES);
        writeln!(out, "{ty} {name} = {};", random.below(200)).unwrap();
    }
    out.push_str("int main(void) {\n");
    for step in 0..25 {
        let to = match random.below(4) {
            0 => format!("t[{}]", random.below(3)),
            1 => format!("s.{}", random.pick(&["low", "high"])),
            _ => random.pick(NAMES).to_string(),
        };
        let op = random.pick(&["=", "=", "+=", "-=", "^=", "|="]);
        let value = expression(&mut random, 1 + step % 3);
        writeln!(out, "  {to} {op} {value};").unwrap();
        if step % 5 == 4 {
            out.push_str("  printf(\"=%d %d %d %d %d %d \", (int)a, (int)b, (int)c, (int)d, (int)e, (int)g);\n");
            out.push_str(
                "  printf(\"%d %d %d %d %d\\n\", t[0], t[1], t[2], s.low, (int)s.high);\n",
            );
        }
    }
    out.push_str("  return 0;\n}\n");
    out
}

#[test]
fn random_arithmetic_is_that_of_the_machine() {
    for seed in seeds(6) {
        let source = folder().join("random.c");
        std::fs::write(&source, arithmetic_program(seed)).unwrap();
        let expected = lines(&native(&source, &[]));
        let (_, options) = &modes()[usize::try_from(seed).unwrap() % 3];
        let folder = model(&source, &[], options);
        assert_eq!(outcomes(&folder), expected, "seed {seed}: {}", source.display());
    }
}
