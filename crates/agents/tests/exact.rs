//! The exact values of the policies that agents have on boards.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use mdp2048_agents::{
    Agent, AgentResources, AgentSpec, ExactGames, Position, Simulator, Summary, play,
};
use mdp2048_model::{Game, Objective};
use mdp2048_rules::{Board, Shape};
use mdp2048_solve::{BatchedPolicy, PolicyEvaluation, Solution, Solver};

/// An agent that is asked for its policy.
struct Asked {
    agent: Box<dyn Agent>,
    is_symmetric: bool,
}

impl BatchedPolicy for Asked {
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
        for (&board, probabilities) in boards.iter().zip(probabilities) {
            *probabilities = self.agent.policy(Position::of_board(board));
        }
    }

    fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }
}

fn is_symmetric(spec: &str) -> bool {
    spec.parse::<AgentSpec>().unwrap().is_symmetric()
}

fn built(game: &Game, spec: &str) -> Box<dyn Agent> {
    let spec: AgentSpec = spec.parse().unwrap();
    spec.build(&Simulator::new(*game), &AgentResources::default()).unwrap()
}

fn solve(game: &Game) -> Solution {
    Solver::new(game).solve().unwrap()
}

fn evaluate(solution: &Solution, game: &Game, spec: &str, is_symmetric: bool) -> PolicyEvaluation {
    let mut asked = Asked { agent: built(game, spec), is_symmetric };
    solution.passes().evaluate_policy(&mut asked).unwrap()
}

fn games() -> [Game; 4] {
    let shape = Shape::new(2, 3).unwrap();
    [
        Game::reach(Shape::TWO_BY_TWO, 16).unwrap(),
        Game::reach(shape, 32).unwrap(),
        Game::reach(shape, 32).unwrap().discounted(0.9).unwrap(),
        Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap(),
    ]
}

#[test]
fn games_without_a_solution_have_the_results_of_the_evaluation() {
    for game in games().into_iter().filter(|game| game.discount().get() == 1.0) {
        let solution = solve(&game);
        for name in ["random", "greedy", "expectimax:depth=1:canonical"] {
            let spec: AgentSpec = name.parse().unwrap();
            let simulator = Simulator::new(game);
            let mut exact = ExactGames::new(&spec, &simulator, &AgentResources::default()).unwrap();
            let mut shares = vec![0.0];
            while exact.follow(50) {
                shares.push(exact.ended());
            }
            assert!(shares.is_sorted() && (exact.ended() - 1.0).abs() < 1e-12);
            let found = evaluate(&solution, &game, name, spec.is_symmetric());
            assert_eq!(exact.boards(), found.boards, "{game}: {name}");
            let pairs = [
                (exact.win(), found.win),
                (exact.score(), found.score),
                (exact.moves(), found.moves),
            ];
            for (one, other) in pairs {
                assert!((one - other).abs() <= 1e-12 * other.abs(), "{name}: {one} {other}");
            }
        }
    }
    let spec: AgentSpec = "monte-carlo:games=20".parse().unwrap();
    let simulator = Simulator::new(games()[0]);
    assert!(ExactGames::new(&spec, &simulator, &AgentResources::default()).is_err());
}

#[test]
fn symmetric_agents_have_one_value_for_all_images() {
    for game in games() {
        let solution = solve(&game);
        for spec in ["random", "greedy:canonical", "expectimax:depth=2:canonical"] {
            assert!(is_symmetric(spec));
            let by_state = evaluate(&solution, &game, spec, true);
            let by_board = evaluate(&solution, &game, spec, false);
            assert!(by_state.boards < by_board.boards, "{game}: {spec}");
            let pairs = [
                (by_state.value.get(), by_board.value.get()),
                (by_state.score, by_board.score),
                (by_state.moves, by_board.moves),
                (by_state.win, by_board.win),
                (by_state.costliest[0].regret, by_board.costliest[0].regret),
            ];
            for (one, other) in pairs {
                assert!((one - other).abs() <= 1e-12 * other.abs(), "{spec}: {one} {other}");
            }
        }
    }
}

#[test]
fn losses_add_up_to_the_difference_from_the_optimum() {
    for game in games() {
        let solution = solve(&game);
        for spec in ["random", "greedy", "minimax:depth=1", "expectimax:depth=2"] {
            let result = evaluate(&solution, &game, spec, is_symmetric(spec));
            let loss = result.regret();
            let difference = result.optimum.better_by(result.value);
            assert!(loss > 0.0 || spec.starts_with("expectimax"), "{game}: {spec}");
            assert!(
                (loss - difference).abs() < 1e-11 * result.optimum.measured().unwrap(),
                "{game}: {spec}"
            );
            let costly: f64 = result.costliest.iter().map(|state| state.regret).sum();
            assert!(costly <= loss * (1.0 + 1e-9), "{game}: {spec}");
        }
    }
}

#[test]
fn exact_values_agree_with_sampled_games() {
    let game = Game::reach(Shape::new(2, 3).unwrap(), 32).unwrap();
    let (solution, simulator) = (solve(&game), Simulator::new(game));
    for spec in [
        "random",
        "greedy",
        "minimax:depth=1",
        "minimax:depth=2:pruned",
        "expectimax:depth=1:weights=diagonal",
        "monte-carlo:games=2:by-board",
    ] {
        let exact = evaluate(&solution, &game, spec, is_symmetric(spec));
        let mut agent = built(&game, spec);
        let games: Vec<_> =
            (0..2_000).map(|seed| play(&simulator, &mut *agent, seed.into())).collect();
        let games = Summary::of(&games);
        let (score, (low, high)) = (games.mean_score(), games.score_interval());
        let is_near = |mean: f64, exact: f64, margin: f64| (mean - exact).abs() <= 2.0 * margin;
        assert!(is_near(score, exact.score, (high - low) / 2.0), "{spec}: {score}: {exact:?}");
        let (win, (low, high)) = (games.won().rate(), games.won().interval());
        assert!(is_near(win, exact.win, (high - low) / 2.0), "{spec}: {win}: {exact:?}");
    }
}
