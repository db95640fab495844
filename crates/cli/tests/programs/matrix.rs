//! Every engine, store and reduction gives the same verdict.

use crate::case::Case;
use crate::run;
use serde_json::Value;

/// States after which a comparison is given up; what was compared before counts.
const LIMIT: &str = "200000";
/// The same where there is much to compare.
const LOW_LIMIT: &str = "20000";

/// An engine, a reduction, and further options.
type Way<'a> = (&'a str, &'a str, &'a [&'a str]);

const ENGINES: [Way<'_>; 8] = [
    ("dfs", "none", &[]),
    ("dfs", "tau", &[]),
    ("bfs", "tau", &[]),
    ("dfs", "global", &[]),
    ("dfs", "superstep", &[]),
    ("dfs", "full", &[]),
    ("bfs", "full", &[]),
    ("dfs", "full", &["--symmetry", "threads"]),
];

/// The baseline store, which holds states whole: a deep recursion takes much memory then.
const FLAT: [Way<'_>; 2] =
    [("dfs", "tau", &["--store", "flat"]), ("bfs", "tau", &["--store", "flat"])];
const FLAT_LIMIT: &str = "2000";

/// Stores that may take different states for one, with room for all.
const LOSSY: [Way<'_>; 4] = [
    ("dfs", "full", &["--store", "compact"]),
    ("bfs", "tau", &["--store", "compact"]),
    ("dfs", "tau", &["--store", "bitstate", "--memory", "16M"]),
    ("bfs", "full", &["--store", "bitstate", "--memory", "16M"]),
];
const LOSSY_LIMIT: &str = "20000";

/// Compares all combinations with the expectation.
pub fn compare(case: &Case) -> Result<(), String> {
    compare_ways(case, &ENGINES, LIMIT)?;
    compare_ways(case, &FLAT, FLAT_LIMIT)?;
    LOSSY.iter().try_for_each(|&way| compare_lossy(case, way))
}

/// A lossy store proves nothing and accuses nobody falsely. With room for all states it finds what
/// there is.
fn compare_lossy(case: &Case, way: Way<'_>) -> Result<(), String> {
    let Some(json) = answer(case, way, LOSSY_LIMIT)? else { return Ok(()) };
    let verdict = text(&json["verdict"]);
    let fits = match case.verdict.as_str() {
        "holds" => {
            verdict == "unknown" && text(&json["reason"]).contains("different states for one")
        }
        wanted => verdict == wanted,
    };
    if fits {
        return Ok(());
    }
    let (name, wanted) = (case.name(), &case.verdict);
    Err(format!("{name} with {way:?}: {verdict} ({}), want {wanted}", json["reason"]))
}

/// Compares the reductions with the expectation.
pub fn compare_reductions(case: &Case) -> Result<(), String> {
    compare_ways(case, &ENGINES[3..6], LOW_LIMIT)
}

fn compare_ways(case: &Case, ways: &[Way<'_>], limit: &str) -> Result<(), String> {
    let mut counts = Vec::new();
    for &way in ways {
        let Some(json) = answer(case, way, limit)? else { continue };
        let (verdict, property) = (text(&json["verdict"]), text(&json["property"]));
        let wanted = case.property.as_deref().unwrap_or(property);
        if verdict != case.verdict || property != wanted {
            return Err(format!(
                "{} with {way:?}: {verdict} {property}, want {} {wanted}",
                case.name(),
                case.verdict,
            ));
        }
        if verdict == "holds" {
            counts.push(((way.1, way.2), json["states"].as_u64(), json["transitions"].as_u64()));
        }
    }
    // A search order changes no count where everything is explored.
    for pair in counts.windows(2) {
        if pair[0].0 == pair[1].0 && pair[0] != pair[1] {
            return Err(format!("{}: counts differ: {pair:?}", case.name()));
        }
    }
    Ok(())
}

/// Compares the reductions with `none` for what the compiler makes of the program. What is wrong with
/// a program may be another thing then, so the expectation says nothing.
pub fn compare_levels(case: &Case) -> Result<(), String> {
    for level in ["-O0", "-O2"] {
        let further = [level];
        let Some(plain) = answer(case, ("dfs", "none", &further), LOW_LIMIT)? else { continue };
        for reduction in ["tau", "global", "superstep", "full"] {
            let way = ("dfs", reduction, &further[..]);
            let Some(json) = answer(case, way, LOW_LIMIT)? else { continue };
            // Which of several faults is found first is a matter of order.
            if json["verdict"] != plain["verdict"] {
                let (name, is) = (case.name(), text(&json["verdict"]));
                return Err(format!("{name} with {way:?}: {is}, none: {}", plain["verdict"]));
            }
        }
    }
    Ok(())
}

/// What the checker says; `None` when it gave up.
fn answer(
    case: &Case,
    (search, reduction, further): Way<'_>,
    limit: &str,
) -> Result<Option<Value>, String> {
    let options = ["--search", search, "--reduction", reduction, "--max-states", limit];
    let (json, _) = run::check_json(case, &[&options, further].concat())?;
    let gave_up = json["verdict"] == "unknown" && text(&json["reason"]).contains("--max-states");
    Ok((!gave_up).then_some(json))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}
