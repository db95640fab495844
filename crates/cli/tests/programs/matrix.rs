//! Every engine, store and reduction gives the same verdict.

use crate::case::Case;
use crate::run;

/// States after which a comparison is given up; what was compared before counts.
const LIMIT: &str = "200000";

/// Compares all combinations with the expectation.
pub fn compare(case: &Case) -> Result<(), String> {
    let mut counts = Vec::new();
    for (reduction, searches) in [
        ("none", &[("dfs", "tree")][..]),
        ("tau", &[("dfs", "tree"), ("dfs", "flat"), ("bfs", "tree"), ("bfs", "flat")]),
        ("full", &[("dfs", "tree"), ("bfs", "tree")]),
    ] {
        for &(search, store) in searches {
            let how = ["--search", search, "--reduction", reduction, "--store", store];
            let options = [&how[..], &["--max-states", LIMIT]].concat();
            let (json, _) = run::check_json(case, &options)?;
            let verdict = json["verdict"].as_str().unwrap_or("").to_string();
            let message = json["message"].as_str().unwrap_or("");
            if verdict == "error" && message.contains("--store flat is not available yet") {
                continue;
            }
            let gave_up = verdict == "unknown"
                && json["reason"].as_str().is_some_and(|r| r.contains("--max-states"));
            if gave_up {
                continue;
            }
            let property = json["property"].as_str().map(str::to_string);
            if verdict != case.verdict || (case.property.is_some() && property != case.property) {
                return Err(format!(
                    "{} with {search}, {store} and {reduction}: {verdict} {property:?}, want {} {:?}",
                    case.name(),
                    case.verdict,
                    case.property
                ));
            }
            if verdict == "holds" {
                counts.push((reduction, json["states"].as_u64(), json["transitions"].as_u64()));
            }
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
