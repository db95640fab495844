//! Makes and runs `pan`.

use crate::buffer::Form;
use crate::error::{Error, Tool};
use crate::job::Job;
use crate::model::Model;
use crate::notes::Notes;
use crate::output::Output;
use crate::setup::Setup;
use crate::trail::Schedule;
use allways_space::Reason;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

const MODEL: &str = "model.pml";
const PROGRAM: &str = "program";
const SCHEDULE: &str = "schedule";
const SAID: &str = "pan.out";
/// The depth of a search, where the user names none; ten times more after each search that was cut.
const FIRST_DEPTH: u64 = 100_000;
const LAST_DEPTH: u64 = 100_000_000;

/// The header of the library.
const HEADER: &str = include_str!("../../../include/allways_vm.h");

/// One complete run of a verifier.
pub struct Run {
    /// What `pan` printed, read.
    pub output: Output,
    /// What the machine in it remarked.
    pub notes: Notes,
    /// Why it was ended from outside.
    pub cut: Option<Reason>,
}

impl Run {
    /// One that had no time to begin.
    fn none(reason: Reason) -> Run {
        Run { output: Output::default(), notes: Notes::default(), cut: Some(reason) }
    }
}

/// A verifier in its folder.
pub struct Verifier<'a> {
    job: Job<'a>,
    depth: u64,
    /// What the model claims about endless executions, as a block of it.
    claim: Option<String>,
    /// Bytes of the buffer, where states are contents.
    pub content: usize,
    /// The model that the present `pan` was made from, and flags.
    made: Option<(String, Vec<String>)>,
}

