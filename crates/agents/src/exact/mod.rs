//! The exact value of an agent on a solved game.
//!
//! A forward pass holds the probability of every board that a game of the agent visits, tile sum by
//! tile sum, and asks the agent for its policy on each of them once. Boards are not reduced by
//! symmetry, because an agent may treat the images of a board differently.
//!
//! The loss of the agent against the optimum is the sum over the boards of their probability times
//! the expected regret of the agent there (the performance difference lemma of S. Kakade and
//! J. Langford, "Approximately optimal approximate reinforcement learning", 2002). So the pass also
//! says where the loss comes from.

mod costly;
mod layers;

use mdp2048_model::{Objective, Values};
use mdp2048_rules::{Action, Board, CanonicalState};
use thiserror::Error;

pub use self::costly::CostlyState;
use self::costly::CostlyStates;
use self::layers::{VisitWeight, VisitedLayers};

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
    /// A visited board has no value.
    #[error("the solution has no value of {0}: check it with mdp2048 verify")]
    NoValue(Board),
    /// The agent's probabilities are not those of allowed actions.
    #[error("the agent chooses an action that is not allowed on {0}")]
    NotAllowed(Board),
}

/// The exact result of an agent's games, to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactEvaluation {
    /// The number of boards that games visit and on which an action is allowed.
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
/// `report` is called after each layer with its tile sum and the number of boards so far. At most
/// `most` boards are held at a time, of about 40 bytes each.
///
/// # Errors
/// [`EvaluationError`] if the game or the agent cannot be evaluated.
pub fn evaluate(
    values: &impl Values,
    most: usize,
    mut policy: impl FnMut(&[Board]) -> Vec<ActionProbabilities>,
    mut report: impl FnMut(u32, u64),
) -> Result<ExactEvaluation, EvaluationError> {
    let game = values.game();
    if game.objective() == Objective::Fewest {
        return Err(EvaluationError::Objective(game.objective()));
    }
    let mut layers = VisitedLayers::of_starts(game);
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
            let loss = weight.discounted * expected_regret(values, board, probabilities)?;
            layer.occupancy += weight.probability;
            layer.loss += loss;
            costly.add(board, weight.probability, loss);
            play(values, board, weight, probabilities, &mut layers, &mut result)?;
        }
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
    result.costliest = costly.costliest();
    Ok(result)
}

/// The regret of the actions of a board, expected under their probabilities.
fn expected_regret(
    values: &impl Values,
    board: Board,
    probabilities: ActionProbabilities,
) -> Result<f64, EvaluationError> {
    let (state, symmetry) = CanonicalState::of(board);
    let action_values = values.action_values(state).ok_or(EvaluationError::NoValue(board))?;
    let action_values = action_values.before(symmetry);
    let mut sum = 0.0;
    for (action, probability) in chosen(probabilities) {
        let regret = action_values.regret(action).ok_or(EvaluationError::NotAllowed(board))?;
        sum += probability * regret;
    }
    Ok(sum)
}

/// Adds the rewards of the actions of a board, and the boards they lead to.
fn play(
    values: &impl Values,
    board: Board,
    weight: VisitWeight,
    probabilities: ActionProbabilities,
    layers: &mut VisitedLayers,
    result: &mut ExactEvaluation,
) -> Result<(), EvaluationError> {
    let (game, rewards) = (values.game(), values.rewards());
    for (action, probability) in chosen(probabilities) {
        let moved = game.act(board, action).ok_or(EvaluationError::NotAllowed(board))?;
        let weight = weight.times(probability);
        let points = f64::from(moved.points);
        result.moves += weight.probability;
        result.score += weight.probability * points;
        if moved.wins {
            result.win += weight.probability;
            result.value += weight.discounted * rewards.winning(points);
        } else {
            result.value += weight.discounted * rewards.going_on(points, 0.0);
            layers.add_spawns(game, moved.after, weight.after(rewards.discount));
        }
    }
    Ok(())
}

