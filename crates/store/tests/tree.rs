//! The tree store against ordinary maps, alone and from several threads.

use allways_space::{Guarantee, State};
use allways_store::{Payload, RootSet, Seen, StateId, StateStore, TreeStore, VisitedSet};
use proptest::prelude::*;
use std::collections::HashMap;

fn state(root: u64) -> State {
    State { root }
}

fn store<P: Payload>() -> TreeStore<fn(u64) -> State, P> {
    TreeStore::new(state)
}

/// The least number with which a state was reached.
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
    fn a_store_is_a_numbered_set(
        visits in prop::collection::vec((prop_oneof![0u64..50, any::<u64>()], any::<bool>()), 1..300),
    ) {
        let store = store::<()>();
        let mut known: HashMap<u64, (StateId, Option<StateId>)> = HashMap::new();
        let mut last = None;
        for (root, from_last) in visits {
            let parent = last.filter(|_| from_last);
            prop_assert_eq!(store.covers(state(root), ()), known.contains_key(&root));
            let expected = known.len() as u32;
            match store.insert(state(root), parent, ()).unwrap() {
                Seen::New(id) => {
                    prop_assert_eq!(id, StateId(expected));
                    prop_assert_eq!(known.insert(root, (id, parent)), None);
                    last = Some(id);
                }
                Seen::Covered => prop_assert!(known.contains_key(&root)),
                Seen::Owes(..) => prop_assert!(false, "nothing can be owed"),
            }
        }
        prop_assert_eq!(store.states(), known.len() as u64);
        for (&root, &(id, parent)) in &known {
            prop_assert_eq!(store.load(id).root, root);
            prop_assert_eq!(store.parent(id), parent);
        }
    }

    #[test]
    fn payloads_are_joined(visits in prop::collection::vec((0u64..40, any::<u8>()), 1..300)) {
        let store = store::<Least>();
        let mut known: HashMap<u64, u8> = HashMap::new();
        for (root, value) in visits {
            let least = known.get(&root).copied();
            let covered = least.is_some_and(|least| value >= least);
            prop_assert_eq!(store.covers(state(root), Least(value)), covered);
            let seen = store.insert(state(root), None, Least(value)).unwrap();
            match seen {
                Seen::New(_) => prop_assert_eq!(least, None),
                Seen::Owes(_, joined) => {
                    prop_assert_eq!(joined, Least(value));
                    prop_assert!(value < least.unwrap());
                }
                Seen::Covered => prop_assert!(value >= least.unwrap()),
            }
            known.insert(root, least.map_or(value, |l| l.min(value)));
        }
    }
}

#[test]
fn a_million_states_take_few_bytes() {
    let store = store::<()>();
    let count = 1_000_000u64;
    for n in 0..count {
        let parent = n.checked_sub(1).map(|p| StateId(p as u32));
        let seen = store.insert(state(n * 3), parent, ()).unwrap();
        assert_eq!(seen, Seen::New(StateId(n as u32)));
    }
    for n in 0..count {
        let seen = store.insert(state(n * 3), None, ()).unwrap();
        assert_eq!(seen, Seen::Covered);
    }
    assert_eq!(store.guarantee(), Guarantee::Exact);
    let per_state = store.bytes() as f64 / count as f64;
    // Root and parent, and a bit for each of the three numbers from one root to the next.
    assert!((8.0..8.5).contains(&per_state), "{per_state} bytes");
    let numbered = self::store::<Least>();
    for n in 0..count {
        numbered.insert(state(n * 3), None, Least(0)).unwrap();
    }
    let per_state = numbered.bytes() as f64 / count as f64;
    assert!((10.0..15.0).contains(&per_state), "{per_state} bytes");
}

proptest! {
    #[test]
    fn a_set_of_roots_is_a_set(roots in prop::collection::vec(
        prop_oneof![0u64..100, 0u64..1 << 33, any::<u64>()], 1..300,
    )) {
        let set = RootSet::new();
        let mut known = std::collections::HashSet::new();
        for root in roots {
            prop_assert_eq!(set.covers(state(root), ()), known.contains(&root));
            let seen = set.insert(state(root), None, ()).unwrap();
            let number = StateId(known.len() as u32);
            let expected = if known.insert(root) { Seen::New(number) } else { Seen::Covered };
            prop_assert_eq!(seen, expected);
        }
        prop_assert_eq!(set.states(), known.len() as u64);
    }
}

#[test]
fn exactly_one_of_four_threads_adds_a_root() {
    for first in [0, 1 << 40] {
        let (set, count) = (RootSet::new(), 100_000);
        let work = |step: u64| -> u64 {
            let roots = (0..count).map(|n| first + n * step % count);
            let new = roots.map(|root| set.insert(state(root), None, ()).unwrap());
            new.filter(|seen| matches!(seen, Seen::New(_))).count() as u64
        };
        let work = &work;
        let new: u64 = std::thread::scope(|scope| {
            let threads = [1, 7, 11, 77_773].map(|step| scope.spawn(move || work(step)));
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert_eq!((new, set.states()), (count, count));
    }
}

#[test]
fn exactly_one_of_four_threads_finds_a_state_new() {
    let store = store::<Least>();
    let count = 100_000u64;
    let work = |thread: u64| -> (u64, u64) {
        let (mut new, mut owed) = (0, 0);
        for n in 0..count {
            let root = (n * [1, 7, 11, 77_773][thread as usize] + thread * 999) % count;
            match store.insert(state(root), None, Least(thread as u8)).unwrap() {
                Seen::New(id) => {
                    assert_eq!(store.load(id).root, root);
                    new += 1;
                }
                Seen::Owes(..) => owed += 1,
                Seen::Covered => {}
            }
        }
        (new, owed)
    };
    let work = &work;
    let (new, owed) = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|t| scope.spawn(move || work(t))).collect();
        let results = threads.into_iter().map(|t| t.join().unwrap());
        results.fold((0, 0), |sum, r| (sum.0 + r.0, sum.1 + r.1))
    });
    assert_eq!(new, count);
    assert!(owed <= 3 * count);
    for n in 0..count {
        // After all threads the least payload is that of thread 0, so 0 is covered everywhere.
        let seen = store.insert(state(n), None, Least(0)).unwrap();
        assert!(matches!(seen, Seen::Covered));
    }
}
