//! The numbers in the texts of the diagram gallery are those of its games.

use std::collections::BTreeSet;

use mdp2048_diagram_view::gallery_entries;
use mdp2048_model::{Game, PlainSolution, Status, Values};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Shape};
use mdp2048_test_support::reach;

use crate::prose::numbers;

/// A tie between action values: rounding errors are smaller, regrets are larger.
const TIE: f64 = 1e-12;

/// A game with its solution.
struct SolvedGame {
    game: Game,
    solution: PlainSolution,
}

impl SolvedGame {
    fn new(target: u32) -> Self {
        let game = reach("2x2", target);
        Self { solution: PlainSolution::solve(&game), game }
    }

    fn states(&self) -> impl Iterator<Item = CanonicalState> {
        self.solution.layers().values().flatten().copied()
    }

    fn count(&self) -> f64 {
        self.states().count() as f64
    }

    /// The number of boards that are images of a state under a symmetry of the board.
    fn images(&self) -> f64 {
        let images = self.states().flat_map(|state| {
            let images: Vec<Board> = state.board().images().boards().collect();
            images
        });
        images.collect::<BTreeSet<Board>>().len() as f64
    }

    /// The win probability at the start in percent, to a hundredth.
    fn percent(&self) -> f64 {
        let start_value = self.solution.start_value();
        let win_probability = self.solution.valued_game().objective_value(start_value).unwrap();
        (10_000.0 * win_probability).round() / 100.0
    }

    /// The boards that follow the optimal actions of a state.
    fn optimal_successors(&self, state: CanonicalState) -> Vec<Board> {
        let values = self.solution.action_values(state).unwrap();
        let best = Action::ALL.into_iter().filter(|&it| values.regret(it).is_some_and(|r| r < TIE));
        let results = best.map(|action| self.game.act(state.board(), action).unwrap());
        let playing = results.filter(|result| !result.wins);
        playing.flat_map(|it| self.game.spawns(it.after)).map(|(board, _)| board).collect()
    }

    /// The states that games under optimal actions visit.
    fn optimal_states(&self) -> BTreeSet<CanonicalState> {
        let mut visited = BTreeSet::new();
        let mut waiting: Vec<_> = self.game.starts().iter().map(|start| start.state).collect();
        while let Some(state) = waiting.pop() {
            if visited.insert(state) {
                let next = self.optimal_successors(state).into_iter();
                let playing = next.filter(|&it| self.game.status(it) == Status::Playing);
                waiting.extend(playing.map(|board| CanonicalState::of(board).0));
            }
        }
        visited
    }

    /// The states from which an optimal action may lose the game at once.
    fn losing_states(&self) -> Vec<CanonicalState> {
        let loses = |board: &Board| self.game.status(*board) == Status::Lost;
        let states = self.optimal_states().into_iter();
        states.filter(|&state| self.optimal_successors(state).iter().any(loses)).collect()
    }
}

/// A board of two rows of two cells from its exponents.
fn board(hex: &str) -> Board {
    Board::from_hex(Shape::TWO_BY_TWO, hex).unwrap()
}

fn after(hex: &str, action: Action) -> Afterstate {
    board(hex).slide(action).unwrap().after
}

/// The number of empty cells after an action, on which the random tile may appear.
fn empty(hex: &str, action: Action) -> f64 {
    after(hex, action).board().empty_cells().count() as f64
}

/// The face of the largest tile that an action makes by merging.
fn merged(hex: &str, action: Action) -> f64 {
    board(hex).slide(action).unwrap().largest_merge.to_string().parse().unwrap()
}

/// How many boards the random tile can make of an afterstate: two tiles for each empty cell.
fn boards(hex: &str, action: Action) -> f64 {
    2.0 * empty(hex, action)
}

