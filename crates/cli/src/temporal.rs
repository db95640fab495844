//! Temporal properties: which are asked for, and the check of one of them.

use crate::args::{CheckArgs, Fairness, Store};
use crate::check::{self, Request};
use crate::reporting::Outcome;
use crate::{assumptions, stores};
use allways_ltl::word::{self, Lasso};
use allways_ltl::{
    Automaton, Edge, Finite, Formula, ParseError, Product, ProductAction, hoa, next_free,
};
use allways_program::{Expression, ExpressionError, Program};
use allways_report::Summary;
use allways_space::{Counterexample, Explanation, Fault, Property, Verdict};
use allways_vm::{Action, Endless, Granularity, Properties, Temporal, Vm};
use anyhow::{Context, Result, anyhow, bail};

/// A temporal property.
pub struct Claim {
    /// As the report calls it.
    title: String,
    what: What,
    /// The executions that violate it.
    violations: Automaton,
    /// Single steps are told apart: nothing may be merged.
    counts_steps: bool,
    /// The option that asks for it again.
    option: String,
}

enum What {
    Formula(Formula),
    Automaton,
    Termination,
}

/// The globals that hold the formulas of the source.
const FORMULA: &str = "__allways_ltl_";

/// What the virtual machine has to know of it when it looks for faults.
pub fn asked(args: &CheckArgs) -> Temporal {
    if !args.ltl.is_empty() || args.automaton.is_some() || args.ltl_only.is_some() {
        Temporal::Asked
    } else if args.property.wants_formulas() {
        Temporal::OfSource
    } else {
        Temporal::Nothing
    }
}

/// Everything temporal that is asked for.
pub fn claims(program: &Program, args: &CheckArgs) -> Result<Vec<Claim>> {
    let mut claims = Vec::new();
    let source = formulas(program);
    if args.property.wants_formulas() || args.ltl_only.is_some() {
        let wanted = |name: &str| args.ltl_only.as_deref().is_none_or(|only| only == name);
        for (name, text) in source.iter().filter(|(name, _)| wanted(name)) {
            claims.push(Claim::formula(Some(name), text)?);
        }
    }
    if let Some(name) = args.ltl_only.as_ref().filter(|_| claims.is_empty()) {
        let names: Vec<&str> = source.iter().map(|(name, _)| name.as_str()).collect();
        bail!("the source has no formula `{name}`; it has {}", listed(&names));
    }
    for text in &args.ltl {
        claims.push(Claim::formula(None, text)?);
    }
    if let Some(file) = &args.automaton {
        claims.push(Claim::automaton(file)?);
    }
    if args.property.0.contains(&Property::Termination) {
        claims.push(Claim::termination());
    }
    for claim in &claims {
        claim.check_names(program)?;
    }
    Ok(claims)
}

/// The formulas of the source, by name.
fn formulas(program: &Program) -> Vec<(String, String)> {
    let texts = program.globals.iter().filter(|g| g.name.starts_with(FORMULA));
    let mut formulas: Vec<(String, String)> = texts
        .filter_map(|global| {
            let mut parts = global.init.value.split(|&byte| byte == 0);
            let mut part = || Some(String::from_utf8_lossy(parts.next()?).into_owned());
            Some((part()?, part()?))
        })
        .collect();
    formulas.sort();
    formulas
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}

impl Claim {
    fn formula(name: Option<&str>, text: &str) -> Result<Claim> {
        let formula = Formula::parse(text).map_err(|error| {
            let whose = name.map_or(String::new(), |name| format!(" `{name}`"));
            anyhow!("the formula{whose} is wrong\n{}", error.render(text))
        })?;
        let title = match name {
            Some(name) => format!("the formula `{name}` is violated: {text}"),
            None => format!("the formula `{text}` is violated"),
        };
        Ok(Claim {
            title,
            violations: Automaton::of(&formula.negated())?,
            counts_steps: !next_free(&formula),
            what: What::Formula(formula),
            option: format!("--ltl={text}"),
        })
    }

    fn automaton(file: &std::path::Path) -> Result<Claim> {
        let name = file.display();
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read `{name}` for --automaton"))?;
        let violations =
            hoa::parse(&text).with_context(|| format!("`{name}` is no automaton to check"))?;
        Ok(Claim {
            title: format!("the automaton of `{name}` accepts an execution"),
            what: What::Automaton,
            // Nobody says that it treats repeated letters as one.
            counts_steps: !hoa::is_stutter_invariant(&text),
            violations,
            option: format!("--automaton={name}"),
        })
    }

