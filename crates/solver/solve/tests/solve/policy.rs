//! Values of arbitrary policies agree with their definition, board by board.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective, Policy as _, Values as _};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Shape};
use mdp2048_solve::{BatchedPolicy, EvaluatePolicyError, PolicyEvaluation, Solution, SolveError};
use mdp2048_test_support::{game, reach, solve};

/// A policy of single boards.
struct ByBoard<F> {
    policy: F,
    is_symmetric: bool,
    visits: f64,
}

impl<F: FnMut(Board) -> [f64; 4]> BatchedPolicy for ByBoard<F> {
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
        for (&board, probabilities) in boards.iter().zip(probabilities) {
            assert_eq!(*probabilities, [0.0; 4]);
            *probabilities = (self.policy)(board);
        }
    }

    fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    fn visit(&mut self, boards: &[Board], occupancies: &[f64]) {
        let sums: HashSet<_> = boards.iter().map(|board| board.tile_sum()).collect();
        assert_eq!(sums.len(), 1);
        assert_eq!(boards.iter().collect::<HashSet<_>>().len(), boards.len());
        self.visits += occupancies.iter().sum::<f64>();
    }
}

/// A table with a row for each state.
struct Table<'a> {
    solution: &'a Solution,
    rows: Vec<[f64; 4]>,
}

impl BatchedPolicy for Table<'_> {
    fn choose(&mut self, _: &[Board], _: &mut [[f64; 4]]) {
        unreachable!("a symmetric policy is asked by position");
    }

    fn choose_states(
        &mut self,
        boards: &[Board],
        positions: &[u64],
        probabilities: &mut [[f64; 4]],
    ) {
        let mut expected = vec![None; boards.len()];
        self.solution.positions_of(boards, &mut expected);
        assert!(expected.iter().copied().eq(positions.iter().map(|&at| Some(at))));
        for (&at, probabilities) in positions.iter().zip(probabilities) {
            *probabilities = self.rows[at as usize];
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// Each allowed action with the same probability.
fn uniform(board: Board) -> [f64; 4] {
    let allowed = Action::ALL.map(|action| f64::from(u8::from(board.slide(action).is_some())));
    allowed.map(|number| number / allowed.iter().sum::<f64>())
}

/// The first allowed action, most of the time.
fn leftmost(board: Board) -> [f64; 4] {
    let first = Action::ALL.into_iter().find(|&action| board.slide(action).is_some()).unwrap();
    let mut probabilities = uniform(board).map(|probability| 0.25 * probability);
    probabilities[first.index()] += 0.75;
    probabilities
}

/// The value, the probability of winning, the score and the moves of a policy from a board on, and
/// the boards that its games visit.
struct Definition<'a> {
    solution: &'a Solution,
    policy: fn(Board) -> [f64; 4],
    known: HashMap<Board, [f64; 4]>,
}

impl Definition<'_> {
    fn from(&mut self, board: Board) -> [f64; 4] {
        if !board.can_move() {
            return [self.solution.rewards().lost, 0.0, 0.0, 0.0];
        }
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        let (game, rewards) = (*self.solution.game(), self.solution.rewards());
        let mut sums = [0.0; 4];
        for (action, probability) in Action::ALL.into_iter().zip((self.policy)(board)) {
            if probability > 0.0 {
                let result = game.act(board, action).unwrap();
                let points = f64::from(result.points);
                let mut of_action = [rewards.winning(points), 1.0, points, 1.0];
                if !result.wins {
                    let [value, win, score, moves] = self.after(result.after);
                    of_action = [rewards.going_on(points, value), win, points + score, 1.0 + moves];
                }
                for (sum, number) in sums.iter_mut().zip(of_action) {
                    *sum += probability * number;
                }
            }
        }
        self.known.insert(board, sums);
        sums
    }

    fn after(&mut self, after: Afterstate) -> [f64; 4] {
        let mut sums = [0.0; 4];
        for (board, probability) in self.solution.game().spawns(after) {
            for (sum, number) in sums.iter_mut().zip(self.from(board)) {
                *sum += probability * number;
            }
        }
        sums
    }

    fn of_games(&mut self) -> [f64; 4] {
        let game = *self.solution.game();
        let mut sums = [0.0; 4];
        for (board, probability) in game.start_boards() {
            for (sum, number) in sums.iter_mut().zip(self.from(board)) {
                *sum += probability * number;
            }
        }
        sums
    }
}

