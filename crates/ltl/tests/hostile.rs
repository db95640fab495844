//! Formulas whose automata would be too large, or that are as deep as the parser allows: an automaton
//! or an error, soon, and no stack overflow.

use std::time::{Duration, Instant};

use allways_ltl::{Automaton, Formula};

/// Far more than any formula below takes, on a slow machine without optimisation too.
const SOON: Duration = Duration::from_secs(60);

/// The number of states, or the message of the error.
fn translated(text: &str) -> Result<usize, String> {
    let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let start = Instant::now();
    let result = Automaton::of(&formula);
    assert!(start.elapsed() < SOON, "{text:.80} took {:?}", start.elapsed());
    result.map(|automaton| automaton.states.len()).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(text: &str, reason: &str) {
    let message = translated(text).expect_err("the formula is too large");
    assert!(message.contains(reason), "{text:.80}: {message}");
}

fn joined(count: usize, operator: &str, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..count).map(part).collect();
    parts.join(operator)
}

#[test]
fn deep_formulas() {
    assert_eq!(translated(&("!".repeat(990) + "a")), Ok(2));
    assert_eq!(translated(&("a U ".repeat(990) + "b")), Ok(2));
    let chain = "F(a && X ".repeat(300) + "b" + &")".repeat(300);
    assert_eq!(translated(&chain), Ok(302));
    refused(&("X".repeat(990) + " a"), "512 temporal subformulas");
    refused(&("(a <-> X".repeat(330) + " b" + &")".repeat(330)), "512");
    refused(&("G(a || F(b && ".repeat(190) + "c" + &"))".repeat(190)), "combinations");
    refused(&("(a U (b R ".repeat(190) + "c" + &"))".repeat(190)), "combinations");
}

#[test]
fn broad_formulas() {
    let infinitely_often = |count| joined(count, " && ", |i| format!("GF p{i}"));
    assert_eq!(translated(&infinitely_often(10)), Ok(1));
    refused(&infinitely_often(30), "combinations");
    let responses = |count| joined(count, " && ", |i| format!("G(a{i} -> F b{i})"));
    assert_eq!(translated(&responses(5)), Ok(32));
    refused(&responses(20), "combinations");
    let eventually = |count| joined(count, " && ", |i| format!("F p{i}"));
    assert_eq!(translated(&eventually(6)), Ok(64));
    refused(&eventually(40), "combinations");
    assert_eq!(translated(&joined(60, " || ", |i| format!("GF p{i}"))), Ok(1));
    assert_eq!(translated(&joined(60, " U ", |i| format!("p{i}"))), Ok(60));
    refused(&joined(64, " xor ", |i| format!("p{i}")), "combinations");
}

#[test]
fn too_many_propositions_without_the_parser() {
    let names = (0..65).map(|number| Formula::proposition(format!("p{number}")));
    let and = |left, right| Formula::binary(allways_ltl::formula::Binary::And, left, right);
    let formula = names.reduce(and).expect("there are propositions");
    let message = Automaton::of(&formula).expect_err("65 propositions").to_string();
    assert!(message.contains("64 different propositions"), "{message}");
}
