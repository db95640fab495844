//! Formulas as text, with no more parentheses than needed.

use std::fmt::{self, Display, Formatter, Write};

use super::parser::{groups_right, precedence};
use super::{Binary, Formula, Unary, lexer};

impl Display for Unary {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Unary::Not => "!",
            Unary::Next => "X",
            Unary::Finally => "F",
            Unary::Globally => "G",
        })
    }
}

impl Display for Binary {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::Xor => "xor",
            Binary::Implies => "->",
            Binary::Iff => "<->",
            Binary::Until => "U",
            Binary::WeakUntil => "W",
            Binary::Release => "R",
            Binary::StrongRelease => "M",
        })
    }
}

impl Display for Formula {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Formula::True => out.write_str("true"),
            Formula::False => out.write_str("false"),
            Formula::Proposition(name) => proposition(name, out),
            Formula::Unary(operator, operand) => unary(*operator, operand, out),
            Formula::Binary(operator, left, right) => {
                operand(left, *operator, false, out)?;
                write!(out, " {operator} ")?;
                operand(right, *operator, true, out)
            }
        }
    }
}

/// Names that would be read as operators, and texts that are no names, stand in quotes.
fn proposition(name: &str, out: &mut Formatter<'_>) -> fmt::Result {
    if lexer::is_plain_name(name) || name.starts_with('{') {
        return out.write_str(name);
    }
    out.write_char('"')?;
    for c in name.chars() {
        if c == '"' || c == '\\' {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_char('"')
}

fn unary(operator: Unary, operand: &Formula, out: &mut Formatter<'_>) -> fmt::Result {
    write!(out, "{operator}")?;
    match operand {
        Formula::Binary(..) => write!(out, "({operand})"),
        _ if operator == Unary::Not => write!(out, "{operand}"),
        // Letters join: `GF a`.
        Formula::Unary(inner, _) if *inner != Unary::Not => write!(out, "{operand}"),
        _ => write!(out, " {operand}"),
    }
}

fn operand(part: &Formula, parent: Binary, right: bool, out: &mut Formatter<'_>) -> fmt::Result {
    let Formula::Binary(operator, ..) = part else {
        return write!(out, "{part}");
    };
    let same_level = precedence(*operator) == precedence(parent);
    let groups_alone = precedence(*operator) > precedence(parent)
        // Mixed chains such as `a U (b R c)` keep their parentheses for the reader.
        || same_level && *operator == parent && groups_right(parent) == right;
    if groups_alone { write!(out, "{part}") } else { write!(out, "({part})") }
}
