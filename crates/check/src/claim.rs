//! Temporal properties: which are asked for, and what each of them is.

use crate::assumption::Assumption;
use crate::claim_name::ClaimName;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::request::{AutomatonText, Fairness, Request, SourceFormulas};
use crate::warning::Warning;
use allways_ltl::word::{self, Lasso};
use allways_ltl::{Automaton, Cube, Edge, Formula, ParseError, hoa, next_free};
use allways_program::{Expression, ExpressionError, Program};
use allways_space::{Fault, Property};
use allways_trace::Temporal;
use allways_vm::{Endless, Granularity, Properties, Vm};

/// A temporal property.
pub struct Claim {
    /// The name that the source gives to a formula.
    given: Option<String>,
    what: What,
    /// The executions that violate it.
    violations: Automaton,
    /// Single steps are told apart: nothing may be merged.
    counts_steps: bool,
}

enum What {
    /// A formula and its text.
    Formula(Formula, String),
    Automaton(AutomatonText),
    Termination,
}

/// The globals that hold the formulas of the source.
const FORMULA: &str = "__allways_ltl_";

/// Everything temporal that is asked for.
pub fn claims(program: &Program, request: &Request) -> Result<Vec<Claim>, Error> {
    let mut claims = Vec::new();
    for (name, text) in wanted(formulas(program), &request.source_formulas)? {
        claims.push(Claim::formula(Some(&name), &text)?);
    }
    for text in &request.formulas {
        claims.push(Claim::formula(None, text)?);
    }
    if let Some(automaton) = &request.automaton {
        claims.push(Claim::automaton(automaton)?);
    }
    if request.properties.contains(&Property::Termination) {
        claims.push(Claim::termination());
    }
    for claim in &claims {
        claim.check_names(program)?;
    }
    Ok(claims)
}

