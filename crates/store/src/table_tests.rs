//! The table by itself. `tests/shuttle.rs` takes its source, so its tests stand outside.

use crate::Full;
use crate::table::{Held, MOST_ITEMS, Table, spread, tag};
use proptest::prelude::*;

/// Adds item `n` under `keys[n]`; items are told apart by their numbers.
fn add(table: &Table, keys: &[u64], item: u32) -> Result<u32, Full> {
    let key_of = |held: Held| {
        let key = keys[held.item as usize];
        assert_eq!((held.tag, held.prefix & !key), (tag(key), 0));
        key
    };
    table.find_or_insert(keys[item as usize], |other| other == item, (key_of, |_| ()), || Ok(item))
}

proptest! {
    #![proptest_config(allways_testkit::cases(20))]

    #[test]
    fn items_are_found_while_the_table_grows(
        seed: u64, count in 1u32..30_000, shift in 0u32..12, bits in 0u32..4,
    ) {
        // Keys that share their first bits fall into few segments.
        let keys: Vec<u64> =
            (0..count).map(|n| spread(seed ^ u64::from(n)) >> shift).collect();
        let table = Table::with_bits(bits);
        for item in 0..count {
            prop_assert_eq!(add(&table, &keys, item), Ok(item));
            prop_assert_eq!(add(&table, &keys, item / 2), Ok(item / 2));
        }
        for item in 0..count {
            let key = keys[item as usize];
            prop_assert_eq!(table.find(key, |other| other == item), Some(item));
            let mut candidates = 0;
            table.candidates(key, |_| candidates += 1);
            prop_assert!(candidates <= 12);
        }
        prop_assert_eq!(table.find(!keys[0], |_| false), None);
    }
}

#[test]
fn a_full_table_says_so_and_keeps_what_it_has() {
    // No split takes equal keys apart.
    let keys = vec![0x1234_5678_9abc_def0; 2 * MOST_ITEMS];
    let table = Table::new();
    let full = (0..keys.len() as u32).find(|&item| add(&table, &keys, item).is_err());
    assert_eq!(full, Some(MOST_ITEMS as u32));
    for item in 0..MOST_ITEMS as u32 {
        assert_eq!(table.find(keys[0], |other| other == item), Some(item));
        assert_eq!(add(&table, &keys, item), Ok(item));
    }
}
