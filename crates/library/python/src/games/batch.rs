//! Many seeded games that are stepped together.

use mdp2048::model::Rewards;
use mdp2048::rules::nibbles::{empty_cells, has_tile, with_tile};
use mdp2048::{Board, Exponent, Game, Status};

use super::lines::{self, Lines};
use super::rules::{Autoreset, NotAllowed, Rules, StepError};
use super::state::State;
use super::twister::Twister;

/// What all games share.
#[derive(Clone, Debug)]
struct Shared {
    game: Game,
    lines: Lines,
    rewards: Rewards,
    /// The lowest bit of the nibble of each cell.
    cells: u64,
    /// The board without tiles on its free cells.
    empty: u64,
    /// The boards that games are given to start from, if any.
    starts: Vec<u64>,
    /// A random tile is a 4 if its word is below this.
    fours: u64,
}

/// Seeded games, one after another on each of a number of boards, by index.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    shared: Shared,
    states: Vec<State>,
    twisters: Vec<Twister>,
    /// The results of the last step, except those of the next games.
    pub(crate) last: Results,
}

/// The results of a step.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// By game.
    pub(crate) each: Vec<Stepped>,
    /// The games that are to begin again.
    pub(crate) restarting: Vec<usize>,
    /// The games that ended and are to begin again in the same step, as they ended.
    pub(crate) finals: Vec<State>,
}

/// What a step did to a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stepped {
    /// The reward of the move.
    pub(crate) reward: f64,
    /// Whether the move ended the game.
    pub(crate) ended: bool,
    /// Whether the game came to the limit of its steps.
    pub(crate) truncated: bool,
    /// Whether a move was played: not by an action that is not allowed, nor in a game that is to
    /// begin again instead.
    pub(crate) played: bool,
}

/// The reward of a loss. Where an objective counts it as minus infinity, from which nothing is
/// learned, it is minus a number of moves that no game has: half of the tile sum of a full board
/// without the target. So every lost game returns less than every won one.
fn lost_reward(game: &Game) -> f64 {
    let (free, lost) = (game.shape().free_cells(), game.rewards().lost);
    let most_moves = |target: Exponent| free as f64 * f64::from(target.face()) / 4.0;
    match game.target() {
        Some(target) if lost == f64::NEG_INFINITY => -most_moves(target),
        _ => lost,
    }
}

impl Games {
    /// Games on a number of boards; none has begun.
    pub(crate) fn new(game: &Game, count: usize) -> Self {
        let shape = game.shape();
        let shared = Shared {
            game: *game,
            lines: Lines::new(shape),
            rewards: Rewards { lost: lost_reward(game), ..game.rewards() },
            cells: lines::cells_of(shape),
            empty: lines::nibbles_of(Board::empty(shape)),
            starts: game.given_starts().map(lines::nibbles_of).collect(),
            // A word is below p 2^32 if it is below the next whole number.
            fours: (game.spawn_four().get() * 4_294_967_296.0).ceil() as u64,
        };
        let state = State { board: shared.empty, ..State::default() };
        Self {
            shared,
            states: vec![state; count],
            twisters: vec![Twister::new(0); count],
            last: Results {
                each: vec![Stepped::default(); count],
                restarting: Vec::new(),
                finals: Vec::new(),
            },
        }
    }