/// The formulas of the source that are asked for.
fn wanted(
    mut source: Vec<(String, String)>,
    which: &SourceFormulas,
) -> Result<Vec<(String, String)>, Error> {
    match which {
        SourceFormulas::None => source.clear(),
        SourceFormulas::All => {}
        SourceFormulas::Only(only) => {
            let names = source.iter().map(|(name, _)| name.clone()).collect();
            source.retain(|(name, _)| name == only);
            if source.is_empty() {
                return Err(Error::NoFormula(only.clone(), names));
            }
        }
    }
    Ok(source)
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

impl Claim {
    fn formula(name: Option<&str>, text: &str) -> Result<Claim, Error> {
        let formula = Formula::parse(text)
            .map_err(|error| Error::Formula(name.map(str::to_string), text.to_string(), error))?;
        Ok(Claim {
            given: name.map(str::to_string),
            violations: Automaton::of(&formula.negated())
                .map_err(|error| Error::TooLarge(error.to_string()))?,
            counts_steps: !next_free(&formula),
            what: What::Formula(formula, text.to_string()),
        })
    }

    fn automaton(automaton: &AutomatonText) -> Result<Claim, Error> {
        let AutomatonText { name, hoa: text } = automaton;
        let violations =
            hoa::parse(text).map_err(|error| Error::Automaton(name.clone(), error.to_string()))?;
        Ok(Claim {
            given: None,
            what: What::Automaton(automaton.clone()),
            // Nobody says that it treats repeated letters as one.
            counts_steps: !hoa::is_stutter_invariant(text),
            violations,
        })
    }

    fn termination() -> Claim {
        let endless = Automaton {
            initial: 0,
            states: vec![vec![Edge { label: Cube::ALL, to: 0, marks: 0 }]],
            propositions: Vec::new(),
            acceptance_sets: 0,
        };
        Claim { given: None, what: What::Termination, violations: endless, counts_steps: false }
    }

    /// Every proposition must be bound by the program, or be an expression.
    fn check_names(&self, program: &Program) -> Result<(), Error> {
        let known = allways_vm::declared_propositions(program);
        for name in &self.violations.propositions {
            if let Some(text) = name.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Expression::parse(text, program).map_err(|error| {
                    let ExpressionError { span, message, help } = error;
                    let error = ParseError { span, message, help };
                    Error::Expression(self.name(), text.to_string(), error)
                })?;
            } else if !known.contains(name) {
                let known = known.iter().map(ToString::to_string).collect();
                return Err(Error::NoProposition(self.name(), name.clone(), known));
            }
        }
        Ok(())
    }

    /// By which it is told from others.
    pub fn name(&self) -> ClaimName {
        match &self.what {
            What::Formula(_, text) => ClaimName::Formula(text.clone()),
            What::Automaton(automaton) => ClaimName::Automaton(automaton.name.clone()),
            What::Termination => ClaimName::Termination,
        }
    }

    /// A request for nothing else.
    pub fn alone(&self, request: &Request) -> Request {
        let mut alone = Request {
            properties: vec![self.fault().property],
            source_formulas: SourceFormulas::None,
            formulas: Vec::new(),
            automaton: None,
            fair: Some(if self.is_fair(request) { Fairness::Weak } else { Fairness::None }),
            ..request.clone()
        };
        match &self.what {
            What::Formula(_, text) => alone.formulas.push(text.clone()),
            What::Automaton(automaton) => alone.automaton = Some(automaton.clone()),
            What::Termination => {}
        }
        alone
    }

    /// The one that a request asks for, if it asks for nothing else.
    pub(crate) fn alone_in(request: &Request) -> Result<Option<Claim>, Error> {
        if !request.is_only_temporal() {
            Ok(None)
        } else if let Some(text) = request.formulas.first() {
            Claim::formula(None, text).map(Some)
        } else if let Some(automaton) = &request.automaton {
            Claim::automaton(automaton).map(Some)
        } else {
            let ends = request.properties.contains(&Property::Termination);
            Ok(ends.then(Claim::termination))
        }
    }

    /// Whether it is about the end of the program.
    pub fn is_termination(&self) -> bool {
        matches!(self.what, What::Termination)
    }

    pub(crate) fn fault(&self) -> Fault {
        let property = if self.is_termination() { Property::Termination } else { Property::Ltl };
        Fault { property, what: 0, place: 0 }
    }

    /// Without a word about it, termination is asked of a scheduler that lets everybody move.
    pub fn is_fair(&self, request: &Request) -> bool {
        let usual = if self.is_termination() { Fairness::Weak } else { Fairness::None };
        request.fair.unwrap_or(usual) == Fairness::Weak
    }

    /// The virtual machine that runs the program for this claim.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn machine(&self, program: Program, request: &Request) -> Result<Vm, Error> {
        let mut options = request.machine_options();
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
        options.fair = self.is_fair(request);
        options.symmetry = false;
        Ok(Vm::new(program, options)?)
    }

    /// The formula and the propositions of its automaton, where it is one.
    pub fn as_formula(&self) -> Option<(&Formula, &[String])> {
        match &self.what {
            What::Formula(formula, _) => Some((formula, &self.violations.propositions)),
            What::Automaton(_) | What::Termination => None,
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

    /// How an endless execution is told that violates it; `ends` where only its last state repeats.
    pub(crate) fn endless(&self, ends: bool) -> Endless {
        let property = match &self.what {
            What::Formula(_, text) => {
                Temporal::Formula { name: self.given.clone(), text: text.clone() }
            }
            What::Automaton(automaton) => Temporal::Automaton { name: automaton.name.clone() },
            What::Termination => Temporal::Termination,
        };
        Endless { property, ends }
    }

    /// Whether an execution with these letters violates it, whatever an automaton says.
    pub(crate) fn is_violated_by(&self, prefix: Vec<u64>, cycle: Vec<u64>) -> bool {
        let word = Lasso { prefix, cycle };
        match &self.what {
            What::Formula(formula, _) => {
                !word::holds(formula, &self.violations.propositions, &word)
            }
            What::Automaton(_) => word::accepts(&self.violations, &word),
            What::Termination => true,
        }
    }

    /// Adds what was taken for granted, and what the user should know.
    pub fn add_notes(&self, request: &Request, outcome: &mut Outcome) {
        let (assumptions, warnings) = (&mut outcome.assumptions, &mut outcome.warnings);
        assumptions.extend(self.is_fair(request).then_some(Assumption::WeakFairness));
        if request.uses_symmetry() {
            warnings.push(Warning::SymmetryUnusedFor(self.name()));
        }
        if self.counts_steps && request.granularity != Granularity::Instruction {
            warnings.push(Warning::CountsSteps(self.name()));
        }
    }
}
