//! Restricted games against brute force, and certificates.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod stopped;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mdp2048_model::{FrameError, Game, SplitMix64};
use mdp2048_proof::{
    BoardSet, Certificate, CertificateError, Heuristic, PartialProcess, ProofError, RestrictedGame,
    Schedule, check,
};
use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Shape};
use proptest::prelude::*;

#[derive(Clone)]
struct NoHeuristic;

impl Heuristic for NoHeuristic {
    fn estimates(&mut self, _: Board) -> [f64; 4] {
        [1.0; 4]
    }
}

/// Many empty cells are good, and the largest tile in the last cell of the canonical board.
#[derive(Clone)]
struct SimpleHeuristic(Game);

impl Heuristic for SimpleHeuristic {
    fn estimates(&mut self, board: Board) -> [f64; 4] {
        Action::ALL.map(|action| {
            let Some(moved) = self.0.act(board, action) else { return 0.0 };
            let after = CanonicalState::of(moved.after.board()).0.board();
            let is_in_corner = after.tiles().last() == Some(after.largest());
            after.empty_cells().len() as f64 / 9.0 * if is_in_corner { 1.0 } else { 0.5 }
        })
    }
}

/// The heuristic of an optimal player.
#[derive(Clone)]
struct OptimalHeuristic {
    game: Game,
    values: Arc<BTreeMap<Board, f64>>,
}

impl OptimalHeuristic {
    fn new(game: Game) -> Self {
        let set = reachable(&game);
        let mut brute_force = BruteForce { game: &game, set: &set, values: BTreeMap::new() };
        brute_force.start();
        let values = Arc::new(brute_force.values);
        Self { game, values }
    }
}

impl Heuristic for OptimalHeuristic {
    fn estimates(&mut self, board: Board) -> [f64; 4] {
        Action::ALL.map(|action| {
            let Some(moved) = self.game.act(board, action) else { return 0.0 };
            let value = |board| {
                let value = self.values.get(&CanonicalState::of(board).0.board());
                value.copied().unwrap_or_default()
            };
            let spawns = self.game.spawns(moved.after);
            spawns.map(|(board, probability)| probability * value(board)).sum()
        })
    }
}

fn game(shape: &str, target: u32) -> Game {
    Game::reach(shape.parse().unwrap(), target).unwrap()
}

/// The canonical boards on which a game can be.
fn reachable(game: &Game) -> BTreeSet<Board> {
    let canonical = |board| CanonicalState::of(board).0.board();
    let mut found = BTreeSet::new();
    let mut open: Vec<Board> = game.starts().iter().map(|start| start.state.board()).collect();
    while let Some(board) = open.pop() {
        if found.insert(board) {
            for moved in Action::ALL.into_iter().filter_map(|action| game.act(board, action)) {
                if !moved.wins {
                    open.extend(game.spawns(moved.after).map(|(board, _)| canonical(board)));
                }
            }
        }
    }
    found
}

/// The value of a restricted game by its definition.
struct BruteForce<'a> {
    game: &'a Game,
    set: &'a BTreeSet<Board>,
    values: BTreeMap<Board, f64>,
}

impl BruteForce<'_> {
    fn value(&mut self, board: Board) -> f64 {
        let board = CanonicalState::of(board).0.board();
        if !self.set.contains(&board) {
            return 0.0;
        }
        if let Some(&value) = self.values.get(&board) {
            return value;
        }
        let mut best = 0.0_f64;
        for moved in Action::ALL.into_iter().filter_map(|action| self.game.act(board, action)) {
            best = best.max(if moved.wins { 1.0 } else { self.after(moved.after) });
        }
        self.values.insert(board, best);
        best
    }

    fn after(&mut self, after: Afterstate) -> f64 {
        let spawns: Vec<_> = self.game.spawns(after).collect();
        spawns.into_iter().map(|(board, probability)| probability * self.value(board)).sum()
    }

    fn start(&mut self) -> f64 {
        let starts = self.game.starts();
        starts.iter().map(|start| start.probability * self.value(start.state.board())).sum()
    }
}

