//! Pairs and rows of them against lists, and on their way to another interner.

use allways_store::row::{Row, Top, Unfolded};
use allways_store::{Id, Interner, travel};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn value(interner: &Interner, number: u8) -> Id {
    match number {
        0 => Id::EMPTY,
        // A node is a value as good as a piece.
        1 => interner.node(&[Id::EMPTY, Id::EMPTY]).unwrap(),
        _ => interner.piece(&[number]).unwrap(),
    }
}

fn place() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0u32..10, 2 => 0u32..700]
}

fn content(row: Row<'_>) -> Vec<(u32, Id)> {
    let mut found = Vec::new();
    row.for_each(&mut |place, value| found.push((place, value)));
    found
}

proptest! {
    #[test]
    fn a_row_is_a_map_and_canonical(
        rounds in prop::collection::vec(prop::collection::btree_map(place(), 0u8..5, 0..9), 1..30),
        absent in place(),
    ) {
        let interner = Interner::new();
        let mut root = value(&interner, 2);
        let mut unfolded = Unfolded::new(&interner);
        let mut packed = Unfolded::new(&interner);
        let mut number = Top::Root(root).packed(&interner);
        let mut map = BTreeMap::from([(0, root)]);
        for changes in rounds {
            let changes = changes.into_iter().filter(|&(place, number)| (place, number) != (0, 0));
            let changes: Vec<(u32, Id)> =
                changes.map(|(place, number)| (place, value(&interner, number))).collect();
            let some = |&(_, value): &(u32, Id)| value != Id::EMPTY;
            let before: BTreeMap<u32, Id> = unfolded.iter().filter(some).collect();
            unfolded.load(root);
            let after: BTreeMap<u32, Id> = unfolded.iter().collect();
            let places = before.keys().chain(after.keys());
            let differ = |place: &&u32| before.get(place) != after.get(place);
            let differ: BTreeSet<u32> = places.filter(differ).copied().collect();
            prop_assert!(unfolded.changed().iter().copied().eq(differ));
            prop_assert_eq!(unfolded.iter().collect::<Vec<_>>(), content(Row::open(&interner, root)));
            let before_top = Top::unpacked(number);
            prop_assert_eq!(content(Row::open(&interner, before_top)), content(Row::open(&interner, root)));
            packed.load(before_top);
            prop_assert!(packed.iter().eq(unfolded.iter()));
            let hashes: Vec<u64> = unfolded.iter().map(|(_, id)| interner.hash(id)).collect();
            prop_assert_eq!(unfolded.hashes().collect::<Vec<_>>(), hashes);
            root = Row::open(&interner, root).with(&changes).unwrap();
            prop_assert_eq!(unfolded.with(&changes), Ok(root));
            let top = packed.top_with(&changes).unwrap();
            prop_assert_eq!(top.named(&interner), Ok(root));
            prop_assert_eq!(top.hash(&interner), interner.hash(root));
            prop_assert_eq!(Row::open(&interner, before_top).top_with(&changes), Ok(top));
            number = top.packed(&interner);
            prop_assert_eq!(number, Top::Root(root).packed(&interner));
            prop_assert!(number < 1 << 62);
            prop_assert_eq!(Top::unpacked(number), top);
            let [mut named, mut unnamed] = [Vec::new(), Vec::new()];
            travel::export(&interner, root, &mut named);
            travel::export(&interner, top, &mut unnamed);
            prop_assert_eq!(named, unnamed);
            for &(place, value) in &changes {
                if value == Id::EMPTY { map.remove(&place); } else { map.insert(place, value); }
                prop_assert_eq!(Row::open(&interner, root).get(place), value);
            }
        }
        let row = Row::open(&interner, root);
        prop_assert_eq!(content(row), map.iter().map(|(&p, &v)| (p, v)).collect::<Vec<_>>());
        prop_assert_eq!(row.first(), map[&0]);
        prop_assert_eq!(row.get(absent), map.get(&absent).copied().unwrap_or(Id::EMPTY));
        let all: Vec<(u32, Id)> = map.into_iter().collect();
        prop_assert_eq!(Row::open(&interner, all[0].1).with(&all).unwrap(), root);
        // One by one and from the end, which takes other ways to the same height.
        let built = all.iter().rev().fold(all[0].1, |root, &change| {
            Row::open(&interner, root).with(&[change]).unwrap()
        });
        prop_assert_eq!(built, root);
    }

    #[test]
    fn rows_travel(values in prop::collection::vec(0u8..5, 1..40)) {
        let (here, there) = (Interner::new(), Interner::new());
        there.piece(b"ids differ").unwrap();
        let changes: Vec<(u32, Id)> =
            (1..).zip(values.iter().map(|&number| value(&here, number))).collect();
        let root = Row::open(&here, value(&here, 3)).with(&changes).unwrap();
        let mut bytes = Vec::new();
        travel::export(&here, root, &mut bytes);
        let arrived = travel::import(&there, &bytes).unwrap();
        prop_assert_eq!(here.hash(root), there.hash(arrived));
        let row = Row::open(&there, arrived);
        for (place, number) in (1..).zip(values) {
            prop_assert_eq!(row.get(place), value(&there, number));
        }
    }
}

