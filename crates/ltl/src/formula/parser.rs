//! From tokens to a formula, by precedence climbing.

use std::ops::Range;

use super::lexer::{self, Kind, Token};
use super::{Binary, Formula, ParseError, joined_operators};
use crate::MAX_PROPOSITIONS;

/// How deep a formula, or the parentheses around it, may nest. Everything that walks a formula may
/// recurse because of this bound.
pub(super) const MAX_DEPTH: usize = 1000;

/// How strongly an operator binds; a greater number binds more strongly.
pub(super) fn precedence(operator: Binary) -> u8 {
    match operator {
        Binary::Implies | Binary::Iff => 1,
        Binary::Or => 2,
        Binary::Xor => 3,
        Binary::And => 4,
        Binary::Until | Binary::WeakUntil | Binary::Release | Binary::StrongRelease => 5,
    }
}

/// Whether `a op b op c` means `a op (b op c)`.
pub(super) fn groups_right(operator: Binary) -> bool {
    !matches!(operator, Binary::Or | Binary::Xor | Binary::And)
}

/// Reads a formula; see [`Formula::parse`].
pub(super) fn parse(text: &str) -> Result<Formula, ParseError> {
    let tokens = lexer::tokens(text)?;
    let mut parser =
        Parser { tokens: &tokens, end: text.len(), at: 0, depth: 0, names: Vec::new() };
    let parsed = parser.binary(0)?;
    match parser.next() {
        None => Ok(parsed.formula),
        Some(token) => Err(parser.no_operator(token)),
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
    /// The length of the text.
    end: usize,
    at: usize,
    /// How many calls of [`Parser::binary`] are open.
    depth: usize,
    names: Vec<&'t str>,
}

/// A formula and the height of its tree, so that the height is bounded without walking it.
struct Parsed {
    formula: Formula,
    height: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Option<&'t Token> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// The token before the one that was taken last.
    fn previous(&self) -> Option<&'t Token> {
        self.at.checked_sub(2).and_then(|at| self.tokens.get(at))
    }

    /// Operands joined by operators that bind at least as strongly as `least`.
    fn binary(&mut self, least: u8) -> Result<Parsed, ParseError> {
        self.depth += 1;
        let here = self.peek().map_or(self.end..self.end, |token| token.span.clone());
        check_depth(self.depth, &here)?;
        let mut left = self.unary()?;
        while let Some(token) = self.peek()
            && let Kind::Binary(operator) = token.kind
            && precedence(operator) >= least
        {
            self.at += 1;
            let least = precedence(operator) + u8::from(!groups_right(operator));
            let right = self.binary(least)?;
            let height = 1 + left.height.max(right.height);
            check_depth(height, &token.span)?;
            let formula = Formula::binary(operator, left.formula, right.formula);
            left = Parsed { formula, height };
        }
        self.depth -= 1;
        Ok(left)
    }

    /// An operand after any number of operators with one operand.
    fn unary(&mut self) -> Result<Parsed, ParseError> {
        let mut operators = Vec::new();
        while let Some(token) = self.peek()
            && let Kind::Unary(operator) = token.kind
        {
            self.at += 1;
            operators.push((operator, &token.span));
        }
        let mut operand = self.operand()?;
        for (operator, span) in operators.into_iter().rev() {
            operand.height += 1;
            check_depth(operand.height, span)?;
            operand.formula = Formula::unary(operator, operand.formula);
        }
        Ok(operand)
    }

    fn operand(&mut self) -> Result<Parsed, ParseError> {
        let Some(token) = self.next() else {
            return Err(self.no_operand(self.end..self.end, self.tokens.last()));
        };
        let formula = match &token.kind {
            Kind::True => Formula::True,
            Kind::False => Formula::False,
            Kind::Proposition(name) => self.proposition(name, &token.span)?,
            Kind::Open => return self.group(token),
            Kind::Close | Kind::Unary(_) | Kind::Binary(_) => {
                return Err(self.no_operand(token.span.clone(), self.previous()));
            }
        };
        Ok(Parsed { formula, height: 1 })
    }

    fn proposition(&mut self, name: &'t str, span: &Range<usize>) -> Result<Formula, ParseError> {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
        if self.names.len() <= MAX_PROPOSITIONS {
            return Ok(Formula::proposition(name));
        }
        let message = format!("more than {MAX_PROPOSITIONS} different propositions");
        Err(ParseError::new(span.clone(), message)
            .help("check the parts of the formula one by one"))
    }

    fn group(&mut self, open: &Token) -> Result<Parsed, ParseError> {
        let inner = self.binary(0)?;
        match self.next() {
            Some(token) if token.kind == Kind::Close => Ok(inner),
            Some(token) => Err(self.no_operator(token)),
            None => Err(ParseError::new(open.span.clone(), "this `(` is never closed")),
        }
    }

    fn no_operand(&self, span: Range<usize>, before: Option<&Token>) -> ParseError {
        let message = match before.map(|token| &token.kind) {
            None if self.tokens.is_empty() => "there is no formula here".to_owned(),
            None => "a formula cannot begin with this".to_owned(),
            Some(Kind::Open) => "an operand is missing after `(`".to_owned(),
            Some(Kind::Unary(operator)) => format!("the operand of `{operator}` is missing"),
            Some(Kind::Binary(operator)) => {
                format!("the right operand of `{operator}` is missing")
            }
            Some(_) => "an operand is missing here".to_owned(),
        };
        ParseError::new(span, message)
    }

    /// The error for a token after a complete operand that cannot go on with it.
    fn no_operator(&self, token: &Token) -> ParseError {
        let span = token.span.clone();
        if token.kind == Kind::Close {
            return ParseError::new(span, "there is no `(` for this `)`");
        }
        let words = [self.previous(), Some(token)];
        for word in words.into_iter().flatten() {
            if let Some(help) = instead_of(word) {
                let message = "an operator is missing here";
                return ParseError::new(word.span.clone(), message).help(help);
            }
        }
        ParseError::new(span, "an operator is missing before this").help(
            "for example `&&`, `||`, `->` or `U`; a C expression needs braces: `{count <= 1}`",
        )
    }
}

fn check_depth(depth: usize, span: &Range<usize>) -> Result<(), ParseError> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    let message = format!("the formula nests deeper than {MAX_DEPTH} levels");
    Err(ParseError::new(span.clone(), message))
}

/// The right spelling of a word that was probably meant as an operator.
fn instead_of(token: &Token) -> Option<String> {
    let Kind::Proposition(word) = &token.kind else {
        return None;
    };
    let operator = match word.to_ascii_lowercase().as_str() {
        "and" => "&&",
        "or" => "||",
        "not" => "!",
        "implies" => "->",
        "iff" | "equivalent" | "equals" => "<->",
        "g" | "always" | "globally" | "box" => "G",
        "f" | "eventually" | "finally" | "diamond" => "F",
        "x" | "next" => "X",
        "u" | "until" | "stronguntil" => "U",
        "w" | "weakuntil" | "unless" => "W",
        "r" | "v" | "release" | "releases" => "R",
        "m" => "M",
        _ => {
            let meant = joined_operators(word)?;
            return Some(format!("`{word}` is one proposition; write `{meant}` for the operators"));
        }
    };
    Some(format!("`{word}` is a proposition; the operator is `{operator}`"))
}
