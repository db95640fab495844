//! Each rule alone, on random formulas: the same words before and after, and a lower cost.

#[path = "../../tests/support/mod.rs"]
mod support;

use super::Rewriter;
use super::rules::RULES;
use crate::Formula;
use crate::terms::{FALSE, Id, TRUE, Term, Terms};
use crate::word::holds;
use allways_testkit::more;
use support::{NAMES, Random};

/// How often a rule must apply for the test to mean something.
const WANTED: usize = 200;

fn names() -> Vec<String> {
    NAMES.iter().map(|name| (*name).to_owned()).collect()
}

/// Twice the number of operators and literals, plus for each of them the number of temporal
/// operators above it; `X` counts these double, since rules move it outwards.
fn cost(terms: &Terms, id: Id, depth: u64) -> u64 {
    match terms.get(id) {
        Term::True | Term::False => 0,
        Term::Literal { .. } => 2 + depth,
        Term::And(parts) | Term::Or(parts) => {
            let inner: u64 = parts.iter().map(|&id| cost(terms, id, depth)).sum();
            inner + (2 + depth) * (parts.len() as u64 - 1)
        }
        Term::Next(operand) => 2 + 2 * depth + cost(terms, *operand, depth + 1),
        Term::Until(left, right) | Term::Release(left, right) => {
            2 + depth + cost(terms, *left, depth + 1) + cost(terms, *right, depth + 1)
        }
    }
}

fn assert_same(before: &Formula, after: &Formula, rule: &str, random: &mut Random) {
    for _ in 0..30 {
        let word = support::lasso(random, NAMES.len());
        assert_eq!(
            holds(before, &names(), &word),
            holds(after, &names(), &word),
            "{rule}: {before} became {after}, which differs on {word:?}"
        );
    }
}

/// The left sides of the rules.
const SHAPES: &[&str] = &[
    "X GF p",
    "X(p && GF q)",
    "X(p || FG q)",
    "X p U X q",
    "X p R X q",
    "F X p",
    "G X p",
    "X p && X q",
    "X p || X q || r",
    "p U F q",
    "p R G q",
    "p U (q || F r)",
    "p R (q && G r)",
    "p U (q && GF r)",
    "p R (q || FG r)",
    "GF(p && F q)",
    "GF(p || G q)",
    "FG(p || G q)",
    "FG(p && F q)",
    "(p U r) && (q U r)",
    "(p R r) || (q R r)",
    "(p U q) || (p U r)",
    "(p R q) && (p R r)",
    "GF p || GF q",
    "FG p && FG q",
    "p && (p || q)",
    "p || p && q",
    "p && (q || !p)",
    "p || (q && !p)",
    "p && F p",
    "G p || p",
    "F p && G !p",
    "p U (p || q)",
    "p R (p && q)",
    "!p U p",
    "!p R p",
    "(p || q) U q",
    "(p && !q) U q",
    "(p && q) R q",
    "(p || !q) R q",
    "p U (p U q)",
    "p R (p R q)",
    "F(p U q)",
    "G(p R q)",
    "(p && q) U (q U r)",
    "p U ((p && r) U q)",
    "(p U q) U q",
    "(p R q) R q",
    "p",
    "p U q",
    "p R q",
];

/// A formula of the shapes the rules look for is rare among random ones; this substitutes random
/// formulas, often the same one twice, into the left sides.
fn shaped(random: &mut Random) -> Formula {
    let mut shape = Formula::parse(random.choose(SHAPES)).expect("the shapes are formulas");
    for name in ["p", "q", "r"] {
        let size = 1 + random.below(4);
        let part = support::formula(random, size);
        shape = substituted(&shape, name, &part);
    }
    shape
}

fn substituted(formula: &Formula, name: &str, by: &Formula) -> Formula {
    let inner = |part: &Formula| substituted(part, name, by);
    match formula {
        Formula::Proposition(own) if own == name => by.clone(),
        Formula::True | Formula::False | Formula::Proposition(_) => formula.clone(),
        Formula::Unary(operator, operand) => Formula::unary(*operator, inner(operand)),
        Formula::Binary(operator, left, right) => {
            Formula::binary(*operator, inner(left), inner(right))
        }
    }
}

#[test]
fn every_rule_keeps_the_language_and_lowers_the_cost() {
    for (seed, rule) in RULES.iter().enumerate() {
        let mut random = Random::of(seed as u64);
        let mut applied = 0;
        for _ in 0..100_000 {
            if applied == WANTED {
                break;
            }
            let formula = shaped(&mut random);
            let mut terms = Terms::new();
            let id = terms.of(&formula, &names());
            let before = terms.formula(id, &names());
            let cost_before = cost(&terms, id, 0);
            let mut rewriter = Rewriter::new(&mut terms);
            let Some(after) = (rule.apply)(&mut rewriter, id) else {
                continue;
            };
            applied += 1;
            assert!(
                cost(&terms, after, 0) < cost_before,
                "{}: {before} became {}, which costs no less",
                rule.name,
                terms.formula(after, &names())
            );
            assert_same(&before, &terms.formula(after, &names()), rule.name, &mut random);
        }
        assert_eq!(applied, WANTED, "{} applies too rarely to be tested", rule.name);
    }
}

#[test]
fn normal_form_and_simplification_keep_the_language() {
    let mut random = Random::of(7);
    for _ in 0..more(3000) {
        let size = 1 + random.below(14);
        let formula = support::formula(&mut random, size);
        let mut terms = Terms::new();
        let id = terms.of(&formula, &names());
        assert_same(&formula, &terms.formula(id, &names()), "normal form", &mut random);
        let negation = terms.negation(id);
        assert_same(
            &formula.negated(),
            &terms.formula(negation, &names()),
            "negation",
            &mut random,
        );
        let simplified = Rewriter::new(&mut terms).simplify(id);
        assert!(cost(&terms, simplified, 0) <= cost(&terms, id, 0));
        let packed = Rewriter::new(&mut terms).pack(simplified);
        assert_same(&formula, &terms.formula(simplified, &names()), "simplify", &mut random);
        let packed = terms.formula(packed, &names());
        assert_same(&formula, &packed, "pack", &mut random);
    }
}

#[test]
fn implication_by_shape_is_implication() {
    let mut random = Random::of(11);
    let mut found = 0;
    for _ in 0..more(20_000) {
        let (left, right) = (1 + random.below(5), 1 + random.below(5));
        let (a, b) = (support::formula(&mut random, left), support::formula(&mut random, right));
        let mut terms = Terms::new();
        let (x, y) = (terms.of(&a, &names()), terms.of(&b, &names()));
        if x == FALSE || y == TRUE || x == y || !Rewriter::new(&mut terms).implies(x, y) {
            continue;
        }
        found += 1;
        for _ in 0..20 {
            let word = support::lasso(&mut random, NAMES.len());
            let wrong = holds(&a, &names(), &word) && !holds(&b, &names(), &word);
            assert!(!wrong, "{a} does not imply {b} on {word:?}");
        }
    }
    assert!(found > 300, "only {found} implications were tested");
}
