//! What a verifier's machine has to say beside what `pan` prints: lines in a file next to the set-up.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

/// One remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// A guess of the reduction fell: what was learned is in a file, and the search must start again.
    Demoted,
    /// What the round taught a machine is in a file: the process, and which machine of it.
    Round(u32, u32),
    /// The program has that many threads, more than the model has processes.
    Threads(u32),
    /// An operation has that many outcomes, more than the model has transitions.
    Outcomes(u32),
    /// A state's content needs a buffer of that many bytes.
    Content(usize),
    /// The machine cannot represent another state.
    Full,
    /// Not all outcomes of a choice are explored.
    Sampled,
    /// An execution ended at a fault that nobody asked about: property, what, place.
    Ended(String, u32, u32),
    /// The bound kept a thread from moving.
    Cut,
    /// Bytes that the machine held at most.
    Bytes(u64),
    /// So often it forgot what it had interned.
    Forgotten(u64),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Demoted => f.write_str("demoted"),
            Note::Round(process, number) => write!(f, "round {process}.{number}"),
            Note::Threads(n) => write!(f, "threads {n}"),
            Note::Outcomes(n) => write!(f, "outcomes {n}"),
            Note::Content(n) => write!(f, "content {n}"),
            Note::Full => f.write_str("full"),
            Note::Sampled => f.write_str("sampled"),
            Note::Ended(property, what, place) => write!(f, "ended {property} {what} {place}"),
            Note::Cut => f.write_str("cut"),
            Note::Bytes(n) => write!(f, "bytes {n}"),
            Note::Forgotten(n) => write!(f, "forgotten {n}"),
        }
    }
}

/// The file of remarks that belongs to a set-up.
fn file_of(setup: &Path, extension: &str) -> PathBuf {
    let mut name = setup.as_os_str().to_os_string();
    name.push(extension);
    PathBuf::from(name)
}

/// Writes remarks, each once.
#[derive(Debug)]
pub(crate) struct Writer {
    setup: PathBuf,
    written: Vec<Note>,
    /// Machines whose round was left.
    rounds: u32,
}

impl Writer {
    pub fn new(setup: &Path) -> Writer {
        Writer { setup: setup.to_path_buf(), written: Vec::new(), rounds: 0 }
    }

    /// Adds a remark. Several processes may write at the same time, so each is one short write.
    pub fn add(&mut self, note: Note) {
        if self.written.contains(&note) {
            return;
        }
        let file = file_of(&self.setup, ".notes");
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(file);
        if let Ok(mut file) = opened {
            // A remark that cannot be written is not lost quietly: without it the run ends in a
            // failure whose cause is found when the trail is replayed.
            let _ = file.write_all(format!("{note}\n").as_bytes());
        }
        self.written.push(note);
    }

    /// The last remark.
    pub fn last(&self) -> Option<&Note> {
        self.written.last()
    }

    /// Leaves what a round taught a machine. A process may have had several.
    pub fn round(&mut self, bytes: &[u8]) {
        let (process, number) = (std::process::id(), self.rounds);
        self.rounds += 1;
        if std::fs::write(file_of(&self.setup, &format!(".round.{process}.{number}")), bytes)
            .is_ok()
        {
            self.add(Note::Round(process, number));
        } else {
            // Without it nothing can be said about the search.
            self.add(Note::Full);
        }
    }

    /// Leaves what was learned.
    pub fn learned(&mut self, bytes: &[u8]) {
        let file = file_of(&self.setup, ".learned");
        let own = file_of(&self.setup, &format!(".learned.{}", std::process::id()));
        if std::fs::write(&own, bytes).is_ok() {
            let _ = std::fs::rename(own, file);
        }
        self.add(Note::Demoted);
    }
}

/// All remarks of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// What was learned when a guess of the reduction fell.
    pub learned: Option<Vec<u8>>,
    /// What the round taught the machines.
    pub rounds: Vec<Vec<u8>>,
    /// Threads that the model needs processes for, where it has too few.
    pub threads: Option<u32>,
    /// Outcomes that the model needs transitions for, where it has too few.
    pub outcomes: Option<u32>,
    /// Bytes that the buffer needs, where it is too small.
    pub content: Option<usize>,
    /// The machine could not represent another state.
    pub full: bool,
    /// Not all outcomes of a choice were explored.
    pub sampled: bool,
    /// An execution ended at a fault that nobody asked about: property, what, place.
    pub ended: Option<(String, u32, u32)>,
    /// The bound on context switches kept a thread from moving.
    pub cut: bool,
    /// Bytes that the machines held at most, all processes together.
    pub bytes: u64,
    /// How often they forgot what they had interned, all processes together.
    pub forgotten: u64,
}

impl Notes {
    /// Reads and removes the remarks that belong to a set-up.
    pub fn take(setup: &Path) -> Notes {
        let file = file_of(setup, ".notes");
        let mut notes = Notes::default();
        for line in std::fs::read_to_string(&file).unwrap_or_default().lines() {
            if let Some(which) = line.strip_prefix("round ") {
                let round = file_of(setup, &format!(".round.{which}"));
                notes.rounds.push(std::fs::read(&round).unwrap_or_default());
                let _ = std::fs::remove_file(round);
            }
            notes.add(line);
        }
        let learned = file_of(setup, ".learned");
        if notes.learned.is_some() {
            notes.learned = std::fs::read(&learned).ok();
        }
        let _ = std::fs::remove_file(file);
        let _ = std::fs::remove_file(learned);
        notes
    }

    fn add(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words.get(at).and_then(|w| w.parse::<u64>().ok()).unwrap_or(0);
        match words[0] {
            "demoted" => self.learned = Some(Vec::new()),
            "threads" => self.threads = self.threads.max(Some(number(1) as u32)),
            "outcomes" => self.outcomes = self.outcomes.max(Some(number(1) as u32)),
            "content" => self.content = self.content.max(Some(number(1) as usize)),
            "full" => self.full = true,
            "sampled" => self.sampled = true,
            "ended" => {
                let property = words.get(1).unwrap_or(&"").to_string();
                self.ended = Some((property, number(2) as u32, number(3) as u32));
            }
            "cut" => self.cut = true,
            "bytes" => self.bytes += number(1),
            "forgotten" => self.forgotten += number(1),
            _ => {}
        }
    }

    /// The model does not fit the program, or the reduction must begin another round.
    pub fn again(&self) -> bool {
        self.learned.is_some()
            || self.threads.is_some()
            || self.outcomes.is_some()
            || self.content.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_come_back() {
        let folder = std::env::temp_dir().join(format!("allways-notes-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let setup = folder.join("program");
        let mut writer = Writer::new(&setup);
        for note in [
            Note::Threads(4),
            Note::Threads(6),
            Note::Outcomes(9),
            Note::Content(700),
            Note::Full,
            Note::Sampled,
            Note::Sampled,
            Note::Ended("memory".to_string(), 3, 5),
            Note::Cut,
            Note::Bytes(100),
            Note::Forgotten(3),
        ] {
            writer.add(note);
        }
        Writer::new(&setup).add(Note::Bytes(20));
        writer.learned(b"facts");
        let expected = Notes {
            rounds: Vec::new(),
            learned: Some(b"facts".to_vec()),
            threads: Some(6),
            outcomes: Some(9),
            content: Some(700),
            full: true,
            sampled: true,
            ended: Some(("memory".to_string(), 3, 5)),
            cut: true,
            bytes: 120,
            forgotten: 3,
        };
        assert_eq!(Notes::take(&setup), expected);
        assert!(expected.again());
        assert_eq!(Notes::take(&setup), Notes::default());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
