//! Comparisons of strings.

use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "strcmp", effects: MEMORY, run: strcmp },
    Model { name: "strcoll", effects: MEMORY, run: strcmp },
    Model { name: "strncmp", effects: MEMORY, run: strncmp },
    Model { name: "strcasecmp", effects: MEMORY, run: strcasecmp },
    Model { name: "__strcasecmp", effects: MEMORY, run: strcasecmp },
    Model { name: "strncasecmp", effects: MEMORY, run: strncasecmp },
];

fn strcmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    compare(machine, args, u64::MAX, |byte| byte)
}

fn strncmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let limit = args.size(machine, 2)?;
    compare(machine, args, limit, |byte| byte)
}

fn strcasecmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    compare(machine, args, u64::MAX, |byte| byte.to_ascii_lowercase())
}

fn strncasecmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let limit = args.size(machine, 2)?;
    compare(machine, args, limit, |byte| byte.to_ascii_lowercase())
}

/// The difference of the first bytes that differ, as glibc returns it.
fn compare(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    limit: u64,
    fold: fn(u8) -> u8,
) -> Result<Outcome, Halt> {
    let (a, b) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let mut read = 0;
    let result = loop {
        if read == limit {
            break Ok(0);
        }
        let pair = machine
            .quiet_byte(a.wrapping_add(read))
            .and_then(|x| Ok((x, machine.quiet_byte(b.wrapping_add(read))?)));
        let (x, y) = match pair {
            Ok(pair) => pair,
            Err(halt) => {
                let missing = if machine.quiet_byte(a.wrapping_add(read)).is_err() { a } else { b };
                machine.check_missing(missing.wrapping_add(read), 1, Mode::Read);
                break Err(halt);
            }
        };
        read += 1;
        if fold(x) != fold(y) || x == 0 {
            break Ok(i32::from(fold(x)) - i32::from(fold(y)));
        }
    };
    if read > 0 {
        machine.pass_at(a, read, Mode::Read)?;
        machine.pass_at(b, read, Mode::Read)?;
        machine.look_at_bytes(a, read);
        machine.look_at_bytes(b, read);
    }
    Outcome::number(result? as u32 as u64)
}
