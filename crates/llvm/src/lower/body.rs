//! One function: its slots, blocks and instructions.

use crate::ir::{Block, Type, Value};
use crate::lower::call::class_of;
use crate::lower::shape::Shape;
use crate::lower::unasked::unasked;
use crate::lower::{Gap, Lowering, constant, debug, dispatch};
use crate::{Error, ir};
use allways_program::check::MAX_FRAME_WORDS;
use allways_program::{FunctionId, Inst, Operand, Param, Pc, Slot};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Instructions that have addresses of labels: see [`allways_program::address`].
const MAX_CODE: usize = 1 << 24;

/// A place in the code that is not laid out yet. Until [`Body::resolve`] the [`Pc`] fields of
/// this function's instructions hold labels.
pub(crate) type Label = u32;

/// A function on its way into the program.
pub(crate) struct Body<'l, 'm> {
    pub(crate) cx: &'l mut Lowering<'m>,
    pub(crate) function: Value,
    /// Shifts by too much are undefined values here, not faults: the optimiser moves them to
    /// where nobody looks at the result.
    pub(crate) speculates: bool,
    /// Where this function's code begins.
    pub(super) start: Pc,
    words: u32,
    values: HashMap<Value, Operand>,
    /// Where the labels are.
    pub(super) labels: Vec<Option<Pc>>,
    pub(super) blocks: HashMap<Block, Label>,
    /// The block that is laid out next: a jump to it needs no instruction.
    pub(super) next: Option<Block>,
    /// Edges with copies, to be laid out behind the block.
    pub(super) stubs: Vec<(Label, Block, Block)>,
    /// Slots in which indirect jumps hand over the values of phis.
    pub(super) staged: HashMap<Value, Slot>,
    /// Where blocks end that are laid out already.
    pub(super) terminators: HashMap<Block, Pc>,
    /// For blocks with phis: by predecessor, the phis and their values.
    pub(super) incoming: HashMap<Block, HashMap<Block, Vec<(Value, Value)>>>,
    /// Which variables live at which addresses.
    pub(super) addressed: HashMap<Value, ir::Metadata>,
    /// First entries of this function in the program's tables, to resolve labels in.
    first_switch: usize,
    first_call: usize,
    pub(super) location: u32,
    /// Instructions that are left out.
    unasked: HashSet<Value>,
}

impl<'l, 'm> Body<'l, 'm> {
    /// Lowers a function that has code.
    pub(super) fn lower(cx: &'l mut Lowering<'m>, function: Value) -> Result<(), Error> {
        let id = cx.functions[&function];
        let mut body = Body::new(cx, function);
        let params = match body.params() {
            Ok(params) => params,
            Err(gap) => return body.refuse(id, gap),
        };
        let order = reachable(function);
        body.unasked = unasked(function);
        body.label_blocks(&order);
        for (i, block) in order.iter().enumerate() {
            body.next = order.get(i + 1).copied();
            body.lower_block(*block);
        }
        body.place_taken_addresses(&order);
        body.finish(id, params)
    }

    /// The function is an error when it is called.
    pub(super) fn refuse(mut self, id: FunctionId, gap: Gap) -> Result<(), Error> {
        self.unsupported(gap);
        self.finish(id, Vec::new())
    }

    pub(super) fn new(cx: &'l mut Lowering<'m>, function: Value) -> Body<'l, 'm> {
        Body {
            function,
            speculates: cx.options.optimised
                && function.is_function()
                && !function.has_attribute("optnone"),
            start: cx.program.code.len() as Pc,
            words: 0,
            values: HashMap::new(),
            labels: Vec::new(),
            blocks: HashMap::new(),
            next: None,
            stubs: Vec::new(),
            staged: HashMap::new(),
            terminators: HashMap::new(),
            incoming: HashMap::new(),
            addressed: if function.is_function() {
                debug::addressed(function)
            } else {
                HashMap::new()
            },
            first_switch: cx.program.switches.len(),
            first_call: cx.program.calls.len(),
            location: 0,
            unasked: HashSet::new(),
            cx,
        }
    }

