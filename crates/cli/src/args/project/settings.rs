//! The content of an `allways.toml`, with its lines.

use super::Wrong;
use crate::args::option_file::read_text;
use anyhow::{Context, Result, anyhow};
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// What the file sets, in the order of its lines.
pub struct Settings {
    file: PathBuf,
    /// The settings.
    pub all: Vec<Setting>,
}

/// One line of the file.
pub struct Setting {
    /// The line, from 1.
    pub line: usize,
    /// What is set.
    pub key: String,
    /// To what.
    pub value: Value,
}

/// A value.
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// A text or a number.
    One(String),
    /// A list of those, with their lines.
    Many(Vec<(usize, String)>),
}

impl Settings {
    /// Reads a file; `None` if there is none.
    pub fn read(file: &Path) -> Result<Option<Settings>> {
        if !file.is_file() {
            return Ok(None);
        }
        let content =
            read_text(file).with_context(|| format!("cannot read `{}`", file.display()))?;
        let mut settings = Settings { file: file.to_path_buf(), all: Vec::new() };
        let table = DeTable::parse(&content).map_err(|error| {
            let line = error.span().map_or(1, |span| line_of(&content, span.start));
            settings.error(&Wrong { line, what: error.message().to_string() })
        })?;
        for (key, value) in table.get_ref() {
            let line = line_of(&content, key.span().start);
            let value = read(&content, value.get_ref())
                .ok_or_else(|| settings.error(&Wrong { line, what: shape(key.get_ref()) }))?;
            settings.all.push(Setting { line, key: key.get_ref().to_string(), value });
        }
        settings.all.sort_by_key(|setting| setting.line);
        Ok(Some(settings))
    }

    /// What is wrong with the file, with the place. What it quotes is no message to the terminal.
    pub fn error(&self, wrong: &Wrong) -> anyhow::Error {
        let file = self.file.strip_prefix(".").unwrap_or(&self.file);
        let visible = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        let what: String = wrong.what.chars().map(visible).collect();
        anyhow!("{}:{}: {what}", file.display(), wrong.line)
    }
}

fn line_of(content: &str, at: usize) -> usize {
    1 + content.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

fn shape(key: &str) -> String {
    format!("`{key}` must be a string, a number, true, false or a list of strings")
}

fn read(content: &str, value: &DeValue<'_>) -> Option<Value> {
    match value {
        DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
        DeValue::Array(values) => {
            let one = |value: &toml::Spanned<DeValue<'_>>| {
                Some((line_of(content, value.span().start), scalar(value.get_ref())?))
            };
            values.iter().map(one).collect::<Option<_>>().map(Value::Many)
        }
        other => scalar(other).map(Value::One),
    }
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

impl Setting {
    /// The setting as options, each value as `change` makes it.
    pub fn words(
        &self,
        change: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Vec<String>, String> {
        let word = |value: &String| Ok(format!("--{}={}", self.key, change(value)?));
        match &self.value {
            Value::Flag(false) => Ok(Vec::new()),
            Value::Flag(true) => Ok(vec![format!("--{}", self.key)]),
            Value::One(value) => word(value).map(|word| vec![word]),
            Value::Many(values) => values.iter().map(|(_, value)| word(value)).collect(),
        }
    }
}
