//! Sources of builds that another compiler made: clang gets that compiler's options, but for those it does not know.

use crate::arguments::Source;
use crate::clang::{self, Compiled};
use crate::request::Unit;
use crate::{Error, Limits, Request};
use std::time::Instant;

/// How often options are left out: clang does not name all at once.
const ROUNDS: u32 = 8;

/// Compiles a source of a build to bitcode of the program as written, as [`crate::compile_and_lower`] would.
///
/// # Errors
/// When clang cannot compile it.
pub fn bitcode(request: &Request, unit: &Unit, limits: Limits) -> Result<Vec<u8>, Error> {
    let needs_library =
        unit.language.is_cxx() && request.needs_library && request.library.is_none();
    if needs_library {
        return Err(Error::LibraryMissing { what: format!("`{}`", unit.file.display()) });
    }
    compile(request, unit, limits, limits.end()).map(|compiled| compiled.bitcode)
}

/// Compiles a source of a build; what clang does not know of its options is said in what it wrote.
pub(crate) fn compile(
    request: &Request,
    unit: &Unit,
    limits: Limits,
    end: Instant,
) -> Result<Compiled, Error> {
    let (mut known, mut said) = (unit.clone(), String::new());
    for _ in 0..ROUNDS {
        let error = match clang::compile(Source::unit(request, &known), limits, end) {
            Ok(compiled) => {
                return Ok(Compiled { diagnostics: said + &compiled.diagnostics, ..compiled });
            }
            Err(error) => error,
        };
        let Error::Compile { diagnostics, .. } = &error else { return Err(error) };
        let refused = refused(diagnostics);
        let is_refused = |flag: &String| refused.iter().any(|name| flag.starts_with(name.as_str()));
        let (dropped, left): (Vec<String>, Vec<String>) =
            std::mem::take(&mut known.flags).into_iter().partition(is_refused);
        if dropped.is_empty() {
            return Err(error);
        }
        let file = unit.file.display();
        let lines = dropped
            .iter()
            .map(|flag| format!("warning: clang does not take `{flag}` of `{file}`\n"));
        said.extend(lines);
        known.flags = left;
    }
    Err(Error::Internal { why: "clang refuses ever more options".into() })
}

/// The options that clang says it does not take.
fn refused(diagnostics: &str) -> Vec<String> {
    let driver = |line: &&str| line.starts_with("clang") || line.starts_with("error: ");
    let lines = diagnostics.lines().filter(|line| line.contains("error: ")).filter(driver);
    // What it suggests instead comes behind a semicolon.
    let quoted = lines
        .flat_map(|line| line.split(';').next().unwrap_or(line).split('\'').skip(1).step_by(2));
    quoted.filter(|name| name.starts_with('-') && name.len() > 2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_options_are_found_in_messages() {
        let text = "clang: error: unknown argument: '-fira-loop-pressure'\n\
                    clang-22: error: unknown argument '-fgcse-x'; did you mean '-fgcc-x'?\n\
                    clang: error: unsupported argument 'x' to option '-fvect='\n\
                    error: invalid value 'x' in '-ffoo=x'\n\
                    a.c:3:1: error: use of undeclared identifier '-no'\n";
        assert_eq!(refused(text), ["-fira-loop-pressure", "-fgcse-x", "-fvect=", "-ffoo=x"]);
    }
}
