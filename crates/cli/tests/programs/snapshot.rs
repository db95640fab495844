//! The report as people see it, beside the program.

use crate::case::Case;
use crate::run;

/// Compares the report with the file beside the program, or writes it when blessing.
pub fn compare(case: &Case) -> Result<(), String> {
    let output = run::check(case, &["--color", "never"]);
    let text = steady(&String::from_utf8_lossy(&output.stdout));
    let file = case.file.with_extension("report");
    if std::env::var_os("ALLWAYS_BLESS").is_some() {
        std::fs::write(&file, &text).expect("a snapshot can be written");
        return Ok(());
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    if expected == text {
        return Ok(());
    }
    Err(format!("{} differs (`make bless` accepts):\n{text}\ninstead of\n{expected}", case.name()))
}

/// A place in a library model, without the folder that the checker found its own files in: that depends on
/// where it was built.
fn without_folder(line: &str) -> String {
    match (line.strip_prefix("  at /"), line.find("/runtime/")) {
        (Some(_), Some(end)) => format!("  at {}", &line[end + 1..]),
        _ => line.to_string(),
    }
}

/// Without what differs from run to run or from clone to clone: times, memory and folders.
fn steady(text: &str) -> String {
    let units = ["s", "ms", "µs", "ns", "min", "h", "B", "KiB", "MiB", "GiB"];
    let mut out = Vec::new();
    for line in text.lines().map(without_folder) {
        let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
        for i in 1..words.len() {
            let unit = words[i].trim_end_matches([',', ';', '.', ')']).to_string();
            let number = words[i - 1].trim_start_matches('(').parse::<f64>().is_ok();
            if number && units.contains(&unit.as_str()) {
                words[i - 1] = "N".to_string();
                words[i] = words[i].replace(&unit, "UNIT");
            }
        }
        let line = words.join(" ").replace("under N UNIT", "N UNIT");
        out.push(line.replace("N UNIT N UNIT", "N UNIT"));
    }
    out.join("\n") + "\n"
}
