//! Pseudo-random numbers, the same as glibc's: a program that draws them is as deterministic here
//! as there. The state remembers the seed and how many numbers were drawn, so that a loop that draws
//! for ever has infinitely many states.

use super::{Model, Outcome};
use crate::effects::{MEMORY, VISIBLE};
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::value::word::Word;
use std::cell::RefCell;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "rand", effects: VISIBLE, run: random },
    Model { name: "random", effects: VISIBLE, run: random },
    Model { name: "srand", effects: VISIBLE, run: seed },
    Model { name: "srandom", effects: VISIBLE, run: seed },
    Model { name: "rand_r", effects: MEMORY, run: rand_r },
    Model { name: "drand48", effects: VISIBLE, run: |m, _| draw48(m, fraction) },
    Model { name: "lrand48", effects: VISIBLE, run: |m, _| draw48(m, |x| x >> 17) },
    Model { name: "mrand48", effects: VISIBLE, run: |m, _| draw48(m, signed_half) },
    Model { name: "erand48", effects: VISIBLE, run: |m, a| draw48_from(m, a, fraction) },
    Model { name: "nrand48", effects: VISIBLE, run: |m, a| draw48_from(m, a, |x| x >> 17) },
    Model { name: "jrand48", effects: VISIBLE, run: |m, a| draw48_from(m, a, signed_half) },
    Model { name: "srand48", effects: VISIBLE, run: seed48 },
];

/// Numbers of the additive feedback generator: each is the sum of those 3 and 31 before it.
struct Generator {
    seed: u32,
    drawn: u64,
    /// The last 31 numbers; `next` is the oldest.
    last: [u32; 31],
    next: usize,
}

/// Numbers that are thrown away at the beginning.
const SKIPPED: usize = 310;

impl Generator {
    fn new(seed: u32) -> Generator {
        let mut last = [0u32; 31];
        let mut word = i64::from((if seed == 0 { 1 } else { seed }) as i32);
        last[0] = word as u32;
        for entry in &mut last[1..] {
            let (high, low) = (word / 127_773, word % 127_773);
            word = 16_807 * low - 2_836 * high;
            if word < 0 {
                word += 2_147_483_647;
            }
            *entry = word as u32;
        }
        // The first sum is of entries 0 and 3 and replaces entry 3.
        let mut generator = Generator { seed, drawn: 0, last, next: 3 };
        for _ in 0..SKIPPED {
            generator.step();
        }
        generator
    }

    fn step(&mut self) -> u32 {
        let behind = (self.next + 31 - 3) % 31;
        self.last[self.next] = self.last[self.next].wrapping_add(self.last[behind]);
        let number = self.last[self.next];
        self.next = (self.next + 1) % 31;
        number
    }

    /// The number with that index.
    fn number(&mut self, index: u64) -> u32 {
        let mut number = 0;
        while self.drawn <= index {
            number = self.step();
            self.drawn += 1;
        }
        number >> 1
    }
}

/// The number that a seed gives after `index` others. The generator of the last question is kept,
/// as the next one is mostly for the next number.
fn number(seed: u32, index: u64) -> u32 {
    thread_local! {
        static LAST: RefCell<Option<Generator>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|kept| {
        if !kept.as_ref().is_some_and(|g| g.seed == seed && g.drawn <= index) {
            *kept = Some(Generator::new(seed));
        }
        kept.as_mut().map_or(0, |generator| generator.number(index))
    })
}

fn random(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    let (seed, index) = machine.process.library.random;
    machine.process.library.random.1 += 1;
    Outcome::number(number(seed, index).into())
}

fn seed(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let seed = args.low(machine, 0, 32)? as u32;
    machine.process.library.random = (seed.max(1), 0);
    Ok(Outcome::Nothing)
}

fn rand_r(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let place = args.get(machine, 0)?;
    let mut next = machine.read_number(place, 4)? as u32;
    let mut draw = |range: u32| {
        next = next.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (next / 65_536) % range
    };
    let mut result = draw(2048);
    result = result << 10 ^ draw(1024);
    result = result << 10 ^ draw(1024);
    machine.write_number(place, 4, next.into())?;
    Outcome::number(result.into())
}

/// The next state of 48 bits.
fn step48(state: u64) -> u64 {
    state.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & crate::value::word::mask(48)
}

/// As a `double` from 0 to 1.
fn fraction(state: u64) -> u64 {
    (state as f64 / (48f64).exp2()).to_bits()
}

/// The upper 32 bits, as a signed number.
fn signed_half(state: u64) -> u64 {
    i64::from((state >> 16) as i32) as u64
}

fn draw48(machine: &mut Machine<'_>, result: fn(u64) -> u64) -> Result<Outcome, Halt> {
    let state = step48(machine.process.library.random48);
    machine.process.library.random48 = state;
    Ok(Outcome::Value(Word::new(result(state))))
}

/// With a state that the program keeps.
fn draw48_from(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    result: fn(u64) -> u64,
) -> Result<Outcome, Halt> {
    let place = args.get(machine, 0)?;
    let state = step48(machine.read_number(place, 6)?);
    machine.write_number(place, 6, state.into())?;
    Outcome::number(result(state))
}

fn seed48(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let seed = args.low(machine, 0, 32)?;
    machine.process.library.random48 = seed << 16 | 0x330e;
    Ok(Outcome::Nothing)
}

#[cfg(all(test, target_env = "gnu"))]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_hosts() {
        unsafe extern "C" {
            fn srandom(seed: u32);
            fn random() -> std::ffi::c_long;
        }
        for seed in [0u32, 1, 42, u32::MAX] {
            // SAFETY: plain functions; no other test uses the host's generator.
            unsafe { srandom(seed) };
            for index in 0..1000 {
                // SAFETY: as above.
                assert_eq!(i64::from(number(seed.max(1), index)), unsafe { random() });
            }
        }
        assert_eq!(number(1, 0), 1_804_289_383);
    }
}
