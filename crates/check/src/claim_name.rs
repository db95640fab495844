//! How errors and warnings name a temporal property.

/// By which a temporal property is told from the others of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimName {
    /// The formula with this text.
    Formula(String),
    /// The automaton with this name.
    Automaton(String),
    /// The program ends.
    Termination,
}
