//! Options of `check`.

use super::values::{Bound, Properties, Range, Size, USUAL};
use allways_llvm::Limits;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `check`.
#[derive(Clone, Args, Debug)]
pub struct CheckArgs {
    /// C, C++, .bc or .ll files; several are linked into one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Properties to check, separated by commas
    #[arg(long, value_name = "LIST", default_value = USUAL)]
    #[arg(help_heading = "Property")]
    pub property: Properties,
    /// A temporal formula that must hold (repeatable)
    #[arg(long, value_name = "F", help_heading = "Property", allow_hyphen_values = true)]
    pub ltl: Vec<String>,
    /// Check only this formula of the source
    #[arg(long, value_name = "NAME", help_heading = "Property")]
    pub ltl_only: Option<String>,
    /// A Büchi automaton of the executions that must not exist
    #[arg(long, value_name = "FILE.hoa", help_heading = "Property")]
    pub automaton: Option<PathBuf>,
    /// A function that must return true in every state (repeatable)
    #[arg(long, value_name = "FUNCTION", help_heading = "Property")]
    pub invariant: Vec<String>,
    /// Executions to consider: all, or those in which no thread is kept waiting forever
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Property")]
    pub fair: Option<Fairness>,

    /// The memory model
    #[arg(long, value_enum, default_value_t = MemoryModel::Sc, value_name = "MODEL")]
    #[arg(help_heading = "Memory model")]
    pub memory_model: MemoryModel,

    /// The order in which states are visited
    #[arg(long, value_enum, default_value_t = Search::Dfs, value_name = "ORDER")]
    #[arg(help_heading = "Search")]
    pub search: Search,
    /// What directed searches go by
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub heuristic: Option<String>,
    /// Follow executions of at most N steps
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub depth: Option<u64>,
    /// Follow executions with at most K context switches
    #[arg(long, value_name = "K|auto", help_heading = "Search")]
    pub context_bound: Option<Bound>,
    /// Seed of random searches
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,

    /// How states are made fewer
    #[arg(long, value_enum, default_value_t = Reduction::Full, value_name = "KIND")]
    #[arg(help_heading = "Reduction")]
    pub reduction: Reduction,
    /// Take states for one that differ only in which of several like threads is where
    #[arg(long, value_enum, default_value_t = Symmetry::None, value_name = "KIND", help_heading = "Reduction")]
    pub symmetry: Symmetry,
    /// A function that writes the abstract state
    #[arg(long, value_name = "FUNCTION", help_heading = "Reduction")]
    pub abstraction: Option<String>,

    /// How states are stored: compact and bitstate prove nothing, auto uses them when memory ends
    #[arg(long, value_enum, default_value_t = Store::Tree, value_name = "KIND", help_heading = "Store")]
    pub store: Store,
    /// Memory that the search may use, such as 512M or 8G; compiling may use as much, at least 2G
    #[arg(long, value_name = "SIZE", help_heading = "Store")]
    pub memory: Option<Size>,
    /// Keep states on disk
    #[arg(long, value_name = "DIR", help_heading = "Store")]
    pub disk: Option<PathBuf>,
    /// Save the search now and then
    #[arg(long, value_name = "DIR", help_heading = "Store")]
    pub checkpoint: Option<PathBuf>,
    /// Go on with a saved search
    #[arg(long, value_name = "DIR", help_heading = "Store")]
    pub resume: Option<PathBuf>,

    /// Worker threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "Parallel",
          value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: Option<u32>,
    /// Stack slicing: a worker hands its search on when it is that deep (20 if no depth is given)
    #[arg(long, value_name = "L", help_heading = "Parallel", num_args = 0..=1,
          default_missing_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    pub handoff: Option<u32>,
    /// Liveness as multi-core SPIN does it, on two cores: for `allways bench cores`
    #[arg(long, hide = true)]
    pub two_core_baseline: bool,

    /// Every allocation may also return NULL
    #[arg(long, help_heading = "Environment")]
    pub malloc_fail: bool,
    /// An allocation may also return an address that was freed
    #[arg(long, help_heading = "Environment")]
    pub address_reuse: bool,
    /// A wait for a condition may also end without a signal
    #[arg(long, help_heading = "Environment")]
    pub spurious_wakeups: bool,
    /// --malloc-fail, --address-reuse and --spurious-wakeups
    #[arg(long, help_heading = "Environment")]
    pub strict: bool,
    /// The values of nondeterministic integers
    #[arg(long, value_name = "LO..HI", help_heading = "Environment", allow_hyphen_values = true)]
    pub nondet: Option<Range>,
    /// The function to start with
    #[arg(long, value_name = "FUNCTION", default_value = "main", help_heading = "Environment")]
    pub entry: String,
    /// An argument of the program (repeatable)
    #[arg(long, value_name = "ARG", help_heading = "Environment", allow_hyphen_values = true)]
    pub arg: Vec<String>,

    /// What the program reads from standard input (default: nothing)
    #[arg(long, value_name = "FILE", help_heading = "Environment")]
    pub stdin: Option<PathBuf>,

    /// Stop after N states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// Stop the search after that many seconds
    #[arg(long, value_name = "SECONDS", help_heading = "Limits")]
    pub timeout: Option<f64>,
    /// Stop compiling after that many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::SECONDS, help_heading = "Limits")]
    pub compile_timeout: u64,

    /// Let the project's allways.toml set every option, also those that run code, write files or lift
    /// limits
    #[arg(long, help_heading = "Project")]
    pub trust_project: bool,

    /// The result as one JSON object on standard output
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Save the counterexample, to replay it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace_out: Option<PathBuf>,
    /// Write the result as SARIF
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,
    /// Write the result as JUnit XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub junit: Option<PathBuf>,
    /// Write a verification witness
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub witness: Option<PathBuf>,
    /// Only the verdict, in one line
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
    Tso,
    Pso,
}

/// `--search`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Search {
    Dfs,
    Bfs,
    BestFirst,
    Astar,
    Ida,
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
