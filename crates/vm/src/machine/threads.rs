//! Threads of the working state.

use super::{Machine, Part};
use crate::discipline::THREADS;
use crate::fault::{Gap, Halt};
use crate::state::{Control, Frame, thread_at, thread_place};
use crate::value::word::Word;
use allways_program::Pc;
use allways_store::row::Row;
use allways_store::{Full, Id, trie};

/// A thread that was touched.
#[derive(Clone, Debug)]
pub struct ThreadState {
    /// Its number.
    pub id: u32,
    /// Its control piece.
    pub control: Control,
    /// The frames taken apart, the top one last.
    pub frames: Vec<Frame>,
    /// The frames below them, still in the tree.
    pub(super) below: Id,
    pub(super) objects: Id,
    /// Control or frames changed.
    pub(super) dirty: bool,
    /// Another thread changed its control.
    pub(super) told: bool,
    /// The thread is forgotten: joined, or detached and ended.
    pub(super) gone: bool,
}

impl<'v> Machine<'v> {
    /// The numbers of all threads that exist, ended ones that nobody joined yet included.
    pub fn thread_numbers(&mut self) -> Vec<u32> {
        let numbers = self.numbers_of_threads();
        match thread_set(self.row_of_threads()) {
            Some(set) => self.depend(Part::Threads, set),
            None => self.noted.whole = true,
        }
        numbers
    }

    /// The same, when it is not that which the step depends on.
    fn numbers_of_threads(&self) -> Vec<u32> {
        let mut numbers = self.row_of_threads();
        numbers.retain(|&n| !self.seat(n).is_some_and(|seat| self.threads[seat].gone));
        let new = self.threads.iter().filter(|t| !t.gone).map(|t| t.id);
        let mut new: Vec<u32> = new.filter(|n| numbers.binary_search(n).is_err()).collect();
        numbers.append(&mut new);
        numbers.sort_unstable();
        numbers
    }

    /// The numbers of all threads of the state that was loaded.
    fn row_of_threads(&self) -> Vec<u32> {
        let mut numbers = Vec::new();
        let row = Row::open(&self.vm.interner, self.top);
        row.for_each(&mut |place, _| numbers.extend(thread_at(place)));
        numbers
    }

    /// Position in `threads` of a thread that was taken apart, or made, since the state was loaded.
    #[inline]
    fn seat(&self, id: u32) -> Option<usize> {
        let seat = *self.seats.get(id as usize)? as usize;
        seat.checked_sub(1)
    }

    fn seat_thread(&mut self, thread: ThreadState) {
        self.absent.clear();
        let id = thread.id as usize;
        if id >= self.seats.len() {
            self.seats.resize(id + 1, 0);
        }
        self.threads.push(thread);
        self.seats[id] = self.threads.len() as u32;
    }

    /// Forgets all threads that were taken apart.
    pub(super) fn clear_threads(&mut self) {
        self.absent.clear();
        for thread in self.threads.drain(..) {
            self.seats[thread.id as usize] = 0;
        }
    }

    /// Position in `threads` of a thread that exists.
    pub(super) fn thread_position(&mut self, id: u32) -> Option<usize> {
        if let Some(position) = self.seat(id) {
            return (!self.threads[position].gone).then_some(position);
        }
        let record = self.record_of(id);
        if record == Id::EMPTY {
            return None;
        }
        let children = self.vm.interner.children(record);
        self.seat_thread(ThreadState {
            id,
            control: Control::decode(self.vm.interner.bytes_of(children[0])),
            frames: Vec::new(),
            below: children[1],
            objects: children[2],
            dirty: false,
            told: false,
            gone: false,
        });
        Some(self.threads.len() - 1)
    }

    /// A thread's control piece, if the thread exists.
    pub fn control_of(&mut self, id: u32) -> Option<Control> {
        let record = self.record_of(id);
        if record != Id::EMPTY && self.threads.get(self.me).is_some_and(|t| t.id != id) {
            self.depend(Part::Control(id), self.vm.interner.children(record)[0]);
        } else if record == Id::EMPTY {
            self.depend(Part::Control(id), Id::EMPTY);
        }
        self.thread_position(id).map(|p| self.threads[p].control)
    }

    /// The same for an operation that does not wait for the thread: it may tell whether that has ended.
    pub fn control_looked_at(&mut self, id: u32) -> Option<Control> {
        if id != self.thread_id() {
            self.noted.looked = true;
            self.note_look_at_end();
        }
        self.control_of(id)
    }

