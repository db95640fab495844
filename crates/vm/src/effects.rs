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
    /// When nobody sees that the thread has ended but those who wait for it.
    End,
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

/// Writes the rows out: every one says everything, so that nothing that soundness rests on has a default.
macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident: $merges:ident $order:ident $impartial:literal $cancellation:ident
       $spins:literal $creates:literal $computes:literal;)*) => {
        $($(#[$doc])* pub const $name: Effects = Effects {
            merges: Merges::$merges,
            order: Order::$order,
            impartial: $impartial,
            cancellation: Cancellation::$cancellation,
            spins: $spins,
            creates: $creates,
            computes: $computes,
        };)*
    };
}

rows! {
    //             merges      order  impartial cancellation spins creates computes
    /// It always begins a step.
    VISIBLE:       Never       More   false     None         false false   false;
    /// The same, and which thread calls it makes no difference.
    ALIKE:         Never       More   true      None         false false   false;
    /// It works on memory and its own arguments only.
    MEMORY:        Judged      Memory false     None         false false   false;
    /// It computes something from its arguments.
    VALUE:         Judged      Memory false     None         false false   true;
    /// The same, and which thread calls it makes no difference.
    SHARED_MEMORY: Judged      Memory true      None         false false   false;
    /// It tells the caller about itself.
    SELF:          Judged      Memory false     None         true  false   false;
    /// It works on memory atomically, or gives way to others.
    ATOMIC:        Judged      Memory true      None         true  false   false;
    /// It tries something without waiting.
    TRY:           Never       More   false     None         true  false   false;
    /// The same, and which thread calls it makes no difference.
    TRY_ALIKE:     Never       More   true      None         true  false   false;
    /// It starts a thread.
    CREATE:        Never       More   false     None         false true    false;
    /// It makes or frees objects, whose names depend on what else there is.
    HEAP:          Judged      More   false     None         false false   false;
    /// It leaves frames and goes elsewhere: what it touches on the way is judged.
    LEAVES:        Judged      More   false     None         false false   false;
    /// It prints.
    OUTPUT:        Alone       More   true      None         false false   false;
    /// It takes a mutex, or waits for it.
    LOCK:          Alone       Memory true      None         false false   false;
    /// It takes a mutex if that is free.
    TRY_LOCK:      Never       Memory true      None         true  false   false;
    /// It gives a mutex up.
    UNLOCK:        Release     Memory true      None         false false   false;
    /// It waits for the end of a thread.
    JOIN:          Join        More   false     None         false false   false;
    /// It ends the thread.
    EXIT:          End         More   false     None         false false   false;
    /// It begins or ends an atomic section.
    SECTION:       Section     More   true      None         false false   false;
    /// It sets or binds a proposition.
    PROPOSITION:   Proposition More   false     None         false false   false;
    /// It ends the scope of a proposition.
    SCOPE_END:     ScopeEnd    More   false     None         false false   false;
    /// A cancellation point that does not block.
    CANCELLATION:  Never       More   false     Point        false false   false;
    /// It asks a thread to end.
    CANCEL:        Never       More   false     Asks         false false   false;
    /// It lets the caller be ended anywhere.
    CANCEL_TYPE:   Never       More   false     Anywhere     false false   false;
}
