//! Kept solutions: names of files, and what is kept without being asked for.

use mdp2048_explorer::{KeptSolution, is_kept_unasked, kept_text};
use mdp2048_model::{Game, Objective};
use mdp2048_rules::Shape;
use proptest::prelude::{any, proptest};
use proptest::sample::select;

fn file(bytes: f64) -> KeptSolution {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).expect("a game");
    KeptSolution { game, is_single: false, bytes }
}

proptest! {
    #[test]
    fn the_name_of_a_file_states_its_game_and_precision(
        rows in 2u8..=4,
        cols in 2u8..=4,
        objective in select(&Objective::ALL[..]),
        target in select(&[None, Some(16), Some(32)][..]),
        discount in select(&[1.0, 0.99, 1e-3][..]),
        spawn_four in select(&[0.1, 0.0, 1.0, 0.123][..]),
        is_single in any::<bool>(),
    ) {
        let shape = Shape::new(rows, cols).expect("a shape");
        if let Ok(game) = Game::new(shape, objective, target, discount, spawn_four) {
            let kept = KeptSolution { game, is_single, bytes: 7.0 };
            let name = kept.name();
            assert_eq!(KeptSolution::named(&name, 7.0), Some(kept), "{name}");
            assert!(!name.contains(['/', '\\', '?', '#']), "{name}");
        }
    }
}

#[test]
fn other_names_are_no_solutions() {
    for name in ["", "notes", "game=3x3_to_4096", "game=3x3_to_512&tea=1", "game=3x3_to_512&ply=0"]
    {
        assert_eq!(KeptSolution::named(name, 1.0), None, "{name}");
    }
    assert_eq!(KeptSolution::named("game=2x2_to_16", 1.0), Some(file(1.0)));
}

#[test]
fn large_solutions_are_kept_only_on_request() {
    assert!(is_kept_unasked(107e6, &[]));
    assert!(is_kept_unasked(107e6, &[file(107e6), file(107e6)]));
    assert!(!is_kept_unasked(107e6, &[file(450e6)]));
    assert!(!is_kept_unasked(250e6, &[]));
}

#[test]
fn sizes_are_added_up() {
    assert_eq!(kept_text(&[file(1.5e6)]), "1 solution, 1.5 MB");
    assert_eq!(kept_text(&[file(107e6), file(23e6)]), "2 solutions, 130.0 MB");
}
