//! Whatever a program calls its things, its model means the same: no name is captured, hidden or taken for a word of
//! Promela, of the generated C or of the translator's own helpers.

use crate::spin_runner::{folder, model, modes, verify};
use std::fmt::Write;

/// Words of Promela and its predefined variables.
const PROMELA: &str = "\
    active atomic bit bool byte chan d_step D_proctype empty enabled eval false fi full hidden init len local \
    ltl mtype nempty never nfull notrace np_ od of pc_value pid printm priority proctype provided run \
    show skip timeout trace true unless xr xs in set_priority get_priority c_code c_decl c_expr c_state \
    c_track always eventually until weakuntil stronguntil release implies equivalent X U V W STDIN _pid _last \
    _nr_pr _ __x _x asm typeof";

/// What the translator calls its helpers, and what it may call them when that is taken.
const HELPERS: &str = "\
    p v rest n t at p_2 v_2 rest_2 n_2 t_2 at_2 tmp tmp_2 self reply answer leave next scan literal case_2 \
    default_case after_switch thread_status thread_value served exited pulse take_slot in_main ret_main in_f \
    ret_f f_call f_reply f_thread f_end end_f at_end_f f_function int_mem int_valid int_block int_at int_put \
    int_ok int_start int_new int_free int_gen main_x x_at f_x x_lock row_int_3 s_t below not_above wrap8 size_of \
    fits_add half_quotient";

/// What the generated C has.
const VERIFIER: &str = "\
    State Trail Trans now trpt depth done P0 Q1 uchar Pmain Pinit Pf Air0 maxseq1 linux unix errno stdin EOF NULL \
    SYNC WS BFS MA NFAIR SIGINT si_pid end accept progress_1 end_1";

fn words() -> Vec<&'static str> {
    [PROMELA, HELPERS, VERIFIER].iter().flat_map(|list| list.split_whitespace()).collect()
}

/// Every word is a variable, a member, the struct of that member, a local variable and a label.
fn as_variables(words: &[&str]) -> String {
    let mut out = String::from("void abort(void);\nint *q_;\n");
    let mut all = String::new();
    for (number, word) in words.iter().enumerate() {
        let _ = writeln!(out, "int {word};\nstruct {word} {{ int before, {word}; }} o{number};");
        let _ = write!(all, " int {word};");
    }
    let _ =
        writeln!(out, "struct all_ {{{all} }} all_, *whole_;\nint f(int x) {{ return x + 1; }}");
    out.push_str("int main(void) {\n  whole_ = &all_;\n");
    for (number, word) in words.iter().enumerate() {
        let _ = writeln!(
            out,
            "  q_ = &{word}; *q_ = {number}; q_ = &all_.{word}; *q_ = {number} + 1000;\n\
             o{number}.{word} = {number} + 2000;\n\
             {{ int {word} = f({number}); {word}: if ({word} == {number}) {{ {word}++; goto {word}; }} \
             if ({word} != {number} + 1) abort(); }}"
        );
    }
    for (number, word) in words.iter().enumerate() {
        let _ = writeln!(
            out,
            "  if ({word} != {number} || whole_->{word} != {number} + 1000) abort();\n\
             if (o{number}.{word} != {number} + 2000) abort();"
        );
    }
    out + "  return 0;\n}\n"
}

/// Every word is a function, its parameter, its local variable whose address is taken, and a struct.
fn as_functions(words: &[&str]) -> String {
    let mut out = String::from("void abort(void);\n");
    for word in words {
        let _ = writeln!(
            out,
            "int {word}(int {word}) {{\n  struct {word} {{ int {word}; }} x = {{ {word} }};\n\
             struct {word} *p_ = &x;\n  p_->{word}++;\n\
             return p_->{word};\n}}"
        );
    }
    out.push_str("int main(void) {\n");
    for (number, word) in words.iter().enumerate() {
        let _ = writeln!(out, "  if ({word}({number}) != {number} + 1) abort();");
    }
    out + "  return 0;\n}\n"
}

/// The model holds as the program does, and reaches its end. Each few words are tried in one of the forms.
fn agree(program: fn(&[&str]) -> String) {
    for (number, some) in words().chunks(15).enumerate() {
        let (mode, options) = modes()[number % 3].clone();
        let good = program(some);
        let bad = good.replace("  return 0;\n}\n", "  abort();\n}\n");
        let cases: &[(&str, bool)] = &[(&good, false), (&bad, true)];
        for (text, violated) in &cases[..if number == 0 { 2 } else { 1 }] {
            let source = folder().join("program.c");
            std::fs::write(&source, text).unwrap();
            let folder = model(&source, &["-std=c11".into(), "-w".into()], &options);
            let run = verify(&folder, &[], &["-m10000"]);
            let shown = format!("{some:?} ({mode}): {} {}", source.display(), run.output);
            assert_eq!(run.violated, *violated, "{shown}");
        }
    }
}

#[test]
fn variables_members_and_structs_may_have_any_name() {
    agree(as_variables);
}

#[test]
fn functions_and_parameters_may_have_any_name() {
    agree(as_functions);
}

/// Words that mean something in formulas, and formulas with the names of everything else.
const FORMULAS: &str = "const char __allways_ltl_0[] = \"next\\0F {next.next == 1}\";\n\
    const char __allways_ltl_1[] = \"at\\0F {always[1][0].U == 3}\";\n\
    const char __allways_ltl_2[] = \"p\\0G ({X == 0} || {X == 1})\";\n\
    const char __allways_ltl_3[] = \"rest\\0G {release.at == 0}\";\n\
    struct next { int next, U; } next, always[2][2];\nstruct at { int at, until; } release, p;\nint X;\n\
    int until(int eventually) { return eventually + 1; }\n\
    int main(void) { X = 1; always[1][0].U = until(2); p.until = 2; next.next = p.until - 1; release.at = WRONG; }\n";

#[test]
fn formulas_may_have_any_name_and_be_about_any() {
    let source = folder().join("program.c");
    std::fs::write(&source, FORMULAS).unwrap();
    for (wrong, expected) in [("-DWRONG=0", 0), ("-DWRONG=1", 1)] {
        let (_, options) = modes()[0].clone();
        let folder = model(&source, &[wrong.into()], &options);
        let text = std::fs::read_to_string(folder.join("model.pml")).unwrap();
        let blocks = text.lines().filter_map(|line| line.strip_prefix("ltl "));
        let names: Vec<&str> = blocks.filter_map(|block| block.split(' ').next()).collect();
        assert_eq!(names.len(), 4, "{text}");
        let violated =
            names.iter().filter(|name| verify(&folder, &[], &["-a", "-N", name]).violated);
        assert_eq!(violated.count(), expected, "{text}");
    }
}
