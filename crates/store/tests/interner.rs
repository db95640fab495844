//! The interner: ids are equal exactly when contents are, in any order of insertion and from any
//! number of threads, and content hashes do not depend on either.

use allways_store::{Id, Interner};
use proptest::prelude::*;
use std::collections::HashMap;

/// A small tree: what is interned, independent of any interner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tree {
    Empty,
    Piece(Vec<u8>),
    Node(Vec<Tree>),
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        1 => Just(Tree::Empty),
        4 => prop::collection::vec(0u8..3, 0..6).prop_map(Tree::Piece),
        1 => prop::collection::vec(any::<u8>(), 0..600).prop_map(Tree::Piece),
    ];
    leaf.prop_recursive(4, 64, 16, |inner| {
        prop::collection::vec(inner, 1..=16).prop_map(Tree::Node)
    })
}

fn intern(interner: &Interner, tree: &Tree) -> Id {
    match tree {
        Tree::Empty => Id::EMPTY,
        Tree::Piece(bytes) => interner.piece(bytes).unwrap(),
        Tree::Node(children) => {
            let children: Vec<Id> = children.iter().map(|c| intern(interner, c)).collect();
            interner.node(&children).unwrap()
        }
    }
}

fn load(interner: &Interner, id: Id) -> Tree {
    if id == Id::EMPTY {
        Tree::Empty
    } else if interner.is_node(id) {
        let children = interner.children(id);
        Tree::Node(children.iter().map(|&c| load(interner, c)).collect())
    } else {
        Tree::Piece(interner.bytes_of(id).to_vec())
    }
}

proptest! {
    #[test]
    fn ids_are_equal_exactly_when_contents_are(trees in prop::collection::vec(tree(), 1..40)) {
        let interner = Interner::new();
        let mut known: HashMap<Id, Tree> = HashMap::new();
        for tree in &trees {
            let id = intern(&interner, tree);
            prop_assert_eq!(&load(&interner, id), tree);
            prop_assert_eq!(known.entry(id).or_insert_with(|| tree.clone()), tree);
        }
        for tree in &trees {
            let id = intern(&interner, tree);
            prop_assert_eq!(known.get(&id), Some(tree));
        }
    }

    #[test]
    fn hashes_do_not_depend_on_the_order(trees in prop::collection::vec(tree(), 1..40)) {
        let (forth, back) = (Interner::new(), Interner::new());
        let forth_ids: Vec<Id> = trees.iter().map(|t| intern(&forth, t)).collect();
        let mut back_ids: Vec<Id> = trees.iter().rev().map(|t| intern(&back, t)).collect();
        back_ids.reverse();
        let mut by_hash: HashMap<u64, &Tree> = HashMap::new();
        for ((tree, a), b) in trees.iter().zip(forth_ids).zip(back_ids) {
            prop_assert_eq!(forth.hash(a), back.hash(b));
            prop_assert_eq!(*by_hash.entry(forth.hash(a)).or_insert(tree), tree);
        }
    }
}

#[test]
fn the_empty_piece_is_something() {
    let interner = Interner::new();
    let empty = interner.piece(b"").unwrap();
    assert_ne!(empty, Id::EMPTY);
    assert_eq!(interner.bytes_of(empty), b"");
    assert_eq!(interner.bytes_of(Id::EMPTY), b"");
    assert_ne!(interner.hash(empty), interner.hash(Id::EMPTY));
    assert!(!interner.is_node(Id::EMPTY));
}

#[test]
fn a_node_is_not_the_piece_with_its_bytes() {
    let interner = Interner::new();
    let child = interner.piece(b"x").unwrap();
    let node = interner.node(&[child]).unwrap();
    let piece = interner.piece(&child.index().to_ne_bytes()).unwrap();
    assert_ne!(node, piece);
}

