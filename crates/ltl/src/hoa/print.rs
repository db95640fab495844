//! Automata as text.

use std::fmt::Write;

use crate::{Automaton, Cube, Edge};

/// An automaton in the HOA format. An empty name is left out.
///
/// Acceptance is printed on states where all edges of each state have the same marks.
pub fn print(automaton: &Automaton, name: &str) -> String {
    let mut out = String::from("HOA: v1\n");
    if !name.is_empty() {
        push(&mut out, format_args!("name: {}\n", quoted(name)));
    }
    push(
        &mut out,
        format_args!(
            "States: {}\nStart: {}\nAP: {}",
            automaton.states.len(),
            automaton.initial,
            automaton.propositions.len()
        ),
    );
    for proposition in &automaton.propositions {
        push(&mut out, format_args!(" {}", quoted(proposition)));
    }
    out.push('\n');
    acceptance(automaton.acceptance_sets, &mut out);
    let on_states = automaton.states.iter().all(|edges| uniform(edges));
    let place = if on_states { "state-acc" } else { "trans-acc" };
    push(&mut out, format_args!("properties: trans-labels explicit-labels {place}"));
    if automaton.is_deterministic() {
        out.push_str(" deterministic");
    }
    out.push_str("\n--BODY--\n");
    for (number, edges) in automaton.states.iter().enumerate() {
        push(&mut out, format_args!("State: {number}"));
        if on_states {
            marks(edges.first().map_or(0, |edge| edge.marks), &mut out);
        }
        out.push('\n');
        for edge in edges {
            push(&mut out, format_args!("[{}] {}", label(edge.label), edge.to));
            if !on_states {
                marks(edge.marks, &mut out);
            }
            out.push('\n');
        }
    }
    out.push_str("--END--\n");
    out
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a String takes any text");
}

fn uniform(edges: &[Edge]) -> bool {
    edges.windows(2).all(|pair| pair[0].marks == pair[1].marks)
}

fn acceptance(sets: u32, out: &mut String) {
    let name = match sets {
        0 => "all".to_owned(),
        1 => "Buchi".to_owned(),
        _ => format!("generalized-Buchi {sets}"),
    };
    let terms: Vec<String> = (0..sets).map(|set| format!("Inf({set})")).collect();
    let condition = if sets == 0 { "t".to_owned() } else { terms.join("&") };
    push(out, format_args!("acc-name: {name}\nAcceptance: {sets} {condition}\n"));
}

fn marks(marks: u32, out: &mut String) {
    if marks == 0 {
        return;
    }
    let sets = (0..u32::BITS).filter(|set| marks >> set & 1 == 1);
    let sets: Vec<String> = sets.map(|set| set.to_string()).collect();
    push(out, format_args!(" {{{}}}", sets.join(" ")));
}

fn label(cube: Cube) -> String {
    let literal = |proposition: u32| {
        if cube.pos >> proposition & 1 == 1 {
            Some(format!("{proposition}"))
        } else if cube.neg >> proposition & 1 == 1 {
            Some(format!("!{proposition}"))
        } else {
            None
        }
    };
    let literals: Vec<String> = (0..u64::BITS).filter_map(literal).collect();
    if literals.is_empty() { "t".to_owned() } else { literals.join("&") }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
