//! The parameters of a game, and what its rules say of a board.

use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::discount::Discount;
use crate::game_error::GameError;
use crate::given_starts::{GivenStarts, MOST_STARTS};
use crate::move_result::MoveResult;
use crate::objective::Objective;
use crate::probability::Probability;
use crate::rewards::Rewards;
use crate::status::Status;

/// A game: the board shape, the objective, the target, the discount, the spawn probabilities, and
/// the boards that it starts from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    shape: Shape,
    objective: Objective,
    // A power of two from 8 to the largest tile that the board and the spawns allow. Present with
    // every objective that needs a target.
    target: Option<Exponent>,
    discount: Discount,
    spawn_four: Probability,
    given_starts: GivenStarts,
}

impl Game {
    /// The game of reaching a target face, without discount and with the usual random tiles.
    ///
    /// # Errors
    /// [`GameError`] if the target cannot be reached on the board.
    pub fn reach(shape: Shape, target: u32) -> Result<Self, GameError> {
        Self::new(shape, Objective::Win, Some(target), 1.0, Probability::SPAWN_FOUR.get())
    }

    /// The game with an objective, a target face that ends it (or none), a discount in (0, 1] and
    /// a probability that a random tile is a 4, which [`Probability::of_spawn`] allows.
    ///
    /// # Errors
    /// [`GameError`] names the parameter that is out of range, and the range.
    pub fn new(
        shape: Shape,
        objective: Objective,
        target: Option<u32>,
        discount: f64,
        spawn_four: f64,
    ) -> Result<Self, GameError> {
        Self::new_from(shape, objective, target, discount, spawn_four, &[])
    }

