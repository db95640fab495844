//! Lines at which faults are not reported: where they are, and which of them executions met.

use crate::options::{Ignore, Options, Properties};
use allways_program::{Pc, Program};
use allways_space::Property;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};

/// Something that was found and is not reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The property that is violated there.
    pub property: Property,
    /// The file, as it was named.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// The lines, by instruction.
pub(crate) struct Ignored {
    lines: Vec<Ignore>,
    /// For each instruction the number of its line, from 1; empty where nothing is ignored.
    at: Vec<u16>,
    /// For each line the properties that were violated there.
    met: Vec<AtomicU16>,
}

impl Ignored {
    /// What the options say of a program.
    pub fn new(program: &Program, options: &Options) -> Ignored {
        let lines = merged(&options.ignore);
        let debug = &program.debug;
        let number = |pc: Pc| {
            let location = debug.location(pc)?;
            let file = Path::new(debug.file(location));
            let is_it = |line: &Ignore| line.line == location.line && file.ends_with(&line.file);
            Some(lines.iter().position(is_it)? as u16 + 1)
        };
        let all = 0..program.code.len() as Pc;
        let at = match lines.is_empty() {
            true => Vec::new(),
            false => all.map(|pc| number(pc).unwrap_or(0)).collect(),
        };
        let met = lines.iter().map(|_| AtomicU16::new(0)).collect();
        Ignored { lines, at, met }
    }

    /// Whether nothing is ignored.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// The number of the line at which an instruction's faults of a property are ignored; 0 for none.
    #[inline(always)]
    pub fn line(&self, pc: Pc, property: Property) -> u16 {
        let Some(&number) = self.at.get(pc as usize) else { return 0 };
        match number {
            0 => 0,
            _ if self.lines[usize::from(number) - 1].properties.contains(property) => number,
            _ => 0,
        }
    }

    /// Whether a fault of an instruction is ignored, which is noted.
    pub fn takes(&self, pc: Pc, property: Property) -> bool {
        let line = self.line(pc, property);
        self.note(line, property);
        line != 0
    }

    /// Notes what was met at a line, if it is one.
    pub fn note(&self, line: u16, property: Property) {
        if let Some(met) = usize::from(line).checked_sub(1).and_then(|at| self.met.get(at)) {
            met.fetch_or(1 << property as u16, Ordering::Relaxed);
        }
    }

    /// What was met, in the order of the lines.
    pub fn met(&self) -> Vec<Met> {
        let mut all = Vec::new();
        for (line, met) in self.lines.iter().zip(&self.met) {
            let met = met.load(Ordering::Relaxed);
            let here = Property::ALL.into_iter().filter(|&p| met & 1 << p as u16 != 0);
            let file = &line.file;
            all.extend(here.map(|property| Met { property, file: file.clone(), line: line.line }));
        }
        all
    }
}

/// One for each line.
fn merged(all: &[Ignore]) -> Vec<Ignore> {
    let mut lines: Vec<Ignore> = Vec::new();
    for one in all.iter().take(usize::from(u16::MAX)) {
        match lines.iter_mut().find(|line| line.file == one.file && line.line == one.line) {
            Some(line) => {
                let both = line.properties.iter().chain(one.properties.iter());
                line.properties = both.collect::<Properties>();
            }
            None => lines.push(one.clone()),
        }
    }
    lines
}
