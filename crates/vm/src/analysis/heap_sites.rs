//! Which names objects on the heap can have.

use super::large::class_on_stack;
use allways_program::address::{AddressSpace, ObjectName};
use allways_program::code::Inst;
use allways_program::{ArgClass, Program};

/// Tells names of heap objects from those of other objects.
pub struct HeapSites {
    /// For each site of the program whether it is a call of a library function.
    calls: Vec<bool>,
    /// The first pseudo-site of large objects.
    first_large: u32,
    /// The classes of large objects that may lie on a stack or belong to a thread; `None`: all.
    other_classes: Option<Vec<u32>>,
}

impl HeapSites {
    /// `own_sites`: sites of the program and of the machine.
    pub fn new(program: &Program, space: &AddressSpace, own_sites: u32) -> HeapSites {
        let mut calls = vec![false; program.sites.len()];
        let mut other_classes = Some(Vec::new());
        let mut other = |class: Option<u32>| match (class, &mut other_classes) {
            (Some(class), Some(classes)) => classes.push(class),
            (None, _) => other_classes = None,
            (_, None) => {}
        };
        for inst in &program.code {
            match *inst {
                Inst::StackAlloc { site, count, .. } => {
                    other(class_on_stack(program, space, site, count));
                }
                // Calls of the program's own functions have a site only where those hand on what they
                // allocate.
                Inst::Call { site, .. } | Inst::CallIndirect { site, .. } => {
                    let place = program.calls[site as usize].site;
                    calls.get_mut(place as usize).into_iter().for_each(|call| *call = true);
                }
                _ => {}
            }
        }
        for arg in program.calls.iter().flat_map(|call| &call.args) {
            if let ArgClass::ByVal { size, align, .. } = arg.class {
                other(space.class_for(size, align.into()));
            }
        }
        for global in program.globals.iter().filter(|g| g.thread_local.is_some()) {
            other(space.class_for(global.size, global.align.into()));
        }
        HeapSites { calls, first_large: own_sites, other_classes }
    }

    /// Whether a site is the pseudo-site of a class of large objects.
    pub fn is_large(&self, site: u32) -> bool {
        site >= self.first_large
    }

    /// Whether an object with that name is one of the heap.
    pub fn contains(&self, name: ObjectName) -> bool {
        if self.is_large(name.site) {
            return self.other_classes.as_ref().is_some_and(|all| !all.contains(&name.class));
        }
        self.calls.get(name.site as usize).copied().unwrap_or(false)
    }
}
