//! Strongly connected components by Tarjan's algorithm, with a stack of its own instead of recursion.

/// The component of each node that can be reached from the root.
pub(crate) struct Components {
    of: Vec<usize>,
    /// Components are numbered from 0; an edge never leads to a greater number.
    pub(crate) count: usize,
}

const UNREACHED: usize = usize::MAX;

impl Components {
    /// The component of a node, if the node can be reached.
    pub(crate) fn of(&self, node: usize) -> Option<usize> {
        Some(self.of[node]).filter(|&component| component != UNREACHED)
    }

    /// The component two nodes share.
    pub(crate) fn common(&self, a: usize, b: usize) -> Option<usize> {
        self.of(a).filter(|&component| self.of[b] == component)
    }
}

struct Frame<I> {
    node: usize,
    successors: I,
}

/// The components of the nodes below `nodes` that can be reached from `root`.
pub(crate) fn components<I: Iterator<Item = usize>>(
    nodes: usize,
    root: usize,
    successors: impl Fn(usize) -> I,
) -> Components {
    let mut result = Components { of: vec![UNREACHED; nodes], count: 0 };
    // The order of discovery, counted from 1, and the least such number known to be in the same
    // component.
    let mut order = vec![0; nodes];
    let mut low = vec![0; nodes];
    let mut open = vec![root];
    let mut discovered = 1;
    (order[root], low[root]) = (1, 1);
    let mut path = vec![Frame { node: root, successors: successors(root) }];
    while let Some(Frame { node, successors: rest }) = path.last_mut() {
        let node = *node;
        if let Some(next) = rest.next() {
            if order[next] == 0 {
                discovered += 1;
                (order[next], low[next]) = (discovered, discovered);
                open.push(next);
                path.push(Frame { node: next, successors: successors(next) });
            } else if result.of[next] == UNREACHED {
                low[node] = low[node].min(order[next]);
            }
            continue;
        }
        path.pop();
        if let Some(parent) = path.last() {
            low[parent.node] = low[parent.node].min(low[node]);
        }
        if low[node] == order[node] {
            let start = open.iter().rposition(|&member| member == node);
            for member in open.drain(start.unwrap_or(0)..) {
                result.of[member] = result.count;
            }
            result.count += 1;
        }
    }
    result
}