fn games() -> [Game; 6] {
    let shape = Shape::new(2, 3).unwrap();
    [
        reach("2x2", 16),
        reach("2x3", 32),
        Game::reach(shape, 32).unwrap().discounted(0.9).unwrap(),
        game("2x2", Objective::Score, None, 1.0, 0.0),
        game("3x2", Objective::Moves, Some(64), 1.0, 0.25),
        reach(".x./...", 16),
    ]
}

fn assert_near(found: f64, expected: f64, of: &str) {
    assert!(
        (found - expected).abs() <= 1e-12 * expected.abs().max(1.0),
        "{of}: {found} {expected}"
    );
}

fn check(solution: &Solution, policy: fn(Board) -> [f64; 4]) -> PolicyEvaluation {
    let mut asked = ByBoard { policy, is_symmetric: false, visits: 0.0 };
    let found = solution.passes().evaluate_policy(&mut asked).unwrap();
    let mut definition = Definition { solution, policy, known: HashMap::new() };
    let [value, win, score, moves] = definition.of_games();
    let game = solution.game().to_string();
    assert_near(found.value.expected_return(), value, &game);
    assert_near(found.win, if solution.game().target().is_some() { win } else { 0.0 }, &game);
    assert_near(found.score, score, &game);
    assert_near(found.moves, moves, &game);
    assert_near(asked.visits, moves, &game);
    assert_eq!(found.boards, definition.known.len() as u64, "{game}");
    let loss = found.regret();
    assert_near(loss, found.optimum.better_by(found.value), &game);
    let costly: f64 = found.costliest.iter().map(|state| state.regret).sum();
    assert!(costly <= loss * (1.0 + 1e-9), "{game}: {costly} of {loss}");
    assert!(found.costliest.windows(2).all(|two| two[0].regret >= two[1].regret));
    for state in &found.costliest {
        assert_eq!(CanonicalState::of(state.board).0.board(), state.board);
        assert!(state.occupancy > 0.0);
        let worst = state.worst;
        assert_eq!(CanonicalState::of(worst.board).0.board(), state.board);
        assert_eq!(worst.probabilities, policy(worst.board));
        assert_near(solution.regret_at(worst.board, worst.best).unwrap(), 0.0, &game);
        assert!(worst.occupancy <= state.occupancy && worst.regret <= state.regret * (1.0 + 1e-12));
        let regret = |action| solution.regret_at(worst.board, action).unwrap_or(0.0);
        let expected = Action::ALL.map(|it| worst.probabilities[it.index()] * regret(it));
        if solution.game().discount().get() == 1.0 {
            let expected: f64 = expected.iter().sum();
            assert_near(worst.regret, worst.occupancy * expected, &game);
        }
    }
    found
}

#[test]
fn policies_have_the_values_of_the_definition() {
    for game in games() {
        let solution = solve(&game);
        check(&solution, uniform);
        check(&solution, leftmost);
    }
}

#[test]
fn a_symmetric_policy_is_asked_for_canonical_boards_only() {
    for game in games() {
        let solution = solve(&game);
        let by_board = check(&solution, uniform);
        let canonical = |board: Board| {
            assert_eq!(CanonicalState::of(board).0.board(), board);
            uniform(board)
        };
        let mut asked = ByBoard { policy: canonical, is_symmetric: true, visits: 0.0 };
        let by_state = solution.passes().evaluate_policy(&mut asked).unwrap();
        let of = game.to_string();
        assert!(by_state.boards < by_board.boards, "{of}");
        assert_near(by_state.value.get(), by_board.value.get(), &of);
        assert_near(by_state.score, by_board.score, &of);
        assert_near(by_state.costliest[0].regret, by_board.costliest[0].regret, &of);
        for (one, other) in by_state.layers.iter().zip(&by_board.layers) {
            assert_eq!(one.tile_sum, other.tile_sum);
            assert_near(one.occupancy, other.occupancy, &of);
            assert_near(one.regret, other.regret, &of);
        }
    }
}

#[test]
fn tables_of_all_states_are_read_by_position() {
    for game in games() {
        let solution = solve(&game);
        let keys = (0..solution.layers().len()).flat_map(|layer| solution.keys_of(layer).unwrap());
        let of_key = |key| leftmost(Board::from_key(game.shape(), key).unwrap());
        let mut table = Table { solution: &solution, rows: keys.map(of_key).collect() };
        let mut asked = ByBoard { policy: leftmost, is_symmetric: true, visits: 0.0 };
        let [by_position, by_board] = [
            solution.passes().evaluate_policy(&mut table),
            solution.passes().evaluate_policy(&mut asked),
        ];
        assert_eq!(by_position, by_board, "{game}");
    }
}

