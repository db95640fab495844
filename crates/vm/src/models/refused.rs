//! What models in C cannot do: the call ends the check there, with the reason.

use super::{Model, Outcome};
use crate::effects::VISIBLE;
use crate::fault::{Gap, Halt};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model {
        name: "__allways_refuse_descriptor",
        effects: VISIBLE,
        run: |_, _| no(Gap::DESCRIPTOR),
    },
    Model {
        name: "__allways_refuse_float_flags",
        effects: VISIBLE,
        run: |_, _| no(Gap::FLOAT_FLAGS),
    },
    Model { name: "__allways_refuse_mapping", effects: VISIBLE, run: |_, _| no(Gap::MAPPING) },
    Model {
        name: "__allways_refuse_protection",
        effects: VISIBLE,
        run: |_, _| no(Gap::PROTECTION),
    },
    Model { name: "__allways_refuse_rounding", effects: VISIBLE, run: |_, _| no(Gap::ROUNDING) },
];

fn no(gap: Gap) -> Result<Outcome, Halt> {
    Err(Halt::Unsupported(gap))
}
