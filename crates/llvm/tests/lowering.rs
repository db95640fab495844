//! What the driver and the lowering promise, one promise per test.

use allways_llvm::{Compiled, Error, Optimise, Request, compile_and_lower, lower_bytes};
use allways_program::debug::Type;
use allways_program::{Inst, OperandKind, Program};
use std::path::PathBuf;

/// Files in a directory of their own.
struct Sources {
    directory: tempfile::TempDir,
}

impl Sources {
    fn new(files: &[(&str, &str)]) -> Sources {
        let directory = tempfile::tempdir().expect("a directory");
        for (name, text) in files {
            std::fs::write(directory.path().join(name), text).expect("a file");
        }
        Sources { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn request(&self, names: &[&str]) -> Request {
        Request { inputs: names.iter().map(|n| self.path(n)).collect(), ..Request::default() }
    }
}

fn try_source(text: &str, change: impl FnOnce(&mut Request)) -> Result<Compiled, Error> {
    let sources = Sources::new(&[("a.c", text)]);
    let mut request = sources.request(&["a.c"]);
    change(&mut request);
    compile_and_lower(&request)
}

fn source(text: &str) -> Program {
    try_source(text, |_| {}).expect("the source is sound").program
}

fn optimised(text: &str) -> Program {
    try_source(text, |r| r.optimise = Optimise::O2).expect("the source is sound").program
}

/// The instructions of a function.
fn code<'p>(program: &'p Program, name: &str) -> &'p [Inst] {
    let id = program.function_named(name).expect("the function is there");
    let range = &program.functions[id as usize].code;
    &program.code[range.start as usize..range.end as usize]
}

fn count(code: &[Inst], is: impl Fn(&Inst) -> bool) -> usize {
    code.iter().filter(|inst| is(inst)).count()
}

#[test]
fn compile_errors_are_what_clang_says() {
    let error = try_source("int main(void) { return x; }", |_| {}).expect_err("x is unknown");
    let Error::Compile { file, diagnostics } = error else { panic!("{error:?}") };
    assert!(file.ends_with("a.c"));
    assert!(diagnostics.contains("a.c:1:25: error: use of undeclared identifier 'x'"));
    assert!(!diagnostics.contains('\x1b'));
}

#[test]
fn colours_come_when_asked_for() {
    let error = try_source("int main(void) { return x; }", |r| r.color = true).expect_err("x");
    let Error::Compile { diagnostics, .. } = error else { panic!("{error:?}") };
    assert!(diagnostics.contains('\x1b'));
}

#[test]
fn warnings_are_handed_on() {
    let compiled = try_source("int main(void) { int x; return x; }", |r| {
        r.cflags.push("-Wall".into());
    });
    assert!(compiled.expect("it compiles").diagnostics.contains("uninitialized"));
}

