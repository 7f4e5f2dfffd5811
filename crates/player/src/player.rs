//! The state of a player, and what events do to it.

use std::rc::Rc;

use mdp2048_display::{SeedField, short_seed};
use mdp2048_model::{Game, Outcome, Seed, Step};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::Board;

use crate::timeline::{Tile, Timeline};
use crate::{Event, Load, PlayerUrl, Speed};

/// A player of the seeded games of one game.
///
/// A position counts the moves played: 0 is the first board.
#[derive(Clone, Debug)]
pub struct Player {
    game: Game,
    seed: Seed,
    load: Load,
    timeline: Rc<Timeline>,
    // cursor <= furthest <= timeline.last()
    cursor: usize,
    furthest: usize,
    // Only before the last position, or while the timeline is open.
    running: bool,
    speed: Speed,
    navigation: Navigation,
    seed_field: SeedField,
    // The position to go to as soon as the timeline gets there.
    awaited: Option<usize>,
    message: Option<String>,
}

/// How the player came to its position, which tells how to draw the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// From the position before.
    Forward,
    /// From the position after.
    Backward,
    /// From anywhere.
    Jump,
}

impl Navigation {
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
            load: Load::NotRequested,
            timeline: Rc::new(Timeline::first(&game, seed)),
            cursor: 0,
            furthest: 0,
            running: false,
            speed: Speed::default(),
            navigation: Navigation::Jump,
            seed_field: SeedField::showing(seed),
            awaited: None,
            message: None,
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
            Event::Tick if self.running && self.awaited.is_none() => self.advance(),
            Event::Tick => {}
            Event::Step => {
                self.running = false;
                self.advance();
            }
            Event::Back => {
                let motion = if self.cursor > 0 { Navigation::Backward } else { self.navigation };
                self.go(self.cursor.saturating_sub(1));
                self.navigation = motion;
            }
            Event::Restart => self.go(0),
            Event::End if self.timeline.is_open() => self.awaited = Some(usize::MAX),
            Event::End => self.go(self.timeline.last()),
            Event::GoTo(position) => self.go(position.min(self.furthest)),
            Event::GoBy(moves) => {
                self.go(self.cursor.saturating_add_signed(moves).min(self.furthest));
            }
            Event::TypeSeed(text) => self.seed_field = SeedField::typed(text),
            Event::SubmitSeed => {
                if let Some(seed) = self.seed_field.seed().filter(|&seed| seed != self.seed) {
                    self.set_seed(seed);
                }
            }
            Event::SetSeed(seed) => self.set_seed(seed),
            Event::RandomSeed(word) => self.set_seed(short_seed(word, self.seed)),
            Event::SetSpeed(speed) => self.speed = speed,
            Event::OpenUrl(link) => self.visit(&link),
        }
        self
    }

    fn set_load(&mut self, load: Load) {
        let refused = load.policy().and_then(|policy| policy.expect_game(&self.game).err());
        self.load = refused.map_or(load, |error| Load::Failed(error.into()));
        match self.load {
            Load::Decoding { .. } | Load::Ready(_) => self.play_on(),
            Load::Failed(_) => self.running = false,
            Load::NotRequested | Load::Downloading { .. } => {}
        }
    }

    /// Films the seed's game as far as the policy goes. The reader stays on the board that is
    /// shown, if the game still comes to it, or goes to the one that is awaited.
    fn play_on(&mut self) {
        let Some(policy) = self.load.policy() else { return };
        let timeline = self.timeline.played_on(&self.game, policy, self.seed);
        let is_behind = timeline.is_open()
            && timeline.last() < self.furthest
            && self.timeline.agrees(&timeline, timeline.last());
        if is_behind {
            // The same file is unpacked once more and will get there again.
            return;
        }
        let is_same = timeline.agrees(&self.timeline, self.furthest);
        self.timeline = Rc::new(timeline);
        if !is_same {
            (self.cursor, self.furthest, self.navigation) = (0, 0, Navigation::Jump);
        }
        let running = self.running;
        self.go_where_awaited();
        self.running = running && self.goes_on();
    }

    /// Goes to the position that is awaited, if the timeline gets there.
    fn go_where_awaited(&mut self) {
        let last = self.timeline.last();
        let Some(position) = self.awaited else { return };
        if position <= last {
            self.go(position);
        } else if !self.timeline.is_open() {
            if position < usize::MAX {
                self.add_message(&format!(
                    "The link asks for move {position}, but this game has {last}; here is its end."
                ));
            }
            self.go(last);
        }
    }

    fn start(&mut self) {
        if self.outcome().is_some() {
            self.go(0);
        }
        // After a failure, it waits for a new try.
        self.running = !matches!(self.load, Load::Failed(_)) && self.goes_on();
    }

    /// Whether there is more to play, now or as soon as more of the policy is there.
    fn goes_on(&self) -> bool {
        self.timeline.is_open() || self.cursor < self.timeline.last()
    }

    fn advance(&mut self) {
        if self.cursor == self.timeline.last() {
            return;
        }
        let running = self.running;
        self.go(self.cursor + 1);
        self.navigation = Navigation::Forward;
        self.running = running && self.goes_on();
    }

    fn go(&mut self, position: usize) {
        self.cursor = position.min(self.timeline.last());
        self.furthest = self.furthest.max(self.cursor);
        self.navigation = Navigation::Jump;
        self.running = false;
        // Whoever goes somewhere no longer waits to be taken elsewhere.
        self.awaited = None;
    }

    fn set_seed(&mut self, seed: Seed) {
        self.seed = seed;
        self.seed_field = SeedField::showing(seed);
        self.message = None;
        let timeline = Timeline::first(&self.game, seed);
        self.timeline = Rc::new(match self.load.policy() {
            Some(policy) => timeline.played_on(&self.game, policy, seed),
            None => timeline,
        });
        self.furthest = 0;
        self.go(0);
    }

    fn visit(&mut self, link: &PlayerUrl) {
        self.set_seed(link.seed.unwrap_or(self.seed));
        for note in &link.problems {
            self.add_message(&note.to_string());
        }
        self.awaited = link.position;
        if self.policy().is_some() {
            self.go_where_awaited();
        }
    }

    fn add_message(&mut self, text: &str) {
        let before = self.message.take().map_or(String::new(), |note| note + " ");
        self.message = Some(before + text);
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

    /// The policy, as far as it is there.
    pub fn policy(&self) -> Option<&PackedPolicy> {
        self.load.policy()
    }

    /// Whether what comes next, or where the reader wants to be, is not unpacked yet.
    pub fn is_held_up(&self) -> bool {
        let is_at_end = self.timeline.is_open() && self.cursor == self.timeline.last();
        matches!(self.load, Load::Decoding { .. }) && (is_at_end || self.awaited.is_some())
    }

    /// Whether something was asked for that needs a policy which nobody is loading.
    pub const fn needs_policy(&self) -> bool {
        matches!(self.load, Load::NotRequested) && (self.running || self.awaited.is_some())
    }

    /// The position that is shown: how many moves were played.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// The furthest position that was visited.
    pub const fn furthest(&self) -> usize {
        self.furthest
    }

    /// The position of the last board as far as the policy tells; 0 without one.
    pub fn last(&self) -> usize {
        self.timeline.last()
    }

    /// Whether the player plays on its own, or will as soon as its policy gets so far.
    pub const fn running(&self) -> bool {
        self.running
    }

    /// The time between two ticks in milliseconds while the player plays.
    pub fn tick_ms(&self) -> Option<u32> {
        let ticks = self.running && self.awaited.is_none() && self.can_step();
        ticks.then(|| self.speed.interval_ms())
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
    pub const fn navigation(&self) -> Navigation {
        self.navigation
    }

    /// The seed box.
    pub const fn seed_field(&self) -> &SeedField {
        &self.seed_field
    }

    /// What there is to say about the link that led here.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The board that is shown.
    pub fn board(&self) -> Board {
        self.timeline.board(self.cursor)
    }

    /// The last board of the game.
    pub(crate) fn last_board(&self) -> Board {
        self.timeline.board(self.timeline.last())
    }

    /// The tiles to draw, by ascending id.
    pub fn tiles(&self) -> &[Tile] {
        self.timeline.tiles(self.cursor)
    }

    /// The step that is played next, if there is one.
    pub fn next_step(&self) -> Option<&Step> {
        self.timeline.steps.get(self.cursor)
    }

    /// The steps up to the furthest position.
    pub fn visited(&self) -> &[Step] {
        &self.timeline.steps[..self.furthest]
    }

    /// How the game ended, if the last position is shown.
    pub fn outcome(&self) -> Option<Outcome> {
        self.timeline.outcome.filter(|_| self.cursor == self.timeline.last())
    }

    /// How the game ended, if its end was visited.
    pub(crate) fn seen_outcome(&self) -> Option<Outcome> {
        self.timeline.outcome.filter(|_| self.furthest == self.timeline.last())
    }

    /// The value of the state at a position as the policy holds it.
    pub(crate) fn held_value(&self, position: usize) -> Option<f64> {
        self.timeline.steps.get(position)?.advice.value
    }

    /// A link to what is shown, or will be as soon as the policy gets so far.
    pub fn url(&self) -> PlayerUrl {
        let awaited = self.awaited.filter(|&position| position < usize::MAX);
        PlayerUrl {
            game: self.game,
            seed: Some(self.seed),
            position: Some(awaited.unwrap_or(self.cursor)),
            problems: Vec::new(),
        }
    }

    /// Whether a step ahead is possible.
    pub fn can_step(&self) -> bool {
        self.cursor < self.timeline.last()
    }

    /// Whether a step back is possible.
    pub const fn can_go_back(&self) -> bool {
        self.cursor > 0
    }
}

#[cfg(test)]
#[path = "player_tests.rs"]
mod tests;
