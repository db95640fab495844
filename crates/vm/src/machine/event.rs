//! What is noted while an execution is replayed.

use super::{Kind, Position, Touch};
use crate::state::Chunk;
use crate::value::word::Word;
use allways_program::{FunctionId, Pc};
use allways_space::State;
use allways_trace::{Act, Operation};

/// Something that happened while an execution was watched.
#[derive(Clone, Debug)]
pub enum Event {
    /// An instruction begins.
    At(Pc),
    /// The instruction is one of the C++ library, which the program called there.
    CalledFrom(Position),
    /// The instruction is a call: the positions of the thread's frames, the innermost first.
    Stack(Vec<Pc>),
    /// The state between two instructions, where an execution is recorded.
    Reached(State),
    /// Memory was accessed; the bytes as they are afterwards.
    Touch {
        /// The access.
        touch: Touch,
        /// The bytes.
        bytes: Option<Chunk>,
    },
    /// A variable that lives in slots has a new value.
    Assigned {
        /// Its number.
        variable: u32,
        /// The value.
        words: Vec<Word>,
        /// It belongs to a function of the C++ library.
        librarys: bool,
    },
    /// An object came to life.
    Allocated {
        /// Its address.
        address: u64,
        /// Its size.
        size: u64,
        /// What it is.
        kind: Kind,
        /// The address was freed, and somebody still knows it.
        reused: bool,
    },
    /// An object is gone.
    Freed {
        /// Its address.
        address: u64,
    },
    /// A function was called.
    Called(FunctionId),
    /// A function returned.
    Returned,
    /// The thread ended.
    Ended,
    /// A compare-and-exchange found another value.
    ExchangeFailed {
        /// Where.
        address: u64,
    },
    /// An operation on a synchronisation object.
    Did {
        /// Which.
        what: Operation,
        /// The object.
        address: u64,
    },
    /// Something is said about a proposition of the formula.
    Proposition {
        /// Its name.
        name: String,
        /// The verb.
        what: &'static str,
    },
    /// Something that has no object.
    Acted(Act),
    /// A thread was created.
    Created {
        /// Its number.
        thread: u32,
        /// What it runs.
        function: FunctionId,
    },
    /// A thread was asked to end.
    Cancelled {
        /// Its number.
        thread: u32,
    },
    /// A thread was joined.
    Joined {
        /// Its number.
        thread: u32,
    },
    /// The program printed.
    Output(Vec<u8>),
}
