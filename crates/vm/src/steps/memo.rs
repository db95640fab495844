//! Steps remembered: what a thread does is a function of its own pieces and of the pieces it reads.
//!
//! A step is looked up by the thread's record, the process piece and the choice; from there a
//! decision tree asks for one piece after the other, in the order in which the step read them, and
//! its leaf holds what the step wrote. A step that allocates reads what others mention (`machine/mentions_elsewhere.rs`).
//! Steps that look at the whole state (creation and joining of threads) are not remembered.

use super::actor::Actor;
use super::done::{Done, allocated};
use crate::machine::Part;
use allways_store::Id;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::num::NonZeroU32;
use std::rc::Rc;

/// What a step depends on besides what it reads.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Who makes it.
    pub actor: Actor,
    /// Its record.
    pub record: Id,
    /// The process piece.
    pub process: Id,
    /// The choice, or [`NO_CHOICE`].
    pub choice: u32,
}

/// No outcome was chosen.
pub const NO_CHOICE: u32 = u32::MAX;

enum Node {
    /// A part that is read; the piece for which it was read first, and the node that comes then; the place of a
    /// list of others. Most nodes have none, and most nodes on a way stand one behind the other.
    Read {
        part: Part,
        first: (Id, u32),
        others: Option<NonZeroU32>,
    },
    Leaf(Rc<Done>),
}

/// Remembered steps of one worker.
pub struct Memo {
    first: HashMap<Key, u32, BuildHasherDefault<KeyHasher>>,
    nodes: Vec<Node>,
    /// Further ways on from nodes; the first list belongs to none.
    lists: Vec<Vec<(Id, u32)>>,
    /// More ways on from nodes that have many: a counter that a loop reads takes many values.
    more: HashMap<(u32, Id), u32, BuildHasherDefault<KeyHasher>>,
    /// What nodes and steps hold beside their places in `nodes`.
    held: u64,
    /// Bytes after which everything is forgotten.
    most: u64,
}

/// Further ways on that are kept in a list.
const LISTED: usize = 7;
/// Steps that read more parts than that are not remembered: they seldom recur.
const MOST_READS: usize = 256;

impl Memo {
    /// No steps yet, and never more than `most` bytes of them; none at all if that is 0.
    pub fn new(most: u64) -> Memo {
        Memo {
            first: HashMap::default(),
            nodes: Vec::new(),
            lists: vec![Vec::new()],
            more: HashMap::default(),
            held: 0,
            most,
        }
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let nodes = size_of_val(&*self.nodes) + size_of_val(&*self.lists);
        let tables = table_bytes(&self.first) + table_bytes(&self.more);
        (nodes + tables) as u64 + self.held
    }

    /// What the step did when it was run before on the same parts; `read` gives the present parts.
    pub fn find(&self, key: &Key, mut read: impl FnMut(Part) -> Option<Id>) -> Option<&Rc<Done>> {
        let mut at = *self.first.get(key)?;
        loop {
            match &self.nodes[at as usize] {
                Node::Leaf(done) => return Some(done),
                Node::Read { part, first, others } => {
                    let id = read(*part)?;
                    at = match others {
                        _ if first.0 == id => first.1,
                        None => return None,
                        Some(list) => self.way(at, *list, id)?,
                    };
                }
            }
        }
    }

    /// The way on from a node for a piece that is not its first.
    fn way(&self, node: u32, list: NonZeroU32, id: Id) -> Option<u32> {
        let others = &self.lists[list.get() as usize];
        match others.iter().find(|(known, _)| *known == id) {
            Some(&(_, after)) => Some(after),
            None if others.len() < LISTED => None,
            None => self.more.get(&(node, id)).copied(),
        }
    }

    /// Remembers a step that read `reads`, in that order.
    pub fn insert(&mut self, key: Key, reads: &[(Part, Id)], done: Rc<Done>) {
        if self.most == 0 {
            return;
        }
        // A table that grows is there twice for a moment.
        let growing = table_bytes(&self.first).max(table_bytes(&self.more)) as u64;
        if self.bytes() + growing > self.most {
            *self = Memo::new(self.most);
        }
        if reads.len() > MOST_READS {
            return;
        }
        let new = self.nodes.len() as u32;
        match self.first.get(&key) {
            None => {
                self.first.insert(key, new);
                self.chain(reads, done);
            }
            Some(&first) => self.branch(first, reads, done),
        }
    }

    /// Appends the nodes for `reads` and the leaf behind them.
    fn chain(&mut self, reads: &[(Part, Id)], done: Rc<Done>) {
        for &(part, id) in reads {
            let after = self.nodes.len() as u32 + 1;
            self.nodes.push(Node::Read { part, first: (id, after), others: None });
        }
        self.held += done.bytes();
        self.nodes.push(Node::Leaf(done));
    }

