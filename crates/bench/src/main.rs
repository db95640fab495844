//! The built-in benchmarks, a file each. A new one is a file and a line in [`ALL`].
//!
//! `allways bench` starts this program. Most of them measure `allways check` from outside, as it stands beside it.

mod cores;
mod deadlock;
mod figure;
mod heap;
mod liveness;
mod objects;
mod reference;
mod runs;
mod saved;
mod spin;
mod stack;
mod stores;
mod table;
mod threads;

use allways::BenchArgs;
use anyhow::{Context, Result, anyhow};
use saved::Measured;
use std::cell::RefCell;
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
    /// Nothing but one object of JSON is printed.
    json: bool,
    /// What is measured, and the tables that came of it.
    name: &'static str,
    measured: RefCell<Vec<Measured>>,
}

impl Bench {
    /// The usual size, or the small one.
    fn size<T>(&self, usual: T, small: T) -> T {
        if self.small { small } else { usual }
    }

    /// Prints a table, and keeps it. The title tells it from others of the benchmark.
    fn show(&self, title: &str, table: table::Table) {
        if !self.json && !title.is_empty() {
            println!("\n{title}");
        }
        self.print(&table);
        let benchmark = self.name.to_string();
        self.measured.borrow_mut().push(Measured { benchmark, title: title.to_string(), table });
    }

    fn print(&self, table: &table::Table) {
        if !self.json {
            print!("{}", table.text());
        }
    }

    /// Measures one benchmark.
    fn measure(&mut self, benchmark: &Benchmark) -> Result<()> {
        self.name = benchmark.name;
        if !self.json {
            println!("{}: {}", benchmark.name, benchmark.what);
        }
        (benchmark.run)(self)
    }

    /// Prints what was measured divided by what was measured before.
    fn compare(&self, before: &[Measured]) {
        for now in self.measured.borrow().iter() {
            if let Some(ratios) = saved::compare(now, before) {
                let title = [&now.benchmark[..], &now.title[..]].join(" ");
                println!("\n{}: now / before", title.trim_end());
                self.print(&ratios);
            }
        }
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

static ALL: [Benchmark; 10] = [
    Benchmark {
        name: "spin",
        what: "the same programs as C for Allways and as Promela for SPIN, everything explored",
        run: spin::run,
    },
    Benchmark {
        name: "heap",
        what: "programs that allocate, beside GenMC and Nidhugg where they are installed",
        run: heap::run,
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
    let before = args.compare.as_deref().map(saved::read).transpose()?;
    let mut bench = Bench {
        runs: args.runs,
        small: args.small,
        folder: programs()?,
        figures: args.figures.clone(),
        json: args.json,
        name: "",
        measured: RefCell::default(),
    };
    warn_if_busy();
    let code = match &args.name {
        None => measure_all(&mut bench),
        Some(name) => {
            bench.measure(named(name)?)?;
            ExitCode::SUCCESS
        }
    };
    if args.json {
        println!("{}", saved::to_json(&bench.measured.borrow(), bench.runs, bench.small));
    }
    before.iter().for_each(|before| bench.compare(before));
    Ok(code)
}

fn named(name: &str) -> Result<&'static Benchmark> {
    ALL.iter().find(|b| b.name == name).ok_or_else(|| {
        let names: Vec<&str> = ALL.iter().map(|b| b.name).collect();
        anyhow!("there is no benchmark `{name}`; there are {}", names.join(", "))
    })
}

/// One that cannot run does not keep the others from running, but the command fails.
fn measure_all(bench: &mut Bench) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for (number, benchmark) in ALL.iter().enumerate() {
        if number > 0 && !bench.json {
            println!();
        }
        if let Err(error) = bench.measure(benchmark) {
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
