//! Which of clang's options somebody who is not trusted may set.

use super::paths::Folder;
use crate::args::clang_flags::{danger, is_harmless};

/// An option in a file.
pub struct Flag<'a> {
    /// The line it stands in.
    pub line: usize,
    /// The option.
    pub text: &'a str,
}

/// How options are looked at.
pub struct Vetting<'a> {
    /// Where paths begin, and where those of the untrusted end; `None` leaves paths alone.
    pub folder: Option<&'a Folder>,
    /// Whether every option may be set.
    pub trusted: bool,
}

/// Options with a text as value. It is joined to them, but clang takes it apart again: `@x` then names a
/// file of options.
const WITH_TEXT: [&str; 2] = ["-D", "-U"];

/// Options with a path as the next word.
const WITH_PATH: [&str; 5] = ["-include", "-imacros", "-isystem", "-iquote", "-idirafter"];

impl Vetting<'_> {
    /// The options for clang, or the line and the reason why not.
    pub fn flags(&self, flags: &[Flag]) -> Result<Vec<String>, (usize, String)> {
        let (mut out, mut rest) = (Vec::new(), flags.iter());
        while let Some(flag) = rest.next() {
            let refused = |why: String| (flag.line, format!("`{}` {why}", flag.text));
            let mut value = |joined: &str| match joined {
                "" => rest.next().map(|next| next.text.to_string()),
                joined => Some(joined.to_string()),
            };
            let missing = || refused("needs a value".into());
            if WITH_PATH.contains(&flag.text) {
                let path = self.path(&value("").ok_or_else(missing)?).map_err(refused)?;
                out.extend([flag.text.to_string(), path]);
            } else if let Some(joined) = flag.text.strip_prefix("-I") {
                let path = self.path(&value(joined).ok_or_else(missing)?).map_err(refused)?;
                out.push(format!("-I{path}"));
            } else if let Some(name) = WITH_TEXT.iter().find(|name| flag.text.starts_with(**name)) {
                let text = value(&flag.text[name.len()..]).ok_or_else(missing)?;
                if !self.trusted && text.starts_with('@') {
                    return Err(refused(refusal(&text).to_string()));
                }
                out.push(format!("{name}{text}"));
            } else if self.trusted || is_harmless(flag.text) {
                out.push(flag.text.to_string());
            } else if flag.text != "--" {
                return Err(refused(refusal(flag.text).to_string()));
            }
        }
        out.retain(|flag| flag != "--");
        Ok(out)
    }

    fn path(&self, text: &str) -> Result<String, String> {
        match self.folder {
            Some(folder) => folder.path(text, self.trusted),
            None if text.starts_with('@') => Ok(format!("./{text}")),
            None => Ok(text.to_string()),
        }
    }
}

/// Why an option is refused.
fn refusal(flag: &str) -> &'static str {
    danger(flag).unwrap_or("is not among the compiler options that are known to be harmless")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vetted(flags: &[&str], trusted: bool) -> Result<Vec<String>, String> {
        let flags: Vec<Flag> = flags.iter().map(|text| Flag { line: 1, text }).collect();
        Vetting { folder: None, trusted }.flags(&flags).map_err(|(_, why)| why)
    }

    #[test]
    fn harmless_options_pass() {
        let flags = [
            "-DN=3",
            "-UX",
            "-std=c11",
            "-O2",
            "-Os",
            "-m32",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-fno-builtin-printf",
            "-fbracket-depth=2000",
            "-Wall",
            "-Wno-unused",
            "-Werror=format",
            "-pthread",
            "-fvisibility=hidden",
            "-fvisibility-inlines-hidden",
            "-march=x86-64-v2",
            "-mno-sse4.2",
            "-isystem",
            "inc",
        ];
        let same: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
        assert_eq!(vetted(&flags, false), Ok(same));
    }

    /// Each of these runs code, reads options, or reads or writes a file.
    #[test]
    fn others_do_not() {
        for flag in [
            "-fplugin=evil.so",
            "-fplugin-arg-x-y",
            "-fpass-plugin=evil.so",
            "-Xclang",
            "-load",
            "-Xlinker",
            "-Xpreprocessor",
            "-mllvm",
            "-mllvm=-x",
            "-Wl,-x",
            "-Wp,-MD,x",
            "-Wa,-x",
            "@file",
            "--config",
            "--config=x",
            "-o",
            "-ox",
            "-MF",
            "-MD",
            "-MMD",
            "-MJx",
            "--serialize-diagnostics",
            "-serialize-diagnostics",
            "-save-temps",
            "-save-temps=obj",
            "-B.",
            "-specs=x",
            "--specs=x",
            "-gen-cdb-fragment-path",
            "-gsplit-dwarf",
            "-fprofile-generate",
            "-fprofile-instr-use=x",
            "-fprofile-use",
            "-fmodules",
            "-fmodule-file=x",
            "-fmodules-cache-path=x",
            "-fbuild-session-file=x",
            "-fcrash-diagnostics-dir=x",
            "-fsanitize-ignorelist=x",
            "-fcs-profile-generate",
            "-fdepfile-entry=x",
            "-foptimization-record-file=x",
            "-fsave-optimization-record",
            "-ftime-trace",
            "-ftime-trace=x",
            "-fuse-ld=x",
            "-fembed-offload-object=x",
            "-fthinlto-index=x",
            "-fdebug-compilation-dir=x",
            "-fxray-instrument",
            "-isysroot",
            "-include-pch",
            "-includex.h",
            "--include",
            "--sysroot=/",
            "-ivfsoverlay",
            "-x",
            "-xir",
            "-c",
            "-S",
            "-E",
            "-emit-ast",
            "-T",
            "-L.",
            "-lm",
            "-rpath",
            "-working-directory",
            "-resource-dir=x",
            "-ccc-install-dir",
            "-fno-integrated-cc1",
            "-fno-integrated-as",
            "--driver-mode=cl",
            "-target",
            "--target=x",
            "-",
            "--json",
            "--trace-out=x",
            "x.c",
            "/etc/passwd",
            "",
            "-std=c11 -o",
            "-fstack-usage",
            "-dependency-file",
            "-stats",
            "-save-stats",
            "-index-store-path",
            "-cl-std=x",
            "-arch",
            "-print-file-name=x",
            "-###",
            "-v",
            "--version",
            "-static-libsan",
            "-fintegrated-objemitter",
        ] {
            let error = vetted(&[flag], false).expect_err(flag);
            assert!(error.starts_with(&format!("`{flag}` ")), "{error}");
            assert!(vetted(&[flag], true).is_ok(), "{flag}");
        }
    }

    /// By itself a value could be taken for a file of options, or take the next option for its own.
    #[test]
    fn values_stay_with_their_options() {
        let both = |flags: &[&str]| [vetted(flags, false), vetted(flags, true)];
        for vetted in both(&["-D", "N=@x", "-I", "@evil", "-include", "@evil"]) {
            let wanted = ["-DN=@x", "-I./@evil", "-include", "./@evil"];
            assert_eq!(vetted, Ok(wanted.map(str::to_string).to_vec()));
        }
        for flags in [&["-D", "@evil"][..], &["-D@evil"], &["-U", "@evil"], &["-U@evil"]] {
            let error = vetted(flags, false).expect_err("clang would read it");
            assert!(error.ends_with("reads options from another file"), "{error}");
        }
        for flag in ["-D", "-U", "-I", "-include", "-isystem", "-iquote"] {
            for refused in both(&["-w", flag]) {
                assert_eq!(refused, Err(format!("`{flag}` needs a value")));
            }
        }
    }
}
