//! Compiling in a process of its own: LLVM may crash on hostile bitcode, and then only that
//! process is lost.
//!
//! The parent writes a [`Job`] to a file and starts `EXE __lower FILE`. The child limits its own
//! memory, compiles and lowers, and writes a [`Reply`] to its standard output, with status 0.
//! Everything else (a signal, another status, an incomplete reply, a reply that does not check)
//! is an error that says what happened. Both are in `postcard` encoding.

use crate::{Compiled, Error, Request, compile_and_lower};
use allways_program::Program;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the child may use.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Address space in bytes.
    pub memory: u64,
    /// Wall-clock time.
    pub seconds: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 8 << 30, seconds: 300 }
    }
}

#[derive(Serialize, Deserialize)]
struct Job {
    request: Request,
    limits: Limits,
}

#[derive(Serialize, Deserialize)]
enum Reply {
    Done { program: Vec<u8>, diagnostics: String, notes: Vec<String> },
    Failed(Error),
}

/// Does what [`compile_and_lower`] does in a child process: `exe` with the arguments `__lower` and
/// the path of a file, which must call [`child_main`] with that path.
pub fn lower_in_child(exe: &Path, request: &Request, limits: Limits) -> Result<Compiled, Error> {
    let job = Job { request: request.clone(), limits };
    let bytes = postcard::to_stdvec(&job).map_err(|e| failed(&e))?;
    let mut file = tempfile::NamedTempFile::new().map_err(|e| failed(&e))?;
    file.write_all(&bytes).map_err(|e| failed(&e))?;
    let mut child = Command::new(exe)
        .arg("__lower")
        .arg(file.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| failed(&format!("{}: {e}", exe.display())))?;
    let output = child.stdout.take().map(drain);
    let complaints = child.stderr.take().map(drain);
    let status = wait(&mut child, limits.seconds)?;
    let output = output.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let complaints = complaints.and_then(|thread| thread.join().ok()).unwrap_or_default();
    understand(status, limits, &output, &complaints)
}

fn failed(why: &dyn std::fmt::Display) -> Error {
    Error::Child { why: why.to_string() }
}

/// Reads a pipe to its end, so that the child never waits for us.
fn drain(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is kept: the reply shows whether it is whole.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

fn wait(child: &mut Child, seconds: u64) -> Result<ExitStatus, Error> {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(|e| failed(&e))? {
            return Ok(status);
        }
        if Instant::now() >= deadline {
            child.kill().map_err(|e| failed(&e))?;
            child.wait().map_err(|e| failed(&e))?;
            return Err(Error::TimedOut { seconds });
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn understand(
    status: ExitStatus,
    limits: Limits,
    output: &[u8],
    complaints: &[u8],
) -> Result<Compiled, Error> {
    if status.signal() == Some(OUT_OF_TIME) {
        return Err(Error::TimedOut { seconds: limits.seconds });
    }
    if !status.success() {
        let how = match (status.signal(), status.code()) {
            (Some(signal), _) => format!("it was stopped by {}", signal_name(signal)),
            (None, code) => format!("it ended with status {}", code.unwrap_or(-1)),
        };
        return Err(Error::Crashed { how, said: first_words(complaints) });
    }
    match postcard::from_bytes(output) {
        Ok(Reply::Done { program, diagnostics, notes }) => {
            let program = Program::from_bytes(&program).map_err(|e| failed(&e))?;
            Ok(Compiled { program, diagnostics, notes })
        }
        Ok(Reply::Failed(error)) => Err(error),
        Err(e) => Err(failed(&format!("its reply is damaged: {e}"))),
    }
}

/// The signal that ends a process which used up its time.
const OUT_OF_TIME: i32 = 24;

fn signal_name(signal: i32) -> String {
    match signal {
        4 => "an illegal instruction".into(),
        6 => "an abort".into(),
        9 => "a kill signal (out of memory?)".into(),
        11 => "a segmentation fault".into(),
        _ => format!("signal {signal}"),
    }
}

/// The first line that says something: what follows is a dump of the stack.
fn first_words(complaints: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaints);
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("").to_owned()
}

/// The child's side: reads the job at `path` and writes the reply to `out`. Returns the status to
/// exit with.
pub fn child_main(path: &Path, out: &mut dyn Write) -> u8 {
    let reply = match read_job(path) {
        Ok(job) => {
            limit(job.limits);
            // A panic is a bug of ours, and must not look like one of LLVM's crashes.
            std::panic::catch_unwind(|| answer(&job.request))
                .unwrap_or_else(|_| Reply::Failed(Error::Internal { why: "it panicked".into() }))
        }
        Err(error) => Reply::Failed(error),
    };
    let written = postcard::to_stdvec(&reply)
        .map_err(std::io::Error::other)
        .and_then(|bytes| out.write_all(&bytes))
        .and_then(|()| out.flush());
    if written.is_ok() { 0 } else { 1 }
}

fn answer(request: &Request) -> Reply {
    match compile_and_lower(request) {
        Ok(compiled) => Reply::Done {
            program: compiled.program.to_bytes(),
            diagnostics: compiled.diagnostics,
            notes: compiled.notes,
        },
        Err(error) => Reply::Failed(error),
    }
}

fn read_job(path: &Path) -> Result<Job, Error> {
    let bytes = std::fs::read(path).map_err(|e| failed(&e))?;
    postcard::from_bytes(&bytes).map_err(|e| failed(&e))
}

/// Limits this process. A limit that cannot be set is no reason to stop: the parent's clock still
/// runs.
fn limit(limits: Limits) {
    let lower = |resource, most: u64| {
        let old = getrlimit(resource);
        let most = old.maximum.map_or(most, |maximum| maximum.min(most));
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: old.maximum });
    };
    lower(Resource::As, limits.memory);
    lower(Resource::Core, 0);
    lower(Resource::Cpu, limits.seconds);
}
