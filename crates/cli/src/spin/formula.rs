//! Formulas in SPIN's syntax.

use allways_ltl::Formula;
use allways_ltl::formula::{Binary, Unary};
use allways_pan::Model;

/// A formula without X as SPIN reads it, with parentheses that leave no choice; propositions by their place in the list.
pub fn promela(formula: &Formula, propositions: &[String]) -> String {
    let text = |formula: &Formula| promela(formula, propositions);
    match formula {
        Formula::True => "true".to_string(),
        Formula::False => "false".to_string(),
        Formula::Proposition(name) => match propositions.iter().position(|p| p == name) {
            Some(number) => Model::proposition(number),
            // The automaton does not look at it: whatever it is, the formula means the same.
            None => "false".to_string(),
        },
        Formula::Unary(op, a) => {
            let a = text(a);
            match op {
                Unary::Not => format!("!({a})"),
                Unary::Next => format!("X ({a})"),
                Unary::Finally => format!("<> ({a})"),
                Unary::Globally => format!("[] ({a})"),
            }
        }
        Formula::Binary(op, a, b) => {
            let (a, b) = (text(a), text(b));
            match op {
                Binary::And => format!("(({a}) && ({b}))"),
                Binary::Or => format!("(({a}) || ({b}))"),
                Binary::Xor => format!("(!(({a}) <-> ({b})))"),
                Binary::Implies => format!("(({a}) -> ({b}))"),
                Binary::Iff => format!("(({a}) <-> ({b}))"),
                Binary::Until => format!("(({a}) U ({b}))"),
                Binary::WeakUntil => format!("(([] ({a})) || (({a}) U ({b})))"),
                Binary::Release => format!("(({a}) V ({b}))"),
                Binary::StrongRelease => format!("(({b}) U (({a}) && ({b})))"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_spelled_as_spin_does() {
        let propositions = ["Sent".to_string(), "{count == 0}".to_string()];
        let text = |formula: &str| promela(&Formula::parse(formula).unwrap(), &propositions);
        assert_eq!(text("G(Sent -> F {count == 0})"), "[] (((p0) -> (<> (p1))))");
        assert_eq!(text("Sent W {count == 0}"), "(([] (p0)) || ((p0) U (p1)))");
        assert_eq!(text("Sent M true"), "((true) U ((p0) && (true)))");
    }
}
