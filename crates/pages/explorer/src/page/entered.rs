//! What a random tile that the reader has entered does to the value, and which one hurts most.

use mdp2048_rules::CanonicalState;

use super::Exploration;
use crate::url::Mode;
use crate::view::{NextBoard, NextMove, named_text};

/// The random tile that the reader has entered last while playing along.
#[derive(Clone, Debug, PartialEq)]
pub struct EnteredTile {
    /// What it does to the value, and which tile hurts most, in a sentence or two.
    pub sentence: String,
    /// The board of the tile that hurts most, unless that of the reader is worth as little.
    pub worst: Option<NextBoard>,
}

impl Exploration {
    /// The last random tile beside all others that could have come: what each leaves is V of its
    /// board, and the expectation over them is the value after the move. `None` unless the reader has
    /// entered a tile while playing along and all these values are known.
    pub fn entered_tile(&self) -> Option<EnteredTile> {
        let (game, line, known) = (self.game(), self.line(), self.known()?);
        let ply = line.at().checked_sub(1).filter(|_| self.mode() == Mode::Along)?;
        let (_, tile) = line.spawn_at(ply)?;
        let step = line.moves().get(ply)?;
        let all = NextMove::of(game, Some(known), line.board_at(ply), step.action)?.boards;
        let state = CanonicalState::of(step.next).0;
        let entered = all.iter().find(|it| CanonicalState::of(it.board).0 == state)?;
        let value_of = |it: &NextBoard| Some(it.probability * it.value?);
        let expected: f64 = all.iter().map(value_of).sum::<Option<f64>>()?;
        let Some(worst) = all.iter().find(|it| it.is_worst) else {
            let sentence =
                format!("Your {tile} changes nothing: every tile leaves {}.", entered.text);
            return Some(EnteredTile { sentence, worst: None });
        };
        let (expected, left) = (named_text(known, expected), &entered.text);
        let takes = format!("After the move: {expected}. After your {tile}: {left}.");
        if entered.is_worst {
            let sentence = format!("{takes} No other tile hurts more.");
            return Some(EnteredTile { sentence, worst: None });
        }
        let cols = game.shape().cols();
        let place = |cell: usize| format!("row {}, column {}", cell / cols + 1, cell % cols + 1);
        let (hurts, at) = (&worst.text, place(worst.cell));
        let sentence = format!("{takes} What hurts most is a {} on {at}: {hurts}.", worst.tile);
        Some(EnteredTile { sentence, worst: Some(worst.clone()) })
    }
}
