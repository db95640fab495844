//! Values and what instructions compute with them.

pub mod exchange;
pub mod float;
pub mod integer;
pub mod word;
