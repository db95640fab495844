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
}

impl Operand {
    /// A place that the assembly may go to.
    const LABEL: Operand =
        Operand { code: String::new(), value: None, in_memory: false, output: false, result: None };

    /// Whether the accumulator is where this operand is.
    pub(super) fn is_accumulator(&self) -> bool {
        matches!(self.code.as_str(), "a" | "{ax}" | "{al}" | "{eax}" | "{rax}")
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
            list.push(Operand { code, value, in_memory, output, result });
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

    /// The input that starts in the place of an output.
    pub(super) fn tied_to(&self, number: usize) -> Option<Value> {
        self.list.iter().find(|o| o.code.parse() == Ok(number))?.value
    }

    /// All operands.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Operand)> {
        self.list.iter().enumerate()
    }
}

/// First words of the results: one, or the fields of a struct.
fn result_words(body: &mut Body<'_, '_>, inst: Value) -> Option<Vec<u32>> {
    let ty = inst.ty();
    if ty.is_void() {
        return Some(Vec::new());
    }
    if !ty.is_struct() {
        return Some(vec![0]);
    }
    let mut word = 0;
    let mut words = Vec::new();
    for field in 0..ty.count() {
        words.push(word);
        word += u32::from(body.shape(ty.element(field)).ok()?.words);
    }
    Some(words)
}
