//! Every run with files in a folder is stopped at many writes, loses files, and goes on: the result
//! and all files are those of a run that was not stopped, to the byte.

use std::fmt;

use mdp2048_model::{Game, Objective};
use mdp2048_proof::{Heuristic, PartialProcess, ProofError, SavedState, Schedule};
use mdp2048_rules::{Board, TileSum};
use mdp2048_solve::{Precision, SolveError, Solver, WorkError, WorkFiles as _};
use mdp2048_test_support::{MemoryFiles, SharedFiles, game, reach};

/// What is run.
#[derive(Clone, Copy)]
enum Kind {
    /// A solve, with checkpoints after so many states.
    Solve(Precision, u64),
    /// A count up to a tile sum.
    Count(u32),
    /// A proof, which is saved after so many layers.
    Certify(usize),
}

/// A run, and every how many writes it is stopped.
struct Run {
    game: Game,
    kind: Kind,
    step: usize,
}

/// Why a run has no result.
#[derive(Debug, PartialEq)]
enum Stop {
    Full,
    Damaged(String),
    Refused(String),
}

impl From<SolveError> for Stop {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Work(WorkError::Write { .. }) => Self::Full,
            SolveError::Work(WorkError::Damaged(name)) => Self::Damaged(name),
            error => Self::Refused(error.to_string()),
        }
    }
}

impl From<ProofError> for Stop {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Write(_) => Self::Full,
            error => Self::Refused(error.to_string()),
        }
    }
}

#[derive(Clone)]
struct NoHeuristic;

impl Heuristic for NoHeuristic {
    fn estimates(&mut self, _: Board) -> [f64; 4] {
        [1.0; 4]
    }
}

/// What may happen to the contents of a file: they are cut short, longer, or a bit is changed.
const CHANGES: [fn(&mut Vec<u8>); 5] = [
    Vec::clear,
    |bytes| bytes.truncate(bytes.len().saturating_sub(1)),
    |bytes| bytes.truncate(bytes.len().min(30)),
    |bytes| bytes.push(0),
    |bytes| {
        let middle = bytes.len() / 2;
        bytes.iter_mut().skip(middle).take(1).for_each(|byte| *byte ^= 4);
    },
];

fn runs() -> Vec<Run> {
    let run = |game, kind, step| Run { game, kind, step };
    let discounted = |board, target| game(board, Objective::Win, Some(target), 0.9, 0.1);
    vec![
        run(discounted("3x3", 32), Kind::Solve(Precision::Single, 0), 7),
        run(reach("2x3", 32), Kind::Solve(Precision::Double, 0), 1),
        run(
            game("2x3", Objective::Moves, Some(16), 1.0, 0.1),
            Kind::Solve(Precision::Double, 0),
            1,
        ),
        run(discounted("2x3", 32), Kind::Solve(Precision::Double, 0), 5),
        run(discounted("2x3", 32), Kind::Solve(Precision::Double, 40), 2),
        run(game("2x3", Objective::Score, None, 1.0, 0.1), Kind::Count(200), 9),
        run(reach("2x3", 64), Kind::Certify(5), 7),
        run(reach("3x3", 64), Kind::Certify(30), 7),
    ]
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.kind {
            Kind::Solve(..) => "a solve of",
            Kind::Count(_) => "a count of",
            Kind::Certify(_) => "a proof for",
        };
        write!(f, "{name} {}", self.game)
    }
}

impl Run {
    /// Begins, or goes on if there is something to go on from. Returns the result.
    fn go(&self, files: &SharedFiles) -> Result<String, Stop> {
        let resume = self.manifests().iter().any(|&name| files.lock().files.contains_key(name));
        let mut work = files.clone();
        let solver = Solver::new(&self.game).threads(2).resume(resume);
        match self.kind {
            Kind::Solve(precision, checkpoint) => {
                let solver = solver.precision(precision).checkpoint(checkpoint);
                Ok(format!("{:?}", solver.solve_in(&mut work)?))
            }
            Kind::Count(sum) => {
                let counts = solver.count_in(&mut work, Some(TileSum::new(sum)));
                Ok(format!("{:?}", counts?))
            }
            Kind::Certify(layers) => {
                let schedule = Schedule { join: 1e-4, keep: 1e-5, further_rounds: 1 };
                let begun = PartialProcess::new(self.game, schedule, Some(Box::new(work.clone())))?;
                let mut partial = match work.read(PartialProcess::STATE) {
                    Ok(state) => SavedState::open(state)?.resume(begun)?,
                    Err(_) => begun,
                };
                partial.remove_leftovers().map_err(ProofError::from)?;
                while !partial.is_done() {
                    for _ in 0..layers {
                        if !partial.is_done() {
                            partial.advance(&NoHeuristic, u64::MAX, &mut |_| {})?;
                        }
                    }
                    partial.save(("no heuristic", 7))?;
                }
                let certificate = partial.finish()?.certificate()?;
                Ok(format!("{} {}", certificate.bound(), certificate.boards()))
            }
        }
    }

