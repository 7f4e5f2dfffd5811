//! The state of the page that explores positions, as a reducer.

use mdp2048_display::{Measure, link_note};
use mdp2048_model::{Game, Seed, Status, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::RecordedGame;
use crate::difficulty::DifficultyMap;
use crate::editor::Editor;
use crate::estimates::{AgentEstimates, EstimatedPosition, EstimatedReview, is_estimated, missed};
use crate::grade::Grade;
use crate::held_solution::HeldSolution;
use crate::known_values::KnownValues;
use crate::line::LineOfPlay;
use crate::play::{Hints, SpawnRule, seeded_start};
use crate::position::{FoundFormation, Obstacle, Remedy};
use crate::reading::{Reading, TextSource};
use crate::review::{Review, ReviewError};
use crate::url::{ExploreUrl, Mode};
use crate::view::{MissedMove, NextMove, PositionValues, Report, ReviewChart, summary_picture};

/// A position and a line of play, the game they belong to, and the solutions that are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    pub(crate) url: ExploreUrl,
    pub(crate) editor: Editor,
    /// The action whose random tile is placed by hand next.
    pub(crate) pending: Option<Action>,
    /// The action whose next boards are shown, if the reader has chosen one.
    pub(crate) open: Option<Action>,
    pub(crate) solved: Vec<HeldSolution>,
    /// Where solved games are hard, at most one map for each game.
    pub(crate) maps: Vec<DifficultyMap>,
    /// What the learned agent has found about boards of the real game.
    pub(crate) estimates: AgentEstimates,
    /// What is wrong with the last input.
    pub(crate) note: Option<String>,
    /// What was understood of the last text.
    pub(crate) reading: Option<Reading>,
    /// Counts the changes that the browser's Back button undoes.
    pub(crate) landmarks: u32,
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
            maps: Vec::new(),
            estimates: AgentEstimates::default(),
            note: None,
            reading: None,
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

    /// The action whose random tile the reader places next.
    pub const fn pending(&self) -> Option<Action> {
        self.pending
    }

    /// The sentences about what the URL or the last input asks for in vain.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        link_note(&self.url.problems).into_iter().chain(self.note.clone())
    }

    /// What was understood of the text in a field, if that was the last input.
    pub fn reading(&self, source: TextSource) -> Option<&Reading> {
        self.reading.as_ref().filter(|it| it.source == source)
    }

    /// The solutions in memory.
    pub fn solved(&self) -> &[HeldSolution] {
        &self.solved
    }

    /// The solution of the game, if it is in memory.
    pub fn solution(&self) -> Option<&HeldSolution> {
        self.solved.iter().find(|it| it.known.game() == self.game())
    }

    /// The game whose solution the worker of this number holds.
    pub fn held_by(&self, worker: u32) -> Option<Game> {
        let held = self.solved.iter().find(|it| it.worker == worker);
        held.map(|it| *it.known.game())
    }

    /// Where the game is hard, if that has been computed.
    pub fn difficulty(&self) -> Option<&DifficultyMap> {
        self.maps.iter().find(|map| map.game() == self.game())
    }

    pub(crate) fn known(&self) -> Option<&KnownValues> {
        self.solution().map(|it| &it.known)
    }

    /// The reason why the board is not a position with values.
    pub fn obstacle(&self) -> Option<Obstacle> {
        Obstacle::of(self.game(), self.url.line.board(), self.known())
    }

    /// The next sensible step for a board that is not a position.
    pub fn remedy(&self) -> Option<Remedy> {
        self.obstacle()?.remedy(self.game(), self.url.line.board())
    }

    /// The formation that large tiles make on a real board whose values are not known.
    pub fn formation(&self) -> Option<FoundFormation> {
        let is_shown = self.known().is_none() && self.shows_values();
        let find = || FoundFormation::of(self.url.line.board(), self.game().spawn_four());
        is_shown.then(find).flatten()
    }

    /// The values of the position, if they are known.
    pub fn values(&self) -> Option<PositionValues> {
        PositionValues::of(self.known()?, self.url.line.board())
    }

    /// Whether the policy file of the game leaves the position out.
    pub fn is_left_out(&self) -> bool {
        self.known().is_some_and(|known| known.is_left_out(self.url.line.board()))
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

    /// The position about which the learned agent thinks; `None` if it has no moves to compare.
    pub fn considered(&self) -> Option<Board> {
        (self.is_estimated() && self.obstacle().is_none()).then(|| self.url.line.board())
    }

    /// Boards of the line whose moves are not graded by estimates yet, at most a number of them.
    pub fn ungraded(&self, most: usize) -> Vec<Board> {
        if !self.is_estimated() {
            return Vec::new();
        }
        let boards = (0..self.line().moves().len()).map(|ply| self.line().board_at(ply));
        boards.filter(|&board| self.estimates.for_grading(board).is_none()).take(most).collect()
    }

    /// The review of the line by estimates, if the learned agent answers.
    pub fn estimated_review(&self) -> Option<EstimatedReview> {
        let is_shown = self.is_estimated();
        is_shown.then(|| EstimatedReview::of(self.game(), &self.estimates, self.line()))
    }

    /// What can happen next after the action that the reader has chosen, else after the best one.
    pub fn next_move(&self) -> Option<NextMove> {
        let board = self.url.line.board();
        if self.game().status(board) != Status::Playing {
            return None;
        }
        let is_allowed = |action: &Action| self.game().act(board, *action).is_some();
        let known = self.known().and_then(|it| it.of_board(board)).and_then(|it| it.choice());
        let estimated = || self.estimates.of_board(board).and_then(|it| it.values().choice());
        let estimated = || self.is_estimated().then(estimated).flatten();
        let best = known.or_else(estimated);
        let first = board.allowed().next();
        let action = self.open.filter(is_allowed).or(best).or(first)?;
        self.next_of(action)
    }

    /// The action whose next boards the reader wants to see.
    pub const fn opened(&self) -> Option<Action> {
        self.open
    }

    pub(crate) fn next_of(&self, action: Action) -> Option<NextMove> {
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
        let has_value = |board| known.knows(board) && !known.is_left_out(board);
        let is_known = boards.into_iter().all(has_value);
        is_known.then(|| Review::of(known, &record))
    }

    /// The review of the line for people, if its values are known.
    pub fn report(&self) -> Option<Result<Report, ReviewError>> {
        let review = self.review()?;
        let (record, known) = (self.record()?, self.known()?);
        Some(review.map(|review| Report::new(known.valued_game(), &record, &review)))
    }

    /// The chart of a report of the line.
    pub fn review_chart(&self, report: &Report) -> Option<ReviewChart> {
        Some(ReviewChart::of(Measure::of(self.known()?.valued_game()), report))
    }

    /// The grade of each move of the line, as far as the reader may see it.
    pub fn grades(&self) -> Vec<Option<Grade>> {
        let moves = self.line().moves().len();
        if !self.shows_grades() {
            return vec![None; moves];
        }
        match (self.estimated_review(), self.review()) {
            (Some(review), _) => review.by_move,
            (None, Some(Ok(review))) => review.moves.iter().map(|it| Some(it.grade)).collect(),
            _ => vec![None; moves],
        }
    }

    /// A sentence about the last move before the board that is shown, with its grade; `None` where
    /// the next move is a mistake, which [`Self::missed`] describes.
    pub fn last_sentence(&self) -> Option<String> {
        let last = self.line().at().checked_sub(1).filter(|_| self.shows_grades())?;
        if self.missed().is_some() {
            return None;
        }
        match self.estimated_review() {
            Some(review) => review.sentences.get(last).cloned().flatten(),
            None => self.report()?.ok()?.sentences.get(last).cloned(),
        }
    }

    /// The next move of the line, if it is an inaccuracy or worse.
    pub fn missed(&self) -> Option<MissedMove> {
        let at = self.line().at();
        let step = self.line().moves().get(at).filter(|_| self.shows_grades())?;
        if self.is_estimated() {
            return missed(self.game(), &self.estimates, self.board(), step.action);
        }
        let review = self.review()?.ok()?;
        MissedMove::of(self.known()?.valued_game(), review.moves.get(at)?)
    }

    /// The number of moves, the score, and how the game stands: `Move 3, score 12.`
    pub fn state_text(&self) -> String {
        let line = self.line();
        let state = match self.game().status(line.board()) {
            Status::Won => " You have won.",
            Status::Lost => " The game is over.",
            Status::Playing => "",
        };
        format!("Move {}, score {}.{state}", line.at(), line.points(self.game()))
    }

    /// The picture of the line to share as an SVG file, if its values are known.
    pub fn picture(&self) -> Option<String> {
        let (record, report) = (self.record()?, self.report()?.ok()?);
        let is_seeded = self.spawn_rule() == SpawnRule::Seed && self.begins_a_seeded_game();
        let source = is_seeded.then(|| format!("seed {}", self.seed()));
        let note = "graded against optimal play, mdp2048";
        Some(summary_picture(&record, &report, source.as_deref(), note))
    }

    /// Whether the line begins with the first board of the seed.
    fn begins_a_seeded_game(&self) -> bool {
        self.line().first() == seeded_start(self.game(), self.seed())
    }

    /// Whether the values of the position are shown.
    pub fn shows_values(&self) -> bool {
        match self.hints() {
            _ if self.mode() == Mode::Edit => true,
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
        let values = known.of_board(self.line().board())?;
        let value = values.value()?;
        if values.second_regret().is_none_or(|regret| regret <= 0.0) {
            return Some("No move is better than another here.".to_owned());
        }
        let measure = Measure::of(known.valued_game());
        let kept = measure.short(known.valued_game().measured(value));
        Some(match measure {
            Measure::Probability => format!("One move keeps {kept}: which?"),
            _ => "One move is best: which?".to_owned(),
        })
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

    /// Boards whose values the page needs and does not have; empty if there are none or the game is
    /// not solved.
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

    /// Whether a link has opened a position of this game.
    pub const fn is_linked(&self) -> bool {
        self.url.has_state
    }

    /// Whether the URL asked for something that cannot be shown, and nothing has changed since.
    pub fn has_problems(&self) -> bool {
        !self.url.problems.is_empty()
    }

    /// A number that grows with each change that the browser's Back button undoes.
    pub const fn landmarks(&self) -> u32 {
        self.landmarks
    }
}
