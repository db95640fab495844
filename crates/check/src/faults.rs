//! The search for everything that an execution can violate in finitely many steps.

use crate::error::Error;
use crate::outcome::Outcome;
use crate::part::Unfinished;
use crate::request::Request;
use crate::search::{Own, Part};
use crate::warning::{Warning, unmodelled};
use crate::{assumption, memory, stores, telling};
use allways_program::Program;
use allways_search::{self as search, Control, Frontier, Store, run, run_part};
use allways_space::{Coverage, Verdict};
use allways_vm::{Action, Options, Vm};

/// A search that has ended: over what, with what, and what it says.
struct Searched {
    vm: Vm,
    verdict: Verdict<Action>,
    store: Store,
    warnings: Vec<Warning>,
    /// Where to go on, if that is asked for.
    frontier: Option<Frontier>,
}

/// Looks for faults.
pub fn check(own: &Own<'_>, program: &Program, request: &Request) -> Result<Outcome, Error> {
    let Searched { vm, verdict, store, warnings, frontier } = search(own, program, request)?;
    let mut outcome = Outcome::of(&verdict, stores::name(store));
    outcome.unfinished = frontier.map(|left| Unfinished::of(program, request, &left, &vm));
    let unused = request.against_symmetry().map(Warning::SymmetryUnused);
    // A search that was cut short by a fault has not seen much.
    let searched = matches!(verdict, Verdict::Holds(_) | Verdict::Unknown(..));
    let asymmetry = vm.asymmetry().filter(|_| searched).map(Warning::NothingSymmetric);
    let unused = unused.or(asymmetry);
    let reached = match &verdict {
        Verdict::Unsupported(_, gap, _) => Some(*gap),
        _ => None,
    };
    let ignored = vm.ignored().into_iter().map(Warning::Ignored);
    let about_program = unmodelled(&vm, reached).into_iter().chain(unused);
    outcome.warnings = about_program.chain(warnings).chain(ignored).collect();
    outcome.assumptions = assumption::of_world(&vm);
    outcome.unreached = vm.unreached();
    let effort = own.effort(verdict.coverage());
    outcome.found = match &verdict {
        Verdict::Violated(path, fault, _) => {
            Some(telling::tell(&vm, request, &path.actions, Some(*fault), effort)?)
        }
        Verdict::Unsupported(path, ..) => {
            Some(telling::tell(&vm, request, &path.actions, None, effort)?)
        }
        Verdict::Holds(_) | Verdict::Unknown(..) => None,
    };
    Ok(outcome)
}

/// Searches with one store after the other until there is memory enough.
fn search(own: &Own<'_>, program: &Program, request: &Request) -> Result<Searched, Error> {
    let stores = stores::all(request);
    let resident = memory::resident();
    let (mut warnings, mut seconds) = (Vec::new(), 0.0);
    let mut place = 0;
    loop {
        let store = stores[place];
        let machine = || {
            let options = Options { packed_roots: store.is_lossy(), ..request.machine_options() };
            let vm = Vm::new(program.clone(), options)?;
            if place > 0 {
                vm.count_held(left_behind(request, resident));
            }
            Ok(vm)
        };
        let mut frontier = None;
        let search = |vm: &Vm, options: &search::Options, control: &Control<'_>| {
            // A smaller store after the first begins anew.
            let part = own.part.filter(|_| place == 0);
            search_part(part, vm, options, control, &mut frontier)
        };
        let (vm, mut verdict) = own.search(request, store, machine, search)?;
        seconds += verdict.coverage().seconds;
        match (stores::ran_out(&verdict), stores.get(place + 1)) {
            (Some(covered), Some(&next)) => warnings.push(smaller(store, next, covered)),
            _ => {
                verdict.coverage_mut().seconds = seconds;
                return Ok(Searched { vm, verdict, store, warnings, frontier });
            }
        }
        place += 1;
    }
}

/// Searches, in one piece or in parts; says where to go on.
fn search_part(
    part: Option<Part<'_>>,
    vm: &Vm,
    options: &search::Options,
    control: &Control<'_>,
    left: &mut Option<Frontier>,
) -> Result<Verdict<Action>, Error> {
    let Some(Part { from }) = part else { return Ok(run(vm, options, control)?) };
    let from = from.map(|from| from.frontier(vm)).transpose()?;
    let part = run_part(vm, options, control, from.as_ref())?;
    *left = part.frontier;
    Ok(part.verdict)
}

/// What an earlier search holds of the memory although it has ended. Some megabytes are left however
/// small the limit is: they must not use it up.
fn left_behind(request: &Request, resident: u64) -> u64 {
    memory::return_free_memory();
    let left = memory::resident().saturating_sub(resident);
    request.memory_limit().map_or(0, |limit| left.min(limit / 8))
}

fn smaller(from: Store, to: Store, covered: &Coverage) -> Warning {
    let (from, to) = (stores::name(from), stores::name(to));
    Warning::SmallerStore { states: covered.states, from, to }
}
