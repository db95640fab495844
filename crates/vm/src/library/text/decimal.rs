//! Exact decimal digits of binary numbers.

/// Digits behind a point: `0.d₀d₁d₂… * 10^point`, without leading or trailing zeros; zero has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    pub digits: Vec<u8>,
    pub point: i32,
}

/// A large number in base 10^9, the lowest limb first.
struct Large(Vec<u32>);

const BASE: u64 = 1_000_000_000;
const DIGITS_OF_LIMB: usize = 9;

impl Large {
    fn new(mut value: u64) -> Large {
        let mut limbs = Vec::new();
        while value > 0 {
            limbs.push((value % BASE) as u32);
            value /= BASE;
        }
        Large(limbs)
    }

    fn multiply(&mut self, by: u32) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(by) + carry;
            *limb = (product % BASE) as u32;
            carry = product / BASE;
        }
        while carry > 0 {
            self.0.push((carry % BASE) as u32);
            carry /= BASE;
        }
    }

    /// Multiplies by `base^times`, several factors at once.
    fn multiply_by_power(&mut self, base: u32, times: u32) {
        let at_once = (u32::MAX as f64).log(f64::from(base)) as u32;
        for _ in 0..times / at_once {
            self.multiply(base.pow(at_once));
        }
        self.multiply(base.pow(times % at_once));
    }

    /// The digits, the highest first.
    fn digits(&self) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.0.len() * DIGITS_OF_LIMB);
        for &limb in &self.0 {
            let mut rest = limb;
            for _ in 0..DIGITS_OF_LIMB {
                digits.push((rest % 10) as u8);
                rest /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }
}

impl Decimal {
    /// All digits of `significand * 2^exponent`.
    pub fn exact(significand: u64, exponent: i32) -> Decimal {
        let mut large = Large::new(significand);
        // 2^-n is 5^n / 10^n.
        let behind_point = if exponent >= 0 {
            large.multiply_by_power(2, exponent as u32);
            0
        } else {
            large.multiply_by_power(5, exponent.unsigned_abs());
            -exponent
        };
        let digits = large.digits();
        let point = digits.len() as i32 - behind_point;
        Decimal { digits, point }.without_trailing_zeros()
    }

    fn without_trailing_zeros(mut self) -> Decimal {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
        self
    }

    /// Rounded to its first `count` digits (which may be none, or fewer), halves to even.
    pub fn rounded(&self, count: i64) -> Decimal {
        if count >= self.digits.len() as i64 {
            return self.clone();
        }
        if count < 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let count = count as usize;
        let mut digits = self.digits[..count].to_vec();
        let rest = &self.digits[count..];
        let odd = digits.last().is_some_and(|d| d % 2 == 1);
        let up = rest[0] > 5 || rest[0] == 5 && (rest.len() > 1 || odd);
        let mut point = self.point;
        if up && !increment(&mut digits) {
            digits.insert(0, 1);
            point += 1;
        }
        Decimal { digits, point }.without_trailing_zeros()
    }

    /// The digit of weight `10^place`.
    pub fn digit(&self, place: i32) -> u8 {
        let index = i64::from(self.point) - 1 - i64::from(place);
        usize::try_from(index).ok().and_then(|i| self.digits.get(i)).copied().unwrap_or(0)
    }
}

/// Adds one in the last place; `false` when it runs over the first.
fn increment(digits: &mut [u8]) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return true;
        }
        *digit = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_exact() {
        let quarter = Decimal::exact(1, -2);
        assert_eq!(quarter, Decimal { digits: vec![2, 5], point: 0 });
        let large = Decimal::exact(3, 70);
        assert_eq!(large.digits.len(), 22);
        assert_eq!(large.point, 22);
        assert_eq!(Decimal::exact(0, 5), Decimal { digits: vec![], point: 0 });
    }

    #[test]
    fn halves_are_rounded_to_even() {
        let text = |d: Decimal| (d.digits, d.point);
        assert_eq!(text(Decimal::exact(5, -1).rounded(1)), (vec![2], 1));
        assert_eq!(text(Decimal::exact(7, -1).rounded(1)), (vec![4], 1));
        assert_eq!(text(Decimal::exact(1, -1).rounded(0)), (vec![], 0));
        assert_eq!(text(Decimal::exact(3, -2).rounded(0)), (vec![1], 1));
        assert_eq!(text(Decimal::exact(999, 0).rounded(2)), (vec![1], 4));
    }
}
