//! The state of the page that explores positions, as a reducer.

use mdp2048_model::{Game, Seed, Status, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent};

use crate::editor::Editor;
use crate::event::ExploreEvent;
use crate::game_choice::with_spawn_four;
use crate::held_solution::HeldSolution;
use crate::known_values::KnownValues;
use crate::line::{LineMove, LineOfPlay};
use crate::play::{Hints, SpawnRule, extreme_move, seeded_move, seeded_start};
use crate::position::{Obstacle, Remedy, random_position, read_pasted};
use crate::review::{Review, ReviewError};
use crate::url::{ExploreUrl, Mode};
use crate::view::{NextMove, PositionValues, Report};
use crate::{Grade, RecordedGame};

/// A position and a line of play, the game they belong to, and the solutions that are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    url: ExploreUrl,
    editor: Editor,
    /// The action whose random tile is placed by hand next.
    pending: Option<Action>,
    /// The action whose next boards are shown, if the reader has chosen one.
    open: Option<Action>,
    solved: Vec<HeldSolution>,
    /// What is wrong with the last input.
    note: Option<String>,
    /// Counts the changes that the browser's Back button undoes.
    landmarks: u32,
}

impl Exploration {
    /// Opens the fragment of a URL.
    pub fn open(fragment: &str) -> Self {
        Self {
            url: ExploreUrl::parse(fragment),
            editor: Editor::default(),
            pending: None,
            open: None,
            solved: Vec::new(),
            note: None,
            landmarks: 0,
        }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.url.game
    }

    /// The line of play.
    pub const fn line(&self) -> &LineOfPlay {
        &self.url.line
    }

    /// The board that is shown. While a random tile is placed by hand, it is the board without it.
    pub fn board(&self) -> Board {
        let board = self.url.line.board();
        let result = self.pending.and_then(|action| self.game().act(board, action));
        result.map_or(board, |result| result.after.board())
    }

    /// Whether the reader edits or plays.
    pub const fn mode(&self) -> Mode {
        self.url.mode
    }

    /// Where random tiles come from.
    pub const fn spawn_rule(&self) -> SpawnRule {
        self.url.spawn_rule
    }

    /// When values are shown.
    pub const fn hints(&self) -> Hints {
        self.url.hints
    }

    /// The seed of the random tiles.
    pub const fn seed(&self) -> Seed {
        self.url.seed
    }

    /// The cell that is edited.
    pub fn cell(&self) -> usize {
        self.editor.cell(self.url.line.board())
    }

    /// Whether the next cell that is chosen exchanges its tile with the chosen cell's.
    pub const fn is_swapping(&self) -> bool {
        self.editor.is_swapping()
    }

    /// The action whose random tile the reader places next.
    pub const fn pending(&self) -> Option<Action> {
        self.pending
    }

