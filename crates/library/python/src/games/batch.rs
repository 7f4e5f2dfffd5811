//! Many seeded games that are stepped together.

use mdp2048::model::Rewards;
use mdp2048::{Board, Exponent, Game, Status};

use super::lines::{self, Lines};
use super::twister::Twister;

/// When a game that is over begins again, as Gymnasium defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// In the next step, which plays no move.
    NextStep,
    /// At once, in the step that ends it.
    SameStep,
    /// Not by itself.
    Disabled,
}

/// What an action does that is not allowed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotAllowed {
    /// The board stays as it is, without a random tile and without a reward.
    Ignore,
    /// The game ends as if it were lost.
    Lose,
    /// The step is an error, and no game is stepped.
    Refuse,
}

/// Why no game was stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StepError {
    /// The number of actions is not that of the games.
    #[error("{found} actions for {games} games: give one action for each game")]
    Count { found: usize, games: usize },
    /// An action is not a number from 0 to 3.
    #[error("{0} is not an action: 0 is left, 1 right, 2 up and 3 down")]
    Action(i64),
    /// A game is over.
    #[error("game {0} is over: reset it before the next step")]
    Over(usize),
    /// An action is not allowed.
    #[error(
        "action {action} of game {at} does not change the board: choose one that the action mask \
         allows, or make the environment with not_allowed='ignore' or 'lose'"
    )]
    NotAllowed { at: usize, action: i64 },
}

/// What all games share.
#[derive(Clone, Debug)]
struct Shared {
    game: Game,
    lines: Lines,
    rewards: Rewards,
    /// The lowest bit of the nibble of each cell.
    cells: u64,
    /// The exponent that ends a game, or one that no tile has.
    target: u8,
    /// A random tile is a 4 if its word is below this.
    fours: u64,
}

/// Seeded games, one after another on each of a number of boards, by index.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    shared: Shared,
    boards: Vec<u64>,
    /// The set of allowed actions: bit i is that of the action with index i; empty if the game is
    /// over.
    allowed: Vec<u8>,
    seeds: Vec<u32>,
    twisters: Vec<Twister>,
    moves: Vec<u32>,
    points: Vec<u32>,
    /// The results of the last step, except those of the next games.
    pub(crate) last: Results,
}

/// The results of a step, by the index of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    /// The rewards of the moves.
    pub(crate) rewards: Vec<f64>,
    /// Whether the move ended the game.
    pub(crate) ended: Vec<bool>,
    /// Whether a move was played: not by an action that is not allowed, nor in a game that began
    /// again instead.
    pub(crate) played: Vec<bool>,
    /// The games that began again.
    pub(crate) restarted: Vec<usize>,
    /// The games that ended and began again in the same step, as they ended.
    pub(crate) finals: Vec<Final>,
}

/// A game as it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Final {
    pub(crate) at: usize,
    pub(crate) board: Board,
    pub(crate) seed: u32,
    pub(crate) moves: u32,
    pub(crate) points: u32,
}

impl Games {
    /// Games on a number of boards; none has begun.
    pub(crate) fn new(game: &Game, count: usize) -> Self {
        let shape = game.shape();
        let shared = Shared {
            game: *game,
            lines: Lines::new(shape),
            rewards: game.rewards(),
            cells: lines::cells_of(shape),
            target: game.target().map_or(u8::MAX, Exponent::get),
            // A word is below p 2^32 if it is below the next whole number.
            fours: (game.spawn_four().get() * 4_294_967_296.0).ceil() as u64,
        };
        Self {
            shared,
            boards: vec![0; count],
            allowed: vec![0; count],
            seeds: vec![0; count],
            twisters: vec![Twister::new(0); count],
            moves: vec![0; count],
            points: vec![0; count],
            last: Results {
                rewards: vec![0.0; count],
                ended: vec![false; count],
                played: vec![false; count],
                ..Results::default()
            },
        }
    }

    /// The number of games.
    pub(crate) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> &Game {
        &self.shared.game
    }

    /// Begins games: index and seed of each.
    pub(crate) fn begin(&mut self, games: &[(usize, u32)]) {
        Twister::start(&mut self.twisters, games);
        for &(at, seed) in games {
            let twister = &mut self.twisters[at];
            let first = self.shared.spawned(0, twister);
            self.boards[at] = self.shared.spawned(first, twister);
            self.allowed[at] = self.shared.lines.allowed(self.boards[at]);
            (self.seeds[at], self.moves[at], self.points[at]) = (seed, 0, 0);
        }
    }

    /// Begins a game on a board, with the random tiles of a seed from the first one on. Returns
    /// whether the game is on: nothing changes if the board is won or lost.
    pub(crate) fn begin_on(&mut self, at: usize, seed: u32, board: Board) -> bool {
        let is_playing = self.shared.game.status(board) == Status::Playing;
        if is_playing {
            self.twisters[at] = Twister::new(seed);
            self.boards[at] = lines::nibbles_of(board);
            self.allowed[at] = self.shared.lines.allowed(self.boards[at]);
            (self.seeds[at], self.moves[at], self.points[at]) = (seed, 0, 0);
        }
        is_playing
    }

