//! Fewer cubes for the same letters.

use crate::{Cube, Edge};

/// Merges edges that differ in nothing but labels that make one cube together, such as `a && b` and
/// `a && !b`.
pub(super) fn merge(edges: &mut Vec<Edge>) {
    edges.sort_unstable_by_key(|edge| (edge.to, edge.marks, edge.label));
    let mut merged: Vec<Edge> = Vec::with_capacity(edges.len());
    for group in edges.chunk_by(|a, b| (a.to, a.marks) == (b.to, b.marks)) {
        let labels = merge_cubes(group.iter().map(|edge| edge.label).collect());
        merged.extend(labels.into_iter().map(|label| Edge { label, ..group[0] }));
    }
    *edges = merged;
}

/// The same letters as cubes of which no two make one.
pub(crate) fn merge_cubes(mut cubes: Vec<Cube>) -> Vec<Cube> {
    let mut at = 0;
    while at < cubes.len() {
        let joined =
            (at + 1..cubes.len()).find_map(|other| Some((other, join(cubes[at], cubes[other])?)));
        match joined {
            Some((other, cube)) => {
                cubes.swap_remove(other);
                cubes[at] = cube;
                // The new cube may make one with cubes that were passed.
                at = 0;
            }
            None => at += 1,
        }
    }
    cubes
}

/// The union of two cubes if it is a cube: one includes the other, or they differ in one sign only.
fn join(a: Cube, b: Cube) -> Option<Cube> {
    if a.includes(b) {
        return Some(a);
    }
    if b.includes(a) {
        return Some(b);
    }
    let same_propositions = a.pos | a.neg == b.pos | b.neg;
    let differing = a.pos ^ b.pos;
    (same_propositions && differing.count_ones() == 1).then_some(Cube {
        pos: a.pos & !differing,
        neg: a.neg & !differing,
    })
}
