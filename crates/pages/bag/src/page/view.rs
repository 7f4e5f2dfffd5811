//! The state of the page.

use std::rc::Rc;

use crate::BagGame;
use mdp2048_display::{SeedField, count, decimal, link_note, short_seed};
use mdp2048_model::Seed;

use crate::page::chain_drawing::ChainDrawing;
use crate::page::results::BagResults;
use crate::page::tally::GameSample;
use crate::page::url::BagUrl;
use crate::page::worker::{BagReply, BagRequest};

/// The largest target whose chain is drawn bag by bag.
const LARGEST_DRAWN: u32 = 64;

/// The most games of a sample.
const MOST_GAMES: u32 = 1_000_000;

/// The most moves of the games that one request plays: about ten milliseconds.
const MOVES_PER_REQUEST: f64 = 500_000.0;

/// The state of the page.
#[derive(Clone, Debug)]
pub struct BagView {
    url: BagUrl,
    results: Option<Rc<BagResults>>,
    drawing: Option<Rc<ChainDrawing>>,
    tally: Option<Rc<GameSample>>,
    sampling: bool,
    seed_field: SeedField,
    spawn_text: String,
    failure: Option<Failure>,
    attempts: u32,
}

/// Why nothing is computed.
#[derive(Clone, Debug, PartialEq)]
enum Failure {
    /// The worker does not run, for this reason.
    Worker(String),
    /// The worker has given no answer for the game that is shown. Holds the sentence about it.
    Answer(String),
}

/// Something that happens to the page.
#[derive(Clone, Debug)]
pub enum BagEvent {
    /// The reader has followed a link to this address.
    Open(String),
    /// The reader has come back to this address: nothing changes if the page shows it.
    OpenAgain(String),
    /// The reader has come back to an entry of the history, at which the page showed this.
    Return(Box<BagView>),
    /// The reader chooses a target.
    Target(u32),
    /// The reader types or slides the probability of a 4.
    SpawnFour(String),
    /// The reader types a seed.
    TypeSeed(String),
    /// The reader asks for another seed, which a random word chooses.
    RandomSeed(u32),
    /// The reader starts or pauses the sampler.
    ToggleSampling,
    /// The reader removes the sampled games.
    ClearSample,
    /// The worker has answered a request; `None` if the answer cannot be read.
    Reply(BagRequest, Option<BagReply>),
    /// The worker does not run, for the given reason.
    Fail(String),
    /// The reader asks for what has failed once more.
    TryAgain,
}

impl BagView {
    /// The page at an address.
    pub fn open(address: &str) -> Self {
        let url = BagUrl::parse(address);
        Self {
            results: None,
            drawing: drawing(url.game),
            tally: None,
            sampling: false,
            seed_field: SeedField::showing(url.seed),
            spawn_text: url.game.spawn_four().get().to_string(),
            failure: None,
            attempts: 0,
            url,
        }
    }

    /// The page after an event.
    #[must_use]
    pub fn after(mut self, event: BagEvent) -> Self {
        // A note about the address disappears when the reader changes something.
        if !matches!(event, BagEvent::Reply(..) | BagEvent::Fail(_) | BagEvent::OpenAgain(_)) {
            self.url.problems.clear();
        }
        match event {
            BagEvent::OpenAgain(address) if address == self.address() => {}
            BagEvent::Open(address) | BagEvent::OpenAgain(address) => {
                let opened = self.with_worker(Self::open(&address));
                // Results of the same target stay on the page until the new ones are there.
                return Self { results: self.results, ..opened };
            }
            BagEvent::Return(before) => return self.with_worker(*before),
            BagEvent::Target(target) => {
                let spawn_four = self.url.game.spawn_four().get();
                self.change(BagGame::new(target, spawn_four).ok());
            }
            BagEvent::SpawnFour(text) => {
                let number = decimal(text.trim());
                let target = self.url.game.target();
                let game = number.and_then(|number| BagGame::new(target, number).ok());
                self.spawn_text = text;
                self.change(game);
            }
            BagEvent::TypeSeed(text) => {
                self.seed_field = SeedField::typed(text);
                if let Some(seed) = self.seed_field.seed() {
                    self.sample_seed(seed);
                }
            }
            BagEvent::RandomSeed(word) => {
                let seed = short_seed(word, self.url.seed);
                self.seed_field = SeedField::showing(seed);
                self.sample_seed(seed);
            }
            BagEvent::ToggleSampling => {
                self.sampling = !self.sampling && self.failure.is_none();
                if self.is_full() {
                    self.tally = None;
                }
            }
            BagEvent::ClearSample => {
                self.tally = None;
                self.sampling = false;
            }
            BagEvent::Reply(request, reply) => self.receive(request, reply),
            BagEvent::Fail(reason) => self.fail(Failure::Worker(reason)),
            BagEvent::TryAgain => {
                self.failure = None;
                self.attempts += 1;
            }
        }
        self
    }

