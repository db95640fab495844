//! A project's `allways.toml`: defaults for options, from somebody who is not trusted.
//!
//! The file is read because it lies beside the source, and the source may be anybody's. So it may set
//! only what neither runs code, writes files nor lifts limits ([`rules`]); of clang's options those that
//! are known to be harmless ([`cflags`]); and paths only inside its own folder ([`paths`]). With
//! `--trust-project` it may set what the command line may.

mod cflags;
mod paths;
mod rules;
mod settings;

pub use cflags::{Flag, Vetting};

use super::expanded::Expanded;
use super::{Cli, Command};
use anyhow::{Result, anyhow, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, Parser};
use paths::Folder;
use rules::{Lifts, Rule};
use settings::{Setting, Settings, Value};
use std::path::PathBuf;

/// Adds the defaults of the project to what was typed, which wins.
pub fn with_project(mut typed: Expanded) -> Result<Expanded> {
    // Whatever is wrong with the command line is said when it is parsed for good.
    let Ok(matches) = Cli::command().try_get_matches_from(&typed.rest) else { return Ok(typed) };
    let Some((command, matches)) = matches.subcommand() else { return Ok(typed) };
    let Some(source) = matches.get_many::<PathBuf>("files").and_then(|mut files| files.next())
    else {
        return Ok(typed);
    };
    let folder = Folder::of(source);
    let Some(settings) = Settings::read(&folder.file("allways.toml"))? else { return Ok(typed) };
    let project = Project { command, matches, folder, trusted: matches.get_flag("trust_project") };
    let mut flags = Vec::new();
    for setting in &settings.all {
        let added = if setting.key == "cflags" {
            project.flags(setting).map(|more| flags.extend(more))
        } else {
            project.option(setting).map(|more| typed.rest.extend(more))
        };
        added.map_err(|wrong| settings.error(&wrong))?;
    }
    let theirs = std::mem::take(&mut typed.compiler);
    typed.compiler.take_rest(&flags);
    typed.compiler.flags.extend(theirs.flags);
    typed.compiler.level = theirs.level.or(typed.compiler.level);
    Ok(typed)
}

/// What is wrong, and in which line.
struct Wrong {
    line: usize,
    what: String,
}

struct Project<'a> {
    command: &'a str,
    matches: &'a ArgMatches,
    folder: Folder,
    trusted: bool,
}

impl Project<'_> {
    /// Options for clang.
    fn flags(&self, setting: &Setting) -> Result<Vec<String>, Wrong> {
        let Value::Many(flags) = &setting.value else {
            let what =
                "`cflags` must be a list of strings, such as [\"-DN=3\", \"-Iinclude\"]".into();
            return Err(Wrong { line: setting.line, what });
        };
        let flags: Vec<Flag> =
            flags.iter().map(|(line, text)| Flag { line: *line, text }).collect();
        let vetting = Vetting { folder: Some(&self.folder), trusted: self.trusted };
        vetting.flags(&flags).map_err(|(line, why)| Wrong { line, what: distrust(&why, None) })
    }

    /// An option as it would be typed; nothing where another was typed.
    fn option(&self, setting: &Setting) -> Result<Vec<String>, Wrong> {
        self.words(setting).map_err(|error| Wrong { line: setting.line, what: error.to_string() })
    }

    fn words(&self, setting: &Setting) -> Result<Vec<String>> {
        let key = setting.key.as_str();
        let Some(rule) = rules::rule(key).filter(|_| self.has(key)) else {
            bail!("`{key}` is not an option of `allways {}`", self.command);
        };
        if let Rule::Never(why) = rule {
            bail!("`{key}` {why}");
        }
        if self.is_typed(key) {
            return Ok(Vec::new());
        }
        let refused = |why: &str| anyhow!("{}", distrust(&format!("`{key}` {why}"), Some(key)));
        let words = match rule {
            Rule::Refused(why) if !self.trusted => return Err(refused(why)),
            Rule::Inside => {
                let path = |text: &str| self.folder.path(text, self.trusted);
                setting.words(path).map_err(|why| refused(&why))?
            }
            _ => setting.words(|text| Ok(text.to_string())).map_err(|why| anyhow!("{why}"))?,
        };
        let parsed = self.parse(key, &words)?;
        match rule {
            Rule::Limit(lifts) if !self.trusted => match lifts(&parsed) {
                Lifts::Nothing => Ok(words),
                Lifts::Lowered(value) => Ok(vec![format!("--{key}={value}")]),
                Lifts::Above(default) => {
                    Err(refused(&format!("lifts a limit, which is {default} by default")))
                }
            },
            _ => Ok(words),
        }
    }

    /// Whether the command has such an option.
    fn has(&self, key: &str) -> bool {
        self.matches.try_contains_id(&identifier(key)).is_ok()
    }

    fn is_typed(&self, key: &str) -> bool {
        self.matches.value_source(&identifier(key)) == Some(ValueSource::CommandLine)
    }

    /// The option by itself, so that what is wrong with it is not blamed on the command line.
    fn parse(&self, key: &str, words: &[String]) -> Result<Command> {
        let line = ["allways", self.command, "file"].map(str::to_string).into_iter();
        let parsed = Cli::try_parse_from(line.chain(words.iter().cloned())).map_err(|error| {
            let text = error.render().to_string();
            let first = text.lines().next().unwrap_or_default();
            anyhow!("`{key}`: {}", first.trim_start_matches("error: "))
        })?;
        parsed.command.ok_or_else(|| anyhow!("`{key}` is no option"))
    }
}

/// clap's name of an option.
fn identifier(key: &str) -> String {
    key.replace('-', "_")
}

/// What was refused, and what to do about it.
fn distrust(why: &str, option: Option<&str>) -> String {
    let typed = option.map_or_else(String::new, |key| format!(", or type --{key} yourself"));
    format!("{why}. If you trust this project, add --trust-project{typed}")
}
