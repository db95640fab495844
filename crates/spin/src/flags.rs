//! Flags of the verifier: some are macros that it is compiled with, the others are read when it runs.

/// Flags for gcc and for `pan`, as one list.
#[derive(Clone, Debug, Default)]
pub struct Flags(Vec<String>);

impl Flags {
    /// All of them.
    pub fn new(flags: Vec<String>) -> Flags {
        Flags(flags)
    }

    /// Those for gcc.
    pub fn compile(&self) -> Vec<String> {
        self.0.iter().filter(|f| is_for_gcc(f)).cloned().collect()
    }

    /// Those for `pan`.
    pub fn run(&self) -> Vec<String> {
        self.0.iter().filter(|f| !is_for_gcc(f)).cloned().collect()
    }

    /// The value of a macro, if it is defined.
    pub fn defined(&self, name: &str) -> Option<&str> {
        self.0.iter().find_map(|flag| {
            let (defined, value) = match flag.strip_prefix("-D")?.split_once('=') {
                Some(pair) => pair,
                None => (&flag[2..], "1"),
            };
            (defined == name).then_some(value)
        })
    }

    /// SPIN may take different states for one.
    pub fn is_lossy(&self) -> bool {
        let hash_compact = ["HC", "HC0", "HC1", "HC2", "HC3", "HC4"];
        self.defined("BITSTATE").is_some() || hash_compact.iter().any(|n| self.defined(n).is_some())
    }

    /// Several processes search, in which roots mean different things.
    pub fn is_parallel(&self) -> bool {
        self.defined("NCORE").is_some_and(|n| n != "1")
    }

    /// Whether they say how deep the search may go.
    pub(crate) fn have_depth(&self) -> bool {
        self.run().iter().any(|flag| flag.starts_with("-m"))
    }

    /// Those for gcc that make a verifier of one process.
    pub(crate) fn compile_for_one(&self) -> Vec<String> {
        self.compile().into_iter().filter(|flag| !flag.starts_with("-DNCORE")).collect()
    }
}

fn is_for_gcc(flag: &str) -> bool {
    ["-D", "-U", "-O", "-W"].iter().any(|start| flag.starts_with(start)) || flag == "-g"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_gccs_and_the_rest_is_pans() {
        let flags = ["-DNCORE=2", "-m100", "-O0", "-DBITSTATE", "-a"].map(str::to_string);
        let flags = Flags::new(flags.to_vec());
        assert_eq!(flags.compile(), ["-DNCORE=2", "-O0", "-DBITSTATE"]);
        assert_eq!(flags.compile_for_one(), ["-O0", "-DBITSTATE"]);
        assert_eq!(flags.run(), ["-m100", "-a"]);
        assert_eq!((flags.defined("NCORE"), flags.defined("BITSTATE")), (Some("2"), Some("1")));
        assert!(flags.is_lossy() && flags.is_parallel() && flags.have_depth());
        assert!(!Flags::new(vec!["-DNCORE=1".to_string()]).is_parallel());
    }
}