    fn params(&mut self) -> Result<Vec<Param>, Gap> {
        let mut params = Vec::new();
        for param in self.function.params() {
            let slot = self.define(param)?;
            let shape = self.shape(param.ty())?;
            params.push(Param { slot, words: shape.words, class: class_of(&shape) });
        }
        Ok(params)
    }

    fn label_blocks(&mut self, order: &[Block]) {
        for block in order {
            let label = self.new_label();
            self.blocks.insert(*block, label);
        }
    }

    fn lower_block(&mut self, block: Block) {
        self.place(self.blocks[&block]);
        for instruction in block.instructions() {
            if self.unasked.contains(&instruction) {
                continue;
            }
            if instruction.is_phi() {
                if let Err(gap) = self.define(instruction) {
                    self.unsupported(gap);
                }
                continue;
            }
            self.location = self.cx.debug.location(&mut self.cx.program.debug, instruction);
            self.record_variables(instruction);
            self.lower_instruction(instruction);
        }
        if self.pc() > self.start {
            self.terminators.insert(block, self.pc() - 1);
        }
        self.lower_stubs();
    }

    fn lower_instruction(&mut self, instruction: Value) {
        let before = self.cx.program.code.len();
        let Err(gap) = dispatch::handler(instruction.opcode())(self, instruction) else {
            return;
        };
        // Half of an instruction is none: only the message stays.
        self.cx.program.code.truncate(before);
        self.cx.program.debug.at.truncate(before);
        self.forget_labels_from(before as Pc);
        self.unsupported(gap);
    }

    fn forget_labels_from(&mut self, pc: Pc) {
        for label in &mut self.labels {
            if label.is_some_and(|at| at > pc) {
                *label = Some(pc);
            }
        }
    }

    pub(super) fn unsupported(&mut self, Gap(what): Gap) {
        let what = self.cx.pool.unsupported(&mut self.cx.program, what);
        self.emit(Inst::Unsupported { what });
    }

    /// Ends the function: labels become places.
    pub(super) fn finish(mut self, id: FunctionId, params: Vec<Param>) -> Result<(), Error> {
        if self.cx.program.code.len() > MAX_CODE {
            return Err(Error::TooLarge {
                what: "the program's code".into(),
                limit: format!("{MAX_CODE} instructions"),
            });
        }
        if self.words > MAX_FRAME_WORDS {
            return Err(Error::TooLarge {
                what: format!("a frame of `{}`", self.function.name()),
                limit: format!("{MAX_FRAME_WORDS} words"),
            });
        }
        self.resolve();
        let end = self.cx.program.code.len() as Pc;
        let record = &mut self.cx.program.functions[id as usize];
        record.code = self.start..end;
        record.words = self.words;
        record.params = params;
        Ok(())
    }

    fn resolve(&mut self) {
        let places: Vec<Pc> = (0..self.labels.len()).map(|label| self.final_place(label)).collect();
        let at = |label: &mut Pc| *label = places[*label as usize];
        let program = &mut self.cx.program;
        for inst in &mut program.code[self.start as usize..] {
            match inst {
                Inst::Jump { to } => at(to),
                Inst::Branch { yes, no, .. } => {
                    at(yes);
                    at(no);
                }
                _ => {}
            }
        }
        for table in &mut program.switches[self.first_switch..] {
            at(&mut table.default);
            table.cases.iter_mut().for_each(|(_, to)| at(to));
        }
        for call in &mut program.calls[self.first_call..] {
            call.unwind.iter_mut().for_each(&at);
        }
    }

