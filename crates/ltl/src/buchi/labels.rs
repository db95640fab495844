//! Fewer edges for the same letters.

use crate::Edge;
use crate::cube::merge_cubes;

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
