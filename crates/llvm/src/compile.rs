//! From files to one module, and from there to a program.

use crate::archives::{self, Archives, Found};
use crate::arguments::{Source, is_cxx};
use crate::clang::{self, Kind};
use crate::ir::{Context, Module};
use crate::library::Archive;
use crate::lower::{self, Options, PERSONALITY};
use crate::missing::{is_of_library, mentions, refuse_other_library};
use crate::request::Unit;
use crate::{Error, Limits, Optimise, Request, unit};
use allways_objects::File;
use allways_program::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

/// A program and what clang said about it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// clang's warnings, unchanged.
    pub diagnostics: String,
    /// What was left out, in words for the user.
    pub notes: Vec<String>,
    /// The files that were read to link what the inputs miss.
    pub read: Vec<PathBuf>,
}

/// Compiles, links and lowers in this process. Hostile bitcode can take the process down; see
/// [`crate::lower_in_child`].
pub fn compile_and_lower(request: &Request) -> Result<Compiled, Error> {
    compile_within(request, Limits::default(), &mut |_| {})
}

/// Compiles, links and lowers in this process, with limits for clang. `begin` is told of every file
/// before it is worked on.
pub(crate) fn compile_within(
    request: &Request,
    limits: Limits,
    begin: &mut dyn FnMut(&str),
) -> Result<Compiled, Error> {
    let mut build = Build::new(request, limits, begin);
    for input in &request.inputs {
        build.add(input)?;
    }
    for unit in &request.units {
        build.add_unit(unit)?;
    }
    let (mut whole, optimised) = build.linked_with_archives()?;
    let own_constructors = build.link_rest(&mut whole)?;
    let first = request.inputs.first().or(request.units.first().map(|unit| &unit.file));
    if let Some(first) = first {
        (build.begin)(&first.display().to_string());
    }
    let modelled = request.modelled.iter().cloned().collect();
    let program = lower::lower(&whole, Options { modelled, optimised, own_constructors })?;
    Ok(Compiled { program, diagnostics: build.diagnostics, notes: build.notes, read: build.read })
}

/// Lowers one module given as bitcode or textual IR.
pub fn lower_bytes(name: &str, bytes: &[u8]) -> Result<Program, Error> {
    let module = parse(&Context::new(), name, bytes)?;
    let optimised = module.is_optimised();
    lower::lower(&module, Options { optimised, ..Options::default() })
}

fn parse(context: &Rc<Context>, name: &str, bytes: &[u8]) -> Result<Module, Error> {
    Module::parse(context, name, bytes).map_err(|why| Error::Read { file: name.to_owned(), why })
}

fn link(whole: &mut Module, module: Module, file: &Path) -> Result<(), Error> {
    let error = |why| Error::Link { file: file.display().to_string(), why };
    if whole.layout_text() != module.layout_text() {
        return Err(error(format!(
            "it is for `{}`, the files before it are for `{}`",
            module.triple(),
            whole.triple()
        )));
    }
    whole.link(module).map_err(error)
}

