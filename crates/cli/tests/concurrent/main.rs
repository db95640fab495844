//! Random programs with threads: what native runs show is possible in the virtual machine, and what
//! is possible there does not depend on reduction or search order.
//!
//! `ALLWAYS_CONCURRENT=500` makes that many programs, `ALLWAYS_CONCURRENT_FROM=N` begins with seed N.

mod outcomes;

use allways_testkit::{Concurrent, Style, for_each, number};
use outcomes::{Possible, Subject};
use std::collections::BTreeSet;

/// Programs in an everyday run.
const PROGRAMS: u64 = 30;

fn seeds() -> Vec<u64> {
    let first = number("ALLWAYS_CONCURRENT_FROM", 1);
    (first..first + number("ALLWAYS_CONCURRENT", PROGRAMS)).collect()
}

/// Fails with all complaints. The results are numbers of outcomes, none for programs too large to
/// explore: a third of the programs at most. Half of the others must have several, or they say
/// nothing.
fn judge(results: Vec<Result<Option<usize>, String>>) {
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    let counts: Vec<usize> = results.iter().flatten().copied().flatten().collect();
    let several = counts.iter().filter(|c| **c > 1).count();
    let sum: usize = counts.iter().sum();
    println!(
        "{} of {} explored, {sum} outcomes, {several} with several, {} wrong",
        counts.len(),
        results.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    assert!(counts.len() * 3 >= results.len() * 2, "only {} could be explored", counts.len());
    assert!(several * 2 >= counts.len(), "only {several} have several outcomes");
}

fn differ(
    seed: u64,
    how: &str,
    extra: &BTreeSet<u64>,
    text: &str,
) -> Result<Option<usize>, String> {
    Err(format!("seed {seed}: {how}: {extra:?}\n{text}"))
}

#[test]
fn what_native_runs_show_is_possible() {
    let style = Style { threads: 3, statements: 3, races: false };
    judge(for_each(&seeds(), |&seed| {
        let subject = Subject::new(Concurrent::make(seed, style));
        let native = subject.native();
        let Possible::All(possible) = subject.possible(&[])? else { return Ok(None) };
        let extra: BTreeSet<u64> = native.difference(&possible).copied().collect();
        if extra.is_empty() {
            return Ok(Some(possible.len()));
        }
        differ(seed, "native runs show what the checker does not", &extra, &subject.text)
    }));
}

#[test]
fn outcomes_depend_on_no_reduction_and_no_order() {
    let style = Style { threads: 2, statements: 3, races: true };
    judge(for_each(&seeds(), |&seed| {
        let subject = Subject::new(Concurrent::make(seed, style));
        let mut known: Option<BTreeSet<u64>> = None;
        for reduction in ["none", "tau"] {
            for search in ["dfs", "bfs"] {
                let options = ["--reduction", reduction, "--search", search];
                let Possible::All(all) = subject.possible(&options)? else { return Ok(None) };
                let before = known.get_or_insert_with(|| all.clone());
                let extra: BTreeSet<u64> = all.symmetric_difference(before).copied().collect();
                if !extra.is_empty() {
                    let how = format!("{reduction} with {search} differs from none with dfs");
                    return differ(seed, &how, &extra, &subject.text);
                }
            }
        }
        Ok(known.map(|known| known.len()))
    }));
}
