//! Debug information: beside the code, never in its way.

use crate::code::{Operand, Pc};
use serde::{Deserialize, Serialize};

/// Index in [`Debug::types`].
pub type TypeId = u32;

/// Where the sources of the C++ library seem to lie.
pub const LIBRARY: &str = "libc++/";

/// Lines, variables and types of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Debug {
    /// Source files, as the compiler was given them where possible.
    pub files: Vec<String>,
    /// Locations, deduplicated. Index 0 is "unknown".
    pub locations: Vec<Location>,
    /// For each instruction its location.
    pub at: Vec<u32>,
    /// Types.
    pub types: Vec<Type>,
    /// Names of types: what `typedef` gives, and those of basic types (`unsigned int`). A name may
    /// stand for several types, in different files.
    pub type_names: Vec<(String, TypeId)>,
    /// Variables. Globals are here even when no [`crate::Global`] is left of them.
    pub variables: Vec<Variable>,
    /// Where variables that live in slots change, sorted by `pc`: before the instruction at `pc`
    /// runs, the variable has the value.
    pub assigns: Vec<Assign>,
    /// Places of assertions, to list those never reached: the instruction that tests or calls.
    pub assertions: Vec<Pc>,
    /// The program was compiled with optimisation.
    pub optimised: bool,
    /// Readable names of types that exceptions may have, by those that their descriptions hold.
    pub thrown: Vec<(String, String)>,
}

impl Debug {
    /// The location of the instruction at `pc`.
    pub fn location(&self, pc: Pc) -> Option<&Location> {
        let index = *self.at.get(pc as usize)?;
        if index == 0 { None } else { self.locations.get(index as usize) }
    }

    /// Whether the instruction at `pc` was written in the C++ library.
    pub fn is_library(&self, pc: Pc) -> bool {
        let file = self.location(pc).map_or("", |location| self.file(location));
        file.contains(LIBRARY)
    }

    /// Whether any of the code was written in the C++ library.
    pub fn uses_library(&self) -> bool {
        self.files.iter().any(|file| file.contains(LIBRARY))
    }

    /// The path of a file.
    pub fn file(&self, location: &Location) -> &str {
        self.files.get(location.file as usize).map_or("", String::as_str)
    }

    /// The assignments that take effect just before the instruction at `pc`.
    pub fn assigns_at(&self, pc: Pc) -> &[Assign] {
        let start = self.assigns.partition_point(|a| a.pc < pc);
        let end = self.assigns.partition_point(|a| a.pc <= pc);
        &self.assigns[start..end]
    }
}

/// A line and column in a file.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Location {
    /// Index in [`Debug::files`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it is declared: an index in [`Debug::locations`].
    pub declared: u32,
    /// The function, or the namespaces and classes, that it is declared in, separated by `::`;
    /// empty at file level.
    pub scope: String,
    /// It lives as long as the program (or a thread) does: it is no local variable.
    pub global: bool,
}

/// A variable that lives in slots gets a value.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assign {
    /// Before this instruction.
    pub pc: Pc,
    /// Index in [`Debug::variables`].
    pub variable: u32,
    /// The value's first word.
    pub value: Operand,
    /// Its number of words.
    pub words: u16,
}

/// A type, as far as values of it are printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Type {
    /// No value.
    Void,
    /// Truth values.
    Bool,
    /// Integers.
    Int {
        /// Width.
        bits: u16,
        /// Signed.
        signed: bool,
        /// A character type: printed as a character too.
        char: bool,
    },
    /// Floating point of that many bits (80 for x87).
    Float(u16),
    /// A pointer.
    Pointer(TypeId),
    /// An array.
    Array {
        /// Element type.
        element: TypeId,
        /// Number of elements; 0 when unknown.
        count: u64,
    },
    /// A struct, class or union.
    Struct {
        /// Its tag or typedef name; may be empty.
        name: String,
        /// Size in bytes.
        size: u64,
        /// All fields start at 0.
        union: bool,
        /// The fields.
        fields: Vec<Field>,
    },
    /// An enumeration.
    Enum {
        /// Its name; may be empty.
        name: String,
        /// Width.
        bits: u16,
        /// Signed.
        signed: bool,
        /// Its enumerators; of one that does not fit, the bits.
        values: Vec<(i64, String)>,
    },
    /// A function.
    Function,
    /// Anything else, of that many bytes.
    Opaque(u64),
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its name; may be empty.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// First bit.
    pub bit: u64,
    /// Width in bits, for bit-fields; 0 otherwise.
    pub bits: u16,
}