/// The value of a game by its definition.
fn optimum(game: &Game) -> f64 {
    BruteForce { game, set: &reachable(game), values: BTreeMap::new() }.start()
}

fn solve(game: Game, set: &BTreeSet<Board>) -> RestrictedGame {
    RestrictedGame::solve(game, BoardSet::of(set.iter().copied())).unwrap()
}

fn checked(certificate: &Certificate) -> f64 {
    let mut sums = Vec::new();
    let checked = check(certificate, |sum| sums.push(sum)).unwrap();
    assert!(sums.iter().copied().eq((4..).step_by(2).take(sums.len())), "{sums:?}");
    assert!(checked.lost.iter().all(|lost| sums.contains(&lost.0) && lost.1 > 0.0), "{checked:?}");
    assert!(checked.agrees, "{checked:?} of {}", certificate.bound());
    let lost: f64 = checked.lost.iter().map(|lost| lost.1).sum();
    assert!((checked.won + lost - 1.0).abs() < 1e-9, "{checked:?}");
    checked.won
}

#[test]
fn the_set_of_all_boards_gives_the_optimum() {
    for (shape, target) in [("2x2", 16), ("2x3", 64), ("3x3", 32), ("2x4", 32)] {
        let game = game(shape, target);
        let all = reachable(&game);
        let mut restricted = solve(game, &all);
        let optimum = optimum(&game);
        let bound = restricted.bound();
        assert!(
            bound <= optimum + 1e-12 && optimum - bound < 1e-7,
            "{game}: {bound} is not {optimum}"
        );
        assert!((checked(&restricted.certificate().unwrap()) - optimum).abs() < 1e-7, "{game}");
    }
}

#[test]
fn other_probabilities_of_a_four_are_exact_to_the_millionth() {
    let solve = |four| {
        let game = Game::builder().board(2, 3).target(32).spawn_four(four).build().unwrap();
        (game, RestrictedGame::solve(game, BoardSet::of(reachable(&game))))
    };
    for four in [0.0, 0.25, 0.123_456, 1.0] {
        let (game, restricted) = solve(four);
        let (mut restricted, optimum) = (restricted.unwrap(), optimum(&game));
        assert!((restricted.bound() - optimum).abs() < 1e-7, "{game}");
        let mut bytes = Vec::new();
        restricted.certificate().unwrap().write(&mut bytes).unwrap();
        assert!((checked(&Certificate::read(&mut &bytes[..]).unwrap()) - optimum).abs() < 1e-7);
    }
    let error = solve(1.0 / 3.0).1.unwrap_err().to_string();
    assert!(error.contains("more than six decimals"), "{error}");
    let discounted = Game::reach(Shape::TWO_BY_TWO, 8).unwrap().discounted(0.9).unwrap();
    let error = RestrictedGame::solve(discounted, BoardSet::default()).unwrap_err();
    assert!(matches!(error, ProofError::Objective(_)), "{error}");
}

#[test]
fn a_set_grows_towards_the_optimum() {
    for (game, largest_loss) in [(game("2x3", 32), 1e-4), (game("3x3", 32), 1e-3)] {
        let heuristic = OptimalHeuristic::new(game);
        let optimum = optimum(&game);
        let mut last = 0.0;
        for join in [1e-4, 1e-5, 1e-6] {
            let schedule = Schedule { join, keep: join / 10.0, further_rounds: 2 };
            let mut rounds = 0;
            let grown =
                PartialProcess::grow(game, &heuristic, schedule, u64::MAX, &mut |progress| {
                    rounds = rounds.max(progress.round);
                    assert!(progress.round <= progress.rounds && progress.bound <= optimum + 1e-12);
                });
            let mut grown = grown.unwrap();
            let bound = grown.bound();
            assert!(
                rounds >= 3 && last < bound && bound <= optimum + 1e-12,
                "{game} {join}: {bound}"
            );
            let certificate = grown.certificate().unwrap();
            assert!(certificate.boards() <= grown.set().boards());
            checked(&certificate);
            last = bound;
        }
        assert!(last > optimum - largest_loss, "{game}: {last} is far from {optimum}");
    }
}

