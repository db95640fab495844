//! Small sets that tell quickly what cannot be the same.

use crate::machine::{Part, Touch};

/// A set of parts of a state, or of bytes, that may hold more than was put in.
pub(crate) type Filter = u128;

/// Everything.
pub(crate) const ALL: Filter = Filter::MAX;

/// Whatever others do may change it; but a step that depends on it can be remembered, which is why it is not
/// everything.
pub(crate) const ELSEWHERE: Filter = ALL >> 1;

/// The filter of a part. All parts of a thread have the same.
#[inline]
pub(crate) fn filter_of(part: Part) -> Filter {
    match part {
        Part::Global(number) => bit(u64::from(number)),
        Part::GlobalChunk(number, chunk) => bit(u64::from(number) | (chunk + 1) << 32),
        Part::Object(thread, _) | Part::ObjectChunk(thread, ..) | Part::Control(thread) => {
            bit(!u64::from(thread))
        }
        Part::Mentions(..) => ELSEWHERE,
        Part::Threads => bit(u64::MAX >> 1),
    }
}

#[inline]
pub(crate) fn bit(number: u64) -> Filter {
    1 << (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57)
}

/// The filter of the bytes that an operation touches, four at a time.
pub(crate) fn filter_of_touch(touch: Touch) -> Filter {
    let (first, last) = (touch.address >> 2, (touch.address + touch.size.max(1) - 1) >> 2);
    if last - first > 40 { ALL } else { (first..=last).map(bit).fold(0, |all, b| all | b) }
}

/// The filter of the bytes that operations touch.
pub(crate) fn filter_of_touches(touches: &[Touch]) -> Filter {
    touches.iter().fold(0, |all, &touch| all | filter_of_touch(touch))
}

/// The filter of the bytes that operations touch otherwise than atomically: where two race, one of them does.
pub(crate) fn filter_of_races(touches: &[Touch]) -> Filter {
    let plain = touches.iter().filter(|touch| !touch.atomic);
    plain.fold(0, |all, &touch| all | filter_of_touch(touch))
}