/// The actions of positive probability.
fn chosen(probabilities: ActionProbabilities) -> impl Iterator<Item = (Action, f64)> {
    Action::ALL.into_iter().zip(probabilities).filter(|&(_, probability)| probability > 0.0)
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, PlainSolution, Policy as _, Seed};
    use mdp2048_rules::Shape;

    use super::*;
    use crate::{
        ActionEstimates, Agent, AgentResources, AgentSpec, Position, Simulator, Summary, play,
    };

    /// More boards than any game here has.
    const MANY: usize = 1 << 20;

    fn of_agent(solution: &PlainSolution, spec: &str) -> ExactEvaluation {
        let simulator = Simulator::new(*solution.game());
        let mut agent = spec
            .parse::<AgentSpec>()
            .unwrap()
            .build(&simulator, &AgentResources::default())
            .unwrap();
        let policy = |boards: &[Board]| {
            boards.iter().map(|&board| agent.policy(Position::of_board(board))).collect()
        };
        evaluate(solution, MANY, policy, |_, _| ()).unwrap()
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
            let result = evaluate(&solution, MANY, policy, |_, _| ()).unwrap();
            let error = (result.value - result.optimum).abs() / result.optimum.abs();
            assert!(error < 1e-12, "{game}: {} is not {}", result.value, result.optimum);
            assert!(result.layers.iter().all(|layer| layer.loss < 1e-12 * result.optimum.abs()));
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

    /// Plays the one policy that an agent has, also where it judges by random numbers.
    #[derive(Clone)]
    struct OnePolicy(Box<dyn Agent>);

    impl Agent for OnePolicy {
        fn reset(&mut self, _: Seed) {}

        fn estimates(&mut self, position: Position) -> ActionEstimates {
            let board = Position::of_board(position.board);
            self.0.policy(board).map(|probability| (probability > 0.0).then_some(probability))
        }

        fn boxed(&self) -> Box<dyn Agent> {
            Box::new(self.clone())
        }
    }

    #[test]
    fn exact_values_agree_with_sampled_games() {
        let game =
            Game::new(Shape::new(2, 3).unwrap(), Objective::Win, Some(64), 1.0, 0.1).unwrap();
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
            let spec: AgentSpec = spec.parse().unwrap();
            let mut agent = spec.build(&simulator, &AgentResources::default()).unwrap();
            // Random play draws its actions, and all other agents choose one for each board.
            if spec.to_string() != "random" {
                agent = Box::new(OnePolicy(agent));
            }
            let games: Vec<_> =
                (0..2_000).map(|seed| play(&simulator, &mut *agent, seed.into())).collect();
            let summary = Summary::of(&games);
            let (low, high) = summary.score_interval();
            // Four standard errors are 2.04 times half of the interval.
            let slack = 1.02 * (high - low);
            assert!((summary.mean_score() - exact.score).abs() < slack, "{spec}: {exact:?}");
            let (won, spread) = (summary.won().rate(), (exact.win * (1.0 - exact.win)).sqrt());
            assert!((won - exact.win).abs() < 4.0 * spread / 2_000_f64.sqrt(), "{spec}: {won}");
        }
    }

    #[test]
    fn what_cannot_be_evaluated_is_said() {
        let shape = Shape::new(2, 3).unwrap();
        let solution = PlainSolution::solve(&Game::reach(shape, 16).unwrap());
        let none = |boards: &[Board]| vec![[0.25; 4]; boards.len()];
        let error = evaluate(&solution, MANY, none, |_, _| ()).unwrap_err();
        assert!(matches!(error, EvaluationError::NotAllowed(_)), "{error}");
        let simulator = Simulator::new(*solution.game());
        let mut agent = "random"
            .parse::<AgentSpec>()
            .unwrap()
            .build(&simulator, &AgentResources::default())
            .unwrap();
        let random = |boards: &[Board]| {
            boards.iter().map(|&board| agent.policy(Position::of_board(board))).collect()
        };
        let error = evaluate(&solution, 10, random, |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("more than 10 boards"), "{error}");
        let fewest = Game::new(Shape::TWO_BY_TWO, Objective::Fewest, Some(8), 1.0, 0.1).unwrap();
        let error = evaluate(&PlainSolution::solve(&fewest), MANY, none, |_, _| ()).unwrap_err();
        assert_eq!(error, EvaluationError::Objective(Objective::Fewest));
    }
}
