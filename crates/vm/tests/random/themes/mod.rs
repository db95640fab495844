//! What programs are about: each has a few themes, and most of what it does is taken from them.

pub mod basic;
mod conditions;
mod copies;
mod disguises;
mod ends;
mod guards;
mod heap;
mod large;
mod locks;
mod names;
mod reused;
mod sections;
mod stacks;
mod threads;

pub use guards::ANEW;

use crate::maker::Maker;

pub type Operation = fn(&mut Maker);

/// A theme: operations that belong together.
pub struct Theme {
    pub name: &'static str,
    /// What `main` does before it starts threads.
    pub prepare: Operation,
    pub operations: &'static [Operation],
}

const fn theme(name: &'static str, operations: &'static [Operation]) -> Theme {
    Theme { name, prepare: |_| (), operations }
}

const fn prepared(
    name: &'static str,
    prepare: Operation,
    operations: &'static [Operation],
) -> Theme {
    Theme { name, prepare, operations }
}

const ALL: &[&[Theme]] = &[
    conditions::THEMES,
    copies::THEMES,
    disguises::THEMES,
    ends::THEMES,
    guards::THEMES,
    heap::THEMES,
    large::THEMES,
    locks::THEMES,
    names::THEMES,
    reused::THEMES,
    sections::THEMES,
    stacks::THEMES,
    threads::THEMES,
];

pub fn all() -> Vec<&'static Theme> {
    ALL.iter().copied().flatten().collect()
}
