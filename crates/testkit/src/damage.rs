//! Files as a bad disk or a bad person leaves them.

use crate::splitmix::Random;

/// Numbers that like to be at the edge of something.
const EDGES: [u8; 8] = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x20, 0x40];

/// `bytes`, damaged in one to four ways; the same for the same seed.
pub fn damaged(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            break;
        }
        damage(&mut bytes, &mut random);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let length = bytes.len() as u64;
    let at = random.below(length) as usize;
    let end = at + random.below((length - at as u64).min(64) + 1) as usize;
    match random.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => bytes[at] ^= 1 << random.below(8),
        3 => bytes[at] = *random.one_of(&EDGES),
        4 => bytes[at..end].fill(*random.one_of(&EDGES)),
        5 => {
            let part = bytes[at..end].to_vec();
            let to = random.below(length) as usize;
            bytes.splice(to..to, part);
        }
        6 => {
            let part = bytes[at..end].to_vec();
            let to = random.below(length - part.len() as u64 + 1) as usize;
            bytes[to..to + part.len()].copy_from_slice(&part);
        }
        _ => bytes[at] = random.below(256) as u8,
    }
}

/// A text in which words changed places, numbers grew and lines went: more of it still parses than
/// of what [`damaged`] makes.
pub fn reworded(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut words: Vec<String> = split(text);
    let count = words.len() as u64;
    for _ in 0..=random.below(3) {
        let (a, b) = (random.below(count) as usize, random.below(count) as usize);
        let is_number = |w: &String| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
        match random.below(4) {
            0 => words.swap(a, b),
            1 => words[a] = words[b].clone(),
            2 => words[a].clear(),
            _ => {
                let numbers: Vec<usize> =
                    (0..words.len()).filter(|i| is_number(&words[*i])).collect();
                if !numbers.is_empty() {
                    let edge = ["0", "1", "64", "4294967295", "18446744073709551615", "16777217"];
                    words[*random.one_of(&numbers)] = random.one_of(&edge).to_string();
                }
            }
        }
    }
    words.concat()
}

/// Words, and what is between them.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut inside = false;
    for c in text.chars() {
        let is_word = c.is_ascii_alphanumeric() || c == '_';
        if is_word != inside {
            words.push(String::new());
        }
        inside = is_word;
        words.last_mut().expect("never empty").push(c);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_the_same_for_the_same_seed_and_most_seeds_differ() {
        let text = "int main(void) { return 12 + 34; } // a program of some length";
        let all: Vec<Vec<u8>> = (0..100).map(|seed| damaged(text.as_bytes(), seed)).collect();
        assert_eq!(all[7], damaged(text.as_bytes(), 7));
        let changed = all.iter().filter(|d| **d != text.as_bytes()).count();
        assert!(changed > 80, "{changed}");
        let changed = (0..100).filter(|seed| reworded(text, *seed) != text).count();
        assert!(changed > 60, "{changed}");
        assert_eq!(split(text).concat(), text);
    }
}
