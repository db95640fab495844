//! What clang is told.

use crate::Request;
use crate::request::Unit;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where Debian keeps the kernel's headers. They serve 32-bit programs too, but clang looks for
/// those elsewhere, in a directory that only a full 32-bit toolchain has.
const KERNEL_HEADERS: &str = "/usr/include/x86_64-linux-gnu";

/// What a library function calls back may throw, and what the user wants to be warned of is not in ours.
const OF_MODEL: [&str; 2] = ["-fexceptions", "-w"];

/// A build has been warned already, and asserts are there to be checked.
const OF_UNIT: [&str; 3] = ["-w", "-Qunused-arguments", "-UNDEBUG"];

/// A source and everything that says how it is compiled.
#[derive(Copy, Clone)]
pub(crate) struct Source<'r> {
    pub(crate) request: &'r Request,
    pub(crate) path: &'r Path,
    /// What its own build says.
    pub(crate) unit: Option<&'r Unit>,
}

impl<'r> Source<'r> {
    /// A file that somebody named.
    pub(crate) fn file(request: &'r Request, path: &'r Path) -> Source<'r> {
        Source { request, path, unit: None }
    }

    /// A file of a build.
    pub(crate) fn unit(request: &'r Request, unit: &'r Unit) -> Source<'r> {
        Source { request, path: &unit.file, unit: Some(unit) }
    }

    /// Where clang runs, unless that is here.
    pub(crate) fn directory(&self) -> Option<&'r Path> {
        let directory = self.unit.map(|unit| unit.directory.as_path());
        directory.filter(|directory| !directory.as_os_str().is_empty())
    }

    /// The file as seen from here.
    pub(crate) fn place(&self) -> PathBuf {
        self.directory().map_or_else(|| self.path.to_owned(), |from| from.join(self.path))
    }

    pub(crate) fn is_cxx(&self) -> bool {
        self.unit.map_or_else(|| is_cxx(self.path), |unit| unit.language.is_cxx())
    }

    /// The options that make the program as the user wrote it, checkable, and nothing else. The
    /// user's own options come after ours, so that theirs count; the level of optimisation comes last.
    pub(crate) fn arguments(&self, more: &[&str]) -> Vec<OsString> {
        let Source { request, path, unit } = *self;
        let mut all: Vec<OsString> =
            ["-emit-llvm", "-c", "-g", "-D__ALLWAYS__", "-fno-discard-value-names"]
                .map(OsString::from)
                .into();
        let colour = if request.color { "-fcolor-diagnostics" } else { "-fno-color-diagnostics" };
        all.push(colour.into());
        for directory in &request.include_dirs {
            all.push("-I".into());
            all.push(directory.into());
        }
        if let Some(library) = request.library.as_deref().filter(|_| self.is_cxx()) {
            all.extend(library_flags(library));
        }
        if let Some(unit) = unit {
            all.extend(unit.flags.iter().map(OsString::from));
            all.extend(OF_UNIT.map(OsString::from));
        } else if !self.is_model() {
            all.extend(request.shared.iter().map(OsString::from));
        }
        all.extend(request.cflags.iter().filter(|f| self.is_for(f)).map(OsString::from));
        if request.cflags.iter().any(|flag| flag == "-m32") && Path::new(KERNEL_HEADERS).exists() {
            all.extend(["-idirafter".into(), KERNEL_HEADERS.into()]);
        }
        let of_model: &[&str] = if self.is_model() { &OF_MODEL } else { &[] };
        let fixed = request.optimise.flags().iter().chain(of_model).chain(more);
        all.extend(fixed.map(OsString::from));
        if let Some(unit) = unit {
            all.extend(["-x".into(), unit.language.name().into()]);
        }
        // A crash leaves no files, and gets a message of ours.
        all.push("-fno-crash-diagnostics".into());
        all.extend(["-o".into(), "-".into(), "--".into(), plain_name(path)]);
        all
    }

    fn is_model(&self) -> bool {
        self.unit.is_none() && self.request.extra.iter().any(|extra| extra == self.path)
    }

    /// Whether an option is meant for a source: in a program of two languages, a version of one is none of the
    /// other, the library models are C, and a build knows its own version.
    fn is_for(&self, flag: &str) -> bool {
        let Some(version) = flag.strip_prefix("-std=") else { return true };
        if self.unit.is_some() {
            return false;
        }
        let other = self.request.inputs.iter().any(|input| is_cxx(input) != self.is_cxx());
        let fits = version.contains("++") == self.is_cxx();
        fits || !(other || self.is_model())
    }
}

/// Whether a source is C++, by its name.
pub fn is_cxx(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    matches!(extension, Some("cc" | "cpp" | "cxx" | "C" | "c++" | "ii"))
}

/// clang's options for C++ sources that use the library in a folder.
pub(crate) fn library_flags(folder: &Path) -> Vec<OsString> {
    // Where the library lies says nothing to whoever reads a report.
    let mut plain = OsString::from("-fdebug-prefix-map=");
    plain.push(folder);
    plain.push("=");
    plain.push(allways_program::debug::LIBRARY.trim_end_matches('/'));
    vec![
        plain,
        "-nostdinc++".into(),
        "-include".into(),
        folder.join("__config_site").into(),
        "-isystem".into(),
        folder.join("override").into(),
        "-isystem".into(),
        folder.join("libcxx/include").into(),
        "-isystem".into(),
        folder.join("libcxxabi/include").into(),
    ]
}

/// A name that clang does not take for an option.
pub(crate) fn plain_name(source: &Path) -> OsString {
    let begins = source.as_os_str().as_encoded_bytes().first();
    if matches!(begins, Some(b'@' | b'-')) {
        return Path::new(".").join(source).into();
    }
    source.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_source_is_an_option() {
        assert_eq!(plain_name(Path::new("@x/a.c")), "./@x/a.c");
        assert_eq!(plain_name(Path::new("-x.c")), "./-x.c");
        assert_eq!(plain_name(Path::new("a/@x.c")), "a/@x.c");
    }

    #[test]
    fn a_unit_is_compiled_as_its_build_says() {
        let flags = vec!["-DN=2".to_string(), "-std=c99".to_string()];
        let unit = Unit { file: "a.c".into(), directory: "/b".into(), flags, ..Unit::default() };
        let cflags = vec!["-DN=3".to_string(), "-std=c11".to_string()];
        let request = Request { cflags, ..Request::default() };
        let all = Source::unit(&request, &unit).arguments(&[]);
        let at = |flag: &str| all.iter().position(|arg| arg == flag);
        assert!(at("-DN=2") < at("-DN=3") && at("-DN=3").is_some());
        assert_eq!((at("-std=c99").is_some(), at("-std=c11")), (true, None));
        assert!(at("-UNDEBUG").is_some());
        assert_eq!(Source::unit(&request, &unit).place(), Path::new("/b/a.c"));
    }
}
