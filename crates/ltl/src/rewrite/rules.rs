//! The rules. In the comments, e is a pure eventuality, u a pure universality, q is both, and
//! `x ≤ y` says that the shapes show that x implies y. Every rule has its dual, named once.

use super::Rewriter;
use crate::terms::{FALSE, Id, TRUE, Term};

/// One rule: an equivalent and simpler term, where the rule applies.
pub(super) struct Rule {
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests name the rule that is wrong"))]
    pub(super) name: &'static str,
    pub(super) apply: fn(&mut Rewriter<'_>, Id) -> Option<Id>,
}

macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        &[$(Rule { name: stringify!($name), apply: $name }),*]
    };
}

/// All rules, the cheap ones first.
pub(super) const RULES: &[Rule] = rules![
    next_of_suspendable,
    suspendable_out_of_next,
    next_out_of_temporal,
    next_out_of_boolean,
    pure_right_operand,
    pure_part_out_of_right_operand,
    pure_part_under_infinitely_often,
    common_right_operand,
    common_left_operand,
    common_infinitely_often,
    implied_parts,
    refuted_inner_parts,
    implied_left_operand,
    implied_left_parts,
    nested_right_operand,
    nested_left_operand,
];

/// A conjunction or a disjunction with its parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    And,
    Or,
}

/// `Until` or `Release`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fix {
    Until,
    Release,
}

impl Fix {
    /// The left operand of `F` or `G`.
    pub(super) fn unit(self) -> Id {
        match self {
            Fix::Until => TRUE,
            Fix::Release => FALSE,
        }
    }

    pub(super) fn dual(self) -> Fix {
        match self {
            Fix::Until => Fix::Release,
            Fix::Release => Fix::Until,
        }
    }
}

impl Rewriter<'_> {
    pub(super) fn join(&self, id: Id) -> Option<(Join, Vec<Id>)> {
        match self.terms.get(id) {
            Term::And(parts) => Some((Join::And, parts.to_vec())),
            Term::Or(parts) => Some((Join::Or, parts.to_vec())),
            _ => None,
        }
    }

    pub(super) fn make_join(&mut self, join: Join, parts: impl IntoIterator<Item = Id>) -> Id {
        match join {
            Join::And => self.terms.and(parts),
            Join::Or => self.terms.or(parts),
        }
    }

    pub(super) fn fix(&self, id: Id) -> Option<(Fix, Id, Id)> {
        match *self.terms.get(id) {
            Term::Until(left, right) => Some((Fix::Until, left, right)),
            Term::Release(left, right) => Some((Fix::Release, left, right)),
            _ => None,
        }
    }

    pub(super) fn make_fix(&mut self, fix: Fix, left: Id, right: Id) -> Id {
        match fix {
            Fix::Until => self.terms.until(left, right),
            Fix::Release => self.terms.release(left, right),
        }
    }

    fn next_operand(&self, id: Id) -> Option<Id> {
        match *self.terms.get(id) {
            Term::Next(operand) => Some(operand),
            _ => None,
        }
    }

    /// `x ≤ y`, or `y ≤ x` where the dual of a rule asks for it.
    fn below(&mut self, fix: Fix, x: Id, y: Id) -> bool {
        match fix {
            Fix::Until => self.implies(x, y),
            Fix::Release => self.implies(y, x),
        }
    }
}

/// X q = q
fn next_of_suspendable(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let operand = rewriter.next_operand(id)?;
    rewriter.suspendable(operand).then_some(operand)
}

/// X(a & q) = X a & q
fn suspendable_out_of_next(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let operand = rewriter.next_operand(id)?;
    let (join, parts) = rewriter.join(operand)?;
    let (moved, kept) = split(&parts, |part| rewriter.suspendable(part))?;
    let kept = rewriter.make_join(join, kept);
    let kept = rewriter.terms.next(kept);
    Some(rewriter.make_join(join, moved.into_iter().chain([kept])))
}

/// X a U X b = X(a U b), and F X a = X F a
fn next_out_of_temporal(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (fix, left, right) = rewriter.fix(id)?;
    let right = rewriter.next_operand(right)?;
    let left = if left == fix.unit() { left } else { rewriter.next_operand(left)? };
    let inner = rewriter.make_fix(fix, left, right);
    Some(rewriter.terms.next(inner))
}

/// X a & X b = X(a & b)
fn next_out_of_boolean(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (join, parts) = rewriter.join(id)?;
    let (next, rest): (Vec<Id>, Vec<Id>) =
        parts.iter().partition(|&&part| rewriter.next_operand(part).is_some());
    if next.len() < 2 {
        return None;
    }
    let operands: Vec<Id> = next.iter().filter_map(|&part| rewriter.next_operand(part)).collect();
    let inner = rewriter.make_join(join, operands);
    let next = rewriter.terms.next(inner);
    Some(rewriter.make_join(join, rest.into_iter().chain([next])))
}

