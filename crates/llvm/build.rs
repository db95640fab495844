//! Builds the C++ shim: what LLVM's C interface does not tell.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=shim/shim.cpp");
    let config = env::var("DEP_LLVM_22_CONFIG_PATH")
        .expect("llvm-sys found no llvm-config; set LLVM_SYS_221_PREFIX");
    let ask = |what: &str| {
        let output = Command::new(&config).arg(what).output().expect("llvm-config runs");
        String::from_utf8(output.stdout).expect("llvm-config prints text").trim().to_owned()
    };
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .flag(format!("-isystem{}", ask("--includedir")))
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .file("shim/shim.cpp")
        .compile("allways_llvm_shim");
    println!("cargo:rustc-env=ALLWAYS_LLVM_BIN={}", ask("--bindir"));
}
