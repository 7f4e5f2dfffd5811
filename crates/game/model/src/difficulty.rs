//! Where a game is hard: what the second-best actions cost, and where games end.

use mdp2048_rules::{Afterstate, Board, CanonicalState, TileSum};
use serde::{Deserialize, Serialize};

use crate::action_values::ActionValues;
use crate::policy::Values;
use crate::status::Status;

/// How hard a layer is under the optimal policy.
///
/// A game visits at most one state of a layer, so a sum of occupancies is the probability that a
/// game visits one of these states. A state has a *choice* if at least two actions are allowed.
///
/// Every game ends after a move from some layer, or in a state that is left out. So the sum of
/// `lost`, `won` and `left_out` over all layers is 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayerDifficulty {
    /// The tile sum.
    pub sum: TileSum,
    /// The probability that a game visits the layer.
    pub visited: f64,
    /// The probability that a game visits a state of the layer with a choice.
    pub with_choice: f64,
    /// The sum of occupancy times regret of the second-best action over the states with a choice.
    pub weighted_regret: f64,
    /// The probability that a game visits a state with a choice in which only one action is good.
    pub only_one_good: f64,
    /// The probability that a game is lost after a move from the layer: the random tile leaves no
    /// allowed action.
    pub lost: f64,
    /// The probability that a move from the layer makes the target.
    pub won: f64,
    /// The probability that a game visits a state that is left out because it is too rare.
    pub left_out: f64,
    /// The states with the largest occupancy times regret of the second-best action, the largest
    /// first.
    pub decisive: Vec<DecisiveState>,
    /// The states in which bad luck loses most games, the first of them first; empty unless the
    /// objective is the win objective without discount.
    pub unlucky: Vec<UnluckyState>,
}

/// A state in which random tiles lower the chance of winning.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnluckyState {
    /// The canonical board.
    pub board: Board,
    /// The probability that a game visits the state, times [`bad_luck`] after its best action: the
    /// games that bad luck loses there, per game.
    pub lost: f64,
}

/// The bad luck of an afterstate: how far the random tile lowers the chance of winning on average,
/// where a tile that does not lower it counts as 0. It is 0 if all tiles are equally good, and it
/// counts a tile that loses the game at once as well as one that makes a win less likely.
///
/// `None` unless the objective is the win objective without discount, or if a value is missing.
pub fn bad_luck(values: &(impl Values + ?Sized), after: Afterstate) -> Option<f64> {
    let game = values.game();
    let losing = |board: Board| match game.status(board) {
        Status::Lost => Some(1.0),
        _ => values.value(CanonicalState::of(board).0)?.loss(),
    };
    let spawns = game.spawns(after).map(|(board, probability)| Some((probability, losing(board)?)));
    let spawns = spawns.collect::<Option<Vec<_>>>()?;
    let mean: f64 = spawns.iter().map(|(probability, losing)| probability * losing).sum();
    let falls = spawns.iter().map(|(probability, losing)| probability * (losing - mean).max(0.0));
    Some(falls.sum())
}

/// A state in which the second-best action costs something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisiveState {
    /// The canonical board.
    pub board: Board,
    /// The probability that a game visits the state.
    pub occupancy: f64,
    /// The regret of the second-best action.
    pub regret: f64,
}

impl LayerDifficulty {
    /// A layer without states.
    pub const fn new(sum: TileSum) -> Self {
        Self {
            sum,
            visited: 0.0,
            with_choice: 0.0,
            weighted_regret: 0.0,
            only_one_good: 0.0,
            lost: 0.0,
            won: 0.0,
            left_out: 0.0,
            decisive: Vec::new(),
            unlucky: Vec::new(),
        }
    }

    /// The mean regret of the second-best action over the states with a choice, weighted by
    /// occupancy; 0 if games visit none.
    pub fn mean_regret(&self) -> f64 {
        ratio(self.weighted_regret, self.with_choice)
    }

    /// Of the states with a choice, the share of those with only one good action, weighted by
    /// occupancy; 0 if games visit none.
    pub fn share_with_one_good(&self) -> f64 {
        ratio(self.only_one_good, self.with_choice)
    }
}

/// Adds up the difficulty of layers, state by state.
#[derive(Clone, Copy, Debug)]
pub struct DifficultyRule {
    /// An action is good if it is best, or if the share of the value that it gives up is less than
    /// this; see [`Value::share`](crate::Value::share).
    pub good: f64,
    /// The number of decisive states to list for each layer.
    pub decisive: usize,
}

impl DifficultyRule {
    /// Adds a state to its layer: any symmetry image of it, its occupancy, and its action values.
    ///
    /// Under the fewest moves an action may give up the certain win. Its regret is infinite, so it
    /// is not good, and the means leave it out.
    pub fn add(
        &self,
        layer: &mut LayerDifficulty,
        (board, occupancy): (Board, f64),
        values: &ActionValues,
    ) {
        layer.visited += occupancy;
        let (Some(value), Some(regret)) = (values.value(), values.second_regret()) else { return };
        layer.with_choice += occupancy;
        // The best action is always good, so the second-best one decides.
        if regret > 0.0 && value.share(regret) >= self.good {
            layer.only_one_good += occupancy;
        }
        if regret > 0.0 && regret.is_finite() {
            layer.weighted_regret += occupancy * regret;
            layer.decisive.push(DecisiveState { board, occupancy, regret });
            // The list is cut now and then, so that it stays short.
            if layer.decisive.len() >= 4 * self.decisive.max(16) {
                self.complete(layer);
            }
        }
    }

