//! The moves of a game compared with the best ones by the estimates.

use mdp2048_display::counted;
use mdp2048_model::{Game, Status};
use mdp2048_rules::{Action, Board};

use super::calibration::indistinguishable;
use super::numbers::AgentEstimates;
use super::position::difference_text;
use crate::LineOfPlay;
use crate::view::MissedMove;
use mdp2048_review::Grade;

/// The grades of a line of play by the estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimatedReview {
    /// The number of moves.
    pub moves: usize,
    /// The number of moves that are graded.
    pub graded: usize,
    /// The number of moves of each grade that occurs.
    pub grades: Vec<(Grade, usize)>,
    /// A sentence that explains the grades.
    pub scale: String,
    /// What the graded moves cost together, in points.
    pub lost: f64,
    /// The same in words: `about 3,400 points`.
    pub lost_text: String,
    /// A sentence for each move; `None` if it is not graded.
    pub sentences: Vec<Option<String>>,
    /// The grade of each move; `None` if it is not graded.
    pub by_move: Vec<Option<Grade>>,
    /// A text to share.
    pub summary: String,
}

impl EstimatedReview {
    /// The review of a line.
    pub fn of(game: &Game, estimates: &AgentEstimates, line: &LineOfPlay) -> Self {
        let mut review = Self {
            moves: line.moves().len(),
            graded: 0,
            grades: Vec::new(),
            scale: format!("{} {}", Grade::scale(&(*game).into()), indistinguishable()),
            lost: 0.0,
            lost_text: String::new(),
            sentences: Vec::new(),
            by_move: Vec::new(),
            summary: String::new(),
        };
        let mut grades = Vec::new();
        for (ply, step) in line.moves().iter().enumerate() {
            let board = line.board_at(ply);
            let graded = graded(estimates, board, step.action);
            review.sentences.push(graded.as_ref().map(|it| it.sentence(step.action)));
            review.by_move.push(graded.as_ref().map(|it| it.grade));
            let Some(graded) = graded else { continue };
            review.graded += 1;
            review.lost += graded.regret;
            grades.push(graded.grade);
        }
        let counts = Grade::ALL.map(|it| (it, grades.iter().filter(|&&grade| grade == it).count()));
        review.grades = counts.into_iter().filter(|&(_, count)| count > 0).collect();
        review.lost_text = match review.lost {
            0.0 => "nothing".to_owned(),
            lost => format!("{} in score", difference_text(lost)),
        };
        let moves = counted(review.moves as u64, "move");
        let end = match game.status(line.board_at(review.moves)) {
            Status::Playing => format!("{moves} so far"),
            _ => format!("over after {moves}"),
        };
        review.summary = format!(
            "{game}, {end}: {} lost by moves, by the estimate of a learned agent.",
            review.lost_text
        );
        review
    }
}

/// The move of a line, if it is a mistake by the estimates.
pub(crate) fn missed(
    estimates: &AgentEstimates,
    board: Board,
    played: Action,
) -> Option<MissedMove> {
    let graded = graded(estimates, board, played).filter(|it| it.grade.is_mistake())?;
    let (best, less) = (graded.best, difference_text(graded.regret));
    let sentence = format!("You played {played}: {less} less than {best} by the estimate.");
    Some(MissedMove { played, best, sentence })
}

/// A move compared with the best one by the estimates.
struct Graded {
    grade: Grade,
    regret: f64,
    best: Action,
}

/// The grade of an action, if the board was searched deep enough.
fn graded(estimates: &AgentEstimates, board: Board, action: Action) -> Option<Graded> {
    let estimate = estimates.for_grading(board)?;
    let (values, grade) = (estimate.values(), estimate.grade(action)?);
    Some(Graded { grade, regret: values.regret(action)?, best: values.choice()? })
}

impl Graded {
    fn verdict(&self) -> String {
        let name = self.grade.name();
        match self.grade {
            Grade::Best => format!("{name} by the estimate"),
            Grade::Indistinguishable => format!("{name} from the best move by the estimate"),
            _ => format!("{name} by the estimate, {} less", difference_text(self.regret)),
        }
    }

    fn sentence(&self, action: Action) -> String {
        let verdict = self.verdict();
        match self.grade {
            Grade::Best | Grade::Indistinguishable => format!("{action}: {verdict}."),
            _ => format!("{action}: {verdict}. The best move was {}.", self.best),
        }
    }
}
