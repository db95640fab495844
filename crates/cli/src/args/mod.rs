//! The command line.

mod check;
mod clang_flags;
mod comments;
mod compiler;
mod expand;
mod expanded;
mod libraries;
mod option_file;
mod project;
mod request;
mod spin;
mod values;

pub use check::{CheckArgs, Color};
pub use compiler::{Compiler, SMALL, SMALLEST};
pub use expand::expand;
pub use project::{Flag, Vetting};
pub use spin::SpinArgs;

use allways_llvm::Limits;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::PathBuf;

/// A model checker for multi-threaded C and C++ programs.
///
/// Explores every interleaving of the threads. Exit codes: 0 every property holds, 1 a property is
/// violated, 2 the request is wrong or the program cannot be checked, 3 inconclusive.
#[derive(Parser, Debug)]
#[command(name = "allways", version, about, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Print the folder that contains allways.h, for ordinary builds
    #[arg(long)]
    pub print_include_dir: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the help of a command that checks says at its end.
macro_rules! files_and_codes {
    () => {
        "\
Files:
  @FILE reads options from a file. An `allways.toml` beside the source sets default options.

Exit codes:
  0 every property holds    1 a property is violated    2 wrong request    3 inconclusive"
    };
}

/// What `check --help` says of options that are not its own.
const COMPILER: &str = concat!(
    "\
Compiler:
  -D, -U, -I, -isystem, -include, -std=, -O…, -W…, -f… and -m… are passed to clang, and so is
  everything after `--`. Without -O the program is checked as written, before optimisation.
  -LFOLDER -lNAME adds a library that `allways cc` built; -c, -g… and other -l… change nothing.

",
    files_and_codes!()
);

/// What `spin --help` says of them: what stands behind `--` is for the verifier.
const COMPILER_OF_SPIN: &str = concat!(
    "\
Compiler:
  -D, -U, -I, -isystem, -include, -std=, -O…, -W…, -f… and -m… before `--` are passed to clang.
  Without -O the program is checked as written, before optimisation.

",
    files_and_codes!()
);

/// What `cc --help` says; typed, it is the compiler's.
const CC: &str = "\
All arguments are your compiler's: cc or gcc, or what ALLWAYS_CC names (c++ or g++, or ALLWAYS_CXX).
Where one word is wanted, link `allways-cc` and `allways-c++` to this program. `allways check` then
takes the objects, archives, libraries and programs.";

/// The command line, as it is parsed and documented: commands list only the options that they accept.
pub fn command() -> clap::Command {
    let hide = |arg: clap::Arg| {
        let refused = spin::REFUSED.contains(&arg.get_id().as_str());
        if refused { arg.hide(true) } else { arg }
    };
    Cli::command().mut_subcommand("spin", |spin| spin.mut_args(hide))
}

impl Cli {
    /// Parses a command line.
    pub fn of(words: &[String]) -> Result<Cli, clap::Error> {
        Cli::from_arg_matches(&command().try_get_matches_from(words)?)
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a program: prints a verdict and, if it is violated, a counterexample
    #[command(after_help = COMPILER, override_usage = "allways check [OPTIONS] <FILE>... [-- CFLAGS]")]
    Check(Box<CheckArgs>),
    /// Replay a saved counterexample and confirm it
    Replay(ReplayArgs),
    /// Show a counterexample as a web page
    #[command(hide = true)]
    View(Rest),
    /// Write an allways.toml, a harness to begin with and a job for CI
    Init(InitArgs),
    /// Print the Büchi automaton of an LTL formula in HOA format
    Ltl(LtlArgs),
    /// Translate a C program into a Promela model
    Promela(PromelaArgs),
    /// Check a program with SPIN as the search engine
    #[command(after_help = COMPILER_OF_SPIN)]
    Spin(Box<SpinArgs>),
    /// Compile C as your compiler does, and leave bitcode in the objects: make CC="allways cc"
    #[command(after_help = CC, override_usage = "allways cc ARGS...")]
    Cc(Rest),
    /// The same for C++: make CXX="allways c++"
    #[command(name = "c++", after_help = CC, override_usage = "allways c++ ARGS...")]
    Cxx(Rest),
    /// Check a program on several machines
    #[command(hide = true)]
    Cluster(Rest),
    /// Run the built-in benchmarks
    Bench(BenchArgs),
    /// Fetch and build what C++ programs need, once
    Setup(SetupArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write the pages of all commands
    Man {
        /// Write one page per command to this folder
        folder: Option<PathBuf>,
    },
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
            Command::Init(_) => "init",
            Command::Ltl(_) => "ltl",
            Command::Promela(_) => "promela",
            Command::Spin(_) => "spin",
            Command::Cc(_) => "cc",
            Command::Cxx(_) => "c++",
            Command::Cluster(_) => "cluster",
            Command::Bench(_) => "bench",
            Command::Setup(_) => "setup",
            Command::Completions { .. } => "completions",
            Command::Man { .. } => "man",
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

/// Arguments of `init`.
#[derive(clap::Args, Debug)]
pub struct InitArgs {
    /// C header whose functions the threads of the harness call
    pub header: Option<PathBuf>,
    /// Stop compiling after that many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::SECONDS)]
    pub compile_timeout: u64,
}

/// Arguments of `setup`.
#[derive(clap::Args, Debug)]
pub struct SetupArgs {
    /// What to set up: `c++`
    #[arg(default_value = "c++")]
    pub what: String,
}

/// Arguments of `bench`.
#[derive(clap::Args, Debug)]
pub struct BenchArgs {
    /// Name of a benchmark (default: all of them)
    pub name: Option<String>,
    /// Runs per measurement; the median is reported
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Use small sizes, for a quick test
    #[arg(long)]
    pub small: bool,
    /// Also draw figures as SVG files in this folder
    #[arg(long, value_name = "DIR")]
    pub figures: Option<PathBuf>,
    /// Print all tables as one object of JSON, and nothing else
    #[arg(long)]
    pub json: bool,
    /// Also print what is measured divided by what an earlier `--json` printed
    #[arg(long, value_name = "OLD.json", conflicts_with = "json")]
    pub compare: Option<PathBuf>,
    /// List the benchmarks and exit
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
    /// The C source, or the model with --trail
    pub file: Option<PathBuf>,
    /// Model to write
    #[arg(short, long, value_name = "MODEL.pml")]
    pub output: Option<PathBuf>,
    /// Number of cells per pointed-to type
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub cells: u32,
    /// Translate literally: every statement is a step, every call a process
    #[arg(long, conflicts_with = "optimise")]
    pub plain: bool,
    /// Merge statements that no other thread can observe (the default)
    #[arg(long)]
    pub optimise: bool,
    /// Inline calls instead of starting processes
    #[arg(long)]
    pub inline: bool,
    /// Show a SPIN trail in terms of the C source
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
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// Show every step, also of a long execution
    #[arg(long)]
    pub full_trace: bool,
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
