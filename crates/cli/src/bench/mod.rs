//! `allways bench`: the built-in benchmarks, a file each. A new one is a file and a line in [`ALL`].

mod cores;
mod deadlock;
mod liveness;
mod objects;
mod runs;
mod spin;
mod stack;
mod table;
mod threads;

use crate::args::BenchArgs;
use crate::home;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::process::ExitCode;

/// What a benchmark is asked for.
pub struct Bench {
    /// Each figure is the median of so many runs.
    runs: u32,
    /// Sizes that take a moment, to see that the benchmark works.
    small: bool,
    /// Where the programs and models are.
    folder: PathBuf,
}

impl Bench {
    /// The usual size, or the small one.
    fn size<T>(&self, usual: T, small: T) -> T {
        if self.small { small } else { usual }
    }
}

/// A benchmark: it measures and prints a table.
struct Benchmark {
    name: &'static str,
    what: &'static str,
    run: fn(&Bench) -> Result<()>,
}

const ALL: [Benchmark; 7] = [
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
];

/// Runs one benchmark, or all.
pub fn run(args: &BenchArgs) -> ExitCode {
    match measure(args) {
        Ok(code) => code,
        Err(error) => crate::fail(&error),
    }
}

fn measure(args: &BenchArgs) -> Result<ExitCode> {
    if args.list {
        ALL.iter().for_each(|b| println!("{:<10} {}", b.name, b.what));
        return Ok(ExitCode::SUCCESS);
    }
    let bench = Bench { runs: args.runs, small: args.small, folder: home::bench_dir()? };
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
            code = crate::fail(&error.context(format!("`{}` was not measured", benchmark.name)));
        }
    }
    code
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
