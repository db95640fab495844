//! Propositions in the source: `ap`, `ap_set`, `ap_global`, `ap_local`.
//!
//! Only those that the formula names do anything.

use super::{Model, Outcome};
use crate::effects::{PROPOSITION, SCOPE_END};
use crate::fault::Halt;
use crate::machine::{Args, Event, Machine};
use crate::state::{Binding, Given, Scope, Source};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__allways_ap", effects: PROPOSITION, run: pulse },
    Model { name: "__allways_ap_set", effects: PROPOSITION, run: set },
    Model { name: "__allways_ap_global", effects: PROPOSITION, run: global },
    Model { name: "__allways_ap_local", effects: PROPOSITION, run: local },
    Model { name: "__allways_ap_end", effects: SCOPE_END, run: end },
];

/// Which argument is the name.
const NAME: usize = 1;

/// The proposition that a call is about, if the formula names it.
fn bit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Option<u8>, Halt> {
    let name = args.get(machine, NAME)?;
    machine.proposition_named(name)
}

fn pulse(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    if let Some(bit) = bit(machine, args)? {
        machine.noted.pulse |= 1 << bit;
        note(machine, args, "ap")?;
    }
    Ok(Outcome::Nothing)
}

fn set(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    if let Some(bit) = bit(machine, args)? {
        let value = args.int(machine, 2)? != 0;
        let set = &mut machine.process.propositions.set;
        *set = *set & !(1 << bit) | u64::from(value) << bit;
        note(machine, args, if value { "set" } else { "clear" })?;
    }
    Ok(Outcome::Nothing)
}

fn global(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    if let Some(bit) = bit(machine, args)? {
        let source = source(machine, args)?;
        machine.process.propositions.bind(Binding::new(bit, source, None));
        note(machine, args, "ap_global")?;
    }
    Ok(Outcome::Nothing)
}

fn local(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let Some(bit) = bit(machine, args)? else { return Outcome::number(u64::from(u32::MAX)) };
    let source = source(machine, args)?;
    let (thread, depth) = (machine.thread_id(), machine.depth());
    let token = machine.process.propositions.next_token(thread);
    let scope = Scope { thread, token, depth };
    machine.process.propositions.bind(Binding::new(bit, source, Some(scope)));
    note(machine, args, "ap_local")?;
    Outcome::number(token.into())
}

fn end(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let token = args.int(machine, 0)? as u32;
    let me = machine.thread_id();
    machine.process.propositions.end(|scope| scope.thread == me && scope.token == token);
    Ok(Outcome::Nothing)
}

/// The function and its variables.
fn source(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Source, Halt> {
    let address = args.get(machine, 2)?;
    let function = machine.function_at(address)?;
    let count = args.int(machine, 3)? as usize;
    let mut given = Vec::with_capacity(count);
    for number in 0..count {
        let first = 4 + 3 * number;
        given.push(Given {
            address: args.get(machine, first)?,
            size: args.int(machine, first + 1)? as u32,
            kind: args.int(machine, first + 2)? as u8,
        });
    }
    Ok(Source::Function(function, given))
}

fn note(machine: &mut Machine<'_>, args: &Args<'_>, what: &'static str) -> Result<(), Halt> {
    if machine.events.is_some() {
        let name = args.get(machine, NAME)?;
        let name = machine.quiet_text(name)?;
        machine.note(|| Event::Proposition { name, what });
    }
    Ok(())
}
