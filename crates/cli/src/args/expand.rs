//! What happens to the command line before it is parsed: `@FILE`, the compiler's options taken out, and
//! a project's `allways.toml`.

use super::compiler::Compiler;
use super::expanded::Expanded;
use super::libraries::Libraries;
use super::option_file::{read_text, words};
use super::project::with_project;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

/// The command that has no arguments of a user.
const OWN: &str = "__lower";

/// Takes a command line apart.
pub fn expand(args: Vec<OsString>) -> Result<Expanded> {
    let args: Vec<String> = args.into_iter().map(text).collect::<Result<_>>()?;
    if args.get(1).is_some_and(|command| command == OWN) {
        return Ok(Expanded { rest: args, compiler: Compiler::default() });
    }
    if args.get(1).is_some_and(|command| command == "spin") {
        return for_spin(args);
    }
    let args = with_files(args)?;
    let typed = split(args);
    if typed.rest.get(1).is_none_or(|command| command != "check") {
        return Ok(typed);
    }
    with_project(typed)
}

/// What stands behind `--` is for SPIN's verifier, not for clang.
fn for_spin(mut args: Vec<String>) -> Result<Expanded> {
    let at = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let pan = args.split_off(at);
    let mut expanded = with_project(split(with_files(args)?))?;
    expanded.rest.extend(pan);
    Ok(expanded)
}

fn text(arg: OsString) -> Result<String> {
    arg.into_string().map_err(|arg| anyhow::anyhow!("argument {arg:?} is not valid UTF-8"))
}

/// Nesting of `@FILE`s.
const DEEPEST: u32 = 8;

/// Words that option files may have together.
const MOST_WORDS: usize = 65_536;

/// Replaces `@FILE` by the options in the file: one or more a line, `#` starts a comment.
fn with_files(args: Vec<String>) -> Result<Vec<String>> {
    let mut out = Vec::with_capacity(args.len());
    add(args, 0, &mut out)?;
    Ok(out)
}

fn add(args: Vec<String>, depth: u32, out: &mut Vec<String>) -> Result<()> {
    for arg in args {
        match arg.strip_prefix('@') {
            None => out.push(arg),
            Some(_) if depth > DEEPEST => bail!("{arg}: option files include each other"),
            Some(file) => {
                let content = read_text(Path::new(file))
                    .with_context(|| format!("cannot read the option file `{file}`"))?;
                add(words(&content), depth + 1, out)?;
            }
        }
        ensure!(depth == 0 || out.len() <= MOST_WORDS, "option files have too many options");
    }
    Ok(())
}

/// Takes the compiler's options out.
fn split(args: Vec<String>) -> Expanded {
    let mut expanded = Expanded { rest: Vec::new(), compiler: Compiler::default() };
    let (mut libraries, valued) = (Libraries::default(), with_any_value());
    let mut at = 0;
    while at < args.len() {
        if args[at] == "--" {
            expanded.compiler.take_rest(&args[at + 1..]);
            break;
        }
        if valued.contains(&args[at]) {
            // What stands behind it is its value, whatever it looks like.
            expanded.rest.extend(args[at..].iter().take(2).cloned());
            at += 2;
            continue;
        }
        let (arg, next) = (args[at].as_str(), args.get(at + 1).map(String::as_str));
        let taken = libraries.take(arg, next).max(expanded.compiler.take(arg, next));
        if taken == 0 {
            expanded.rest.push(args[at].clone());
        }
        at += taken.max(1);
    }
    expanded.rest.extend(libraries.found());
    expanded
}

/// The options of ours whose value may look like an option.
fn with_any_value() -> BTreeSet<String> {
    let command = super::command();
    let checks = command.get_subcommands().filter(|c| ["check", "spin"].contains(&c.get_name()));
    let any =
        checks.flat_map(clap::Command::get_arguments).filter(|a| a.is_allow_hyphen_values_set());
    any.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(args: &[&str]) -> Vec<String> {
        args.iter().map(|a| a.to_string()).collect()
    }

    #[test]
    fn the_compilers_options_are_taken_out() {
        let args = ["allways", "check", "-DN=3", "a.c", "-I", "inc", "-O2", "--json", "--", "-w"];
        let expanded = split(strings(&args));
        assert_eq!(expanded.rest, strings(&["allways", "check", "a.c", "--json"]));
        assert_eq!(expanded.compiler.flags, strings(&["-DN=3", "-I", "inc", "-w"]));
        assert_eq!(expanded.compiler.level, Some(2));
    }

    #[test]
    fn options_of_a_build_can_be_typed() {
        let line = "-Wall -Wl,-x -g3 -c -fwrapv -flto -mavx2 -isystem s -lm -L lib -l pthread -Os -pedantic";
        let words: Vec<&str> =
            line.split(' ').chain(["--arg", "-x", "a.c", "-fplugin=x"]).collect();
        let expanded = split(strings(&words));
        assert_eq!(expanded.rest, strings(&["--arg", "-x", "a.c", "-fplugin=x"]));
        let kept = ["-Wall", "-fwrapv", "-mavx2", "-isystem", "s", "-pedantic"];
        assert_eq!(expanded.compiler.flags, strings(&kept));
    }

    #[test]
    fn values_of_our_options_are_not_the_compilers() {
        let expanded = split(strings(&["--arg", "-Wall", "--ltl", "-D", "--arg=-g", "--json"]));
        assert_eq!(
            expanded.rest,
            strings(&["--arg", "-Wall", "--ltl", "-D", "--arg=-g", "--json"])
        );
    }
}