#[test]
fn missing_files_and_unknown_kinds_are_named() {
    for (name, why) in [("nowhere.c", "No such file"), ("a.txt", "not a C or C++ source")] {
        let request = Request { inputs: vec![name.into()], ..Request::default() };
        let Err(Error::Read { file, why: said }) = compile_and_lower(&request) else {
            panic!("{name} was read");
        };
        assert_eq!(file, name);
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn files_are_linked() {
    let sources = Sources::new(&[
        ("a.c", "int f(int); int shared; int main(void) { return f(shared); }"),
        ("b.c", "extern int shared; int f(int a) { return a + shared; }"),
    ]);
    let program = compile_and_lower(&sources.request(&["a.c", "b.c"])).expect("sound").program;
    assert!(program.functions.iter().all(|f| !f.is_external()));
    assert_eq!(program.globals.len(), 1);
}

#[test]
fn two_definitions_are_a_conflict() {
    let text = "int f(void) { return 1; }";
    let sources = Sources::new(&[("a.c", text), ("b.c", text)]);
    let error = compile_and_lower(&sources.request(&["a.c", "b.c"])).expect_err("f is twice");
    let Error::Link { file, why } = error else { panic!("{error:?}") };
    assert!(file.ends_with("b.c"));
    assert!(why.contains('f'), "{why}");
}

#[test]
fn files_for_different_machines_are_a_conflict() {
    let narrow = "target datalayout = \"e-p:32:32\"\ndefine void @f() {\n  ret void\n}\n";
    let sources = Sources::new(&[("a.c", "int main(void) { return 0; }"), ("b.ll", narrow)]);
    let error = compile_and_lower(&sources.request(&["a.c", "b.ll"])).expect_err("32 and 64 bits");
    assert!(matches!(error, Error::Link { .. }), "{error:?}");
}

#[test]
fn extra_files_are_linked_only_when_needed() {
    let sources = Sources::new(&[
        ("a.c", "int f(void); int main(void) { return f(); }"),
        ("f.c", "int g(void); int f(void) { return g(); }"),
        ("g.c", "int g(void) { return 3; }"),
        ("h.c", "this is not even C: h"),
        ("i.c", "int i(void) { return 1; } /* f */"),
    ]);
    let mut request = sources.request(&["a.c"]);
    request.extra = ["g.c", "h.c", "i.c", "f.c"].map(|n| sources.path(n)).into();
    let program = compile_and_lower(&request).expect("h.c is never looked at").program;
    let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["main", "f", "g"]);
}

#[test]
fn an_input_without_a_definition_stays_external() {
    let program = source("int f(int); int main(void) { return f(1); }");
    let f = &program.functions[program.function_named("f").expect("declared") as usize];
    assert!(f.is_external() && !f.weak);
}

#[test]
fn garbage_is_no_bitcode() {
    let Err(Error::Read { file, .. }) = lower_bytes("x.bc", b"BC\xc0\xdegarbage") else {
        panic!("garbage was read");
    };
    assert_eq!(file, "x.bc");
}

#[test]
fn broken_rules_of_the_language_are_noticed() {
    let text = "define i32 @f() {\n  ret i64 1\n}\n";
    let Err(Error::Read { why, .. }) = lower_bytes("x.ll", text.as_bytes()) else {
        panic!("a wrong return type was read");
    };
    assert!(why.contains("i64"), "{why}");
}

#[test]
fn another_byte_order_is_refused() {
    let text = "target datalayout = \"E-p:64:64\"\ndefine void @f() {\n  ret void\n}\n";
    let error = lower_bytes("x.ll", text.as_bytes()).expect_err("big-endian");
    assert!(matches!(error, Error::Unsupported { .. }), "{error:?}");
}

#[test]
fn locals_are_registers_as_written_and_memory_at_level_0() {
    let text = "int f(int a) { int b = a + 1; return b * 2; }";
    let is_memory = |i: &Inst| matches!(i, Inst::StackAlloc { .. } | Inst::Load { .. });
    assert_eq!(count(code(&source(text), "f"), is_memory), 0);
    let level_0 = try_source(text, |r| r.optimise = Optimise::O0).expect("sound").program;
    assert_eq!(count(code(&level_0, "f"), is_memory), 2 + 2);
}

#[test]
fn bitcode_is_taken_as_it_is() {
    let text = "define i32 @f() {\n  %x = alloca i32\n  store i32 1, ptr %x\n  \
                %v = load i32, ptr %x\n  ret i32 %v\n}\n";
    let program = lower_bytes("x.ll", text.as_bytes()).expect("sound");
    assert_eq!(count(code(&program, "f"), |i| matches!(i, Inst::StackAlloc { .. })), 1);
}

#[test]
fn out_of_bounds_accesses_stay() {
    let program = source("int f(int i) { int a[2] = {1, 2}; a[5] = 3; return a[i]; }");
    assert_eq!(count(code(&program, "f"), |i| matches!(i, Inst::Store { .. })), 1);
}

#[test]
fn volatile_locals_stay_in_memory() {
    let program = source("int f(void) { volatile int a = 1; return a; }");
    assert_eq!(count(code(&program, "f"), |i| matches!(i, Inst::Load { .. })), 1);
}

#[test]
fn the_header_and_its_macro_are_found() {
    let sources = Sources::new(&[
        (
            "a.c",
            "#include <mine.h>\n#ifndef __ALLWAYS__\n#error\n#endif\nint main(void) { return X; }",
        ),
        ("mine.h", "#define X 7"),
    ]);
    let mut request = sources.request(&["a.c"]);
    request.include_dirs = vec![sources.directory.path().into()];
    compile_and_lower(&request).expect("the header is found");
}

#[test]
fn globals_are_apart() {
    let program = source("char a[5000] = {1}; int b = 2; int main(void) { return a[0] + b; }");
    let mut last = None;
    for global in program.globals.iter().filter(|g| g.size > 0) {
        if let Some(end) = last {
            assert!(global.address >= end + 4096, "{}", global.name);
        }
        last = Some(global.address + global.size);
    }
    assert_eq!(program.globals[1].address - program.globals[0].address, 5000 + 8192 + 8);
}

#[test]
fn too_many_bytes_of_globals_are_an_error() {
    let error = try_source("char a[1ul << 46]; int main(void) { return a[0]; }", |_| {})
        .expect_err("there is no room");
    assert!(matches!(error, Error::TooLarge { .. }), "{error:?}");
}

#[test]
fn what_is_only_declared_is_external() {
    let program = source("#include <stdio.h>\nint main(void) { return fputs(\"x\", stdout); }");
    let stdout = program.globals.iter().find(|g| g.name == "stdout").expect("it is used");
    assert!(stdout.external && stdout.address != 0);
}

#[test]
fn weak_references_are_null_unless_modelled() {
    let text = "int f(void) __attribute__((weak)); int main(void) { return f ? f() : 5; }";
    let test = |modelled: &[&str]| {
        let program = try_source(text, |r| {
            r.modelled = modelled.iter().map(|m| m.to_string()).collect();
        })
        .expect("sound")
        .program;
        let Some(Inst::Compare { a, .. }) = code(&program, "main").first() else {
            panic!("{program}");
        };
        let OperandKind::Constant(index) = a.kind() else { panic!("{program}") };
        program.constants[index as usize].value != 0
    };
    assert!(!test(&[]));
    assert!(test(&["f"]));
}

#[test]
fn copies_for_inlining_give_way_to_models() {
    let text = "inline __attribute__((gnu_inline)) extern int f(int a) { return a; } \
                int main(void) { return f(1); }";
    let test = |modelled: &[&str]| {
        let program = try_source(text, |r| {
            r.modelled = modelled.iter().map(|m| m.to_string()).collect();
        });
        let program = program.expect("sound").program;
        let f = program.function_named("f").expect("it is called");
        program.functions[f as usize].is_external()
    };
    assert!(!test(&[]));
    assert!(test(&["f"]));
}

#[test]
fn constructors_run_by_priority() {
    let program = source(
        "#define C(n, p) __attribute__((constructor(p))) static void c##n(void) {} \
         __attribute__((destructor(p))) static void d##n(void) {}\n\
         C(1, 300) C(2, 200) C(3, 300) int main(void) { return 0; }",
    );
    let names = |list: &[u32]| -> Vec<String> {
        list.iter().map(|id| program.functions[*id as usize].name.clone()).collect()
    };
    assert_eq!(names(&program.constructors), ["c2", "c1", "c3"]);
    assert_eq!(names(&program.destructors), ["d3", "d1", "d2"]);
}

#[test]
fn allocation_sites_are_where_allocations_are() {
    let program = source(
        "void *malloc(unsigned long); static void *own(void) { return malloc(1); } \
         void *f(void *(*g)(void)) { int x[3]; own(); malloc(x[0]); return g(); }",
    );
    let sites: Vec<bool> = code(&program, "f")
        .iter()
        .filter_map(|inst| match inst {
            Inst::Call { site, .. } | Inst::CallIndirect { site, .. } => {
                Some(program.calls[*site as usize].site != u32::MAX)
            }
            _ => None,
        })
        .collect();
    assert_eq!(sites, [false, true, true]);
    let array = program.sites.iter().find(|s| s.size == 12).expect("x has a site");
    let variable = &program.debug.variables[array.variable.expect("x has a name") as usize];
    assert_eq!(variable.name, "x");
}

#[test]
fn assertions_are_where_they_are_tested() {
    let program = source(
        "#include <assert.h>\nvoid reach_error(void); void __allways_assert(int);\n\
         int main(int a, char **b) { assert(a && b);\nif (a > 3) reach_error();\n\
         __allways_assert(a);\nreturn 0; }",
    );
    let debug = &program.debug;
    let found: Vec<(u32, bool)> = debug
        .assertions
        .iter()
        .map(|pc| {
            let is_branch = matches!(program.code[*pc as usize], Inst::Branch { .. });
            (debug.location(*pc).expect("it has a place").line, is_branch)
        })
        .collect();
    let mut sorted = found.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [(3, true), (4, true), (5, false)]);
}

