//! Makes and runs `pan`.

use super::{Job, Run};
use crate::args::SpinArgs;
use crate::home;
use allways_pan::{Form, Model, Notes, Output, Schedule, Setup};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MODEL: &str = "model.pml";
const PROGRAM: &str = "program";
const SCHEDULE: &str = "schedule";
/// The depth of a search, where the user names none; ten times more after each search that was cut.
const FIRST_DEPTH: u64 = 100_000;
const LAST_DEPTH: u64 = 100_000_000;

/// A verifier in its folder.
pub struct Verifier<'a> {
    args: &'a SpinArgs,
    folder: PathBuf,
    title: String,
    library: PathBuf,
    depth: u64,
    /// What the model claims about endless executions, as a block of it.
    claim: Option<String>,
    /// When the search began.
    start: Instant,
    /// Bytes of the buffer, where states are contents.
    pub content: usize,
    /// The model that the present `pan` was made from, and flags.
    made: Option<(String, Vec<String>)>,
}

impl<'a> Verifier<'a> {
    /// A verifier that is still to be made.
    pub fn new(job: &Job<'a>, content: usize, claim: Option<String>) -> Result<Verifier<'a>> {
        let args = job.args;
        Ok(Verifier {
            args,
            folder: job.folder.to_path_buf(),
            title: args.check.files[0].display().to_string(),
            library: home::pan_library()?,
            depth: FIRST_DEPTH,
            claim,
            start: job.start,
            content: args.vector.unwrap_or(content),
            made: None,
        })
    }

    /// Makes the verifier, unless there is one for the same model, and runs it.
    pub fn run(&mut self, setup: &Setup) -> Result<Run> {
        self.write(PROGRAM, &setup.to_bytes())?;
        self.make(setup, self.args.compile_flags())?;
        loop {
            let (text, ended) = self.pan(setup.is_fair())?;
            let output = Output::read(&text);
            let notes = Notes::take(&self.folder.join(PROGRAM));
            let cut = output.too_deep && output.errors == 0 && !notes.again() && !self.has_depth();
            if cut && self.depth < LAST_DEPTH {
                self.depth *= 10;
                continue;
            }
            if !output.finished && ended.is_none() && output.incomplete.is_none() {
                bail!("pan did not come to its end; it said:\n{}", text.trim());
            }
            return Ok(Run { output, notes, ended });
        }
    }

    /// The steps of the trail that the verifier has written.
    pub fn replay(&mut self, setup: &Setup) -> Result<Schedule> {
        if self.args.is_parallel() {
            // A verifier for several processes cannot replay its own trails.
            let flags = self.args.compile_flags();
            self.make(setup, flags.into_iter().filter(|f| !f.starts_with("-DNCORE")).collect())?;
        }
        let schedule = self.folder.join(SCHEDULE);
        let mut command = self.command("./pan");
        command.arg("-r").arg(format!("-m{}", self.depth)).env("ALLWAYS_PAN_SCHEDULE", SCHEDULE);
        command.output().context("cannot run pan")?;
        let _ = Notes::take(&self.folder.join(PROGRAM));
        let text = std::fs::read_to_string(schedule).context("pan did not replay its trail")?;
        Ok(Schedule::read(&text))
    }

    /// The trail that the verifier has written.
    pub fn trail(&self) -> Result<String> {
        let file = self.folder.join(format!("{MODEL}.trail"));
        std::fs::read_to_string(file).context("pan wrote no trail")
    }

    /// Flags for pan: the user's, and what a claim needs.
    fn run_flags(&self, fair: bool) -> Vec<String> {
        let mut flags = self.args.run_flags();
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

    fn has_depth(&self) -> bool {
        self.args.run_flags().iter().any(|flag| flag.starts_with("-m"))
    }

    fn write(&self, name: &str, content: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        std::fs::write(&path, content).with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// A command in the folder of the verifier.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    fn make(&mut self, setup: &Setup, flags: Vec<String>) -> Result<()> {
        let text = Model {
            title: &self.title,
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
        .text();
        let made = Some((text, flags));
        if self.made == made {
            return Ok(());
        }
        if let Some((text, flags)) = &made {
            self.write(MODEL, text.as_bytes())?;
            let header = home::include_dir()?.join("allways_vm.h");
            let header = std::fs::read(&header)
                .with_context(|| format!("cannot read `{}`", header.display()))?;
            self.write("allways_vm.h", &header)?;
            self.spin()?;
            self.gcc(setup, flags)?;
        }
        self.made = made;
        Ok(())
    }

    fn state_bytes(&self, setup: &Setup) -> usize {
        match setup.form {
            Form::Root => setup.fields(),
            Form::Content => self.content.max(setup.fields()),
        }
    }

    fn spin(&self) -> Result<()> {
        let output = self.command("spin").args(["-a", MODEL]).output();
        let output = output.context(
            "cannot run `spin`: install SPIN 6.5 (Debian: apt install spin) and put it on the PATH",
        )?;
        let said = [output.stdout, output.stderr].concat();
        if !output.status.success() || !self.folder.join("pan.c").exists() {
            bail!("spin rejects the driver model: {}", String::from_utf8_lossy(&said).trim());
        }
        Ok(())
    }

    fn gcc(&self, setup: &Setup, flags: &[String]) -> Result<()> {
        let mut command = self.command("gcc");
        // SPIN's own reduction sees only calls: ours is inside the steps.
        command.args(["-w", "-O2", "-DNOREDUCE", "-o", "pan", "pan.c"]);
        command.arg(format!("-DVECTORSZ={}", 2048 + self.state_bytes(setup)));
        // Fairness counts processes in so many bytes, four in each but for two; there are up to four
        // beside the threads.
        command.arg(format!("-DNFAIR={}", (setup.threads + 9) / 4));
        if let Some(memory) = self.args.check.memory {
            command.arg(format!("-DMEMLIM={}", (memory.0 >> 20).max(1)));
        }
        command.args(flags).arg(&self.library).args(["-lpthread", "-ldl", "-lm"]);
        let output = command
            .output()
            .context("cannot run `gcc`, which makes SPIN's verifier: install it")?;
        if !output.status.success() {
            bail!("gcc rejects the verifier: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(())
    }

    /// Runs the verifier; what it printed, and why it was ended.
    fn pan(&self, fair: bool) -> Result<(String, Option<String>)> {
        let said = self.folder.join("pan.out");
        let file = std::fs::File::create(&said).context("cannot write beside the verifier")?;
        let mut command = self.command("./pan");
        if !self.has_depth() {
            command.arg(format!("-m{}", self.depth));
        }
        command.args(self.run_flags(fair));
        command.stdout(file.try_clone()?).stderr(file);
        let mut child = command.spawn().context("cannot run pan")?;
        let mut pause = Duration::from_millis(1);
        let mut ended = None;
        while child.try_wait()?.is_none() {
            if let Some(most) = self.args.check.timeout
                && self.start.elapsed().as_secs_f64() > most
            {
                let _ = child.kill();
                child.wait()?;
                ended = Some(format!("the time limit of {most} s was reached (--timeout)"));
                break;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        let text = std::fs::read(&said).context("cannot read what pan said")?;
        Ok((String::from_utf8_lossy(&text).into_owned(), ended))
    }
}
