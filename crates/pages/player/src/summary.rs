//! What is remarkable of a game that has ended.

use mdp2048_display::{GameValue, Measure};
use mdp2048_model::Outcome;

use crate::Player;
use crate::turning::{LEAST_SWING, whole_percent};

/// What a reader wants to know of a game that is won or lost.
#[derive(Clone, Debug, PartialEq)]
pub struct EndSummary {
    /// Where the value was at its lowest in a game that is won, or at its highest in one that is
    /// lost, in words.
    pub extreme: Option<String>,
    /// How many games from this first board are won, in words.
    pub chance: Option<String>,
}

impl Player {
    /// The summary of the game; `None` unless its last board is shown, and won or lost.
    pub fn summary(&self) -> Option<EndSummary> {
        let is_won = match self.outcome()? {
            Outcome::Won => true,
            Outcome::Lost => false,
            Outcome::OffPolicy => return None,
        };
        let is_probability = self.measure() == Measure::Probability;
        let chance = |value: GameValue| {
            let remark = value.remark().map_or(String::new(), |remark| format!(" ({remark})"));
            format!("Of all games from this first board, {} are won{remark}.", value.text())
        };
        let extreme = |(position, value): (usize, GameValue)| {
            let most = if is_won { "lowest" } else { "highest" };
            format!("The chance of winning was at its {most} at move {position}: {}.", value.text())
        };
        Some(EndSummary {
            extreme: self.extreme(is_won).filter(|_| is_probability).map(extreme),
            chance: self.value_at(0).filter(|_| is_probability).map(chance),
        })
    }

    /// How the game ended, in a few words on its last board: `Won, after falling to 50 %`; `None`
    /// unless that is shown, and won or lost.
    pub fn ending(&self) -> Option<String> {
        let is_won = match self.outcome()? {
            Outcome::Won => true,
            Outcome::Lost => false,
            Outcome::OffPolicy => return None,
        };
        if self.game().target().is_none() {
            return Some("The end".to_owned());
        }
        let (word, changed) = if is_won { ("Won", "falling to") } else { ("Lost", "reaching") };
        let change = || {
            let start = self.value_at(0).filter(|_| self.measure() == Measure::Probability)?;
            let (_, extreme) = self.extreme(is_won)?;
            let is_seen = (extreme.value() - start.value()).abs() >= LEAST_SWING;
            is_seen.then(|| format!(", after {changed} {} %", whole_percent(extreme.value())))
        };
        Some(word.to_owned() + &change().unwrap_or_default())
    }

    /// The first position with the lowest or the highest value, unless the outcome was certain all
    /// the time.
    fn extreme(&self, is_lowest: bool) -> Option<(usize, GameValue)> {
        let sign = if is_lowest { 1.0 } else { -1.0 };
        (0..self.last())
            .filter_map(|position| Some((position, self.value_at(position)?)))
            .min_by(|(_, a), (_, b)| (sign * a.value()).total_cmp(&(sign * b.value())))
            .filter(|(_, value)| value.value() != f64::from(u8::from(is_lowest)))
    }
}

#[cfg(test)]
mod tests {
    use crate::PlayerEvent;
    use crate::testing::ready;
    use mdp2048_display::Reducer as _;

    #[test]
    fn a_finished_game_has_a_summary() {
        let player = ready(32, 47);
        assert_eq!(player.summary(), None);
        let end = player.after(PlayerEvent::GoToEnd);
        let summary = end.summary().unwrap();
        let value = |position| Some(end.stored_value(position)?.get());
        let lowest = (0..16).filter_map(value).fold(f64::INFINITY, f64::min);
        let at = (0..16).find(|&position| value(position) == Some(lowest)).unwrap();
        let extreme = summary.extreme.unwrap();
        assert!(extreme.contains(&format!("at its lowest at move {at}: ")), "{extreme}");
        let chance = summary.chance.unwrap();
        assert!(chance.starts_with("Of all games from this first board, 8."), "{chance}");
        let lost = ready(16, 20).after(PlayerEvent::GoToEnd).summary().unwrap();
        assert!(lost.extreme.unwrap().contains("at its highest at move "));
        let certain = ready(8, 42).after(PlayerEvent::GoToEnd).summary().unwrap();
        assert_eq!(certain.extreme, None);
        let chance = "Of all games from this first board, 100 % are won (certain).";
        assert_eq!(certain.chance.as_deref(), Some(chance));
    }

    #[test]
    fn the_last_board_says_how_the_game_ended() {
        let ending = |target, seed| ready(target, seed).after(PlayerEvent::GoToEnd).ending();
        assert_eq!(ready(32, 47).ending(), None);
        assert_eq!(ending(8, 42).unwrap(), "Won");
        // The chance was at its highest hardly above that of the first board.
        assert_eq!(ending(16, 20).unwrap(), "Lost");
        let mut endings = (0..300).filter_map(|seed| ending(16, seed));
        assert!(endings.any(|it| it == "Won, after falling to 90 %"));
    }
}
