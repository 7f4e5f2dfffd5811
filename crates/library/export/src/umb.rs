//! The Unified Markov Binary format (UMB): a tar archive with a file for each column of numbers.
//!
//! This is format 0.1 of <https://github.com/pmc-tools/umb>. Numbers are little endian. Sets of
//! states are bits, the lowest of each 64-bit number first. A column of *offsets* has where the
//! choices of each state begin, or the branches of each choice, and where the last ones end.

use std::io::{self, Write};

use mdp2048_solve::{ProgressCallback, Solution};
use serde_json::{Value, json};
use tar::Header;

use crate::error::ExportError;
use crate::passes::Passes;
use crate::system_state::{SystemChoice, SystemState, SystemStateKind};
use crate::transition_system::TransitionSystem;

/// The names of the choices, which are written as positions in this list.
const NAMES: [&str; 6] = ["start", "left", "right", "up", "down", "end"];

/// The passes over the states: one counts choices and branches, and each of the others writes a
/// column.
const PASSES: usize = 9;

/// Writes the transition system of a solved game as UMB. A pass over the states writes each column,
/// so few layers are in memory at a time.
pub(crate) fn write_umb(
    solution: &Solution,
    out: &mut (dyn Write + Send),
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let system = TransitionSystem::of(solution)?;
    let mut writer = UmbWriter { system: &system, out, passes: Passes::new(progress, PASSES) };
    let (states, choices, branches) = writer.count()?;
    writer.file("index.json", index(&system, choices, branches).to_string().as_bytes())?;
    writer.set("state-is-initial.bin", 0)?;
    writer.offsets("state-to-choices.bin", states, |state| vec![state.choices.len()])?;
    writer.offsets("choice-to-branches.bin", choices, |state| {
        state.choices.iter().map(|choice| choice.successors.len()).collect()
    })?;
    writer.column("branch-to-target.bin", 8 * branches, |state, out| {
        let branches = state.choices.iter().flat_map(|choice| &choice.successors);
        branches.map(|(target, _)| target.to_le_bytes()).try_for_each(|bytes| out.write_all(&bytes))
    })?;
    writer.column("branch-to-probability.bin", 16 * branches, |state, out| {
        fractions(state).try_for_each(|(numerator, denominator)| {
            out.write_all(&numerator.to_le_bytes()[..8])?;
            out.write_all(&denominator.to_le_bytes()[..8])
        })
    })?;
    writer.column("actions/choices/values.bin", 4 * choices, |state, out| {
        state.choices.iter().try_for_each(|choice| {
            let at = NAMES.iter().position(|&name| name == choice.name).unwrap_or(NAMES.len());
            out.write_all(&(at as u32).to_le_bytes())
        })
    })?;
    writer.file("actions/choices/strings.bin", NAMES.concat().as_bytes())?;
    let ends = NAMES.iter().scan(0, |end, name| {
        *end += name.len() as u64;
        Some(*end)
    });
    let offsets: Vec<u8> = std::iter::once(0).chain(ends).flat_map(u64::to_le_bytes).collect();
    writer.file("actions/choices/string-mapping.bin", &offsets)?;
    for end in system.ends() {
        let name = format!("annotations/aps/{}/states/values.bin", end.name());
        writer.set(&name, system.number_of(end))?;
    }
    writer.rewards("moves", choices, |choice| u32::from(choice.is_move))?;
    writer.rewards("points", choices, |choice| choice.points)?;
    writer.column("valuations/states/valuations.bin", 8 * states, |state, out| {
        let key = match state.kind {
            SystemStateKind::Board(state) => state.board().key(),
            SystemStateKind::Start | SystemStateKind::End(_) => 0,
        };
        out.write_all(&key.to_le_bytes())
    })?;
    // Two empty blocks end an archive.
    writer.out.write_all(&[0; 1024])?;
    Ok(())
}

/// The numerators and denominators of all probabilities of a state, choice by choice.
fn fractions(state: &SystemState) -> impl Iterator<Item = (u128, u128)> {
    let all = state.choices.iter().flat_map(SystemChoice::fractions);
    all.map(|(_, numerator, denominator)| (numerator, denominator))
}

