//! Beat perfection: each day twenty moves from one position, beside the optimal policy.

use mdp2048_display::share;
use mdp2048_model::{Game, Seed};
use mdp2048_rules::{Action, Board, Shape};

use super::day::Day;
use crate::duel::{Duel, DuelEvent};
use crate::{ExploreTask, KnownValues, SolveProgress, SolverEvent};
use mdp2048_review::Grade;

/// The most moves of a game.
pub(super) const MOVES: usize = 20;

/// The game of a day.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Perfection {
    pub(super) day: Day,
    pub(super) duel: Duel,
    /// How far the solver is, or why there are no values.
    pub(super) solving: Result<SolveProgress, String>,
}

impl Perfection {
    /// The game of a day: from the board that is the third part of a line of the list, with the
    /// random tiles of the seed that is the number of the day.
    pub(super) fn of_line(day: Day, line: &str) -> Option<Self> {
        let board = Board::from_hex(Shape::THREE_BY_THREE, line.split('|').nth(2)?).ok()?;
        // Its solution has the boards that can follow, not all of the game.
        let game = Game::builder().board(3, 3).start(board).target(512).build().ok()?;
        let duel = Duel::new(game, Seed::from(day.0 as u32), 0, 0, board).limited_to(MOVES);
        Some(Self { day, duel, solving: Ok(SolveProgress::default()) })
    }

    /// The first task of the worker that has the solution of the game.
    pub(super) const fn solve(&self) -> ExploreTask {
        ExploreTask::Solve { game: *self.duel.game(), is_single: false }
    }

    /// Takes an answer of the worker, and returns its next task, if there is one.
    pub(super) fn take(&mut self, answer: SolverEvent) -> Option<ExploreTask> {
        match answer {
            SolverEvent::Solving(progress) => self.solving = Ok(progress),
            SolverEvent::Solved(Ok(solved)) if solved.valued_game.game() == self.duel.game() => {
                let known = KnownValues::new(solved.valued_game, solved.start_return);
                return self.apply(DuelEvent::Solved(known));
            }
            SolverEvent::Values(Ok(values)) => return self.apply(DuelEvent::Values(Ok(values))),
            SolverEvent::Solved(Err(reason)) | SolverEvent::Values(Err(reason)) => {
                self.solving = Err(reason);
                return Some(ExploreTask::End);
            }
            _ => {}
        }
        None
    }

    /// Applies an event, and returns the next task of the worker, if there is one.
    pub(super) fn apply(&mut self, event: DuelEvent) -> Option<ExploreTask> {
        let wanted = self.duel.reduce(event).map(ExploreTask::Values);
        // A game that is over, with all its values, needs the solution no more.
        wanted.or_else(|| self.duel.equations().map(|_| ExploreTask::End))
    }

    /// Shows the moves that the browser keeps, which another window may have played.
    pub(super) fn show(&mut self, moves: &[Action]) -> Option<ExploreTask> {
        let letters: String = moves.iter().map(|it| &it.name()[..1]).collect();
        if self.duel.actions() == letters {
            return None;
        }
        let mut task = self.apply(DuelEvent::Restart);
        for &action in moves {
            task = task.or(self.apply(DuelEvent::Act(action)));
        }
        task
    }

    /// A sign for each move whose grade is known.
    pub(super) fn squares(&self) -> String {
        self.duel.grades().into_iter().flatten().map(square).collect()
    }

    /// What the reader can send to others, once the game is over and its values are known.
    pub(super) fn summary(&self) -> Option<String> {
        let (verdict, kept) = (self.duel.verdict()?, self.duel.kept()?);
        let (squares, kept) = (self.squares(), share(kept));
        let verdict = verdict.trim_end_matches('.').replacen("You", "I", 1);
        Some(format!("{squares} kept {kept} of the chance. {verdict}"))
    }
}

/// The sign of a grade in a text. Signs differ without their colours, too.
pub(super) const fn square(grade: Grade) -> char {
    match grade {
        Grade::Best | Grade::Indistinguishable => '🟩',
        Grade::Good => '🟡',
        Grade::Inaccuracy => '🔶',
        Grade::Mistake => '🔻',
        Grade::Blunder => '❌',
    }
}
