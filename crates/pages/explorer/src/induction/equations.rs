//! The Bellman equations of a small game, written down once and solved for any discount.

use std::collections::HashMap;

use mdp2048_model::{ActionValues, Game, ReachableLayers, ValuedGame};
use mdp2048_rules::{Action, Board, CanonicalState};

/// The position of a state among the states, or `None` for a lost board, with its probability.
type NextState = (Option<usize>, f64);

/// The equations of every reachable state, the highest tile sum first.
#[derive(Debug)]
pub(super) struct Equations {
    game: Game,
    states: Vec<CanonicalState>,
    actions: Vec<[Option<ActionEquation>; 4]>,
    starts: Vec<NextState>,
}

/// What an action leads to.
#[derive(Debug)]
struct ActionEquation {
    points: f64,
    /// What follows the random tile; `None` if the action makes the target.
    next: Option<Vec<NextState>>,
}

/// The values of all states, in the order of the equations.
#[derive(Clone, Debug)]
pub(super) struct SolvedEquations {
    pub(super) valued_game: ValuedGame,
    pub(super) values: Vec<f64>,
    pub(super) action_values: Vec<ActionValues>,
    pub(super) start_value: f64,
}

impl Equations {
    pub(super) fn of(game: &Game) -> Self {
        let to_state = |board| CanonicalState::of(board).0;
        let mut layers: Vec<_> = ReachableLayers::new(game, to_state).collect();
        layers.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
        let states: Vec<CanonicalState> = layers.into_iter().flat_map(|(_, it)| it).collect();
        let places: HashMap<_, _> = states.iter().enumerate().map(|(at, it)| (*it, at)).collect();
        let place = |board: Board| places.get(&to_state(board)).copied();
        let outcome = |state: CanonicalState, action| {
            let moved = game.act(state.board(), action)?;
            let spawns = || game.spawns(moved.after).map(|(it, p)| (place(it), p));
            let next = (!moved.wins).then(|| spawns().collect());
            Some(ActionEquation { points: f64::from(moved.points), next })
        };
        let actions = states.iter().map(|&it| Action::ALL.map(|action| outcome(it, action)));
        let starts = game.starts();
        Self {
            game: *game,
            actions: actions.collect(),
            starts: starts.iter().map(|it| (place(it.state.board()), it.probability)).collect(),
            states,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn states(&self) -> &[CanonicalState] {
        &self.states
    }

    /// Solves the game, or the same game with another discount, from the highest tile sum down.
    pub(super) fn solve(&self, game: &Game) -> SolvedEquations {
        let solved = self.solve_valued((*game).into());
        let valued_game = ValuedGame::of_solution(*game, solved.start_value);
        if valued_game == solved.valued_game { solved } else { self.solve_valued(valued_game) }
    }

    fn solve_valued(&self, valued_game: ValuedGame) -> SolvedEquations {
        let rewards = valued_game.rewards();
        let mut values: Vec<f64> = Vec::with_capacity(self.states.len());
        let mut action_values = Vec::with_capacity(self.states.len());
        let mean = |values: &[f64], next: &[NextState]| -> f64 {
            next.iter().map(|(at, p)| p * at.map_or(rewards.lost, |at| values[at])).sum()
        };
        for outcomes in &self.actions {
            let of_state = outcomes.each_ref().map(|outcome| {
                let outcome = outcome.as_ref()?;
                Some(match &outcome.next {
                    None => rewards.winning(outcome.points),
                    Some(next) => rewards.going_on(outcome.points, mean(&values, next)),
                })
            });
            let of_state = ActionValues::new(of_state);
            values.push(of_state.value().unwrap_or(0.0));
            action_values.push(of_state);
        }
        let start_value = mean(&values, &self.starts);
        SolvedEquations { valued_game, values, action_values, start_value }
    }
}
