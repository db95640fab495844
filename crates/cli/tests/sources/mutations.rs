//! Every rule of the reductions is switched off in turn: a program of `tests/programs/soundness` must
//! notice, and for what the default reduction guesses, the audit must notice even then.

use crate::checked::{Build, compile, root};
use allways_program::Program;
use allways_search::{Control, Options as SearchOptions, run};
use allways_space::{Property, Verdict};
use allways_vm::Granularity::{self, Full, Superstep};
use allways_vm::{Broken, Detail, Options, Rule, Vm, explain, refine};

/// A rule, and a program whose violation is lost without it.
struct Mutation {
    rule: Rule,
    program: &'static str,
    property: Property,
    granularity: Granularity,
    /// Rules that would find it too.
    instead: &'static [Rule],
    /// Whether the audit finds it without the rule.
    audited: bool,
    /// With `--address-reuse`.
    reuse: bool,
}

const fn guessed(rule: Rule, program: &'static str, property: Property) -> Mutation {
    let (granularity, instead) = (Full, &[]);
    Mutation { rule, program, property, granularity, instead, audited: true, reuse: false }
}

const fn put_together(rule: Rule, program: &'static str) -> Mutation {
    let guessed = guessed(rule, program, Property::Assert);
    Mutation { granularity: Superstep, audited: false, ..guessed }
}

/// What somebody can see, and nothing guesses.
const fn seen(rule: Rule, program: &'static str, property: Property) -> Mutation {
    Mutation { audited: false, ..guessed(rule, program, property) }
}

const fn reused(rule: Rule, program: &'static str, property: Property) -> Mutation {
    Mutation { reuse: true, ..guessed(rule, program, property) }
}

const MUTATIONS: [Mutation; 28] = [
    guessed(Rule::ScopeRange, "scope_marker_is_wide", Property::Memory),
    guessed(Rule::LargeObjects, "mutex_far_behind", Property::Race),
    Mutation {
        instead: &[Rule::Disguises, Rule::Ownership],
        ..guessed(Rule::LettingOut, "decoded_by_another", Property::Assert)
    },
    Mutation {
        instead: &[Rule::Numbers],
        ..guessed(Rule::RawMutex, "bytes_of_a_mutex", Property::Assert)
    },
    guessed(Rule::GuardBytes, "guard_overwritten", Property::Assert),
    Mutation {
        instead: &[Rule::Numbers],
        ..guessed(Rule::Discovery, "rare_look_at_a_mutex", Property::Assert)
    },
    guessed(Rule::Names, "name_depends_on_mention", Property::Assert),
    guessed(Rule::Ends, "named_after_its_end", Property::Ub),
    Mutation {
        audited: false,
        ..guessed(Rule::Disguises, "name_depends_on_mention", Property::Assert)
    },
    Mutation {
        instead: &[Rule::Disguises],
        ..guessed(Rule::Ownership, "decoded_and_used", Property::Assert)
    },
    guessed(Rule::Cells, "rare_access_without_guard", Property::Assert),
    put_together(Rule::BlockedThreads, "published_superstep"),
    put_together(Rule::OpeningSections, "section_in_between"),
    Mutation {
        instead: &[Rule::Names],
        ..put_together(Rule::NamesInTables, "name_between_two_steps")
    },
    put_together(Rule::Conflicts, "between_two_writes"),
    guessed(Rule::Numbers, "number_of_a_thread", Property::Assert),
    seen(Rule::Exchanges, "number_exchanged", Property::Assert),
    seen(Rule::MadeNumbers, "number_made_by_hand", Property::Assert),
    guessed(Rule::PartsOfNumbers, "number_half_made", Property::Assert),
    seen(Rule::LateJoins, "result_nobody_takes", Property::Leak),
    seen(Rule::LastEnd, "who_ends_last", Property::Leak),
    seen(Rule::TailCalls, "tail_call_ends_variables", Property::Assert),
    Mutation { audited: false, ..reused(Rule::LateFrees, "free_between_joins", Property::Assert) },
    Mutation { audited: false, ..reused(Rule::BornAgain, "born_again_in_section", Property::Race) },
    // The audit finds these two as well, in rounds that have fallen for other reasons.
    Mutation {
        audited: false,
        ..reused(Rule::ReusedIsOut, "stale_pointer_meets_block", Property::Race)
    },
    Mutation {
        audited: false,
        ..reused(Rule::ReusedGuards, "guard_at_freed_address", Property::Assert)
    },
    seen(Rule::Exits, "exit_seen_by_another", Property::Assert),
    Mutation {
        instead: &[Rule::Ownership],
        ..guessed(Rule::HandedOver, "handed_over_inner", Property::Assert)
    },
];

/// What a search says, and how many guesses only the audit saw fall.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Violated,
    Holds,
    /// A counterexample cannot be told.
    Untold,
}

fn answer(program: &Program, mutation: &Mutation, broken: Broken) -> (Answer, u64) {
    let options = Options {
        granularity: mutation.granularity,
        properties: [mutation.property].into_iter().collect(),
        address_reuse: mutation.reuse,
        broken,
        ..Options::default()
    };
    let vm = Vm::new(program.clone(), options).expect("there is a main");
    let search = SearchOptions { threads: 1, shorten: false, ..SearchOptions::default() };
    let Ok(verdict) = run(&vm, &search, &Control::none()) else { return (Answer::Untold, 0) };
    let audited = verdict.coverage().audit_broken;
    let answer = match verdict {
        Verdict::Holds(_) | Verdict::Unknown(..) => Answer::Holds,
        Verdict::Violated(path, ..) => {
            let told =
                refine(&vm, &path.actions).and_then(|small| explain(&vm, &small, Detail::Steps));
            if told.is_ok() { Answer::Violated } else { Answer::Untold }
        }
        Verdict::Unsupported(..) => panic!("{}: something unsupported", mutation.program),
    };
    (answer, audited)
}

fn program_of(mutation: &Mutation) -> Program {
    let file = root().join(format!("tests/programs/soundness/{}.c", mutation.program));
    let text = std::fs::read_to_string(file).expect("the program");
    compile(&text, Build::AS_WRITTEN).expect("it compiles")
}

#[test]
fn every_rule_is_needed() {
    let mut wrong = Vec::new();
    for mutation in &MUTATIONS {
        let program = program_of(mutation);
        let without = |rules: &[Rule]| rules.iter().fold(Broken::default(), |b, &r| b.with(r));
        let others = without(mutation.instead);
        let (rule, name) = (mutation.rule, mutation.program);
        let (whole, audited) = answer(&program, mutation, others);
        if (&whole, audited) != (&Answer::Violated, 0) {
            wrong.push(format!("{rule:?}, {name}: {whole:?}, audit {audited} with the rule"));
        }
        let (lost, _) = answer(&program, mutation, others.with(rule).with(Rule::Audit));
        if lost == Answer::Violated {
            wrong.push(format!("{rule:?}, {name}: nothing notices that it is off"));
        }
        let (found, audited) = answer(&program, mutation, others.with(rule));
        if mutation.audited && (&found, audited > 0) != (&Answer::Violated, true) {
            wrong.push(format!("{rule:?}, {name}: {found:?}, audit {audited} without the rule"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_switched_off_by_a_test() {
    for rule in Rule::ALL {
        let listed = MUTATIONS.iter().any(|m| m.rule == rule);
        assert!(listed || rule == Rule::Audit, "{rule:?}");
    }
}
