//! Formats of `printf`, taken apart.

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Bytes that stand for themselves.
    Text(Vec<u8>),
    /// A conversion.
    Conversion(Spec),
}

/// A width or precision.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Not given.
    Default,
    /// Given in the format.
    Fixed(u32),
    /// `*`: the next argument.
    Next,
    /// `*n$`: the argument with that number, from 1.
    Argument(u32),
}

/// How wide an integer argument is, or that a floating-point one is a `long double`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// `int` or `double`.
    Default,
    /// `hh`.
    Char,
    /// `h`.
    Short,
    /// `l`, `z`, `t`: as wide as a pointer.
    Long,
    /// `ll`, `j`, `q`.
    LongLong,
    /// `L`.
    LongDouble,
}

impl Length {
    /// Bits of an integer.
    pub fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            Length::Default => 32,
            Length::Char => 8,
            Length::Short => 16,
            Length::Long => pointer_bits,
            Length::LongLong | Length::LongDouble => 64,
        }
    }
}

/// One conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// `n$`: the argument with that number, from 1.
    pub argument: Option<u32>,
    /// `-`.
    pub left: bool,
    /// `+`.
    pub plus: bool,
    /// A blank.
    pub space: bool,
    /// `#`.
    pub alternate: bool,
    /// `0`.
    pub zero: bool,
    /// The least width.
    pub width: Amount,
    /// The precision.
    pub precision: Amount,
    /// The argument's width.
    pub length: Length,
    /// The letter.
    pub letter: u8,
}

/// The pieces of a format; `None` when it ends inside a conversion.
pub fn pieces(mut rest: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let text = rest.iter().position(|&b| b == b'%').unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(rest[..text].to_vec()));
            rest = &rest[text..];
            continue;
        }
        let mut reader = Reader { rest: &rest[1..] };
        let spec = reader.conversion()?;
        rest = reader.rest;
        pieces.push(Piece::Conversion(spec));
    }
    Some(pieces)
}

struct Reader<'t> {
    rest: &'t [u8],
}

impl Reader<'_> {
    fn eat(&mut self, prefix: &[u8]) -> bool {
        match self.rest.strip_prefix(prefix) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn number(&mut self) -> Option<u32> {
        let count = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(count);
        let value = digits.iter().try_fold(0u32, |n, d| {
            n.checked_mul(10)?.checked_add(u32::from(d - b'0')).filter(|&n| n <= i32::MAX as u32)
        });
        self.rest = rest;
        if count == 0 { None } else { Some(value.unwrap_or(i32::MAX as u32)) }
    }

    /// `n$`, or nothing.
    fn position(&mut self) -> Option<u32> {
        let before = self.rest;
        match self.number().filter(|&n| n > 0) {
            Some(number) if self.eat(b"$") => Some(number),
            _ => {
                self.rest = before;
                None
            }
        }
    }

    fn conversion(&mut self) -> Option<Spec> {
        let argument = self.position();
        let mut spec = Spec {
            argument,
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: Amount::Default,
            precision: Amount::Default,
            length: Length::Default,
            letter: 0,
        };
        while let Some(&flag) = self.rest.first() {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                // Grouping and other digits: the C locale has none.
                b'\'' | b'I' => {}
                _ => break,
            }
            self.rest = &self.rest[1..];
        }
        spec.width = self.amount().unwrap_or(Amount::Default);
        if self.eat(b".") {
            // A point alone is a precision of 0.
            spec.precision = self.amount().unwrap_or(Amount::Fixed(0));
        }
        spec.length = self.length();
        let (&letter, rest) = self.rest.split_first()?;
        (spec.letter, self.rest) = (letter, rest);
        Some(spec)
    }

    fn amount(&mut self) -> Option<Amount> {
        if self.eat(b"*") {
            return Some(self.position().map_or(Amount::Next, Amount::Argument));
        }
        self.number().map(Amount::Fixed)
    }

    fn length(&mut self) -> Length {
        let table: [(&[u8], Length); 11] = [
            (b"hh", Length::Char),
            (b"h", Length::Short),
            (b"ll", Length::LongLong),
            (b"l", Length::Long),
            (b"q", Length::LongLong),
            (b"j", Length::LongLong),
            (b"L", Length::LongDouble),
            (b"z", Length::Long),
            (b"Z", Length::Long),
            (b"t", Length::Long),
            (b"", Length::Default),
        ];
        let found = table.iter().find(|(prefix, _)| self.eat(prefix));
        found.map_or(Length::Default, |&(_, length)| length)
    }
}
