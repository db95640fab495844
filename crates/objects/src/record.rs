//! What is kept of a compiled source, as bytes.
//!
//! ```text
//! magic (8)  kind (1)  length of the name (4)  name  length of the content (8)  content
//! ```
//!
//! Numbers are little-endian. Between records linkers may put zeros.

use crate::Error;

/// Every record begins with it.
const MAGIC: &[u8; 8] = b"Allways1";

/// What is kept of a compiled source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The source, as the compiler was told.
    pub source: String,
    /// What became of it.
    pub content: Content,
}

/// What became of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Bitcode of the program as written.
    Bitcode(Vec<u8>),
    /// It is assembly, which has none.
    Assembly,
    /// There is none; why.
    Nothing(String),
}

const BITCODE: u8 = 1;
const ASSEMBLY: u8 = 2;
const NOTHING: u8 = 3;

/// A record as it stands in a section.
pub fn encode(record: &Record) -> Vec<u8> {
    let (kind, content): (u8, &[u8]) = match &record.content {
        Content::Bitcode(bytes) => (BITCODE, bytes),
        Content::Assembly => (ASSEMBLY, &[]),
        Content::Nothing(why) => (NOTHING, why.as_bytes()),
    };
    let name = record.source.as_bytes();
    let mut out = MAGIC.to_vec();
    out.push(kind);
    out.extend((name.len() as u32).to_le_bytes());
    out.extend(name);
    out.extend((content.len() as u64).to_le_bytes());
    out.extend(content);
    out
}

/// The records of a section.
pub(crate) fn decode(mut section: &[u8]) -> Result<Vec<Record>, Error> {
    let mut records = Vec::new();
    loop {
        let zeros = section.iter().take_while(|byte| **byte == 0).count();
        section = &section[zeros..];
        if section.is_empty() {
            return Ok(records);
        }
        let damaged = || Error(format!("its section `{}` is damaged", crate::SECTION));
        let (record, rest) = one(section).ok_or_else(damaged)?;
        records.push(record);
        section = rest;
    }
}

/// The first record, and what follows it.
fn one(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (kind, rest) = bytes.strip_prefix(MAGIC)?.split_first()?;
    let (length, rest) = rest.split_first_chunk()?;
    let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (length, rest) = rest.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (content, rest) = rest.split_at_checked(length)?;
    let content = match *kind {
        BITCODE => Content::Bitcode(content.to_vec()),
        ASSEMBLY => Content::Assembly,
        NOTHING => Content::Nothing(String::from_utf8_lossy(content).into_owned()),
        _ => return None,
    };
    Some((Record { source: String::from_utf8_lossy(name).into_owned(), content }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<Record> {
        let record =
            |source: &str, content: Content| Record { source: source.to_string(), content };
        vec![
            record("a.c", Content::Bitcode(b"BC\xC0\xDE and more".to_vec())),
            record("b.S", Content::Assembly),
            record("", Content::Nothing("unknown type name".to_string())),
        ]
    }

    #[test]
    fn records_are_found_between_zeros() {
        let mut section = vec![0; 3];
        for record in &records() {
            section.extend(encode(record));
            section.extend([0; 5]);
        }
        assert_eq!(decode(&section), Ok(records()));
        assert_eq!(decode(&[]), Ok(Vec::new()));
    }

    #[test]
    fn half_a_record_is_an_error() {
        let whole = encode(&records()[0]);
        for length in 1..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length}");
        }
        let mut long = whole.clone();
        let at = MAGIC.len() + 1 + 4 + 3;
        long[at..at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(decode(&long).is_err());
    }
}
