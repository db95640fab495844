//! What a state mentions of the objects of one thread and site, outside the record of that thread: with the
//! record it decides which name the next object gets, so a step that allocates can be remembered by it.
//!
//! It is a function of the state in which the step begins. Until the step allocates it may have changed globals
//! and objects of others, which mentioned something before or do now. What they hold now follows from what the
//! step read; so does what they held before, if they are small, for then the step read all of it. So it is
//! counted how many globals and objects mention a name: without the few that the step changed it is known
//! whether any other does. What stands in frames of others no step changes.

use super::object::{Content, Home};
use super::{Machine, Part};
use crate::audit::Quick;
use crate::state::{Control, thread_at};
use allways_program::address::ObjectName;
use allways_store::row::Row;
use allways_store::{Id, trie};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Counting ends here: so many globals and objects, or a frame, mention a name.
const MANY: u8 = 3;
/// Globals and objects of others that a step may have changed when it allocates: fewer than are counted.
const MOST_CHANGED: usize = 2;
/// Indices that are told, two bits each.
const INDICES: u64 = 16;
/// Bytes kept before all is forgotten.
const MOST_BYTES: u64 = 4 << 20;
/// What an entry takes besides its list.
const ENTRY_BYTES: u64 = 64;

/// Names, and how often they are mentioned.
type Counted = Rc<[(ObjectName, u8)]>;

/// What globals and records mention, remembered by id.
#[derive(Default)]
pub(super) struct MentionsElsewhere {
    globals: HashMap<Id, Counted, Quick>,
    records: HashMap<Id, Counted, Quick>,
    held: u64,
}

impl MentionsElsewhere {
    pub(super) fn bytes(&self) -> u64 {
        self.held
    }

    fn keep(&mut self, counted: &Counted) {
        self.held += ENTRY_BYTES + size_of_val(&**counted) as u64;
        if self.held > MOST_BYTES {
            *self = MentionsElsewhere::default();
        }
    }
}

impl Machine<'_> {
    /// The indices of the objects of `thread` and `site` that some word points to. The step depends on those
    /// that others mention, and on nothing else of them.
    pub(super) fn indices_depended_on(&mut self, thread: u32, site: u32) -> Vec<u64> {
        let (reads, whole) = (self.noted.reads.len(), self.noted.whole);
        let indices = self.mentioned_indices(thread, site);
        if let Some(elsewhere) = self.elsewhere_before(thread, site) {
            self.noted.reads.truncate(reads);
            self.absent.clear();
            self.noted.whole = whole;
            self.depend(Part::Mentions(thread, site), elsewhere);
        }
        indices
    }

    /// What was mentioned elsewhere when the step began, if what it changed since does not hide it.
    fn elsewhere_before(&mut self, thread: u32, site: u32) -> Option<Id> {
        if self.threads.iter().any(|other| other.dirty && other.id != thread) {
            return None;
        }
        let own = |home| matches!(home, Home::Thread { thread: t, .. } if t == thread);
        let mut changed = self.objects.iter().filter(|o| o.dirty && !own(o.home));
        let small = changed.clone().all(|o| matches!(o.content, Content::Whole(_)));
        if !small || changed.nth(MOST_CHANGED).is_some() {
            return None;
        }
        let mut records = Vec::new();
        let row = Row::open(&self.vm.interner, self.top);
        row.for_each(&mut |place, id| records.extend(thread_at(place).map(|thread| (thread, id))));
        self.mentioned_elsewhere(self.globals, records.into_iter(), (thread, site))
    }

    /// What globals, and records of others, mention of the objects of a thread and site; `None` where that
    /// cannot be told by a number.
    pub(crate) fn mentioned_elsewhere(
        &mut self,
        globals: Id,
        records: impl Iterator<Item = (u32, Id)>,
        (thread, site): (u32, u32),
    ) -> Option<Id> {
        let mut told = 0;
        let mut tell = |counted: &[(ObjectName, u8)]| {
            let mut meant = counted.iter().filter(|(n, _)| n.thread == thread && n.site == site);
            meant.try_for_each(|&(name, count)| {
                let at = (name.index < INDICES).then_some(2 * name.index as u32)?;
                let before = (told >> at) as u8 & MANY;
                let sum = (before + count).min(MANY);
                told = told & !(u32::from(MANY) << at) | u32::from(sum) << at;
                Some(())
            })
        };
        tell(&self.counted_globals(globals))?;
        for (other, record) in records {
            if other != thread {
                tell(&self.counted_record(record))?;
            }
        }
        Some(Id::from_index(told))
    }

    fn counted_globals(&mut self, globals: Id) -> Counted {
        if let Some(known) = self.elsewhere.globals.get(&globals) {
            return Rc::clone(known);
        }
        let mut ids = Vec::new();
        trie::for_each(&self.vm.interner, globals, &mut |_, id| ids.push(id));
        let mut names = Names::default();
        for id in ids {
            let mut found = Vec::new();
            self.mention_chunks(id, &mut HashSet::default(), &mut |address| found.push(address));
            names.add(self.names_of(&found), 1);
        }
        let counted = names.counted();
        self.elsewhere.keep(&counted);
        self.elsewhere.globals.insert(globals, Rc::clone(&counted));
        counted
    }

    fn counted_record(&mut self, record: Id) -> Counted {
        if let Some(known) = self.elsewhere.records.get(&record) {
            return Rc::clone(known);
        }
        let mut names = Names::default();
        if let &[control, frames, objects] = self.vm.interner.children(record) {
            let mut found = Vec::new();
            let control = Control::decode(self.vm.interner.bytes_of(control));
            self.mention_stack(control, frames, true, &mut |address| found.push(address));
            names.add(self.names_of(&found), MANY);
            let mut ids = Vec::new();
            trie::for_each(&self.vm.interner, objects, &mut |_, id| ids.push(id));
            for id in ids {
                let mut found = Vec::new();
                self.mention_object(id, &mut |address| found.push(address));
                names.add(self.names_of(&found), 1);
            }
        }
        let counted = names.counted();
        self.elsewhere.keep(&counted);
        self.elsewhere.records.insert(record, Rc::clone(&counted));
        counted
    }

    fn names_of(&self, addresses: &[u64]) -> HashSet<ObjectName, Quick> {
        let named = addresses.iter().filter_map(|&address| self.vm.space.object_at(address));
        named.map(|(name, _)| name).collect()
    }
}

/// Names that are counted.
#[derive(Default)]
struct Names(HashMap<ObjectName, u8, Quick>);

impl Names {
    fn add(&mut self, names: HashSet<ObjectName, Quick>, count: u8) {
        for name in names {
            let sum = self.0.entry(name).or_default();
            *sum = (*sum + count).min(MANY);
        }
    }

    fn counted(self) -> Counted {
        self.0.into_iter().collect()
    }
}
