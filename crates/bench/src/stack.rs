//! How much a depth-first search keeps of a path: a line of states, each with an edge to the next and
//! one back to the first.

use crate::Bench;
use crate::table::{Table, count, megabytes};
use allways_search::{Control, Options};
use allways_space::{Edge, Flow, State, Stepper, System, Target, ThreadId, Verdict};
use anyhow::{Result, bail};
use std::ops::ControlFlow;

/// States `0..length`, in a line.
struct Line {
    length: u64,
}

impl System for Line {
    type Action = bool;
    type Stepper<'a> = Walker;

    fn stepper(&self) -> Walker {
        Walker { last: self.length - 1 }
    }

    fn hash(&self, state: State) -> u64 {
        state.root
    }
}

struct Walker {
    last: u64,
}

type Visit<'a> = dyn FnMut(Edge<bool>) -> ControlFlow<()> + 'a;

fn show(edges: &[(bool, u64)], visit: &mut Visit<'_>) -> Flow {
    for &(action, root) in edges {
        let edge = Edge::plain(action, ThreadId(0), Target::State(State { root }));
        if visit(edge).is_break() {
            return Flow::Stopped;
        }
    }
    Flow::Done
}

impl Stepper for Walker {
    type Action = bool;

    fn initial(&mut self, visit: &mut Visit<'_>) -> Flow {
        show(&[(true, 0)], visit)
    }

    fn successors(&mut self, state: State, visit: &mut Visit<'_>) -> Flow {
        let on = state.root + 1;
        if on > self.last {
            show(&[(false, 0)], visit)
        } else {
            show(&[(true, on), (false, 0)], visit)
        }
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.root.to_le_bytes());
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        Some(State { root: u64::from_le_bytes(bytes.try_into().ok()?) })
    }
}

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let line = Line { length: bench.size(30_000_000, 300_000) };
    let verdict = allways_search::run(&line, &Options::default(), &Control::none())?;
    let Verdict::Holds(coverage) = verdict else { bail!("a line of states has no faults") };
    let mut table = Table::new(&["depth", "seconds", "store and stack", "bytes/step"]);
    table.row([
        count(coverage.depth),
        format!("{:.2}", coverage.seconds),
        megabytes(coverage.peak_bytes),
        format!("{:.1}", coverage.peak_bytes as f64 / coverage.depth as f64),
    ]);
    bench.show("", table);
    Ok(())
}
