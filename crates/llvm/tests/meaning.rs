//! Lowered programs do what they do natively: the same output, at every level.

mod machine;

use allways_llvm::{Optimise, Request, compile_and_lower, lower_bytes};
use machine::{Machine, Stop};
use std::path::Path;
use std::process::Command;

const LEVELS: [Optimise; 5] =
    [Optimise::AsWritten, Optimise::O0, Optimise::O1, Optimise::O2, Optimise::O3];

/// What a program prints, and its exit status.
#[derive(PartialEq, Eq)]
struct Run {
    output: String,
    status: i32,
}

fn native(source: &Path, flags: &[String], directory: &Path) -> Run {
    let binary = directory.join("native");
    let compiled = Command::new("clang-22")
        .args(["-w", "-O1", "-latomic", "-lm", "-o"])
        .arg(&binary)
        .arg(source)
        .args(flags)
        .status();
    assert!(compiled.is_ok_and(|status| status.success()), "{} compiles", source.display());
    let output = Command::new(&binary).output().expect("it runs");
    Run {
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        status: output.status.code().unwrap_or(134),
    }
}

fn lowered(source: &Path, flags: &[String], optimise: Optimise, fuel: u64) -> Result<Run, String> {
    let mut cflags = vec!["-w".to_owned()];
    cflags.extend_from_slice(flags);
    let request = Request { inputs: vec![source.into()], cflags, optimise, ..Request::default() };
    let program = compile_and_lower(&request).map_err(|e| e.to_string())?.program;
    // Frames of the program are frames of this thread.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(move || {
        let mut machine = Machine::new(&program, fuel);
        let status = match machine.run() {
            Ok(status) | Err(Stop::Exit(status)) => status,
            Err(Stop::Cannot(what)) => return Err(what),
        };
        let output = String::from_utf8_lossy(&machine.output).into_owned();
        Ok(Run { output, status: status & 0xff })
    });
    thread.map_err(|e| e.to_string())?.join().map_err(|_| "it panicked".to_owned())?
}

fn same_everywhere(source: &Path, flags: &[String]) {
    let directory = tempfile::tempdir().expect("a directory");
    let expected = native(source, flags, directory.path());
    for optimise in LEVELS {
        let name = source.display();
        let run = lowered(source, flags, optimise, 100_000_000)
            .unwrap_or_else(|why| panic!("{name} {optimise:?}: {why}"));
        assert_eq!(run.output, expected.output, "{name} {optimise:?}");
        assert_eq!(run.status, expected.status, "{name} {optimise:?}");
    }
}

macro_rules! programs {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                same_everywhere(Path::new(concat!("tests/meaning/", stringify!($name), ".c")), &[]);
            }
        )*

        #[test]
        fn no_file_is_forgotten() {
            let files = std::fs::read_dir("tests/meaning").expect("the programs are there").count();
            assert_eq!(files, [$(stringify!($name)),*].len(), "a new file needs a test");
        }
    };
}

programs! { floats integers memory vectors wide }

/// Intrinsics that clang makes only for other processors, called by name.
#[test]
fn vector_intrinsics() {
    let text = "
      declare <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32>, <8 x i32>)
      declare i32 @llvm.experimental.cttz.elts.i32.v8i1(<8 x i1>, i1)
      declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8, i8)
      declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
      define i32 @main() {
        %p = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(
          <4 x i32> <i32 1, i32 1, i32 1, i32 1>,
          <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>)
        %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %p)
        %f = call i32 @llvm.experimental.cttz.elts.i32.v8i1(
          <8 x i1> <i1 0, i1 0, i1 1, i1 0, i1 1, i1 0, i1 0, i1 0>, i1 0)
        %m = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8 253, i8 -1)
        %n = bitcast <4 x i1> %m to i4
        %z = zext i4 %n to i32
        %t = shl i32 %f, 4
        %u = add i32 %z, %t
        %v = add i32 %u, %s
        ret i32 %v
      }";
    let program = lower_bytes("x.ll", text.as_bytes()).expect("it is sound");
    let result = Machine::new(&program, 1000).run();
    // 40 of the sum, 2 << 4 of the first lane, 0b0011 of the lanes below 255 from 253 on.
    assert!(matches!(result, Ok(75)));
}

/// Random programs, when `ALLWAYS_CSMITH` says how many: csmith must be installed then.
#[test]
fn random_programs_mean_what_they_mean() {
    let count: u64 = std::env::var("ALLWAYS_CSMITH").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let directory = tempfile::tempdir().expect("a directory");
    let flags = vec!["-I/usr/include/csmith".to_owned()];
    let (mut same, mut skipped) = (0, 0);
    for seed in 1..=count {
        let source = directory.path().join(format!("seed{seed}.c"));
        let number = seed.to_string();
        let made = Command::new("csmith")
            .args(["--seed", &number, "-o"])
            .arg(&source)
            // It writes `platform.info` into the current folder.
            .current_dir(directory.path())
            .status();
        assert!(made.is_ok_and(|status| status.success()), "csmith runs");
        let binary = directory.path().join("native");
        let compile = Command::new("clang-22")
            .args(["-w", "-O1", "-I/usr/include/csmith", "-o"])
            .args([&binary, &source])
            .status();
        assert!(compile.is_ok_and(|status| status.success()));
        // Some random programs never end.
        let output = Command::new("timeout").arg("5").arg(&binary).output().expect("it runs");
        if !output.status.success() {
            skipped += 1;
            continue;
        }
        for optimise in [Optimise::AsWritten, Optimise::O0, Optimise::O2] {
            match lowered(&source, &flags, optimise, 50_000_000) {
                Ok(run) => {
                    let expected = String::from_utf8_lossy(&output.stdout);
                    assert_eq!(run.output, expected, "seed {seed} {optimise:?}");
                    same += 1;
                }
                Err(why) if why.contains("too long") => skipped += 1,
                Err(why) => panic!("seed {seed} {optimise:?}: {why}"),
            }
        }
    }
    println!("{same} runs agree, {skipped} were too long");
}
