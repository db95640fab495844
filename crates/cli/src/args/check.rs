//! Options of `check`.

use super::values::{Bound, Ignored, Properties, Range, Size, USUAL};
use allways_llvm::Limits;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `check`.
#[derive(Clone, Args, Debug)]
pub struct CheckArgs {
    /// C or C++ sources, .bc or .ll files, and objects, archives, libraries and programs that `allways cc`
    /// built; several files are linked into one program
    #[arg(required_unless_present = "compile_commands", value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Properties to check, separated by commas; also: overflow, leak, termination
    #[arg(long, value_name = "LIST", default_value = USUAL)]
    #[arg(help_heading = "Property")]
    pub property: Properties,
    /// LTL formula that every execution must satisfy (repeatable)
    #[arg(long, value_name = "F", help_heading = "Property", allow_hyphen_values = true)]
    pub ltl: Vec<String>,
    /// Check only this one of the LTL formulas in the source
    #[arg(long, value_name = "NAME", help_heading = "Property")]
    pub ltl_only: Option<String>,
    /// Büchi automaton that accepts the forbidden executions, in HOA format
    #[arg(long, value_name = "FILE.hoa", help_heading = "Property")]
    pub automaton: Option<PathBuf>,
    /// Function that must return true in every state (repeatable)
    #[arg(long, value_name = "FUNCTION", help_heading = "Property")]
    pub invariant: Vec<String>,
    /// Fairness assumption: none (all executions count) or weak (only weakly fair ones)
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Property")]
    pub fair: Option<Fairness>,

    /// Memory model; only sequential consistency (sc) is available so far
    #[arg(long, value_enum, default_value_t = MemoryModel::Sc, value_name = "MODEL")]
    #[arg(help_heading = "Memory model")]
    pub memory_model: MemoryModel,
    /// How volatile accesses count: plain, or atomic (up to a word, with acquire and release)
    #[arg(long, value_enum, default_value_t = Volatile::Plain, value_name = "KIND")]
    #[arg(help_heading = "Memory model")]
    pub volatile: Volatile,

    /// Search order: depth-first or breadth-first
    #[arg(long, value_enum, default_value_t = Search::Dfs, value_name = "ORDER")]
    #[arg(help_heading = "Search")]
    pub search: Search,
    /// Heuristic of directed searches
    #[arg(long, value_name = "NAME", hide = true)]
    pub heuristic: Option<String>,
    /// Explore executions of at most N steps
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub depth: Option<u64>,
    /// Explore executions with at most K context switches; auto raises K until everything is covered
    #[arg(long, value_name = "K|auto", help_heading = "Search")]
    pub context_bound: Option<Bound>,
    /// Seed of random searches
    #[arg(long, value_name = "N", hide = true)]
    pub seed: Option<u64>,

    /// State-space reduction, from weakest (none) to strongest (full)
    #[arg(long, value_enum, default_value_t = Reduction::Full, value_name = "KIND")]
    #[arg(help_heading = "Reduction")]
    pub reduction: Reduction,
    /// Symmetry reduction: merge states that differ only by a permutation of threads
    #[arg(long, value_enum, default_value_t = Symmetry::None, value_name = "KIND", help_heading = "Reduction")]
    pub symmetry: Symmetry,
    /// Function that writes the abstract state (a search with it proves nothing)
    #[arg(long, value_name = "FUNCTION", help_heading = "Reduction")]
    pub abstraction: Option<String>,

    /// State store: tree and flat are exact, compact and bitstate are lossy, auto starts with tree
    #[arg(long, value_enum, default_value_t = Store::Tree, value_name = "KIND", help_heading = "Store")]
    pub store: Store,
    /// Memory limit of the search, such as 512M or 8G; also for compiling, but at least 2G there
    #[arg(long, value_name = "SIZE", help_heading = "Store")]
    pub memory: Option<Size>,
    /// Keep states on disk
    #[arg(long, value_name = "DIR", hide = true)]
    pub disk: Option<PathBuf>,
    /// Save the search periodically
    #[arg(long, value_name = "DIR", hide = true)]
    pub checkpoint: Option<PathBuf>,
    /// Resume a saved search
    #[arg(long, value_name = "DIR", hide = true)]
    pub resume: Option<PathBuf>,

    /// Number of worker threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "Parallel",
          value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: Option<u32>,
    /// Stack slicing: hand the search to the next worker at depth L (20 if L is left out)
    #[arg(long, value_name = "L", help_heading = "Parallel", num_args = 0..=1,
          default_missing_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    pub handoff: Option<u32>,
    /// Liveness as multi-core SPIN does it, on two cores: for `allways bench cores`
    #[arg(long, hide = true)]
    pub two_core_baseline: bool,

