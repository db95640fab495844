//! The binary `allways`.

fn main() -> std::process::ExitCode {
    allways::main()
}
