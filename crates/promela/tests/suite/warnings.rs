//! What a model cannot find is said.

use crate::spin_runner::{folder, model, modes, translate, verify};

fn warnings(program: &str) -> Vec<Vec<String>> {
    let source = folder().join("program.c");
    std::fs::write(&source, program).unwrap();
    let translated = |(_, options)| translate(&source, &[], &options).unwrap().warnings;
    modes().into_iter().map(translated).collect()
}

#[test]
fn cells_that_are_used_again() {
    let again = "#include <stdlib.h>\nstruct node { int value; };\nint main(void) {\n\
                 struct node *old = malloc(sizeof *old);\n  free(old);\n\
                 struct node *new = malloc(sizeof *new);\n  old->value = 1;\n  free(new);\n  return 0;\n}\n";
    for said in warnings(again) {
        assert!(said.len() == 1 && said[0].contains("node"), "{said:?}");
    }
    let kept = again.replace("free(old);", "").replace("free(new);", "");
    assert!(warnings(&kept).iter().all(Vec::is_empty));
}

/// SPIN's reduction is not for rendezvous inside `unless`: the model says how to compile, and the search is whole.
#[test]
fn programs_that_exit_are_searched_without_reduction() {
    let program = "#include <pthread.h>\n#include <stdlib.h>\nint x;\nint inc(int a) { return a + 1; }\n\
                   void *run(void *u) { x = inc(x); if (x > 1) exit(0); return u; }\n\
                   int main(void) {\n  pthread_t a, b;\n\
                   pthread_create(&a, 0, run, 0);\n  pthread_create(&b, 0, run, 0);\n\
                   pthread_join(a, 0);\n  if (x < 1) abort();\n  return 0;\n}\n";
    let source = folder().join("program.c");
    std::fs::write(&source, program).unwrap();
    for (mode, options) in modes() {
        let folder = model(&source, &[], &options);
        let text = std::fs::read_to_string(folder.join("model.pml")).unwrap();
        assert!(text.contains(" -DNOREDUCE "), "{mode}: {text}");
        let run = verify(&folder, &[], &[]);
        assert!(!run.violated, "{mode}: {}", run.output);
    }
}
