//! Guesses of a reader who watches a game: what they would play at its turning points.

use mdp2048_display::{GameValue, Measure, capitalised, share};
use mdp2048_model::{Game, Seed, Values as _};
use mdp2048_review::share_kept;
use mdp2048_rules::{Action, Board, Cell, Exponent};

use crate::known_values::{KnownValues, game_value};
use crate::view::PositionValues;

/// The question to a reader who watches a game, and what they have guessed so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Guessing {
    game: Game,
    known: Option<KnownValues>,
    /// Whether the solution was asked for values, and has not answered.
    is_asked: bool,
    /// The seed of the game that the guesses belong to.
    seed: Option<Seed>,
    question: Option<Question>,
    /// The first guess at each board of the game.
    guesses: Vec<(Board, Action)>,
}

/// A question at a turning point of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The seed of the game.
    pub seed: Seed,
    /// The number of moves before the board.
    pub position: usize,
    /// The board.
    pub board: Board,
    /// The cell on which the last random tile appeared.
    pub cell: Cell,
    /// The action that the reader has guessed, if they have.
    pub guess: Option<Action>,
}

/// An event of the guesses.
#[derive(Clone, Debug)]
pub enum GuessEvent {
    /// The game pauses at a turning point.
    Ask(Question),
    /// The reader would play this action.
    Guess(Action),
    /// The game goes on.
    GoOn,
    /// The game is solved; its values are still to be asked for.
    Solved(KnownValues),
    /// The action values of the boards that were asked for, each in its own frame. After an error,
    /// nothing else is asked for.
    Values(Result<Vec<(Board, [f64; 4])>, String>),
}

/// One of the two random tiles that could appear at a turning point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PossibleSpawn {
    /// The tile.
    pub tile: Exponent,
    /// The board with it.
    pub board: Board,
    /// The value of that board, if it is known.
    pub value: Option<GameValue>,
}

impl Guessing {
    /// No guesses yet.
    pub const fn new(game: Game) -> Self {
        let (known, seed, question) = (None, None, None);
        Self { game, known, is_asked: false, seed, question, guesses: Vec::new() }
    }

    /// Applies an event. Returns the boards whose values are asked for then, if there are any.
    pub fn reduce(&mut self, event: GuessEvent) -> Option<Vec<Board>> {
        match event {
            GuessEvent::Ask(question) => {
                if self.seed.replace(question.seed) != Some(question.seed) {
                    self.guesses.clear();
                }
                self.question = Some(question);
            }
            GuessEvent::Guess(action) => {
                if let Some(question) = &mut self.question
                    && question.guess.is_none()
                    && self.game.act(question.board, action).is_some()
                {
                    question.guess = Some(action);
                    if !self.guesses.iter().any(|&(board, _)| board == question.board) {
                        self.guesses.push((question.board, action));
                    }
                }
            }
            GuessEvent::GoOn => self.question = None,
            GuessEvent::Solved(known) => (self.known, self.is_asked) = (Some(known), false),
            GuessEvent::Values(Ok(values)) => {
                self.is_asked = false;
                if let Some(known) = &mut self.known {
                    known.insert_all(values);
                }
            }
            GuessEvent::Values(Err(_)) => {}
        }
        let wanted = Some(self.wanted()).filter(|it| !it.is_empty() && !self.is_asked)?;
        self.is_asked = true;
        Some(wanted)
    }

    /// The boards whose values are needed next.
    fn wanted(&self) -> Vec<Board> {
        let Some(known) = &self.known else { return Vec::new() };
        let shown = self.question.iter().flat_map(|it| [it.board, other_spawn(it).1]);
        let mut boards: Vec<Board> = shown.filter(|&board| !known.knows(board)).collect();
        boards.dedup();
        boards
    }

    /// Whether there is a question, answered or not.
    pub const fn is_open(&self) -> bool {
        self.question.is_some()
    }

    /// The question, until it is answered.
    pub fn question(&self) -> Option<String> {
        let question = self.question.filter(|it| it.guess.is_none())?;
        let tile = question.board.tile(question.cell);
        let (position, seed) = (question.position, question.seed);
        Some(format!("Move {position} of seed {seed}: a {tile} fell here. What would you play?"))
    }

    /// Whether the reader may guess this action.
    pub fn may_guess(&self, action: Action) -> bool {
        let open = self.question.filter(|it| it.guess.is_none());
        open.is_some_and(|it| self.game.act(it.board, action).is_some())
    }

