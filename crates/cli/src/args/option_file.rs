//! Files with options.

use anyhow::{Result, ensure};
use std::io::Read;
use std::path::Path;

/// Bytes that a file with options may have.
const MOST_BYTES: u64 = 1 << 20;

/// A file with options, if it is of a size that such files have.
pub(super) fn read_text(file: &Path) -> Result<String> {
    let mut content = String::new();
    std::fs::File::open(file)?.take(MOST_BYTES + 1).read_to_string(&mut content)?;
    ensure!(content.len() as u64 <= MOST_BYTES, "it has more than {MOST_BYTES} bytes");
    Ok(content)
}

/// The words of an option file; quotes keep blanks.
pub(super) fn words(content: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in content.lines() {
        let (mut word, mut quote, mut any) = (String::new(), None, false);
        for c in line.chars() {
            match (c, quote) {
                ('#', None) if !any => break,
                (c, None) if c.is_whitespace() => {
                    if any {
                        words.push(std::mem::take(&mut word));
                    }
                    any = false;
                }
                ('"' | '\'', None) => (quote, any) = (Some(c), true),
                (c, Some(q)) if c == q => quote = None,
                (c, _) => {
                    word.push(c);
                    any = true;
                }
            }
        }
        if any {
            words.push(word);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_files_have_words_quotes_and_comments() {
        let content = "--ltl 'G (a -> F b)' # why\n# nothing\n--json  -DX=\"a b\"\n";
        let expected = ["--ltl", "G (a -> F b)", "--json", "-DX=a b"];
        assert_eq!(words(content), expected);
    }
}