/// a U e = e
fn pure_right_operand(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (fix, _, right) = rewriter.fix(id)?;
    let pure = match fix {
        Fix::Until => rewriter.eventual(right),
        Fix::Release => rewriter.universal(right),
    };
    pure.then_some(right)
}

/// a U (b | e) = (a U b) | e, and a U (b & q) = (a U b) & q
fn pure_part_out_of_right_operand(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (fix, left, right) = rewriter.fix(id)?;
    let (join, parts) = rewriter.join(right)?;
    let (moved, kept) = split(&parts, |part| match (fix, join) {
        (Fix::Until, Join::Or) => rewriter.eventual(part),
        (Fix::Release, Join::And) => rewriter.universal(part),
        _ => rewriter.suspendable(part),
    })?;
    let kept = rewriter.make_join(join, kept);
    let kept = rewriter.make_fix(fix, left, kept);
    Some(rewriter.make_join(join, moved.into_iter().chain([kept])))
}

/// G F(a & e) = G F a & G e, and G F(a | u) = G F a | F u
fn pure_part_under_infinitely_often(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (outer, inner, operand) = infinitely_often(rewriter, id)?;
    let (join, parts) = rewriter.join(operand)?;
    let wanted_join = |fix| match fix {
        Fix::Release => Join::And,
        Fix::Until => Join::Or,
    };
    let (pure, kept) = split(&parts, |part| {
        if join == wanted_join(outer) {
            // G F(a & e), F G(a | u)
            match outer {
                Fix::Release => rewriter.eventual(part),
                Fix::Until => rewriter.universal(part),
            }
        } else {
            // G F(a | u), F G(a & e)
            match outer {
                Fix::Release => rewriter.universal(part),
                Fix::Until => rewriter.eventual(part),
            }
        }
    })?;
    let over = if join == wanted_join(outer) { outer } else { inner };
    let mut parts: Vec<Id> =
        pure.iter().map(|&part| rewriter.make_fix(over, over.unit(), part)).collect();
    let kept = rewriter.make_join(join, kept);
    let kept = rewriter.make_fix(inner, inner.unit(), kept);
    parts.push(rewriter.make_fix(outer, outer.unit(), kept));
    Some(rewriter.make_join(join, parts))
}

/// The operators and the operand of G F a or F G a, outer operator first.
fn infinitely_often(rewriter: &Rewriter<'_>, id: Id) -> Option<(Fix, Fix, Id)> {
    let (outer, outer_left, inside) = rewriter.fix(id)?;
    let (inner, inner_left, operand) = rewriter.fix(inside)?;
    let matches = inner == outer.dual() && outer_left == outer.unit() && inner_left == inner.unit();
    matches.then_some((outer, inner, operand))
}

/// (a U c) & (b U c) = (a & b) U c, and (a R c) | (b R c) = (a | b) R c
fn common_right_operand(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (join, parts) = rewriter.join(id)?;
    let wanted = match join {
        Join::And => Fix::Until,
        Join::Or => Fix::Release,
    };
    merge_pair(rewriter, join, &parts, |rewriter, x, y| {
        let (fix, a, c) = rewriter.fix(x)?;
        let (other, b, d) = rewriter.fix(y)?;
        if fix != wanted || other != wanted || c != d {
            return None;
        }
        let left = rewriter.make_join(join, [a, b]);
        Some(rewriter.make_fix(fix, left, c))
    })
}

/// (a U b) | (a U c) = a U (b | c), and (a R b) & (a R c) = a R (b & c)
fn common_left_operand(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (join, parts) = rewriter.join(id)?;
    let wanted = match join {
        Join::And => Fix::Release,
        Join::Or => Fix::Until,
    };
    merge_pair(rewriter, join, &parts, |rewriter, x, y| {
        let (fix, a, c) = rewriter.fix(x)?;
        let (other, b, d) = rewriter.fix(y)?;
        if fix != wanted || other != wanted || a != b {
            return None;
        }
        let right = rewriter.make_join(join, [c, d]);
        Some(rewriter.make_fix(fix, a, right))
    })
}

/// G F a | G F b = G F(a | b)
fn common_infinitely_often(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (join, parts) = rewriter.join(id)?;
    let wanted = match join {
        Join::And => Fix::Until,
        Join::Or => Fix::Release,
    };
    merge_pair(rewriter, join, &parts, |rewriter, x, y| {
        let (outer, inner, a) = infinitely_often(rewriter, x)?;
        let (other, _, b) = infinitely_often(rewriter, y)?;
        if outer != wanted || other != wanted {
            return None;
        }
        let operand = rewriter.make_join(join, [a, b]);
        let inside = rewriter.make_fix(inner, inner.unit(), operand);
        Some(rewriter.make_fix(outer, outer.unit(), inside))
    })
}

