//! The few library functions that the test programs call.

use super::{Machine, Outcome, Stop, cannot};

impl Machine<'_> {
    pub(super) fn library(&mut self, name: &str, args: &[u64]) -> Outcome<Vec<u64>> {
        let arg = |i: usize| args.get(i).copied().unwrap_or(0);
        let result = match name {
            "memcpy" | "memmove" => {
                let bytes = self.memory.read(arg(1), arg(2) as usize);
                self.memory.write(arg(0), &bytes);
                arg(0)
            }
            "memset" => {
                self.memory.write(arg(0), &vec![arg(1) as u8; arg(2) as usize]);
                arg(0)
            }
            "malloc" => self.memory.allocate_for_ever(arg(0)),
            "calloc" => self.memory.allocate_for_ever(arg(0) * arg(1)),
            "free" => 0,
            "strlen" => self.text(arg(0)).len() as u64,
            "strcmp" => match self.text(arg(0)).cmp(&self.text(arg(1))) {
                std::cmp::Ordering::Less => -1i32 as u32 as u64,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => 1,
            },
            "abs" => u64::from((arg(0) as i32).unsigned_abs()),
            "puts" => {
                let text = self.text(arg(0));
                self.output.extend(text);
                self.output.push(b'\n');
                1
            }
            "putchar" => {
                self.output.push(arg(0) as u8);
                arg(0)
            }
            "printf" => self.print(args)?,
            "exit" => return Err(Stop::Exit(arg(0) as i32)),
            "abort" => return Err(Stop::Exit(134)),
            "__assert_fail" => return cannot(String::from_utf8_lossy(&self.text(arg(0)))),
            _ => return cannot(name),
        };
        Ok(vec![result, 0])
    }

    fn text(&self, at: u64) -> Vec<u8> {
        (at..).map(|at| self.memory.byte(at)).take_while(|byte| *byte != 0).collect()
    }

    fn print(&mut self, args: &[u64]) -> Outcome<u64> {
        let format = String::from_utf8_lossy(&self.text(args[0])).into_owned();
        let mut args = args[1..].iter().copied();
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                self.output.extend(c.to_string().bytes());
                continue;
            }
            let mut spec = String::new();
            let last = loop {
                match chars.next() {
                    Some(c @ ('0'..='9' | 'l' | 'h' | 'z' | '.')) => spec.push(c),
                    Some(c) => break c,
                    None => return cannot("a broken format"),
                }
            };
            let text = match last {
                '%' => "%".into(),
                _ => {
                    let value = args.next().unwrap_or(0);
                    self.print_one(&spec, last, value)?
                }
            };
            self.output.extend(text.bytes());
        }
        Ok(0)
    }

    fn print_one(&self, spec: &str, last: char, value: u64) -> Outcome<String> {
        let long = spec.contains(['l', 'z']);
        let unsigned = if long { value } else { u64::from(value as u32) };
        let signed = if long { value as i64 } else { i64::from(value as i32) };
        let text = match last {
            'd' | 'i' => signed.to_string(),
            'u' => unsigned.to_string(),
            'x' => format!("{unsigned:x}"),
            'X' => format!("{unsigned:X}"),
            'c' => char::from(value as u8).to_string(),
            's' => String::from_utf8_lossy(&self.text(value)).into_owned(),
            'f' => format!("{:.6}", f64::from_bits(value)),
            _ => return cannot(format!("%{spec}{last}")),
        };
        let width = spec.trim_start_matches('0').trim_end_matches(['l', 'h', 'z']);
        let width: usize = width.parse().unwrap_or(0);
        let fill = if spec.starts_with('0') { "0" } else { " " };
        Ok(format!("{}{text}", fill.repeat(width.saturating_sub(text.len()))))
    }
}
