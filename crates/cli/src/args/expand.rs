//! What happens to the command line before it is parsed: `@FILE`, a project's `allways.toml`, and
//! the compiler's options taken out.

use super::compiler::Compiler;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::Path;

/// A command line, taken apart.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// For our own parser.
    pub rest: Vec<String>,
    /// For clang.
    pub compiler: Compiler,
}

/// Commands whose arguments go to another program.
const PASSED_ON: [&str; 3] = ["cc", "c++", "__lower"];

/// Takes a command line apart.
pub fn expand(args: Vec<OsString>) -> Result<Expanded> {
    let args: Vec<String> = args.into_iter().map(text).collect::<Result<_>>()?;
    if args.get(1).is_some_and(|command| PASSED_ON.contains(&command.as_str())) {
        return Ok(Expanded { rest: args, compiler: Compiler::default() });
    }
    if args.get(1).is_some_and(|command| command == "spin") {
        return for_spin(args);
    }
    let args = with_files(args, 0)?;
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
    let mut expanded = with_project(split(with_files(args, 0)?))?;
    expanded.rest.extend(pan);
    Ok(expanded)
}

fn text(arg: OsString) -> Result<String> {
    arg.into_string().map_err(|arg| anyhow::anyhow!("argument {arg:?} is not valid UTF-8"))
}

/// Nesting of `@FILE`s.
const DEEPEST: u32 = 8;

/// Replaces `@FILE` by the options in the file: one or more a line, `#` starts a comment.
fn with_files(args: Vec<String>, depth: u32) -> Result<Vec<String>> {
    let mut out = Vec::with_capacity(args.len());
    for arg in args {
        match arg.strip_prefix('@') {
            None => out.push(arg),
            Some(_) if depth > DEEPEST => bail!("{arg}: option files include each other"),
            Some(file) => {
                let content = std::fs::read_to_string(file)
                    .with_context(|| format!("cannot read the option file `{file}`"))?;
                out.extend(with_files(words(&content), depth + 1)?);
            }
        }
    }
    Ok(out)
}

/// The words of an option file; quotes keep blanks.
fn words(content: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in content.lines() {
        let (mut word, mut quote, mut any) = (String::new(), None, false);
        for c in line.chars() {
            match (c, quote) {
                ('#', None) if !any => break,
                (c, None) if c.is_whitespace() => {
                    if any {
                        words.push(std::mem::take(&mut word));
                    }
                    any = false;
                }
                ('"' | '\'', None) => (quote, any) = (Some(c), true),
                (c, Some(q)) if c == q => quote = None,
                (c, _) => {
                    word.push(c);
                    any = true;
                }
            }
        }
        if any {
            words.push(word);
        }
    }
    words
}

/// Takes the compiler's options out.
fn split(args: Vec<String>) -> Expanded {
    let mut expanded = Expanded { rest: Vec::new(), compiler: Compiler::default() };
    let mut at = 0;
    while at < args.len() {
        if args[at] == "--" {
            expanded.compiler.take_rest(&args[at + 1..]);
            break;
        }
        let taken = expanded.compiler.take(&args[at], args.get(at + 1).map(String::as_str));
        if taken == 0 {
            expanded.rest.push(args[at].clone());
        }
        at += taken.max(1);
    }
    expanded
}

/// Puts the defaults of the project in front, so that what is typed wins.
fn with_project(mut typed: Expanded) -> Result<Expanded> {
    let source = typed.rest.iter().skip(2).find(|a| !a.starts_with('-') && Path::new(a).is_file());
    let folder = source.and_then(|s| Path::new(s).parent().map(Path::to_path_buf));
    let Some(file) = folder.map(|f| f.join("allways.toml")).filter(|f| f.is_file()) else {
        return Ok(typed);
    };
    let content = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read `{}`", file.display()))?;
    let table: toml::Table =
        content.parse().with_context(|| format!("`{}` is not valid", file.display()))?;
    let mut defaults = Vec::new();
    for (key, value) in table {
        project_option(&key, &value, &mut defaults)
            .with_context(|| format!("in `{}`", file.display()))?;
    }
    let project = split(defaults);
    let typed_names: Vec<String> = typed.rest.iter().map(|a| name_of(a)).collect();
    let wanted = pairs(project.rest).into_iter().filter(|p| !typed_names.contains(&name_of(&p[0])));
    typed.rest.splice(2..2, wanted.flatten());
    typed.compiler.flags.splice(0..0, project.compiler.flags);
    typed.compiler.level = typed.compiler.level.or(project.compiler.level);
    Ok(typed)
}

fn name_of(arg: &str) -> String {
    arg.split('=').next().unwrap_or(arg).to_string()
}

/// Options with the values behind them.
fn pairs(args: Vec<String>) -> Vec<Vec<String>> {
    let mut pairs: Vec<Vec<String>> = Vec::new();
    for arg in args {
        match pairs.last_mut() {
            Some(last) if !arg.starts_with("--") => last.push(arg),
            _ => pairs.push(vec![arg]),
        }
    }
    pairs
}

fn project_option(key: &str, value: &toml::Value, out: &mut Vec<String>) -> Result<()> {
    let scalar = |v: &toml::Value| match v {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(n) => Ok(n.to_string()),
        toml::Value::Float(n) => Ok(n.to_string()),
        _ => bail!("`{key}` must be a text, a number, true, false or a list of texts"),
    };
    match (key, value) {
        ("cflags", toml::Value::Array(flags)) => {
            for flag in flags {
                out.push(scalar(flag)?);
            }
        }
        (_, toml::Value::Boolean(true)) => out.push(format!("--{key}")),
        (_, toml::Value::Boolean(false)) => {}
        (_, toml::Value::Array(values)) => {
            for value in values {
                out.push(format!("--{key}={}", scalar(value)?));
            }
        }
        _ => out.push(format!("--{key}={}", scalar(value)?)),
    }
    Ok(())
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
    fn option_files_have_words_quotes_and_comments() {
        let content = "--ltl 'G (a -> F b)' # why\n# nothing\n--json  -DX=\"a b\"\n";
        let expected = ["--ltl", "G (a -> F b)", "--json", "-DX=a b"];
        assert_eq!(words(content), strings(&expected));
    }

    #[test]
    fn project_defaults_become_options() {
        let table: toml::Table =
            "property = \"assert\"\njson = true\narg = [\"x\", \"y\"]\ncflags = [\"-DN=2\"]"
                .parse()
                .unwrap();
        let mut out = Vec::new();
        for (key, value) in table {
            project_option(&key, &value, &mut out).unwrap();
        }
        out.sort();
        let expected = ["--arg=x", "--arg=y", "--json", "--property=assert", "-DN=2"];
        assert_eq!(out, strings(&expected));
    }
}
