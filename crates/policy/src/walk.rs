//! The walk that both sides make: from the start states up the layers, under the policy.
//!
//! Only what the policy does has to be told. Which states it comes to, and how likely, follows, so
//! no state is ever written down. Occupancies are sums and products of `f64` in one fixed order,
//! which IEEE 754 defines to the bit: whoever walks, on whatever platform, keeps the same states.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, CanonicalState, Exponent, Images, Slides};

/// Boards are packed numbers, so one multiplication spreads them.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        let product = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

/// A map from the keys of boards.
pub(crate) type ByKey<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

/// One of the different things that can be done on a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The first of the actions that lead to this afterstate or an image of it.
    pub(crate) action: Action,
    /// The afterstate in canonical form.
    pub(crate) after: Board,
    /// Its images, as they come.
    pub(crate) images: Images,
    /// The sum of the faces of the tiles made by merging.
    pub(crate) points: u32,
    /// Whether the target was made.
    pub(crate) wins: bool,
}

/// The different things that can be done on a state, in the order of their first actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    choices: [Choice; 4],
    count: usize,
    /// Which choice each action is.
    by_action: [Option<u8>; 4],
}

impl Choices {
    /// The choices, at most four.
    pub(crate) fn as_slice(&self) -> &[Choice] {
        &self.choices[..self.count]
    }

    /// The number of the choice that an action is; `None` if it is not allowed.
    pub(crate) fn number(&self, action: Action) -> Option<usize> {
        self.by_action[action.index()].map(usize::from)
    }
}

/// What a walk needs to know of its game.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) game: Game,
    slides: Slides,
    /// The probabilities of a 2 and a 4.
    chances: [f64; 2],
    /// The images of the empty board, which stand where there is nothing yet.
    empty: Images,
}

impl Rules {
    pub(crate) fn new(game: Game) -> Self {
        let four = game.spawn_four().get();
        Self {
            game,
            slides: Slides::new(game.shape()),
            chances: [1.0 - four, four],
            empty: Board::empty(game.shape()).images(),
        }
    }

    /// What can be done on a board.
    pub(crate) fn choices(&self, board: Board) -> Choices {
        let none = Choice {
            action: Action::Left,
            after: board,
            images: self.empty,
            points: 0,
            wins: false,
        };
        let mut choices = Choices { choices: [none; 4], count: 0, by_action: [None; 4] };
        for action in Action::ALL {
            let Some(choice) = self.act(board, action) else { continue };
            let same = choices.as_slice().iter().position(|other| other.after == choice.after);
            let number = same.unwrap_or(choices.count);
            choices.by_action[action.index()] = Some(number as u8);
            if same.is_none() {
                choices.choices[number] = choice;
                choices.count += 1;
            }
        }
        choices
    }

    /// What an action leads to, as a choice of its own; `None` if it is not allowed.
    pub(crate) fn act(&self, board: Board, action: Action) -> Option<Choice> {
        let slide = self.slides.slide(board, action)?;
        let images = slide.after.board().images();
        let after = CanonicalState::least_of(&images).board();
        let wins = self.game.ends_with(slide.largest_merge);
        Some(Choice { action, after, images, points: slide.points, wins })
    }

    /// Whether no action is allowed.
    pub(crate) fn is_lost(&self, board: Board) -> bool {
        board.empty_cells().next().is_none()
            && Action::ALL.into_iter().all(|action| self.slides.slide(board, action).is_none())
    }

    /// Tells of every random tile on an afterstate: the canonical board, how many layers higher it
    /// is (1 or 2), and its probability; the empty cells row-major, a 2 before a 4. Those of
    /// probability 0 are left out.
    #[inline]
    pub(crate) fn spawns(&self, after: Board, mut tell: impl FnMut(Board, usize, f64)) {
        let cells = after.empty_cells().count() as f64;
        let [two, four] = self.chances.map(|chance| chance / cells);
        let images = after.images();
        for cell in after.empty_cells() {
            for (tile, up, chance) in [(Exponent::TWO, 1, two), (Exponent::FOUR, 2, four)] {
                if chance > 0.0 {
                    tell(CanonicalState::least_of(&images.with(cell, tile)).board(), up, chance);
                }
            }
        }
    }
}

