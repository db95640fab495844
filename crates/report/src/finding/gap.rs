//! What cannot be executed, in words.

use allways_trace::{Gap, Limitation, NoModel};

/// What is missing, in a sentence.
pub(super) fn sentence(gap: &Gap) -> String {
    match gap {
        Gap::Instruction { what } if what.is_empty() => {
            "an instruction is not supported".to_string()
        }
        Gap::Instruction { what } => format!("{what} is not supported"),
        Gap::Function { name, why } => function(name, *why),
        Gap::Variable { name } => format!("the variable `{name}` is declared but defined nowhere"),
        Gap::Threads { most } => format!("more than {most} threads exist at once"),
        Gap::Objects => "an object is too large, or there are too many from one place".to_string(),
        Gap::Float => {
            "a mathematical function that this machine's C library does not have is not supported"
                .to_string()
        }
        Gap::Limitation { limitation } => format!("{} is not supported", part(*limitation)),
    }
}

fn function(name: &str, why: NoModel) -> String {
    let outside = |missing: &str| format!("the function `{name}` is unsupported: {missing}");
    match why {
        NoModel::Processes => outside("only the threads of one process are checked"),
        NoModel::Files => outside("only the standard streams are modelled, no files"),
        NoModel::Network => outside("there is no network, and nothing to poll"),
        NoModel::Signals => outside("signals come from `raise` alone"),
        NoModel::Called => {
            format!("the library function `{name}` cannot be the start of a thread or a callback")
        }
        NoModel::Unknown => format!("the function `{name}` has no body and no model"),
    }
}

/// What to do about it; may be empty.
pub(super) fn help(gap: &Gap) -> &'static str {
    match gap {
        Gap::Instruction { .. } => "rewrite the line, or replace the function by a model",
        Gap::Function { why: NoModel::Called, .. } => {
            "wrap it in a function of the program and pass that"
        }
        Gap::Function { why: NoModel::Unknown, .. } => {
            "add its source, or a C file that models it, to the command line; a stub that returns what the program relies on is enough"
        }
        Gap::Function { .. } => {
            "leave the call out of what is checked, or add a C file with a stub that returns what the program relies on"
        }
        Gap::Variable { .. } => "add the source file that defines it to the command line",
        Gap::Threads { .. } | Gap::Objects => "check a smaller configuration",
        Gap::Float => "check on a machine with glibc on x86-64",
        Gap::Limitation { .. } => "",
    }
}

fn part(limitation: Limitation) -> &'static str {
    match limitation {
        Limitation::PrintfConversion => "a conversion of printf that the model does not know",
        Limitation::PriorityCeiling => "a mutex with a priority ceiling",
        Limitation::Exception => "this use of an exception",
        Limitation::VariableArguments => "this use of variable arguments",
        Limitation::AsynchronousCleanup => {
            "asynchronous cancellation of a thread that has cleanup handlers"
        }
        Limitation::ScanfConversion => "a conversion of scanf that the model does not know",
        Limitation::TimeConversion => "a conversion of strftime that the model does not know",
        Limitation::WideField => "a field of more than a million characters",
        Limitation::WideCharacter => "a wide character outside ASCII",
        Limitation::OtherFile => "a FILE other than stdin, stdout and stderr",
        Limitation::Waiting => {
            "a function of a proposition or invariant that waits, chooses or ends the program"
        }
        Limitation::Endless => {
            "a function of a proposition or invariant that runs for a million instructions"
        }
        Limitation::Impure => "a function of a proposition or invariant that changes a variable",
        Limitation::Argument => {
            "a proposition function with an argument that is neither a number nor a pointer"
        }
        Limitation::Fairness => "weak fairness between more than 95 threads",
        Limitation::NoValue => {
            "an expression of the formula without a value: an index outside of its array, or a conversion"
        }
        Limitation::Abstraction => "an abstraction that commits a fault",
        Limitation::OwnThread => "a proposition or invariant that reads thread-local data",
        Limitation::SystemCall => {
            "a system call other than gettid and the common operations of futexes"
        }
        Limitation::Descriptor => "waiting for a file descriptor",
        Limitation::FloatFlags => "reading the flags of floating-point operations",
        Limitation::Mapping => {
            "mapping a file or a fixed address, or unmapping a part of what was mapped,"
        }
        Limitation::Protection => "memory that may not be read or written",
        Limitation::Rounding => "rounding other than to the nearest",
    }
}
