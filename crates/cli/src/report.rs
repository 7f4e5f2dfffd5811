//! Results as text for people or as JSON for scripts, and numbers for people.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write as _};
use std::time::Duration;

use serde::Serialize;

use crate::errors::Error;

/// Prints a result.
pub(crate) fn print(json: bool, result: &(impl Serialize + Display)) -> Result<(), Error> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if json {
        serde_json::to_writer(&mut out, result)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
    } else {
        write!(out, "{result}")
    };
    written.and_then(|()| out.flush()).map_err(Error::Print)
}

/// Lines of a name and what there is to say of it, aligned.
#[derive(Default)]
pub(crate) struct Lines(Vec<(&'static str, String)>);

impl Lines {
    pub(crate) fn add(&mut self, name: &'static str, text: impl Display) {
        self.0.push((name, text.to_string()));
    }
}

impl Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        self.0.iter().try_for_each(|(name, text)| writeln!(f, "{name:width$}  {text}"))
    }
}

/// A whole number with its thousands set apart: `25,179,012`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 layer`, `1,200 layers`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// How many states a solution has: `35 in 11 layers, the largest of 6; 6 lost boards`.
pub(crate) fn states(states: u64, layers: usize, largest_layer: u64, lost: u64) -> String {
    format!(
        "{} in {}, the largest of {}; {}",
        grouped(states),
        count(layers as u64, "layer"),
        grouped(largest_layer),
        count(lost, "lost board"),
    )
}

/// A probability in percent, with two significant digits of what it lacks to 0 or 100 %.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let margin = percent.min(100.0 - percent);
    if margin > 0.0 && percent < 1e-4 {
        return format!("{percent:.1e} %");
    }
    // Beyond what eight decimals can tell, and more than rounding noise.
    if (1e-12..5e-9).contains(&margin) {
        return "> 99.99999999 %".to_owned();
    }
    format!("{percent:.*} %", decimals(margin))
}

/// How many decimals show two significant digits of a margin, two to eight.
fn decimals(margin: f64) -> usize {
    if margin > 0.0 { (1.0 - margin.log10().floor()).clamp(2.0, 8.0) as usize } else { 2 }
}

/// A difference of probabilities in percentage points: `0.005 points`.
pub(crate) fn points(difference: f64) -> String {
    let points = 100.0 * difference;
    if points == 0.0 {
        "0 points".to_owned()
    } else if points < 1e-7 {
        format!("{points:.1e} points")
    } else {
        let decimals = (-points.log10().floor()).clamp(2.0, 9.0) as usize;
        format!("{points:.decimals$} points")
    }
}

/// How exact values in single precision are, from the most by which they are off as a part of them.
pub(crate) fn single(relative_error: f64) -> String {
    format!("single; values are off by at most {relative_error:.1e} of them")
}

/// A number of bytes in binary units.
pub(crate) fn bytes(bytes: u64) -> String {
    if bytes < 1 << 10 {
        return format!("{bytes} bytes");
    }
    let mut number = bytes as f64 / 1024.0;
    let mut unit = "KiB";
    for larger in ["MiB", "GiB", "TiB"] {
        if number < 1024.0 {
            break;
        }
        number /= 1024.0;
        unit = larger;
    }
    format!("{number:.1} {unit}")
}

/// A time: `0.21 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    match seconds {
        ..9.95 => format!("{seconds:.2} s"),
        ..119.5 => format!("{whole} s"),
        ..7199.5 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_people() {
        assert_eq!([0, 999, 1000, 25_179_012].map(grouped), ["0", "999", "1,000", "25,179,012"]);
        let shares = [0.736774, 1.0, 0.0, 0.999999805905, 0.0113378, 1e-5, 7e-18, 0.5, 1.0 - 1e-13];
        let texts = [
            "73.68 %",
            "100.00 %",
            "0.00 %",
            "99.999981 %",
            "1.13 %",
            "0.0010 %",
            "7.0e-16 %",
            "50.00 %",
            "> 99.99999999 %",
        ];
        assert_eq!(shares.map(percent), texts);
        let texts = ["0 points", "0.0005 points", "0.007 points", "12.00 points", "1.0e-10 points"];
        assert_eq!([0.0, 5.17e-6, 7.37e-5, 0.12, 1e-12].map(points), texts);
        assert_eq!([5, 2048, 5 << 19].map(bytes), ["5 bytes", "2.0 KiB", "2.5 MiB"]);
        let times = [0.214, 12.3, 185.0, 7800.0].map(|s| time(Duration::from_secs_f64(s)));
        assert_eq!(times, ["0.21 s", "12 s", "3 min 5 s", "2 h 10 min"]);
    }

    #[test]
    fn lines_are_aligned() {
        let mut lines = Lines::default();
        lines.add("states", 15);
        lines.add("value", "1");
        assert_eq!(lines.to_string(), "states  15\nvalue   1\n");
    }
}