#[test]
fn the_optimal_policy_loses_nothing() {
    for game in games() {
        let solution = solve(&game);
        let best = |board: Board| {
            let mut probabilities = [0.0; 4];
            probabilities[solution.advise(board).unwrap().action.index()] = 1.0;
            probabilities
        };
        let mut asked = ByBoard { policy: best, is_symmetric: false, visits: 0.0 };
        let found = solution.passes().evaluate_policy(&mut asked).unwrap();
        assert_near(found.value.get(), found.optimum.get(), &game.to_string());
        assert!(found.layers.iter().all(|layer| layer.regret == 0.0));
        assert!(found.costliest.is_empty());
    }
}

#[test]
fn as_many_states_are_listed_as_are_asked_for() {
    let solution = solve(&reach("2x3", 32));
    let listed = |costliest| {
        let mut asked = ByBoard { policy: uniform, is_symmetric: false, visits: 0.0 };
        let found = solution.passes().costliest(costliest).evaluate_policy(&mut asked);
        found.unwrap().costliest
    };
    let all = listed(usize::MAX);
    assert!(all.len() > 100 && all.is_sorted_by(|a, b| a.regret >= b.regret));
    for costliest in [0, 1, 20, 100] {
        assert_eq!(listed(costliest), all[..costliest]);
    }
}

#[test]
fn what_cannot_be_evaluated_is_said() {
    let solution = solve(&reach("2x3", 32));
    let with = |policy: fn(Board) -> [f64; 4], most| {
        let mut asked = ByBoard { policy, is_symmetric: false, visits: 0.0 };
        solution.passes().most_weights(most).evaluate_policy(&mut asked).unwrap_err()
    };
    let error = with(|_| [0.25; 4], usize::MAX);
    assert!(matches!(error, EvaluatePolicyError::NotAllowed { .. }), "{error}");
    for bad in [[0.0; 4], [f64::NAN; 4], [2.0, -1.0, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0]] {
        let mut asked = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
            assert_eq!(boards.len(), probabilities.len());
            probabilities.fill(bad);
        };
        let error = solution.passes().evaluate_policy(&mut asked);
        assert!(matches!(error, Err(EvaluatePolicyError::NoDistribution { .. })), "{error:?}");
    }
    assert_eq!(with(uniform, 10), EvaluatePolicyError::TooLarge { most: 10 });
    let mut asked = ByBoard { policy: uniform, is_symmetric: false, visits: 0.0 };
    let passes = solution.passes().on_progress(|_| ControlFlow::Break(()));
    let stopped = passes.evaluate_policy(&mut asked);
    assert_eq!(stopped, Err(EvaluatePolicyError::Stopped(SolveError::Interrupted)));
    let fewest = solve(&game("2x2", Objective::Fewest, Some(8), 1.0, 0.1));
    let error = fewest.passes().evaluate_policy(&mut asked);
    assert_eq!(error, Err(EvaluatePolicyError::MayLose(Objective::Fewest)));
}

#[test]
fn policies_that_cannot_lose_have_a_value_in_moves() {
    let fewest = solve(&game("2x3", Objective::Fewest, Some(16), 1.0, 0.1));
    let win = solve(&reach("2x3", 16));
    for solution in [&fewest, &win] {
        let best = |board: Board| {
            let action = solution.advise(board).unwrap().action;
            Action::ALL.map(|it| if it == action { 1.0 } else { 0.0 })
        };
        let mut asked = ByBoard { policy: best, is_symmetric: true, visits: 0.0 };
        let found = fewest.passes().evaluate_policy(&mut asked).unwrap();
        let own = solution.passes().evaluate(Objective::Fewest, Some(16), 1.0);
        assert_near(found.value.get(), own.unwrap().get(), "2x3 to 16");
        assert_near(found.value.get(), found.moves, "2x3 to 16");
        let loss = found.regret();
        assert_near(loss, found.optimum.better_by(found.value), "2x3 to 16");
        assert_eq!(loss == 0.0, solution.game() == fewest.game(), "{loss}");
    }
    // A 32 cannot be forced, so every policy may lose.
    let uncertain = solve(&game("2x3", Objective::Fewest, Some(32), 1.0, 0.1));
    let mut asked = ByBoard { policy: uniform, is_symmetric: true, visits: 0.0 };
    let error = uncertain.passes().evaluate_policy(&mut asked);
    assert_eq!(error, Err(EvaluatePolicyError::MayLose(Objective::Fewest)));
}
