//! The rows of a schedule: consecutive steps of one thread in one statement are one row.

use crate::action;
use crate::source::Sources;
use crate::visible::clean;
use allways_space::Property;
use allways_trace::{Changed, Event, Place, Relation, Step, Trace, matters};

/// One row of a schedule.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub thread: u32,
    pub place: Place,
    /// Where the statement begins in its line.
    statement: usize,
    /// The statement, or what was done where the source is missing.
    pub text: String,
    /// Whether `text` is source.
    from_source: bool,
    notes: Vec<Note>,
    /// Every change, whether or not a note shows it.
    pub changes: Vec<Changed>,
    /// What the program printed, a line each.
    pub output: Vec<String>,
    /// The first of its steps, and how many they are.
    pub first_step: usize,
    pub steps: usize,
    /// Another thread ran before.
    pub switch: bool,
    /// The fault happens here.
    pub fault: bool,
    /// The fault depends on it.
    pub matters: bool,
}

/// What is said beside a row, in the order in which it happened first.
#[derive(Clone, Debug)]
enum Note {
    Action { text: String, times: usize },
    Values { name: String, values: Vec<String> },
}

impl Row {
    /// What is said beside the row: values that changed, and actions that the source does not show.
    pub fn notes(&self) -> Vec<String> {
        self.notes.iter().map(Note::text).collect()
    }

    fn add(&mut self, step: &Step) {
        self.steps += 1;
        let action = clean(&action(step));
        let told = self.tell(step, &action);
        for change in &step.changed {
            let text = clean(&format!("{} = {}", change.name, change.value));
            if !(told && ends_with_words(&action, &text)) {
                self.add_value(change);
            }
            self.changes.push(change.clone());
        }
        self.output.extend(step.output.lines().map(clean));
    }

    /// Notes the action unless the row says as much; whether its words can be read there now.
    fn tell(&mut self, step: &Step, action: &str) -> bool {
        if !self.from_source {
            // Only steps with the same action are in one row then, and it is the row's text.
            return true;
        }
        let shown = match &step.event {
            Some(Event::Store { .. }) => !step.changed.is_empty(),
            Some(Event::Call { function }) => self.text.contains(&clean(&format!("{function}("))),
            _ => false,
        };
        if action.is_empty() || shown || self.text.contains(action) {
            return false;
        }
        self.add_action(action);
        true
    }

    fn add_action(&mut self, action: &str) {
        for note in &mut self.notes {
            if let Note::Action { text, times } = note
                && text == action
            {
                *times += 1;
                return;
            }
        }
        self.notes.push(Note::Action { text: action.to_string(), times: 1 });
    }

    fn add_value(&mut self, change: &Changed) {
        let (changed, value) = (clean(&change.name), clean(&change.value.to_string()));
        for note in &mut self.notes {
            if let Note::Values { name, values } = note
                && *name == changed
            {
                values.push(value);
                return;
            }
        }
        self.notes.push(Note::Values { name: changed, values: vec![value] });
    }
}

impl Note {
    fn text(&self) -> String {
        match self {
            Note::Action { text, times: 1 } => text.clone(),
            Note::Action { text, times } => format!("{text} ({times}×)"),
            Note::Values { name, values } => match &values[..] {
                [first, _, .., last] if values.len() > 4 => {
                    format!("{name} = {first} then … then {last}")
                }
                values => format!("{name} = {}", values.join(" then ")),
            },
        }
    }
}

/// Whether `text` ends with `ending` and not inside a word: `add turn = 1` does not say `n = 1`.
fn ends_with_words(text: &str, ending: &str) -> bool {
    let before = text.strip_suffix(ending).and_then(|rest| rest.chars().next_back());
    text == ending || before == Some(' ')
}

/// The rows of the whole schedule. No row spans the beginning of the cycle.
pub(super) fn rows(explanation: &Trace, sources: &mut Sources) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut held: &[String] = &[];
    let matters = matters(explanation);
    for (i, (step, matters)) in explanation.steps.iter().zip(matters).enumerate() {
        let mut row = begin(step, i, sources);
        let cycle_begins = explanation.cycle_start == Some(i);
        match rows.last_mut() {
            Some(last) if !cycle_begins && continues(last, &row) => last.add(step),
            last => {
                row.switch = last.is_some_and(|l| l.thread != row.thread);
                row.add(step);
                rows.push(row);
            }
        }
        if let Some(row) = rows.last_mut() {
            row.matters |= matters || step.holds != held;
        }
        if let Some(row) = rows.last_mut().filter(|_| step.holds != held) {
            row.add_action(&holding(&step.holds));
            held = &step.holds;
        }
    }
    mark_fault(explanation, &mut rows);
    if explanation.property == Some(Property::Race) {
        mark_other_access(explanation, &mut rows, sources);
    }
    rows
}

/// Which propositions hold from here on.
fn holding(names: &[String]) -> String {
    if names.is_empty() {
        "holds: nothing".to_string()
    } else {
        format!("holds: {}", names.join(", "))
    }
}

fn begin(step: &Step, index: usize, sources: &mut Sources) -> Row {
    let source = sources.line(&step.place).filter(|s| !s.text.is_empty());
    let (text, statement) = match &source {
        Some(source) => (source.statement().to_string(), source.statement_start()),
        None => (clean(&action(step)), 0),
    };
    Row {
        thread: step.thread,
        place: step.place.clone(),
        statement,
        text,
        from_source: source.is_some(),
        notes: Vec::new(),
        changes: Vec::new(),
        output: Vec::new(),
        first_step: index,
        steps: 0,
        switch: false,
        fault: false,
        matters: false,
    }
}

/// Whether `next` belongs to the same row. Without source, only repetitions of an action do.
fn continues(last: &Row, next: &Row) -> bool {
    last.thread == next.thread
        && last.place.file == next.place.file
        && last.place.line == next.place.line
        && last.statement == next.statement
        && last.from_source == next.from_source
        && (last.from_source || last.text == next.text)
}

fn same_line(a: &Place, b: &Place) -> bool {
    a.file == b.file && a.line == b.line
}

fn mark_fault(explanation: &Trace, rows: &mut [Row]) {
    // What is wrong with a lasso is that it goes on: none of its rows is the fault.
    if explanation.cycle_start.is_some() {
        return;
    }
    // Either side of a race may come last.
    let sides = if explanation.property == Some(Property::Race) { 2 } else { 1 };
    let last = rows.len().saturating_sub(sides);
    if let Some(row) =
        rows[last..].iter_mut().rfind(|row| same_line(&row.place, &explanation.place))
    {
        row.fault = true;
    }
}

/// Shows both sides of a race as the last two rows. The other access is pending, so it has no step
/// of its own unless the thread stopped in its statement.
fn mark_other_access(explanation: &Trace, rows: &mut Vec<Row>, sources: &mut Sources) {
    let Some(other) = explanation.related.iter().find(|r| r.what == Relation::OtherAccess) else {
        return;
    };
    let thread = other.thread;
    let step = Step { thread, place: other.place.clone(), ..Step::default() };
    let mut row = begin(&step, explanation.steps.len(), sources);
    let before = rows.len().saturating_sub(2);
    if let Some(known) = rows[before..].iter_mut().find(|known| continues(known, &row)) {
        known.fault = true;
        return;
    }
    row.add_action("at the same time");
    row.switch = true;
    row.fault = true;
    rows.push(row);
}

/// The context switches among `rows`.
pub(super) fn switches(rows: &[Row]) -> usize {
    rows.iter().filter(|row| row.switch && row.steps > 0).count()
}
