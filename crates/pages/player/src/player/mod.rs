//! The state of a player, and the values that a page reads from it.

mod effects;
mod reduce;

pub use effects::{PlayerNotice, PlayerRequest};
pub(crate) use reduce::MOVES_BEFORE_TURN;

use std::rc::Rc;

use mdp2048_display::{GameValue, SeedField};
use mdp2048_model::{Game, Outcome, Seed, Step, Valuation, Value, ValuedGame};
use mdp2048_rules::Board;

use crate::continuation::{Continuation, ContinuedPolicy, MoveSource, search_depth};
use crate::timeline::{Tile, Timeline};
use crate::{LoadState, LoadedPolicy, Place, PlayerUrl, Speed};

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
    // The moves of this game that are not taken from the policy.
    continuation: Option<Rc<Continuation>>,
    pub(crate) timeline: Rc<Timeline>,
    // The position shown: cursor <= furthest <= timeline.last().
    cursor: usize,
    // The furthest position visited.
    furthest: usize,
    // True only if there is a next move, now or when more of the policy is decoded.
    running: bool,
    speed: Speed,
    // Whether nobody has begun this game or asked for a position of it.
    is_new: bool,
    // Whether each turning point is shown longer than other boards: in a game of a new seed.
    lingers: bool,
    navigation: Navigation,
    seed_field: SeedField,
    // Whether the text of the seed field was submitted and is not a seed.
    is_seed_wrong: bool,
    // The position from which a game that has ended is played again.
    start: Place,
    // The position to show as soon as the timeline reaches it.
    destination: Option<Place>,
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

/// The least time at a turning point of a game of a new seed, in milliseconds.
const LINGER_MS: u32 = 2500;

/// The error of a win probability that was computed in double precision.
const SOLUTION_ERROR: f64 = 1e-12;

