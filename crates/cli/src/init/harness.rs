//! The text of a harness: threads that use what a header declares, and places for assertions.

use super::header::{Function, Header, Parameter};
use std::fmt::Write;

/// The harness where no header is named.
pub const EMPTY: &str = include_str!("harness.c");

/// Parts of names of functions that end the life of an object, and of those that begin it.
const LAST: [&str; 10] =
    ["destroy", "free", "delete", "deinit", "close", "stop", "fini", "shutdown", "cleanup", "term"];
const FIRST: [&str; 6] = ["create", "new", "alloc", "init", "open", "start"];

/// What is passed for a pointer to anything, and for a function to call.
const DATA: &str = "&data_to_pass";
const CALLBACK: &str = "called_back";
const CALLED: &str = "static void called_back(void *argument) {\n    (void)argument;\n}\n\n";

/// When a function is called.
#[derive(PartialEq)]
enum Turn {
    First,
    Meanwhile,
    Last,
}

fn turn(function: &Function) -> Turn {
    let name = function.name.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    match (has(&LAST), has(&FIRST)) {
        (true, _) => Turn::Last,
        (_, true) => Turn::First,
        _ => Turn::Meanwhile,
    }
}

/// The object that the threads share.
struct Shared<'h> {
    structure: Option<&'h str>,
    /// Whether somebody else makes it, and there is only a pointer to it here.
    is_pointer: bool,
}

impl<'h> Shared<'h> {
    /// The structure that most functions take first.
    fn of(header: &'h Header) -> Shared<'h> {
        let first = |f: &Function| header.pointed(&f.parameters.first()?.ty);
        let uses = |name: &str| header.functions.iter().filter(|f| first(f) == Some(name)).count();
        let used = header.structures.keys().map(String::as_str).filter(|name| uses(name) > 0);
        let structure = used.max_by_key(|name| uses(name));
        let made = |name| header.functions.iter().any(|f| header.pointed(&f.result) == Some(name));
        let is_whole = |name: &str| header.structures.get(name) == Some(&true);
        let is_pointer = structure.is_some_and(|name| made(name) || !is_whole(name));
        Shared { structure, is_pointer }
    }

    fn value(&self) -> &'static str {
        if self.is_pointer { "shared" } else { "&shared" }
    }

    fn declaration(&self) -> String {
        let star = if self.is_pointer { "*" } else { "" };
        self.structure.map_or_else(String::new, |name| format!("static {name} {star}shared;\n\n"))
    }
}

/// The text of the harness for a header that is included by this name.
pub fn text(included: &str, header: &Header) -> String {
    let shared = Shared::of(header);
    let mut out = format!(
        "// What is checked of {included}. Every interleaving of the threads is explored, so keep it small: few\n\
         // threads, few operations. Complete the arguments and the assertions, and remove what does not matter.\n\
         #include \"{included}\"\n\n#include <allways.h>\n#include <assert.h>\n#include <pthread.h>\n\n\
         enum {{ THREADS = 2, OPERATIONS = 1 }};\n\n{}",
        shared.declaration()
    );
    let mut rest = String::new();
    thread(&mut rest, header, &shared);
    main(&mut rest, header, &shared);
    out.push_str(if rest.contains(DATA) { "static int data_to_pass;\n\n" } else { "" });
    out.push_str(if rest.contains(CALLBACK) { CALLED } else { "" });
    out + &rest
}

/// What a thread does.
fn thread(out: &mut String, header: &Header, shared: &Shared) {
    let operations = header.functions.iter().filter(|f| turn(f) == Turn::Meanwhile);
    let calls: Vec<String> = operations.map(|f| call(f, header, shared, "arbitrary(2)")).collect();
    let (count, cases) = (calls.len().max(1), calls.iter().enumerate());
    out.push_str(
        "// One of several threads: each operation is any of those below.\nstatic void *thread(void *unused) {\n    \
         for (int i = 0; i < OPERATIONS; i++)\n",
    );
    let _ = writeln!(out, "        switch (arbitrary({count})) {{");
    for (number, call) in cases {
        let _ = writeln!(out, "        case {number}:\n            {call};\n            break;");
    }
    out.push_str("        }\n    return unused;\n}\n\n");
}

fn main(out: &mut String, header: &Header, shared: &Shared) {
    out.push_str("int main(void) {\n");
    let of_turn = |wanted: Turn| header.functions.iter().filter(move |f| turn(f) == wanted);
    for function in of_turn(Turn::First) {
        let call = call(function, header, shared, "2");
        let makes = shared.is_pointer && header.pointed(&function.result) == shared.structure;
        match makes && shared.structure.is_some() {
            true => {
                let _ = writeln!(out, "    shared = {call};\n    assert(shared);");
            }
            false => {
                let _ = writeln!(out, "    {call};");
            }
        }
    }
    out.push_str(
        "    pthread_t threads[THREADS];\n    for (int i = 0; i < THREADS; i++)\n        \
         pthread_create(&threads[i], NULL, thread, NULL);\n    for (int i = 0; i < THREADS; i++)\n        \
         pthread_join(threads[i], NULL);\n    // assert(...); what must hold when all threads are done\n",
    );
    for function in of_turn(Turn::Last) {
        let _ = writeln!(out, "    {};", call(function, header, shared, "2"));
    }
    out.push_str("    return 0;\n}\n");
}

/// A call with arguments that compile.
fn call(function: &Function, header: &Header, shared: &Shared, number: &str) -> String {
    let one = |parameter: &Parameter| argument(parameter, header, shared, number);
    let arguments: Vec<String> = function.parameters.iter().map(one).collect();
    format!("{}({})", function.name, arguments.join(", "))
}

fn argument(parameter: &Parameter, header: &Header, shared: &Shared, number: &str) -> String {
    let Parameter { ty, plain } = parameter;
    let pointed = header.pointed(ty);
    if pointed.is_some() && pointed == shared.structure {
        return shared.value().to_string();
    }
    if plain == "void (*)(void *)" {
        return CALLBACK.into();
    }
    if plain.contains("(*)") {
        return "0 /* a function */".into();
    }
    match plain.strip_suffix('*').map(str::trim_end) {
        Some("const char") => "\"text\"".into(),
        Some("void" | "const void") => DATA.into(),
        Some(target) if is_opaque(target, header) => "0 /* an object */".into(),
        Some(target) => format!("({target}[1]){{0}}"),
        None if is_structure(plain) => format!("({ty}){{0}}"),
        None if is_floating(plain) => "1.0".into(),
        None => format!("({ty}){number}"),
    }
}

fn is_structure(plain: &str) -> bool {
    let plain = plain.strip_prefix("const ").unwrap_or(plain);
    plain.starts_with("struct ") || plain.starts_with("union ")
}

fn is_floating(plain: &str) -> bool {
    ["float", "double"].iter().any(|name| plain.ends_with(name))
}

/// A type that the header does not say the content of.
fn is_opaque(target: &str, header: &Header) -> bool {
    match header.pointed(&format!("{target} *")) {
        Some(known) => header.structures.get(known) == Some(&false),
        None => is_structure(target) || target.ends_with("FILE"),
    }
}
