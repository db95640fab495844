//! What is known of objects while an execution is replayed: where they came from and went,
//! and which type their pointers say they have.

use crate::machine::{Kind, Position};
use allways_program::Pc;
use allways_program::debug::TypeId;
use std::collections::{BTreeMap, HashMap};

/// Where something happened.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The thread.
    pub thread: u32,
    /// The instruction.
    pub at: Position,
}

/// Where something happened, and how its thread came there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// Where.
    pub spot: Spot,
    /// The positions of the thread's frames, the innermost first.
    pub stack: Vec<Pc>,
}

/// An object, alive or not.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Where it was allocated.
    pub allocated: Option<Trail>,
    /// Where it was freed.
    pub freed: Option<Trail>,
    /// Its size.
    pub size: u64,
    /// Lies on the heap, not on a stack.
    pub heap: bool,
    /// The type that a pointer to it had.
    pub ty: Option<TypeId>,
    /// For an object of the C++ library one of the program's that lies in it: where, and its type.
    pub inner: Option<(u64, TypeId)>,
    /// Its number among those of the same name.
    pub number: u32,
}

/// All objects seen so far, by address.
#[derive(Default)]
pub struct Objects {
    known: HashMap<u64, Known>,
    counts: HashMap<String, u32>,
    locks: HashMap<u64, Trail>,
    destroyed: HashMap<u64, Trail>,
}

impl Objects {
    /// An object came to life.
    pub fn allocated(&mut self, address: u64, size: u64, kind: Kind, trail: Trail) {
        let heap = kind == Kind::Heap;
        let known = Known { allocated: Some(trail), size, heap, ..Known::default() };
        self.known.insert(address, known);
    }

    /// An object is gone.
    pub fn freed(&mut self, address: u64, trail: Trail) {
        self.known.entry(address).or_default().freed = Some(trail);
    }

    /// What is known of an object.
    pub fn get(&self, address: u64) -> Option<&Known> {
        self.known.get(&address)
    }

    /// A lock was taken.
    pub fn locked(&mut self, address: u64, trail: Trail) {
        self.locks.insert(address, trail);
    }

    /// A lock or the like was destroyed.
    pub fn destroyed(&mut self, address: u64, trail: Trail) {
        self.destroyed.insert(address, trail);
    }

    /// A lock or the like was initialised.
    pub fn initialised(&mut self, address: u64) {
        self.destroyed.remove(&address);
    }

    /// Where a lock or the like was destroyed.
    pub fn destruction(&self, address: u64) -> Option<&Trail> {
        self.destroyed.get(&address)
    }

    /// Where a lock was taken last.
    pub fn first_lock(&self, address: u64) -> Option<&Trail> {
        self.locks.get(&address)
    }

    /// A pointer of a type pointed to the object: remembers the type.
    pub fn learn(&mut self, address: u64, ty: TypeId) {
        if let Some(known) = self.known.get_mut(&address) {
            known.ty.get_or_insert(ty);
        }
    }

    /// A pointer of a type pointed into the object: remembers what is there.
    pub fn learn_inner(&mut self, base: u64, offset: u64, ty: TypeId) {
        if let Some(known) = self.known.get_mut(&base) {
            known.inner.get_or_insert((offset, ty));
        }
    }

    /// How many objects called `name` have a number.
    pub fn count(&self, name: &str) -> u32 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// The number of an object among those called `name`, from 1.
    pub fn number(&mut self, address: u64, name: &str) -> u32 {
        let known = self.known.entry(address).or_default();
        if known.number == 0 {
            let count = self.counts.entry(name.to_string()).or_default();
            *count += 1;
            known.number = *count;
        }
        known.number
    }
}

/// Containers, and where their elements were when they were told.
#[derive(Default)]
pub(super) struct Elements {
    /// By the address of the container: its name and its type.
    pub(super) containers: HashMap<u64, (String, TypeId)>,
    /// By the address of an element: its size, and the container.
    pub(super) owners: BTreeMap<u64, (u64, u64)>,
    /// A container is being looked at: its keys may be pointers that lead to its elements.
    pub(super) looking: bool,
}
