//! Threads that go round in loops too long to be looked at in earnest: they would be looked at again from every place
//! of the loop, which takes the square of its length.

use super::done::Step;
use super::memo::NO_CHOICE;
use super::parts::Shared;
use super::spinning::{self, Known, Stand};
use super::stepper::VmStepper;
use super::suspicion::{MOST, Way};
use crate::state::thread_place;
use allways_space::Flow;
use allways_store::Id;

impl VmStepper<'_> {
    /// Remembers from where a thread comes to too many places. It is so where it stands. What it passes on its straight
    /// way comes to no more places the later it is passed, so the last place of which it is true is found by halving.
    #[inline(never)]
    pub(super) fn note_far(&mut self, shared: Shared, thread: u32) -> Result<(), Flow> {
        let way = self.straight_way(shared, thread)?;
        let (mut far, mut near) = (0, way.len());
        let mut asked = near - 1;
        while near - far > 1 {
            if self.is_far(thread, way[asked])? {
                far = asked;
            } else {
                near = asked;
            }
            asked = far.midpoint(near);
        }
        let Shared { process, globals } = shared;
        let own = Stand { thread, record: way[0], process, globals, others: (0, 0) };
        let foreign = self.spins.known.get(&own) == Some(&Known::Foreign);
        let others = if foreign { self.others(thread) } else { (0, 0) };
        for &record in &way[..=far] {
            self.spins.note(Stand { record, others, ..own }, Known::Out);
        }
        Ok(())
    }

    /// The records that a thread comes to by steps without a choice.
    fn straight_way(&mut self, shared: Shared, thread: u32) -> Result<Vec<Id>, Flow> {
        let mut record = self.row.get(thread_place(thread));
        let mut way = Way::from(record);
        while way.len() < MOST {
            let (done, _) = self.step_alone(shared, thread, record, NO_CHOICE)?;
            if !matches!(done.step, Step::To(_)) || !way.comes_to(done.record, way.len() - 1) {
                break;
            }
            record = done.record;
        }
        Ok(way.records())
    }

    /// Whether a thread that stands elsewhere comes to too many places.
    fn is_far(&mut self, thread: u32, record: Id) -> Result<bool, Flow> {
        let top = self.row.top_with(&[(thread_place(thread), record)]).map_err(|_| Flow::Full)?;
        let state = self.named(top)?;
        Ok(spinning::goes_far(&mut self.machine, state, thread))
    }
}
