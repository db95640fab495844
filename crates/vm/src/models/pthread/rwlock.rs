//! Read-write locks. Readers are counted, not known by name. As in glibc readers come first, unless
//! the lock was made to let writers in first.

use super::timeout::{self, Time};
use super::{errno, field, finish, initialise, is_narrow, read_int, write_fields};
use crate::effects::{MEMORY, TRY, VISIBLE};
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::Wait;
use allways_program::holder;
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_rwlock_init", effects: MEMORY, run: init },
    Model { name: "pthread_rwlock_destroy", effects: VISIBLE, run: destroy },
    Model { name: "pthread_rwlock_rdlock", effects: VISIBLE, run: read_lock },
    Model { name: "pthread_rwlock_tryrdlock", effects: TRY, run: try_read_lock },
    Model { name: "pthread_rwlock_timedrdlock", effects: VISIBLE, run: timed_read_lock },
    Model { name: "__pthread_rwlock_timedrdlock64", effects: VISIBLE, run: timed_read_lock_wide },
    Model { name: "pthread_rwlock_clockrdlock", effects: VISIBLE, run: clock_read_lock },
    Model { name: "__pthread_rwlock_clockrdlock64", effects: VISIBLE, run: clock_read_lock_wide },
    Model { name: "pthread_rwlock_wrlock", effects: VISIBLE, run: write_lock },
    Model { name: "pthread_rwlock_trywrlock", effects: TRY, run: try_write_lock },
    Model { name: "pthread_rwlock_timedwrlock", effects: VISIBLE, run: timed_write_lock },
    Model { name: "__pthread_rwlock_timedwrlock64", effects: VISIBLE, run: timed_write_lock_wide },
    Model { name: "pthread_rwlock_clockwrlock", effects: VISIBLE, run: clock_write_lock },
    Model { name: "__pthread_rwlock_clockwrlock64", effects: VISIBLE, run: clock_write_lock_wide },
    Model { name: "pthread_rwlock_unlock", effects: VISIBLE, run: unlock },
];

const READERS: u64 = 0;
/// Padding, where destroying leaves its mark.
const MARK: u64 = 16;
const DESTROYED: u32 = u32::MAX;
/// `PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP`.
const WRITERS_FIRST: u32 = 2;

/// Where the parts lie that are not in the same place everywhere.
struct Layout {
    writer: u64,
    flags: u64,
    size: u64,
}

fn layout(machine: &Machine<'_>) -> Layout {
    if is_narrow(machine) {
        Layout { writer: 28, flags: 24, size: 32 }
    } else {
        Layout { writer: 24, flags: 48, size: 56 }
    }
}

/// A read-write lock, read from memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Rwlock {
    address: u64,
    readers: u32,
    /// The writer's number plus one, without the mark that it has in memory; 0 when there is none.
    writer: u32,
    writers_first: bool,
}

impl Rwlock {
    fn read(machine: &mut Machine<'_>, address: u64) -> Result<Rwlock, Halt> {
        let layout = layout(machine);
        let bytes = machine.read_bytes(address, layout.size, Mode::AtomicWrite)?;
        let field = |at: u64| field(&bytes, at).ok_or(Misuse::NotARwlock);
        if field(MARK)? == DESTROYED {
            return Err(Misuse::NotARwlock.into());
        }
        let (readers, writer) = (field(READERS)?, field(layout.writer)?);
        let writer = if writer == 0 { 0 } else { machine.number_in_lock(writer) };
        // On 32-bit targets the flags are a byte.
        let writers_first = field(layout.flags)? & 0xff == WRITERS_FIRST;
        Ok(Rwlock { address, readers, writer, writers_first })
    }

    fn write(self, machine: &mut Machine<'_>, what: Operation) -> Result<(), Halt> {
        let number = if self.writer == 0 { 0 } else { holder::marked(self.writer) };
        let fields = [(READERS, self.readers), (layout(machine).writer, number)];
        write_fields(machine, self.address, &fields, Mode::AtomicWrite)?;
        machine.note(|| Event::Did { what, address: self.address });
        Ok(())
    }

    fn writer(self) -> Option<u32> {
        self.writer.checked_sub(1)
    }

    /// Locks it for reading, if that is possible now; else says what is in the way.
    fn attempt_read(self, machine: &mut Machine<'_>) -> Result<Result<u64, Block>, Halt> {
        let (address, me) = (self.address, machine.thread_id());
        match self.writer() {
            Some(owner) if owner == me => return Ok(Ok(errno::EDEADLK)),
            Some(owner) => return Ok(Err(Block::Lock { address, owner })),
            None => {}
        }
        if self.writers_first && is_waited_for(machine, address) {
            return Ok(Err(Block::Writers { address }));
        }
        let Some(readers) = self.readers.checked_add(1) else { return Ok(Ok(errno::EAGAIN)) };
        Rwlock { readers, ..self }.write(machine, Operation::ReadLock)?;
        Ok(Ok(0))
    }

