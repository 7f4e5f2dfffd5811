//! `review`: what each move of a game costs, and what its random tiles change.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use mdp2048_display::{Measure, count, percent, share, significant};
use mdp2048_model::{Status, Value, ValuedGame, Values};
use mdp2048_review::{Chances, Grade, RecordedGame, RecordedMove, Review};
use mdp2048_rules::CanonicalState;
use serde::Serialize;

use crate::error::{Error, RecordFileError};
use crate::input::values::ValuesInput;
use crate::output::table::{Columns, NamedLines};
use crate::output::value::{relative_error, single_precision, within};
use crate::same_file::{input_name, is_dash, standard_input};

/// The longest file that is read as a game. A game of 65536 moves has less.
const LONGEST: u64 = 16 << 20;

#[derive(Debug, Args)]
#[command(after_help = "\
The file of the game has a line for each move, with the board and the action, and the last board; \
mdp2048 play prints such files, as text or with --json. The game need not be over.

The chance kept is the product of what each move keeps of the chance of winning; with the chance \
at the start and with luck, what the random tiles make of it, it multiplies to the outcome. \
Objectives that do not count wins have none. In a discounted game, what a move after n others \
loses and what its random tile changes are multiplied by discount^n, and a win after n moves \
counts discount^n.

Examples:
  mdp2048 review game.txt 512.solution
  mdp2048 play 512.policy --seed 42 | mdp2048 review - 512.solution")]
pub(crate) struct ReviewArgs {
    /// The game, as text or JSON; - is standard input
    record: PathBuf,

    /// A solution of the game, or its work folder
    solution: PathBuf,
}

/// The review of a game.
///
/// Values are in the unit of the objective: a probability, a score, or a number of moves. The
/// result is better than the start value by `start_luck` + `luck` - `loss`.
#[derive(Debug, Serialize)]
pub(crate) struct ReviewedGame {
    game: String,
    outcome: Option<&'static str>,
    start_value: f64,
    /// That of the start value; `None` unless the objective is the win objective without discount.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
    start_luck: f64,
    luck: f64,
    loss: f64,
    result: f64,
    chances: Option<Chances>,
    /// A bound on the error of every value of the solution relative to it, beyond rounding.
    value_error: f64,
    /// A bound of the relative error of every value, rounding included.
    relative_bound: f64,
    grades: BTreeMap<&'static str, usize>,
    moves: Vec<ReviewedMove>,
    #[serde(skip)]
    record: RecordedGame,
    #[serde(skip)]
    review: Review,
    #[serde(skip)]
    measure: Measure,
}

/// A move of the game.
#[derive(Debug, Serialize)]
struct ReviewedMove {
    board: String,
    action: &'static str,
    best: &'static str,
    value: f64,
    /// `None` unless the objective is the win objective without discount.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
    regret: f64,
    grade: &'static str,
    loss: f64,
    luck: f64,
    kept: Option<f64>,
}

/// Reviews a game.
pub(crate) fn run(args: &ReviewArgs) -> Result<ReviewedGame, Error> {
    let text = read(&args.record)?;
    let mut input = ValuesInput::open(&args.solution, "a packed policy: review needs")?;
    let name = input_name(&args.record);
    let record = RecordedGame::parse(input.game(), &text);
    let record = record.map_err(|source| Error::contents(name, source))?;
    let of = |values: &dyn Values, value_error: f64, record: RecordedGame| {
        let review = Review::of(values, &record);
        let review = review.map_err(|source| Error::contents(name, source))?;
        Ok(ReviewedGame::new(values.valued_game(), value_error, record, review))
    };
    match input.read_all() {
        Ok(solution) => of(&solution, solution.value_error(), record),
        // The values of the boards of one game may suffice.
        Err(error @ Error::FolderValues { .. }) => {
            let ValuesInput::Folder(folder) = &mut input else { return Err(error) };
            let value_error = folder.folder.totals().value_error();
            let boards = record.moves().iter().map(|played| played.board).chain([record.last()]);
            let boards = boards.filter(|board| record.game().status(*board) == Status::Playing);
            let states: Vec<_> = boards.map(|board| CanonicalState::of(board).0).collect();
            of(&folder.values_of(&states)?.ok_or(error)?, value_error, record)
        }
        Err(error) => Err(error),
    }
}

/// Reads the file of a game.
fn read(path: &Path) -> Result<String, Error> {
    let name = input_name(path);
    let read_error = |source| Error::Read { path: name.to_owned(), source };
    let file = if is_dash(path) { standard_input() } else { File::open(path) };
    let mut bytes = Vec::new();
    file.and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)).map_err(read_error)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Error::contents(name, RecordFileError::TooLong));
    }
    String::from_utf8(bytes).map_err(|_| Error::contents(name, RecordFileError::NotText))
}

