//! Values of options.

use allways_search::ContextBound;
use allways_space::Property;
use allways_vm::Ignore;
use std::str::FromStr;

/// The properties that are checked when none are named.
pub const USUAL: &str = "assert,deadlock,memory,race,ub";

/// A list of properties.
#[derive(Clone, Debug)]
pub struct Properties(pub Vec<Property>);

impl FromStr for Properties {
    type Err = String;

    fn from_str(text: &str) -> Result<Properties, String> {
        let known: Vec<&str> = Property::ALL.iter().map(|p| p.name()).collect();
        let parse = |name: &str| {
            Property::from_name(name.trim()).ok_or_else(|| {
                format!(
                    "unknown property `{}`; the properties are {}",
                    name.trim(),
                    known.join(", ")
                )
            })
        };
        text.split(',').map(parse).collect::<Result<_, _>>().map(Properties)
    }
}

impl Properties {
    /// Whether formulas in the source are to be checked: unless others are asked for by name.
    pub fn wants_formulas(&self) -> bool {
        let usual: Vec<&str> = self.0.iter().map(|p| p.name()).collect();
        self.0.contains(&Property::Ltl) || usual.join(",") == USUAL
    }
}

/// A place at which faults are ignored: `FILE:LINE` or `FILE:LINE:PROPERTY`.
#[derive(Clone, Debug)]
pub struct Ignored(pub Ignore);

impl FromStr for Ignored {
    type Err = String;

    fn from_str(text: &str) -> Result<Ignored, String> {
        let wrong = || format!("`{text}` is not FILE:LINE or FILE:LINE:PROPERTY");
        let (rest, last) = text.rsplit_once(':').ok_or_else(wrong)?;
        let (file, line, property) = match last.parse::<u32>() {
            Ok(line) => (rest, line, None),
            Err(_) => {
                let (file, line) = rest.rsplit_once(':').ok_or_else(wrong)?;
                let Properties(named) = last.parse()?;
                (file, line.parse().map_err(|_| wrong())?, named.first().copied())
            }
        };
        if file.is_empty() || line == 0 {
            return Err(wrong());
        }
        Ok(Ignored(Ignore::new(file, line, property)))
    }
}

/// A number of bytes: `64M`, `2G`, `1048576`.
#[derive(Copy, Clone, Debug)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let error = || format!("`{text}` is not a size; write 512M, 8G or a number of bytes");
        let lower = text.trim().to_ascii_lowercase();
        let lower = lower.strip_suffix("ib").or(lower.strip_suffix('b')).unwrap_or(&lower);
        let shift = match lower.chars().last() {
            Some('k') => 10,
            Some('m') => 20,
            Some('g') => 30,
            Some('t') => 40,
            _ => 0,
        };
        let digits = if shift == 0 { lower } else { &lower[..lower.len() - 1] };
        let number: f64 = digits.parse().map_err(|_| error())?;
        if !number.is_finite() || number <= 0.0 {
            return Err(error());
        }
        Ok(Size((number * (1u64 << shift) as f64) as u64))
    }
}

/// A bound of context switches: a number, or `auto`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bound(pub ContextBound);

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Bound, String> {
        match text.trim() {
            "auto" => Ok(Bound(ContextBound::Auto)),
            number => match number.parse() {
                Ok(most) => Ok(Bound(ContextBound::AtMost(most))),
                Err(_) => Err(format!("`{text}` is not a bound; write a number or `auto`")),
            },
        }
    }
}

/// An inclusive range: `0..3`, `-1..1`.
#[derive(Copy, Clone, Debug)]
pub struct Range(pub i64, pub i64);

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let error = || format!("`{text}` is not a range; write LO..HI, such as -1..3");
        let (low, high) = text.split_once("..").ok_or_else(error)?;
        let number = |t: &str| t.trim().trim_start_matches('=').parse().map_err(|_| error());
        let (low, high) = (number(low)?, number(high)?);
        if low > high { Err(error()) } else { Ok(Range(low, high)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let size = |t: &str| t.parse::<Size>().map(|s| s.0).ok();
        assert_eq!(size("64M"), Some(64 << 20));
        assert_eq!(size("1.5g"), Some(3 << 29));
        assert_eq!(size("2GiB"), Some(2 << 30));
        assert_eq!(size("4096"), Some(4096));
        assert_eq!([size("M"), size("-1"), size("x"), size("")], [None; 4]);
    }

    #[test]
    fn ranges_may_be_negative() {
        let range = |t: &str| t.parse::<Range>().map(|r| (r.0, r.1)).ok();
        assert_eq!(range("-2..3"), Some((-2, 3)));
        assert_eq!([range("3..1"), range("3"), range("a..b")], [None; 3]);
    }

    #[test]
    fn bounds_are_numbers_or_auto() {
        let bound = |t: &str| t.parse::<Bound>().ok().map(|b| b.0);
        assert_eq!(bound("3"), Some(ContextBound::AtMost(3)));
        assert_eq!(bound("auto"), Some(ContextBound::Auto));
        assert_eq!([bound("-1"), bound("all"), bound("")], [None; 3]);
    }

    #[test]
    fn a_wrong_property_names_the_right_ones() {
        let error = "assert,rase".parse::<Properties>().unwrap_err();
        assert!(error.contains("`rase`") && error.contains("race"), "{error}");
    }
}