    /// Locks it for writing, if that is possible now; else says what is in the way.
    fn attempt_write(self, machine: &mut Machine<'_>) -> Result<Result<u64, Block>, Halt> {
        let (address, me) = (self.address, machine.thread_id());
        match self.writer() {
            Some(owner) if owner == me => Ok(Ok(errno::EDEADLK)),
            Some(owner) => Ok(Err(Block::Lock { address, owner })),
            None if self.readers > 0 => Ok(Err(Block::Readers { address })),
            None => {
                Rwlock { writer: me + 1, ..self }.write(machine, Operation::WriteLock)?;
                machine.count_lock();
                machine.show_number(address + layout(machine).writer);
                Ok(Ok(0))
            }
        }
    }
}

/// Whether a writer waits for a lock.
fn is_waited_for(machine: &mut Machine<'_>, rwlock: u64) -> bool {
    let waits = Wait::Write { rwlock };
    let numbers = machine.thread_numbers();
    numbers.into_iter().any(|n| machine.control_of(n).is_some_and(|c| c.wait == waits))
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, attr) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let kind = if attr == 0 { 0 } else { read_int(machine, attr)? };
    let layout = layout(machine);
    initialise(machine, address, layout.size, &[(layout.flags, kind & 3)])
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let lock = Rwlock::read(machine, address)?;
    if lock.readers > 0 || lock.writer().is_some() {
        return Err(Misuse::DestroyRwlock.into());
    }
    finish(machine, address, layout(machine).size, (MARK, DESTROYED))
}

fn read_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    match Rwlock::read(machine, address)?.attempt_read(machine)? {
        Ok(code) => Outcome::number(code),
        Err(block) => Err(Halt::Block(block)),
    }
}

fn write_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let lock = Rwlock::read(machine, address)?;
    let waits = Wait::Write { rwlock: address };
    match lock.attempt_write(machine)? {
        Ok(code) => {
            machine.thread().control.wait = Wait::None;
            Outcome::number(code)
        }
        Err(_) if lock.writers_first && machine.thread().control.wait != waits => {
            machine.thread().control.wait = waits;
            machine.note(|| Event::Did { what: Operation::WaitToWriteLock, address });
            Ok(Outcome::Moved)
        }
        Err(block) => Err(Halt::Block(block)),
    }
}

fn try_read_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let attempt = Rwlock::read(machine, address)?.attempt_read(machine)?;
    try_with(attempt)
}

fn try_write_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let attempt = Rwlock::read(machine, address)?.attempt_write(machine)?;
    try_with(attempt)
}

fn try_with(attempt: Result<u64, Block>) -> Result<Outcome, Halt> {
    match attempt {
        Err(_) | Ok(errno::EDEADLK) => Outcome::number(errno::EBUSY),
        Ok(code) => Outcome::number(code),
    }
}

/// Which lock is asked for.
type Attempt = fn(Rwlock, &mut Machine<'_>) -> Result<Result<u64, Block>, Halt>;

/// Locks or times out. While it cannot be locked the time may pass.
fn lock_until(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    deadline: usize,
    time: Time,
    attempt: Attempt,
) -> Result<Outcome, Halt> {
    let (address, deadline) = (args.get(machine, 0)?, args.get(machine, deadline)?);
    let lock = Rwlock::read(machine, address)?;
    if let Some(code) = timeout::check(machine, deadline, time)? {
        return Outcome::number(code);
    }
    match attempt(lock, machine)? {
        Ok(code) => Outcome::number(code),
        Err(_) => {
            machine.note(|| Event::Did { what: Operation::TimeOut, address });
            Outcome::number(errno::ETIMEDOUT)
        }
    }
}

fn clock_until(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    time: Time,
    attempt: Attempt,
) -> Result<Outcome, Halt> {
    if !timeout::is_clock(args.get(machine, 1)?) {
        return Outcome::number(errno::EINVAL);
    }
    lock_until(machine, args, 2, time, attempt)
}

fn timed_read_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    lock_until(machine, args, 1, Time::Native, Rwlock::attempt_read)
}

fn timed_read_lock_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    lock_until(machine, args, 1, Time::Wide, Rwlock::attempt_read)
}

fn clock_read_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_until(machine, args, Time::Native, Rwlock::attempt_read)
}

fn clock_read_lock_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_until(machine, args, Time::Wide, Rwlock::attempt_read)
}

fn timed_write_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    lock_until(machine, args, 1, Time::Native, Rwlock::attempt_write)
}

fn timed_write_lock_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    lock_until(machine, args, 1, Time::Wide, Rwlock::attempt_write)
}

fn clock_write_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_until(machine, args, Time::Native, Rwlock::attempt_write)
}

fn clock_write_lock_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_until(machine, args, Time::Wide, Rwlock::attempt_write)
}

fn unlock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let lock = Rwlock::read(machine, address)?;
    if lock.writer() == Some(machine.thread_id()) {
        Rwlock { writer: 0, ..lock }.write(machine, Operation::WriteUnlock)?;
        machine.uncount_lock();
    } else if lock.writer().is_none() && lock.readers > 0 {
        Rwlock { readers: lock.readers - 1, ..lock }.write(machine, Operation::ReadUnlock)?;
    } else {
        return Err(Misuse::RwlockNotHeld.into());
    }
    Outcome::number(0)
}