/// A state that the walk keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) board: Board,
    pub(crate) occupancy: f64,
}

/// A walk up the layers.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// States of less occupancy are not kept; 0 keeps every reachable one.
    threshold: f64,
    /// Half the tile sum of the layer that is next.
    half_sum: u32,
    /// The games that come to each board: of the next layer first, and so on.
    coming: VecDeque<ByKey<f64>>,
    /// The probability that a game has left the kept states.
    pub(crate) leave_probability: f64,
    /// Expected visits to kept states.
    pub(crate) visits: f64,
}

/// The kept states of one layer, ascending.
#[derive(Clone, Debug)]
pub(crate) struct WalkedLayer {
    /// Half the tile sum.
    pub(crate) half_sum: u32,
    pub(crate) visits: Vec<Visit>,
}

impl Walk {
    pub(crate) fn new(rules: &Rules, threshold: f64) -> Self {
        let mut walk = Self {
            threshold,
            half_sum: 0,
            coming: VecDeque::from([ByKey::default()]),
            leave_probability: 0.0,
            visits: 0.0,
        };
        for start in rules.game.starts() {
            let board = start.state.board();
            walk.come(board, board.tile_sum().get() / 2, start.probability);
        }
        walk
    }

    fn come(&mut self, board: Board, half_sum: u32, games: f64) {
        let at = (half_sum - self.half_sum) as usize;
        while self.coming.len() <= at {
            self.coming.push_back(ByKey::default());
        }
        *self.coming[at].entry(board.key()).or_insert(0.0) += games;
    }

    /// The next layer that keeps any state; `None` at the end.
    pub(crate) fn next_layer(&mut self, rules: &Rules) -> Option<WalkedLayer> {
        loop {
            let coming = self.coming.pop_front()?;
            let half_sum = self.half_sum;
            self.half_sum += 1;
            let mut coming: Vec<(u64, f64)> = coming.into_iter().collect();
            coming.sort_unstable_by_key(|&(key, _)| key);
            let mut visits = Vec::new();
            for (key, occupancy) in coming {
                let Some(board) = Board::from_key(rules.game.shape(), key) else { continue };
                if rules.is_lost(board) {
                    continue;
                }
                if occupancy < self.threshold {
                    self.leave_probability += occupancy;
                } else {
                    self.visits += occupancy;
                    visits.push(Visit { board, occupancy });
                }
            }
            if !visits.is_empty() {
                return Some(WalkedLayer { half_sum, visits });
            }
        }
    }

    /// Goes on from a layer with the choice that was made on each of its states.
    pub(crate) fn advance(&mut self, rules: &Rules, layer: &WalkedLayer, chosen: &[Choice]) {
        let mut after: ByKey<f64> = ByKey::default();
        for (visit, choice) in layer.visits.iter().zip(chosen) {
            if self.threshold <= 0.0 {
                // Every reachable state is kept, whether the policy comes to it or not.
                for other in
                    rules.choices(visit.board).as_slice().iter().filter(|other| !other.wins)
                {
                    after.entry(other.after.key()).or_insert(0.0);
                }
            }
            if !choice.wins {
                *after.entry(choice.after.key()).or_insert(0.0) += visit.occupancy;
            }
        }
        let mut after: Vec<(u64, f64)> = after.into_iter().collect();
        after.sort_unstable_by_key(|&(key, _)| key);
        for (key, games) in after {
            let Some(board) = Board::from_key(rules.game.shape(), key) else { continue };
            rules.spawns(board, |board, up, probability| {
                self.come(board, layer.half_sum + up as u32, games * probability);
            });
        }
    }
}
