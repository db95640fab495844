//! Formulas as SPIN reads them in an `ltl` block.

use super::{Binary, Formula, Unary};

impl Formula {
    /// The formula in SPIN's syntax, with parentheses that leave no choice: SPIN's operators bind differently
    /// from ours. `proposition` says what stands for a proposition. (`X` is printed too, but most builds of
    /// SPIN do not know it.)
    ///
    /// # Errors
    /// When nothing stands for a proposition, as `proposition` says.
    pub fn promela<E>(
        &self,
        proposition: &mut dyn FnMut(&str) -> Result<String, E>,
    ) -> Result<String, E> {
        Ok(match self {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::Proposition(name) => format!("({})", proposition(name)?),
            Formula::Unary(operator, operand) => {
                format!("({}{})", sign(*operator), operand.promela(proposition)?)
            }
            Formula::Binary(operator, left, right) => {
                binary(*operator, &left.promela(proposition)?, &right.promela(proposition)?)
            }
        })
    }
}

fn sign(operator: Unary) -> &'static str {
    match operator {
        Unary::Not => "!",
        Unary::Next => "X ",
        Unary::Finally => "<> ",
        Unary::Globally => "[] ",
    }
}

fn binary(operator: Binary, a: &str, b: &str) -> String {
    match operator {
        // SPIN has neither of these two.
        Binary::StrongRelease => format!("({b} U ({a} && {b}))"),
        Binary::Xor => format!("(!({a} <-> {b}))"),
        Binary::Release => format!("({a} V {b})"),
        Binary::And
        | Binary::Or
        | Binary::Implies
        | Binary::Iff
        | Binary::Until
        | Binary::WeakUntil => format!("({a} {operator} {b})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn shown(text: &str) -> String {
        let formula = Formula::parse(text).unwrap();
        let plain = |name: &str| Ok::<_, Infallible>(name.trim_matches(['{', '}']).to_owned());
        formula.promela(&mut { plain }).unwrap()
    }

    #[test]
    fn operators_are_spelled_as_spin_does() {
        let check = |text: &str, spin: &str| assert_eq!(shown(text), spin, "{text}");
        check("G(Sent -> F Recv)", "([] ((Sent) -> (<> (Recv))))");
        check("GF {x == 1}", "([] (<> (x == 1)))");
        check("a U b && c", "(((a) U (b)) && (c))");
        check("a M b", "((b) U ((a) && (b)))");
        check("a R b", "((a) V (b))");
        check("a xor b", "(!((a) <-> (b)))");
        check("a -> b -> c", "((a) -> ((b) -> (c)))");
        check("!a W true", "((!(a)) W true)");
    }

    #[test]
    fn a_proposition_that_nothing_stands_for_is_named() {
        let formula = Formula::parse("G (a -> b)").unwrap();
        let mut known =
            |name: &str| if name == "a" { Ok("A".to_owned()) } else { Err(name.to_owned()) };
        assert_eq!(formula.promela(&mut known), Err("b".to_owned()));
    }
}