    /// Another view that asks the worker of this one.
    fn with_worker(&self, other: Self) -> Self {
        let failure = self.failure.clone().filter(|it| matches!(it, Failure::Worker(_)));
        let sampling = other.sampling && failure.is_none();
        Self { failure, sampling, attempts: self.attempts, ..other }
    }

    fn change(&mut self, game: Option<BagGame>) {
        let Some(game) = game.filter(|&game| game != self.url.game) else { return };
        self.url.game = game;
        self.tally = None;
        if matches!(self.failure, Some(Failure::Answer(_))) {
            self.failure = None;
        }
        self.drawing = drawing(game);
    }

    fn fail(&mut self, failure: Failure) {
        self.failure = Some(failure);
        self.sampling = false;
    }

    fn sample_seed(&mut self, seed: Seed) {
        if seed != self.url.seed {
            self.url.seed = seed;
            self.tally = None;
        }
    }

    /// Takes the answer of the worker. One that cannot be read is a failure: the same request would
    /// give it again.
    fn receive(&mut self, request: BagRequest, reply: Option<BagReply>) {
        let is_read = match (request, reply) {
            (BagRequest::Solve(game), Some(BagReply::Solved(results))) if results.game == game => {
                if game == self.url.game || !self.is_current() {
                    self.results = Some(Rc::from(results));
                }
                true
            }
            (BagRequest::Sample { game, seed, after, games }, Some(BagReply::Sampled(tally)))
                if (tally.game, tally.seed, tally.games) == (game, seed, after + games) =>
            {
                let before = self.tally.as_ref().map_or(0, |tally| tally.games);
                let is_next = self.sampling && after == before && seed == self.url.seed;
                if is_next && game == self.url.game {
                    self.tally = Some(Rc::new(tally));
                    self.sampling = !self.is_full();
                }
                true
            }
            _ => false,
        };
        // What was asked about another game concerns nobody any more.
        if !is_read && request.game() == self.url.game {
            let target = count(self.url.game.target().into());
            self.fail(Failure::Answer(format!(
                "The numbers of target {target} could not be computed: the program that computes \
                 them stopped, or gave an answer that this page cannot read. Try again, or choose \
                 another target."
            )));
        }
    }

    fn is_full(&self) -> bool {
        self.tally.as_ref().is_some_and(|tally| tally.games >= MOST_GAMES)
    }

