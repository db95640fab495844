use crate::interner::{Full, Id, Interner};

/// Not in the interner's own file, which is also compiled for shuttle.
#[test]
fn pairs_do_not_use_up_the_names_of_items() {
    let interner = Interner::of(1);
    let mut last = interner.piece(b"first").unwrap();
    let full = loop {
        match interner.pair(last, Id::EMPTY) {
            Ok(pair) => last = pair,
            Err(full) => break full,
        }
    };
    assert_eq!(full, Full);
    let piece = interner.piece(b"something else").unwrap();
    assert_eq!(interner.bytes_of(piece), b"something else");
}
