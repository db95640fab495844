//! What addresses are called at a moment.

use crate::around::Around;
use crate::bytes::Bytes;
use crate::moment::Moment;
use crate::value::{Target, Value};
use allways_program::debug::TypeId;

/// Characters of a text that are shown.
const LONGEST_TEXT: u64 = 256;

impl Moment<'_> {
    /// The characters at an address up to a zero, if they are text and not too long.
    pub fn text_at(&self, address: u64) -> Option<String> {
        let bytes = self.read(address, LONGEST_TEXT)?;
        let end = bytes.value.iter().position(|&b| b == 0)?;
        if bytes.defined[..=end].iter().any(|&d| d != 0xff) {
            return None;
        }
        Some(std::str::from_utf8(&bytes.value[..end]).ok()?.to_string())
    }

    fn target(&self, address: u64, to: TypeId) -> Target {
        let function = self.recording.space().function_at(address);
        if let Some(name) = function.and_then(|f| self.recording.functions.get(f as usize)) {
            return Target::Function(name.clone());
        }
        // A pointer to anything points to the whole of what begins there.
        let size = match self.recording.types().size_of(to) {
            0 => u64::MAX,
            size => size,
        };
        match self.object_at(address) {
            Some((_, object)) if object.symbol.is_some() => {
                Target::Variable(self.name_of(address, size).text)
            }
            Some(_) => Target::Object(self.name_of(address, size).text),
            None => Target::Unknown,
        }
    }
}

impl Around for &Moment<'_> {
    fn thread_of(&self, handle: u64) -> Option<u32> {
        self.recording.space().thread_of(handle)
    }

    fn read(&mut self, address: u64, size: u64) -> Option<Bytes> {
        Moment::read(self, address, size)
    }

    fn room(&mut self, address: u64) -> u64 {
        self.room_at(address)
    }

    fn pointer(&mut self, address: u64, to: TypeId) -> Value {
        let is_char = self.recording.types().is_char(to);
        match self.text_at(address).filter(|_| is_char) {
            Some(text) => Value::Text(text),
            None => Value::Pointer { address, to: self.target(address, to) },
        }
    }
}