#[test]
fn unknown_assembly_is_named_at_its_place() {
    let program = source("int f(void) { int a; __asm__(\"rdpmc\" : \"=a\"(a)); return a; }");
    let text: Vec<&str> = program.unsupported.iter().map(String::as_str).collect();
    assert_eq!(text, ["the inline assembly `rdpmc`"]);
    let is_there = |i: &Inst| matches!(i, Inst::Unsupported { .. });
    assert_eq!(count(code(&program, "f"), is_there), 1);
    let pc = program.code.iter().position(is_there).expect("it is there");
    assert_eq!(program.debug.location(pc as u32).expect("it has a place").column, 22);
}

#[test]
fn assembly_outside_of_functions_is_noted() {
    let compiled =
        try_source("__asm__(\".globl f\\nf: ret\"); int main(void) { return 0; }", |_| {});
    let notes = compiled.expect("sound").notes;
    assert!(matches!(notes.as_slice(), [note] if note.contains("a.c")), "{notes:?}");
}

#[test]
fn memory_relative_to_a_segment_is_no_memory() {
    let program = source("int f(int __seg_fs *p) { return *p; }");
    assert_eq!(program.unsupported, ["values of type ptr addrspace(257)"]);
}

#[test]
fn unknown_intrinsics_are_named() {
    let text = "declare i64 @llvm.x86.rdpmc(i32)\n\
                define i64 @f() {\n  %t = call i64 @llvm.x86.rdpmc(i32 0)\n  ret i64 %t\n}\n";
    let program = lower_bytes("x.ll", text.as_bytes()).expect("sound");
    assert_eq!(program.unsupported, ["the intrinsic `llvm.x86.rdpmc`"]);
}

