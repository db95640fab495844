//! Many independent checks: how many, with which seeds, several at a time.

use proptest::prelude::ProptestConfig;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

/// How many checks are made at a time: as many as there are cores, unless `ALLWAYS_JOBS` says otherwise.
pub fn jobs() -> u64 {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    number("ALLWAYS_JOBS", cores)
}

/// As much as the thread has that the command searches on.
const STACK: usize = 16 << 20;

/// What `check` says of every item, in order, several at a time.
pub fn for_each<T: Sync, R: Send>(items: &[T], check: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        items.get(index).map(|item| (index, item))
    };
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let work = || {
            while let Some((index, item)) = take() {
                let result = check(item);
                results.lock().expect("no check panicked").push((index, result));
            }
        };
        for _ in 0..jobs() {
            let worker = Builder::new().stack_size(STACK);
            worker.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let mut results = results.into_inner().expect("no check panicked");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// So many random cases, or `ALLWAYS_MORE` times as many.
pub fn more(count: u64) -> u64 {
    count * number("ALLWAYS_MORE", 1)
}

/// Where the seeds of random cases begin: always at the same one, unless `ALLWAYS_SEED` says otherwise.
pub fn first_seed() -> u64 {
    number("ALLWAYS_SEED", 0)
}

/// The seeds of so many random cases.
pub fn seeds(count: u64) -> Range<u64> {
    first_seed()..first_seed() + more(count)
}

/// So many cases of proptest. Their seed is `PROPTEST_RNG_SEED`, which .cargo/config.toml sets.
pub fn cases(count: u32) -> ProptestConfig {
    ProptestConfig::with_cases(u32::try_from(more(count.into())).unwrap_or(u32::MAX))
}

/// A number from the environment, for runs longer than those of every day.
pub fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => otherwise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::any;
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;

    /// What a test draws.
    fn drawn() -> Vec<u64> {
        let mut runner = TestRunner::new(cases(1));
        let mut draw = || any::<u64>().new_tree(&mut runner).expect("a number").current();
        (0..20).map(|_| draw()).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        assert_eq!(drawn(), drawn(), "cargo sets PROPTEST_RNG_SEED (.cargo/config.toml)");
    }
}
