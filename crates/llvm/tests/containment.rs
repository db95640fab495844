//! Hostile input: whatever it does to LLVM, the caller gets a program or an error.
//!
//! This test is its own child process: started with `__lower` it lowers.

use allways_llvm::{Compiled, Error, Limits, Request, child_main};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const LIMITS: Limits = Limits { memory: 4 << 30, seconds: 60 };

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|command| command == "__lower") {
        return child_main(&mut std::io::stdin(), &mut std::io::stdout()).into();
    }
    let here = std::env::current_exe().expect("this test is a file");
    let directory = tempfile::tempdir().expect("a directory");
    let tests = Tests { exe: here, directory };
    tests.a_program_comes_through();
    tests.errors_keep_their_type();
    tests.a_crash_is_an_error();
    tests.a_child_that_cannot_start_is_an_error();
    tests.too_much_memory_is_an_error();
    tests.too_much_time_is_an_error();
    tests.a_file_that_never_ends_is_an_error();
    tests.damaged_input_is_an_error_or_a_program();
    println!("containment: 8 tests passed");
    ExitCode::SUCCESS
}

fn lower_in_child(exe: &Path, request: &Request, limits: Limits) -> Result<Compiled, Error> {
    allways_llvm::lower_in_child(exe, request, limits, &|| false)
}

struct Tests {
    exe: PathBuf,
    directory: tempfile::TempDir,
}

impl Tests {
    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.directory.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    fn lower(&self, path: &Path) -> Result<allways_program::Program, Error> {
        let request = Request { inputs: vec![path.into()], ..Request::default() };
        lower_in_child(&self.exe, &request, LIMITS).map(|compiled| compiled.program)
    }

    fn a_program_comes_through(&self) {
        let path = self.file("a.c", b"int main(void) { int x; return x; }");
        let cflags = vec!["-Wall".into()];
        let request = Request { inputs: vec![path], cflags, ..Request::default() };
        let compiled = lower_in_child(&self.exe, &request, LIMITS).expect("it is sound");
        assert!(compiled.program.function_named("main").is_some());
        assert!(compiled.diagnostics.contains("uninitialized"));
    }

    fn errors_keep_their_type(&self) {
        let path = self.file("wrong.c", b"int main(void) { return x; }");
        let error = self.lower(&path).expect_err("x is unknown");
        let Error::Compile { diagnostics, .. } = error else { panic!("{error:?}") };
        assert!(diagnostics.contains("undeclared identifier"));
    }

    /// Any program that does not speak our protocol stands for LLVM that crashes.
    fn a_crash_is_an_error(&self) {
        let path = self.file("a.ll", b"");
        let request = Request { inputs: vec![path], ..Request::default() };
        let script = self.file("crash.sh", b"#!/bin/sh\necho last words >&2\nkill -ABRT $$\n");
        let run = Command::new("chmod").arg("+x").arg(&script).status();
        assert!(run.is_ok_and(|status| status.success()));
        let error = lower_in_child(&script, &request, LIMITS).expect_err("it crashed");
        let Error::Crashed { how, said, .. } = error else { panic!("{error:?}") };
        assert!(how.contains("an abort"), "{how}");
        assert_eq!(said, "last words");
        std::fs::write(&script, "#!/bin/sh\necho nonsense\n").expect("a file");
        let error = lower_in_child(&script, &request, LIMITS).expect_err("it talked nonsense");
        assert!(matches!(error, Error::Child { .. }), "{error:?}");
    }

    fn a_child_that_cannot_start_is_an_error(&self) {
        let request = Request::default();
        let error = lower_in_child(Path::new("/nowhere"), &request, LIMITS).expect_err("no file");
        assert!(matches!(error, Error::Child { .. }), "{error:?}");
    }

    fn too_much_memory_is_an_error(&self) {
        let path = self.file("big.c", b"char a[3000000000u] = { [2999999999u] = 1 };");
        let request = Request { inputs: vec![path], ..Request::default() };
        let limits = Limits { memory: 1 << 30, ..LIMITS };
        let error = lower_in_child(&self.exe, &request, limits).expect_err("it does not fit");
        assert!(matches!(&error, Error::OutOfMemory { at, .. } if at.contains("big.c")), "{error}");
    }

    fn too_much_time_is_an_error(&self) {
        let script = self.file("sleep.sh", b"#!/bin/sh\nexec sleep 1000\n");
        let run = Command::new("chmod").arg("+x").arg(&script).status();
        assert!(run.is_ok_and(|status| status.success()));
        let limits = Limits { seconds: 1, ..LIMITS };
        let error = lower_in_child(&script, &Request::default(), limits).expect_err("it sleeps");
        assert_eq!(error, Error::TimedOut { at: String::new(), seconds: 1 });
    }

    /// It waits in our own process, not in clang's: the parent ends it, and knows which file it was.
    fn a_file_that_never_ends_is_an_error(&self) {
        let path = self.directory.path().join("endless.bc");
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()));
        let request = Request { inputs: vec![path.clone()], ..Request::default() };
        let limits = Limits { seconds: 1, ..LIMITS };
        let error = lower_in_child(&self.exe, &request, limits).expect_err("it waits");
        assert_eq!(error, Error::TimedOut { at: path.display().to_string(), seconds: 1 });
    }

    fn damaged_input_is_an_error_or_a_program(&self) {
        let source = "tests/corpus/control.c";
        for (name, flags) in [("x.bc", &["-c"][..]), ("x.ll", &["-S"])] {
            let good = self.directory.path().join(name);
            let compiled = Command::new("clang-22")
                .args(["-O1", "-g", "-emit-llvm", "-w", source, "-o"])
                .arg(&good)
                .args(flags)
                .status();
            assert!(compiled.is_ok_and(|status| status.success()), "clang compiles {source}");
            let bytes = std::fs::read(&good).expect("clang wrote it");
            let rounds = std::env::var("ALLWAYS_DAMAGE").ok().and_then(|n| n.parse().ok());
            for seed in 0..rounds.unwrap_or(40) {
                let path = self.file(&format!("damaged-{name}"), &damage(&bytes, seed));
                match self.lower(&path) {
                    Ok(_) | Err(Error::Read { .. } | Error::Crashed { .. }) => {}
                    Err(Error::OutOfMemory { .. }) => {}
                    Err(Error::Unsupported { .. } | Error::TooLarge { .. }) => {}
                    Err(error) => panic!("{name}, seed {seed}: {error:?}"),
                }
            }
        }
    }
}

/// Changes some bytes, repeats a piece or cuts the end off.
fn damage(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below.max(1)
    };
    let mut damaged = bytes.to_vec();
    for _ in 0..1 + random(8) {
        let at = random(damaged.len());
        match random(4) {
            0 => damaged[at] = random(256) as u8,
            1 => damaged[at] ^= 1 << random(8),
            2 => {
                let piece = damaged[at..(at + random(40)).min(damaged.len())].to_vec();
                let to = random(damaged.len());
                damaged.splice(to..to, piece);
            }
            _ => damaged.truncate(damaged.len() - random(damaged.len() / 4)),
        }
    }
    damaged
}
