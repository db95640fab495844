//! What is wrong with an execution, in words: what happened, what belongs to it, what to do next.

mod gap;
mod help;
mod memory;
mod misuse;
mod related;
mod wait;

pub(crate) use help::help;
pub(crate) use related::relation;
pub use wait::waiting;

use allways_trace::{Deadlock, Finding, NoValue, Optimised, Side, Temporal, Trace, Used};

/// The fault of an execution in one sentence, without place.
pub fn sentence(trace: &Trace) -> String {
    let mut text = of(&trace.finding);
    if trace.optimised == Optimised::Only {
        text.push_str(", in optimised code");
    }
    text
}

/// A fault in one sentence.
pub(crate) fn of(finding: &Finding) -> String {
    match finding {
        Finding::Assertion { text } => format!("assertion `{text}` failed"),
        Finding::LibraryEnds { said } => format!("the C++ library ends the program: {said}"),
        Finding::Uncaught { exception, message } => {
            let said = message.as_ref().map_or(String::new(), |message| format!(": {message}"));
            format!("uncaught exception of type `{exception}`{said}")
        }
        Finding::Uninitialised { used } => uninitialised(used),
        Finding::StackTooLarge { size } => {
            format!("a stack variable of {size} bytes does not fit")
        }
        Finding::Shift { bits, count } => {
            format!("a value of {bits} bits is shifted by {count}")
        }
        Finding::Conversion { bits, signed } => {
            let kind = if *signed { "a signed" } else { "an unsigned" };
            format!("a floating-point number does not fit into {kind} integer of {bits} bits")
        }
        Finding::Overlap { object, size } => {
            format!("{size} bytes are copied to `{}`, where some of them lie", object.text)
        }
        Finding::WrongArguments { function } => {
            format!("`{function}` is called with other arguments than it takes")
        }
        Finding::Misuse { misuse } => misuse::sentence(*misuse).to_string(),
        Finding::Race { object, one, other } => format!(
            "data race on `{}`: thread {} {} it while thread {} {} it",
            object.text,
            one.thread,
            does(*one),
            other.thread,
            does(*other)
        ),
        Finding::Deadlock { deadlock: how } => format!("deadlock: {}", deadlock(how)),
        Finding::Invariant { name, why: None } => format!("invariant `{name}` is violated"),
        Finding::Invariant { name, why: Some(why) } => {
            let why = no_value(why, "its result is uninitialised");
            format!("invariant `{name}` cannot be evaluated: {why}")
        }
        Finding::Proposition { name, why } => {
            let why = no_value(why, "it has no value");
            format!("proposition `{name}` cannot be evaluated: {why}")
        }
        Finding::Endless { property, ends } => endless(property, *ends),
        Finding::Unsupported { missing } => gap::sentence(missing),
        other => memory::sentence(other).unwrap_or_else(|| plain(other).to_string()),
    }
}

/// Faults that have no details.
fn plain(finding: &Finding) -> &'static str {
    match finding {
        Finding::ErrorFunction => "an error function was reached",
        Finding::Abort => "the program aborts",
        Finding::Trap => "the program traps",
        Finding::StackExhausted => "the stack is exhausted: calls are nested too deeply",
        Finding::DivisionByZero => "division by zero",
        Finding::DivisionOverflow => "the most negative number is divided by -1",
        Finding::Unreachable => "code is reached that the program declares unreachable",
        Finding::SignedOverflow => "signed overflow",
        _ => "a fault",
    }
}

fn uninitialised(used: &Used) -> String {
    match used {
        Used::Branch => "a decision depends on uninitialised memory".to_string(),
        Used::Address => "access through an uninitialised pointer".to_string(),
        Used::Divisor => "the divisor is uninitialised".to_string(),
        Used::Size => "a size is uninitialised".to_string(),
        Used::Argument { number } => {
            format!("argument {number} of a library function is uninitialised")
        }
        Used::Memory { object } => {
            format!("a library function reads `{}`, which is uninitialised", object.text)
        }
    }
}

fn does(side: Side) -> &'static str {
    if side.write { "writes" } else { "reads" }
}

fn deadlock(deadlock: &Deadlock) -> String {
    match deadlock {
        Deadlock::OwnLock => "a thread waits for a lock that it holds itself".to_string(),
        Deadlock::OwnInitialisation => {
            "a thread waits for an initialisation that it runs itself".to_string()
        }
        Deadlock::Cycle { threads } => cycle(threads),
        Deadlock::Alone { thread } => format!("thread {thread} waits forever"),
        Deadlock::Nobody => "no thread can move".to_string(),
        Deadlock::Loops { waiting } => match &waiting[..] {
            [(thread, watched)] => {
                let names = watched.join(" or ");
                format!(
                    "thread {thread} waits in a loop for {names} to change, which nobody can do"
                )
            }
            _ => {
                let threads = list(waiting.iter().map(|(thread, _)| thread));
                format!("threads {threads} wait in loops for what nobody can change")
            }
        },
    }
}

/// Threads in a list, before their number says more.
const MOST_THREADS: usize = 8;

fn cycle(threads: &[u32]) -> String {
    match threads {
        [first, second, .., last] if threads.len() > MOST_THREADS => format!(
            "{} threads wait for each other in a cycle: {first} → {second} → … → {last} → {first}",
            threads.len()
        ),
        _ => format!("threads {} wait for each other in a cycle", list(threads.iter())),
    }
}

fn list<'a>(threads: impl Iterator<Item = &'a u32>) -> String {
    let mut names: Vec<String> = threads.map(u32::to_string).collect();
    if names.len() > MOST_THREADS {
        let left_out = names.len() - MOST_THREADS + 1;
        names.truncate(MOST_THREADS - 1);
        return format!("{} and {left_out} more", names.join(", "));
    }
    names.join(", ")
}

fn no_value(why: &NoValue, uninitialised: &str) -> String {
    match why {
        NoValue::Fault { finding } => of(finding),
        NoValue::Uninitialised => uninitialised.to_string(),
    }
}

fn endless(property: &Temporal, ends: bool) -> String {
    let mut text = match property {
        Temporal::Formula { name: Some(name), text } => {
            format!("the formula `{name}` is violated: {text}")
        }
        Temporal::Formula { name: None, text } => format!("the formula `{text}` is violated"),
        Temporal::Automaton { name } => format!("the automaton of `{name}` accepts an execution"),
        Temporal::Termination => "the program need not end".to_string(),
    };
    if ends {
        text.push_str(" (the execution ends, and its last state is repeated)");
    }
    text
}
