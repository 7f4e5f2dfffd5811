//! The parameters of a link to a page, and what a page says about those that it cannot use.

use std::collections::BTreeSet;
use std::str::FromStr;

use mdp2048_model::{Seed, alternatives};

use crate::count;

/// The most sentences of a note that has all of them.
const MOST_SENTENCES: usize = 8;

/// The sentences of a note that leaves others out.
const FIRST_SENTENCES: usize = 3;

/// The most characters of a link that a message repeats.
const MOST_CHARACTERS: usize = 40;

/// The parameters of a link such as `#/bag?target=64&seed=7` that are not read yet, and what is
/// wrong with those that are.
#[derive(Clone, Debug, Default)]
pub struct LinkParameters<'a> {
    unread: Vec<(&'a str, &'a str)>,
    problems: Vec<String>,
}

impl<'a> LinkParameters<'a> {
    /// The parameters of the fragment of a URL. One without a value has an empty one.
    pub fn of_fragment(fragment: &'a str) -> Self {
        let query = fragment.split_once('?').map_or("", |(_, query)| query);
        let parameters = query.split('&').filter(|parameter| !parameter.is_empty());
        parameters.map(|it| it.split_once('=').unwrap_or((it, ""))).collect()
    }

    /// Takes the value of a parameter, the last one if there are several.
    pub fn take(&mut self, name: &str) -> Option<&'a str> {
        let (mut value, mut has_several) = (None, false);
        self.unread.retain(|&(key, text)| {
            if key == name {
                has_several |= value.replace(text).is_some_and(|before| before != text);
            }
            key != name
        });
        if has_several {
            self.add_problem(format!("several values of {name}: it shows the last"));
        }
        value
    }

    /// Takes the value of a parameter and reads it. If that is not possible, the problem says what
    /// the value must be.
    pub fn read<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Option<T> {
        let text = self.take(name)?;
        let value = read(text);
        if value.is_none() {
            self.refuse(name, text, expected);
        }
        value
    }

    /// Takes a parameter that is one of several names, and returns what that stands for.
    pub fn choose<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Option<T> {
        let text = self.take(name)?;
        let found = choices.iter().find(|(known, _)| *known == text);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.refuse(name, text, &alternatives(&names));
        }
        found.map(|&(_, value)| value)
    }

    /// Takes the parameter `seed`.
    pub fn seed(&mut self) -> Option<Seed> {
        let seed = self.read("seed", "a whole number from 0 to 4294967295", whole_number::<u32>);
        seed.map(Seed::from)
    }

    /// Adds the problem that a value is not what it must be.
    pub fn refuse(&mut self, name: &str, value: &str, expected: &str) {
        self.add_problem(format!("{name} '{}', but that must be {expected}", shortened(value)));
    }

    /// Adds a problem, which completes the sentence "The link asks for".
    pub fn add_problem(&mut self, problem: String) {
        self.problems.push(problem);
    }

    /// Returns the problems. The parameters that were not read do not exist.
    pub fn finish(self) -> Vec<String> {
        let Self { unread, mut problems } = self;
        problems.extend(unread.into_iter().map(|(name, value)| {
            let text = if value.is_empty() { name.to_owned() } else { format!("{name}={value}") };
            format!("'{}', which is not a parameter", shortened(&text))
        }));
        problems
    }
}

impl<'a> FromIterator<(&'a str, &'a str)> for LinkParameters<'a> {
    /// The parameters with these names and values.
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str)>>(parameters: I) -> Self {
        Self { unread: parameters.into_iter().collect(), problems: Vec::new() }
    }
}

/// Whether the fragment of a URL leads to a page, such as `/bag`.
pub fn leads_to(fragment: &str, page: &str) -> bool {
    fragment.strip_prefix('#').unwrap_or(fragment).split('?').next() == Some(page)
}

/// A number that consists of digits only, without a sign.
pub fn whole_number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The whole numbers up to this one are exact as `f64`.
const MOST_EXACT: u64 = 1 << 53;

/// The largest power of ten that is exact as `f64` has this exponent.
const MOST_DECIMALS: usize = 22;

/// A decimal fraction such as `0.99`, without a sign or an exponent, as the nearest number. `None`
/// also for one of more than about 15 digits after the zeros at its beginning.
///
/// The pages use it: `str::parse` would add 10 kB of tables to each program.
pub fn decimal(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = whole_number::<u64>(&(whole.to_owned() + fraction))?;
    // The quotient of two exact numbers is rounded once.
    (digits <= MOST_EXACT && fraction.len() <= MOST_DECIMALS)
        .then(|| digits as f64 / 10f64.powi(fraction.len() as i32))
}

