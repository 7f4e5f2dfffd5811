//! What a reader does with the position.

use mdp2048_display::{capitalised, short_seed};
use mdp2048_model::{Game, Seed, Status, Values as _};
use mdp2048_rules::{Action, Board, Exponent};

use super::reading::{
    LONGEST_GAME, Reading, TextSource, board_text, game_of_board, game_text, tiles_instead,
};
use super::{Exploration, ExploreEvent};
use crate::line::{LineMove, LineOfPlay};
use crate::play::{Hints, SpawnRule, seeded_move, seeded_start};
use crate::position::{Remedy, random_position, read_pasted};
use crate::url::{Mode, usual_board};
use mdp2048_review::RecordedGame;

impl Exploration {
    /// Does what the reader does with the position.
    pub(super) fn change_position(&mut self, event: ExploreEvent) {
        self.shown.url.problems.clear();
        (self.shown.note, self.shown.refusal) = (None, None);
        self.shown.reading = None;
        if !matches!(event, ExploreEvent::TypeDigit(_)) {
            self.shown.editor.settle();
        }
        let board = self.line().board();
        match event {
            ExploreEvent::ChooseGame(game) => self.choose_game(game),
            ExploreEvent::TypeNumber(field, text) => self.type_number(field, text.trim()),
            ExploreEvent::SetMode(mode) => {
                self.shown.url.mode = mode;
                self.shown.pending = None;
            }
            ExploreEvent::ChooseCell(cell) => self.shown.editor.choose(board, cell),
            ExploreEvent::WalkCells(direction) => {
                let cell = self.shown.editor.walk(board, direction);
                self.shown.editor.choose(board, cell);
            }
            ExploreEvent::Place(tile) => self.place(tile),
            ExploreEvent::Resize(larger) => {
                let old = board.tile(self.cell()).get();
                let new = if larger { old + 1 } else { old.saturating_sub(1) };
                let most = self.game().radix().max(2) - 1;
                if let Some(tile) = Exponent::new(new.min(most)) {
                    self.place(tile);
                }
            }
            ExploreEvent::TypeDigit(digit) => {
                if let Some(tile) = self.shown.editor.type_digit(digit) {
                    self.place(tile);
                }
            }
            ExploreEvent::Clear => self.edit(Board::empty(board.shape())),
            ExploreEvent::Puzzle(board) => self.ask(board),
            ExploreEvent::Random(seed) => {
                if let Some(board) = random_position(self.game(), seed) {
                    self.edit(board);
                }
            }
            ExploreEvent::ReadBoard(texts) => self.read(TextSource::Board, &texts),
            ExploreEvent::Remedy(remedy) => {
                self.choose_game(remedy.game);
                self.edit(remedy.board);
            }
            ExploreEvent::ShowNext(action) => {
                let is_allowed = self.game().act(board, action).is_some();
                self.shown.open =
                    Some(action).filter(|_| is_allowed && self.shown.open != Some(action));
            }
            ExploreEvent::Follow(step) => {
                self.landmarks += 1;
                self.follow(step);
            }
            ExploreEvent::GoTo(ply) => self.go_to(ply),
            ExploreEvent::Undo if self.mode() != Mode::Along && self.shown.pending.is_some() => {
                self.shown.pending = None;
            }
            ExploreEvent::Undo => self.go_to(self.line().at().saturating_sub(1)),
            ExploreEvent::Redo => self.go_to(self.line().at() + 1),
            ExploreEvent::Act(action) => self.act(action),
            ExploreEvent::MoveAlong => self.move_along(),
            ExploreEvent::PlaceSpawn(cell, tile) => self.place_spawn(cell, tile),
            ExploreEvent::RandomGame(word) => self.begin_game(short_seed(word, self.seed())),
            ExploreEvent::SetSpawnRule(rule) => {
                self.shown.url.spawn_rule = rule;
                self.shown.pending = None;
            }
            ExploreEvent::SetHints(hints) => self.shown.url.hints = hints,
            ExploreEvent::NextMistake => self.show_mistake(false),
            ExploreEvent::WorstMove => self.show_mistake(true),
            ExploreEvent::LoadGame(text) => self.read(TextSource::Game, &[text]),
            ExploreEvent::LoadFailed(reason) => self.not_read(TextSource::Game, &reason),
            _ => {}
        }
    }

    pub(super) fn begin_game(&mut self, seed: Seed) {
        self.shown.url.seed = seed;
        self.shown.url.mode = Mode::Play;
        self.edit(seeded_start(self.game(), seed));
    }

    /// Asks for the best move on a board.
    fn ask(&mut self, board: Board) {
        self.shown.url.mode = Mode::Play;
        self.shown.url.hints = Hints::After;
        self.edit(board);
        self.go_to(0);
    }

    /// Places a tile on the chosen cell, unless the cell is locked.
    fn place(&mut self, tile: Exponent) {
        let board = self.shown.url.line.board();
        let changed = board.with(self.cell(), tile);
        // Beside locked cells no tile is as large as theirs.
        if let Some(changed) = Board::from_key(board.shape(), changed.key()) {
            let score = self.score();
            self.edit(changed);
            self.shown.url.score = score;
        }
    }

    /// Shows another board, which begins a new line.
    fn edit(&mut self, board: Board) {
        self.shown.pending = None;
        if *self.line() == LineOfPlay::new(board) {
            return;
        }
        self.landmarks += 1;
        self.shown.open = None;
        self.begin_line(LineOfPlay::new(board));
    }

    /// Shows another line, which begins without points.
    fn begin_line(&mut self, line: LineOfPlay) {
        (self.shown.url.line, self.shown.url.score) = (line, 0);
    }

