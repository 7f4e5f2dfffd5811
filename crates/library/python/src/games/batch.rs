//! Many seeded games that are stepped together.

use mdp2048::model::Rewards;
use mdp2048::{Board, Exponent, Game, Status};

use super::columns::Columns;
use super::lines::{self, Lines};
use super::rules::{Autoreset, NotAllowed, Rules, StepError};
use super::twister::Twister;

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
    now: Columns,
    twisters: Vec<Twister>,
    /// The numbers of random tiles placed, each by two numbers of the generator.
    placed: Vec<u32>,
    /// The numbers of steps of the games, which also count actions that are not allowed.
    steps: Vec<u32>,
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
    /// Whether the game came to the limit of its steps.
    pub(crate) truncated: Vec<bool>,
    /// Whether a move was played: not by an action that is not allowed, nor in a game that is to
    /// begin again instead.
    pub(crate) played: Vec<bool>,
    /// The games that are to begin again.
    pub(crate) restarting: Vec<usize>,
    /// The games that ended and are to begin again in the same step, as they ended.
    pub(crate) finals: Columns,
}

/// All that tells how games go on, by index. The generators of the random tiles follow from the
/// seeds and the numbers of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Saved {
    pub(crate) now: Columns,
    pub(crate) placed: Vec<u32>,
    pub(crate) steps: Vec<u32>,
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
            now: Columns::new(count),
            twisters: vec![Twister::new(0); count],
            placed: vec![0; count],
            steps: vec![0; count],
            last: Results {
                rewards: vec![0.0; count],
                ended: vec![false; count],
                truncated: vec![false; count],
                played: vec![false; count],
                ..Results::default()
            },
        }
    }

    /// The number of games.
    pub(crate) fn len(&self) -> usize {
        self.now.len()
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> &Game {
        &self.shared.game
    }

    /// The states of all games.
    pub(crate) fn now(&self) -> &Columns {
        &self.now
    }

    /// Begins games: index and seed of each.
    pub(crate) fn begin(&mut self, games: &[(usize, u32)]) {
        Twister::start(&mut self.twisters, games);
        for &(at, seed) in games {
            let twister = &mut self.twisters[at];
            let first = self.shared.spawned(0, twister);
            let board = self.shared.spawned(first, twister);
            self.set(at, seed, board, 2);
        }
    }

    /// Begins a game on a board, with the random tiles of a seed from the first one on. Returns
    /// whether the game is on: nothing changes if the board is won or lost.
    pub(crate) fn begin_on(&mut self, at: usize, seed: u32, board: Board) -> bool {
        let is_playing = self.shared.game.status(board) == Status::Playing;
        if is_playing {
            self.twisters[at] = Twister::new(seed);
            self.set(at, seed, lines::nibbles_of(board), 0);
        }
        is_playing
    }

    /// Sets a game that begins, with the number of random tiles on its board.
    fn set(&mut self, at: usize, seed: u32, board: u64, placed: u32) {
        self.now.boards[at] = board;
        self.now.allowed[at] = self.shared.lines.allowed(board);
        (self.now.seeds[at], self.now.moves[at], self.now.points[at]) = (seed, 0, 0);
        (self.placed[at], self.steps[at]) = (placed, 0);
    }

    /// Steps every game by its action (see [`Action::index`](mdp2048::Action::index)); the results
    /// are in [`Games::last`], with the games that the caller is to begin again.
    ///
    /// # Errors
    /// [`StepError`]; then no game has been stepped.
    pub(crate) fn step(&mut self, actions: &[i64], rules: &Rules) -> Result<(), StepError> {
        self.check(actions, rules)?;
        self.last.restarting.clear();
        for (at, &action) in actions.iter().enumerate() {
            let allowed = self.now.allowed[at];
            let is_over = allowed == 0 || self.steps[at] >= rules.most_steps;
            let is_allowed = !is_over && allowed >> action & 1 == 1;
            let (mut reward, mut ended) = (0.0, false);
            if is_allowed {
                let slid = self.shared.lines.slide(self.now.boards[at], action as usize);
                let is_won = slid.largest_merge >= self.shared.target;
                let board = self.shared.spawned(slid.after, &mut self.twisters[at]);
                let next = if is_won { 0 } else { self.shared.lines.allowed(board) };
                self.now.boards[at] = board;
                self.now.allowed[at] = next;
                self.now.moves[at] += 1;
                self.now.points[at] += slid.points;
                self.placed[at] += 1;
                ended = next == 0;
                reward = self.shared.reward(slid.points, is_won, ended);
            } else if !is_over && rules.not_allowed == NotAllowed::Lose {
                self.now.allowed[at] = 0;
                ended = true;
                reward = self.shared.rewards.lost;
            }
            self.steps[at] += 1;
            let truncated = !is_over && self.steps[at] >= rules.most_steps;
            self.last.rewards[at] = reward;
            self.last.ended[at] = ended;
            self.last.truncated[at] = truncated;
            self.last.played[at] = is_allowed;
            let restarts = match rules.autoreset {
                Autoreset::NextStep => is_over,
                Autoreset::SameStep => ended || truncated,
                Autoreset::Disabled => false,
            };
            if restarts {
                self.last.restarting.push(at);
            }
        }
        if rules.autoreset == Autoreset::SameStep {
            self.last.finals = self.now.of(&self.last.restarting);
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
        let is_truncated = |at: usize| self.steps[at] >= rules.most_steps;
        if rules.autoreset != Autoreset::NextStep {
            let is_over = |&at: &usize| self.now.allowed[at] == 0 || is_truncated(at);
            if let Some(at) = (0..self.len()).find(is_over) {
                return Err(match self.now.allowed[at] {
                    0 => StepError::Over(at),
                    _ => StepError::Truncated { at, steps: self.steps[at] },
                });
            }
        }
        if rules.not_allowed == NotAllowed::Refuse {
            let mut games = self.now.allowed.iter().zip(actions).enumerate();
            let found = games.find(|&(at, (&allowed, &action))| {
                allowed != 0 && !is_truncated(at) && allowed >> action & 1 == 0
            });
            if let Some((at, (_, &action))) = found {
                return Err(StepError::NotAllowed { at, action });
            }
        }
        Ok(())
    }

    /// Whether the tile that ends the game is on a board.
    pub(crate) fn is_won(&self, board: Board) -> bool {
        self.shared.game.ends_with(board.largest())
    }

    /// How the games go on.
    pub(crate) fn saved(&self) -> Saved {
        Saved { now: self.now.clone(), placed: self.placed.clone(), steps: self.steps.clone() }
    }

    /// Goes on with the games that were saved. Returns whether their number is that of these.
    pub(crate) fn restore(&mut self, saved: Saved) -> bool {
        let Saved { now, placed, steps } = saved;
        let words = [&now.seeds, &now.moves, &now.points, &placed, &steps];
        let fits = words.iter().all(|column| column.len() == self.len())
            && now.boards.len() == self.len()
            && now.allowed.len() == self.len();
        if fits {
            for (twister, (&seed, &placed)) in
                self.twisters.iter_mut().zip(now.seeds.iter().zip(&placed))
            {
                *twister = Twister::new(seed);
                for _ in 0..2 * u64::from(placed) {
                    twister.next();
                }
            }
            (self.now, self.placed, self.steps) = (now, placed, steps);
        }
        fits
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
            let boards: Vec<Board> = games.now.boards(game.shape()).collect();
            for (replay, board) in replays.iter().zip(&boards) {
                let expected = replay.boards().nth(ply).unwrap_or(replay.last);
                assert_eq!(*board, expected, "{game}, seed {}, ply {ply}", replay.seed);
            }
            let actions: Vec<i64> = boards.iter().map(|&board| action(board, policy)).collect();
            // Games that are over are to begin again, and stay as they are.
            let over: Vec<usize> =
                (0..replays.len()).filter(|&at| games.now.allowed[at] == 0).collect();
            let before = games.now.of(&over);
            games.step(&actions, &NEXT_STEP).unwrap();
            assert_eq!(games.last.restarting, over);
            assert_eq!(games.now.of(&over), before);
            for &at in &over {
                assert!(!games.last.played[at] && !games.last.ended[at]);
            }
            for (at, total) in returns.iter_mut().enumerate() {
                *total += games.last.rewards[at];
            }
        }
        for (at, replay) in replays.iter().enumerate() {
            assert_eq!(games.now.moves[at] as usize, replay.steps.len());
            assert_eq!(games.now.points[at], replay.points());
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
    fn a_game_that_ends_in_a_step_is_kept_as_it_ended() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
        let (policy, same_step) = (Scattered(5), rules(Autoreset::SameStep, NotAllowed::Refuse));
        let mut games = Games::new(&game, 3);
        games.begin(&[(0, 10), (1, 11), (2, 12)]);
        let mut ended = 0;
        for _ in 0..200 {
            let actions: Vec<i64> =
                games.now.boards(game.shape()).map(|board| action(board, &policy)).collect();
            games.step(&actions, &same_step).unwrap();
            let finals = std::mem::take(&mut games.last.finals);
            for (index, board) in finals.boards(game.shape()).enumerate() {
                let (at, seed) = (games.last.restarting[index], finals.seeds[index]);
                let replay = Replay::play(&game, &policy, seed.into());
                assert_eq!((board, finals.points[index]), (replay.last, replay.points()));
                assert_eq!(finals.moves[index] as usize, replay.steps.len());
                assert_eq!(finals.allowed[index], 0);
                assert!(games.last.ended[at]);
                games.begin(&[(at, seed + 3)]);
                ended += 1;
            }
            assert!(games.now.allowed.iter().all(|&allowed| allowed != 0));
        }
        assert!(ended > 20);
    }

    #[test]
    fn actions_that_are_not_allowed_do_as_chosen() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(16), 1.0, 0.1).unwrap();
        let disabled = |not_allowed| rules(Autoreset::Disabled, not_allowed);
        let mut games = Games::new(&game, 1);
        assert!(games.begin_on(0, 1, "2 0/4 0".parse().unwrap()));
        let before = games.now.boards[0];
        let refused = games.step(&[0], &disabled(NotAllowed::Refuse));
        assert_eq!(refused, Err(StepError::NotAllowed { at: 0, action: 0 }));
        games.step(&[0], &disabled(NotAllowed::Ignore)).unwrap();
        assert_eq!((games.now.boards[0], games.now.moves[0]), (before, 0));
        assert_eq!((games.last.rewards[0], games.last.ended[0]), (0.0, false));
        games.step(&[0], &disabled(NotAllowed::Lose)).unwrap();
        assert_eq!((games.now.boards[0], games.last.ended[0]), (before, true));
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
                assert_eq!((games.last.truncated[0], games.last.ended[0]), (step == 3, false));
            }
            let restarting = games.last.restarting.len();
            match autoreset {
                Autoreset::SameStep => assert_eq!((restarting, games.last.finals.len()), (1, 1)),
                Autoreset::NextStep => {
                    // The next action is ignored, although it is allowed.
                    games.step(&[1], &rules).unwrap();
                    assert_eq!((games.last.restarting.len(), games.now.moves[0]), (1, 0));
                    assert!(!games.last.truncated[0]);
                }
                Autoreset::Disabled => {
                    let refused = games.step(&[1], &rules);
                    assert_eq!(refused, Err(StepError::Truncated { at: 0, steps: 3 }));
                }
            }
            games.begin(&[(0, 1)]);
            games.step(&[0], &rules).unwrap();
            assert!(!games.last.truncated[0]);
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
            let boards = games.now.boards(game.shape());
            let actions: Vec<i64> = boards.map(|board| action(board, &policy)).collect();
            games.step(&actions, &NEXT_STEP).unwrap();
        };
        (0..9).for_each(|_| step(&mut games));
        let mut again = Games::new(&game, 20);
        assert!(again.restore(games.saved()));
        for _ in 0..9 {
            step(&mut games);
            step(&mut again);
            assert_eq!(games.saved(), again.saved());
        }
        assert!(games.now.moves.iter().any(|&moves| moves > 9));
        assert!(!Games::new(&game, 19).restore(games.saved()), "there is one game less");
    }
}