    /// The number of games.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> &Game {
        &self.shared.game
    }

    /// The states of all games.
    pub(crate) fn states(&self) -> &[State] {
        &self.states
    }

    /// Begins games: index and seed of each.
    pub(crate) fn begin(&mut self, games: &[(usize, u32)]) {
        Twister::start(&mut self.twisters, games);
        for &(at, seed) in games {
            let board = self.shared.start(&mut self.twisters[at]);
            self.states[at] = self.shared.first(seed, board, 2);
        }
    }

    /// Begins a game on a board, with the random tiles of a seed from the first one on. Returns
    /// whether the game is on: nothing changes if the board is won or lost.
    pub(crate) fn begin_on(&mut self, at: usize, seed: u32, board: Board) -> bool {
        let is_playing = self.shared.game.status(board) == Status::Playing;
        if is_playing {
            self.twisters[at] = Twister::new(seed);
            self.states[at] = self.shared.first(seed, lines::nibbles_of(board), 0);
        }
        is_playing
    }

    /// Steps every game by its action (see [`Action::index`](mdp2048::Action::index)); the results
    /// are in [`Games::last`], with the games that the caller is to begin again.
    ///
    /// # Errors
    /// [`StepError`]; then no game has been stepped.
    pub(crate) fn step(&mut self, actions: &[i64], rules: &Rules) -> Result<(), StepError> {
        self.check(actions, rules)?;
        self.last.restarting.clear();
        let games = self.states.iter_mut().zip(&mut self.twisters).zip(&mut self.last.each);
        for (at, (((state, twister), stepped), &action)) in games.zip(actions).enumerate() {
            let had_ended = state.has_ended(rules.most_steps);
            *stepped = Stepped::default();
            if !had_ended && state.allowed >> action & 1 == 1 {
                let (after, points) = self.shared.lines.slide(state.board, action as usize);
                // Locked cells hold a tile that is no target.
                let target = self.shared.game.target();
                let is_won = target.is_some_and(|target| has_tile(after, target));
                state.board = self.shared.spawned(after, twister);
                state.allowed = if is_won { 0 } else { self.shared.lines.allowed(state.board) };
                state.moves += 1;
                state.points += points;
                stepped.played = true;
                stepped.ended = state.allowed == 0;
                stepped.reward = self.shared.reward(points, is_won, stepped.ended);
            } else if state.is_lost_at_start()
                || !had_ended && rules.not_allowed == NotAllowed::Lose
            {
                state.allowed = 0;
                stepped.ended = true;
                stepped.reward = self.shared.rewards.lost;
            }
            if !had_ended {
                state.steps += 1;
                stepped.truncated = state.steps >= rules.most_steps;
            }
            let restarts = match rules.autoreset {
                Autoreset::NextStep => had_ended,
                Autoreset::SameStep => stepped.ended || stepped.truncated,
                Autoreset::Disabled => false,
            };
            if restarts {
                self.last.restarting.push(at);
            }
        }
        if rules.autoreset == Autoreset::SameStep {
            self.last.finals = self.last.restarting.iter().map(|&at| self.states[at]).collect();
        }
        Ok(())
    }

    /// Whether the actions can be played.
    fn check(&self, actions: &[i64], rules: &Rules) -> Result<(), StepError> {
        if actions.len() != self.len() {
            return Err(StepError::Count { found: actions.len(), games: self.len() });
        }
        if let Some(&action) = actions.iter().find(|action| !(0..4).contains(*action)) {
            return Err(StepError::Action(action));
        }
        let has_ended = |state: &State| state.has_ended(rules.most_steps);
        if rules.autoreset != Autoreset::NextStep
            && let Some(at) = self.states.iter().position(has_ended)
        {
            return Err(match self.states[at] {
                State { allowed: 0, .. } => StepError::Over(at),
                State { steps, .. } => StepError::Truncated { at, steps },
            });
        }
        if rules.not_allowed == NotAllowed::Refuse {
            let mut games = self.states.iter().zip(actions);
            let is_refused = |(state, &action): (&State, &i64)| {
                !has_ended(state) && state.allowed != 0 && state.allowed >> action & 1 == 0
            };
            if let Some(at) = games.position(is_refused) {
                return Err(StepError::NotAllowed { at, action: actions[at] });
            }
        }
        Ok(())
    }

    /// Whether the tile that ends the game is on a board.
    pub(crate) fn is_won(&self, board: Board) -> bool {
        self.shared.game.ends_with(board.largest())
    }

    /// Goes on with games of some states.
    ///
    /// # Panics
    /// If their number is not that of the games.
    pub(crate) fn restore(&mut self, states: Vec<State>) {
        assert_eq!(states.len(), self.len(), "a state for each game");
        for (twister, state) in self.twisters.iter_mut().zip(&states) {
            *twister = Twister::new(state.seed);
            // Two numbers for each random tile.
            for _ in 0..2 * (u64::from(state.placed) + u64::from(state.moves)) {
                twister.next();
            }
        }
        self.states = states;
    }
}

impl Shared {
    /// The state of a game that begins on a board with a number of random tiles.
    fn first(&self, seed: u32, board: u64, placed: u8) -> State {
        let allowed = self.lines.allowed(board);
        State { board, allowed, placed, seed, ..State::default() }
    }

