//! Reading automata: tokens, headers and expressions. The body is read in `body`.

use std::collections::HashMap;

use super::HoaError;
use super::label::Label;
use super::lexer::{Lexer, Token};
use crate::{Automaton, MAX_ACCEPTANCE_SETS, MAX_PROPOSITIONS};

/// How deep labels and acceptance conditions may nest.
const MAX_DEPTH: usize = 200;

/// How many states an automaton may have.
pub(super) const MAX_STATES: u32 = 1 << 20;

/// Reads one automaton.
///
/// # Errors
///
/// If the text is not in the format, or the automaton is of a kind that cannot be used.
pub fn parse(text: &str) -> Result<Automaton, HoaError> {
    let mut lexer = Lexer::new(text);
    let (token, start) = lexer.next()?;
    let mut reader = Reader { lexer, token, start, depth: 0, header: Header::default() };
    reader.header()?;
    let states = reader.body()?;
    reader.finish(states)
}

/// What stands before the body.
#[derive(Default)]
pub(super) struct Header {
    pub(super) states: Option<u32>,
    /// The initial states, with the byte each stands at.
    pub(super) start: Vec<(u32, usize)>,
    pub(super) propositions: Option<Vec<String>>,
    aliases: HashMap<String, Label>,
    pub(super) acceptance: Option<Acceptance>,
}

/// The acceptance condition.
pub(super) struct Acceptance {
    /// How many sets are declared.
    pub(super) declared: u32,
    /// The sets the condition uses, in ascending order; a set's place is its bit in our marks.
    pub(super) used: Vec<u32>,
}

pub(super) struct Reader<'t> {
    pub(super) lexer: Lexer<'t>,
    pub(super) token: Token,
    /// The byte `token` begins at.
    pub(super) start: usize,
    depth: usize,
    pub(super) header: Header,
}