impl<'a> Verifier<'a> {
    /// A verifier that is still to be made.
    pub fn new(job: &Job<'a>, content: usize, claim: Option<String>) -> Verifier<'a> {
        Verifier {
            job: *job,
            depth: FIRST_DEPTH,
            claim,
            content: job.options.content.unwrap_or(content),
            made: None,
        }
    }

    /// Makes the verifier, unless there is one for the same model, and runs it.
    pub fn run(&mut self, setup: &Setup) -> Result<Run, Error> {
        if let Some(reason) = self.job.overdue() {
            return Ok(Run::none(reason));
        }
        self.write(PROGRAM, &setup.to_bytes())?;
        match self.make(setup, self.job.options.flags.compile()) {
            // The signal that asked us went to SPIN and gcc too.
            Err(_) if self.job.stop.is_asked() => return Ok(Run::none(Reason::Interrupted)),
            made => made?,
        }
        loop {
            let (text, cut) = self.pan(setup.is_fair())?;
            let output = Output::read(&text);
            // It may have been told to stop before we were.
            let cut = cut.or_else(|| self.job.overdue().filter(|_| !output.finished));
            let notes = Notes::take(&self.path(PROGRAM));
            let own_depth = !self.job.options.flags.have_depth();
            let shallow = output.too_deep && output.errors == 0 && !notes.again() && own_depth;
            if shallow && self.depth < LAST_DEPTH {
                self.depth *= 10;
                continue;
            }
            if !output.finished && cut.is_none() && output.incomplete.is_none() {
                return Err(Error::NoEnd(text.trim().to_string()));
            }
            return Ok(Run { output, notes, cut });
        }
    }

    /// The steps of the trail that the verifier has written.
    pub fn replay(&mut self, setup: &Setup) -> Result<Schedule, Error> {
        if self.job.options.flags.is_parallel() {
            // A verifier for several processes cannot replay its own trails.
            self.make(setup, self.job.options.flags.compile_for_one())?;
        }
        let mut command = self.command("./pan");
        command.arg("-r").arg(format!("-m{}", self.depth)).env("ALLWAYS_PAN_SCHEDULE", SCHEDULE);
        command.output().map_err(|error| Error::NotRun(Tool::Pan, error))?;
        let _ = Notes::take(&self.path(PROGRAM));
        Ok(Schedule::read(&self.read(SCHEDULE)?))
    }

    /// The trail that the verifier has written.
    pub fn trail(&self) -> Result<String, Error> {
        self.read(&format!("{MODEL}.trail"))
    }

    /// Flags for pan: the user's, and what a claim needs.
    fn run_flags(&self, fair: bool) -> Vec<String> {
        let mut flags = self.job.options.flags.run();
        let mut add = |flag: &str| {
            if !flags.iter().any(|f| f == flag) {
                flags.push(flag.to_string());
            }
        };
        if self.claim.is_some() {
            add("-a");
            if fair {
                add("-f");
            }
        }
        flags
    }

    fn path(&self, name: &str) -> PathBuf {
        self.job.options.folder.join(name)
    }

    fn write(&self, name: &str, content: &[u8]) -> Result<(), Error> {
        let path = self.path(name);
        std::fs::write(&path, content).map_err(|error| Error::Write(path, error))
    }

    /// What a tool has left.
    fn read(&self, name: &str) -> Result<String, Error> {
        let path = self.path(name);
        let bytes = std::fs::read(&path).map_err(|error| Error::Read(path, error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A command in the folder of the verifier.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.job.options.folder).stdin(Stdio::null());
        command
    }

    fn make(&mut self, setup: &Setup, flags: Vec<String>) -> Result<(), Error> {
        let made = Some((self.model(setup), flags));
        if self.made == made {
            return Ok(());
        }
        if let Some((text, flags)) = &made {
            self.write(MODEL, text.as_bytes())?;
            self.write("allways_vm.h", HEADER.as_bytes())?;
            self.spin()?;
            self.gcc(setup, flags)?;
        }
        self.made = made;
        Ok(())
    }

    fn model(&self, setup: &Setup) -> String {
        Model {
            title: &self.job.options.title,
            setup: PROGRAM,
            state_bytes: self.state_bytes(setup),
            threads: setup.threads,
            outcomes: setup.outcomes,
            bounded: setup.bound.is_some(),
            propositions: setup.propositions(),
            is_abstract: setup.is_abstract(),
            claim: self.claim.as_deref(),
            repeats_end: self.claim.is_some() && !setup.is_about_end(),
        }
        .text()
    }

    fn state_bytes(&self, setup: &Setup) -> usize {
        match setup.form {
            Form::Root => setup.fields(),
            Form::Content => self.content.max(setup.fields()),
        }
    }

    fn spin(&self) -> Result<(), Error> {
        let output = self.command("spin").args(["-a", MODEL]).output();
        let output = output.map_err(|error| Error::NotRun(Tool::Spin, error))?;
        if !output.status.success() || !self.path("pan.c").exists() {
            return Err(rejected(Tool::Spin, &[output.stdout, output.stderr].concat()));
        }
        Ok(())
    }

    fn gcc(&self, setup: &Setup, flags: &[String]) -> Result<(), Error> {
        let mut command = self.command("gcc");
        // SPIN's own reduction sees only calls: ours is inside the steps.
        command.args(["-w", "-O2", "-DNOREDUCE", "-o", "pan", "pan.c"]);
        command.arg(format!("-DVECTORSZ={}", 2048 + self.state_bytes(setup)));
        // Fairness counts processes in so many bytes, four in each but for two; there are up to four
        // beside the threads.
        command.arg(format!("-DNFAIR={}", (setup.threads + 9) / 4));
        if let Some(memory) = self.job.request.memory {
            command.arg(format!("-DMEMLIM={}", (memory >> 20).max(1)));
        }
        command.args(flags).arg(&self.job.options.library).args(["-lpthread", "-ldl", "-lm"]);
        // The library also holds what makes and reads verifiers; none of that goes into one.
        command.arg("-Wl,--gc-sections");
        if !flags.iter().any(|flag| flag == "-g") {
            // Ten times as small, and linked in half of the time.
            command.arg("-Wl,--strip-debug");
        }
        let output = command.output().map_err(|error| Error::NotRun(Tool::Gcc, error))?;
        if !output.status.success() {
            return Err(rejected(Tool::Gcc, &output.stderr));
        }
        Ok(())
    }

    /// Runs the verifier; what it printed, and why it was ended.
    fn pan(&self, fair: bool) -> Result<(String, Option<Reason>), Error> {
        let said = self.path(SAID);
        let file = std::fs::File::create(&said).and_then(|file| Ok([file.try_clone()?, file]));
        let [out, err] = file.map_err(|error| Error::Write(said, error))?;
        let mut command = self.command("./pan");
        if !self.job.options.flags.have_depth() {
            command.arg(format!("-m{}", self.depth));
        }
        command.args(self.run_flags(fair)).stdout(out).stderr(err);
        let cut = self.watch(&mut command).map_err(|error| Error::NotRun(Tool::Pan, error))?;
        Ok((self.read(SAID)?, cut))
    }

    /// Runs a command to its end, or until it is overdue.
    fn watch(&self, command: &mut Command) -> io::Result<Option<Reason>> {
        let mut child = command.spawn()?;
        let mut pause = Duration::from_millis(1);
        while child.try_wait()?.is_none() {
            if let Some(reason) = self.job.overdue() {
                let _ = child.kill();
                child.wait()?;
                return Ok(Some(reason));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        Ok(None)
    }
}

fn rejected(tool: Tool, said: &[u8]) -> Error {
    Error::Rejected(tool, String::from_utf8_lossy(said).trim().to_string())
}
