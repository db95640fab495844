//! Names that stand in the program as numbers: who compares one with an address sees which name was given.

use crate::discipline::THREADS;
use allways_program::Program;
use allways_program::address::AddressSpace;
use std::collections::HashSet;

/// Bits of a pointer that programs leave to the address; counters may sit above.
const ADDRESS_BITS: u64 = (1 << 47) - 1;

/// The names in constants and in what variables start with: threads and sites.
#[derive(Debug, Default)]
pub struct SpeltOut {
    names: HashSet<(u32, u32)>,
    /// The handle of a thread is among them.
    handles: bool,
}

impl SpeltOut {
    /// Looks through a program.
    pub fn new(program: &Program, space: &AddressSpace) -> SpeltOut {
        let mut found = SpeltOut::default();
        for constant in &program.constants {
            found.add(space, constant.value);
        }
        for case in program.switches.iter().flat_map(|table| &table.cases) {
            found.add(space, case.0);
        }
        let width = usize::from(program.pointer_bits) / 8;
        for global in &program.globals {
            for bytes in global.init.value.windows(width) {
                let number = bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
                found.add(space, number);
            }
        }
        found
    }

    /// Whether a name of a thread's objects of a site, or of a thread, stands in the program.
    pub fn contains(&self, thread: u32, site: u32) -> bool {
        if site == THREADS { self.handles } else { self.names.contains(&(thread, site)) }
    }

    fn add(&mut self, space: &AddressSpace, number: u64) {
        let address = number & ADDRESS_BITS;
        self.handles |= space.thread_of(address).is_some();
        if let Some((name, _)) = space.object_at(address) {
            self.names.insert((name.thread, name.site));
        }
    }
}
