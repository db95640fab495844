//! Reads types as clang spells them: `struct node *`, `int (*)[3]`, `_Atomic(int)`, `void *(*)(void *)`.

use crate::types::Type;

/// Finds what a name in a type stands for.
pub trait Lookup {
    /// A `typedef` name, or `None` when there is none of that name.
    fn typedef(&mut self, name: &str) -> Option<Type>;
    /// A `struct`, `union` or `enum` by tag, or by the place where an unnamed one stands.
    fn tagged(&mut self, keyword: &str, tag: &str) -> Type;
}

/// The type that a spelling stands for.
pub fn read(spelling: &str, names: &mut dyn Lookup) -> Type {
    let mut reader = Reader { tokens: tokens(spelling), next: 0, names };
    let base = reader.base();
    reader.declarator(base)
}

fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if c.is_alphanumeric() || c == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if rest.starts_with("(unnamed") || rest.starts_with("(anonymous") {
            rest.find(')').map_or(rest.len(), |end| end + 1)
        } else {
            c.len_utf8()
        };
        if !c.is_whitespace() {
            out.push(rest[..length].to_string());
        }
        rest = &rest[length..];
    }
    out
}

struct Reader<'n> {
    tokens: Vec<String>,
    next: usize,
    names: &'n mut dyn Lookup,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.next).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        let token = self.peek().to_string();
        self.next += 1;
        token
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.next += 1;
        }
        found
    }

    fn skip_qualifiers(&mut self) {
        while matches!(self.peek(), "const" | "volatile" | "restrict" | "__restrict") {
            self.next += 1;
        }
    }

    /// The part before any `*`, `(` or `[`.
    fn base(&mut self) -> Type {
        let mut words: Vec<String> = Vec::new();
        loop {
            self.skip_qualifiers();
            let token = self.peek().to_string();
            match token.as_str() {
                "struct" | "union" | "enum" => {
                    self.next += 1;
                    let tag = self.take();
                    return self.names.tagged(&token, &tag);
                }
                "_Atomic" => {
                    self.next += 1;
                    if self.eat("(") {
                        let base = self.base();
                        let inner = self.declarator(base);
                        self.eat(")");
                        self.skip_qualifiers();
                        return Type::Atomic(Box::new(inner));
                    }
                }
                word if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                    self.next += 1;
                    words.push(token);
                }
                _ => break,
            }
        }
        self.named(&words)
    }

    fn named(&mut self, words: &[String]) -> Type {
        if let [name] = words
            && let Some(ty) = self.names.typedef(name)
        {
            return ty;
        }
        let has = |word: &str| words.iter().any(|w| w == word);
        let signed = !has("unsigned");
        if has("void") {
            Type::Void
        } else if has("_Bool") || has("bool") {
            Type::Bool
        } else if has("float") || has("double") || has("_Complex") || has("_Float16") {
            Type::Unsupported("floating-point number".into())
        } else if has("__int128") {
            Type::Unsupported("128-bit integer".into())
        } else if has("char") {
            Type::Int { bits: 8, signed }
        } else if has("short") {
            Type::Int { bits: 16, signed }
        } else if has("long") {
            Type::Int { bits: 64, signed }
        } else if has("int") || has("unsigned") || has("signed") {
            Type::Int { bits: 32, signed }
        } else {
            Type::Unsupported(format!("type `{}`", words.join(" ")))
        }
    }

    /// The part after the base: pointers, then a parenthesised declarator, then arrays and parameters.
    fn declarator(&mut self, mut ty: Type) -> Type {
        while self.eat("*") {
            ty = Type::Pointer(Box::new(ty));
            self.skip_qualifiers();
        }
        let mut nested = None;
        if self.peek() == "("
            && self.tokens.get(self.next + 1).is_some_and(|t| t == "*" || t == "(")
        {
            self.next += 1;
            nested = Some(self.next);
            self.skip_to_close();
        }
        ty = self.suffix(ty);
        if let Some(start) = nested {
            let after = std::mem::replace(&mut self.next, start);
            ty = self.declarator(ty);
            self.next = after;
        }
        ty
    }

    /// Moves past the `)` that closes the parenthesis just opened.
    fn skip_to_close(&mut self) {
        let mut depth = 1;
        while depth > 0 && self.next < self.tokens.len() {
            match self.take().as_str() {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
        }
    }

    fn suffix(&mut self, ty: Type) -> Type {
        if self.eat("[") {
            let size = self.take();
            while !self.eat("]") && self.next < self.tokens.len() {
                self.next += 1;
            }
            let of = self.suffix(ty);
            return match size.parse() {
                Ok(count) => Type::Array(Box::new(of), count),
                Err(_) => Type::Unsupported("array without a constant size".into()),
            };
        }
        if self.eat("(") {
            self.skip_to_close();
            return Type::Function;
        }
        ty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::INT;

    struct Names;
    impl Lookup for Names {
        fn typedef(&mut self, name: &str) -> Option<Type> {
            (name == "word").then_some(INT)
        }
        fn tagged(&mut self, _: &str, tag: &str) -> Type {
            Type::Record(tag.len())
        }
    }

    fn pointer(to: Type) -> Type {
        Type::Pointer(Box::new(to))
    }

    #[test]
    fn declarators_bind_as_in_c() {
        let check = |text: &str, ty: Type| assert_eq!(read(text, &mut Names), ty, "{text}");
        check("unsigned long", Type::Int { bits: 64, signed: false });
        check("const char *const", pointer(Type::Int { bits: 8, signed: true }));
        check("struct node *[4]", Type::Array(Box::new(pointer(Type::Record(4))), 4));
        check("int (*)[3]", pointer(Type::Array(Box::new(INT), 3)));
        check("word[2][3]", Type::Array(Box::new(Type::Array(Box::new(INT), 3)), 2));
        check("volatile _Atomic(int) *", pointer(Type::Atomic(Box::new(INT))));
        check("void *(*)(void *)", pointer(Type::Function));
        check(
            "struct (unnamed at a b.c:1:25) *",
            pointer(Type::Record("(unnamed at a b.c:1:25)".len())),
        );
        check("int[n]", Type::Unsupported("array without a constant size".into()));
    }
}