    /// The sentences about what the URL or the last input asks for in vain.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let problems = self.url.problems.iter().map(|it| format!("The link asks for {it}."));
        problems.chain(self.note.clone())
    }

    /// The solutions in memory.
    pub fn solved(&self) -> &[HeldSolution] {
        &self.solved
    }

    /// The solution of the game, if it is in memory.
    pub fn solution(&self) -> Option<&HeldSolution> {
        self.solved.iter().find(|it| it.known.game() == self.game())
    }

    fn known(&self) -> Option<&KnownValues> {
        self.solution().map(|it| &it.known)
    }

    /// The reason why the board is not a position with values.
    pub fn obstacle(&self) -> Option<Obstacle> {
        Obstacle::of(self.game(), self.url.line.board(), self.known())
    }

    /// The next sensible step for a board that is not a position.
    pub fn remedy(&self) -> Option<Remedy> {
        self.obstacle()?.remedy(self.game(), self.url.line.board(), self.known())
    }

    /// The values of the position, if they are known.
    pub fn values(&self) -> Option<PositionValues> {
        PositionValues::of(self.known()?, self.url.line.board())
    }

    /// What can happen next after the action that the reader has chosen, else after the best one.
    pub fn next_move(&self) -> Option<NextMove> {
        let board = self.url.line.board();
        if self.game().status(board) != Status::Playing {
            return None;
        }
        let is_allowed = |action: &Action| self.game().act(board, *action).is_some();
        let best = self.known().and_then(|it| it.of_board(board)).and_then(|it| it.choice());
        let first = board.allowed().next();
        let action = self.open.filter(is_allowed).or(best).or(first)?;
        self.next_of(action)
    }

    fn next_of(&self, action: Action) -> Option<NextMove> {
        NextMove::of(self.game(), self.known(), self.url.line.board(), action)
    }

    /// The line as a recorded game.
    pub fn record(&self) -> Option<RecordedGame> {
        self.line().record(self.game())
    }

    /// The review of the line, if its values are known.
    pub fn review(&self) -> Option<Result<Review, ReviewError>> {
        let record = self.record()?;
        let known = self.known()?;
        let boards = record.moves().iter().map(|it| it.board).chain([record.last()]);
        let is_known = boards.into_iter().all(|board| known.knows(board));
        is_known.then(|| Review::of(known, &record))
    }

    /// The review of the line for people, if its values are known.
    pub fn report(&self) -> Option<Result<Report, ReviewError>> {
        let review = self.review()?;
        let (record, known) = (self.record()?, self.known()?);
        Some(review.map(|review| Report::new(known.valued_game(), &record, &review)))
    }

    /// Whether the values of the position are shown.
    pub fn shows_values(&self) -> bool {
        self.mode() == Mode::Edit || self.hints() == Hints::Always || self.is_over()
    }

    /// Whether the grades of the moves are shown.
    pub fn shows_grades(&self) -> bool {
        match self.hints() {
            _ if self.mode() == Mode::Edit => true,
            Hints::Always | Hints::After => true,
            Hints::AtEnd => self.is_over(),
            Hints::Never => false,
        }
    }

    /// Whether the game is over on the last board of the line.
    fn is_over(&self) -> bool {
        let last = self.line().board_at(self.line().moves().len());
        self.game().status(last) != Status::Playing
    }

    /// Boards whose values the page needs and does not have, separated by spaces as a solver reads
    /// them; empty if there are none or the game is not solved.
    pub fn wanted(&self) -> Vec<Board> {
        let Some(known) = self.known() else { return Vec::new() };
        let board = self.url.line.board();
        let line = (0..=self.line().moves().len()).map(|ply| self.line().board_at(ply));
        let mut boards: Vec<Board> = line.collect();
        if self.game().status(board) == Status::Playing {
            let results = Action::ALL.into_iter().filter_map(|it| self.game().act(board, it));
            let afters: Vec<_> = results.filter(|it| !it.wins).map(|it| it.after).collect();
            let next = afters.into_iter().flat_map(|after| self.game().spawns(after));
            boards.extend(next.map(|(board, _)| board));
        }
        if let Some(obstacle) = self.obstacle() {
            boards.extend(obstacle.candidates(self.game(), board));
        }
        boards.retain(|&board| !known.knows(board));
        let mut states: Vec<_> = boards.into_iter().map(|it| CanonicalState::of(it).0).collect();
        states.sort_unstable();
        states.dedup();
        states.into_iter().map(CanonicalState::board).collect()
    }

    /// The fragment of the URL.
    pub fn url(&self) -> String {
        self.url.to_string()
    }

    /// Whether the URL asked for something that cannot be shown, and nothing has changed since.
    pub fn has_problems(&self) -> bool {
        !self.url.problems.is_empty()
    }

    /// A number that grows with each change that the browser's Back button undoes.
    pub const fn landmarks(&self) -> u32 {
        self.landmarks
    }

    /// The exploration after an event.
    #[must_use]
    pub fn after(mut self, event: ExploreEvent) -> Self {
        match event {
            ExploreEvent::Solved(solved) => {
                self.solved.retain(|it| it.known.game() != solved.known.game());
                self.solved.push(solved);
                return self;
            }
            ExploreEvent::Forget(game) => {
                self.solved.retain(|it| *it.known.game() != game);
                return self;
            }
            ExploreEvent::Values(game, values) => {
                let solved = self.solved.iter_mut().find(|it| *it.known.game() == game);
                if let Some(solved) = solved {
                    values.into_iter().for_each(|(board, it)| solved.known.insert(board, it));
                }
                return self;
            }
            ExploreEvent::OpenUrl(fragment) => {
                return Self {
                    solved: self.solved,
                    landmarks: self.landmarks,
                    ..Self::open(&fragment)
                };
            }
            _ => {}
        }
        self.url.problems.clear();
        self.note = None;
        if !matches!(event, ExploreEvent::TypeDigit(_)) {
            let swapping = self.editor.is_swapping();
            let keeps = matches!(event, ExploreEvent::ChooseCell(_) | ExploreEvent::WalkCells(_))
                || matches!(event, ExploreEvent::Swap);
            self.editor.settle();
            if swapping && keeps {
                self.editor.toggle_swap();
            }
        }
        self.changed(event);
        self
    }

    fn changed(&mut self, event: ExploreEvent) {
        let board = self.url.line.board();
        match event {
            ExploreEvent::ChooseGame(game) => self.choose_game(game),
            ExploreEvent::TypeDiscount(text) => {
                let game = text.trim().parse().map(|discount| self.game().discounted(discount));
                match game {
                    Ok(Ok(game)) => self.choose_game(game),
                    Ok(Err(error)) => self.note = Some(sentence(&error.to_string())),
                    Err(_) => self.note = Some(not_a_number("discount", &text)),
                }
            }
            ExploreEvent::TypeSpawnFour(text) => {
                let game = text.trim().parse().map(|four| with_spawn_four(self.game(), four));
                match game {
                    Ok(Ok(game)) => self.choose_game(game),
                    Ok(Err(error)) => self.note = Some(sentence(&error.to_string())),
                    Err(_) => self.note = Some(not_a_number("probability of a 4", &text)),
                }
            }
            ExploreEvent::SetMode(mode) => {
                self.url.mode = mode;
                self.pending = None;
            }
            ExploreEvent::ChooseCell(cell) => {
                if let Some(changed) = self.editor.choose(board, cell) {
                    self.edit(changed);
                }
            }
            ExploreEvent::WalkCells(direction) => {
                let cell = self.editor.walk(board, direction);
                if let Some(changed) = self.editor.choose(board, cell) {
                    self.edit(changed);
                }
            }
            ExploreEvent::Swap => self.editor.toggle_swap(),
            ExploreEvent::Place(tile) => self.edit(board.with(self.cell(), tile)),
            ExploreEvent::Resize(larger) => {
                let old = board.tile(self.cell()).get();
                let new = if larger { old + 1 } else { old.saturating_sub(1) };
                let most = self.game().radix().max(2) - 1;
                if let Some(tile) = Exponent::new(new.min(most)) {
                    self.edit(board.with(self.cell(), tile));
                }
            }
            ExploreEvent::TypeDigit(digit) => {
                if let Some(changed) = self.editor.type_digit(board, digit) {
                    self.edit(changed);
                }
            }
            ExploreEvent::Turn(turn) => self.edit(turn.of(board)),
            ExploreEvent::Random(seed) => {
                if let Some(board) = random_position(self.game(), seed) {
                    self.edit(board);
                }
            }
            ExploreEvent::Paste(text) if text.trim().is_empty() => {}
            ExploreEvent::Paste(text) => self.paste(&text),
            ExploreEvent::Remedy(remedy) => {
                self.choose_game(remedy.game);
                self.edit(remedy.board);
            }
            ExploreEvent::Open(action) => self.open = Some(action),
            ExploreEvent::Follow(step) => {
                self.landmarks += 1;
                self.follow(step);
            }
            ExploreEvent::GoTo(ply) => self.go_to(ply),
            ExploreEvent::Undo if self.pending.is_some() => self.pending = None,
            ExploreEvent::Undo => self.go_to(self.line().at().saturating_sub(1)),
            ExploreEvent::Redo => self.go_to(self.line().at() + 1),
            ExploreEvent::Act(action) => self.act(action),
            ExploreEvent::PlaceSpawn(cell, tile) => self.place_spawn(cell, tile),
            ExploreEvent::NewGame(seed) => {
                self.url.seed = seed;
                self.url.mode = Mode::Play;
                self.edit(seeded_start(self.game(), seed));
            }
            ExploreEvent::SetSpawnRule(rule) => {
                self.url.spawn_rule = rule;
                self.pending = None;
            }
            ExploreEvent::SetHints(hints) => self.url.hints = hints,
            ExploreEvent::NextMistake => self.next_mistake(),
            ExploreEvent::LoadGame(text) => self.load(&text),
            _ => {}
        }
    }

    /// Shows another board, which begins a new line.
    fn edit(&mut self, board: Board) {
        self.pending = None;
        if *self.line() == LineOfPlay::new(board) {
            return;
        }
        self.landmarks += 1;
        self.open = None;
        self.url.line = LineOfPlay::new(board);
    }

    fn choose_game(&mut self, game: Game) {
        if game == *self.game() {
            return;
        }
        let old = self.line().first();
        self.landmarks += 1;
        self.url.game = game;
        self.pending = None;
        self.open = None;
        if game.shape() != old.shape() {
            self.url.line = LineOfPlay::new(seeded_start(&game, self.seed()));
        } else {
            // The moves of the line may be those of another game.
            let board = self.line().board();
            let is_allowed = self.line().record(&game).is_some();
            if !is_allowed {
                self.url.line = LineOfPlay::new(board);
            }
        }
    }

    fn paste(&mut self, text: &str) {
        let board = match read_pasted(text, self.game().shape()) {
            Ok(board) => board,
            Err(error) => {
                self.note = Some(sentence(&error.to_string()));
                return;
            }
        };
        if board.shape() != self.game().shape() {
            let game = crate::game_choice::with_shape(self.game(), board.shape());
            self.choose_game(game);
            self.note = Some(format!("The board is now {}.", board.shape()));
        }
        self.edit(board);
    }

    fn go_to(&mut self, ply: usize) {
        self.pending = None;
        self.open = None;
        self.url.line.go_to(ply);
    }

    fn follow(&mut self, step: LineMove) {
        let game = *self.game();
        if self.url.line.follow(&game, step) {
            self.pending = None;
            self.open = None;
        }
    }

    fn act(&mut self, action: Action) {
        let game = *self.game();
        let board = self.line().board();
        if self.pending.is_some() || game.status(board) != Status::Playing {
            return;
        }
        let step = match self.spawn_rule() {
            SpawnRule::Seed => seeded_move(&game, self.line(), self.seed(), action),
            SpawnRule::ByHand => {
                self.pending = game.act(board, action).map(|_| action);
                return;
            }
            rule @ (SpawnRule::Worst | SpawnRule::Best) => {
                let next = self.next_of(action);
                let is_known = |it: &NextMove| it.boards.iter().all(|it| it.value.is_some());
                match next {
                    Some(next) if is_known(&next) => {
                        extreme_move(&next, &game, board, rule == SpawnRule::Best)
                    }
                    Some(_) => {
                        let text = "The best and the worst random tile are known once the game is \
                                    solved: press Solve, or choose random tiles by seed.";
                        self.note = Some(text.to_owned());
                        None
                    }
                    None => None,
                }
            }
        };
        if let Some(step) = step {
            self.follow(step);
        }
    }

    fn place_spawn(&mut self, cell: usize, tile: Exponent) {
        let Some(action) = self.pending else { return };
        let after = self.board();
        if cell < after.shape().cells() && after.tile(cell).is_empty() {
            self.follow(LineMove { action, next: after.with(cell, tile) });
        }
    }

    fn next_mistake(&mut self) {
        let Some(Ok(review)) = self.review() else { return };
        let moves = review.moves.len();
        let order = (self.line().at() + 1..moves).chain(0..=self.line().at().min(moves));
        let mistake = order
            .into_iter()
            .find(|&ply| review.moves.get(ply).is_some_and(|it| it.grade != Grade::Perfect));
        match mistake {
            Some(ply) => self.go_to(ply),
            None => self.note = Some("All moves are perfect.".to_owned()),
        }
    }

    fn load(&mut self, text: &str) {
        match RecordedGame::parse(self.game(), text) {
            Ok(record) => {
                self.landmarks += 1;
                self.pending = None;
                self.open = None;
                self.url.line = LineOfPlay::of(&record);
                self.url.mode = Mode::Play;
            }
            Err(error) => self.note = Some(sentence(&error.to_string())),
        }
    }
}

/// An error as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

fn not_a_number(what: &str, text: &str) -> String {
    let text: String = text.chars().take(20).collect();
    format!("The {what} '{text}' is not a number: write it like 0.1.")
}
