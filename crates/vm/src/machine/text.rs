//! Text and numbers in memory, as library functions read and write them: what they decide on must
//! be defined.

use super::{Machine, Mode};
use crate::fault::{FaultKind, Halt};
use crate::state::Chunk;
use crate::value::word::{mask, signed};

/// Bytes that are looked at together.
const BLOCK: u64 = 64;

impl Machine<'_> {
    /// The bytes of a string, without the zero that ends it.
    pub fn read_string(&mut self, address: u64) -> Result<Vec<u8>, Halt> {
        self.read_string_up_to(address, u64::MAX)
    }

    /// Like [`Machine::read_string`], but at most `limit` bytes.
    pub fn read_string_up_to(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Halt> {
        let mut text = self.scan(address, limit, |byte| byte == 0)?;
        if text.last() == Some(&0) {
            text.pop();
        }
        Ok(text)
    }

    /// Reads bytes up to and with the first that is the `last`, but at most `limit`, as one access.
    pub fn scan(
        &mut self,
        address: u64,
        limit: u64,
        mut last: impl FnMut(u8) -> bool,
    ) -> Result<Vec<u8>, Halt> {
        let mut text = Vec::new();
        let result = self.scan_into(&mut text, address, limit, &mut last);
        if result.is_err() {
            self.check_missing(address.wrapping_add(text.len() as u64), 1, Mode::Read);
        }
        if !text.is_empty() {
            self.pass_at(address, text.len() as u64, Mode::Read)?;
            self.look_at_bytes(address, text.len() as u64);
        }
        result.map(|()| text)
    }

    fn scan_into(
        &mut self,
        text: &mut Vec<u8>,
        address: u64,
        limit: u64,
        last: &mut dyn FnMut(u8) -> bool,
    ) -> Result<(), Halt> {
        while (text.len() as u64) < limit {
            let at = address.wrapping_add(text.len() as u64);
            let block = self.quiet_block(at, BLOCK.min(limit - text.len() as u64))?;
            for (i, (&value, &defined)) in block.value.iter().zip(&block.defined).enumerate() {
                if defined != 0xff {
                    return Err(FaultKind::UndefinedMemory { address: at + i as u64 }.into());
                }
                text.push(value);
                if last(value) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The object at an address that must be there still; nothing is recorded.
    pub fn living_at(&mut self, address: u64) -> Result<(usize, u64), Halt> {
        let found = self.object_at(address, false)?;
        if self.objects[found.0].dead {
            return Err(FaultKind::OutOfScope { address, write: false }.into());
        }
        Ok(found)
    }

    /// At least one and at most `size` bytes at an address; nothing is recorded.
    fn quiet_block(&mut self, address: u64, size: u64) -> Result<Chunk, Halt> {
        let (position, offset) = self.living_at(address)?;
        let object = &self.objects[position];
        match object.size.checked_sub(offset).filter(|&left| left > 0) {
            Some(left) => Ok(self.bytes_at(position, offset, size.min(left))),
            None => Err(FaultKind::OutOfBounds { address, size: 1, write: false }.into()),
        }
    }

    /// The text at an address, up to its zero; nothing is recorded.
    pub fn quiet_text(&mut self, address: u64) -> Result<String, Halt> {
        let mut text = Vec::new();
        loop {
            match self.quiet_byte(address + text.len() as u64)? {
                0 => return Ok(String::from_utf8_lossy(&text).into_owned()),
                byte => text.push(byte),
            }
        }
    }

    /// One byte that must be defined; nothing is recorded.
    pub fn quiet_byte(&mut self, address: u64) -> Result<u8, Halt> {
        let block = self.quiet_block(address, 1)?;
        if block.defined[0] != 0xff {
            return Err(FaultKind::UndefinedMemory { address }.into());
        }
        Ok(block.value[0])
    }

    /// Bytes that must all be defined.
    pub fn read_defined(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Halt> {
        let bytes = self.read_bytes(address, size, Mode::Read)?;
        self.look_at_bytes(address, size);
        match bytes.defined.iter().position(|&d| d != 0xff) {
            Some(at) => Err(FaultKind::UndefinedMemory { address: address + at as u64 }.into()),
            None => Ok(bytes.value),
        }
    }

    /// A number of at most 8 bytes that must be defined.
    pub fn read_number(&mut self, address: u64, size: u64) -> Result<u64, Halt> {
        self.read_number_with(address, size, Mode::Read)
    }

    /// The same, as an access of another kind.
    pub fn read_number_with(&mut self, address: u64, size: u64, mode: Mode) -> Result<u64, Halt> {
        let (value, defined) = self.read_bits(address, size, mode)?;
        let all = mask(size as u32 * 8);
        if defined as u64 & all != all {
            return Err(FaultKind::UndefinedMemory { address }.into());
        }
        Ok(value as u64 & all)
    }

    /// Like [`Machine::read_number`], with a sign.
    pub fn read_signed(&mut self, address: u64, size: u64) -> Result<i64, Halt> {
        Ok(signed(self.read_number(address, size)?, size as u32 * 8))
    }

    /// Writes a number of at most 16 bytes.
    pub fn write_number(&mut self, address: u64, size: u64, value: u128) -> Result<(), Halt> {
        self.write_bits(address, size, (value, u128::MAX), Mode::Write)
    }

    /// Writes an address.
    pub fn write_pointer(&mut self, address: u64, value: u64) -> Result<(), Halt> {
        self.write_number(address, self.vm.pointer_bytes(), value.into())
    }

    /// Reads an address.
    pub fn read_pointer(&mut self, address: u64) -> Result<u64, Halt> {
        self.read_number(address, self.vm.pointer_bytes())
    }

    /// Writes a text and `zeros` zeros behind it.
    pub fn write_text(&mut self, to: u64, text: &[u8], zeros: u64) -> Result<(), Halt> {
        let size = text.len() as u64 + zeros;
        if size > 0 {
            // Checked before the buffer is made: the size may be absurd.
            self.check_writable(to, size)?;
        }
        let mut bytes = Chunk::zero(size as usize);
        bytes.value[..text.len()].copy_from_slice(text);
        self.write_bytes(to, &bytes, Mode::Write)
    }
}