impl Player {
    /// A player at the first board of a seed, without a policy.
    pub fn new(game: Game, seed: Seed) -> Self {
        Self {
            game,
            seed,
            start_board: None,
            load: LoadState::NotRequested,
            continuation: None,
            timeline: Rc::new(Timeline::play(&game, &ContinuedPolicy::default(), seed, None)),
            cursor: 0,
            furthest: 0,
            running: false,
            speed: Speed::default(),
            is_new: true,
            lingers: false,
            navigation: Navigation::Jump,
            seed_field: SeedField::showing(seed),
            is_seed_wrong: false,
            start: Place::Move(0),
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

    /// The first board, if one is chosen; otherwise it is that of the seed.
    pub const fn start_board(&self) -> Option<Board> {
        self.start_board
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

    /// Whether the policy must be loaded, because playing or a requested position needs it.
    pub(crate) const fn needs_policy(&self) -> bool {
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

    /// Whether the game waits for its reader to begin it, at its first board or at that of
    /// `start-at`. Until then its next move is not shown, as the reader may want to guess.
    pub fn awaits_start(&self) -> bool {
        self.is_new && !self.running && self.outcome().is_none()
    }

    /// Whether the next move is shown: not where a game awaits its start, unless the values of all
    /// its moves are shown.
    pub fn shows_next_move(&self) -> bool {
        self.compares_moves() || !self.awaits_start()
    }

    /// Whether the position shown is one after the first from which the game is begun.
    pub fn begins_late(&self) -> bool {
        self.awaits_start() && self.cursor > 0 && self.start == Place::Move(self.cursor)
    }

    /// The milliseconds between two ticks of the clock, [`crate::PlayerEvent::Tick`]; `None` while
    /// nothing moves.
    pub fn tick_ms(&self) -> Option<u32> {
        let ticks = self.running && self.destination.is_none() && self.can_step();
        let ms = self.speed.interval_ms();
        ticks.then(|| if self.lingers && self.is_at_turn() { ms.max(LINGER_MS) } else { ms })
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

    /// The message about a submitted text that is not a seed, until the text changes.
    pub fn seed_error(&self) -> Option<&'static str> {
        self.seed_field.error_text().filter(|_| self.is_seed_wrong)
    }

    /// Sentences about parameters of the URL that cannot be used; `None` if there are none.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The board shown.
    pub fn board(&self) -> Board {
        self.timeline.board(self.cursor)
    }

    /// The board at a position, at most the last one, and how many random tiles of the seed were
    /// used up to it.
    pub fn game_at(&self, position: usize) -> (usize, Board) {
        let position = position.min(self.last());
        let tiles = position + if self.start_board.is_some() { 0 } else { 2 };
        (tiles, self.timeline.board(position))
    }

    /// The tiles to draw, by ascending id.
    pub fn tiles(&self) -> &[Tile] {
        self.timeline.tiles(self.cursor)
    }

    /// The next move; `None` at the last position.
    pub fn next_step(&self) -> Option<&Step> {
        self.timeline.steps.get(self.cursor)
    }

    /// The moves of the positions visited.
    pub(crate) fn visited_steps(&self) -> &[Step] {
        &self.timeline.steps[..self.last().min(self.furthest + 1)]
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
    pub(crate) fn stored_value(&self, position: usize) -> Option<Value> {
        self.timeline.steps.get(position)?.advice.value
    }

    /// The policy and the moves that it does not hold.
    pub(crate) fn continued_policy(&self) -> ContinuedPolicy<'_> {
        ContinuedPolicy { policy: self.policy(), continuation: self.continuation.as_deref() }
    }

    /// Where the move at a position comes from; `None` if it is the policy file.
    pub fn move_source(&self, position: usize) -> Option<MoveSource> {
        let sum = self.timeline.board(position).tile_sum();
        self.continuation.as_ref().filter(|it| it.covers(sum)).map(|it| it.source)
    }

    /// Whether [`crate::PlayerEvent::SearchMove`] adds a move.
    pub fn awaits_search(&self) -> bool {
        let searches = |it: &Rc<Continuation>| it.source == MoveSource::Search;
        match self.timeline.outcome {
            None => self.continuation.as_ref().is_some_and(searches),
            outcome => outcome == Some(Outcome::OffPolicy),
        }
    }

    /// How many moves a search looks ahead.
    pub fn search_depth(&self) -> u32 {
        search_depth(&self.game)
    }

    /// The game, and what the values at a position are.
    pub(crate) fn valued_game(&self, position: usize) -> ValuedGame {
        match self.move_source(position) {
            Some(MoveSource::Solution(valued_game)) => valued_game,
            _ => self.policy().map_or(self.game.into(), |policy| policy.valued_game),
        }
    }

    /// A value at a position with its unit and its rounding error; `None` if the policy file holds
    /// no values.
    pub(crate) fn held_value(&self, position: usize, value: Value) -> Option<GameValue> {
        GameValue::within(value, self.value_error(position, value)?)
    }

    /// The value of an action at a position, as [`Player::held_value`]. A file holds it by its
    /// regret.
    pub(crate) fn held_action_value(
        &self,
        position: usize,
        value: Value,
        regret: f64,
    ) -> Option<GameValue> {
        let of_regret = match self.move_source(position) {
            None => self.policy()?.regret_error(regret),
            Some(_) => 0.0,
        };
        let error = self.value_error(position, value)? + of_regret;
        GameValue::within(value, error)
    }

    /// The largest difference of a value at a position from the exact one.
    fn value_error(&self, position: usize, value: Value) -> Option<f64> {
        if self.move_source(position).is_none() {
            return self.policy()?.value_error;
        }
        // A solver's 0 or 1 is exact; see `with_certainty`.
        let is_rounded =
            value.valuation() == Valuation::Probability && !matches!(value.get(), 0.0 | 1.0);
        Some(if is_rounded { SOLUTION_ERROR } else { 0.0 })
    }

    /// Whether values and regrets at a position are exact to rounding.
    pub(crate) fn holds_exact_values(&self, position: usize) -> bool {
        match self.move_source(position) {
            None => self.policy().is_some_and(LoadedPolicy::holds_exact_values),
            Some(source) => source != MoveSource::Search,
        }
    }

    /// The URL of the position shown, or of the position requested while it is not reached.
    pub fn url(&self) -> PlayerUrl {
        let position = match self.destination {
            Some(Place::Move(position)) => position,
            Some(Place::Percentage(_) | Place::End) | None => self.cursor,
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

#[cfg(test)]
mod tests;
