//! Lower bounds of the probabilities of making tiles, which hold with certainty.
//!
//! A forward pass follows all games of one agent at once, tile sum by tile sum. Boards that are
//! less probable than a threshold are dropped and count as lost, so the probability of the games
//! that make a tile is a lower bound of the probability of making it.

mod checkpoint;
mod parallel;
mod run;
mod table;
mod weight;

pub use self::run::{Certification, CertifiedBounds, CertifiedLayer, CertifyError};

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective, Values as _};
    use mdp2048_rules::{Board, Exponent, Shape};
    use mdp2048_solve::{EvaluationLimits, Solution, SolveOptions, ignore_progress};

    use super::*;
    use crate::{Position, Provenance, Simulator, built};

    fn certified(game: Game, spec: &str, threshold: f64, threads: usize) -> CertifiedBounds {
        let simulator = Simulator::new(game);
        let mut agents = vec![built(&simulator, spec); threads];
        let mut run = Certification::new(simulator, threshold, None);
        while !run.is_done() {
            run.advance(&mut agents, u64::MAX).unwrap();
        }
        run.bounds()
    }

    fn bound(bounds: &CertifiedBounds, tile: u32) -> f64 {
        bounds.made.iter().find(|made| made.0 == tile).map_or(0.0, |made| made.1)
    }

    fn solve(game: &Game) -> Solution {
        Solution::solve(game, &SolveOptions::default(), &mut ignore_progress).unwrap()
    }

    /// The exact probability that an agent, asked for canonical boards, makes the target.
    fn exact(solution: &Solution, spec: &str) -> f64 {
        let mut agent = built(&Simulator::new(*solution.game()), &format!("{spec}:canonical"));
        let mut policy = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
            for (&board, probabilities) in boards.iter().zip(probabilities) {
                *probabilities = agent.policy(Position::of_board(board));
            }
        };
        let result = solution.evaluate_policy(
            &mut policy,
            EvaluationLimits::default(),
            &mut ignore_progress,
        );
        result.unwrap().win
    }

    #[test]
    fn bounds_rise_to_the_exact_probability_as_the_threshold_falls() {
        for (shape, target) in [("2x2", 16), ("2x3", 32), ("3x3", 16)] {
            let game = Game::reach(shape.parse().unwrap(), target).unwrap();
            let solution = solve(&game);
            let specs = ["random", "greedy", "expectimax:depth=1", "monte-carlo:games=2"];
            for spec in specs.into_iter().take(if shape == "3x3" { 2 } else { 4 }) {
                let exact = exact(&solution, spec);
                let mut last = 0.0;
                for threshold in [1e-2, 1e-4, 1e-7, 0.0] {
                    let bounds = certified(game, spec, threshold, 1);
                    let found = bound(&bounds, target);
                    assert!(found >= last && found <= exact + 1e-12, "{game} {spec} {threshold}");
                    let all = bounds.ended + bounds.dropped + bounds.rounded;
                    assert!((all - 1.0).abs() < 1e-12, "{bounds:?}");
                    last = found;
                }
                assert!((last - exact).abs() < 1e-12, "{game} {spec}: {last} is not {exact}");
            }
        }
    }

    #[test]
    fn the_result_does_not_depend_on_threads_or_interruptions() {
        let score = |shape| Game::new(shape, Objective::Score, None, 1.0, 0.1).unwrap();
        let game = score(Shape::THREE_BY_THREE);
        let whole = certified(game, "greedy", 1e-5, 1);
        assert!(whole.boards > 10_000 && bound(&whole, 32) > 0.1, "{whole:?}");
        assert_eq!(certified(game, "greedy", 1e-5, 3), whole);
        let simulator = Simulator::new(game);
        let mut agents = [built(&simulator, "greedy")];
        let new = || Certification::new(simulator.clone(), 1e-5, None);
        let provenance = |words: &str| Provenance::new(words.to_owned(), 1);
        let mut run = new();
        let mut saved = Vec::new();
        while !run.is_done() {
            run.advance(&mut agents, u64::MAX).unwrap();
            saved.clear();
            run.save(&provenance("greedy"), &mut saved).unwrap();
            run = Certification::resume(new(), &provenance("greedy"), &mut &saved[..]).unwrap();
        }
        assert_eq!(run.bounds(), whole);

        let resume = |subject: &str, bytes: &[u8]| {
            let read = Certification::resume(new(), &provenance(subject), &mut &*bytes);
            read.unwrap_err().to_string()
        };
        assert!(resume("random", &saved).contains("is of greedy, not of random"));
        assert!(resume("greedy", b"mdp2048 b").contains("no checkpoint"));
        assert!(resume("greedy", &saved[..saved.len() - 1]).contains("cut short"));
        let mut changed = saved.clone();
        changed[30] ^= 1;
        assert!(resume("greedy", &changed).contains("damaged"));
        changed[8] = 7;
        assert!(resume("greedy", &changed).contains("another version"));
        saved.push(0);
        assert!(resume("greedy", &saved).contains("damaged"));
    }

    #[test]
    fn games_are_followed_up_to_a_tile() {
        let game = Game::new(Shape::new(2, 3).unwrap(), Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let whole = certified(game, "greedy", 1e-4, 1);
        let mut run = Certification::new(simulator.clone(), 1e-4, Exponent::from_face(16).ok());
        let mut agents = [built(&simulator, "greedy")];
        while !run.is_done() {
            run.advance(&mut agents, u64::MAX).unwrap();
        }
        let part = run.bounds();
        assert_eq!(part.made, whole.made[..2]);
        assert!(part.boards < whole.boards && whole.made.len() > 2, "{whole:?}");
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let game = Game::reach(Shape::THREE_BY_THREE, 64).unwrap();
        let simulator = Simulator::new(game);
        let mut agents = [built(&simulator, "random")];
        let mut run = Certification::new(simulator, 0.0, None);
        let mut error = None;
        while error.is_none() && !run.is_done() {
            error = run.advance(&mut agents, 200_000).err();
        }
        let error = error.unwrap();
        assert!(error.to_string().contains("choose a higher threshold"), "{error}");
    }

    #[test]
    fn the_first_layers_of_4x4_have_the_probability_of_all_games() {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let mut agents = [built(&simulator, "greedy")];
        let mut run = Certification::new(simulator, 0.0, None);
        while run.tile_sum() < 20 {
            run.advance(&mut agents, u64::MAX).unwrap();
            let bounds = run.bounds();
            assert!(bounds.dropped == 0.0 && bounds.rounded < 1e-14, "{bounds:?}");
        }
        // Three boards in four have an 8 by then, and a 16 needs at least a tile sum of 16.
        let bounds = run.bounds();
        assert!(bound(&bounds, 8) > 0.5 && bound(&bounds, 16) < 0.2, "{bounds:?}");
    }
}