    /// Also explore executions in which an allocation fails
    #[arg(long, help_heading = "Environment")]
    pub malloc_fail: bool,
    /// Also explore executions in which an allocation reuses a freed address (finds ABA bugs)
    #[arg(long, help_heading = "Environment")]
    pub address_reuse: bool,
    /// Also explore executions in which a condition wait ends without a signal
    #[arg(long, help_heading = "Environment")]
    pub spurious_wakeups: bool,
    /// All of --malloc-fail, --address-reuse and --spurious-wakeups
    #[arg(long, help_heading = "Environment")]
    pub strict: bool,
    /// Range of nondeterministic integers
    #[arg(long, value_name = "LO..HI", help_heading = "Environment", allow_hyphen_values = true)]
    pub nondet: Option<Range>,
    /// Function to start with
    #[arg(long, value_name = "FUNCTION", default_value = "main", help_heading = "Environment")]
    pub entry: String,
    /// Argument of the checked program (repeatable)
    #[arg(long, value_name = "ARG", help_heading = "Environment", allow_hyphen_values = true)]
    pub arg: Vec<String>,
    /// Standard input of the checked program (default: empty)
    #[arg(long, value_name = "FILE", help_heading = "Environment")]
    pub stdin: Option<PathBuf>,

    /// Stop after N states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// Stop the search after this many seconds
    #[arg(long, value_name = "SECONDS", help_heading = "Limits")]
    pub timeout: Option<f64>,
    /// Stop compiling after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::SECONDS, help_heading = "Limits")]
    pub compile_timeout: u64,

    /// Compile database of a build (`cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, `bear`)
    #[arg(long, value_name = "FILE", help_heading = "Project")]
    pub compile_commands: Option<PathBuf>,
    /// Check the sources of this target of the build (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Project")]
    pub build_target: Vec<String>,
    /// Check this source of the build (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Project")]
    pub unit: Vec<PathBuf>,
    /// Let the project's allways.toml set every option, also those that run code, write files or lift
    /// limits, and its compile database every compiler option
    #[arg(long, help_heading = "Project")]
    pub trust_project: bool,

    /// Print the result as one JSON object on standard output
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Save the counterexample for `allways replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace_out: Option<PathBuf>,
    /// Save the sources with the counterexample, so that it can be read where they are missing or differ
    #[arg(long, help_heading = "Output")]
    pub embed_source: bool,
    /// Show every step of a counterexample, also of a long one
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,
    /// List the assertions and functions that no execution reached
    #[arg(long, help_heading = "Output")]
    pub coverage: bool,
    /// Write the result as SARIF, for code scanning
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,
    /// Write the result as JUnit XML, for test reports
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub junit: Option<PathBuf>,
    /// Write a verification witness
    #[arg(long, value_name = "FILE", hide = true)]
    pub witness: Option<PathBuf>,
    /// Do not report a fault at this line, or only of this property, and say what was ignored (repeatable)
    #[arg(long, value_name = "FILE:LINE[:PROPERTY]", help_heading = "Output")]
    pub ignore: Vec<Ignored>,
    /// Print only the verdict, in one line
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
    /// Show progress even when standard error is not a terminal
    #[arg(long, help_heading = "Output")]
    pub progress: bool,
}

/// `--fair`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fairness {
    None,
    Weak,
}

/// `--memory-model`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum MemoryModel {
    Sc,
    #[value(hide = true)]
    Tso,
    #[value(hide = true)]
    Pso,
}

/// `--volatile`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Volatile {
    Plain,
    Atomic,
}

/// `--search`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Search {
    Dfs,
    Bfs,
    #[value(hide = true)]
    BestFirst,
    #[value(hide = true)]
    Astar,
    #[value(hide = true)]
    Ida,
    #[value(hide = true)]
    Random,
}

/// `--reduction`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reduction {
    None,
    Tau,
    Global,
    Superstep,
    Full,
}

/// `--symmetry`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Symmetry {
    None,
    Threads,
}

/// `--store`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Store {
    Tree,
    Flat,
    Compact,
    Bitstate,
    Auto,
}

/// `--color`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// A value as it is typed on the command line.
pub fn typed<T: ValueEnum>(value: T) -> String {
    value.to_possible_value().map_or_else(String::new, |v| v.get_name().to_string())
}

impl CheckArgs {
    /// Whether allocations may fail.
    pub fn may_fail(&self) -> bool {
        self.malloc_fail || self.strict
    }

    /// Whether freed addresses may be used again.
    pub fn reuses_addresses(&self) -> bool {
        self.address_reuse || self.strict
    }

    /// Whether waits may end without a signal.
    pub fn wakes_spuriously(&self) -> bool {
        self.spurious_wakeups || self.strict
    }

    /// How many workers search.
    pub fn workers(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, |threads| threads as usize)
    }

    /// The first option that is asked for and not built yet.
    pub fn unavailable(&self) -> Option<String> {
        let asked = [
            (self.heuristic.is_some(), "--heuristic"),
            (self.seed.is_some(), "--seed"),
            (self.disk.is_some(), "--disk"),
            (self.checkpoint.is_some(), "--checkpoint"),
            (self.resume.is_some(), "--resume"),
            (self.witness.is_some(), "--witness"),
        ];
        let flag = asked.iter().find(|(asked, _)| *asked).map(|(_, name)| name.to_string());
        flag.or_else(|| self.unavailable_value())
    }

    fn unavailable_value(&self) -> Option<String> {
        let named = |option: &str, value: String| Some(format!("--{option} {value}"));
        if self.memory_model != MemoryModel::Sc {
            return named("memory-model", typed(self.memory_model));
        }
        if self.order().is_none() {
            return named("search", typed(self.search));
        }
        None
    }
}