    /// The guess and what each move is worth, once the guess is made.
    pub fn answer(&self) -> Option<(Action, PositionValues)> {
        let question = self.question?;
        Some((question.guess?, PositionValues::of(self.known.as_ref()?, question.board)?))
    }

    /// What the guess keeps of the chance or costs, in a sentence.
    pub fn verdict(&self) -> Option<String> {
        let question = self.question?;
        let guess = question.guess?;
        let known = self.known.as_ref()?;
        let values = known.action_values_at(question.board)?;
        let best: Vec<_> = values.best().map(Action::name).collect();
        let name = capitalised(guess.name());
        if best.contains(&guess.name()) {
            return Some(format!("{name}: best."));
        }
        let chance = values.value()?.get();
        let measure = Measure::of(known.valued_game());
        let words = measure.in_words(chance, values.regret(guess)?);
        Some(format!("{name} {words}; best is {}.", best.join(" or ")))
    }

    /// The random tile of the turning point, and the other one, once the guess is made.
    pub fn possible_spawns(&self) -> Option<[PossibleSpawn; 2]> {
        let question = self.question.filter(|it| it.guess.is_some())?;
        let known = self.known.as_ref()?;
        let fell = (question.board.tile(question.cell), question.board);
        Some([fell, other_spawn(&question)].map(|(tile, board)| {
            let value = game_value(&self.game, Some(known), board);
            PossibleSpawn { tile, board, value }
        }))
    }

    /// How much of the chance all guesses have kept, in a sentence; what they cost if the objective
    /// does not count wins.
    pub fn total(&self) -> Option<String> {
        let known = self.known.as_ref()?;
        let guesses = match self.guesses.len() {
            0 => return None,
            1 => "Your guess".to_owned(),
            guesses => format!("Your {guesses} guesses"),
        };
        if let measure @ Measure::Expected(_) = Measure::of(known.valued_game()) {
            let cost = |&(board, action): &_| known.action_values_at(board)?.regret(action);
            let cost: f64 = self.guesses.iter().map(cost).sum::<Option<f64>>()?;
            return Some(format!("{guesses} cost {}.", measure.difference(cost)));
        }
        let kept = |&(board, action): &(Board, Action)| self.kept(board, action);
        let kept: f64 = self.guesses.iter().map(kept).product::<Option<f64>>()?;
        Some(format!("{guesses} kept {} of the chance.", share(kept)))
    }

    /// The share of the chance that an action keeps; 1 for a best one.
    fn kept(&self, board: Board, action: Action) -> Option<f64> {
        let known = self.known.as_ref()?;
        let values = known.action_values_at(board)?;
        let is_best = values.best().any(|best| best == action);
        Some(share_kept(values.value()?, values.get(action)?, is_best))
    }
}