/// The index of an archive: the sizes and types of its columns.
fn index(system: &TransitionSystem<'_>, choices: u64, branches: u64) -> Value {
    let label = json!({ "applies-to": ["states"], "type": { "type": "bool", "size": 1 } });
    let fraction = json!({ "type": "rational", "size": 128 });
    let reward = json!({ "applies-to": ["choices"], "type": fraction });
    let labels: serde_json::Map<_, _> =
        system.ends().map(|end| (end.name().to_owned(), label.clone())).collect();
    let board = json!({ "name": "board", "type": { "type": "uint", "size": 64 } });
    json!({
        "format-version": 0,
        "format-revision": 1,
        "file-data": { "tool": "mdp2048", "tool-version": env!("CARGO_PKG_VERSION") },
        "model-data": { "name": system.game().to_string() },
        "transition-system": {
            "time": "discrete",
            "#players": 1,
            "#states": system.states(),
            "#initial-states": 1,
            "#choices": choices,
            "#choice-actions": NAMES.len(),
            "#branches": branches,
            "#branch-actions": 0,
            "#observations": 0,
            "branch-probability-type": fraction,
        },
        "annotations": { "aps": labels, "rewards": { "moves": reward.clone(), "points": reward } },
        "valuations": { "states": { "unique": false, "classes": [{ "variables": [board] }] } },
    })
}

/// Writes the files of an archive, one after the other.
struct UmbWriter<'a, 'p> {
    system: &'a TransitionSystem<'a>,
    out: &'a mut (dyn Write + Send),
    passes: Passes<'p>,
}

impl UmbWriter<'_, '_> {
    /// The numbers of states, choices and branches.
    fn count(&mut self) -> Result<(u64, u64, u64), ExportError> {
        let (mut choices, mut branches) = (0, 0);
        self.system.visit_states(&mut self.passes.begin(), |state| {
            choices += state.choices.len() as u64;
            for (numerator, denominator) in fractions(state) {
                branches += 1;
                let fits = i64::try_from(numerator).is_ok() && u64::try_from(denominator).is_ok();
                fits.then_some(()).ok_or(ExportError::Digits)?;
            }
            Ok(())
        })?;
        Ok((self.system.states(), choices, branches))
    }

    /// Writes the head of a file of some bytes.
    fn begin(&mut self, name: &str, bytes: u64) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_path(name)?;
        header.set_size(bytes);
        header.set_mode(0o644);
        header.set_cksum();
        self.out.write_all(header.as_bytes())
    }

    /// Fills the last block of a file of some bytes.
    fn end(&mut self, bytes: u64) -> io::Result<()> {
        let missing = (bytes.next_multiple_of(512) - bytes) as usize;
        self.out.write_all(&[0; 512][..missing])
    }

    /// Writes a file.
    fn file(&mut self, name: &str, contents: &[u8]) -> io::Result<()> {
        self.begin(name, contents.len() as u64)?;
        self.out.write_all(contents)?;
        self.end(contents.len() as u64)
    }

    /// Writes a column, to which each state adds its part.
    fn column(
        &mut self,
        name: &str,
        bytes: u64,
        mut write: impl FnMut(&SystemState, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), ExportError> {
        self.begin(name, bytes)?;
        let part = |state: &SystemState| -> Result<(), ExportError> { Ok(write(state, self.out)?) };
        self.system.visit_states(&mut self.passes.begin(), part)?;
        Ok(self.end(bytes)?)
    }

    /// Writes a column of offsets into groups, of which each state has those of the given sizes.
    fn offsets(
        &mut self,
        name: &str,
        groups: u64,
        sizes: impl Fn(&SystemState) -> Vec<usize>,
    ) -> Result<(), ExportError> {
        let mut offset = 0;
        self.column(name, 8 * (groups + 1), |state, out| {
            // The first state begins the column.
            if state.kind == SystemStateKind::Start {
                out.write_all(&[0; 8])?;
            }
            sizes(state).into_iter().try_for_each(|size| {
                offset += size as u64;
                out.write_all(&offset.to_le_bytes())
            })
        })
    }

    /// Writes a column of rewards of choices.
    fn rewards(
        &mut self,
        name: &str,
        choices: u64,
        reward: impl Fn(&SystemChoice) -> u32,
    ) -> Result<(), ExportError> {
        let name = format!("annotations/rewards/{name}/choices/values.bin");
        self.column(&name, 16 * choices, |state, out| {
            state.choices.iter().try_for_each(|choice| {
                out.write_all(&u64::from(reward(choice)).to_le_bytes())?;
                out.write_all(&1_u64.to_le_bytes())
            })
        })
    }

    /// Writes the set of one state.
    fn set(&mut self, name: &str, state: u64) -> io::Result<()> {
        let mut words = vec![0_u64; self.system.states().div_ceil(64) as usize];
        words[(state / 64) as usize] = 1 << (state % 64);
        let bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        self.file(name, &bytes)
    }
}
