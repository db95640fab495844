//! Operands of inline assembly, by their constraints.

use crate::ir::Value;
use crate::lower::body::Body;

/// The operands in order: `$0`, `$1` and so on.
pub(super) struct Operands {
    list: Vec<Operand>,
}

/// One operand.
pub(super) struct Operand {
    /// Where the value may be, as letters: `r`, `m`, `{ax}` or the number of an output.
    code: String,
    /// The argument: the value, or its address when it is in memory.
    pub(super) value: Option<Value>,
    /// The operand is in memory, `value` is its address.
    pub(super) in_memory: bool,
    /// The assembly may write there.
    pub(super) output: bool,
    /// For an output that is a result: its first word in the result.
    pub(super) result: Option<u32>,
    /// For an output that is one number: its width.
    pub(super) bits: Option<u32>,
}

/// A register: one that the constraints name by a letter, or one of an operand's own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Register {
    Named(char),
    Own(usize),
}

impl Operand {
    /// A place that the assembly may go to.
    const LABEL: Operand = Operand {
        code: String::new(),
        value: None,
        in_memory: false,
        output: false,
        result: None,
        bits: None,
    };

    /// The letter of the register that the constraint names.
    fn letter(&self) -> Option<char> {
        let name = self.code.trim_start_matches('{').trim_end_matches('}');
        match name {
            "a" | "b" | "c" | "d" | "S" | "D" => name.chars().next(),
            "ax" | "bx" | "cx" | "dx" => name.chars().next(),
            "eax" | "ebx" | "ecx" | "edx" | "rax" | "rbx" | "rcx" | "rdx" => name.chars().nth(1),
            "si" | "esi" | "rsi" => Some('S'),
            "di" | "edi" | "rdi" => Some('D'),
            _ => None,
        }
    }

    /// The condition that a flag output asks for.
    pub(super) fn flag(&self) -> Option<&str> {
        self.code.strip_prefix("{@cc")?.strip_suffix('}')
    }
}

impl Operands {
    /// Takes constraints apart; `None` when results and outputs do not agree.
    pub(super) fn parse(
        body: &mut Body<'_, '_>,
        inst: Value,
        constraints: &str,
    ) -> Option<Operands> {
        let mut args = inst.args().into_iter();
        let mut results = result_words(body, inst)?.into_iter();
        let mut list = Vec::new();
        for constraint in constraints.split(',') {
            if constraint.starts_with('~') || constraint.is_empty() {
                continue;
            }
            if constraint.starts_with('!') {
                list.push(Operand::LABEL);
                continue;
            }
            let output = constraint.starts_with('=');
            let in_memory = constraint.contains('*');
            let code = constraint.trim_start_matches(['=', '&', '*', '%']).to_owned();
            let (value, result) = if output && !in_memory {
                (None, Some(results.next()?))
            } else {
                (Some(args.next()?), None)
            };
            let (result, bits) = result.unzip();
            let bits = bits.flatten();
            list.push(Operand { code, value, in_memory, output, result, bits });
        }
        results.next().is_none().then_some(Operands { list })
    }

    /// The operand that a text like `$1` or `${1:q}` names.
    pub(super) fn named(&self, text: &str) -> Option<(usize, &Operand)> {
        let name = text.strip_prefix('$')?;
        let name = name.strip_prefix('{').and_then(|n| n.strip_suffix('}')).unwrap_or(name);
        let number = name.split(':').next()?.parse().ok()?;
        Some((number, self.list.get(number)?))
    }

    /// The number among the labels of the one that a text like `${1:l}` names.
    pub(super) fn label(&self, text: &str) -> Option<usize> {
        let is_label = |o: &Operand| o.code.is_empty();
        let (number, operand) = self.named(text)?;
        is_label(operand).then(|| self.list[..number].iter().filter(|o| is_label(o)).count())
    }

    /// The outputs that are results: number and first word.
    pub(super) fn results(&self) -> impl Iterator<Item = (usize, u32)> {
        self.list.iter().enumerate().filter_map(|(i, o)| o.result.map(|word| (i, word)))
    }

    /// The outputs that are in memory: number and address.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, Value)> {
        let in_memory = |o: &Operand| o.value.filter(|_| o.output && o.in_memory);
        self.list.iter().enumerate().filter_map(move |(i, o)| Some((i, in_memory(o)?)))
    }

    /// The register that an operand is in; none for one in memory.
    pub(super) fn register_of(&self, number: usize) -> Option<Register> {
        let operand = self.list.get(number).filter(|operand| !operand.in_memory)?;
        if operand.code.is_empty() {
            return None;
        }
        match operand.code.parse::<usize>() {
            Ok(tied) if tied != number => self.register_of(tied),
            _ => Some(operand.letter().map_or(Register::Own(number), Register::Named)),
        }
    }

    /// The input that starts in the place of an output.
    pub(super) fn tied_to(&self, number: usize) -> Option<Value> {
        self.list.iter().find(|o| o.code.parse() == Ok(number))?.value
    }

    /// All operands.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Operand)> {
        self.list.iter().enumerate()
    }
}

/// First words of the results and their widths: one, or the fields of a struct.
fn result_words(body: &mut Body<'_, '_>, inst: Value) -> Option<Vec<(u32, Option<u32>)>> {
    let ty = inst.ty();
    if ty.is_void() {
        return Some(Vec::new());
    }
    let fields = if ty.is_struct() { ty.count() } else { 1 };
    let mut word = 0;
    let mut words = Vec::new();
    for field in 0..fields {
        let shape = body.shape(if ty.is_struct() { ty.element(field) } else { ty }).ok()?;
        let bits = match shape.leaves.as_slice() {
            [leaf] => Some(leaf.scalar.bits()),
            _ => None,
        };
        words.push((word, bits));
        word += u32::from(shape.words);
    }
    Some(words)
}
