//! The four actions of the board that is shown.

use mdp2048_display::{Measure, Percentage};
use mdp2048_model::{Discount, Outcome};
use mdp2048_policy::{PackedPolicy, ValuesHeld};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::certain_win::certain_outcome;
use crate::{Load, Player};

/// One action, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveRow {
    /// The action.
    pub action: Action,
    /// What it is worth.
    pub value: Option<Percentage>,
    /// How it compares with the others.
    pub verdict: Verdict,
    // The unit of the regret.
    measure: Measure,
}

/// How an action compares with the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The policy takes it: none is better.
    Best,
    /// A mirror image of the best one, and so exactly as good.
    Mirror,
    /// It costs this much win probability, as far as the policy's rounding tells.
    Costs(f64),
    /// It is allowed, and how it compares is not unpacked yet.
    Awaited,
    /// It is allowed, and the policy does not hold what it is worth.
    NotHeld,
    /// It would not change the board.
    NotAllowed,
}

impl Verdict {
    /// The name in attributes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Mirror => "mirror",
            Self::Costs(_) => "costs",
            Self::Awaited => "awaited",
            Self::NotHeld => "not-held",
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
            Verdict::Awaited => "…".to_owned(),
            Verdict::NotHeld => String::new(),
            Verdict::NotAllowed => "not allowed".to_owned(),
        }
    }
}

impl Player {
    /// The win probability of the board that is shown, if it is known.
    pub fn win_probability(&self) -> Option<Percentage> {
        match self.outcome() {
            Some(Outcome::Won) => return Some(Percentage::exact(1.0)),
            Some(Outcome::Lost) => return Some(Percentage::exact(0.0)),
            Some(Outcome::OffPolicy) | None => {}
        }
        let (policy, held) = (self.policy()?, self.held_value(self.cursor())?);
        let undiscounted = self.game().discount() == Discount::NONE;
        // Rounded to the end of the range: a look ahead may tell whether it is certain.
        let certain = if undiscounted && (held == 0.0 || held == 1.0) {
            certain_outcome(self.game(), policy, self.board())
        } else {
            None
        };
        Some(match certain {
            Some(won) => Percentage::exact(if won { 1.0 } else { 0.0 }),
            None => Percentage::within(held, policy.value_error()?),
        })
    }

    /// The four actions of the board that is shown; `None` when the game is over.
    pub fn moves(&self) -> Option<[MoveRow; 4]> {
        if matches!(self.outcome(), Some(Outcome::Won | Outcome::Lost)) {
            return None;
        }
        let board = self.board();
        let step = self.next_step();
        let chosen = step.map(|step| step.advice.action);
        let best_after = chosen.and_then(|action| self.afterstate(board, action));
        let best = self.win_probability();
        let measure = Measure::of(self.game());
        Some(Action::ALL.map(|action| {
            let after = self.afterstate(board, action);
            let held = step.and_then(|step| step.advice.action_values);
            let (value, verdict) = if after.is_none() {
                (None, Verdict::NotAllowed)
            } else if chosen == Some(action) {
                (best, Verdict::Best)
            } else if best_after == after {
                (best, Verdict::Mirror)
            } else if let Some(regret) = held.and_then(|values| values.regret(action)) {
                (held.and_then(|values| self.rounded(values.get(action)?)), Verdict::Costs(regret))
            } else if self.awaits_standing() {
                (None, Verdict::Awaited)
            } else {
                (None, Verdict::NotHeld)
            };
            MoveRow { action, value, verdict, measure }
        }))
    }

    /// Whether it is still to be seen how an allowed action compares with the others.
    fn awaits_standing(&self) -> bool {
        let is_held = |policy: &PackedPolicy| policy.header().values == ValuesHeld::Action;
        matches!(self.load(), Load::Decoding { policy, .. } if is_held(policy)) || self.is_held_up()
    }

    /// A value that the policy holds, with what rounding may have done to it.
    fn rounded(&self, held: f64) -> Option<Percentage> {
        Some(Percentage::within(held, self.policy()?.value_error()?))
    }

    /// What an action leads to, the same for mirror images; `None` if it is not allowed.
    fn afterstate(&self, board: Board, action: Action) -> Option<(bool, CanonicalState)> {
        let acted = self.game().act(board, action)?;
        Some((acted.wins, CanonicalState::of(acted.after.board()).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use crate::testing::ready;

    fn verdicts(player: &Player) -> [&'static str; 4] {
        player.moves().expect("the game goes on").map(|row| row.verdict.name())
    }

    #[test]
    fn mirror_images_are_as_good_as_the_best() {
        // 0 2/2 0: every action is a mirror image of every other.
        let player = ready(8, 42);
        assert_eq!(verdicts(&player), ["best", "mirror", "mirror", "mirror"]);
        assert_eq!(player.win_probability(), Some(Percentage::exact(1.0)));
    }

    #[test]
    fn costs_are_told_and_the_end_has_no_moves() {
        let mut player = ready(16, 20);
        let mut costs = 0;
        while let Some(rows) = player.moves() {
            let best = rows.iter().find(|row| row.verdict == Verdict::Best).unwrap();
            for row in rows {
                match row.verdict {
                    Verdict::Costs(regret) => {
                        costs += 1;
                        let value = row.value.unwrap().value();
                        assert!((value + regret - best.value.unwrap().value()).abs() < 1e-9);
                    }
                    Verdict::NotAllowed => assert_eq!(row.value, None),
                    _ => assert_eq!(row.value, best.value),
                }
            }
            player = player.after(Event::Step);
        }
        assert!(costs > 0);
        assert_eq!(player.win_probability(), Some(Percentage::exact(0.0)));
    }
}
