//! Mutexes.

use super::timeout::{self, Time};
use super::{errno, field, finish, initialise, is_narrow, read_int, write_fields};
use crate::effects::{LOCK, MEMORY, TRY_LOCK, UNLOCK, VISIBLE};
use crate::fault::{Block, Gap, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::{Control, Wait};
use allways_program::holder;
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_mutex_init", effects: MEMORY, run: init },
    Model { name: "pthread_mutex_destroy", effects: VISIBLE, run: destroy },
    Model { name: "pthread_mutex_lock", effects: LOCK, run: lock },
    Model { name: "pthread_mutex_trylock", effects: TRY_LOCK, run: try_lock },
    Model { name: "pthread_mutex_timedlock", effects: VISIBLE, run: timed_lock },
    Model { name: "__pthread_mutex_timedlock64", effects: VISIBLE, run: timed_lock_wide },
    Model { name: "pthread_mutex_clocklock", effects: VISIBLE, run: clock_lock },
    Model { name: "__pthread_mutex_clocklock64", effects: VISIBLE, run: clock_lock_wide },
    Model { name: "pthread_mutex_unlock", effects: UNLOCK, run: unlock },
    Model { name: "pthread_mutex_consistent", effects: VISIBLE, run: consistent },
    Model { name: "pthread_mutex_consistent_np", effects: VISIBLE, run: consistent },
    Model { name: "pthread_mutex_getprioceiling", effects: VISIBLE, run: no_ceiling },
    Model { name: "pthread_mutex_setprioceiling", effects: VISIBLE, run: no_ceiling },
];

/// The types, in the lowest bits of the kind.
pub const RECURSIVE: u32 = 1;
const ERROR_CHECK: u32 = 2;
const TYPE: u32 = 3;
/// The bit of robust mutexes.
const ROBUST: u32 = 16;
/// What destroying leaves in the kind, as glibc does.
const DESTROYED: u32 = u32::MAX;

/// The owner of a robust mutex has died; the next one has not said that it is consistent.
const INCONSISTENT: u32 = 1;
/// It never will be.
const NOT_RECOVERABLE: u32 = 2;

/// A mutex, read from memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mutex {
    address: u64,
    /// What became of a robust mutex.
    health: u32,
    count: u32,
    /// The owner's number plus one, without the mark that it has in memory; 0 when free.
    owner: u32,
    kind: u32,
}

/// What came of an attempt to lock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It ends with that error number.
    Done(u64),
    /// Somebody else has it, or the thread itself.
    Held(u32),
}

/// Where the parts of a mutex lie.
struct Layout {
    kind: u64,
    list: u64,
    size: u64,
}

const HEALTH: u64 = 0;
const COUNT: u64 = 4;
const OWNER: u64 = 8;

fn layout(machine: &Machine<'_>) -> Layout {
    if is_narrow(machine) {
        Layout { kind: 12, list: 20, size: 24 }
    } else {
        Layout { kind: 16, list: 24, size: 40 }
    }
}

impl Mutex {
    /// Reads a mutex that must be initialised.
    pub fn read(machine: &mut Machine<'_>, address: u64) -> Result<Mutex, Halt> {
        Mutex::read_as(machine, address, Mode::Lock)
    }

    /// The same for an operation that can tell whether it is held without waiting for it.
    pub fn look(machine: &mut Machine<'_>, address: u64) -> Result<Mutex, Halt> {
        Mutex::read_as(machine, address, Mode::Look)
    }

    fn read_as(machine: &mut Machine<'_>, address: u64, mode: Mode) -> Result<Mutex, Halt> {
        let layout = layout(machine);
        let bytes = machine.read_bytes(address, layout.size, mode)?;
        let field = |at: u64| field(&bytes, at).ok_or(Misuse::NotAMutex);
        let kind = field(layout.kind)?;
        if kind == DESTROYED {
            return Err(Misuse::NotAMutex.into());
        }
        let (health, count, owner) = (field(HEALTH)?, field(COUNT)?, field(OWNER)?);
        let owner = if owner == 0 { 0 } else { machine.number_in_lock(owner) };
        Ok(Mutex { address, health, count, owner, kind })
    }

