//! Random changes of certificates: games, numbers and actions, under matching checksums.

use std::collections::BTreeSet;

use mdp2048_model::{Game, Objective, SplitMix64};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};

use crate::bytes::change;
use crate::certificates::{CertificateLayer, CertificateParts};

/// The most boards of a policy that is made here.
const MOST_BOARDS: usize = 500;

/// A certificate after one change. The counts and checksums mostly match.
pub(crate) fn changed_certificate(random: &mut SplitMix64, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let Some(mut parts) = CertificateParts::read(bytes) else {
        let mut bytes = bytes.to_vec();
        change(random, &mut bytes, other);
        return bytes;
    };
    match random.below(32) {
        0 => {
            // Without a checksum that matches.
            let mut bytes = bytes.to_vec();
            change(random, &mut bytes, other);
            return bytes;
        }
        1 => {
            // Counts that do not match.
            let number = [0, 1, 1 << 20, 1 << 40, u64::MAX][random.below(5)];
            match parts.layers.first_mut() {
                Some(layer) if random.below(2) == 0 => layer.reached = number,
                _ => parts.actions = number,
            }
            return parts.bytes();
        }
        2..=7 => parts.bound = nearby(random, parts.bound),
        8..=10 => change_game(random, &mut parts),
        11..=17 => change_layer(random, &mut parts),
        18..=20 => change_layers(random, &mut parts),
        _ => {
            if let Some(layers) = some_policy(random, &parts) {
                parts.layers = layers;
            }
        }
    }
    parts.count_again();
    parts.bytes()
}

/// A bound that differs by rounding, by a little, or in every respect.
fn nearby(random: &mut SplitMix64, bound: u32) -> u32 {
    match random.below(4) {
        0 => bound.wrapping_add(random.below(5) as u32).wrapping_sub(2),
        1 => bound ^ 1 << random.below(32),
        2 => [0, 1, u32::MAX][random.below(3)],
        _ => random.next_word() as u32,
    }
}

fn change_game(random: &mut SplitMix64, parts: &mut CertificateParts) {
    match random.below(6) {
        0 => parts.rows = random.below(6) as u8,
        1 => parts.columns = random.below(6) as u8,
        2 => std::mem::swap(&mut parts.rows, &mut parts.columns),
        3 => parts.target = parts.target.wrapping_add(random.below(3) as u8).wrapping_sub(1),
        4 => parts.target = random.next_word() as u8,
        _ => parts.four = [0, 1, 500_000, 1_000_000, 1_000_001, u32::MAX][random.below(6)],
    }
}

/// Changes the bits and the actions of a layer, and mostly counts them again.
fn change_layer(random: &mut SplitMix64, parts: &mut CertificateParts) {
    if parts.layers.is_empty() {
        return;
    }
    let at = random.below(parts.layers.len());
    let layer = &mut parts.layers[at];
    match random.below(5) {
        0 => layer.reached = layer.reached.wrapping_add(random.below(3) as u64).wrapping_sub(1),
        1 => change(random, &mut layer.packed, &[]),
        2 => change(random, &mut layer.inside, &[]),
        _ => {
            let bytes = if random.below(2) == 0 { &mut layer.packed } else { &mut layer.inside };
            if !bytes.is_empty() {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
    }
    if random.below(8) == 0 {
        layer.actions = [0, 1, 1 << 40, u64::MAX][random.below(4)];
        return;
    }
    if layer.inside.len() as u64 != layer.reached.div_ceil(8) {
        layer.reached = 8 * layer.inside.len() as u64;
    }
    layer.actions = layer.inside.iter().map(|byte| u64::from(byte.count_ones())).sum();
    layer.packed.resize(layer.actions.div_ceil(4) as usize, random.next_word() as u8);
}

/// Removes, adds or moves layers.
fn change_layers(random: &mut SplitMix64, parts: &mut CertificateParts) {
    let layers = &mut parts.layers;
    let at = random.below(layers.len() + 1);
    match random.below(4) {
        0 => layers.truncate(at),
        1 => layers.insert(at, CertificateLayer::default()),
        2 if at < layers.len() => drop(layers.remove(at)),
        _ if at > 1 && at <= layers.len() => layers.swap(at - 1, at - 2),
        _ => layers.extend_from_within(..at),
    }
}

/// The layers of a policy with random actions on most boards, of the game of some parts; `None` if
/// there is no such game. They are consistent, and the bound is that of another policy.
fn some_policy(random: &mut SplitMix64, parts: &CertificateParts) -> Option<Vec<CertificateLayer>> {
    let shape = Shape::new(parts.rows, parts.columns).ok()?;
    let four = f64::from(parts.four) / 1e6;
    let target = 1u32.checked_shl(parts.target.into())?;
    let game = Game::new(shape, Objective::Win, Some(target), 1.0, four).ok()?;
    let mut coming: Vec<BTreeSet<Board>> = Vec::new();
    let arrive = |coming: &mut Vec<BTreeSet<Board>>, board: Board| {
        let at = (board.tile_sum().get() / 2 - 2) as usize;
        coming.resize_with(coming.len().max(at + 1), BTreeSet::new);
        coming[at].insert(CanonicalState::of(board).0.board());
    };
    game.starts().iter().for_each(|start| arrive(&mut coming, start.state.board()));
    let (mut layers, mut at, mut boards) = (Vec::new(), 0, 0);
    // One choice in so many is no action.
    let left_out = [4, 32, 1 << 20][random.below(3)];
    while at < coming.len() {
        let mut actions = Vec::new();
        for board in std::mem::take(&mut coming[at]) {
            boards += 1;
            let allowed: Vec<Action> = board.allowed().collect();
            let is_left = random.below(left_out) == 0 || boards > MOST_BOARDS;
            let action =
                (!allowed.is_empty() && !is_left).then(|| allowed[random.below(allowed.len())]);
            let moved = action.and_then(|action| game.act(board, action));
            if let Some(moved) = moved.filter(|moved| !moved.wins) {
                game.spawns(moved.after).for_each(|(board, _)| arrive(&mut coming, board));
            }
            actions.push(action);
        }
        layers.push(CertificateLayer::of(&actions));
        at += 1;
    }
    Some(layers)
}
