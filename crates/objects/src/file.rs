//! Objects, programs, shared libraries and archives.

use crate::record::{Record, decode};
use crate::{Error, SECTION};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// An object, a program or a shared library: all of its records.
    Whole(Vec<Record>),
    /// An archive.
    Archive(Archive),
}

/// An archive: its members, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// Those that are object files.
    pub members: Vec<Member>,
}

/// An object file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its records; none if it was not compiled by `allways cc`.
    pub records: Vec<Record>,
    /// The symbols that it defines for others.
    pub symbols: BTreeSet<String>,
}

/// How the files begin that are read here.
const BEGINNINGS: [&[u8]; 3] = [b"\x7fELF", b"!<arch>\n", b"!<thin>\n"];

/// Whether a file is an object, a program, a library or an archive, by its first bytes.
pub fn is_object_file(path: &Path) -> bool {
    let mut first = Vec::new();
    // A pipe is not opened: that could wait for ever.
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    let opened = is_file.then(|| std::fs::File::open(path).ok()).flatten();
    let read = opened.and_then(|file| file.take(8).read_to_end(&mut first).ok());
    read.is_some() && BEGINNINGS.iter().any(|beginning| first.starts_with(beginning))
}

/// Reads a file.
///
/// # Errors
/// When it cannot be read, is damaged, or has nothing of ours.
pub fn read(path: &Path) -> Result<File, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error(error.to_string()))?;
    let archive = BEGINNINGS[1..].iter().any(|beginning| bytes.starts_with(beginning));
    let (file, any) = if archive {
        let members = members(&bytes, path.parent().unwrap_or(Path::new("")))?;
        let any = members.iter().any(|member| !member.records.is_empty());
        (File::Archive(Archive { members }), any)
    } else {
        let (records, _) = object(&bytes)?;
        let any = !records.is_empty();
        (File::Whole(records), any)
    };
    let missing = "it was not built with `allways cc`, so there is no bitcode in it: build it again with \
                   CC=\"allways cc\" CXX=\"allways c++\", or check its sources";
    if any { Ok(file) } else { Err(Error(missing.into())) }
}

fn damaged(error: &object::Error) -> Error {
    Error(format!("it is damaged: {error}"))
}

/// The records of an object file, and the symbols that it defines for others.
fn object(bytes: &[u8]) -> Result<(Vec<Record>, BTreeSet<String>), Error> {
    let file = object::File::parse(bytes).map_err(|error| damaged(&error))?;
    let mut records = Vec::new();
    for section in file.sections() {
        if section.name_bytes() == Ok(SECTION.as_bytes()) {
            let content = section.data().map_err(|error| damaged(&error))?;
            records.extend(decode(content)?);
        }
    }
    let defined = file.symbols().filter(|symbol| symbol.is_definition() && symbol.is_global());
    let named = defined.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    Ok((records, named.collect()))
}

/// The object files in an archive that lies in a folder.
fn members(bytes: &[u8], folder: &Path) -> Result<Vec<Member>, Error> {
    let archive = ArchiveFile::parse(bytes).map_err(|error| damaged(&error))?;
    let mut found = Vec::new();
    for member in archive.members() {
        let member = member.map_err(|error| damaged(&error))?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let apart;
        let content = if member.is_thin() {
            apart = beside(folder, &name)?;
            &apart[..]
        } else {
            member.data(bytes).map_err(|error| damaged(&error))?
        };
        if content.starts_with(BEGINNINGS[0]) {
            let (records, symbols) = object(content)?;
            found.push(Member { name, records, symbols });
        }
    }
    Ok(found)
}

/// A member of a thin archive is a file of its own.
fn beside(folder: &Path, name: &str) -> Result<Vec<u8>, Error> {
    let path: PathBuf = folder.join(name);
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    let content = if is_file { std::fs::read(&path).ok() } else { None };
    content.ok_or_else(|| Error(format!("its member `{}` cannot be read", path.display())))
}
