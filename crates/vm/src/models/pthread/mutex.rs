//! Mutexes. Their state lies in the program's own memory, laid out as glibc does it, so that static
//! initialisers, copies and frees mean what they mean there.

use super::errno;
use crate::explain::Event;
use crate::fault::{Block, FaultKind, Halt, Misuse};
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_mutex_init", run: init },
    Model { name: "pthread_mutex_destroy", run: destroy },
    Model { name: "pthread_mutex_lock", run: lock },
    Model { name: "pthread_mutex_trylock", run: try_lock },
    Model { name: "pthread_mutex_unlock", run: unlock },
    Model { name: "pthread_mutexattr_init", run: attr_init },
    Model { name: "pthread_mutexattr_destroy", run: attr_init },
    Model { name: "pthread_mutexattr_settype", run: attr_set_type },
];

const RECURSIVE: u32 = 1;
const ERROR_CHECK: u32 = 2;
/// What destroying leaves in the kind, as glibc does.
const DESTROYED: u32 = u32::MAX;

/// A mutex, read from memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutex {
    address: u64,
    count: u32,
    /// The owner's number plus one; 0 when free.
    owner: u32,
    kind: u32,
}

/// Offsets of count, owner and kind, and the size.
fn layout(machine: &Machine<'_>) -> (usize, usize, usize, u64) {
    if machine.vm.program.pointer_bits == 32 { (4, 8, 12, 24) } else { (4, 8, 16, 40) }
}

impl Mutex {
    /// Reads a mutex that must be initialised.
    pub(crate) fn read(machine: &mut Machine<'_>, address: u64) -> Result<Mutex, Halt> {
        let (count, owner, kind, size) = layout(machine);
        let bytes = machine.read_bytes(address, size, Mode::AtomicWrite)?;
        let field = |at: usize| {
            let (value, defined) = bytes.bits(at, 4);
            (defined as u32 == u32::MAX).then_some(value as u32)
        };
        let not_a_mutex = FaultKind::Misuse(Misuse::NotAMutex);
        let mutex = Mutex {
            address,
            count: field(count).ok_or(not_a_mutex)?,
            owner: field(owner).ok_or(not_a_mutex)?,
            kind: field(kind).ok_or(not_a_mutex)?,
        };
        if mutex.kind == DESTROYED { Err(not_a_mutex.into()) } else { Ok(mutex) }
    }

    fn write(self, machine: &mut Machine<'_>) -> Result<(), Halt> {
        let (count, owner, kind, _) = layout(machine);
        let defined = u128::from(u32::MAX);
        for (at, value) in [(count, self.count), (owner, self.owner), (kind, self.kind)] {
            let at = self.address + at as u64;
            machine.write_bits(at, 4, (value.into(), defined), Mode::AtomicWrite)?;
        }
        Ok(())
    }

    pub(crate) fn owner(self) -> Option<u32> {
        self.owner.checked_sub(1)
    }

    /// Whether a thread holds it exactly once.
    pub(crate) fn held_once_by(self, thread: u32) -> bool {
        self.owner() == Some(thread) && self.count <= 1
    }

    /// Takes it for the running thread, or blocks.
    pub(crate) fn acquire(self, machine: &mut Machine<'_>) -> Result<(), Halt> {
        if let Some(owner) = self.owner() {
            return Err(Halt::Block(Block::Lock { address: self.address, owner }));
        }
        self.take(machine)
    }

    fn take(self, machine: &mut Machine<'_>) -> Result<(), Halt> {
        let owner = machine.thread_id() + 1;
        Mutex { owner, count: 1, ..self }.write(machine)?;
        machine.note(|| Event::Did { what: "lock", address: self.address });
        Ok(())
    }

    /// Gives it up wholly.
    pub(crate) fn release(self, machine: &mut Machine<'_>) -> Result<(), Halt> {
        Mutex { owner: 0, count: 0, ..self }.write(machine)?;
        machine.note(|| Event::Did { what: "unlock", address: self.address });
        Ok(())
    }
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, attr) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let kind = if attr == 0 {
        0
    } else {
        let (value, defined) = machine.read_bits(attr, 4, Mode::Read)?;
        if defined as u32 != u32::MAX {
            return Err(FaultKind::UndefinedMemory { address: attr }.into());
        }
        value as u32 & 3
    };
    let (_, _, _, size) = layout(machine);
    machine.write_bytes(address, &crate::state::Chunk::zero(size as usize), Mode::Write)?;
    Mutex { address, count: 0, owner: 0, kind }.write(machine)?;
    Outcome::number(0)
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let mutex = Mutex::read(machine, address)?;
    if mutex.owner().is_some() {
        return Err(FaultKind::Misuse(Misuse::DestroyLocked).into());
    }
    let (_, _, _, size) = layout(machine);
    machine.record(address, size, Mode::Write);
    Mutex { kind: DESTROYED, ..mutex }.write(machine)?;
    Outcome::number(0)
}

fn lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let mutex = Mutex::read(machine, args.get(machine, 0)?)?;
    if mutex.owner() == Some(machine.thread_id()) {
        match mutex.kind {
            RECURSIVE => {
                Mutex { count: mutex.count + 1, ..mutex }.write(machine)?;
                return Outcome::number(0);
            }
            ERROR_CHECK => return Outcome::number(errno::EDEADLK),
            _ => {}
        }
    }
    mutex.acquire(machine)?;
    Outcome::number(0)
}

fn try_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let mutex = Mutex::read(machine, args.get(machine, 0)?)?;
    match mutex.owner() {
        None => mutex.take(machine)?,
        Some(owner) if mutex.kind == RECURSIVE && owner == machine.thread_id() => {
            Mutex { count: mutex.count + 1, ..mutex }.write(machine)?;
        }
        Some(_) => return Outcome::number(errno::EBUSY),
    }
    Outcome::number(0)
}

fn unlock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let mutex = Mutex::read(machine, args.get(machine, 0)?)?;
    if mutex.owner() != Some(machine.thread_id()) {
        if matches!(mutex.kind, RECURSIVE | ERROR_CHECK) {
            return Outcome::number(errno::EPERM);
        }
        return Err(FaultKind::Misuse(Misuse::UnlockNotHeld).into());
    }
    if mutex.count > 1 {
        Mutex { count: mutex.count - 1, ..mutex }.write(machine)?;
    } else {
        mutex.release(machine)?;
    }
    Outcome::number(0)
}

fn attr_init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    machine.write_bits(address, 4, (0, u128::from(u32::MAX)), Mode::Write)?;
    Outcome::number(0)
}

fn attr_set_type(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, kind) = (args.get(machine, 0)?, args.get(machine, 1)?);
    if kind > 3 {
        return Outcome::number(errno::EINVAL);
    }
    machine.write_bits(address, 4, (kind.into(), u128::from(u32::MAX)), Mode::Write)?;
    Outcome::number(0)
}
