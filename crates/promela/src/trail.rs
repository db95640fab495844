//! A trail of SPIN, back in terms of C.
//!
//! The comments of the model name the lines of C, so a model explains its own trails, also after it was edited.

use crate::error::{Error, Result};
use std::path::Path;
use std::process::{Command, Output};

/// One step of a trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// The number of the step in the trail.
    pub number: u32,
    /// SPIN's number of the process.
    pub process: u32,
    /// The process type: a function of the program.
    pub function: String,
    /// The line of the model, counted from 1.
    pub model_line: u32,
    /// The C file and line, unless the step is the model's own.
    pub source: Option<(String, u32)>,
    /// What was executed, in Promela.
    pub action: String,
}

/// A trail explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The steps, in order.
    pub steps: Vec<TrailStep>,
    /// What went wrong at the end, in SPIN's words.
    pub outcome: String,
    /// The index of the step at which the repeating part begins.
    pub cycle_start: Option<usize>,
}

/// Replays a trail with `spin` and finds the line of C of every step.
///
/// # Errors
/// When a file cannot be read, or when `spin` cannot be run or does not accept the model and the trail.
pub fn explain_trail(model: &Path, trail: &Path) -> Result<Trail> {
    let text = std::fs::read_to_string(model).map_err(|problem| file(model, &problem))?;
    let model = std::fs::canonicalize(model).map_err(|problem| file(model, &problem))?;
    let trail = std::fs::canonicalize(trail).map_err(|problem| file(trail, &problem))?;
    let output = replay(&model, &trail)
        .map_err(|p| tool(p.to_string(), "install spin (Debian: apt-get install spin)"))?;
    let replay = String::from_utf8_lossy(&output.stdout).into_owned();
    let explained = read_replay(&replay, &source_lines(&text));
    if explained.steps.is_empty() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = if said.trim().is_empty() { replay.trim() } else { said.trim() };
        return Err(tool(
            format!("no step could be replayed: {said}"),
            "give the trail that `pan` wrote for exactly this model",
        ));
    }
    Ok(explained)
}

/// Runs `spin` in a folder of its own: it writes `pan.pre` where it runs, over that of others.
fn replay(model: &Path, trail: &Path) -> std::io::Result<Output> {
    let folder = tempfile::tempdir()?;
    let mut spin = Command::new("spin");
    spin.args(["-t", "-p", "-k"]).arg(trail).arg(model).current_dir(folder.path()).output()
}

fn file(path: &Path, problem: &std::io::Error) -> Error {
    Error::File { path: path.into(), problem: problem.to_string() }
}

fn tool(problem: String, hint: &str) -> Error {
    Error::Tool { name: "spin".into(), problem, hint: hint.into() }
}

/// For each line of a model, the C line that the last comment at or before it names.
fn source_lines(model: &str) -> Vec<Option<(String, u32)>> {
    let mut last = None;
    model
        .lines()
        .map(|line| {
            if line.trim().is_empty() {
                last = None;
            }
            if let Some(place) = comment(line) {
                last = Some(place);
            }
            last.clone()
        })
        .collect()
}

/// `/* file.c:12 */` at the end of a line.
fn comment(line: &str) -> Option<(String, u32)> {
    let inside = line.trim_end().strip_suffix("*/")?.rsplit_once("/*")?.1.trim();
    let (file, number) = inside.rsplit_once(':')?;
    if file.contains(char::is_whitespace) {
        return None;
    }
    Some((file.to_string(), number.parse().ok()?))
}

fn read_replay(replay: &str, sources: &[Option<(String, u32)>]) -> Trail {
    let mut trail = Trail { steps: Vec::new(), outcome: String::new(), cycle_start: None };
    for line in replay.lines() {
        if line.contains("START OF CYCLE") {
            trail.cycle_start = Some(trail.steps.len());
        } else if let Some(step) = read_step(line, sources) {
            trail.steps.push(step);
        } else if let Some(said) = outcome(line) {
            if !trail.outcome.is_empty() {
                trail.outcome.push_str("; ");
            }
            trail.outcome.push_str(said);
        }
    }
    if trail.outcome.is_empty() {
        trail.outcome = match trail.cycle_start {
            Some(_) => "an endless execution violates the formula".into(),
            None => "no process can go on, and not all have ended".into(),
        };
    }
    trail
}

/// `7: proc 2 (main:1) m.pml:340 (state 77) [i = 0]`, with tabs in some places.
fn read_step(line: &str, sources: &[Option<(String, u32)>]) -> Option<TrailStep> {
    let (number, rest) = line.trim_start().split_once(':')?;
    let rest = rest.trim_start().strip_prefix("proc")?.trim_start();
    let (process, rest) = rest.split_once(" (")?;
    let (function, rest) = rest.split_once(") ")?;
    let function = function.rsplit_once(':').map_or(function, |(name, _)| name);
    let (place, action) = rest.split_once("\t[")?;
    let place = place.split(" (state").next()?;
    let model_line: u32 = place.rsplit_once(':')?.1.trim().parse().ok()?;
    let action = action.trim_end().trim_end_matches(']');
    // Lines that only say where control goes on.
    if action == ".(goto)"
        || action == "sub-sequence"
        || action == "break"
        || action.starts_with("goto ")
    {
        return None;
    }
    let source = sources.get(usize::try_from(model_line).ok()?.checked_sub(1)?)?.clone();
    Some(TrailStep {
        number: number.trim().parse().ok()?,
        process: process.trim().parse().ok()?,
        function: function.trim_matches(':').to_string(),
        model_line,
        source,
        action: action.to_string(),
    })
}

fn outcome(line: &str) -> Option<&str> {
    let said = line.trim();
    if let Some(text) = said.strip_prefix("spin: text of failed assertion:") {
        return Some(text.trim());
    }
    let error = said.strip_prefix("spin:").filter(|text| text.contains("Error:"));
    error.and_then(|text| text.split_once("Error:")).map(|(_, text)| text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_find_their_source_line() {
        let model = "x = 1;   /* a.c:3 */\ny = 2;\n\nz = 3; /* about: 4 things */\n";
        let lines = source_lines(model);
        assert_eq!(lines[1], Some(("a.c".to_string(), 3)));
        assert_eq!(lines[3], None);
        let step = read_step("  7:\tproc  2 (main:1) m.pml:2 (state 77)\t[y = 2]", &lines).unwrap();
        assert_eq!((step.number, step.process, step.function.as_str()), (7, 2, "main"));
        assert_eq!(step.source, Some(("a.c".to_string(), 3)));
        assert_eq!(step.action, "y = 2");
    }

    #[test]
    fn the_end_is_told() {
        let text = "spin: m.pml:4, Error: assertion violated\nspin: text of failed assertion: assert((x==2))\n";
        assert_eq!(read_replay(text, &[]).outcome, "assertion violated; assert((x==2))");
        let cycle = "<<<<<START OF CYCLE>>>>>\n";
        assert_eq!(read_replay(cycle, &[]).cycle_start, Some(0));
    }
}
