//! Seeds as people type and pass them on.

use mdp2048_model::Seed;

use crate::whole_number;

/// The text of a field in which a person types a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedField {
    text: String,
}

impl SeedField {
    /// A field that shows a seed.
    pub fn showing(seed: Seed) -> Self {
        Self { text: seed.to_string() }
    }

    /// A field that holds what a person typed.
    pub const fn typed(text: String) -> Self {
        Self { text }
    }

    /// The text of the field.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The seed in the field; `None` if the text is not a whole number from 0 to 4294967295 in
    /// decimal digits.
    pub fn seed(&self) -> Option<Seed> {
        whole_number(self.text.trim())
    }

    /// The message to show beside a field whose text is not a seed.
    pub fn error_text(&self) -> Option<&'static str> {
        self.seed().is_none().then_some("A seed is a whole number from 0 to 4294967295.")
    }
}

/// The number of seeds that [`short_seed`] chooses from: those of at most five digits.
const SHORT_SEEDS: u32 = 100_000;

/// A seed chosen by a random word, short enough to be remembered, and never the current one.
pub fn short_seed(random_word: u32, current: Seed) -> Seed {
    let number = random_word % SHORT_SEEDS;
    let seed = Seed::from(number);
    if seed == current { Seed::from((number + 1) % SHORT_SEEDS) } else { seed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_numbers_of_32_bits_are_seeds() {
        for (text, seed) in [
            ("42", Some(42)),
            (" 4294967295 ", Some(u32::MAX)),
            ("", None),
            ("-1", None),
            ("+1", None),
            ("4294967296", None),
            ("4.5", None),
            ("forty", None),
        ] {
            let field = SeedField::typed(text.to_owned());
            assert_eq!(field.seed(), seed.map(Seed::from), "{text}");
            assert_eq!(field.error_text().is_none(), seed.is_some(), "{text}");
        }
    }

    #[test]
    fn a_short_seed_differs_from_the_current_one() {
        assert_eq!(short_seed(42, 42.into()), 43.into());
        assert_eq!(short_seed(99_999, 99_999.into()), 0.into());
        assert_eq!(short_seed(u32::MAX, 1.into()), (u32::MAX % SHORT_SEEDS).into());
    }
}