impl ReviewedGame {
    fn new(
        valued_game: &ValuedGame,
        value_error: f64,
        record: RecordedGame,
        review: Review,
    ) -> Self {
        let moves = record.moves().iter().zip(&review.moves).map(|(played, it)| ReviewedMove {
            board: played.board.hex(),
            action: it.action.name(),
            best: it.best.name(),
            value: it.value.get(),
            lose_probability: it.value.loss(),
            regret: it.regret,
            grade: it.grade.name(),
            loss: it.loss,
            luck: it.luck,
            kept: it.kept,
        });
        Self {
            game: record.game().to_string(),
            outcome: match record.status() {
                Status::Won => Some("won"),
                Status::Lost => Some("lost"),
                Status::Playing => None,
            },
            start_value: review.start_value.get(),
            lose_probability: review.start_value.loss(),
            start_luck: review.start_luck,
            luck: review.luck,
            loss: review.loss,
            result: review.result.get(),
            chances: review.chances,
            value_error,
            relative_bound: valued_game.game().relative_bound(value_error),
            grades: Grade::ALL.map(|grade| (grade.name(), review.count(grade))).into(),
            moves: moves.collect(),
            measure: Measure::of(valued_game),
            record,
            review,
        }
    }

    /// The moves that are not the best, a row for each.
    fn costly_moves(&self) -> Option<Columns<6>> {
        let verdict = if self.review.chances.is_some() { "kept" } else { "cost" };
        let mut rows = Columns::new(["move", "board", "played", "best", "grade", verdict]);
        let costly = (1..).zip(self.record.moves()).zip(&self.review.moves);
        let costly = costly.filter(|(_, it)| it.grade != Grade::Best);
        let mut count = 0;
        for ((number, RecordedMove { board, .. }), it) in costly {
            count += 1;
            let cost = match it.kept {
                Some(kept) => share(kept),
                None => self.measure.cost(it.regret).trim_start_matches("costs ").to_owned(),
            };
            let [action, best] = [it.action, it.best].map(|action| action.name().to_owned());
            let (number, board) = (i32::to_string(&number), board.to_string());
            rows.add([number, board, action, best, it.grade.name().to_owned(), cost]);
        }
        (count > 0).then_some(rows)
    }

    /// The largest value of the game, seen from the start.
    fn largest_value(&self) -> f64 {
        let size = |value: Value| value.measured().unwrap_or(0.0);
        let values = self.review.moves.iter().map(|it| size(it.value) + it.regret);
        let ends = [self.review.start_value, self.review.result];
        values.chain(ends.map(size)).fold(0.0, f64::max)
    }

    /// A value in the unit of the objective.
    fn value(&self, value: Value) -> String {
        match self.measure {
            Measure::Losing => percent(value.get()),
            measure => measure.text(Some(value.get())),
        }
    }
}

impl Display for ReviewedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (review, measure) = (&self.review, self.measure);
        writeln!(f, "{}\n", self.game)?;
        if let Some(rows) = self.costly_moves() {
            writeln!(f, "{rows}")?;
        }
        let grades = Grade::ALL.map(|grade| (review.count(grade), grade.name()));
        let grades = grades.iter().filter(|(count, _)| *count > 0);
        let grades: Vec<_> = grades.map(|(count, name)| format!("{count} {name}")).collect();
        // What a move or a tile changes is a difference of two values. The first tiles change more.
        let differences = 2.0 * (1.0 + review.moves.len() as f64);
        let error = differences * self.relative_bound * self.largest_value();
        // Better is less where few moves are wanted.
        let sign = if self.record.game().objective().wants_few() { -1.0 } else { 1.0 };
        let change = |better: f64| {
            let amount = within(sign * better, error);
            if amount == 0.0 {
                return "no change".to_owned();
            }
            let sign = if amount < 0.0 { "-" } else { "+" };
            format!("{sign}{}  ({amount})", measure.difference(amount.abs()))
        };
        // A chance is a product of quotients of two values.
        let factor = |it: f64| within(it, differences * self.relative_bound * it);
        let is_perfect = review.count(Grade::Best) == review.moves.len();
        let mut lines = NamedLines::default();
        lines.add("moves", count(review.moves.len() as u64));
        if !grades.is_empty() {
            lines.add("grades", grades.join(", "));
        }
        if let Some(chances) = &self.chances {
            let [kept, luck] = [chances.kept, chances.luck].map(factor);
            lines.add("chance kept", format!("{}  ({kept})", share(chances.kept)));
            lines.add("by luck", format!("x {}  ({luck})", significant(chances.luck)));
        }
        lines.add("expected", format!("{}  before the first tile", self.value(review.start_value)));
        lines.add("first tiles", change(review.start_luck));
        lines.add("luck", change(review.luck));
        lines.add("mistakes", if is_perfect { "none".to_owned() } else { change(-review.loss) });
        let ending = match self.record.status() {
            Status::Won => "won",
            Status::Lost => "lost",
            Status::Playing => "expected from the last board on",
        };
        lines.add("result", format!("{}  {ending}", self.value(review.result)));
        match self.value_error {
            0.0 => {
                let accuracy = relative_error(self.relative_bound);
                writeln!(f, "{lines}\nExact to rounding: every value has a {accuracy}.")
            }
            error => writeln!(f, "{lines}\nValues are held in {}.", single_precision(error)),
        }
    }
}
