//! The reducer: how each event changes the page, and what is to be done then.

use std::rc::Rc;

use mdp2048_display::{
    Effect, EffectOf, Opened, Reducer, SavedFile, SeedField, count, decimal, short_seed,
};
use mdp2048_model::Seed;

use super::{BagView, Failure};
use crate::BagGame;
use crate::page::tables::numbers_csv;
use crate::page::url::TARGETS;
use crate::page::worker::{BagReply, BagRequest};

/// The most games of a sample.
const MOST_GAMES: u32 = 1_000_000;

/// The most moves of the games that one request plays: about ten milliseconds.
const MOVES_PER_REQUEST: f64 = 500_000.0;

/// Something that happens to the page.
#[derive(Clone, Debug)]
pub enum BagEvent {
    /// The reader has come to an entry of the history.
    Open(Box<Opened<BagView>>),
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
    /// The reader saves all numbers.
    Save,
    /// The reader saves the drawing of the whole chain, which is made first.
    SaveChain,
}

impl From<Opened<BagView>> for BagEvent {
    fn from(opened: Opened<BagView>) -> Self {
        Self::Open(Box::new(opened))
    }
}

impl Reducer for BagView {
    type Event = BagEvent;
    type Request = BagRequest;
    type Held = Self;

    fn begin(&mut self) -> Vec<EffectOf<Self>> {
        self.effects()
    }

    fn reduce(&mut self, event: BagEvent) -> Vec<EffectOf<Self>> {
        // A note about the address disappears when the reader changes something.
        if !matches!(event, BagEvent::Reply(..) | BagEvent::Fail(_) | BagEvent::Open(_)) {
            self.url.problems.clear();
        }
        match event {
            BagEvent::Open(opened) => self.open_entry(*opened),
            BagEvent::Target(target) => {
                let spawn_four = self.url.game.spawn_four().get();
                let target = Some(target).filter(|target| TARGETS.contains(target));
                self.change(target.and_then(|target| BagGame::new(target, spawn_four).ok()));
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
            BagEvent::Reply(request, reply) => {
                self.asked = None;
                if let Some(file) = self.receive(request, reply) {
                    return [Effect::Save(file)].into_iter().chain(self.effects()).collect();
                }
            }
            BagEvent::Fail(reason) => {
                self.asked = None;
                self.fail(Failure::Worker(reason));
            }
            BagEvent::TryAgain => self.failure = None,
            BagEvent::SaveChain => self.drawing = self.can_draw() && self.failure.is_none(),
            BagEvent::Save => return self.numbers().map(Effect::Save).into_iter().collect(),
        }
        self.effects()
    }

    fn held(&self) -> Self {
        self.clone()
    }
}

impl BagView {
    /// Shows what an entry of the history asks for.
    fn open_entry(&mut self, opened: Opened<Self>) {
        let opened = match opened {
            Opened::Again(address) if address == self.address() => return,
            Opened::New(address) | Opened::Again(address) => {
                // Results of the same target stay on the page until the new ones are there.
                Self { results: self.results.take(), ..Self::open(&address) }
            }
            Opened::Held(before) => before,
        };
        let failure = self.failure.take().filter(|it| matches!(it, Failure::Worker(_)));
        let sampling = opened.sampling && failure.is_none();
        *self = Self { failure, sampling, drawing: false, asked: self.asked, ..opened };
    }

    fn change(&mut self, game: Option<BagGame>) {
        let Some(game) = game.filter(|&game| game != self.url.game) else { return };
        self.url.game = game;
        self.tally = None;
        if matches!(self.failure, Some(Failure::Answer(_))) {
            self.failure = None;
        }
        self.drawing = false;
    }

    fn fail(&mut self, failure: Failure) {
        self.failure = Some(failure);
        (self.sampling, self.drawing) = (false, false);
    }

    fn sample_seed(&mut self, seed: Seed) {
        if seed != self.url.seed {
            self.url.seed = seed;
            self.tally = None;
        }
    }

    /// Takes the answer of the worker, and returns the file that the reader waits for if it has that.
    /// One that cannot be read is a failure: the same request would give it again.
    fn receive(&mut self, request: BagRequest, reply: Option<BagReply>) -> Option<SavedFile> {
        let mut file = None;
        let is_read = match (request, reply) {
            (BagRequest::Solve(game), Some(BagReply::Solved(results))) if results.game == game => {
                if game == self.url.game || !self.is_current() {
                    self.results = Some(Rc::from(results));
                }
                true
            }
            (BagRequest::Draw(game), Some(BagReply::Drawn(text))) => {
                if game == self.url.game && std::mem::take(&mut self.drawing) {
                    let name = format!("bag_to_{}.svg", game.target());
                    file = Some(SavedFile { name, media_type: "image/svg+xml", text });
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
        file
    }

    fn is_full(&self) -> bool {
        self.tally.as_ref().is_some_and(|tally| tally.games >= MOST_GAMES)
    }

    /// What is to be computed next; `None` if everything is.
    fn request(&self) -> Option<BagRequest> {
        let game = self.url.game;
        if self.failure.is_some() {
            return None;
        }
        let Some(results) = self.results.as_ref().filter(|results| results.game == game) else {
            return Some(BagRequest::Solve(game));
        };
        if self.drawing {
            return Some(BagRequest::Draw(game));
        }
        if !self.sampling {
            return None;
        }
        let after = self.tally.as_ref().map_or(0, |tally| tally.games);
        // The first batches are small, so that a reader sees the histogram grow.
        let games = (MOVES_PER_REQUEST / results.steps.mean.max(1.0)) as u32;
        let games = games.min(after / 16 + 4).clamp(1, MOST_GAMES - after);
        Some(BagRequest::Sample { game, seed: self.url.seed, after, games })
    }

    /// What the page has to do now.
    fn effects(&mut self) -> Vec<EffectOf<Self>> {
        // An address with problems stays visible until the reader changes something.
        let address = self.url.problems.is_empty().then(|| self.address());
        let mut effects = vec![Effect::WriteAddress(address)];
        if self.asked.is_none() {
            self.asked = self.request();
            effects.extend(self.asked.map(Effect::Ask));
        }
        effects
    }

    /// The file with all numbers; `None` before they are computed.
    fn numbers(&self) -> Option<SavedFile> {
        let results = self.results()?;
        let tally = self.tally.as_deref().filter(|_| self.is_current());
        let name = format!("bag_to_{}.csv", results.game.target());
        Some(SavedFile { name, media_type: "text/csv", text: numbers_csv(results, tally) })
    }
}