    pub(super) fn choose_game(&mut self, game: Game) {
        if game == *self.game() {
            return;
        }
        let old = self.line().first();
        self.landmarks += 1;
        self.shown.url.game = game;
        self.shown.url.has_state = false;
        self.shown.pending = None;
        self.shown.open = None;
        if game.shape() != old.shape() {
            let board = usual_board(&game, self.mode(), self.seed());
            self.begin_line(LineOfPlay::new(board));
        } else {
            // The moves of the line may be those of another game.
            let board = self.line().board();
            let is_allowed = self.line().record(&game).is_some();
            if !is_allowed {
                self.begin_line(LineOfPlay::new(board));
            }
        }
    }

    /// Reads the first of these texts that can be read. Without one, the first text counts.
    fn read(&mut self, source: TextSource, texts: &[String]) {
        let mut failure = None;
        for text in texts.iter().filter(|text| !text.trim().is_empty()) {
            let read = match source {
                TextSource::Game => self.load(text).map(|text| (text, None)),
                TextSource::Board => self.paste(text),
            };
            match read {
                Ok((text, other)) => {
                    self.shown.reading = Some(Reading { source, is_read: true, text, other });
                    return;
                }
                Err(reason) => failure = failure.or(Some(reason)),
            }
        }
        if let Some(reason) = failure {
            self.not_read(source, &reason);
        }
    }

    /// Says why a text cannot be read.
    fn not_read(&mut self, source: TextSource, reason: &str) {
        let text = sentence(reason);
        self.shown.reading = Some(Reading { source, is_read: false, text, other: None });
    }

    /// Shows the board of a text; returns a sentence about it and another board that it may mean,
    /// or why it is none.
    fn paste(&mut self, text: &str) -> Result<(String, Option<Remedy>), String> {
        let before = *self.game();
        let pasted = read_pasted(text, before.shape()).map_err(|error| error.to_string())?;
        let held = self.solved.iter().map(|it| it.known.game());
        let game = game_of_board(&before, pasted.board, held);
        self.choose_game(game);
        self.edit(pasted.board);
        Ok((board_text(pasted, &before, &game), tiles_instead(pasted, &game)))
    }

    fn go_to(&mut self, ply: usize) {
        self.shown.pending = None;
        self.shown.open = None;
        self.shown.url.line.go_to(ply);
    }

    pub(super) fn follow(&mut self, step: LineMove) {
        let game = *self.game();
        if self.shown.url.line.follow(&game, step) {
            self.shown.pending = None;
            self.shown.open = None;
        }
    }

    fn act(&mut self, action: Action) {
        let game = *self.game();
        let board = self.line().board();
        if self.mode() == Mode::Along {
            self.shown.is_own = true;
            return self.play_along(action);
        }
        if self.shown.pending.is_some() || game.status(board) != Status::Playing {
            return;
        }
        let step = match self.spawn_rule() {
            SpawnRule::Seed => seeded_move(&game, self.line(), self.seed(), action),
            SpawnRule::ByHand => {
                self.shown.pending = game.act(board, action).map(|_| action);
                return;
            }
        };
        if let Some(step) = step {
            self.follow(step);
        }
    }

    fn place_spawn(&mut self, cell: usize, tile: Exponent) {
        let Some(action) = self.shown.pending else { return };
        let after = self.board();
        if after.shape().is_locked(cell) {
            self.shown.note = Some("This cell is locked: choose an empty one.".to_owned());
        } else if cell < after.shape().cells() && after.tile(cell).is_empty() {
            self.follow(LineMove { action, next: after.with(cell, tile) });
        } else {
            self.shown.note = Some("This cell is taken: choose an empty one.".to_owned());
        }
    }

    /// Shows the board before the next mistake, or before the worst one.
    fn show_mistake(&mut self, is_worst: bool) {
        // The number of moves before each mistake, and a number that is larger for a worse one.
        let (mistakes, none): (Vec<(usize, f64)>, _) = if let Some(review) = self.estimated_review()
        {
            let graded = (0..).zip(review.by_move).filter_map(|(ply, grade)| Some((ply, grade?)));
            let mistakes = graded.filter(|(_, grade)| grade.is_mistake());
            let mistakes = mistakes.map(|(ply, grade)| (ply, f64::from(grade as u8)));
            (mistakes.collect(), "No graded move is an inaccuracy or worse by the estimate.")
        } else if let Some(Ok(review)) = self.review() {
            let moves = review.moves.iter().enumerate().filter(|(_, it)| it.grade.is_mistake());
            let mistakes = moves.map(|(ply, it)| (ply, it.severity()));
            (mistakes.collect(), "No move is an inaccuracy or worse.")
        } else {
            return;
        };
        let at = self.line().at();
        let chosen = match is_worst {
            true => mistakes.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1)),
            false => mistakes.iter().find(|it| it.0 > at).or(mistakes.first()),
        };
        match chosen {
            Some(&(ply, _)) => self.go_to(ply),
            None => self.shown.note = Some(none.to_owned()),
        }
    }

    /// Shows the game of a text; returns a sentence about it, or why it is none.
    fn load(&mut self, text: &str) -> Result<String, String> {
        if text.len() > LONGEST_GAME {
            return Err("the text is longer than a game: give one with a move per line".to_owned());
        }
        let read = RecordedGame::parse_with_seed(self.game(), text);
        let (record, seed) = read.map_err(|error| error.to_string())?;
        self.landmarks += 1;
        self.shown.pending = None;
        self.shown.open = None;
        self.begin_line(LineOfPlay::of(&record));
        self.shown.url.mode = Mode::Play;
        // A reader who goes on gets the further tiles of the same game.
        self.shown.url.seed = seed.unwrap_or(self.shown.url.seed);
        Ok(game_text(&record, seed))
    }
}

/// An error as a sentence.
pub(super) fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
