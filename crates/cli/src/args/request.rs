//! From options to what is asked about the program.

use super::check::{CheckArgs, Fairness, Reduction, Search, Store, Symmetry, Volatile, typed};
use super::comments;
use allways_check::{AutomatonText, Bytes, Request, SourceFormulas};
use allways_search::Order;
use allways_vm::{Granularity, Ignore};
use anyhow::{Context, Result, anyhow, bail};
use std::path::Path;

impl CheckArgs {
    /// What is asked about the program. Files that belong to it are read; what is not built yet is an
    /// error.
    pub fn request(&self) -> Result<Request> {
        if let Some(option) = self.unavailable() {
            bail!("{option} is not available yet");
        }
        let name = self.name();
        Ok(Request {
            properties: self.property.0.clone(),
            source_formulas: self.source_formulas(),
            formulas: self.ltl.clone(),
            automaton: self.automaton.as_deref().map(automaton).transpose()?,
            invariants: self.invariant.clone(),
            fair: self.fair.map(|fair| match fair {
                Fairness::None => allways_check::Fairness::None,
                Fairness::Weak => allways_check::Fairness::Weak,
            }),
            entry: self.entry.clone(),
            args: std::iter::once(name).chain(self.arg.iter().cloned()).collect(),
            stdin: self.stdin.as_deref().map(input).transpose()?.unwrap_or_default(),
            malloc_fail: self.may_fail(),
            address_reuse: self.reuses_addresses(),
            spurious_wakeups: self.wakes_spuriously(),
            volatile_atomic: self.volatile == Volatile::Atomic,
            ignore: self.ignored()?,
            nondet: self.nondet.map(|range| (range.0, range.1)),
            granularity: self.granularity(),
            symmetry: self.symmetry == Symmetry::Threads,
            abstraction: self.abstraction.clone(),
            order: self.order().ok_or_else(|| anyhow!("--search {}", typed(self.search)))?,
            depth: self.depth,
            context_bound: self.context_bound.map(|bound| bound.0),
            store: self.kept(),
            threads: self.workers(),
            handoff: self.handoff,
            two_core_baseline: self.two_core_baseline,
            memory: self.memory.map(|size| size.0),
            max_states: self.max_states,
            timeout: self.timeout,
        })
    }

    /// The program, by its first file.
    pub fn name(&self) -> String {
        let first = self.files.first().or(self.unit.first());
        let target = || self.build_target.first().cloned().unwrap_or_default();
        first.map_or_else(target, |file| file.display().to_string())
    }

    /// What options and comments of the sources say is to be ignored.
    fn ignored(&self) -> Result<Vec<Ignore>> {
        let mut all: Vec<Ignore> = self.ignore.iter().map(|ignored| ignored.0.clone()).collect();
        for file in &self.files {
            all.extend(comments::ignored(file)?);
        }
        Ok(all)
    }

    fn source_formulas(&self) -> SourceFormulas {
        match &self.ltl_only {
            Some(name) => SourceFormulas::Only(name.clone()),
            None if self.property.wants_formulas() => SourceFormulas::All,
            None => SourceFormulas::None,
        }
    }

    fn granularity(&self) -> Granularity {
        match self.reduction {
            Reduction::None => Granularity::Instruction,
            Reduction::Tau => Granularity::Tau,
            Reduction::Global => Granularity::Global,
            Reduction::Superstep => Granularity::Superstep,
            Reduction::Full => Granularity::Full,
        }
    }

    /// `--search`, if it is there.
    pub fn order(&self) -> Option<Order> {
        match self.search {
            Search::Dfs => Some(Order::Dfs),
            Search::Bfs => Some(Order::Bfs),
            Search::BestFirst | Search::Astar | Search::Ida | Search::Random => None,
        }
    }

    fn kept(&self) -> allways_check::Store {
        match self.store {
            Store::Tree => allways_check::Store::Tree,
            Store::Flat => allways_check::Store::Flat,
            Store::Compact => allways_check::Store::Compact,
            Store::Bitstate => allways_check::Store::Bitstate,
            Store::Auto => allways_check::Store::Auto,
        }
    }
}

fn automaton(file: &Path) -> Result<AutomatonText> {
    let name = file.display().to_string();
    let hoa = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read `{name}` for --automaton"))?;
    Ok(AutomatonText { name, hoa })
}

fn input(file: &Path) -> Result<Bytes> {
    let content = std::fs::read(file)
        .with_context(|| format!("cannot read `{}` for --stdin", file.display()))?;
    Ok(Bytes(content))
}