    /// Steps every game by its action (see [`Action::index`](mdp2048::Action::index)); the results
    /// are in [`Games::last`]. A game that begins again has the seed of the last one plus the
    /// number of games.
    ///
    /// # Errors
    /// [`StepError`]; then no game has been stepped.
    pub(crate) fn step(
        &mut self,
        actions: &[i64],
        autoreset: Autoreset,
        not_allowed: NotAllowed,
    ) -> Result<(), StepError> {
        self.check(actions, autoreset, not_allowed)?;
        self.last.restarted.clear();
        self.last.finals.clear();
        for (at, &action) in actions.iter().enumerate() {
            let allowed = self.allowed[at];
            let is_over = allowed == 0;
            let is_allowed = allowed >> action & 1 == 1;
            let (mut reward, mut ended) = (0.0, false);
            if is_allowed {
                let slid = self.shared.lines.slide(self.boards[at], action as usize);
                let is_won = slid.largest_merge >= self.shared.target;
                let board = self.shared.spawned(slid.after, &mut self.twisters[at]);
                let next = if is_won { 0 } else { self.shared.lines.allowed(board) };
                self.boards[at] = board;
                self.allowed[at] = next;
                self.moves[at] += 1;
                self.points[at] += slid.points;
                ended = next == 0;
                reward = self.shared.reward(slid.points, is_won, ended);
            } else if !is_over && not_allowed == NotAllowed::Lose {
                self.allowed[at] = 0;
                ended = true;
                reward = self.shared.rewards.lost;
            }
            self.last.rewards[at] = reward;
            self.last.ended[at] = ended;
            self.last.played[at] = is_allowed;
            let restarts = match autoreset {
                Autoreset::NextStep => is_over,
                Autoreset::SameStep => ended,
                Autoreset::Disabled => false,
            };
            if restarts {
                self.last.restarted.push(at);
            }
        }
        if autoreset == Autoreset::SameStep {
            self.last.finals.extend(self.last.restarted.iter().map(|&at| Final {
                at,
                board: lines::board_of(self.shared.game.shape(), self.boards[at]),
                seed: self.seeds[at],
                moves: self.moves[at],
                points: self.points[at],
            }));
        }
        let next = self.last.restarted.iter().map(|&at| (at, self.next_seed(at)));
        let next: Vec<(usize, u32)> = next.collect();
        self.begin(&next);
        Ok(())
    }

    /// Whether the actions can be played.
    fn check(
        &self,
        actions: &[i64],
        autoreset: Autoreset,
        not_allowed: NotAllowed,
    ) -> Result<(), StepError> {
        if actions.len() != self.len() {
            return Err(StepError::Count { found: actions.len(), games: self.len() });
        }
        if let Some(&action) = actions.iter().find(|action| !(0..4).contains(*action)) {
            return Err(StepError::Action(action));
        }
        if autoreset != Autoreset::NextStep
            && let Some(at) = self.allowed.iter().position(|&allowed| allowed == 0)
        {
            return Err(StepError::Over(at));
        }
        if not_allowed == NotAllowed::Refuse {
            let mut games = self.allowed.iter().zip(actions);
            let found =
                games.position(|(&allowed, &action)| allowed != 0 && allowed >> action & 1 == 0);
            if let Some(at) = found {
                return Err(StepError::NotAllowed { at, action: actions[at] });
            }
        }
        Ok(())
    }

    /// The seed of the game after the one at an index.
    pub(crate) fn next_seed(&self, at: usize) -> u32 {
        self.seeds[at].wrapping_add(self.len() as u32)
    }

    /// The boards.
    pub(crate) fn boards(&self) -> impl ExactSizeIterator<Item = Board> {
        let shape = self.shared.game.shape();
        self.boards.iter().map(move |&board| lines::board_of(shape, board))
    }

    /// Writes the exponents of all boards in row-major order.
    ///
    /// # Panics
    /// If `out` has not a number for each cell.
    pub(crate) fn write_exponents(&self, out: &mut [u8]) {
        let shape = self.shared.game.shape();
        assert_eq!(out.len(), self.len() * shape.cells(), "a number for each cell");
        for (board, out) in self.boards.iter().zip(out.chunks_exact_mut(shape.cells())) {
            for (row, out) in out.chunks_exact_mut(shape.cols()).enumerate() {
                let mut rest = board >> (16 * row);
                for out in out {
                    *out = (rest & 15) as u8;
                    rest >>= 4;
                }
            }
        }
    }

    /// The sets of allowed actions: bit i is that of the action with index i; empty for a game that
    /// is over.
    pub(crate) fn allowed(&self) -> &[u8] {
        &self.allowed
    }

    /// The seeds of the games.
    pub(crate) fn seeds(&self) -> &[u32] {
        &self.seeds
    }

    /// The numbers of moves played.
    pub(crate) fn moves(&self) -> &[u32] {
        &self.moves
    }

    /// The scores: the sums of the faces of all tiles made by merging.
    pub(crate) fn points(&self) -> &[u32] {
        &self.points
    }

