//! `allways check`.

use crate::args::{CheckArgs, Compiler, Reduction, Search, typed};
use crate::overdue::Guard;
use crate::progress::Watch;
use crate::reporting::{self, Outcome, Show};
use crate::{assumptions, compile, interrupt, limits, optimised, stores, temporal};
use allways_program::Program;
use allways_report::{Decision, Sources, Summary, TraceFile};
use allways_search::{Control, Limits, Options, Order, Progress, ReplayError};
use allways_space::{Counterexample, Explanation, Property, Reason, Verdict};
use allways_vm::{Action, Granularity, StartError, Vm};
use anyhow::{Context, Result, anyhow, bail};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Exit code when a limit was reached.
const INCONCLUSIVE: i32 = 3;

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

/// What is asked, and how the answer can be asked for again.
pub struct Request<'a> {
    /// The options.
    pub args: &'a CheckArgs,
    /// How the program was compiled.
    pub compiler: &'a Compiler,
    /// The program's digest.
    pub digest: String,
    /// The arguments that make the same program and the same steps again.
    pub options: Vec<String>,
    /// When the first search began.
    pub start: Instant,
}

fn check(args: &CheckArgs, compiler: &Compiler) -> Result<Outcome> {
    if let Some(option) = args.unavailable() {
        return Ok(Outcome::error(format!("{option} is not available yet")));
    }
    if let Some(why) = args.contradiction() {
        return Ok(Outcome::error(why.to_string()));
    }
    let colour = reporting::colour(args.color).enabled(&std::io::stderr());
    limits::return_large_blocks();
    let (program, notes) = compile::program(&args.files, compiler, colour)?;
    limits::return_free_memory();
    let claims = temporal::claims(&program, args)?;
    if !claims.is_empty() && (args.context_bound.is_some() || args.abstraction.is_some()) {
        bail!(
            "--context-bound and --abstraction cannot be used with temporal properties; \
             a list such as --property assert,deadlock leaves the formulas of the source out"
        );
    }
    let request = Request {
        args,
        compiler,
        digest: program.digest(),
        options: replay_options(args, compiler),
        start: Instant::now(),
    };
    let assumptions = assumptions::of_program(&program, args);
    let mut outcome = None;
    if !args.property.is_only_temporal() || claims.is_empty() {
        outcome = Some(check_safety(program.clone(), notes, &request)?);
    }
    for claim in &claims {
        if outcome.as_ref().is_some_and(Outcome::is_final) {
            break;
        }
        let next = temporal::check(claim, program.clone(), &request)?;
        outcome = Some(Outcome::after(outcome, next));
    }
    let mut outcome = outcome.context("nothing was asked for")?;
    let summary = &mut outcome.summary;
    fill(summary, args, &request);
    summary.assumptions.splice(0..0, assumptions);
    Ok(outcome)
}

/// A search that has ended: over what, with what, and what it says.
struct Searched {
    vm: Vm,
    verdict: Verdict<Action>,
    store: allways_search::Store,
    warnings: Vec<String>,
}

/// Searches with one store after the other until there is memory enough.
fn search_safely(program: Program, notes: Vec<String>, request: &Request<'_>) -> Result<Searched> {
    let args = request.args;
    let warn = |warning: &String| {
        if !args.quiet && !args.json {
            eprintln!("warning: {warning}");
        }
    };
    let mut warnings = notes;
    let (mut before, mut seconds) = (None, 0.0);
    let stores = stores::all(args);
    let resident = limits::resident();
    for (place, &store) in stores.iter().enumerate() {
        let options = allways_vm::Options { nameless: store.is_lossy(), ..vm_options(args)? };
        let vm = Vm::new(program.clone(), options)
            .map_err(|error| anyhow!("{error}{}", removed_by_the_compiler(&error, &args.files)))?;
        if let Some((store_before, covered)) = before.take() {
            limits::return_free_memory();
            let left = limits::resident().saturating_sub(resident);
            // Some megabytes are left however small the limit is: they must not use it up.
            vm.count_held(memory_limit(args).map_or(0, |limit| left.min(limit / 8)));
            warnings.push(stores::changed(store_before, store, &covered));
            warnings.iter().last().into_iter().for_each(warn);
        } else {
            let unused = |why| format!("--symmetry threads is not used: {why}");
            warnings.extend(unmodelled(&vm).into_iter().chain(args.against_symmetry().map(unused)));
            warnings.iter().for_each(warn);
        }
        let search =
            |options: &Options, control: &Control<'_>| allways_search::run(&vm, options, control);
        let mut verdict = searching(&vm, request, store, search)?;
        seconds += verdict.coverage().seconds;
        match stores::ran_out(&verdict) {
            Some(covered) if place + 1 < stores.len() => before = Some((store, covered.clone())),
            _ => {
                verdict.coverage_mut().seconds = seconds;
                return Ok(Searched { vm, verdict, store, warnings });
            }
        }
    }
    bail!("there is no store to search with")
}

