//! Members of the archives that a program is linked with: it gets those that define something it misses.

use crate::Error;
use crate::ir::{Context, Module};
use allways_objects::{Archive, Content, Member, Record};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What a record of an object file comes to.
pub(crate) enum Found {
    /// A module of the program as written.
    Module(Module),
    /// It has none; what to tell the user.
    Left(String),
}

/// Reads a record of an object file.
pub(crate) fn module(context: &Rc<Context>, file: &str, record: &Record) -> Result<Found, Error> {
    let source = &record.source;
    let unreadable = |why: String| Error::Read { file: format!("{file}(`{source}`)"), why };
    match &record.content {
        Content::Bitcode(bytes) => {
            let mut module = Module::parse(context, source, bytes).map_err(unreadable)?;
            module.split_coroutines().and_then(|()| module.promote_locals()).map_err(unreadable)?;
            Ok(Found::Module(module))
        }
        Content::Assembly => Ok(Found::Left(format!(
            "`{source}` in `{file}` is assembly, which is left out: what it defines is missing"
        ))),
        Content::Nothing(why) => Err(Error::Read {
            file: file.to_owned(),
            why: format!("there is no bitcode of `{source}`: {why}"),
        }),
    }
}

/// The archives of a program, in the order in which it names them.
#[derive(Default)]
pub(crate) struct Archives {
    members: Vec<Offer>,
}

/// A member that is not linked.
struct Offer {
    archive: PathBuf,
    member: Member,
    /// What it defines, once it has been read.
    names: Option<BTreeSet<String>>,
}

/// What a member brings.
pub(crate) struct Brought {
    pub(crate) archive: PathBuf,
    pub(crate) modules: Vec<Module>,
    pub(crate) notes: Vec<String>,
}

impl Archives {
    /// Whether there are members that could be linked.
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub(crate) fn add(&mut self, path: &Path, archive: Archive) {
        let offer = |member| Offer { archive: path.to_owned(), member, names: None };
        self.members.extend(archive.members.into_iter().map(offer));
    }

    /// The first member that defines something that is missing. It is offered no more.
    pub(crate) fn take(
        &mut self,
        context: &Rc<Context>,
        missing: &BTreeSet<String>,
        modelled: &BTreeSet<String>,
    ) -> Result<Option<Brought>, Error> {
        for at in 0..self.members.len() {
            if !self.members[at].defines(missing, modelled)? {
                continue;
            }
            let offer = self.members.remove(at);
            return offer.brought(context).map(Some);
        }
        Ok(None)
    }
}

impl Offer {
    fn file(&self) -> String {
        format!("{}({})", self.archive.display(), self.member.name)
    }

    /// Whether the member has something that is missing.
    fn defines(
        &mut self,
        missing: &BTreeSet<String>,
        modelled: &BTreeSet<String>,
    ) -> Result<bool, Error> {
        let file = self.file();
        let has_code = |record: &Record| matches!(record.content, Content::Bitcode(_));
        if !self.member.records.iter().any(has_code) {
            return self.stands_in_the_way(missing, modelled);
        }
        if self.names.is_none() {
            // The symbols of the object are not asked: another C++ library gives other names.
            let mut names = BTreeSet::new();
            for record in self.member.records.iter().filter(|record| has_code(record)) {
                let apart = Context::new();
                if let Found::Module(module) = module(&apart, &file, record)? {
                    names.extend(module.archive_names());
                }
            }
            self.names = Some(names);
        }
        Ok(self.names.as_ref().is_some_and(|names| !names.is_disjoint(missing)))
    }

    /// A member without bitcode defines what nobody else has: then there is no program. Assembly is left out, as
    /// it is elsewhere.
    fn stands_in_the_way(
        &self,
        missing: &BTreeSet<String>,
        modelled: &BTreeSet<String>,
    ) -> Result<bool, Error> {
        let mut needed = self.member.symbols.intersection(missing);
        let Some(name) = needed.find(|name| !modelled.contains(*name)) else { return Ok(false) };
        if !self.member.records.is_empty() {
            return Ok(true);
        }
        let why = format!(
            "it defines `{name}` and was not built with `allways cc`: build it again with it"
        );
        Err(Error::Read { file: self.file(), why })
    }

    fn brought(self, context: &Rc<Context>) -> Result<Brought, Error> {
        let file = self.file();
        let (mut modules, mut notes) = (Vec::new(), Vec::new());
        for record in &self.member.records {
            match module(context, &file, record)? {
                Found::Module(module) => modules.push(module),
                Found::Left(note) => notes.push(note),
            }
        }
        Ok(Brought { archive: self.archive, modules, notes })
    }
}