    fn termination() -> Claim {
        let label = allways_ltl::Cube::ALL;
        let endless = Automaton {
            initial: 0,
            states: vec![vec![Edge { label, to: 0, marks: 0 }]],
            propositions: Vec::new(),
            acceptance_sets: 0,
        };
        Claim {
            title: "the program need not end".to_string(),
            what: What::Termination,
            violations: endless,
            counts_steps: false,
            option: "--property=termination".to_string(),
        }
    }

    /// Every proposition must be bound by the program, or be an expression.
    fn check_names(&self, program: &Program) -> Result<()> {
        let known = allways_vm::declared_propositions(program);
        for name in &self.violations.propositions {
            if let Some(text) = name.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Expression::parse(text, program).map_err(|error| {
                    let ExpressionError { span, message, help } = error;
                    let error = ParseError { span, message, help };
                    anyhow!("{}: an expression is wrong\n{}", self.option, error.render(text))
                })?;
            } else if !known.contains(name) {
                let names: Vec<&str> = known.iter().map(String::as_str).collect();
                bail!(
                    "{}: the program has no proposition `{name}`; it has {} (a C expression over \
                     global variables stands in braces: {{count == 0}})",
                    self.option,
                    listed(&names)
                );
            }
        }
        Ok(())
    }

    /// Whether it is about the end of the program.
    pub fn is_termination(&self) -> bool {
        matches!(self.what, What::Termination)
    }

    fn fault(&self) -> Fault {
        let property = if self.is_termination() { Property::Termination } else { Property::Ltl };
        Fault { property, what: 0, place: 0 }
    }

    /// Without a word about it, termination is asked of a scheduler that lets everybody move.
    pub fn is_fair(&self, args: &CheckArgs) -> bool {
        let usual = if self.is_termination() { Fairness::Weak } else { Fairness::None };
        args.fair.unwrap_or(usual) == Fairness::Weak
    }

    /// The virtual machine that runs the program for this claim.
    pub fn machine(&self, program: Program, args: &CheckArgs) -> Result<Vm> {
        let mut options = check::vm_options(args)?;
        // A proposition without a value is a fault; everything else that can go wrong is asked elsewhere.
        options.properties = Properties::NONE.with(Property::Ltl);
        options.invariants.clear();
        if self.is_termination() {
            options.properties = options.properties.with(Property::Termination);
        }
        if self.counts_steps {
            options.granularity = Granularity::Instruction;
        }
        options.propositions = self.violations.propositions.clone();
        options.fair = self.is_fair(args);
        options.symmetry = false;
        Ok(Vm::new(program, options)?)
    }

    /// The formula and the propositions of its automaton, where it is one.
    pub fn as_formula(&self) -> Option<(&Formula, &[String])> {
        match &self.what {
            What::Formula(formula) => Some((formula, &self.violations.propositions)),
            What::Automaton | What::Termination => None,
        }
    }

    /// Whether it tells a step from two that change nothing.
    pub fn counts_steps(&self) -> bool {
        self.counts_steps
    }

    /// The executions that violate it.
    pub fn violations(&self) -> &Automaton {
        &self.violations
    }

    /// What was taken for granted, and what the user should know.
    pub fn notes(&self, args: &CheckArgs, summary: &mut Summary) {
        if self.is_fair(args) {
            summary
                .assumptions
                .push("weak fairness: a thread that can always move does so some time".to_string());
        }
        if args.uses_symmetry() {
            summary.warnings.push(format!(
                "--symmetry threads is not used for {}: which thread moves can matter to it",
                self.option
            ));
        }
        if self.counts_steps && args.reduction != crate::args::Reduction::None {
            summary.warnings.push(format!(
                "{} tells single steps apart (it uses X): every instruction is a step, and \
                 --reduction is off for it",
                self.option
            ));
        }
    }
}

