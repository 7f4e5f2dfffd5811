//! The exact value of an agent on a solved game.
//!
//! A forward pass holds the probability of every board that a game of the agent visits, tile sum by
//! tile sum, and asks the agent for its policy on each of them once. The images of a board under
//! the symmetries are one board only if the agent treats them alike.
//!
//! The loss of the agent against the optimum is the sum over the boards of their probability times
//! the expected regret of the agent there (the performance difference lemma of S. Kakade and
//! J. Langford, "Approximately optimal approximate reinforcement learning", 2002). So the pass also
//! says where the loss comes from.

mod costly;
mod layers;
mod sampled;

use mdp2048_model::{Objective, Probability, Values};
use mdp2048_rules::{Action, Board, CanonicalState};
use thiserror::Error;

pub use self::costly::CostlyState;
use self::costly::CostlyStates;
use self::layers::{VisitWeight, VisitedLayers};
pub use self::sampled::{BoardPolicy, SampledDistance};

/// A regret that is a smaller part of V is 0: the actions tie, as they do for the policy of a
/// solution.
const TIE: f64 = 1e-12;

/// A negative regret that is a larger part of V is no rounding error, also not of values with 24
/// bits.
const ROUNDING: f64 = 1e-5;

/// The probability of each action, by [`Action::index`].
pub type ActionProbabilities = [f64; 4];

/// Why an agent cannot be evaluated exactly.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EvaluationError {
    /// The objective has infinite values.
    #[error(
        "a policy that may lose has no value for the objective {0}: solve the game for another one"
    )]
    Objective(Objective),
    /// Too many boards have to be held at a time.
    #[error(
        "games of the agent visit more than {most} boards of similar tile sums, which is more than \
         fits: choose a smaller board or target"
    )]
    TooLarge {
        /// The most boards.
        most: usize,
    },
    /// A visited board has no value, or one that is not the largest of its actions.
    #[error("the solution has no value of {0}: check it with mdp2048 verify")]
    NoValue(Board),
    /// The agent's probabilities are not those of allowed actions.
    #[error("the agent chooses an action that is not allowed on {0}")]
    NotAllowed(Board),
}

/// The exact result of an agent's games, to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactEvaluation {
    /// The number of boards that games visit and on which an action is allowed. Images of a board
    /// are one board if the agent treats them alike.
    pub boards: u64,
    /// The expected value in the unit of the solution's rewards.
    pub value: f64,
    /// The value of an optimal policy.
    pub optimum: f64,
    /// The probability that the target is made; 0 if there is none.
    pub win: f64,
    /// The expected score of a game.
    pub score: f64,
    /// The expected number of moves of a game.
    pub moves: f64,
    /// By ascending tile sum, where games go.
    pub layers: Vec<LayerLoss>,
    /// The states that cost the agent most, the worst first. Images of a board are one state.
    pub costliest: Vec<CostlyState>,
}

/// The loss of an agent on the boards of one tile sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerLoss {
    /// The tile sum.
    pub tile_sum: u32,
    /// The probability that a game visits a board of this tile sum on which an action is allowed.
    pub occupancy: f64,
    /// The expected loss there: the sum of occupancy times regret, in the unit of the value.
    pub loss: f64,
}

/// Evaluates an agent exactly against the values of a game.
///
/// `policy` gets the boards of a layer and returns the probability of each action for each of them.
/// `is_symmetric` says that the agent treats the images of a board alike
/// ([`AgentSpec::is_symmetric`](crate::AgentSpec::is_symmetric)); then only canonical boards are
/// asked for, which are up to eight times fewer. `report` is called after each layer with its tile
/// sum and the number of boards so far. At most `most` boards are held at a time, of about 40 bytes
/// each.
///
/// # Errors
/// [`EvaluationError`] if the game or the agent cannot be evaluated.
///
/// ```
/// use mdp2048_agents::evaluate;
/// use mdp2048_model::{Game, PlainSolution};
/// use mdp2048_rules::Board;
///
/// let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
/// // An allowed action, each with the same probability.
/// let random = |board: &Board| {
///     let mut probabilities = [0.0; 4];
///     for action in board.allowed() {
///         probabilities[action.index()] = 1.0 / board.allowed().count() as f64;
///     }
///     probabilities
/// };
/// let policy = |boards: &[Board]| boards.iter().map(random).collect();
/// let result = evaluate(&solution, true, 1 << 20, policy, |_, _| ())?;
/// assert!(result.value < result.optimum);
/// let loss: f64 = result.layers.iter().map(|layer| layer.loss).sum();
/// assert!((result.value + loss - result.optimum).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(
    values: &impl Values,
    is_symmetric: bool,
    most: usize,
    mut policy: impl FnMut(&[Board]) -> Vec<ActionProbabilities>,
    mut report: impl FnMut(u32, u64),
) -> Result<ExactEvaluation, EvaluationError> {
    let game = values.game();
    if game.objective().needs_certainty() {
        return Err(EvaluationError::Objective(game.objective()));
    }
    let mut layers = VisitedLayers::of_starts(game, is_symmetric);
    let mut result = ExactEvaluation {
        boards: 0,
        value: 0.0,
        optimum: values.start_value(),
        win: 0.0,
        score: 0.0,
        moves: 0.0,
        layers: Vec::new(),
        costliest: Vec::new(),
    };
    let mut costly = CostlyStates::default();
    while let Some((tile_sum, visited)) = layers.next() {
        let (mut boards, mut weights) = (Vec::new(), Vec::new());
        for (board, weight) in visited {
            if board.can_move() {
                boards.push(board);
                weights.push(weight);
            } else {
                result.value += weight.discounted * values.rewards().lost;
            }
        }
        let chosen = policy(&boards);
        let mut layer = LayerLoss { tile_sum, occupancy: 0.0, loss: 0.0 };
        for ((&board, weight), probabilities) in boards.iter().zip(weights).zip(chosen) {
            let regret = play(values, board, weight, probabilities, &mut layers, &mut result)?;
            let loss = weight.discounted * regret;
            layer.occupancy += weight.probability;
            layer.loss += loss;
            costly.add(board, weight.probability, loss);
        }
        // The rounding errors of the sum may exceed 1.
        layer.occupancy = Probability::rounded(layer.occupancy);
        costly.end_layer();
        if layers.boards() > most {
            return Err(EvaluationError::TooLarge { most });
        }
        if !boards.is_empty() {
            result.boards += boards.len() as u64;
            result.layers.push(layer);
            report(tile_sum, result.boards);
        }
    }
    result.win = Probability::rounded(result.win);
    result.costliest = costly.costliest();
    Ok(result)
}