/// The other tile that could appear at a turning point, and its board.
fn other_spawn(question: &Question) -> (Exponent, Board) {
    let fell = question.board.tile(question.cell);
    let other = if fell == Exponent::TWO { Exponent::FOUR } else { Exponent::TWO };
    (other, question.board.with(question.cell, other))
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Objective, PlainSolution};
    use mdp2048_rules::{CanonicalState, Shape};

    use super::*;

    /// Applies an event, and answers what the guesses ask for.
    fn answered(mut guessing: Guessing, event: GuessEvent, solution: &PlainSolution) -> Guessing {
        let mut asked = guessing.reduce(event);
        while let Some(boards) = asked {
            let values = boards.into_iter().map(|board| {
                let (state, symmetry) = CanonicalState::of(board);
                let values = solution.action_values(state).map(|it| it.before(symmetry));
                let returns = values.map_or([None; 4], |it| it.expected_returns());
                (board, returns.map(|it| it.unwrap_or(f64::NAN)))
            });
            let values = values.collect();
            asked = guessing.reduce(GuessEvent::Values(Ok(values)));
        }
        guessing
    }

    #[test]
    fn guesses_are_answered_and_what_they_keep_is_multiplied() {
        let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
        let solution = PlainSolution::solve(&game);
        let known = KnownValues::new(*solution.valued_game(), solution.start_return());
        let question = |position, board: &str| Question {
            seed: 47.into(),
            position,
            board: board.parse().unwrap(),
            cell: 3,
            guess: None,
        };
        let after = |guessing, event| answered(guessing, event, &solution);
        let asked = after(Guessing::new(game), GuessEvent::Ask(question(7, "8 4/0 2")));
        let text = "Move 7 of seed 47: a 2 fell here. What would you play?";
        assert_eq!(asked.question().as_deref(), Some(text));
        assert!(!asked.may_guess(Action::Right));
        // An answer waits for the solution.
        let early = after(asked, GuessEvent::Guess(Action::Left));
        assert_eq!(
            (early.question(), early.verdict(), early.possible_spawns()),
            (None, None, None)
        );
        let guessing = after(early, GuessEvent::Solved(known));
        let kept = guessing.kept("8 4/0 2".parse().unwrap(), Action::Left).unwrap();
        assert!(kept > 0.0);
        let (guess, values) = guessing.answer().unwrap();
        assert_eq!((guess, values.rows.len()), (Action::Left, 2));
        let [fell, other] = guessing.possible_spawns().unwrap();
        assert_eq!(
            (fell.board.to_string(), other.board.to_string()),
            ("8 4/0 2".into(), "8 4/0 4".into())
        );
        assert_eq!(fell.value.unwrap().value(), values.value.unwrap());
        assert!(other.value.is_some());
        // A second guess at the same board changes nothing; that at another one is multiplied.
        let again = after(guessing.clone(), GuessEvent::Ask(question(7, "8 4/0 2")));
        let again = after(again, GuessEvent::Guess(Action::Down));
        assert_eq!(again.total(), guessing.total());
        let more = after(again, GuessEvent::GoOn);
        // What is asked for is asked for once; after an error, nothing else is.
        let mut more_asked = more.clone();
        assert!(more_asked.reduce(GuessEvent::Ask(question(9, "8 4/2 2"))).is_some());
        let ended = GuessEvent::Values(Err("it has ended".to_owned()));
        for event in [GuessEvent::Guess(Action::Down), ended, GuessEvent::GoOn] {
            assert_eq!(more_asked.reduce(event), None);
        }
        let more = after(more, GuessEvent::Ask(question(9, "8 4/2 2")));
        let worst = Action::ALL.into_iter().rfind(|&it| more.may_guess(it)).unwrap();
        let more = after(more, GuessEvent::Guess(worst));
        let product = kept * more.kept("8 4/2 2".parse().unwrap(), worst).unwrap();
        let expected = format!("Your 2 guesses kept {} of the chance.", share(product));
        assert_eq!(more.total(), Some(expected));
        assert!(more.verdict().is_some());
        // Another game begins without guesses.
        let other = Question { seed: 48.into(), ..question(3, "8 4/0 2") };
        assert!(more.is_open());
        let more = after(more, GuessEvent::GoOn);
        assert!(!more.is_open());
        assert_eq!((more.question(), more.verdict(), more.possible_spawns()), (None, None, None));
        assert_eq!(after(more, GuessEvent::Ask(other)).total(), None);
    }

    #[test]
    fn guesses_in_a_game_for_points_have_their_cost() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        let solution = PlainSolution::solve(&game);
        let known = KnownValues::new(*solution.valued_game(), solution.start_return());
        let costs = |state: &CanonicalState| {
            let values = solution.action_values(*state).unwrap();
            values.second_regret().is_some_and(|regret| regret > 0.0)
        };
        let board = solution.layers().values().flatten().find(|it| costs(it)).unwrap().board();
        let question = Question { seed: 1.into(), position: 2, board, cell: 1, guess: None };
        let mut guessing = Guessing::new(game);
        for event in [GuessEvent::Solved(known), GuessEvent::Ask(question)] {
            guessing = answered(guessing, event, &solution);
        }
        let (state, symmetry) = CanonicalState::of(board);
        let values = solution.action_values(state).unwrap().before(symmetry);
        let worst = Action::ALL.into_iter().filter(|&it| values.get(it).is_some());
        let worst = worst.max_by(|&a, &b| values.regret(a).partial_cmp(&values.regret(b)).unwrap());
        let guessing = answered(guessing, GuessEvent::Guess(worst.unwrap()), &solution);
        let verdict = guessing.verdict().unwrap();
        assert!(
            verdict.contains(" costs ") && verdict.contains(" in score; best is "),
            "{verdict}"
        );
        let total = guessing.total().unwrap();
        assert!(total.starts_with("Your guess cost ") && total.ends_with(" in score."), "{total}");
    }
}
