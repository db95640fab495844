//! What makes objects on the heap, and frees them.

use serde::{Deserialize, Serialize};

/// Functions that belong together.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Family {
    /// `malloc` and its kin, and `free`.
    #[default]
    Malloc,
    /// `new` and `delete`.
    New,
    /// `new[]` and `delete[]`.
    NewArray,
}

impl Family {
    /// All, by number.
    pub const ALL: [Family; 3] = [Family::Malloc, Family::New, Family::NewArray];

    /// What makes an object.
    pub fn maker(self) -> &'static str {
        ["malloc", "new", "new[]"][self as usize]
    }

    /// What frees it.
    pub fn freer(self) -> &'static str {
        ["free", "delete", "delete[]"][self as usize]
    }
}
