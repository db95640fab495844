//! Going to any step of a recorded execution, and looking around there.

use crate::bytes::Bytes;
use crate::image::Image;
use crate::name::Name;
use crate::recording::{Change, Kind, Object, Recording};
use crate::step::Place;
use crate::wait::Status;
use std::collections::BTreeMap;

/// An execution at one moment. Moment 0 lies before the first step, moment *i* before step *i*, and
/// the last one behind all steps: what step *i* changed is seen by going from *i* to *i* + 1.
pub struct Moment<'t> {
    pub(crate) recording: &'t Recording,
    pub(crate) image: Image,
    at: usize,
    /// For each step that was taken, what takes it back.
    undo: Vec<Vec<Change>>,
    /// Objects by their first address, oldest first.
    by_address: BTreeMap<u64, Vec<u32>>,
}

/// A function that is under way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Call<'t> {
    /// Its number in the thread, counted from the outermost: what names its variables.
    pub frame: u32,
    /// Its name.
    pub function: &'t str,
    /// Where it stands: the next operation, or the call that is under way.
    pub place: &'t Place,
}

/// A lock and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Which.
    pub lock: Name,
    /// The threads that hold it: several may read.
    pub holders: Vec<u32>,
}

impl<'t> Moment<'t> {
    /// The beginning of an execution.
    pub fn new(recording: &'t Recording) -> Moment<'t> {
        let mut image = Image::default();
        for change in &recording.start {
            image.apply(&recording.objects, change);
        }
        let mut by_address: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (number, object) in recording.objects.iter().enumerate() {
            by_address.entry(object.address).or_default().push(number as u32);
        }
        Moment { recording, image, at: 0, undo: Vec::new(), by_address }
    }

    /// Which moment it is.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to another moment, forwards or back; to the last one if there are not so many. Costs what
    /// the steps in between changed.
    pub fn go(&mut self, to: usize) {
        let recording = self.recording;
        while self.at < to.min(recording.deltas.len()) {
            let changes = &recording.deltas[self.at].changes;
            let undo = changes.iter().map(|change| self.image.apply(&recording.objects, change));
            self.undo.push(undo.collect());
            self.at += 1;
        }
        while self.at > to {
            let undo = self.undo.pop().unwrap_or_default();
            for change in undo.iter().rev() {
                self.image.apply(&recording.objects, change);
            }
            self.at -= 1;
        }
    }

    /// The threads that exist, or have, and what each is doing.
    pub fn threads(&self) -> impl Iterator<Item = (u32, &Status)> {
        self.image.threads()
    }

    /// What a thread is doing; nothing if it does not exist yet.
    pub fn status(&self, thread: u32) -> Option<&Status> {
        self.image.status(thread)
    }

    /// The stack of a thread, the innermost function first.
    pub fn stack(&self, thread: u32) -> Vec<Call<'t>> {
        let recording = self.recording;
        let frames = self.image.frames(thread).iter().enumerate();
        let call = |(number, frame): (usize, &crate::Frame)| {
            let function = recording.functions.get(frame.function? as usize)?;
            let place = recording.places.get(frame.place as usize)?;
            Some(Call { frame: number as u32, function, place })
        };
        let mut calls: Vec<Call<'t>> = frames.filter_map(call).collect();
        calls.reverse();
        calls
    }

    /// The objects of the heap that there are or were, the oldest first; [`Moment::is_alive`] tells which.
    pub fn heap(&self) -> impl Iterator<Item = &'t Object> + use<'t> {
        let at = self.at;
        let seen = move |object: &&Object| object.kind == Kind::Heap && object.from <= at;
        self.recording.objects.iter().filter(seen)
    }

    /// Whether an object is there now.
    pub fn is_alive(&self, object: &Object) -> bool {
        object.is_alive_at(self.at)
    }

    /// The locks that are held.
    pub fn locks(&self) -> Vec<Lock> {
        let lock = |(address, holders): (u64, &[u32])| Lock {
            lock: self.name_of(address, u64::MAX),
            holders: holders.to_vec(),
        };
        self.image.locks().map(lock).collect()
    }

    /// The place with a number of the recording's.
    pub fn place(&self, number: u32) -> Option<&'t Place> {
        self.recording.places.get(number as usize)
    }

    /// Bytes at an address, as many as there are in its object; nothing if there is none now.
    pub fn read(&self, address: u64, size: u64) -> Option<Bytes> {
        let (number, object) = self.object_at(address).filter(|(_, o)| self.is_alive(o))?;
        let offset = address - object.address;
        let size = size.min(object.size.checked_sub(offset)?);
        Some(self.image.read(&self.recording.objects, number, offset, size))
    }

    /// The name of `size` bytes at an address.
    pub fn name_of(&self, address: u64, size: u64) -> Name {
        match self.object_at(address) {
            Some((_, object)) => {
                let whole = (object.name.clone(), object.ty);
                let offset = address - object.address;
                self.recording.types().part(whole, address, offset, size).0
            }
            None => Name { text: format!("{address:#x}"), address },
        }
    }

    /// The object at an address: the one that is there now, or else the last that was. An address just
    /// behind an object still belongs to it.
    pub fn object_at(&self, address: u64) -> Option<(u32, &'t Object)> {
        let (_, there) = self.by_address.range(..=address).next_back()?;
        let objects = &self.recording.objects;
        let seen = there.iter().rev().map(|&number| (number, &objects[number as usize]));
        let mut seen = seen.filter(|(_, object)| object.from <= self.at);
        let last = seen.clone().next();
        let found = seen.find(|(_, object)| self.is_alive(object)).or(last);
        found.filter(|(_, object)| address - object.address <= object.size)
    }
}