    /// The board that a game starts from, as [`SeededSpawns`](mdp2048::model::SeededSpawns)
    /// chooses it.
    fn start(&self, twister: &mut Twister) -> u64 {
        if self.starts.is_empty() {
            let first = self.spawned(self.empty, twister);
            return self.spawned(first, twister);
        }
        let pick = twister.next() as usize % self.starts.len();
        (0..3).for_each(|_| _ = twister.next());
        self.starts[pick]
    }

    /// A board that has an empty cell, with the next random tile.
    #[inline(always)]
    fn spawned(&self, board: u64, twister: &mut Twister) -> u64 {
        let empty = self.cells & empty_cells(board);
        let number = twister.next() % empty.count_ones();
        with_tile(board, empty, number, u64::from(twister.next()) < self.fours)
    }

    /// The reward of a move that scores points.
    #[inline(always)]
    fn reward(&self, points: u32, is_won: bool, ended: bool) -> f64 {
        let points = f64::from(points);
        if is_won {
            self.rewards.winning(points)
        } else {
            let lost = if ended { self.rewards.lost } else { 0.0 };
            self.rewards.each_move + self.rewards.each_point * points + lost
        }
    }
}

#[cfg(test)]
mod tests {
    use mdp2048::{Action, Advice, Formation, Objective, Outcome, Policy, Replay, Shape, Solver};

    use super::super::lines::board_of;
    use super::super::state::boards_of;
    use super::*;

    const fn rules(autoreset: Autoreset, not_allowed: NotAllowed) -> Rules {
        Rules { autoreset, not_allowed, most_steps: u32::MAX }
    }

    const NEXT_STEP: Rules = rules(Autoreset::NextStep, NotAllowed::Refuse);

    /// Plays allowed actions in an order that depends on the board and a number.
    struct Scattered(u64);

    impl Policy for Scattered {
        fn advise(&self, board: Board) -> Option<Advice> {
            let number = (board.key() ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            let allowed: Vec<Action> = board.allowed().collect();
            let action = *allowed.get(number as usize % allowed.len().max(1))?;
            Some(Advice { action, value: None, action_values: None })
        }
    }

    fn action(board: Board, policy: &impl Policy) -> i64 {
        policy.advise(board).map_or(0, |advice| advice.action.index() as i64)
    }

    /// The games of seeds, each on a board of its own until its end, agree with the replays.
    fn check(game: &Game, policy: &impl Policy, seeds: std::ops::Range<u32>) {
        let replays: Vec<Replay> =
            seeds.clone().map(|seed| Replay::play(game, policy, seed.into())).collect();
        let mut games = Games::new(game, replays.len());
        games.begin(&(0..).zip(seeds).collect::<Vec<_>>());
        let longest = replays.iter().map(|replay| replay.steps.len()).max().unwrap_or(0);
        let mut returns = vec![0.0; replays.len()];
        for ply in 0..=longest {
            let boards: Vec<Board> = boards_of(&games.states, game.shape()).collect();
            for (replay, board) in replays.iter().zip(&boards) {
                let expected = replay.boards().nth(ply).unwrap_or(replay.last);
                assert_eq!(*board, expected, "{game}, seed {}, ply {ply}", replay.seed);
            }
            let actions: Vec<i64> = boards.iter().map(|&board| action(board, policy)).collect();
            // Games that are over are to begin again, and stay as they are.
            let has_ended = |&at: &usize| games.states[at].has_ended(u32::MAX);
            let over: Vec<usize> = (0..replays.len()).filter(has_ended).collect();
            let before = games.states.clone();
            games.step(&actions, &NEXT_STEP).unwrap();
            assert_eq!(games.last.restarting, over);
            for &at in &over {
                assert_eq!(games.states[at], before[at]);
                assert!(!games.last.each[at].played && !games.last.each[at].ended);
            }
            for (at, total) in returns.iter_mut().enumerate() {
                *total += games.last.each[at].reward;
            }
        }
        for (at, replay) in replays.iter().enumerate() {
            assert_eq!(games.states[at].moves as usize, replay.steps.len());
            assert_eq!(games.states[at].points, replay.points());
            let is_won = replay.outcome == Outcome::Won;
            assert_eq!(games.is_won(replay.last), is_won);
            let moves = replay.steps.len() as f64;
            let expected = match game.objective() {
                Objective::Win => f64::from(is_won) * game.discount().get(),
                Objective::Score => f64::from(replay.points()),
                Objective::Moves => moves,
                Objective::Fewest => {
                    if is_won {
                        -moves
                    } else {
                        -moves + lost_reward(game)
                    }
                }
            };
            assert_eq!(returns[at], expected);
        }
    }

