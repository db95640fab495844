//! `-L` and `-l`: libraries that `allways cc` built.

use std::path::{Path, PathBuf};

/// The libraries that a command line names, and where they may be.
#[derive(Default)]
pub struct Libraries {
    folders: Vec<PathBuf>,
    names: Vec<String>,
}

impl Libraries {
    /// Takes an argument; `next` is the one behind it. Says how many arguments were taken.
    pub fn take(&mut self, arg: &str, next: Option<&str>) -> usize {
        let value = |joined: &str| match joined {
            "" => (next.unwrap_or_default().to_string(), 2),
            joined => (joined.to_string(), 1),
        };
        if let Some(joined) = arg.strip_prefix("-L") {
            let (folder, taken) = value(joined);
            self.folders.push(folder.into());
            return taken;
        }
        if let Some(joined) = arg.strip_prefix("-l") {
            let (name, taken) = value(joined);
            self.names.push(name);
            return taken;
        }
        0
    }

    /// Those that are in the folders and have bitcode. The others are the system's, whose functions are models.
    pub fn found(&self) -> impl Iterator<Item = String> {
        self.names.iter().filter_map(|name| self.find(name)?.to_str().map(str::to_string))
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        let files =
            |folder: &PathBuf| ["a", "so"].map(|end| folder.join(format!("lib{name}.{end}")));
        let has_bitcode = |file: &Path| {
            allways_objects::is_object_file(file) && allways_objects::read(file).is_ok()
        };
        self.folders.iter().flat_map(files).find(|file| has_bitcode(file))
    }
}
