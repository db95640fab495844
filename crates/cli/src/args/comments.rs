//! Comments in sources that say what is to be ignored at their line: `// allways: ignore race`.

use super::values::Properties;
use allways_vm::Ignore;
use anyhow::{Result, anyhow};
use std::path::Path;

const MARK: &str = "allways: ignore";

/// What the comments of a source say. Other files, and those that cannot be read, are the compiler's business.
pub fn ignored(file: &Path) -> Result<Vec<Ignore>> {
    let text = allways_llvm::is_source(file).then(|| std::fs::read(file).ok()).flatten();
    let Some(text) = text else { return Ok(Vec::new()) };
    let text = String::from_utf8_lossy(&text);
    let mut all = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let comment = line.find("//").or_else(|| line.find("/*")).map(|at| &line[at..]);
        let Some((_, rest)) = comment.and_then(|comment| comment.split_once(MARK)) else {
            continue;
        };
        let path = file.display().to_string();
        let word = rest.trim_end_matches("*/").trim();
        if word.is_empty() {
            all.push(Ignore::new(&path, number, None));
            continue;
        }
        let Properties(named) =
            word.parse().map_err(|why: String| anyhow!("{path}:{number}: {why}"))?;
        all.extend(named.into_iter().map(|property| Ignore::new(&path, number, Some(property))));
    }
    Ok(all)
}
