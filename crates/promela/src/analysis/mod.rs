//! Facts about the whole program, found before a line is translated.

pub mod calls;
pub mod escape;
pub mod places;
pub mod sharing;
pub mod threads;
mod unionfind;
pub mod voids;

use crate::ast::Program;
use crate::error::Result;

/// Everything that the translation asks about the program.
pub struct Facts {
    pub calls: calls::Calls,
    pub threads: threads::Threads,
    pub voids: voids::Voids,
    pub places: places::Places,
    pub escape: escape::Escape,
    pub sharing: sharing::Sharing,
}

impl Facts {
    pub fn gather(program: &Program) -> Result<Facts> {
        let calls = calls::Calls::gather(program)?;
        let threads = threads::Threads::gather(program, &calls);
        let voids = voids::Voids::gather(program, &calls)?;
        let places = places::Places::gather(program, &calls, &voids)?;
        let escape = escape::Escape::gather(program, &calls, &places);
        let sharing = sharing::Sharing::gather(program, &calls, &threads, &places);
        Ok(Facts { calls, threads, voids, places, escape, sharing })
    }
}
