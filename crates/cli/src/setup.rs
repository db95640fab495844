//! `allways setup`: what some programs need besides the checker is fetched and built once.
//!
//! The C++ standard library comes from the Python package `ziglang`, which has the sources of libc++
//! and libc++abi in the version of our clang. pip verifies its hash. Everything is done in a folder
//! of its own below the user's cache folder, which gets its name when it is complete.

use crate::args::SetupArgs;
use crate::shipped_files;
use allways_llvm::{Error, Limits};
use anyhow::{Context, Result, bail};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The package and the hash of its file for this version.
const PACKAGE: &str = "ziglang==0.17.0 \
     --hash=sha256:97079827064a7492cce5541ceb438ae8003ce1e54e399676da2d62fb7a5dc08b";

/// The file for this system; only sources are taken from it, so it serves every other one too.
const PLATFORM: &str = "manylinux_2_12_x86_64";

/// Takes the two libraries out of the one package file in the folder where it runs.
const UNPACK: &str = "
import glob, os, sys, zipfile
file, = glob.glob('*.whl')
archive = zipfile.ZipFile(file)
for name in archive.namelist():
    inner = name.removeprefix('ziglang/lib/')
    if inner.startswith(('libcxx/', 'libcxxabi/')) and not name.endswith('/'):
        os.makedirs(os.path.dirname(inner), exist_ok=True)
        with open(inner, 'wb') as out:
            out.write(archive.read(name))
os.remove(file)
";

/// Set by the launcher, which may fetch and build what is missing by itself.
const LAUNCHED: &str = "ALLWAYS_LAUNCHED";

/// Sets up what is asked for.
pub fn run(args: &SetupArgs) -> ExitCode {
    let outcome = match args.what.as_str() {
        "c++" => set_up_cxx(),
        other => Err(anyhow::anyhow!("`allways setup {other}` is not available yet")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => crate::fail(&error),
    }
}

/// Sets the C++ library up if that is what an error complains about and the launcher was used. Says
/// whether it is worth trying again.
pub fn repaired(error: &Error) -> Result<bool> {
    let missing = matches!(error, Error::LibraryMissing { .. });
    if !missing || std::env::var_os(LAUNCHED).is_none() {
        return Ok(false);
    }
    set_up_cxx()?;
    Ok(true)
}

/// Fetches and builds the C++ library, unless that was done before.
fn set_up_cxx() -> Result<()> {
    if shipped_files::cxx_library().is_some() {
        return Ok(());
    }
    let target = shipped_files::cxx_folder()?;
    let parent = target.parent().context("the cache folder has a parent")?;
    std::fs::create_dir_all(parent)
        .with_context(|| format!("cannot make `{}`", parent.display()))?;
    let _lock = lock(&parent.join("libc++.lock"))?;
    if shipped_files::cxx_library().is_some() {
        return Ok(()); // whoever held the lock has done it
    }
    let work = tempfile::Builder::new().prefix("libc++-").tempdir_in(parent)?;
    fetch(work.path())?;
    build(work.path())?;
    let _ = std::fs::remove_dir_all(&target);
    std::fs::rename(work.keep(), &target)
        .with_context(|| format!("cannot write `{}`", target.display()))?;
    eprintln!("allways: the C++ standard library is set up in {}", target.display());
    Ok(())
}

fn fetch(folder: &Path) -> Result<()> {
    eprintln!("allways: fetching the sources of libc++ (the Python package ziglang, 101 MB)");
    let wanted = folder.join("wanted.txt");
    std::fs::write(&wanted, PACKAGE)?;
    let pip = "-m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
               --require-hashes --platform";
    let args = pip.split_whitespace().chain([PLATFORM, "-r", "wanted.txt"]);
    python(folder, args, "cannot fetch the Python package ziglang 0.17.0 with pip")?;
    python(folder, ["-c", UNPACK].into_iter(), "cannot unpack the Python package ziglang")
}

fn python<'a>(folder: &Path, args: impl Iterator<Item = &'a str>, failure: &str) -> Result<()> {
    let status = Command::new("python3")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::from(std::io::stderr()))
        .status()
        .context("cannot run python3, which fetches the C++ library: install python3 and pip")?;
    if !status.success() {
        bail!("{failure}; its messages are above");
    }
    Ok(())
}

fn build(folder: &Path) -> Result<()> {
    eprintln!("allways: building the C++ standard library (takes a minute or two)");
    let show = |done: usize, all: usize| {
        let _ = write!(std::io::stderr(), "\rallways: {done} of {all} ");
    };
    let quiet = |_: usize, _: usize| {};
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let told: &(dyn Fn(usize, usize) + Sync) = if terminal { &show } else { &quiet };
    let built =
        allways_llvm::build_library(folder, Limits { seconds: 1200, ..Limits::default() }, told);
    if terminal {
        eprintln!();
    }
    built.map_err(|error| {
        if let Error::Compile { diagnostics, .. } = &error {
            eprint!("{diagnostics}");
        }
        error.into()
    })
}

/// Holds a file locked until it is dropped; says so when it has to wait.
fn lock(path: &Path) -> Result<std::fs::File> {
    use rustix::fs::{FlockOperation, flock};
    let file = std::fs::File::create(path)?;
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        eprintln!("allways: waiting for another set-up of the C++ library to end");
        flock(&file, FlockOperation::LockExclusive)?;
    }
    Ok(file)
}