/// Checks everything that a single execution can violate in finitely many steps.
fn check_safety(program: Program, notes: Vec<String>, request: &Request<'_>) -> Result<Outcome> {
    let Searched { vm, verdict, store, warnings } = search_safely(program, notes, request)?;
    let mut summary = Summary::of(&verdict);
    summary.warnings = warnings;
    summary.store = stores::name(store).to_string();
    summary.assumptions = assumptions::told(&vm.assumed());
    let unreached = vm.unreached();
    summary.unreached = allways_report::Unreached {
        assertions: unreached.assertions,
        functions: unreached.functions,
    };
    let told = match &verdict {
        Verdict::Violated(path, ..) | Verdict::Unsupported(path, ..) => Some(explain(&vm, path)?),
        _ => None,
    };
    let Some((actions, mut explanation)) = told else {
        return Ok(Outcome { summary, explanation: None });
    };
    if let Verdict::Violated(_, fault, coverage) = &verdict {
        optimised::mark(&mut explanation, *fault, coverage.seconds, request)?;
    }
    let options = told_options(&vm, request.options.clone());
    save_trace(request, &actions, None, options, &explanation)?;
    Ok(Outcome { summary, explanation: Some(explanation) })
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
        properties: properties(args),
        granularity: match args.reduction {
            Reduction::None => Granularity::Instruction,
            Reduction::Tau => Granularity::Tau,
            Reduction::Global => Granularity::Global,
            Reduction::Superstep => Granularity::Superstep,
            Reduction::Full => Granularity::Full,
        },
        bounded: args.context_bound.is_some(),
        invariants: args.invariant.clone(),
        symmetry: args.uses_symmetry(),
        abstraction: args.abstraction.clone(),
        entry: args.entry.clone(),
        args: std::iter::once(name).chain(args.arg.iter().cloned()).collect(),
        malloc_fail: args.may_fail(),
        address_reuse: args.reuses_addresses(),
        spurious_wakeups: args.wakes_spuriously(),
        nondet: args.nondet.map(|r| (r.0, r.1)),
        stdin,
        remembered: remembered(args),
        propositions: Vec::new(),
        temporal: temporal::asked(args),
        fair: false,
        nameless: false,
        broken: allways_vm::Broken::default(),
    })
}

/// The selected properties: invariants that are named are checked whatever else is.
fn properties(args: &CheckArgs) -> allways_vm::Properties {
    let invariant = (!args.invariant.is_empty()).then_some(Property::Invariant);
    args.property.0.iter().copied().chain(invariant).collect()
}

/// Why a function that the source names is not there.
fn removed_by_the_compiler(error: &StartError, files: &[PathBuf]) -> &'static str {
    let StartError::NoFunction(_, name) = error else { return "" };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let names = |file: &PathBuf| {
        let text = std::fs::read(file).unwrap_or_default();
        String::from_utf8_lossy(&text).split(|c| !is_word(c)).any(|word| word == name)
    };
    if files.iter().any(names) {
        ": the source has that name, but the compiler removed the function; it is static and \
         nothing calls it any more. Leave `static` out or mark it __attribute__((used))"
    } else {
        ""
    }
}

/// The most that a worker remembers of steps: a share of the memory limit, so that there is room for
/// states, and no more than pays.
fn remembered(args: &CheckArgs) -> u64 {
    const MOST: u64 = 256 << 20;
    let most = memory_limit(args).map_or(MOST, |bytes| (bytes / 8).min(MOST));
    most / args.workers() as u64
}

/// Bytes that the search may hold.
pub fn memory_limit(args: &CheckArgs) -> Option<u64> {
    args.memory.map(|m| m.0).or_else(limits::default_memory)
}

/// How to search, as the options say, with a store and within a time.
pub fn search_options(
    args: &CheckArgs,
    store: allways_search::Store,
    time: Option<Duration>,
) -> Options {
    Options {
        order: if args.search == Search::Bfs { Order::Bfs } else { Order::Dfs },
        threads: args.workers(),
        handoff: args.handoff,
        two_core_baseline: args.two_core_baseline,
        store,
        limits: Limits {
            states: args.max_states,
            time,
            memory: memory_limit(args),
            depth: args.depth,
            ..Limits::default()
        },
        context_bound: args.context_bound.map(|bound| bound.0),
        ..Options::default()
    }
}

