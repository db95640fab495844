//! Edges between blocks: the parallel copies that phis are.

use crate::ir::{Block, Value};
use crate::lower::Gap;
use crate::lower::body::{Body, Label};
use allways_program::{Inst, Operand, Slot};
use std::collections::HashMap;

impl Body<'_, '_> {
    /// Where a conditional jump from `from` to `to` goes: to the block, or to copies on the way.
    pub(crate) fn edge(&mut self, from: Block, to: Block) -> Label {
        if !to.has_phis() {
            return self.blocks[&to];
        }
        let known = self.stubs.iter().find(|(_, f, t)| *f == from && *t == to);
        if let Some((label, _, _)) = known {
            return *label;
        }
        let label = self.new_label();
        self.stubs.push((label, from, to));
        label
    }

    /// An unconditional jump, copies included.
    pub(crate) fn jump(&mut self, from: Block, to: Block) -> Result<(), Gap> {
        let moves = self.phi_moves(from, to)?;
        self.emit_moves(moves);
        if self.next != Some(to) || !self.stubs.is_empty() {
            self.emit(Inst::Jump { to: self.blocks[&to] });
        }
        Ok(())
    }

    /// Lays out the edges that need copies, behind the block they leave.
    pub(super) fn lower_stubs(&mut self) {
        for (label, from, to) in std::mem::take(&mut self.stubs) {
            self.place(label);
            match self.phi_moves(from, to) {
                Ok(moves) => self.emit_moves(moves),
                Err(gap) => self.unsupported(gap),
            }
            self.emit(Inst::Jump { to: self.blocks[&to] });
        }
    }

    fn phi_moves(&mut self, from: Block, to: Block) -> Result<Vec<(Slot, Operand)>, Gap> {
        let mut moves = Vec::new();
        for (phi, value) in self.incoming(from, to) {
            let dst = self.define(phi)?;
            self.push_moves(phi, value, dst, &mut moves)?;
        }
        Ok(moves)
    }

    /// The phis of a block with the values they get from another.
    fn incoming(&mut self, from: Block, to: Block) -> Vec<(Value, Value)> {
        // All values of a block at once: asking each phi for one of them would be quadratic.
        let known = self.incoming.entry(to).or_insert_with(|| {
            let mut by_block: HashMap<Block, Vec<(Value, Value)>> = HashMap::new();
            for phi in to.phis() {
                for (block, value) in phi.incoming() {
                    let values = by_block.entry(block).or_default();
                    // A block that comes several times brings the same value each time.
                    if values.last().is_none_or(|(last, _)| *last != phi) {
                        values.push((phi, value));
                    }
                }
            }
            by_block
        });
        known.get(&from).cloned().unwrap_or_default()
    }

    fn push_moves(
        &mut self,
        phi: Value,
        value: Value,
        dst: Slot,
        moves: &mut Vec<(Slot, Operand)>,
    ) -> Result<(), Gap> {
        let words = self.shape(phi.ty())?.words.into();
        let src = self.operand(value)?;
        moves.extend((0..words).map(|i| (dst + i, src.word(i))));
        Ok(())
    }

    fn emit_moves(&mut self, mut moves: Vec<(Slot, Operand)>) {
        moves.retain(|(dst, src)| Operand::slot(*dst) != *src);
        match moves.as_slice() {
            [] => {}
            [(dst, src)] => self.emit(Inst::Copy { dst: *dst, src: *src, words: 1 }),
            _ => {
                let first = self.cx.program.copies.len() as u32;
                let count = moves.len() as u32;
                self.cx.program.copies.append(&mut moves);
                self.emit(Inst::Copies { first, count });
            }
        }
    }

    /// Before an indirect jump: the values of the phis of every target wait in slots of their own,
    /// because the jump's target is not known and another target's phi may still be in use.
    pub(crate) fn stage_phis(&mut self, from: Block) -> Result<(), Gap> {
        let mut moves = Vec::new();
        let mut targets = from.successors();
        targets.sort_by_key(|b| self.blocks[b]);
        targets.dedup();
        for target in targets {
            for (phi, value) in self.incoming(from, target) {
                let dst = self.staging_slot(phi)?;
                self.push_moves(phi, value, dst, &mut moves)?;
            }
        }
        self.emit_moves(moves);
        Ok(())
    }

    fn staging_slot(&mut self, phi: Value) -> Result<Slot, Gap> {
        if let Some(slot) = self.staged.get(&phi) {
            return Ok(*slot);
        }
        let words = self.shape(phi.ty())?.words;
        let slot = self.new_slots(words.into());
        self.staged.insert(phi, slot);
        Ok(slot)
    }

    /// Gives blocks whose address is taken a place to be jumped to, which takes the staged values.
    pub(super) fn place_taken_addresses(&mut self, order: &[Block]) {
        self.location = 0;
        for block in taken_addresses(self.function) {
            let pc = self.pc();
            if !order.contains(&block) {
                // Nothing leads there, so that this is never executed.
                self.emit(Inst::Unreachable);
            } else if let Err(gap) = self.enter_staged(block) {
                self.unsupported(gap);
            }
            self.cx.labels.insert(block, pc);
            self.cx.program.labels.push(pc);
        }
    }

    fn enter_staged(&mut self, block: Block) -> Result<(), Gap> {
        let mut moves = Vec::new();
        for phi in block.phis() {
            let dst = self.define(phi)?;
            let words = self.shape(phi.ty())?.words;
            if let Some(src) = self.staged.get(&phi).copied() {
                moves.extend((0..words.into()).map(|i| (dst + i, Operand::slot(src + i))));
            }
        }
        self.emit_moves(moves);
        self.emit(Inst::Jump { to: self.blocks[&block] });
        Ok(())
    }
}

/// Blocks whose address is taken.
fn taken_addresses(function: Value) -> Vec<Block> {
    let mut blocks = function.blocks();
    blocks.retain(|block| block.is_address_taken());
    blocks
}
