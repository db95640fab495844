//! Attributes of mutexes, condition variables, read-write locks and barriers: numbers in a few
//! bits, where glibc keeps them. Destroying leaves nothing that may be read.

use super::{errno, initialise, read_int, write_int};
use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::Chunk;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_mutexattr_init", effects: MEMORY, run: init },
    Model { name: "pthread_mutexattr_destroy", effects: MEMORY, run: destroy },
    Model { name: "pthread_mutexattr_settype", effects: MEMORY, run: |m, a| MUTEX_TYPE.set(m, a) },
    Model { name: "pthread_mutexattr_gettype", effects: MEMORY, run: |m, a| MUTEX_TYPE.get(m, a) },
    Model {
        name: "pthread_mutexattr_setpshared",
        effects: MEMORY,
        run: |m, a| MUTEX_SHARED.set(m, a),
    },
    Model {
        name: "pthread_mutexattr_getpshared",
        effects: MEMORY,
        run: |m, a| MUTEX_SHARED.get(m, a),
    },
    Model {
        name: "pthread_mutexattr_setrobust",
        effects: MEMORY,
        run: |m, a| MUTEX_ROBUST.set(m, a),
    },
    Model {
        name: "pthread_mutexattr_getrobust",
        effects: MEMORY,
        run: |m, a| MUTEX_ROBUST.get(m, a),
    },
    Model {
        name: "pthread_mutexattr_setrobust_np",
        effects: MEMORY,
        run: |m, a| MUTEX_ROBUST.set(m, a),
    },
    Model {
        name: "pthread_mutexattr_getrobust_np",
        effects: MEMORY,
        run: |m, a| MUTEX_ROBUST.get(m, a),
    },
    Model {
        name: "pthread_mutexattr_setprotocol",
        effects: MEMORY,
        run: |m, a| MUTEX_PROTOCOL.set(m, a),
    },
    Model {
        name: "pthread_mutexattr_getprotocol",
        effects: MEMORY,
        run: |m, a| MUTEX_PROTOCOL.get(m, a),
    },
    Model {
        name: "pthread_mutexattr_setprioceiling",
        effects: MEMORY,
        run: |m, a| MUTEX_CEILING.set(m, a),
    },
    Model {
        name: "pthread_mutexattr_getprioceiling",
        effects: MEMORY,
        run: |m, a| MUTEX_CEILING.get(m, a),
    },
    Model { name: "pthread_condattr_init", effects: MEMORY, run: init },
    Model { name: "pthread_condattr_destroy", effects: MEMORY, run: destroy },
    Model {
        name: "pthread_condattr_setpshared",
        effects: MEMORY,
        run: |m, a| COND_SHARED.set(m, a),
    },
    Model {
        name: "pthread_condattr_getpshared",
        effects: MEMORY,
        run: |m, a| COND_SHARED.get(m, a),
    },
    Model { name: "pthread_condattr_setclock", effects: MEMORY, run: |m, a| COND_CLOCK.set(m, a) },
    Model { name: "pthread_condattr_getclock", effects: MEMORY, run: |m, a| COND_CLOCK.get(m, a) },
    Model { name: "pthread_rwlockattr_init", effects: MEMORY, run: init_rwlock },
    Model { name: "pthread_rwlockattr_destroy", effects: MEMORY, run: destroy_rwlock },
    Model {
        name: "pthread_rwlockattr_setpshared",
        effects: MEMORY,
        run: |m, a| RWLOCK_SHARED.set(m, a),
    },
    Model {
        name: "pthread_rwlockattr_getpshared",
        effects: MEMORY,
        run: |m, a| RWLOCK_SHARED.get(m, a),
    },
    Model {
        name: "pthread_rwlockattr_setkind_np",
        effects: MEMORY,
        run: |m, a| RWLOCK_KIND.set(m, a),
    },
    Model {
        name: "pthread_rwlockattr_getkind_np",
        effects: MEMORY,
        run: |m, a| RWLOCK_KIND.get(m, a),
    },
    Model { name: "pthread_barrierattr_init", effects: MEMORY, run: init },
    Model { name: "pthread_barrierattr_destroy", effects: MEMORY, run: destroy },
    Model {
        name: "pthread_barrierattr_setpshared",
        effects: MEMORY,
        run: |m, a| BARRIER_SHARED.set(m, a),
    },
    Model {
        name: "pthread_barrierattr_getpshared",
        effects: MEMORY,
        run: |m, a| BARRIER_SHARED.get(m, a),
    },
];

/// A number in an attribute.
struct Attribute {
    /// Offset of its `int`.
    at: u64,
    /// First bit.
    shift: u32,
    /// Number of bits.
    bits: u32,
    /// The smallest value and the largest.
    values: (u32, u32),
}

const fn attribute(at: u64, shift: u32, bits: u32, values: (u32, u32)) -> Attribute {
    Attribute { at, shift, bits, values }
}

const MUTEX_TYPE: Attribute = attribute(0, 0, 2, (0, 3));
const MUTEX_CEILING: Attribute = attribute(0, 12, 12, (1, 99));
const MUTEX_PROTOCOL: Attribute = attribute(0, 28, 2, (0, 2));
const MUTEX_ROBUST: Attribute = attribute(0, 30, 1, (0, 1));
const MUTEX_SHARED: Attribute = attribute(0, 31, 1, (0, 1));
const COND_SHARED: Attribute = attribute(0, 0, 1, (0, 1));
const COND_CLOCK: Attribute = attribute(0, 1, 1, (0, 1));
const RWLOCK_KIND: Attribute = attribute(0, 0, 32, (0, 2));
const RWLOCK_SHARED: Attribute = attribute(4, 0, 32, (0, 1));
const BARRIER_SHARED: Attribute = attribute(0, 0, 32, (0, 1));

impl Attribute {
    fn mask(&self) -> u32 {
        (u32::MAX >> (32 - self.bits)) << self.shift
    }

    fn set(&self, machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
        let (address, value) = (args.get(machine, 0)? + self.at, args.get(machine, 1)? as u32);
        if value < self.values.0 || value > self.values.1 {
            return Outcome::number(errno::EINVAL);
        }
        let rest = read_int(machine, address)? & !self.mask();
        write_int(machine, address, rest | value << self.shift)?;
        Outcome::number(0)
    }

    fn get(&self, machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
        let (address, out) = (args.get(machine, 0)? + self.at, args.get(machine, 1)?);
        let value = (read_int(machine, address)? & self.mask()) >> self.shift;
        write_int(machine, out, value)?;
        Outcome::number(0)
    }
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    initialise(machine, address, 4, &[])
}

fn init_rwlock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    initialise(machine, address, 8, &[])
}

/// Leaves `size` bytes at an address undefined.
pub fn forget(machine: &mut Machine<'_>, address: u64, size: u64) -> Result<Outcome, Halt> {
    machine.write_bytes(address, &Chunk::undefined(size as usize), Mode::Write)?;
    Outcome::number(0)
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    forget(machine, address, 4)
}

fn destroy_rwlock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    forget(machine, address, 8)
}
