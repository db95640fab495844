//! Instructions: one short method a family.

use super::{Event, Machine, Mode};
use crate::fault::{FaultKind, Gap, Halt};
use crate::state::is_native;
use crate::value::float;
use crate::value::integer;
use crate::value::word::{Wide, Word};
use allways_program::code::{Binary, Checked, Compare, Inst, Rmw};
use allways_program::{Operand, Pc, Slot};
use allways_space::Property;

/// Copies at once for which there is room on the stack.
const FEW_COPIES: usize = 8;

impl Machine<'_> {
    /// Executes the instruction that the running thread stands before.
    #[inline]
    pub(crate) fn execute_one(&mut self) -> Result<(), Halt> {
        let pc = self.frame().pc;
        self.noted.last_pc = pc;
        if is_native(pc) {
            return self.native();
        }
        let vm = self.vm;
        vm.mark_executed(pc);
        let inst = &vm.program.code[pc as usize];
        if self.events.is_none() {
            return self.execute(inst);
        }
        self.execute_observed(pc, inst)
    }

    /// Runs the instruction at the running thread's position and moves the position on. On a halt
    /// nothing has changed, except that an operation may have taken part of its effect before a
    /// fault that ends the execution.
    pub fn execute(&mut self, inst: &Inst) -> Result<(), Halt> {
        match *inst {
            Inst::Jump { to } => self.jump(to),
            Inst::Branch { cond, yes, no } => {
                let cond = self.condition(self.word(cond))?;
                self.jump(if cond & 1 != 0 { yes } else { no });
            }
            Inst::Copies { first, count } => {
                self.copies(first, count);
                self.advance();
            }
            Inst::Compare { op, bits, dst, a, b } => {
                self.compare(op, bits, dst, a, b);
                self.advance();
            }
            Inst::Load { .. } | Inst::Store { .. } => self.execute_memory(*inst)?,
            Inst::Binary { op, bits: bits @ ..=64, nsw, dst, a, b } if self.are_plain(a, b) => {
                self.binary(op, bits, nsw, dst, a, b)?;
                self.advance();
                self.see_made_up(self.word(Operand::slot(dst)).value);
            }
            other => self.execute_watched(other)?,
        }
        Ok(())
    }

    /// Whether words name nothing, so that nothing is taken apart that is computed from them.
    #[inline]
    fn are_plain(&self, a: Operand, b: Operand) -> bool {
        let space = &self.vm.space;
        !space.may_name(self.word(a).value) && !space.may_name(self.word(b).value)
    }

    /// The same for an instruction that may make one address from another.
    fn execute_watched(&mut self, inst: Inst) -> Result<(), Halt> {
        let from = self.computed_from(inst);
        self.execute_plain(inst)?;
        let result = match inst {
            Inst::Binary { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Resize { dst, .. }
            | Inst::Address { dst, .. }
            | Inst::Checked { dst, .. }
            | Inst::Funnel { dst, .. } => self.word(Operand::slot(dst)),
            Inst::FloatConvert { dst, .. } => self.word(Operand::slot(dst)),
            _ => Word::ZERO,
        };
        match from {
            Some(from) => self.let_out_computed(from, &[result]),
            None => self.see_made_up(result.value),
        }
        Ok(())
    }

    fn execute_plain(&mut self, inst: Inst) -> Result<(), Halt> {
        match inst {
            Inst::Copy { dst, src, words } => self.copy(dst, src, words),
            Inst::Binary { op, bits, nsw, dst, a, b } => self.binary(op, bits, nsw, dst, a, b)?,
            Inst::Checked { op, bits, dst, flag, a, b } => {
                let bits = u32::from(bits);
                let (result, over) =
                    integer::checked(op, bits, self.wide(a, bits), self.wide(b, bits));
                self.set_wide(dst, bits, result);
                self.set(flag, over);
            }
            Inst::Unary { op, bits, dst, a } => {
                let value = integer::unary(op, bits.into(), self.wide(a, bits.into()));
                self.set_wide(dst, bits.into(), value);
            }
            Inst::Funnel { left, bits, dst, a, b, count } => {
                let bits = u32::from(bits);
                let [a, b, count] = [a, b, count].map(|o| self.wide(o, bits));
                self.set_wide(dst, bits, integer::funnel(left, bits, a, b, count));
            }
            Inst::Resize { op, from, to, dst, a } => {
                let value = integer::resize(op, from.into(), to.into(), self.wide(a, from.into()));
                self.set_wide(dst, to.into(), value);
            }
            Inst::Select { words, dst, cond, a, b } => self.select(words, dst, cond, a, b),
            Inst::Freeze { dst, src, words } => self.freeze(dst, src, words),
            Inst::Address { dst, base, index, bits, scale } => {
                self.address_of(dst, base, index, bits, scale)?
            }
            Inst::LaneGet { dst, src, index, lanes, words } => {
                self.lane_get(dst, src, index, lanes, words)
            }
            Inst::LanePut { dst, value, index, lanes, words } => {
                self.lane_put(dst, value, index, lanes, words)
            }
            Inst::Bitcast { dst, src, from, to } => self.bitcast(dst, src, from, to),
            other => return self.execute_memory(other),
        }
        self.advance();
        Ok(())
    }

    /// Instructions that touch memory or synchronise.
    fn execute_memory(&mut self, inst: Inst) -> Result<(), Halt> {
        match inst {
            Inst::Load { dst, ptr, access } => {
                let address = self.address(self.word(ptr))?;
                self.load_value(dst, address, self.vm.program.accesses[access as usize])?;
            }
            Inst::Store { src, ptr, access } => {
                let address = self.address(self.word(ptr))?;
                self.store_value(src, address, self.vm.program.accesses[access as usize])?;
            }
            Inst::Rmw { op, dst, ptr, value, access } => self.rmw(op, dst, ptr, value, access)?,
            Inst::CompareExchange { dst, success, ptr, expected, new, access } => {
                self.compare_exchange(dst, success, ptr, (expected, new), access)?
            }
            Inst::Fence { .. } => {}
            Inst::StackAlloc { dst, site, count, bits } => {
                self.stack_alloc(dst, site, count, bits)?
            }
            Inst::StackSave { dst } => {
                let count = self.frame().objects.len() as u64;
                self.set(dst, Word::new(count));
            }
            Inst::StackRestore { src } => {
                let from = self.address(self.word(src))?;
                self.release_stack(from as usize)?;
            }
            Inst::LifetimeStart { ptr } => {
                let address = self.address(self.word(ptr))?;
                self.begin_scope(address)?;
            }
            Inst::LifetimeEnd { ptr } => {
                let address = self.address(self.word(ptr))?;
                self.end_scope(address)?;
            }
            Inst::ThreadLocal { dst, global } => {
                let address = self.thread_local(global)?;
                self.set(dst, Word::new(address));
            }
            other => return self.execute_float(other),
        }
        self.advance();
        Ok(())
    }

    fn execute_float(&mut self, inst: Inst) -> Result<(), Halt> {
        match inst {
            Inst::Float { op, kind, dst, a, b } => {
                let [a, b] = [a, b].map(|o| self.wide(o, kind.bits()));
                self.set_wide(dst, kind.bits(), float::binary(op, kind, a, b));
            }
            Inst::FloatUnary { op, kind, dst, a } => {
                let value = float::unary(op, kind, self.wide(a, kind.bits()));
                self.set_wide(dst, kind.bits(), value);
            }
            Inst::FloatFma { kind, dst, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|o| self.wide(o, kind.bits()));
                self.set_wide(dst, kind.bits(), float::fma(kind, a, b, c));
            }
            Inst::FloatCompare { mask, kind, dst, a, b } => {
                let [a, b] = [a, b].map(|o| self.wide(o, kind.bits()));
                self.set(dst, float::compare(mask, kind, a, b));
            }
            Inst::FloatConvert { op, dst, a } => {
                let (from, to) = float::widths(op);
                let value = float::convert(op, self.wide(a, from))?;
                self.set_wide(dst, to, value);
            }
            Inst::FloatClass { mask, kind, dst, a } => {
                let value = float::class(mask, kind, self.wide(a, kind.bits()));
                self.set(dst, value);
            }
            other => return self.execute_control(other),
        }
        self.advance();
        Ok(())
    }

    /// Instructions that set the position themselves.
    fn execute_control(&mut self, inst: Inst) -> Result<(), Halt> {
        match inst {
            Inst::Switch { value, table, .. } => {
                let value = self.decision(self.word(value))?;
                let table = &self.vm.program.switches[table as usize];
                let found = table.cases.binary_search_by_key(&value, |c| c.0);
                self.jump(found.map_or(table.default, |i| table.cases[i].1));
            }
            Inst::JumpIndirect { target } => {
                let address = self.address(self.word(target))?;
                let pc = self.vm.space.label_at(address).filter(|&pc| self.vm.is_code(pc));
                self.jump(pc.ok_or(FaultKind::NotAFunction { address })?);
            }
            Inst::Call { function, site } => self.call(function, site)?,
            Inst::CallIndirect { target, site } => self.call_indirect(target, site)?,
            Inst::Return { src, words } => self.return_from(src, words)?,
            Inst::Unreachable => return Err(FaultKind::Unreachable.into()),
            Inst::Trap => return Err(FaultKind::Trap.into()),
            Inst::VaStart { list } => {
                self.start_variable_args(list)?;
                self.advance();
            }
            Inst::Unsupported { what } => return Err(Halt::Unsupported(Gap::Instruction(what))),
            Inst::Resume { src } => self.resume_from(src)?,
            _ => return Err(Halt::Unsupported(Gap::EXCEPTIONS)),
        }
        Ok(())
    }

    /// Moves on to the next instruction.
    #[inline(always)]
    pub(super) fn advance(&mut self) {
        self.frame().pc += 1;
    }

    #[inline(always)]
    pub(super) fn jump(&mut self, to: Pc) {
        self.frame().pc = to;
    }

    /// What a branch goes by: both ways, where it is ignored that it goes by nothing.
    fn condition(&mut self, word: Word) -> Result<u64, Halt> {
        let decided = self.decision(word);
        if decided.is_err() {
            let pc = self.position();
            if self.vm.ignored.takes(pc, Property::Memory) {
                return self.choose(2).map(u64::from);
            }
        }
        decided
    }

    fn decision(&self, word: Word) -> Result<u64, Halt> {
        word.get().ok_or(Halt::Fault(FaultKind::UndefinedBranch))
    }

    pub(super) fn copy(&mut self, dst: Slot, src: Operand, words: u16) {
        for i in 0..u32::from(words) {
            let word = self.word(src.word(i));
            self.set(dst + i, word);
        }
    }

    pub(super) fn copies(&mut self, first: u32, count: u32) {
        let vm = self.vm;
        let moves = &vm.program.copies[first as usize..(first + count) as usize];
        if let [(dst, src)] = *moves {
            let word = self.word(src);
            return self.set(dst, word);
        }
        let mut few = [Word::ZERO; FEW_COPIES];
        let mut many = Vec::new();
        let words = if moves.len() <= FEW_COPIES {
            &mut few[..moves.len()]
        } else {
            many.resize(moves.len(), Word::ZERO);
            &mut many[..]
        };
        for (word, &(_, src)) in words.iter_mut().zip(moves) {
            *word = self.word(src);
        }
        for (&(dst, _), &word) in moves.iter().zip(&*words) {
            self.set(dst, word);
        }
    }

    fn binary(
        &mut self,
        op: Binary,
        bits: u8,
        nsw: bool,
        dst: Slot,
        a: Operand,
        b: Operand,
    ) -> Result<(), Halt> {
        let bits = u32::from(bits);
        if op.orders() {
            self.compare_order(self.word(a), self.word(b));
        }
        if nsw && self.vm.options.properties.contains(Property::Overflow) {
            self.check_overflow(op, bits, a, b)?;
        }
        if bits <= 64 {
            let word = integer::binary(op, bits, self.word(a), self.word(b))?;
            self.set(dst, word);
        } else {
            let value = integer::wide(op, bits, self.wide(a, bits), self.wide(b, bits))?;
            self.set_wide(dst, bits, value);
        }
        Ok(())
    }

    fn check_overflow(&self, op: Binary, bits: u32, a: Operand, b: Operand) -> Result<(), Halt> {
        let checked = match op {
            Binary::Add => Checked::SAdd,
            Binary::Sub => Checked::SSub,
            Binary::Mul => Checked::SMul,
            _ => return Ok(()),
        };
        let (a, b) = (self.wide(a, bits), self.wide(b, bits));
        let known = a.is_defined() && b.is_defined();
        if known && integer::overflows(checked, bits, a.value, b.value) {
            let pc = self.position();
            if self.vm.ignored.takes(pc, Property::Overflow) {
                return Ok(());
            }
            return Err(FaultKind::SignedOverflow.into());
        }
        Ok(())
    }

    fn compare(&mut self, op: Compare, bits: u8, dst: Slot, a: Operand, b: Operand) {
        let bits = u32::from(bits);
        if !matches!(op, Compare::Eq | Compare::Ne) {
            for word in 0..bits.div_ceil(64) {
                self.compare_order(self.word(a.word(word)), self.word(b.word(word)));
            }
        }
        let word = if bits <= 64 {
            integer::compare(op, bits, self.word(a), self.word(b))
        } else {
            integer::compare_wide(op, bits, self.wide(a, bits), self.wide(b, bits)).low()
        };
        self.set(dst, word);
    }

    fn select(&mut self, words: u16, dst: Slot, cond: Operand, a: Operand, b: Operand) {
        let cond = self.word(cond);
        for i in 0..u32::from(words) {
            let (x, y) = (self.word(a.word(i)), self.word(b.word(i)));
            let word = match cond.get() {
                Some(c) => {
                    if c & 1 != 0 {
                        x
                    } else {
                        y
                    }
                }
                None => {
                    let same = x.defined & y.defined & !(x.value ^ y.value);
                    Word { value: x.value & same, defined: same }
                }
            };
            self.set(dst + i, word);
        }
    }

    fn freeze(&mut self, dst: Slot, src: Operand, words: u16) {
        for i in 0..u32::from(words) {
            let word = self.word(src.word(i));
            self.set(dst + i, Word::new(word.value));
        }
    }

    fn address_of(
        &mut self,
        dst: Slot,
        base: Operand,
        index: Operand,
        bits: u8,
        scale: i64,
    ) -> Result<(), Halt> {
        let width = u32::from(self.vm.program.pointer_bits);
        let (base, index) = (self.word(base), self.word(index));
        let word = if base.is_defined() && index.is_defined() {
            let index = crate::value::word::signed(index.value, bits.into());
            let address = base.value.wrapping_add(index.wrapping_mul(scale) as u64);
            Word::new(address & crate::value::word::mask(width))
        } else {
            let by = Wide::from_word(index);
            let by = integer::resize(allways_program::code::Resize::SExt, bits.into(), 64, by);
            let scaled = integer::binary(Binary::Mul, 64, by.low(), Word::new(scale as u64))?;
            integer::binary(Binary::Add, width, base, scaled)?
        };
        self.set(dst, word);
        Ok(())
    }

    fn lane_get(&mut self, dst: Slot, src: Operand, index: Operand, lanes: u16, words: u16) {
        let index = self.word(index).get().filter(|&i| i < u64::from(lanes));
        for i in 0..u32::from(words) {
            let word = match index {
                Some(lane) => self.word(src.word(lane as u32 * u32::from(words) + i)),
                None => Word::undefined(64),
            };
            self.set(dst + i, word);
        }
    }

    fn lane_put(&mut self, dst: Slot, value: Operand, index: Operand, lanes: u16, words: u16) {
        let words = u32::from(words);
        match self.word(index).get().filter(|&i| i < u64::from(lanes)) {
            Some(lane) => self.copy(dst + lane as u32 * words, value, words as u16),
            None => {
                for i in 0..u32::from(lanes) * words {
                    self.set(dst + i, Word::undefined(64));
                }
            }
        }
    }

    fn stack_alloc(&mut self, dst: Slot, site: u32, count: Operand, bits: u8) -> Result<(), Halt> {
        let vm = self.vm;
        let place = &vm.program.sites[site as usize];
        let count = self.word(count).get().ok_or(FaultKind::UndefinedSize)?;
        let count = crate::value::word::signed(count, bits.into());
        let size = u64::try_from(count)
            .ok()
            .and_then(|c| c.checked_mul(place.size))
            .ok_or(FaultKind::StackTooLarge { size: count as u64 })?;
        let address = self.allocate_stack(site, size, place.align.into())?;
        self.set(dst, Word::new(address));
        Ok(())
    }

    fn rmw(
        &mut self,
        op: Rmw,
        dst: Slot,
        ptr: Operand,
        value: Operand,
        access: u32,
    ) -> Result<(), Halt> {
        let access = self.vm.program.accesses[access as usize];
        let address = self.address(self.word(ptr))?;
        let bits = access.size * 8;
        let operand = self.wide(value, bits);
        self.see_wide(address, access.size.into());
        let mut failed = None;
        let (value, defined) =
            self.exchange_bits(address, access.size.into(), |(value, defined)| {
                let old = Wide { value, defined }.canonical(bits);
                match crate::value::exchange::update(op, bits, old, operand) {
                    Ok(new) => Some((new.value, new.defined)),
                    Err(halt) => {
                        failed = Some(halt);
                        None
                    }
                }
            })?;
        if let Some(halt) = failed {
            return Err(halt);
        }
        if op.orders() {
            let [a, b] = [value as u64, operand.value as u64].map(Word::new);
            self.compare_order(a, b);
        }
        if op != Rmw::Exchange {
            let new = self.peek_number(address, access.size.into());
            self.let_out_exchanged([value as u64, operand.value as u64], new);
        }
        self.set_wide(dst, bits, Wide { value, defined }.canonical(bits));
        Ok(())
    }

    fn compare_exchange(
        &mut self,
        dst: Slot,
        success: Slot,
        ptr: Operand,
        (expected, new): (Operand, Operand),
        access: u32,
    ) -> Result<(), Halt> {
        let access = self.vm.program.accesses[access as usize];
        let address = self.address(self.word(ptr))?;
        let bits = access.size * 8;
        self.see_wide(address, access.size.into());
        let (expected, new) = (self.wide(expected, bits), self.wide(new, bits));
        let (value, defined) = self.read_bits(address, access.size.into(), Mode::AtomicWrite)?;
        let old = Wide { value, defined }.canonical(bits);
        let same = integer::compare_wide(Compare::Eq, bits, old, expected);
        // An exchange decides on what it reads: an undecided comparison is a decision on
        // uninitialised memory.
        let same =
            same.is_defined().then_some(same.value == 1).ok_or(FaultKind::UndefinedBranch)?;
        if same {
            self.write_bits(
                address,
                access.size.into(),
                (new.value, new.defined),
                Mode::AtomicWrite,
            )?;
        } else {
            self.note(|| Event::ExchangeFailed { address });
        }
        self.set_wide(dst, bits, old);
        self.set(success, Word::new(u64::from(same)));
        Ok(())
    }
}
