//! The four actions of the board shown, compared with the best one.

use mdp2048_display::{GameValue, Measure};
use mdp2048_model::Outcome;
use mdp2048_policy::ValuesHeld;
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::continuation::may_be_solved_on_a_page;
use crate::{LoadState, LoadedPolicy, MoveSource, Player};

/// One action with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveRow {
    /// The action.
    pub action: Action,
    /// The action value, if it is decoded.
    pub value: Option<GameValue>,
    /// The comparison with the best action.
    pub verdict: Verdict,
    // What the regret measures, for its unit.
    measure: Measure,
}

/// How an action compares with the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The action of the policy; no action has a greater value.
    Best,
    /// An action whose afterstate is a symmetry image of the best action's, so the values are
    /// equal.
    Mirror,
    /// An allowed action with this regret, exact up to the rounding of the policy file.
    Costs(f64),
    /// An allowed action whose value is not decoded yet.
    NotDecoded,
    /// An allowed action whose value the policy file does not hold.
    NotHeld,
    /// The action that a search has found; it may not be optimal.
    Searched,
    /// An action that would not change the board.
    NotAllowed,
}

impl Verdict {
    /// The name in attributes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Mirror => "mirror",
            Self::Costs(_) => "costs",
            Self::NotDecoded => "awaited",
            Self::NotHeld => "not-held",
            Self::Searched => "searched",
            Self::NotAllowed => "not-allowed",
        }
    }
}

impl MoveRow {
    /// The verdict in words.
    pub fn text(&self) -> String {
        match self.verdict {
            Verdict::Best => "best".to_owned(),
            Verdict::Mirror => "as good, mirrored".to_owned(),
            Verdict::Costs(regret) => self.measure.cost(regret),
            Verdict::NotDecoded => "…".to_owned(),
            Verdict::NotHeld => String::new(),
            Verdict::Searched => "found by a search".to_owned(),
            Verdict::NotAllowed => "not allowed".to_owned(),
        }
    }
}

impl Player {
    /// The four actions of the board shown; `None` if the game is won or lost.
    pub fn moves(&self) -> Option<[MoveRow; 4]> {
        if matches!(self.outcome(), Some(Outcome::Won | Outcome::Lost)) {
            return None;
        }
        let board = self.board();
        let step = self.next_step();
        let best_action = step.map(|step| step.advice.action);
        let best_result = best_action.and_then(|action| self.canonical_result(board, action));
        let best_value = self.value();
        let position = self.cursor();
        let measure = Measure::of(&self.valued_game(position));
        let is_searched = self.move_source(position) == Some(MoveSource::Search);
        Some(Action::ALL.map(|action| {
            let result = self.canonical_result(board, action);
            let action_values = step.and_then(|step| step.advice.action_values);
            let (value, verdict) = if result.is_none() {
                (None, Verdict::NotAllowed)
            } else if best_action == Some(action) && is_searched {
                (None, Verdict::Searched)
            } else if best_action == Some(action) {
                (best_value, Verdict::Best)
            } else if best_result == result && !is_searched {
                (best_value, Verdict::Mirror)
            } else if let Some(values) = action_values
                && let Some(regret) = values.regret(action)
            {
                (
                    values.get(action).and_then(|q| self.held_value(position, q)),
                    Verdict::Costs(regret),
                )
            } else if self.awaits_action_values() {
                (None, Verdict::NotDecoded)
            } else {
                (None, Verdict::NotHeld)
            };
            MoveRow { action, value, verdict, measure }
        }))
    }

    /// Whether the values of all actions of the board shown are known, or will be: the policy file
    /// holds them, or the game is solved.
    pub fn compares_moves(&self) -> bool {
        match self.move_source(self.cursor()) {
            Some(source) => source != MoveSource::Search,
            None => self.policy().is_some_and(|it| it.values == ValuesHeld::Action),
        }
    }

    /// Whether the game may be small enough to be solved in the reader's browser.
    pub fn may_be_solved(&self) -> bool {
        may_be_solved_on_a_page(self.game())
    }

    /// Whether decoding the rest of the file may add values of the actions.
    fn awaits_action_values(&self) -> bool {
        let has_them = |policy: &LoadedPolicy| policy.values == ValuesHeld::Action;
        matches!(self.load(), LoadState::Decoding { policy, .. } if has_them(policy))
            || self.awaits_decoding()
    }

    /// Whether an action wins, and its canonical afterstate, which is equal for symmetry images;
    /// `None` if the action is not allowed.
    fn canonical_result(&self, board: Board, action: Action) -> Option<(bool, CanonicalState)> {
        let result = self.game().act(board, action)?;
        Some((result.wins, CanonicalState::of(result.after.board()).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerEvent;
    use crate::testing::ready;

    fn verdicts(player: &Player) -> [&'static str; 4] {
        player.moves().expect("the game is not over").map(|row| row.verdict.name())
    }

    #[test]
    fn symmetry_images_of_the_best_action_are_equal_to_it() {
        // 0 2/2 0: the afterstates of all four actions are symmetry images of each other.
        let player = ready(8, 42);
        assert_eq!(verdicts(&player), ["best", "mirror", "mirror", "mirror"]);
        assert_eq!(player.value().unwrap().text(), "100 %");
    }

    #[test]
    fn regrets_are_differences_of_values_and_a_finished_game_has_no_moves() {
        let mut player = ready(16, 20);
        let mut regrets = 0;
        while let Some(rows) = player.moves() {
            let best = rows.iter().find(|row| row.verdict == Verdict::Best).unwrap();
            for row in rows {
                match row.verdict {
                    Verdict::Costs(regret) => {
                        regrets += 1;
                        let value = row.value.unwrap().value();
                        assert!((value + regret - best.value.unwrap().value()).abs() < 1e-9);
                    }
                    Verdict::NotAllowed => assert_eq!(row.value, None),
                    _ => assert_eq!(row.value, best.value),
                }
            }
            player = player.after(PlayerEvent::Step);
        }
        assert!(regrets > 0);
        assert_eq!(player.value(), Some(GameValue::at_end(player.game(), false)));
    }
}
