//! What a check says, in words: those of the command line that it was asked with.

use allways_check::{AgainstSymmetry, Assumption, ClaimName, Contradiction, Error, Store, Warning};
use allways_search::Order;
use allways_space::Reason;
use allways_vm::{Assumption as World, Asymmetry, Granularity, Met, Role, StartError};
use std::path::PathBuf;

/// What is said of what must not be.
pub const BUG: &str = "this is a bug in Allways, please report it";

/// `--reduction`.
pub fn reduction(granularity: Granularity) -> &'static str {
    match granularity {
        Granularity::Instruction => "none",
        Granularity::Tau => "tau",
        Granularity::Global => "global",
        Granularity::Superstep => "superstep",
        Granularity::Full => "full",
    }
}

/// `--search`.
pub fn search(order: Order) -> &'static str {
    match order {
        Order::Dfs => "dfs",
        Order::Bfs => "bfs",
    }
}

/// `--store`.
pub fn store(store: Store) -> &'static str {
    match store {
        Store::Tree => "tree",
        Store::Flat => "flat",
        Store::Compact => "compact",
        Store::Bitstate => "bitstate",
        Store::Auto => "auto",
    }
}

/// What was taken for granted.
pub fn assumption(assumption: Assumption) -> &'static str {
    match assumption {
        Assumption::SequentialConsistency => "sequentially consistent memory",
        Assumption::WeakOrderings => "atomic orderings weaker than seq_cst are treated as seq_cst",
        Assumption::VolatileAtomic => {
            "volatile accesses of up to a word are atomic, with acquire and release (--volatile atomic)"
        }
        Assumption::FrozenIsZero => "an indeterminate value that the optimiser freezes is zero",
        Assumption::WeakFairness => "weak fairness: a thread that can always move eventually does",
        Assumption::World(World::NoSpuriousWakeups) => {
            "no spurious wake-ups (--spurious-wakeups adds them)"
        }
        Assumption::World(World::AllocationsSucceed) => {
            "allocations succeed (--malloc-fail lets them fail)"
        }
        Assumption::World(World::AddressesNotReused) => {
            "freed addresses are not reused (--address-reuse explores reuse)"
        }
        Assumption::World(World::EmptyInput) => "empty standard input (--stdin gives it content)",
        Assumption::World(World::FixedEnvironment) => "no environment variables",
        Assumption::World(World::FixedTime) => "a fixed time: the clock stands still",
    }
}

/// What the user should know.
pub fn warning(warning: &Warning) -> String {
    match warning {
        Warning::Unmodelled(name, Some(place)) => format!(
            "`{name}` has no body and no model; a call at {place} ends the check if it is reached"
        ),
        Warning::Unmodelled(name, None) => {
            format!("`{name}` has no body and no model; a call to it ends the check")
        }
        Warning::SymmetryUnused(why) => {
            format!("--symmetry threads is not used: {}", against_symmetry(*why))
        }
        Warning::NothingSymmetric(why) => {
            format!(
                "--symmetry threads found no threads that can change places: {}",
                asymmetry(why)
            )
        }
        Warning::SymmetryUnusedFor(name) => format!(
            "--symmetry threads is not used for {}: it can depend on which thread moves",
            claim(name)
        ),
        Warning::CountsSteps(name) => format!(
            "{} uses X, which counts single steps: every instruction is a step, and --reduction \
             is off for it",
            claim(name)
        ),
        Warning::SmallerStore { states, from, to } => format!(
            "the memory limit was reached after {states} states with --store {}; the search was \
             restarted with --store {}, which may mistake different states for the same",
            store(*from),
            store(*to)
        ),
        Warning::Ignored(Met { property, file, line }) => {
            format!("ignored: a fault of property `{property}` at {file}:{line}")
        }
        Warning::StoreKept => {
            "--store auto uses tree for temporal properties: the other stores save too little there"
                .to_string()
        }
        Warning::Forgotten(times) => format!(
            "the virtual machine forgot what it had interned {}: a larger --interned is faster",
            allways_report::plural(*times, "time")
        ),
    }
}

fn against_symmetry(why: AgainstSymmetry) -> &'static str {
    match why {
        AgainstSymmetry::Reduction => "it needs --reduction full",
        AgainstSymmetry::ContextBound => "a context bound depends on which thread moved last",
        AgainstSymmetry::Abstraction => "an abstraction itself decides which states are equal",
        AgainstSymmetry::AddressReuse => {
            "it can matter which thread frees an address and which one gets it"
        }
        AgainstSymmetry::Store => "it needs --store tree",
        AgainstSymmetry::Handoff => "it uses one worker, and --handoff needs several",
    }
}

