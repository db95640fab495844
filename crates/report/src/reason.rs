//! Why an answer is unknown, in words, and what a user can do about it.

use allways_space::Reason;

/// Why nothing can be promised although nothing was found.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::MaxStates(n) => format!("the limit of {n} states was reached (--max-states)"),
        Reason::Timeout(s) => format!("the time limit of {s} s was reached (--timeout)"),
        Reason::Memory(b) => format!("the memory limit of {} MiB was reached (--memory)", b >> 20),
        Reason::StoreFull(b) => {
            format!("the state tables are full at {} MiB", b >> 20)
        }
        Reason::Depth(d) => {
            format!("executions longer than {d} steps were not followed (--depth)")
        }
        Reason::ContextBound(k) => format!(
            "executions with more than {k} context switches were not followed (--context-bound)"
        ),
        Reason::Abstraction => {
            "states with the same abstract content were merged (--abstraction)".to_string()
        }
        Reason::Threads(given, wanted) => {
            format!("the operating system started only {given} of {wanted} threads (--threads)")
        }
        Reason::Interrupted => "interrupted".to_string(),
        Reason::LossyStore(loss) => {
            let how_much = loss.map_or(String::new(), |loss| format!(": {loss}"));
            format!("the store may mistake different states for the same{how_much}")
        }
        Reason::PathEnded(fault) => format!(
            "executions ended at a fault of property `{}`, which was not selected or is ignored there",
            fault.property
        ),
        Reason::Sampled => {
            "only a few values of a nondeterministic choice were tried (--nondet LO..HI)"
                .to_string()
        }
        Reason::OtherParts => "only a part of the search was made here".to_string(),
    }
}

/// What a user can do about an inconclusive search.
pub fn advice(reason: &Reason) -> String {
    let text = match reason {
        Reason::MaxStates(_) => "raise --max-states, or check fewer threads or shorter loops",
        Reason::Timeout(_) => "raise --timeout, or check fewer threads or shorter loops",
        Reason::Memory(_) => "raise --memory, or check fewer threads or shorter loops",
        Reason::StoreFull(_) => {
            "use --store compact or --store bitstate, or check fewer threads or shorter loops"
        }
        Reason::Depth(_) => "raise --depth, or leave it out",
        Reason::ContextBound(_) => "raise --context-bound, or use `--context-bound auto`",
        Reason::Abstraction => "leave out --abstraction, or let its function write more",
        Reason::Threads(..) => {
            "ask for fewer with --threads, or raise the system's limit (ulimit -u)"
        }
        Reason::Interrupted => "let it run longer, or set --timeout to the time you have",
        Reason::LossyStore(_) => "use --store tree, which distinguishes all states",
        Reason::PathEnded(fault) => {
            return format!(
                "add `{}` to --property, or leave out --ignore, to see the fault",
                fault.property
            );
        }
        Reason::Sampled => "give the values that matter with --nondet LO..HI",
        Reason::OtherParts => "join what all parts of the search came to",
    };
    text.to_string()
}