/// Checks one temporal property.
pub fn check(claim: &Claim, program: Program, request: &Request<'_>) -> Result<Outcome> {
    let args = request.args;
    let vm = claim.machine(program, args)?;
    let product = Product::new(
        &vm,
        claim.violations.clone(),
        if claim.is_termination() { Finite::Dropped } else { Finite::Repeated },
        claim.is_fair(args),
    );
    let store = stores::exact_or_asked(args);
    let verdict = check::searching(&vm, request, store, |options, control| {
        allways_search::find_cycle(&product, product.marks(), claim.fault(), options, control)
    })?;
    let mut summary = Summary::of(&verdict);
    summary.store = stores::name(store).to_string();
    if args.store == Store::Auto && stores::ran_out(&verdict).is_some() {
        let kept = "--store auto stays with tree for temporal properties: another saves too little";
        summary.warnings.push(kept.to_string());
    }
    summary.assumptions = assumptions::told(&vm.assumed());
    claim.notes(args, &mut summary);
    let explanation = match &verdict {
        Verdict::Violated(path, ..) if path.cycle_start.is_some() => {
            Some(explain(claim, &vm, path, request)?)
        }
        Verdict::Violated(path, ..) | Verdict::Unsupported(path, ..) => {
            let path = Counterexample { actions: inner(&path.actions), cycle_start: None };
            let (actions, explanation) = check::explain(&vm, &path)?;
            let options = check::told_options(&vm, claim.replay_options(request));
            check::save_trace(request, &actions, None, options, &explanation)?;
            Some(explanation)
        }
        _ => None,
    };
    Ok(Outcome { summary, explanation })
}

fn inner(actions: &[ProductAction<Action>]) -> Vec<Action> {
    actions.iter().filter_map(|product| product.action).collect()
}

/// Replays an endless execution, reads its word and asks once more, without any automaton, whether
/// it violates the property.
fn explain(
    claim: &Claim,
    vm: &Vm,
    path: &Counterexample<ProductAction<Action>>,
    request: &Request<'_>,
) -> Result<Explanation> {
    let (prefix, cycle) = path.actions.split_at(path.cycle_start.unwrap_or(0));
    explain_cycle(claim, vm, &inner(prefix), &inner(cycle), request)
}

/// The same for an execution that somebody else has found.
pub fn explain_cycle(
    claim: &Claim,
    vm: &Vm,
    prefix: &[Action],
    cycle: &[Action],
    request: &Request<'_>,
) -> Result<Explanation> {
    let bug = "this is a bug in Allways, please report it";
    let whole: Vec<Action> = prefix.iter().chain(cycle).copied().collect();
    let start = allways_vm::refine(vm, prefix).context(bug)?.len();
    let actions = allways_vm::refine(vm, &whole).context(bug)?;
    let explanation = tell(claim, vm, &actions, start).context(bug)?;
    let options = check::told_options(vm, claim.replay_options(request));
    check::save_trace(request, &actions, Some(start), options, &explanation)?;
    Ok(explanation)
}

/// Tells an endless execution in small steps, after making sure that it violates the claim.
fn tell(claim: &Claim, vm: &Vm, actions: &[Action], start: usize) -> Result<Explanation> {
    let mut message = claim.title.clone();
    if start == actions.len() {
        message.push_str(" (the execution ends, and its last state is repeated)");
    }
    let endless = Endless { property: claim.fault().property, message, help: String::new() };
    let told = allways_vm::explain_lasso(vm, actions, start, endless)?;
    let word = Lasso { prefix: told.prefix, cycle: told.cycle };
    let violates = match &claim.what {
        What::Formula(formula) => !word::holds(formula, &claim.violations.propositions, &word),
        What::Automaton => word::accepts(&claim.violations, &word),
        What::Termination => true,
    };
    if violates {
        Ok(told.explanation)
    } else {
        bail!("the execution does not violate the property")
    }
}

impl Claim {
    fn replay_options(&self, request: &Request<'_>) -> Vec<String> {
        let mut options = request.options.clone();
        options.retain(|o| !o.starts_with("--property="));
        if self.counts_steps {
            options.retain(|o| !o.starts_with("--reduction="));
            options.insert(1, "--reduction=none".to_string());
        }
        let property = if self.is_termination() { "termination" } else { "ltl" };
        let fair = if self.is_fair(request.args) { "weak" } else { "none" };
        options.insert(1, format!("--property={property}"));
        options.insert(1, format!("--fair={fair}"));
        if !self.is_termination() {
            options.insert(1, self.option.clone());
        }
        options
    }
}

/// Runs a saved endless execution again.
pub fn replay(
    program: Program,
    args: &CheckArgs,
    actions: &[Action],
    cycle_start: usize,
) -> Result<Explanation> {
    let claim = if let Some(text) = args.ltl.last() {
        Claim::formula(None, text)?
    } else if let Some(file) = &args.automaton {
        Claim::automaton(file)?
    } else {
        Claim::termination()
    };
    let vm = claim.machine(program, args)?;
    tell(&claim, &vm, actions, cycle_start)
}
