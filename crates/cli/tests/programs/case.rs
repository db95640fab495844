//! Expectations as the programs state them.

use std::path::{Path, PathBuf};

/// One `// expect:` line.
#[derive(Clone, Debug)]
pub struct Case {
    /// The program.
    pub file: PathBuf,
    /// Which of its lines.
    pub number: usize,
    /// Options for the checker, and behind `--` for the compiler.
    pub options: Vec<String>,
    /// `holds`, `violated`, `unknown` or `error`.
    pub verdict: String,
    /// The property, where one is named.
    pub property: Option<String>,
    /// Lines marked with `//~`, and with what.
    pub marks: Vec<(u64, String)>,
}

impl Case {
    /// Leaves search and reduction open.
    pub fn is_plain(&self) -> bool {
        let fixed = [
            "--search",
            "--reduction",
            "--depth",
            "--context-bound",
            "--abstraction",
            "--symmetry",
            "--max-states",
            "--timeout",
            "--memory",
        ];
        !self.options.iter().any(|o| fixed.iter().any(|f| o.starts_with(f)))
    }

    /// The program's path as a user in the repository's folder would type it, and the options.
    pub fn words(&self) -> Vec<String> {
        let path = self.file.strip_prefix(crate::root()).unwrap_or(&self.file);
        std::iter::once(path.display().to_string()).chain(self.options.iter().cloned()).collect()
    }

    /// For complaints.
    pub fn name(&self) -> String {
        let file = self.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        format!("{file} {}", self.options.join(" "))
    }
}

/// Finds the cases of all programs below a folder, in order.
pub fn collect(folder: &Path, cases: &mut Vec<Case>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, cases);
        } else if path.extension().is_some_and(|e| e == "c" || e == "cpp" || e == "ll") {
            cases.extend(of_program(&path));
        }
    }
}

fn of_program(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).expect("a readable program");
    let marks = marks(&text);
    let mut cases = Vec::new();
    for line in text.lines().take_while(|l| l.starts_with("//") || l.starts_with(';')) {
        let line = line.trim_start_matches([';', '/']).trim_start();
        let slow = std::env::var_os("ALLWAYS_SLOW").and(line.strip_prefix("slow:"));
        let Some(rest) = line.strip_prefix("expect:").or(slow) else { continue };
        let (options, wanted) = rest.rsplit_once("=>").expect("OPTIONS => VERDICT");
        let mut wanted = wanted.split_whitespace();
        cases.push(Case {
            file: file.to_path_buf(),
            number: cases.len(),
            options: words(options),
            verdict: wanted.next().expect("a verdict").to_string(),
            property: wanted.next().map(str::to_string),
            marks: marks.clone(),
        });
    }
    cases
}

fn marks(text: &str) -> Vec<(u64, String)> {
    let mut marks = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some((_, mark)) = line.split_once("//~") {
            for property in mark.split(|c: char| c == ',' || c.is_whitespace()) {
                marks.push((number as u64 + 1, property.to_string()));
            }
        }
    }
    marks
}

/// Words as a shell splits them; quotes keep blanks.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut any) = (Vec::new(), String::new(), None, false);
    for c in text.chars() {
        match (c, quote) {
            ('"' | '\'', None) => (quote, any) = (Some(c), true),
            (c, Some(q)) if c == q => quote = None,
            (c, None) if c.is_whitespace() => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            (c, _) => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        words.push(word);
    }
    words
}