    /// What the worker computes next. `None` if everything is done.
    pub fn request(&self) -> Option<BagRequest> {
        let game = self.url.game;
        if self.failure.is_some() {
            return None;
        }
        let Some(results) = self.results.as_ref().filter(|results| results.game == game) else {
            return Some(BagRequest::Solve(game));
        };
        if !self.sampling {
            return None;
        }
        let after = self.tally.as_ref().map_or(0, |tally| tally.games);
        // The first batches are small, so that a reader sees the histogram grow.
        let games = (MOVES_PER_REQUEST / results.steps.mean.max(1.0)) as u32;
        let games = games.min(after / 16 + 4).clamp(1, MOST_GAMES - after);
        Some(BagRequest::Sample { game, seed: self.url.seed, after, games })
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

    /// The drawing of the chain, if it is small.
    pub const fn drawing(&self) -> Option<&Rc<ChainDrawing>> {
        self.drawing.as_ref()
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

    /// How often the reader has asked to try again. Each time a new worker is started.
    pub const fn attempts(&self) -> u32 {
        self.attempts
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

/// The drawing of a small chain.
fn drawing(game: BagGame) -> Option<Rc<ChainDrawing>> {
    (game.target() <= LARGEST_DRAWN).then(|| Rc::new(ChainDrawing::new(game)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::worker::BagWorker;

    /// The view after the worker has answered its requests, at most this many.
    fn settled(mut view: BagView, requests: usize) -> BagView {
        let mut worker = BagWorker::default();
        for _ in 0..requests {
            let Some(request) = view.request() else { break };
            let reply = worker.reply(request);
            view = view.after(BagEvent::Reply(request, Some(reply)));
        }
        view
    }

    #[test]
    fn every_target_of_the_page_is_shown() {
        for target in crate::page::TARGETS {
            let view = settled(BagView::open(&format!("#/bag?target={target}")), 1);
            assert!(view.is_current() && view.request().is_none(), "{target}");
            assert_eq!(view.failure(), None, "{target}");
        }
    }

    #[test]
    fn an_answer_that_cannot_be_read_is_a_failure_and_no_new_request() {
        let view = BagView::open("#/bag?target=64");
        let solve = view.request().unwrap();
        let other = BagRequest::Solve(BagGame::new(32, 0.1).unwrap());
        let sample = BagRequest::Sample { game: view.game(), seed: 7.into(), after: 0, games: 1 };
        let answer = |request: BagRequest| Some(BagWorker::default().reply(request));
        // Nothing, the numbers of another target, and a sample.
        for unreadable in [None, answer(other), answer(sample)] {
            let view = view.clone().after(BagEvent::Reply(solve, unreadable));
            assert_eq!((view.request(), view.results()), (None, None));
            let failure = view.failure().unwrap();
            assert!(failure.contains("target 64") && failure.contains("Try again"), "{failure}");
            // The reader tries again, chooses another target, or opens another address.
            let again = view.clone().after(BagEvent::TryAgain);
            assert_eq!((again.request(), again.attempts()), (Some(solve), 1));
            assert!(settled(again, 1).is_current());
            for event in [BagEvent::Target(16), BagEvent::Open("#/bag?target=16".to_owned())] {
                let changed = view.clone().after(event);
                assert_eq!(changed.failure(), None);
                assert!(settled(changed, 1).is_current());
            }
        }
        // An answer about a game that is not shown any more is no failure of the one that is.
        let view = view.after(BagEvent::Target(16)).after(BagEvent::Reply(solve, None));
        assert_eq!(view.failure(), None);
        assert!(view.request().is_some());
    }

    #[test]
    fn a_sample_that_cannot_be_read_ends_the_sampler() {
        let view = settled(BagView::open("#/bag?target=64"), 1).after(BagEvent::ToggleSampling);
        let request = view.request().unwrap();
        let reply = BagWorker::default().reply(request);
        let BagReply::Sampled(tally) = reply.clone() else { panic!("{reply:?}") };
        let fewer = BagReply::Sampled(GameSample { games: tally.games - 1, ..tally });
        for unreadable in [None, Some(fewer)] {
            let view = view.clone().after(BagEvent::Reply(request, unreadable));
            assert!(view.failure().is_some() && !view.is_sampling() && view.request().is_none());
            let view = view.after(BagEvent::TryAgain).after(BagEvent::ToggleSampling);
            assert_eq!(view.request(), Some(request));
        }
        // A late answer about a seed that is not shown any more changes nothing.
        let view = view.after(BagEvent::TypeSeed("7".to_owned()));
        let view = view.after(BagEvent::Reply(request, Some(reply)));
        assert!(view.tally().is_none() && view.is_sampling() && view.failure().is_none());
    }

    #[test]
    fn a_sample_is_there_when_the_reader_comes_back_to_it() {
        let view = settled(BagView::open("#/bag?target=64"), 1).after(BagEvent::ToggleSampling);
        let sampling = settled(view, 3);
        let paused = sampling.clone().after(BagEvent::ToggleSampling);
        let games = paused.tally().unwrap().games;
        let again = paused.clone().after(BagEvent::OpenAgain(paused.address()));
        assert_eq!(again.tally().unwrap().games, games);
        // A link does what it says, also to the address that is shown.
        for address in [paused.address(), "#/bag?target=32".to_owned()] {
            let opened = paused.clone().after(BagEvent::Open(address));
            assert!(opened.tally().is_none());
            let opened = settled(opened, 1);
            for held in [&paused, &sampling] {
                let back = opened.clone().after(BagEvent::Return(Box::new(held.clone())));
                assert_eq!((back.tally().unwrap().games, back.is_current()), (games, true));
                assert_eq!(back.request(), held.request());
                // A worker that has failed since samples nothing.
                let failed = opened.clone().after(BagEvent::Fail("it ended".to_owned()));
                let back = failed.after(BagEvent::Return(Box::new(held.clone())));
                assert!(!back.is_sampling() && back.failure().is_some());
            }
        }
    }

    #[test]
    fn numbers_are_never_shown_under_another_target() {
        let view = settled(BagView::open("#/bag?target=64"), 1);
        let late = view.clone();
        for event in [BagEvent::Target(32), BagEvent::Open("#/bag?target=32".to_owned())] {
            assert_eq!(view.clone().after(event).results(), None);
        }
        let back = late.after(BagEvent::Target(32)).after(BagEvent::Target(64));
        assert!(back.is_current());
        // The answer about 32 comes late, and does not replace the numbers.
        let other = BagRequest::Solve(BagGame::new(32, 0.1).unwrap());
        let reply = BagWorker::default().reply(other);
        assert!(back.after(BagEvent::Reply(other, Some(reply))).is_current());
    }

    #[test]
    fn changed_settings_are_computed_and_late_replies_are_not_shown_as_current() {
        let view = settled(BagView::open("#/bag?target=64"), 2);
        assert!(view.is_current() && view.request().is_none());
        let solve = BagRequest::Solve(view.game());
        let late = BagWorker::default().reply(solve);
        let view = view.after(BagEvent::SpawnFour("0.25".to_owned()));
        assert!(!view.is_current() && view.results().is_some());
        assert_eq!(view.address(), "#/bag?target=64&spawn_four=0.25");
        let view = view.after(BagEvent::Reply(solve, Some(late)));
        assert!(!view.is_current());
        assert_eq!(view.request(), Some(BagRequest::Solve(view.game())));
        assert!(settled(view, 2).is_current());
    }

    #[test]
    fn text_that_is_no_probability_changes_nothing_but_the_field() {
        let view = settled(BagView::open("#/bag?target=16"), 2);
        let view = view.after(BagEvent::SpawnFour("1.5".to_owned()));
        assert_eq!(view.spawn_text(), "1.5");
        assert!(view.spawn_error().is_some() && view.request().is_none());
        assert_eq!(view.address(), "#/bag?target=16&spawn_four=0.1");
    }

    #[test]
    fn a_sample_grows_until_it_is_paused_and_a_new_seed_begins_again() {
        let view = settled(BagView::open("#/bag?target=64"), 1).after(BagEvent::ToggleSampling);
        let view = settled(view, 30);
        let games = view.tally().unwrap().games;
        assert!(games > 100 && view.is_sampling(), "{games}");
        let view = view.after(BagEvent::ToggleSampling);
        assert!(view.request().is_none() && view.tally().unwrap().games == games);
        let view = view.after(BagEvent::TypeSeed("x".to_owned()));
        assert!(view.seed_field().error_text().is_some() && view.tally().is_some());
        let view = view.after(BagEvent::TypeSeed("7".to_owned()));
        assert!(view.tally().is_none() && view.address().ends_with("&seed=7"));
    }

    #[test]
    fn a_small_chain_is_drawn() {
        let view = BagView::open("#/bag?target=64");
        assert!(view.drawing().is_some());
        assert!(view.after(BagEvent::Target(128)).drawing().is_none());
    }

    #[test]
    fn a_note_about_the_address_goes_away() {
        let view = BagView::open("#/bag?target=9");
        let note = "The link asks for target '9', but that must be a power of two from 8 to 65536.";
        assert_eq!(view.note().as_deref(), Some(note));
        let view = settled(view, 2);
        assert_eq!(view.note().as_deref(), Some(note));
        assert_eq!(view.after(BagEvent::Target(64)).note(), None);
    }

    #[test]
    fn nothing_is_requested_of_a_worker_that_does_not_run() {
        let view = BagView::open("#/bag").after(BagEvent::Fail("no worker".to_owned()));
        assert_eq!((view.request(), view.failure()), (None, Some("no worker")));
        assert!(!view.clone().after(BagEvent::ToggleSampling).is_sampling());
        assert_eq!(view.clone().after(BagEvent::Target(16)).request(), None);
        assert!(view.after(BagEvent::TryAgain).request().is_some());
    }
}