    fn write(self, machine: &mut Machine<'_>) -> Result<(), Halt> {
        let list = layout(machine).list;
        let owner = if self.owner == 0 { 0 } else { holder::marked(self.owner) };
        let fields = [(HEALTH, self.health), (COUNT, self.count), (OWNER, owner)];
        write_fields(machine, self.address, &fields, Mode::Lock)?;
        if self.kind & ROBUST == 0 {
            return Ok(());
        }
        machine.show_identity();
        // The owner's handle lies where glibc links robust mutexes: a thread's number is not given
        // to another while a word of memory holds its handle.
        let handle = self.owner().map_or(0, |owner| machine.vm.space.handle(owner));
        let unit = machine.vm.pointer_bytes();
        let handle = (handle.into(), u128::MAX);
        machine.write_bits(self.address + list, unit, handle, Mode::Lock)
    }

    fn owner(self) -> Option<u32> {
        self.owner.checked_sub(1)
    }

    /// Whether a thread holds it.
    pub fn is_held_by(self, thread: u32) -> bool {
        self.owner() == Some(thread)
    }

    /// Whether it is locked more than once.
    pub fn is_nested(self) -> bool {
        self.count > 1
    }

    /// Whether it says when it is used without being held.
    pub fn checks_owner(self) -> bool {
        matches!(self.kind & TYPE, RECURSIVE | ERROR_CHECK) || self.kind & ROBUST != 0
    }

    /// Locks it, if that is possible now.
    pub fn attempt(self, machine: &mut Machine<'_>) -> Result<Attempt, Halt> {
        machine.note_wait();
        if self.health == NOT_RECOVERABLE {
            return Ok(Attempt::Done(errno::ENOTRECOVERABLE));
        }
        let Some(owner) = self.owner() else { return self.take(machine, 0) };
        if owner == machine.thread_id() {
            return match self.kind & TYPE {
                RECURSIVE => self.nest(machine),
                ERROR_CHECK => Ok(Attempt::Done(errno::EDEADLK)),
                _ => Ok(Attempt::Held(owner)),
            };
        }
        let dead = |control: Option<Control>| control.is_none_or(|c| c.ended.is_some());
        if self.kind & ROBUST != 0 && dead(machine.control_looked_at(owner)) {
            return Mutex { health: INCONSISTENT, ..self }.take(machine, errno::EOWNERDEAD);
        }
        Ok(Attempt::Held(owner))
    }

    fn take(self, machine: &mut Machine<'_>, code: u64) -> Result<Attempt, Halt> {
        let owner = machine.thread_id() + 1;
        Mutex { owner, count: 1, ..self }.write(machine)?;
        machine.hold(self.address);
        machine.count_lock();
        machine.note(|| Event::Did { what: Operation::Lock, address: self.address });
        if machine.watch.seeding.is_some()
            && let Some(taken) = machine.taken(self.address)
            && let Some(held) = &mut machine.watch.seeding
        {
            held.take(owner - 1, taken);
        }
        Ok(Attempt::Done(code))
    }

    fn nest(self, machine: &mut Machine<'_>) -> Result<Attempt, Halt> {
        let Some(count) = self.count.checked_add(1) else {
            return Ok(Attempt::Done(errno::EAGAIN));
        };
        Mutex { count, ..self }.write(machine)?;
        machine.note(|| Event::Did { what: Operation::LockAgain, address: self.address });
        Ok(Attempt::Done(0))
    }

    /// Locks it or blocks; says with which error number.
    pub fn acquire(self, machine: &mut Machine<'_>) -> Result<u64, Halt> {
        match self.attempt(machine)? {
            Attempt::Done(code) => Ok(code),
            Attempt::Held(owner) => Err(Halt::Block(Block::Lock { address: self.address, owner })),
        }
    }

    /// Gives it up wholly.
    pub fn release(self, machine: &mut Machine<'_>) -> Result<(), Halt> {
        let health = if self.health == INCONSISTENT { NOT_RECOVERABLE } else { self.health };
        Mutex { owner: 0, count: 0, health, ..self }.write(machine)?;
        machine.let_go(self.address);
        machine.uncount_lock();
        machine.note(|| Event::Did { what: Operation::Unlock, address: self.address });
        let me = machine.thread_id();
        if let Some(held) = &mut machine.watch.seeding {
            held.give(me, self.address);
        }
        Ok(())
    }
}

