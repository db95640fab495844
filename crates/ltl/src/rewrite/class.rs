//! Pure eventualities and pure universalities.

use super::Rewriter;
use crate::terms::{Id, Term};

/// What putting letters before a word, or taking them away, cannot change.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// If the term holds on a word, it holds on the word with anything put before it.
    pub(super) eventual: bool,
    /// If the term holds on a word, it holds on every suffix.
    pub(super) universal: bool,
}

impl Class {
    /// The term holds on all suffixes of a word or on none.
    pub(super) fn suspendable(self) -> bool {
        self.eventual && self.universal
    }

    fn both(self, other: Class) -> Class {
        Class {
            eventual: self.eventual && other.eventual,
            universal: self.universal && other.universal,
        }
    }
}

impl Rewriter<'_> {
    /// What the shape of a term tells about prefixes.
    pub(super) fn class(&mut self, id: Id) -> Class {
        if let Some(&known) = self.classes.get(&id) {
            return known;
        }
        let all = Class { eventual: true, universal: true };
        let class = match self.terms.get(id).clone() {
            Term::True | Term::False => all,
            Term::Literal { .. } => Class { eventual: false, universal: false },
            Term::And(parts) | Term::Or(parts) => {
                parts.iter().fold(all, |class, &part| class.both(self.class(part)))
            }
            Term::Next(operand) => self.class(operand),
            Term::Until(left, right) => {
                let (left_class, right_class) = (self.class(left), self.class(right));
                Class {
                    eventual: left == crate::terms::TRUE || right_class.eventual,
                    universal: left_class.universal && right_class.universal,
                }
            }
            Term::Release(left, right) => {
                let (left_class, right_class) = (self.class(left), self.class(right));
                Class {
                    eventual: left_class.eventual && right_class.eventual,
                    universal: left == crate::terms::FALSE || right_class.universal,
                }
            }
        };
        self.classes.insert(id, class);
        class
    }

    pub(super) fn eventual(&mut self, id: Id) -> bool {
        self.class(id).eventual
    }

    pub(super) fn universal(&mut self, id: Id) -> bool {
        self.class(id).universal
    }

    pub(super) fn suspendable(&mut self, id: Id) -> bool {
        self.class(id).suspendable()
    }
}
