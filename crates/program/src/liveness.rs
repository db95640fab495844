//! Liveness: which slots of a frame a later instruction may still read.
//!
//! Exact for every instruction: a backward data-flow analysis over the control flow of each
//! function, with the targets of computed gotos, the landing pads of calls that unwind, and the
//! places to which `longjmp` may return. Blocks are solved with bit sets over the slots that live
//! across blocks; the sets of single instructions are sorted lists, each kept once.

use crate::code::{Inst, Operand, OperandKind, Pc, Slot};
use crate::effect::{Edge, Visitor};
use crate::{Function, Program};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

impl Program {
    /// Computes `live_before`, `live_across` and `live_sets`.
    pub fn fill_liveness(&mut self) {
        let mut sets = Sets::default();
        let empty = sets.intern(&[]);
        let mut before = vec![empty; self.code.len()];
        let mut across = vec![empty; self.code.len()];
        for function in self.functions.iter().filter(|f| !f.is_external()) {
            let flow = Flow::new(self, function);
            flow.solve(&mut sets, &mut before, &mut across);
        }
        self.live_before = before;
        self.live_across = across;
        self.live_sets = sets.lists;
    }
}

/// Sorted lists of slots, each kept once.
#[derive(Default)]
struct Sets {
    lists: Vec<Vec<Slot>>,
    by_hash: HashMap<u64, Vec<u32>>,
    hasher: RandomState,
}

impl Sets {
    fn intern(&mut self, set: &[Slot]) -> u32 {
        let same = self.by_hash.entry(self.hasher.hash_one(set)).or_default();
        if let Some(known) = same.iter().find(|&&i| self.lists[i as usize] == set) {
            return *known;
        }
        let index = self.lists.len() as u32;
        self.lists.push(set.to_vec());
        same.push(index);
        index
    }
}

/// The slots an instruction reads and writes.
#[derive(Default)]
struct Effect {
    reads: Vec<Slot>,
    writes: Vec<Slot>,
}

impl Visitor for Effect {
    fn reads(&mut self, operand: Operand, words: u32) {
        if let OperandKind::Slot(slot) = operand.kind() {
            self.reads.extend(slot..slot + words);
        }
    }

    fn writes(&mut self, slot: Slot, words: u32) {
        self.writes.extend(slot..slot + words);
    }
}

/// A function's control flow.
struct Flow<'p> {
    program: &'p Program,
    function: &'p Function,
    /// Calls that may return more than once.
    again: Vec<Pc>,
    /// First instructions of the blocks, sorted.
    leaders: Vec<Pc>,
}

