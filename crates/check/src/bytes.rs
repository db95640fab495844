//! Bytes that can be read in a text format.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Any bytes. They are saved as a text of one character for each byte, its number the byte: what is
/// ASCII can be read, and nothing gets lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().map(|&byte| char::from(byte)).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        let text = String::deserialize(deserializer)?;
        let byte = |c: char| {
            u8::try_from(c).map_err(|_| D::Error::custom(format!("`{c}` stands for no byte")))
        };
        text.chars().map(byte).collect::<Result<_, _>>().map(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_saved_and_read() {
        let all = Bytes((0..=255).collect());
        let text = serde_json::to_string(&all).expect("a text");
        assert_eq!(serde_json::from_str::<Bytes>(&text).expect("the bytes"), all);
        let ascii = serde_json::to_string(&Bytes(b"ab 12\n".to_vec())).expect("a text");
        assert_eq!(ascii, r#""ab 12\n""#);
        assert!(serde_json::from_str::<Bytes>("\"\u{20ac}\"").is_err());
    }
}