#[test]
fn a_shift_by_too_much_is_a_fault_only_where_the_source_has_it() {
    // The optimiser shifts first and looks whether it may afterwards.
    let text = "int f(int a, int n) { return n < 32 ? a << n : 0; }";
    let guarded = |program: &Program| {
        let code = code(program, "f");
        let shift = code
            .iter()
            .position(|i| matches!(i, Inst::Binary { op: allways_program::code::Binary::Shl, .. }));
        matches!(code[shift.expect("it shifts") - 1], Inst::Select { .. })
    };
    assert!(!guarded(&source(text)));
    assert!(guarded(&optimised(text)));
}

#[test]
fn whether_code_is_optimised_is_known() {
    let text = "int main(void) { return 0; }";
    assert!(!source(text).debug.optimised);
    assert!(optimised(text).debug.optimised);
}

#[test]
fn types_are_described() {
    let program = source(
        "typedef struct node { const struct node *next; unsigned bits : 3; volatile char c[2][4]; } N;\n\
         enum colour { RED = -1, BLUE = 7 };\nunion u { float f; _Bool b; };\n\
         N n; enum colour e; union u u; long double x; void (*g)(void);\n\
         int main(void) { return n.bits + e + u.b + (int)x + !g; }",
    );
    let debug = &program.debug;
    let of = |name: &str| {
        let v = debug.variables.iter().find(|v| v.name == name).expect("it is a variable");
        &debug.types[v.ty as usize]
    };
    let Type::Struct { name, size: 24, union: false, fields } = of("n") else { panic!() };
    assert_eq!(name, "node");
    assert_eq!(fields[0].name, "next");
    let Type::Pointer(to) = &debug.types[fields[0].ty as usize] else { panic!() };
    assert_eq!(&debug.types[*to as usize], of("n"));
    assert_eq!((fields[1].bits, fields[1].bit), (3, 64));
    let Type::Array { element, count: 2 } = debug.types[fields[2].ty as usize] else { panic!() };
    let Type::Array { element, count: 4 } = debug.types[element as usize] else { panic!() };
    assert_eq!(debug.types[element as usize], Type::Int { bits: 8, signed: true, char: true });
    let values = vec![(-1, "RED".to_owned()), (7, "BLUE".to_owned())];
    assert_eq!(*of("e"), Type::Enum { name: "colour".into(), bits: 32, signed: true, values });
    assert!(matches!(of("u"), Type::Struct { union: true, .. }));
    assert_eq!(*of("x"), Type::Float(80));
    let Type::Pointer(to) = of("g") else { panic!() };
    assert_eq!(debug.types[*to as usize], Type::Function);
}

#[test]
fn functions_are_shown_by_their_names_in_the_source() {
    let sources = Sources::new(&[(
        "a.cpp",
        "namespace n { struct Q { int push(int a) { return a; } }; } \
         int main() { n::Q q; return q.push(1); }",
    )]);
    let program = compile_and_lower(&sources.request(&["a.cpp"])).expect("sound").program;
    assert!(program.functions.iter().any(|f| f.display == "n::Q::push"));
}

#[test]
fn functions_chosen_at_start_are_called_through_their_resolver() {
    let program = source(
        "static int one(void) { return 1; } static int (*choose(void))(void) { return one; } \
         int f(void) __attribute__((ifunc(\"choose\"))); int main(void) { return f(); }",
    );
    let code = code(&program, "f");
    assert!(matches!(code, [Inst::Call { .. }, Inst::CallIndirect { .. }, Inst::Return { .. }]));
}

#[test]
fn must_tail_calls_end_the_frame() {
    let program =
        source("int f(int n) { if (!n) return 0; __attribute__((musttail)) return f(n - 1); }");
    assert!(program.calls.iter().any(|call| call.tail));
}
