//! Names of C++ as people write them: `std::vector<int>`, not
//! `std::__1::vector<int, std::__1::allocator<int> >`.

/// Templates within templates that are looked at.
const DEEPEST: usize = 100;

/// The readable form of a demangled name: without the inline namespace and the ABI tags of libc++, without default
/// template arguments, and with the usual names of strings and streams.
pub fn readable(name: &str) -> String {
    if !name.contains(['<', '[', '(']) && !name.contains("__1::") {
        return name.to_string();
    }
    let mut reader = Reader { rest: name, depth: 0 };
    match reader.list(None) {
        Some(parts) => parts.join(", "),
        None => name.replace("std::__1::", "std::"),
    }
}

/// The name of a template without its arguments, and the arguments; of other names there are none.
pub fn template(name: &str) -> (&str, Vec<&str>) {
    let Some((base, rest)) = name.split_once('<') else { return (name, Vec::new()) };
    let Some(inside) = rest.strip_suffix('>') else { return (name, Vec::new()) };
    let (mut depth, mut start, mut arguments) = (0i32, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(inside[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    arguments.push(inside[start..].trim());
    (base, arguments)
}

/// The name of a function without its parameters.
pub fn without_parameters(name: &str) -> &str {
    let named = name.trim_end_matches(" const");
    let mut depth = 0i32;
    for (at, c) in named.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let begins = c == '(' && at > 0 && !named[..at].ends_with("operator");
            return if begins { &named[..at] } else { name };
        }
    }
    name
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

/// Operators that contain what otherwise begins or ends template arguments.
const OPERATORS: [&str; 11] = ["<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"];

impl<'t> Reader<'t> {
    /// What stands between commas, up to a bracket or to the end. Nothing if brackets do not match.
    fn list(&mut self, close: Option<char>) -> Option<Vec<String>> {
        self.depth += 1;
        let (mut parts, mut part) = (Vec::new(), String::new());
        while self.depth <= DEEPEST {
            let Some(c) = self.rest.chars().next() else {
                parts.push(part.trim().to_string());
                return close.is_none().then_some(parts);
            };
            if Some(c) == close {
                self.rest = &self.rest[1..];
                self.depth -= 1;
                parts.push(part.trim().to_string());
                return Some(parts);
            }
            match c {
                ',' if !part.ends_with("operator") => {
                    self.rest = &self.rest[1..];
                    parts.push(std::mem::take(&mut part).trim().to_string());
                }
                _ => self.next(c, &mut part)?,
            }
        }
        None
    }

    /// Reads a character, or what it begins.
    fn next(&mut self, c: char, out: &mut String) -> Option<()> {
        if out.ends_with("operator")
            && let Some(operator) = OPERATORS.iter().find(|o| self.rest.starts_with(**o))
        {
            out.push_str(operator);
            self.rest = &self.rest[operator.len()..];
            return Some(());
        }
        if let Some(end) = self.rest.find(']').filter(|_| self.rest.starts_with("[abi:")) {
            self.rest = &self.rest[end + 1..];
            return Some(());
        }
        if let Some(lambda) = self.lambda() {
            out.push_str(&lambda);
            return Some(());
        }
        self.rest = &self.rest[c.len_utf8()..];
        match c {
            '<' => {
                let arguments = self.list(Some('>'))?;
                self.close(arguments, out);
            }
            '(' => {
                let inside = self.list(Some(')'))?;
                out.push_str(&format!("({})", inside.join(", ")));
            }
            _ => {
                out.push(c);
                if out.ends_with("std::__1::") {
                    out.truncate(out.len() - "__1::".len());
                }
            }
        }
        Some(())
    }

    /// `(lambda at FILE:LINE:COLUMN)`, without the folders of the file.
    fn lambda(&mut self) -> Option<String> {
        let place = self.rest.strip_prefix("(lambda at ")?;
        let end = place.find(')')?;
        let file = place[..end].rsplit('/').next().unwrap_or_default();
        self.rest = &place[end + 1..];
        Some(format!("(lambda at {file})"))
    }

    /// Arguments of the template whose name stands at the end of `out`.
    fn close(&mut self, mut arguments: Vec<String>, out: &mut String) {
        let name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let start = out.rfind(|c: char| !name(c)).map_or(0, |at| at + 1);
        let own = out.get(start..).unwrap_or_default().trim_start_matches(':').to_string();
        if let Some(class) = own.strip_prefix("std::") {
            while arguments.len() > 1 && is_default(&arguments) {
                arguments.pop();
            }
            if let Some(usual) = usual_name(&own, &arguments) {
                out.truncate(out.len() - own.len());
                out.push_str(&format!("std::{usual}"));
                self.rename(class, &usual, out);
                return;
            }
        }
        out.push_str(&format!("<{}>", arguments.join(", ")));
    }

    /// Constructors and destructors have the name of their class.
    fn rename(&mut self, class: &str, usual: &str, out: &mut String) {
        for mark in ["::", "::~"] {
            let rest = self.rest.strip_prefix(mark).and_then(|r| r.strip_prefix(class));
            if let Some(rest) = rest.filter(|r| !r.starts_with('_')) {
                out.push_str(mark);
                out.push_str(usual);
                self.rest = rest;
            }
        }
    }
}

/// Whether the last argument of a template of the library is the one that it has by default.
fn is_default(arguments: &[String]) -> bool {
    let (Some(first), Some(last)) = (arguments.first(), arguments.last()) else { return false };
    let of_first = ["less", "hash", "equal_to", "default_delete", "char_traits"];
    last.starts_with("std::allocator<")
        || last == "18446744073709551615UL"
        || of_first.iter().any(|name| *last == format!("std::{name}<{first}>"))
}

/// `string` for `basic_string<char>`.
fn usual_name(own: &str, arguments: &[String]) -> Option<String> {
    let plain = own.strip_prefix("std::basic_")?;
    let prefix = match &arguments.first()?[..] {
        "char" => "",
        "wchar_t" => "w",
        "char8_t" if plain.starts_with("string") => "u8",
        "char16_t" if plain.starts_with("string") => "u16",
        "char32_t" if plain.starts_with("string") => "u32",
        _ => return None,
    };
    (arguments.len() == 1).then(|| format!("{prefix}{plain}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_nobody_writes() {
        for (name, expected) in [
            ("main", "main"),
            (
                "std::__1::vector<int, std::__1::allocator<int> >::push_back",
                "std::vector<int>::push_back",
            ),
            (
                "std::__1::map<std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char> >, int, \
                 std::__1::less<std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char> > >, \
                 std::__1::allocator<std::__1::pair<const std::__1::basic_string<char, std::__1::char_traits<char>, \
                 std::__1::allocator<char> >, int> > >::~map",
                "std::map<std::string, int>::~map",
            ),
            (
                "std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char> >::~basic_string[abi:ne220100]",
                "std::string::~string",
            ),
            (
                "std::__1::basic_ostream<wchar_t, std::__1::char_traits<wchar_t> >::flush",
                "std::wostream::flush",
            ),
            (
                "std::__1::unique_ptr<int[], std::__1::default_delete<int[]> >",
                "std::unique_ptr<int[]>",
            ),
            ("std::__1::unique_ptr<File, Closer>", "std::unique_ptr<File, Closer>"),
            ("Pool<int, std::__1::allocator<int> >", "Pool<int, std::allocator<int>>"),
            (
                "std::__1::set<int, std::__1::greater<int>, std::__1::allocator<int> >",
                "std::set<int, std::greater<int>>",
            ),
            ("std::__1::span<int, 18446744073709551615UL>", "std::span<int>"),
            (
                "std::__1::thread::thread<(lambda at tests/programs/cpp/race.cpp:14:17), 0>",
                "std::thread::thread<(lambda at race.cpp:14:17), 0>",
            ),
            (
                "std::__1::operator<<<std::__1::char_traits<char> >",
                "std::operator<<<std::char_traits<char>>",
            ),
            ("std::__1::__wrap_iter<int *>::operator->", "std::__wrap_iter<int *>::operator->"),
            (
                "std::__1::function<int (int, char)>::operator()",
                "std::function<int (int, char)>::operator()",
            ),
            (
                "std::__1::shared_ptr<A>::operator bool[abi:ne220100]",
                "std::shared_ptr<A>::operator bool",
            ),
            ("A::operator,", "A::operator,"),
            ("std::__1::broken<", "std::broken<"),
        ] {
            assert_eq!(readable(name), expected);
        }
        let deep = "a<".repeat(100_000);
        assert_eq!(readable(&deep), deep);
    }

    #[test]
    fn functions_lose_their_parameters() {
        for (name, expected) in [
            ("a::f(int, void (*)(int)) const", "a::f"),
            ("a::f", "a::f"),
            ("a::operator()(int)", "a::operator()"),
            ("a::operator()", "a::operator()"),
            ("broken)", "broken)"),
        ] {
            assert_eq!(without_parameters(name), expected);
        }
    }

    #[test]
    fn templates_have_arguments() {
        assert_eq!(template("int"), ("int", vec![]));
        let (base, arguments) = template("std::map<std::pair<int, int>, void (*)(int, int)>");
        assert_eq!(base, "std::map");
        assert_eq!(arguments, ["std::pair<int, int>", "void (*)(int, int)"]);
    }
}
