//! `<string.h>` and `<strings.h>`.

mod compare;
mod copy;
mod memory;
mod message;
mod search;
mod token;

pub use message::error_text;

use super::Model;

/// The functions of this folder.
pub const MODELS: &[&[Model]] = &[
    compare::MODELS,
    copy::MODELS,
    memory::MODELS,
    message::MODELS,
    search::MODELS,
    token::MODELS,
];
