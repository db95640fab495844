//! Compaction and bitstate hashing against ordinary sets, alone and from several threads.

use allways_space::{Guarantee, Loss, State};
use allways_store::{BitStore, CompactStore, Listed, Seen, StateId, StateStore, VisitedSet};
use proptest::prelude::*;
use std::collections::HashMap;

fn state(root: u64) -> State {
    State { root }
}

/// Hashes that are close to each other: stores mix them.
fn hash(state: State) -> u64 {
    state.root
}

/// All states with the same hash but for four.
fn colliding(state: State) -> u64 {
    state.root % 4
}

fn loss(store: &dyn VisitedSet) -> Loss {
    match store.guarantee() {
        Guarantee::Lossy(loss) => loss,
        Guarantee::Exact => panic!("a lossy store says that it is exact"),
    }
}

fn is_a_set(store: &dyn VisitedSet, roots: &[u64], key: fn(State) -> u64) {
    let mut known = HashMap::new();
    for &root in roots {
        let there = known.contains_key(&key(state(root)));
        assert_eq!(store.covers(state(root), ()), there);
        let number = known.len() as u32;
        let expected = if there { Seen::Covered } else { Seen::New(StateId(number)) };
        assert_eq!(store.insert(state(root), None, ()).unwrap(), expected);
        assert!(store.covers(state(root), ()));
        known.insert(key(state(root)), number);
    }
    assert_eq!(store.states(), known.len() as u64);
}

proptest! {
    #[test]
    fn where_nothing_collides_they_are_sets(roots in prop::collection::vec(
        prop_oneof![0u64..100, any::<u64>()], 1..300,
    )) {
        is_a_set(&CompactStore::new(hash), &roots, hash);
        is_a_set(&BitStore::new(1 << 20, hash).unwrap(), &roots, hash);
    }

    #[test]
    fn states_with_one_hash_are_one_state(roots in prop::collection::vec(any::<u64>(), 1..50)) {
        is_a_set(&CompactStore::new(colliding), &roots, colliding);
        is_a_set(&BitStore::new(1 << 20, colliding).unwrap(), &roots, colliding);
    }

    #[test]
    fn a_list_gives_back_what_was_added(roots in prop::collection::vec(any::<u64>(), 1..100)) {
        let listed = Listed::new(CompactStore::new(hash), state);
        let mut last = None;
        let mut added = Vec::new();
        for root in roots {
            if let Seen::New(id) = listed.insert(state(root), last, ()).unwrap() {
                added.push((id, root, last));
                last = Some(id);
            }
        }
        for (place, &(id, root, parent)) in added.iter().enumerate() {
            prop_assert_eq!(id, StateId(place as u32));
            prop_assert_eq!((listed.load(id), listed.parent(id)), (state(root), parent));
        }
        prop_assert!(matches!(listed.guarantee(), Guarantee::Lossy(_)));
    }
}

#[test]
fn compaction_grows_takes_few_bytes_and_misses_nothing_yet() {
    let (store, count) = (CompactStore::new(hash), 2_000_000);
    for root in 0..count {
        assert_eq!(store.insert(state(root), None, ()).unwrap(), Seen::New(StateId(root as u32)));
    }
    for root in 0..count {
        assert!(store.covers(state(root), ()));
        assert_eq!(store.insert(state(root), None, ()).unwrap(), Seen::Covered);
    }
    let strangers = (count..2 * count).filter(|&root| store.covers(state(root), ())).count();
    assert_eq!(strangers, 0);
    let each = store.bytes() as f64 / count as f64;
    assert!((5.3..8.0).contains(&each), "{each} bytes");
    let Loss { states, probability } = loss(&store);
    let expected = (count as f64).powi(2) / 2f64.powi(51);
    assert!((states / expected - 1.0).abs() < 0.02, "{states} and not {expected}");
    assert!((probability / expected - 1.0).abs() < 0.02, "{probability}");
}

#[test]
fn the_loss_of_a_field_of_bits_is_the_one_computed() {
    for (bytes, count) in [(1 << 20, 100_000), (1 << 18, 200_000), (1 << 16, 200_000)] {
        let store = BitStore::new(bytes, hash).unwrap();
        assert_eq!(store.bytes(), bytes);
        let new = |root| matches!(store.insert(state(root), None, ()).unwrap(), Seen::New(_));
        let missed = (0..count).filter(|&root| !new(root)).count() as f64;
        let expected = loss(&store).states;
        // Four standard deviations, more or less.
        let room = 4.0 * expected.sqrt() + 0.02 * expected + 4.0;
        assert!((missed - expected).abs() < room, "{missed} missed, {expected} expected");
        assert!((0..count).all(|root| store.covers(state(root), ())));
    }
}

#[test]
fn how_probable_a_loss_is() {
    // Of many small fields, so many lose a state as is said.
    let (fields, mut lossy, mut said) = (2000, 0, 0.0);
    for field in 0..fields {
        let store = BitStore::new(512, move |s| s.root.wrapping_mul(2 * field + 1)).unwrap();
        for root in 0..120 {
            store.insert(state(field << 32 | root), None, ()).unwrap();
        }
        lossy += u32::from(store.states() < 120);
        said += loss(&store).probability;
    }
    let (lossy, said) = (f64::from(lossy) / fields as f64, said / fields as f64);
    assert!((lossy - said).abs() < 0.05, "{lossy} lose a state, {said} was said");
}

#[test]
fn a_full_field_says_so() {
    let store = BitStore::new(0, hash).unwrap();
    for root in 0..100_000 {
        store.insert(state(root), None, ()).unwrap();
    }
    assert!(store.states() < 600, "{} of 100,000 in 512 bits", store.states());
    assert!(loss(&store).states > 300.0, "{:?}", loss(&store));
    assert_eq!(loss(&store).probability, 1.0);
}

#[test]
fn exactly_one_of_four_threads_adds_a_state() {
    let (store, count) = (CompactStore::new(hash), 400_000);
    let work = |step: u64| -> u64 {
        let roots = (0..count).map(|n| n * step % count);
        let new = roots.map(|root| store.insert(state(root), None, ()).unwrap());
        new.filter(|seen| matches!(seen, Seen::New(_))).count() as u64
    };
    let work = &work;
    let new: u64 = std::thread::scope(|scope| {
        let threads = [1, 7, 11, 77_773].map(|step| scope.spawn(move || work(step)));
        threads.into_iter().map(|t| t.join().unwrap()).sum()
    });
    assert_eq!((new, store.states()), (count, count));
    assert!((0..count).all(|root| store.covers(state(root), ())));
}

#[test]
fn bits_that_four_threads_set_stay_set() {
    let (store, count) = (BitStore::new(4 << 20, hash).unwrap(), 100_000);
    std::thread::scope(|scope| {
        for step in [1, 7, 11, 77_773] {
            let store = &store;
            scope.spawn(move || {
                for root in (0..count).map(|n| n * step % count) {
                    store.insert(state(root), None, ()).unwrap();
                }
            });
        }
    });
    assert!((0..count).all(|root| store.covers(state(root), ())));
    // Few are added by two at the same moment.
    assert!((count - 100..count + count / 10).contains(&store.states()), "{}", store.states());
}
