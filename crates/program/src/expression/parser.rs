//! From tokens to expressions, with C's precedences.

use super::error::ExpressionError;
use super::lex::{Token, TokenKind, tokens};
use super::literal;
use super::names::Names;
use super::syntax::{Infix, Path, RELATIONAL, Syntax, SyntaxKind, Unary, infix, prefix};
use super::type_name;
use std::ops::Range;

/// Levels of parentheses.
const DEEPEST: u32 = 200;
/// Levels of operators.
const HIGHEST: u32 = 500;

type Parsed = Result<Syntax, ExpressionError>;

/// The expression that a text is.
pub(super) fn parse(text: &str, names: &Names<'_>) -> Parsed {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, names, depth: 0 };
    let expression = parser.expression()?;
    match parser.kind() {
        TokenKind::End => Ok(expression),
        _ => Err(parser.unexpected()),
    }
}

pub(super) struct Parser<'p> {
    tokens: Vec<Token>,
    at: usize,
    pub(super) names: &'p Names<'p>,
    depth: u32,
}

impl Parser<'_> {
    pub(super) fn kind(&self) -> &TokenKind {
        self.kind_ahead(0)
    }

    pub(super) fn kind_ahead(&self, by: usize) -> &TokenKind {
        self.tokens.get(self.at + by).map_or(&TokenKind::End, |token| &token.kind)
    }

    pub(super) fn span(&self) -> Range<usize> {
        let end = self.tokens.len() - 1;
        self.tokens[self.at.min(end)].span.clone()
    }

    /// Where the last token that was taken ends.
    fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].span.end)
    }

    pub(super) fn take(&mut self) {
        self.at += 1;
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.kind(), TokenKind::Symbol(s) if *s == symbol)
    }

    pub(super) fn take_if(&mut self, symbol: &str) -> bool {
        let is = self.is(symbol);
        self.at += usize::from(is);
        is
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<(), ExpressionError> {
        if self.take_if(symbol) {
            return Ok(());
        }
        let mut error = self.unexpected();
        if error.help.is_none() {
            error.help = Some(format!("a `{symbol}` belongs here"));
        }
        Err(error)
    }

    fn unexpected(&self) -> ExpressionError {
        let span = self.span();
        match self.kind() {
            TokenKind::End => ExpressionError::new(span, "the expression ends too early")
                .help("a value is missing, or a closing bracket"),
            TokenKind::Symbol(symbol) => unexpected_symbol(symbol, span),
            TokenKind::Quoted(_) => ExpressionError::new(span, "strings cannot be compared")
                .help("compare characters, as in `name[0] == 'a'`"),
            TokenKind::Name(name) => {
                ExpressionError::new(span, format!("`{name}` stands where an operator belongs"))
            }
            TokenKind::Number(_) | TokenKind::Char(_) => {
                ExpressionError::new(span, "a number stands where an operator belongs")
            }
        }
    }

    fn node(
        &self,
        span: Range<usize>,
        kind: SyntaxKind,
        below: &[u32],
    ) -> Result<Syntax, ExpressionError> {
        let height = 1 + below.iter().max().copied().unwrap_or(0);
        if height > HIGHEST {
            let error = ExpressionError::new(span, "the expression has too many operators");
            return Err(error.help(format!("use at most {HIGHEST} in a row; split the formula")));
        }
        Ok(Syntax { kind, span, height })
    }

    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth == DEEPEST {
            let error = ExpressionError::new(self.span(), "the expression is nested too deeply");
            return Err(error.help(format!("use at most {DEEPEST} levels")));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn expression(&mut self) -> Parsed {
        self.nested(Parser::conditional)
    }

    fn conditional(&mut self) -> Parsed {
        let condition = self.infix(1)?;
        if !self.take_if("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.nested(Parser::conditional)?;
        let span = condition.span.start..no.span.end;
        let below = [condition.height, yes.height, no.height];
        self.node(span, SyntaxKind::If(condition.into(), yes.into(), no.into()), &below)
    }

    /// Operators that bind at least so tightly.
    fn infix(&mut self, least: u8) -> Parsed {
        let mut left = self.unary()?;
        let mut last = 0;
        loop {
            let found = match self.kind() {
                TokenKind::Symbol(symbol) => infix(symbol),
                _ => None,
            };
            let Some((binds, operator)) = found.filter(|(binds, _)| *binds >= least) else {
                return Ok(left);
            };
            if binds == RELATIONAL && last == RELATIONAL {
                let message = "two comparisons in a row do not mean what they do in mathematics";
                let error = ExpressionError::new(self.span(), message);
                return Err(error.help("write `a < b && b < c`, or parentheses"));
            }
            last = binds;
            self.take();
            let right = self.infix(binds + 1)?;
            let span = left.span.start..right.span.end;
            let below = [left.height, right.height];
            let (a, b) = (left.into(), right.into());
            let kind = match operator {
                Infix::Binary(op) => SyntaxKind::Binary(op, a, b),
                Infix::Compare(op) => SyntaxKind::Compare(op, a, b),
                Infix::And => SyntaxKind::And(a, b),
                Infix::Or => SyntaxKind::Or(a, b),
            };
            left = self.node(span, kind, &below)?;
        }
    }

    fn unary(&mut self) -> Parsed {
        let start = self.span().start;
        if let TokenKind::Symbol(symbol) = self.kind()
            && let Some(op) = prefix(symbol)
        {
            self.take();
            let operand = self.nested(Parser::unary)?;
            return self.prefixed(start, op, operand);
        }
        if matches!(self.kind(), TokenKind::Name(name) if name == "sizeof") {
            self.take();
            return self.size_of(start);
        }
        if self.is("(") && type_name::starts(self, 1) {
            self.take();
            let ty = type_name::parse(self)?;
            self.expect(")")?;
            let operand = self.nested(Parser::unary)?;
            let (span, below) = (start..operand.span.end, [operand.height]);
            return self.node(span, SyntaxKind::Cast(ty, operand.into()), &below);
        }
        self.postfix()
    }

    fn prefixed(&self, start: usize, op: Unary, operand: Syntax) -> Parsed {
        let (span, below) = (start..operand.span.end, [operand.height]);
        self.node(span, SyntaxKind::Unary(op, operand.into()), &below)
    }

    fn size_of(&mut self, start: usize) -> Parsed {
        if self.is("(") && type_name::starts(self, 1) {
            self.take();
            let ty = type_name::parse(self)?;
            self.expect(")")?;
            return self.node(start..self.end(), SyntaxKind::SizeOfType(ty), &[]);
        }
        let operand = self.nested(Parser::unary)?;
        let (span, below) = (start..operand.span.end, [operand.height]);
        self.node(span, SyntaxKind::SizeOf(operand.into()), &below)
    }

    fn postfix(&mut self) -> Parsed {
        let mut base = self.primary()?;
        loop {
            let start = base.span.start;
            if self.take_if("[") {
                let index = self.expression()?;
                self.expect("]")?;
                let below = [base.height, index.height];
                let kind = SyntaxKind::Index(base.into(), index.into());
                base = self.node(start..self.end(), kind, &below)?;
            } else if self.is(".") || self.is("->") {
                let arrow = self.is("->");
                self.take();
                let at = self.span();
                let TokenKind::Name(name) = self.kind().clone() else {
                    let error = ExpressionError::new(at, "the name of a member belongs here");
                    return Err(error.help("write one, as in `queue.head`"));
                };
                self.take();
                let below = [base.height];
                let kind = SyntaxKind::Member { base: base.into(), name, arrow, at };
                base = self.node(start..self.end(), kind, &below)?;
            } else if self.is("(") {
                let error = ExpressionError::new(self.span(), "functions cannot be called here");
                return Err(error.help("a formula only looks at variables: name one"));
            } else {
                return Ok(base);
            }
        }
    }

    fn primary(&mut self) -> Parsed {
        let span = self.span();
        let literal = match self.kind().clone() {
            TokenKind::Number(text) => literal::number(self.names.program, &text, span.clone())?,
            TokenKind::Char(byte) if !self.is_file() => {
                literal::character(self.names.program, byte)
            }
            TokenKind::Name(_) => return self.name(),
            _ if self.is_file() => return self.name(),
            TokenKind::Symbol("(") => {
                self.take();
                let mut inner = self.expression()?;
                self.expect(")")?;
                inner.span = span.start..self.end();
                return Ok(inner);
            }
            _ => return Err(self.missing_value()),
        };
        self.take();
        self.node(span, SyntaxKind::Literal(literal.0, literal.1), &[])
    }

    fn missing_value(&self) -> ExpressionError {
        match self.kind() {
            TokenKind::Symbol(symbol) if !matches!(*symbol, "++" | "--" | "=" | "," | "{") => {
                let message = format!("`{symbol}` stands where a value belongs");
                ExpressionError::new(self.span(), message).help("name a variable or write a number")
            }
            _ => self.unexpected(),
        }
    }

    /// Whether a quotation names a file.
    fn is_file(&self) -> bool {
        let quoted = matches!(self.kind(), TokenKind::Quoted(_) | TokenKind::Char(_));
        quoted && *self.kind_ahead(1) == TokenKind::Symbol("::")
    }

    /// `name`, `function::name`, `file.c::name`, `'dir/file.c'::function::name`.
    fn name(&mut self) -> Parsed {
        let start = self.span().start;
        let mut path = Path::default();
        match (self.kind().clone(), self.kind_ahead(2).clone()) {
            (TokenKind::Quoted(file), _) => {
                path.file = Some(file);
                self.at += 2;
            }
            (TokenKind::Char(file), _) => {
                path.file = Some(char::from(file).to_string());
                self.at += 2;
            }
            (TokenKind::Name(stem), TokenKind::Name(end))
                if *self.kind_ahead(1) == TokenKind::Symbol(".")
                    && *self.kind_ahead(3) == TokenKind::Symbol("::") =>
            {
                path.file = Some(format!("{stem}.{end}"));
                self.at += 4;
            }
            _ => {}
        }
        loop {
            let TokenKind::Name(name) = self.kind().clone() else {
                let error = ExpressionError::new(self.span(), "a name belongs behind `::`");
                return Err(error.help("write one, as in `file.c::count` or `main::count`"));
            };
            self.take();
            if !self.take_if("::") {
                path.name = name;
                break;
            }
            path.scopes.push(name);
        }
        let plain = path.file.is_none() && path.scopes.is_empty();
        let kind = match path.name.as_str() {
            "NULL" | "nullptr" if plain => SyntaxKind::Null,
            _ => SyntaxKind::Name(path),
        };
        self.node(start..self.end(), kind, &[])
    }
}

fn unexpected_symbol(symbol: &str, span: Range<usize>) -> ExpressionError {
    let error = |message: &str| ExpressionError::new(span.clone(), message);
    match symbol {
        "=" => error("an assignment changes the program").help("write `==` to compare"),
        "++" | "--" => error("a formula must not change the program")
            .help("write `x + 1` or `x - 1`; put a space between two signs"),
        "<<=" | ">>=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "^=" | "|=" => {
            error("an assignment changes the program").help("compute the value without storing it")
        }
        "," => error("the comma operator has no use here").help("write `&&` or `||` between tests"),
        ";" => error("a statement is no expression").help("leave the semicolon out"),
        "{" | "}" => error("braces belong around the whole expression").help("write `(` and `)`"),
        _ => ExpressionError::new(span.clone(), format!("`{symbol}` is not expected here")),
    }
}
