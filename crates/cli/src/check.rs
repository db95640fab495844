//! `allways check`.

use crate::args::{CheckArgs, Compiler, MemoryModel, Reduction, Search, Store, typed};
use crate::progress::Watch;
use crate::reporting::{self, Outcome, Show};
use crate::{compile, interrupt, limits};
use allways_program::{Inst, Order as MemoryOrder, Program};
use allways_report::{Decision, Sources, Summary, TraceFile};
use allways_search::{Control, Limits, Options, Order};
use allways_space::{Counterexample, Explanation, Verdict};
use allways_vm::{Action, Granularity, Vm};
use anyhow::{Context, Result};
use std::process::ExitCode;
use std::time::Duration;

/// Checks a program and reports.
pub fn run(args: CheckArgs, compiler: Compiler) -> ExitCode {
    let show = Show::of(&args);
    let outcome = match check(&args, &compiler) {
        Ok(outcome) => outcome,
        Err(error) => Outcome::error(format!("{error:#}")),
    };
    let written = write_files(&args, &outcome);
    let code = reporting::print(&outcome, &show);
    match written {
        Ok(()) => code,
        Err(error) => crate::fail(&error),
    }
}

fn check(args: &CheckArgs, compiler: &Compiler) -> Result<Outcome> {
    if let Some(option) = args.unavailable() {
        return Ok(Outcome::error(format!("{option} is not available yet")));
    }
    let colour = reporting::colour(args.color).enabled(&std::io::stderr());
    let program = compile::program(&args.files, compiler, colour)?;
    if is_temporal(&program) {
        let what = "the program uses LTL() or ap…(): temporal properties are not available yet";
        return Ok(Outcome::error(what.to_string()));
    }
    let digest = program.digest();
    let assumptions = assumptions(&program, args);
    let vm = Vm::new(program, vm_options(args)?)?;
    let warnings = unmodelled(&vm);
    if !args.quiet && !args.json {
        warnings.iter().for_each(|w| eprintln!("warning: {w}"));
    }
    let verdict = search(&vm, args)?;
    let mut summary = Summary::of(&verdict);
    fill(&mut summary, args, compiler);
    summary.assumptions = assumptions;
    summary.warnings = warnings;
    let unreached = vm.unreached();
    summary.unreached = allways_report::Unreached {
        assertions: unreached.assertions,
        functions: unreached.functions,
    };
    let explanation = match &verdict {
        Verdict::Violated(path, ..) | Verdict::Unsupported(path, ..) => {
            Some(explain(&vm, path, args, &digest, &summary.options)?)
        }
        _ => None,
    };
    Ok(Outcome { summary, explanation })
}

/// Whether the program states formulas or propositions.
fn is_temporal(program: &Program) -> bool {
    program.globals.iter().any(|g| g.name.starts_with("__allways_ltl_"))
        || program.functions.iter().any(|f| f.name.starts_with("__allways_ap"))
}

/// The virtual machine's options.
pub fn vm_options(args: &CheckArgs) -> Result<allways_vm::Options> {
    let name = args.files[0].display().to_string();
    let stdin = match &args.stdin {
        Some(file) => std::fs::read(file)
            .with_context(|| format!("cannot read `{}` for --stdin", file.display()))?,
        None => Vec::new(),
    };
    Ok(allways_vm::Options {
        properties: args.property.0.iter().copied().collect(),
        granularity: match args.reduction {
            Reduction::None => Granularity::Instruction,
            Reduction::Full => Granularity::Full,
            _ => Granularity::Tau,
        },
        entry: args.entry.clone(),
        args: std::iter::once(name).chain(args.arg.iter().cloned()).collect(),
        malloc_fail: args.malloc_fail,
        spurious_wakeups: args.spurious_wakeups,
        nondet: args.nondet.map(|r| (r.0, r.1)),
        stdin,
        remembered: remembered(args),
        propositions: Vec::new(),
        fair: false,
    })
}

/// The most that a worker remembers of steps: a share of the memory limit, so that there is room for
/// states, and no more than pays.
fn remembered(args: &CheckArgs) -> u64 {
    const MOST: u64 = 256 << 20;
    memory_limit(args).map_or(MOST, |bytes| (bytes / 8).min(MOST))
}

fn memory_limit(args: &CheckArgs) -> Option<u64> {
    args.memory.map(|m| m.0).or_else(limits::default_memory)
}

