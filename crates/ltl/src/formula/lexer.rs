//! From text to tokens, with the slips that can be told from the characters alone.

use std::ops::Range;

use super::{Binary, ParseError, Unary};

/// One token and the bytes it stands for.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    True,
    False,
    Proposition(String),
    Unary(Unary),
    Binary(Binary),
}

/// The operators made of signs. A sign that begins another stands after it.
const SIGNS: &[(&str, Kind)] = &[
    ("(", Kind::Open),
    (")", Kind::Close),
    ("[]", Kind::Unary(Unary::Globally)),
    ("<>", Kind::Unary(Unary::Finally)),
    ("!", Kind::Unary(Unary::Not)),
    ("~", Kind::Unary(Unary::Not)),
    ("&&", Kind::Binary(Binary::And)),
    ("&", Kind::Binary(Binary::And)),
    ("/\\", Kind::Binary(Binary::And)),
    ("||", Kind::Binary(Binary::Or)),
    ("|", Kind::Binary(Binary::Or)),
    ("\\/", Kind::Binary(Binary::Or)),
    ("^", Kind::Binary(Binary::Xor)),
    ("->", Kind::Binary(Binary::Implies)),
    ("-->", Kind::Binary(Binary::Implies)),
    ("=>", Kind::Binary(Binary::Implies)),
    ("<->", Kind::Binary(Binary::Iff)),
    ("<-->", Kind::Binary(Binary::Iff)),
    ("<=>", Kind::Binary(Binary::Iff)),
];

/// Signs of C that have no meaning in a formula, outside of braces.
const C_SIGNS: &[&str] =
    &["==", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "%", ".", "::", "?", ":", ","];

/// Mathematical signs, and what is written instead.
const MATHEMATICAL: &[(char, &str)] = &[
    ('□', "[]"),
    ('◻', "[]"),
    ('◇', "<>"),
    ('◊', "<>"),
    ('○', "X"),
    ('◯', "X"),
    ('¬', "!"),
    ('∧', "&&"),
    ('∨', "||"),
    ('⊕', "xor"),
    ('→', "->"),
    ('⇒', "->"),
    ('↔', "<->"),
    ('⇔', "<->"),
    ('⊤', "true"),
    ('⊥', "false"),
];

const BRACES: &str = "write a C expression in braces: `{count <= 1}`";

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = word_length(rest);
            push_word(&rest[..length], at, &mut tokens);
            length
        } else if first.is_ascii_digit() {
            let length = word_length(rest);
            tokens.push(number(&rest[..length], at)?);
            length
        } else if first == '{' || first == '"' {
            let (kind, length) = opaque(rest, at)?;
            let span = at..at + length;
            tokens.push(Token { kind, span });
            length
        } else {
            let (kind, length) = sign(rest, at)?;
            let span = at..at + length;
            tokens.push(Token { kind, span });
            length
        };
        at += length;
    }
    Ok(tokens)
}

/// Whether a word is the name of a proposition when it stands alone: an identifier that is no
/// operator, no constant and not made of the letters G, F and X only.
pub(super) fn is_plain_name(word: &str) -> bool {
    is_identifier(word) && reserved(word).is_none() && !is_joined(word)
}

