//! What a browser keeps of the puzzles or of the games of the days: what was tried or played, and
//! the streak.

use std::collections::BTreeMap;

use mdp2048_rules::Action;
use serde::{Deserialize, Serialize};

use super::day::Day;

/// What is kept, as JSON. The days are the numbers of [`Day`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kept {
    /// The last day that counts for the streak.
    day: Option<i64>,
    /// On how many days in a row, up to that one, the first move tried was the best, or the game
    /// was played to its end.
    streak: u32,
    /// What was tried on the puzzle of each day, or played in its game.
    #[serde(default)]
    tries: BTreeMap<i64, Tries>,
}

/// What was tried on a puzzle, or played in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tries {
    /// The first letters of the actions.
    moves: String,
    /// Whether the last of them is the best one, or ends the game.
    found: bool,
}

impl Kept {
    /// Reads what was kept. What is not of this form is as good as nothing.
    pub(super) fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to keep.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The actions tried on the puzzle of a day, or played in its game.
    pub(super) fn tried(&self, day: Day) -> Vec<Action> {
        let moves = self.tries.get(&day.0).map_or("", |it| &it.moves);
        moves.chars().filter_map(action_of).collect()
    }

    /// Whether the best move of a day was found, or its game has ended.
    pub(super) fn is_found(&self, day: Day) -> bool {
        self.tries.get(&day.0).is_some_and(|it| it.found)
    }

    /// The streak on a day: it goes on until a day has passed on which nothing was tried.
    pub(super) fn streak(&self, today: Day) -> u32 {
        let is_alive = [today.0, today.0 - 1].map(Some).contains(&self.day);
        if is_alive { self.streak } else { 0 }
    }

    /// Adds a try, if it is a new one. The first one on the day of the puzzle itself counts for the
    /// streak.
    pub(super) fn add(&mut self, day: Day, today: Day, action: Action, is_best: bool) -> bool {
        let streak = self.streak(today);
        let tries = self.tries.entry(day.0).or_default();
        if tries.found || tries.moves.chars().filter_map(action_of).any(|it| it == action) {
            return false;
        }
        if day == today && tries.moves.is_empty() && self.day != Some(today.0) {
            self.streak = if is_best { streak + 1 } else { 0 };
            self.day = Some(today.0);
        }
        tries.moves += &action.name()[..1];
        tries.found = is_best;
        true
    }

    /// Adds a move of the game of a day. A game that ends on its day counts for the streak.
    pub(super) fn play(&mut self, day: Day, today: Day, action: Action, is_end: bool) {
        let streak = self.streak(today);
        let game = self.tries.entry(day.0).or_default();
        game.moves += &action.name()[..1];
        game.found = is_end;
        if is_end && day == today && self.day != Some(today.0) {
            (self.streak, self.day) = (streak + 1, Some(today.0));
        }
    }
}

fn action_of(letter: char) -> Option<Action> {
    letter.to_string().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Day = Day(100);

    /// The streak after the best move of today at the first try, or after a wrong one.
    fn streak_after(kept: &str, is_best: bool) -> u32 {
        let mut kept = Kept::read(kept);
        kept.add(TODAY, TODAY, Action::Up, is_best);
        assert_eq!(kept.tried(TODAY), [Action::Up]);
        Kept::read(&kept.text()).streak(TODAY)
    }

    #[test]
    fn a_streak_counts_days_in_a_row_at_the_first_try() {
        // Before tries were kept, this was all.
        assert_eq!(streak_after(r#"{"day":99,"streak":3}"#, true), 4);
        assert_eq!(streak_after(r#"{"day":98,"streak":3}"#, true), 1);
        assert_eq!(streak_after(r#"{"day":99,"streak":3}"#, false), 0);
        // Today has counted already.
        assert_eq!(streak_after(r#"{"day":100,"streak":3}"#, true), 3);
        assert_eq!(streak_after(r#"{"day":100,"streak":0}"#, true), 0);
        // A clock that was set forward and back holds nothing up.
        assert_eq!(streak_after(r#"{"day":200,"streak":7}"#, true), 1);
        // What another program has left there.
        let others =
            ["", "7", "\"x\"", "{}", r#"{"day":"99","streak":3}"#, r#"{"day":99,"streak":null}"#];
        for kept in others {
            assert_eq!(streak_after(kept, true), 1);
        }
    }

    #[test]
    fn a_wrong_try_is_kept_and_the_day_counts_once() {
        let mut kept = Kept::read(r#"{"day":99,"streak":3}"#);
        assert_eq!((kept.streak(TODAY), kept.streak(TODAY.plus(1))), (3, 0));
        kept.add(TODAY, TODAY, Action::Left, false);
        let mut kept = Kept::read(&kept.text());
        kept.add(TODAY, TODAY, Action::Left, false);
        kept.add(TODAY, TODAY, Action::Up, true);
        kept.add(TODAY, TODAY, Action::Down, false);
        let kept = Kept::read(&kept.text());
        assert_eq!(kept.tried(TODAY), [Action::Left, Action::Up]);
        assert_eq!((kept.is_found(TODAY), kept.streak(TODAY)), (true, 0));
        // Of an earlier day, nothing counts.
        let mut later = kept.clone();
        later.add(Day(99), TODAY, Action::Up, true);
        assert_eq!((later.streak(TODAY), later.is_found(Day(99))), (0, true));
    }
}