    /// Whether the tile that ends the game is on a board.
    pub(crate) fn is_won(&self, board: Board) -> bool {
        self.shared.game.ends_with(board.largest())
    }
}

impl Shared {
    /// A board that has an empty cell, with the next random tile.
    #[inline(always)]
    fn spawned(&self, board: u64, twister: &mut Twister) -> u64 {
        let mut empty = self.cells & !lines::tiles_of(board);
        for _ in 0..twister.next() % empty.count_ones() {
            empty &= empty - 1;
        }
        let tile = empty & empty.wrapping_neg();
        board | tile << u32::from(u64::from(twister.next()) < self.fours)
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
    use mdp2048::{Action, Advice, Objective, Outcome, Policy, Replay, Shape, Solve as _};

    use super::*;

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
            let boards: Vec<Board> = games.boards().collect();
            for (replay, board) in replays.iter().zip(&boards) {
                let expected = replay.boards().nth(ply).unwrap_or(replay.last);
                assert_eq!(*board, expected, "{game}, seed {}, ply {ply}", replay.seed);
            }
            let actions: Vec<i64> = boards.iter().map(|&board| action(board, policy)).collect();
            // Games that are over are not stepped on: they begin again, and are put back.
            let over: Vec<usize> =
                (0..replays.len()).filter(|&at| games.allowed[at] == 0).collect();
            let before = games.clone();
            games.step(&actions, Autoreset::NextStep, NotAllowed::Refuse).unwrap();
            assert_eq!(games.last.restarted, over);
            for &at in &over {
                assert_eq!(games.seeds[at], before.seeds[at] + replays.len() as u32);
                (games.boards[at], games.allowed[at]) = (before.boards[at], 0);
                (games.seeds[at], games.moves[at]) = (before.seeds[at], before.moves[at]);
                games.points[at] = before.points[at];
                assert!(!games.last.played[at] && !games.last.ended[at]);
            }
            for (at, total) in returns.iter_mut().enumerate() {
                *total += games.last.rewards[at];
            }
        }
        for (at, replay) in replays.iter().enumerate() {
            assert_eq!(games.moves[at] as usize, replay.steps.len());
            assert_eq!(games.points[at], replay.points());
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
                        f64::NEG_INFINITY
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
    }

    #[test]
    fn the_seeds_1_to_1000_of_3x3_to_512_give_the_games_of_optimal_play() {
        let game = Game::reach(Shape::THREE_BY_THREE, 512).unwrap();
        check(&game, &game.solve().unwrap(), 1..1001);
    }

    #[test]
    fn a_game_that_ends_begins_again_at_once_and_is_kept_as_it_ended() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
        let policy = Scattered(5);
        let mut games = Games::new(&game, 3);
        games.begin(&[(0, 10), (1, 11), (2, 12)]);
        let mut ended = 0;
        for _ in 0..200 {
            let actions: Vec<i64> = games.boards().map(|board| action(board, &policy)).collect();
            games.step(&actions, Autoreset::SameStep, NotAllowed::Refuse).unwrap();
            for last in &games.last.finals {
                let replay = Replay::play(&game, &policy, last.seed.into());
                assert_eq!((last.board, last.points), (replay.last, replay.points()));
                assert_eq!(last.moves as usize, replay.steps.len());
                assert_eq!((games.seeds[last.at], games.moves[last.at]), (last.seed + 3, 0));
                assert!(games.last.ended[last.at]);
                ended += 1;
            }
            assert!(games.allowed.iter().all(|&allowed| allowed != 0));
        }
        assert!(ended > 20);
    }

    #[test]
    fn actions_that_are_not_allowed_do_as_chosen() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(16), 1.0, 0.1).unwrap();
        let mut games = Games::new(&game, 1);
        assert!(games.begin_on(0, 1, "2 0/4 0".parse().unwrap()));
        let before = games.boards[0];
        let refused = games.step(&[0], Autoreset::Disabled, NotAllowed::Refuse);
        assert_eq!(refused, Err(StepError::NotAllowed { at: 0, action: 0 }));
        games.step(&[0], Autoreset::Disabled, NotAllowed::Ignore).unwrap();
        assert_eq!((games.boards[0], games.moves[0]), (before, 0));
        assert_eq!((games.last.rewards[0], games.last.ended[0]), (0.0, false));
        games.step(&[0], Autoreset::Disabled, NotAllowed::Lose).unwrap();
        assert_eq!((games.boards[0], games.last.ended[0]), (before, true));
        let over = games.step(&[1], Autoreset::Disabled, NotAllowed::Ignore);
        assert_eq!(over, Err(StepError::Over(0)));
        let found = games.step(&[], Autoreset::NextStep, NotAllowed::Ignore);
        assert_eq!(found, Err(StepError::Count { found: 0, games: 1 }));
        let found = games.step(&[4], Autoreset::NextStep, NotAllowed::Ignore);
        assert_eq!(found, Err(StepError::Action(4)));
        assert!(!games.begin_on(0, 1, "2 4/4 2".parse().unwrap()), "the board is lost");
        assert!(!games.begin_on(0, 1, "16 4/4 2".parse().unwrap()), "the board is won");
    }
}