fn search(vm: &Vm, args: &CheckArgs) -> Result<Verdict<Action>> {
    let order = match args.search {
        Search::Bfs => Order::Bfs,
        _ => Order::Dfs,
    };
    let memory = memory_limit(args);
    let options = Options {
        order,
        store: match args.store {
            Store::Flat => allways_search::Store::Flat,
            _ => allways_search::Store::Tree,
        },
        limits: Limits {
            states: args.max_states,
            time: args.timeout.map(|s| Duration::from_secs_f64(s.clamp(0.0, 1e9))),
            memory,
            depth: args.depth,
            ..Limits::default()
        },
        ..Options::default()
    };
    vm.seed_guesses();
    let watch = Watch::new(order, memory, args.progress, args.quiet);
    let stop = interrupt::flag();
    let control = Control { stop: &stop, progress: &|progress| watch.show(progress) };
    let verdict = allways_search::run(vm, &options, &control);
    watch.clear();
    verdict.context("a counterexample does not replay; this is a bug in Allways, please report it")
}

/// Replays a counterexample, tells it, and saves it if asked.
fn explain(
    vm: &Vm,
    path: &Counterexample<Action>,
    args: &CheckArgs,
    digest: &str,
    options: &[String],
) -> Result<Explanation> {
    let actions = allways_vm::refine(vm, &path.actions)
        .context("this is a bug in Allways, please report it")?;
    let explanation =
        allways_vm::explain(vm, &actions).context("this is a bug in Allways, please report it")?;
    if let Some(file) = &args.trace_out {
        let decision = |a: &Action| Decision { thread: a.thread, choice: a.choice.into() };
        let saved = TraceFile {
            digest: digest.to_string(),
            options: options.to_vec(),
            decisions: actions.iter().map(decision).collect(),
            cycle_decision: path.cycle_start,
            explanation: explanation.clone(),
        };
        saved.write(file).with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    Ok(explanation)
}

/// What the report says about how the search was made.
fn fill(summary: &mut Summary, args: &CheckArgs, compiler: &Compiler) {
    summary.threads = 1;
    summary.reduction = typed(args.reduction);
    summary.memory_model = typed(args.memory_model);
    summary.search = typed(args.search);
    summary.store = typed(args.store);
    summary.options = replay_options(args, compiler);
}

/// The arguments that make the same program and the same steps again.
fn replay_options(args: &CheckArgs, compiler: &Compiler) -> Vec<String> {
    let mut options: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
    let properties: Vec<&str> = args.property.0.iter().map(|p| p.name()).collect();
    options.push(format!("--property={}", properties.join(",")));
    // A counterexample is saved in the small steps in which it is told.
    let reduction =
        if args.reduction == Reduction::None { Reduction::None } else { Reduction::Tau };
    options.push(format!("--reduction={}", typed(reduction)));
    options.push(format!("--entry={}", args.entry));
    options.extend(args.arg.iter().map(|a| format!("--arg={a}")));
    options.extend(args.malloc_fail.then(|| "--malloc-fail".to_string()));
    options.extend(args.spurious_wakeups.then(|| "--spurious-wakeups".to_string()));
    options.extend(args.nondet.map(|r| format!("--nondet={}..{}", r.0, r.1)));
    options.extend(args.stdin.iter().map(|f| format!("--stdin={}", f.display())));
    options.extend(compiler.level.map(|l| format!("-O{l}")));
    if !compiler.flags.is_empty() {
        options.push("--".to_string());
        options.extend(compiler.flags.iter().cloned());
    }
    options
}

/// What a `holds` takes for granted.
fn assumptions(program: &Program, args: &CheckArgs) -> Vec<String> {
    let mut all = vec!["sequentially consistent memory".to_string()];
    let order = |a: &allways_program::Access| a.order.is_some_and(|o| o < MemoryOrder::SeqCst);
    if args.memory_model == MemoryModel::Sc && program.accesses.iter().any(order) {
        all.push("atomic orderings weaker than seq_cst are not judged".to_string());
    }
    if !args.malloc_fail && program.function_named("malloc").is_some() {
        all.push("allocations succeed (--malloc-fail lets them fail)".to_string());
    }
    if program.code.iter().any(|i| matches!(i, Inst::Freeze { .. })) {
        all.push("an indeterminate value that the optimiser freezes is zero".to_string());
    }
    all
}

/// External functions that no model defines, with the place of a call.
fn unmodelled(vm: &Vm) -> Vec<String> {
    vm.unmodelled()
        .into_iter()
        .map(|(name, place)| match place {
            Some(place) => format!(
                "`{name}` has no body and no model; a call at {place} ends the check if it is reached"
            ),
            None => format!("`{name}` has no body and no model; a call of it ends the check"),
        })
        .collect()
}

fn write_files(args: &CheckArgs, outcome: &Outcome) -> Result<()> {
    let explanation = outcome.explanation.as_ref();
    if let Some(file) = &args.sarif {
        let content = allways_report::sarif(&outcome.summary, explanation, &mut Sources::new());
        reporting::write(file, &content)?;
    }
    if let Some(file) = &args.junit {
        let name = args.files[0].display().to_string();
        let mut sources = Sources::new();
        let content = allways_report::junit(&name, &outcome.summary, explanation, &mut sources);
        reporting::write(file, &content)?;
    }
    Ok(())
}
