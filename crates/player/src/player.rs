//! The state of a player, and what events do to it.

use std::rc::Rc;

use mdp2048_model::{Game, Outcome, Replay, Seed, Step};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::Board;

use crate::film::{Film, Tile};
use crate::{Event, Link, Load, SeedBox, Speed, seed_box};

/// A player of the seeded games of one game.
///
/// A position counts the moves played: 0 is the first board.
#[derive(Clone, Debug)]
pub struct Player {
    game: Game,
    seed: Seed,
    load: Load,
    film: Rc<Film>,
    // cursor <= furthest <= film.last()
    cursor: usize,
    furthest: usize,
    // Only before the last position, or while there is no policy.
    running: bool,
    speed: Speed,
    motion: Motion,
    seed_box: SeedBox,
    // The position to go to as soon as there is a policy.
    awaited: Option<usize>,
    note: Option<String>,
}

/// How the player came to its position, which tells how to draw the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// From the position before.
    Forward,
    /// From the position after.
    Backward,
    /// From anywhere.
    Jump,
}

impl Motion {
    /// The name in attributes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
            Self::Jump => "jump",
        }
    }
}

impl Player {
    /// A player at the first board of a seed, without a policy.
    pub fn new(game: Game, seed: Seed) -> Self {
        Self {
            game,
            seed,
            load: Load::Waiting,
            film: Rc::new(Film::first(&game, seed)),
            cursor: 0,
            furthest: 0,
            running: false,
            speed: Speed::default(),
            motion: Motion::Jump,
            seed_box: SeedBox::showing(seed),
            awaited: None,
            note: None,
        }
    }

    /// The player after an event.
    #[must_use]
    pub fn after(mut self, event: Event) -> Self {
        match event {
            Event::Load(load) => self.set_load(load),
            Event::Start => self.start(),
            Event::Pause => self.running = false,
            Event::Toggle if self.running => self.running = false,
            Event::Toggle => self.start(),
            Event::Tick if self.running && self.is_ready() => self.advance(),
            Event::Tick => {}
            Event::Step => {
                self.running = false;
                self.advance();
            }
            Event::Back => {
                let motion = if self.cursor > 0 { Motion::Backward } else { self.motion };
                self.go(self.cursor.saturating_sub(1));
                self.motion = motion;
            }
            Event::Restart => self.go(0),
            Event::End if self.is_ready() => self.go(self.film.last()),
            Event::End => self.awaited = Some(usize::MAX),
            Event::Scrub(position) => self.go(position.min(self.furthest)),
            Event::ScrubBy(moves) => {
                self.go(self.cursor.saturating_add_signed(moves).min(self.furthest));
            }
            Event::TypeSeed(text) => self.seed_box = SeedBox::typed(text),
            Event::ChooseSeed => {
                if let Some(seed) = self.seed_box.seed().filter(|&seed| seed != self.seed) {
                    self.set_seed(seed);
                }
            }
            Event::Seed(seed) => self.set_seed(seed),
            Event::NewSeed(word) => self.set_seed(seed_box::fresh(word, self.seed)),
            Event::Speed(speed) => self.speed = speed,
            Event::Visit(link) => self.visit(&link),
        }
        self
    }

    fn set_load(&mut self, load: Load) {
        self.load = match load {
            Load::Ready(policy) => match policy.expect_game(&self.game) {
                Ok(()) => Load::Ready(policy),
                Err(error) => Load::Failed(error.into()),
            },
            other => other,
        };
        match self.load {
            Load::Ready(_) => {
                let running = self.running;
                self.play();
                self.running = running && self.cursor < self.film.last();
            }
            Load::Failed(_) => self.running = false,
            Load::Waiting | Load::Loading { .. } => {}
        }
    }

    /// Plays the seed's game and goes to its first board, or to the one that is awaited.
    fn play(&mut self) {
        self.film = Rc::new(match &self.load {
            Load::Ready(policy) => Film::of(Replay::play(&self.game, policy.as_ref(), self.seed)),
            _ => Film::first(&self.game, self.seed),
        });
        self.furthest = 0;
        let awaited = self.awaited.take();
        self.go(0);
        if let Some(position) = awaited.filter(|_| self.is_ready()) {
            if position > self.film.last() && position < usize::MAX {
                let last = self.film.last();
                self.add_note(&format!(
                    "The link asks for move {position}, but this game has {last}; here is its end."
                ));
            }
            self.go(position);
        }
    }

    fn start(&mut self) {
        if self.is_ready() && self.cursor == self.film.last() {
            self.go(0);
        }
        // Before there is a policy this is remembered; after a failure, it waits for a new try.
        self.running = match self.load {
            Load::Failed(_) => false,
            Load::Ready(_) => self.cursor < self.film.last(),
            Load::Waiting | Load::Loading { .. } => true,
        };
    }

