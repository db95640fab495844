//! Addresses that get out: an object belongs to the thread that made it until its address is where
//! another thread can read it, in whatever form.
//!
//! An address is out when its bytes lie in memory that others can read, at any alignment and however
//! they came there; when it is given to another thread; and when it is taken apart, so that it could
//! come out in disguise: computed with to something that is no address in the same object, or read in
//! parts. Letting out is an act of the owner; if another does it, that is held against the guesses.

use super::Machine;
use super::object::{Content, Home};
use crate::rules::Rule;
use crate::value::word::Word;
use allways_program::address::{ADDRESS_BITS, HANDLE_STEP, ObjectName, addresses_in};
use allways_program::code::Binary;
use allways_program::{Inst, Operand};
use std::ops::Range;

/// Bytes around an access that are looked through for names at once.
const FEW: usize = 64;
/// Bytes of the largest pointer.
const WORD: usize = size_of::<u64>();

/// Addresses that something is computed from.
#[derive(Copy, Clone)]
pub(super) struct Computed {
    addresses: [Option<u64>; 2],
    /// Their distance is, which tells nothing if they are in one object.
    distance: bool,
    /// The result may be an address in the same object.
    whole: bool,
}

impl Machine<'_> {
    /// Bytes of an object were written: where others can read it, the addresses among them are out.
    pub(super) fn let_out_written(&mut self, object: usize, offset: u64, size: u64) {
        self.see_put_together(object, offset..offset + size);
        if !self.vm.tracks_discipline() {
            return;
        }
        let target = &self.objects[object];
        let Some(me) = self.running() else { return };
        if matches!(target.home, Home::Thread { .. }) && target.owner == me && !target.escaped {
            return;
        }
        let reach = self.vm.pointer_bytes() - 1;
        let first = offset.saturating_sub(reach);
        let end = (offset + size + reach).min(target.size);
        self.let_out_in(object, first..end);
    }

    /// A part of a word was written: if it names something now, that name was made up from parts. Only names near
    /// those that were given count, because neighbouring small numbers often look like others.
    fn see_put_together(&mut self, object: usize, range: Range<u64>) {
        if !self.vm.watches_names() || self.vm.breaks(Rule::Disguises) {
            return;
        }
        let unit = self.vm.pointer_bytes();
        for border in [range.start, range.end] {
            let word = border / unit * unit..(border / unit + 1) * unit;
            if border > word.start && word.end <= self.objects[object].size {
                self.for_each_address(object, word, |machine, address| {
                    if machine.is_near_name(address) {
                        machine.observe_address();
                    }
                });
            }
        }
    }

    /// A part of an object is read: an address of which it is only a piece may go on in pieces.
    pub(super) fn let_out_parts(&mut self, object: usize, offset: u64, size: u64) {
        if !self.vm.watches_names() || self.vm.breaks(Rule::Disguises) {
            return;
        }
        let target = &self.objects[object];
        if matches!(target.content, Content::Constant) {
            return;
        }
        // What lies above the address in a pointer tells nothing of it.
        let (unit, end) = (self.vm.pointer_bytes(), target.size);
        let reach = unit.min(u64::from(ADDRESS_BITS.count_ones()).div_ceil(8)) - 1;
        // Most accesses have no name near them: one look at all bytes around them tells so.
        let all = offset.saturating_sub(reach)..(offset + size + unit - 1).min(end);
        if !self.holds_names(object, &all) {
            return;
        }
        for border in [offset, offset + size] {
            // Addresses with one byte at least on either side of the border.
            let around = border.saturating_sub(reach)..(border + unit - 1).min(end);
            if border > 0 && border < end {
                self.see_addresses_in(object, around);
            }
        }
    }

    /// A number that is wider than a pointer is read: an address that does not fill a part of a slot goes on
    /// in pieces.
    pub(super) fn see_wide(&mut self, address: u64, size: u64) {
        let unit = self.vm.pointer_bytes();
        if size <= unit || !self.vm.watches_names() {
            return;
        }
        let Some(bytes) = self.peek(address, size) else { return };
        for (at, address) in self.names_in(&bytes.value) {
            if !(at as u64).is_multiple_of(unit) {
                self.spell_value(address);
            }
        }
    }

    /// The names in bytes, and where they are.
    pub(super) fn names_in(&self, bytes: &[u8]) -> Vec<(usize, u64)> {
        let unit = self.vm.pointer_bytes() as usize;
        if !self.vm.watches_names() || self.vm.breaks(Rule::Disguises) {
            return Vec::new();
        }
        let numbers = addresses_in(bytes, unit).enumerate();
        numbers.filter(|&(_, address)| self.is_name(address)).collect()
    }

    /// A word in memory was computed anew from words. One that names something else may come back.
    pub(super) fn let_out_exchanged(&mut self, from: [u64; 2], to: u64) {
        if !self.vm.watches_names() || self.vm.breaks(Rule::Disguises) {
            return;
        }
        let addresses = from.map(|value| self.names_something(value).then_some(value));
        if addresses.iter().any(Option::is_some) {
            let from = Computed { addresses, distance: false, whole: true };
            self.let_out_computed(from, &[Word::new(to)]);
        }
    }

    /// Two words are compared by their order: that of two objects, or of two threads, depends on their names.
    pub(super) fn compare_order(&mut self, a: Word, b: Word) {
        if !self.vm.watches_names() || !self.vm.space.may_name(a.value) {
            return;
        }
        if [a, b].into_iter().all(|word| self.vm.space.is_among_handles(word.value)) {
            self.observe_address();
        }
        // Objects of different sizes lie apart, whatever their names are. A bound may lie between two of them,
        // and so behind the one that is there in the executions that are explored.
        let named = |word: Word| self.vm.space.object_at(word.value & ADDRESS_BITS);
        if let [Some((one, _)), Some((other, _))] = [a, b].map(named)
            && (one != other || self.object_of(a.value) != self.object_of(b.value))
            && one.class == other.class
        {
            self.observe_address();
        }
    }

    /// A library function looks at bytes as numbers: addresses among them are seen.
    pub fn look_at_bytes(&mut self, address: u64, size: u64) {
        if self.vm.watches_names()
            && let Ok((object, offset)) = self.object_at(address, false)
        {
            let reach = self.vm.pointer_bytes() - 1;
            let end =
                offset.saturating_add(size).saturating_add(reach).min(self.objects[object].size);
            if size > 0 && !self.vm.breaks(Rule::Disguises) {
                self.see_addresses_in(object, offset.saturating_sub(reach)..end);
            }
        }
    }

    /// A value is written as text, from which it can be read again.
    pub fn spell_value(&mut self, value: u64) {
        if self.vm.watches_names() && self.may_be_address(value) {
            self.observe_address();
            self.escape_value(value);
        }
    }

    /// A value is handed to another thread.
    pub fn escape_value(&mut self, value: u64) {
        self.let_out(value & ADDRESS_BITS);
    }

    /// Something was computed from addresses. One that is none in the result may come back in another form.
    pub(super) fn let_out_computed(&mut self, from: Computed, to: &[Word]) {
        for value in from.addresses.into_iter().flatten() {
            let own = self.named_by(value);
            let same = from.whole && to.iter().any(|word| self.named_by(word.value) == own);
            let inside = from.distance
                && from.addresses.iter().all(|a| a.is_some_and(|a| self.named_by(a) == own));
            if !same && !inside {
                self.spell_value(value);
                for word in to {
                    self.see_made_up(word.value);
                    // It mentions something that nothing led to.
                    if let Some(name) = self.object_of(word.value) {
                        self.check_name_again(name.site);
                    }
                }
            }
        }
    }

    fn object_of(&self, value: u64) -> Option<ObjectName> {
        self.vm.space.object_reached(value & ADDRESS_BITS)
    }

    /// What a number names: an object, or a thread by its handle.
    fn named_by(&self, value: u64) -> (Option<ObjectName>, Option<u32>) {
        (self.object_of(value), self.vm.space.thread_of(value))
    }

    /// The addresses that an instruction computes with, if it may take them apart.
    pub(super) fn computed_from(&self, inst: Inst) -> Option<Computed> {
        if !self.vm.watches_names() || self.vm.breaks(Rule::Disguises) {
            return None;
        }
        let (operands, distance) = match inst {
            Inst::Binary { op: Binary::And, a, b, .. } if self.asks_offset(a, b) => return None,
            Inst::Binary { op: Binary::LShr | Binary::AShr, b, bits: ..=64, .. }
                if self.word(b).value >= ADDRESS_BITS.count_ones().into() =>
            {
                return None;
            }
            Inst::Binary { op, a, b, .. } => ([Some(a), Some(b)], op == Binary::Sub),
            Inst::Checked { a, b, .. } => ([Some(a), Some(b)], false),
            Inst::Unary { a, .. } | Inst::Resize { a, .. } => ([Some(a), None], false),
            Inst::Funnel { a, b, .. } => ([Some(a), Some(b)], false),
            Inst::Address { base, index, .. } => ([Some(base), Some(index)], false),
            Inst::FloatConvert { a, .. }
            | Inst::FloatUnary { a, .. }
            | Inst::FloatClass { a, .. } => ([Some(a), None], false),
            Inst::Float { a, b, .. }
            | Inst::FloatCompare { a, b, .. }
            | Inst::FloatFma { a, b, .. } => ([Some(a), Some(b)], false),
            // These move values as they are, or compare them, which is noticed apart.
            Inst::Copy { .. }
            | Inst::Copies { .. }
            | Inst::Compare { .. }
            | Inst::Select { .. }
            | Inst::Freeze { .. }
            | Inst::LaneGet { .. }
            | Inst::LanePut { .. }
            | Inst::Bitcast { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Rmw { .. }
            | Inst::CompareExchange { .. }
            | Inst::Fence { .. }
            | Inst::StackAlloc { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::LifetimeStart { .. }
            | Inst::LifetimeEnd { .. }
            | Inst::ThreadLocal { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::JumpIndirect { .. }
            | Inst::Call { .. }
            | Inst::CallIndirect { .. }
            | Inst::Return { .. }
            | Inst::VaStart { .. }
            | Inst::LandingPad { .. }
            | Inst::Resume { .. }
            | Inst::Unreachable
            | Inst::Trap
            | Inst::Unsupported { .. } => return None,
        };
        let wide = match inst {
            Inst::Binary { bits, .. }
            | Inst::Checked { bits, .. }
            | Inst::Unary { bits, .. }
            | Inst::Funnel { bits, .. } => bits > 64,
            Inst::Resize { from, to, .. } => from > 64 || u32::from(to) < self.pointer_bits(),
            _ => false,
        };
        let address = |operand: Option<Operand>| {
            let low = self.word(operand?).value;
            let high = if wide { self.high_word(inst, operand?) } else { 0 };
            [low, high].into_iter().find(|&value| self.names_something(value))
        };
        let addresses = operands.map(address);
        let any = addresses.iter().any(Option::is_some);
        let masks = match inst {
            Inst::Binary { op: op @ (Binary::And | Binary::Or), a, b, .. } if any => {
                self.masks_name(op, self.word(a).value, self.word(b).value)
            }
            _ => false,
        };
        // In wide and in shortened numbers an address counts as taken apart whatever comes out.
        any.then_some(Computed { addresses, distance, whole: !wide && !masks })
    }

    fn pointer_bits(&self) -> u32 {
        self.vm.program.pointer_bits.into()
    }

    #[inline]
    fn names_something(&self, value: u64) -> bool {
        self.vm.space.may_name(value) && self.named_by(value) != (None, None)
    }

    fn high_word(&self, inst: Inst, operand: Operand) -> u64 {
        let narrow = matches!(inst, Inst::Resize { from, .. } if from <= 64);
        if narrow { 0 } else { self.word(operand.word(1)).value }
    }

    /// Whether a mask changes a part of a name: that this one stays as it is tells which it is.
    fn masks_name(&self, op: Binary, a: u64, b: u64) -> bool {
        [(a, b), (b, a)].into_iter().any(|(value, mask)| {
            let changed = if op == Binary::And { !mask } else { mask };
            match self.object_of(value) {
                Some(name) => changed & self.vm.space.name_bits(name) != 0,
                None => {
                    self.vm.space.thread_of(value).is_some() && changed & !(HANDLE_STEP - 1) != 0
                }
            }
        })
    }

    /// Whether only bits of a word are asked for that do not depend on the name in it: the lowest, which are
    /// those of the offset, and those above the address.
    fn asks_offset(&self, a: Operand, b: Operand) -> bool {
        let lowest = 1 << if self.pointer_bits() > 32 { 9 } else { 6 };
        [a, b].into_iter().any(|operand| self.word(operand).value & ADDRESS_BITS < lowest)
    }

    /// Whether a number is taken for an address: it looks like one, or like the handle of a thread, or with a
    /// mark above it leads to an object.
    fn may_be_address(&self, value: u64) -> bool {
        let address = value & ADDRESS_BITS;
        if self.vm.space.thread_of(value).is_some() {
            return true;
        }
        self.object_of(address).is_some() && (value == address || self.is_name(address))
    }

    /// Whether a number names a thread, or an object that is there or may have been.
    fn is_name(&self, address: u64) -> bool {
        let object = self.vm.space.object_reached(address);
        self.vm.space.thread_of(address).is_some()
            || object.is_some_and(|name| self.vm.given.may_contain(name))
    }

    /// Whether a number names a thread, or an object that is next to one that is there or may have been: an execution
    /// that is not explored may have it.
    fn is_near_name(&self, address: u64) -> bool {
        let near = |name: ObjectName| {
            let mut indices = name.index.saturating_sub(2)..=name.index + 1;
            indices.any(|index| self.vm.given.may_contain(ObjectName { index, ..name }))
        };
        self.vm.space.thread_of(address).is_some()
            || self.vm.space.object_reached(address).is_some_and(near)
    }

    /// Something was computed from numbers that name nothing. If it does, it was made up.
    pub(crate) fn see_made_up(&mut self, value: u64) {
        // Names that nothing has yet, of the first few threads and objects, count as well; there are so few of
        // large objects that any number would do.
        let small = |name: ObjectName| name.class < 7 && name.thread < 64 && name.index < 64;
        if self.vm.watches_names()
            && !self.vm.breaks(Rule::Disguises)
            && self.names_something(value)
            && (self.is_name(value & ADDRESS_BITS) || self.object_of(value).is_some_and(small))
        {
            self.observe_address();
        }
    }

    /// Addresses in a range of an object are looked at as numbers.
    fn see_addresses_in(&mut self, object: usize, range: Range<u64>) {
        self.for_each_address(object, range, |machine, address| {
            if machine.is_name(address) {
                machine.observe_address();
                machine.let_out(address);
            }
        });
    }

    /// Lets out what the addresses in a range of an object lead to.
    fn let_out_in(&mut self, object: usize, range: Range<u64>) {
        self.for_each_address(object, range, |machine, address| machine.let_out(address));
    }

    /// Whether some bytes of an object in a range are the name of something that may have been; of many bytes it
    /// is not told.
    fn holds_names(&mut self, object: usize, range: &Range<u64>) -> bool {
        let mut any = range.end - range.start > (FEW - WORD) as u64;
        self.for_each_address(object, range.clone(), |machine, address| {
            any |= machine.is_name(address);
        });
        any
    }

    /// Visits the numbers in a range of an object that look like addresses of objects or handles of threads, at
    /// any alignment. Nearly every access asks, and of few bytes, so they are copied to the stack.
    fn for_each_address(
        &mut self,
        object: usize,
        range: Range<u64>,
        mut visit: impl FnMut(&mut Self, u64),
    ) {
        let mut few = [0; FEW];
        let size = (range.end - range.start) as usize;
        let (unit, space) = (self.vm.pointer_bytes() as usize, self.vm.space);
        if size < unit {
            return;
        }
        if size > FEW - WORD || !self.copy_values(object, range.start, &mut few[..size]) {
            let addresses = self.addresses_in(object, range);
            return addresses.into_iter().for_each(|address| visit(self, address));
        }
        let narrow = (u64::MAX >> (64 - 8 * unit)) & ADDRESS_BITS;
        for at in 0..=size - unit {
            let word = few[at..at + WORD].try_into().expect("there are as many behind");
            let address = u64::from_le_bytes(word) & narrow;
            if space.may_name(address) {
                visit(self, address);
            }
        }
    }

    /// The addresses and the handles of threads in a range of an object, at any alignment.
    fn addresses_in(&mut self, object: usize, range: Range<u64>) -> Vec<u64> {
        let (unit, space) = (self.vm.pointer_bytes() as usize, self.vm.space);
        let scan = |bytes: &[u8]| {
            let names = |&a: &u64| space.is_object(a) || space.thread_of(a).is_some();
            let mut found: Vec<u64> = addresses_in(bytes, unit).filter(names).collect();
            found.dedup();
            found
        };
        match &self.objects[object].content {
            Content::Whole(chunk) => scan(&chunk.value[range.start as usize..range.end as usize]),
            _ => scan(&self.bytes_at(object, range.start, range.end - range.start).value),
        }
    }

    /// Whether an object belongs to the running thread and is kept in its record.
    fn is_kept_here(&self, object: usize) -> bool {
        let object = &self.objects[object];
        let me = self.thread_id();
        object.owner == me && matches!(object.home, Home::Thread { thread, .. } if thread == me)
    }

    /// The object at an address is out, and so is every object that can be reached from it.
    fn let_out(&mut self, address: u64) {
        if !self.vm.tracks_discipline() || self.is_evaluating() {
            return;
        }
        let mut todo = Vec::new();
        let mut next = Some(address);
        while let Some(address) = next.take().or_else(|| todo.pop()) {
            if !self.vm.space.is_object(address) {
                continue;
            }
            let Ok((object, _)) = self.object_at(address, false) else { continue };
            if self.objects[object].escaped {
                continue;
            }
            self.check_let_out(object);
            // What a large object of another leads to is not told by single chunks.
            self.noted.whole |= !self.is_kept_here(object);
            self.objects[object].escaped = true;
            self.objects[object].dirty = true;
            self.mention_loaded(object, &mut |address| todo.push(address));
        }
    }
}
