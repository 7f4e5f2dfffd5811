//! The position of a day, with the value of each move.

use mdp2048_display::{GameValue, Measure, Percentage, decimal};
use mdp2048_model::{ActionValues, Status, Valuation};
use mdp2048_rules::{Action, Board, Exponent, Shape};

use super::day::Day;
use crate::PossibleSpawn;
use crate::url::usual_game;
use mdp2048_review::Grade;

/// A position on which one move is the best: of 3x3 to 512, or of a game of the author of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DailyPuzzle {
    pub(super) board: Board,
    /// The tile that wins; `None` if the author of a page names none.
    pub(super) target: Option<Exponent>,
    pub(super) values: ActionValues,
    /// The worst random tile after each move, where it is known.
    worst: [Option<PossibleSpawn>; 4],
}

/// How hard a puzzle is, by how many of the possible moves are mistakes or blunders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// At most one.
    Easy,
    /// Two.
    Medium,
    /// Three: only one move is left.
    Hard,
}

impl Difficulty {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    const fn of_mistakes(mistakes: usize) -> Self {
        match mistakes {
            0 | 1 => Self::Easy,
            2 => Self::Medium,
            _ => Self::Hard,
        }
    }
}

/// The line of a day in a list that has a line for each day and begins again after its end.
pub(super) fn line_of(day: Day, list: &str) -> Option<&str> {
    let days = i64::try_from(list.lines().count()).ok()?;
    list.lines().nth(usize::try_from(day.0.checked_rem_euclid(days)?).ok()?)
}

impl DailyPuzzle {
    /// The puzzle of a line of the list: the board and the probabilities of winning after left,
    /// right, up and down, with a dash for a move that is not allowed; then, after a bar, the worst
    /// random tile after each of them as [`read_worst`] reads it.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let mut parts = line.split('|');
        let (board, values) = parts.next()?.split_once(' ')?;
        let board = Board::from_hex(Shape::THREE_BY_THREE, board).ok()?;
        let mut puzzle = Self {
            board,
            target: usual_game().target(),
            values: Self::read_values(values)?,
            worst: [None; 4],
        };
        let mut words = parts.next()?.split(' ');
        for action in Action::ALL {
            let word = words.next()?;
            if word != "-" {
                puzzle.worst[action.index()] = Some(read_worst(board, action, word)?);
            }
        }
        Some(puzzle)
    }

    /// The puzzle of a board and of the values of its moves.
    ///
    /// # Errors
    /// The first move that is allowed and has no value, or the other way round, which completes the
    /// sentence "It asks for".
    pub(super) fn of_board(
        board: Board,
        target: Option<Exponent>,
        values: ActionValues,
    ) -> Result<Self, String> {
        let differs = |&it: &Action| values.get(it).is_some() != board.slide(it).is_some();
        let Some(action) = Action::ALL.into_iter().find(differs) else {
            return Ok(Self { board, target, values, worst: [None; 4] });
        };
        let (text, must) = match values.get(action) {
            Some(_) => ("not allowed", "a dash"),
            None => ("allowed", "a number"),
        };
        let name = action.name();
        Err(format!(
            "values that do not fit: {name} is {text} on this board, so write {must} there"
        ))
    }

    /// Reads the probabilities of winning after left, right, up and down.
    pub(super) fn read_values(text: &str) -> Option<ActionValues> {
        let mut words = text.split_whitespace();
        let mut values = [None; 4];
        for value in &mut values {
            let word = words.next()?;
            let number = || decimal(word).filter(|it| (0.0..=1.0).contains(it));
            *value = if word == "-" { None } else { Some(number()?) };
        }
        let values = ActionValues::new(values, Valuation::Probability);
        values.value().filter(|best| best.get() > 0.0 && words.next().is_none()).map(|_| values)
    }

    /// Whether no move is better.
    pub(super) fn is_best(&self, action: Action) -> bool {
        self.values.best().any(|best| best == action)
    }

    /// How good a move is; `None` if it is not allowed.
    pub(super) fn grade(&self, action: Action) -> Option<Grade> {
        Grade::of(&self.values, action)
    }

    /// The value of each move as it is shown: `71.45 %`. `None` where a move is not allowed.
    pub(super) fn texts(&self) -> [Option<String>; 4] {
        let value = |action| {
            Some(GameValue::Percentage(Percentage::computed(self.values.get(action)?.get())))
        };
        let values = Action::ALL.map(value);
        values.map(|value| value.map(|it| it.text_among(&values)))
    }

    /// What a best move keeps.
    pub(super) fn best_text(&self) -> Option<String> {
        self.texts()[self.values.choice()?.index()].clone()
    }

    /// What a move keeps of the chance, `keeps 96.94 %`; `None` if it is a best one or not allowed.
    pub(super) fn kept(&self, action: Action) -> Option<String> {
        let (chance, regret) = (self.values.value()?.get(), self.values.regret(action)?);
        (!self.is_best(action)).then(|| Measure::Probability.beside_best(chance, regret))
    }

    /// The worst random tile after a move, if it is known.
    pub(super) const fn worst(&self, action: Action) -> Option<PossibleSpawn> {
        self.worst[action.index()]
    }

    /// The difficulty, and how many of the moves are mistakes: `hard: 3 of 4 moves are mistakes`.
    pub(super) fn difficulty(&self) -> (Difficulty, String) {
        let grades: Vec<Grade> = Action::ALL.into_iter().filter_map(|it| self.grade(it)).collect();
        let mistakes = grades.iter().filter(|&&grade| grade >= Grade::Mistake).count();
        let difficulty = Difficulty::of_mistakes(mistakes);
        let verb = if mistakes == 1 { "is a mistake" } else { "are mistakes" };
        (difficulty, format!("{}: {mistakes} of {} moves {verb}", difficulty.name(), grades.len()))
    }
}

/// Reads the worst random tile after an action, such as `52:0.714`: its cell, its exponent, and the
/// value of the board with it.
fn read_worst(board: Board, action: Action, word: &str) -> Option<PossibleSpawn> {
    let (place, value) = word.split_once(':')?;
    let mut digits = place.chars().map(|digit| digit.to_digit(10));
    let (cell, exponent) = (digits.next()??, digits.next()??);
    let tile =
        [Exponent::TWO, Exponent::FOUR].into_iter().find(|it| u32::from(it.get()) == exponent)?;
    let cell = Some(cell as usize).filter(|&cell| cell < board.shape().cells())?;
    let board = board.slide(action)?.after.place(cell, tile)?;
    let game = usual_game();
    let value = match game.status(board) {
        Status::Playing => Some(GameValue::Percentage(Percentage::computed(decimal(value)?))),
        status => GameValue::at_end(&game, status == Status::Won),
    };
    Some(PossibleSpawn { tile, board, value })
}