    #[test]
    fn the_games_are_those_of_replays() {
        for shape in Shape::all() {
            let target = if shape.cells() < 6 { 16 } else { 64 };
            for objective in Objective::ALL {
                let game = Game::new(shape, objective, Some(target), 1.0, 0.1).unwrap();
                check(&game, &Scattered(1), 0..40);
            }
            let game = Game::new(shape, Objective::Win, Some(8), 0.5, 0.3).unwrap();
            check(&game, &Scattered(2), 1_000_000..1_000_020);
        }
        let four = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.0).unwrap();
        check(&four, &Scattered(3), 7..90);
        let three = Game::new(Shape::THREE_BY_THREE, Objective::Moves, None, 1.0, 1.0).unwrap();
        check(&three, &Scattered(4), 7..90);
        for formation in Formation::ALL {
            let game = Game::builder().formation(formation).target(32).build().unwrap();
            check(&game, &Scattered(5), 0..40);
        }
        let start = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
        check(&start.starting_from(&["0 2/8 4".parse().unwrap()]).unwrap(), &Scattered(6), 0..40);
        for objective in Objective::ALL {
            check(&small_with_locked(objective), &Scattered(7), 0..200);
        }
    }

    /// A game whose start boards are lost in part.
    fn small_with_locked(objective: Objective) -> Game {
        let shape: Shape = ".x./...".parse().unwrap();
        Game::new(shape, objective, Some(16), 1.0, 0.1).unwrap()
    }

