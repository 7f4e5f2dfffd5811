//! The reducer: how each event changes the state of a player.

use std::rc::Rc;

use mdp2048_display::{EffectOf, Reducer, SeedField, counted, link_note, short_seed};
use mdp2048_model::Seed;
use mdp2048_policy::PolicyError;
use mdp2048_rules::Board;

use super::effects::{PlayerRequest, effects_of_change};
use super::{Navigation, Player};
use crate::timeline::Timeline;
use crate::{Continuation, LoadState, MoveSource, Place, PlayerEvent, PlayerUrl};

/// How many moves before its first turning point the game of a new seed begins.
pub(crate) const MOVES_BEFORE_TURN: usize = 15;

impl Reducer for Player {
    type Event = PlayerEvent;
    type Request = PlayerRequest;
    type Held = Self;

    fn begin(&mut self) -> Vec<EffectOf<Self>> {
        Vec::new()
    }

    fn reduce(&mut self, event: PlayerEvent) -> Vec<EffectOf<Self>> {
        let before = self.clone();
        self.change(event);
        effects_of_change(&before, self)
    }

    /// The player without its policy, which may be large.
    fn held(&self) -> Self {
        Self { load: LoadState::NotRequested, ..self.clone() }
    }
}

impl Player {
    fn change(&mut self, event: PlayerEvent) {
        if is_command(&event) {
            // What a link asked for no longer matters.
            self.message = None;
            self.is_new = false;
        }
        match event {
            PlayerEvent::LoadChanged(load) => self.set_load(load),
            PlayerEvent::Continue(continuation) => self.continue_with(continuation),
            PlayerEvent::SearchMove => self.search_move(),
            PlayerEvent::Start => self.start(),
            PlayerEvent::Pause => self.running = false,
            PlayerEvent::Toggle if self.running => self.running = false,
            PlayerEvent::Toggle => self.start(),
            PlayerEvent::Tick if self.running && self.destination.is_none() => self.advance(),
            PlayerEvent::Tick => {}
            PlayerEvent::Step => {
                self.running = false;
                self.advance();
            }
            PlayerEvent::Back => self.step_back(),
            PlayerEvent::GoToEnd if self.timeline.is_incomplete() => {
                self.destination = Some(Place::End);
            }
            PlayerEvent::GoToEnd => self.go_to(self.timeline.last()),
            PlayerEvent::GoTo(position) => self.go_to(position.min(self.furthest)),
            PlayerEvent::GoBy(moves) => {
                self.go_to(self.cursor.saturating_add_signed(moves).min(self.furthest));
            }
            PlayerEvent::TypeSeed(text) => {
                self.is_seed_wrong &= self.seed_field.text() == text;
                self.seed_field = SeedField::typed(text);
            }
            PlayerEvent::SubmitSeed => self.submit_seed(),
            PlayerEvent::SetSeed(seed) => self.set_game(seed, self.start_board),
            PlayerEvent::RandomSeed(word) => {
                let running = self.running;
                self.set_game(short_seed(word, self.seed), self.start_board);
                self.skip_to_turn();
                self.running = running && self.can_continue();
            }
            PlayerEvent::SetStartBoard(board) => {
                self.set_game(self.seed, board);
            }
            PlayerEvent::SetSpeed(speed) => self.speed = speed,
            PlayerEvent::OpenUrl(url) => self.open_url(&url),
            PlayerEvent::Revisit(url) => self.revisit(&url),
            PlayerEvent::Return(before) => self.return_to(*before),
            PlayerEvent::StartAt(text) => self.start_at(&text),
        }
    }

    fn set_load(&mut self, load: LoadState) {
        let found = load.policy().map(|policy| *policy.game()).filter(|game| *game != self.game);
        self.load = found.map_or(load, |found| {
            let (found, expected) = (Box::new(found), Box::new(self.game));
            LoadState::Failed(PolicyError::OtherGame { found, expected }.into())
        });
        match self.load {
            LoadState::Decoding { .. } | LoadState::Ready(_) => self.extend_timeline(),
            LoadState::Failed(_) => self.running = false,
            LoadState::NotRequested | LoadState::Downloading { .. } => {}
        }
    }

