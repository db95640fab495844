//! What to do about a fault.

use super::gap;
use super::related::advice;
use allways_trace::{Deadlock, Deed, Finding, Optimised, Trace, Used};

/// What to do next; may be empty.
pub(crate) fn help(trace: &Trace) -> String {
    let mut lines = vec![about(&trace.finding).to_string()];
    lines.extend(trace.related.iter().filter_map(advice));
    lines.retain(|line| !line.is_empty());
    let mut text = lines.join("\n");
    if let Some(more) = optimised(trace.optimised) {
        if !text.is_empty() {
            text.push_str("; ");
        }
        text.push_str(more);
    }
    text
}

fn optimised(optimised: Optimised) -> Option<&'static str> {
    match optimised {
        Optimised::No => None,
        Optimised::Only => Some(
            "the program as written has no such fault; check it without -O to see whether it is \
             correct as C",
        ),
        Optimised::Perhaps => Some(
            "it may be in optimised code only: no such fault was found in the program as written, \
             in the time that there was",
        ),
    }
}

fn about(finding: &Finding) -> &'static str {
    match finding {
        Finding::Assertion { .. } => "the schedule shows the values that it depends on",
        Finding::ErrorFunction => "the schedule shows what led there",
        Finding::Abort => {
            "handle the case that the program gives up on, or leave `assert` out of --property"
        }
        Finding::LibraryEnds { .. } => {
            "look for a call of std::terminate, an exception that leaves a destructor, or a thread that is \
             neither joined nor detached"
        }
        Finding::Uncaught { .. } => {
            "catch it before it leaves main, a thread or a function that is noexcept"
        }
        Finding::Trap => {
            "the compiler or `__builtin_trap()` stops the program here: find out why this line is reached"
        }
        Finding::Uninitialised { used } => initialise(used),
        Finding::StackExhausted => "look for a recursion that does not end",
        Finding::StackTooLarge { .. } => "allocate it with malloc, or check the size first",
        Finding::DivisionByZero => "test the divisor first",
        Finding::DivisionOverflow => "the result does not fit",
        Finding::Shift { .. } => "the count must be less than the width",
        Finding::Conversion { .. } => "test the number against the limits of the type first",
        Finding::Overlap { .. } => "use memmove for blocks that may overlap",
        Finding::WrongArguments { .. } => {
            "the type of the pointer must be that of the function: look for a cast"
        }
        Finding::Unreachable => {
            "look for a function that does not return a value, or for __builtin_unreachable()"
        }
        Finding::Misuse { .. } => {
            "POSIX and C do not define what happens then: keep to the order init, use, destroy, \
             and release everything in the thread that acquired it"
        }
        Finding::SignedOverflow => "use a wider or an unsigned type, or test the operands first",
        Finding::Race { one, other, .. } if one.volatile || other.volatile => {
            "`volatile` orders nothing between threads: protect both accesses with one mutex, or make them \
             atomic; --volatile atomic checks what happens if volatile accesses are atomic, as many compilers \
             and machines have it"
        }
        Finding::Race { .. } => "protect both accesses with one mutex, or make them atomic",
        Finding::Deadlock { deadlock: Deadlock::Loops { .. } } => {
            "make sure that somebody changes what the loop waits for, on every path"
        }
        Finding::Deadlock { .. } => {
            "take locks in one order everywhere, or make sure that somebody wakes the waiting thread"
        }
        Finding::Invariant { why: Some(_), .. } => {
            "it is evaluated in every state, from before main() on"
        }
        Finding::Proposition { .. } => {
            "it is evaluated again whenever something that it reads has changed"
        }
        Finding::Invariant { why: None, .. } | Finding::Endless { .. } => "",
        Finding::Unsupported { missing } => gap::help(missing),
        other => about_memory(other),
    }
}

fn initialise(used: &Used) -> &'static str {
    match used {
        Used::Branch => "initialise the variable before it is tested",
        Used::Address => "give the pointer or the index a value first",
        Used::Divisor => "initialise the variable before dividing by it",
        Used::Size => "compute the size before it is used",
        Used::Argument { .. } => "initialise it before the call",
        Used::Memory { .. } => "initialise what is passed",
    }
}

fn about_memory(finding: &Finding) -> &'static str {
    match finding {
        Finding::Null { .. } => "test the pointer first, or make sure that it is set on every path",
        Finding::NoObject { .. } => "the pointer was never valid, or was computed wrongly",
        Finding::Gone { deed: Deed::Free, .. } => {
            "free each object once: set the pointer to NULL, or decide who frees it"
        }
        Finding::Gone { heap: true, .. } => "free it only when no thread uses it any more",
        Finding::Gone { .. } => "allocate it with malloc, or let the caller own it",
        Finding::NotAllocated { .. } => "pass free() only what malloc() returned",
        Finding::WrongFree { .. } => {
            "free with `delete` what `new` made, with `delete[]` what `new[]` made, and with `free` what `malloc` made"
        }
        Finding::WrongSize { .. } => {
            "delete an object as the type that `new` made, or through a base with a virtual destructor"
        }
        Finding::OutOfScope { .. } => "a pointer to a local variable outlived it",
        Finding::OutOfBounds { .. } => "check the index against the size",
        Finding::Overrun { .. } => "make room, or copy less",
        Finding::Constant { .. } => {
            "string literals and const variables must not change: work on a copy"
        }
        Finding::NoCode { .. } => "make sure that the pointer holds a function",
        Finding::Leak { .. } => "free them, or keep a pointer",
        _ => "",
    }
}
