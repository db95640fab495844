//! A project's `allways.toml`.

use crate::{GOOD, allways, files, folder, stderr, stdout, write};
use std::os::unix::fs::symlink;
use std::process::Output;
use tempfile::TempDir;

/// Checks the program of a project with this file, from the folder above it.
fn check(folder: &TempDir, toml: &str, options: &[&str]) -> Output {
    write(&folder.path().join("project"), "allways.toml", toml);
    allways(folder.path(), &[&["check", "project/program.c"], options].concat())
}

/// The file is refused at a line, for a reason; nothing is written.
#[track_caller]
fn refused(folder: &TempDir, toml: &str, line: usize, why: &str) {
    write(&folder.path().join("project"), "allways.toml", toml);
    let before = files(folder.path());
    let output = check(folder, toml, &[]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{toml}: {said}{}", stdout(&output));
    let place = format!("error: project/allways.toml:{line}: ");
    assert!(said.starts_with(&place), "{toml}: {said}");
    assert!(said.contains(why), "{toml}: {said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(files(folder.path()), before, "{toml}");
}

#[test]
fn files_are_not_written() {
    let folder = folder(GOOD);
    for option in ["trace-out", "sarif", "junit", "witness", "disk", "checkpoint"] {
        let toml = format!("# defaults\n\n{option} = \"out\"\n");
        refused(&folder, &toml, 3, &format!("`{option}` writes"));
        refused(&folder, &toml, 3, &format!("add --trust-project, or type --{option} yourself"));
    }
    refused(&folder, "resume = \"out\"", 1, "`resume` takes over");
    let trusted = check(&folder, "junit = \"out.xml\"", &["--trust-project"]);
    assert_eq!(trusted.status.code(), Some(0), "{}", stderr(&trusted));
    assert!(folder.path().join("out.xml").exists());
    let typed = check(&folder, "junit = \"other.xml\"", &["--junit", "mine.xml"]);
    assert_eq!(typed.status.code(), Some(0), "{}", stderr(&typed));
    assert!(folder.path().join("mine.xml").exists() && !folder.path().join("other.xml").exists());
}

#[test]
fn no_project_trusts_itself() {
    let folder = folder(GOOD);
    refused(&folder, "trust-project = true\nsarif = \"out\"", 1, "no project can trust itself");
    refused(&folder, "files = [\"/etc/passwd\"]", 1, "command line");
}

#[test]
fn wrong_lines_are_named() {
    let folder = folder(GOOD);
    refused(&folder, "json = true\nproprety = \"assert\"", 2, "`proprety` is not an option");
    refused(&folder, "\"property=assert --sarif\" = \"out\"", 1, "is not an option");
    refused(&folder, "[check]\nsarif = \"x\"", 1, "must be a string, a number");
    refused(&folder, "json = true\nmemory = \"banana\"", 2, "`banana` is not a size");
    refused(&folder, "json = true\njson = false\n", 2, "duplicate key");
    refused(&folder, "memory = [\"1G\", \"2G\"]", 1, "cannot be used multiple times");
    refused(&folder, "json = \"yes\"", 1, "unexpected value 'yes'");
    refused(&folder, "cflags = \"-DN=3\"", 1, "must be a list of strings");
    refused(
        &folder,
        "cflags = [\"-f\\u001b[2J\\nplugin\"]",
        1,
        "`-f\u{fffd}[2J\u{fffd}plugin` is not",
    );
    let large = check(&folder, &format!("entry = \"{}\"", "x".repeat(1 << 20)), &[]);
    assert_eq!(large.status.code(), Some(2));
    assert!(stderr(&large).contains("it has more than 1048576 bytes"));
}

#[test]
fn compiler_options_run_no_code_and_write_no_files() {
    let folder = folder(GOOD);
    for flag in [
        "-fplugin=evil.so",
        "-fpass-plugin=evil.so",
        "-Wl,-plugin,evil.so",
        "-Wp,-MD,out",
        "-Wa,-o,out",
        "-oout",
        "--serialize-diagnostics=out",
        "-save-temps",
        "-Bproject",
        "-specs=evil",
        "@project/evil",
        "--config=project/evil",
        "-gen-cdb-fragment-path=out",
        "-MJout",
        "-fprofile-generate=out",
        "-ftime-trace=out",
        "-fmodules-cache-path=out",
        "--trace-out=out",
        "--trust-project",
    ] {
        let toml = format!("cflags = [\n  \"-DN=3\",\n  \"{flag}\",\n]\n");
        refused(&folder, &toml, 3, &format!("`{flag}` "));
        refused(&folder, &format!("cflags = [\"--\", \"{flag}\"]"), 1, "add --trust-project");
    }
    for pair in [
        ["-o", "out"],
        ["-MF", "out"],
        ["-Xclang", "-load"],
        ["-mllvm", "-load=evil.so"],
        ["--config", "project/evil"],
        ["-isystem", "/etc"],
        ["-imacros", "/etc/passwd"],
        ["-gen-cdb-fragment-path", "out"],
        ["--serialize-diagnostics", "out"],
    ] {
        let toml = format!("cflags = [\"-w\",\n\"{}\", \"{}\"]", pair[0], pair[1]);
        refused(&folder, &toml, 2, &format!("`{}` ", pair[0]));
    }
}

/// clang reads options from `@FILE` wherever it stands, also behind the name of an option.
#[test]
fn values_are_no_files_of_options() {
    let folder = folder(GOOD);
    write(folder.path(), "evil", "x -DEVIL");
    for flags in ["\"-D\", \"@evil\"", "\"-D@evil\"", "\"-U\", \"@evil\"", "\"-U@evil\""] {
        refused(&folder, &format!("cflags = [{flags}]"), 1, "reads options from another file");
    }
    refused(&folder, "cflags = [\"-w\", \"-D\"]", 1, "`-D` needs a value");
}

#[test]
fn paths_stay_inside_the_project() {
    let folder = folder(GOOD);
    let project = folder.path().join("project");
    symlink("../outside", project.join("link")).expect("a link");
    symlink("../outside/secret.h", project.join("linked.h")).expect("a link");
    symlink("/", project.join("include/root")).expect("a link");
    let outside = folder.path().join("outside").display().to_string();
    for flag in
        ["-I..", "-I.", "-Iinclude/../..", "-Ilink", "-Iinclude/root/etc", "-I/", "-I/usr/include"]
    {
        let toml = format!("cflags = [\"{flag}\"]");
        if flag == "-I." {
            assert_eq!(check(&folder, &toml, &[]).status.code(), Some(0));
        } else {
            refused(&folder, &toml, 1, "lies outside the project's folder");
        }
    }
    refused(&folder, &format!("cflags = [\"-I\", \"{outside}\"]"), 1, "lies outside");
    for file in ["/etc/passwd", "../outside/secret.h", "linked.h", "link/secret.h"] {
        refused(&folder, &format!("cflags = [\"-include\", \"{file}\"]"), 1, "lies outside");
    }
    refused(&folder, "cflags = [\"-include\", \"missing.h\"]", 1, "cannot be found in the project");
    for option in ["stdin", "automaton"] {
        refused(&folder, &format!("{option} = \"/etc/passwd\""), 1, "lies outside");
        refused(
            &folder,
            &format!("{option} = \"../outside/input\""),
            1,
            &format!("`{option}` names"),
        );
        refused(&folder, &format!("{option} = \"link/input\""), 1, "lies outside");
    }
    let trusted = check(&folder, "cflags = [\"-I../outside\"]", &["--trust-project"]);
    assert_eq!(trusted.status.code(), Some(0), "{}", stderr(&trusted));
}

/// What a project may set works, from whatever folder it is checked; paths begin at the project.
#[test]
fn harmless_settings_count() {
    let source = "#include <assert.h>\n#include <stdio.h>\n#include \"config.h\"\n\
        int start(void) { assert(CONFIG + N + EXTRA != 7 || getchar() != 'y'); return 0; }\n";
    let folder = folder(source);
    write(&folder.path().join("project"), "input", "y");
    write(&folder.path().join("project"), "extra.h", "#define EXTRA 2\n");
    let toml = "entry = \"start\"\nstdin = \"input\"\nmax-states = 100\ntimeout = 60\n\
        cflags = [\"-Iinclude\", \"-include\", \"extra.h\", \"-D\", \"N=2\", \"-std=c11\", \"-Wall\", \"-O1\"]\n";
    let output = check(&folder, toml, &[]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    let typed = check(&folder, toml, &["-UN", "-DN=9"]);
    assert_eq!(typed.status.code(), Some(0), "what is typed wins: {}", stdout(&typed));
}

/// Only the folder of the source counts, not those of other files that are named.
#[test]
fn the_project_is_where_the_source_is() {
    let folder = folder(GOOD);
    write(&folder.path().join("outside"), "allways.toml", "sarif = \"out\"");
    let words = ["check", "--stdin", "outside/input", "project/program.c"];
    let output = allways(folder.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn limits_are_lowered_and_not_lifted() {
    let folder = folder(GOOD);
    refused(
        &folder,
        "compile-timeout = 3600",
        1,
        "`compile-timeout` lifts a limit, which is 120 s",
    );
    let output = check(&folder, "compile-timeout = 60", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let file = folder.path().join("project/program.c").display().to_string();
    let asked = |toml: &str, options: &[&str]| {
        write(&folder.path().join("project"), "allways.toml", toml);
        let words: Vec<String> = std::iter::once(file.as_str())
            .chain(options.iter().copied())
            .map(str::to_string)
            .collect();
        allways::asked(&words).expect("a request").1
    };
    let (lifted, trusted) = ("memory = \"1000T\"\nthreads = 512", ["--trust-project"]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let request = asked(lifted, &[]);
    assert!(request.memory.is_some_and(|bytes| bytes < 1 << 50), "{:?}", request.memory);
    assert_eq!(request.threads, cores);
    let request = asked(lifted, &trusted);
    assert_eq!((request.memory, request.threads), (Some(1000 << 40), 512));
    let request = asked("memory = \"64M\"\nthreads = 1\nmax-states = 7", &[]);
    assert_eq!((request.memory, request.threads, request.max_states), (Some(64 << 20), 1, Some(7)));
}

/// Files of options that a user names are the user's own words.
#[test]
fn option_files_are_trusted() {
    let folder = folder(GOOD);
    write(folder.path(), "options", "--trust-project --junit out.xml");
    let output = check(&folder, "compile-timeout = 3600", &["@options"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(folder.path().join("out.xml").exists());
    write(folder.path(), "again", &"@again ".repeat(1000));
    let endless = check(&folder, "", &["@again"]);
    assert_eq!(endless.status.code(), Some(2));
    assert!(stderr(&endless).contains("option files include each other"), "{}", stderr(&endless));
}

#[test]
fn spin_follows_the_same_rules() {
    let folder = folder(GOOD);
    for (toml, why) in [
        ("keep = \"out\"", "`keep` writes"),
        ("interned = \"64G\"", "lifts a limit, which is 1G"),
        ("vector = 1000000", "`vector` sets"),
        ("pan = [\"-DX\"]", "command line"),
    ] {
        write(&folder.path().join("project"), "allways.toml", toml);
        let output = allways(folder.path(), &["spin", "project/program.c"]);
        assert_eq!(output.status.code(), Some(2), "{toml}");
        assert!(stderr(&output).contains(why), "{toml}: {}", stderr(&output));
    }
}

/// No comment sets an option.
#[test]
fn comments_in_sources_are_comments() {
    let source = "// allways: --sarif out\n// expect: --sarif out => holds\n/* @options */\n\
        int main(void) { return 0; }\n";
    let folder = folder(source);
    let before = files(folder.path());
    let output = allways(folder.path(), &["check", "project/program.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(files(folder.path()), before);
}
