//! The transition system of a game: the Markov decision process with numbered states and exact
//! probabilities that model checkers read.

use mdp2048_model::{Discount, Fraction, Game, Status, start_weights};
use mdp2048_rules::{Action, Board, CanonicalState};
use mdp2048_solve::{Contradiction, OnProgress, Phase, Progress, ProgressCallback, Solution};

use crate::error::ExportError;
use crate::state_numbers::{StateNumbers, first_numbers};
use crate::system_state::{EndState, SystemChoice, SystemState, SystemStateKind};

/// The Markov decision process of a game with numbered states.
///
/// State 0 is the empty board, whose only choice `start` places two random tiles, or leads to a
/// given start board. The states of the game follow by tile sum and, within a tile sum, by board.
/// The end states (see [`EndState`]) are last; their only choice `end` loops. All boards and actions
/// are in the canonical frame.
///
/// A discount below 1 is the probability that a move does not stop the game. The probability of
/// reaching the end state `won` is therefore the discounted value.
#[derive(Debug)]
pub struct TransitionSystem<'a> {
    solution: &'a Solution,
    // The probability that a random tile is a 4.
    spawn_four: Fraction,
    // The factor per move.
    discount: Fraction,
    first_numbers: Vec<u64>,
}

impl<'a> TransitionSystem<'a> {
    /// The transition system of a solved game.
    ///
    /// # Errors
    /// [`ExportError::Digits`] if the spawn probability or the discount has more digits than
    /// fractions of `u128` integers can hold.
    pub fn of(solution: &'a Solution) -> Result<Self, ExportError> {
        let game = solution.game();
        let fraction = |number| Fraction::shortest(number).map_err(|_| ExportError::Digits);
        let spawn_four = fraction(game.spawn_four().get())?;
        let discount = fraction(game.discount().get())?;
        if !fits_in_128_bits(spawn_four, discount) {
            return Err(ExportError::Digits);
        }
        let first_numbers = first_numbers(solution);
        Ok(Self { solution, spawn_four, discount, first_numbers })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.solution.game()
    }

    /// The end states in the order of their numbers.
    pub fn ends(&self) -> impl Iterator<Item = EndState> {
        let stops = self.game().discount() != Discount::NONE;
        [EndState::Won, EndState::Lost].into_iter().chain(stops.then_some(EndState::Stopped))
    }

    /// The number of an end state.
    pub fn number_of(&self, end: EndState) -> u64 {
        self.first_numbers.last().copied().unwrap_or(1) + end as u64
    }

    /// The number of states, with the start state and the end states.
    pub fn states(&self) -> u64 {
        1 + self.solution.states() + self.ends().count() as u64
    }

    /// The number of choices of all states, computed by a pass over them.
    pub(crate) fn choices(&self, progress: ProgressCallback<'_>) -> Result<u64, ExportError> {
        let mut choices = 0;
        self.visit_states(progress, |state| {
            choices += state.choices.len() as u64;
            Ok(())
        })?;
        Ok(choices)
    }

    /// Calls `visit` with every state by ascending number, up to [`states`](Self::states) - 1. The
    /// states of at most three layers are in memory at a time, and those of the layers up to the
    /// last start state.
    ///
    /// # Errors
    /// The first error that `visit` returns, which stops the pass; [`ExportError::Contradiction`]
    /// if the solution does not hold exactly the states that games reach.
    pub fn for_each_state(
        &self,
        visit: impl FnMut(&SystemState) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        OnProgress::default().run(|progress| self.visit_states(progress, visit))
    }

    /// Calls `visit` with every state, and `progress` after each layer.
    ///
    /// # Errors
    /// As [`for_each_state`](Self::for_each_state); [`ExportError::Stopped`] if `progress` breaks.
    pub(crate) fn visit_states(
        &self,
        progress: ProgressCallback<'_>,
        mut visit: impl FnMut(&SystemState) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut numbers = StateNumbers::new(self.solution, &self.first_numbers);
        let starts = self.game().starts();
        let last_start = starts.iter().map(|start| start.state.board().tile_sum()).max();
        let layers = self.solution.layers().take_while(|layer| Some(layer.sum) <= last_start);
        numbers.hold(0..layers.count());
        visit(&self.start_state(&mut numbers)?)?;
        for (layer, summary) in self.solution.layers().enumerate() {
            numbers.hold(layer..layer + 3);
            let states = numbers.remove_first()?;
            for (number, &state) in (self.first_numbers[layer]..).zip(&states) {
                visit(&self.board_state(&mut numbers, number, state)?)?;
            }
            let states = self.first_numbers[layer + 1] - 1;
            let done = Progress {
                layers_in_all: Some(self.first_numbers.len() - 1),
                states_in_all: Some(self.solution.states()),
                ..Progress::new(Phase::Writing, summary.sum, layer + 1, states)
            };
            done.report(progress)?;
        }
        self.ends().try_for_each(|end| visit(&self.end_state(end)))
    }