/// Initialises a mutex of a kind.
pub fn initialise_as(machine: &mut Machine<'_>, address: u64, kind: u32) -> Result<Outcome, Halt> {
    let layout = layout(machine);
    initialise(machine, address, layout.size, &[(layout.kind, kind)])
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, attr) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let attr = if attr == 0 { 0 } else { read_int(machine, attr)? };
    let (robust, protocol) = (attr >> 30 & 1, attr >> 28 & 3);
    if protocol == PRIO_PROTECT {
        return Err(Halt::Unsupported(Gap::PRIORITY_CEILING));
    }
    initialise_as(machine, address, attr & TYPE | (robust * ROBUST))
}

const PRIO_PROTECT: u32 = 2;

/// Destroys a mutex.
pub fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let found = Mutex::look(machine, address)?;
    if found.owner().is_some() {
        return Err(Misuse::DestroyLocked.into());
    }
    for number in machine.thread_numbers() {
        let wait = machine.control_of(number).map(|c| c.wait);
        if let Some(Wait::Cond { mutex, .. } | Wait::Woken { mutex, .. }) = wait
            && mutex == address
        {
            return Err(Misuse::DestroyMutexInWait.into());
        }
    }
    let layout = layout(machine);
    finish(machine, address, layout.size, (layout.kind, DESTROYED))
}

/// Locks a mutex.
pub fn lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    Outcome::number(Mutex::read(machine, address)?.acquire(machine)?)
}

/// Locks a mutex, if it is free.
pub fn try_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    match Mutex::look(machine, address)?.attempt(machine)? {
        Attempt::Held(_) | Attempt::Done(errno::EDEADLK) => Outcome::number(errno::EBUSY),
        Attempt::Done(code) => Outcome::number(code),
    }
}

/// Locks a mutex or times out. While it is held the time may pass; when it is free it is taken,
/// whatever the time.
fn lock_until(
    machine: &mut Machine<'_>,
    mutex: u64,
    deadline: u64,
    time: Time,
) -> Result<Outcome, Halt> {
    match Mutex::look(machine, mutex)?.attempt(machine)? {
        Attempt::Done(code) => Outcome::number(code),
        Attempt::Held(_) => {
            if let Some(code) = timeout::check(machine, deadline, time)? {
                return Outcome::number(code);
            }
            machine.note(|| Event::Did { what: Operation::TimeOut, address: mutex });
            Outcome::number(errno::ETIMEDOUT)
        }
    }
}

/// Locks a mutex or times out.
pub fn timed_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (mutex, deadline) = (args.get(machine, 0)?, args.get(machine, 1)?);
    lock_until(machine, mutex, deadline, Time::Native)
}

/// The same with a wide `time_t`.
pub fn timed_lock_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (mutex, deadline) = (args.get(machine, 0)?, args.get(machine, 1)?);
    lock_until(machine, mutex, deadline, Time::Wide)
}

fn clock_lock_with(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    time: Time,
) -> Result<Outcome, Halt> {
    let (mutex, deadline) = (args.get(machine, 0)?, args.get(machine, 2)?);
    if !timeout::is_clock(args.get(machine, 1)?) {
        return Outcome::number(errno::EINVAL);
    }
    lock_until(machine, mutex, deadline, time)
}

fn clock_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_lock_with(machine, args, Time::Native)
}

fn clock_lock_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_lock_with(machine, args, Time::Wide)
}

/// Unlocks a mutex.
pub fn unlock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let mutex = Mutex::read(machine, address)?;
    if !mutex.is_held_by(machine.thread_id()) {
        if mutex.checks_owner() {
            return Outcome::number(errno::EPERM);
        }
        return Err(Misuse::UnlockNotHeld.into());
    }
    if mutex.is_nested() {
        Mutex { count: mutex.count - 1, ..mutex }.write(machine)?;
        machine.note(|| Event::Did { what: Operation::UnlockOnce, address });
    } else {
        mutex.release(machine)?;
    }
    Outcome::number(0)
}

fn consistent(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let mutex = Mutex::look(machine, address)?;
    if mutex.health != INCONSISTENT || !mutex.is_held_by(machine.thread_id()) {
        return Outcome::number(errno::EINVAL);
    }
    Mutex { health: 0, ..mutex }.write(machine)?;
    Outcome::number(0)
}

/// No mutex has a ceiling.
fn no_ceiling(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    Mutex::read(machine, address)?;
    Outcome::number(errno::EINVAL)
}
