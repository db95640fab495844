//! Running a process within limits, and leaving nothing of it behind: no process, no pipe.

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getppid, getrlimit, kill_process,
    kill_process_group, set_parent_process_death_signal, setrlimit, waitid,
};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What compiling, linking and lowering may use together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Address space in bytes, for each process.
    pub memory: u64,
    /// Wall-clock time.
    pub seconds: u64,
}

impl Limits {
    /// The memory that compiling has where nobody says how much.
    pub const MEMORY: u64 = 8 << 30;
    /// The time that compiling has where nobody says how much.
    pub const SECONDS: u64 = 120;

    /// When the time is over, if it begins now.
    pub(crate) fn end(self) -> Instant {
        let now = Instant::now();
        // No clock goes so far; a day is as good as for ever.
        now.checked_add(Duration::from_secs(self.seconds)).unwrap_or(now + DAY)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: Limits::MEMORY, seconds: Limits::SECONDS }
    }
}

const DAY: Duration = Duration::from_secs(24 * 3600);

/// What is kept of a standard error; the rest is read and dropped.
const COMPLAINTS: u64 = 16 << 20;

/// How long a process that was asked to end may write its last words.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A process that came to its end.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) output: Vec<u8>,
    pub(crate) complaints: Vec<u8>,
    /// It was ended because its time was over.
    pub(crate) late: bool,
}

/// A started process, with its pipes being read.
pub(crate) struct Started {
    child: Child,
    output: Option<JoinHandle<Vec<u8>>>,
    complaints: Option<JoinHandle<Vec<u8>>>,
}

impl Started {
    /// Starts a process that gets `input` and may write at most `most` bytes.
    pub(crate) fn new(command: &mut Command, input: Vec<u8>, most: u64) -> io::Result<Started> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let pipe = child.stdin.take();
        // A process that does not read ends some other way, and then nobody waits for this thread.
        std::thread::spawn(move || pipe.map(|mut pipe| pipe.write_all(&input)));
        let output = child.stdout.take().map(|pipe| read(pipe, most, false));
        let complaints = child.stderr.take().map(|pipe| read(pipe, COMPLAINTS, true));
        Ok(Started { child, output, complaints })
    }

    /// Waits for its end, and for that of every process of its group if it leads one. When its time
    /// is over, or somebody wants it to be, it gets `signal`, and a moment for its last words.
    pub(crate) fn end_or_stop(
        mut self,
        end: Instant,
        signal: Signal,
        leads: bool,
        stop: &dyn Fn() -> bool,
    ) -> io::Result<Ended> {
        let pid = Pid::from_child(&self.child);
        let late = !is_over(pid, end, stop)?;
        if late {
            let _ = kill_process(pid, signal);
            is_over(pid, Instant::now() + LAST_WORDS, &|| false)?;
        }
        // It is not reaped yet, so the number is still its own.
        let _ = if leads {
            kill_process_group(pid, Signal::KILL)
        } else {
            kill_process(pid, Signal::KILL)
        };
        let status = self.child.wait()?;
        let joined = |thread: Option<JoinHandle<Vec<u8>>>| {
            thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
        };
        Ok(Ended { status, output: joined(self.output), complaints: joined(self.complaints), late })
    }
}

/// Reads a pipe to its end, so that the process never waits for us. Of more than `most` bytes the rest
/// is dropped; unless `patient`, nobody reads it, and the writer ends.
fn read(mut pipe: impl Read + Send + 'static, most: u64, patient: bool) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is kept: the reply shows whether it is whole.
        let _ = pipe.by_ref().take(most).read_to_end(&mut bytes);
        if patient {
            let _ = io::copy(&mut pipe, &mut io::sink());
        }
        bytes
    })
}

/// Waits until a process has ended, without reaping it; `false` when the time is over first, or somebody
/// does not want to wait.
fn is_over(pid: Pid, end: Instant, stop: &dyn Fn() -> bool) -> io::Result<bool> {
    let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let mut pause = Duration::from_millis(1);
    loop {
        match waitid(WaitId::Pid(pid), how) {
            Ok(Some(_)) => return Ok(true),
            Ok(None) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if Instant::now() >= end || stop() {
            return Ok(false);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Makes a command that is limited from its first instruction on, and ends when we do.
pub(crate) fn limited(program: &std::path::Path, limits: Limits) -> Command {
    let mut command = Command::new(program);
    let parent = rustix::process::getpid();
    // SAFETY: between fork and exec only system calls are made, and nothing is allocated.
    unsafe { command.pre_exec(move || confine(limits, parent)) };
    command
}

/// Limits this process and ties it to its parent. A limit that cannot be set is no reason to stop: the
/// parent's clock still runs.
pub(crate) fn confine(limits: Limits, parent: Pid) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid() != Some(parent) {
        return Err(io::ErrorKind::Interrupted.into());
    }
    lower(Resource::As, limits.memory);
    lower(Resource::Core, 0);
    // A second line behind the parent's clock, which says more.
    lower(Resource::Cpu, limits.seconds.saturating_add(10));
    Ok(())
}

fn lower(resource: Resource, most: u64) {
    let old = getrlimit(resource);
    let most = old.maximum.map_or(most, |maximum| maximum.min(most));
    let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: old.maximum });
}
