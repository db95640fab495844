//! Names of types, in casts and behind `sizeof`.

use super::error::ExpressionError;
use super::lex::TokenKind;
use super::literal::{char_is_signed, long_double};
use super::parser::Parser;
use super::types::{Scalar, Ty};
use crate::Program;
use crate::code::FloatKind;

/// Whether the token so far ahead starts the name of a type. A variable hides a type of its name.
pub(super) fn starts(parser: &Parser<'_>, ahead: usize) -> bool {
    match parser.kind_ahead(ahead) {
        TokenKind::Name(name) => {
            let standard = standard(parser.names.program, name).is_some();
            is_keyword(name)
                || parser.names.is_type(name)
                || standard && !parser.names.is_variable(name)
        }
        _ => false,
    }
}

fn is_qualifier(word: &str) -> bool {
    matches!(word, "const" | "volatile" | "restrict" | "_Atomic" | "__restrict")
}

fn is_basic(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "bool"
            | "__int128"
    )
}

fn is_keyword(word: &str) -> bool {
    is_qualifier(word) || is_basic(word) || matches!(word, "struct" | "union" | "enum" | "class")
}

/// A type's name, up to what does not belong to it.
pub(super) fn parse(parser: &mut Parser<'_>) -> Result<Ty, ExpressionError> {
    let start = parser.span();
    let mut words = Vec::new();
    let mut given = None;
    while let TokenKind::Name(word) = parser.kind().clone() {
        let span = parser.span();
        parser.take();
        if is_qualifier(&word) {
            continue;
        }
        if is_basic(&word) {
            words.push(word);
        } else if is_keyword(&word) {
            let TokenKind::Name(tag) = parser.kind().clone() else {
                let error = ExpressionError::new(parser.span(), format!("`{word}` needs a name"));
                return Err(error.help("write one, as in `struct node *`"));
            };
            given = Some(parser.names.tagged(&word, &tag, span.start..parser.span().end)?);
            parser.take();
        } else if given.is_none() && words.is_empty() {
            given = Some(parser.names.type_named(&word, span)?);
        } else {
            let error = ExpressionError::new(span, format!("`{word}` does not belong to a type"));
            return Err(error.help("write a type as in C: `unsigned long`, `struct node *`"));
        }
    }
    let program = parser.names.program;
    let mut ty = match given {
        Some(ty) if words.is_empty() => ty,
        _ => basic(program, &mut words).ok_or_else(|| {
            let span = start.start..parser.span().start;
            ExpressionError::new(span, "this is not the name of a type")
                .help("write a type as in C: `unsigned long`, `struct node *`")
        })?,
    };
    while parser.take_if("*") {
        ty = Ty::pointer_to(ty);
        while matches!(parser.kind(), TokenKind::Name(word) if is_qualifier(word)) {
            parser.take();
        }
    }
    Ok(ty)
}

/// The type that basic words mean, in any order.
fn basic(program: &Program, words: &mut Vec<String>) -> Option<Ty> {
    let mut count = |word: &str| {
        let before = words.len();
        words.retain(|w| w != word);
        before - words.len()
    };
    let (signed, unsigned) = (count("signed"), count("unsigned"));
    let (long, short, int) = (count("long"), count("short"), count("int"));
    if signed + unsigned > 1 || int > 1 || long > 2 || short > 1 || long * short > 0 {
        return None;
    }
    let integer = |bits| Some(Ty::Scalar(Scalar::Int { bits, signed: unsigned == 0 }));
    let sign = signed + unsigned > 0;
    let plain = !sign && long + short + int == 0;
    let rest: Vec<&str> = words.iter().map(String::as_str).collect();
    match rest[..] {
        [] if short == 1 => integer(16),
        [] if long == 2 => integer(64),
        [] if long == 1 => integer(program.pointer_bits.into()),
        [] if sign || int == 1 => integer(32),
        ["char"] if long + short + int == 0 => Some(Ty::Scalar(Scalar::Int {
            bits: 8,
            signed: if sign { unsigned == 0 } else { char_is_signed(program) },
        })),
        ["__int128"] if long + short + int == 0 => integer(128),
        ["void"] if plain => Some(Ty::Void),
        ["_Bool" | "bool"] if plain => Some(Ty::Scalar(Scalar::Bool)),
        ["float"] if plain => Some(Ty::Scalar(Scalar::Float(FloatKind::Single))),
        ["double"] if plain => Some(Ty::Scalar(Scalar::Float(FloatKind::Double))),
        ["double"] if !sign && short + int == 0 && long == 1 => {
            Some(Ty::Scalar(Scalar::Float(long_double(program))))
        }
        _ => None,
    }
}

/// Types of the standard library that a program need not use to be known.
pub(super) fn standard(program: &Program, name: &str) -> Option<Ty> {
    let pointer = u16::from(program.pointer_bits);
    let (bits, signed) = match name {
        "int8_t" => (8, true),
        "int16_t" => (16, true),
        "int32_t" => (32, true),
        "int64_t" | "intmax_t" => (64, true),
        "uint8_t" => (8, false),
        "uint16_t" => (16, false),
        "uint32_t" => (32, false),
        "uint64_t" | "uintmax_t" => (64, false),
        "size_t" | "uintptr_t" => (pointer, false),
        "ssize_t" | "ptrdiff_t" | "intptr_t" => (pointer, true),
        _ => return None,
    };
    Some(Ty::Scalar(Scalar::Int { bits, signed }))
}
