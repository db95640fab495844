//! Tries against ordered maps, and content on its way to another interner.

use allways_store::{Id, Interner, travel, trie};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn key() -> impl Strategy<Value = u64> {
    prop_oneof![0u64..10, 0u64..600, any::<u64>(), Just(u64::MAX)]
}

fn content(interner: &Interner, root: Id) -> Vec<(u64, Id)> {
    let mut found = Vec::new();
    trie::for_each(interner, root, &mut |key, value| found.push((key, value)));
    found
}

fn built(interner: &Interner, map: &BTreeMap<u64, Id>) -> Id {
    map.iter()
        .fold(Id::EMPTY, |root, (&key, &value)| trie::set(interner, root, key, value).unwrap())
}

proptest! {
    #[test]
    fn a_trie_is_a_map_and_canonical(
        changes in prop::collection::vec((key(), 0u8..4), 1..60),
        absent in key(),
    ) {
        let interner = Interner::new();
        let mut root = Id::EMPTY;
        let mut map = BTreeMap::new();
        for (key, value) in changes {
            // A value of 0 removes; a value of 3 is a node, which must not be taken for a level.
            let value = match value {
                0 => Id::EMPTY,
                3 => root,
                _ => interner.piece(&[value]).unwrap(),
            };
            root = trie::set(&interner, root, key, value).unwrap();
            if value == Id::EMPTY { map.remove(&key); } else { map.insert(key, value); }
            prop_assert_eq!(trie::get(&interner, root, key), value);
        }
        let expected: Vec<_> = map.iter().map(|(&k, &v)| (k, v)).collect();
        prop_assert_eq!(content(&interner, root), expected);
        prop_assert_eq!(trie::get(&interner, root, absent), map.get(&absent).copied().unwrap_or(Id::EMPTY));
        prop_assert_eq!(built(&interner, &map), root);
        for &key in map.keys() {
            root = trie::set(&interner, root, key, Id::EMPTY).unwrap();
        }
        prop_assert_eq!(root, Id::EMPTY);
    }

    #[test]
    fn differences_are_where_maps_differ(
        changes in prop::collection::vec((key(), 0u8..3), 0..40),
        further in prop::collection::vec((key(), 0u8..3), 0..5),
    ) {
        let interner = Interner::new();
        let change = |map: &mut BTreeMap<u64, Id>, (key, value): (u64, u8)| match value {
            0 => { map.remove(&key); }
            _ => { map.insert(key, interner.piece(&[value]).unwrap()); }
        };
        let mut one = BTreeMap::new();
        changes.into_iter().for_each(|c| change(&mut one, c));
        let mut other = one.clone();
        further.into_iter().for_each(|c| change(&mut other, c));
        let mut found = Vec::new();
        let (first, second) = (built(&interner, &one), built(&interner, &other));
        let compared = trie::differences(&interner, first, second, &mut |key, before, after| {
            found.push((key, before, after));
        });
        let at = |map: &BTreeMap<u64, Id>, key| map.get(key).copied().unwrap_or(Id::EMPTY);
        let mut keys: Vec<u64> = one.keys().chain(other.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        let differ = keys.iter().filter(|key| one.get(key) != other.get(key));
        let expected: Vec<_> =
            differ.map(|key| (*key, at(&one, key), at(&other, key))).collect();
        prop_assert!(!compared || found == expected);
        let same_height = one.keys().next_back() == other.keys().next_back() && !one.is_empty();
        prop_assert!(compared || !same_height);
    }

    #[test]
    fn filled_is_what_setting_each_key_gives(count in 0u64..700, value in 0u8..3) {
        let interner = Interner::new();
        let value = if value == 0 { Id::EMPTY } else { interner.piece(&[value]).unwrap() };
        let map = (0..count).map(|key| (key, value)).collect();
        prop_assert_eq!(trie::filled(&interner, count, value).unwrap(), built(&interner, &map));
    }

    #[test]
    fn content_survives_a_journey(changes in prop::collection::vec((key(), 1u8..4), 0..60)) {
        let (here, there) = (Interner::new(), Interner::new());
        there.piece(b"something else").unwrap();
        let mut root = Id::EMPTY;
        for (key, value) in changes {
            let value = if value == 3 { root } else { here.piece(&[value]).unwrap() };
            root = trie::set(&here, root, key, value).unwrap();
        }
        let (mut out, mut again) = (Vec::new(), Vec::new());
        travel::export(&here, root, &mut out);
        let arrived = travel::import(&there, &out).unwrap();
        prop_assert_eq!(here.hash(root), there.hash(arrived));
        travel::export(&there, arrived, &mut again);
        prop_assert_eq!(&out, &again);
        prop_assert_eq!(travel::import(&here, &again), Some(root));
    }

    #[test]
    fn hostile_bytes_are_refused_or_harmless(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let interner = Interner::new();
        let before = interner.bytes();
        if let Some(root) = travel::import(&interner, &bytes) {
            let mut out = Vec::new();
            travel::export(&interner, root, &mut out);
            prop_assert_eq!(travel::import(&interner, &out), Some(root));
        }
        prop_assert!(interner.bytes() - before <= 64 * 1024);
    }

    #[test]
    fn cut_or_changed_content_is_refused_or_harmless(
        keys in prop::collection::vec(key(), 1..20), cut in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(), byte in any::<u8>(),
    ) {
        let interner = Interner::new();
        let map = keys.iter().map(|&k| (k, interner.piece(&k.to_le_bytes()).unwrap())).collect();
        let mut out = Vec::new();
        travel::export(&interner, built(&interner, &map), &mut out);
        let place = place.index(out.len());
        out[place] = byte;
        let other = Interner::new();
        travel::import(&other, &out);
        travel::import(&other, &out[..cut.index(out.len())]);
    }
}

#[test]
fn claims_larger_than_the_bytes_are_refused() {
    let interner = Interner::new();
    // A piece of 2^40 bytes, a node of 17 children, one of none, and a child from before the list.
    for bytes in [
        &[0x80, 0x80, 0x80, 0x80, 0x80, 0x40][..],
        &[35, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        &[1],
        &[3, 1],
        &[0xff; 12],
    ] {
        assert_eq!(travel::import(&interner, bytes), None);
    }
}

#[test]
fn a_filled_map_of_huge_size_is_small() {
    let interner = Interner::new();
    let before = interner.bytes();
    let zero = interner.piece(&[0; 64]).unwrap();
    let root = trie::filled(&interner, 1 << 60, zero).unwrap();
    assert_eq!(trie::get(&interner, root, (1 << 60) - 1), zero);
    assert_eq!(trie::get(&interner, root, 1 << 60), Id::EMPTY);
    let one = interner.piece(&[1; 64]).unwrap();
    let changed = trie::set(&interner, root, 12_345_678_901, one).unwrap();
    assert_eq!(trie::get(&interner, changed, 12_345_678_901), one);
    assert_eq!(trie::get(&interner, changed, 12_345_678_902), zero);
    assert_eq!(trie::set(&interner, changed, 12_345_678_901, zero).unwrap(), root);
    assert!(interner.bytes() - before < 8192);
}
