//! `--compile-commands`: sources as a build compiles them, without building.
//!
//! The file is somebody else's: of its options only those count that are known to be harmless, unless the project is
//! trusted.

use crate::args::{CheckArgs, Flag, Vetting};
use crate::compiler_command::{CompilerCommand, Kind, expanded, words};
use allways_llvm::Unit;
use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a build brings to a program.
#[derive(Default)]
pub struct Project {
    /// The sources.
    pub units: Vec<Unit>,
    /// The options of the first that its headers need.
    pub shared: Vec<String>,
    /// What is left out, in words.
    pub notes: Vec<String>,
}

/// Bytes that the file may have.
const MOST_BYTES: u64 = 1 << 30;

/// An entry of the file.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
    output: Option<String>,
}

/// What the options say.
pub fn project(args: &CheckArgs) -> Result<Project> {
    let Some(file) = &args.compile_commands else {
        let asked = !args.build_target.is_empty() || !args.unit.is_empty();
        ensure!(!asked, "--build-target and --unit need --compile-commands FILE");
        return Ok(Project::default());
    };
    let entries = read(file)?;
    let chosen = chosen(args, &entries).with_context(|| file.display().to_string())?;
    let mut project = Project::default();
    for entry in &chosen {
        project.add(entry, args).with_context(|| file.display().to_string())?;
    }
    if let Some(first) = project.units.first() {
        project.shared = shared(first);
    }
    Ok(project)
}

fn read(file: &Path) -> Result<Vec<Built>> {
    let shown = || format!("cannot read `{}`", file.display());
    let meta = file.metadata().with_context(shown)?;
    ensure!(meta.is_file() && meta.len() <= MOST_BYTES, "{}: it is no file of that kind", shown());
    let bytes = std::fs::read(file).with_context(shown)?;
    let entries: Vec<Entry> = serde_json::from_slice(&bytes).with_context(shown)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let built = |entry| Built::of(entry, folder);
    entries.into_iter().map(built).collect::<Result<_>>().with_context(shown)
}

/// An entry, taken apart.
struct Built {
    file: PathBuf,
    directory: PathBuf,
    command: CompilerCommand,
    /// The target that it belongs to, as CMake and Meson name the folders of their objects.
    target: Option<String>,
}

impl Built {
    fn of(entry: Entry, folder: &Path) -> Result<Built> {
        let directory = folder.join(&entry.directory);
        let all = match (entry.arguments, &entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => words(command),
            (None, None) => {
                bail!("`{}` has neither `arguments` nor `command`", entry.file.display())
            }
        };
        let all = expanded(all, &directory)?;
        let compiler = all.iter().take_while(|word| !word.starts_with('-'));
        let is_cxx = compiler.clone().any(|word| word.ends_with("++"));
        let first = compiler.count().min(1);
        let command = CompilerCommand::of(&all[first..], is_cxx);
        let target = target(entry.output.as_deref().or(command.output.as_deref()));
        Ok(Built { file: entry.file, directory, command, target })
    }

    fn kind(&self) -> Kind {
        let place = self.directory.join(&self.file);
        let same = |input: &&crate::compiler_command::Input| {
            let input = Path::new(&input.file);
            input == self.file || self.directory.join(input) == place
        };
        self.command.inputs.iter().find(same).map_or(Kind::Other, |input| input.kind.clone())
    }

    fn is_file(&self, wanted: &Path) -> bool {
        let own = self.directory.join(&self.file);
        match (own.canonicalize(), wanted.canonicalize()) {
            (Ok(own), Ok(wanted)) if own == wanted => true,
            _ => own.ends_with(wanted),
        }
    }
}

/// The target of an object, by the folder it lies in.
fn target(output: Option<&str>) -> Option<String> {
    let mut parts = Path::new(output?).iter().filter_map(|part| part.to_str());
    let name = parts.find_map(|part| part.strip_suffix(".dir").or(part.strip_suffix(".p")))?;
    Some(name.to_string())
}

