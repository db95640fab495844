//! Options of `spin`.

use super::check::{CheckArgs, Search, Store, Symmetry, typed};
use super::values::Size;
use allways_pan::Form;
use allways_search::ContextBound;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `check` that SPIN's own replace.
pub const REFUSED: [&str; 8] =
    ["search", "store", "depth", "threads", "handoff", "max_states", "progress", "symmetry"];

/// Options of `spin`.
#[derive(Args, Debug)]
pub struct SpinArgs {
    /// As for `check`; search, store and parallelism are SPIN's
    #[command(flatten)]
    pub check: CheckArgs,
    /// Keep the model, the program and the verifier in this folder
    #[arg(long, value_name = "DIR", help_heading = "SPIN")]
    pub keep: Option<PathBuf>,
    /// What SPIN stores per state: the number of its root, or its content (default: content for
    /// -DBITSTATE, -DHC and -DNCORE, otherwise root)
    #[arg(long, value_enum, value_name = "FORM", help_heading = "SPIN")]
    pub state: Option<StateForm>,
    /// Initial size of a state's content (default: estimated from a few executions)
    #[arg(long, value_name = "BYTES", help_heading = "SPIN")]
    pub vector: Option<usize>,
    /// Size at which the interner is cleared, with --state content
    #[arg(long, value_name = "SIZE", default_value = "1G", help_heading = "SPIN")]
    pub interned: Size,
    /// Flags of the verifier: -D, -U, -O and -W go to gcc, the others to pan
    #[arg(last = true, value_name = "PANFLAGS")]
    pub pan: Vec<String>,
}

/// `--state`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum StateForm {
    Root,
    Content,
}

/// How many preemptive context switches executions may have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Switches {
    /// Any number.
    AnyNumber,
    /// So many.
    AtMost(u16),
    /// Any number, but those with few are searched first.
    FewFirst,
}

impl SpinArgs {
    /// `--interned` where nothing is said.
    pub const INTERNED: u64 = 1 << 30;

    /// Flags for gcc.
    pub fn compile_flags(&self) -> Vec<String> {
        self.pan.iter().filter(|f| is_for_gcc(f)).cloned().collect()
    }

    /// Flags for pan.
    pub fn run_flags(&self) -> Vec<String> {
        self.pan.iter().filter(|f| !is_for_gcc(f)).cloned().collect()
    }

    /// The value of a macro among the flags, if it is defined.
    pub fn defined(&self, name: &str) -> Option<&str> {
        self.pan.iter().find_map(|flag| {
            let (defined, value) = match flag.strip_prefix("-D")?.split_once('=') {
                Some(pair) => pair,
                None => (&flag[2..], "1"),
            };
            (defined == name).then_some(value)
        })
    }

    /// SPIN may take different states for one.
    pub fn is_lossy(&self) -> bool {
        let hash_compact = ["HC", "HC0", "HC1", "HC2", "HC3", "HC4"];
        self.defined("BITSTATE").is_some() || hash_compact.iter().any(|n| self.defined(n).is_some())
    }

    /// Several processes search, in which roots mean different things.
    pub fn is_parallel(&self) -> bool {
        self.defined("NCORE").is_some_and(|n| n != "1")
    }

    /// What stands for a state.
    pub fn form(&self) -> Form {
        match self.state {
            Some(StateForm::Root) => Form::Root,
            Some(StateForm::Content) => Form::Content,
            None if self.check.abstraction.is_some() => Form::Root,
            None if self.is_lossy() || self.is_parallel() => Form::Content,
            None => Form::Root,
        }
    }

    /// What cannot be done, in a sentence.
    pub fn refused(&self) -> Option<String> {
        let check = &self.check;
        let spins = [
            (check.search != Search::Dfs, "--search"),
            (check.store != Store::Tree, "--store"),
            (check.depth.is_some(), "--depth"),
            (check.threads.is_some(), "--threads"),
            (check.handoff.is_some(), "--handoff"),
            (check.max_states.is_some(), "--max-states"),
            (check.disk.is_some(), "--disk"),
            (check.checkpoint.is_some(), "--checkpoint"),
            (check.resume.is_some(), "--resume"),
            (check.progress, "--progress"),
            (check.symmetry != Symmetry::None, "--symmetry"),
        ];
        if let Some((_, option)) = spins.iter().find(|(asked, _)| *asked) {
            return Some(format!(
                "{option} does not apply to `allways spin`, because SPIN does the search; pass flags of \
                 pan after `--`, such as -m100000, -DBITSTATE or -DNCORE=2"
            ));
        }
        if self.run_flags().iter().any(|flag| flag == "-f") {
            return Some(
                "-f does not apply to `allways spin`: use --fair weak, which the steps depend on"
                    .to_string(),
            );
        }
        if check.abstraction.is_some() && self.is_parallel() {
            return Some(
                "--abstraction needs a single process and cannot be used with -DNCORE".to_string(),
            );
        }
        if check.abstraction.is_some() && self.state == Some(StateForm::Content) {
            return Some("--abstraction needs --state root".to_string());
        }
        if self.state == Some(StateForm::Root) && self.is_parallel() {
            return Some(
                "--state root needs a single process; with -DNCORE use --state content".to_string(),
            );
        }
        None
    }

    /// `--context-bound`, as the machine counts.
    pub fn bound(&self) -> anyhow::Result<Switches> {
        let most = match self.check.context_bound.map(|bound| bound.0) {
            None => return Ok(Switches::AnyNumber),
            Some(ContextBound::Auto) => return Ok(Switches::FewFirst),
            Some(ContextBound::AtMost(most)) => most,
        };
        u16::try_from(most).map(Switches::AtMost).map_err(|_| {
            anyhow::anyhow!("--context-bound {most}: a number from 0 to 65535 is needed")
        })
    }

    /// `--state` as reports show it.
    pub fn store(&self) -> String {
        let form = match self.form() {
            Form::Root => typed(StateForm::Root),
            Form::Content => typed(StateForm::Content),
        };
        format!("spin-{form}")
    }
}

fn is_for_gcc(flag: &str) -> bool {
    ["-D", "-U", "-O", "-W"].iter().any(|start| flag.starts_with(start)) || flag == "-g"
}
