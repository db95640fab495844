//! Translates a C file and prints the model: `translate [--plain] [--inline] [--cells=N] [CLANG FLAGS] FILE.c`.

use allways_promela::{Options, translate};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut options = Options::default();
    let (mut clang, mut file) = (Vec::new(), None);
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--plain" => options.plain = true,
            "--inline" => options.inline = true,
            _ if arg.starts_with("--cells=") => match arg["--cells=".len()..].parse() {
                Ok(cells) => options.cells = cells,
                Err(_) => {
                    eprintln!("{arg}: not a number");
                    return ExitCode::from(2);
                }
            },
            _ if arg.starts_with('-') => clang.push(arg),
            _ => file = Some(arg),
        }
    }
    let Some(file) = file else {
        eprintln!("translate: give a C file");
        return ExitCode::from(2);
    };
    match translate(Path::new(&file), &clang, &options) {
        Ok(model) => {
            print!("{}", model.text);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
