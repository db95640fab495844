//! Text from programs and sources, made safe to show: nothing in it can move the cursor, change a
//! colour or reorder what stands beside it.

use unicode_width::UnicodeWidthChar;

/// Distance between tab stops.
const TAB: usize = 4;

/// The columns that `text` takes on a terminal. Always the sum over its characters, so that cutting
/// and joining keep adding up.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// The columns that a character takes.
pub(crate) fn char_width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// `text` with tabs as spaces and control characters as pictures, as if it began at the left edge.
pub(crate) fn clean(text: &str) -> String {
    clean_from(text, 0)
}

/// The same for text that begins `column` columns from the left, where the first tab may be short.
pub(crate) fn clean_from(text: &str, column: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = column;
    for c in text.chars() {
        if c == '\t' {
            let spaces = TAB - at % TAB;
            out.extend(std::iter::repeat_n(' ', spaces));
            at += spaces;
        } else {
            let c = picture(c);
            at += char_width(c);
            out.push(c);
        }
    }
    out
}

/// The character itself, or one that shows that an unprintable one stood there.
fn picture(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        // C1 controls, line and paragraph separators, and everything that turns the writing
        // direction around.
        '\u{80}'..='\u{9f}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_reach_the_next_stop() {
        assert_eq!(clean("\ta\tb"), "    a   b");
        assert_eq!(clean_from("\tb", 3), " b");
    }

    #[test]
    fn escapes_and_direction_marks_are_shown_not_sent() {
        assert_eq!(clean("\x1b[31m\r\u{202e}x"), "␛[31m␍\u{fffd}x");
    }

    #[test]
    fn wide_and_combining_characters_count_as_they_are_shown() {
        assert_eq!(width("日本"), 4);
        assert_eq!(width("e\u{301}"), 1);
    }
}