/// Adds the rewards of the actions of a board, and the boards they lead to. Returns the regret of
/// the actions, expected under their probabilities.
fn play(
    values: &impl Values,
    board: Board,
    weight: VisitWeight,
    probabilities: ActionProbabilities,
    layers: &mut VisitedLayers,
    result: &mut ExactEvaluation,
) -> Result<f64, EvaluationError> {
    let (game, rewards) = (values.game(), values.rewards());
    let value = value_of(values, board, CanonicalState::of(board).0)?;
    let mut expected_regret = 0.0;
    for (action, probability) in chosen(probabilities) {
        let moved = game.act(board, action).ok_or(EvaluationError::NotAllowed(board))?;
        let weight = weight.times(probability);
        let points = f64::from(moved.points);
        result.moves += weight.probability;
        result.score += weight.probability * points;
        let action_value = if moved.wins {
            result.win += weight.probability;
            result.value += weight.discounted * rewards.winning(points);
            rewards.winning(points)
        } else {
            result.value += weight.discounted * rewards.going_on(points, 0.0);
            let weight = weight.after(rewards.discount);
            let mut expected = 0.0;
            for (board, probability) in game.spawns(moved.after) {
                let (state, _) = CanonicalState::of(board);
                expected += probability * value_of(values, board, state)?;
                layers.add(board, state, weight.times(probability));
            }
            rewards.going_on(points, expected)
        };
        let regret = value - action_value;
        if regret < -ROUNDING * value.abs() {
            return Err(EvaluationError::NoValue(board));
        }
        if regret.abs() > TIE * value.abs() {
            expected_regret += probability * regret;
        }
    }
    Ok(expected_regret)
}

/// The value of a board, of which the canonical one is a state or lost.
fn value_of(
    values: &impl Values,
    board: Board,
    state: CanonicalState,
) -> Result<f64, EvaluationError> {
    match values.value(state) {
        Some(value) => Ok(value),
        None if !board.can_move() => Ok(values.rewards().lost),
        None => Err(EvaluationError::NoValue(board)),
    }
}

