//! Properties are saved by their names.

use allways_space::Property;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Saves a list of properties.
pub fn serialize<S: Serializer>(all: &[Property], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|property| property.name()))
}

/// Reads a list of properties.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Property>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let property = |name: &String| {
        Property::from_name(name)
            .ok_or_else(|| D::Error::custom(format!("there is no property `{name}`")))
    };
    names.iter().map(property).collect()
}
