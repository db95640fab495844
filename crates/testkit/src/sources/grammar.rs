//! Texts with gaps.
//!
//! `@d` is an atomic variable, `@p` a plain one, `@m` a mutex, `@n` a small number, `@o` another
//! operation, `@i` a number that is used once, and `@(a@|b@)` one of several texts.

use super::{BASIC, Theme};
use crate::splitmix::Random;
use std::collections::{BTreeMap, BTreeSet};

/// How deep operations nest.
const DEPTH: u32 = 2;

pub(super) struct Grammar {
    pub(super) random: Random,
    themes: Vec<&'static Theme>,
    /// Themes that nothing was taken from yet.
    unused: Vec<&'static Theme>,
    used: BTreeSet<&'static str>,
    /// The operations of a theme that were not dealt yet.
    decks: BTreeMap<&'static str, Vec<&'static str>>,
    /// So many atomic variables are used.
    spread: u64,
    depth: u32,
    unique: u32,
}

impl Grammar {
    /// Half of the programs have one theme, the others five.
    pub(super) fn new(mut random: Random, all: Vec<&'static Theme>) -> Grammar {
        let count = if random.once_in(2) { 1 } else { 5 };
        let mut themes: Vec<&'static Theme> = Vec::new();
        while themes.len() < count {
            let theme = *random.one_of(&all);
            if themes.iter().all(|known| known.name != theme.name) {
                themes.push(theme);
            }
        }
        let unused = themes.clone();
        let spread = 1 + random.below(3);
        Grammar {
            random,
            themes,
            unused,
            used: BTreeSet::new(),
            decks: BTreeMap::new(),
            spread,
            depth: 0,
            unique: 0,
        }
    }

    pub(super) fn chosen(&self) -> Vec<&'static Theme> {
        self.themes.clone()
    }

    pub(super) fn used(self) -> BTreeSet<&'static str> {
        self.used
    }

    /// So many operations, each a block.
    pub(super) fn statements(&mut self, count: u64) -> String {
        (0..count).map(|_| format!("  {}\n", self.operation())).collect()
    }

    /// A block.
    fn operation(&mut self) -> String {
        if self.depth > DEPTH {
            return self.expand("@d++;");
        }
        self.depth += 1;
        let text = if self.random.once_in(5) {
            *self.random.one_of(BASIC)
        } else {
            let theme = match self.unused.pop() {
                Some(theme) => theme,
                None => *self.random.one_of(&self.themes),
            };
            self.used.insert(theme.name);
            self.deal(theme)
        };
        let text = self.expand(text);
        self.depth -= 1;
        format!("{{ {text} }}")
    }

    /// The next operation of a theme: all are dealt before one comes again.
    fn deal(&mut self, theme: &'static Theme) -> &'static str {
        let deck = self.decks.entry(theme.name).or_default();
        if deck.is_empty() {
            deck.extend(theme.operations);
        }
        let place = self.random.below(deck.len() as u64) as usize;
        deck.swap_remove(place)
    }

    /// The text without gaps.
    pub(super) fn expand(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('@') {
            out.push_str(&rest[..at]);
            let kind = rest[at + 1..].chars().next().expect("something follows");
            rest = &rest[at + 2..];
            if kind == '(' {
                let (choices, behind) = alternatives(rest);
                let chosen = choices[self.random.below(choices.len() as u64) as usize];
                out.push_str(&self.expand(chosen));
                rest = behind;
            } else {
                let gap = self.gap(kind);
                out.push_str(&gap);
            }
        }
        out.push_str(rest);
        out
    }

    fn gap(&mut self, kind: char) -> String {
        match kind {
            'd' => format!("d{}", self.random.below(self.spread)),
            'p' => format!("p{}", self.random.below(2)),
            'm' => format!("m{}", self.random.below(2)),
            'n' => self.random.below(3).to_string(),
            'o' => self.operation(),
            'i' => {
                self.unique += 1;
                self.unique.to_string()
            }
            other => panic!("`@{other}` means nothing"),
        }
    }
}

/// The texts up to the parenthesis that closes, and what stands behind it.
fn alternatives(text: &str) -> (Vec<&str>, &str) {
    let (mut choices, mut depth, mut begin) = (Vec::new(), 0, 0);
    let marks: Vec<(usize, &str)> =
        text.match_indices('@').map(|(at, _)| (at, &text[at..])).collect();
    for (at, mark) in marks {
        if mark.starts_with("@(") {
            depth += 1;
        } else if mark.starts_with("@|") && depth == 0 {
            choices.push(&text[begin..at]);
            begin = at + 2;
        } else if mark.starts_with("@)") {
            if depth == 0 {
                choices.push(&text[begin..at]);
                return (choices, &text[at + 2..]);
            }
            depth -= 1;
        }
    }
    panic!("`@(` without `@)` in {text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled() {
        let mut grammar = Grammar::new(Random::new(1), super::super::all());
        let one_of = ["a", "bxd", "byd"];
        for _ in 0..20 {
            let text = grammar.expand("@(a@|b@(x@|y@)d@)");
            assert!(one_of.contains(&text.as_str()), "{text}");
        }
        assert_ne!(grammar.expand("@i"), grammar.expand("@i"));
    }
}