/// The entries that the options name.
fn chosen<'e>(args: &CheckArgs, entries: &'e [Built]) -> Result<Vec<&'e Built>> {
    let targets: BTreeSet<&str> = entries.iter().filter_map(|e| e.target.as_deref()).collect();
    let known = || targets.iter().copied().collect::<Vec<_>>().join(", ");
    if args.build_target.is_empty() && args.unit.is_empty() {
        bail!("say what of it is checked: --build-target NAME ({}) or --unit FILE", known());
    }
    if let Some(name) = args.build_target.iter().find(|name| !targets.contains(name.as_str())) {
        bail!("there is no target `{name}`; the targets are {}", known());
    }
    let is_of_target = |entry: &&Built| {
        let named = entry.target.as_ref().is_some_and(|target| args.build_target.contains(target));
        args.build_target.is_empty() || named
    };
    let candidates: Vec<&Built> = entries.iter().filter(is_of_target).collect();
    if args.unit.is_empty() {
        return Ok(candidates);
    }
    args.unit.iter().map(|unit| only(unit, &candidates)).collect()
}

/// The entry of a file.
fn only<'e>(unit: &Path, entries: &[&'e Built]) -> Result<&'e Built> {
    let mut found = entries.iter().filter(|entry| entry.is_file(unit));
    let first = found.next().ok_or_else(|| anyhow!("it does not have `{}`", unit.display()))?;
    // A source may be compiled for several targets.
    if found.any(|other| other.command.flags != first.command.flags || other.file != first.file) {
        bail!("it has `{}` several times: say which one with --build-target NAME", unit.display());
    }
    Ok(first)
}

impl Project {
    fn add(&mut self, entry: &Built, args: &CheckArgs) -> Result<()> {
        let file = entry.file.display();
        match entry.kind() {
            Kind::Source(language) => self.units.push(Unit {
                file: entry.file.clone(),
                directory: entry.directory.clone(),
                language,
                flags: vetted(&entry.command.flags, args.trust_project)?,
            }),
            Kind::Assembly => self.notes.push(format!(
                "`{file}` is assembly, which is left out: what it defines is missing"
            )),
            Kind::Linked | Kind::Header | Kind::Other => bail!("`{file}` is no C or C++ source"),
        }
        Ok(())
    }
}

fn vetted(flags: &[String], trusted: bool) -> Result<Vec<String>> {
    let said: Vec<Flag> = flags.iter().map(|text| Flag { line: 0, text }).collect();
    Vetting { folder: None, trusted }
        .flags(&said)
        .map_err(|(_, why)| anyhow!("{why}. If you trust this project, add --trust-project"))
}

/// Options that name a folder or a file of the build.
const WITH_PATH: [&str; 4] = ["-isystem", "-iquote", "-idirafter", "-include"];

/// The options of a source that the headers of its project need too, for whoever includes them from elsewhere.
fn shared(unit: &Unit) -> Vec<String> {
    let place = |path: &str| unit.directory.join(path).display().to_string();
    let (mut out, mut rest) = (Vec::new(), unit.flags.iter());
    while let Some(flag) = rest.next() {
        if WITH_PATH.contains(&flag.as_str()) {
            let value = rest.next().map(|path| place(path));
            out.extend([Some(flag.clone()), value].into_iter().flatten());
        } else if let Some(path) = flag.strip_prefix("-I") {
            out.push(format!("-I{}", place(path)));
        } else if ["-D", "-U"].iter().any(|begin| flag.starts_with(begin)) {
            out.push(flag.clone());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_told_by_the_folders_of_objects() {
        let target = |output: &str| target(Some(output));
        assert_eq!(target("CMakeFiles/pool.dir/src/pool.c.o").as_deref(), Some("pool"));
        assert_eq!(target("lib/CMakeFiles/q.dir/Debug/a.o").as_deref(), Some("q"));
        assert_eq!(target("libq.a.p/a.c.o").as_deref(), Some("libq.a"));
        assert_eq!(target("a.o"), None);
    }

    #[test]
    fn options_for_headers_are_seen_from_anywhere() {
        let flags = ["-Iinc", "-isystem", "/sys", "-DN=1", "-std=c11", "-include", "c.h"];
        let unit = Unit {
            directory: "/build".into(),
            flags: flags.map(str::to_string).to_vec(),
            ..Unit::default()
        };
        let wanted = ["-I/build/inc", "-isystem", "/sys", "-DN=1", "-include", "/build/c.h"];
        assert_eq!(shared(&unit), wanted);
    }
}
