//! Random changes of files; the same seed and run give the same file.

use std::io;

use mdp2048_model::{Game, Objective, SplitMix64, ValuedGame};
use mdp2048_policy::{Accuracy, Coverage, PartLengths, PolicyHeader, ValuesHeld};
use mdp2048_rules::Shape;

use crate::InputKind;
use crate::bytes::{change, splice};
use crate::change_certificate::changed_certificate;
use crate::change_solution::changed_solution;
use crate::frame::{closed, opened, repaired};
use crate::lines;
use crate::random::number;

/// The largest number of bytes of a file.
const MAX_BYTES: usize = 4096;

/// Makes files of one kind by changes of the files of the corpus.
#[derive(Clone, Debug)]
pub struct Mutator {
    kind: InputKind,
    corpus: Vec<Vec<u8>>,
}

impl Mutator {
    /// A mutator of the corpus of a kind.
    ///
    /// # Errors
    /// If a file of the corpus cannot be read, or if the corpus is empty.
    pub fn new(kind: InputKind) -> io::Result<Self> {
        let corpus: Vec<Vec<u8>> = kind.corpus()?.into_iter().map(|(_, bytes)| bytes).collect();
        if corpus.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the corpus is empty"));
        }
        Ok(Self { kind, corpus })
    }

    /// The file of a run: a file of the corpus after one to four changes.
    pub fn file(&self, seed: u64, run: u64) -> Vec<u8> {
        let mut random = SplitMix64::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ run);
        let mut bytes = self.any(&mut random).to_vec();
        for _ in 0..1 + random.below(4) {
            match self.kind {
                InputKind::Decode => self.change_policy(&mut random, &mut bytes),
                InputKind::Text => self.change_text(&mut random, &mut bytes),
                InputKind::Solution => {
                    let other = self.any(&mut random);
                    bytes = changed_solution(&mut random, &bytes, other);
                    continue;
                }
                InputKind::Certificate => {
                    let other = self.any(&mut random);
                    bytes = changed_certificate(&mut random, &bytes, other);
                    continue;
                }
                InputKind::Line => {
                    let other = self.any(&mut random);
                    lines::change_text(&mut random, &mut bytes, other);
                }
            }
            bytes.truncate(MAX_BYTES);
        }
        // Files with a wrong frame are rare, because the reader refuses them at once.
        if self.kind == InputKind::Decode && random.below(16) > 0 {
            repaired(&bytes)
        } else {
            bytes
        }
    }

    fn any(&self, random: &mut SplitMix64) -> &[u8] {
        let mut chosen = &self.corpus[random.below(self.corpus.len())];
        if self.kind == InputKind::Solution {
            // Small games have the same faults as larger ones, and all verbs are faster.
            for _ in 0..3 {
                let other = &self.corpus[random.below(self.corpus.len())];
                chosen = if other.len() < chosen.len() { other } else { chosen };
            }
        }
        chosen
    }

    fn change_policy(&self, random: &mut SplitMix64, bytes: &mut Vec<u8>) {
        let other = self.any(random);
        let Some((header, body)) = opened(bytes) else {
            return change(random, bytes, other);
        };
        let (mut header, mut body) = (header, body.to_vec());
        match random.below(8) {
            0 => return change(random, bytes, other),
            1 | 2 => change_header(random, &mut header),
            3 => {
                // Some bytes of another file.
                let other = opened(other).map_or(&[][..], |(_, body)| body);
                splice(random, &mut body, other);
            }
            4 => {
                // Other lengths of the parts.
                let length = body.len() as u32 + 1;
                header.parts = PartLengths {
                    actions: random.below(length as usize) as u32,
                    values: random.below(length as usize) as u32,
                    regrets: 0,
                };
            }
            5 => {
                // Only the parts after the actions, so that all actions are decoded.
                let mut after = body.split_off((header.parts.actions as usize).min(body.len()));
                change(random, &mut after, &[]);
                body.extend(after);
            }
            _ => change(random, &mut body, &[]),
        }
        *bytes = closed(&header, &body);
    }

    fn change_text(&self, random: &mut SplitMix64, bytes: &mut Vec<u8>) {
        const WORDS: [&str; 16] = [
            "a\n",
            "av 100\n",
            "av 0\n",
            "\n0",
            "\n1",
            "\n2",
            "\n3",
            " ",
            "  ",
            "   ",
            " 1",
            " 0",
            " zzzzzzzzzzzzz",
            " 3w5e11264sg0",
            " 100",
            "\r\n",
        ];
        let other = self.any(random);
        match random.below(4) {
            0 => change(random, bytes, other),
            1 => {
                let word = WORDS[random.below(WORDS.len())];
                let at = random.below(bytes.len() + 1);
                bytes.splice(at..at, word.bytes());
            }
            2 => {
                // One digit replaced.
                let digits: Vec<usize> =
                    (0..bytes.len()).filter(|&at| bytes[at].is_ascii_alphanumeric()).collect();
                if !digits.is_empty() {
                    let at = digits[random.below(digits.len())];
                    bytes[at] = b"0123456789abcdefghijklmnopqrstuvwxyz"[random.below(36)];
                }
            }
            _ => {
                // One field removed or doubled.
                let spaces: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b' ').collect();
                if spaces.len() > 1 {
                    let at = random.below(spaces.len() - 1);
                    let (from, to) = (spaces[at], spaces[at + 1]);
                    let word = bytes[from..to].to_vec();
                    let words = if random.below(2) == 0 { vec![] } else { word.repeat(2) };
                    bytes.splice(from..to, words);
                }
            }
        }
    }
}

fn change_header(random: &mut SplitMix64, header: &mut PolicyHeader) {
    let number = number(random);
    match random.below(10) {
        0 | 1 => {
            if let Some(game) = game(random) {
                let is_losing = random.below(4) == 0;
                let losing = ValuedGame::losing(game).filter(|_| is_losing);
                header.valued_game = losing.unwrap_or(game.into());
            }
        }
        2 => header.states = [1, 2, 15, 57, 4096, 4097, 1 << 20, u64::MAX][random.below(8)],
        3 => header.states = header.states.wrapping_add(random.below(5) as u64).wrapping_sub(2),
        4 => {
            header.values =
                [ValuesHeld::None, ValuesHeld::State, ValuesHeld::Action][random.below(3)];
            // With these the parts can be decoded.
            header.accuracy = Accuracy { tolerance: 1e-4, regret_floor: 1e-5, ..header.accuracy };
        }
        5 => header.coverage.threshold = number,
        6 => {
            header.coverage = Coverage { threshold: 0.0, leave_probability: 0.0, ..header.coverage }
        }
        7 => header.accuracy.tolerance = number,
        8 => header.accuracy.regret_floor = number,
        _ => header.start_return = number,
    }
}

/// A random game, mostly on a small board, whose policies are short.
fn game(random: &mut SplitMix64) -> Option<Game> {
    let sides = if random.below(64) == 0 { [2, 3, 4, 4] } else { [2, 2, 2, 3] };
    let shape = Shape::new(sides[random.below(4)], sides[random.below(4)]).ok()?;
    let objective = Objective::ALL[random.below(Objective::ALL.len())];
    let target = (random.below(4) > 0).then(|| 8 << random.below(13));
    let discount = [1.0, 1.0, 0.99, 1e-300][random.below(4)];
    let four = [0.1, 0.1, 0.0, 1.0, 0.5][random.below(5)];
    Game::new(shape, objective, target, discount, four).ok()
}
