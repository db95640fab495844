//! Random C programs through clang: every reduction gives the verdicts of `none`, at every level of
//! optimisation and for both widths of pointers. And every library function, called while
//! another thread moves.
//!
//! `ALLWAYS_SOURCES=N` makes that many programs, `ALLWAYS_SOURCES_FROM=N` begins with seed N,
//! `ALLWAYS_JOBS=N` explores so many at a time. `ALLWAYS_DUMP=1` shows the first. With
//! `ALLWAYS_REUSE=1` freed addresses may be used again in all of them, else in every fourth.

mod calls;
mod checked;
#[path = "../../../vm/tests/random/exhaustive.rs"]
mod exhaustive;
mod mutations;

use allways_testkit::{Random, Source, for_each, number};
use checked::{Build, Compared, compare};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Programs in an everyday run.
const PROGRAMS: u64 = 100;

/// How the program of a seed is compiled and run.
fn build(seed: u64) -> Build {
    let mut random = Random::new(!seed);
    Build {
        level: *random.one_of(&Build::LEVELS),
        narrow: random.once_in(6),
        reuse: random.once_in(4) || std::env::var_os("ALLWAYS_REUSE").is_some(),
    }
}

#[test]
fn reductions_agree_with_none_on_random_sources() {
    let first = number("ALLWAYS_SOURCES_FROM", 0);
    let seeds: Vec<u64> = (first..first + number("ALLWAYS_SOURCES", PROGRAMS)).collect();
    if std::env::var_os("ALLWAYS_DUMP").is_some() {
        println!("{:?}\n{}", build(first), Source::make(first).text);
    }
    let begin = Instant::now();
    let results =
        for_each(&seeds, |&seed| compare(&Source::make(seed).text, build(seed), &["main"]));
    let mut themes: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let (mut wrong, mut too_large) = (Vec::new(), 0);
    for (&seed, result) in seeds.iter().zip(results) {
        let Compared { differences, explored } = result;
        too_large += usize::from(explored == 0 && differences.is_empty());
        for theme in Source::make(seed).themes {
            let (all, differ) = themes.entry(theme).or_default();
            *all += 1;
            *differ += u64::from(!differences.is_empty());
        }
        wrong.extend(
            differences.iter().map(|what| format!("seed {seed}, {:?}: {what}", build(seed))),
        );
    }
    let rate = seeds.len() as f64 / begin.elapsed().as_secs_f64();
    println!("{} programs, {rate:.1} a second, {too_large} too large", seeds.len());
    for (theme, (all, differ)) in themes {
        println!("{all:6} programs, {differ:5} differ: {theme}");
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(too_large * 3 <= seeds.len(), "{too_large} programs are too large to compare");
}

#[test]
fn every_theme_is_in_one_of_twenty_sources() {
    const PROGRAMS: u64 = 2000;
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..PROGRAMS {
        for theme in Source::make(seed).themes {
            *found.entry(theme).or_default() += 1;
        }
    }
    for theme in Source::themes() {
        let count = found.get(theme).copied().unwrap_or(0);
        assert!(count * 20 >= PROGRAMS, "`{theme}` is in {count} of {PROGRAMS} programs only");
    }
}

#[test]
fn reductions_agree_with_none_on_every_library_function() {
    let groups = calls::groups();
    let begin = Instant::now();
    let results = for_each(&groups, |group| {
        let entries: Vec<String> = group.iter().flat_map(|call| call.entries()).collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        let compared = compare(&calls::text(group), Build::AS_WRITTEN, &entries);
        let too_large = entries.len() - compared.explored;
        (compared.differences, too_large)
    });
    let too_large: usize = results.iter().map(|(_, too_large)| too_large).sum();
    let wrong: Vec<&String> = results.iter().flat_map(|(differences, _)| differences).collect();
    println!("{too_large} not compared, {:.1} s", begin.elapsed().as_secs_f64());
    let wrong: Vec<&str> = wrong.into_iter().map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_library_function_is_called_or_exempt() {
    let called: BTreeSet<&str> = calls::groups().iter().flatten().map(|call| call.name).collect();
    let (exempt, models) = (calls::exempt(), allways_vm::model_names());
    let models: BTreeSet<&str> = models.into_iter().collect();
    let missing: Vec<_> =
        models.iter().filter(|n| !called.contains(*n) && !exempt.contains(*n)).collect();
    assert!(missing.is_empty(), "call these in calls/, or say why not: {missing:?}");
    let strange: Vec<_> = called.union(&exempt).filter(|n| !models.contains(*n)).collect();
    assert!(strange.is_empty(), "there is no model of {strange:?}");
    let twice: Vec<_> = called.intersection(&exempt).collect();
    assert!(twice.is_empty(), "these are called and exempt: {twice:?}");
}