/// Returns the numbers in the text of a figure, which its URL names.
#[track_caller]
fn lesson(url: &str) -> Vec<f64> {
    let entry = gallery_entries().iter().find(|entry| entry.url == url);
    numbers(entry.unwrap_or_else(|| panic!("no figure with the URL {url}")).lesson)
}

#[test]
fn numbers_of_single_states() {
    use Action::{Down, Left, Right, Up};
    let single = |state: &str| lesson(&format!("#/diagram?game=2x2_to_8&boards=all&state={state}"));

    // Every action lines the two 2s up; then four boards are possible.
    for action in Action::ALL {
        assert_eq!(single("0110"), [2.0, 2.0, boards("0110", action)]);
    }
    // Left and right merge the 2s into a 4 and leave three cells.
    for action in [Left, Right] {
        assert_eq!(single("0011"), [2.0, merged("0011", action), empty("0011", action)]);
    }
    // Up and down merge the 2s and leave two cells; left shifts one and leaves one.
    for action in [Up, Down] {
        let expected = [2.0, empty("2101", action), 1.0, empty("2101", Left)];
        assert_eq!(single("2101"), expected);
    }
    // Left and right make the 8; down leaves one cell, on which a 2 loses.
    for action in [Left, Right] {
        let expected = [merged("2210", action), empty("2210", Down), 2.0];
        assert_eq!(single("2210"), expected);
    }
    let game = reach("2x2", 8);
    let lost: Vec<Board> = game
        .spawns(after("2210", Down))
        .map(|(board, _)| board)
        .filter(|&board| game.status(board) == Status::Lost)
        .collect();
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].tile_sum().get(), board("2210").tile_sum().get() + 2);
}

#[test]
fn numbers_of_the_game_to_8() {
    let solved = SolvedGame::new(8);
    let all = lesson("#/diagram?game=2x2_to_8&boards=all&node=s0110&seed=42");
    assert_eq!(all, [solved.images()]);
    let canonical = lesson("#/diagram?game=2x2_to_8&seed=42");
    assert_eq!(canonical, [1.0, solved.images(), solved.count()]);
    assert!(lesson("#/diagram?game=2x2_to_8&actions=optimal&seed=42").is_empty());
    assert_eq!(solved.percent(), 100.0);
    assert!(solved.losing_states().is_empty(), "optimal actions never lose");
}

#[test]
fn numbers_of_the_game_to_16() {
    let solved = SolvedGame::new(16);
    let all = lesson("#/diagram?game=2x2_to_16&seed=20");
    assert_eq!(all, [solved.count(), solved.percent()]);
    let losing = solved.losing_states();
    let optimal = lesson("#/diagram?game=2x2_to_16&actions=optimal&seed=20");
    assert_eq!(optimal, [losing.len() as f64, 14.0]);
    assert!(losing.iter().all(|state| state.board().tile_sum().get() == 14));
    // One broad stream wins; each state that may lose has a thin one.
    let flow = lesson("#/diagram?game=2x2_to_16&flow=yes&seed=20");
    assert_eq!(flow, [1.0, losing.len() as f64]);
}

#[test]
fn numbers_of_the_game_to_32() {
    let solved = SolvedGame::new(32);
    let cells = solved.game.shape().cells() as f64;
    let largest = Game::reach(Shape::TWO_BY_TWO, 64);
    assert!(largest.is_err(), "32 is the largest tile on 2x2");
    let all = lesson("#/diagram?game=2x2_to_32&seed=47");
    assert_eq!(all, [solved.count(), solved.percent(), 32.0, cells]);
    let optimal = lesson("#/diagram?game=2x2_to_32&actions=optimal&seed=47");
    assert_eq!(optimal, [28.0, 4.0, 1.0, 10.0]);
    let states: Vec<_> = solved.optimal_states().into_iter().collect();
    let last = states.iter().filter(|state| state.board().tile_sum().get() == 28);
    for &state in last {
        assert!((solved.solution.value(state).unwrap() - 0.1).abs() < TIE, "{}", state.board());
    }
}
