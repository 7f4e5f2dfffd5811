//! The difficulty of a solved game, and the layer that the reader has chosen.

use std::rc::Rc;

use mdp2048_display::{Measure, percent};
use mdp2048_model::{DecisiveState, Game, LayerDifficulty, UnluckyState, ValuedGame};
use mdp2048_rules::Board;

use super::curve::DifficultyCurve;

/// The share of games that visit a layer, below which a map leaves it out.
const LEAST_VISITED: f64 = 1e-3;

/// The difficulty of the layers of a solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct DifficultyMap {
    valued_game: ValuedGame,
    /// The layers that at least one game in a thousand visits, ascending by tile sum.
    layers: Rc<[LayerDifficulty]>,
    /// The probability that a game is lost in the layers that are left out.
    lost_elsewhere: f64,
    /// The probability that a game comes to a position that was not followed because it is rare.
    left_out: f64,
    chosen: usize,
}

/// A layer in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerText {
    /// What the second-best move costs: `0.4 points`.
    pub regret: String,
    /// The share of positions with only one good move.
    pub only_one_good: String,
    /// The probability that a game is lost here.
    pub lost: String,
    /// The share of games that visit the layer.
    pub visited: String,
}

impl LayerText {
    /// The number of a chart.
    pub fn of(&self, curve: DifficultyCurve) -> &str {
        match curve {
            DifficultyCurve::Regret => &self.regret,
            DifficultyCurve::OnlyOneGood => &self.only_one_good,
            DifficultyCurve::Lost => &self.lost,
        }
    }
}

/// A position in which many games are decided, as a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzlePosition {
    /// The board.
    pub board: Board,
    /// The share of all games that bad luck loses here, or that the second-best move would lose.
    pub share: f64,
    /// In words: the share of games that are lost here, or that come here.
    pub text: String,
}

/// The number of positions in a list of the whole game.
const LISTED: usize = 8;

impl DifficultyMap {
    /// A map of the layers of a game.
    pub fn new(valued_game: ValuedGame, layers: Vec<LayerDifficulty>) -> Self {
        let left_out = layers.iter().map(|layer| layer.left_out).sum();
        let (layers, rare): (Vec<_>, Vec<_>) =
            layers.into_iter().partition(|layer| layer.visited >= LEAST_VISITED);
        let lost_elsewhere = rare.iter().map(|layer| layer.lost).sum();
        let layers = layers.into();
        let mut map = Self { valued_game, layers, lost_elsewhere, left_out, chosen: 0 };
        map.chosen = map.hardest();
        map
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// The game and what expected returns are.
    pub const fn valued_game(&self) -> &ValuedGame {
        &self.valued_game
    }

    /// The layers, ascending by tile sum.
    pub fn layers(&self) -> &[LayerDifficulty] {
        &self.layers
    }

    /// The position of the chosen layer among the layers.
    pub const fn chosen(&self) -> usize {
        self.chosen
    }

    /// The chosen layer; `None` if there are no layers.
    pub fn layer(&self) -> Option<&LayerDifficulty> {
        self.layers.get(self.chosen)
    }

    /// Chooses a layer by its position.
    pub(crate) fn choose(&mut self, layer: usize) {
        self.chosen = layer.min(self.layers.len().saturating_sub(1));
    }

    /// The layer in which the second-best move costs most on average.
    pub fn hardest(&self) -> usize {
        self.largest(LayerDifficulty::mean_regret)
    }

    /// The layer in which most games are lost.
    pub fn deadliest(&self) -> usize {
        self.largest(|layer| layer.lost)
    }

    fn largest(&self, number: impl Fn(&LayerDifficulty) -> f64) -> usize {
        let numbers = self.layers.iter().map(number).enumerate();
        numbers.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
    }

    /// A sentence about how the games end.
    pub fn summary(&self) -> String {
        let lost: f64 = self.layers.iter().map(|it| it.lost).sum::<f64>() + self.lost_elsewhere;
        let layers = self.layers.len();
        let Some(deadliest) = self.layers.get(self.deadliest()) else { return String::new() };
        let all = match self.valued_game.game().target() {
            None => "Every game ends on a full board".to_owned(),
            Some(_) => format!("The optimal policy loses {} of its games", percent(lost)),
        };
        let rare = match self.left_out {
            0.0 => String::new(),
            share => format!(
                " Very rare positions are left out; {} of games come to one.",
                percent(share)
            ),
        };
        format!(
            "{all}, most often at tile sum {} ({}). The map shows the {layers} tile sums that at \
             least one game in 1,000 reaches.{rare}",
            deadliest.sum,
            percent(deadliest.lost)
        )
    }

    /// A layer in words.
    pub fn text(&self, layer: &LayerDifficulty) -> LayerText {
        LayerText {
            regret: self.cost(layer.mean_regret()),
            only_one_good: percent(layer.share_with_one_good()),
            lost: percent(layer.lost),
            visited: percent(layer.visited.min(1.0)),
        }
    }

    /// The positions of all layers in which bad luck loses most games; empty unless the objective
    /// is the win objective without discount.
    pub fn unluckiest_positions(&self) -> Vec<PuzzlePosition> {
        let states = self.layers.iter().flat_map(|layer| &layer.unlucky);
        let position = |state: &UnluckyState| PuzzlePosition {
            board: state.board,
            share: state.lost,
            text: format!("{} of games are lost by luck here", percent(state.lost)),
        };
        first_of(states.map(position))
    }

    /// The positions of all layers in which the second-best move would cost most: occupancy times
    /// regret.
    pub fn costliest_positions(&self) -> Vec<PuzzlePosition> {
        let states = self.layers.iter().flat_map(|layer| &layer.decisive);
        let position = |state: &DecisiveState| PuzzlePosition {
            board: state.board,
            share: state.occupancy * state.regret,
            text: format!("{} of games come here", percent(state.occupancy)),
        };
        first_of(states.map(position))
    }

    fn cost(&self, regret: f64) -> String {
        match regret {
            0.0 => "nothing".to_owned(),
            _ => Measure::of(&self.valued_game).difference(regret),
        }
    }
}

/// The first positions of a list, those of the largest share.
fn first_of(positions: impl Iterator<Item = PuzzlePosition>) -> Vec<PuzzlePosition> {
    let mut positions: Vec<_> = positions.collect();
    positions.sort_by(|a, b| b.share.total_cmp(&a.share));
    positions.truncate(LISTED);
    positions
}
