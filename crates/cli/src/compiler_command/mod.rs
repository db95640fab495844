//! Command lines of gcc and clang, taken apart: what they compile, to what, and what says what the sources mean.

mod options;
mod words;

pub use words::{expanded, words};

use allways_llvm::Language;
use options::{MEANING_WITH_VALUE, NO_CODE, OTHER_WITH_VALUE, is_irrelevant};
use std::path::Path;

/// What a compiler is asked to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilerCommand {
    /// What it makes.
    pub makes: Makes,
    /// The files that it works on.
    pub inputs: Vec<Input>,
    /// `-o`.
    pub output: Option<String>,
    /// The options that say what the sources mean.
    pub flags: Vec<String>,
}

/// What a compiler makes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Makes {
    /// A program or a shared library.
    #[default]
    Program,
    /// An object of each source.
    Objects,
    /// Something else: text, messages.
    Other,
}

/// A file that a compiler works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file, or `-`.
    pub file: String,
    /// What it is.
    pub kind: Kind,
}

/// What a file is for the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A source.
    Source(Language),
    /// Assembly.
    Assembly,
    /// A header, to be compiled beforehand.
    Header,
    /// Something for the linker.
    Linked,
    /// Something else.
    Other,
}

impl CompilerCommand {
    /// Takes the words behind the compiler's name apart. A C++ compiler takes C for C++.
    pub fn of(words: &[String], is_cxx: bool) -> CompilerCommand {
        let mut command = CompilerCommand::default();
        let (mut language, mut rest) = (None, words.iter());
        while let Some(word) = rest.next() {
            match word.as_str() {
                "-o" => command.output = rest.next().cloned(),
                "-x" => language = rest.next().cloned(),
                "-c" => command.make(Makes::Objects),
                word if NO_CODE.contains(&word) || word.starts_with("-print-") => {
                    command.make(Makes::Other);
                }
                name if MEANING_WITH_VALUE.contains(&name) => {
                    command.flags.push(word.clone());
                    command.flags.extend(rest.next().cloned());
                }
                name if OTHER_WITH_VALUE.contains(&name) => drop(rest.next()),
                word => command.take(word, &mut language, is_cxx),
            }
        }
        command
    }

    fn take(&mut self, word: &str, language: &mut Option<String>, is_cxx: bool) {
        if word == "-" || !word.starts_with('-') {
            let kind = kind(word, language.as_deref(), is_cxx);
            self.inputs.push(Input { file: word.to_string(), kind });
        } else if let Some(joined) = word.strip_prefix("-x") {
            *language = Some(joined.to_string());
        } else if let Some(joined) = word.strip_prefix("-o") {
            self.output = Some(joined.to_string());
        } else if let Some(parts) = word.strip_prefix("-Wp,") {
            let means =
                |part: &&str| ["-D", "-U", "-I"].iter().any(|begin| part.starts_with(begin));
            self.flags.extend(parts.split(',').filter(means).map(str::to_string));
        } else if !is_irrelevant(word) {
            self.flags.push(word.to_string());
        }
    }

    /// Who asks for text gets text, whatever else is asked for.
    fn make(&mut self, makes: Makes) {
        if self.makes != Makes::Other {
            self.makes = makes;
        }
    }
}

/// What a file is, by `-x` or by its name.
fn kind(file: &str, language: Option<&str>, is_cxx: bool) -> Kind {
    let c = if is_cxx { Language::Cxx } else { Language::C };
    match language.filter(|language| *language != "none") {
        Some("c") => return Kind::Source(Language::C),
        Some("c++") => return Kind::Source(Language::Cxx),
        Some("cpp-output") => return Kind::Source(Language::PreprocessedC),
        Some("c++-cpp-output") => return Kind::Source(Language::PreprocessedCxx),
        Some("assembler" | "assembler-with-cpp") => return Kind::Assembly,
        Some(name) if name.ends_with("-header") => return Kind::Header,
        Some(_) => return Kind::Other,
        None => {}
    }
    match Path::new(file).extension().and_then(|extension| extension.to_str()) {
        Some("c") => Kind::Source(c),
        Some("cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C") => Kind::Source(Language::Cxx),
        Some("i") => {
            Kind::Source(if is_cxx { Language::PreprocessedCxx } else { Language::PreprocessedC })
        }
        Some("ii") => Kind::Source(Language::PreprocessedCxx),
        Some("s" | "S" | "sx") => Kind::Assembly,
        Some("h" | "hh" | "H" | "hp" | "hxx" | "hpp" | "HPP" | "h++" | "tcc") => Kind::Header,
        Some("m" | "mm" | "M" | "f" | "F" | "f90" | "go" | "d" | "adb" | "ads") => Kind::Other,
        _ if file == "-" => Kind::Other,
        _ => Kind::Linked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> CompilerCommand {
        CompilerCommand::of(&words(line), false)
    }

    fn files(command: &CompilerCommand) -> Vec<&str> {
        command.inputs.iter().map(|input| input.file.as_str()).collect()
    }

    #[test]
    fn only_what_says_what_a_source_means_is_left() {
        let parsed = command(
            "-O2 -Wall -DNDEBUG -D X=1 -Iinc -I more -isystem sys -std=gnu11 -fPIC -flto=auto -MMD -MF a.d -MT a.o -g3 \
             -Wp,-D_FORTIFY_SOURCE=2,-MD,x -pthread -o a.o -c a.c -Wl,-z,now -lm -L lib",
        );
        let flags = "-DNDEBUG -D X=1 -Iinc -I more -isystem sys -std=gnu11 -fPIC -D_FORTIFY_SOURCE=2 -pthread";
        assert_eq!(parsed.flags, words(flags));
        assert_eq!((parsed.makes, parsed.output.as_deref()), (Makes::Objects, Some("a.o")));
        assert_eq!(files(&parsed), ["a.c"]);
    }

    #[test]
    fn languages_are_told_by_name_or_by_option() {
        let parsed = command("a.c b.cpp c.S d.o libe.a -x c++ f.c -xc g -x none h.i k.s -lm -ox");
        let kinds: Vec<&Kind> = parsed.inputs.iter().map(|input| &input.kind).collect();
        let source = Kind::Source;
        let expected = [
            source(Language::C),
            source(Language::Cxx),
            Kind::Assembly,
            Kind::Linked,
            Kind::Linked,
            source(Language::Cxx),
            source(Language::C),
            source(Language::PreprocessedC),
            Kind::Assembly,
        ];
        assert_eq!(kinds, expected.iter().collect::<Vec<_>>());
        let parsed = CompilerCommand::of(&words("-c a.c"), true);
        assert_eq!(parsed.inputs[0].kind, source(Language::Cxx));
    }

    #[test]
    fn text_is_text_whatever_else_is_asked_for() {
        for line in ["-E -c a.c", "-c -S a.c", "-M a.c", "--version", "-print-file-name=x", "-E -"]
        {
            assert_eq!(command(line).makes, Makes::Other, "{line}");
        }
        assert_eq!(command("a.c -o a").makes, Makes::Program);
    }
}
