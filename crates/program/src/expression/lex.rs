//! From text to tokens.

use super::error::ExpressionError;
use std::ops::Range;

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Name(String),
    /// As it is written: its type depends on its digits and suffix.
    Number(String),
    Char(u8),
    /// A quoted text that is no single character: the name of a file.
    Quoted(String),
    Symbol(&'static str),
    End,
}

/// Longer ones first.
const SYMBOLS: [&str; 46] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "^=", "|=", "::", "(", ")", "[", "]", "{", "}", ".", ",", "?",
    ":", ";", "+", "-", "*", "/", "%", "<", ">", "=", "!", "&", "|", "^",
];

/// The tokens of a text; the last one is [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = text.len() - text[at..].trim_start().len();
        let Some(first) = text[at..].chars().next() else {
            tokens.push(Token { kind: TokenKind::End, span: at..at });
            return Ok(tokens);
        };
        let rest = &text[at..];
        let (kind, length) = if first.is_alphabetic() || matches!(first, '_' | '$') {
            let length = length_while(rest, |c| c.is_alphanumeric() || matches!(c, '_' | '$'));
            (TokenKind::Name(rest[..length].to_owned()), length)
        } else if starts_number(rest) {
            let length = number_length(rest);
            (TokenKind::Number(rest[..length].to_owned()), length)
        } else if matches!(first, '\'' | '"') {
            quoted(rest, at)?
        } else if first == '~' {
            (TokenKind::Symbol("~"), 1)
        } else {
            let symbol = SYMBOLS.iter().find(|s| rest.starts_with(**s)).ok_or_else(|| {
                let span = at..at + first.len_utf8();
                ExpressionError::new(span, format!("`{first}` has no meaning in a C expression"))
            })?;
            (TokenKind::Symbol(symbol), symbol.len())
        };
        tokens.push(Token { kind, span: at..at + length });
        at += length;
    }
}

fn length_while(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|c| !holds(c)).unwrap_or(text.len())
}

fn starts_number(text: &str) -> bool {
    let mut bytes = text.bytes();
    match bytes.next() {
        Some(b'.') => bytes.next().is_some_and(|b| b.is_ascii_digit()),
        first => first.is_some_and(|b| b.is_ascii_digit()),
    }
}

/// As C does: letters belong to the number, and signs after an exponent's letter.
fn number_length(text: &str) -> usize {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        let exponent = if hex { matches!(last, 'p' | 'P') } else { matches!(last, 'e' | 'E') };
        let part = c.is_alphanumeric() || matches!(c, '.' | '_') || exponent && "+-".contains(c);
        if !part {
            return at;
        }
        last = c;
    }
    text.len()
}

/// A character constant or a quoted file name, and its length.
fn quoted(text: &str, at: usize) -> Result<(TokenKind, usize), ExpressionError> {
    let quote = text.chars().next().unwrap_or('\'');
    let mut bytes = Vec::new();
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((place, c)) = chars.next() {
        if c == quote {
            let length = place + 1;
            let kind = match bytes[..] {
                [byte] if quote == '\'' => TokenKind::Char(byte),
                _ => TokenKind::Quoted(String::from_utf8_lossy(&bytes).into_owned()),
            };
            return Ok((kind, length));
        }
        if c != '\\' {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let start = at + place;
        match escape(&mut chars) {
            Some(byte) => bytes.push(byte),
            None => {
                let error = ExpressionError::new(start..start + 1, "an unknown escape sequence");
                return Err(error.help("write the character's number"));
            }
        }
    }
    let error = ExpressionError::new(at..at + 1, format!("the closing {quote} is missing"));
    Err(error.help("close the quotation"))
}

type Chars<'t> = std::iter::Peekable<std::iter::Skip<std::str::CharIndices<'t>>>;

/// What stands behind a backslash.
fn escape(chars: &mut Chars<'_>) -> Option<u8> {
    let (_, c) = chars.next()?;
    Some(match c {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' => 27,
        '\\' | '\'' | '"' | '?' => c as u8,
        'x' => return digits(chars, 16, usize::MAX, 0),
        '0'..='7' => return digits(chars, 8, 2, c as u32 - '0' as u32),
        _ => return None,
    })
}

fn digits(chars: &mut Chars<'_>, radix: u32, most: usize, first: u32) -> Option<u8> {
    let mut value = first;
    let mut count = 0;
    while let Some(digit) = chars.peek().and_then(|(_, c)| c.to_digit(radix)) {
        if count == most {
            break;
        }
        value = value.checked_mul(radix)?.checked_add(digit)?;
        chars.next();
        count += 1;
    }
    let some = radix == 8 || count > 0;
    u8::try_from(value).ok().filter(|_| some)
}
