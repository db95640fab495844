//! Runs the checker.

use crate::case::Case;
use serde_json::Value;
use std::process::{Command, Output};

fn allways() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allways"));
    command.current_dir(crate::root()).env_remove("COLUMNS");
    command
}

/// `allways check FILE EXTRA OPTIONS`.
pub fn check(case: &Case, extra: &[&str]) -> Output {
    let mut command = allways();
    let words = case.words();
    command.arg("check").arg(&words[0]).args(extra);
    command.args(&words[1..]).output().expect("the checker runs")
}

/// The JSON that `check --json` prints.
pub fn check_json(case: &Case, extra: &[&str]) -> Result<(Value, Output), String> {
    let output = check(case, &[&["--json"], extra].concat());
    match serde_json::from_slice(&output.stdout) {
        Ok(json) => Ok((json, output)),
        Err(_) => Err(format!(
            "{}: no JSON, exit {:?}: {}",
            case.name(),
            output.status.code(),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

const CODES: [(&str, i32); 4] = [("holds", 0), ("violated", 1), ("error", 2), ("unknown", 3)];

/// Checks verdict, exit code, marked line and replay.
pub fn expected(case: &Case) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace.json");
    let trace_text = trace.display().to_string();
    let (json, output) = check_json(case, &["--trace-out", &trace_text])?;
    let complain = |what: String| Err(format!("{}: {what}: {}", case.name(), json["message"]));
    if json["verdict"] != case.verdict.as_str() {
        return complain(format!("want {}, got {}", case.verdict, json["verdict"]));
    }
    if let Some(property) = &case.property
        && json["property"] != property.as_str()
    {
        return complain(format!("want {property}, got {}", json["property"]));
    }
    let code = CODES.iter().find(|(v, _)| *v == case.verdict).map(|(_, code)| *code);
    if output.status.code() != code {
        return complain(format!("exit code {:?}", output.status.code()));
    }
    if case.verdict != "violated" {
        return Ok(());
    }
    if let Some(complaint) = not_marked(case, &json) {
        return complain(complaint);
    }
    let replay = allways().arg("replay").arg(&trace).output().expect("the checker runs");
    if replay.status.code() != Some(1) {
        let text = String::from_utf8_lossy(&replay.stderr).into_owned();
        return complain(format!("does not replay, exit {:?}: {text}", replay.status.code()));
    }
    Ok(())
}

/// Where the program marks its fault, the report must name that line.
fn not_marked(case: &Case, json: &Value) -> Option<String> {
    let property = json["property"].as_str().unwrap_or("");
    let marked: Vec<u64> =
        case.marks.iter().filter(|(_, p)| p == property).map(|(line, _)| *line).collect();
    if marked.is_empty() {
        return None;
    }
    let here = json["location"]["line"].as_u64();
    let related =
        json["related"].as_array().into_iter().flatten().filter_map(|r| r["line"].as_u64());
    let named: Vec<u64> = here.into_iter().chain(related).collect();
    let found = named.iter().any(|line| marked.contains(line));
    (!found).then(|| format!("marked on {marked:?}, reported on {named:?}"))
}
