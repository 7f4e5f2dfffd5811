//! The turning points of a game: where the random tiles have changed its chance most.
//!
//! Under an optimal policy the expected value never changes, so every change of the value is that
//! of a random tile. The values of a game are cut into swings, each a rise or a fall that no
//! opposite change of [`LEAST_SWING`] interrupts. A turning point is the largest single change
//! within a swing.

use mdp2048_display::{GameValue, Measure};
use mdp2048_model::{Policy as _, Status};
use mdp2048_rules::Exponent;

use crate::{Player, TileChange};

/// The least change of the win probability that is a swing.
pub(crate) const LEAST_SWING: f64 = 0.05;

/// For how many moves the text of the player says what happened at a turning point.
const SHOWN_MOVES: usize = 6;

/// The most turning points of a game that are shown.
const MOST: usize = 5;

/// A random tile that changed the win probability of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The position at which the random tile has appeared.
    pub position: usize,
    /// The face of the random tile.
    pub tile: Exponent,
    /// The win probability before the random tile.
    pub from: f64,
    /// The win probability after it.
    pub to: f64,
}

impl TurningPoint {
    /// The turning point in a few words: `Move 456: the 4, 10 → 91 %`. A chance is never rounded to
    /// a certain result.
    pub fn text(&self) -> String {
        let (from, to) = (whole_percent(self.from), whole_percent(self.to));
        format!("Move {}: the {}, {from} → {to} %", self.position, self.tile)
    }

    /// The other tile that might have appeared.
    fn other_tile(&self) -> Exponent {
        if self.tile == Exponent::TWO { Exponent::FOUR } else { Exponent::TWO }
    }

    fn size(&self) -> f64 {
        (self.to - self.from).abs()
    }
}

/// A probability in percent without the sign, which is never rounded to a certain result.
pub(crate) fn whole_percent(probability: f64) -> String {
    match 100.0 * probability {
        percent if percent >= 99.5 => "over 99".to_owned(),
        percent if percent < 0.5 => "under 1".to_owned(),
        percent => format!("{percent:.0}"),
    }
}

impl Player {
    /// The turning points of the game as far as it is decoded, in the order of the moves: those of
    /// the largest swings. There are none where the values are not win probabilities.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        if self.measure() != Measure::Probability {
            return Vec::new();
        }
        let values: Vec<(usize, f64)> = (0..=self.last())
            .filter_map(|position| Some((position, self.reached_value(position)?.value())))
            .collect();
        let mut points: Vec<_> =
            swings(&values).iter().filter_map(|swing| self.turning_point(swing)).collect();
        while points.len() > MOST {
            let least =
                (0..points.len()).min_by(|&a, &b| points[a].size().total_cmp(&points[b].size()));
            points.remove(least.unwrap_or_default());
        }
        points
    }

    /// Whether the random tile of the position shown is a turning point.
    pub fn is_at_turn(&self) -> bool {
        self.turning_points().iter().any(|it| it.position == self.cursor())
    }

    /// What a reader who wants to be asked at turning points has to know on the board shown: when
    /// the player pauses and asks, or why it does not.
    pub fn guess_text(&self) -> String {
        let is_played = self.timeline.outcome.is_some();
        let points = self.turning_points();
        let next = points.iter().find(|it| it.position > self.cursor());
        match next {
            _ if self.measure() != Measure::Probability => {
                "Nothing is asked: turning points are changes of a win probability, and the values \
                 of this game are others."
                    .to_owned()
            }
            Some(turn) => {
                format!("It pauses at move {} and asks you.", turn.position)
            }
            // The rest of the game, or its values, may still be loaded.
            None if !is_played || self.awaits_values() => {
                "It pauses at turning points and asks you.".to_owned()
            }
            None if points.is_empty() => {
                "Nothing is asked in this game, which has no turning point: try another seed."
                    .to_owned()
            }
            None => "No turning point is left in this game.".to_owned(),
        }
    }

    /// What happened at the last turning point, if it is at most a few moves ago, and what the other
    /// tile would have meant: `A 2 fell here: 84.17 %; a 4 would have meant 1.75 %.`
    pub(crate) fn turn_text(&self) -> Option<String> {
        let since = |it: &TurningPoint| self.cursor().checked_sub(it.position);
        let mut points = self.turning_points().into_iter().rev();
        let point = points.find(|it| since(it).is_some_and(|moves| moves < SHOWN_MOVES))?;
        let value = self.value_at(point.position)?.text();
        let other = self.other_value(&point).map_or(String::new(), |value| {
            format!("; a {} would have meant {}", point.other_tile(), value.text())
        });
        Some(match since(&point) {
            Some(0) => format!("A {} fell here: {value}{other}.", point.tile),
            _ => format!("Move {}: a {} fell, {value}{other}.", point.position, point.tile),
        })
    }

    /// The value of the board that the other tile on the same cell would have made, if the policy
    /// file holds it.
    fn other_value(&self, point: &TurningPoint) -> Option<GameValue> {
        let tiles = self.timeline.tiles(point.position);
        let cell = tiles.iter().find(|it| it.change == TileChange::Spawned)?.cell;
        let after = self.timeline.steps.get(point.position.checked_sub(1)?)?.after.board();
        let board = after.with(cell, point.other_tile());
        match self.game().status(board) {
            Status::Playing => {
                self.held_value(point.position, self.policy()?.advise(board)?.value?)
            }
            status => GameValue::at_end(self.game(), status == Status::Won),
        }
    }

    /// The random tile of the largest change in a swing.
    fn turning_point(&self, swing: &[(usize, f64)]) -> Option<TurningPoint> {
        let (&(_, from), &(_, to)) = (swing.first()?, swing.last()?);
        let change = |pair: &[(usize, f64)]| (pair[1].1 - pair[0].1) * (to - from).signum();
        let largest = swing.windows(2).max_by(|a, b| change(a).total_cmp(&change(b)))?;
        let position = largest[1].0;
        let spawned =
            self.timeline.tiles(position).iter().find(|it| it.change == TileChange::Spawned)?;
        let (from, to) = (largest[0].1, largest[1].1);
        Some(TurningPoint { position, tile: spawned.exponent, from, to })
    }
}

