//! The state of the page.

mod reduce;

use std::rc::Rc;

use crate::BagGame;
use mdp2048_display::{SeedField, decimal, link_note};

use crate::page::results::BagResults;
use crate::page::tally::GameSample;
use crate::page::url::BagUrl;
use crate::page::worker::BagRequest;

pub use reduce::BagEvent;

/// The state of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct BagView {
    url: BagUrl,
    results: Option<Rc<BagResults>>,
    tally: Option<Rc<GameSample>>,
    sampling: bool,
    /// Whether the reader waits for the drawing of the whole chain.
    drawing: bool,
    seed_field: SeedField,
    spawn_text: String,
    failure: Option<Failure>,
    /// What the worker computes. It computes one request at a time.
    asked: Option<BagRequest>,
}

/// Why nothing is computed.
#[derive(Clone, Debug, PartialEq)]
enum Failure {
    /// The worker does not run, for this reason.
    Worker(String),
    /// The worker has given no answer for the game that is shown. Holds the sentence about it.
    Answer(String),
}

impl BagView {
    /// The page at an address.
    pub fn open(address: &str) -> Self {
        let url = BagUrl::parse(address);
        Self {
            results: None,
            tally: None,
            sampling: false,
            drawing: false,
            seed_field: SeedField::showing(url.seed),
            spawn_text: url.game.spawn_four().get().to_string(),
            failure: None,
            asked: None,
            url,
        }
    }

    /// The target and the spawn probability that the reader has chosen.
    pub const fn game(&self) -> BagGame {
        self.url.game
    }

    /// The latest results of the target. While the worker computes, they may be those of another
    /// spawn probability; see [`BagView::is_current`].
    pub fn results(&self) -> Option<&Rc<BagResults>> {
        let target = self.url.game.target();
        self.results.as_ref().filter(|results| results.game.target() == target)
    }

    /// Whether the results are those of [`BagView::game`].
    pub fn is_current(&self) -> bool {
        self.results.as_ref().is_some_and(|results| results.game == self.url.game)
    }

    /// Whether the whole chain can be saved as a drawing.
    pub fn can_draw(&self) -> bool {
        self.is_current() && self.results.as_ref().is_some_and(|it| it.matrix.is_some())
    }

    /// Whether that drawing is being made.
    pub const fn is_drawing(&self) -> bool {
        self.drawing
    }

    /// The sampled games.
    pub const fn tally(&self) -> Option<&Rc<GameSample>> {
        self.tally.as_ref()
    }

    /// Whether the sampler runs.
    pub const fn is_sampling(&self) -> bool {
        self.sampling
    }

    /// The field of the seed.
    pub const fn seed_field(&self) -> &SeedField {
        &self.seed_field
    }

    /// The text of the field of the spawn probability.
    pub fn spawn_text(&self) -> &str {
        &self.spawn_text
    }

    /// The message to show beside a spawn probability that cannot be used.
    pub fn spawn_error(&self) -> Option<&'static str> {
        let number = decimal(self.spawn_text.trim());
        let is_valid = number.is_some_and(|number| (0.0..=1.0).contains(&number));
        (!is_valid).then_some("A probability is a number from 0 to 1, such as 0.1.")
    }

    /// Why nothing can be computed, if that is so.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_ref().map(|(Failure::Worker(text) | Failure::Answer(text))| &text[..])
    }

    /// What to say about the parameters of the address that were ignored, if there are any.
    pub fn note(&self) -> Option<String> {
        link_note(&self.url.problems)
    }

    /// The address of the page as it is shown.
    pub fn address(&self) -> String {
        self.url.to_string()
    }
}

#[cfg(test)]
mod tests;
