//! The command line.

mod check;
mod compiler;
mod expand;
mod project;
mod request;
mod spin;
mod values;

pub use check::{CheckArgs, Color};
pub use compiler::Compiler;
pub use expand::expand;
pub use project::{Flag, Vetting};
pub use spin::{SpinArgs, Switches};

use allways_llvm::Limits;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Model checker for multi-threaded C and C++ programs.
#[derive(Parser, Debug)]
#[command(name = "allways", version, about, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Print the folder of `allways.h`, for ordinary builds
    #[arg(long)]
    pub print_include_dir: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands of the contract.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a program: a proof, or a counterexample
    Check(Box<CheckArgs>),
    /// Run a saved counterexample again and confirm it
    Replay(ReplayArgs),
    /// One web page that shows a counterexample
    View(Rest),
    /// Print the automaton of a formula
    Ltl(LtlArgs),
    /// Translate a C program into a Promela model
    Promela(PromelaArgs),
    /// Let SPIN drive the virtual machine
    Spin(Box<SpinArgs>),
    /// Drop-in C compiler that leaves bitcode in the objects
    Cc(Rest),
    /// Drop-in C++ compiler that leaves bitcode in the objects
    #[command(name = "c++")]
    Cxx(Rest),
    /// The same check over MPI ranks
    Cluster(Rest),
    /// The built-in benchmarks, as a table
    Bench(BenchArgs),
    /// Compiles and lowers in a process of its own
    #[command(name = "__lower", hide = true)]
    Lower,
}

impl Command {
    /// The command's name.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Check(_) => "check",
            Command::Replay(_) => "replay",
            Command::View(_) => "view",
            Command::Ltl(_) => "ltl",
            Command::Promela(_) => "promela",
            Command::Spin(_) => "spin",
            Command::Cc(_) => "cc",
            Command::Cxx(_) => "c++",
            Command::Cluster(_) => "cluster",
            Command::Bench(_) => "bench",
            Command::Lower => "__lower",
        }
    }
}

/// Arguments of a command that is not built yet.
#[derive(clap::Args, Debug)]
pub struct Rest {
    /// Anything.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub rest: Vec<String>,
}

/// Arguments of `bench`.
#[derive(clap::Args, Debug)]
pub struct BenchArgs {
    /// One benchmark; all of them when none is named
    pub name: Option<String>,
    /// How often each figure is measured; the median is shown
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Sizes that take a moment, to see that everything works
    #[arg(long)]
    pub small: bool,
    /// Also draw figures, as SVG files in this folder
    #[arg(long, value_name = "DIR")]
    pub figures: Option<PathBuf>,
    /// Name the benchmarks and measure nothing
    #[arg(long)]
    pub list: bool,
}

/// Arguments of `ltl`.
#[derive(clap::Args, Debug)]
pub struct LtlArgs {
    /// The formula, in SPIN's or Spot's syntax
    #[arg(allow_hyphen_values = true)]
    pub formula: String,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `promela`.
#[derive(clap::Args, Debug)]
pub struct PromelaArgs {
    /// The C file; with --trail the model
    pub file: Option<PathBuf>,
    /// The model to write
    #[arg(short, long, value_name = "MODEL.pml")]
    pub output: Option<PathBuf>,
    /// Cells for each pointed-to type
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub cells: u32,
    /// The published form: nothing is merged
    #[arg(long, conflicts_with = "optimise")]
    pub plain: bool,
    /// Merge what cannot be told apart (the default)
    #[arg(long)]
    pub optimise: bool,
    /// Calls without processes
    #[arg(long)]
    pub inline: bool,
    /// Show a SPIN trail as lines of C
    #[arg(long, value_name = "TRAIL")]
    pub trail: Option<PathBuf>,
    /// Stop compiling after that many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::SECONDS)]
    pub compile_timeout: u64,
}

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub struct ReplayArgs {
    /// A file written by `check --trace-out`
    pub trace: PathBuf,
    /// The result as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = check::Color::Auto, value_name = "WHEN")]
    pub color: check::Color,
    /// Stop compiling after that many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::SECONDS)]
    pub compile_timeout: u64,
    /// Use every compiler option of the trace, also those that run code or write files
    #[arg(long)]
    pub trust_project: bool,
}