#[test]
fn the_last_place_there_may_be_is_one() {
    let interner = Interner::new();
    let [first, last] = [2, 3].map(|number| value(&interner, number));
    let root = Row::open(&interner, first).with(&[(u32::MAX, last)]).unwrap();
    assert_eq!(content(Row::open(&interner, root)), [(0, first), (u32::MAX, last)]);
    assert_eq!(Row::open(&interner, root).with(&[(u32::MAX, Id::EMPTY)]), Ok(first));
}

/// All pairs of a row, and those below them.
fn pairs_below(interner: &Interner, id: Id, pairs: &mut BTreeSet<Id>) {
    if id.is_pair() && pairs.insert(id) {
        interner.children(id).iter().for_each(|&half| pairs_below(interner, half, pairs));
    }
}

#[test]
fn rows_of_every_length_share_their_halves() {
    for length in 8..15u32 {
        let interner = Interner::new();
        let values = [2, 3].map(|number| value(&interner, number));
        let mut pairs = BTreeSet::new();
        for bits in 0..1u32 << length {
            let changes = (0..length).map(|place| (place, values[(bits >> place & 1) as usize]));
            let changes: Vec<(u32, Id)> = changes.collect();
            let root = Row::open(&interner, values[0]).with(&changes).unwrap();
            pairs_below(&interner, root, &mut pairs);
        }
        let each = pairs.len() as f64 / f64::from(1u32 << length);
        assert!(each < 1.25, "{each} pairs a row of {length} places");
    }
}

#[test]
fn a_pair_is_not_the_node_with_its_children() {
    let interner = Interner::new();
    let child = interner.piece(b"x").unwrap();
    let (pair, node) =
        (interner.pair(child, Id::EMPTY).unwrap(), interner.node(&[child, Id::EMPTY]).unwrap());
    assert_ne!(pair, node);
    assert_ne!(interner.hash(pair), interner.hash(node));
    assert_ne!(interner.hash(pair), interner.hash(interner.pair(Id::EMPTY, child).unwrap()));
    assert!(interner.is_node(pair) && pair.is_pair() && !node.is_pair());
    assert_eq!(interner.children(pair), [child, Id::EMPTY]);
}

#[test]
fn trees_of_pairs_that_no_row_has_do_not_arrive() {
    // An empty piece, and on it pairs of the item before with itself.
    let tower = |height: usize| [&[0u8][..], &[1, 1, 1].repeat(height)].concat();
    let interner = Interner::new();
    assert!(travel::import(&interner, &tower(32)).is_some());
    assert!(travel::import(&interner, &tower(33)).is_none());
}

#[test]
fn a_million_pairs_take_few_bytes_at_any_number() {
    let interner = Interner::new();
    let leaves: Vec<Id> = (0..2000u32).map(|n| interner.piece(&n.to_le_bytes()).unwrap()).collect();
    let before = interner.bytes();
    let mut pairs = Vec::new();
    for (number, &left) in leaves.iter().enumerate() {
        pairs.extend(leaves[..1000].iter().map(|&right| interner.pair(left, right).unwrap()));
        let per_pair = (interner.bytes() - before) as f64 / pairs.len() as f64;
        assert!(number < 50 || (13.5..16.0).contains(&per_pair), "{per_pair} at {}", pairs.len());
    }
    let full = interner.bytes();
    let mut found = leaves.iter().flat_map(|&left| leaves[..1000].iter().map(move |&r| (left, r)));
    assert!(pairs.iter().all(|&pair| {
        let (left, right) = found.next().unwrap();
        interner.children(pair) == [left, right] && interner.pair(left, right) == Ok(pair)
    }));
    assert_eq!(interner.bytes(), full, "finding adds nothing");
}

#[test]
fn four_threads_agree_on_every_pair() {
    let interner = Interner::new();
    let leaf = |n: u64| interner.piece(&n.to_le_bytes()).unwrap();
    let leaves: Vec<Id> = (0..500).map(leaf).collect();
    let count = 250_000u64;
    // Each thread interns the same pairs in another order, so that most insertions race.
    let work = |thread: u64| -> Vec<(u64, Id)> {
        let step = [1, 7, 11, 77_773][thread as usize];
        let numbers = (0..count).map(|n| (n * step + thread * 1000) % count);
        let intern = |n: u64| {
            let (left, right) = (leaves[n as usize / 500], leaves[n as usize % 500]);
            let pair = interner.pair(left, right).unwrap();
            assert_eq!(interner.children(pair), [left, right]);
            (n, pair)
        };
        numbers.map(intern).collect()
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..4).map(|t| scope.spawn(move || work(t))).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let mut known: HashMap<u64, Id> = HashMap::new();
    for (n, pair) in results.into_iter().flatten() {
        assert_eq!(*known.entry(n).or_insert(pair), pair);
    }
    let different: std::collections::HashSet<Id> = known.values().copied().collect();
    assert_eq!(different.len() as u64, count, "different pairs have different ids");
}
