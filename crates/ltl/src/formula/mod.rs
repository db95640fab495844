//! Formulas of linear temporal logic: the tree, its printers and the parser of SPIN's and Spot's syntax.

mod error;
mod lexer;
mod parser;
mod print;
mod promela;

pub use error::ParseError;

/// A formula of linear temporal logic over named propositions.
///
/// `Display` prints a text that [`Formula::parse`] reads back as the same formula. The parser bounds the
/// depth of what it reads, so functions here may recurse; formulas put together by hand should be no
/// deeper than about a thousand operators either.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Holds on every word.
    True,
    /// Holds on no word.
    False,
    /// Holds when the first letter has the proposition. The text is an identifier, or a C expression
    /// kept as it was written with its braces around it: `{count <= 1}`.
    Proposition(String),
    /// An operator with one operand.
    Unary(Unary, Box<Formula>),
    /// An operator with two operands.
    Binary(Binary, Box<Formula>, Box<Formula>),
}

/// The operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `!a`
    Not,
    /// `X a`: from the next position on, a.
    Next,
    /// `F a`, `<> a`: now or later, a.
    Finally,
    /// `G a`, `[] a`: now and always, a.
    Globally,
}

/// The operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `a && b`
    And,
    /// `a || b`
    Or,
    /// `a xor b`
    Xor,
    /// `a -> b`
    Implies,
    /// `a <-> b`
    Iff,
    /// `a U b`: b comes, and a holds until then.
    Until,
    /// `a W b`: a U b, or a forever.
    WeakUntil,
    /// `a R b`, `a V b`: b holds up to and including the moment a does, forever if a never does.
    Release,
    /// `a M b`: a R b, and a comes.
    StrongRelease,
}

impl Formula {
    /// Reads a formula in SPIN's or Spot's syntax; see [the crate page](crate) for the grammar.
    ///
    /// # Errors
    ///
    /// The first error, with the bytes it is about; [`ParseError::render`] shows the place.
    pub fn parse(text: &str) -> Result<Formula, ParseError> {
        parser::parse(text)
    }

    /// A proposition by its name.
    pub fn proposition(name: impl Into<String>) -> Formula {
        Formula::Proposition(name.into())
    }

    /// An operator applied to one operand.
    pub fn unary(operator: Unary, operand: Formula) -> Formula {
        Formula::Unary(operator, Box::new(operand))
    }

    /// An operator applied to two operands.
    pub fn binary(operator: Binary, left: Formula, right: Formula) -> Formula {
        Formula::Binary(operator, Box::new(left), Box::new(right))
    }

    /// The formula that holds exactly on the other words.
    pub fn negated(&self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Unary(Unary::Not, operand) => (**operand).clone(),
            _ => Formula::unary(Unary::Not, self.clone()),
        }
    }

    /// The propositions, each once, in the order of their first occurrence in the text.
    ///
    /// Bit i of a letter, and of the cubes of [`crate::Automaton::of`], stands for entry i.
    pub fn propositions(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.visit(&mut |formula| {
            if let Formula::Proposition(name) = formula
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        });
        names
    }

    /// Calls `action` for this formula and its subformulas, in the order of the text.
    fn visit<'a>(&'a self, action: &mut impl FnMut(&'a Formula)) {
        let mut pending = vec![self];
        while let Some(formula) = pending.pop() {
            action(formula);
            match formula {
                Formula::True | Formula::False | Formula::Proposition(_) => {}
                Formula::Unary(_, operand) => pending.push(operand),
                Formula::Binary(_, left, right) => pending.extend([&**right, &**left]),
            }
        }
    }
}

/// Whether a formula has no `X`.
///
/// Such a formula cannot tell a word from one that repeats some of its letters, so reductions that
/// merge equal neighbours keep its verdict.
pub fn next_free(formula: &Formula) -> bool {
    let mut free = true;
    formula.visit(&mut |part| free &= !matches!(part, Formula::Unary(Unary::Next, _)));
    free
}

/// What was probably meant by a proposition that begins with the letters of operators: `GF a` for
/// `GFa`. For the error about a proposition nobody defined.
pub fn joined_operators(name: &str) -> Option<String> {
    let rest = name.trim_start_matches(['G', 'F', 'X']);
    let operators = &name[..name.len() - rest.len()];
    let joined = !operators.is_empty() && lexer::is_plain_name(rest);
    joined.then(|| format!("{operators} {rest}"))
}