fn is_identifier(word: &str) -> bool {
    !word.starts_with(|c: char| c.is_ascii_digit())
        && !word.is_empty()
        && word_length(word) == word.len()
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn is_joined(word: &str) -> bool {
    word.bytes().all(|letter| unary(letter).is_some())
}

fn unary(letter: u8) -> Option<Unary> {
    match letter {
        b'G' => Some(Unary::Globally),
        b'F' => Some(Unary::Finally),
        b'X' => Some(Unary::Next),
        _ => None,
    }
}

fn reserved(word: &str) -> Option<Kind> {
    Some(match word {
        "true" => Kind::True,
        "false" => Kind::False,
        "U" => Kind::Binary(Binary::Until),
        "W" => Kind::Binary(Binary::WeakUntil),
        "R" | "V" => Kind::Binary(Binary::Release),
        "M" => Kind::Binary(Binary::StrongRelease),
        "xor" => Kind::Binary(Binary::Xor),
        _ => return None,
    })
}

/// A word is one token, or one operator for each of its letters: `GF` is `G F`.
fn push_word(word: &str, at: usize, tokens: &mut Vec<Token>) {
    if is_joined(word) {
        let operators = word.bytes().filter_map(unary).enumerate();
        tokens.extend(operators.map(|(offset, operator)| Token {
            kind: Kind::Unary(operator),
            span: at + offset..at + offset + 1,
        }));
        return;
    }
    let kind = reserved(word).unwrap_or_else(|| Kind::Proposition(word.to_owned()));
    let span = at..at + word.len();
    tokens.push(Token { kind, span });
}

fn number(digits: &str, at: usize) -> Result<Token, ParseError> {
    let span = at..at + digits.len();
    let kind = match digits {
        "0" => Kind::False,
        "1" => Kind::True,
        _ => {
            let message = format!("`{digits}` is neither a proposition nor a constant");
            let help = format!("the constants are 0, 1, false and true; {BRACES}");
            return Err(ParseError::new(span, message).help(help));
        }
    };
    Ok(Token { kind, span })
}

/// A C expression in braces, or a quoted proposition: the token and its length in bytes.
fn opaque(rest: &str, at: usize) -> Result<(Kind, usize), ParseError> {
    let quoted = rest.starts_with('"');
    let length = if quoted { literal_length(rest) } else { braces_length(rest) };
    let Some(length) = length else {
        let message = format!("this `{}` is never closed", &rest[..1]);
        return Err(ParseError::new(at..at + 1, message));
    };
    let span = at..at + length;
    let inner = &rest[1..length - 1];
    if inner.trim().is_empty() {
        let message = "there is no expression in here";
        return Err(ParseError::new(span, message).help(BRACES));
    }
    if !quoted {
        return Ok((expression(inner), length));
    }
    let text = unescaped(inner);
    if is_identifier(&text) {
        return Ok((Kind::Proposition(text), length));
    }
    if braces_length(&format!("{{{text}}}")) != Some(text.len() + 2) {
        let message = "braces or quotes are not balanced in this proposition";
        return Err(ParseError::new(span, message));
    }
    Ok((expression(&text), length))
}

/// Spaces at the ends do not make another proposition.
fn expression(inner: &str) -> Kind {
    Kind::Proposition(format!("{{{}}}", inner.trim()))
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    out
}

/// The length of the braced group a text begins with. Braces in strings and character literals do
/// not count.
fn braces_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            b'"' | b'\'' => at += literal_length(&text[at..])? - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The length of the string or character literal a text begins with.
fn literal_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = bytes[0];
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn sign(rest: &str, at: usize) -> Result<(Kind, usize), ParseError> {
    let longest =
        SIGNS.iter().filter(|(sign, _)| rest.starts_with(sign)).max_by_key(|(sign, _)| sign.len());
    match longest {
        Some((sign, kind)) if !rest.starts_with("!=") => Ok((kind.clone(), sign.len())),
        _ => Err(unknown_sign(rest, at)),
    }
}

fn unknown_sign(rest: &str, at: usize) -> ParseError {
    let spaced = [("[", "]", "[]"), ("<", ">", "<>")];
    for (open, close, operator) in spaced {
        let inner = rest.strip_prefix(open).map(str::trim_start);
        if let Some(after) = inner.and_then(|inner| inner.strip_prefix(close)) {
            let span = at..at + rest.len() - after.len();
            let message = format!("`{operator}` has a space in it");
            return ParseError::new(span, message).help(format!("write `{operator}`"));
        }
    }
    let longest = C_SIGNS.iter().filter(|sign| rest.starts_with(**sign));
    if let Some(sign) = longest.max_by_key(|sign| sign.len()) {
        let message = format!("`{sign}` is not an operator of temporal logic");
        return ParseError::new(at..at + sign.len(), message).help(BRACES);
    }
    let first = rest.chars().next().unwrap_or(' ');
    let error = ParseError::new(
        at..at + first.len_utf8(),
        format!("`{}` has no meaning here", first.escape_debug()),
    );
    match MATHEMATICAL.iter().find(|(sign, _)| *sign == first) {
        Some((_, instead)) => error.help(format!("write `{instead}`")),
        None if first == '}' => error.help("there is no `{` for it"),
        None if first == '[' || first == ']' => {
            error.help(format!("`[]` means always; brackets of an array need braces: {BRACES}"))
        }
        None => error,
    }
}