    /// The game as [`Game::new`] makes it, started from one of these boards, each with the same
    /// probability; from two random tiles if there are none.
    ///
    /// # Errors
    /// [`GameError`] names the parameter that is out of range, and the range. There are at most
    /// [`MOST_STARTS`] boards, which have this shape and are neither won nor lost.
    ///
    /// ```
    /// use mdp2048::{Game, Objective, Shape};
    ///
    /// let start = "16 16/2 32".parse()?;
    /// // From two random tiles, 64 cannot be reached.
    /// let two_by_two = Shape::TWO_BY_TWO;
    /// let game = Game::new_from(two_by_two, Objective::Win, Some(64), 1.0, 0.1, &[start])?;
    /// assert_eq!(game.to_string(), "2x2 to 64, from 16 16/2 32");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_from(
        shape: Shape,
        objective: Objective,
        target: Option<u32>,
        discount: f64,
        spawn_four: f64,
        starts: &[Board],
    ) -> Result<Self, GameError> {
        if starts.len() > MOST_STARTS {
            return Err(GameError::Starts(starts.len()));
        }
        let discount = Discount::new(discount).ok_or(GameError::Discount(discount))?;
        let spawn_four =
            Probability::of_spawn(spawn_four).ok_or(GameError::SpawnFour(spawn_four))?;
        if !objective.may_have_discount() && discount != Discount::NONE {
            return Err(GameError::DiscountedObjective(objective));
        }
        if objective.needs_target() && target.is_none() {
            return Err(GameError::NoTarget(objective));
        }
        let of_starts = starts.iter().map(|board| board.largest().get()).max().unwrap_or(0);
        let largest = largest_exponent(shape, spawn_four, of_starts.into());
        let target =
            target.map(|target| checked_target(shape, target, spawn_four, largest)).transpose()?;
        let given_starts = GivenStarts::new(starts);
        let game = Self { shape, objective, target, discount, spawn_four, given_starts };
        // Every tile that can be made must differ from a locked one.
        if shape.has_locked() && (target == Some(Exponent::LOCKED) || game.radix() > 15) {
            return Err(GameError::LockedTarget);
        }
        for &board in starts {
            if board.shape() != shape {
                return Err(GameError::StartShape { board, shape });
            }
            if game.status(board) != Status::Playing {
                return Err(GameError::StartEnded(board));
            }
        }
        Ok(game)
    }

    /// The same game with a discount in (0, 1].
    ///
    /// # Errors
    /// [`GameError`] if the discount is out of range, or other than 1 and the objective is not to
    /// win.
    pub fn discounted(&self, discount: f64) -> Result<Self, GameError> {
        let (target, four) = (self.target.map(Exponent::face), self.spawn_four.get());
        self.varied(self.objective, target, discount, four)
    }

    /// The game on the same board from the same start boards, with these other parameters, see
    /// [`Game::new`].
    ///
    /// # Errors
    /// [`GameError`] names the parameter that is out of range, and the range.
    pub fn varied(
        &self,
        objective: Objective,
        target: Option<u32>,
        discount: f64,
        spawn_four: f64,
    ) -> Result<Self, GameError> {
        let starts: Vec<Board> = self.given_starts().collect();
        Self::new_from(self.shape, objective, target, discount, spawn_four, &starts)
    }

    /// The same game, started from these boards, see [`Game::new_from`].
    ///
    /// # Errors
    /// As [`Game::new_from`].
    ///
    /// ```
    /// use mdp2048::Game;
    ///
    /// let game = Game::builder().board(2, 2).target(16).build()?;
    /// let game = game.starting_from(&["0 2/8 4".parse()?])?;
    /// assert_eq!(game.to_string(), "2x2 to 16, from 0 2/8 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn starting_from(&self, boards: &[Board]) -> Result<Self, GameError> {
        let (target, four) = (self.target.map(Exponent::face), self.spawn_four.get());
        Self::new_from(self.shape, self.objective, target, self.discount.get(), four, boards)
    }

    /// The boards that games start from with equal probabilities; none if they start from two
    /// random tiles.
    pub fn given_starts(&self) -> impl ExactSizeIterator<Item = Board> {
        self.given_starts.boards(self.shape)
    }

    /// Rows and columns.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The objective.
    pub const fn objective(&self) -> Objective {
        self.objective
    }

    /// The tile that ends the game, if any.
    pub const fn target(&self) -> Option<Exponent> {
        self.target
    }

    /// The factor per move.
    pub const fn discount(&self) -> Discount {
        self.discount
    }

    /// The probability that a random tile is a 4.
    pub const fn spawn_four(&self) -> Probability {
        self.spawn_four
    }

    /// One more than the largest exponent on a state: every exponent is a digit in this base.
    pub fn radix(&self) -> u8 {
        let largest = self.largest_exponent();
        self.target.map_or((largest as u8 + 1).min(16), Exponent::get)
    }

    /// The largest exponent that can be made on the board.
    pub(crate) fn largest_exponent(&self) -> u32 {
        let of_starts = self.given_starts().map(|board| board.largest().get()).max().unwrap_or(0);
        largest_exponent(self.shape, self.spawn_four, of_starts.into())
    }

    /// The rewards whose expected sum an optimal policy maximises.
    pub const fn rewards(&self) -> Rewards {
        Rewards::of(self.objective, self.discount)
    }

    /// Whether making this tile ends the game.
    pub fn ends_with(&self, tile: Exponent) -> bool {
        self.target.is_some_and(|target| tile >= target)
    }

    /// Whether a board is won, lost or in play.
    ///
    /// # Panics
    /// If the board has another shape.
    pub fn status(&self, board: Board) -> Status {
        assert_eq!(board.shape(), self.shape, "the board has the game's shape");
        if self.ends_with(board.largest()) {
            Status::Won
        } else if board.can_move() {
            Status::Playing
        } else {
            Status::Lost
        }
    }

    /// The result of an action before the random tile, or `None` if the action is not allowed.
    ///
    /// ```
    /// use mdp2048::{Action, Game};
    ///
    /// let game = Game::builder().board(2, 2).target(16).build()?;
    /// let moved = game.act("8 8/2 0".parse()?, Action::Left).ok_or("not allowed")?;
    /// assert!(moved.wins);
    /// assert_eq!(moved.points, 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn act(&self, board: Board, action: Action) -> Option<MoveResult> {
        board.slide(action).map(|slide| MoveResult {
            after: slide.after,
            points: slide.points,
            wins: self.ends_with(slide.largest_merge),
        })
    }
}

/// The largest exponent that can be made on a board, given the largest on the start boards.
///
/// The largest tile needs the fullest board before the last merges: one tile of each size, from the
/// largest up that is random or on a start board, and two of that one.
fn largest_exponent(shape: Shape, spawn_four: Probability, of_starts: u32) -> u32 {
    let random = 1 + u32::from(spawn_four.get() > 0.0);
    shape.free_cells() as u32 - 1 + of_starts.max(random)
}