    /// Whether a thread besides the running one has not ended. If so, it is enough to depend on
    /// one of them.
    pub fn another_is_alive(&mut self) -> bool {
        let me = self.thread_id();
        let numbers = self.numbers_of_threads();
        let alive = |m: &mut Self, n: u32| {
            m.thread_position(n).is_some_and(|p| m.threads[p].control.ended.is_none())
        };
        match numbers.into_iter().find(|&n| n != me && alive(self, n)) {
            Some(witness) => self.control_of(witness).is_some(),
            None => {
                self.noted.whole = true;
                false
            }
        }
    }

    /// Replaces a thread's control piece.
    pub fn set_control_of(&mut self, id: u32, control: Control) {
        if let Some(position) = self.thread_position(id) {
            let thread = &mut self.threads[position];
            thread.control = control;
            thread.dirty = true;
            thread.told = true;
        }
    }

    /// Makes `id` the running thread and takes its top frame apart. `false` when it has none.
    pub fn enter(&mut self, id: u32) -> bool {
        let Some(position) = self.thread_position(id) else { return false };
        self.me = position;
        if self.threads[position].frames.is_empty() {
            return self.load_frame(true);
        }
        true
    }

    /// Takes the next frame of the running thread apart.
    fn load_frame(&mut self, top: bool) -> bool {
        let below = self.threads[self.me].below;
        if below == Id::EMPTY {
            return false;
        }
        let children = self.vm.interner.children(below);
        let bytes = self.vm.interner.bytes_of(children[0]);
        let frame = Frame::decode(&self.vm.program, top, |pc| self.vm.frame_words(pc), bytes);
        self.threads[self.me].below = children[1];
        self.threads[self.me].frames.push(frame);
        true
    }

    /// Puts a frame on top of the running thread's.
    pub fn push_frame(&mut self, frame: Frame) {
        let thread = self.thread();
        thread.frames.push(frame);
        thread.dirty = true;
    }

    /// Removes the top frame of the running thread and takes the next apart. Its stack objects must
    /// be gone.
    pub fn pop_frame(&mut self) {
        let thread = self.thread();
        thread.frames.pop();
        thread.dirty = true;
        if thread.frames.is_empty() {
            self.load_frame(false);
        }
        self.end_scopes();
    }

    /// The positions of the running thread's frames, from the top.
    pub(crate) fn positions(&mut self) -> Vec<Pc> {
        self.innermost_positions(usize::MAX)
    }

    /// The same, up to so many: a stack can be very deep.
    pub(crate) fn innermost_positions(&mut self, most: usize) -> Vec<Pc> {
        let thread = &self.threads[self.me];
        let frames = thread.frames.iter().rev().take(most);
        let mut found: Vec<Pc> = frames.map(|frame| frame.pc).collect();
        let mut below = thread.below;
        while below != Id::EMPTY && found.len() < most {
            let children = self.vm.interner.children(below);
            found.push(Frame::position(self.vm.interner.bytes_of(children[0])));
            below = children[1];
        }
        found
    }

    /// Number of frames of the running thread.
    pub fn depth(&mut self) -> u32 {
        let interner = &self.vm.interner;
        let thread = &self.threads[self.me];
        let (mut depth, mut below) = (thread.frames.len() as u32, thread.below);
        while below != Id::EMPTY {
            below = interner.children(below)[1];
            depth += 1;
        }
        depth
    }

    /// Notes that the running thread's frames or control changed.
    #[inline(always)]
    pub fn touch_thread(&mut self) {
        self.threads[self.me].dirty = true;
    }

    /// A new thread with one frame stack, or a gap when there is no number left for it.
    pub fn new_thread(&mut self, control: Control, frames: Vec<Frame>) -> Result<u32, Halt> {
        let taken = self.thread_numbers();
        let limit = self.vm.space.max_threads();
        let mut passed_over = false;
        let number = (0..limit)
            .filter(|n| taken.binary_search(n).is_err())
            .find(|&n| {
                let mentioned = self.mentions_thread(n);
                passed_over |= mentioned;
                !mentioned
            })
            .ok_or(Halt::Unsupported(Gap::Threads))?;
        // Another number would be free if others forgot what they mention.
        self.noted.named |= passed_over;
        if !self.threads.is_empty() {
            self.rely_on_name(THREADS, 0);
        }
        self.seat_new(number, control, frames);
        Ok(number)
    }

