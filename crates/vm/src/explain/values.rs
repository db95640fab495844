//! Values as the source would write them.

use super::names::Names;
use crate::machine::{Home, Machine};
use crate::state::Chunk;
use crate::value::word::Word;
use allways_program::debug::{Type, TypeId};
use allways_trace::{Around, Bytes, Target, Value, value_of};

impl<'v> Names<'v> {
    /// A value of a type, from its bytes.
    pub fn value(&mut self, machine: &mut Machine<'v>, ty: Option<TypeId>, bytes: Bytes) -> Value {
        value_of(self.types(), ty, &bytes, &mut Looking { names: self, machine })
    }

    /// The bytes of a value of a type, from slots.
    pub fn bytes_of_words(&self, ty: TypeId, words: &[Word]) -> Bytes {
        let mut bytes = Chunk::zero(words.len() * 8);
        for (number, word) in words.iter().enumerate() {
            bytes.set_bits(number * 8, 8, word.value.into(), word.defined.into());
        }
        let bytes = Bytes::from(bytes);
        match self.types().size_of(ty) as usize {
            0 => bytes,
            size => bytes.slice(0, size),
        }
    }
}

impl From<Chunk> for Bytes {
    fn from(chunk: Chunk) -> Bytes {
        Bytes { value: chunk.value, defined: chunk.defined }
    }
}

/// The machine, for what bytes alone do not tell.
pub(super) struct Looking<'a, 'v> {
    pub(super) names: &'a mut Names<'v>,
    pub(super) machine: &'a mut Machine<'v>,
}

impl Looking<'_, '_> {
    /// A pointer to an object of the program may lead into one of the C++ library's: a node, a control block.
    fn learn_inner(&mut self, address: u64, to: TypeId) {
        let types = self.names.types();
        if !matches!(types.get(to), Type::Struct { name, .. } if !name.is_empty())
            || types.is_standard(to)
        {
            return;
        }
        if let Some((Home::Thread { .. }, base, _)) = self.machine.object_info(address)
            && let Some(known) = self.names.objects.get(base)
            && known.heap
            && known.ty.is_none_or(|ty| types.is_standard(ty))
        {
            self.names.objects.learn_inner(base, address - base, to);
        }
    }
}

impl Around for Looking<'_, '_> {
    fn read(&mut self, address: u64, size: u64) -> Option<Bytes> {
        self.machine.peek(address, size).map(Bytes::from)
    }

    fn room(&mut self, address: u64) -> u64 {
        let object = self.machine.object_info(address);
        object.map_or(0, |(_, base, size)| (base + size).saturating_sub(address))
    }

    fn thread_of(&self, handle: u64) -> Option<u32> {
        self.machine.vm.space.thread_of(handle)
    }

    fn pointer(&mut self, address: u64, to: TypeId) -> Value {
        let types = self.names.types();
        let sized = types.size_of(to) > 0 && !types.is_char(to);
        if sized && self.names.objects.get(address).is_some() {
            self.names.objects.learn(address, to);
        } else if sized {
            self.learn_inner(address, to);
        }
        if types.is_char(to)
            && let Some(text) = constant_text(self.machine, address)
        {
            return Value::Text(text);
        }
        let name = self.names.of(self.machine, address, types.size_of(to).max(1)).text;
        let to = match self.machine.vm.space.function_at(address) {
            _ if name.contains('#') => Target::Object(name),
            _ if name.starts_with("0x") => Target::Unknown,
            Some(_) => Target::Function(name),
            None => Target::Variable(name),
        };
        Value::Pointer { address, to }
    }
}

/// The text of a string constant.
fn constant_text(machine: &mut Machine<'_>, address: u64) -> Option<String> {
    let bytes = machine.peek(address, 32)?;
    let end = bytes.value.iter().position(|&b| b == 0)?;
    if bytes.defined[..end].iter().any(|&d| d != 0xff) {
        return None;
    }
    Some(std::str::from_utf8(&bytes.value[..end]).ok()?.to_string())
}
