//! What the charts of a map show.

use mdp2048_model::LayerDifficulty;

/// What a chart of a map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifficultyCurve {
    /// The mean regret of the second-best move.
    Regret,
    /// The share of positions with only one good move.
    OnlyOneGood,
    /// The probability that a game is lost in the layer.
    Lost,
}

impl DifficultyCurve {
    /// All charts, in the order of the page.
    pub const ALL: [Self; 3] = [Self::Regret, Self::OnlyOneGood, Self::Lost];

    /// The name on the page and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regret => "regret",
            Self::OnlyOneGood => "only-one-good",
            Self::Lost => "lost",
        }
    }

    /// The title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Regret => "Mean cost of the second-best move",
            Self::OnlyOneGood => "Positions with only one good move",
            Self::Lost => "Games lost at this tile sum",
        }
    }

    /// The number of a layer.
    pub fn number(self, layer: &LayerDifficulty) -> f64 {
        match self {
            Self::Regret => layer.mean_regret(),
            Self::OnlyOneGood => layer.share_with_one_good(),
            Self::Lost => layer.lost,
        }
    }
}
