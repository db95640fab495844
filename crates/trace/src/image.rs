//! All that can be seen at one moment, as it is changed from moment to moment.

use crate::bytes::Bytes;
use crate::recording::{Change, Frame, Object};
use crate::wait::Status;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Written bytes are kept in pieces of this size: what is never written costs nothing.
const PIECE: u64 = 64;

/// Memory, stacks, waits and locks at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// Pieces of objects that were written, by object and number.
    written: HashMap<(u32, u64), Bytes>,
    ended: BTreeSet<u32>,
    threads: BTreeMap<u32, Thread>,
    locks: BTreeMap<u64, Vec<u32>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Thread {
    frames: Vec<Frame>,
    status: Option<Status>,
}

impl Image {
    /// Makes a change; gives back the one that undoes it.
    pub fn apply(&mut self, objects: &[Object], change: &Change) -> Change {
        match change {
            Change::Write { object, offset, bytes } => self.write(objects, *object, *offset, bytes),
            Change::Scope { object, ended } => {
                let was = self.ended.contains(object);
                if *ended {
                    self.ended.insert(*object)
                } else {
                    self.ended.remove(object)
                };
                Change::Scope { object: *object, ended: was }
            }
            Change::Push { thread, frame } => {
                self.thread(*thread).frames.push(frame.clone());
                Change::Pop { thread: *thread }
            }
            Change::Pop { thread } => match self.thread(*thread).frames.pop() {
                Some(frame) => Change::Push { thread: *thread, frame },
                None => {
                    Change::Status { thread: *thread, status: self.thread(*thread).status.clone() }
                }
            },
            Change::Move { thread, place } => {
                let top = self.thread(*thread).frames.last_mut();
                let was = top.map_or(*place, |top| std::mem::replace(&mut top.place, *place));
                Change::Move { thread: *thread, place: was }
            }
            Change::Register { thread, frame, symbol, value } => {
                let value = self.set_register(*thread, *frame, *symbol, value.as_ref());
                Change::Register { thread: *thread, frame: *frame, symbol: *symbol, value }
            }
            Change::Status { thread, status } => {
                let status = std::mem::replace(&mut self.thread(*thread).status, status.clone());
                Change::Status { thread: *thread, status }
            }
            Change::Held { lock, by } => {
                let was = match &by[..] {
                    [] => self.locks.remove(lock),
                    by => self.locks.insert(*lock, by.to_vec()),
                };
                Change::Held { lock: *lock, by: was.unwrap_or_default() }
            }
        }
    }

    fn thread(&mut self, number: u32) -> &mut Thread {
        self.threads.entry(number).or_default()
    }

    fn write(&mut self, objects: &[Object], object: u32, offset: u64, bytes: &Bytes) -> Change {
        let was = self.read(objects, object, offset, bytes.len() as u64);
        let mut done = 0;
        while done < bytes.len() {
            let at = offset + done as u64;
            let (number, inside) = (at / PIECE, (at % PIECE) as usize);
            let count = (PIECE as usize - inside).min(bytes.len() - done);
            let piece = self.written.entry((object, number));
            let piece =
                piece.or_insert_with(|| initial(objects, object, number * PIECE, PIECE as usize));
            let part = bytes.slice(done, count);
            piece.value[inside..inside + count].copy_from_slice(&part.value);
            piece.defined[inside..inside + count].copy_from_slice(&part.defined);
            done += count;
        }
        Change::Write { object, offset, bytes: was }
    }

    /// Bytes of an object.
    pub fn read(&self, objects: &[Object], object: u32, offset: u64, size: u64) -> Bytes {
        let mut bytes = Bytes::default();
        while (bytes.len() as u64) < size {
            let at = offset + bytes.len() as u64;
            let inside = at % PIECE;
            let count = (PIECE - inside).min(size - bytes.len() as u64) as usize;
            match self.written.get(&(object, at / PIECE)) {
                Some(piece) => bytes.extend(&piece.slice(inside as usize, count)),
                None => bytes.extend(&initial(objects, object, at, count)),
            }
        }
        bytes
    }

    fn set_register(
        &mut self,
        thread: u32,
        frame: u32,
        symbol: u32,
        value: Option<&Bytes>,
    ) -> Option<Bytes> {
        let frame = self.thread(thread).frames.get_mut(frame as usize)?;
        let known = frame.registers.iter().position(|(s, _)| *s == symbol);
        match (known, value) {
            (Some(at), Some(value)) => {
                Some(std::mem::replace(&mut frame.registers[at].1, value.clone()))
            }
            (Some(at), None) => Some(frame.registers.remove(at).1),
            (None, Some(value)) => {
                frame.registers.push((symbol, value.clone()));
                None
            }
            (None, None) => None,
        }
    }

    /// Whether the scope of a local variable has ended.
    pub fn is_ended(&self, object: u32) -> bool {
        self.ended.contains(&object)
    }

    /// The frames of a thread, the outermost first.
    pub fn frames(&self, thread: u32) -> &[Frame] {
        self.threads.get(&thread).map_or(&[], |thread| &thread.frames)
    }

    /// What a thread is doing; nothing if it does not exist.
    pub fn status(&self, thread: u32) -> Option<&Status> {
        self.threads.get(&thread)?.status.as_ref()
    }

    /// The threads that exist, or have.
    pub fn threads(&self) -> impl Iterator<Item = (u32, &Status)> {
        self.threads.iter().filter_map(|(&number, thread)| Some((number, thread.status.as_ref()?)))
    }

    /// Addresses of the locks that are held, with the threads that hold them.
    pub fn locks(&self) -> impl Iterator<Item = (u64, &[u32])> {
        self.locks.iter().map(|(&lock, by)| (lock, &by[..]))
    }

    /// The threads that hold a lock.
    pub fn holders(&self, lock: u64) -> &[u32] {
        self.locks.get(&lock).map_or(&[], |by| by)
    }
}

/// What an object begins with.
fn initial(objects: &[Object], object: u32, offset: u64, size: usize) -> Bytes {
    let Some(object) = objects.get(object as usize) else { return Bytes::undefined(size) };
    let mut bytes = object.first.slice(usize::try_from(offset).unwrap_or(usize::MAX), size);
    let rest = size - bytes.len();
    bytes.extend(&if object.zeroed { Bytes::zero(rest) } else { Bytes::undefined(rest) });
    bytes
}