/// The actions of positive probability.
fn chosen(probabilities: ActionProbabilities) -> impl Iterator<Item = (Action, f64)> {
    Action::ALL.into_iter().zip(probabilities).filter(|&(_, probability)| probability > 0.0)
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, PlainSolution, Policy as _};
    use mdp2048_rules::Shape;

    use super::*;
    use crate::{AgentSpec, Position, Simulator, Summary, built, play};

    /// More boards than any game here has.
    const MANY: usize = 1 << 20;

    fn of_agent(solution: &PlainSolution, spec: &str) -> ExactEvaluation {
        let simulator = Simulator::new(*solution.game());
        let mut agent = built(&simulator, spec);
        let policy = |boards: &[Board]| {
            boards.iter().map(|&board| agent.policy(Position::of_board(board))).collect()
        };
        let is_symmetric = spec.parse::<AgentSpec>().unwrap().is_symmetric();
        evaluate(solution, is_symmetric, MANY, policy, |_, _| ()).unwrap()
    }

    fn games() -> [Game; 4] {
        let shape = Shape::new(2, 3).unwrap();
        [
            Game::reach(Shape::TWO_BY_TWO, 16).unwrap(),
            Game::reach(shape, 32).unwrap(),
            Game::reach(shape, 32).unwrap().discounted(0.9).unwrap(),
            Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap(),
        ]
    }

    #[test]
    fn the_optimal_policy_has_the_optimal_value() {
        for game in games() {
            let solution = PlainSolution::solve(&game);
            let policy = |boards: &[Board]| {
                let one = |&board: &Board| {
                    let mut probabilities = [0.0; 4];
                    probabilities[solution.advise(board).unwrap().action.index()] = 1.0;
                    probabilities
                };
                boards.iter().map(one).collect()
            };
            let result = evaluate(&solution, false, MANY, policy, |_, _| ()).unwrap();
            let error = (result.value - result.optimum).abs() / result.optimum.abs();
            assert!(error < 1e-12, "{game}: {} is not {}", result.value, result.optimum);
            assert!(result.layers.iter().all(|layer| layer.loss < 1e-12 * result.optimum.abs()));
        }
    }

    #[test]
    fn symmetric_agents_have_one_value_for_all_images() {
        for game in games() {
            let solution = PlainSolution::solve(&game);
            for spec in ["random", "greedy:canonical", "expectimax:depth=2:canonical"] {
                assert!(spec.parse::<AgentSpec>().unwrap().is_symmetric());
                let by_state = of_agent(&solution, spec);
                let mut agent = built(&Simulator::new(game), spec);
                let policy = |boards: &[Board]| {
                    boards.iter().map(|&board| agent.policy(Position::of_board(board))).collect()
                };
                let by_board = evaluate(&solution, false, MANY, policy, |_, _| ()).unwrap();
                assert!(by_state.boards < by_board.boards, "{game}: {spec}");
                let pairs = [
                    (by_state.value, by_board.value),
                    (by_state.score, by_board.score),
                    (by_state.moves, by_board.moves),
                    (by_state.win, by_board.win),
                    (by_state.costliest[0].loss, by_board.costliest[0].loss),
                ];
                for (one, other) in pairs {
                    assert!((one - other).abs() <= 1e-12 * other.abs(), "{spec}: {one} {other}");
                }
            }
        }
    }

    #[test]
    fn losses_add_up_to_the_difference_from_the_optimum() {
        for game in games() {
            let solution = PlainSolution::solve(&game);
            for spec in ["random", "greedy", "minimax:depth=1", "expectimax:depth=2"] {
                let result = of_agent(&solution, spec);
                let loss: f64 = result.layers.iter().map(|layer| layer.loss).sum();
                let difference = result.optimum - result.value;
                assert!(loss > 0.0 || spec.starts_with("expectimax"), "{game}: {spec}");
                assert!((loss - difference).abs() < 1e-11 * result.optimum.abs(), "{game}: {spec}");
                let costly: f64 = result.costliest.iter().map(|state| state.loss).sum();
                assert!(costly <= loss * (1.0 + 1e-9), "{game}: {spec}");
            }
        }
    }

    #[test]
    fn exact_values_agree_with_sampled_games() {
        let game =
            Game::new(Shape::new(2, 3).unwrap(), Objective::Win, Some(32), 1.0, 0.1).unwrap();
        let (solution, simulator) = (PlainSolution::solve(&game), Simulator::new(game));
        for spec in [
            "random",
            "greedy",
            "minimax:depth=1",
            "minimax:depth=2:pruned",
            "expectimax:depth=1:weights=diagonal",
            "expectimax:depth=1:evaluation=points-weighted",
            "monte-carlo:games=2",
            "mdp-monte-carlo:games=2+1+1+1",
        ] {
            let exact = of_agent(&solution, spec);
            let mut policy = BoardPolicy::new(built(&simulator, spec));
            let games: Vec<_> =
                (0..2_000).map(|seed| play(&simulator, &mut policy, seed.into())).collect();
            let games = Summary::of(&games);
            let distance =
                |exact: &ExactEvaluation| SampledDistance::between(exact.win, exact.score, &games);
            let SampledDistance { win, score } = distance(&exact);
            assert!(win.abs() < 4.0 && score.abs() < 4.0, "{spec}: {win}, {score}: {exact:?}");
            // The exact values of another policy are far away.
            let other = ExactEvaluation { score: 1.1 * exact.score, ..exact };
            assert!(distance(&other).score < -4.0, "{spec}");
        }
    }

    #[test]
    fn what_cannot_be_evaluated_is_said() {
        let shape = Shape::new(2, 3).unwrap();
        let solution = PlainSolution::solve(&Game::reach(shape, 16).unwrap());
        let none = |boards: &[Board]| vec![[0.25; 4]; boards.len()];
        let error = evaluate(&solution, false, MANY, none, |_, _| ()).unwrap_err();
        assert!(matches!(error, EvaluationError::NotAllowed(_)), "{error}");
        let simulator = Simulator::new(*solution.game());
        let mut agent = built(&simulator, "random");
        let random = |boards: &[Board]| {
            boards.iter().map(|&board| agent.policy(Position::of_board(board))).collect()
        };
        let error = evaluate(&solution, false, 10, random, |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("more than 10 boards"), "{error}");
        let fewest = Game::new(Shape::TWO_BY_TWO, Objective::Fewest, Some(8), 1.0, 0.1).unwrap();
        let error =
            evaluate(&PlainSolution::solve(&fewest), false, MANY, none, |_, _| ()).unwrap_err();
        assert_eq!(error, EvaluationError::Objective(Objective::Fewest));
    }
}