/// The exponent of a target face that can be reached on the board.
fn checked_target(
    shape: Shape,
    target: u32,
    spawn_four: Probability,
    largest_exponent: u32,
) -> Result<Exponent, GameError> {
    if target < 8 || !target.is_power_of_two() {
        return Err(GameError::Target(target));
    }
    let largest = 1 << largest_exponent;
    if target > largest {
        let fours = spawn_four.get() > 0.0;
        return Err(GameError::Unreachable { target, shape, fours, largest });
    }
    Exponent::from_face(target).map_err(|_| GameError::Unrepresentable(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_which_values_are_valid() {
        let check = |target, discount, spawn_four, message: &str| {
            let shape = Shape::THREE_BY_THREE;
            let error = Game::new(shape, Objective::Win, Some(target), discount, spawn_four);
            let error = error.unwrap_err();
            assert_eq!(error.to_string(), message);
        };
        check(100, 1.0, 0.1, "100 is not a target: choose a power of two from 8, for example 512");
        check(4, 1.0, 0.1, "4 is not a target: choose a power of two from 8, for example 512");
        check(2048, 1.0, 0.1, "2048 cannot be reached on 3x3: the largest reachable tile is 1024");
        check(
            1024,
            1.0,
            0.0,
            "1024 cannot be reached on 3x3 when no 4 ever appears: \
             the largest reachable tile is 512",
        );
        check(64, 0.0, 0.1, "discount 0 is out of range: it must be above 0 and at most 1");
        check(64, f64::NAN, 0.1, "discount NaN is out of range: it must be above 0 and at most 1");
        for (four, text) in [(1.5, "1.5"), (1e-300, "1e-300"), (0.9999999, "0.9999999")] {
            let range = "it must be 0, 1 or from 0.000001 to 0.999999";
            let message = format!("spawn probability {text} of a 4 is out of range: {range}");
            check(64, 1.0, four, &message);
        }
        let large = Game::reach(Shape::FOUR_BY_FOUR, 65536).unwrap_err();
        assert!(matches!(large, GameError::Unrepresentable(65536)));
    }

    #[test]
    fn display_adds_only_unusual_parameters() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(8), 0.99, 0.25).unwrap();
        assert_eq!(game.to_string(), "2x2 to 8, discount 0.99, a 4 with probability 0.25");
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        assert_eq!(game.to_string(), "2x2, highest score");
        assert_eq!(game.name(), "2x2_score");
        assert_eq!(Game::reach(Shape::THREE_BY_THREE, 512).unwrap().name(), "3x3_to_512");
    }

    #[test]
    fn objectives_that_need_a_target_reject_its_absence() {
        let game = |objective, target, discount| {
            Game::new(Shape::TWO_BY_TWO, objective, target, discount, 0.1)
        };
        for objective in [Objective::Win, Objective::Fewest] {
            assert_eq!(game(objective, None, 1.0), Err(GameError::NoTarget(objective)));
        }
        for objective in [Objective::Score, Objective::Moves, Objective::Fewest] {
            let error = GameError::DiscountedObjective(objective);
            assert_eq!(game(objective, Some(8), 0.5), Err(error));
        }
        assert_eq!(game(Objective::Score, None, 1.0).unwrap().radix(), 6);
        assert_eq!(game(Objective::Score, Some(8), 1.0).unwrap().radix(), 3);
    }

    #[test]
    fn only_win_games_are_discounted() {
        let game = |objective| Game::new(Shape::TWO_BY_TWO, objective, Some(8), 1.0, 0.1).unwrap();
        let half = game(Objective::Win).discounted(0.5).unwrap();
        assert_eq!(half.discount().get(), 0.5);
        assert_eq!(half.discounted(1.0), Ok(game(Objective::Win)));
        let score = game(Objective::Score);
        assert_eq!(score.discounted(1.0), Ok(score));
        let error = GameError::DiscountedObjective(Objective::Score);
        assert_eq!(score.discounted(0.5), Err(error));
    }

    #[test]
    fn tiles_beside_locked_cells_differ_from_these() {
        let game = |shape: &str, objective, target| {
            Game::new(shape.parse().unwrap(), objective, target, 1.0, 0.1)
        };
        // On 14 free cells, 32768 can be made, whose exponent marks locked cells; on 13, it cannot.
        assert!(game("x.../..../..../..xx", Objective::Score, None).is_ok());
        assert!(game("x.../..../..../...x", Objective::Win, Some(16384)).is_ok());
        for (objective, target) in [(Objective::Score, None), (Objective::Win, Some(32768))] {
            let error = game("x.../..../..../...x", objective, target).unwrap_err();
            assert_eq!(error, GameError::LockedTarget);
        }
        assert!(game("4x4", Objective::Win, Some(32768)).is_ok());
    }

    #[test]
    fn start_boards_are_few_and_can_be_played() {
        let from = |boards: &[&str]| {
            let boards: Vec<Board> = boards.iter().map(|text| text.parse().unwrap()).collect();
            let shape = Shape::TWO_BY_TWO;
            Game::new_from(shape, Objective::Win, Some(32), 1.0, 0.1, &boards)
        };
        let most = from(&["0 2/4 2"; MOST_STARTS]).unwrap();
        assert_eq!(most.given_starts().len(), MOST_STARTS);
        assert_eq!(from(&["0 2/4 2"; MOST_STARTS + 1]), Err(GameError::Starts(MOST_STARTS + 1)));
        let is_ended = |text| matches!(from(&[text]), Err(GameError::StartEnded(_)));
        assert!(is_ended("2 4/4 2") && is_ended("0 2/4 32"));
        let other = from(&["0 2 0/4 2 0"]);
        assert!(matches!(other, Err(GameError::StartShape { .. })), "{other:?}");
    }
}
