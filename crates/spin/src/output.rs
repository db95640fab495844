//! What `pan` prints, read.

/// The figures and the outcome of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// Errors found.
    pub errors: u64,
    /// States stored.
    pub states: u64,
    /// Transitions followed.
    pub transitions: u64,
    /// The longest path looked at.
    pub depth: u64,
    /// Bytes that `pan` itself used.
    pub bytes: u64,
    /// Seconds of search.
    pub seconds: f64,
    /// The error is an accepting or non-progress cycle, or a claim that was violated.
    pub temporal: bool,
    /// The search was cut at its greatest depth.
    pub too_deep: bool,
    /// Why the search is not complete, in `pan`'s words.
    pub incomplete: Option<String>,
    /// The statistics are there: `pan` came to its end.
    pub finished: bool,
}

/// Lines that say that something was left out.
const INCOMPLETE: [&str; 7] = [
    "max search depth too small",
    "Search not completed",
    "out of memory",
    "MEMLIM bound",
    "VECTORSZ",
    "hash table full",
    "aborting",
];

impl Output {
    /// Reads everything that a run printed.
    pub fn read(text: &str) -> Output {
        let mut output = Output::default();
        for line in text.lines() {
            output.line(line.trim());
        }
        output
    }

    fn line(&mut self, line: &str) {
        if let Some(errors) = after(line, "errors: ") {
            self.errors = self.errors.max(errors as u64);
            self.finished = true;
        }
        if let Some(depth) = after(line, "depth reached ") {
            self.depth = self.depth.max(depth as u64);
        }
        if let Some(states) = before(line, " states, stored") {
            self.states = states as u64;
        }
        if let Some(transitions) = before(line, " transitions (=") {
            self.transitions = transitions as u64;
        }
        if let Some(megabytes) = before(line, "total actual memory usage") {
            self.bytes = (megabytes * 1048576.0) as u64;
        }
        if let Some(seconds) = after(line, "elapsed time ") {
            self.seconds = seconds;
        }
        self.too_deep |= line.contains("max search depth too small");
        if self.incomplete.is_none() && INCOMPLETE.iter().any(|what| line.contains(what)) {
            self.incomplete = Some(line.trim_start_matches("error: ").to_string());
        }
        let cycle = ["acceptance cycle", "non-progress cycle", "claim violated"];
        let told = line.starts_with("pan:") || line.contains("pan: ");
        self.temporal |= told && cycle.iter().any(|what| line.contains(what));
    }
}

/// The number behind a text.
fn after(line: &str, text: &str) -> Option<f64> {
    let rest = line[line.find(text)? + text.len()..].trim_start();
    let end = rest.find(|c: char| !is_numeric(c)).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// The number in front of a text.
fn before(line: &str, text: &str) -> Option<f64> {
    let front = line[..line.find(text)?].trim_end();
    let start = front.rfind(|c: char| !is_numeric(c)).map_or(0, |at| at + 1);
    front[start..].parse().ok()
}

fn is_numeric(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_found() {
        let text = "pan:1: assertion violated 0 (at depth 12)\npan: wrote model.pml.trail\n\
             State-vector 44 byte, depth reached 13, errors: 1\n 1.2e+08 states, stored (73 visited)\n\
                    70 states, matched\n      143 transitions (= visited+matched)\n\
               128.730\ttotal actual memory usage\n\npan: elapsed time 0.25 seconds\n";
        let output = Output::read(text);
        assert_eq!(output.errors, 1);
        assert_eq!(output.states, 120_000_000);
        assert_eq!(output.transitions, 143);
        assert_eq!(output.depth, 13);
        assert_eq!(output.seconds, 0.25);
        assert_eq!(output.bytes, (128.730 * 1048576.0) as u64);
        assert!(output.finished && !output.temporal && output.incomplete.is_none());
    }

    #[test]
    fn what_was_left_out_is_said() {
        let output = Output::read("error: max search depth too small\nerrors: 0\n");
        assert!(output.too_deep);
        assert_eq!(output.incomplete.as_deref(), Some("max search depth too small"));
        let output = Output::read("pan:1: acceptance cycle (at depth 8)\nerrors: 1\n");
        assert!(output.temporal);
    }

    #[test]
    fn nothing_is_no_result() {
        assert!(!Output::read("Segmentation fault\n").finished);
    }
}
