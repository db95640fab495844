//! How states are written: pieces of bytes, put together into one tree.
//!
//! ```text
//! root = node [ process piece, globals trie, threads trie ]
//! globals trie: global number  -> content
//! threads trie: thread number  -> node [ control piece, frames list, objects trie ]
//! frames list  = node [ frame piece, frames list below ] or empty
//! objects trie: object key     -> object
//! content      = chunk piece, or for large objects a trie of chunk pieces
//! object       = piece (header, chunk), or for large objects node [ header piece, trie of chunks ]
//! ```
//!
//! Every encoding is canonical: equal contents are equal bytes.

mod chunk;
mod frame;
mod library;
mod process;
mod thread;
mod wire;

pub use chunk::{CHUNK, Chunk};
pub use frame::{ARGUMENT, Frame, ONCE, START, THREAD_BASE, is_native};
pub use library::{Disposition, ExitHandler, HandlerArguments};
pub use process::Process;
pub use thread::{Control, Wait, Wake};
pub use wire::{Reader, write_number};
