//! The layers of backward induction.

use std::rc::Rc;

use mdp2048_display::Measure;
use mdp2048_model::{Game, ValuedGame};
use mdp2048_rules::{Action, Board, Symmetry, TileSum};

use super::equations::{Equations, SolvedEquations};

/// How many boards a game has at most that is solved on the page's own thread, counted without
/// regard to whether they are reachable.
const MOST_BOARDS: f64 = 12_000.0;

/// The number of bins of the histogram of a layer's values.
const BINS: usize = 20;

/// A small game solved by backward induction: its layers, from the highest tile sum down.
#[derive(Clone, Debug)]
pub struct Induction {
    pub(super) equations: Rc<Equations>,
    pub(super) solved: Rc<SolvedEquations>,
    layers: Rc<[InducedLayer]>,
    /// The upper end of the histograms.
    most: f64,
}

/// Two are equal if they are copies of one another, so that a page compares them in no time.
impl PartialEq for Induction {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.equations, &other.equations)
    }
}

/// A layer after its values are known.
#[derive(Clone, Debug, PartialEq)]
pub struct InducedLayer {
    /// The tile sum.
    pub sum: TileSum,
    /// The number of states in the layer.
    pub states: usize,
    /// The number of states that are solved once this layer is.
    pub solved: usize,
    /// The smallest and the largest value in the unit of the objective; `None` if no value is
    /// finite.
    pub range: Option<(f64, f64)>,
    /// How many of the layer's values are in each bin; infinite values are in none.
    pub histogram: Vec<usize>,
    /// The worst allowed action of the layer.
    pub worst: LayerRegret,
}

/// The allowed action of a layer that has the largest regret.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerRegret {
    /// The regret.
    pub regret: f64,
    /// The board.
    pub board: Board,
    /// The action.
    pub action: Action,
}

impl Induction {
    /// Whether the game is small enough. This counts boards and solves nothing.
    pub fn is_small(game: &Game) -> bool {
        let boards = f64::from(game.radix()).powi(game.shape().free_cells() as i32);
        boards / Symmetry::of(game.shape()).len() as f64 <= MOST_BOARDS
    }

    /// Solves a game; `None` if it is not small.
    pub fn of(game: &Game) -> Option<Self> {
        if !Self::is_small(game) {
            return None;
        }
        let equations = Equations::of(game);
        let solved = equations.solve(game);
        let value = |at: usize| solved.valued_game.objective_value(solved.values[at]);
        let values = (0..solved.values.len()).filter_map(value);
        let largest = values.fold(0.0, f64::max);
        let most = match Measure::of(&solved.valued_game) {
            Measure::Probability | Measure::Losing | Measure::Discounted => 1.0,
            _ => largest.max(1.0),
        };
        let mut layers: Vec<InducedLayer> = Vec::new();
        for (at, state) in equations.states().iter().enumerate() {
            let (board, sum) = (state.board(), state.board().tile_sum());
            let regret = |action| {
                let values = &solved.action_values[at];
                // Actions that tie up to rounding cost nothing.
                let is_best = values.best().any(|best| best == action);
                let regret = if is_best { 0.0 } else { values.regret(action)? };
                Some(LayerRegret { regret, board, action })
            };
            let regrets = Action::ALL.into_iter().filter_map(regret);
            let Some(worst) = regrets.max_by(|a, b| a.regret.total_cmp(&b.regret)) else {
                continue;
            };
            if layers.last().is_none_or(|it| it.sum != sum) {
                layers.push(InducedLayer {
                    sum,
                    states: 0,
                    solved: at,
                    range: None,
                    histogram: vec![0; BINS],
                    worst,
                });
            }
            let Some(layer) = layers.last_mut() else { continue };
            layer.states += 1;
            layer.solved += 1;
            if worst.regret > layer.worst.regret {
                layer.worst = worst;
            }
            if let Some(value) = value(at) {
                let bin = (value / most * BINS as f64) as usize;
                layer.histogram[bin.min(BINS - 1)] += 1;
                let (least, largest) = layer.range.unwrap_or((value, value));
                layer.range = Some((least.min(value), largest.max(value)));
            }
        }
        let (equations, solved) = (Rc::new(equations), Rc::new(solved));
        Some(Self { equations, solved, layers: layers.into(), most })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.equations.game()
    }

    /// The game and what its values are.
    pub fn valued_game(&self) -> &ValuedGame {
        &self.solved.valued_game
    }

    /// The layers in the order in which they are solved: the highest tile sum first.
    pub fn layers(&self) -> &[InducedLayer] {
        &self.layers
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.equations.states().len()
    }

    /// The mean value over the states a game starts from.
    pub fn start_value(&self) -> f64 {
        self.solved.start_value
    }

    /// The upper end of the histograms; their lower end is 0.
    pub(super) const fn largest(&self) -> f64 {
        self.most
    }

    /// The width of a bin of the histograms.
    pub(super) fn bin_width(&self) -> f64 {
        self.most / BINS as f64
    }

    /// The layer that is solved last after this many steps; `None` before the first step.
    pub fn layer(&self, steps: usize) -> Option<&InducedLayer> {
        self.layers.get(steps.checked_sub(1)?)
    }

    /// What has happened after this many steps, as a sentence.
    pub fn sentence(&self, steps: usize) -> String {
        let Some(first) = self.layers.first() else { return String::new() };
        let Some(layer) = self.layer(steps) else {
            return format!(
                "No state is solved yet. The solver begins at the highest tile sum, {}, and goes \
                 down: a move makes the sum grow by 2 or 4, so the values a state needs are known \
                 when it is solved.",
                first.sum
            );
        };
        if steps == self.layers.len() {
            let measure = Measure::of(self.valued_game());
            let value = measure.text(self.valued_game().measured(self.start_value()));
            return format!("Every state is solved. A game has {}: {value}.", measure.name());
        }
        format!(
            "The states of tile sum {} are solved, with the values of tile sums {} and {}.",
            layer.sum,
            layer.sum.get() + 2,
            layer.sum.get() + 4
        )
    }

    /// The largest regret of a layer, in words.
    pub fn regret_text(&self, layer: &InducedLayer) -> String {
        match layer.worst.regret {
            0.0 => "nothing".to_owned(),
            f64::INFINITY => "the certain win".to_owned(),
            regret => Measure::of(self.valued_game()).difference(regret),
        }
    }

    /// The smallest and the largest value of a layer, in words.
    pub fn range_text(&self, layer: &InducedLayer) -> String {
        let text = |value| match Measure::of(self.valued_game()) {
            Measure::Losing => Measure::Probability.text(Some(value)),
            measure => measure.text(Some(value)),
        };
        match layer.range {
            None => "none, because winning is not certain".to_owned(),
            Some((least, most)) if text(least) == text(most) => text(least),
            Some((least, most)) => format!("{} to {}", text(least), text(most)),
        }
    }
}
