//! Days of the calendar.

use std::fmt;

use mdp2048_display::whole_number;

/// The days of 400 years, after which the calendar repeats.
const DAYS_OF_400_YEARS: i64 = 146_097;

/// The days from 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A day of the calendar, by its number since 1970-01-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub(super) i64);

impl Day {
    /// The day of a date; `None` if there is none. Months and days are counted from 1.
    pub fn of_date(year: i64, month: i64, day: i64) -> Option<Self> {
        // Years begin in March, so that a leap day is the last of its year.
        let from_march = year - i64::from(month <= 2);
        let (era, year_of_era) = (from_march.div_euclid(400), from_march.rem_euclid(400));
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let found = Self(DAYS_OF_400_YEARS * era + day_of_era - DAYS_TO_1970);
        (found.date() == (year, month, day)).then_some(found)
    }

    /// The day of a text such as `2026-11-26`.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let &[year, month, day] = parts.as_slice() else { return None };
        let number = |text: &str, digits| {
            whole_number::<u32>(text).filter(|_| text.len() == digits).map(i64::from)
        };
        Self::of_date(number(year, 4)?, number(month, 2)?, number(day, 2)?)
    }

    /// The day so many days later.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0 + days)
    }

    /// The year, the month and the day of the month.
    fn date(self) -> (i64, i64, i64) {
        let days = self.0 + DAYS_TO_1970;
        let (era, day) = (days.div_euclid(DAYS_OF_400_YEARS), days.rem_euclid(DAYS_OF_400_YEARS));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let month = (from_march + 2) % 12 + 1;
        let day_of_month = day_of_year - (153 * from_march + 2) / 5 + 1;
        (400 * era + year + i64::from(month <= 2), month, day_of_month)
    }

    /// The day of the week: `Thu`.
    pub fn weekday(self) -> &'static str {
        WEEKDAYS[self.0.rem_euclid(7) as usize]
    }

    /// The number of the day in its month.
    pub fn of_month(self) -> i64 {
        self.date().2
    }

    /// The day and the month, with the year if it is not that of today: `26 Nov`, `26 Nov 2025`.
    pub(super) fn text(self, today: Self) -> String {
        let (year, month, day) = self.date();
        let text = format!("{day} {}", MONTHS[(month - 1) as usize]);
        if year == today.date().0 { text } else { format!("{text} {year}") }
    }
}

impl fmt::Display for Day {
    /// Writes `2026-11-26`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_one_of_the_calendar() {
        let number = |text| Day::parse(text).map(|it| it.0);
        let known = [("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016)];
        for (text, expected) in
            [("2026-11-26", 20_783), ("2027-01-01", 20_819)].iter().chain(&known)
        {
            assert_eq!(number(text), Some(*expected));
        }
        for none in ["2026-02-30", "2026-13-01", "2026-00-10", "2026-1-1", "", "-1-01-01", "today"]
        {
            assert_eq!(number(none), None, "{none}");
        }
        for day in (-800_000..800_000).step_by(37).map(Day) {
            let (year, month, date) = day.date();
            assert_eq!(Day::of_date(year, month, date), Some(day));
        }
        let day = Day(20_783);
        assert_eq!((day.to_string().as_str(), day.weekday()), ("2026-11-26", "Thu"));
        let texts = [5, 40, -365].map(|days| day.plus(days).text(day));
        assert_eq!(texts, ["1 Dec", "5 Jan 2027", "26 Nov 2025"]);
    }
}
