//! The reference model on one worker and on two: how the gain depends on what a step costs, on the
//! size of states and on the depth of handing over.

mod model;

use crate::Bench;
use crate::figure::{Figure, Line};
use crate::runs::median;
use crate::table::Table;
use allways_search::{Control, Options};
use allways_space::Verdict;
use anyhow::{Result, bail};
use model::{Model, Setting, Shape};

const BRANCHES: [u32; 3] = [1, 2, 8];
const SHAPES: [Shape; 2] = [Shape::Chain, Shape::Fan];
const TIMES: [u64; 5] = [1 << 1, 1 << 4, 1 << 7, 1 << 10, 1 << 13];
const SIZES: [usize; 5] = [10, 50, 100, 200, 500];
const HANDOFFS: [u32; 7] = [1, 5, 20, 100, 1_000, 10_000, 100_000];

/// A row of measurements: what varies is on the axis, and there is a line for each branch factor.
struct Sweep {
    name: String,
    title: String,
    axis: &'static str,
    points: Vec<(String, Setting)>,
}

/// Prints tables and draws the figures that are asked for.
pub fn run(bench: &Bench) -> Result<()> {
    let states = bench.size(100_000, 2_000);
    for shape in SHAPES {
        for sweep in sweeps(shape, states) {
            measure(bench, &sweep)?;
        }
    }
    measure_handoff(bench, states)
}

fn sweeps(shape: Shape, states: u32) -> Vec<Sweep> {
    let name = shape.name();
    let setting = |size, time| Setting { shape, branch: 0, size, time, states };
    let over_time = |size: usize| Sweep {
        name: format!("reference_{name}_time_{size}"),
        title: format!("Reference model ({name}), states of {size} bytes"),
        axis: "cost of a step",
        points: TIMES.map(|time| (time.to_string(), setting(size, time))).into(),
    };
    let over_size = |time: u64| Sweep {
        name: format!("reference_{name}_size_{time}"),
        title: format!("Reference model ({name}), steps that cost {time}"),
        axis: "bytes of a state",
        points: SIZES.map(|size| (size.to_string(), setting(size, time))).into(),
    };
    vec![over_time(10), over_time(200), over_size(1 << 3), over_size(1 << 10)]
}

fn measure(bench: &Bench, sweep: &Sweep) -> Result<()> {
    let mut table = Table::new(&[sweep.axis, "branch", "1 worker", "2 workers", "speed-up"]);
    let mut lines = Vec::new();
    for branch in BRANCHES {
        let mut line = Line { name: format!("branch {branch}"), values: Vec::new() };
        for (label, setting) in &sweep.points {
            let setting = Setting { branch, ..*setting };
            let (one, two) = (seconds(bench, setting, 1, None)?, seconds(bench, setting, 2, None)?);
            table.row([
                label.clone(),
                branch.to_string(),
                format!("{one:.3} s"),
                format!("{two:.3} s"),
                format!("{:.2}", one / two),
            ]);
            line.values.push(one / two);
        }
        lines.push(line);
    }
    bench.show(&sweep.title, table);
    let labels = sweep.points.iter().map(|point| point.0.clone()).collect();
    let (title, axis) = (sweep.title.clone(), sweep.axis);
    let figure = Figure { title, axis, unit: "speed-up", labels, lines };
    bench.draw(&sweep.name, &figure)
}

/// Two workers, one of whom gets what lies deeper: too little depth costs handing over, too much
/// leaves one of them without work.
fn measure_handoff(bench: &Bench, states: u32) -> Result<()> {
    let mut table = Table::new(&["handoff", "shape", "1 worker", "2 workers", "speed-up"]);
    let mut lines = Vec::new();
    for shape in SHAPES {
        let setting = Setting { shape, branch: 8, size: 200, time: 1 << 7, states };
        let one = seconds(bench, setting, 1, None)?;
        let mut line = Line { name: shape.name().to_string(), values: Vec::new() };
        for handoff in HANDOFFS {
            let two = seconds(bench, setting, 2, Some(handoff))?;
            table.row([
                handoff.to_string(),
                shape.name().to_string(),
                format!("{one:.3} s"),
                format!("{two:.3} s"),
                format!("{:.2}", one / two),
            ]);
            line.values.push(two);
        }
        lines.push(line);
    }
    let title = "Reference model, stack slicing with two workers".to_string();
    bench.show(&title, table);
    let labels = HANDOFFS.map(|handoff| handoff.to_string()).into();
    let figure = Figure { title, axis: "handoff depth", unit: "seconds", labels, lines };
    bench.draw("reference_handoff", &figure)
}

/// The median time of a search.
fn seconds(bench: &Bench, setting: Setting, threads: usize, handoff: Option<u32>) -> Result<f64> {
    let options = Options { threads, handoff, alone: 0, ..Options::default() };
    let one = || match allways_search::run(&Model::new(setting), &options, &Control::none())? {
        Verdict::Holds(covered) if covered.states == u64::from(setting.states) => {
            Ok(covered.seconds.max(1e-6))
        }
        verdict => bail!("the model has no faults and {} states: {verdict:?}", setting.states),
    };
    let runs: Result<Vec<f64>> = (0..bench.runs).map(|_| one()).collect();
    Ok(median(runs?, |&seconds| seconds))
}
