//! Numbers as text and back, byte for byte as glibc does it. Nothing here touches memory: `models`
//! reads formats, arguments and input from the machine.

mod conversion;
mod decimal;
mod float_in;
mod float_out;
mod integer_in;
mod integer_out;
mod number;
mod spec;

#[cfg(test)]
mod against_host;

pub use conversion::{Field, Value, convert};
pub use float_in::{parse_float, scan_float};
pub use integer_in::{is_space, parse_integer};
pub use spec::{Amount, Length, Piece, Spec, pieces};

/// Writes `text` in a field.
fn pad(spec: &Spec, width: usize, text: &[u8], out: &mut Vec<u8>) {
    let blanks = width.saturating_sub(text.len());
    if !spec.left {
        out.resize(out.len() + blanks, b' ');
    }
    out.extend_from_slice(text);
    if spec.left {
        out.resize(out.len() + blanks, b' ');
    }
}
