//! Compiling in a process of its own: LLVM may crash on hostile bitcode, and then only that
//! process is lost.
//!
//! The parent starts `EXE __lower`, which leads a process group, and writes a [`Job`] to its standard
//! input. The child limits itself, compiles and lowers, and writes [`Message`]s to its standard output:
//! which file it works on, and at last the program or an error; then it ends with status 0. Everything
//! else (a signal, another status, an incomplete reply, a reply that does not check) is an error that
//! says what happened. Both are in `postcard` encoding. No file is written, and when one of the two is
//! killed, the other and clang end too.

use crate::compile::compile_within;
use crate::crash::crash;
use crate::limited::{Limits, Started, confine};
use crate::{Compiled, Error, Request};
use allways_program::Program;
use rustix::process::{Pid, Signal};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How much longer the parent waits than the child, which can say where clang was.
const GRACE: Duration = Duration::from_secs(2);

#[derive(Serialize, Deserialize)]
struct Job {
    request: Request,
    limits: Limits,
    parent: i32,
}

#[derive(Serialize, Deserialize)]
enum Message {
    /// What follows is about this file.
    At(String),
    Done {
        program: Vec<u8>,
        diagnostics: String,
        notes: Vec<String>,
        read: Vec<PathBuf>,
    },
    Failed(Error),
}

/// Does what [`crate::compile_and_lower`] does in a child process: `exe` with the argument `__lower`,
/// which must call [`child_main`]. Ends it, and clang, as soon as `stop` says so.
pub fn lower_in_child(
    exe: &Path,
    request: &Request,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Compiled, Error> {
    let parent = rustix::process::getpid().as_raw_nonzero().get();
    let job = Job { request: request.clone(), limits, parent };
    let input = postcard::to_stdvec(&job).map_err(|e| failed(&e))?;
    let mut command = Command::new(exe);
    command.arg("__lower").process_group(0);
    let started = Started::new(&mut command, input, limits.memory)
        .map_err(|e| failed(&format!("{}: {e}", exe.display())))?;
    let end = limits.end() + GRACE;
    let ended = started.end_or_stop(end, Signal::KILL, true, stop).map_err(|e| failed(&e))?;
    let (at, last) = messages(&ended.output);
    if ended.late && stop() {
        return Err(Error::Interrupted);
    }
    if ended.late {
        return Err(Error::TimedOut { at, seconds: limits.seconds });
    }
    if !ended.status.success() {
        return Err(crash(at, ended.status, limits, &ended.complaints));
    }
    understand(last)
}

fn failed(why: &dyn std::fmt::Display) -> Error {
    Error::Child { why: why.to_string() }
}

/// The file that was worked on last, and the message that says what came of it.
fn messages(mut output: &[u8]) -> (String, Result<Message, postcard::Error>) {
    let mut at = String::new();
    loop {
        match postcard::take_from_bytes(output) {
            Ok((Message::At(file), rest)) => (at, output) = (file, rest),
            Ok((message, _)) => return (at, Ok(message)),
            Err(error) => return (at, Err(error)),
        }
    }
}

fn understand(last: Result<Message, postcard::Error>) -> Result<Compiled, Error> {
    match last {
        Ok(Message::Done { program, diagnostics, notes, read }) => {
            let program = Program::from_bytes(&program).map_err(|e| failed(&e))?;
            Ok(Compiled { program, diagnostics, notes, read })
        }
        Ok(Message::Failed(error)) => Err(error),
        Ok(Message::At(_)) => Err(failed(&"its reply has no end")),
        Err(e) => Err(failed(&format!("its reply is damaged: {e}"))),
    }
}

/// The child's side: reads the job from `input` and writes messages to `out`. Returns the status to
/// exit with.
pub fn child_main(input: &mut dyn Read, out: &mut dyn Write) -> u8 {
    let last = match read_job(input) {
        // A panic is a bug of ours, and must not look like one of LLVM's crashes.
        Ok(job) => std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| answer(&job, out)))
            .unwrap_or_else(|_| Message::Failed(Error::Internal { why: "it panicked".into() })),
        Err(error) => Message::Failed(error),
    };
    u8::from(send(&last, out).is_err())
}

fn send(message: &Message, out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(&postcard::to_stdvec(message).map_err(std::io::Error::other)?)?;
    out.flush()
}

fn answer(job: &Job, out: &mut dyn Write) -> Message {
    let parent = Pid::from_raw(job.parent).unwrap_or(Pid::INIT);
    if let Err(error) = confine(job.limits, parent) {
        return Message::Failed(failed(&error));
    }
    // A parent that does not listen has ended, and this process with it.
    let mut begin = |file: &str| drop(send(&Message::At(file.to_owned()), out));
    match compile_within(&job.request, job.limits, &mut begin) {
        Ok(compiled) => Message::Done {
            program: compiled.program.to_bytes(),
            diagnostics: compiled.diagnostics,
            notes: compiled.notes,
            read: compiled.read,
        },
        Err(error) => Message::Failed(error),
    }
}

fn read_job(input: &mut dyn Read) -> Result<Job, Error> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|e| failed(&e))?;
    postcard::from_bytes(&bytes).map_err(|e| failed(&e))
}
