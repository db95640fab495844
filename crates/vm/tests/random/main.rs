//! Random concurrent programs: every reduction gives the verdicts of `none` with every step run, and so does
//! symmetry.
//!
//! Programs are made directly in lowered form, so that thousands can be compared in minutes. Each has
//! a few of the themes of `themes/`; a histogram says how many programs had which.
//! `ALLWAYS_RANDOM=N` compares N programs instead of the few hundred of an ordinary run, from seed
//! `ALLWAYS_SEED` on, `ALLWAYS_JOBS=N` of them at the same time. `ALLWAYS_DUMP=1` shows the first.
//! With `ALLWAYS_THEME=NAME` all have that theme and no other; with `ALLWAYS_REUSE=1` freed addresses may be
//! used again in all of them.

#[allow(dead_code, reason = "the other test that shares it needs more")]
mod builder;
mod compare;
mod exhaustive;
mod explore;
mod generator;
mod maker;
mod parts;
mod themes;

use allways_testkit::{jobs, number};
use compare::{Compared, compare};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What came of all programs.
#[derive(Default)]
struct Tally {
    programs: u64,
    too_large: u64,
    comparisons: u64,
    /// Programs with fewer states where threads may be interchangeable.
    fewer: usize,
    wrong: Vec<(u64, String)>,
    /// Programs with a feature, and those of them that were wrong.
    features: BTreeMap<&'static str, (u64, u64)>,
}

impl Tally {
    fn add(&mut self, seed: u64, compared: std::thread::Result<Compared>) {
        self.programs += 1;
        let Compared { comparisons, differences, states } =
            compared.unwrap_or_else(|panic| Compared::panicked(&*panic));
        self.too_large += u64::from(comparisons == 0 && differences.is_empty());
        self.comparisons += comparisons;
        self.fewer += usize::from(states.1 > 0 && states.1 < states.0);
        let features = generator::make(seed).features;
        for feature in &features {
            let (all, wrong) = self.features.entry(feature).or_default();
            *all += 1;
            *wrong += u64::from(!differences.is_empty());
        }
        let told = |what| (seed, format!("{what} {features:?}"));
        self.wrong.extend(differences.into_iter().map(told));
    }

    fn histogram(&self) -> String {
        let row = |(name, (all, wrong)): (&&str, &(u64, u64))| {
            let share = *all as f64 * 100.0 / self.programs as f64;
            format!("{share:5.1} % {all:6} programs, {wrong:5} differ: {name}\n")
        };
        self.features.iter().map(row).collect()
    }

    fn wrong(&self) -> String {
        let mut wrong = self.wrong.clone();
        wrong.sort();
        wrong.iter().map(|(seed, what)| format!("seed {seed}: {what}\n")).collect()
    }
}

/// Compares the programs of the seeds, several at a time.
fn compare_all(first: u64, count: u64) -> Tally {
    let (next, tally) = (AtomicU64::new(first), Mutex::new(Tally::default()));
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..jobs() {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    let compared = std::panic::catch_unwind(|| compare(seed));
                    let mut tally = tally.lock().expect("nobody panics here");
                    tally.add(seed, compared);
                    if tally.programs % 1000 == 0 {
                        let (wrong, seconds) = (tally.wrong(), begin.elapsed().as_secs());
                        println!("{} programs in {seconds} s, wrong:\n{wrong}", tally.programs);
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().expect("nobody panics here");
    let rate = count as f64 / begin.elapsed().as_secs_f64();
    println!(
        "{} programs, {rate:.1} a second, {} too large, {} comparisons, {} differences",
        tally.programs,
        tally.too_large,
        tally.comparisons,
        tally.wrong.len()
    );
    tally
}

#[test]
fn reductions_agree_with_none() {
    let (first, count) = (number("ALLWAYS_SEED", 0), number("ALLWAYS_RANDOM", 300));
    if std::env::var_os("ALLWAYS_DUMP").is_some() {
        let made = generator::make(first);
        println!("{:?}\n{}", made.features, made.program);
    }
    let tally = compare_all(first, count);
    println!("{}", tally.histogram());
    assert!(tally.wrong.is_empty(), "{} differences:\n{}", tally.wrong.len(), tally.wrong());
    assert!(tally.too_large * 3 <= count, "{} programs are too large to compare", tally.too_large);
    let without = std::env::var_os("ALLWAYS_REUSE").is_some();
    let bites = tally.fewer > 0 || count < 100 || without;
    assert!(bites, "threads are interchangeable in some programs");
}

#[test]
fn every_feature_is_in_one_of_twenty_programs() {
    const PROGRAMS: u64 = 2000;
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..PROGRAMS {
        for feature in generator::make(seed).features {
            *found.entry(feature).or_default() += 1;
        }
    }
    for feature in generator::features() {
        let count = found.get(feature).copied().unwrap_or(0);
        assert!(count * 20 >= PROGRAMS, "`{feature}` is in {count} of {PROGRAMS} programs only");
    }
}
