//! Which functions are `operator new` and `operator delete`, of which kind.

use allways_program::{Function, Program};
use allways_trace::Family;

/// The kind of every function, if it is such an operator of the library. Empty where there are none, or where
/// the program has operators of its own, which may do anything.
pub fn operators(program: &Program) -> Vec<Option<Family>> {
    let families: Vec<Option<Family>> =
        program.functions.iter().map(|f| family(&f.name).filter(|_| !f.is_external())).collect();
    let operators =
        || program.functions.iter().zip(&families).filter(|(_, family)| family.is_some());
    let own = operators().any(|(function, _)| !is_library(program, function));
    if own || operators().next().is_none() { Vec::new() } else { families }
}

/// By the mangled name.
fn family(name: &str) -> Option<Family> {
    let begins = |prefixes: [&str; 2]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    match () {
        () if begins(["_Znw", "_Zdl"]) => Some(Family::New),
        () if begins(["_Zna", "_Zda"]) => Some(Family::NewArray),
        () => None,
    }
}

fn is_library(program: &Program, function: &Function) -> bool {
    let mut code = function.code.clone();
    let located = code.find(|&pc| program.debug.location(pc).is_some());
    located.is_some_and(|pc| program.debug.is_library(pc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_known_by_their_names() {
        assert_eq!(family("_ZnwmRKSt9nothrow_t"), Some(Family::New));
        assert_eq!(family("_ZdaPvm"), Some(Family::NewArray));
        assert_eq!(family("_ZN1SnwEm"), None);
        assert_eq!(family("malloc"), None);
    }
}
