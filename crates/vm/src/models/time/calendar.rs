//! Days and dates, without leap seconds.

/// A moment, taken apart as `struct tm` has it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Second, minute, hour, day of the month (from 1), month (from 0), year (from 1900), day of
    /// the week (from Sunday), day of the year (from 0), summer time.
    pub fields: [i64; 9],
}

pub const SECOND: usize = 0;
pub const MINUTE: usize = 1;
pub const HOUR: usize = 2;
pub const DAY: usize = 3;
pub const MONTH: usize = 4;
pub const YEAR: usize = 5;
pub const WEEKDAY: usize = 6;
pub const YEARDAY: usize = 7;

const DAY_SECONDS: i64 = 86_400;
/// Days of 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097;

/// Days from 1 January 1970 to a date; `month` from 0, and both may be out of range.
fn days_to(year: i64, month: i64, day: i64) -> i64 {
    let year = year + month.div_euclid(12);
    let month = month.rem_euclid(12);
    // Years that begin in March, so that the leap day is the last.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let (cycle, in_cycle) = (year.div_euclid(400), year.rem_euclid(400));
    let in_year = (153 * month + 2) / 5 + day - 1;
    cycle * CYCLE + in_cycle * 365 + in_cycle / 4 - in_cycle / 100 + in_year - 719_468
}

/// Seconds since 1970 of a moment whose fields may be out of range.
pub fn seconds_of(moment: &Moment) -> i64 {
    let f = &moment.fields;
    let days = days_to(f[YEAR] + 1900, f[MONTH], f[DAY]);
    days * DAY_SECONDS + f[HOUR] * 3600 + f[MINUTE] * 60 + f[SECOND]
}

/// The moment that many seconds after 1970; `None` when the year does not fit into an `int`.
pub fn moment_of(seconds: i64) -> Option<Moment> {
    let (days, rest) = (seconds.div_euclid(DAY_SECONDS), seconds.rem_euclid(DAY_SECONDS));
    let from_march = days + 719_468;
    let (cycle, in_cycle) = (from_march.div_euclid(CYCLE), from_march.rem_euclid(CYCLE));
    let year_in_cycle = (in_cycle - in_cycle / 1460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let in_year = in_cycle - (365 * year_in_cycle + year_in_cycle / 4 - year_in_cycle / 100);
    let march_month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * march_month + 2) / 5 + 1;
    let month = (march_month + 2) % 12;
    let year = cycle * 400 + year_in_cycle + i64::from(month < 2);
    i32::try_from(year - 1900).ok()?;
    let yearday = days - days_to(year, 0, 1);
    let weekday = (days + 4).rem_euclid(7);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    Some(Moment { fields: [second, minute, hour, day, month, year - 1900, weekday, yearday, 0] })
}

/// Days of a year.
pub fn days_of_year(year: i64) -> i64 {
    days_to(year + 1, 0, 1) - days_to(year, 0, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        let fields = |s| moment_of(s).map(|m| m.fields);
        assert_eq!(fields(0), Some([0, 0, 0, 1, 0, 70, 4, 0, 0]));
        assert_eq!(fields(1_000_000_000), Some([40, 46, 1, 9, 8, 101, 0, 251, 0]));
        assert_eq!(fields(951_782_400), Some([0, 0, 0, 29, 1, 100, 2, 59, 0]));
        assert_eq!(fields(-1), Some([59, 59, 23, 31, 11, 69, 3, 364, 0]));
        assert_eq!(fields(i64::MAX), None);
    }

    #[test]
    fn moments_come_back() {
        for day in (-800_000..800_000).step_by(977) {
            let seconds = day * DAY_SECONDS + day.rem_euclid(DAY_SECONDS);
            assert_eq!(seconds_of(&moment_of(seconds).unwrap()), seconds);
        }
        assert_eq!((days_of_year(2000), days_of_year(1900), days_of_year(2004)), (366, 365, 366));
    }
}
