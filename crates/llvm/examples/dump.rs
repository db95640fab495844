//! Prints the program that a source file becomes: `dump FILE... [-- CFLAGS]`.
//! `-O0` to `-O3` before the files choose a level; without one the program is taken as written.

use allways_llvm::{Optimise, Request, compile_and_lower};

fn main() {
    let mut request = Request::default();
    let mut args = std::env::args().skip(1);
    for arg in args.by_ref() {
        match arg.as_str() {
            "--" => break,
            "-O0" => request.optimise = Optimise::O0,
            "-O1" => request.optimise = Optimise::O1,
            "-O2" => request.optimise = Optimise::O2,
            "-O3" => request.optimise = Optimise::O3,
            file => request.inputs.push(file.into()),
        }
    }
    request.cflags.extend(args);
    match compile_and_lower(&request) {
        Ok(compiled) => print!("{}{}", compiled.diagnostics, compiled.program),
        Err(error) => {
            if let allways_llvm::Error::Compile { diagnostics, .. } = &error {
                eprint!("{diagnostics}");
            }
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    }
}
