//! The steps that a trail takes, as the machine wrote them down while `pan` replayed it.

use allways_vm::Action;

/// One step of a verifier.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A thread moved.
    Move(Action),
    /// Nobody moved: propositions that hold for a moment only ceased to hold, or the last state is repeated.
    Still,
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
                ["still"] => schedule.steps.push(Taken::Still),
                ["fails", thread, choice] => schedule.fails = action(thread, choice),
                [thread, choice] => schedule.steps.extend(action(thread, choice).map(Taken::Move)),
                _ => {}
            }
        }
        schedule
    }

    /// The moves, from the edge into the initial state on; the last one leads to the fault.
    pub fn actions(&self) -> Vec<Action> {
        let first = Action::of_thread(0, Action::ONLY);
        let moves = self.steps.iter().filter_map(|step| match step {
            Taken::Move(action) => Some(*action),
            Taken::Still => None,
        });
        [first].into_iter().chain(moves).chain(self.fails).collect()
    }
}

/// How many steps of a trail file come before the part that repeats; `None` when nothing repeats.
/// Moves of the claim, which is process 0 where there is one, are no steps.
pub fn steps_before_cycle(trail: &str) -> Option<usize> {
    let mut steps = 0;
    for line in trail.lines() {
        let mut numbers = line.split(':').map(|n| n.trim().parse::<i64>().unwrap_or(-9));
        let (number, process) = (numbers.next()?, numbers.next().unwrap_or(-9));
        match number {
            -1 => return Some(steps),
            1.. if process > 0 => steps += 1,
            _ => {}
        }
    }
    None
}

fn action(thread: &str, choice: &str) -> Option<Action> {
    Some(Action::of_thread(thread.parse().ok()?, choice.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_begins_at_its_mark() {
        let trail = "-2:2:-2\n-4:-4:-4\n1:0:9\n2:1:3\n3:0:9\n4:2:5\n-1:-1:-1\n5:0:9\n6:1:3\n";
        assert_eq!(steps_before_cycle(trail), Some(2));
        assert_eq!(steps_before_cycle("-4:-4:-4\n1:1:3\n"), None);
    }

    #[test]
    fn a_schedule_is_read() {
        let schedule = Schedule::read("0 0\n2 1\nstill\nfails 1 4294967295\n");
        let action = Action::of_thread;
        let moves = vec![action(0, 0), action(0, 0), action(2, 1), action(1, Action::RACE)];
        assert_eq!(schedule.actions(), moves);
        assert_eq!(schedule.steps[2], Taken::Still);
    }
}
