//! Every test program, in every way to translate it, gets the verdict from SPIN that its first lines ask for.
//!
//! `// spin -DFLAG: violated -a` is one case: flags for clang, the verdict, flags for the verifier.

use crate::spin_runner::{model, modes, programs, verify};
use allways_testkit::for_each;
use std::path::{Path, PathBuf};

struct Case {
    program: PathBuf,
    clang: Vec<String>,
    violated: bool,
    pan: Vec<String>,
}

fn cases(program: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(program).expect("the program is readable");
    let lines = text.lines().filter_map(|line| line.strip_prefix("// spin"));
    lines
        .map(|line| {
            let (clang, wanted) = line.rsplit_once(':').expect("a case has a colon");
            let mut wanted = wanted.split_whitespace();
            let verdict = wanted.next().expect("a case has a verdict");
            assert!(verdict == "holds" || verdict == "violated", "{verdict}");
            Case {
                program: program.into(),
                clang: clang.split_whitespace().map(str::to_string).collect(),
                violated: verdict == "violated",
                pan: wanted.map(str::to_string).collect(),
            }
        })
        .collect()
}

#[test]
fn spin_agrees_with_the_expected_verdicts() {
    let mut todo = Vec::new();
    for entry in std::fs::read_dir(programs()).expect("there are programs") {
        let program = entry.expect("the folder is readable").path();
        if program.extension().is_some_and(|e| e == "c") {
            let found = cases(&program);
            assert!(!found.is_empty(), "{} has no case", program.display());
            todo.extend(found.into_iter().flat_map(|case| {
                let case = std::sync::Arc::new(case);
                // A violation is found in the first states; two ways to translate are enough for it.
                let ways = if case.violated { 2 } else { 3 };
                modes().into_iter().take(ways).map(move |mode| (case.clone(), mode))
            }));
        }
    }
    let wrong: Vec<String> = for_each(&todo, |(case, (mode, options))| {
        let folder = model(&case.program, &case.clang, options);
        let pan: Vec<&str> = case.pan.iter().map(String::as_str).collect();
        // SPIN does not combine fairness with its own reduction where there are rendezvous.
        let fair = if pan.contains(&"-f") { &["-DNOREDUCE"][..] } else { &[] };
        let run = verify(&folder, fair, &pan);
        if run.violated == case.violated {
            let _ = std::fs::remove_dir_all(folder);
            return None;
        }
        let name = case.program.file_name().unwrap().to_string_lossy().into_owned();
        Some(format!("{name} {:?} ({mode}): {}", case.clang, run.output))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