#[test]
fn a_set_grows_for_lower_targets_first() {
    let game = game("3x3", 128);
    let schedule = Schedule { join: 1e-6, keep: 1e-7, further_rounds: 1 };
    let (heuristic, mut targets) = (SimpleHeuristic(game), Vec::new());
    let grown = PartialProcess::grow(game, &heuristic, schedule, u64::MAX, &mut |progress| {
        targets.push(progress.target);
    });
    targets.dedup();
    assert_eq!(targets, [64, 128]);
    let mut grown = grown.unwrap();
    // Optimal play wins 0.999999805905 of the games.
    let bound = grown.bound();
    assert!((0.85..0.999_999_805_905).contains(&bound), "{bound}");

    checked(&grown.certificate().unwrap());
}

#[test]
fn a_set_in_which_no_game_is_won_has_the_bound_0() {
    let schedule = Schedule { join: 1e-2, keep: 1e-3, further_rounds: 0 };
    let grown =
        PartialProcess::grow(game("3x3", 256), &NoHeuristic, schedule, u64::MAX, &mut |_| {});
    let mut grown = grown.unwrap();
    assert_eq!(grown.bound(), 0.0);
    let certificate = grown.certificate().unwrap();
    assert_eq!((certificate.boards(), checked(&certificate)), (0, 0.0));
}

#[test]
fn expansions_that_cannot_end_or_fit_are_refused() {
    let grow = |game: Game, join, keep, bytes| {
        let schedule = Schedule { join, keep, further_rounds: 0 };
        let grown = PartialProcess::grow(game, &NoHeuristic, schedule, bytes, &mut |_| {});
        grown.unwrap_err().to_string()
    };
    let error = grow(game("3x3", 64), 1e-6, 1e-7, 100_000);
    assert!(error.contains("choose a higher probability of joining"), "{error}");
    let small = || game("2x2", 16);
    for join in [0.0, -0.0, f64::NAN] {
        let error = grow(small(), join, 0.0, u64::MAX);
        assert!(error.contains("choose one above 0"), "{error}");
    }
    for keep in [1.001e-3, f64::NAN] {
        let error = grow(small(), 1e-3, keep, u64::MAX);
        assert!(error.contains("of keeping that is not above that of joining"), "{error}");
    }
    let equal = Schedule { join: 1e-3, keep: 1e-3, further_rounds: 0 };
    PartialProcess::new(small(), equal, None).unwrap();
}

#[test]
fn certificates_are_read_as_they_were_written() {
    let game = game("2x3", 32);
    let all = reachable(&game);
    let certificate = solve(game, &all).certificate().unwrap();
    let bytes = written(&certificate);
    assert_eq!(Certificate::read(&mut &bytes[..]).unwrap(), certificate);
    let refusal = |bytes: &[u8]| match Certificate::read(&mut &*bytes).unwrap_err() {
        CertificateError::Frame(error) => error,
        error => panic!("{error}"),
    };
    for length in 1..bytes.len() {
        let error = refusal(&bytes[..length]);
        assert!(matches!(error, FrameError::CutShort { .. }), "{length}: {error}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        refusal(&changed);
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(refusal(&longer), FrameError::TooLong(_)));
}

/// The bytes of a certificate.
fn written(certificate: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).unwrap();
    bytes
}

/// Where the records of layers begin.
const RECORDS: usize = 37;

/// Makes the checksums of changed bytes right: of each layer whose length fits, and of the header.
fn mend(bytes: &mut [u8]) {
    let length = u32::from_le_bytes(bytes[10..14].try_into().unwrap()) as usize;
    let Some((header, mut layers)) = bytes.split_at_mut_checked(18 + length) else { return };
    for record in header.get_mut(RECORDS..).unwrap_or_default().chunks_exact_mut(20) {
        let number = |at: usize| u64::from_le_bytes(record[at..at + 8].try_into().unwrap());
        let length = number(0).div_ceil(8).saturating_add(number(8).div_ceil(4));
        let Some(layer) = layers.split_off_mut(..length as usize) else { break };
        record[16..].copy_from_slice(&crc32fast::hash(layer).to_le_bytes());
    }
    let sum = crc32fast::hash(&header[18..]);
    header[14..18].copy_from_slice(&sum.to_le_bytes());
}

