//! What rounds of a search learn, and what another process learned.

mod portable;
mod rounds;
