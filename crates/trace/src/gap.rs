//! What the checker cannot execute.

use serde::{Deserialize, Serialize};

/// Something that the checker cannot execute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "gap", rename_all = "snake_case")]
pub enum Gap {
    /// An instruction.
    Instruction {
        /// As the front end calls it; empty where it does not say.
        what: String,
    },
    /// A function.
    Function {
        /// Its name.
        name: String,
        /// Why there is no model.
        why: NoModel,
    },
    /// A variable that is declared and defined nowhere.
    Variable {
        /// Its name.
        name: String,
    },
    /// More threads at once than there can be.
    Threads {
        /// How many there can be.
        most: u32,
    },
    /// An object that is too large, or too many from one place.
    Objects,
    /// A mathematical function that the machine's own C library does not have.
    Float,
    /// A part of a library function or of a check that does not exist.
    Limitation {
        /// Which.
        limitation: Limitation,
    },
}

/// Why a function has no model.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoModel {
    /// It makes or watches processes.
    Processes,
    /// It opens files.
    Files,
    /// It is about the network.
    Network,
    /// It sends or awaits signals.
    Signals,
    /// It has one, but it is the start of a thread or a callback.
    Called,
    /// Nobody knows it.
    Unknown,
}

/// A part of a library function or of a check that does not exist.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limitation {
    /// A conversion of `printf`.
    PrintfConversion,
    /// A mutex that raises its owner's priority to a ceiling.
    PriorityCeiling,
    /// A landing pad that is none.
    Exception,
    /// A use of variable arguments.
    VariableArguments,
    /// A thread ends in the middle of anything and has cleanup handlers.
    AsynchronousCleanup,
    /// A conversion of `scanf`.
    ScanfConversion,
    /// A conversion of `strftime`.
    TimeConversion,
    /// A width or precision that makes too much text.
    WideField,
    /// A character that has no byte of its own.
    WideCharacter,
    /// A stream that is none of the three.
    OtherFile,
    /// A function that is evaluated cannot go on.
    Waiting,
    /// A function that is evaluated does not end.
    Endless,
    /// A function that is evaluated has an effect.
    Impure,
    /// A parameter that no variable can be converted to.
    Argument,
    /// More threads than there are marks of fairness.
    Fairness,
    /// An expression of a formula has no value.
    NoValue,
    /// The function of an abstraction faults.
    Abstraction,
    /// A function that is evaluated asks which thread runs it.
    OwnThread,
    /// A system call.
    SystemCall,
    /// A descriptor is waited for.
    Descriptor,
    /// Flags of floating-point operations are read.
    FloatFlags,
    /// A mapping of a file, at a fixed address, or a part of one.
    Mapping,
    /// Memory that may not be read or written.
    Protection,
    /// Rounding otherwise than to the nearest.
    Rounding,
}

impl Limitation {
    /// All of them, in order.
    pub const ALL: [Limitation; 24] = [
        Limitation::PrintfConversion,
        Limitation::PriorityCeiling,
        Limitation::Exception,
        Limitation::VariableArguments,
        Limitation::AsynchronousCleanup,
        Limitation::ScanfConversion,
        Limitation::TimeConversion,
        Limitation::WideField,
        Limitation::WideCharacter,
        Limitation::OtherFile,
        Limitation::Waiting,
        Limitation::Endless,
        Limitation::Impure,
        Limitation::Argument,
        Limitation::Fairness,
        Limitation::NoValue,
        Limitation::Abstraction,
        Limitation::OwnThread,
        Limitation::SystemCall,
        Limitation::Descriptor,
        Limitation::FloatFlags,
        Limitation::Mapping,
        Limitation::Protection,
        Limitation::Rounding,
    ];
}