impl Reader<'_> {
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T, HoaError> {
        Err(self.lexer.error(self.start, message))
    }

    pub(super) fn unexpected<T>(&self, wanted: &str) -> Result<T, HoaError> {
        self.error(format!("expected {wanted}, found {}", self.token.shown()))
    }

    pub(super) fn advance(&mut self) -> Result<Token, HoaError> {
        let (token, start) = self.lexer.next()?;
        self.start = start;
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// Takes a sign if it is the next token.
    pub(super) fn sign(&mut self, sign: char) -> Result<bool, HoaError> {
        let found = self.token == Token::Sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, sign: char) -> Result<(), HoaError> {
        if self.sign(sign)? { Ok(()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    pub(super) fn number(&mut self, what: &str) -> Result<u32, HoaError> {
        let Token::Number(number) = self.token else {
            return self.unexpected(what);
        };
        self.advance()?;
        Ok(number)
    }

    fn header(&mut self) -> Result<(), HoaError> {
        if self.token != Token::Header("HOA".to_owned()) {
            return self
                .error("this is no automaton in HOA format: it does not begin with `HOA: v1`");
        }
        self.advance()?;
        match &self.token {
            Token::Identifier(version) if version == "v1" => self.advance()?,
            _ => return self.error("only version v1 of the format can be read"),
        };
        while let Token::Header(name) = self.token.clone() {
            let start = self.start;
            self.advance()?;
            match name.as_str() {
                "States" => self.state_count()?,
                "Start" => self.start_states()?,
                "AP" => self.propositions()?,
                "Alias" => self.alias()?,
                "Acceptance" => self.acceptance()?,
                // Names in lower case may be ignored; others change the meaning of the automaton.
                _ if name.starts_with(|c: char| c.is_ascii_lowercase()) => self.skip_item()?,
                _ => {
                    let message = format!("the header `{name}:` is not supported");
                    return Err(self.lexer.error(start, message));
                }
            }
        }
        if self.token != Token::Mark("BODY") {
            return self.unexpected("a header or `--BODY--`");
        }
        if self.header.acceptance.is_none() {
            return self.error("the header `Acceptance:` is missing");
        }
        self.advance()?;
        Ok(())
    }

    fn skip_item(&mut self) -> Result<(), HoaError> {
        while !matches!(self.token, Token::Header(_) | Token::Mark(_) | Token::End) {
            self.advance()?;
        }
        Ok(())
    }

    fn state_count(&mut self) -> Result<(), HoaError> {
        let place = self.start;
        let states = self.number("the number of states")?;
        if states > MAX_STATES {
            let message = format!("more than {MAX_STATES} states");
            return Err(self.lexer.error(place, message));
        }
        self.header.states = Some(states);
        Ok(())
    }

    fn start_states(&mut self) -> Result<(), HoaError> {
        let place = self.start;
        let state = self.number("an initial state")?;
        self.refuse_alternation()?;
        self.header.start.push((state, place));
        Ok(())
    }

    pub(super) fn refuse_alternation(&self) -> Result<(), HoaError> {
        if self.token == Token::Sign('&') {
            return self
                .error("alternating automata are not supported: this is a conjunction of states");
        }
        Ok(())
    }

    fn propositions(&mut self) -> Result<(), HoaError> {
        if self.header.propositions.is_some() {
            return self.error("a second `AP:` header");
        }
        let place = self.start;
        let count = self.number("the number of propositions")?;
        let mut names = Vec::new();
        while let Token::Text(name) = self.token.clone() {
            if names.contains(&name) {
                return self.error(format!("the proposition {name:?} is listed twice"));
            }
            names.push(name);
            self.advance()?;
        }
        if names.len() != count as usize {
            let message = format!("{count} propositions are announced and {} listed", names.len());
            return Err(self.lexer.error(place, message));
        }
        if names.len() > MAX_PROPOSITIONS {
            let message = format!("more than {MAX_PROPOSITIONS} propositions");
            return Err(self.lexer.error(place, message));
        }
        self.header.propositions = Some(names);
        Ok(())
    }

    fn alias(&mut self) -> Result<(), HoaError> {
        let Token::Alias(name) = self.token.clone() else {
            return self.unexpected("an alias such as `@a`");
        };
        self.advance()?;
        let label = self.disjunction()?;
        self.header.aliases.insert(name, label);
        Ok(())
    }

    fn acceptance(&mut self) -> Result<(), HoaError> {
        let declared = self.number("the number of acceptance sets")?;
        let mut used = Vec::new();
        self.infinitely_often(declared, &mut used)?;
        used.sort_unstable();
        used.dedup();
        if used.len() > MAX_ACCEPTANCE_SETS as usize {
            return self.error(format!("more than {MAX_ACCEPTANCE_SETS} acceptance sets"));
        }
        self.header.acceptance = Some(Acceptance { declared, used });
        Ok(())
    }

    /// A conjunction of `Inf(i)`; the numbers go to `used`.
    fn infinitely_often(&mut self, declared: u32, used: &mut Vec<u32>) -> Result<(), HoaError> {
        self.enter()?;
        loop {
            match self.token.clone() {
                Token::Sign('(') => {
                    self.advance()?;
                    self.infinitely_often(declared, used)?;
                    self.expect(')')?;
                }
                Token::Identifier(name) if name == "t" => {
                    self.advance()?;
                }
                Token::Identifier(name) if name == "Inf" => {
                    self.advance()?;
                    self.expect('(')?;
                    if self.token == Token::Sign('!') {
                        return self.unsupported_acceptance();
                    }
                    let place = self.start;
                    let set = self.number("an acceptance set")?;
                    if set >= declared {
                        let message = format!("there is no acceptance set {set}");
                        return Err(self.lexer.error(place, message));
                    }
                    used.push(set);
                    self.expect(')')?;
                }
                Token::Identifier(name) if name == "Fin" || name == "f" => {
                    return self.unsupported_acceptance();
                }
                _ => return self.unexpected("an acceptance condition"),
            }
            if self.token == Token::Sign('|') {
                return self.unsupported_acceptance();
            }
            if !self.sign('&')? {
                break;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn unsupported_acceptance<T>(&self) -> Result<T, HoaError> {
        self.error(
            "this acceptance condition is not supported: only Büchi and generalised Büchi are, \
             conjunctions of `Inf(i)`; Spot's `autfilt --gba` makes such an automaton",
        )
    }

    fn enter(&mut self) -> Result<(), HoaError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error(format!("parentheses nest deeper than {MAX_DEPTH} levels"));
        }
        Ok(())
    }

    pub(super) fn disjunction(&mut self) -> Result<Label, HoaError> {
        let mut label = self.conjunction()?;
        while self.sign('|')? {
            label = label.or(self.conjunction()?);
        }
        Ok(label)
    }

    fn conjunction(&mut self) -> Result<Label, HoaError> {
        let mut label = self.factor()?;
        while self.sign('&')? {
            label = label.and(self.factor()?);
        }
        Ok(label)
    }

    fn factor(&mut self) -> Result<Label, HoaError> {
        self.enter()?;
        let label = match self.token.clone() {
            Token::Sign('!') => {
                self.advance()?;
                self.factor()?.negated()
            }
            Token::Sign('(') => {
                self.advance()?;
                let label = self.disjunction()?;
                self.expect(')')?;
                label
            }
            Token::Number(number) if (number as usize) < MAX_PROPOSITIONS => {
                self.advance()?;
                Label::proposition(number)
            }
            Token::Number(number) => {
                return self.error(format!("there is no proposition {number}"));
            }
            Token::Identifier(name) if name == "t" || name == "f" => {
                self.advance()?;
                Label::constant(name == "t")
            }
            Token::Alias(name) => match self.header.aliases.get(&name).cloned() {
                Some(label) => {
                    self.advance()?;
                    label
                }
                None => return self.error(format!("there is no alias `@{name}`")),
            },
            _ => return self.unexpected("a label"),
        };
        self.depth -= 1;
        Ok(label)
    }
}
