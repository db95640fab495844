//! A replayed execution as data: what its threads did, step by step, and what could be seen at every
//! moment.
//!
//! A [`Trace`] always has the [`Step`]s: who did what, where, as an [`Event`] with names and typed
//! [`Value`]s. It is what reports make their words of.
//!
//! Where somebody wants to look around, a [`Recording`] comes with it. It holds every object of the
//! execution with what it began with, and for each step the bytes, frames, waits and locks that the
//! step changed. [`Moment`] goes to any step, forwards or back, by applying or undoing those changes,
//! and reads stacks, variables with their children, the heap, waits and locks from the bytes when it
//! is asked. Changes are small where whole states are not, and need no machine: a web page or a
//! debugger takes the same data, and neither can run a program, nor can this crate.

mod around;
mod bytes;
mod decode;
mod event;
mod family;
mod finding;
mod gap;
mod image;
mod misuse;
mod moment;
mod name;
mod naming;
mod recording;
mod slice;
mod standard;
mod step;
mod trace;
mod types;
mod value;
mod variable;
mod wait;

pub use around::Around;
pub use bytes::Bytes;
pub use decode::{Element, elements_of, value_of};
pub use event::{Act, Event, Operation, Reused};
pub use family::Family;
pub use finding::{Deadlock, Deed, Extent, Finding, NoValue, Side, Temporal, Used};
pub use gap::{Gap, Limitation, NoModel};
pub use image::Image;
pub use misuse::Misuse;
pub use moment::{Call, Lock, Moment};
pub use name::Name;
pub use recording::{Access, Change, Delta, Frame, Kind, Object, Recording, Spot, Symbol};
pub use slice::matters;
pub use step::{Changed, Place, Step};
pub use trace::{Idle, Optimised, Related, Relation, ThreadName, Trace};
pub use types::Types;
pub use value::{Standard, Target, Value};
pub use variable::Variable;
pub use wait::{LARGEST_SYNC, Status, Wait};