struct Build<'r> {
    request: &'r Request,
    limits: Limits,
    /// When the time for everything is over.
    end: Instant,
    begin: &'r mut dyn FnMut(&str),
    context: Rc<Context>,
    diagnostics: String,
    notes: Vec<String>,
    read: Vec<PathBuf>,
    /// What the inputs are linked to so far, and whether some of their code was optimised.
    whole: Option<Module>,
    optimised: bool,
    archives: Archives,
    /// What further files define that were compiled and not needed so far.
    offered: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl<'r> Build<'r> {
    fn new(request: &'r Request, limits: Limits, begin: &'r mut dyn FnMut(&str)) -> Build<'r> {
        Build {
            request,
            limits,
            end: limits.end(),
            begin,
            context: Context::new(),
            diagnostics: String::new(),
            notes: Vec::new(),
            read: Vec::new(),
            whole: None,
            optimised: false,
            archives: Archives::default(),
            offered: BTreeMap::new(),
        }
    }

    /// Links an input to those before it; of an archive it is only noted what there is.
    fn add(&mut self, path: &Path) -> Result<(), Error> {
        if clang::kind(path)? == Kind::Object {
            return self.add_object(path);
        }
        let (module, optimised) = self.load(path)?;
        self.optimised |= optimised;
        self.append(module, path)
    }

    fn append(&mut self, module: Module, path: &Path) -> Result<(), Error> {
        match &mut self.whole {
            Some(whole) => link(whole, module, path),
            None => {
                self.whole = Some(module);
                Ok(())
            }
        }
    }

    fn add_object(&mut self, path: &Path) -> Result<(), Error> {
        let name = path.display().to_string();
        (self.begin)(&name);
        let unreadable = |error: allways_objects::Error| Error::Read {
            file: name.clone(),
            why: error.to_string(),
        };
        let records = match allways_objects::read(path).map_err(unreadable)? {
            File::Archive(archive) => {
                self.archives.add(path, archive);
                return Ok(());
            }
            File::Whole(records) => records,
        };
        for record in &records {
            match archives::module(&self.context, &name, record)? {
                Found::Module(module) => self.append_noted(module, path, &record.source)?,
                Found::Left(note) => self.notes.push(note),
            }
        }
        Ok(())
    }

    fn append_noted(&mut self, module: Module, path: &Path, source: &str) -> Result<(), Error> {
        self.note_assembly(&module, source);
        self.append(module, path)
    }

    fn note_assembly(&mut self, module: &Module, name: &str) {
        if module.has_assembly() {
            self.notes.push(format!(
                "`{name}` has assembly outside of functions, which is left out: what it defines \
                 is missing"
            ));
        }
    }

    fn add_unit(&mut self, unit: &Unit) -> Result<(), Error> {
        let name = unit.file.display().to_string();
        (self.begin)(&name);
        if unit.language.is_cxx() && self.lacks_library() {
            return Err(Error::LibraryMissing { what: format!("`{name}`") });
        }
        let compiled = unit::compile(self.request, unit, self.limits, self.end)?;
        let module = self.of_compiled(compiled, &name)?;
        self.optimised |= self.request.optimise.is_optimised();
        self.append_noted(module, &unit.file, &name)
    }

    /// Links the members of the archives that are needed, until nothing more is found. Gives the whole, and
    /// whether some of its code was optimised.
    fn linked_with_archives(&mut self) -> Result<(Module, bool), Error> {
        while !self.archives.is_empty() {
            let missing = self.missing();
            let modelled = &self.request.modelled;
            let Some(brought) = self.archives.take(&self.context, &missing, modelled)? else {
                break;
            };
            self.notes.extend(brought.notes);
            for module in brought.modules {
                self.note_assembly(&module, &brought.archive.display().to_string());
                self.append(module, &brought.archive)?;
            }
        }
        let whole = self.whole.take();
        Ok((whole.ok_or_else(|| self.nothing())?, self.optimised))
    }

    /// Why there is no program.
    fn nothing(&self) -> Error {
        match self.request.inputs.first() {
            Some(archive) => Error::Link {
                file: archive.display().to_string(),
                why: format!("nothing in it defines `{}`", self.wanted().join("` or `")),
            },
            None => Error::Read { file: String::new(), why: "no file was given".into() },
        }
    }

    /// What is used or asked for, and not defined.
    fn missing(&self) -> BTreeSet<String> {
        let wanted = self.wanted().into_iter().map(str::to_owned);
        match &self.whole {
            None => wanted.collect(),
            Some(whole) => {
                let defined = whole.defined_names();
                let wanted = wanted.filter(|name| !defined.contains(name));
                whole.needed_names().into_iter().chain(wanted).collect()
            }
        }
    }

    fn wanted(&self) -> Vec<&str> {
        match self.request.wanted.as_slice() {
            [] => vec!["main"],
            names => names.iter().map(String::as_str).collect(),
        }
    }

    /// A file as a module, and whether its code was optimised.
    fn load(&mut self, path: &Path) -> Result<(Module, bool), Error> {
        let name = path.display().to_string();
        (self.begin)(&name);
        let (module, optimised) = self.read(path, name.clone())?;
        self.note_assembly(&module, &name);
        Ok((module, optimised))
    }

    /// The same for a file that is no input.
    fn load_further(&mut self, path: &Path) -> Result<(Module, bool), Error> {
        if !self.read.iter().any(|read| read == path) {
            self.read.push(path.to_owned());
        }
        self.load(path)
    }

    fn read(&mut self, path: &Path, name: String) -> Result<(Module, bool), Error> {
        match clang::kind(path)? {
            Kind::Ir => {
                let bytes = std::fs::read(path)
                    .map_err(|e| Error::Read { file: name.clone(), why: e.to_string() })?;
                let module = parse(&self.context, &name, &bytes)?;
                let optimised = module.is_optimised();
                Ok((module, optimised))
            }
            Kind::Source => {
                if is_cxx(path) && self.lacks_library() {
                    return Err(Error::LibraryMissing { what: format!("`{name}`") });
                }
                let source = Source::file(self.request, path);
                let compiled = clang::compile(source, self.limits, self.end)?;
                let module = self.of_compiled(compiled, &name)?;
                Ok((module, self.request.optimise.is_optimised()))
            }
            Kind::Object => Err(Error::Internal { why: format!("`{name}` is no module") }),
        }
    }

    fn of_compiled(&mut self, compiled: clang::Compiled, name: &str) -> Result<Module, Error> {
        self.diagnostics.push_str(&compiled.diagnostics);
        let mut module = parse(&self.context, name, &compiled.bitcode)?;
        if self.request.optimise == Optimise::AsWritten {
            let made = module.split_coroutines().and_then(|()| module.promote_locals());
            made.map_err(|why| Error::Read { file: name.to_owned(), why })?;
        }
        Ok(module)
    }

    /// Links what is missing, from the further files and from the C++ library, until nothing more is
    /// found. Says how many constructors the program itself has, if some are the library's.
    fn link_rest(&mut self, whole: &mut Module) -> Result<Option<u64>, Error> {
        let own = whole.defined_names();
        let constructors = whole.constructors();
        let mut archive = Linked::new(self.request.library.as_deref())?;
        self.read.extend(archive.archive.as_ref().map(Archive::index));
        let mut left: Vec<PathBuf> = self.request.extra.clone();
        loop {
            let mut missing = whole.undefined_names();
            missing.retain(|name| !self.request.modelled.contains(name));
            self.refuse_narrow(&missing)?;
            // What both have is taken from the further files.
            let linked = self.link_extra(whole, &mut left, &missing)?
                || self.link_members(whole, &mut archive, &missing)?;
            if !linked {
                if archive.archive.is_some() {
                    refuse_other_library(&missing)?;
                }
                break;
            }
        }
        if archive.members.is_empty() {
            return Ok(None);
        }
        whole.internalise(|name| own.contains(name) || name.starts_with(OURS));
        let dropped = whole.run_passes(c"globaldce");
        dropped.map_err(|why| Error::Internal { why })?;
        Ok(Some(constructors))
    }

    /// The C++ library is there for one size of pointers.
    fn refuse_narrow(&self, missing: &BTreeSet<String>) -> Result<(), Error> {
        let narrow = self.request.cflags.iter().any(|flag| flag == "-m32");
        if !narrow || !missing.iter().any(|name| is_of_library(name)) {
            return Ok(());
        }
        Err(Error::Unsupported {
            what: "`-m32` with the C++ standard library".into(),
            why: "the library is built for 64 bits only; leave `-m32` out".into(),
        })
    }

    fn lacks_library(&self) -> bool {
        self.request.needs_library && self.request.library.is_none()
    }

    /// Links those of the further files that define something that is missing.
    fn link_extra(
        &mut self,
        whole: &mut Module,
        left: &mut Vec<PathBuf>,
        missing: &BTreeSet<String>,
    ) -> Result<bool, Error> {
        let before = left.len();
        for path in std::mem::take(left) {
            if !self.link_if_needed(whole, &path, missing)? {
                left.push(path);
            }
        }
        Ok(left.len() < before)
    }

    /// Links the members of the C++ library that define something that is missing.
    fn link_members(
        &mut self,
        whole: &mut Module,
        linked: &mut Linked,
        missing: &BTreeSet<String>,
    ) -> Result<bool, Error> {
        let Some(archive) = &linked.archive else {
            let wanted = |name: &&String| self.lacks_library() && is_of_library(name);
            return match missing.iter().find(wanted) {
                Some(name) => Err(Error::LibraryMissing { what: format!("`{name}`") }),
                None => Ok(false),
            };
        };
        let wanted = missing.iter().filter(|name| *name != PERSONALITY);
        let members: BTreeSet<PathBuf> = wanted.filter_map(|n| archive.member_of(n)).collect();
        let mut any = false;
        for path in members {
            if linked.members.insert(path.clone()) {
                let (module, _) = self.load_further(&path)?;
                link(whole, module, &path)?;
                any = true;
            }
        }
        Ok(any)
    }

    fn link_if_needed(
        &mut self,
        whole: &mut Module,
        path: &Path,
        missing: &BTreeSet<String>,
    ) -> Result<bool, Error> {
        if clang::kind(path)? == Kind::Source && !mentions(path, missing)? {
            return Ok(false);
        }
        if self.offered.get(path).is_some_and(|names| names.is_disjoint(missing)) {
            return Ok(false);
        }
        let (module, _) = self.load_further(path)?;
        let names = module.defined_names();
        let needed = !names.is_disjoint(missing);
        if needed {
            link(whole, module, path)?;
        }
        self.offered.insert(path.to_owned(), names);
        Ok(needed)
    }
}

/// Functions that the virtual machine calls begin with this.
const OURS: &str = "__allways_";

/// The C++ library, and which of its members are linked.
struct Linked {
    archive: Option<Archive>,
    members: BTreeSet<PathBuf>,
}

impl Linked {
    fn new(library: Option<&Path>) -> Result<Linked, Error> {
        let archive = library.map(Archive::open).transpose()?;
        Ok(Linked { archive, members: BTreeSet::new() })
    }
}
