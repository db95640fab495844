//! Names that stand in the program as numbers: who compares one with an address sees which name was given.

use crate::discipline::THREADS;
use allways_program::address::{ADDRESS_BITS, AddressSpace, addresses_in};
use allways_program::{Program, holder};
use std::collections::HashSet;

/// The names in constants and in what variables start with: threads and sites.
#[derive(Debug, Default)]
pub struct SpeltOut {
    names: HashSet<(u32, u32)>,
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

    /// Whether a name of a thread's objects of a site, or of a thread, stands in the program.
    pub fn contains(&self, thread: u32, site: u32) -> bool {
        if site == THREADS { self.handles } else { self.names.contains(&(thread, site)) }
    }

    fn add(&mut self, space: &AddressSpace, address: u64) {
        self.handles |= space.thread_of(address).is_some();
        if let Some((name, _)) = space.object_at(address) {
            self.names.insert((name.thread, name.site));
        }
    }
}
