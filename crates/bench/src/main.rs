//! The built-in benchmarks, a file each. A new one is a file and a line in [`ALL`].
//!
//! `allways bench` starts this program. Most of them measure `allways check` from outside, as it stands beside it.

mod cores;
mod deadlock;
mod figure;
mod liveness;
mod objects;
mod reference;
mod runs;
mod spin;
mod stack;
mod stores;
mod table;
mod threads;

use allways::BenchArgs;
use anyhow::{Context, Result, anyhow, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a benchmark is asked for.
pub struct Bench {
    /// Each figure is the median of so many runs.
    runs: u32,
    /// Sizes that take a moment, to see that the benchmark works.
    small: bool,
    /// Where the programs and models are.
    folder: PathBuf,
    /// Where figures go.
    figures: Option<PathBuf>,
}

impl Bench {
    /// The usual size, or the small one.
    fn size<T>(&self, usual: T, small: T) -> T {
        if self.small { small } else { usual }
    }

    /// Writes a figure, if figures are asked for.
    fn draw(&self, name: &str, figure: &figure::Figure) -> Result<()> {
        let Some(folder) = &self.figures else { return Ok(()) };
        let path = folder.join(format!("figure_{name}.svg"));
        std::fs::write(&path, figure.svg())
            .with_context(|| format!("cannot write `{}`", path.display()))
    }
}

/// A benchmark: it measures and prints a table.
struct Benchmark {
    name: &'static str,
    what: &'static str,
    run: fn(&Bench) -> Result<()>,
}

const ALL: [Benchmark; 9] = [
    Benchmark {
        name: "spin",
        what: "the same programs as C for Allways and as Promela for SPIN, everything explored",
        run: spin::run,
    },
    Benchmark {
        name: "threads",
        what: "what a transition costs with 6, 60 and 600 threads",
        run: threads::run,
    },
    Benchmark {
        name: "objects",
        what: "what a transition costs with objects of 1 KiB to 16 MiB",
        run: objects::run,
    },
    Benchmark {
        name: "deadlock",
        what: "the deadlock of 600 dining philosophers: time and memory",
        run: deadlock::run,
    },
    Benchmark {
        name: "stack",
        what: "a depth-first search 30 million steps deep: bytes a step",
        run: stack::run,
    },
    Benchmark {
        name: "liveness",
        what: "a temporal property beside safety on the same program, with and without fairness",
        run: liveness::run,
    },
    Benchmark {
        name: "cores",
        what: "the same searches on one core and on two, safety and liveness, beside SPIN",
        run: cores::run,
    },
    Benchmark {
        name: "stores",
        what: "bytes a state with each store, and the share of states that lossy ones find",
        run: stores::run,
    },
    Benchmark {
        name: "reference",
        what: "the reference model of multi-core searches on one worker and on two",
        run: reference::run,
    },
];

/// Runs one benchmark, or all.
fn main() -> ExitCode {
    allways::die_quietly_on_closed_pipe();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = allways::benchmarks_asked(&words);
    asked.and_then(|args| measure(&args)).unwrap_or_else(|error| fail(&error))
}

/// Says what is wrong, as `allways` does.
fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::from(2)
}

fn measure(args: &BenchArgs) -> Result<ExitCode> {
    if args.list {
        ALL.iter().for_each(|b| println!("{:<10} {}", b.name, b.what));
        return Ok(ExitCode::SUCCESS);
    }
    let bench = Bench {
        runs: args.runs,
        small: args.small,
        folder: programs()?,
        figures: args.figures.clone(),
    };
    warn_if_busy();
    let Some(name) = &args.name else { return Ok(measure_all(&bench)) };
    let Some(benchmark) = ALL.iter().find(|b| b.name == name) else {
        let names: Vec<&str> = ALL.iter().map(|b| b.name).collect();
        bail!("there is no benchmark `{name}`; there are {}", names.join(", "));
    };
    println!("{}: {}", benchmark.name, benchmark.what);
    (benchmark.run)(&bench)?;
    Ok(ExitCode::SUCCESS)
}

/// One that cannot run does not keep the others from running, but the command fails.
fn measure_all(bench: &Bench) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for (number, benchmark) in ALL.iter().enumerate() {
        if number > 0 {
            println!();
        }
        println!("{}: {}", benchmark.name, benchmark.what);
        if let Err(error) = (benchmark.run)(bench) {
            code = fail(&error.context(format!("`{}` was not measured", benchmark.name)));
        }
    }
    code
}

/// The folder of the programs and models that are measured: of the clone, or of the installation.
fn programs() -> Result<PathBuf> {
    let exe = std::env::current_exe()?.canonicalize()?;
    let around = |folder: &Path| [folder.join("bench"), folder.join("share/allways/bench")];
    let mut folders = exe.ancestors().skip(1).flat_map(around);
    folders.find(|folder| folder.join("philosophers.pml").is_file()).ok_or_else(|| {
        anyhow!("the programs to measure are missing: run `./allways bench` from a clone")
    })
}

fn warn_if_busy() {
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if let Some(load) = load.filter(|&load| load > cores as f64) {
        eprintln!(
            "warning: {load} processes want to run on {cores} cores; the figures will be too low"
        );
    }
}
