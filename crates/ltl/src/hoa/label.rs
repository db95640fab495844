//! Boolean labels as cubes.

use crate::Cube;
use crate::cube::merge_cubes;

/// How many cubes a label, or its negation, may have.
const MAX_CUBES: usize = 512;

/// The cubes of a label and of its negation; `None` for what has too many.
#[derive(Clone, Debug)]
pub(super) struct Label {
    yes: Option<Vec<Cube>>,
    no: Option<Vec<Cube>>,
}

impl Label {
    pub(super) fn constant(value: bool) -> Label {
        let all = Some(vec![Cube::ALL]);
        let (yes, no) = if value { (all, Some(Vec::new())) } else { (Some(Vec::new()), all) };
        Label { yes, no }
    }

    pub(super) fn proposition(proposition: u32) -> Label {
        Label {
            yes: Some(vec![Cube::literal(proposition, true)]),
            no: Some(vec![Cube::literal(proposition, false)]),
        }
    }

    pub(super) fn negated(self) -> Label {
        Label { yes: self.no, no: self.yes }
    }

    pub(super) fn and(self, other: Label) -> Label {
        Label { yes: intersection(self.yes, other.yes), no: union(self.no, other.no) }
    }

    pub(super) fn or(self, other: Label) -> Label {
        self.negated().and(other.negated()).negated()
    }

    /// The letters of the label; `None` if they take too many cubes.
    pub(super) fn cubes(&self) -> Option<Vec<Cube>> {
        self.yes.clone().map(merge_cubes)
    }

    /// The greatest proposition the label mentions.
    pub(super) fn greatest(&self) -> Option<u32> {
        let cubes = self.yes.iter().chain(&self.no).flatten();
        let mentioned = cubes.fold(0, |all, cube| all | cube.pos | cube.neg);
        mentioned.checked_ilog2()
    }
}

fn union(left: Option<Vec<Cube>>, right: Option<Vec<Cube>>) -> Option<Vec<Cube>> {
    let mut cubes = left?;
    for cube in right? {
        insert(&mut cubes, cube)?;
    }
    Some(cubes)
}

fn intersection(left: Option<Vec<Cube>>, right: Option<Vec<Cube>>) -> Option<Vec<Cube>> {
    let (left, right) = (left?, right?);
    let mut cubes = Vec::new();
    for a in &left {
        for cube in right.iter().filter_map(|b| a.and(*b)) {
            insert(&mut cubes, cube)?;
        }
    }
    Some(cubes)
}

/// Adds a cube unless a greater one is there; `None` when there are too many.
fn insert(cubes: &mut Vec<Cube>, cube: Cube) -> Option<()> {
    if cubes.iter().any(|known| known.includes(cube)) {
        return Some(());
    }
    cubes.retain(|known| !cube.includes(*known));
    cubes.push(cube);
    (cubes.len() <= MAX_CUBES).then_some(())
}
