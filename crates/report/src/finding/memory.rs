//! Faults of memory, in words.

use allways_trace::{Deed, Extent, Finding};

/// A fault of memory in one sentence; `None` where it is none.
pub(super) fn sentence(finding: &Finding) -> Option<String> {
    Some(match finding {
        Finding::Null { address: 0, write } => format!("{} a null pointer", access(*write)),
        Finding::Null { address, write } => {
            format!("{} a null pointer (address {address:#x})", access(*write))
        }
        Finding::NoObject { address, deed } => {
            format!("{} {address:#x}, where there is no object", verb(*deed))
        }
        Finding::Gone { object, heap, deed } => gone(&object.text, *heap, *deed),
        Finding::NotAllocated { object } => {
            format!("free of `{}`, which is not the beginning of a heap object", object.text)
        }
        Finding::WrongFree { object, made, freed } => {
            format!("`{}` of `{}`, which `{}` made", freed.freer(), object.text, made.maker())
        }
        Finding::WrongSize { object, room, size } => format!(
            "`delete` of `{}`, which has {room} bytes, as an object of {size} bytes",
            object.text
        ),
        Finding::OutOfScope { object, write } => {
            format!("{} `{}`, whose scope has ended", access(*write), object.text)
        }
        Finding::OutOfBounds { address, write, object: None, .. } => {
            format!("{} {address:#x}, out of bounds", access(*write))
        }
        Finding::OutOfBounds {
            size, write, object: Some(Extent { name, offset, length }), ..
        } => {
            format!(
                "{} {size} bytes at offset {offset} of `{}`, which has {length} bytes",
                access(*write),
                name.text
            )
        }
        Finding::Overrun { object, size, room } => {
            format!("{size} bytes are written to `{}`, which has room for {room}", object.text)
        }
        Finding::Constant { object } => format!("write to the constant `{}`", object.text),
        Finding::NoCode { address } => {
            format!("call or jump to {address:#x}, where there is no code")
        }
        Finding::Leak { size } => {
            format!("{size} bytes are lost: nothing points to them when the program ends")
        }
        _ => return None,
    })
}

fn gone(name: &str, heap: bool, deed: Deed) -> String {
    match (deed, heap) {
        (Deed::Free, _) => format!("`{name}` is freed twice"),
        (_, true) => format!("{} `{name}` after it was freed", verb(deed)),
        (_, false) => {
            format!("{} the local variable `{name}` after its function returned", verb(deed))
        }
    }
}

fn verb(deed: Deed) -> &'static str {
    match deed {
        Deed::Read => access(false),
        Deed::Write => access(true),
        Deed::Free => "free of",
    }
}

fn access(write: bool) -> &'static str {
    if write { "write to" } else { "read of" }
}