    /// Completes the list of the decisive states of a layer.
    pub fn complete(&self, layer: &mut LayerDifficulty) {
        let states = &mut layer.decisive;
        for state in &mut *states {
            state.board = CanonicalState::of(state.board).0.board();
        }
        let weight = |state: &DecisiveState| state.occupancy * state.regret;
        states.sort_unstable_by(|a, b| {
            weight(b).total_cmp(&weight(a)).then_with(|| a.board.key().cmp(&b.board.key()))
        });
        states.truncate(self.decisive);
    }
}

fn ratio(part: f64, all: f64) -> f64 {
    if all > 0.0 { part / all } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Shape;

    use super::*;
    use crate::{Game, Objective, PlainSolution, ValuedGame};

    /// The difficulty of a layer of one state, whose right action has the value 0.5, by the
    /// expected return of its left action.
    fn of(objective: Objective, left: Option<f64>, good: f64) -> LayerDifficulty {
        let game = Game::new(Shape::TWO_BY_TWO, objective, Some(16), 1.0, 0.1).expect("a game");
        let rule = DifficultyRule { good, decisive: 8 };
        let board = Board::from_hex(Shape::TWO_BY_TWO, "0011").expect("a board");
        let mut layer = LayerDifficulty::new(board.tile_sum());
        let right = if objective.wants_few() { -0.5 } else { 0.5 };
        let values = ValuedGame::from(game).action_values([left, Some(right), None, None]);
        rule.add(&mut layer, (board, 0.25), &values);
        rule.complete(&mut layer);
        layer
    }

    #[test]
    fn an_action_is_good_if_it_gives_up_less_than_the_bound() {
        let (win, score) = (Objective::Win, Objective::Score);
        for (objective, left, mean_regret, is_only_good) in [
            // Without a choice no state is hard, and ties cost nothing.
            (win, None, 0.0, false),
            (win, Some(0.5 - 1e-14), 0.0, false),
            // 0.004 of 0.5 is a share of 0.008.
            (win, Some(0.496), 0.004, false),
            (win, Some(0.494), 0.006, true),
            (win, Some(0.0), 0.5, true),
            (score, Some(0.496), 0.004, false),
            (score, Some(0.494), 0.006, true),
            // An infinite regret is in no mean.
            (Objective::Fewest, Some(f64::NEG_INFINITY), 0.0, true),
        ] {
            let layer = of(objective, left, 0.01);
            assert!((layer.mean_regret() - mean_regret).abs() < 1e-15, "{left:?}: {layer:?}");
            assert_eq!(layer.share_with_one_good(), f64::from(is_only_good), "{left:?}");
            let with_choice = if left.is_none() { 0.0 } else { 0.25 };
            assert_eq!((layer.visited, layer.with_choice), (0.25, with_choice), "{left:?}");
            let decisive = layer.decisive.first().map(|state| state.occupancy);
            assert!(mean_regret == 0.0 || decisive == Some(0.25), "{left:?}");
        }
        let tie = of(win, Some(0.5 - 1e-14), 0.0);
        assert!(tie.decisive.is_empty() && tie.share_with_one_good() == 0.0);
    }

    #[test]
    fn the_states_that_cost_most_games_come_first() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).expect("a game");
        let rule = DifficultyRule { good: 0.0, decisive: 2 };
        let boards = ["2 8/4 8", "0 4/4 0", "2 4/2 2"].map(|text| text.parse().expect("a board"));
        let [a, b, c]: [Board; 3] = boards;
        let mut layer = LayerDifficulty::new(a.tile_sum());
        for (board, occupancy, regret) in [(a, 0.5, 0.1), (b, 0.2, 0.4), (c, 0.9, 0.01)] {
            let values = [Some(0.5 - regret), Some(0.5), None, None];
            let values = ValuedGame::from(game).action_values(values);
            rule.add(&mut layer, (board, occupancy), &values);
        }
        rule.complete(&mut layer);
        let listed: Vec<Board> = layer.decisive.iter().map(|state| state.board).collect();
        assert_eq!(listed, [b, a].map(|board| CanonicalState::of(board).0.board()));
        assert_ne!(listed[1], a, "the board was not canonical");
    }

    #[test]
    fn bad_luck_counts_what_a_tile_loses_against_the_mean() {
        let after = |text: &str| Afterstate::new(text.parse().expect("a board"));
        let luck = |game: &Game, text| bad_luck(&PlainSolution::solve(game), after(text));
        let game = Game::reach(Shape::TWO_BY_TWO, 16).expect("a game");
        // A 2 loses at once, and a 4 wins: games are lost with 0.9, and a 2 adds 0.1 to that.
        assert!((luck(&game, "0 8/4 2").expect("bad luck") - 0.9 * 0.1).abs() < 1e-15);
        // Every tile wins.
        assert_eq!(luck(&game, "8 8/0 2"), Some(0.0));
        let score = Game::new(Shape::TWO_BY_TWO, Objective::Score, Some(16), 1.0, 0.1);
        assert_eq!(luck(&score.expect("a game"), "0 8/4 2"), None);
    }
}