    fn advance(&mut self) {
        if self.cursor == self.film.last() {
            return;
        }
        let running = self.running;
        self.go(self.cursor + 1);
        self.motion = Motion::Forward;
        self.running = running && self.cursor < self.film.last();
    }

    fn go(&mut self, position: usize) {
        self.cursor = position.min(self.film.last());
        self.furthest = self.furthest.max(self.cursor);
        self.motion = Motion::Jump;
        self.running = false;
        // Whoever goes somewhere no longer waits to be taken elsewhere.
        self.awaited = None;
    }

    fn set_seed(&mut self, seed: Seed) {
        self.seed = seed;
        self.seed_box = SeedBox::showing(seed);
        self.awaited = None;
        self.note = None;
        self.play();
    }

    fn visit(&mut self, link: &Link) {
        self.set_seed(link.seed.unwrap_or(self.seed));
        for note in &link.notes {
            self.add_note(&note.to_string());
        }
        self.awaited = link.position;
        if self.is_ready() {
            self.play();
        }
    }

    fn add_note(&mut self, text: &str) {
        let before = self.note.take().map_or(String::new(), |note| note + " ");
        self.note = Some(before + text);
    }

    fn is_ready(&self) -> bool {
        matches!(self.load, Load::Ready(_))
    }
}

/// What there is to see.
impl Player {
    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game's name in links, and that of its policy file without the extension.
    pub fn name(&self) -> String {
        self.game.name()
    }

    /// The seed that is played.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// How far the policy's loading is.
    pub const fn load(&self) -> &Load {
        &self.load
    }

    /// The policy, if it is there.
    pub fn policy(&self) -> Option<&PackedPolicy> {
        match &self.load {
            Load::Ready(policy) => Some(policy),
            _ => None,
        }
    }

    /// Whether something was asked for that needs a policy which nobody is loading.
    pub const fn wants_policy(&self) -> bool {
        matches!(self.load, Load::Waiting) && (self.running || self.awaited.is_some())
    }

    /// The position that is shown: how many moves were played.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// The furthest position that was visited.
    pub const fn furthest(&self) -> usize {
        self.furthest
    }

    /// The position of the last board; 0 without a policy.
    pub fn last(&self) -> usize {
        self.film.last()
    }

    /// Whether the player plays on its own, or will as soon as its policy is there.
    pub const fn running(&self) -> bool {
        self.running
    }

    /// The time between two ticks in milliseconds while the player plays.
    pub fn tick_ms(&self) -> Option<u32> {
        (self.running && self.is_ready()).then(|| self.speed.interval_ms())
    }

    /// The time a slide takes in milliseconds; a reader's own step is never hurried.
    pub fn slide_ms(&self) -> u32 {
        if self.running { self.speed } else { Speed::default() }.slide_ms()
    }

    /// The speed.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// How the player came to its position.
    pub const fn motion(&self) -> Motion {
        self.motion
    }

    /// The seed box.
    pub const fn seed_box(&self) -> &SeedBox {
        &self.seed_box
    }

    /// What there is to say about the link that led here.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// The board that is shown.
    pub fn board(&self) -> Board {
        self.film.board(self.cursor)
    }

    /// The last board of the game.
    pub(crate) fn last_board(&self) -> Board {
        self.film.board(self.film.last())
    }

    /// The tiles to draw, by ascending id.
    pub fn tiles(&self) -> &[Tile] {
        self.film.tiles(self.cursor)
    }

    /// The step that is played next, if there is one.
    pub fn next_step(&self) -> Option<&Step> {
        self.film.steps.get(self.cursor)
    }

    /// The steps up to the furthest position.
    pub fn visited(&self) -> &[Step] {
        &self.film.steps[..self.furthest]
    }

    /// How the game ended, if the last position is shown.
    pub fn outcome(&self) -> Option<Outcome> {
        self.film.outcome.filter(|_| self.cursor == self.film.last())
    }

    /// How the game ended, if its end was visited.
    pub(crate) fn seen_outcome(&self) -> Option<Outcome> {
        self.film.outcome.filter(|_| self.furthest == self.film.last())
    }

    /// The value of the state at a position as the policy holds it.
    pub(crate) fn held_value(&self, position: usize) -> Option<f64> {
        self.film.steps.get(position)?.advice.value
    }

    /// A link to what is shown, or will be as soon as there is a policy.
    pub fn link(&self) -> Link {
        let awaited = self.awaited.filter(|&position| position < usize::MAX);
        Link {
            game: self.game,
            seed: Some(self.seed),
            position: Some(awaited.unwrap_or(self.cursor)),
            notes: Vec::new(),
        }
    }

    /// Whether a step ahead is possible.
    pub fn can_step(&self) -> bool {
        self.cursor < self.film.last()
    }

    /// Whether a step back is possible.
    pub const fn can_go_back(&self) -> bool {
        self.cursor > 0
    }
}

#[cfg(test)]
#[path = "player_tests.rs"]
mod tests;
