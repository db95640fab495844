//! `allways cc` and `allways c++`: the user's compiler as it is, and then clang for bitcode, which is attached to what
//! the compiler made.
//!
//! Whatever happens here, the build goes on: its result is the compiler's. What has no bitcode says so in the object,
//! and `allways check` says it again.

mod attach;
mod real;

use crate::compiler_command::{CompilerCommand, Input, Kind, Makes, expanded};
use crate::shipped_files;
use allways_llvm::{Language, Limits, Optimise, Request, Unit, bitcode};
use allways_objects::{Content, Record};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Whether the command line asks for a compiler, and with which arguments: `allways cc …`, or a link to this program
/// that is called `allways-cc` (`c++` likewise).
pub fn asked(mut line: Vec<OsString>) -> Result<(Language, Vec<OsString>), Vec<OsString>> {
    let language = |name: &str| match name {
        "cc" => Some(Language::C),
        "c++" => Some(Language::Cxx),
        _ => None,
    };
    let called = line.first().and_then(|own| Path::new(own).file_name()?.to_str());
    if let Some(language) = called.and_then(|own| language(own.strip_prefix("allways-")?)) {
        return Ok((language, line.split_off(1)));
    }
    match line.get(1).and_then(|word| language(word.to_str()?)) {
        Some(language) => Ok((language, line.split_off(2))),
        None => Err(line),
    }
}

/// Compiles; the exit code is the compiler's.
pub fn run(language: Language, words: Vec<OsString>) -> ExitCode {
    let parsed = parsed(language, &words);
    let wanted = parsed.as_ref().is_ok_and(wants_bitcode);
    let ended = real::run(language, &words, !wanted && parsed.is_ok());
    let code = match ended {
        Ok(code) => code,
        Err(error) => return crate::fail(&error),
    };
    if code == 0 {
        let attached =
            parsed.and_then(|command| if wanted { attach_all(&command) } else { Ok(()) });
        if let Err(error) = attached {
            warn(&format!("there is no bitcode of this: {error:#}"));
        }
    }
    ExitCode::from(code)
}

fn warn(what: &str) {
    eprintln!("allways: warning: {what}");
}

fn parsed(language: Language, words: &[OsString]) -> Result<CompilerCommand> {
    let text = |word: &OsString| {
        word.to_str().map(str::to_string).context("an argument is not valid UTF-8")
    };
    let words = words.iter().map(text).collect::<Result<_>>()?;
    Ok(CompilerCommand::of(&expanded(words, Path::new(""))?, language.is_cxx()))
}

/// Parts of paths where build systems try compilers out; what is made there is thrown away.
const TRIALS: [&str; 5] =
    ["CMakeScratch", "CMakeTmp", "CompilerIdC", "CompilerIdCXX", "meson-private"];

fn wants_bitcode(command: &CompilerCommand) -> bool {
    let compiles =
        |input: &Input| matches!(input.kind, Kind::Source(_) | Kind::Assembly | Kind::Other);
    let here = std::env::current_dir().unwrap_or_default();
    let in_trial = |path: &Path| {
        path.iter().any(|part| part.to_str().is_some_and(|part| TRIALS.contains(&part)))
    };
    let is_trial = |input: &Input| {
        let file = Path::new(&input.file);
        file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"conftest"))
            || in_trial(file)
    };
    command.makes != Makes::Other
        && command.inputs.iter().any(compiles)
        && !command.inputs.iter().any(|input| is_trial(input) || input.kind == Kind::Header)
        && !in_trial(&here)
}

/// Attaches the bitcode of all sources to what was made of them.
fn attach_all(command: &CompilerCommand) -> Result<()> {
    let mut of_program = Vec::new();
    for input in command.inputs.iter().filter(|input| input.kind != Kind::Linked) {
        let record = record(command, input)?;
        match command.makes {
            Makes::Objects => {
                let object =
                    command.output.clone().map_or_else(|| beside(&input.file), PathBuf::from);
                attach::attach(&object, &[record])?;
            }
            Makes::Program => of_program.push(record),
            Makes::Other => {}
        }
    }
    if !of_program.is_empty() {
        let program = command.output.as_deref().unwrap_or("a.out");
        attach::attach(Path::new(program), &of_program)?;
    }
    Ok(())
}

/// The object that a compiler makes of a source without being told how to call it.
fn beside(source: &str) -> PathBuf {
    Path::new(source).file_name().map(PathBuf::from).unwrap_or_default().with_extension("o")
}

/// What is kept of a source.
fn record(command: &CompilerCommand, input: &Input) -> Result<Record> {
    let content = match &input.kind {
        _ if input.file == "-" => Content::Nothing("it was read from standard input".into()),
        Kind::Source(language) => compiled(command, input, *language)?,
        Kind::Assembly => Content::Assembly,
        Kind::Linked | Kind::Header | Kind::Other => {
            Content::Nothing("it is no C or C++ file".into())
        }
    };
    Ok(Record { source: input.file.clone(), content })
}

/// Options that are for the user's compiler only.
const ITS_OWN: [&str; 4] = ["-fplugin", "-specs", "--specs", "-B"];

fn compiled(command: &CompilerCommand, input: &Input, language: Language) -> Result<Content> {
    let is_own = |flag: &&String| ITS_OWN.iter().any(|own| flag.starts_with(own));
    let unit = Unit {
        file: input.file.clone().into(),
        directory: PathBuf::new(),
        language,
        flags: command.flags.iter().filter(|flag| !is_own(flag)).cloned().collect(),
    };
    let request = Request {
        optimise: Optimise::AsWritten,
        include_dirs: vec![shipped_files::include_dir()?],
        library: shipped_files::cxx_library(),
        needs_library: true,
        ..Request::default()
    };
    match bitcode(&request, &unit, Limits::default()) {
        Ok(bytes) => Ok(Content::Bitcode(bytes)),
        Err(error) => {
            let why = reason(&error);
            warn(&format!(
                "`{}` cannot be checked, because clang cannot compile it: {why}",
                input.file
            ));
            Ok(Content::Nothing(why))
        }
    }
}

/// The first thing that clang complains of, in a line.
fn reason(error: &allways_llvm::Error) -> String {
    match error {
        allways_llvm::Error::Compile { diagnostics, .. } => {
            let complaint = diagnostics.lines().find(|line| line.contains("error: "));
            complaint.unwrap_or("it does not say why").to_string()
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_asked_for_in_two_ways() {
        let asked = |line: &[&str]| asked(line.iter().map(OsString::from).collect());
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(asked(&["allways", "cc", "-c"]), Ok((Language::C, words(&["-c"]))));
        assert_eq!(asked(&["x/allways-c++", "a.cc"]), Ok((Language::Cxx, words(&["a.cc"]))));
        assert_eq!(asked(&["allways", "check", "cc"]), Err(words(&["allways", "check", "cc"])));
    }

    #[test]
    fn trials_of_build_systems_are_left_alone() {
        let wants = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            wants_bitcode(&CompilerCommand::of(&words, false))
        };
        assert!(wants(&["-c", "a.c"]) && wants(&["a.c", "-o", "a"]));
        assert!(!wants(&["-c", "conftest.c"]) && !wants(&["build/CMakeFiles/CMakeScratch/x/a.c"]));
        assert!(!wants(&["a.o", "-o", "a"]) && !wants(&["-E", "a.c"]) && !wants(&["-v"]));
    }
}
