//! Disjoint sets.

/// Sets over `0..n` that only grow together.
#[derive(Clone, Debug, Default)]
pub struct UnionFind {
    parent: Vec<usize>,
}

impl UnionFind {
    pub fn new(size: usize) -> UnionFind {
        UnionFind { parent: (0..size).collect() }
    }

    pub fn find(&self, mut node: usize) -> usize {
        while self.parent[node] != node {
            node = self.parent[node];
        }
        node
    }

    /// Joins two sets and returns the one that remains and the one that is gone, if they were two.
    pub fn union(&mut self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return None;
        }
        self.parent[b] = a;
        Some((a, b))
    }
}
