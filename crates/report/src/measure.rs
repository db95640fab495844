//! Numbers, sizes and times as people read them.

/// A number with its thousands apart: `1,234,567`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number in at most three digits and a unit: `1.23 M`, `312 k`.
pub fn short_count(n: u64) -> String {
    if n < 1000 {
        return n.to_string();
    }
    scaled(n as f64, 1000.0, &["k", "M", "G", "T", "P", "E"])
}

/// A number of bytes: `512 B`, `1.0 MiB`.
pub fn bytes(n: u64) -> String {
    if n < 1024 {
        return format!("{n} B");
    }
    scaled(n as f64, 1024.0, &["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])
}

/// `value` divided by `base` once per unit until three digits remain before the point.
fn scaled(value: f64, base: f64, units: &[&str]) -> String {
    let mut value = value / base;
    let mut unit = 0;
    // 999.5 would be printed as 1000: the next unit says it better.
    while value >= 999.5 && unit + 1 < units.len() {
        value /= base;
        unit += 1;
    }
    let decimals = if value >= 99.95 {
        0
    } else if value >= 9.995 || base == 1024.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$} {}", units[unit])
}

/// A time: `0.4 ms`, `12 ms`, `1.24 s`, `2 min 05 s`, `3 h 07 min`.
pub fn seconds(s: f64) -> String {
    if !s.is_finite() || s <= 0.0 {
        return "0 s".to_string();
    }
    let milliseconds = s * 1e3;
    if milliseconds < 0.05 {
        "under 0.1 ms".to_string()
    } else if milliseconds < 9.95 {
        format!("{milliseconds:.1} ms")
    } else if milliseconds < 999.5 {
        format!("{milliseconds:.0} ms")
    } else if s < 9.995 {
        format!("{s:.2} s")
    } else if s < 59.95 {
        format!("{s:.1} s")
    } else {
        minutes(s.round() as u64)
    }
}

fn minutes(whole: u64) -> String {
    if whole < 3600 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{} h {:02} min", whole / 3600, whole % 3600 / 60)
    }
}

/// `1 step`, `2 steps`: a number with its noun, which takes an `s` when there are several.
pub fn plural(n: u64, noun: &str) -> String {
    let ending = match (n, noun) {
        (1, _) => "",
        (_, n) if n.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", count(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (n, text) in cases {
            assert_eq!(count(n), text);
        }
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn short_counts_have_three_digits() {
        let cases = [
            (999, "999"),
            (1000, "1.00 k"),
            (12_345, "12.3 k"),
            (312_400, "312 k"),
            (999_499, "999 k"),
            (999_500, "1.00 M"),
            (u64::MAX, "18.4 E"),
        ];
        for (n, text) in cases {
            assert_eq!(short_count(n), text);
        }
    }

    #[test]
    fn sizes_use_powers_of_two() {
        let cases = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1 << 20, "1.0 MiB"),
            (300 << 20, "300 MiB"),
            (u64::MAX, "16.0 EiB"),
        ];
        for (n, text) in cases {
            assert_eq!(bytes(n), text);
        }
    }

    #[test]
    fn times_use_the_unit_that_fits() {
        let cases = [
            (0.0, "0 s"),
            (f64::NAN, "0 s"),
            (0.000_01, "under 0.1 ms"),
            (0.000_4, "0.4 ms"),
            (0.012, "12 ms"),
            (0.9996, "1.00 s"),
            (1.239, "1.24 s"),
            (59.97, "1 min 00 s"),
            (125.0, "2 min 05 s"),
            (11_220.0, "3 h 07 min"),
        ];
        for (s, text) in cases {
            assert_eq!(seconds(s), text);
        }
    }

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(plural(1, "step"), "1 step");
        assert_eq!(plural(0, "step"), "0 steps");
        assert_eq!(plural(2, "context switch"), "2 context switches");
    }
}
