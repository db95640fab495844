//! The folder of a project, and what lies inside it.

use std::path::{Path, PathBuf};

/// The folder that an `allways.toml` lies in.
pub struct Folder(PathBuf);

impl Folder {
    /// The folder of a source file.
    pub fn of(source: &Path) -> Folder {
        let folder = source.parent().unwrap_or(Path::new(""));
        let is_plain = folder.is_absolute() || folder.starts_with(".") || folder.starts_with("..");
        // clang takes names that begin with `=` or `@` for something else.
        Folder(if is_plain { folder.to_path_buf() } else { Path::new(".").join(folder) })
    }

    /// A file in the folder itself.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A path of the project file as seen from here. It must lie inside the folder, also when all
    /// symbolic links are followed, unless the project is trusted.
    pub fn path(&self, text: &str, trusted: bool) -> Result<String, String> {
        let path = self.0.join(text);
        if !trusted {
            self.inside(&path).map_err(|why| format!("names `{text}`, which {why}"))?;
        }
        path.into_os_string().into_string().map_err(|_| "is not valid UTF-8".to_string())
    }

    fn inside(&self, path: &Path) -> Result<(), &'static str> {
        let real = |path: &Path| path.canonicalize().map_err(|_| "cannot be found in the project");
        let (folder, path) = (real(&self.0)?, real(path)?);
        if path.starts_with(folder) { Ok(()) } else { Err("lies outside the project's folder") }
    }
}