/// The note about the parts of a link that cannot be used, each of which completes the sentence
/// "The link asks for": all sentences, each of them once, or the first ones and the number of the
/// others. `None` if there are none.
pub fn link_note(problems: &[String]) -> Option<String> {
    let mut known = BTreeSet::new();
    known.extend(problems);
    let mut shown: Vec<&String> = Vec::new();
    let most = if known.len() > MOST_SENTENCES { FIRST_SENTENCES } else { MOST_SENTENCES };
    for problem in problems {
        if shown.len() < most && !shown.contains(&problem) {
            shown.push(problem);
        }
    }
    let sentences = shown.iter().map(|problem| format!("The link asks for {problem}."));
    let mut sentences: Vec<String> = sentences.collect();
    if known.len() > MOST_SENTENCES {
        let others = count((known.len() - FIRST_SENTENCES) as u64);
        sentences.push(format!("{others} more parts of the link cannot be used."));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// A part of a link for a message of one line, if need be without its end.
pub fn shortened(text: &str) -> String {
    let mut characters = text.chars().map(|it| if it.is_control() { ' ' } else { it });
    let mut start: String = characters.by_ref().take(MOST_CHARACTERS).collect();
    if characters.next().is_some() {
        start.push('\u{2026}');
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_problems_are_one_short_note() {
        let note = |numbers: &mut dyn Iterator<Item = usize>| {
            link_note(&numbers.map(|number| number.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(note(&mut (0..0)), None);
        assert_eq!(note(&mut (1..2)).unwrap(), "The link asks for 1.");
        // 3,000 copies are one sentence.
        assert_eq!(note(&mut (0..3000).map(|_| 1)).unwrap(), "The link asks for 1.");
        let first = "The link asks for 0. The link asks for 1. The link asks for 2.";
        assert_eq!(note(&mut (0..3)).unwrap(), first);
        let eight = note(&mut (0..8)).unwrap();
        assert!(eight.starts_with(first) && eight.ends_with(" The link asks for 7."));
        let nine = format!("{first} 6 more parts of the link cannot be used.");
        assert_eq!(note(&mut (0..9)).unwrap(), nine);
        let many = format!("{first} 2,997 more parts of the link cannot be used.");
        assert_eq!(note(&mut (0..3000)).unwrap(), many);
        assert_eq!(note(&mut (0..6000).map(|at| at % 3000)).unwrap(), many);
    }

    #[test]
    fn decimals_are_the_nearest_numbers() {
        let others = ["1", "1.", ".5", "0.3333333333333333", "00.10", "123456789012345"];
        let fractions = (0..1_000).map(|at| format!("{:.*}", at % 16, at as f64 / 999.0));
        for text in fractions.chain(others.map(str::to_owned)) {
            assert_eq!(decimal(&text), text.parse().ok(), "{text}");
        }
        let wrong = ["", ".", "-1", "+1", "1e-3", "0.1.2", "NaN", "1,5", "0.99999999999999999"];
        for text in wrong {
            assert_eq!(decimal(text), None, "{text}");
        }
    }

    #[test]
    fn long_parts_of_a_link_are_cut() {
        assert_eq!(shortened("seed=x"), "seed=x");
        assert_eq!(shortened("a\nb\tc"), "a b c");
        assert_eq!(shortened(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(shortened(&"é".repeat(3000)), format!("{}…", "é".repeat(40)));
    }

    #[test]
    fn each_parameter_is_read_once_and_the_others_do_not_exist() {
        let mut link = LinkParameters::of_fragment("#/bag?a=1&&b=x&seed=+7&mode=z&a=2&c&d=4");
        assert_eq!((link.take("a"), link.take("a")), (Some("2"), None));
        assert_eq!(link.read("b", "a number", whole_number::<u8>), None);
        assert_eq!((link.seed(), link.read("d", "a number", whole_number)), (None, Some(4_u8)));
        assert_eq!(link.choose("mode", &[("x", 1), ("y", 2), ("w", 3)]), None);
        let expected = [
            "several values of a: it shows the last",
            "b 'x', but that must be a number",
            "seed '+7', but that must be a whole number from 0 to 4294967295",
            "mode 'z', but that must be x, y or w",
            "'c', which is not a parameter",
        ];
        assert_eq!(link.finish(), expected);
        let mut link = LinkParameters::of_fragment("#/bag?seed=4294967295&mode=y");
        assert_eq!(
            (link.seed(), link.choose("mode", &[("y", 2)])),
            (Some(u32::MAX.into()), Some(2))
        );
        assert_eq!(link.finish(), [""; 0]);
        assert!(leads_to("#/bag", "/bag") && leads_to("/bag?target=8", "/bag"));
        assert!(!leads_to("#/bags", "/bag"));
    }
}