fn asymmetry(why: &Asymmetry) -> String {
    let words = match why {
        Asymmetry::Tells { function, place } => {
            let at = place.as_ref().map_or(String::new(), |place| format!(" at {place}"));
            return format!(
                "what a thread that runs `{function}` does{at} may depend on which thread it is \
                 (allocating, asking for its own handle, waiting for a condition variable)"
            );
        }
        Asymmetry::Few => "there never are two besides the first one",
        Asymmetry::Many => "there are too many threads to compare",
        Asymmetry::OwnersSeen => "the program looks who holds a mutex",
        Asymmetry::NotJoined => {
            "the first thread must join them in a row, doing nothing else in between and taking no results"
        }
        Asymmetry::OwnObjects => {
            "they have local variables whose addresses are used, or data that only one of them touches"
        }
    };
    words.to_string()
}

/// The option that asks for a temporal property.
fn claim(name: &ClaimName) -> String {
    match name {
        ClaimName::Formula(text) => format!("--ltl={text}"),
        ClaimName::Automaton(file) => format!("--automaton={file}"),
        ClaimName::Termination => "--property=termination".to_string(),
    }
}

/// Options that exclude each other, or lack something.
pub fn contradiction(what: Contradiction) -> &'static str {
    match what {
        Contradiction::SmallStore => {
            "--context-bound and --abstraction need more data per state than a small store keeps: \
             use --store tree"
        }
        Contradiction::TwoBounds => "--context-bound cannot be used with --depth",
        Contradiction::HandoffOrder => "--handoff needs a depth-first search without --depth",
        Contradiction::HandoffAlone => {
            "--handoff cannot be used with --context-bound or --abstraction, which use one worker"
        }
        Contradiction::NoInvariant => {
            "--property invariant needs a function; name it with --invariant FUNCTION"
        }
    }
}

/// Why a request cannot be answered, about a program that was made of these files.
pub fn error(error: &Error, files: &[PathBuf]) -> String {
    match error {
        Error::Contradiction(what) => contradiction(*what).to_string(),
        Error::NotTemporal => {
            "--context-bound and --abstraction cannot be used with temporal properties; \
             a list such as --property assert,deadlock leaves out the formulas of the source"
                .to_string()
        }
        Error::Start(error) => start(error, files),
        Error::NoFormula(name, known) => {
            format!("the source has no formula `{name}`; it has {}", listed(known))
        }
        Error::Formula(name, text, error) => {
            let whose = name.as_ref().map_or(String::new(), |name| format!(" `{name}`"));
            format!("invalid formula{whose}\n{}", error.render(text))
        }
        Error::TooLarge(why) | Error::NotReplayed(why) => why.clone(),
        Error::Automaton(name, why) => {
            format!("`{name}` is not an automaton that can be checked: {why}")
        }
        Error::Expression(name, text, error) => {
            format!("{}: invalid expression\n{}", claim(name), error.render(text))
        }
        Error::NoProposition(name, proposition, known) => format!(
            "{}: the program has no proposition `{proposition}`; it has {} (write C expressions over \
             global variables in braces: {{count == 0}})",
            claim(name),
            listed(known)
        ),
        Error::OtherCheck => {
            "what is to be continued is another check: another program or other options".to_string()
        }
        Error::DamagedPart => "what is to be continued is damaged".to_string(),
        Error::NotConfirmed(why) => format!("a counterexample does not replay; {BUG}: {why}"),
        Error::NotTold(why) => format!("{BUG}: {why}"),
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}

/// Why a program cannot be started.
fn start(error: &StartError, files: &[PathBuf]) -> String {
    match error {
        StartError::NoEntry(_) => format!("{error}; name another with --entry"),
        StartError::NoFunction(role, name) => format!(
            "the program has no function `{name}`, which {} names{}",
            naming(*role),
            removed_by_the_compiler(name, files)
        ),
        StartError::WrongFunction(role, name) => {
            let also = match role {
                Role::Invariant => " and return whether it holds",
                Role::Abstraction => "",
            };
            format!("`{name}`, which {} names, must take no arguments{also}", naming(*role))
        }
        StartError::Expression { .. } | StartError::TooManyInvariants | StartError::NoBuffer(_) => {
            error.to_string()
        }
    }
}

/// The option that names a function.
fn naming(role: Role) -> &'static str {
    match role {
        Role::Invariant => "--invariant",
        Role::Abstraction => "--abstraction",
    }
}

/// Why a function that the source names is not there.
fn removed_by_the_compiler(name: &str, files: &[PathBuf]) -> &'static str {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let names = |file: &PathBuf| {
        let text = std::fs::read(file).unwrap_or_default();
        String::from_utf8_lossy(&text).split(|c| !is_word(c)).any(|word| word == name)
    };
    if files.iter().any(names) {
        ": the source has that name, but the compiler removed the function; it is static and \
         nothing calls it any more. Leave `static` out or mark it __attribute__((used))"
    } else {
        ""
    }
}

/// Why a search of SPIN's proves nothing.
pub fn reason_of_spin(reason: &Reason) -> String {
    match reason {
        Reason::StoreFull(_) => "the virtual machine has no room for another state".to_string(),
        Reason::Abstraction => {
            "states are distinguished only by the abstraction (--abstraction)".to_string()
        }
        Reason::ContextBound(bound) => format!(
            "executions with more than {bound} preemptive context switches were not followed"
        ),
        other => allways_report::reason(other),
    }
}
