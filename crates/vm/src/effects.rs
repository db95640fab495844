//! What a library function does besides what it touches: said once, in its row, for every reduction.
//!
//! What a function touches in memory is recorded while it runs; nothing here repeats it. A row says
//! what the record cannot tell: whether a call can stand in the middle of a step at all, and whether
//! its touches are everything that its order with others depends on. There are no defaults.

/// What a call does besides what it touches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// When a call may be made in the middle of a step.
    pub merges: Merges,
    /// What its order with the steps of other threads depends on.
    pub order: Order,
    /// It does the same whichever thread calls it.
    pub impartial: bool,
    /// What it has to do with requests to end a thread.
    pub cancellation: Cancellation,
    /// A thread that calls it again and again may do nothing but wait: it tries something without waiting,
    /// gives way, looks or chooses. What it changes is looked at apart.
    pub spins: bool,
    /// It starts a thread.
    pub creates: bool,
    /// It computes with its arguments, so that an address among them is seen as a number. (Those that are
    /// floats are anyway.)
    pub computes: bool,
}

/// When a call may be made in the middle of a step. Whatever it says, a call that faults, blocks,
/// chooses or touches what others could notice is undone and begins a step of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Merges {
    /// Never: it always begins a step.
    Never,
    /// While one thread exists.
    Alone,
    /// When everything that it touches is the thread's alone.
    Judged,
    /// When it releases a mutex that nobody looks at without waiting for it: a left-mover.
    Release,
    /// When the step began with a join that can be put off until this one.
    Join,
    /// When the thread is in an atomic section, which it opens once more or ends.
    Section,
    /// When the formula does not name the proposition.
    Proposition,
    /// When no proposition of the formula has a scope.
    ScopeEnd,
}

/// What the order of a call with the steps of other threads depends on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// On the memory that it touches and nothing else.
    Memory,
    /// On more: threads, queues, names of objects, what the library keeps.
    More,
}

/// What a function has to do with requests to end a thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cancellation {
    /// Nothing, or it blocks and sees to it itself.
    None,
    /// The caller ends there if it was asked to.
    Point,
    /// It asks a thread to end.
    Asks,
    /// From then on the caller may be ended anywhere.
    Anywhere,
}

const NOTHING: Effects = Effects {
    merges: Merges::Never,
    order: Order::More,
    impartial: false,
    cancellation: Cancellation::None,
    spins: false,
    creates: false,
    computes: false,
};

/// It always begins a step.
pub const VISIBLE: Effects = NOTHING;
/// The same, and which thread calls it makes no difference.
pub const ALIKE: Effects = Effects { impartial: true, ..NOTHING };
/// It works on memory and its own arguments only.
pub const MEMORY: Effects = Effects { merges: Merges::Judged, order: Order::Memory, ..NOTHING };
/// It computes something from its arguments.
pub const VALUE: Effects = Effects { computes: true, ..MEMORY };
/// The same, and which thread calls it makes no difference.
pub const SHARED_MEMORY: Effects = Effects { impartial: true, ..MEMORY };
/// It tells the caller about itself.
pub const SELF: Effects = Effects { spins: true, ..MEMORY };
/// It works on memory atomically, or gives way to others.
pub const ATOMIC: Effects = Effects { spins: true, ..SHARED_MEMORY };
/// It tries something without waiting.
pub const TRY: Effects = Effects { spins: true, ..VISIBLE };
/// The same, and which thread calls it makes no difference.
pub const TRY_ALIKE: Effects = Effects { spins: true, ..ALIKE };
/// It starts a thread.
pub const CREATE: Effects = Effects { creates: true, ..VISIBLE };
/// It makes or frees objects, whose names depend on what else there is.
pub const HEAP: Effects = Effects { merges: Merges::Judged, ..NOTHING };
/// It leaves frames and goes elsewhere: what it touches on the way is judged.
pub const LEAVES: Effects = Effects { merges: Merges::Judged, ..NOTHING };
/// It prints.
pub const OUTPUT: Effects = Effects { merges: Merges::Alone, impartial: true, ..NOTHING };
/// It takes a mutex, or waits for it.
pub const LOCK: Effects =
    Effects { merges: Merges::Alone, order: Order::Memory, impartial: true, ..NOTHING };
/// It takes a mutex if that is free.
pub const TRY_LOCK: Effects =
    Effects { order: Order::Memory, impartial: true, spins: true, ..NOTHING };
/// It gives a mutex up.
pub const UNLOCK: Effects =
    Effects { merges: Merges::Release, order: Order::Memory, impartial: true, ..NOTHING };
/// It waits for the end of a thread.
pub const JOIN: Effects = Effects { merges: Merges::Join, ..NOTHING };
/// It begins or ends an atomic section.
pub const SECTION: Effects = Effects { merges: Merges::Section, impartial: true, ..NOTHING };
/// It sets or binds a proposition.
pub const PROPOSITION: Effects = Effects { merges: Merges::Proposition, ..NOTHING };
/// It ends the scope of a proposition.
pub const SCOPE_END: Effects = Effects { merges: Merges::ScopeEnd, ..NOTHING };
/// A cancellation point that does not block.
pub const CANCELLATION: Effects = Effects { cancellation: Cancellation::Point, ..NOTHING };
/// It asks a thread to end.
pub const CANCEL: Effects = Effects { cancellation: Cancellation::Asks, ..NOTHING };
/// It lets the caller be ended anywhere.
pub const CANCEL_TYPE: Effects = Effects { cancellation: Cancellation::Anywhere, ..NOTHING };
