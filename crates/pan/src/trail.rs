//! The steps that a trail takes, as the machine wrote them down while `pan` replayed it.

use allways_vm::Action;

/// One step of a verifier.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A thread moved.
    Move(Action),
    /// Propositions that hold for a moment only ceased to hold.
    Settle,
}

/// The steps of a trail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// In their order.
    pub steps: Vec<Taken>,
    /// The edge that ends the search, in the last state.
    pub fails: Option<Action>,
}

impl Schedule {
    /// Reads what the machine wrote down.
    pub fn read(text: &str) -> Schedule {
        let mut schedule = Schedule::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["settle"] => schedule.steps.push(Taken::Settle),
                ["fails", thread, choice] => schedule.fails = action(thread, choice),
                [thread, choice] => schedule.steps.extend(action(thread, choice).map(Taken::Move)),
                _ => {}
            }
        }
        schedule
    }

    /// The moves, from the edge into the initial state on; the last one leads to the fault.
    pub fn actions(&self) -> Vec<Action> {
        let first = Action { thread: 0, choice: Action::ONLY };
        let moves = self.steps.iter().filter_map(|step| match step {
            Taken::Move(action) => Some(*action),
            Taken::Settle => None,
        });
        [first].into_iter().chain(moves).chain(self.fails).collect()
    }
}

fn action(thread: &str, choice: &str) -> Option<Action> {
    Some(Action { thread: thread.parse().ok()?, choice: choice.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_is_read() {
        let schedule = Schedule::read("0 0\n2 1\nsettle\nfails 1 4294967295\n");
        let action = |thread, choice| Action { thread, choice };
        let moves = vec![action(0, 0), action(0, 0), action(2, 1), action(1, Action::RACE)];
        assert_eq!(schedule.actions(), moves);
        assert_eq!(schedule.steps[2], Taken::Settle);
    }
}
