//! Runs the real `spin` and the verifier it generates, in a folder of its own.

use allways_promela::{Error, Model, Options};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the verifier said about a model.
#[derive(Debug)]
pub struct Run {
    /// Where the model and its trail are.
    pub folder: PathBuf,
    /// The verifier found an error.
    pub violated: bool,
    /// States stored.
    pub states: u64,
    /// Everything it printed.
    pub output: String,
}

/// The ways to translate that tests compare.
pub fn modes() -> [(&'static str, Options); 3] {
    let standard = Options::default();
    let plain = Options { plain: true, ..standard.clone() };
    let inline = Options { inline: true, ..standard.clone() };
    [("optimised", standard), ("plain", plain), ("inline", inline)]
}

/// A new empty folder.
pub fn folder() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("{}-{number}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spin").join(name);
    std::fs::create_dir_all(&folder).expect("the folder for tests is writable");
    folder
}

/// Translates a C file that clang accepts.
pub fn translate(source: &Path, flags: &[String], options: &Options) -> Result<Model, Error> {
    let output = Command::new("clang-22")
        .args(["-fsyntax-only", "-w", "-D__ALLWAYS__", "-Xclang", "-ast-dump=json"])
        .args(flags)
        .arg(source)
        .output()
        .expect("clang runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    allways_promela::translate(source, &output.stdout, options)
}

/// Translates a program and writes the model into a new folder.
pub fn model(source: &Path, clang: &[String], options: &Options) -> PathBuf {
    let model = translate(source, clang, options)
        .unwrap_or_else(|error| panic!("{} {clang:?}: {error}", source.display()));
    let folder = folder();
    std::fs::write(folder.join("model.pml"), model.text).expect("the folder for tests is writable");
    folder
}

/// Builds and runs the verifier of `model.pml` in a folder.
pub fn verify(folder: &Path, compiler: &[&str], pan: &[&str]) -> Run {
    let spin = command(folder, "spin", &["-a", "model.pml"]);
    let errors = spin.lines().any(|line| line.contains("Error"));
    assert!(
        !errors && folder.join("pan.c").exists(),
        "spin rejects the model: {spin}\n{}",
        folder.display()
    );
    let mut flags = vec!["-w", "-fwrapv", "-DVECTORSZ=8192", "-o", "pan", "pan.c"];
    let model = std::fs::read_to_string(folder.join("model.pml")).unwrap_or_default();
    if model.contains("gcc -O2 -fwrapv -DVECTORSZ=8192 -DNOREDUCE ") {
        flags.push("-DNOREDUCE");
    }
    flags.extend(compiler);
    // In half of the time that gcc takes.
    let clang = command(folder, "clang-22", &flags);
    assert!(folder.join("pan").exists(), "clang rejects the verifier: {clang}");
    // The usual table takes longer to make than most models to search.
    let mut flags = vec!["-m100000", "-w18"];
    flags.extend(pan);
    let mut output = command(folder, "./pan", &flags);
    if output.contains(TOO_DEEP) {
        flags.push("-m1000000");
        output = command(folder, "./pan", &flags);
    }
    let errors = number_before(&output, "errors: ", true);
    let states =
        number_before(&output, " states, stored", false).expect("the verifier counts states");
    assert!(!output.contains(TOO_DEEP), "the search was cut: {output}");
    let doubtful = output.contains("could make p.o. reduction");
    assert!(!doubtful, "the search left something out, perhaps: {output}");
    Run {
        folder: folder.into(),
        violated: errors.expect("the verifier counts errors") > 0,
        states,
        output,
    }
}

/// What a verifier says that left out what lies deeper.
const TOO_DEEP: &str = "max search depth too small";

/// The number next to a text.
fn number_before(output: &str, text: &str, after: bool) -> Option<u64> {
    let at = output.find(text)?;
    let digits: String = if after {
        output[at + text.len()..].chars().take_while(char::is_ascii_digit).collect()
    } else {
        let reversed: String =
            output[..at].chars().rev().take_while(char::is_ascii_digit).collect();
        reversed.chars().rev().collect()
    };
    digits.parse().ok()
}

fn command(folder: &Path, program: &str, args: &[&str]) -> String {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|problem| panic!("{program}: {problem}"));
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    text
}

/// Every line that begins with `=`, over all executions of the model.
pub fn outcomes(folder: &Path) -> BTreeSet<String> {
    let run = verify(folder, &["-DPRINTF"], &["-c0"]);
    assert!(!run.violated, "{} {}", run.output, run.folder.display());
    lines(&run.output)
}

/// Lines that begin with `=`.
pub fn lines(text: &str) -> BTreeSet<String> {
    text.lines().map(str::trim).filter(|line| line.starts_with('=')).map(str::to_string).collect()
}

/// What a native run of a program prints.
pub fn native(source: &Path, flags: &[String]) -> String {
    let folder = folder();
    let source = std::fs::canonicalize(source).expect("the program exists");
    let mut args: Vec<&str> = vec!["-w", "-pthread", "-fwrapv", "-o", "native"];
    args.extend(flags.iter().map(String::as_str));
    let path = source.to_string_lossy().into_owned();
    args.push(&path);
    let said = command(&folder, "gcc", &args);
    assert!(folder.join("native").exists(), "gcc: {said}");
    command(&folder, "./native", &[])
}

/// The folder of test programs.
pub fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}
