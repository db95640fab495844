//! The flat store: states are equal when their contents are, whatever their roots.

use allways_space::{Guarantee, State};
use allways_store::{FlatStore, Payload, Seen, StateStore, VisitedSet};
use proptest::prelude::*;
use std::collections::HashMap;

/// Roots that agree in this many values have the same content.
const CONTENTS: u64 = 23;

fn content(state: State, out: &mut Vec<u8>) {
    let number = state.root % CONTENTS;
    out.resize(number as usize, 7);
}

fn state(root: u64) -> State {
    State { root }
}

type Flat<P> = FlatStore<fn(State, &mut Vec<u8>), fn(u64) -> State, P>;

fn store<P: Payload>() -> Flat<P> {
    FlatStore::new(content, state)
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Least(u8);

impl Payload for Least {
    fn join(&mut self, other: Least) -> bool {
        let better = other.0 < self.0;
        self.0 = self.0.min(other.0);
        better
    }
}

proptest! {
    #[test]
    fn contents_are_numbered_once(visits in prop::collection::vec(any::<u64>(), 1..200)) {
        let store = store::<()>();
        let mut known: HashMap<u64, u64> = HashMap::new();
        let mut last = None;
        for root in visits {
            let new = !known.contains_key(&(root % CONTENTS));
            prop_assert_eq!(store.covers(state(root), ()), !new);
            match store.insert(state(root), last, ()).unwrap() {
                Seen::New(id) => {
                    prop_assert!(new);
                    prop_assert_eq!(u64::from(id.0), known.len() as u64);
                    prop_assert_eq!(store.load(id).root, root);
                    prop_assert_eq!(store.parent(id), last);
                    known.insert(root % CONTENTS, root);
                    last = Some(id);
                }
                seen => prop_assert!(!new && seen == Seen::Covered),
            }
        }
        prop_assert_eq!(store.states(), known.len() as u64);
        prop_assert!(store.bytes() >= known.keys().sum::<u64>());
        prop_assert_eq!(store.guarantee(), Guarantee::Exact);
    }

    #[test]
    fn payloads_are_joined_by_content(visits in prop::collection::vec((any::<u64>(), any::<u8>()), 1..200)) {
        let store = store::<Least>();
        let mut known: HashMap<u64, u8> = HashMap::new();
        for (root, number) in visits {
            let before = known.get(&(root % CONTENTS)).copied();
            let better = before.is_none_or(|least| number < least);
            prop_assert_eq!(store.covers(state(root), Least(number)), !better);
            match (before, store.insert(state(root), None, Least(number)).unwrap()) {
                (None, Seen::New(_)) => {}
                (Some(_), Seen::Owes(_, least)) => prop_assert!(better && least == Least(number)),
                (Some(_), Seen::Covered) => prop_assert!(!better),
                (before, seen) => prop_assert!(false, "{:?} {:?}", before, seen),
            }
            let least = known.entry(root % CONTENTS).or_insert(number);
            *least = number.min(*least);
        }
    }
}

#[test]
fn exactly_one_of_four_threads_finds_a_content_new() {
    let store = store::<()>();
    let new = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let (store, new) = (&store, &new);
            scope.spawn(move || {
                for root in 0..2000 {
                    let root = root * 4 + thread;
                    if let Seen::New(_) = store.insert(state(root), None, ()).unwrap() {
                        new.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert_eq!(new.into_inner(), CONTENTS);
    assert_eq!(store.states(), CONTENTS);
}
