//! The review of the line of play: grades, sentences and a picture.

use mdp2048_display::{Measure, capitalised, count, counted};
use mdp2048_model::{Policy as _, SeededSpawns, Status, ValueUnit, Values as _};
use mdp2048_rules::Board;

use super::Exploration;
use crate::estimates::{EstimatedReview, missed};
use crate::line::{LineMove, LineOfPlay};
use crate::play::Hints;
use crate::url::Mode;
use crate::view::{MissedMove, Report, ReviewChart, summary_picture};
use mdp2048_review::{Grade, RecordedGame, Review, ReviewError};

impl Exploration {
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
        let error = known.file_error().unwrap_or(0.0);
        is_known.then(|| Review::within(known, error, &record))
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
            return missed(&self.estimates, self.board(), step.action);
        }
        let review = self.review()?.ok()?;
        MissedMove::of(self.known()?.valued_game(), review.moves.get(at)?)
    }

    /// The review of the line by estimates, if the learned agent answers.
    pub fn estimated_review(&self) -> Option<EstimatedReview> {
        let is_shown = self.is_estimated();
        is_shown.then(|| EstimatedReview::of(self.game(), &self.estimates, self.line()))
    }

    /// The picture of the line to share as an SVG file, if its values are known.
    pub fn picture(&self) -> Option<String> {
        let (record, report) = (self.record()?, self.report()?.ok()?);
        let source = self.is_seeded().then(|| format!("seed {}", self.seed()));
        let optimum = self.optimum_end();
        let (note, board) = match &optimum {
            Some((board, end)) => (format!("with the same luck, the optimum {end}"), Some(*board)),
            None => ("graded against optimal play, mdp2048".to_owned(), None),
        };
        Some(summary_picture(&record, &report, source.as_deref(), board, &note))
    }

    /// Whether a finished game was decided by its moves or by luck, in sentences: what the moves
    /// kept, what luck did, and how the optimal policy ends with the same random numbers.
    ///
    /// `None` while playing along, where the reader chooses the luck, and not the moves.
    pub fn verdict(&self) -> Option<String> {
        let is_own = self.is_over() && self.mode() != Mode::Along;
        let report = self.report()?.ok().filter(|_| is_own)?;
        let kept = match self.review()?.ok()?.chances {
            Some(_) => format!("You {}.", report.kept_and_luck),
            None => format!("{}.", capitalised(&report.kept_and_luck)),
        };
        Some(kept + &self.optimum_sentence())
    }

    /// A text to share a reviewed game.
    pub fn shared_text(&self, report: &Report) -> String {
        report.summary.clone() + &self.optimum_sentence()
    }

    /// How the optimal policy ends with the same random numbers, in a sentence after another; empty
    /// if that is not known.
    fn optimum_sentence(&self) -> String {
        let sentence = |(_, end)| format!(" With the same random numbers perfect play {end}.");
        self.optimum_end().map_or_else(String::new, sentence)
    }

    /// The question that the verdict answers.
    pub fn verdict_title(&self) -> &'static str {
        let last = self.line().board_at(self.line().moves().len());
        match self.game().status(last) {
            Status::Won => "Lucky, or good?",
            _ => "Unlucky, or bad?",
        }
    }

    /// Whether all random tiles of the line are those of the seed.
    fn is_seeded(&self) -> bool {
        let (game, line) = (self.game(), self.line());
        let mut spawns = SeededSpawns::new(self.seed());
        let steps = line.moves().iter().enumerate();
        line.first() == spawns.start(game)
            && steps.into_iter().all(|(ply, step)| {
                let result = game.act(line.board_at(ply), step.action);
                // No tile need follow a win.
                result.is_some_and(|it| it.wins || spawns.spawn(game, it.after) == step.next)
            })
    }

    /// The game of the optimal policy with the random numbers of a finished game, as far as its
    /// values are known.
    pub(super) fn optimum(&self) -> Option<LineOfPlay> {
        let (game, known) = (self.game(), self.known()?);
        if !self.is_over() || !self.is_seeded() {
            return None;
        }
        let mut spawns = SeededSpawns::new(self.seed());
        let mut line = LineOfPlay::new(spawns.start(game));
        while let Some(advice) = known.advise(line.board()) {
            let next = spawns.spawn(game, game.act(line.board(), advice.action)?.after);
            if !line.follow(game, LineMove { action: advice.action, next }) {
                break;
            }
        }
        Some(line)
    }

    /// The last board of that game, and how it has ended in words.
    fn optimum_end(&self) -> Option<(Board, String)> {
        let line = self.optimum()?;
        let end = match (
            self.game().status(line.board()),
            Measure::of(self.known()?.valued_game()).unit(),
        ) {
            (Status::Playing, _) => return None,
            (_, ValueUnit::Points) => format!("scored {}", count(line.points(self.game()).into())),
            (_, ValueUnit::Moves) => format!("made {}", counted(line.at() as u64, "move")),
            (Status::Won, _) => "won".to_owned(),
            (Status::Lost, _) => "lost".to_owned(),
        };
        Some((line.board(), end))
    }

    /// Whether the grades of the moves are shown.
    pub fn shows_grades(&self) -> bool {
        match self.hints() {
            _ if self.mode() != Mode::Play => true,
            Hints::Always | Hints::After => true,
            Hints::AtEnd => self.is_over(),
            Hints::Never => false,
        }
    }
}
