//! Where exceptions land.

use serde::{Deserialize, Serialize};

/// What a landing pad stops for; the clauses are tried in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandingPad {
    /// Stops for every exception, to clean up; its selector is 0 then.
    pub cleanup: bool,
    /// What else it stops for.
    pub clauses: Vec<Clause>,
}

/// A reason to stop at a landing pad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Clause {
    /// Exceptions of a type.
    Catch {
        /// Address of the type's description; 0 for all types.
        type_info: u64,
        /// The selector the landing pad then gets.
        selector: u32,
    },
    /// Exceptions of any type but these.
    Filter {
        /// Addresses of the types' descriptions.
        type_infos: Vec<u64>,
    },
}