    fn start_state(&self, numbers: &mut StateNumbers<'_>) -> Result<SystemState, Contradiction> {
        let spawns = |after| self.spawn_four.spawn_weights().spawns(after);
        let starts = start_weights(self.game(), spawns);
        let choice = SystemChoice {
            name: "start",
            is_move: false,
            points: 0,
            denominator: starts.iter().map(|(_, weight)| weight).sum(),
            successors: starts
                .into_iter()
                .map(|(state, weight)| Ok((self.number(numbers, state.board())?, weight)))
                .collect::<Result<_, _>>()?,
        };
        let kind = SystemStateKind::Start;
        Ok(SystemState { number: 0, kind, choices: vec![choice.merged()] })
    }

    fn end_state(&self, end: EndState) -> SystemState {
        let number = self.number_of(end);
        let choice = SystemChoice {
            name: "end",
            is_move: false,
            points: 0,
            denominator: 1,
            successors: vec![(number, 1)],
        };
        SystemState { number, kind: SystemStateKind::End(end), choices: vec![choice] }
    }

    fn board_state(
        &self,
        numbers: &mut StateNumbers<'_>,
        number: u64,
        state: CanonicalState,
    ) -> Result<SystemState, Contradiction> {
        let mut choices = Vec::new();
        for action in Action::ALL {
            choices.extend(self.choice(numbers, state, action)?);
        }
        if choices.is_empty() {
            return Err(Contradiction::NoState(state));
        }
        Ok(SystemState { number, kind: SystemStateKind::Board(state), choices })
    }

    /// The choice of an action, or `None` if the action is not allowed.
    fn choice(
        &self,
        numbers: &mut StateNumbers<'_>,
        state: CanonicalState,
        action: Action,
    ) -> Result<Option<SystemChoice>, Contradiction> {
        let game = self.game();
        // The probability that the game goes on is `goes_on / discount_parts`.
        let (goes_on, discount_parts) = (self.discount.numerator(), self.discount.denominator());
        let Some(moved) = game.act(state.board(), action) else { return Ok(None) };
        let mut successors = Vec::new();
        // The denominator of the probability of a random tile.
        let spawn_parts = if moved.wins {
            successors.push((self.number_of(EndState::Won), goes_on));
            1
        } else {
            for (board, weight) in self.spawn_four.spawn_weights().spawns(moved.after) {
                successors.push((self.number(numbers, board)?, weight * goes_on));
            }
            moved.after.board().empty_cells().count() as u128 * self.spawn_four.denominator()
        };
        if goes_on < discount_parts {
            let stopped = spawn_parts * (discount_parts - goes_on);
            successors.push((self.number_of(EndState::Stopped), stopped));
        }
        let choice = SystemChoice {
            name: action.name(),
            is_move: true,
            points: moved.points,
            denominator: spawn_parts * discount_parts,
            successors,
        };
        Ok(Some(choice.merged()))
    }

    /// The number of the state of a board without the target tile, which may be lost.
    fn number(&self, numbers: &mut StateNumbers<'_>, board: Board) -> Result<u64, Contradiction> {
        match self.game().status(board) {
            Status::Playing => numbers.number(CanonicalState::of(board).0),
            _ => Ok(self.number_of(EndState::Lost)),
        }
    }
}

/// Whether the largest products of weights fit in a `u128`: those of two random tiles on an empty
/// board, and those of a random tile and the discount, each with a margin of a factor of 4.
fn fits_in_128_bits(spawn_four: Fraction, discount: Fraction) -> bool {
    const MOST_CELLS: u128 = 16;
    const MARGIN: u128 = 4;
    let largest = |other: u128| {
        let one_tile = MOST_CELLS.checked_mul(spawn_four.denominator())?;
        one_tile.checked_mul(other)?.checked_mul(MARGIN)
    };
    let two_tiles = MOST_CELLS.checked_mul(spawn_four.denominator()).and_then(largest);
    two_tiles.is_some() && largest(discount.denominator()).is_some()
}