/// Cuts values into swings of at least [`LEAST_SWING`]. Each begins with the last value of the one
/// before.
fn swings(values: &[(usize, f64)]) -> Vec<&[(usize, f64)]> {
    let mut swings = Vec::new();
    // The indices of the first value of the swing, and of the lowest and the highest since then.
    let (mut begin, mut low, mut high) = (0, 0, 0);
    // Whether the swing is a rise, once it is large enough.
    let mut rises = None;
    for (index, &(_, value)) in values.iter().enumerate() {
        if value < values[low].1 {
            low = index;
        }
        if value > values[high].1 {
            high = index;
        }
        let falls = rises != Some(false) && values[high].1 - value >= LEAST_SWING;
        let climbs = rises != Some(true) && value - values[low].1 >= LEAST_SWING;
        if !falls && !climbs {
            continue;
        }
        let turn = if falls { high } else { low };
        if rises.is_some() {
            swings.push(&values[begin..=turn]);
        }
        (begin, rises) = (turn, Some(climbs));
        if falls {
            low = index;
        } else {
            high = index;
        }
    }
    match rises {
        Some(true) => swings.push(&values[begin..=high]),
        Some(false) => swings.push(&values[begin..=low]),
        None => {}
    }
    swings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerEvent;
    use crate::testing::{ready, solved};
    use mdp2048_display::Reducer as _;
    use mdp2048_model::Values as _;

    fn of(values: &[f64]) -> Vec<(f64, f64)> {
        let values: Vec<_> = values.iter().copied().enumerate().collect();
        swings(&values).iter().map(|it| (it[0].1, it[it.len() - 1].1)).collect()
    }

    #[test]
    fn swings_are_rises_and_falls_without_a_large_interruption() {
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[0.5, 0.52, 0.49, 0.51]), []);
        assert_eq!(of(&[0.5, 0.8]), [(0.5, 0.8)]);
        assert_eq!(of(&[0.84, 0.7, 0.72, 0.5, 0.53, 1.0]), [(0.84, 0.5), (0.5, 1.0)]);
        assert_eq!(of(&[0.5, 0.53, 0.4, 0.9, 0.2]), [(0.53, 0.4), (0.4, 0.9), (0.9, 0.2)]);
    }

    #[test]
    fn a_reader_is_told_when_they_are_asked_or_why_not() {
        let mut player = ready(32, 47);
        let first = player.turning_points()[0].position;
        let text = format!("It pauses at move {first} and asks you.");
        assert_eq!(player.guess_text(), text);
        while player.cursor() < first {
            player = player.after(PlayerEvent::Step);
        }
        // The board is at a turning point already, whose best move is in sight.
        assert!(!player.guess_text().contains(&format!("move {first},")), "{first}");
        let end = player.after(PlayerEvent::GoToEnd).guess_text();
        assert!(end.starts_with("No turning point is left"), "{end}");
        // A game that is certain to be won.
        let certain = ready(8, 42).guess_text();
        assert!(certain.starts_with("Nothing is asked"), "{certain}");
    }

    #[test]
    fn a_new_seed_begins_before_its_first_turning_point_and_stays_there() {
        let mut turns = 0;
        for word in 0..20 {
            let player = ready(32, 47).after(PlayerEvent::RandomSeed(word));
            let points = player.turning_points();
            let first = points.first().map_or(0, |it| it.position.saturating_sub(15));
            assert_eq!((player.cursor(), player.running()), (first, false));
            let text = player.status_text();
            assert_eq!(text.starts_with("15 moves before its first turning point."), first > 0);
            let usual = player.clone().after(PlayerEvent::Start).tick_ms();
            // The same game that is watched from a link does not stay.
            let link = player.clone().after(PlayerEvent::SetSeed(1.into()));
            let mut link = link.after(PlayerEvent::SetSeed(player.seed()));
            link = link.after(PlayerEvent::Start);
            let mut player = player.after(PlayerEvent::Start);
            while player.running() {
                (player, link) = (player.after(PlayerEvent::Tick), link.after(PlayerEvent::Tick));
                let is_turn = points.iter().any(|it| it.position == player.cursor());
                assert_eq!(player.is_at_turn(), is_turn);
                turns += usize::from(is_turn && player.running());
                if player.running() {
                    assert_eq!(player.tick_ms().unwrap() > usual.unwrap(), is_turn);
                    assert_eq!(link.tick_ms(), usual);
                }
            }
            let again = player.after(PlayerEvent::Start);
            assert_eq!((again.cursor(), again.running()), (first, true));
        }
        assert!(turns > 0);
    }

    #[test]
    fn a_turning_point_says_what_the_other_tile_would_have_meant() {
        let (_, solution) = solved(32);
        let player = ready(32, 47).after(PlayerEvent::GoToEnd);
        let points = player.turning_points();
        for point in points.iter().filter(|it| it.position < player.last()) {
            let at = player.clone().after(PlayerEvent::GoTo(point.position));
            let text = at.status_text();
            let begin = format!(
                "A {} fell here: {}; a {} would have meant ",
                point.tile,
                at.value().unwrap().text(),
                point.other_tile()
            );
            assert!(text.starts_with(&begin), "{text}");
            let (after, now) = (at.timeline.steps[point.position - 1].after.board(), at.board());
            let cell = (0..4).find(|&it| after.tile(it) != now.tile(it)).unwrap();
            let other = after.with(cell, point.other_tile());
            let is_lost = at.game().status(other) == Status::Lost;
            let value = if is_lost { 0.0 } else { solution.value_at(other).unwrap().get() };
            assert!((at.other_value(point).unwrap().value() - value).abs() < 1e-9);
            // It is said for some moves.
            let next = at.clone().after(PlayerEvent::Step);
            let text = next.outcome_text().unwrap_or_else(|| next.status_text());
            let is_said = text.starts_with(&format!("Move {}: a ", point.position));
            assert!(is_said || next.is_at_turn() || next.outcome().is_some(), "{text}");
            let later = (0..SHOWN_MOVES).fold(at, |at, _| at.after(PlayerEvent::Step));
            assert!(!later.status_text().contains(&format!("Move {}:", point.position)));
        }
        assert!(!points.is_empty());
    }

    #[test]
    fn turning_points_are_the_largest_changes_of_the_solved_values() {
        for seed in 0..100 {
            let player = ready(32, seed).after(PlayerEvent::GoToEnd);
            let value = |position| player.reached_value(position).unwrap().value();
            let points = player.turning_points();
            assert!(points.len() <= MOST);
            for pair in points.windows(2) {
                assert!(pair[0].position < pair[1].position);
            }
            for point in &points {
                assert!(point.text().starts_with(&format!("Move {}: the ", point.position)));
                let change = value(point.position) - value(point.position - 1);
                assert!(change * (point.to - point.from) > 0.0, "seed {seed}: {point:?}");
                assert!(point.size() >= LEAST_SWING && change.abs() <= point.size() + 1e-12);
            }
            // The largest single change of a game is one of them, if it is large.
            let changes = (1..=player.last()).map(|it| (value(it) - value(it - 1)).abs());
            let largest = changes.fold(0.0, f64::max);
            let found = |it: &TurningPoint| (value(it.position) - value(it.position - 1)).abs();
            let found = points.iter().map(found).fold(0.0, f64::max);
            assert!(largest < LEAST_SWING || found >= 0.999 * largest, "{seed}");
        }
    }
}
