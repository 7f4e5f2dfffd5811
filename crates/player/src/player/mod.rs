//! The state of a player, and the values that a page reads from it.

mod reduce;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use mdp2048_display::{GameValue, SeedField};
use mdp2048_model::{Game, Outcome, Seed, Step};
use mdp2048_rules::Board;

use crate::timeline::{Tile, Timeline};
use crate::{LoadState, LoadedPolicy, PlayerUrl, Speed};

/// A player of the seeded games of one game.
///
/// A *position* is the number of moves played: the first board has position 0.
#[derive(Clone, Debug)]
pub struct Player {
    game: Game,
    seed: Seed,
    // The first board, if it was chosen; else it is that of the seed.
    start_board: Option<Board>,
    load: LoadState,
    timeline: Rc<Timeline>,
    // The position shown: cursor <= furthest <= timeline.last().
    cursor: usize,
    // The furthest position visited.
    furthest: usize,
    // True only if there is a next move, now or when more of the policy is decoded.
    running: bool,
    speed: Speed,
    navigation: Navigation,
    seed_field: SeedField,
    // The position to show as soon as the timeline reaches it.
    destination: Option<Destination>,
    // Sentences about parameters of the URL that cannot be used.
    message: Option<String>,
}

/// How the player reached the position shown, for the animation of the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// By one move forward.
    Forward,
    /// By one move back.
    Backward,
    /// From any position.
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

/// A position to show that the timeline may not have reached yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    Position(usize),
    /// The last board, however many moves the game has.
    End,
}

impl Player {
    /// A player at the first board of a seed, without a policy.
    pub fn new(game: Game, seed: Seed) -> Self {
        Self {
            game,
            seed,
            start_board: None,
            load: LoadState::NotRequested,
            timeline: Rc::new(Timeline::start(&game, seed, None)),
            cursor: 0,
            furthest: 0,
            running: false,
            speed: Speed::default(),
            navigation: Navigation::Jump,
            seed_field: SeedField::showing(seed),
            destination: None,
            message: None,
        }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The name of the game in URLs, and of its policy file without the extension.
    pub fn name(&self) -> String {
        self.game.name()
    }

    /// The seed that is played.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The progress of loading the policy.
    pub const fn load(&self) -> &LoadState {
        &self.load
    }

    /// The policy with the entries decoded so far.
    pub fn policy(&self) -> Option<&LoadedPolicy> {
        self.load.policy()
    }

    /// Whether the reader waits for decoding: the next move or the requested position is missing.
    pub fn awaits_decoding(&self) -> bool {
        let is_at_end = self.timeline.is_incomplete() && self.cursor == self.timeline.last();
        matches!(self.load, LoadState::Decoding { .. }) && (is_at_end || self.destination.is_some())
    }

    /// Whether the page must request the policy, because playing or a requested position needs it.
    pub const fn needs_policy(&self) -> bool {
        matches!(self.load, LoadState::NotRequested) && (self.running || self.destination.is_some())
    }

    /// The position shown.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// The furthest position visited.
    pub const fn furthest(&self) -> usize {
        self.furthest
    }

    /// The last position that the decoded part of the policy reaches; 0 without a policy.
    pub fn last(&self) -> usize {
        self.timeline.last()
    }

    /// Whether the player plays, or will play as soon as the policy is decoded that far.
    pub const fn running(&self) -> bool {
        self.running
    }

    /// The milliseconds between two ticks of the clock, [`crate::PlayerEvent::Tick`]; `None` while
    /// nothing moves.
    pub fn tick_ms(&self) -> Option<u32> {
        let ticks = self.running && self.destination.is_none() && self.can_step();
        ticks.then(|| self.speed.interval_ms())
    }

    /// The duration of a slide in milliseconds. A step of the reader slides at normal speed.
    pub fn slide_ms(&self) -> u32 {
        if self.running { self.speed } else { Speed::default() }.slide_ms()
    }

    /// The speed.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// How the player reached the position shown.
    pub const fn navigation(&self) -> Navigation {
        self.navigation
    }

    /// The seed field.
    pub const fn seed_field(&self) -> &SeedField {
        &self.seed_field
    }

    /// Sentences about parameters of the URL that cannot be used; `None` if there are none.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The board shown.
    pub fn board(&self) -> Board {
        self.timeline.board(self.cursor)
    }

    /// The last board that the decoded part of the policy reaches.
    pub(crate) fn last_board(&self) -> Board {
        self.timeline.board(self.timeline.last())
    }

    /// The tiles to draw, by ascending id.
    pub fn tiles(&self) -> &[Tile] {
        self.timeline.tiles(self.cursor)
    }

    /// The next move; `None` at the last position.
    pub fn next_step(&self) -> Option<&Step> {
        self.timeline.steps.get(self.cursor)
    }

    /// The moves up to the furthest position visited.
    pub fn visited_steps(&self) -> &[Step] {
        &self.timeline.steps[..self.furthest]
    }

    /// How the game ended; `None` unless its last board is shown.
    pub fn outcome(&self) -> Option<Outcome> {
        self.timeline.outcome.filter(|_| self.cursor == self.timeline.last())
    }

    /// How the game ended; `None` unless its last board was visited.
    pub(crate) fn visited_outcome(&self) -> Option<Outcome> {
        self.timeline.outcome.filter(|_| self.furthest == self.timeline.last())
    }

    /// The value at a position as the policy file holds it, without its rounding error.
    pub(crate) fn stored_value(&self, position: usize) -> Option<f64> {
        self.timeline.steps.get(position)?.advice.value
    }

    /// A value from the policy file with its unit and its rounding error; `None` if the file holds
    /// no values.
    pub(crate) fn held_value(&self, value: f64) -> Option<GameValue> {
        let policy = self.policy()?;
        GameValue::within(&policy.valued_game(), value, policy.value_error()?)
    }

    /// The URL of the position shown, or of the position requested while it is not reached.
    pub fn url(&self) -> PlayerUrl {
        let position = match self.destination {
            Some(Destination::Position(position)) => position,
            Some(Destination::End) | None => self.cursor,
        };
        PlayerUrl {
            game: self.game,
            seed: Some(self.seed),
            start_board: self.start_board,
            position: Some(position),
            problems: Vec::new(),
        }
    }

    /// Whether there is a next move.
    pub fn can_step(&self) -> bool {
        self.cursor < self.timeline.last()
    }

    /// Whether there is a previous position.
    pub const fn can_go_back(&self) -> bool {
        self.cursor > 0
    }
}
