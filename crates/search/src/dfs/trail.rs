//! Parts of paths that stay when the stack above them is divided or begins elsewhere.

use crate::frontier::Known;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A part of a path that is still needed after its stack was divided.
pub(super) struct Trail<'w> {
    pub(super) roots: Box<[u64]>,
    /// The length of the path up to the end of this part.
    pub(super) depth: u64,
    pub(super) below: Option<Arc<Trail<'w>>>,
    /// Bytes of all trails.
    counted: &'w AtomicU64,
}

impl<'w> Trail<'w> {
    /// A path from the beginning.
    pub(super) fn along(roots: Vec<u64>, counted: &'w AtomicU64) -> Trail<'w> {
        let roots = roots.into_boxed_slice();
        counted.fetch_add(size_of_val(&*roots) as u64, Ordering::Relaxed);
        Trail { depth: roots.len() as u64, roots, below: None, counted }
    }
}

impl Drop for Trail<'_> {
    fn drop(&mut self) {
        self.counted.fetch_sub(size_of_val(&*self.roots) as u64, Ordering::Relaxed);
        // One by one: a long chain would need as many nested calls.
        let mut below = self.below.take();
        while let Some(trail) = below {
            below = Arc::into_inner(trail).and_then(|mut trail| trail.below.take());
        }
    }
}

/// The ways to states of a frontier, as trails that share what is common to them.
pub(super) struct Ways<'k, 'w> {
    known: &'k [Known],
    trails: HashMap<u32, Arc<Trail<'w>>>,
    counted: &'w AtomicU64,
}

impl<'k, 'w> Ways<'k, 'w> {
    pub(super) fn new(known: &'k [Known], counted: &'w AtomicU64) -> Ways<'k, 'w> {
        Ways { known, trails: HashMap::new(), counted }
    }

    /// The way from the beginning to a state, and its own root.
    pub(super) fn to(&mut self, last: Option<u32>) -> Option<Arc<Trail<'w>>> {
        let mut missing = Vec::new();
        let mut at = last;
        while let Some(number) = at.filter(|number| !self.trails.contains_key(number)) {
            missing.push(number);
            at = self.known[number as usize].parent;
        }
        let mut below = at.map(|number| self.trails[&number].clone());
        for number in missing.into_iter().rev() {
            let mut trail = Trail::along(vec![self.known[number as usize].root], self.counted);
            trail.depth += below.as_ref().map_or(0, |below| below.depth);
            trail.below = below;
            below = Some(Arc::new(trail));
            self.trails.extend(below.clone().map(|trail| (number, trail)));
        }
        below
    }
}
