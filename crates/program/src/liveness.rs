//! Liveness: which slots of a frame a later instruction may still read.
//!
//! Exact for every instruction: a backward data-flow analysis over the control flow of each
//! function, with the targets of computed gotos, the landing pads of calls that unwind, and the
//! places to which `longjmp` may return. The sets are sorted lists, each kept once.

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

    fn writes(&self, pc: Pc, slot: Slot) -> bool {
        let mut effect = Effect::default();
        self.effect(pc, &mut effect);
        effect.writes.contains(&slot)
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

/// What blocks write, and how control comes to them.
struct Blocks {
    /// For each slot the blocks that write it before their last instruction.
    written: Vec<Vec<u32>>,
    /// For each slot the blocks whose last instruction writes it.
    written_last: Vec<Vec<u32>>,
    /// For each slot the blocks that read it before they write it.
    exposed: Vec<Vec<u32>>,
    /// For each block the edges that lead to it: the block they leave, and what they define.
    incoming: Vec<Vec<(u32, Defines)>>,
}

/// What is defined on an edge.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Defines {
    Nothing,
    /// What the last instruction of the block writes.
    Own,
    /// What another instruction writes: a `setjmp` that returns again.
    Other(Pc),
}

impl Blocks {
    fn new(flow: &Flow<'_>) -> Blocks {
        let slots = flow.function.words as usize;
        let mut blocks = Blocks {
            written: vec![Vec::new(); slots],
            written_last: vec![Vec::new(); slots],
            exposed: vec![Vec::new(); slots],
            incoming: vec![Vec::new(); flow.leaders.len()],
        };
        for index in 0..flow.leaders.len() {
            blocks.add(flow, index as u32);
        }
        for edges in &mut blocks.incoming {
            edges.sort_unstable();
            edges.dedup();
        }
        blocks
    }

    fn add(&mut self, flow: &Flow<'_>, index: u32) {
        let range = flow.block(index as usize);
        let last = range.end - 1;
        let mut effect = Effect::default();
        for pc in range {
            flow.effect(pc, &mut effect);
            let written = if pc == last { &mut self.written_last } else { &mut self.written };
            for slot in &effect.writes {
                let blocks = &mut written[*slot as usize];
                if blocks.last() != Some(&index) {
                    blocks.push(index);
                }
            }
        }
        for slot in exposed(flow, index as usize) {
            self.exposed[slot as usize].push(index);
        }
        let mut edges = Vec::new();
        flow.edges(last, &mut edges);
        for edge in edges {
            let defines = match edge.defines {
                None => Defines::Nothing,
                Some(pc) if pc == last => Defines::Own,
                Some(pc) => Defines::Other(pc),
            };
            if let Ok(target) = flow.leaders.binary_search(&edge.to) {
                self.incoming[target].push((index, defines));
            }
        }
    }

    /// The slots live at the start of each block, sorted. Each slot goes from the blocks that read
    /// it backwards to those that write it, so that the work is in proportion to the result.
    fn solve(&self, flow: &Flow<'_>) -> Vec<Vec<Slot>> {
        let count = flow.leaders.len();
        let mut live_in = vec![Vec::new(); count];
        // The slot for which a block was last seen, written in and ended by a write.
        let (mut seen, mut writes, mut ends) =
            (vec![Slot::MAX; count], vec![Slot::MAX; count], vec![Slot::MAX; count]);
        let mut waiting = Vec::new();
        for slot in 0..flow.function.words {
            let mark = |marks: &mut [Slot], blocks: &[u32]| {
                blocks.iter().for_each(|block| marks[*block as usize] = slot);
            };
            mark(&mut writes, &self.written[slot as usize]);
            mark(&mut ends, &self.written_last[slot as usize]);
            mark(&mut seen, &self.exposed[slot as usize]);
            waiting.extend_from_slice(&self.exposed[slot as usize]);
            while let Some(block) = waiting.pop() {
                live_in[block as usize].push(slot);
                for (from, defines) in &self.incoming[block as usize] {
                    let from_index = *from as usize;
                    let ends_here = match defines {
                        Defines::Nothing => false,
                        Defines::Own => ends[from_index] == slot,
                        Defines::Other(pc) => flow.writes(*pc, slot),
                    };
                    let new = seen[from_index] != slot && writes[from_index] != slot;
                    if new && !ends_here {
                        seen[from_index] = slot;
                        waiting.push(*from);
                    }
                }
            }
        }
        live_in
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
