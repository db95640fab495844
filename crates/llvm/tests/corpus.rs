//! Everything that C programs are made of is lowered, at every level and for both pointer sizes.

use allways_llvm::{Optimise, Request, compile_and_lower};
use allways_program::{Inst, Program};

/// Lowers a file of the corpus in every way and checks that nothing was left out.
fn everything(file: &str) {
    use Optimise::{AsWritten, O0, O1, O2, O3};
    for optimise in [AsWritten, O0, O1, O2, O3] {
        for flags in [&["-w"][..], &["-w", "-m32"]] {
            let request = Request {
                inputs: vec![format!("tests/corpus/{file}").into()],
                cflags: flags.iter().map(|flag| flag.to_string()).collect(),
                optimise,
                ..Request::default()
            };
            let program = compile_and_lower(&request)
                .unwrap_or_else(|e| panic!("{file} {optimise:?} {flags:?}: {e}\n{e:?}"))
                .program;
            complete(&program, &format!("{file} {optimise:?} {flags:?}"));
        }
    }
}

fn complete(program: &Program, what: &str) {
    for (pc, inst) in program.code.iter().enumerate() {
        if let Inst::Unsupported { what: text } = inst {
            let at = program.debug.location(pc as u32).map_or(0, |l| l.line);
            panic!("{what}:{at}: unsupported: {}", program.unsupported[*text as usize]);
        }
    }
    assert!(program.function_named("main").is_some(), "{what}: no main");
    let again = Program::from_bytes(&program.to_bytes()).expect("a lowered program is sound");
    assert_eq!(again.to_string(), program.to_string(), "{what}");
}

macro_rules! corpus {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                everything(concat!(stringify!($name), ".c"));
            }
        )*

        #[test]
        fn no_file_is_forgotten() {
            let files = std::fs::read_dir("tests/corpus").expect("the corpus is there").count();
            assert_eq!(files, [$(stringify!($name)),*].len(), "a new file needs a test");
        }
    };
}

corpus! { assembly atomics calls control floats integers memory threads vectors }
