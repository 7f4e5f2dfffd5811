//! The page that explores positions.
//!
//! [`Exploration`] is its state. The file `reduce.rs` tells each event to the part that it concerns:
//! what a reader does with the position (`change.rs`), the workers that solve (`solving.rs`), the
//! map of difficulty (`mapping.rs`) and the learned agent (`agent.rs`). What the program does while a
//! reader enters the random tiles is in `along.rs`.

mod agent;
mod along;
mod analysis;
mod change;
mod editor;
mod entered;
mod event;
mod game_need;
mod held_solution;
mod mapping;
mod number_field;
mod reading;
mod reduce;
mod request;
mod reviewing;
mod slots;
mod solve_progress;
mod solving;
mod unasked;
mod worker_event;

use mdp2048_display::{Measure, link_note};
use mdp2048_model::{Game, Seed, Status, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::difficulty::DifficultyMap;
use crate::estimates::{AgentEstimates, EstimatedPosition, is_estimated};
use crate::known_values::KnownValues;
use crate::line::LineOfPlay;
use crate::play::{Hints, SpawnRule};
use crate::position::{FoundFormation, Obstacle, Remedy};
use crate::url::{ExploreUrl, Mode};
use crate::view::{NextMove, PositionValues};
use agent::LearnedAgent;
use editor::Editor;
use game_need::policy_file;
use mapping::Mapping;
use solving::Solving;

pub use agent::AgentState;
pub use along::{ExpectedNumber, Standing};
pub use analysis::{AnalysisAnswer, AnalysisRequest};
pub use entered::EnteredTile;
pub use event::ExploreEvent;
pub use game_need::GameNeed;
pub use held_solution::{HeldSolution, SolvedGame};
pub use number_field::NumberField;
pub use reading::{Reading, TextSource, pasted_game};
pub use request::{ExploreRequest, ExploreTask};
pub use slots::{MoveSlot, Worth};
pub use solve_progress::{SolveNeed, SolveProgress, megabytes};
pub use solving::Job;
pub use worker_event::{Device, SolverEvent};

/// The state of the page: a position and a line of play, what is known of their game, and what the
/// workers do.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    shown: ShownPosition,
    /// Counts the changes that the browser's Back button undoes.
    landmarks: u32,
    /// Whether the page is shown, and not another one of the site.
    is_shown: bool,
    /// The solutions in memory.
    solved: Vec<HeldSolution>,
    /// Where solved games are hard, at most one map for each game.
    maps: Vec<DifficultyMap>,
    /// What the learned agent has found about boards of the real game.
    estimates: AgentEstimates,
    solving: Solving,
    mapping: Option<Mapping>,
    agent: LearnedAgent,
    /// The number of workers and maps so far. Each has a number that no other has had.
    numbers: u32,
}

/// What the page shows at an entry of the history.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownPosition {
    url: ExploreUrl,
    editor: Editor,
    /// The action whose random tile is placed by hand next.
    pending: Option<Action>,
    /// Whether the reader has chosen that action, and not the page.
    is_own: bool,
    /// The action whose next boards are shown, if the reader has chosen one.
    open: Option<Action>,
    /// What is wrong with the last input, or what has failed.
    note: Option<String>,
    /// The field whose text cannot be used, and why, if that was the last input.
    refusal: Option<(NumberField, String)>,
    /// What was understood of the last text.
    reading: Option<Reading>,
}

impl ShownPosition {
    fn open(fragment: &str) -> Self {
        Self {
            url: ExploreUrl::parse(fragment),
            editor: Editor::default(),
            pending: None,
            is_own: false,
            open: None,
            note: None,
            refusal: None,
            reading: None,
        }
    }
}

impl Exploration {
    /// Opens the fragment of a URL.
    pub fn open(fragment: &str) -> Self {
        Self {
            shown: ShownPosition::open(fragment),
            landmarks: 0,
            is_shown: true,
            solved: Vec::new(),
            maps: Vec::new(),
            estimates: AgentEstimates::default(),
            solving: Solving::default(),
            mapping: None,
            agent: LearnedAgent::default(),
            numbers: 0,
        }
    }