    /// Where control that goes to a label does something: behind jumps that only lead on. Jumps
    /// still hold labels here.
    fn final_place(&self, label: usize) -> Pc {
        let program = &self.cx.program;
        let end = program.code.len() as Pc;
        let mut pc = self.labels[label].unwrap_or(end);
        // An endless loop of jumps must stay one, so that not all of them are followed.
        for _ in 0..8 {
            match program.code.get(pc as usize) {
                Some(Inst::Jump { to }) if program.debug.assigns_at(pc).is_empty() => {
                    pc = self.labels[*to as usize].unwrap_or(end);
                }
                _ => break,
            }
        }
        pc
    }
}

/// Slots, operands and instructions.
impl Body<'_, '_> {
    pub(crate) fn shape(&mut self, ty: Type) -> Result<Rc<Shape>, Gap> {
        self.cx.shapes.of(ty)
    }

    pub(crate) fn new_label(&mut self) -> Label {
        self.labels.push(None);
        self.labels.len() as Label - 1
    }

    /// The label is here.
    pub(crate) fn place(&mut self, label: Label) {
        self.labels[label as usize] = Some(self.pc());
    }

    /// Where the next instruction goes.
    pub(crate) fn pc(&self) -> Pc {
        self.cx.program.code.len() as Pc
    }

    pub(crate) fn emit(&mut self, inst: Inst) {
        self.cx.program.code.push(inst);
        self.cx.program.debug.at.push(self.location);
    }

    pub(crate) fn new_slots(&mut self, words: u32) -> Slot {
        let slot = self.words;
        self.words += words;
        slot
    }

    /// The slots an instruction's or parameter's value goes to.
    pub(crate) fn define(&mut self, value: Value) -> Result<Slot, Gap> {
        if let Some(operand) = self.values.get(&value)
            && let allways_program::OperandKind::Slot(slot) = operand.kind()
        {
            return Ok(slot);
        }
        let words = self.shape(value.ty())?.words;
        let slot = self.new_slots(words.into());
        self.values.insert(value, Operand::slot(slot));
        Ok(slot)
    }

    /// The value is what is in `operand` already: no instruction is needed.
    pub(crate) fn alias(&mut self, value: Value, operand: Operand) -> Result<(), Gap> {
        if self.values.contains_key(&value) {
            // Somebody asked before the value was there; the value must go where they look.
            let dst = self.define(value)?;
            let words = self.shape(value.ty())?.words;
            self.emit(Inst::Copy { dst, src: operand, words });
            return Ok(());
        }
        self.values.insert(value, operand);
        Ok(())
    }

    /// Where a value is read.
    pub(crate) fn operand(&mut self, value: Value) -> Result<Operand, Gap> {
        if let Some(operand) = self.values.get(&value) {
            return Ok(*operand);
        }
        if !value.is_constant() {
            return self.define(value).map(Operand::slot);
        }
        if self.is_thread_local(value) {
            return self.thread_local_operand(value);
        }
        self.cx.constant_operand(value)
    }

    /// An undefined value of a type.
    pub(crate) fn undefined(&mut self, ty: Type) -> Result<Operand, Gap> {
        let words = constant::undefined(&*self.shape(ty)?);
        Ok(self.cx.pool.constant(&mut self.cx.program, words))
    }

    /// The operand of a value, if it is known without emitting anything.
    pub(super) fn known_operand(&self, value: Value) -> Option<Operand> {
        self.values.get(&value).copied()
    }

    fn record_variables(&mut self, instruction: Value) {
        for record in ir::records(instruction) {
            self.record_variable(&record);
        }
    }
}

/// The reachable blocks, each behind a path that leads to it: definitions come before uses.
fn reachable(function: Value) -> Vec<Block> {
    let Some(entry) = function.blocks().first().copied() else {
        return Vec::new();
    };
    let mut seen = HashSet::from([entry]);
    let mut order = Vec::new();
    let mut stack = vec![(entry, entry.successors())];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.pop() {
            Some(next) if seen.insert(next) => stack.push((next, next.successors())),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
