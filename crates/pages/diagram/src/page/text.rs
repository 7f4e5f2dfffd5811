//! The state of a diagram view in words.

use mdp2048_display::{Percentage, counted};
use mdp2048_model::{Discount, Status};

use crate::page::DiagramView;

impl DiagramView {
    /// The position of the walk, in a sentence.
    pub fn position_text(&self) -> String {
        let (steps, board) = (self.walk().cursor(), self.walk().board());
        let moves = counted(steps as u64, "move");
        match self.walk().status() {
            Status::Won => format!("Won after {moves}."),
            Status::Lost => format!("Lost after {moves}: no action is left."),
            Status::Playing => {
                let drawn = self.settings().frame.board(board);
                let image =
                    if drawn == board { String::new() } else { format!(", drawn as {drawn}") };
                let when = match steps {
                    0 => "Before the first move".to_owned(),
                    _ => format!("After {moves}"),
                };
                format!("{when}: {board}{image}.")
            }
        }
    }

    /// The last action of the walk, in a sentence; `None` at the start of the walk.
    pub fn action_text(&self) -> Option<String> {
        let (_, action, _) = self.walk().steps().last()?;
        Some(format!("The last action was {}.", action.name()))
    }

    /// The probabilities of winning and of losing under the policy, in a sentence; `None` for a
    /// drawing of one state, and while the reader solves the game.
    pub fn outcome_summary(&self) -> Option<String> {
        if self.is_solving() {
            return None;
        }
        let chain = self.drawing().chain.as_ref()?;
        let percent = |probability| Percentage::computed(probability).short();
        let (win, lose) = (percent(chain.win), percent(chain.lose));
        let policy =
            if self.settings().overrides.is_empty() { "the optimal policy" } else { "your policy" };
        let mut text = format!("Under {policy}, {win} of all games are won and {lose} lost.");
        if self.settings().game.discount() != Discount::NONE {
            let value = self.drawing().figure.value_text(self.drawing().start_value());
            text.push_str(&format!(
                " With the optimal policy, the discounted value of the start is {value}."
            ));
        }
        Some(text)
    }
}
