//! SPIN's translation of a formula, as an automaton.

use std::collections::HashMap;
use std::convert::Infallible;
use std::process::Command;

use allways_ltl::formula::{Binary, Unary};
use allways_ltl::word::{Lasso, holds};
use allways_ltl::{Automaton, Cube, Edge, Formula};

/// The operators `spin -f` knows. Debian's build has neither `X` nor `W`.
pub const UNARY: &[Unary] = &[Unary::Not, Unary::Finally, Unary::Globally];
/// See [`UNARY`].
pub const BINARY: &[Binary] =
    &[Binary::And, Binary::Or, Binary::Implies, Binary::Iff, Binary::Until, Binary::Release];

/// The never claim `spin -f` gives for a formula; `None` where it needs too much memory: with `<->` it takes
/// for ever and grows meanwhile. Without SPIN the test fails.
pub fn never_claim(formula: &Formula) -> Option<String> {
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 30000; exec spin -f \"$1\"", "spin", &spelled(formula)])
        .current_dir(std::env::temp_dir())
        .output()
        .expect("`spin` is installed by the set-up of the project");
    let text = String::from_utf8(output.stdout).expect("a never claim is ASCII");
    if text.contains("not enough memory") {
        return None;
    }
    assert!(text.contains("never"), "spin -f '{}' gave {text}", spelled(formula));
    Some(text)
}

/// A formula in SPIN's syntax.
fn spelled(formula: &Formula) -> String {
    let Ok(text) = formula.promela(&mut |name| Ok::<_, Infallible>(name.to_owned()));
    text
}

/// The automaton of a never claim over the given propositions, with acceptance on states.
pub fn automaton(claim: &str, propositions: &[String]) -> Automaton {
    let mut blocks = Blocks::default();
    for line in claim.lines().skip(1).map(str::trim) {
        blocks.line(line);
    }
    let number =
        |label: &str| *blocks.labels.get(label).unwrap_or_else(|| panic!("no {label} in {claim}"));
    let states = blocks.states.iter().map(|block| {
        let edges = block.edges.iter().flat_map(|(condition, label)| {
            let to = number(label);
            let marks = u32::from(block.accepting);
            let letters = letters(condition, propositions);
            letters.into_iter().map(move |label| Edge { label, to, marks })
        });
        edges.collect()
    });
    Automaton {
        initial: number("T0_init"),
        states: states.collect(),
        propositions: propositions.to_vec(),
        acceptance_sets: 1,
    }
}

#[derive(Default)]
struct Block {
    accepting: bool,
    /// Condition and label of each edge.
    edges: Vec<(String, String)>,
}

#[derive(Default)]
struct Blocks {
    labels: HashMap<String, u32>,
    states: Vec<Block>,
    /// Whether the last block has only labels so far.
    open: bool,
}

impl Blocks {
    fn line(&mut self, line: &str) {
        if let Some(label) = line.strip_suffix(':') {
            if !self.open {
                self.states.push(Block::default());
                self.open = true;
            }
            self.labels.insert(label.to_owned(), self.states.len() as u32 - 1);
            self.state().accepting |= label.starts_with("accept");
            return;
        }
        self.open = false;
        if let Some(edge) = line.strip_prefix(":: atomic {") {
            let (condition, _) = edge.split_once("->").expect("an atomic edge has an arrow");
            self.edge(condition, "accept_all");
        } else if line == ":: false" {
            // A state that nothing leads on from.
        } else if let Some(edge) = line.strip_prefix("::") {
            let (condition, label) =
                edge.split_once("-> goto").unwrap_or_else(|| panic!("no target: {line}"));
            self.edge(condition, label);
        } else if line == "skip" {
            self.edge("1", "accept_all");
        } else {
            let known = ["do", "od;", "if", "fi;", "}", "false;"];
            assert!(known.contains(&line), "a line of a never claim: {line}");
        }
    }

    fn state(&mut self) -> &mut Block {
        self.states.last_mut().expect("a label comes first")
    }

    fn edge(&mut self, condition: &str, label: &str) {
        let edge = (condition.trim().to_owned(), label.trim().to_owned());
        self.state().edges.push(edge);
    }
}

/// The letters that satisfy a condition, each as a cube of its own.
fn letters(condition: &str, propositions: &[String]) -> Vec<Cube> {
    let condition = Formula::parse(condition).expect("a condition is a formula");
    let all = 1_u64 << propositions.len();
    let satisfies = |&letter: &u64| {
        let word = Lasso { prefix: Vec::new(), cycle: vec![letter] };
        holds(&condition, propositions, &word)
    };
    let cube = |letter: u64| Cube { pos: letter, neg: (all - 1) & !letter };
    (0..all).filter(satisfies).map(cube).collect()
}
