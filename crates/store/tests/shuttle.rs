//! The interner under shuttle: many interleavings of few insertions.
//!
//! The sources are compiled once more, with shuttle's locks and atomics.

#[allow(dead_code, unused_imports)]
#[path = "../src/interner/mod.rs"]
mod interner;
mod sync;
#[allow(dead_code, unused_imports)]
#[path = "../src/table/mod.rs"]
mod table;

use interner::{Full, Id, Interner};
use shuttle::thread;
use std::sync::Arc;

/// Tries it in many interleavings, evenly chosen and with few changes of thread. Their seed is
/// `SHUTTLE_RANDOM_SEED`, which .cargo/config.toml sets.
fn tried(it: impl Fn() + Copy + Send + Sync + 'static, schedules: u64) {
    let schedules = allways_testkit::more(schedules) as usize;
    shuttle::check_random(it, schedules);
    shuttle::check_pct(it, schedules, 3);
}

#[test]
fn the_same_seed_gives_the_same_schedules() {
    let orders = || {
        let all = Arc::new(std::sync::Mutex::new(Vec::new()));
        let seen = Arc::clone(&all);
        let race = move || {
            let order = Arc::new(sync::Mutex::new(Vec::new()));
            let note = |who: u32| {
                let order = Arc::clone(&order);
                thread::spawn(move || (0..4).for_each(|_| order.lock().unwrap().push(who)))
            };
            let threads = [note(0), note(1), note(2)];
            threads.into_iter().for_each(|thread| thread.join().expect("nobody panics"));
            seen.lock().unwrap().push(order.lock().unwrap().clone());
        };
        shuttle::check_random(race.clone(), 20);
        shuttle::check_pct(race, 20, 3);
        std::mem::take(&mut *all.lock().unwrap())
    };
    assert_eq!(orders(), orders(), "cargo sets SHUTTLE_RANDOM_SEED (.cargo/config.toml)");
}

/// Runs threads that each intern something; gives what they got.
fn interning<T: Send + 'static>(
    interner: &Arc<Interner>,
    tasks: impl IntoIterator<Item = fn(&Interner) -> T>,
) -> Vec<T> {
    let start = |task: fn(&Interner) -> T| {
        let interner = Arc::clone(interner);
        thread::spawn(move || task(&interner))
    };
    let threads: Vec<_> = tasks.into_iter().map(start).collect();
    threads.into_iter().map(|thread| thread.join().expect("nobody panics")).collect()
}

#[test]
fn equal_content_has_one_name() {
    let try_it = || {
        let interner = Arc::new(Interner::new());
        let both = |interner: &Interner| {
            let piece = interner.piece(b"one").unwrap();
            let other = interner.piece(b"two").unwrap();
            let node = interner.node(&[piece, other]).unwrap();
            [piece, other, node, interner.pair(piece, node).unwrap()]
        };
        let turned = |interner: &Interner| {
            let other = interner.piece(b"two").unwrap();
            let piece = interner.piece(b"one").unwrap();
            let node = interner.node(&[piece, other]).unwrap();
            [piece, other, node, interner.pair(piece, node).unwrap()]
        };
        let names = interning(&interner, [both as fn(&Interner) -> [Id; 4], turned, both]);
        assert!(names.iter().all(|got| *got == names[0]));
        let [piece, other, node, pair] = names[0];
        assert_eq!(interner.bytes_of(piece), b"one");
        assert_eq!(interner.children(node), [piece, other]);
        assert_eq!(interner.halves(pair), [piece, node]);
    };
    tried(try_it, 300);
}

/// So many pairs that the next ones need room, and the one after that a split.
fn nearly_full(pairs: u32) -> (Arc<Interner>, Vec<Id>) {
    let interner = Arc::new(Interner::new());
    let name = |n: u32| interner.pair(Id::digit(n % 22), Id::from_index(n)).unwrap();
    let names = (0..pairs).map(name).collect();
    (interner, names)
}

#[test]
fn growing_loses_nothing() {
    fn more(interner: &Interner) -> Vec<Id> {
        (900_000..900_060)
            .map(|n| interner.pair(Id::digit(1), Id::from_index(n)).unwrap())
            .collect()
    }
    fn known(interner: &Interner) -> Vec<Id> {
        (0..60).map(|n| interner.pair(Id::digit(n % 22), Id::from_index(n)).unwrap()).collect()
    }
    for pairs in [715, 4_380] {
        let try_it = move || {
            let (interner, names) = nearly_full(pairs);
            let got = interning(&interner, [more as fn(&Interner) -> Vec<Id>, known, more]);
            assert_eq!(got[0], got[2], "the same pairs have the same names");
            assert_eq!(got[1], names[..60], "what was there is found while the table grows");
            assert_eq!(known(&interner), names[..60]);
            assert_eq!(more(&interner), got[0]);
        };
        tried(try_it, 12);
    }
}