/// Runs a search over the program as the options say, with a store.
pub fn searching<A>(
    vm: &Vm,
    request: &Request<'_>,
    store: allways_search::Store,
    search: impl FnOnce(&Options, &Control<'_>) -> Result<Verdict<A>, ReplayError>,
) -> Result<Verdict<A>> {
    let args = request.args;
    let time = args.time().map(|most| most.saturating_sub(request.start.elapsed()));
    let options = search_options(args, store, time);
    let watch = Watch::new(options.order, options.limits.memory, args.progress, args.quiet);
    let stop = interrupt::flag();
    let last = Mutex::new(None);
    let show = |progress: &Progress| {
        *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
        watch.show(progress);
    };
    let control = Control { stop: &stop, progress: &show };
    let guard = Guard { stop: &stop, time: options.limits.time, last: &last };
    let give_up = |reason, coverage| {
        watch.clear();
        give_up(in_all(Verdict::Unknown(reason, coverage), args), request);
    };
    let verdict = guard.watch(give_up, || {
        vm.seed_guesses();
        search(&options, &control)
    });
    watch.clear();
    let verdict = verdict
        .context("a counterexample does not replay; this is a bug in Allways, please report it")?;
    Ok(in_all(verdict, args))
}

/// Compiling and earlier searches took a part of the time that was given for all.
fn in_all<A>(mut verdict: Verdict<A>, args: &CheckArgs) -> Verdict<A> {
    if let (Verdict::Unknown(Reason::Timeout(seconds), _), Some(all)) = (&mut verdict, args.timeout)
    {
        *seconds = all;
    }
    verdict
}

/// Reports what is known while a step does not end, and leaves the step behind.
fn give_up(verdict: Verdict<Action>, request: &Request<'_>) {
    let mut summary = Summary::of(&verdict);
    fill(&mut summary, request.args, request);
    let outcome = Outcome { summary, explanation: None };
    reporting::print(&outcome, &Show::of(request.args));
    std::process::exit(INCONCLUSIVE);
}

/// Replays a counterexample in small steps and tells it.
pub fn explain(vm: &Vm, path: &Counterexample<Action>) -> Result<(Vec<Action>, Explanation)> {
    let bug = "this is a bug in Allways, please report it";
    let actions = allways_vm::refine(vm, &path.actions).context(bug)?;
    let explanation = allways_vm::explain(vm, &actions).context(bug)?;
    Ok((actions, explanation))
}

/// The options that make the steps in which a counterexample is told.
pub fn told_options(vm: &Vm, mut options: Vec<String>) -> Vec<String> {
    if vm.is_told_by_instructions() {
        let none = format!("--reduction={}", typed(Reduction::None));
        options
            .iter_mut()
            .filter(|o| o.starts_with("--reduction="))
            .for_each(|o| *o = none.clone());
    }
    options
}

/// Saves a counterexample, if that is asked for.
pub fn save_trace(
    request: &Request<'_>,
    actions: &[Action],
    cycle_decision: Option<usize>,
    options: Vec<String>,
    explanation: &Explanation,
) -> Result<()> {
    let Some(file) = &request.args.trace_out else { return Ok(()) };
    let decision = |a: &Action| Decision { thread: a.thread, choice: a.choice.into() };
    let saved = TraceFile {
        digest: request.digest.clone(),
        options,
        decisions: actions.iter().map(decision).collect(),
        cycle_decision,
        explanation: explanation.clone(),
    };
    saved.write(file).with_context(|| format!("cannot write `{}`", file.display()))
}

/// What the report says about how the search was made.
fn fill(summary: &mut Summary, args: &CheckArgs, request: &Request<'_>) {
    summary.threads = args.workers() as u32;
    summary.reduction = typed(args.reduction);
    summary.memory_model = typed(args.memory_model);
    summary.search = typed(args.search);
    // With `auto` it is the store that was used in the end.
    if summary.store.is_empty() {
        summary.store = typed(args.store);
    }
    summary.options = request.options.clone();
}

/// The arguments that make the same program and the same steps again.
pub fn replay_options(args: &CheckArgs, compiler: &Compiler) -> Vec<String> {
    let mut options: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
    let properties: Vec<&str> = args.property.0.iter().map(|p| p.name()).collect();
    options.push(format!("--property={}", properties.join(",")));
    // A counterexample is saved in the small steps in which it is told.
    let reduction =
        if args.reduction == Reduction::None { Reduction::None } else { Reduction::Tau };
    options.push(format!("--reduction={}", typed(reduction)));
    options.push(format!("--entry={}", args.entry));
    options.extend(args.arg.iter().map(|a| format!("--arg={a}")));
    options.extend(args.may_fail().then(|| "--malloc-fail".to_string()));
    options.extend(args.reuses_addresses().then(|| "--address-reuse".to_string()));
    options.extend(args.wakes_spuriously().then(|| "--spurious-wakeups".to_string()));
    options.extend(args.invariant.iter().map(|f| format!("--invariant={f}")));
    options.extend(args.abstraction.iter().map(|f| format!("--abstraction={f}")));
    options.extend(args.nondet.map(|r| format!("--nondet={}..{}", r.0, r.1)));
    options.extend(args.stdin.iter().map(|f| format!("--stdin={}", f.display())));
    options.extend(compiler.level.map(|l| format!("-O{l}")));
    if !compiler.flags.is_empty() {
        options.push("--".to_string());
        options.extend(compiler.flags.iter().cloned());
    }
    options
}

/// External functions that no model defines, with the place of a call.
pub fn unmodelled(vm: &Vm) -> Vec<String> {
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

/// Writes the files that were asked for.
pub fn write_files(args: &CheckArgs, outcome: &Outcome) -> Result<()> {
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
