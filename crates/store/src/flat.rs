//! The baseline store: every state is one string of bytes, hashed and compared whole.
//!
//! It finds equal states without trusting that a system gives them equal roots, at the price of writing
//! and holding each in full, as one piece of an interner of its own. Numbers, parents and payloads are
//! kept as in the tree store.

use crate::column::Column;
use crate::tree::TreeStore;
use crate::visited::{Payload, Seen, StateId, StateStore, StoreFull, VisitedSet};
use crate::{Full, Id, Interner};
use allways_space::{Guarantee, State};

/// A set of states told apart by their content. `W` writes the content of a state, `F` gives the
/// state with a root.
pub struct FlatStore<W, F, P = ()> {
    write: W,
    state_of: F,
    /// The content of every state, as one piece.
    contents: Interner,
    /// The names of the pieces.
    numbered: TreeStore<fn(u64) -> State, P>,
    /// Lower and higher halves of the root of the state that brought the content of each number. They
    /// are there when the insertion that gave the number is over.
    roots: [Column; 2],
}

impl<W, F, P> FlatStore<W, F, P>
where
    W: Fn(State, &mut Vec<u8>) + Sync,
    F: Fn(u64) -> State + Sync,
    P: Payload,
{
    /// An empty store.
    pub fn new(write: W, state_of: F) -> FlatStore<W, F, P> {
        FlatStore::over(write, state_of, TreeStore::new(|root| State { root }))
    }

    /// An empty store that finds the number of a state whatever is kept with it.
    pub fn numbered(write: W, state_of: F) -> FlatStore<W, F, P> {
        FlatStore::over(write, state_of, TreeStore::numbered(|root| State { root }))
    }

    fn over(write: W, state_of: F, numbered: TreeStore<fn(u64) -> State, P>) -> FlatStore<W, F, P> {
        let roots = [Column::new(), Column::new()];
        FlatStore { write, state_of, contents: Interner::new(), numbered, roots }
    }

    fn written(&self, state: State) -> Vec<u8> {
        let mut content = Vec::new();
        (self.write)(state, &mut content);
        content
    }

    fn root(&self, number: u32) -> u64 {
        let [low, high] = [0, 1].map(|half| u64::from(self.roots[half].get(number)));
        high << 32 | low
    }

    fn keep_root(&self, id: StateId, root: u64) {
        let [low, high] = [root, root >> 32].map(|half| half as u32);
        self.roots[1].set(id.0, high);
        self.roots[0].set(id.0, low);
    }
}

/// Where the name of a piece stands in the set of names.
fn place(piece: Id) -> State {
    State { root: piece.index().into() }
}

impl<W, F, P> VisitedSet<P> for FlatStore<W, F, P>
where
    W: Fn(State, &mut Vec<u8>) + Sync,
    F: Fn(u64) -> State + Sync,
    P: Payload,
{
    fn insert(
        &self,
        state: State,
        parent: Option<StateId>,
        payload: P,
    ) -> Result<Seen<P>, StoreFull> {
        let piece = self.contents.piece(&self.written(state)).map_err(|Full| StoreFull)?;
        let seen = self.numbered.insert(place(piece), parent, payload)?;
        if let Seen::New(id) = seen {
            self.keep_root(id, state.root);
        }
        Ok(seen)
    }

    fn covers(&self, state: State, payload: P) -> bool {
        let piece = self.contents.known_piece(&self.written(state));
        piece.is_some_and(|piece| self.numbered.covers(place(piece), payload))
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Exact
    }

    fn states(&self) -> u64 {
        self.numbered.states()
    }

    fn each_root(&self, visit: &mut dyn FnMut(u64)) -> bool {
        (0..self.states() as u32).for_each(|number| visit(self.root(number)));
        true
    }

    fn bytes(&self) -> u64 {
        let states = self.states();
        let roots: u64 = self.roots.iter().map(|column| column.bytes(states)).sum();
        self.contents.bytes() + self.numbered.bytes() + roots
    }
}

impl<W, F, P> StateStore<P> for FlatStore<W, F, P>
where
    W: Fn(State, &mut Vec<u8>) + Sync,
    F: Fn(u64) -> State + Sync,
    P: Payload,
{
    fn load(&self, id: StateId) -> State {
        (self.state_of)(self.root(id.0))
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        self.numbered.parent(id)
    }

    fn number(&self, state: State) -> Option<StateId> {
        let piece = self.contents.known_piece(&self.written(state))?;
        let id = self.numbered.number(place(piece))?;
        // The one who inserted it may not have come to this yet; the content is the same.
        self.keep_root(id, state.root);
        Some(id)
    }
}
