//! Putting records into the section of an object file.

use allways_objects::{Record, SECTION, encode};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::{Command, Stdio};

/// Programs that can do it, in the order in which they are tried.
const TOOLS: [&str; 3] = ["objcopy", "llvm-objcopy", "llvm-objcopy-22"];

/// Adds records to what an object or a program already has.
pub fn attach(file: &Path, records: &[Record]) -> Result<()> {
    // `-o /dev/null` asks whether something compiles.
    if !file.symlink_metadata().is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    if !allways_objects::is_object_file(file) {
        bail!("`{}` is no ELF file", file.display());
    }
    // A program that is compiled and linked at once may have sections of its objects.
    let old = match allways_objects::read(file) {
        Ok(allways_objects::File::Whole(old)) => old,
        _ => Vec::new(),
    };
    let change = if old.is_empty() { "--add-section" } else { "--update-section" };
    let content: Vec<u8> = old.iter().chain(records).flat_map(encode).collect();
    let section = tempfile::NamedTempFile::new().context("cannot write a temporary file")?;
    std::fs::write(section.path(), content).context("cannot write a temporary file")?;
    let option = format!("{change}={SECTION}={}", section.path().display());
    for tool in TOOLS {
        let ran = Command::new(tool).arg(&option).arg(file).stdin(Stdio::null()).output();
        match ran {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("cannot run {tool}")),
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => bail!("{}", String::from_utf8_lossy(&output.stderr).trim()),
        }
    }
    bail!("there is no objcopy, which is part of binutils: install it")
}
