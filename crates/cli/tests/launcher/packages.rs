//! What is installed, by whom, and what is said when it cannot be.

use crate::fake_clone::FakeClone;

const INSTALL: &str =
    "sudo apt-get update && sudo apt-get install -y --no-install-recommends llvm-22-dev";

#[test]
fn root_installs_what_is_missing() {
    let clone = FakeClone::built().without_llvm();
    let ended = clone.run(&["check"]);
    assert_eq!(ended.code, Some(0));
    assert_eq!(ended.stdout.lines().count(), 2, "set-up must not write here: {}", ended.stdout);
    assert!(
        ended.stderr.starts_with("allways: installing llvm-22-dev (apt-get)\n"),
        "{}",
        ended.stderr
    );
    let options = "-o DPkg::Lock::Timeout=600 -o APT::Update::Error-Mode=any";
    assert_eq!(
        clone.calls(),
        [
            format!("apt-get {options} update [noninteractive]"),
            format!(
                "apt-get {options} install -y --no-install-recommends llvm-22-dev [noninteractive]"
            ),
        ]
    );
    clone.forget_calls();
    assert_eq!(clone.run(&["check"]).stderr, "");
    assert_eq!(clone.calls(), [] as [&str; 0]);
}

#[test]
fn a_user_installs_through_sudo_without_being_asked() {
    let clone = FakeClone::built().without_llvm();
    let ended = clone.run_with(&[], &[("USER_ID", "1000")]);
    assert_eq!(ended.code, Some(0));
    assert!(
        ended.stderr.starts_with("allways: installing llvm-22-dev (sudo -n apt-get)\n"),
        "{}",
        ended.stderr
    );
    let calls = clone.calls();
    assert!(
        calls
            .iter()
            .filter(|call| call.starts_with("sudo"))
            .all(|call| call.starts_with("sudo -n "))
    );
}

#[test]
fn without_root_or_a_terminal_it_names_one_command() {
    let without_sudo = FakeClone::new().without_llvm().without("sudo");
    let with_password = FakeClone::new().without_llvm();
    for clone in [without_sudo, with_password] {
        let ended = clone.run_with(&[], &[("USER_ID", "1000"), ("PASSWORD", "wanted")]);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
        assert_eq!(ended.stderr.lines().last(), Some(INSTALL));
        assert!(clone.calls().iter().all(|call| call == "sudo -n true"), "{:?}", clone.calls());
    }
}

#[test]
fn each_missing_tool_is_named_by_its_package() {
    let tools = [
        ("clang-22", "clang-22"),
        ("cc", "gcc"),
        ("c++", "g++"),
        ("spin", "spin"),
        ("make", "make"),
        ("csmith", "csmith"),
        ("cmake", "cmake"),
        ("autoreconf", "autoconf"),
        ("automake", "automake"),
        ("objcopy", "binutils"),
        ("valgrind", "valgrind"),
        ("pip3", "python3-pip"),
    ];
    for (tool, package) in tools {
        let clone = FakeClone::new().without(tool);
        let ended = clone.run_with(&["test"], &[("USER_ID", "1000"), ("PASSWORD", "wanted")]);
        assert_eq!(ended.code, Some(2), "{tool}");
        assert!(
            ended.stderr.ends_with(&format!("--no-install-recommends {package}\n")),
            "{}",
            ended.stderr
        );
    }
}

#[test]
fn what_only_tests_need_is_asked_for_by_tests_only() {
    let clone =
        FakeClone::new().without("spin").without("make").without("csmith").without("valgrind");
    assert_eq!(clone.run(&["check"]).code, Some(0));
}

#[test]
fn without_apt_it_says_what_is_needed() {
    let clone = FakeClone::new().without_llvm().without("apt-get");
    let ended = clone.run(&[]);
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.stderr.contains("no apt-get") && ended.stderr.contains("llvm-22-dev"),
        "{}",
        ended.stderr
    );
}

#[test]
fn without_a_network_it_says_one_sentence() {
    let apt = FakeClone::new().without_llvm();
    let message = "E: Failed to fetch http://host/InRelease  Temporary failure resolving 'host'";
    let ended = apt.run_with(&[], &[("FAIL", "update install"), ("MESSAGE", message)]);
    assert_eq!(ended.code, Some(2));
    assert_eq!(
        ended.stderr,
        "allways: installing llvm-22-dev (apt-get)\n\
         allways: no network: the package servers cannot be reached, and these are missing: llvm-22-dev\n"
    );

    let cargo = FakeClone::new();
    let message = "[6] Could not resolve hostname (Could not resolve host: index.crates.io)";
    let ended = cargo.run_with(&[], &[("FAIL", "fetch"), ("MESSAGE", message)]);
    assert_eq!(ended.code, Some(2));
    assert_eq!(
        ended.stderr.lines().last(),
        Some("allways: no network: the crates that Cargo.lock names cannot be downloaded")
    );
    assert_eq!(ended.stderr.lines().count(), 2, "{}", ended.stderr);
}

#[test]
fn a_server_that_is_not_needed_may_be_down() {
    let clone = FakeClone::new().without_llvm();
    let environment = [("FAIL", "update"), ("MESSAGE", "Temporary failure resolving 'elsewhere'")];
    assert_eq!(clone.run_with(&[], &environment).code, Some(0));
}

#[test]
fn other_failures_of_apt_and_cargo_are_shown() {
    let apt = FakeClone::new().without_llvm();
    let environment = [("FAIL", "update install"), ("MESSAGE", "E: dpkg was interrupted")];
    let ended = apt.run_with(&[], &environment);
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("E: dpkg was interrupted\n"), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().last(), Some(INSTALL));

    let ended = FakeClone::new()
        .run_with(&[], &[("FAIL", "fetch"), ("MESSAGE", "error: lock file needs an update")]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("error: lock file needs an update\n"), "{}", ended.stderr);
}