    /// Replays the game as far as the policy is decoded.
    ///
    /// The position shown stays if the game still visits the same boards, else the player returns
    /// to the first board. Then it goes to the destination, if the timeline reaches it.
    fn extend_timeline(&mut self) {
        let policy = self.continued_policy();
        let timeline = Timeline::play(&self.game, &policy, self.seed, self.start_board);
        let is_shorter_beginning = timeline.is_incomplete()
            && timeline.last() < self.furthest
            && self.timeline.agrees(&timeline, timeline.last());
        if is_shorter_beginning {
            // The same file is decoded again after a failure. Keep the boards already visited until
            // decoding reaches them.
            return;
        }
        let is_extension = timeline.agrees(&self.timeline, self.furthest);
        self.timeline = Rc::new(timeline);
        if !is_extension {
            (self.cursor, self.furthest, self.navigation) = (0, 0, Navigation::Jump);
        }
        let running = self.running;
        self.go_to_destination();
        self.running = running && self.can_continue();
    }

    /// Continues the game with moves that are not in the policy, if they begin on one of its
    /// boards.
    fn continue_with(&mut self, continuation: Continuation) {
        if self.timeline.visits(continuation.board) {
            self.continuation = Some(Rc::new(continuation));
            self.extend_timeline();
        }
    }

    /// Continues the game with a search for one move.
    fn search_move(&mut self) {
        if !self.awaits_search() {
            return;
        }
        let last = self.timeline.board(self.timeline.last());
        let mut continuation = match &self.continuation {
            Some(it) if it.source == MoveSource::Search => Continuation::clone(it),
            _ => Continuation::search(last),
        };
        continuation.add_search(&self.game, last);
        self.continue_with(continuation);
    }

    /// Goes to the destination if the timeline reaches it, or to the end of a shorter game.
    fn go_to_destination(&mut self) {
        let last = self.timeline.last();
        match self.destination {
            None => {}
            Some(Place::Move(position)) if position <= last => self.go_to(position),
            Some(_) if self.timeline.is_incomplete() => {}
            Some(place) => {
                if place.is_past(last) {
                    self.add_message(&format!(
                        "There is no {place}: this game has {}. The last board is shown.",
                        counted(last as u64, "move")
                    ));
                }
                self.go_to(place.position(last));
            }
        }
    }

    /// Changes to the game of the seed in the seed field, unless it is shown.
    fn submit_seed(&mut self) {
        match self.seed_field.seed() {
            Some(seed) if seed != self.seed => self.set_game(seed, self.start_board),
            seed => self.is_seed_wrong = seed.is_none(),
        }
    }

    fn start(&mut self) {
        self.submit_seed();
        if self.is_seed_wrong {
            return;
        }
        if self.outcome().is_some() {
            self.set_destination(Some(self.start));
        }
        self.running = self.can_continue();
    }

    /// Whether there is a next move, now or as soon as more of the policy is decoded.
    pub fn can_continue(&self) -> bool {
        self.timeline.is_incomplete() || self.can_step()
    }

    /// Goes one move forward if the timeline has it; does not change whether the player runs.
    fn advance(&mut self) {
        if !self.can_step() {
            return;
        }
        let running = self.running;
        self.is_new = false;
        self.go_to(self.cursor + 1);
        self.navigation = Navigation::Forward;
        self.running = running && self.can_continue();
    }

    fn step_back(&mut self) {
        let navigation = if self.can_go_back() { Navigation::Backward } else { self.navigation };
        self.go_to(self.cursor.saturating_sub(1));
        self.navigation = navigation;
    }

