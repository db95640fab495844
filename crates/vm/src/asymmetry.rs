//! Why no two threads change places, where thread symmetry is asked for and finds nothing: the nearest of the reasons
//! that were met in the states of the last round.

use allways_program::{FunctionId, Pc};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

/// Why threads are not interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asymmetry {
    /// Never were there two besides the first.
    Few,
    /// There are too many to compare.
    Many,
    /// A thread that runs a function does something that may depend on which thread it is.
    Tells {
        /// The function.
        function: String,
        /// Where, if that is known.
        place: Option<String>,
    },
    /// Somebody looks who holds a mutex.
    OwnersSeen,
    /// The first thread never goes on to join several of them without doing anything else or taking their results.
    NotJoined,
    /// They have objects of their own, or a cell is believed to be one thread's.
    OwnObjects,
}

/// What was met in a state, from the nearest to the farthest from finding something.
#[derive(Copy, Clone)]
#[repr(u8)]
pub(crate) enum Met {
    Interchangeable,
    OwnObjects,
    Tells,
    OwnersSeen,
    NotJoined,
    Many,
}

/// What was met in the states of a round.
#[derive(Default)]
pub(crate) struct Notes {
    met: AtomicU8,
    /// The first function whose threads may tell which is which, and where.
    told: Mutex<Option<(FunctionId, Pc)>>,
}

impl Notes {
    /// A round begins.
    pub fn begin(&self) {
        self.met.store(0, Ordering::Relaxed);
    }

    #[inline]
    pub fn meet(&self, met: Met) {
        if !self.has(met) {
            self.met.fetch_or(1 << met as u8, Ordering::Relaxed);
        }
    }

    fn has(&self, met: Met) -> bool {
        self.met.load(Ordering::Relaxed) >> met as u8 & 1 != 0
    }

    /// A thread that runs a function does something at `pc` that may depend on which thread it is.
    pub fn tell(&self, function: FunctionId, pc: Pc) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((function, pc));
    }

    fn told(&self) -> Option<(FunctionId, Pc)> {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why nothing was found; `None` where something was. `names` gives the names of a function and of a place.
    pub fn reason(
        &self,
        names: impl FnOnce(FunctionId, Pc) -> (String, Option<String>),
    ) -> Option<Asymmetry> {
        if self.has(Met::Interchangeable) {
            return None;
        }
        if self.has(Met::OwnObjects) {
            return Some(Asymmetry::OwnObjects);
        }
        if let Some((function, pc)) = self.told().filter(|_| self.has(Met::Tells)) {
            let (function, place) = names(function, pc);
            return Some(Asymmetry::Tells { function, place });
        }
        let others = [
            (Met::OwnersSeen, Asymmetry::OwnersSeen),
            (Met::NotJoined, Asymmetry::NotJoined),
            (Met::Many, Asymmetry::Many),
        ];
        let met = others.into_iter().find(|(met, _)| self.has(*met));
        Some(met.map_or(Asymmetry::Few, |(_, why)| why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(met: &[Met]) -> Option<Asymmetry> {
        let notes = Notes::default();
        notes.tell(3, 7);
        met.iter().for_each(|&met| notes.meet(met));
        notes.reason(|function, pc| (function.to_string(), Some(pc.to_string())))
    }

    #[test]
    fn the_nearest_reason_is_given() {
        let tells = Asymmetry::Tells { function: "3".into(), place: Some("7".into()) };
        assert_eq!(reason(&[]), Some(Asymmetry::Few));
        assert_eq!(reason(&[Met::Many, Met::Tells, Met::NotJoined]), Some(tells));
        assert_eq!(reason(&[Met::Tells, Met::Interchangeable]), None);
    }

    #[test]
    fn a_new_round_forgets() {
        let notes = Notes::default();
        notes.meet(Met::Interchangeable);
        notes.begin();
        assert_eq!(notes.reason(|_, _| (String::new(), None)), Some(Asymmetry::Few));
    }
}
