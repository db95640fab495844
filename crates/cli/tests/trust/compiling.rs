//! Compiling has limits of its own, says where it reached them in one line, and leaves nothing behind.

use crate::{GOOD, allways, files, folder, stderr, write};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A sum with ten to the power of `lines` terms.
fn explosion(lines: usize) -> String {
    let mut source = format!("#define A0 {}\n", ["x"; 10].join("+"));
    for n in 1..lines {
        let before = format!("A{}", n - 1);
        let _ = writeln!(source, "#define A{n} {}", [before.as_str(); 10].join("+"));
    }
    let _ = writeln!(source, "int main(void) {{ int x = 0;\n  return A{}; }}", lines - 1);
    source
}

/// Processes that were started with this text in their arguments.
fn processes(marker: &str) -> usize {
    let is_marked = |path: &Path| {
        let line = std::fs::read(path.join("cmdline")).unwrap_or_default();
        line.windows(marker.len()).any(|part| part == marker.as_bytes())
    };
    let entries = std::fs::read_dir("/proc").expect("/proc").flatten();
    entries.filter(|entry| is_marked(&entry.path())).count()
}

/// Runs the checker on a source with a folder of its own for temporary files. Gives what it said, and
/// makes sure that it left nothing behind.
fn limited(words: &[&str], source: &str) -> (Output, Duration) {
    let folder = folder(source);
    let temporary = folder.path().join("tmp");
    std::fs::create_dir(&temporary).expect("a folder");
    let before = files(folder.path());
    let begun = Instant::now();
    let marker = format!("-DMARK={}", folder.path().display());
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .args(words)
        .arg(&marker)
        .current_dir(folder.path())
        .env("TMPDIR", &temporary)
        .stdin(Stdio::null())
        .output()
        .expect("the checker runs");
    let took = begun.elapsed();
    assert_eq!(processes(&marker), 0, "a process is left");
    assert_eq!(files(folder.path()), before, "a file is left");
    (output, took)
}

#[track_caller]
fn says(output: &Output, wanted: &str) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: project/program.c:11:"), "the place is missing: {said}");
    assert!(said.contains(wanted), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn macros_that_explode_run_out_of_time() {
    let words = ["check", "project/program.c", "--compile-timeout", "2"];
    let (output, took) = limited(&words, &explosion(9));
    says(
        &output,
        "compiling took more than 2 s and was stopped; make the source simpler, or allow more",
    );
    assert!(took < Duration::from_secs(30), "{took:?}");
}

/// The search may have less; compiling has at least 2 GiB.
#[test]
fn large_constants_run_out_of_memory() {
    let source = format!("{}char a[] = {{ [4000000000u] = 1 }};\n{GOOD}", "\n".repeat(10));
    let words = ["check", "project/program.c", "--timeout", "5", "--memory", "512M"];
    let (output, _) = limited(&words, &source);
    says(&output, "compiling needs more memory than 2.0 GiB");
}

#[test]
fn the_translation_to_promela_has_the_same_driver() {
    let words = ["promela", "project/program.c", "-o", "model.pml", "--compile-timeout", "2"];
    let (output, _) = limited(&words, &explosion(9));
    says(&output, "compiling took more than 2 s");
    let folder = folder("int main(void) { return x; }\n");
    let words = ["promela", "project/program.c", "-o", "model.pml"];
    let output = allways(folder.path(), &words);
    assert_eq!(output.status.code(), Some(2));
    let wanted = "project/program.c:1:25: error: use of undeclared identifier 'x'";
    assert!(stderr(&output).contains(wanted), "{}", stderr(&output));
    for command in [&["check", "project/program.c"][..], &words] {
        let output = Command::new(env!("CARGO_BIN_EXE_allways"))
            .args(command)
            .current_dir(folder.path())
            .env("ALLWAYS_CLANG", "/nowhere/clang")
            .output()
            .expect("the checker runs");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(stderr(&output).contains("/nowhere/clang"), "{command:?}: {}", stderr(&output));
    }
}

/// A pragma makes clang crash: one line, without a dump of its stack, and no files to report it with.
#[test]
fn a_crash_of_clang_is_one_line() {
    let source = format!("{GOOD}#pragma clang __debug crash\n");
    let (output, _) = limited(&["check", "project/program.c"], &source);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("project/program.c") && said.contains("LLVM could not cope"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// Whoever kills the checker kills the compiler too.
#[test]
fn nobody_outlives_the_checker() {
    let folder = folder(&explosion(9));
    let marker = format!("-DMARK={}", folder.path().display());
    for signal in ["-TERM", "-KILL"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_allways"))
            .args(["check", "project/program.c", &marker])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .spawn()
            .expect("the checker runs");
        wait("clang is started", || processes(&marker) >= 2);
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        child.wait().expect("it ends");
        wait("all have ended", || processes(&marker) == 0);
    }
}

fn wait(what: &str, condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}: not after a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A limit that is reached in a later file names that file.
#[test]
fn the_file_is_named() {
    let folder = folder(GOOD);
    write(&folder.path().join("project"), "other.c", &explosion(9).replace("main", "other"));
    let words = ["check", "project/program.c", "project/other.c", "--compile-timeout", "2"];
    let output = allways(folder.path(), &words);
    assert_eq!(output.status.code(), Some(2));
    // How far clang came into the file depends on the load of the machine.
    assert!(stderr(&output).starts_with("error: project/other.c:"), "{}", stderr(&output));
}
