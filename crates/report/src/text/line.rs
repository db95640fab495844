//! Lines of styled text that know their width, so that layout happens before colour.

use crate::visible::{char_width, clean, width};

/// What a piece of text is; colours follow from it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Ordinary text.
    Plain,
    /// Names and headings.
    Strong,
    /// Frames, line numbers.
    Faint,
    /// The fault.
    Bad,
    /// All is well.
    Good,
    /// Something to look at.
    Caution,
    /// A value that changed.
    Value,
    /// What the program printed.
    Output,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Strong => "\x1b[1m",
            Style::Faint => "\x1b[2m",
            Style::Bad => "\x1b[1;31m",
            Style::Good => "\x1b[1;32m",
            Style::Caution => "\x1b[1;33m",
            Style::Value => "\x1b[36m",
            Style::Output => "\x1b[32m",
        }
    }
}

/// One line. Everything put into it is cleaned, so it holds no line ends and no escapes.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    spans: Vec<(Style, String)>,
}

impl Line {
    /// An empty line.
    pub fn new() -> Line {
        Line::default()
    }

    /// A line that begins with `columns` spaces.
    pub fn indented(columns: usize) -> Line {
        Line::new().plain(&" ".repeat(columns))
    }

    /// With `text` at its end.
    pub fn with(mut self, style: Style, text: &str) -> Line {
        if !text.is_empty() {
            self.spans.push((style, clean(text)));
        }
        self
    }

    /// With ordinary text at its end.
    pub fn plain(self, text: &str) -> Line {
        self.with(Style::Plain, text)
    }

    /// With another line at its end.
    pub fn then(mut self, other: Line) -> Line {
        self.spans.extend(other.spans);
        self
    }

    /// Columns it takes.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|(_, text)| width(text)).sum()
    }

    /// With spaces at its end up to `columns`.
    pub fn padded(self, columns: usize) -> Line {
        let missing = columns.saturating_sub(self.width());
        self.plain(&" ".repeat(missing))
    }

    /// Cut to `columns` with an ellipsis, if it is wider.
    pub fn fit(self, columns: usize) -> Line {
        if self.width() <= columns {
            return self;
        }
        let mut cut = Line::new();
        let mut room = columns.saturating_sub(1);
        for (style, text) in self.spans {
            let kept = prefix(&text, room);
            room -= width(kept);
            let whole = kept.len() == text.len();
            let end = if whole || columns == 0 { "" } else { "…" };
            cut = cut.with(style, &format!("{}{end}", if whole { kept } else { kept.trim_end() }));
            if !whole {
                break;
            }
        }
        cut
    }

    /// Appends it to `out`, with its end and without trailing blanks.
    pub fn render(&self, colour: bool, out: &mut String) {
        let used = self.spans.iter().rposition(|(_, text)| !text.trim_end().is_empty());
        let spans = &self.spans[..used.map_or(0, |last| last + 1)];
        for (i, (style, text)) in spans.iter().enumerate() {
            let text = if i + 1 == spans.len() { text.trim_end() } else { text };
            if colour && *style != Style::Plain {
                out.push_str(style.code());
                out.push_str(text);
                out.push_str("\x1b[0m");
            } else {
                out.push_str(text);
            }
        }
        out.push('\n');
    }
}

/// The longest beginning of `text` that takes at most `columns`.
pub(super) fn prefix(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (i, c) in text.char_indices() {
        used += char_width(c);
        if used > columns {
            return &text[..i];
        }
    }
    text
}

/// `text` in lines of at most `columns`, broken between words; a longer word is cut.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            add_word(word, columns, &mut line, &mut lines);
        }
        lines.push(line);
    }
    lines
}

fn add_word(word: &str, columns: usize, line: &mut String, lines: &mut Vec<String>) {
    let word = clean(word);
    if !line.is_empty() && width(line) + 1 + width(&word) > columns {
        lines.push(std::mem::take(line));
    }
    if !line.is_empty() {
        line.push(' ');
        line.push_str(&word);
        return;
    }
    let mut parts = fold(&word, columns);
    *line = parts.pop().unwrap_or_default();
    lines.extend(parts);
}

/// `text` in parts of at most `columns`, or one character where that is wider.
pub(super) fn fold(text: &str, columns: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while width(rest) > columns {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let (part, after) = rest.split_at(prefix(rest, columns).len().max(first));
        parts.push(part.to_string());
        rest = after;
    }
    parts.push(rest.to_string());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rendered(line: &Line) -> String {
        let mut out = String::new();
        line.render(false, &mut out);
        out
    }

    #[test]
    fn long_lines_are_cut_with_an_ellipsis() {
        let line = Line::new().plain("abc ").with(Style::Strong, "日本語");
        assert_eq!(rendered(&line.clone().fit(10)), "abc 日本語\n");
        assert_eq!(rendered(&line.clone().fit(9)), "abc 日本…\n");
        assert_eq!(rendered(&line.clone().fit(8)), "abc 日…\n");
        assert_eq!(rendered(&line.fit(4)), "abc…\n");
    }

    #[test]
    fn trailing_blanks_are_dropped_in_colour_too() {
        let line = Line::new().with(Style::Bad, "x ").padded(9);
        let mut out = String::new();
        line.render(true, &mut out);
        assert_eq!(out, "\x1b[1;31mx\x1b[0m\n");
    }

    #[test]
    fn words_wrap_and_overlong_words_are_cut() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("a\n\nb", 5), ["a", "", "b"]);
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_asked(text in "\\PC{0,40}", columns in 2usize..30) {
            prop_assert!(Line::new().plain(&text).fit(columns).width() <= columns);
            for line in wrap(&text, columns) {
                prop_assert!(width(&line) <= columns);
            }
        }
    }
}
