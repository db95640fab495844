//! Every engine, store and reduction gives the same verdict. A program is compiled once and checked in
//! this process in all ways.

use crate::case::Case;
use crate::group::{Group, Said, said};
use allways_check::{Request, Store};
use allways_program::Program;
use allways_search::Order::{self, Bfs, Dfs};
use allways_space::{Property, Reason};
use allways_vm::Granularity::{self, Full, Global, Instruction, Superstep, Tau};

/// States after which a comparison is given up; what was compared before counts.
const LIMIT: u64 = 200_000;
/// The same where there is much to compare.
const LOW_LIMIT: u64 = 20_000;

/// An engine, a reduction, and what else is asked for.
#[derive(Copy, Clone, Debug)]
struct Way {
    order: Order,
    granularity: Granularity,
    symmetry: bool,
    store: Store,
    memory: Option<u64>,
}

const fn way(order: Order, granularity: Granularity) -> Way {
    Way { order, granularity, symmetry: false, store: Store::Tree, memory: None }
}

const fn with_store(way: Way, store: Store, memory: Option<u64>) -> Way {
    Way { store, memory, ..way }
}

const ENGINES: [Way; 8] = [
    way(Dfs, Instruction),
    way(Dfs, Tau),
    way(Bfs, Tau),
    way(Dfs, Global),
    way(Dfs, Superstep),
    way(Dfs, Full),
    way(Bfs, Full),
    Way { symmetry: true, ..way(Dfs, Full) },
];

/// The baseline store, which holds states whole: a deep recursion takes much memory then.
const FLAT: [Way; 2] =
    [with_store(way(Dfs, Tau), Store::Flat, None), with_store(way(Bfs, Tau), Store::Flat, None)];
const FLAT_LIMIT: u64 = 2000;

/// Stores that may take different states for one, with room for all.
const LOSSY: [Way; 4] = [
    with_store(way(Dfs, Full), Store::Compact, None),
    with_store(way(Bfs, Tau), Store::Compact, None),
    with_store(way(Dfs, Tau), Store::Bitstate, Some(16 << 20)),
    with_store(way(Bfs, Full), Store::Bitstate, Some(16 << 20)),
];
const LOSSY_LIMIT: u64 = 20_000;

impl Way {
    /// What the checker says; `None` when it gave up.
    fn answer(self, program: &Program, request: &Request, limit: u64) -> Option<Said> {
        let Way { order, granularity, symmetry, store, memory } = self;
        let max_states = Some(limit);
        let request =
            Request { order, granularity, symmetry, store, memory, max_states, ..request.clone() };
        Some(said(program, &request)).filter(|said| !said.gave_up())
    }
}

/// A case and its program.
struct Subject<'a> {
    program: &'a Program,
    case: &'a Case,
    request: &'a Request,
}

/// Compares all cases of a program.
fn each(group: &Group, compare: impl Fn(&Subject<'_>) -> Result<(), String>) -> Result<(), String> {
    let Some(program) = &group.program()? else { return Ok(()) };
    let mut cases = group.cases.iter();
    cases.try_for_each(|(case, request)| compare(&Subject { program, case, request }))
}

/// Compares all combinations with the expectation.
pub fn compare(group: &Group) -> Result<(), String> {
    each(group, |subject| {
        subject.compare_ways(&ENGINES, LIMIT)?;
        subject.compare_ways(&FLAT, FLAT_LIMIT)?;
        LOSSY.iter().try_for_each(|&way| subject.compare_lossy(way))
    })
}

/// Compares the reductions with the expectation.
pub fn compare_reductions(group: &Group) -> Result<(), String> {
    each(group, |subject| subject.compare_ways(&ENGINES[3..6], LOW_LIMIT))
}

/// Compares the reductions with `none` for what the compiler makes of the program. What is wrong with
/// a program may be another thing then, so the expectation says nothing.
pub fn compare_levels(group: &Group) -> Result<(), String> {
    [0, 2].into_iter().try_for_each(|level| {
        each(&group.at_level(level), |subject| {
            subject.compare_with_none().map_err(|what| format!("-O{level} {what}"))
        })
    })
}

impl Subject<'_> {
    fn compare_ways(&self, ways: &[Way], limit: u64) -> Result<(), String> {
        let (name, case) = (self.case.name(), self.case);
        let mut counts = Vec::new();
        for way in ways {
            let Some(said) = way.answer(self.program, self.request, limit) else { continue };
            let wanted = case.property.as_deref().or(said.property);
            let found = said.property == wanted || self.is_violated_too(*way, wanted, limit);
            if said.verdict != case.verdict || !found {
                let verdict = &case.verdict;
                return Err(format!("{name} with {way:?}: {said:?}, want {verdict} {wanted:?}"));
            }
            if said.verdict == "holds" {
                let steps = (way.granularity, way.symmetry, way.store);
                counts.push((steps, said.states, said.transitions));
            }
        }
        // A search order changes no count where everything is explored.
        for pair in counts.windows(2) {
            if pair[0].0 == pair[1].0 && pair[0] != pair[1] {
                return Err(format!("{name}: counts differ: {pair:?}"));
            }
        }
        Ok(())
    }

    /// Whether a property is found violated where nothing else is asked for. Which of several faults is found first is
    /// a matter of order.
    fn is_violated_too(&self, way: Way, wanted: Option<&str>, limit: u64) -> bool {
        let Some(property) = wanted.and_then(Property::from_name) else { return false };
        let alone = Request { properties: vec![property], ..self.request.clone() };
        let said = way.answer(self.program, &alone, limit);
        said.is_none_or(|said| said.property == wanted)
    }

    /// A lossy store proves nothing and accuses nobody falsely. With room for all states it finds what
    /// there is.
    fn compare_lossy(&self, way: Way) -> Result<(), String> {
        let Some(said) = way.answer(self.program, self.request, LOSSY_LIMIT) else { return Ok(()) };
        let fits = match self.case.verdict.as_str() {
            "holds" => matches!(said.reason, Some(Reason::LossyStore(_))),
            wanted => said.verdict == wanted,
        };
        if fits {
            return Ok(());
        }
        let (name, wanted) = (self.case.name(), &self.case.verdict);
        Err(format!("{name} with {way:?}: {said:?}, want {wanted}"))
    }

    fn compare_with_none(&self) -> Result<(), String> {
        let answer =
            |granularity| way(Dfs, granularity).answer(self.program, self.request, LOW_LIMIT);
        let Some(plain) = answer(Instruction) else { return Ok(()) };
        for granularity in [Tau, Global, Superstep, Full] {
            let Some(said) = answer(granularity) else { continue };
            // Which of several faults is found first is a matter of order.
            if said.verdict != plain.verdict {
                let (name, none) = (self.case.name(), plain.verdict);
                return Err(format!("{name} with {granularity:?}: {said:?}, none: {none}"));
            }
        }
        Ok(())
    }
}