    /// A number for a worker or a map.
    const fn next_number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.shown.url.game
    }

    /// The line of play.
    pub const fn line(&self) -> &LineOfPlay {
        &self.shown.url.line
    }

    /// The board that is shown. While a random tile is placed by hand, it is the board without it.
    pub fn board(&self) -> Board {
        let board = self.shown.url.line.board();
        let result = self.shown.pending.and_then(|action| self.game().act(board, action));
        result.map_or(board, |result| result.after.board())
    }

    /// Whether the reader edits or plays.
    pub const fn mode(&self) -> Mode {
        self.shown.url.mode
    }

    /// Where random tiles come from.
    pub const fn spawn_rule(&self) -> SpawnRule {
        self.shown.url.spawn_rule
    }

    /// When values are shown.
    pub const fn hints(&self) -> Hints {
        self.shown.url.hints
    }

    /// The seed of the random tiles.
    pub const fn seed(&self) -> Seed {
        self.shown.url.seed
    }

    /// The cell that is edited.
    pub fn cell(&self) -> usize {
        self.shown.editor.cell(self.shown.url.line.board())
    }

    /// The action whose random tile the reader places next.
    pub const fn pending(&self) -> Option<Action> {
        self.shown.pending
    }

    /// Whether the reader, who plays, places a random tile next.
    pub fn awaits_tile(&self) -> bool {
        self.mode() == Mode::Play && self.pending().is_some()
    }

    /// The sentences about what the URL or the last input asks for in vain.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        link_note(&self.shown.url.problems).into_iter().chain(self.shown.note.clone())
    }

    /// What was understood of the text in a field, if that was the last input.
    pub fn reading(&self, source: TextSource) -> Option<&Reading> {
        self.shown.reading.as_ref().filter(|it| it.source == source)
    }

    /// The solutions in memory.
    pub fn solved(&self) -> &[HeldSolution] {
        &self.solved
    }

    /// The solution of the game, if it is in memory.
    pub fn solution(&self) -> Option<&HeldSolution> {
        self.solved.iter().find(|it| it.known.game() == self.game())
    }

    /// Where the game is hard, if that has been computed.
    pub fn difficulty(&self) -> Option<&DifficultyMap> {
        self.maps.iter().find(|map| map.game() == self.game())
    }

    fn known(&self) -> Option<&KnownValues> {
        self.solution().map(|it| &it.known)
    }

    /// The values that the board is shown with, of its best move at least.
    fn shown_values(&self) -> Option<&KnownValues> {
        Some(self.solution()?.shown(self.shown.url.line.board()))
    }

    /// The reason why the board is not a position with values.
    pub fn obstacle(&self) -> Option<Obstacle> {
        Obstacle::of(self.game(), self.shown.url.line.board(), self.known())
    }

    /// The next sensible step for a board that is not a position.
    pub fn remedy(&self) -> Option<Remedy> {
        self.obstacle()?.remedy(self.game(), self.shown.url.line.board())
    }

    /// The formation that large tiles make on a real board whose values are not known.
    pub fn formation(&self) -> Option<FoundFormation> {
        let is_shown = self.known().is_none() && self.shows_values();
        let find = || FoundFormation::of(self.shown.url.line.board(), self.game().spawn_four());
        is_shown.then(find).flatten()
    }

    /// The values of the position, if they are known.
    pub fn values(&self) -> Option<PositionValues> {
        PositionValues::of(self.shown_values()?, self.shown.url.line.board())
    }

    /// Whether the policy file of the game leaves the position out.
    pub fn is_left_out(&self) -> bool {
        self.shown_values().is_some_and(|it| it.is_left_out(self.shown.url.line.board()))
    }

    /// Why a move that is allowed has no value beside the best one, in a sentence, if that is so.
    pub fn why_best_only(&self) -> Option<&'static str> {
        let board = self.shown.url.line.board();
        let held = self.solution()?;
        let values = held.shown(board).action_values_at(board)?;
        let is_allowed = |action| self.game().act(board, action).is_some();
        let mut actions = Action::ALL.into_iter();
        actions.find(|&it| is_allowed(it) && values.get(it).is_none())?;
        Some(match held.solved.all_actions || self.loads_file() {
            true => "What the other moves are worth follows.",
            false => "The file of this game holds the value of the best move only.",
        })
    }

    /// Whether moves of the game are not graded, as only the values of the best ones are known.
    pub fn is_ungraded(&self) -> bool {
        !self.loads_file() && self.solution().is_some_and(|it| !it.solved.all_actions)
    }

    /// Whether the policy file of the game is being loaded.
    pub fn loads_file(&self) -> bool {
        self.job().is_some_and(|it| it.is_file && it.game == *self.game())
    }

    /// Whether the learned agent answers, because the game is that of the real board.
    pub fn is_estimated(&self) -> bool {
        is_estimated(self.game())
    }

    /// The estimates of the position, if there are any.
    pub fn estimates(&self) -> Option<EstimatedPosition> {
        let board = self.considered()?;
        EstimatedPosition::of(self.game(), board, self.estimates.of_board(board)?)
    }

    /// What can happen next after the action that the reader has chosen, else after the best one.
    pub fn next_move(&self) -> Option<NextMove> {
        let board = self.shown.url.line.board();
        if self.game().status(board) != Status::Playing {
            return None;
        }
        let is_allowed = |action: &Action| self.game().act(board, *action).is_some();
        let first = board.allowed().next();
        let action = self.shown.open.filter(is_allowed).or(self.best_action()).or(first)?;
        self.next_of(action)
    }

    /// The best action by the values, or by the estimates.
    fn best_action(&self) -> Option<Action> {
        let board = self.shown.url.line.board();
        let known = self.shown_values().and_then(|it| it.action_values_at(board)?.choice());
        let estimated = || self.estimates.of_board(board).and_then(|it| it.values().choice());
        known.or_else(|| self.is_estimated().then(estimated).flatten())
    }

    /// The action whose next boards the reader wants to see.
    pub const fn opened(&self) -> Option<Action> {
        self.shown.open
    }

    fn next_of(&self, action: Action) -> Option<NextMove> {
        NextMove::of(self.game(), self.shown_values(), self.shown.url.line.board(), action)
    }

    /// The number of moves, the score, and how the game stands: `Move 3, score 12.`
    pub fn state_text(&self) -> String {
        let line = self.line();
        let state = self.ending().map(|it| format!(" {it}")).unwrap_or_default();
        let score = self.standing().map_or(self.score().into(), |it| it.score);
        format!("Move {}, score {score}.{state}", line.at())
    }

    /// How the game has ended on the board, in a sentence.
    pub fn ending(&self) -> Option<String> {
        let target = self.game().target().filter(|_| self.mode() == Mode::Along);
        match (self.obstacle()?, target) {
            (Obstacle::Won(_), Some(target)) => Some(format!("The page has made {target}.")),
            (Obstacle::Lost, Some(target)) => Some(format!("The tiles have stopped {target}.")),
            (Obstacle::Won(_), None) => Some("The game is won.".to_owned()),
            (Obstacle::Lost, None) => Some("The game is over.".to_owned()),
            _ => None,
        }
    }

    /// Whether the values of the position are shown.
    pub fn shows_values(&self) -> bool {
        match self.hints() {
            _ if self.mode() != Mode::Play => true,
            _ if self.awaits_tile() => false,
            Hints::Always => true,
            Hints::After | Hints::AtEnd => self.is_over(),
            Hints::Never => false,
        }
    }

    /// The question of a puzzle: which move is best on the first board of a line, whose values are
    /// shown after the move; or that no move is better than another. `None` elsewhere.
    pub fn question(&self) -> Option<String> {
        if self.mode() != Mode::Play || self.hints() != Hints::After || self.line().at() > 0 {
            return None;
        }
        let known = self.known()?;
        let values = known.action_values_at(self.line().board())?;
        let value = values.value()?;
        if values.second_regret().is_none_or(|regret| regret <= 0.0) {
            return Some("No move is better than another here.".to_owned());
        }
        let measure = Measure::of(known.valued_game());
        let kept = measure.text(value.measured());
        Some(match measure {
            Measure::Probability => format!("One move keeps {kept}: which?"),
            _ => "One move is best: which?".to_owned(),
        })
    }

    /// Whether the game is over on the last board of the line.
    fn is_over(&self) -> bool {
        let last = self.line().board_at(self.line().moves().len());
        self.game().status(last) != Status::Playing
    }

    /// Boards whose values the page needs and does not have; empty if there are none or the game is
    /// not solved.
    fn wanted(&self) -> Vec<Board> {
        let Some(held) = self.solution() else { return Vec::new() };
        let board = self.shown.url.line.board();
        let line = (0..=self.line().moves().len()).map(|ply| self.line().board_at(ply));
        let mut boards: Vec<Board> = line.collect();
        if self.game().status(board) == Status::Playing {
            let results = Action::ALL.into_iter().filter_map(|it| self.game().act(board, it));
            let afters: Vec<_> = results.filter(|it| !it.wins).map(|it| it.after).collect();
            let next = afters.into_iter().flat_map(|after| self.game().spawns(after));
            boards.extend(next.map(|(board, _)| board));
        }
        boards.extend(self.optimum().map(|it| it.board()));
        boards.retain(|&board| held.lacks(board));
        let mut states: Vec<_> = boards.into_iter().map(|it| CanonicalState::of(it).0).collect();
        states.sort_unstable();
        states.dedup();
        states.into_iter().map(CanonicalState::board).collect()
    }

    /// The fragment of the URL.
    pub fn url(&self) -> String {
        self.shown.url.to_string()
    }

    /// Whether a link has opened a position of this game.
    pub const fn is_linked(&self) -> bool {
        self.shown.url.has_state
    }
}
