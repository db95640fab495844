//! Contents of states met lately: a search goes back to a state as often as it has edges, and comes to it
//! on as many.

use allways_space::State;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// States that are kept.
const KEPT: usize = 1 << 13;

type Entry = Option<(State, Rc<[u8]>)>;

/// What was met lately, by content and by state.
#[derive(Debug)]
pub struct Contents {
    by_content: Vec<Entry>,
    by_state: Vec<Entry>,
}

impl Contents {
    /// Nothing yet.
    pub fn new() -> Contents {
        Contents { by_content: vec![None; KEPT], by_state: vec![None; KEPT] }
    }

    /// The state with that content.
    pub fn state(&self, content: &[u8]) -> Option<State> {
        let entry = self.by_content[place_of(content)].as_ref()?;
        (*entry.1 == *content).then_some(entry.0)
    }

    /// The content of a state.
    pub fn content(&self, state: State) -> Option<Rc<[u8]>> {
        let entry = self.by_state[state.root as usize % KEPT].as_ref()?;
        (entry.0 == state).then(|| Rc::clone(&entry.1))
    }

    /// Keeps a state and its content.
    pub fn keep(&mut self, state: State, content: &[u8]) -> Rc<[u8]> {
        let content: Rc<[u8]> = content.into();
        self.by_content[place_of(&content)] = Some((state, Rc::clone(&content)));
        self.by_state[state.root as usize % KEPT] = Some((state, Rc::clone(&content)));
        content
    }
}

fn place_of(content: &[u8]) -> usize {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish() as usize % KEPT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_last_is_found_both_ways() {
        let mut contents = Contents::new();
        let (one, other) = (State { root: 3 }, State { root: 3 + KEPT as u64 });
        contents.keep(one, b"one");
        assert_eq!(contents.state(b"one"), Some(one));
        assert_eq!(contents.content(one).as_deref(), Some(&b"one"[..]));
        contents.keep(other, b"other");
        assert_eq!(contents.content(one), None);
        assert_eq!(contents.state(b"other"), Some(other));
        assert_eq!(contents.state(b"another"), None);
    }
}