    /// Shows a position, pauses and drops the destination.
    fn go_to(&mut self, position: usize) {
        self.cursor = position.min(self.timeline.last());
        self.furthest = self.furthest.max(self.cursor);
        self.navigation = Navigation::Jump;
        self.running = false;
        self.destination = None;
    }

    /// Shows the first board of the game of a seed, or a chosen first board.
    fn set_game(&mut self, seed: Seed, start_board: Option<Board>) {
        if !self.shows_game(seed, start_board) {
            self.continuation = None;
            self.start = Place::Move(0);
            self.lingers = false;
        }
        (self.seed, self.start_board) = (seed, start_board);
        self.seed_field = SeedField::showing(seed);
        self.is_seed_wrong = false;
        self.is_new = true;
        self.message = None;
        let policy = self.continued_policy();
        self.timeline = Rc::new(Timeline::play(&self.game, &policy, seed, start_board));
        self.furthest = 0;
        self.go_to(0);
    }

    /// Begins a new game shortly before its first turning point, where that is known.
    fn skip_to_turn(&mut self) {
        self.lingers = true;
        if let Some(turn) = self.turning_points().first() {
            let position = turn.position.saturating_sub(MOVES_BEFORE_TURN);
            self.start = Place::Move(position);
            self.go_to(position);
        }
    }

    /// Whether a new game waits at the board with which it begins, shortly before its first turning
    /// point.
    pub(crate) fn waits_before_turn(&self) -> bool {
        let begins = self.cursor > 0 && self.start == Place::Move(self.cursor);
        self.lingers && begins && !self.running
    }

    fn open_url(&mut self, url: &PlayerUrl) {
        self.set_game(url.seed.unwrap_or(self.seed), url.start_board);
        if let Some(note) = link_note(&url.problems) {
            self.add_message(&note);
        }
        let place = url.position.map(Place::Move);
        self.is_new = place.is_none_or(|place| place == self.start);
        self.set_destination(place);
    }

    fn revisit(&mut self, url: &PlayerUrl) {
        let is_same_game = self.shows_game(url.seed.unwrap_or(self.seed), url.start_board);
        let is_there = self.running || self.url().position == Some(url.position.unwrap_or(0));
        if !(is_same_game && is_there && url.problems.is_empty()) {
            self.open_url(url);
        }
    }

    /// Shows what this player showed before; what is loaded since stays.
    fn return_to(&mut self, before: Self) {
        if self.running && self.shows_game(before.seed, before.start_board) {
            return;
        }
        let (load, speed) = (std::mem::take(&mut self.load), self.speed);
        *self = Self { speed, navigation: Navigation::Jump, ..before };
        self.set_load(load);
    }

    fn shows_game(&self, seed: Seed, start_board: Option<Board>) -> bool {
        (self.seed, self.start_board) == (seed, start_board)
    }

    fn start_at(&mut self, text: &str) {
        self.set_game(self.seed, self.start_board);
        match text.parse() {
            Ok(place) => {
                self.start = place;
                self.set_destination(Some(place));
            }
            Err(error) => self.add_message(&format!("The attribute start-at: {error}.")),
        }
    }

    fn set_destination(&mut self, place: Option<Place>) {
        self.destination = place;
        if self.policy().is_some() {
            self.go_to_destination();
        }
    }

    fn add_message(&mut self, text: &str) {
        let before = self.message.take().map_or(String::new(), |message| message + " ");
        self.message = Some(before + text);
    }
}

/// Whether the reader asks with an event for another position than that of a link.
const fn is_command(event: &PlayerEvent) -> bool {
    // Events that change the game write the message anew.
    matches!(
        event,
        PlayerEvent::Start
            | PlayerEvent::Toggle
            | PlayerEvent::Step
            | PlayerEvent::Back
            | PlayerEvent::GoToEnd
            | PlayerEvent::GoTo(_)
            | PlayerEvent::GoBy(_)
    )
}
