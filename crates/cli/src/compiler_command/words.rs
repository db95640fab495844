//! Words of response files and of commands in one text, as a shell and gcc take them apart.

use anyhow::{Result, bail, ensure};
use std::path::Path;

/// The words of a text: blanks separate them, quotes and backslashes keep what they stand before.
pub fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut any, mut quote) = (Vec::new(), String::new(), false, None);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, quote) {
            ('\\', None) => {
                word.extend(rest.next());
                any = true;
            }
            ('\\', Some('"')) if rest.peek().is_some_and(|next| "\"\\$`".contains(*next)) => {
                word.extend(rest.next());
            }
            ('"' | '\'', None) => (quote, any) = (Some(c), true),
            (c, Some(open)) if c == open => quote = None,
            (c, None) if c.is_whitespace() => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            (c, _) => {
                word.push(c);
                any = true;
            }
        }
    }
    words.extend(any.then_some(word));
    words
}

/// Nesting of response files.
const DEEPEST: u32 = 8;
/// Bytes that one may have.
const MOST_BYTES: u64 = 16 << 20;
/// Words that a command may have.
const MOST_WORDS: usize = 1 << 20;

/// The words with those of response files in their places. A file that is not there is a word like any other.
pub fn expanded(words: Vec<String>, directory: &Path) -> Result<Vec<String>> {
    let mut out = Vec::new();
    add(words, directory, 0, &mut out)?;
    Ok(out)
}

fn add(all: Vec<String>, directory: &Path, depth: u32, out: &mut Vec<String>) -> Result<()> {
    for word in all {
        let file = word.strip_prefix('@').map(|name| directory.join(name));
        let found = file.and_then(|file| Some((file.metadata().ok()?, file)));
        let Some((meta, file)) = found.filter(|(meta, _)| meta.is_file()) else {
            out.push(word);
            ensure!(out.len() <= MOST_WORDS, "the command is too long");
            continue;
        };
        if depth >= DEEPEST || meta.len() > MOST_BYTES {
            bail!("the response file `{}` is too long, or includes itself", file.display());
        }
        let text = String::from_utf8_lossy(&std::fs::read(&file)?).into_owned();
        add(words(&text), directory, depth + 1, out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_keep_what_they_stand_before() {
        let text = "gcc -DX='\"a b\"' -DY=\\\"c\\\" \"a\\\"b\\n\" '' \\\n d\\ e";
        let expected = ["gcc", "-DX=\"a b\"", "-DY=\"c\"", "a\"b\\n", "", "\n", "d e"];
        assert_eq!(words(text)[..5], expected[..5]);
        assert_eq!(words(text).last().map(String::as_str), Some("d e"));
    }

    #[test]
    fn response_files_are_read_where_the_compiler_runs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("more"), "-DA=1 @again 'x y'").unwrap();
        std::fs::write(folder.path().join("again"), "-DB").unwrap();
        std::fs::write(folder.path().join("self"), "@self").unwrap();
        let expanded = |word: &str| expanded(vec![word.to_string()], folder.path());
        assert_eq!(expanded("@more").unwrap(), ["-DA=1", "-DB", "x y"]);
        assert_eq!(expanded("@none").unwrap(), ["@none"]);
        assert!(expanded("@self").is_err());
    }
}
