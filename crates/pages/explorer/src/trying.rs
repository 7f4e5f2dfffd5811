//! How a reader solves the puzzle of a day.

use mdp2048_display::Measure;
use mdp2048_model::Values as _;
use mdp2048_rules::Action;

use crate::Grade;
use crate::daily::{Daily, DailyPuzzle};
use crate::exploration::Exploration;
use crate::play::Hints;
use crate::url::usual_game;
use crate::view::cost;

impl Exploration {
    /// Shows the puzzle of a day.
    pub(crate) fn open_daily(&mut self, puzzle: DailyPuzzle) {
        let board = puzzle.board;
        self.choose_game(usual_game());
        self.ask(board);
        self.daily = Some(Daily::new(puzzle));
    }

    /// Tries a move in the puzzle of a day. Returns whether there is one to be solved.
    pub(crate) fn try_daily(&mut self, action: Action) -> bool {
        let Some(daily) = self.daily().filter(|it| !it.is_found) else { return false };
        let board = daily.puzzle.board;
        let values =
            self.known().and_then(|known| Some((known.valued_game(), known.of_board(board)?)));
        let Some((valued_game, values)) = values else {
            self.note = Some(
                "The answer is known once the game is solved: wait a moment, or press Solve."
                    .to_owned(),
            );
            return true;
        };
        let graded = Grade::of(valued_game, &values, action).zip(values.regret(action));
        let Some((grade, regret)) = graded else { return true };
        let sentence = format!("{}, {}", grade.name(), cost(Measure::of(valued_game), regret));
        let Some(daily) = &mut self.daily else { return true };
        if grade == Grade::Best {
            daily.is_found = true;
            self.url.hints = Hints::Always;
        } else if daily.tried.iter().all(|(tried, _)| *tried != action) {
            daily.tried.push((action, sentence));
        }
        true
    }
}