/// a & b = a if a ≤ b, and a & b = false if a ≤ !b
fn implied_parts(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (join, parts) = rewriter.join(id)?;
    for (at, &x) in parts.iter().enumerate() {
        for &y in &parts[at + 1..] {
            let decided = match join {
                Join::And => rewriter.excludes(x, y),
                Join::Or => rewriter.covers(x, y),
            };
            if decided {
                return Some(if join == Join::And { FALSE } else { TRUE });
            }
            let (stronger, weaker) = if rewriter.implies(x, y) {
                (x, y)
            } else if rewriter.implies(y, x) {
                (y, x)
            } else {
                continue;
            };
            let dropped = if join == Join::And { weaker } else { stronger };
            return Some(rewriter.make_join(join, without(&parts, dropped)));
        }
    }
    None
}

/// a & (b | c) = a & c if a ≤ !b
fn refuted_inner_parts(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (join, parts) = rewriter.join(id)?;
    for &outer in &parts {
        let Some((inner_join, inner)) = rewriter.join(outer) else {
            continue;
        };
        for &x in parts.iter().filter(|&&x| x != outer) {
            let refuted = inner.iter().find(|&&part| match join {
                Join::And => rewriter.excludes(x, part),
                Join::Or => rewriter.covers(x, part),
            });
            if let Some(&refuted) = refuted {
                let smaller = rewriter.make_join(inner_join, without(&inner, refuted));
                let parts = without(&parts, outer).chain([smaller]);
                return Some(rewriter.make_join(join, parts));
            }
        }
    }
    None
}

/// a U b = b if a ≤ b, and a U b = F b if !b ≤ a
fn implied_left_operand(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (fix, left, right) = rewriter.fix(id)?;
    if rewriter.below(fix, left, right) {
        return Some(right);
    }
    let free = match fix {
        Fix::Until => rewriter.covers(right, left),
        Fix::Release => rewriter.excludes(right, left),
    };
    (free && left != fix.unit()).then(|| rewriter.make_fix(fix, fix.unit(), right))
}

/// (a | b) U c = a U c if b ≤ c, and (a & b) U c = a U c if !c ≤ b
fn implied_left_parts(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (fix, left, right) = rewriter.fix(id)?;
    let (join, parts) = rewriter.join(left)?;
    let idle = parts.iter().find(|&&part| match (fix, join) {
        (Fix::Until, Join::Or) => rewriter.implies(part, right),
        (Fix::Until, Join::And) => rewriter.covers(right, part),
        (Fix::Release, Join::And) => rewriter.implies(right, part),
        (Fix::Release, Join::Or) => rewriter.excludes(right, part),
    });
    let &idle = idle?;
    let left = rewriter.make_join(join, without(&parts, idle));
    Some(rewriter.make_fix(fix, left, right))
}

/// a U (b U c) = b U c if a ≤ b, and a U (b U c) = a U c if b ≤ a
fn nested_right_operand(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (fix, a, right) = rewriter.fix(id)?;
    let (inner, b, c) = rewriter.fix(right)?;
    if inner != fix {
        return None;
    }
    if rewriter.below(fix, a, b) {
        return Some(right);
    }
    rewriter.below(fix, b, a).then(|| rewriter.make_fix(fix, a, c))
}

/// (a U b) U b = a U b
fn nested_left_operand(rewriter: &mut Rewriter<'_>, id: Id) -> Option<Id> {
    let (fix, left, b) = rewriter.fix(id)?;
    let (inner, _, c) = rewriter.fix(left)?;
    (inner == fix && b == c).then_some(left)
}

/// The parts that satisfy the predicate and the others; `None` when none does.
fn split(parts: &[Id], mut predicate: impl FnMut(Id) -> bool) -> Option<(Vec<Id>, Vec<Id>)> {
    let (yes, no): (Vec<Id>, Vec<Id>) = parts.iter().partition(|&&part| predicate(part));
    (!yes.is_empty()).then_some((yes, no))
}

fn without(parts: &[Id], dropped: Id) -> impl Iterator<Item = Id> {
    parts.iter().copied().filter(move |&part| part != dropped)
}

/// Replaces the first two parts that `merge` can make one of.
fn merge_pair(
    rewriter: &mut Rewriter<'_>,
    join: Join,
    parts: &[Id],
    merge: impl Fn(&mut Rewriter<'_>, Id, Id) -> Option<Id>,
) -> Option<Id> {
    for (at, &x) in parts.iter().enumerate() {
        for &y in &parts[at + 1..] {
            if let Some(merged) = merge(rewriter, x, y) {
                let rest = parts.iter().copied().filter(|&part| part != x && part != y);
                return Some(rewriter.make_join(join, rest.chain([merged])));
            }
        }
    }
    None
}