impl<'p> Flow<'p> {
    fn new(program: &'p Program, function: &'p Function) -> Flow<'p> {
        let again = program.returns_again(function);
        let mut flow = Flow { program, function, again, leaders: vec![function.code.start] };
        let mut edges = Vec::new();
        for pc in function.code.clone() {
            flow.edges(pc, &mut edges);
            let falls_through = matches!(edges.as_slice(), [Edge { to, .. }] if *to == pc + 1)
                && !matches!(program.code[pc as usize], Inst::Jump { .. });
            if !falls_through {
                flow.leaders.extend(edges.iter().map(|e| e.to));
                flow.leaders.push(pc + 1);
            }
        }
        flow.leaders.sort_unstable();
        flow.leaders.dedup();
        flow.leaders.retain(|pc| function.code.contains(pc));
        flow
    }

    fn edges(&self, pc: Pc, out: &mut Vec<Edge>) {
        self.program.edges(self.function, pc, &self.again, out);
    }

    fn effect(&self, pc: Pc, out: &mut Effect) {
        out.reads.clear();
        out.writes.clear();
        self.program.visit(&self.program.code[pc as usize], out);
    }

    /// The instructions of a block.
    fn block(&self, index: usize) -> std::ops::Range<Pc> {
        let end = self.leaders.get(index + 1).copied().unwrap_or(self.function.code.end);
        self.leaders[index]..end
    }

    fn solve(&self, sets: &mut Sets, before: &mut [u32], across: &mut [u32]) {
        let live_in = Blocks::new(self).solve(self);
        let mut effect = Effect::default();
        let mut edges = Vec::new();
        for index in 0..self.leaders.len() {
            let block = self.block(index);
            let last = block.end - 1;
            let mut live = Vec::new();
            for pc in block.rev() {
                self.effect(pc, &mut effect);
                if pc == last {
                    self.edges(pc, &mut edges);
                    live = self.live_behind(&edges, &live_in);
                } else {
                    remove(&mut live, &effect.writes);
                }
                across[pc as usize] = sets.intern(&live);
                insert(&mut live, &effect.reads);
                before[pc as usize] = sets.intern(&live);
            }
        }
    }

    /// What is live on the edges out of a block, without what the edges define.
    fn live_behind(&self, edges: &[Edge], live_in: &[Vec<Slot>]) -> Vec<Slot> {
        let mut all = Vec::new();
        let mut effect = Effect::default();
        for edge in edges {
            let Ok(target) = self.leaders.binary_search(&edge.to) else {
                continue;
            };
            let mut live = live_in[target].clone();
            if let Some(pc) = edge.defines {
                self.effect(pc, &mut effect);
                remove(&mut live, &effect.writes);
            }
            all.extend(live);
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn insert(set: &mut Vec<Slot>, slots: &[Slot]) {
    for slot in slots {
        if let Err(at) = set.binary_search(slot) {
            set.insert(at, *slot);
        }
    }
}

fn remove(set: &mut Vec<Slot>, slots: &[Slot]) {
    for slot in slots {
        if let Ok(at) = set.binary_search(slot) {
            set.remove(at);
        }
    }
}

/// A set of slots that live across blocks, by their dense numbers.
type Bits = Vec<u64>;

/// What blocks read and write, and what edges define.
struct Blocks {
    /// The slots that some block reads before it writes them, sorted: no others cross blocks.
    slots: Vec<Slot>,
    reads: Vec<Bits>,
    writes: Vec<Bits>,
    /// For each block its edges: a block, and what is defined on the way, if anything is.
    edges: Vec<Vec<(usize, Option<Bits>)>>,
}

impl Blocks {
    fn new(flow: &Flow<'_>) -> Blocks {
        let exposed: Vec<Vec<Slot>> =
            (0..flow.leaders.len()).map(|index| exposed(flow, index)).collect();
        let mut slots: Vec<Slot> = exposed.iter().flatten().copied().collect();
        slots.sort_unstable();
        slots.dedup();
        let mut blocks = Blocks { slots, reads: Vec::new(), writes: Vec::new(), edges: Vec::new() };
        for (index, reads) in exposed.iter().enumerate() {
            let reads = blocks.bits(reads);
            blocks.reads.push(reads);
            // The last instruction's results are on its edges, not in the block.
            let mut effect = Effect::default();
            let range = flow.block(index);
            for pc in range.start..range.end - 1 {
                flow.program.visit(&flow.program.code[pc as usize], &mut effect);
            }
            let writes = blocks.bits(&effect.writes);
            blocks.writes.push(writes);
            let edges = blocks.edges_of(flow, range.end - 1);
            blocks.edges.push(edges);
        }
        blocks
    }

    fn edges_of(&self, flow: &Flow<'_>, pc: Pc) -> Vec<(usize, Option<Bits>)> {
        let mut edges = Vec::new();
        flow.edges(pc, &mut edges);
        edges.sort_unstable_by_key(|edge| (edge.to, edge.defines));
        edges.dedup();
        let mut effect = Effect::default();
        let defined = |edge: &Edge| {
            let target = flow.leaders.binary_search(&edge.to).ok()?;
            effect.writes.clear();
            if let Some(pc) = edge.defines {
                flow.effect(pc, &mut effect);
            }
            let some = !effect.writes.is_empty();
            Some((target, some.then(|| self.bits(&effect.writes))))
        };
        edges.iter().filter_map(defined).collect()
    }

    fn bits(&self, slots: &[Slot]) -> Bits {
        let mut bits = vec![0; self.slots.len().div_ceil(64)];
        for slot in slots {
            if let Ok(number) = self.slots.binary_search(slot) {
                bits[number / 64] |= 1 << (number % 64);
            }
        }
        bits
    }

    /// The slots live at the start of each block: the least solution.
    fn solve(&self, flow: &Flow<'_>) -> Vec<Vec<Slot>> {
        let count = flow.leaders.len();
        let mut live_in = self.reads.clone();
        let mut predecessors = vec![Vec::new(); count];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|(to, _)| predecessors[*to].push(from));
        }
        let mut waiting: Vec<usize> = (0..count).collect();
        let mut is_waiting = vec![true; count];
        while let Some(block) = waiting.pop() {
            is_waiting[block] = false;
            if self.update(block, &mut live_in) {
                for &predecessor in &predecessors[block] {
                    if !std::mem::replace(&mut is_waiting[predecessor], true) {
                        waiting.push(predecessor);
                    }
                }
            }
        }
        live_in.iter().map(|bits| self.list(bits)).collect()
    }

    /// Adds to a block's live slots what its successors need; says whether that was anything.
    fn update(&self, block: usize, live_in: &mut [Bits]) -> bool {
        let mut changed = false;
        for word in 0..self.slots.len().div_ceil(64) {
            let needed = self.edges[block]
                .iter()
                .map(|(to, defined)| live_in[*to][word] & !defined.as_ref().map_or(0, |d| d[word]))
                .fold(0, |all, needed| all | needed);
            let new = live_in[block][word] | (needed & !self.writes[block][word]);
            changed |= new != live_in[block][word];
            live_in[block][word] = new;
        }
        changed
    }

    fn list(&self, bits: &Bits) -> Vec<Slot> {
        let is_in = |(number, _): &(usize, &Slot)| bits[number / 64] >> (number % 64) & 1 == 1;
        self.slots.iter().enumerate().filter(is_in).map(|(_, slot)| *slot).collect()
    }
}

/// The slots a block reads before it writes them.
fn exposed(flow: &Flow<'_>, index: usize) -> Vec<Slot> {
    let mut effect = Effect::default();
    let mut live = Vec::new();
    for pc in flow.block(index).rev() {
        flow.effect(pc, &mut effect);
        remove(&mut live, &effect.writes);
        insert(&mut live, &effect.reads);
    }
    live
}
