//! The statement of a source line that a column points into. Programs written with several
//! statements on a line would otherwise show the same long line for each of them.

use std::ops::Range;

/// The part of `line` that holds the statement around byte `offset`, without surrounding blanks.
/// The whole line where nothing better can be said.
pub(crate) fn around(line: &str, offset: usize) -> Range<usize> {
    let found = segments(line).into_iter().find(|s| s.contains(&offset));
    let found = found.map(|s| trimmed(line, s)).filter(|s| has_word(&line[s.clone()]));
    found.unwrap_or_else(|| trimmed(line, 0..line.len()))
}

/// The bytes that the expression starting at the beginning of `text` takes: a name with what is
/// called, indexed and selected on it, or an operator. At least one character, unless empty.
pub(crate) fn expression_length(text: &str) -> usize {
    let first = text.chars().next();
    match first {
        None => 0,
        Some(c) if is_word(c) => postfix_length(text),
        Some(c) if is_operator(c) => text.find(|c| !is_operator(c)).unwrap_or(text.len()),
        Some(c) => c.len_utf8(),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_operator(c: char) -> bool {
    "+-*/%=<>!&|^~".contains(c)
}

fn has_word(text: &str) -> bool {
    text.chars().any(is_word)
}

fn trimmed(line: &str, range: Range<usize>) -> Range<usize> {
    let text = &line[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    start..(start + text.trim().len())
}

fn postfix_length(text: &str) -> usize {
    let mut end = word_length(text);
    loop {
        let rest = &text[end..];
        let more = match rest.as_bytes() {
            [b'(' | b'[', ..] => bracket_length(rest),
            [b'.', ..] => selected_length(rest, 1),
            [b'-', b'>', ..] => selected_length(rest, 2),
            _ => None,
        };
        match more {
            Some(n) => end += n,
            None => return end,
        }
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

fn selected_length(text: &str, operator: usize) -> Option<usize> {
    let name = word_length(&text[operator..]);
    (name > 0).then_some(operator + name)
}

/// Length of the bracket that opens at the beginning of `text`, if it closes on the line.
fn bracket_length(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for token in tokens(text) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(token.end);
        }
    }
    None
}

/// Cuts a line into statements. Semicolons inside brackets (`for (;;)`) and braces of initialisers
/// (`= { 1, 2 }`) do not cut.
fn segments(line: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut depth = 0usize;
    let mut before = Kind::Other;
    for token in tokens(line) {
        let nested = depth > 0 || matches!(before, Kind::Assign | Kind::Comma);
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::OpenBrace if nested => depth += 1,
            Kind::CloseBrace if depth > 0 => depth -= 1,
            Kind::Semicolon | Kind::OpenBrace if depth == 0 => {
                out.push(start..token.end);
                start = token.end;
            }
            Kind::CloseBrace | Kind::Comment => {
                out.push(start..token.start);
                start = token.end;
            }
            _ => {}
        }
        if token.kind != Kind::Blank {
            before = token.kind;
        }
    }
    out.push(start..line.len());
    out
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    Semicolon,
    Comma,
    Assign,
    Comment,
    Blank,
    Other,
}

struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// Just enough of C's tokens to see where statements end: literals and comments are one token each.
fn tokens(line: &str) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &line[at..];
        let c = rest.chars().next()?;
        let start = at;
        let (kind, length) = match c {
            '"' | '\'' => (Kind::Other, literal_length(rest, c)),
            '/' if rest.starts_with("//") => (Kind::Comment, rest.len()),
            '/' if rest.starts_with("/*") => (Kind::Comment, comment_length(rest)),
            '(' | '[' => (Kind::Open, 1),
            ')' | ']' => (Kind::Close, 1),
            '{' => (Kind::OpenBrace, 1),
            '}' => (Kind::CloseBrace, 1),
            ';' => (Kind::Semicolon, 1),
            ',' => (Kind::Comma, 1),
            '=' => (Kind::Assign, 1),
            c if c.is_whitespace() => (Kind::Blank, c.len_utf8()),
            c => (Kind::Other, c.len_utf8()),
        };
        at += length;
        Some(Token { kind, start, end: at })
    })
}

fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return i + 1;
        }
    }
    text.len()
}

fn comment_length(text: &str) -> usize {
    text[2..].find("*/").map_or(text.len(), |i| i + 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The statement around the first occurrence of `word`.
    fn statement<'a>(line: &'a str, word: &str) -> &'a str {
        let offset = line.find(word).expect("the word is in the line");
        &line[around(line, offset)]
    }

    #[test]
    fn a_line_with_one_statement_is_shown_whole() {
        assert_eq!(statement("    x = 1;", "x"), "x = 1;");
        assert_eq!(statement("  while (a && b) ;", "b"), "while (a && b) ;");
        assert_eq!(statement("  for (i = 0; i < 3; i++) {", "i++"), "for (i = 0; i < 3; i++) {");
        assert_eq!(statement("  int a[2] = { 1, 2 };", "2 }"), "int a[2] = { 1, 2 };");
    }

    #[test]
    fn one_of_several_statements_is_picked() {
        let line = "void f(void) { a = 1; b(\";}\"); if (c) { d = ';'; } } // done;";
        assert_eq!(statement(line, "a ="), "a = 1;");
        assert_eq!(statement(line, "b("), "b(\";}\");");
        assert_eq!(statement(line, "c)"), "if (c) {");
        assert_eq!(statement(line, "d ="), "d = ';';");
        assert_eq!(statement("turn = 1; /* wrong; order */ x = 2;", "x"), "x = 2;");
    }

    #[test]
    fn a_place_without_words_gives_the_line() {
        assert_eq!(statement("  x = 1; }", "}"), "x = 1; }");
        assert_eq!(&"  y "[around("  y ", 77)], "y");
    }

    #[test]
    fn expressions_take_their_calls_indices_and_members() {
        let cases = [
            ("assert(f(x) == 1); y", "assert(f(x) == 1)"),
            ("a[i].b->c(\")\") + 1", "a[i].b->c(\")\")"),
            ("f(x,", "f"),
            ("+= 1", "+="),
            ("; x", ";"),
            ("é = 1", "é"),
            ("", ""),
        ];
        for (text, expression) in cases {
            assert_eq!(&text[..expression_length(text)], expression);
        }
    }

    proptest! {
        #[test]
        fn any_text_and_offset_give_a_part_of_the_line(line in "[a;{}()\"'/*\\\\é=,\\[\\] \t]{0,30}", at in 0usize..40) {
            let range = around(&line, at);
            prop_assert!(line.get(range).is_some());
            let length = expression_length(&line);
            prop_assert!(line.get(..length).is_some());
        }
    }
}
