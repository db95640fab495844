//! How states are written: pieces of bytes, put together into one tree.
//!
//! ```text
//! root = row: place 0          -> node [ process piece, globals trie ]
//!             thread number + 1 -> node [ control piece, frames list, objects trie ]
//! globals trie: global number  -> content
//! frames list  = node [ frame piece, frames list below ] or empty
//! objects trie: object key     -> object
//! content      = chunk piece, or for large objects a trie of chunk pieces
//! object       = piece (header, chunk), or for large objects node [ header piece, trie of chunks ]
//! ```
//!
//! Every encoding is canonical: equal contents are equal bytes. What all threads share stands in the
//! row beside them because it mostly follows from where they are: above them it would make a tree
//! of its own for nearly every state, and so would they.

mod chunk;
mod frame;
mod library;
mod process;
mod proposition;
mod thread;
mod wire;

pub use chunk::{CHUNK, Chunk, WHOLE};
pub use frame::{ARGUMENT, EVALUATE, Frame, ONCE, START, THREAD_BASE, is_native};
pub use library::{Disposition, ExitHandler, HandlerArguments};
pub use process::Process;
pub use proposition::{Binding, Given, Scope, Source};
pub use thread::{Control, Signals, Wait, Wake};
pub use wire::{Reader, write_number};

use allways_store::{Full, Id, Interner};

/// The place of what all threads share in the row of a state.
pub const SHARED: u32 = 0;

/// The place of a thread's record.
#[inline]
pub fn thread_place(thread: u32) -> u32 {
    thread + 1
}

/// What all threads share, as one id.
#[inline]
pub fn shared(interner: &Interner, process: Id, globals: Id) -> Result<Id, Full> {
    interner.node(&[process, globals])
}

/// Process piece and globals.
#[inline]
pub fn shared_parts(interner: &Interner, shared: Id) -> (Id, Id) {
    let parts = interner.children(shared);
    (parts[0], parts[1])
}

/// The thread whose record stands at a place.
#[inline]
pub fn thread_at(place: u32) -> Option<u32> {
    place.checked_sub(1)
}
