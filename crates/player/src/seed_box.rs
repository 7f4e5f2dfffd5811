//! The text in the seed box.

use mdp2048_model::Seed;

/// The seed box: what stands in it, and what is wrong with that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedBox {
    text: String,
}

impl SeedBox {
    /// A box that shows a seed.
    pub fn showing(seed: Seed) -> Self {
        Self { text: seed.to_string() }
    }

    /// A box that holds what a reader typed.
    pub const fn typed(text: String) -> Self {
        Self { text }
    }

    /// What stands in the box.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The seed that stands in the box, if it is one.
    pub fn seed(&self) -> Option<Seed> {
        let text = self.text.trim();
        text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// What is wrong with the text.
    pub fn error(&self) -> Option<&'static str> {
        self.seed().is_none().then_some("A seed is a whole number from 0 to 4294967295.")
    }

    /// The seed that a random word makes, other than the old one.
    pub fn fresh(word: u32, old: Seed) -> Seed {
        let number = word % NEW_SEEDS;
        let seed = Seed::from(number);
        if seed == old { Seed::from((number + 1) % NEW_SEEDS) } else { seed }
    }
}

/// Random seeds are short enough to be remembered and passed on.
const NEW_SEEDS: u32 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_seeds_are_taken() {
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
            let seed_box = SeedBox::typed(text.to_owned());
            assert_eq!(seed_box.seed(), seed.map(Seed::from), "{text}");
            assert_eq!(seed_box.error().is_none(), seed.is_some(), "{text}");
        }
    }

    #[test]
    fn a_new_seed_is_another_one() {
        assert_eq!(SeedBox::fresh(42, 42.into()), 43.into());
        assert_eq!(SeedBox::fresh(99_999, 99_999.into()), 0.into());
        assert_eq!(SeedBox::fresh(u32::MAX, 1.into()), (u32::MAX % NEW_SEEDS).into());
    }
}