#[test]
fn large_pieces_have_room() {
    let interner = Interner::new();
    let sizes = [1 << 10, 1 << 20, (1 << 20) + 1, 4 << 20, (5 << 20) + 3, 17 << 20];
    let ids = sizes.map(|n| interner.piece(&vec![n as u8; n]).unwrap());
    let between = interner.piece(b"between").unwrap();
    for (id, n) in ids.into_iter().zip(sizes) {
        let bytes = interner.bytes_of(id);
        assert_eq!(bytes.len(), n);
        assert!(bytes.iter().all(|&b| b == n as u8));
        assert_eq!(interner.piece(&vec![n as u8; n]).unwrap(), id);
    }
    assert_eq!(interner.bytes_of(between), b"between");
    let content: usize = sizes.iter().sum();
    assert!(interner.bytes() >= content as u64);
    assert!(interner.bytes() < content as u64 + (1 << 20));
}

#[test]
fn growth_keeps_every_item() {
    let interner = Interner::new();
    let count = 300_000u32;
    let pieces: Vec<Id> = (0..count).map(|n| interner.piece(&n.to_le_bytes()).unwrap()).collect();
    let nodes: Vec<Id> = pieces.windows(2).map(|pair| interner.node(pair).unwrap()).collect();
    let before = interner.bytes();
    for (n, &piece) in pieces.iter().enumerate() {
        assert_eq!(interner.bytes_of(piece), (n as u32).to_le_bytes());
        assert_eq!(interner.piece(&(n as u32).to_le_bytes()).unwrap(), piece);
    }
    for (pair, &node) in pieces.windows(2).zip(&nodes) {
        assert_eq!(interner.children(node), pair);
        assert_eq!(interner.node(pair).unwrap(), node);
    }
    assert_eq!(interner.bytes(), before, "finding adds nothing");
    let per_item = before as f64 / f64::from(2 * count);
    assert!(per_item < 32.0, "{per_item} bytes per item");
}

#[test]
fn four_threads_agree_on_every_id() {
    let interner = Interner::new();
    let count = 120_000u64;
    // Each thread interns the same items in another order, so that most insertions race.
    let work = |thread: u64| -> Vec<(u64, Id, Id)> {
        let step = [1, 7, 11, 77_773][thread as usize];
        let items = (0..count).map(|n| (n * step + thread * 1000) % count);
        let intern = |n: u64| {
            let piece = interner.piece(&n.to_le_bytes()).unwrap();
            let other = interner.piece(&(n / 3).to_le_bytes()).unwrap();
            (n, piece, interner.node(&[piece, Id::EMPTY, other]).unwrap())
        };
        items.map(intern).collect()
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|t| scope.spawn(move || work(t))).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let mut known: HashMap<u64, (Id, Id)> = HashMap::new();
    for (n, piece, node) in results.into_iter().flatten() {
        assert_eq!(*known.entry(n).or_insert((piece, node)), (piece, node));
        assert_eq!(interner.bytes_of(piece), n.to_le_bytes());
        assert_eq!(interner.children(node)[0], piece);
    }
    assert_eq!(known.len() as u64, count);
    let ids: std::collections::HashSet<Id> = known.values().flat_map(|&(a, b)| [a, b]).collect();
    assert_eq!(ids.len() as u64, 2 * count, "different contents have different ids");
}

proptest! {
    #[test]
    fn pairs_at_once_are_pairs_one_by_one(
        halves in prop::collection::vec((0u8..9, 0u8..9), 0..200),
    ) {
        let (interner, other) = (Interner::new(), Interner::new());
        let halves = |interner: &Interner| -> Vec<[Id; 2]> {
            let piece = |n: u8| interner.piece(&[n, n]).unwrap();
            halves.iter().map(|&(left, right)| [piece(left), piece(right)]).collect()
        };
        let mut named = Vec::new();
        interner.pairs(&halves(&interner), |id| named.push(id)).unwrap();
        let single: Vec<Id> =
            halves(&other).iter().map(|&[left, right]| other.pair(left, right).unwrap()).collect();
        prop_assert_eq!(&named, &single);
        for (&id, &pair) in named.iter().zip(&halves(&interner)) {
            prop_assert_eq!(interner.halves(id), pair);
        }
    }
}
