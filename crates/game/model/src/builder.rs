//! Games from named parameters, each with a default.

use mdp2048_rules::{Board, Shape, ShapeError};

use crate::{Formation, Game, GameError, Objective, Probability};

/// The parameters of a [`Game`], each with a default; [`Game::builder`] begins one.
///
/// ```
/// use mdp2048::{Game, Objective};
///
/// let usual = Game::builder().build()?;
/// assert_eq!(usual.to_string(), "4x4, highest score");
///
/// let small = Game::builder().board(2, 3).target(64).spawn_four(0.25).build()?;
/// assert_eq!(small.to_string(), "2x3 to 64, a 4 with probability 0.25");
///
/// let long = Game::builder().board(2, 2).objective(Objective::Moves).build()?;
/// assert_eq!(long.to_string(), "2x2, most moves");
/// # Ok::<(), mdp2048::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct GameBuilder {
    shape: Result<Shape, ShapeError>,
    starts: Vec<Board>,
    objective: Option<Objective>,
    target: Option<u32>,
    discount: f64,
    spawn_four: f64,
}

impl Default for GameBuilder {
    /// The usual game: 4x4, no target, the highest score.
    fn default() -> Self {
        Self {
            shape: Ok(Shape::FOUR_BY_FOUR),
            starts: Vec::new(),
            objective: None,
            target: None,
            discount: 1.0,
            spawn_four: Probability::SPAWN_FOUR.get(),
        }
    }
}

impl Game {
    /// Begins a game from named parameters.
    ///
    /// ```
    /// use mdp2048::Game;
    ///
    /// let game = Game::builder().board(3, 3).target(512).build()?;
    /// assert_eq!(game.to_string(), "3x3 to 512");
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub fn builder() -> GameBuilder {
        GameBuilder::default()
    }
}

impl GameBuilder {
    /// The numbers of rows and of columns, 2 to 4 each; 4 and 4 by default. No cell is locked.
    pub fn board(mut self, rows: u8, cols: u8) -> Self {
        self.shape = Shape::new(rows, cols);
        self
    }

    /// The board as a [`Shape`], which may have locked cells.
    pub fn shape(mut self, shape: Shape) -> Self {
        self.shape = Ok(shape);
        self
    }

    /// The board and the start boards of a formation.
    pub fn formation(mut self, formation: Formation) -> Self {
        self.starts = formation.starts().collect();
        self.shape(formation.shape())
    }

    /// Another board that games start from; without one they start from two random tiles.
    ///
    /// ```
    /// use mdp2048::Game;
    ///
    /// let board = "2 0 0/4 x x/2 x x".parse()?;
    /// let game = Game::builder().start(board).shape(board.shape()).target(16).build()?;
    /// assert_eq!(game.to_string(), ".../.xx/.xx to 16, from 2 0 0/4 x x/2 x x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(mut self, board: Board) -> Self {
        self.starts.push(board);
        self
    }

    /// The face of the tile that ends the game, such as 512; none by default.
    pub const fn target(mut self, face: u32) -> Self {
        self.target = Some(face);
        self
    }

    /// What an optimal policy optimises. By default it is to win if there is a target, else the
    /// highest score.
    pub const fn objective(mut self, objective: Objective) -> Self {
        self.objective = Some(objective);
        self
    }

    /// The factor per move of the value of a win, above 0 and at most 1; 1 by default.
    pub const fn discount(mut self, discount: f64) -> Self {
        self.discount = discount;
        self
    }

    /// The probability that a random tile is a 4; 0.1 by default.
    pub const fn spawn_four(mut self, probability: f64) -> Self {
        self.spawn_four = probability;
        self
    }

    /// Returns the game.
    ///
    /// # Errors
    /// [`GameError`] names the parameter that is out of range, and the range.
    ///
    /// ```
    /// use mdp2048::Game;
    ///
    /// let error = Game::builder().board(3, 3).target(2048).build().unwrap_err();
    /// let message = "2048 cannot be reached on 3x3: the largest reachable tile is 1024";
    /// assert_eq!(error.to_string(), message);
    /// assert!(Game::builder().board(5, 5).build().is_err());
    /// ```
    pub fn build(&self) -> Result<Game, GameError> {
        let shape = self.shape.clone()?;
        let of_target = if self.target.is_some() { Objective::Win } else { Objective::Score };
        let objective = self.objective.unwrap_or(of_target);
        let Self { target, discount, spawn_four, .. } = *self;
        Game::new_from(shape, objective, target, discount, spawn_four, &self.starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_parameter() {
        let message = |builder: GameBuilder| builder.build().unwrap_err().to_string();
        assert!(message(Game::builder().board(1, 3)).starts_with("'1x3' is not a board shape"));
        let fewest = Game::builder().objective(Objective::Fewest);
        assert!(message(fewest).contains("choose one, for example 512"));
        assert!(message(Game::builder().target(64).discount(0.0)).starts_with("discount 0"));
    }

    #[test]
    fn each_parameter_is_that_of_the_game() {
        let start: Board = "0 2/4 2".parse().unwrap();
        let builder = Game::builder().board(2, 2).start(start).objective(Objective::Win).target(16);
        let game = builder.discount(0.5).spawn_four(0.25).build().unwrap();
        let expected =
            Game::new_from(Shape::TWO_BY_TWO, Objective::Win, Some(16), 0.5, 0.25, &[start]);
        assert_eq!(Ok(game), expected);
    }
}