    /// The files that name the others: the first, and its copy if there is one.
    fn manifests(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Solve(..) => &["manifest", "manifest_copy"],
            Kind::Count(_) => &["manifest_of_counts", "manifest_of_counts_copy"],
            Kind::Certify(_) => &[PartialProcess::STATE],
        }
    }

    /// The files and the result of a run that is not stopped.
    fn whole(&self) -> (SharedFiles, String) {
        let files = SharedFiles::default();
        let result = self.go(&files).unwrap_or_else(|stop| panic!("{self}: {stop:?}"));
        (files, result)
    }

    /// The files of a run that is stopped after so many writes; `None` if it ends before.
    fn stopped(&self, writes: usize) -> Option<SharedFiles> {
        let files = SharedFiles::default();
        *files.lock() = MemoryFiles::of_writes(writes);
        let stop = self.go(&files).err()?;
        assert_eq!(stop, Stop::Full, "{self} after {writes} writes");
        files.lock().writes_left = None;
        Some(files)
    }
}

fn copy(files: &SharedFiles) -> SharedFiles {
    let copy = SharedFiles::default();
    *copy.lock() = files.lock().clone();
    copy
}

#[test]
fn runs_that_are_stopped_anywhere_go_on() {
    for run in runs() {
        let (whole, expected) = run.whole();
        let mut stops = 0;
        for writes in (0..).step_by(run.step) {
            let Some(files) = run.stopped(writes) else { break };
            // The next runs stop too.
            for more in [3, writes % 7] {
                files.lock().writes_left = Some(more);
                let _ = run.go(&files);
                files.lock().writes_left = None;
            }
            if let [first, second] = run.manifests()
                && writes % 2 == 0
                && files.lock().files.contains_key(*second)
            {
                // The copy may be that of an earlier checkpoint.
                files.lock().files.remove(*first);
            }
            assert_eq!(run.go(&files).as_ref(), Ok(&expected), "{run} after {writes} writes");
            assert!(files.lock().files == whole.lock().files, "{run} after {writes} writes");
            stops += 1;
        }
        assert!(stops >= 20, "{run}: {stops}");
        // A run that has ended gives the same again.
        assert_eq!(run.go(&whole), Ok(expected), "{run}");
    }
}

#[test]
fn files_that_are_lost_or_damaged_are_made_again_or_refused() {
    // The first run has many files.
    for run in &runs()[1..] {
        let (whole, expected) = run.whole();
        let is_proof = matches!(run.kind, Kind::Certify(_));
        let writes = (1..).find(|half| run.stopped(2 * half).is_none());
        let stopped = writes.and_then(|half| run.stopped(half * 4 / 3));
        let [mut lost, mut damaged] = [0; 2];
        for before in [stopped, Some(copy(&whole))].into_iter().flatten() {
            let names: Vec<String> = before.lock().files.keys().cloned().collect();
            for (at, name) in names.iter().enumerate() {
                let is_manifest = run.manifests().contains(&name.as_str());
                let files = copy(&before);
                files.lock().files.remove(name);
                match run.go(&files) {
                    Err(Stop::Refused(message)) if is_proof => {
                        assert!(message.starts_with("could not read the files"), "{message}");
                    }
                    found => assert_eq!(found.as_ref(), Ok(&expected), "{run} without {name}"),
                }
                lost += 1;
                if !is_proof {
                    assert!(files.lock().files == whole.lock().files, "{run} without {name}");
                    // The run that makes the file again is stopped, and another one is lost.
                    let files = copy(&before);
                    files.lock().files.remove(name);
                    files.lock().writes_left = Some(at * 5 % 40);
                    let _ = run.go(&files);
                    files.lock().writes_left = None;
                    let second = files.lock().files.keys().nth(at * 7 % names.len()).cloned();
                    files.lock().files.remove(&second.unwrap_or_default());
                    assert_eq!(run.go(&files).as_ref(), Ok(&expected), "{run} without {name}");
                    assert!(files.lock().files == whole.lock().files, "{run} without {name}");
                }
                for change in CHANGES {
                    let files = copy(&before);
                    change(files.lock().files.entry(name.clone()).or_default());
                    match run.go(&files) {
                        // The rest of the run may not read the file.
                        Ok(found) => assert_eq!(found, expected, "{run} with another {name}"),
                        Err(Stop::Damaged(found)) => {
                            assert_eq!(found, *name);
                            damaged += 1;
                            files.lock().files.remove(name);
                            assert_eq!(run.go(&files).as_ref(), Ok(&expected), "without {name}");
                            assert!(files.lock().files == whole.lock().files, "without {name}");
                        }
                        Err(Stop::Refused(message)) => {
                            assert!(is_proof && message.contains("checkpoint"), "{message}");
                            damaged += 1;
                        }
                        Err(Stop::Full) => panic!("{run}: the disk is not full"),
                    }
                    if is_manifest && run.manifests().len() > 1 {
                        assert!(files.lock().files == whole.lock().files, "{run}: {name}");
                    }
                }
            }
            // All that names the other files is damaged.
            for change in CHANGES {
                let files = copy(&before);
                for &name in run.manifests() {
                    change(files.lock().files.entry(name.to_owned()).or_default());
                }
                let stop = run.go(&files);
                assert!(matches!(stop, Err(Stop::Refused(_))), "{run}: {stop:?}");
            }
        }
        assert!(lost >= 8 && damaged >= 10, "{run}: {lost} {damaged}");
    }
}
