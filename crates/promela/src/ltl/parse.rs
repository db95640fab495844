//! Reads formulas, in the syntax of SPIN and Spot.

/// Operators before their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Not,
    Always,
    Eventually,
}

/// Operators between their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Until,
    WeakUntil,
    Release,
    StrongRelease,
    And,
    Or,
    Implies,
    Equivalent,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// `true` or `false`.
    Constant(bool),
    /// A proposition by name, or an expression in braces.
    Atom {
        text: String,
        braces: bool,
    },
    Unary(Unary, Box<Tree>),
    Binary(Binary, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// The C expressions in it.
    pub fn expressions(&self) -> Vec<&str> {
        match self {
            Tree::Atom { text, braces: true } => vec![text],
            Tree::Unary(_, inner) => inner.expressions(),
            Tree::Binary(_, a, b) => [a.expressions(), b.expressions()].concat(),
            _ => Vec::new(),
        }
    }

    /// The formula in SPIN's words, fully parenthesised.
    pub fn promela<E>(
        &self,
        atom: &mut dyn FnMut(&str, bool) -> Result<String, E>,
    ) -> Result<String, E> {
        Ok(match self {
            Tree::Constant(value) => value.to_string(),
            Tree::Atom { text, braces } => format!("({})", atom(text, *braces)?),
            Tree::Unary(op, inner) => {
                let symbol = match op {
                    Unary::Not => "!",
                    Unary::Always => "[] ",
                    Unary::Eventually => "<> ",
                };
                format!("({symbol}{})", inner.promela(atom)?)
            }
            Tree::Binary(op, a, b) => {
                let (a, b) = (a.promela(atom)?, b.promela(atom)?);
                match op {
                    // SPIN has no strong release: `a M b` is `b U (a && b)`.
                    Binary::StrongRelease => format!("({b} U ({a} && {b}))"),
                    Binary::Until => format!("({a} U {b})"),
                    Binary::WeakUntil => format!("({a} W {b})"),
                    Binary::Release => format!("({a} V {b})"),
                    Binary::And => format!("({a} && {b})"),
                    Binary::Or => format!("({a} || {b})"),
                    Binary::Implies => format!("({a} -> {b})"),
                    Binary::Equivalent => format!("({a} <-> {b})"),
                }
            }
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Braces(String),
    Symbol(&'static str),
}

const SYMBOLS: &[&str] = &["<->", "->", "&&", "||", "[]", "<>", "(", ")", "!", "&", "|"];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = if c == '{' {
            let end = rest.find('}').ok_or("a brace is not closed")?;
            out.push(Token::Braces(rest[1..end].trim().to_string()));
            end + 1
        } else if c.is_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            words(&rest[..end], &mut out);
            end
        } else {
            let symbol = SYMBOLS.iter().find(|s| rest.starts_with(**s));
            let symbol = symbol.ok_or_else(|| format!("`{c}` has no meaning here"))?;
            out.push(Token::Symbol(symbol));
            symbol.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(out)
}

/// `GF` is `G F`; any other word is one word.
fn words(word: &str, out: &mut Vec<Token>) {
    if word.len() > 1 && word.chars().all(|c| c == 'G' || c == 'F') {
        out.extend(word.chars().map(|c| Token::Word(c.to_string())));
    } else {
        out.push(Token::Word(word.to_string()));
    }
}

/// Reads a formula, or says what is wrong with it.
pub fn parse(text: &str) -> Result<Tree, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens, next: 0 };
    let tree = parser.binary(0)?;
    match parser.tokens.get(parser.next) {
        None => Ok(tree),
        Some(_) => Err("an operator is missing".into()),
    }
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
}

impl Parser {
    fn operator(&self) -> Option<(Binary, u8)> {
        Some(match self.tokens.get(self.next)? {
            Token::Symbol("<->") => (Binary::Equivalent, 1),
            Token::Symbol("->") => (Binary::Implies, 1),
            Token::Symbol("||" | "|") => (Binary::Or, 2),
            Token::Symbol("&&" | "&") => (Binary::And, 3),
            Token::Word(word) => match word.as_str() {
                "U" => (Binary::Until, 4),
                "W" => (Binary::WeakUntil, 4),
                "R" | "V" => (Binary::Release, 4),
                "M" => (Binary::StrongRelease, 4),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn binary(&mut self, least: u8) -> Result<Tree, String> {
        let mut left = self.unary()?;
        while let Some((op, strength)) = self.operator().filter(|(_, strength)| *strength >= least)
        {
            self.next += 1;
            // Only `&&` and `||` group to the left, which makes no difference to them.
            let right = self.binary(strength)?;
            left = Tree::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Tree, String> {
        let Some(token) = self.tokens.get(self.next).cloned() else {
            return Err("it ends too early".into());
        };
        self.next += 1;
        let op = match &token {
            Token::Symbol("!") => Some(Unary::Not),
            Token::Symbol("[]") => Some(Unary::Always),
            Token::Symbol("<>") => Some(Unary::Eventually),
            Token::Word(word) if word == "G" => Some(Unary::Always),
            Token::Word(word) if word == "F" => Some(Unary::Eventually),
            Token::Word(word) if word == "X" => {
                return Err("X depends on the size of steps, which a model changes".into());
            }
            _ => None,
        };
        if let Some(op) = op {
            return Ok(Tree::Unary(op, Box::new(self.unary()?)));
        }
        match token {
            Token::Word(word) if word == "true" || word == "1" => Ok(Tree::Constant(true)),
            Token::Word(word) if word == "false" || word == "0" => Ok(Tree::Constant(false)),
            Token::Word(text) => Ok(Tree::Atom { text, braces: false }),
            Token::Braces(text) => Ok(Tree::Atom { text, braces: true }),
            Token::Symbol("(") => {
                let inner = self.binary(0)?;
                let closed = self.tokens.get(self.next) == Some(&Token::Symbol(")"));
                self.next += 1;
                if closed { Ok(inner) } else { Err("a parenthesis is not closed".into()) }
            }
            Token::Symbol(symbol) => Err(format!("an operand is missing before `{symbol}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, String> {
        parse(text)?.promela(&mut |text, _| Ok(text.to_string()))
    }

    #[test]
    fn operators_bind_as_in_spot() {
        let check = |text: &str, spin: &str| assert_eq!(shown(text).as_deref(), Ok(spin), "{text}");
        check("G(Sent -> F Recv)", "([] ((Sent) -> (<> (Recv))))");
        check("GF {x == 1}", "([] (<> (x == 1)))");
        check("a U b && c", "(((a) U (b)) && (c))");
        check("a M b", "((b) U ((a) && (b)))");
        check("a -> b -> c", "((a) -> ((b) -> (c)))");
        check("!a W true", "((!(a)) W true)");
    }

    #[test]
    fn mistakes_are_named() {
        assert!(shown("G (a").unwrap_err().contains("not closed"));
        assert!(shown("X a").unwrap_err().contains("steps"));
        assert!(shown("a b").unwrap_err().contains("missing"));
        assert!(shown("G").unwrap_err().contains("early"));
    }
}
