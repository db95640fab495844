//! What is said of a compiler that crashed, from what it left on its standard error.

use crate::Error;
use crate::limited::Limits;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// What a process that did not end well has to say.
pub(crate) fn crash(at: String, status: ExitStatus, limits: Limits, complaints: &[u8]) -> Error {
    let text = String::from_utf8_lossy(complaints);
    let at = place(&text).unwrap_or(at);
    if is_out_of_memory(&text) {
        return Error::OutOfMemory { at, bytes: limits.memory };
    }
    let how = match (status.signal(), status.code()) {
        (Some(signal), _) => format!("it was stopped by {}", signal_name(signal)),
        (None, code) => format!("it ended with status {}", code.unwrap_or(-1)),
    };
    Error::Crashed { at, how, said: first_words(&text) }
}

fn signal_name(signal: i32) -> String {
    match signal {
        4 => "an illegal instruction".into(),
        6 => "an abort".into(),
        9 => "a kill signal (out of memory?)".into(),
        11 => "a segmentation fault".into(),
        _ => format!("signal {signal}"),
    }
}

/// The first line that says something, unless it belongs to a dump of the stack.
fn first_words(complaints: &str) -> String {
    let mut lines = complaints.lines().take_while(|line| !is_dump(line)).map(str::trim);
    lines.find(|line| !line.is_empty()).unwrap_or("").to_owned()
}

/// Whether a line begins a dump of LLVM's stack.
pub(crate) fn is_dump(line: &str) -> bool {
    line.starts_with("PLEASE submit a bug report") || line == "Stack dump:"
}

/// Whether LLVM or the C++ library said that memory is short.
fn is_out_of_memory(complaints: &str) -> bool {
    let said = ["LLVM ERROR: out of memory", "std::bad_alloc", "Cannot allocate memory"];
    said.iter().any(|words| complaints.contains(words))
}

/// Where the parser was, from a dump of LLVM's stack: in `1.<tab>a.c:3:4 <Spelling=…>: current parser
/// token` it is `a.c:3:4`.
pub(crate) fn place(complaints: &str) -> Option<String> {
    let (_, dump) = complaints.split_once("Stack dump:")?;
    let entries = dump.lines().filter_map(|line| line.split_once(".\t"));
    entries.filter(|(number, _)| number.parse().is_ok_and(|n: u32| n > 0)).find_map(|(_, what)| {
        let place = what.split(": ").next()?.split(" <Spelling=").next()?;
        let mut parts = place.rsplitn(3, ':');
        let numbers = [parts.next()?, parts.next()?];
        let is_place = numbers.iter().all(|n| n.parse::<u32>().is_ok()) && parts.next().is_some();
        is_place.then(|| place.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_says_where_the_parser_was() {
        let dump = "LLVM ERROR: out of memory\nStack dump:\n0.\tProgram arguments: clang a.c\n\
                    1.\ta b.c:12:9 <Spelling=a.c:1:15>: current parser token '+'\n\
                    2.\ta.c:11:16: parsing function body 'main'\n";
        assert_eq!(place(dump).as_deref(), Some("a b.c:12:9"));
        assert!(is_out_of_memory(dump));
        assert_eq!(place("a.c:1:2: error: wrong\n"), None);
        let end = "Stack dump:\n0.\tProgram arguments: clang\n1.\t<eof> parser at end of file\n\
                   2.\ta.c:3:4: in function\n";
        assert_eq!(place(end).as_deref(), Some("a.c:3:4"));
    }
}
