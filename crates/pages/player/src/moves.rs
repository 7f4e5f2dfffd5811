//! The four actions of the board shown, compared with the best one.

use mdp2048_display::{GameValue, ListedValue, Measure, listed};
use mdp2048_model::{ActionValues, Outcome};
use mdp2048_policy::ValuesHeld;
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::certain_win::CertainOutcome;
use crate::continuation::may_be_solved_on_a_page;
use crate::value::{certain, is_certain};
use crate::{LoadState, LoadedPolicy, MoveSource, Player};

/// One action with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRow {
    /// The action.
    pub action: Action,
    /// The action value, if it is decoded.
    pub value: Option<GameValue>,
    /// The action value as it is shown beside the others; empty if it is not decoded.
    pub value_text: String,
    /// The comparison with the best action.
    pub verdict: Verdict,
    // What the regret measures, for its unit.
    measure: Measure,
    // The regret that is shown, if there is one.
    shown_regret: f64,
    // The value of the board; 0 if it is not held.
    best: f64,
}

/// How an action compares with the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The action of the policy; no action has a greater value.
    Best,
    /// An action whose afterstate is a symmetry image of the best action's, so the values are
    /// equal.
    Mirror,
    /// Another action whose value is the greatest, up to rounding errors.
    Equal,
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
            Self::Equal => "equal",
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
            Verdict::Equal => "as good".to_owned(),
            // The file holds no difference.
            Verdict::Costs(_) if self.shown_regret == 0.0 => "indistinguishable".to_owned(),
            Verdict::Costs(_) => self.measure.beside_best(self.best, self.shown_regret),
            Verdict::NotDecoded => "…".to_owned(),
            Verdict::NotHeld => String::new(),
            Verdict::Searched => "found by a search".to_owned(),
            Verdict::NotAllowed => "not allowed".to_owned(),
        }
    }

    /// The difference from the value of the best action, if the action is known to cost something:
    /// `costs 2.25 points`.
    pub fn difference(&self) -> Option<String> {
        let is_told = self.regret().is_some() && self.shown_regret != 0.0;
        is_told.then(|| self.measure.cost(self.shown_regret))
    }

    /// The regret, if the action costs something.
    pub const fn regret(&self) -> Option<f64> {
        if let Verdict::Costs(regret) = self.verdict { Some(regret) } else { None }
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
        let is_searched = self.move_source(position) == Some(MoveSource::Search);
        let action_values = step.and_then(|step| step.advice.action_values);
        let rows = Action::ALL.map(|action| {
            let result = self.canonical_result(board, action);
            if result.is_none() {
                (None, Verdict::NotAllowed)
            } else if best_action == Some(action) && is_searched {
                (None, Verdict::Searched)
            } else if best_action == Some(action) {
                (best_value, Verdict::Best)
            } else if best_result == result && !is_searched {
                (best_value, Verdict::Mirror)
            } else if let Some(found) = action_values.and_then(|it| self.compared(&it, action)) {
                found
            } else if self.awaits_action_values() {
                (None, Verdict::NotDecoded)
            } else {
                (None, Verdict::NotHeld)
            }
        });
        let measure = Measure::of(&self.valued_game(position));
        let values = rows.map(|(value, verdict)| {
            let regret = if let Verdict::Costs(regret) = verdict { regret } else { 0.0 };
            value.map(|value| ListedValue { value, regret })
        });
        let mut texts = listed(values, measure.cost_decimals()).into_iter();
        let best = best_value.map_or(0.0, GameValue::value);
        Some(Action::ALL.map(|action| {
            let (value, verdict) = rows[action.index()];
            let text = texts.next().flatten();
            let (value_text, shown_regret) =
                text.map(|it| (it.text, it.regret)).unwrap_or_default();
            MoveRow { action, value, value_text, verdict, measure, shown_regret, best }
        }))
    }

    /// The value of an action that leads elsewhere than the best one, and how it compares with that;
    /// `None` if it is not held.
    fn compared(
        &self,
        values: &ActionValues,
        action: Action,
    ) -> Option<(Option<GameValue>, Verdict)> {
        let (position, best) = (self.cursor(), self.value());
        let regret = values.regret(action)?;
        let held = self.held_action_value(position, values.get(action)?, regret);
        let ties = self.holds_exact_values(position) && values.best().any(|it| it == action);
        let (value, is_equal) = match (best, held) {
            (Some(best), Some(held)) if is_certain(best) && best == certain(best) => {
                // What is held as 1 may be a little less; nothing is less than 0.
                let is_equal = held.value() == best.value()
                    && (held == best || best.value() == 0.0 || self.wins_certainly(action));
                (Some(if is_equal { best } else { held }), is_equal || ties)
            }
            _ => (if ties { best } else { held }, ties),
        };
        Some((value, if is_equal { Verdict::Equal } else { Verdict::Costs(regret) }))
    }

    /// Whether it is proven that every game is won after an action of the board shown.
    fn wins_certainly(&self, action: Action) -> bool {
        let mut proof = self.policy().map(|it| CertainOutcome::new(self.game(), it, true));
        proof.as_mut().is_some_and(|it| it.holds_after(self.board(), action))
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
    use mdp2048_display::Reducer as _;
    use std::rc::Rc;

    use mdp2048_model::{Advice, ValuedGame};

    use super::*;
    use crate::testing::{ready, rounded, solved};
    use crate::{Continuation, PlayerEvent};

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

    /// A player of the 2x2 game to 16 that shows a board, with these values of the actions from its
    /// solution.
    fn solved_board(board: &str, values: [Option<f64>; 4]) -> Player {
        let board: Board = board.parse().unwrap();
        let (game, _) = solved(16);
        let values = ValuedGame::from(game).action_values(values);
        let (action, value) = (values.choice().unwrap(), values.value());
        let advice = Advice { action, value, action_values: Some(values) };
        let moves = vec![(board.tile_sum(), advice)];
        let source = MoveSource::Solution(game.into());
        ready(16, 20)
            .after(PlayerEvent::SetStartBoard(Some(board)))
            .after(PlayerEvent::Continue(Continuation { board, moves, source }))
    }

    fn texts(player: &Player) -> [[String; 2]; 4] {
        player
            .moves()
            .expect("the game is not over")
            .map(|row| [row.value_text.clone(), row.text()])
    }

    #[test]
    fn an_action_that_is_as_good_costs_nothing() {
        // Left and right make the target, and down is as certain to.
        let nearly = 1.0 - 2e-16;
        let player = solved_board("8 8/0 2", [Some(1.0), Some(1.0), None, Some(nearly)]);
        let texts = texts(&player);
        assert_eq!(texts[1], ["100 %", "as good, mirrored"]);
        assert_eq!(texts[3], ["100 %", "as good"]);
        // Up and down make the target, and the policy chooses the first of three.
        let other = solved_board("8 0/8 2", [None, Some(nearly), Some(1.0), Some(1.0)]);
        assert_eq!(verdicts(&other), ["not-allowed", "best", "equal", "equal"]);
        let worse = solved_board("8 8/0 2", [Some(1.0), Some(1.0), None, Some(0.5)]);
        assert_eq!(worse.moves().unwrap()[3].text(), "keeps 50.00 %");
    }

    #[test]
    fn an_action_keeps_a_share_of_the_chance() {
        let values = [Some(0.73677), Some(0.73677), None, Some(0.71424)];
        let [left, right, _, down] = texts(&solved_board("2 2/0 4", values));
        assert_eq!(left, ["73.68 %", "best"]);
        assert_eq!(right, ["73.68 %", "as good, mirrored"]);
        assert_eq!(down, ["71.42 %", "keeps 96.94 %"]);
        let rows = solved_board("2 2/0 4", values).moves().unwrap();
        assert_eq!(rows[3].difference().as_deref(), Some("costs 2.25 points"));
    }

    #[test]
    fn rows_and_head_say_certain_of_the_same_boards() {
        let (game, solution) = solved(32);
        let load = LoadState::Ready(Rc::new(rounded(32, 1e-4)));
        let first = Player::new(game, 47.into()).after(PlayerEvent::LoadChanged(load));
        let mut equal = 0;
        for &state in solution.layers().values().flatten() {
            let player = first.clone().after(PlayerEvent::SetStartBoard(Some(state.board())));
            let head = player.value().expect("a value");
            // The list of all moves has the same value.
            let in_list = player.table_row(0).expect("a row");
            assert_eq!(in_list[3].starts_with("100"), head.text().starts_with("100"), "{state}");
            for row in player.moves().expect("moves") {
                match row.verdict {
                    Verdict::Best | Verdict::Mirror => assert_eq!(row.value, Some(head)),
                    Verdict::Equal => {
                        equal += 1;
                        assert_eq!((row.value, head), (Some(head), certain(head)), "{state}");
                    }
                    // What costs less than the file tells is not as certain.
                    Verdict::Costs(regret) => {
                        assert!(regret > 0.0 || row.value != Some(head), "{state} {row:?}");
                    }
                    _ => {}
                }
            }
        }
        assert!(equal > 0);
    }

    #[test]
    fn regrets_are_differences_of_values_and_a_finished_game_has_no_moves() {
        let mut player = ready(16, 20);
        let mut regrets = 0;
        while let Some(rows) = player.moves() {
            let best = rows.iter().find(|row| row.verdict == Verdict::Best).unwrap();
            for row in &rows {
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
        assert_eq!(player.value(), GameValue::at_end(player.game(), false));
    }
}