    /// Makes the record of a thread that does not exist.
    pub(super) fn seat_new(&mut self, number: u32, control: Control, frames: Vec<Frame>) {
        let new = ThreadState {
            id: number,
            control,
            frames,
            below: Id::EMPTY,
            objects: Id::EMPTY,
            dirty: true,
            told: false,
            gone: false,
        };
        match self.seat(number) {
            // One that had the number before is gone.
            Some(position) => self.threads[position] = new,
            None => self.seat_thread(new),
        }
    }

    /// Forgets a thread that has ended; what it allocated on the heap outlives it.
    pub fn release_thread(&mut self, id: u32) {
        self.noted.whole = true;
        self.check_end_of_number();
        let owns_heap = self.owns_heap(id);
        if let Some(position) = self.thread_position(id) {
            let thread = &mut self.threads[position];
            thread.control.released = true;
            thread.control.ended = Some(Word::ZERO);
            thread.gone = !owns_heap && thread.control.is_over();
            thread.dirty = true;
        }
    }

    /// After the running thread has joined another: when it is the only one that is left, everything
    /// is its own. A thread that only ended, and was not joined, is still there.
    pub fn regain_everything(&mut self) {
        if !self.process.shared || self.process.detached {
            return;
        }
        let me = self.thread_id();
        let mut others = self.thread_numbers();
        others.retain(|&n| n != me && self.control_of(n).is_some_and(|c| !c.released));
        self.process.shared = !others.is_empty();
    }

    /// The running thread takes a lock that says who holds it.
    pub fn count_lock(&mut self) {
        let control = &mut self.thread().control;
        control.locks = control.locks.saturating_add(1);
        self.touch_thread();
    }

    /// The running thread gives up a lock that says who holds it. More than can be counted are never
    /// given up.
    pub fn uncount_lock(&mut self) {
        let control = &mut self.thread().control;
        if control.locks < u8::MAX {
            control.locks = control.locks.saturating_sub(1);
        }
        self.touch_thread();
    }

    /// The objects of a thread, if the thread exists.
    pub(super) fn objects_of(&mut self, thread: u32) -> Option<Id> {
        self.thread_position(thread).map(|p| self.threads[p].objects)
    }

    /// Sets an object of a thread.
    pub(super) fn set_object_of(&mut self, thread: u32, key: u64, id: Id) -> Result<(), Full> {
        // One that is gone may get an object after its last was taken away.
        let seat = self.seat(thread).filter(|&seat| self.threads[seat].control.released);
        if let Some(position) = seat.or_else(|| self.thread_position(thread)) {
            let state = &mut self.threads[position];
            state.objects = trie::set(&self.vm.interner, state.objects, key, id)?;
            if state.control.is_over() {
                let gone = state.objects == Id::EMPTY;
                self.noted.whole |= gone != state.gone;
                state.gone = gone;
            }
            self.threads[position].dirty = true;
        }
        Ok(())
    }

    /// Adds the records of the changed threads to the changes of the state's row, in their order.
    pub(super) fn commit_threads(&mut self, changes: &mut Vec<(u32, Id)>) -> Result<(), Full> {
        for position in 0..self.threads.len() {
            if self.threads[position].dirty {
                let id = self.threads[position].id;
                changes.push((thread_place(id), self.close_thread(position)?));
                self.threads[position].dirty = false;
            }
        }
        changes.sort_unstable_by_key(|change| change.0);
        Ok(())
    }

    fn close_thread(&mut self, position: usize) -> Result<Id, Full> {
        let (interner, bytes) = (&self.vm.interner, &mut self.bytes);
        let thread = &self.threads[position];
        if thread.gone {
            return Ok(Id::EMPTY);
        }
        bytes.clear();
        thread.control.encode(bytes);
        let control = interner.piece(bytes)?;
        if thread.told && position != self.me {
            self.noted.writes.push((Part::Control(thread.id), control));
        }
        let mut frames = thread.below;
        for (depth, frame) in thread.frames.iter().enumerate() {
            bytes.clear();
            frame.encode(&self.vm.program, depth + 1 == thread.frames.len(), bytes);
            let piece = interner.piece(bytes)?;
            frames = interner.node(&[piece, frames])?;
        }
        interner.node(&[control, frames, thread.objects])
    }

    /// The threads taken apart so far.
    pub(super) fn loaded_threads(&self) -> &[ThreadState] {
        &self.threads
    }
}

/// A set of threads as something that can be compared; `None` when there are too many.
pub(crate) fn thread_set(numbers: impl IntoIterator<Item = u32>) -> Option<Id> {
    let set = numbers.into_iter().try_fold(0, |set, n| Some(set | 1_u32.checked_shl(n)?));
    set.map(Id::from_index)
}
