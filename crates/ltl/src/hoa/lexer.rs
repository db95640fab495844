//! The tokens of the format.

use super::HoaError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `name:`, without the colon.
    Header(String),
    Identifier(String),
    /// `@name`, without the sign.
    Alias(String),
    Number(u32),
    Text(String),
    /// One of `! & | ( ) [ ] { }`.
    Sign(char),
    /// `--BODY--`, `--END--` or `--ABORT--`, without the dashes.
    Mark(&'static str),
    End,
}

impl Token {
    /// The token as an error message shows it.
    pub(super) fn shown(&self) -> String {
        match self {
            Token::Header(name) => format!("`{name}:`"),
            Token::Identifier(name) => format!("`{name}`"),
            Token::Alias(name) => format!("`@{name}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Mark(name) => format!("`--{name}--`"),
            Token::End => "the end of the file".to_owned(),
        }
    }
}

const MARKS: [(&str, &str); 3] = [("--BODY--", "BODY"), ("--END--", "END"), ("--ABORT--", "ABORT")];

/// Reads tokens one by one.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next token and the byte it begins at.
    pub(super) fn next(&mut self) -> Result<(Token, usize), HoaError> {
        self.skip_blank()?;
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, start));
        };
        let token = match first {
            '!' | '&' | '|' | '(' | ')' | '[' | ']' | '{' | '}' => {
                self.at += 1;
                Token::Sign(first)
            }
            '"' => self.string()?,
            '0'..='9' => self.number()?,
            '@' => {
                self.at += 1;
                Token::Alias(self.word().to_owned())
            }
            'a'..='z' | 'A'..='Z' | '_' => self.name(),
            _ => self.mark()?,
        };
        Ok((token, start))
    }

    fn skip_blank(&mut self) -> Result<(), HoaError> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if !self.rest().starts_with("/*") {
                return Ok(());
            }
            self.skip_comment()?;
        }
    }

    /// Comments nest.
    fn skip_comment(&mut self) -> Result<(), HoaError> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else if let Some(skipped) = rest.chars().next() {
                self.at += skipped.len_utf8();
            } else {
                return Err(self.error(start, "this comment is never closed"));
            }
        }
    }

    fn string(&mut self) -> Result<Token, HoaError> {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + offset + 1;
                    return Ok(Token::Text(text));
                }
                '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
                _ => text.push(c),
            }
        }
        Err(self.error(start, "this string is never closed"))
    }

    fn number(&mut self) -> Result<Token, HoaError> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = &rest[..length];
        let number = digits
            .parse()
            .map_err(|_| self.error(self.at, format!("the number {digits:.20} is too large")))?;
        self.at += length;
        Ok(Token::Number(number))
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        // Names with dots are not in version 1, but Spot writes headers with them.
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"_-.".contains(c));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn name(&mut self) -> Token {
        let word = self.word();
        if self.rest().starts_with(':') {
            self.at += 1;
            Token::Header(word.to_owned())
        } else {
            Token::Identifier(word.to_owned())
        }
    }

    fn mark(&mut self) -> Result<Token, HoaError> {
        let rest = self.rest();
        match MARKS.iter().find(|(text, _)| rest.starts_with(text)) {
            Some((text, name)) => {
                self.at += text.len();
                Ok(Token::Mark(name))
            }
            None => {
                let first = rest.chars().next().unwrap_or(' ');
                let message = format!("`{}` has no meaning here", first.escape_debug());
                Err(self.error(self.at, message))
            }
        }
    }

    /// An error about the byte `at`.
    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> HoaError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        HoaError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}
