//! Addresses of the page: `#/bag?target=2048&spawn_four=0.1&seed=42`.

use std::fmt;

use crate::BagGame;
use mdp2048_display::{LinkParameters, decimal, leads_to};
use mdp2048_model::{Probability, Seed};

/// The targets that the page offers.
pub const TARGETS: [u32; 14] =
    [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];

const DEFAULT_TARGET: u32 = 2048;
const DEFAULT_SEED: u32 = 42;

/// What an address requests.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BagUrl {
    pub(crate) game: BagGame,
    pub(crate) seed: Seed,
    /// The parameters that were ignored. Each completes the sentence "The link asks for".
    pub(crate) problems: Vec<String>,
}

/// Whether the fragment of a URL leads to this page.
pub fn is_bag_url(fragment: &str) -> bool {
    leads_to(fragment, "/bag")
}

impl BagUrl {
    /// Reads the fragment of a URL. Parameters that cannot be used keep their defaults.
    pub(crate) fn parse(fragment: &str) -> Self {
        let mut link = LinkParameters::of_fragment(fragment);
        let target = link.read("target", "a power of two from 8 to 65536", |text| {
            text.parse().ok().filter(|found| TARGETS.contains(found))
        });
        let spawn_four = link.read("spawn_four", "a number from 0 to 1, such as 0.1", |text| {
            decimal(text).and_then(Probability::new)
        });
        let game = BagGame::new(
            target.unwrap_or(DEFAULT_TARGET),
            spawn_four.unwrap_or(Probability::SPAWN_FOUR).get(),
        );
        Self {
            game: game.expect("both are checked above"),
            seed: link.seed().unwrap_or(DEFAULT_SEED.into()),
            problems: link.finish(),
        }
    }
}

impl fmt::Display for BagUrl {
    /// Writes the fragment. Only what is not the default of the page is in it, but the target and
    /// the spawn probability always are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (target, spawn_four) = (self.game.target(), self.game.spawn_four().get());
        write!(f, "#/bag?target={target}&spawn_four={spawn_four}")?;
        if self.seed != Seed::from(DEFAULT_SEED) {
            write!(f, "&seed={}", self.seed)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_survive_reading_and_writing() {
        for address in [
            "#/bag?target=2048&spawn_four=0.1",
            "#/bag?target=16&spawn_four=0",
            "#/bag?target=65536&spawn_four=0.125&seed=7",
        ] {
            let url = BagUrl::parse(address);
            assert_eq!((url.to_string().as_str(), url.problems.len()), (address, 0));
        }
        assert_eq!(BagUrl::parse("#/bag"), BagUrl::parse("#/bag?target=2048&spawn_four=0.1"));
    }

    #[test]
    fn problems_name_the_parameter_and_keep_the_others() {
        let url = BagUrl::parse("#/bag?target=100&spawn_four=2&seed=-1&x=1&&target=");
        assert_eq!(url.to_string(), "#/bag?target=2048&spawn_four=0.1");
        let expected = [
            "several values of target: it shows the last",
            "target '', but that must be a power of two from 8 to 65536",
            "spawn_four '2', but that must be a number from 0 to 1, such as 0.1",
            "seed '-1', but that must be a whole number from 0 to 4294967295",
            "'x=1', which is not a parameter",
        ];
        assert_eq!(url.problems, expected);
        let url = BagUrl::parse("#/bag?target=64&spawn_four=nan&seed=9");
        assert_eq!(url.to_string(), "#/bag?target=64&spawn_four=0.1&seed=9");
        assert!(is_bag_url("#/bag") && is_bag_url("#/bag?target=8") && !is_bag_url("#/bags"));
    }
}