/// A certificate after a change of its bytes, under right checksums.
fn forged(certificate: &Certificate, change: impl FnOnce(&mut [u8])) -> Certificate {
    let mut bytes = written(certificate);
    change(&mut bytes);
    mend(&mut bytes);
    Certificate::read(&mut &bytes[..]).unwrap()
}

#[test]
fn the_check_finds_wrong_bounds_and_wrong_actions() {
    let game = game("2x3", 64);
    let all = reachable(&game);
    let certificate = solve(game, &all).certificate().unwrap();
    let won = checked(&certificate);
    for delta in [-1_i64, 1] {
        // The bound is the four bytes behind the probability of a 4.
        let wrong = forged(&certificate, |bytes| {
            let bound = u32::from_le_bytes(bytes[25..29].try_into().unwrap());
            let bound = (i64::from(bound) + 10_000 * delta) as u32;
            bytes[25..29].copy_from_slice(&bound.to_le_bytes());
        });
        let checked = check(&wrong, |_| {}).unwrap();
        assert!(!checked.agrees && checked.won == won, "{checked:?}");
    }
    // The first action of the first layer, behind its bits.
    let wrong = forged(&certificate, |bytes| {
        let header = 18 + u32::from_le_bytes(bytes[10..14].try_into().unwrap()) as usize;
        let reached = u64::from_le_bytes(bytes[RECORDS..RECORDS + 8].try_into().unwrap());
        bytes[header + reached.div_ceil(8) as usize] ^= 3;
    });
    let result = check(&wrong, |_| {});
    let is_malformed = matches!(result, Err(CertificateError::Frame(FrameError::Malformed { .. })));
    assert!(is_malformed || !result.unwrap().agrees);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_set_gives_a_lower_bound(seed: u64, share in 0.3..1.0, is_three: bool) {
        let game = if is_three { game("3x3", 16) } else { game("2x3", 32) };
        let optimum = optimum(&game);
        let mut numbers = SplitMix64::new(seed);
        let mut is_kept = |_: &Board| (numbers.next_word() >> 11) as f64 / 2f64.powi(53) < share;
        let set: BTreeSet<Board> = reachable(&game).into_iter().filter(|b| is_kept(b)).collect();
        let mut restricted = solve(game, &set);
        let mut brute_force = BruteForce { game: &game, set: &set, values: BTreeMap::new() };
        let (bound, expected) = (restricted.bound(), brute_force.start());
        let is_close = bound <= expected + 1e-12 && expected - bound < 1e-7;
        prop_assert!(is_close, "{bound} is not {expected}");
        prop_assert!(expected <= optimum + 1e-12);
        let certificate = restricted.certificate().unwrap();
        prop_assert!((checked(&certificate) - expected).abs() < 1e-7);
        prop_assert!(certificate.boards() <= set.len() as u64);
    }

    #[test]
    fn reading_and_checking_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        kept in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        let certificate = solve(game("2x3", 32), &reachable(&game("2x3", 32))).certificate().unwrap();
        let original = written(&certificate);
        let mut bytes = original.clone();
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        mend(&mut bytes);
        if is_cut {
            bytes.truncate(kept.index(original.len()));
            prop_assert!(Certificate::read(&mut &bytes[..]).is_err());
        } else if let Ok(changed) = Certificate::read(&mut &bytes[..]) {
            prop_assert_eq!(&written(&changed), &bytes, "what is read is what is written");
            // It may be another policy, or another game, of which the small ones are compared.
            let is_small = changed.game().shape() == game("2x3", 32).shape()
                && changed.game().target().is_some_and(|target| target.face() <= 64);
            let result = check(&changed, |_| {}).ok().filter(|result| result.agrees && is_small);
            if let Some(result) = result {
                let optimum = optimum(changed.game());
                prop_assert!(result.won <= optimum + 1e-9, "{} above {optimum}", result.won);
            }
        }
    }
}
