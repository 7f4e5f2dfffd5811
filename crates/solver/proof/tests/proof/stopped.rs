//! Expansions that are saved and resumed. `tests/stops` stops them anywhere.

use std::collections::BTreeMap;

use mdp2048_model::FrameError;
use mdp2048_proof::{Certificate, PartialProcess, ProofError, ProofProgress, SavedState, Schedule};
use mdp2048_solve::WorkFiles as _;
use mdp2048_test_support::SharedFiles;

use super::{SimpleHeuristic, checked, game};

/// What the expansions depend on.
const PROVENANCE: (&str, u64) = ("a simple heuristic", 7);

/// An expansion in files, with its heuristic.
struct InFiles {
    schedule: Schedule,
    heuristic: SimpleHeuristic,
    files: SharedFiles,
}

impl InFiles {
    fn new(further_rounds: u32) -> Self {
        let schedule = Schedule { join: 1e-5, keep: 1e-6, further_rounds };
        Self {
            schedule,
            heuristic: SimpleHeuristic(game("3x3", 128)),
            files: SharedFiles::default(),
        }
    }

    fn begun(&self) -> PartialProcess {
        let files = Box::new(self.files.clone());
        PartialProcess::new(self.heuristic.0, self.schedule, Some(files)).unwrap()
    }

    /// The expansion that was saved last.
    fn resumed(&self) -> Result<PartialProcess, ProofError> {
        let Ok(state) = self.files.clone().read(PartialProcess::STATE) else {
            return Ok(self.begun());
        };
        let state = SavedState::open(state)?;
        assert_eq!(state.provenance(), PROVENANCE);
        let mut partial = state.resume(self.begun())?;
        partial.remove_leftovers()?;
        Ok(partial)
    }

    fn advance(&self, partial: &mut PartialProcess) -> Result<(), ProofError> {
        partial.advance(&self.heuristic, u64::MAX, &mut |_| {})
    }

    /// Does some layers of the expansion of a round, from 1, or of its values.
    fn advance_into(&self, partial: &mut PartialProcess, round: usize, is_solving: bool) {
        let mut layers = 0;
        while layers < 20 {
            let mut count = |progress: ProofProgress| {
                layers += usize::from((progress.round, progress.is_solving) == (round, is_solving));
            };
            partial.advance(&self.heuristic, u64::MAX, &mut count).unwrap();
        }
    }

    /// Why the expansion does not go on with another file in the place of a saved one.
    fn refusal(&self, saved: &BTreeMap<String, Vec<u8>>, name: &str, bytes: &[u8]) -> FrameError {
        self.files.lock().files = saved.clone();
        self.files.lock().files.insert(name.to_owned(), bytes.to_vec());
        let advance = |mut partial: PartialProcess| -> Result<(), ProofError> {
            while !partial.is_done() {
                self.advance(&mut partial)?;
            }
            Ok(())
        };
        match self.resumed().and_then(advance).unwrap_err() {
            ProofError::Frame(error) => error,
            error => panic!("{error}"),
        }
    }

    fn finish(&self, mut partial: PartialProcess) -> Certificate {
        while !partial.is_done() {
            self.advance(&mut partial).unwrap();
        }
        save(&mut partial).unwrap();
        partial.finish().unwrap().certificate().unwrap()
    }
}

fn save(partial: &mut PartialProcess) -> Result<(), ProofError> {
    partial.save(PROVENANCE)
}

#[test]
fn a_finished_expansion_goes_on_with_further_rounds() {
    let (mut short, long) = (InFiles::new(0), InFiles::new(2));
    let [before, whole] = [&short, &long].map(|place| place.finish(place.begun()));
    assert!(before.bound() < whole.bound());
    short.schedule = long.schedule;
    assert!(short.finish(short.resumed().unwrap()) == whole);
    // More rounds than are asked for.
    short.schedule.further_rounds = 0;
    let resumed = short.resumed().unwrap();
    assert!(resumed.is_done() && resumed.rounds_begun() == resumed.rounds() + 2);
    assert!(short.finish(resumed) == whole);
    // In the middle of one of them, in either pass.
    let mut long = InFiles::new(1);
    let mut partial = long.begun();
    let round = partial.rounds();
    long.schedule.further_rounds = 0;
    for is_solving in [false, true] {
        long.advance_into(&mut partial, round, is_solving);
        save(&mut partial).unwrap();
        let resumed = long.resumed().unwrap();
        assert!(!resumed.is_done() && resumed.rounds_begun() == resumed.rounds() + 1);
        let mut unfinished = long.resumed().unwrap().finish().unwrap();
        assert!(checked(&unfinished.certificate().unwrap()) > 0.5);
    }
    let finished = long.finish(partial);
    assert!(finished.bound() > before.bound() && finished.bound() < whole.bound());
    assert!(long.finish(long.resumed().unwrap()) == finished);
}

#[test]
fn a_layer_without_values_is_refused() {
    let place = InFiles::new(0);
    let mut partial = place.begun();
    place.advance_into(&mut partial, 2, false);
    save(&mut partial).unwrap();
    let saved = place.files.lock().files.clone();
    // The layers that the next step reads: the lowest three that no pass of this round has written.
    let pass = saved.keys().filter_map(|name| name.rsplit('_').next()?.parse::<u32>().ok()).max();
    let is_of_round = |name: &str| name.ends_with(&format!("_{:04}", pass.unwrap()));
    let layers = saved.keys().filter(|name| *name != PartialProcess::STATE && !is_of_round(name));
    for name in layers.take(3) {
        let coded = &saved[name];
        let count = u64::from_le_bytes(coded[..8].try_into().unwrap()) as usize;
        let values = match coded[8] {
            1 => count.div_ceil(8),
            bits => count * usize::from(bits) / 8,
        };
        let mut without = coded[..coded.len() - values - 4].to_vec();
        without[8] = 0;
        without.extend(crc32fast::hash(&without).to_le_bytes());
        assert!(values > 0, "{name} has no values");
        let error = place.refusal(&saved, name, &without);
        assert!(matches!(error, FrameError::Malformed { .. }), "{name}: {error}");
    }
}
