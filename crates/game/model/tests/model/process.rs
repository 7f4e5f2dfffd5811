//! The probabilities of random tiles, and the seeded random tiles.

use std::collections::BTreeMap;

use mdp2048_model::{
    Game, Objective, PlainSolution, Probability, Replay, Seed, SeededSpawns, Status,
};
use mdp2048_rules::{Action, Afterstate, Board, Exponent, Shape};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

#[test]
fn spawn_probabilities_of_each_action_sum_to_one() {
    for spawn_four in [0.0, 0.1, 0.37, 1.0] {
        let game = Game::new(Shape::new(2, 3).unwrap(), Objective::Win, Some(32), 1.0, spawn_four)
            .unwrap();
        let solution = PlainSolution::solve(&game);
        for &state in solution.layers().values().flatten() {
            for action in Action::ALL {
                let Some(moved) = game.act(state.board(), action) else { continue };
                let sum: f64 = game.spawns(moved.after).map(|(_, probability)| probability).sum();
                assert!((sum - 1.0).abs() < 1e-14, "{state} {action}: {sum}");
            }
        }
    }
}

#[test]
fn start_probabilities_sum_to_one() {
    for shape in Shape::all() {
        for spawn_four in [0.0, 0.1, 1.0] {
            let game = Game::new(shape, Objective::Win, Some(8), 1.0, spawn_four).unwrap();
            let starts = game.starts();
            let sum: f64 = starts.iter().map(|start| start.probability).sum();
            assert!((sum - 1.0).abs() < 1e-14, "{shape} {spawn_four}: {sum}");
            assert!(starts.windows(2).all(|pair| pair[0].state < pair[1].state));
        }
    }
}

/// A generator that returns given words.
struct Words(Vec<u32>);

impl rand::rand_core::TryRng for Words {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0.remove(0))
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(u64::from(self.0.remove(0)))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(0);
        Ok(())
    }
}

#[test]
fn a_random_tile_uses_two_words_and_the_board_as_shown() {
    let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
    let board: Board = "0 2/0 0".parse().unwrap();
    let place = |words: [u32; 2]| {
        let mut spawns = SeededSpawns::from_words(Words(words.into()));
        spawns.spawn(&game, Afterstate::new(board)).to_string()
    };
    // There are three empty cells, so the first word modulo 3 is the index of the cell.
    assert_eq!(place([3, u32::MAX]), "2 2/0 0");
    assert_eq!(place([4, u32::MAX]), "0 2/2 0");
    assert_eq!(place([5, 0]), "0 2/0 4");
    // The tile is a 4 if the second word is below 0.1 * 2^32 = 429496729.6.
    assert_eq!(place([0, 429_496_729]), "4 2/0 0");
    assert_eq!(place([0, 429_496_730]), "2 2/0 0");
    let tile =
        |word| SeededSpawns::from_words(Words(vec![word])).tile(Probability::new(0.25).unwrap());
    assert_eq!([(1 << 30) - 1, 1 << 30].map(tile), [Exponent::FOUR, Exponent::TWO]);
}

#[test]
fn a_full_board_gets_no_tile() {
    let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
    let full: Board = "2 4/4 2".parse().unwrap();
    assert_eq!(SeededSpawns::from_words(Words(vec![])).spawn(&game, Afterstate::new(full)), full);
}

#[test]
fn a_game_from_given_boards_uses_four_words_and_chooses_by_the_first() {
    let boards = ["0 2/0 4", "2 0/4 0", "0 0/2 4"].map(|text| text.parse().unwrap());
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap().starting_from(&boards).unwrap();
    for (word, start) in boards.into_iter().enumerate() {
        let words = vec![6 + word as u32, 1, 1, 1, 0, u32::MAX];
        let mut spawns = SeededSpawns::from_words(Words(words));
        assert_eq!(spawns.start(&game), start);
        // The next random tile uses the fifth and the sixth word.
        let after = Afterstate::new("0 2/8 4".parse().unwrap());
        assert_eq!(spawns.spawn(&game, after).to_string(), "2 2/8 4");
    }
    let starts = game.starts();
    assert_eq!(starts.len(), 1, "the boards are images of each other");
    assert!((starts[0].probability - 1.0).abs() < 1e-15);
}

proptest! {
    #[test]
    fn replays_follow_the_rules(target in select(vec![8u32, 16, 32]), seed: u32) {
        let game = Game::reach(Shape::TWO_BY_TWO, target).unwrap();
        let solution = PlainSolution::solve(&game);
        let replay = Replay::play(&game, &solution, Seed::from(seed));
        prop_assert_eq!(&replay, &Replay::play(&game, &solution, Seed::from(seed)));
        let boards: Vec<Board> = replay.boards().collect();
        for (step, next) in replay.steps.iter().zip(&boards[1..]) {
            let slide = step.board.slide(step.advice.action).unwrap();
            prop_assert_eq!(slide.after, step.after);
            let possible: BTreeMap<Board, f64> = game.spawns(step.after).collect();
            prop_assert!(possible.contains_key(next), "{} after {}", next, step.board);
            prop_assert_eq!(game.status(step.board), Status::Playing);
        }
        prop_assert!(game.status(replay.last) != Status::Playing);
    }
}
