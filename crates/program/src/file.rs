//! The file format: a magic line, a version and the program in `postcard` encoding.

use crate::Program;
use std::fmt;

const MAGIC: &[u8; 8] = b"allways\x03";

/// Why a program file cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// Not a program file, or one of another version.
    Magic,
    /// The content is damaged.
    Damaged(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Magic => f.write_str("not a program file of this version of Allways"),
            ReadError::Damaged(why) => write!(f, "the program file is damaged: {why}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl Program {
    /// The program as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let out = MAGIC.to_vec();
        postcard::to_extend(self, out).expect("a program can always be written to memory")
    }

    /// The program in a file, checked: see [`Program::check`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Program, ReadError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(ReadError::Magic)?;
        let mut program: Program =
            postcard::from_bytes(body).map_err(|e| ReadError::Damaged(e.to_string()))?;
        program.check().map_err(ReadError::Damaged)?;
        // Which slots are live decides what is one state: it must be right, not only in range.
        program.fill_liveness();
        Ok(program)
    }

    /// A digest of the content: traces belong to one program.
    pub fn digest(&self) -> String {
        format!("{:032x}", xxhash_rust::xxh3::xxh3_128(&self.to_bytes()))
    }
}
