//! Names of things in memory.

use serde::{Deserialize, Serialize};

/// Something in memory, as the source names it: `flag[0]`, `queue.head`, `node#2.next`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// As the source would write it.
    pub text: String,
    /// Its first address.
    pub address: u64,
}
