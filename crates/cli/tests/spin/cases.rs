//! The cases that examples state in their first lines, and ways to run them.

use allways_testkit::jobs;
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock};

/// The folder of the repository.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository has a folder")
}

/// `allways` in the folder of the repository.
pub fn allways(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allways"));
    command.args(args).current_dir(root()).output().expect("the checker runs")
}

/// The JSON object that a command prints. A verifier that need not be fast is made and started in half of the
/// time: clang takes the place of gcc, and the table of states is small (making the usual one takes longer than
/// searching most programs).
pub fn json(args: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allways"));
    command.args(args).current_dir(root());
    if args.contains(&"-O0") && !args.contains(&"-DBITSTATE") {
        command.arg("-w18").env("PATH", path_with_clang_as_gcc());
    }
    let output = command.output().expect("the checker runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{args:?}: no JSON: {}", String::from_utf8_lossy(&output.stderr))
    })
}

/// The places where programs are found, and before them one where `gcc` is clang.
fn path_with_clang_as_gcc() -> &'static OsStr {
    static PATH: OnceLock<OsString> = OnceLock::new();
    PATH.get_or_init(|| {
        let usual = std::env::var_os("PATH").expect("a path");
        let mut places: Vec<PathBuf> = std::env::split_paths(&usual).collect();
        let clang = places.iter().map(|place| place.join("clang-22")).find(|file| file.is_file());
        let first =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gcc-{}", std::process::id()));
        std::fs::create_dir_all(&first).expect("a folder");
        let _ = std::fs::remove_file(first.join("gcc"));
        symlink(clang.expect("clang is installed"), first.join("gcc")).expect("a link");
        places.insert(0, first);
        std::env::join_paths(places).expect("a path")
    })
}

/// One `// expect:` line of an example.
#[derive(Clone, Debug)]
pub struct Case {
    /// The program, as seen from the repository.
    pub file: String,
    /// Options for the checker.
    pub options: Vec<String>,
    /// Options for the compiler.
    pub flags: Vec<String>,
    /// `holds` or `violated`.
    pub verdict: String,
    /// The property, where one is named.
    pub property: Option<String>,
}

impl Case {
    /// What an option is set to.
    pub fn option(&self, name: &str) -> Option<&str> {
        let at = self.options.iter().position(|option| option == name)?;
        self.options.get(at + 1).map(String::as_str)
    }

    /// For complaints.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.file, self.options.join(" "), self.flags.join(" "))
    }
}

/// All cases of the programs in a folder of the repository.
pub fn cases(folder: &str) -> Vec<Case> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder of programs");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let file = path.strip_prefix(root()).expect("below the root").display().to_string();
        let lines = text.lines().filter_map(|line| line.strip_prefix("// expect:"));
        cases.extend(lines.map(|line| case(&file, line)));
    }
    cases
}

fn case(file: &str, line: &str) -> Case {
    let (options, wanted) = line.rsplit_once("=>").expect("OPTIONS => VERDICT");
    let mut words = words(options);
    let flags = match words.iter().position(|word| word == "--") {
        Some(at) => words.split_off(at)[1..].to_vec(),
        None => Vec::new(),
    };
    let mut wanted = wanted.split_whitespace();
    Case {
        file: file.to_string(),
        options: words,
        flags,
        verdict: wanted.next().expect("a verdict").to_string(),
        property: wanted.next().map(str::to_string),
    }
}

/// Words as a shell takes them apart.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in text.chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\'' | '"', None) => quote = Some(c),
            (' ', None) => words.push(std::mem::take(&mut word)),
            (c, _) => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Runs `work` on everything, several at a time, and collects complaints.
pub fn complaints<T: Send>(todo: Vec<T>, work: impl Fn(T) -> Result<(), String> + Sync) {
    let todo = Mutex::new(todo);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs() {
            scope.spawn(|| {
                while let Some(next) = { todo.lock().unwrap().pop() } {
                    if let Err(complaint) = work(next) {
                        wrong.lock().unwrap().push(complaint);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
