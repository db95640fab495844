//! Large objects: their addresses have no room for a site, so those of all sites, from the heap, stacks and
//! thread-local variables, share the names of their class.

use allways_program::address::AddressSpace;
use allways_program::{Inst, Operand, OperandKind, Program};

/// The class of what a `StackAlloc` makes, if that is known before it runs.
pub fn class_on_stack(
    program: &Program,
    space: &AddressSpace,
    site: u32,
    count: Operand,
) -> Option<u32> {
    let OperandKind::Constant(count) = count.kind() else { return None };
    let place = &program.sites[site as usize];
    let size = program.constants[count as usize].value.checked_mul(place.size)?;
    space.class_for(size, place.align.into())
}

/// The sites of local variables that may be large.
pub fn large_on_stack<'p>(
    program: &'p Program,
    space: &'p AddressSpace,
) -> impl Iterator<Item = u32> + 'p {
    program.code.iter().filter_map(move |inst| match *inst {
        Inst::StackAlloc { site, count, .. } => {
            let class = class_on_stack(program, space, site, count);
            class.is_none_or(|class| space.is_large(class)).then_some(site)
        }
        _ => None,
    })
}

/// The sites of large thread-local variables. Each thread's copy of the first has the first index of its class,
/// and so on; other objects have later ones.
pub fn large_thread_locals(program: &Program, space: &AddressSpace) -> Vec<u32> {
    let variables = program.globals.iter().filter_map(|g| Some((g.thread_local?, g)));
    let large = variables.filter(|(_, g)| {
        space.class_for(g.size, g.align.into()).is_some_and(|class| space.is_large(class))
    });
    large.map(|(site, _)| site).collect()
}
