//! Names that stand in the program as numbers: who compares one with an address sees which name was given.

use crate::discipline::THREADS;
use allways_program::address::{ADDRESS_BITS, AddressSpace, ObjectName, addresses_in};
use allways_program::{Program, holder};
use std::collections::HashSet;

/// Names from this index on count only where the site has many objects at once.
const FAR: u64 = 64;
/// These are many: fewer than `FAR`, because some execution that is not explored may have more.
const MANY: u64 = FAR / 2;

/// The names in constants and in what variables start with.
#[derive(Debug, Default)]
pub struct SpeltOut {
    /// Those that objects get easily: thread, site and class.
    names: HashSet<(u32, u32, u32)>,
    /// Those with a large index. Text and tables have many of them by chance; hardly any site gets so far.
    far: HashSet<(u32, u32, u32)>,
    /// The handle of a thread is among them, or the mark under which locks name threads.
    handles: bool,
}

impl SpeltOut {
    /// Looks through a program.
    pub fn new(program: &Program, space: &AddressSpace) -> SpeltOut {
        let mut found = SpeltOut::default();
        for constant in &program.constants {
            found.handles |= holder::is_marked(&constant.value.to_le_bytes());
            found.add(space, constant.value & ADDRESS_BITS);
        }
        for case in program.switches.iter().flat_map(|table| &table.cases) {
            found.add(space, case.0 & ADDRESS_BITS);
        }
        let width = usize::from(program.pointer_bits) / 8;
        for global in &program.globals {
            found.handles |= holder::is_marked(&global.init.value);
            for address in addresses_in(&global.init.value, width) {
                found.add(space, address);
            }
        }
        found
    }

    /// Whether a name that a thread's objects of a site and class get easily, or of a thread, stands in the program.
    pub fn contains(&self, thread: u32, site: u32, class: u32) -> bool {
        if site == THREADS { self.handles } else { self.names.contains(&(thread, site, class)) }
    }

    /// Whether a name with a large index stands in the program, and the objects of its site come near that with
    /// a new one.
    pub fn comes_near(&self, new: ObjectName) -> bool {
        new.index >= MANY && self.far.contains(&(new.thread, new.site, new.class))
    }

    fn add(&mut self, space: &AddressSpace, address: u64) {
        self.handles |= space.thread_of(address).is_some();
        if let Some(ObjectName { thread, site, index, class }) = space.object_reached(address) {
            let found = if index < FAR { &mut self.names } else { &mut self.far };
            found.insert((thread, site, class));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITES: u32 = 100;

    fn name(index: u64, class: u32) -> ObjectName {
        ObjectName { thread: 1, site: 7, index, class }
    }

    #[test]
    fn names_are_those_of_a_size_class() {
        let space = AddressSpace::new(64, SITES);
        let mut found = SpeltOut::default();
        found.add(&space, space.base(name(3, 1)).unwrap() + 8);
        assert!(found.contains(1, 7, 1));
        assert!(!found.contains(1, 7, 0) && !found.contains(2, 7, 1));
    }

    #[test]
    fn what_lies_behind_an_object_is_no_name() {
        let space = AddressSpace::new(64, SITES);
        let mut found = SpeltOut::default();
        found.add(&space, space.base(name(3, 0)).unwrap() + 300);
        assert!(!found.contains(1, 7, 0));
    }

    #[test]
    fn a_large_index_counts_where_there_are_many() {
        let space = AddressSpace::new(64, SITES);
        let mut found = SpeltOut::default();
        found.add(&space, space.base(name(FAR, 0)).unwrap());
        assert!(found.comes_near(name(MANY, 0)) && !found.comes_near(name(MANY - 1, 0)));
        assert!(!found.comes_near(name(FAR, 1)) && !found.contains(1, 7, 0));
    }
}
