//! What small programs are lowered to. `INSTA_UPDATE=always cargo test` accepts a change.

use allways_llvm::{Optimise, Request, compile_and_lower};

fn dump(file: &str, optimise: Optimise) -> String {
    let inputs = vec![format!("tests/snippets/{file}").into()];
    let request = Request { inputs, optimise, ..Request::default() };
    let compiled = compile_and_lower(&request).expect("the snippet is sound");
    compiled.program.to_string()
}

#[test]
fn what_is_not_initialised_is_undefined() {
    insta::assert_snapshot!(dump("uninitialised.c", Optimise::AsWritten));
}

#[test]
fn peterson_as_written() {
    insta::assert_snapshot!(dump("peterson.c", Optimise::AsWritten));
}

#[test]
fn edges() {
    insta::assert_snapshot!(dump("edges.c", Optimise::AsWritten));
}

#[test]
fn values() {
    insta::assert_snapshot!(dump("values.c", Optimise::AsWritten));
}

#[test]
fn locals_in_memory_at_level_0() {
    insta::assert_snapshot!(dump("uninitialised.c", Optimise::O0));
}

#[test]
fn unwinding() {
    insta::assert_snapshot!(dump("unwinding.cpp", Optimise::AsWritten));
}

#[test]
fn globals() {
    insta::assert_snapshot!(dump("globals.ll", Optimise::AsWritten));
}