    #[test]
    fn a_game_that_is_lost_at_its_start_ends_in_its_first_step() {
        let game = small_with_locked(Objective::Fewest);
        let is_lost =
            |seed: &u32| Replay::play(&game, &Scattered(7), (*seed).into()).steps.is_empty();
        let seed = (0..).find(is_lost).unwrap();
        for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
            for not_allowed in [NotAllowed::Ignore, NotAllowed::Lose, NotAllowed::Refuse] {
                let rules = rules(autoreset, not_allowed);
                let mut games = Games::new(&game, 1);
                games.begin(&[(0, seed)]);
                let board = games.states[0].board;
                assert_eq!((games.states[0].allowed, games.states[0].steps), (0, 0));
                assert_ne!(board_of(game.shape(), board).unwrap().empty_cells().len(), 0);
                games.step(&[1], &rules).unwrap();
                let Stepped { reward, ended, played, .. } = games.last.each[0];
                // Half of the tile sum of five tiles of 8.
                assert_eq!((reward, ended, played), (-20.0, true, false));
                assert_eq!((games.states[0].board, games.states[0].moves), (board, 0));
                let restarts = autoreset == Autoreset::SameStep;
                assert_eq!(games.last.restarting.len(), usize::from(restarts));
            }
        }
    }

    #[test]
    fn the_seeds_1_to_1000_of_3x3_to_512_give_the_games_of_optimal_play() {
        let game = Game::reach(Shape::THREE_BY_THREE, 512).unwrap();
        check(&game, &Solver::new(&game).solve().unwrap(), 1..1001);
    }

    #[test]
    fn a_game_that_ends_in_a_step_is_kept_as_it_ended() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
        let (policy, same_step) = (Scattered(5), rules(Autoreset::SameStep, NotAllowed::Refuse));
        let mut games = Games::new(&game, 3);
        games.begin(&[(0, 10), (1, 11), (2, 12)]);
        let mut ended = 0;
        for _ in 0..200 {
            let actions: Vec<i64> = boards_of(&games.states, game.shape())
                .map(|board| action(board, &policy))
                .collect();
            games.step(&actions, &same_step).unwrap();
            let finals = std::mem::take(&mut games.last.finals);
            for (index, board) in boards_of(&finals, game.shape()).enumerate() {
                let State { allowed, seed, moves, points, .. } = finals[index];
                let at = games.last.restarting[index];
                let replay = Replay::play(&game, &policy, seed.into());
                assert_eq!((board, points), (replay.last, replay.points()));
                assert_eq!((moves as usize, allowed), (replay.steps.len(), 0));
                assert!(games.last.each[at].ended);
                games.begin(&[(at, seed + 3)]);
                ended += 1;
            }
            assert!(games.states.iter().all(|state| state.allowed != 0));
        }
        assert!(ended > 20);
    }

    #[test]
    fn actions_that_are_not_allowed_do_as_chosen() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(16), 1.0, 0.1).unwrap();
        let disabled = |not_allowed| rules(Autoreset::Disabled, not_allowed);
        let mut games = Games::new(&game, 1);
        assert!(games.begin_on(0, 1, "2 0/4 0".parse().unwrap()));
        let before = games.states[0].board;
        let refused = games.step(&[0], &disabled(NotAllowed::Refuse));
        assert_eq!(refused, Err(StepError::NotAllowed { at: 0, action: 0 }));
        games.step(&[0], &disabled(NotAllowed::Ignore)).unwrap();
        assert_eq!((games.states[0].board, games.states[0].moves), (before, 0));
        assert_eq!((games.last.each[0].reward, games.last.each[0].ended), (0.0, false));
        games.step(&[0], &disabled(NotAllowed::Lose)).unwrap();
        assert_eq!((games.states[0].board, games.last.each[0].ended), (before, true));
        let over = games.step(&[1], &disabled(NotAllowed::Ignore));
        assert_eq!(over, Err(StepError::Over(0)));
        let found = games.step(&[], &NEXT_STEP);
        assert_eq!(found, Err(StepError::Count { found: 0, games: 1 }));
        let found = games.step(&[4], &NEXT_STEP);
        assert_eq!(found, Err(StepError::Action(4)));
        assert!(!games.begin_on(0, 1, "2 4/4 2".parse().unwrap()), "the board is lost");
        assert!(!games.begin_on(0, 1, "16 4/4 2".parse().unwrap()), "the board is won");
    }

    #[test]
    fn games_are_truncated_after_a_number_of_steps() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
        for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
            let rules = Rules { most_steps: 3, ..rules(autoreset, NotAllowed::Ignore) };
            let mut games = Games::new(&game, 1);
            games.begin_on(0, 1, "2 0/4 0".parse().unwrap());
            for step in 1..=3 {
                // To the left, where no tile moves.
                games.step(&[0], &rules).unwrap();
                assert_eq!(
                    (games.last.each[0].truncated, games.last.each[0].ended),
                    (step == 3, false)
                );
            }
            let restarting = games.last.restarting.len();
            match autoreset {
                Autoreset::SameStep => assert_eq!((restarting, games.last.finals.len()), (1, 1)),
                Autoreset::NextStep => {
                    // The next action is ignored, although it is allowed.
                    games.step(&[1], &rules).unwrap();
                    assert_eq!((games.last.restarting.len(), games.states[0].moves), (1, 0));
                    assert!(!games.last.each[0].truncated);
                }
                Autoreset::Disabled => {
                    let refused = games.step(&[1], &rules);
                    assert_eq!(refused, Err(StepError::Truncated { at: 0, steps: 3 }));
                }
            }
            games.begin(&[(0, 1)]);
            games.step(&[0], &rules).unwrap();
            assert!(!games.last.each[0].truncated);
        }
    }

    #[test]
    fn games_that_are_saved_go_on() {
        let game = Game::reach(Shape::new(2, 3).unwrap(), 64).unwrap();
        let policy = Scattered(6);
        let mut games = Games::new(&game, 20);
        games.begin(&(0..20).zip(3..).collect::<Vec<_>>());
        games.begin_on(0, 1, "2 0 4/4 0 2".parse().unwrap());
        let step = |games: &mut Games| {
            let boards = boards_of(&games.states, game.shape());
            let actions: Vec<i64> = boards.map(|board| action(board, &policy)).collect();
            games.step(&actions, &NEXT_STEP).unwrap();
        };
        (0..9).for_each(|_| step(&mut games));
        let mut again = Games::new(&game, 20);
        let saved = games.states.iter().map(|state| State::restored(game.shape(), state.saved()));
        again.restore(saved.collect::<Option<_>>().unwrap());
        for _ in 0..9 {
            step(&mut games);
            step(&mut again);
            assert_eq!(games.states, again.states);
        }
        assert!(games.states.iter().any(|state| state.moves > 9));
        assert_eq!(State::restored(game.shape(), [0, 16, 0, 0, 0, 0, 0]), None);
        assert_eq!(State::restored(game.shape(), [0, 0, 0, 1 << 32, 0, 0, 0]), None);
        let locked = small_with_locked(Objective::Win).shape();
        assert_eq!(State::restored(locked, [0; 7]), None);
    }
}
