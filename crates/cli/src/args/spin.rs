//! Options of `spin`.

use super::check::{CheckArgs, Search, Store, Symmetry, typed};
use super::values::Size;
use allways_spin::{Flags, Form};
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

impl SpinArgs {
    /// `--interned` where nothing is said.
    pub const INTERNED: u64 = 1 << 30;

    /// The flags of the verifier.
    pub fn flags(&self) -> Flags {
        Flags::new(self.pan.clone())
    }

    /// What stands for a state.
    pub fn form(&self) -> Form {
        match self.state {
            Some(StateForm::Root) => Form::Root,
            Some(StateForm::Content) => Form::Content,
            None if self.check.abstraction.is_some() => Form::Root,
            None if self.flags().is_lossy() || self.flags().is_parallel() => Form::Content,
            None => Form::Root,
        }
    }

    /// What cannot be done, in a sentence.
    pub fn refused(&self) -> Option<String> {
        let (check, flags) = (&self.check, self.flags());
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
        if flags.run().iter().any(|flag| flag == "-f") {
            return Some(
                "-f does not apply to `allways spin`: use --fair weak, which the steps depend on"
                    .to_string(),
            );
        }
        if check.abstraction.is_some() && flags.is_parallel() {
            return Some(
                "--abstraction needs a single process and cannot be used with -DNCORE".to_string(),
            );
        }
        if check.abstraction.is_some() && self.state == Some(StateForm::Content) {
            return Some("--abstraction needs --state root".to_string());
        }
        if self.state == Some(StateForm::Root) && flags.is_parallel() {
            return Some(
                "--state root needs a single process; with -DNCORE use --state content".to_string(),
            );
        }
        None
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
