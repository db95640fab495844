//! Between seconds, `struct tm` and text. The time zone is UTC.

use super::calendar::{self, Moment, moment_of, seconds_of};
use crate::effects::MEMORY;
use crate::fault::{FaultKind, Halt};
use crate::library::Datum;
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome, errno};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "gmtime", effects: MEMORY, run: |m, a| take_apart(m, a, Place::Static, GMT) },
    Model { name: "gmtime_r", effects: MEMORY, run: |m, a| take_apart(m, a, Place::Argument, GMT) },
    Model { name: "localtime", effects: MEMORY, run: |m, a| take_apart(m, a, Place::Static, UTC) },
    Model {
        name: "localtime_r",
        effects: MEMORY,
        run: |m, a| take_apart(m, a, Place::Argument, UTC),
    },
    Model { name: "mktime", effects: MEMORY, run: |m, a| put_together(m, a, UTC) },
    Model { name: "timelocal", effects: MEMORY, run: |m, a| put_together(m, a, UTC) },
    Model { name: "timegm", effects: MEMORY, run: |m, a| put_together(m, a, GMT) },
    Model { name: "difftime", effects: MEMORY, run: difftime },
    Model { name: "asctime", effects: MEMORY, run: |m, a| asctime(m, a, Place::Static) },
    Model { name: "asctime_r", effects: MEMORY, run: |m, a| asctime(m, a, Place::Argument) },
    Model { name: "ctime", effects: MEMORY, run: |m, a| ctime(m, a, Place::Static) },
    Model { name: "ctime_r", effects: MEMORY, run: |m, a| ctime(m, a, Place::Argument) },
];

/// Where a result goes: to the library's own variable, or to where the second argument points.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    Static,
    Argument,
}

impl Place {
    fn address(self, machine: &Machine<'_>, args: &Args<'_>, own: Datum) -> Result<u64, Halt> {
        match self {
            Place::Static => Ok(machine.vm.library.address(own)),
            Place::Argument => args.get(machine, 1),
        }
    }
}

/// Offsets of the names of the time zone in [`Datum::Zones`].
const GMT: u64 = 0;
const UTC: u64 = 4;

/// Bytes of the nine numbers, which the offset from UTC and the name of the zone follow.
const NUMBERS: u64 = 36;

fn write_moment(
    machine: &mut Machine<'_>,
    to: u64,
    moment: &Moment,
    zone: u64,
) -> Result<(), Halt> {
    let unit = machine.vm.pointer_bytes();
    let after = NUMBERS.next_multiple_of(unit);
    let bytes: Vec<u8> = moment.fields.iter().flat_map(|&f| (f as i32).to_le_bytes()).collect();
    machine.write_text(to, &bytes, 0)?;
    machine.write_pointer(to + after, 0)?;
    let name = machine.vm.library.address(Datum::Zones) + zone;
    machine.write_pointer(to + after + unit, name)
}

/// The numbers of a `struct tm`; `needed` says which must be defined.
pub fn read_moment(
    machine: &mut Machine<'_>,
    from: u64,
    needed: impl Fn(usize) -> bool,
) -> Result<Moment, Halt> {
    let bytes = machine.read_bytes(from, NUMBERS, Mode::Read)?;
    let mut fields = [0; 9];
    for (number, field) in fields.iter_mut().enumerate() {
        let (value, defined) = bytes.bits(4 * number, 4);
        if needed(number) && defined as u32 != u32::MAX {
            return Err(FaultKind::UndefinedMemory { address: from + 4 * number as u64 }.into());
        }
        *field = i64::from(value as i32);
    }
    Ok(Moment { fields })
}

fn take_apart(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    place: Place,
    zone: u64,
) -> Result<Outcome, Halt> {
    let from = args.get(machine, 0)?;
    let seconds = machine.read_signed(from, machine.vm.pointer_bytes())?;
    let to = place.address(machine, args, Datum::BrokenDown)?;
    let Some(moment) = moment_of(seconds) else {
        return errno::null(machine, errno::EOVERFLOW);
    };
    write_moment(machine, to, &moment, zone)?;
    Outcome::number(to)
}

fn put_together(machine: &mut Machine<'_>, args: &Args<'_>, zone: u64) -> Result<Outcome, Halt> {
    let from = args.get(machine, 0)?;
    // Day of week and of year are results only; without summer time its flag means nothing.
    let moment = read_moment(machine, from, |field| field <= calendar::YEAR)?;
    let seconds = seconds_of(&moment);
    let Some(moment) = moment_of(seconds) else {
        errno::set(machine, errno::EOVERFLOW)?;
        return Outcome::number(u64::MAX);
    };
    write_moment(machine, from, &moment, zone)?;
    Outcome::number(seconds as u64)
}

fn difftime(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (end, start) = (args.long(machine, 0)?, args.long(machine, 1)?);
    Outcome::number(((end - start) as f64).to_bits())
}

const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// `Sun Sep  9 01:46:40 2001` and the end of the line.
fn text(moment: &Moment) -> String {
    let [second, minute, hour, day, month, year, weekday, ..] = moment.fields;
    let name = |names: &[&'static str], index: i64| {
        usize::try_from(index).ok().and_then(|i| names.get(i)).copied().unwrap_or("???")
    };
    let (weekday, month) = (name(&DAYS, weekday), name(&MONTHS, month));
    format!("{weekday} {month}{day:3} {hour:02}:{minute:02}:{second:02} {}\n", year + 1900)
}

fn asctime(machine: &mut Machine<'_>, args: &Args<'_>, place: Place) -> Result<Outcome, Halt> {
    let from = args.get(machine, 0)?;
    let moment = read_moment(machine, from, |field| field <= calendar::WEEKDAY)?;
    let to = place.address(machine, args, Datum::TimeText)?;
    machine.write_text(to, text(&moment).as_bytes(), 1)?;
    Outcome::number(to)
}

fn ctime(machine: &mut Machine<'_>, args: &Args<'_>, place: Place) -> Result<Outcome, Halt> {
    let from = args.get(machine, 0)?;
    let seconds = machine.read_signed(from, machine.vm.pointer_bytes())?;
    let to = place.address(machine, args, Datum::TimeText)?;
    let Some(moment) = moment_of(seconds) else {
        return errno::null(machine, errno::EOVERFLOW);
    };
    machine.write_text(to, text(&moment).as_bytes(), 1)?;
    Outcome::number(to)
}
