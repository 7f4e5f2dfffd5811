//! Whole games by the policy of a solution, move by move.

use mdp2048::answers::Answers as _;
use mdp2048::{Action, Board, Solution};

use super::batch::{Games, Stepped};
use super::rules::{Autoreset, NotAllowed, Rules};
use super::state::{State, boards_of};
use super::twister::Twister;

/// A move of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// The state before it.
    pub(crate) before: State,
    pub(crate) action: Action,
    /// Its reward, and whether it ended the game.
    pub(crate) stepped: Stepped,
    /// The state after the random tile.
    pub(crate) after: State,
    /// Q of each action before it; NaN where it is not allowed.
    pub(crate) values: [f64; 4],
}

/// The rules of the games: those that are over wait for the others.
const RULES: Rules =
    Rules { autoreset: Autoreset::NextStep, not_allowed: NotAllowed::Refuse, most_steps: u32::MAX };

/// Plays the games of some seeds to their ends, and returns the moves of each. An action is the best
/// one, or with the probability `exploration` any allowed one; the random numbers for this are those
/// of the complement of the seed.
///
/// # Errors
/// A board for which the solution has no action, though games reach it.
pub(crate) fn sampled(
    solution: &Solution,
    seeds: &[u32],
    exploration: f64,
) -> Result<Vec<Vec<Move>>, Board> {
    let valued_game = solution.valued_game();
    let game = valued_game.game();
    let mut games = Games::new(game, seeds.len());
    games.begin(&(0..).zip(seeds.iter().copied()).collect::<Vec<_>>());
    let explorations = (exploration * 4_294_967_296.0).ceil() as u64;
    let explorers = if explorations > 0 { seeds } else { &[] };
    let mut explorers: Vec<_> = explorers.iter().map(|&seed| Twister::new(!seed)).collect();
    let mut moves: Vec<Vec<Move>> = vec![Vec::new(); seeds.len()];
    let mut playing: Vec<usize> = (0..seeds.len()).collect();
    let mut actions = vec![0; seeds.len()];
    loop {
        playing.retain(|&at| games.states()[at].allowed != 0);
        if playing.is_empty() {
            return Ok(moves);
        }
        let states: Vec<State> = playing.iter().map(|&at| games.states()[at]).collect();
        let boards: Vec<Board> = boards_of(&states, game.shape()).collect();
        let Ok(advice) = solution.advise_all(&boards) else { return Err(boards[0]) };
        for (((&at, &before), &board), advice) in
            playing.iter().zip(&states).zip(&boards).zip(advice)
        {
            let advice = advice.ok_or(board)?;
            let values = advice.action_values.map_or([None; 4], |it| it.expected_returns());
            let values = values.map(|value| value.unwrap_or(f64::NAN));
            let mut action = advice.action;
            if let Some(explorer) = explorers.get_mut(at)
                && u64::from(explorer.next()) < explorations
            {
                let allowed: Vec<Action> = board.allowed().collect();
                action = allowed[explorer.next() as usize % allowed.len()];
            }
            actions[at] = action.index() as i64;
            let stepped = Stepped::default();
            moves[at].push(Move { before, action, stepped, after: before, values });
        }
        games.step(&actions, &RULES).expect("the actions of games that are not over are allowed");
        for &at in &playing {
            if let Some(last) = moves[at].last_mut() {
                (last.stepped, last.after) = (games.last.each[at], games.states()[at]);
            }
        }
    }
}
