//! Which of clang's options somebody who is not trusted may set.

use super::paths::Folder;

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

/// Options that are harmless as they are.
const PLAIN: [&str; 9] =
    ["-m32", "-m64", "-pthread", "-g", "-w", "-ansi", "-pedantic", "-pedantic-errors", "-pipe"];

/// Options `-fX` that are harmless, and with them `-fno-X`. They change what the code means, or how
/// messages look; they name no file and load nothing.
const FEATURES: [&str; 49] = [
    "PIC",
    "PIE",
    "asm",
    "associative-math",
    "blocks",
    "bracket-depth",
    "builtin",
    "caret-diagnostics",
    "char8_t",
    "color-diagnostics",
    "common",
    "constexpr-depth",
    "constexpr-steps",
    "data-sections",
    "delete-null-pointer-checks",
    "diagnostics-color",
    "diagnostics-show-option",
    "dollars-in-identifiers",
    "exceptions",
    "fast-math",
    "finite-math-only",
    "freestanding",
    "function-sections",
    "gnu89-inline",
    "hosted",
    "inline",
    "inline-functions",
    "lax-vector-conversions",
    "macro-backtrace-limit",
    "math-errno",
    "merge-all-constants",
    "ms-extensions",
    "omit-frame-pointer",
    "pic",
    "pie",
    "rtti",
    "sanitize",
    "sanitize-recover",
    "sanitize-trap",
    "short-enums",
    "short-wchar",
    "signed-char",
    "stack-protector",
    "strict-aliasing",
    "strict-overflow",
    "trapv",
    "unsigned-char",
    "visibility",
    "wrapv",
];

/// Why the best known of the others are refused.
const DANGERS: [(&str, &str); 18] = [
    ("@", "reads options from another file"),
    ("--config", "reads options from another file"),
    ("-fplugin", "loads code into the compiler"),
    ("-fpass-plugin", "loads code into the compiler"),
    ("-Xclang", "can load code into the compiler"),
    ("-mllvm", "can load code into the compiler"),
    ("-load", "loads code into the compiler"),
    ("-B", "can make the compiler run other programs"),
    ("-specs", "can make the compiler run other programs"),
    ("--specs", "can make the compiler run other programs"),
    ("-fuse-ld", "can make the compiler run other programs"),
    ("-W", "can pass options to other programs"),
    ("-o", "writes a file"),
    ("-M", "writes a file"),
    ("-save-temps", "writes files"),
    ("--serialize-diagnostics", "writes a file"),
    ("-gen-cdb-fragment-path", "writes files"),
    ("-fprofile", "reads or writes files"),
];

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
            if flag.text == "-include" {
                let path = self.path(&value("").ok_or_else(missing)?).map_err(refused)?;
                out.extend([flag.text.to_string(), path]);
            } else if let Some(joined) = flag.text.strip_prefix("-I") {
                let path = self.path(&value(joined).ok_or_else(missing)?).map_err(refused)?;
                out.push(format!("-I{path}"));
            } else if let Some(name) = WITH_TEXT.iter().find(|name| flag.text.starts_with(**name)) {
                let text = value(&flag.text[name.len()..]).ok_or_else(missing)?;
                if !self.trusted && text.starts_with('@') {
                    return Err(refused(danger(&text).to_string()));
                }
                out.push(format!("{name}{text}"));
            } else if self.trusted || is_harmless(flag.text) {
                out.push(flag.text.to_string());
            } else if flag.text != "--" {
                return Err(refused(danger(flag.text).to_string()));
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

fn danger(flag: &str) -> &'static str {
    let known = DANGERS.iter().find(|(start, _)| flag.starts_with(start));
    known.map_or("is not among the compiler options that are known to be harmless", |(_, why)| why)
}

fn is_harmless(flag: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "-_+=".contains(c);
    let Some(rest) = flag.strip_prefix('-').filter(|rest| rest.chars().all(is_word)) else {
        return false;
    };
    let is_level = || rest.strip_prefix('O').is_some_and(|level| level.len() <= 4);
    PLAIN.contains(&flag)
        || rest.starts_with("std=")
        || is_level()
        // Words only: `-Wl,…`, `-Wp,…` and `-Wa,…` have commas.
        || rest.starts_with('W')
        || rest.strip_prefix('f').is_some_and(is_feature)
}

fn is_feature(feature: &str) -> bool {
    let positive = feature.strip_prefix("no-").unwrap_or(feature);
    let name = positive.split('=').next().unwrap_or(positive);
    // -fno-builtin-printf
    FEATURES.contains(&name) || (positive != feature && name.starts_with("builtin-"))
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
            "-isystem",
            "-idirafter",
            "-imacros",
            "-iquote",
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
        for flag in ["-D", "-U", "-I", "-include"] {
            for refused in both(&["-w", flag]) {
                assert_eq!(refused, Err(format!("`{flag}` needs a value")));
            }
        }
    }
}