    /// Follows what is known and adds the rest where it ends. Where the step read another part than the one that is
    /// asked for there, it is not remembered: which part comes next may depend on more than on those before it.
    fn branch(&mut self, first: u32, reads: &[(Part, Id)], done: Rc<Done>) {
        let new = self.nodes.len() as u32;
        let mut at = first;
        for (number, &(read, id)) in reads.iter().enumerate() {
            let Node::Read { part, first, others } = &self.nodes[at as usize] else { return };
            if *part != read {
                return;
            }
            let other = || self.way(at, (*others)?, id);
            let way = if first.0 == id { Some(first.1) } else { other() };
            match way {
                Some(after) => at = after,
                None => {
                    self.add_way(at, id, new);
                    return self.chain(&reads[number + 1..], done);
                }
            }
        }
    }

    fn add_way(&mut self, node: u32, id: Id, to: u32) {
        let Node::Read { others, .. } = &mut self.nodes[node as usize] else { return };
        let list = *others.get_or_insert_with(|| {
            self.lists.push(Vec::new());
            NonZeroU32::new(self.lists.len() as u32 - 1).expect("the first list belongs to no node")
        });
        let list = &mut self.lists[list.get() as usize];
        if list.len() == LISTED {
            self.more.insert((node, id), to);
            return;
        }
        let bytes = |list: &Vec<(Id, u32)>| allocated(list.capacity() * size_of::<(Id, u32)>());
        self.held -= bytes(list);
        list.push((id, to));
        self.held += bytes(list);
    }
}

/// What a hash table takes: a power of two of places, up to seven eighths of them in use.
fn table_bytes<K, V, S>(table: &HashMap<K, V, S>) -> usize {
    match table.capacity() {
        0 => 0,
        capacity => (capacity * 8 / 7).next_power_of_two() * (size_of::<(K, V)>() + 1),
    }
}

/// Mixes the few numbers of a key: they are ids, dense and small.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u32(b.into()));
    }

    fn write_u32(&mut self, n: u32) {
        self.0 = (self.0.rotate_left(23) ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use super::super::done::{Section, Step};
    use super::*;
    use crate::fault::Block;
    use allways_program::Pc;
    use allways_space::Letters;

    fn done(pc: Pc) -> Rc<Done> {
        let step = Step::Blocked(Block::Assume);
        let (record, process) = (Id::EMPTY, Id::EMPTY);
        let (touches, merged, writes) = (Vec::new(), Vec::new(), Vec::new());
        Rc::new(Done {
            step,
            pc,
            touches,
            merged,
            bytes_touched: 0,
            section: Section::Outside,
            cancellable: false,
            sampled: false,
            named: false,
            looked: false,
            letters: Letters::default(),
            record,
            process,
            writes,
            reads: 0,
            bytes_raced: 0,
        })
    }

    #[test]
    fn a_step_is_found_again_only_where_it_reads_the_same() {
        let key = Key {
            actor: Actor::Thread(1),
            record: Id::from_index(7),
            process: Id::EMPTY,
            choice: 0,
        };
        let (a, b) = (Part::Global(3), Part::Control(2));
        let id = Id::from_index;
        let mut memo = Memo::new(1 << 20);
        memo.insert(key, &[(a, id(1)), (b, id(2))], done(10));
        memo.insert(key, &[(a, id(1)), (b, id(3))], done(11));
        memo.insert(key, &[(a, id(5))], done(12));
        let find = |x: u32, y: u32| {
            memo.find(&key, |part| Some(id(if part == a { x } else { y }))).map(|d| d.pc)
        };
        assert_eq!(find(1, 2), Some(10));
        assert_eq!(find(1, 3), Some(11));
        assert_eq!(find(1, 4), None);
        assert_eq!(find(5, 9), Some(12));
        assert_eq!(find(6, 2), None);
        for n in 100..200 {
            memo.insert(key, &[(a, id(n))], done(n));
        }
        for n in 100..200 {
            assert_eq!(memo.find(&key, |_| Some(id(n))).map(|d| d.pc), Some(n));
        }
        assert!(memo.find(&key, |_| Some(id(200))).is_none());
        let other = Key { choice: 1, ..key };
        assert!(memo.find(&other, |_| Some(id(1))).is_none());
    }

    #[test]
    fn a_piece_is_never_taken_for_that_of_another_part() {
        let key = Key { actor: Actor::Thread(1), record: Id::EMPTY, process: Id::EMPTY, choice: 0 };
        let (first, second) = ((Part::Control(1), Id::from_index(1)), Id::from_index(2));
        let mut memo = Memo::new(1 << 20);
        memo.insert(key, &[first, (Part::Control(2), Id::from_index(9))], done(10));
        memo.insert(key, &[first, (Part::Global(3), second)], done(11));
        // Thread 2 has a piece that the global had.
        let found = memo.find(&key, |part| Some(if part == first.0 { first.1 } else { second }));
        assert!(found.is_none());
    }

    #[test]
    fn everything_is_forgotten_before_it_takes_too_much() {
        let most = 1 << 16;
        let mut memo = Memo::new(most);
        for n in 0..10_000 {
            let key =
                Key { actor: Actor::Thread(n), record: Id::EMPTY, process: Id::EMPTY, choice: 0 };
            memo.insert(key, &[(Part::Global(n), Id::EMPTY)], done(n));
            assert!(memo.bytes() <= most + 1024, "{} bytes", memo.bytes());
            assert_eq!(memo.find(&key, |_| Some(Id::EMPTY)).map(|d| d.pc), Some(n));
        }
    }
}
