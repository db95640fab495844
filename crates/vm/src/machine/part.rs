//! Parts of a state, as steps depend on them.

/// A part of the state that a step can read or write.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The content of a global that is one piece.
    Global(u32),
    /// A chunk of a larger global.
    GlobalChunk(u32, u64),
    /// An object of another thread; of a large one what stands in front of its chunks.
    Object(u32, u64),
    /// A chunk of a large object of another thread.
    ObjectChunk(u32, u64, u64),
    /// The control piece of another thread.
    Control(u32),
    /// What is mentioned of the objects of a thread and site, outside the record of that thread.
    Mentions(u32, u32),
    /// Which threads there are.
    Threads,
}
