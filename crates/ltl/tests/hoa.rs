//! The HOA format: printing, reading what other tools write, and refusing the rest.

mod support;

use allways_ltl::word::{Lasso, accepts};
use allways_ltl::{Automaton, Cube, Edge, Formula, hoa};
use allways_testkit::more;
use proptest::prelude::*;
use support::Random;

fn automaton(text: &str) -> Automaton {
    let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    Automaton::of(&formula).expect("a small formula")
}

fn read(text: &str) -> Automaton {
    hoa::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn printed_with_acceptance_on_edges() {
    let expected = r#"HOA: v1
name: "G(Sent -> F {n == \"\\\"})"
States: 2
Start: 0
AP: 2 "Sent" "{n == \"\\\"}"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels trans-acc deterministic
--BODY--
State: 0
[!0] 0 {0}
[0&1] 0 {0}
[0&!1] 1
State: 1
[1] 0 {0}
[!1] 1
--END--
"#;
    let mut automaton = automaton("G(Sent -> F Recv)");
    automaton.propositions[1] = "{n == \"\\\"}".to_owned();
    let printed = hoa::print(&automaton, "G(Sent -> F {n == \"\\\"})");
    assert_eq!(printed, expected);
    assert_eq!(read(&printed), automaton);
}

#[test]
fn printed_with_acceptance_on_states() {
    let expected = r#"HOA: v1
States: 2
Start: 0
AP: 1 "a"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels state-acc deterministic
--BODY--
State: 0
[!0] 0
[0] 1
State: 1 {0}
[t] 1
--END--
"#;
    assert_eq!(hoa::print(&automaton("F a"), ""), expected);
}

#[test]
fn printing_and_reading_give_the_same_automaton() {
    let mut random = Random::of(3);
    for _ in 0..more(500) {
        let size = 1 + random.below(12);
        let formula = support::formula(&mut random, size);
        let automaton = Automaton::of(&formula).expect("a small formula");
        let text = hoa::print(&automaton, &formula.to_string());
        assert_eq!(read(&text), automaton, "{text}");
    }
}

/// As Spot prints GFa & GFb, with headers that are to be ignored and comments.
const GENERALISED: &str = r#"HOA: v1
name: "GFa & GFb"
tool: "ltl2tgba" "2.11"
States: 1 /* one /* only */ */
Start: 0
AP: 2 "a" "b"
acc-name: generalized-Buchi 2
Acceptance: 2 Inf(0)&Inf(1)
properties: trans-labels explicit-labels trans-acc complete deterministic stutter-invariant
spot.highlight.states: 0 1
--BODY--
State: 0 "a name"
[0&1] 0 {0 1}
[0&!1] 0 {0}
[!0&1] 0 {1}
[!0&!1] 0
--END--
"#;

#[test]
fn generalised_with_ignored_headers_and_comments() {
    let read = read(GENERALISED);
    assert_eq!(read.acceptance_sets, 2);
    assert_eq!(read.propositions, ["a", "b"]);
    let ours = automaton("GF a && GF b");
    let mut random = Random::of(9);
    for _ in 0..300 {
        let word = support::lasso(&mut random, 2);
        assert_eq!(accepts(&read, &word), accepts(&ours, &word), "{word:?}");
    }
}

#[test]
fn acceptance_on_states_aliases_and_labels_on_states() {
    let text = r#"HOA: v1
States: 3
Start: 0
Acceptance: 1 Inf(0)
AP: 2 "a" "b"
Alias: @both 0&1
Alias: @some !(!0&!1)
--BODY--
State: 0
[@both | t&!(0|1)] 1
State: 1
[@some] 1 {0}
State: [!@some] 2 {0}
2
--END--
"#;
    let read = read(text);
    let literal = Cube::literal;
    let mut first: Vec<Cube> = read.states[0].iter().map(|edge| edge.label).collect();
    first.sort_unstable();
    assert_eq!(first, [Cube { pos: 0, neg: 3 }, Cube { pos: 3, neg: 0 }]);
    let mut second: Vec<Edge> = read.states[1].clone();
    second.sort_unstable();
    let edge = |label, to| Edge { label, to, marks: 1 };
    assert_eq!(second, [edge(literal(0, true), 1), edge(literal(1, true), 1)]);
    assert_eq!(read.states[2], [edge(Cube { pos: 0, neg: 3 }, 2)]);
}

#[test]
fn implicit_labels_several_initial_states_and_unused_sets() {
    let text = r#"HOA: v1
Start: 0
Start: 1
AP: 1 "a"
Acceptance: 3 (Inf(2))&Inf(2)
--BODY--
State: 0 {0 2}
0 1
State: 1
1 1
--END--
"#;
    let read = read(text);
    assert_eq!(read.acceptance_sets, 1);
    assert_eq!(read.initial, 2);
    let word = |letter| Lasso { prefix: Vec::new(), cycle: vec![letter] };
    assert!(accepts(&read, &word(0)));
    assert!(!accepts(&read, &word(1)));
    assert_eq!(read.states[0][1].marks, 1, "set 2 became bit 0");
}

#[test]
fn no_initial_state_accepts_nothing_and_no_condition_everything() {
    let none = "HOA: v1 AP: 0 Acceptance: 0 t --BODY-- State: 0 0 --END--";
    assert!(read(none).is_empty());
    let all = "HOA: v1 Start: 0 AP: 0 Acceptance: 0 t --BODY-- State: 0 0 --END--";
    assert!(!read(all).is_empty());
}

/// A small automaton with one part replaced.
fn with(part: &str, by: &str) -> String {
    let text = r#"HOA: v1
States: 2
Start: 0
AP: 2 "a" "b"
Acceptance: 1 Inf(0)
--BODY--
State: 0
[0] 1
State: 1 {0}
[t] 1
--END--
"#;
    assert!(text.contains(part), "{part}");
    text.replacen(part, by, 1)
}

#[track_caller]
fn refused(part: &str, by: &str, line: usize, message: &str) {
    let text = with(part, by);
    let error = hoa::parse(&text).expect_err(&text);
    assert!(error.message.contains(message), "{error} in\n{text}");
    assert_eq!(error.line, line, "{error} in\n{text}");
}

#[test]
fn unsupported_automata_are_refused_with_a_reason() {
    refused("Inf(0)", "Fin(0)", 5, "only Büchi and generalised Büchi");
    refused("1 Inf(0)", "2 Inf(0)|Inf(1)", 5, "only Büchi");
    refused("Inf(0)", "Inf(!0)", 5, "only Büchi");
    refused("1 Inf(0)", "0 f", 5, "only Büchi");
    refused("[0] 1", "[0] 0&1", 8, "alternating automata");
    refused("Start: 0", "Start: 0&1", 3, "alternating automata");
    refused("Start: 0", "Start: 0\nBlame: 1", 4, "`Blame:` is not supported");
    refused("--END--", "--ABORT--", 11, "aborted");
    refused("--END--", "--END-- HOA: v1", 11, "second automaton");
    refused("HOA: v1", "HOA: v2", 1, "version v1");
    refused("HOA: v1", "never {", 1, "no automaton in HOA format");
}

#[test]
fn malformed_automata_are_refused_with_the_place() {
    refused("[0] 1", "[2] 1", 8, "no proposition 2");
    refused("[0] 1", "[64] 1", 8, "no proposition 64");
    refused("[0] 1", "[0 1", 8, "expected `]`, found `1`");
    refused("[0] 1", "[@x] 1", 8, "no alias `@x`");
    refused("[0] 1", "[0] 2", 8, "no state 2");
    refused("[0] 1", "[0] 1 {1}", 8, "no acceptance set 1");
    refused("[0] 1", "[0] 1\n1", 9, "either all edges");
    refused("[0] 1", "1", 7, "1 edges without labels; 4 are needed");
    refused("[0] 1", "1 1 1 1 1", 8, "more edges than letters");
    refused("State: 1 {0}", "State: 0", 9, "defined twice");
    refused("State: 1 {0}", "State: [t] 1", 10, "the state has a label");
    refused("Start: 0", "Start: 7", 3, "no state 7");
    refused("2 \"a\" \"b\"", "3 \"a\" \"b\"", 4, "3 propositions are announced and 2 listed");
    refused("\"b\"", "\"a\"", 4, "listed twice");
    refused("\"b\"", "\"b", 4, "never closed");
    refused("States: 2", "States: 99999999999", 2, "too large");
    refused("States: 2", "States: 4000000000", 2, "more than 1048576 states");
    refused("Acceptance: 1 Inf(0)\n", "", 5, "`Acceptance:` is missing");
    refused("1 Inf(0)", "1 Inf(1)", 5, "no acceptance set 1");
    refused("Start: 0", "Start: 0 /* x", 3, "never closed");
    refused("Start: 0", "Start: 0 §", 3, "`§` has no meaning");
    refused("--END--\n", "", 11, "found the end of the file");
}

#[test]
fn hostile_automata_are_refused_soon() {
    let deep = format!("[{}0{}] 1", "(".repeat(100_000), ")".repeat(100_000));
    refused("[0] 1", &deep, 8, "nest deeper");
    refused("[0] 1", &format!("[{}0] 1", "!".repeat(100_000)), 8, "nest deeper");
    let condition = format!("1 {}Inf(0)", "(".repeat(100_000));
    refused("1 Inf(0)", &condition, 5, "nest deeper");
    let names: Vec<String> = (0..64).map(|name| format!("\"p{name}\"")).collect();
    let list = format!("64 {}", names.join(" "));
    let mut aliases = String::from("Alias: @x0 0\n");
    for name in 1..64 {
        let before = name - 1;
        aliases += &format!("Alias: @x{name} (@x{before}&!{name})|(!@x{before}&{name})\n");
    }
    let text = with("2 \"a\" \"b\"", &list).replacen("Acceptance", &(aliases + "Acceptance"), 1);
    let error = hoa::parse(&text.replacen("[0] 1", "[@x63] 1", 1)).expect_err("2^63 cubes");
    assert!(error.message.contains("too many cases"), "{error}");
    let sets: Vec<String> = (0..33).map(|set| format!("Inf({set})")).collect();
    refused("1 Inf(0)", &format!("33 {}", sets.join("&")), 6, "more than 32 acceptance sets");
}

proptest! {
    #![proptest_config(allways_testkit::cases(3000))]

    #[test]
    fn no_damage_makes_the_reader_panic(
        at in 0..GENERALISED.len(),
        length in 0..12_usize,
        by in "([0-9a-z@\\[\\](){}!&| \"]|/\\*|--END--|State: |Inf\\(|Alias: @a |Start: |4294967295|\n){0,3}",
    ) {
        let end = (at + length).min(GENERALISED.len());
        let text = format!("{}{by}{}", &GENERALISED[..at], &GENERALISED[end..]);
        if let Ok(automaton) = hoa::parse(&text) {
            let states = automaton.states.len() as u32;
            prop_assert!(automaton.initial < states);
            let edges = automaton.states.iter().flatten();
            prop_assert!(edges.clone().all(|edge| edge.to < states));
            prop_assert!(edges.clone().all(|edge| edge.marks & !automaton.all_marks() == 0));
            prop_assert!(edges.clone().all(|edge| edge.label.pos & edge.label.neg == 0));
            let _ = automaton.clone().degeneralised();
            let _ = automaton.reduced();
        }
    }
}
